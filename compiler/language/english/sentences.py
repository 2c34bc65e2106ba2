"""Say each kind of sentence in English."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.unparse import many
from stele.compiler.language.english.moving import move_text
from stele.compiler.language.english.phrases import EnglishPhrases
from stele.compiler.language.english.tracks import track_text
from stele.compiler.language.english.words import OWNERS, SELLERS, a, behind, change_text, counted, plural, price_text

LASTING: dict[n.Duration, str] = {
    n.Lasting.THIS_TURN: "during this turn",
    n.Lasting.NEXT_TURN: "during the next turn",
    n.Lasting.END_OF_TURN: "until the end of the turn",
    n.Lasting.END_OF_AGE: "until the end of the Age",
}


def how_long(lasting: n.Duration) -> str:
    """Return how long something holds."""
    if isinstance(lasting, n.ForTurns):
        return f"during the next {lasting.number} turns"
    if isinstance(lasting, n.ForCards):
        return f"for the next {many(lasting.number, 'card')} used"
    return LASTING[lasting]


# Who may not do something, if nobody of several may.
NOBODY = {
    "each other player": "no other player",
    "every player": "no player",
    "each of your neighbours": "neither of your neighbours",
}
# With whom somebody may not trade.
ANY = {
    "each other player": "any other player",
    "each of your neighbours": "either of your neighbours",
}


def sentence_text(sentence: n.Sentence, p: EnglishPhrases) -> str:
    """Return the sentence itself, without its capital letter and full stop."""
    if isinstance(sentence, n.ResourceSentence):
        return resource_text(sentence, p)
    if isinstance(sentence, n.RightSentence):
        who = "you" if sentence.whom is Seats.YOU else p.subject(sentence.whom)
        done = deed_text(sentence.deed, p, sentence.whom)
        if isinstance(sentence, n.Right):
            return f"{who} may always {done}"
        if isinstance(sentence.deed, n.Trading) and sentence.whom is Seats.YOU:
            for each, any in ANY.items():
                done = done.replace(each, any)
        nobody = next((each for each in NOBODY if who.startswith(each)), "")
        return f"{NOBODY[nobody]}{who.removeprefix(nobody)} may {done}" if nobody else f"{who} may not {done}"
    if isinstance(sentence, n.GainSentence):
        return gain_text(sentence, p)
    if isinstance(sentence, n.MoveSentence):
        return move_text(sentence, p)
    if isinstance(sentence, n.ScoringSentence):
        return scoring_text(sentence, p)
    if isinstance(sentence, n.BuildingSentence):
        return building_text(sentence, p)
    if isinstance(sentence, n.TableSentence):
        return table_text(sentence, p)
    if isinstance(sentence, n.TrackSentence):
        return track_text(sentence, p)
    if isinstance(sentence, n.CompoundSentence):
        return compound_text(sentence, p)
    assert_never(sentence)


def resource_text(sentence: n.ResourceSentence, p: EnglishPhrases) -> str:
    """Return a sentence about production, trade or cost."""
    match sentence:
        case n.Produce(goods, for_sale, per=per):
            number = 1 if isinstance(goods, n.OneOf) else goods.number
            sale = "" if for_sale else f"; your neighbours cannot buy {'it' if number == 1 else 'them'}"
            return f"your city produces {p.goods(goods)}{p.per(per)}{sale}"
        case n.ProduceMore(cards, number):
            return f"each of your {p.cards(cards, 2)} that produce resources produces {number} more of them each turn"
        case n.Buy(group, seller, price):
            wares = "resources" if group is None else p.low(group)
            return f"you may buy {wares} from {SELLERS[seller]} for {many(price, 'coin')} each"
        case n.Rebate(side, less):
            return f"the first resource you buy from your {side.value} neighbour costs {many(less, 'coin')} less"
        case n.CostChange(what, change, action, per, whom):
            things = "stages" if isinstance(what, n.Stages) else p.cards(what, 2)
            user = "you" if whom is Seats.YOU else "they"
            use = "" if action is None else f" when {user} use them for {p.quoted(action)}"
            return f"{things} cost {p.whom(whom)} {change_text(change)}{use}{p.per(per)}"
        case n.Toll(is_to_bank, unless, coins, per, whom):
            paid = "each payment to the bank" if is_to_bank else "each resource bought from a player"
            paid += "" if unless is None else f", except for {p.cards(unless, 2)},"
            cost = f"{many(abs(coins), 'coin')} {'less' if coins < 0 else 'more'}"
            return f"{paid} costs {p.whom(whom)} {cost}{p.per(per)}"
        case _:
            assert_never(sentence)


def deed_text(deed: n.Deed, p: EnglishPhrases, who: n.Subject) -> str:
    """Return what somebody may do, or may not."""
    match deed:
        case n.BuildingOf(cards, chain, is_free):
            what = a(p.cards(cards)) if cards is not None else "a card"
            return f"build {what}{p.chain(chain)}{' for free' if is_free else ''}"
        case n.BuildingStages():
            return "build a stage"
        case n.PlayingLast():
            whose = "your" if who is Seats.YOU else "their"
            return f"play {whose} last card at the end of an Age instead of discarding it"
        case n.UseOf(cards, action):
            return f"use {a(p.cards(cards))} for {p.quoted(action)}"
        case n.Trading(is_sale, other):
            return f"{'sell to' if is_sale else 'buy from'} {behind(other, who)}"
        case _:
            assert_never(deed)


def gain_text(sentence: n.GainSentence, p: EnglishPhrases) -> str:
    """Return a sentence that gives or takes."""
    match sentence:
        case n.Gain(who, gift, per):
            shared = ", shared equally among them" if sentence.is_shared else ""
            return f"{p.does(who, 'take')} {p.gift(gift, who)}{p.per(per, who)}{shared}"
        case n.Lose(who, loss, per):
            whose = "your" if who is Seats.YOU else "their"
            match loss:
                case n.AllTokens():
                    what = p.all_tokens(loss).replace("all ", f"all {whose} ", 1)
                case n.AllCoins():
                    what = f"all {whose} coins"
                case n.ThatMany() | n.HalfOf() | n.Scale():
                    what = p.varied(loss, who)
                case _:
                    what = p.given(loss)
            return f"{p.does(who, 'lose')} {what}{p.per(per, who)}"
        case n.DiscardTokens(who, tokens, per):
            return f"{p.does(who, 'return')} {p.tokens(tokens)}{p.per(per, who)}"
        case n.Put(number, cards, place):
            coins = many(number, "coin")
            if place is None:
                card = "this card" if isinstance(cards, n.ThisCard) else "that card"
                return f"put {coins} on {card}, which is worth 1 more point at the end of the game"
            assert not isinstance(cards, n.ThisCard | n.EventCard)
            where = f"{p.one_card(cards)}{p.place(place, is_one=True)} that has none"
            return f"you may put {coins} on {where}; the card is worth 1 more point at the end of the game"
        case n.TakeOff(who, number, cards, place):
            coins = many(number, "coin")
            if place is None:
                card = "this card" if isinstance(cards, n.ThisCard) else "that card"
            else:
                assert not isinstance(cards, n.ThisCard | n.EventCard)
                card = f"{p.one_card(cards)}{p.place(place, is_one=True)}"
            return f"{p.does(who, 'take')} {coins} from {card}"
        case _:
            assert_never(sentence)


def scoring_text(sentence: n.ScoringSentence, p: EnglishPhrases) -> str:
    """Return a sentence about points, shields or symbols."""
    match sentence:
        case n.Score(who, int(points), n.Per(1, n.SquareOf(symbols), place)):
            square = f"the square of the number of {p.low(symbols.kind)} symbols{p.place(place, who=who)}"
            amount = f"points equal to {square}" if points == 1 else f"{points} times {square} in points"
            return f"{p.does(who, 'score')} {amount}"
        case n.Score(who, points, per):
            amount = many(points, "point") if isinstance(points, int) else p.varied(points, who)
            return f"{p.does(who, 'score')} {amount}{p.per(per, who)}"
        case n.Shields(number, against, per):
            opponent = "" if against is None else f", but only against {p.seat(against)}"
            return f"your city has {many(number, 'more shield')}{p.per(per)}{opponent}"
        case n.Science(symbols):
            if len(symbols) == 1:
                return f"your city has 1 more {p.low(symbols[0])} symbol"
            named = listed([p.low(symbol) for symbol in symbols], "or")
            return f"your city has 1 more symbol: {named}, as you choose"
        case n.CopiedScience(cards, place):
            where = f"{p.one_card(cards)}{p.place(place, is_one=True)}"
            return f"your city has 1 more symbol, that of {where}; you may copy each card only once"
        case n.ScienceOf(is_most):
            return f"your city has 1 more symbol: the one it has {'most' if is_most else 'fewest'} of"
        case n.Convert(number):
            return f"you may turn up to {many(number, 'of your symbol')} into other symbols"
        case n.AlsoCount(cards, zone):
            return f"your {p.cards(cards, 2)} also count your own {p.low(zone)}"
        case n.Double(is_coins, cards):
            return f"{'coins' if is_coins else 'points'} from your {p.cards(cards, 2)} count double"
        case n.Worth(what, points, per, whom):
            thing = f"{p.token(what, 2)}" if isinstance(what, n.Tokens) else p.cards(what, 2)
            change = f"{many(abs(points), 'point')} {'less' if points < 0 else 'more'}"
            whose = "your" if whom is Seats.YOU else "the"
            owner = "" if whom is Seats.YOU else f" of {p.whom(whom)}"
            return f"{whose} {thing}{owner} are worth {change}{p.per(per)}"
        case n.CountAs(what, as_what, is_also):
            return f"your {p.cards(what, 2)} {'also ' if is_also else ''}count as {p.cards(as_what, 2)}"
        case n.CountMore(number, what):
            return f"you count as having {number} more {p.countable(what, number)}"
        case n.MoreCards(number, zone):
            return f"for the majority, you count as having {many(number, 'more card')} at each of your {plural(p.low(zone))}"
        case _:
            assert_never(sentence)


def building_text(sentence: n.BuildingSentence, p: EnglishPhrases) -> str:
    """Return a sentence about cards and stages."""
    match sentence:
        case n.AnyOrder():
            return "you may build your stages in any order"
        case n.Build(who, what, source, chain, price):
            # Who takes from elsewhere than the hand waits until everybody has played.
            late = "" if source is None else LATE
            return f"{late}{p.does(who, 'build')} {p.built(what, source)}{price_text(price)}{p.chain(chain)}"
        case n.BuildStage(who, price):
            cost = ", paying its cost," if price is None else price_text(price)
            return f"{p.does(who, 'build')} a stage{cost} without a card"
        case n.PlayLast(Seats.YOU):
            return "at the end of each Age, you may play your last card instead of discarding it"
        case n.PlayLast(of):
            further = "if that player may play it, you may play that of the next player along, and so on"
            return f"at the end of each Age, you may play the last card of {p.seat(of)}; {further}"
        case n.Play(who, n.OfThem(number), _, price):
            return f"{p.does(who, 'play')} {counted(number)} of these cards{price_text(price)}"
        case n.Play(who, cards, source, price):
            assert source is not None
            assert not isinstance(cards, n.OfThem)
            cost = ", paying its cost" if price is None else price_text(price)
            return f"{p.does(who, 'play')} {p.one_card(cards)} from {p.source(source, who, is_one=True)}{cost}"
        case n.Copy(cards, stage, place):
            first = "" if stage is None else f"a built stage {stage} or of "
            return f"copy the effect of {first}{p.one_card(cards)}{p.place(place, is_one=True)}"
        case n.CopyBoard(other):
            return f"have what the board of {p.seat(other)} gives at the start, too"
        case n.Oblige(who, action, source):
            obliged, they = ("you", "you") if who is Seats.YOU else (p.subject(who), "they")
            card = f"the next card {they} play from {p.zone_from(source, who)}"
            return f"{obliged} must use {card} for {p.quoted(action)}"
        case n.Reveal(unless):
            exception = f", unless it is {listed([p.low(name) for name in unless], 'or')}," if unless else ""
            return f"you may turn up the card under this stage{exception} and have its effect from then on"
        case _:
            assert_never(sentence)


def table_text(sentence: n.TableSentence, p: EnglishPhrases) -> str:
    """Return a sentence about the table."""
    match sentence:
        case n.SitOut():
            return "you take no part"
        case n.EndGame():
            return "the game ends"
        case n.WinConflict(is_won, who):
            return f"{p.does(who, 'win' if is_won else 'lose')} the conflict"
        case n.WinGame(who):
            return f"{p.does(who, 'win')} the game"
        case n.TakeSeat():
            return "move your city between any two other players"
        case n.TakeTurn(who):
            whose = "your" if who is Seats.YOU else "their"
            return f"{p.does(who, 'take')} another turn, from the rest of {whose} hand before it is passed on"
        case n.BecomeFirst(who):
            return f"{p.does(who, 'become')} first player"
        case n.LeaveTable():
            apart = (
                "it has no neighbours, fights no conflicts, and neither affects other players nor is affected by them"
            )
            return f"your city leaves the table: until it returns, {apart}"
        case n.ReturnToTable():
            return "your city returns to the table"
        case n.ReplaceBoard(number, drawn, either_side):
            face = "showing the side of your choice" if either_side else "showing the same side"
            drawing = f"draw {many(drawn, 'board')} at random from those out of play"
            chosen = "it" if drawn == 1 else f"{counted(number)} of them"
            return f"{drawing} and replace your board with {chosen}, {face}"
        case _:
            assert_never(sentence)


def compound_text(sentence: n.CompoundSentence, p: EnglishPhrases) -> str:
    """Return a sentence that contains a sentence."""
    match sentence:
        case n.Have(who, what, lasting):
            until = "" if lasting is None else f" {how_long(lasting)}"
            says = sentence_text(what, p)
            if who is Seats.YOU:
                return f"{says}{until}"
            if isinstance(what, n.Shields):
                fewer = "more" if what.number >= 0 else "fewer"
                shields = f"{abs(what.number)} {fewer} shield{'' if abs(what.number) == 1 else 's'}"
                return f"{p.does(who, 'get')} {shields}{p.per(what.per, who)}{until}"
            if getattr(what, "whom", None) is Seats.YOU:
                return f"{sentence_text(replace(what, whom=who), p)}{until}"  # type: ignore[arg-type]
            says = re.sub(r"\byou (?=may|count|turn|buy|use)", "they ", theirs(sentence_text(what, p.about_others())))
            return f"for {p.subject(who)}: {says}{until}"
        case n.Exchange(must, _, price, result):
            given = listed([p.given(item) for item in price], "and")
            if must and len(price) == 1 and isinstance(price[0], n.Tokens) and price[0].number == 1:
                have = f"if you have {a(p.token(price[0]))}, you must spend one"
                return f"{have} and {infinitive(result, p)}"
            if must:
                return f"if you can, you must spend {given} and {infinitive(result, p)}"
            return f"you may spend {given} to {infinitive(result, p)}"
        case n.Roll():
            return "roll a die"
        case n.ChooseColour():
            return "choose a colour"
        case n.ChooseNumber(least, most):
            return f"choose a number from {least} to {most}"
        case n.ChooseCard(cards, source):
            return f"choose {p.one_card(cards)} from {p.source(source, is_one=True)}"
        case n.ChooseSeat(among):
            return f"choose {CHOSEN[among]}"
        case n.Either(alternatives) if (who := chooser(alternatives)) is not Seats.YOU:
            own = [replace(one, who=Seats.YOU) for one in alternatives]  # type: ignore[arg-type]
            said = theirs(", or ".join(sentence_text(one, p.about_others()) for one in own))
            return f"{p.subject(who)} chooses one: {said}"
        case n.Either(alternatives):
            return f"choose one: {', or '.join(sentence_text(one, p) for one in alternatives)}"
        case n.May(who, what):
            return optional(who, sentence_text(what, p if who is Seats.YOU else p.about_others()), p)
        case _:
            assert_never(sentence)


CHOSEN = {Seats.A_PLAYER: "a player", Seats.A_NEIGHBOUR: "a neighbour", Seats.ANOTHER_PLAYER: "another player"}
MAY = "you may "
LATE = "at the end of the turn, "


def optional(who: n.Subject, text: str, p: EnglishPhrases) -> str:
    """Return what somebody may do."""
    before, _, rest = text.rpartition(MAY) if MAY in text else ("", "", text)
    if not before and rest.startswith(LATE):
        before, rest = LATE, rest.removeprefix(LATE)
    if rest == text and text.startswith(("your ", "each ", "every ", "another ", "a ", "that ", "the ")):
        rest = f"have this: {text}"
    if who is Seats.YOU:
        return f"{before}{MAY}{rest}"
    return f"{before}{p.subject(who)} may {theirs(rest)}"


def theirs(text: str) -> str:
    """Return a sentence to `you` as one about others, in which the owner's things stay `your`."""
    return text.replace("your ", "their ").replace(OWNERS, "your ")


def chooser(alternatives: tuple[n.Sentence, ...]) -> n.Subject:
    """Return who chooses among things: who does all of them, or the owner."""
    found = {getattr(one, "who", Seats.YOU) for one in alternatives}
    return found.pop() if len(found) == 1 else Seats.YOU


def infinitive(result: n.Sentence, p: EnglishPhrases) -> str:
    """Return what something is given for, after `to`."""
    match result:
        case n.SitOut():
            return "take no part"
        case (
            n.Transfer(who=Seats.YOU)
            | n.Gain(Seats.YOU)
            | n.Score(Seats.YOU)
            | n.DiscardTokens(Seats.YOU)
            | n.MoveCards(who=Seats.YOU)
        ):
            return sentence_text(result, p)
        case n.Build(Seats.YOU) | n.Play(Seats.YOU) | n.SwapCards() | n.SwapZones() | n.TakeSeat():
            return sentence_text(result, p).removeprefix(LATE)
        case (
            n.Copy()
            | n.Draw(Seats.YOU)
            | n.Roll()
            | n.ReplaceBoard()
            | n.Lose(Seats.YOU)
            | n.ChooseSeat()
            | n.ChooseCard()
        ):
            return sentence_text(result, p)
        case _:
            return f"have this: {sentence_text(result, p)}"
