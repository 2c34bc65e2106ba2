"""Say a clause in English, as a rulebook would.

`gain 1 coin per brown card in city and neighbours` becomes
"Take 1 coin from the bank for each brown card in your city and in the two neighbouring cities."
"""

from __future__ import annotations

from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Seats
from stele.compiler.front.unparse import many
from stele.compiler.language.naming import Lexicon, capital
from stele.compiler.language.numerals import roman


class English:
    """Writes sentences; the lexicon gives what declared things are called."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon or Lexicon()

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        return capital(self.body(clause)) + "."

    def body(self, clause: n.Clause) -> str:
        """Return a clause without its capital letter and full stop."""
        parts = [*self.lead(clause), self.ending(clause)]
        words = ", ".join(part for part in parts if part)
        return words if clause.then is None else f"{words}; then {self.body(clause.then)}"

    def lead(self, clause: n.Clause) -> list[str]:
        """Return when, how often and on what condition it happens."""
        limit = "" if clause.limit is None else self.limit(clause.limit, clause.sentence)
        moment = "" if clause.moment is None else self.moment(clause.moment)
        if clause.limit is not None and clause.limit.per_neighbour:
            moment = moment.replace(" a neighbour", " that neighbour")
        if moment == "" and is_at_the_end(clause.sentence):
            moment = "at the end of the game"
        tests = " and ".join(self.test(test) for test in clause.tests)
        return [limit, moment, f"{'as long as' if is_lasting(clause.sentence) else 'if'} {tests}" if tests else ""]

    def ending(self, clause: n.Clause) -> str:
        """Return what happens."""
        match clause.moment, clause.limit, clause.sentence:
            case n.When(n.GainsCoins()), _, n.Gain(Seats.YOU, n.Coins(number), None):
                return f"take {many(number, 'more coin')}"
            case n.InsteadOf(), _, sentence:
                return f"{self.sentence(sentence)} instead"
            case _, n.Once(), n.Buy(group, seller, price):
                ware = "1 resource of your choice" if group is None else f"1 of the {self.low(group)}"
                return f"you may buy {ware} from {SELLERS[seller]} for {many(price, 'coin')}"
            case _:
                return self.sentence(clause.sentence)

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        parts = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    parts.append(many(number, "coin"))
                case n.Goods(number, resource):
                    parts.append(f"{number} {self.low(resource)}")
                case n.Different(number, group):
                    parts.append(f"{number} different {self.low(group)}")
                case _:
                    assert_never(part)
        return listed(parts, "and") if parts else "nothing"

    def low(self, name: Name) -> str:
        """Return what a declared thing is called, inside a sentence; an Age keeps its capital letter."""
        text = self.lexicon.name(name)
        return text if text.split(" ")[0] == "Age" else text[:1].lower() + text[1:]

    def quoted(self, action: Name) -> str:
        """Return the name of an action, as it stands in a list."""
        return f"“{self.lexicon.name(action)}”"

    # --- when -------------------------------------------------------------------------------------------------------

    def moment(self, moment: n.Moment) -> str:
        """Return when it happens."""
        match moment:
            case n.When(event):
                return self.event(event)
            case n.AtEdge(is_end, period):
                which = "the" if period is Period.GAME else "each"
                return f"at the {'end' if is_end else 'start'} of {which} {PERIODS[period]}"
            case n.AtConflict():
                return "when conflicts are resolved"
            case n.BeforeChoosing():
                return "before cards are chosen"
            case n.AfterPlaying():
                return "after playing your card"
            case n.InsteadOf(token, in_conflict):
                place = " in a conflict" if in_conflict else ""
                return f"if you would take {a(self.token(token))}{place}"
            case _:
                assert_never(moment)

    def event(self, event: n.Event) -> str:
        """Return what a trigger waits for."""
        match event:
            case n.BuildsCard(cards, at):
                place = "" if at is None else f" at {a(self.low(at))}"
                return f"each time you build {a(self.cards(cards))}{place}"
            case n.BuildsStage():
                return "each time you build a stage"
            case n.BuildsByChain():
                return "each time you build a card for free by a chain"
            case n.BuysFromNeighbour():
                return "when you buy resources from a neighbour"
            case n.GainsToken(token):
                return f"each time you take {a(self.token(token))}"
            case n.GainsCoins():
                return "when you take coins from the bank"
            case n.UsesCard(cards, action):
                return f"when you use {a(self.cards(cards))} for {self.quoted(action)}"
            case _:
                assert_never(event)

    def limit(self, limit: n.Once, sentence: n.Sentence) -> str:
        """Return how often it may happen."""
        if isinstance(sentence, n.Rebate):
            return "each turn" if limit.period is Period.TURN else f"once per {PERIODS[limit.period]}"
        if limit.per_neighbour:
            return "once per turn for each neighbour"
        return f"once per {PERIODS[limit.period]}"

    def test(self, test: n.Test) -> str:
        """Return one condition."""
        match test.fact:
            case n.AtLeast(number, what, where):
                have = "have fewer than" if test.is_negated else "have at least"
                place = "" if where is None else self.where(where)
                return f"you {have} {number} {self.countable(what, number)}{place}"
            case n.InAge(age):
                return f"it is {'not ' if test.is_negated else ''}Age {roman(age)}"
            case n.HasMajority(side):
                shared = self.lexicon.shared()
                place = f"on your {side.value}" if shared is None else f"at the {self.low(shared)} on your {side.value}"
                return f"you {'do not ' if test.is_negated else ''}have the majority {place}"
            case n.CardOfAge(age):
                return f"the card used for this stage is {'not ' if test.is_negated else ''}of Age {roman(age)}"
            case _:
                assert_never(test.fact)

    # --- how many ---------------------------------------------------------------------------------------------------

    def cards(self, cards: n.Which, number: int = 1) -> str:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return self.noun(noun, number)
            case n.Cards(colours, age):
                words = [] if age is None else [f"Age {roman(age)}"]
                words += [listed([self.low(colour) for colour in colours], "or")] if colours else []
                return " ".join([*words, "card" if number == 1 else "cards"])
            case _:
                assert_never(cards)

    def noun(self, noun: Name, number: int) -> str:
        """Return a noun for cards."""
        plural = self.lexicon.plurals.get(noun.target or "", noun.text)
        return self.low(noun) if number == 1 else plural.replace("-", " ")

    def token(self, tokens: n.Tokens, number: int = 1) -> str:
        """Return one token, or more without their number."""
        return f"{self.low(tokens.kind)} token{'' if number == 1 else 's'}{worth(tokens.worth, number)}"

    def tokens(self, tokens: n.Tokens) -> str:
        """Return some tokens."""
        return f"{tokens.number} {self.token(tokens, tokens.number)}"

    def all_tokens(self, tokens: n.AllTokens) -> str:
        """Return every token of a kind."""
        return f"all {self.low(tokens.kind)} tokens{worth(tokens.worth, 2)}"

    def countable(self, what: n.Countable, number: int = 1) -> str:
        """Return what is counted."""
        plural = "" if number == 1 else "s"
        match what:
            case n.Cards() | n.NamedCards():
                return self.cards(what, number)
            case n.Tokens():
                return self.token(what, number)
            case n.Symbols(kind):
                return f"{self.low(kind)} symbol{plural}"
            case n.SetOf(kinds):
                thing = "symbol" if kinds[0].role is n.Role.SYMBOL else "card"
                return f"set{plural} of {listed([f'one {self.low(kind)}' for kind in kinds], 'and')} {thing}"
            case n.SquareOf(symbols):
                return f"point{plural} of the square of the number of {self.low(symbols.kind)} symbols"
            case n.Stages():
                return f"stage{plural} built"
            case n.AllCoins():
                return f"coin{plural}"
            case n.AllShields():
                return f"shield{plural}"
            case n.AgesBegun():
                return f"Age{plural} begun"
            case n.Colours(of_ages):
                return f"different colour{plural} among the {'Age ' if of_ages else ''}cards"
            case n.CardsOfOneColour():
                return f"card{plural} of one colour of your choice"
            case _:
                assert_never(what)

    def per(self, per: n.Per | None) -> str:
        """Return ` for each ...`, or nothing."""
        if per is None:
            return ""
        if isinstance(per.what, n.Stages) and isinstance(per.place, n.TheyHave):
            return f" for {each(per.divisor)} stage{'' if per.divisor == 1 else 's'} they have built"
        place = " you have" if isinstance(per.what, n.AllCoins | n.AllShields) else self.place(per.place)
        return f" for {each(per.divisor)} {self.countable(per.what, per.divisor)}{place}"

    def place(self, place: n.Place | n.TheyHave | n.Here | None, is_one: bool = False) -> str:
        """Return ` in ...`, or nothing; `is_one` if one of the places is meant and not all."""
        match place:
            case None:
                return ""
            case n.Place(parts):
                last = " or" if is_one else " and"
                places = [self.where(part, is_one) for part in parts]
                return places[0] if len(places) == 1 else ",".join(places[:-1]) + last + places[-1]
            case n.TheyHave():
                return " they have"
            case n.Here():
                shared = self.lexicon.shared()
                return " here" if shared is None else f" at this {self.low(shared)}"
            case _:
                assert_never(place)

    def where(self, where: n.Where, is_one: bool = False) -> str:
        """Return ` in ...` for one part of a place; `is_one` if one of its cities is meant and not all."""
        match where:
            case n.Zone(name):
                match self.lexicon.owner(name):
                    case "neighbours":
                        return f" at {'one of ' if is_one else ''}your {plural(self.low(name))}"
                    case "table":
                        return f" in the {self.low(name)}"
                    case _:
                        return f" in your {self.low(name)}"
            case n.CitiesOf(seats):
                return " in " + (ONE_CITY.get(seats, CITIES[seats]) if is_one else CITIES[seats])
            case _:
                assert_never(where)

    def seat(self, who: Seats) -> str:
        """Return who is meant; who shares a place sits on the other side of it."""
        shared = self.lexicon.shared()
        return SUBJECTS[who] + ("" if who is not Seats.ACROSS or shared is None else f" of the {self.low(shared)}")

    def source(self, zone: Name, who: Seats = Seats.YOU) -> str:
        """Return where cards are taken from."""
        if self.lexicon.owner(zone) == "table":
            return f"the {self.low(zone)}"
        return f"{'your' if who is Seats.YOU else 'their'} {self.low(zone)}"

    # --- what -------------------------------------------------------------------------------------------------------

    def goods(self, goods: n.Some | n.OneOf | n.SomeThat) -> str:
        """Return what is produced."""
        match goods:
            case n.Some(number, resource):
                return f"{number} {self.low(resource)} each turn"
            case n.OneOf(resources):
                named = listed([f"1 {self.low(resource)}" for resource in resources], "or")
                return f"{named} each turn, as you choose"
            case n.SomeThat(number, colours, board, is_negated):
                makers = [f"your {self.low(colour)} cards" for colour in colours] + (["your board"] if board else [])
                named = f"neither {' nor '.join(makers)}" if is_negated and makers[1:] else listed(makers, "or")
                verb = "do not produce" if is_negated and not makers[1:] else "produce"
                among = f"of your choice each turn, among those that {named} {verb}"
                return f"{many(number, 'resource')} {among}"
            case _:
                assert_never(goods)

    def gift(self, gift: n.Coins | n.Tokens | n.ThatMany | n.It) -> str:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return f"{many(number, 'coin')} from the bank"
            case n.Tokens():
                return self.tokens(gift)
            case n.ThatMany():
                return "that many coins from the bank"
            case n.It():
                return "it"
            case _:
                assert_never(gift)

    def given(self, item: n.Coins | n.Tokens | n.Unused) -> str:
        """Return what is given for something."""
        match item:
            case n.Coins(number):
                return many(number, "coin")
            case n.Tokens():
                return self.tokens(item)
            case n.Unused(number, None):
                return f"{many(number, 'resource')} of your own production that you did not use this turn"
            case n.Unused(number, resource):
                assert resource is not None
                return f"{number} {self.low(resource)} of your own production that you did not use this turn"
            case _:
                assert_never(item)

    def price(self, price: n.Free | n.Less | None) -> str:
        """Return what a build costs, if not what is printed."""
        match price:
            case None:
                return ""
            case n.Free():
                return " for free"
            case n.Less(number, is_coins):
                return f" for {many(number, 'coin' if is_coins else 'resource')} less"
            case _:
                assert_never(price)

    def sentence(self, sentence: n.Sentence) -> str:
        """Return the sentence itself, without its capital letter and full stop."""
        match sentence:
            case n.Produce(goods, for_sale):
                number = 1 if isinstance(goods, n.OneOf) else goods.number
                sale = "" if for_sale else f"; your neighbours cannot buy {'it' if number == 1 else 'them'}"
                return f"your city produces {self.goods(goods)}{sale}"
            case n.Buy(group, seller, price):
                wares = "resources" if group is None else self.low(group)
                return f"you may buy {wares} from {SELLERS[seller]} for {many(price, 'coin')} each"
            case n.Rebate(side, less):
                return f"the first resource you buy from your {side.value} neighbour costs {many(less, 'coin')} less"
            case n.Gain(who, gift, per):
                return f"{subject(who, 'take')} {self.gift(gift)}{self.per(per)}"
            case n.Lose(who, loss, per):
                if isinstance(loss, n.AllTokens):
                    whose = "your" if who is Seats.YOU else "their"
                    return f"{subject(who, 'lose')} {self.all_tokens(loss).replace('all ', f'all {whose} ', 1)}"
                return f"{subject(who, 'lose')} {self.given(loss)}{self.per(per)}"
            case n.Score(who, int(points), n.Per(1, n.SquareOf(symbols), place)):
                square = f"the square of the number of {self.low(symbols.kind)} symbols{self.place(place)}"
                amount = f"points equal to {square}" if points == 1 else f"{points} times {square} in points"
                return f"{subject(who, 'score')} {amount}"
            case n.Score(who, points, per):
                amount = "that many points" if isinstance(points, n.ThatMany) else many(points, "point")
                return f"{subject(who, 'score')} {amount}{self.per(per)}"
            case n.ScoreLess(points, less, per):
                return f"score {many(points, 'point')}, less {less}{self.per(per)}"
            case n.Shields(number, against, per):
                opponent = "" if against is None else f", but only against {self.seat(against)}"
                return f"your city has {many(number, 'more shield')}{self.per(per)}{opponent}"
            case n.Science(symbols):
                if len(symbols) == 1:
                    return f"your city has 1 more {self.low(symbols[0])} symbol"
                named = listed([self.low(symbol) for symbol in symbols], "or")
                return f"your city has 1 more symbol: {named}, as you choose"
            case n.CopiedScience(cards, place):
                where = f"{a(self.cards(cards))}{self.place(place, is_one=True)}"
                return f"your city has 1 more symbol, that of {where}; you may copy each card only once"
            case n.ScienceOf(is_most):
                return f"your city has 1 more symbol: the one it has {'most' if is_most else 'fewest'} of"
            case n.Convert(number):
                return f"you may turn up to {many(number, 'of your symbol')} into other symbols"
            case n.CostChange(what, change, action, for_neighbours):
                things = "stages" if isinstance(what, n.Stages) else self.cards(what, 2)
                whose, user = ("your neighbours", "they") if for_neighbours else ("you", "you")
                use = "" if action is None else f" when {user} use them for {self.quoted(action)}"
                if isinstance(change, n.Nothing):
                    return f"{things} cost {whose} no {'coins' if change.is_coins else 'resources'}{use}"
                unit = "coin" if change.is_coins else "resource"
                return f"{things} cost {whose} {many(change.number, unit)} less{use}"
            case n.AlsoCount(cards, zone):
                return f"your {self.cards(cards, 2)} also count your own {self.low(zone)}"
            case n.Double(is_coins, cards):
                return f"{'coins' if is_coins else 'points'} from your {self.cards(cards, 2)} count double"
            case n.MoreCards(number, zone):
                return f"for the majority, you count as having {many(number, 'more card')} at each of your {plural(self.low(zone))}"
            case n.AnyOrder():
                return "you may build your stages in any order"
            case n.Build(who, what, source, chain, price):
                # Who takes from elsewhere than the hand waits until everybody has played.
                late = "" if source is None else "at the end of the turn, "
                verb = f"{late}you may build" if who is Seats.YOU else late + subject(who, "build")
                return f"{verb} {self.built(what, source)}{self.price(price)}{self.chain(chain)}"
            case n.PlayLast(Seats.YOU):
                return "at the end of each Age, you may play your last card instead of discarding it"
            case n.PlayLast(of):
                further = "if that player may play it, you may play that of the next player along, and so on"
                return f"at the end of each Age, you may play the last card of {self.seat(of)}; {further}"
            case n.Play(n.OfThem(number), _, price):
                return f"you may play {counted(number)} of these cards{self.price(price)}"
            case n.Play(cards, source, price):
                assert source is not None
                assert not isinstance(cards, n.OfThem)
                cost = ", paying its cost" if price is None else self.price(price)
                return f"you may play {a(self.cards(cards))} from {self.source(source)}{cost}"
            case n.Copy(cards, stage, place):
                first = "" if stage is None else f"a built stage {stage} or of "
                return f"copy the effect of {first}{a(self.cards(cards))}{self.place(place, is_one=True)}"
            case n.CopyBoard():
                return "your board becomes a copy of your partner's"
            case n.Exchange(must, _, price, result):
                given = listed([self.given(item) for item in price], "and")
                if must and len(price) == 1 and isinstance(price[0], n.Tokens) and price[0].number == 1:
                    have = f"if you have {a(self.token(price[0]))}, you must spend one"
                    return f"{have} and {self.infinitive(result)}"
                if must:
                    return f"if you can, you must spend {given} and {self.infinitive(result)}"
                return f"you may spend {given} to {self.infinitive(result)}"
            case n.SitOut():
                return "you take no part"
            case n.Draw(number, noun, into, result):
                drawn = f"draw {number} {self.noun(noun, number)} at random from those out of play"
                if into is not None:
                    return f"{drawn} and add {'it' if number == 1 else 'them'} to your {self.low(into)}"
                return drawn if result is None else f"{drawn}; {self.sentence(result)}"
            case n.Roll(result):
                return f"roll a die; {self.sentence(result)}"
            case n.TakeSeat():
                return "you may move your city between any two other players"
            case n.LeaveTable():
                apart = "it has no neighbours, fights no conflicts, and neither affects other players nor is affected by them"
                return f"your city leaves the table: until it returns, {apart}"
            case n.ReturnToTable():
                return "your city returns to the table"
            case n.SwapHands():
                return "you may swap hands with another player"
            case n.SwapCards(cards, equal_cost):
                equal = ", and both must cost the same number of resources" if equal_cost else ""
                swap = f"swap {a(self.cards(cards))} in your city with one in another player's city"
                return f"you may {swap}; neither may cost coins{equal}"
            case n.ReplaceBoard(number, drawn, either_side):
                face = "showing the side of your choice" if either_side else "showing the same side"
                drawing = f"draw {many(drawn, 'board')} at random from those out of play"
                chosen = "it" if drawn == 1 else f"{counted(number)} of them"
                return f"{drawing} and replace your board with {chosen}, {face}"
            case n.DiscardTokens(who, tokens):
                return f"{subject(who, 'return')} {self.tokens(tokens)}"
            case n.DiscardCard(who, cards, source):
                return f"{subject(who, 'discard')} {a(self.cards(cards))} from {self.source(source, who)}"
            case n.Oblige(who, action, source):
                obliged, they = ("you", "you") if who is Seats.YOU else (SUBJECTS[who], "they")
                card = f"the next card {they} play from {self.source(source, who)}"
                return f"{obliged} must use {card} for {self.quoted(action)}"
            case n.Reveal(unless):
                exception = f", unless it is {listed([self.low(name) for name in unless], 'or')}," if unless else ""
                return f"you may turn up the card under this stage{exception} and have its effect from then on"
            case n.Put(number, cards, place):
                coins = many(number, "coin")
                where = f"{a(self.cards(cards))}{self.place(place, is_one=True)} that has none"
                return f"you may put {coins} on {where}; the card is worth 1 more point at the end of the game"
            case _:
                assert_never(sentence)

    def infinitive(self, result: n.Sentence) -> str:
        """Return what something is given for, after `to`."""
        match result:
            case n.SitOut():
                return "take no part"
            case n.Gain(Seats.YOU) | n.Score(Seats.YOU) | n.DiscardTokens(Seats.YOU) | n.DiscardCard(Seats.YOU):
                return self.sentence(result)
            case n.Copy() | n.Draw() | n.Roll() | n.ReplaceBoard() | n.Lose(Seats.YOU):
                return self.sentence(result)
            case _:
                return f"have this: {self.sentence(result)}"

    def built(self, what: n.Which | n.OfThem | n.UsedCard, source: Name | None) -> str:
        """Return what is built, and from where."""
        match what:
            case n.OfThem(number):
                return f"{counted(number)} of these cards"
            case n.UsedCard():
                return "the card used for this stage"
            case _:
                origin = "your hand" if source is None else self.source(source)
                return f"{a(self.cards(what))} from {origin}"

    def chain(self, chain: n.ByChain | None) -> str:
        """Return ` by a chain ...`, or nothing."""
        if chain is None:
            return ""
        return " for free by a chain" + ("" if chain.where is None else f" from a card{self.where(chain.where, True)}")


PERIODS = {Period.GAME: "game", Period.AGE: "Age", Period.TURN: "turn"}
CITIES = {
    Seats.YOU: "your city",
    Seats.LEFT: "your left neighbour's city",
    Seats.RIGHT: "your right neighbour's city",
    Seats.ACROSS: "the city on the other side",
    Seats.NEIGHBOURS: "the two neighbouring cities",
    Seats.OTHERS: "all other cities",
    Seats.EVERYONE: "all cities",
    Seats.PARTNER: "your partner's city",
    Seats.VICTOR: "the victor's city",
    Seats.ANYONE: "any city",
    Seats.BANK: "the bank",
}
ONE_CITY = {Seats.NEIGHBOURS: "a neighbouring city", Seats.OTHERS: "another city", Seats.EVERYONE: "any city"}
SUBJECTS = {
    Seats.LEFT: "your left neighbour",
    Seats.RIGHT: "your right neighbour",
    Seats.ACROSS: "the player on the other side",
    Seats.NEIGHBOURS: "each of your neighbours",
    Seats.OTHERS: "each other player",
    Seats.EVERYONE: "every player",
    Seats.PARTNER: "your partner",
    Seats.VICTOR: "the victor",
    Seats.ANYONE: "any player",
    Seats.BANK: "the bank",
}
SELLERS = {**SUBJECTS, Seats.NEIGHBOURS: "your neighbours"}


def is_at_the_end(sentence: n.Sentence) -> bool:
    """Tell what is counted at the end of the game if it has no other moment."""
    match sentence:
        case n.Score() | n.ScoreLess() | n.CopiedScience() | n.ScienceOf() | n.Convert():
            return True
        case n.Science(symbols):
            return len(symbols) > 1
        case _:
            return False


def is_lasting(sentence: n.Sentence) -> bool:
    """Tell what works as long as its condition holds."""
    lasting = (
        n.Produce | n.Buy | n.Rebate | n.Shields | n.CostChange | n.AlsoCount | n.Double | n.MoreCards | n.PlayLast
    )
    return isinstance(sentence, lasting)


def worth(points: int | None, number: int) -> str:
    """Return ` worth 3 points`, or nothing."""
    if points is None:
        return ""
    return f" worth {many(points, 'point')}" + ("" if number == 1 else " each")


def subject(who: Seats, verb: str) -> str:
    """Return subject and verb: `take`, `each other player takes`."""
    return verb if who is Seats.YOU else f"{SUBJECTS[who]} {verb}s"


def a(words: str) -> str:
    """Return the words with `a` or `an` before them."""
    return f"{'an' if words[0].lower() in 'aeiou' else 'a'} {words}"


def plural(noun: str) -> str:
    """Return the regular plural of a noun."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def each(divisor: int) -> str:
    """Return `each`, or `every 3`."""
    return "each" if divisor == 1 else f"every {divisor}"


def counted(number: int) -> str:
    """Return a number that stands for things."""
    return "one" if number == 1 else str(number)
