"""Print a syntax tree as the canonical clause that parses to it again."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats


def clause_text(clause: n.Clause) -> str:
    """Return the clause as an author would write it."""
    text = ""
    if clause.moment is not None:
        text += moment_text(clause.moment) + ", "
    if clause.limit is not None:
        per = "neighbour per turn" if clause.limit.per_neighbour else clause.limit.period.value
        text += f"{times_text(clause.limit.times)} per {per}, "
    if clause.tests:
        text += "if " + " and ".join(test_text(test) for test in clause.tests) + ", "
    text += lasting_text(clause.sentence) if isinstance(clause.sentence, n.Have) else sentence_text(clause.sentence)
    return text if clause.then is None else f"{text} then {clause_text(clause.then)}"


def times_text(times: int) -> str:
    """Return how often something may happen."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def cost_text(cost: n.Cost) -> str:
    """Return the cost as an author would write it."""
    return ", ".join(cost_part_text(part) for part in cost.parts) or "free"


def cost_part_text(part: n.Coins | n.Goods | n.Different) -> str:
    """Return one part of a cost."""
    match part:
        case n.Coins(number):
            return many(number, "coin")
        case n.Goods(number, resource):
            return f"{number} {resource.text}"
        case n.Different(number, group):
            return f"{number} different {group.text}"
        case _:
            assert_never(part)


def many(number: int, word: str) -> str:
    """Return `1 coin` or `2 coins`."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {word}s"


def lasting_text(have: n.Have) -> str:
    """Return how long something holds, in front, and what."""
    if have.lasting is None or have.who is not Seats.YOU:
        return have_text(have)
    return f"{duration_text(have.lasting)}, {sentence_text(have.what)}"


def duration_text(lasting: n.Duration) -> str:
    """Return how long something holds."""
    if isinstance(lasting, n.ForCards):
        return f"for the next {lasting.number} card{'' if lasting.number == 1 else 's'}"
    return f"for the next {lasting.number} turns" if isinstance(lasting, n.ForTurns) else lasting.value


def have_text(have: n.Have) -> str:
    """Return who has something, and how long."""
    verb = "have" if have.who is Seats.YOU or is_plural(have.who) else "has"
    who = "" if have.who is Seats.YOU else f"{subject_text(have.who)} "
    until = "" if have.lasting is None else f" {duration_text(have.lasting)}"
    return f"{who}{verb} {sentence_text(have.what)}{until}"


def moment_text(moment: n.Moment) -> str:
    """Return the words before the first comma."""
    match moment:
        case n.When(event, who):
            verb, rest = event_text(event)
            return f"when {who_text(who, verb) if who is not n.Seats.YOU else f'you {verb}'} {rest}"
        case n.AtEdge(is_end, period):
            return f"at {'end' if is_end else 'start'} of {period.value}"
        case n.AtConflict():
            return "at conflict"
        case n.AsSoonAs(tests):
            return f"as soon as {' and '.join(map(test_text, tests))}"
        case n.BeforeChoosing():
            return "before choosing"
        case n.AfterPlaying():
            return "after playing"
        case n.InsteadOf(event, in_conflict, _, who):
            verb, rest = event_text(event)
            said = {"gain": "gaining", "lose": "losing", "win": "winning"}[verb]
            actor = "" if who is n.Seats.YOU else f"{who.value} "
            return f"instead of {actor}{said} {rest}{' in conflict' if in_conflict else ''}"
        case _:
            assert_never(moment)


def event_text(event: n.Event) -> tuple[str, str]:
    """Return what a trigger waits for: a verb, and the rest."""
    match event:
        case n.BuildsCard(cards, at, manner):
            how = "" if manner is None else f" {manner.value}"
            return "build", one_card_text(cards) + (f" at {a(at.text)}" if at else how)
        case n.BuildsStage():
            return "build", "a stage"
        case n.BuildsByChain():
            return "build", "by chain"
        case n.BuysFromNeighbour():
            return "buy", "from a neighbour"
        case n.SellsToNeighbour():
            return "sell", "to a neighbour"
        case n.LosesToken(token):
            return "lose", f"a {one_token(token)}"
        case n.TiesConflict():
            return "tie", "a conflict"
        case n.GainsToken(token):
            return "gain", f"a {one_token(token)}"
        case n.GainsCoins(from_bank):
            return "gain", "coins from bank" if from_bank else "coins"
        case n.LosesCoins():
            return "lose", "coins"
        case n.UsesCard(cards, action):
            return "use", f"{one_card_text(cards)} to {action.text}"
        case n.HandlesCard(deed, cards, source):
            return deed.value, one_card_text(cards) + ("" if source is None else f" from {source.text}")
        case n.EndsConflict(is_won):
            return "win" if is_won else "lose", "a conflict"
        case n.ReachesStep(step, track):
            return "reach", f"step {step} of {track.text}"
        case n.TurnsMarker(marker, face):
            return "turn", f"the {marker.text}" + ("" if face is None else f" to {face.text}")
        case _:
            assert_never(event)


def test_text(test: n.Test) -> str:
    """Return one condition."""
    if test.is_negated and isinstance(test.fact, n.DoneThisTurn) and test.fact.who is Seats.ANYONE:
        return done_text("nobody", test.fact)
    text = fact_text(test.fact)
    return f"not {text}" if test.is_negated else text


def fact_text(fact: n.Fact) -> str:
    """Return what a condition asks."""
    match fact:
        case n.AtLeast(1, n.CardNamed() as card, where, _, n.Bound.LEAST, who):
            return f"{holder_text(who)}{placed_text(card, where, 1)}"
        case n.AtLeast(number, what, where, _, bound, who):
            return f"{holder_text(who)}{bound_text(number, bound)} {placed_text(what, where, max(number, 1))}"
        case n.Compared(is_more, what, where, than, who):
            counted = f"{'more' if is_more else 'fewer'} {placed_text(what, where, 2)}"
            rival = placed_text(than.what, than.where, 2) if isinstance(than, n.RivalThing) else than.value
            return f"{holder_text(who)}{counted} than {rival}"
        case n.Foremost(is_most, is_alone, what, where, among, who):
            counted = f"{'most' if is_most else 'fewest'} {placed_text(what, where, 2)}"
            group = "" if among is None else f" among {among.value}"
            return f"{holder_text(who)}{'alone ' if is_alone else ''}{counted}{group}"
        case n.SoManyPlayers(number, bound):
            return f"{bound_text(number, bound)} players"
        case n.AnyOf(tests):
            return " or ".join(test_text(test) for test in tests)
        case n.InAge(age):
            return f"age {age}"
        case n.HasMajority(side):
            return f"majority at {side.value}"
        case n.InTurn(turn):
            return f"turn {turn}"
        case n.CardIs(cards, used):
            one = "the card" if used is None else "the card under this stage"
            if cards.age is not None:
                return f"{one} is of age {cards.age}"
            return f"{one} is {' or '.join(colour.text for colour in cards.colours)}"
        case n.MarkerIs(marker, face):
            return f"the {marker.text} is {face.text}"
        case n.DoneThisTurn():
            return done_text(fact.who.value, fact)
        case _:
            assert_never(fact)


def done_text(who: str, fact: n.DoneThisTurn) -> str:
    """Return what somebody has done this turn."""
    match fact.deed:
        case n.BuildsCard(cards):
            return f"{who} built {one_card_text(cards)} this turn"
        case n.BuildsStage():
            return f"{who} built a stage this turn"
        case n.UsesCard(cards, action):
            return f"{who} used {one_card_text(cards)} to {action.text} this turn"
        case _:
            assert_never(fact.deed)


def placed_text(what: n.Countable, where: n.Where | n.Place | None, number: int) -> str:
    """Return what is counted, and where."""
    if isinstance(where, n.Place):
        return countable_text(what, number) + place_text(where)
    return countable_text(what, number) + ("" if where is None else f" in {where_text(where)}")


def bound_text(number: int, bound: n.Bound) -> str:
    """Return how a number is compared: at least is not said, and at most none is `no`."""
    if bound is n.Bound.MOST and number == 0:
        return "no"
    return str(number) if bound is n.Bound.LEAST else f"{bound.value} {number}"


def holder_text(who: Seats) -> str:
    """Return of whom a condition speaks, unless it is the owner."""
    return "" if who is Seats.YOU else f"{who.value} {'have' if who in PLURAL else 'has'} "


def a(words: str) -> str:
    """Return the words with `a` or `an` before them."""
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def cards_text(cards: n.Which, number: int = 1) -> str:
    """Return which cards are meant."""
    match cards:
        case n.NamedCards(noun):
            return " ".join([noun.text, *(filter_text(one, number) for one in said_behind(cards.filters))])
        case n.Cards(colours, age):
            words = [] if age is None else [f"age {age}"]
            words += [" or ".join(colour.text for colour in colours)] if colours else []
            words += ["card" if number == 1 else "cards"]
            words += ["of that colour"] if cards.of_that_colour else []
            return " ".join([*words, *(filter_text(one, number) for one in said_behind(cards.filters))])
        case n.CardNamed(card):
            return f'"{card.text}"'
        case _:
            assert_never(cards)


def said_behind(filters: tuple[n.Filter, ...]) -> tuple[n.Filter, ...]:
    """Return what is said of cards behind them: which of them came last is said before."""
    return tuple(one for one in filters if not isinstance(one, n.Outermost))


def one_card_text(cards: n.Which) -> str:
    """Return `a blue card`, `the newest blue card`, or the name of a card."""
    if isinstance(cards, n.CardNamed):
        return cards_text(cards)
    for one in cards.filters:
        if isinstance(one, n.Outermost):
            return f"the {'newest' if one.is_newest else 'oldest'} {cards_text(cards)}"
    return a(cards_text(cards))


def filter_text(kept: n.Filter, number: int = 1) -> str:
    """Return what else is said of cards."""
    cost = "costs" if number == 1 else "cost"
    match kept:
        case n.Costing(n.Bound.LEAST, 1, True):
            return f"that {cost} coins"
        case n.Costing(n.Bound.MOST, 0, is_coins):
            return f"that {cost} no {'coins' if is_coins else 'resources'}"
        case n.Costing(bound, least, is_coins):
            return f"that {cost} {bound.value} {many(least, 'coin' if is_coins else 'resource')}"
        case n.Showing(symbol):
            return f"with symbol {symbol.text}"
        case n.Coined():
            return f"with a coin on {'it' if number == 1 else 'them'}"
        case n.Lacked():
            return "with a symbol you lack"
        case n.Outermost():
            return ""  # it stands before the cards
        case _:
            assert_never(kept)


def one_token(tokens: n.Tokens) -> str:
    """Return `victory token worth 3` without its number."""
    return f"{tokens.kind.text} token" + worth(tokens)


def worth(tokens: n.Tokens) -> str:
    """Return ` worth 3`, or nothing."""
    return "" if tokens.worth is None else f" worth {tokens.worth}"


def tokens_text(tokens: n.Tokens) -> str:
    """Return `2 victory tokens worth 1`."""
    return f"{tokens.number} {tokens.kind.text} token{'' if tokens.number == 1 else 's'}{worth(tokens)}"


def all_tokens_text(tokens: n.AllTokens) -> str:
    """Return `all defeat tokens`."""
    return f"all {tokens.kind.text} tokens" + ("" if tokens.worth is None else f" worth {tokens.worth}")


def countable_text(what: n.Countable, number: int = 1) -> str:
    """Return what is counted."""
    plural = "" if number == 1 else "s"
    match what:
        case n.Cards() | n.NamedCards() | n.CardNamed():
            return cards_text(what, number)
        case n.Tokens():
            return f"{what.kind.text} token{plural}{worth(what)}"
        case n.Symbols(kind):
            return f"{kind.text} symbol{plural}"
        case n.SetOf(kinds):
            things = "symbols" if kinds[0].role is n.Role.SYMBOL else "cards"
            return f"set of {', '.join(kind.text for kind in kinds)} {things}"
        case n.SquareOf(symbols):
            return f"square of {symbols.kind.text} symbols"
        case n.Stages():
            return f"stage{plural}"
        case n.Steps(track):
            return f"step{plural} on {track.text}"
        case n.AllCoins():
            return f"coin{plural}"
        case n.AllShields():
            return f"shield{plural}"
        case n.AgesBegun():
            return "age begun"
        case n.CoinsOn(cards):
            return f"coin{plural} on {'this card' if cards is None else cards_text(cards, 2)}"
        case n.Players():
            return f"player{plural}"
        case n.LinePoints(line):
            return f"{'' if line is None else line.text + ' '}point{plural}"
        case n.Produced(resource):
            return f"resource{plural} produced" if resource is None else f"{resource.text} produced"
        case n.Colours(of_ages):
            return f"different colour{plural}" + (" of age cards" if of_ages else "")
        case n.CardsOfOneColour():
            return f"card{plural} of one colour"
        case _:
            assert_never(what)


def per_text(per: n.Per | None) -> str:
    """Return ` per ...`, or nothing."""
    if per is None:
        return ""
    divisor = "" if per.divisor == 1 else f"{per.divisor} "
    less = "" if per.less is None else f", less {per.less}"
    return f"{less} per {divisor}{countable_text(per.what, per.divisor)}{place_text(per.place)}{most_text(per.most)}"


def most_text(most: int | None) -> str:
    """Return `, at most 6`, or nothing."""
    return "" if most is None else f", at most {most}"


def unit_text(of: n.AllCoins | n.Tokens | n.AllPoints | n.Steps) -> str:
    """Return `coins`, `victory tokens worth 1` or `points`."""
    match of:
        case n.AllCoins():
            return "coins"
        case n.AllPoints():
            return "points"
        case n.Tokens():
            return f"{of.kind.text} tokens{worth(of)}"
        case n.Steps(track):
            return f"steps on {track.text}"
        case _:
            assert_never(of)


def varied_text(amount: n.ThatMany | n.HalfOf | n.Scale) -> str:
    """Return an amount that is no number."""
    match amount:
        case n.ThatMany(of, most):
            return f"that many {unit_text(of)}{most_text(most)}"
        case n.HalfOf(of, is_up, most):
            return f"half of {unit_text(of)}, rounded {'up' if is_up else 'down'}{most_text(most)}"
        case n.Scale(of, numbers, steps, what, place):
            scored, reached = (", ".join(map(str, listed)) for listed in (numbers, steps))
            return f"{scored} {unit_text(of)} for {reached} {countable_text(what, 2)}{place_text(place)}"
        case _:
            assert_never(amount)


def place_text(place: n.Place | n.TheyHave | n.YouHave | n.Here | None) -> str:
    """Return ` in ...`, or nothing."""
    match place:
        case None:
            return ""
        case n.Place(parts):
            return " in " + " and ".join(where_text(part) for part in parts)
        case n.TheyHave():
            return " they have"
        case n.YouHave():
            return " you have"
        case n.Here():
            return " here"
        case _:
            assert_never(place)


def where_text(where: n.Where) -> str:
    """Return one part of a place."""
    match where:
        case n.Zone(name, of=of):
            return name.text if of is None else f"{name.text} of {behind_text(of)}"
        case n.CitiesOf(seats):
            return seats.value
        case _:
            assert_never(where)


PLURAL = (Seats.OTHERS, Seats.NEIGHBOURS, Seats.THEY)


THIRD = {"copy": "copies", "reach": "reaches", "go back": "goes back"}  # verbs that bend in another way


def who_text(who: n.Subject, verb: str) -> str:
    """Return subject and verb: `gain`, `others gain`, `everyone gains`."""
    if who is Seats.YOU:
        return verb
    third = THIRD.get(verb, f"{verb}s")
    return f"{subject_text(who)} {verb if is_plural(who) else third}"


def subject_text(who: n.Subject) -> str:
    """Return who does something: `others with no brown card in city`, `who has most coins`."""
    match who:
        case n.SeatsWith(group, fact):
            is_least = isinstance(fact, n.AtLeast) and fact.bound is n.Bound.LEAST
            return f"{group.value} with {'at least ' if is_least else ''}{fact_text(fact)}"
        case n.WhoHas(fact):
            return f"who has {fact_text(fact)}"
        case Seats():
            return who.value
        case _:
            assert_never(who)


def is_plural(who: n.Subject) -> bool:
    """Tell whether a verb behind a subject stands in the plural."""
    return (who.group if isinstance(who, n.SeatsWith) else who) in PLURAL


def price_text(price: n.Free | n.Less | None) -> str:
    """Return ` for free`, ` for 2 coins less`, or nothing."""
    match price:
        case None:
            return ""
        case n.Free():
            return " for free"
        case n.Less():
            return f" for {less_text(price)}"
        case _:
            assert_never(price)


def less_text(less: n.Less) -> str:
    """Return `1 resource less`."""
    return many(less.number, "coin" if less.is_coins else "resource") + " less"


def gift_text(gift: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.It) -> str:
    """Return what is gained."""
    match gift:
        case n.Coins(number):
            return many(number, "coin")
        case n.Tokens():
            return tokens_text(gift)
        case n.ThatMany() | n.HalfOf() | n.Scale():
            return varied_text(gift)
        case n.It():
            return "it"
        case _:
            assert_never(gift)


def loss_text(loss: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllTokens | n.AllCoins) -> str:
    """Return what is lost."""
    match loss:
        case n.AllTokens():
            return all_tokens_text(loss)
        case n.AllCoins():
            return "all coins"
        case _:
            return gift_text(loss)


def goods_text(goods: n.Some | n.OneOf | n.SomeThat) -> str:
    """Return what is produced."""
    match goods:
        case n.Some(number, resource):
            return resource.text if number == 1 else f"{number} {resource.text}"
        case n.OneOf(resources):
            return " or ".join(resource.text for resource in resources)
        case n.SomeThat(number, colours, board, is_negated):
            makers = [f"{colour.text} cards" for colour in colours] + (["board"] if board else [])
            listed = makers[0] if len(makers) == 1 else ", ".join(makers[:-1]) + " or " + makers[-1]
            return f"{many(number, 'resource')} that your {listed} {'do not ' if is_negated else ''}produce"
        case _:
            assert_never(goods)


def pay_text(item: n.Coins | n.Tokens | n.Unused | n.PaidCards) -> str:
    """Return one part of what is given for something."""
    match item:
        case n.Coins(number):
            return many(number, "coin")
        case n.Tokens():
            return tokens_text(item)
        case n.Unused(number, resource):
            what = resource.text if resource else "resource" if number == 1 else "resources"
            return f"{number} unused {what}"
        case n.PaidCards(number, cards, source):
            return f"{lot_text(number, cards)} from {where_text(source)}"
        case _:
            assert_never(item)


def sentence_text(sentence: n.Sentence) -> str:
    """Return the sentence itself."""
    if isinstance(sentence, n.ResourceSentence):
        return resource_text(sentence)
    if isinstance(sentence, n.RightSentence):
        whose = "" if sentence.whom is Seats.YOU else f"{subject_text(sentence.whom)} "
        return f"{whose}may {'always' if isinstance(sentence, n.Right) else 'not'} {deed_text(sentence.deed)}"
    if isinstance(sentence, n.GainSentence):
        return gain_text(sentence)
    if isinstance(sentence, n.MoveSentence):
        return move_text(sentence)
    if isinstance(sentence, n.ScoringSentence):
        return scoring_text(sentence)
    if isinstance(sentence, n.BuildingSentence):
        return building_text(sentence)
    if isinstance(sentence, n.TableSentence):
        return table_text(sentence)
    if isinstance(sentence, n.TrackSentence):
        return track_text(sentence)
    if isinstance(sentence, n.CompoundSentence):
        return compound_text(sentence)
    assert_never(sentence)


def resource_text(sentence: n.ResourceSentence) -> str:
    """Return a sentence about production, trade or cost."""
    match sentence:
        case n.Produce(goods, for_sale, per=per):
            return f"produce {goods_text(goods)}{per_text(per)}" + ("" if for_sale else ", not for sale")
        case n.ProduceMore(cards, number):
            return f"{cards_text(cards, 2)} produce {number} more"
        case n.Buy(group, seller, price):
            wares = "any resource" if group is None else f"{group.text} resources"
            return f"buy {wares} from {seller.value} for {price}"
        case n.Rebate(side, less):
            return f"the first resource bought from {side.value} costs {less} less"
        case n.CostChange(what, change, action, per, whom):
            subject = "stages" if isinstance(what, n.Stages) else cards_text(what, 2)
            use = "" if action is None else f" to {action.text}"
            return f"{subject} cost {change_text(change)}{use}{per_text(per)}{for_text(whom)}"
        case n.Toll(is_to_bank, unless, coins, per, whom):
            paid = "payments to the bank" if is_to_bank else "purchases"
            paid += "" if unless is None else f" except for {cards_text(unless, 2)}"
            cost = f"{abs(coins)} {'less' if coins < 0 else 'more'}"
            return f"{paid} cost {cost}{per_text(per)}{for_text(whom)}"
        case _:
            assert_never(sentence)


def deed_text(deed: n.Deed) -> str:
    """Return what somebody may do, or may not."""
    match deed:
        case n.BuildingOf(cards, chain, is_free):
            what = "" if cards is None else f" {built_text(cards)}"
            return f"build{what}{chain_text(chain)}{' for free' if is_free else ''}"
        case n.BuildingStages():
            return "build a stage"
        case n.PlayingLast():
            return "play the last card of the age"
        case n.UseOf(cards, action):
            return f"use {built_text(cards)} to {action.text}"
        case n.Trading(is_sale, other):
            return f"{'sell to' if is_sale else 'buy from'} {behind_text(other)}"
        case _:
            assert_never(deed)


def gain_text(sentence: n.GainSentence) -> str:
    """Return a sentence that gives or takes."""
    match sentence:
        case n.Gain(who, gift, per):
            shared = " shared among them" if sentence.is_shared else ""
            return f"{who_text(who, 'gain')} {gift_text(gift)}{per_text(per)}{shared}"
        case n.Lose(who, loss, per):
            return f"{who_text(who, 'lose')} {loss_text(loss)}{per_text(per)}"
        case n.DiscardTokens(who, tokens, per):
            return f"{who_text(who, 'discard')} {tokens_text(tokens)}{per_text(per)}"
        case n.Put(number, cards, place):
            where = "" if place is None else place_text(place)
            return f"put {many(number, 'coin')} on {lot_text(1, cards)}{where}"
        case n.TakeOff(who, number, cards, place):
            where = "" if place is None else place_text(place)
            return f"{who_text(who, 'take')} {many(number, 'coin')} from {lot_text(1, cards)}{where}"
        case _:
            assert_never(sentence)


def move_text(sentence: n.MoveSentence) -> str:
    """Return a sentence that moves something."""
    match sentence:
        case n.Transfer(is_taken, who, what, per, other):
            verb, preposition = ("take", "from") if is_taken else ("give", "to")
            return f"{who_text(who, verb)} {pay_text(what)}{per_text(per)} {preposition} {behind_text(other)}"
        case n.MoveCards():
            return cards_moved_text(sentence)
        case n.LookAt(who, place):
            return f"{who_text(who, 'look')} at {where_text(place)}"
        case n.Draw(who, number, cards, source, into, keep):
            named = cards_text(cards, number)
            drawn = f"unused {named}" if source is None else f"{named} from {where_text(source)}"
            to = "" if into is None else f" into {where_text(into)}"
            return f"{who_text(who, 'draw')} {number} {drawn}{to}{'' if keep is None else f', keep {keep}'}"
        case n.SwapZones(zone, other):
            return f"swap {'hands' if zone is None else zone.text} with {behind_text(other)}"
        case n.SwapCards(cards, equal_cost, source, theirs, other):
            theirs_text = "" if theirs is None else f" for {a(cards_text(theirs))}"
            origin = "" if source is None else f" from {where_text(source)}"
            equal = " of equal cost" if equal_cost else ""
            return f"swap {one_card_text(cards)}{equal}{origin}{theirs_text} with {behind_text(other)}"
        case _:
            assert_never(sentence)


def cards_moved_text(move: n.MoveCards) -> str:
    """Return which cards are moved, from where and to where."""
    origin = "" if move.source is None else f" from {where_text(move.source)}"
    to = "" if move.into is None else f" into {where_text(move.into)}"
    to += "" if move.other is None else f" to {behind_text(move.other)}"
    return f"{who_text(move.who, move.verb.value)} {lot_text(move.number, move.cards)}{origin}{to}"


def lot_text(number: int | n.SoMany, cards: n.Which | n.OfThem | n.UsedCard | n.ThisCard | n.EventCard) -> str:
    """Return how many cards, and which."""
    match cards:
        case n.OfThem(chosen):
            return f"{chosen} of them"
        case n.UsedCard():
            return "the card under this stage"
        case n.ThisCard():
            return "this card"
        case n.EventCard():
            return "the card"
        case _ if isinstance(number, n.SoMany):
            return f"{number.value} {cards_text(cards, 2)}"
        case _:
            return one_card_text(cards) if number == 1 else f"{number} {cards_text(cards, number)}"


def behind_text(seats: Seats) -> str:
    """Return seats as they stand behind `from`, `to` or `with`."""
    return "them" if seats is Seats.THEY else seats.value


def scoring_text(sentence: n.ScoringSentence) -> str:
    """Return a sentence about points, shields or symbols."""
    match sentence:
        case n.Score(who, points, per):
            amount = many(points, "point") if isinstance(points, int) else varied_text(points)
            return f"{who_text(who, 'score')} {amount}{per_text(per)}"
        case n.Shields(number, against, per):
            opponent = "" if against is None else f" against {against.value}"
            return f"{many(number, 'shield')}{opponent}{per_text(per)}"
        case n.Science(symbols):
            return "science " + " or ".join(symbol.text for symbol in symbols)
        case n.CopiedScience(cards, place):
            return f"science copied from {one_card_text(cards)}{place_text(place)}"
        case n.ScienceOf(is_most):
            return f"science of your {'most' if is_most else 'least'} symbol"
        case n.Convert(number):
            return f"convert {number} science symbol{'' if number == 1 else 's'}"
        case n.AlsoCount(cards, zone):
            return f"{cards_text(cards, 2)} also count your {zone.text}"
        case n.Double(is_coins, cards):
            return f"{'coins' if is_coins else 'points'} from {cards_text(cards, 2)} count double"
        case n.Worth(what, points, per, whom):
            thing = f"{what.kind.text} tokens{worth(what)}" if isinstance(what, n.Tokens) else cards_text(what, 2)
            change = f"{many(abs(points), 'point')} {'less' if points < 0 else 'more'}"
            return f"{thing} are worth {change}{per_text(per)}{for_text(whom)}"
        case n.CountAs(what, as_what, is_also):
            return f"{cards_text(what, 2)} {'also ' if is_also else ''}count as {cards_text(as_what, 2)}"
        case n.CountMore(number, what):
            return f"count {number} more {countable_text(what, number)}"
        case n.MoreCards(number, zone):
            return f"count {number} more card{'' if number == 1 else 's'} at each {zone.text}"
        case _:
            assert_never(sentence)


def building_text(sentence: n.BuildingSentence) -> str:
    """Return a sentence about cards and stages."""
    match sentence:
        case n.AnyOrder():
            return "stages in any order"
        case n.Build(who, what, source, chain, price):
            origin = "" if source is None else f" from {where_text(source)}"
            return f"{who_text(who, 'build')} {built_text(what)}{origin}{chain_text(chain)}{price_text(price)}"
        case n.BuildStage(who, price):
            return f"{who_text(who, 'build')} a stage{price_text(price)}"
        case n.PlayLast(of):
            return f"play the last card of {'the age' if of is Seats.YOU else of.value}"
        case n.Play(who, cards, source, price):
            origin = "" if source is None else f" from {where_text(source)}"
            return f"{who_text(who, 'play')} {built_text(cards)}{origin}{price_text(price)}"
        case n.Copy(cards, stage, place):
            first = "" if stage is None else f"stage {stage} or "
            return f"copy {first}{one_card_text(cards)}{place_text(place)}"
        case n.CopyBoard(other):
            return f"copy the board of {behind_text(other)}"
        case n.Oblige(who, action, source):
            return f"{'' if who is Seats.YOU else f'{subject_text(who)} '}must {action.text} their next card from {source.text}"
        case n.Reveal(unless):
            exception = f" unless {' or '.join(name.text for name in unless)}" if unless else ""
            return f"reveal the card under this stage{exception}"
        case _:
            assert_never(sentence)


def table_text(sentence: n.TableSentence) -> str:
    """Return a sentence about the table."""
    match sentence:
        case n.SitOut():
            return "sit out"
        case n.EndGame():
            return "end the game"
        case n.WinConflict(is_won, who):
            return f"{who_text(who, 'win' if is_won else 'lose')} the conflict"
        case n.WinGame(who):
            return f"{who_text(who, 'win')} the game"
        case n.TakeSeat():
            return "take another seat"
        case n.TakeTurn(who):
            return f"{who_text(who, 'take')} another turn"
        case n.BecomeFirst(who):
            return f"{who_text(who, 'become')} first player"
        case n.LeaveTable():
            return "leave the table"
        case n.ReturnToTable():
            return "return to the table"
        case n.ReplaceBoard(number, drawn, either_side):
            suffix = ", either side" if either_side else ""
            return f"replace your board with {number} of {drawn} unused boards{suffix}"
        case _:
            assert_never(sentence)


def track_text(sentence: n.TrackSentence) -> str:
    """Return a sentence about a track or a marker."""
    match sentence:
        case n.Advance(is_back, who, number, track, per):
            far = str(number) if isinstance(number, int) else "that many"
            most = "" if isinstance(number, int) else most_text(number.most)
            verb = who_text(who, "go back" if is_back else "advance")
            return f"{verb} {far} on {track.text}{per_text(per)}{most}"
        case n.TurnMarker(who, marker, None):
            return f"{who_text(who, 'flip')} the {marker.text}"
        case n.TurnMarker(who, marker, face):
            assert face is not None
            return f"{who_text(who, 'turn')} the {marker.text} to {face.text}"
        case _:
            assert_never(sentence)


def compound_text(sentence: n.CompoundSentence) -> str:
    """Return a sentence that contains a sentence."""
    match sentence:
        case n.Have():
            return have_text(sentence)
        case n.Exchange(must, verb, price, result):
            given = " and ".join(pay_text(item) for item in price)
            return f"{'must ' if must else ''}{verb} {given} to {sentence_text(result)}"
        case n.Roll():
            return "roll a die"
        case n.ChooseColour():
            return "choose a colour"
        case n.ChooseNumber(least, most):
            return f"choose a number from {least} to {most}"
        case n.ChooseCard(cards, source):
            return f"choose {one_card_text(cards)} from {where_text(source)}"
        case n.ChooseSeat(among):
            return f"choose {among.value}"
        case n.Either(alternatives):
            return ", or ".join(map(sentence_text, alternatives))
        case n.May(who, what):
            return f"{'' if who is Seats.YOU else f'{subject_text(who)} '}may {sentence_text(what)}"
        case _:
            assert_never(sentence)


def built_text(what: n.Which | n.OfThem | n.UsedCard) -> str:
    """Return what is built."""
    match what:
        case n.OfThem(number):
            return f"{number} of them"
        case n.UsedCard():
            return "the card under this stage"
        case _:
            return one_card_text(what)


def change_text(change: n.Less | n.More | n.Nothing) -> str:
    """Return how a cost is changed: `1 resource less`, `no coins`, `nothing`."""
    match change:
        case n.Less():
            return less_text(change)
        case n.More(number, is_coins):
            return many(number, "coin" if is_coins else "resource") + " more"
        case n.Nothing(None):
            return "nothing"
        case n.Nothing(is_coins):
            return "no coins" if is_coins else "no resources"
        case _:
            assert_never(change)


def for_text(whom: n.Subject) -> str:
    """Return ` for others`, or nothing for the owner."""
    return "" if whom is Seats.YOU else f" for {subject_text(whom)}"


def chain_text(chain: n.ByChain | None) -> str:
    """Return ` by chain from ...`, or nothing."""
    if chain is None:
        return ""
    return " by chain" + ("" if chain.where is None else f" from {where_text(chain.where)}")
