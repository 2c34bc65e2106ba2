"""Say a clause in English, as a rulebook would.

`gain 1 coin per brown card in city and neighbours` becomes
"Take 1 coin from the bank for each brown card in your city and in both neighbouring cities."
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from stele.compiler import nodes as n
from stele.compiler.nodes import Name, Period, Seats
from stele.compiler.wording import a, many

Names = Mapping[tuple[n.Role, str], str]


class English:
    """Writes sentences; `names` gives what declared things are called, by role and target."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        words = self.body(clause)
        return words[0].upper() + words[1:] + "."

    def body(self, clause: n.Clause) -> str:
        """Return a clause without its capital letter and full stop."""
        parts = []
        if clause.moment is not None:
            parts.append(self.moment(clause.moment))
        if clause.limit is not None:
            parts.append(self.limit(clause.limit))
        if clause.tests:
            parts.append("if " + " and ".join(self.test(test) for test in clause.tests))
        parts.append(self.sentence(clause.sentence))
        words = ", ".join(parts)
        return words if clause.then is None else f"{words}; then {self.body(clause.then)}"

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        parts = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    parts.append(many(number, "coin"))
                case n.Goods(number, resource):
                    parts.append(f"{number} {self.name(resource).lower()}")
                case n.Different(number, group):
                    parts.append(f"{number} different {self.name(group).lower()}")
                case _:
                    assert_never(part)
        return joined(parts, "and") if parts else "nothing"

    def name(self, name: Name) -> str:
        """Return what a declared thing is called."""
        return self.names.get((name.role, name.target or ""), name.text)

    def low(self, name: Name) -> str:
        """Return what a declared thing is called, inside a sentence."""
        return self.name(name).lower()

    # --- when -------------------------------------------------------------------------------------------------------

    def moment(self, moment: n.Moment) -> str:
        """Return when it happens."""
        match moment:
            case n.When(event):
                return self.event(event)
            case n.AtEdge(is_end, period):
                which = "the" if period is Period.GAME else "each"
                return f"at the {'end' if is_end else 'start'} of {which} {period.value}"
            case n.AtConflict():
                return "when conflicts are resolved"
            case n.BeforeChoosing():
                return "before cards are chosen"
            case n.AfterPlaying():
                return "after playing your card"
            case n.InsteadOf(token, in_conflict):
                place = " in a conflict" if in_conflict else ""
                return f"instead of you taking {a(self.token(token))}{place}"
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
                return "each time you build a structure by a chain"
            case n.BuysFromNeighbour():
                return "when you buy from a neighbour"
            case n.GainsToken(token):
                return f"each time you take {a(self.token(token))}"
            case n.GainsCoins():
                return "when you take coins from the bank"
            case n.UsesCard(cards, action):
                return f"when you use {a(self.cards(cards))} for this: {self.low(action)}"
            case _:
                assert_never(event)

    def limit(self, limit: n.Once) -> str:
        """Return how often it may happen."""
        return "once per neighbour and turn" if limit.per_neighbour else f"once per {limit.period.value}"

    def test(self, test: n.Test) -> str:
        """Return one condition."""
        match test.fact:
            case n.AtLeast(number, what, where):
                have = "have fewer than" if test.is_negated else "have at least"
                place = "" if where is None else f" in {self.where(where)}"
                return f"you {have} {number} {self.countable(what, number)}{place}"
            case n.InAge(age):
                return f"it is {'not ' if test.is_negated else ''}age {age}"
            case n.HasMajority(side):
                return f"you {'do not ' if test.is_negated else ''}have the majority on the {side.value}"
            case n.CardOfAge(age):
                return f"the card used is {'not ' if test.is_negated else ''}of age {age}"
            case _:
                assert_never(test.fact)

    # --- how many ---------------------------------------------------------------------------------------------------

    def cards(self, cards: n.Which, number: int = 1) -> str:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return noun.text
            case n.Cards(colours, age):
                words = [] if age is None else [f"age {age}"]
                words += [joined([self.low(colour) for colour in colours], "or")] if colours else []
                return " ".join([*words, "card" if number == 1 else "cards"])
            case _:
                assert_never(cards)

    def token(self, tokens: n.Tokens) -> str:
        """Return one token."""
        return f"{self.low(tokens.kind)} token" + ("" if tokens.worth is None else f" worth {tokens.worth}")

    def tokens(self, tokens: n.Tokens) -> str:
        """Return some tokens."""
        worth = "" if tokens.worth is None else f" worth {tokens.worth}"
        return f"{tokens.number} {self.low(tokens.kind)} token{'' if tokens.number == 1 else 's'}{worth}"

    def all_tokens(self, tokens: n.AllTokens) -> str:
        """Return every token of a kind."""
        worth = "" if tokens.worth is None else f" worth {tokens.worth}"
        return f"all {self.low(tokens.kind)} tokens{worth}"

    def countable(self, what: n.Countable, number: int = 1) -> str:
        """Return what is counted."""
        plural = "" if number == 1 else "s"
        match what:
            case n.Cards() | n.NamedCards():
                return self.cards(what, number)
            case n.Tokens():
                return f"{self.low(what.kind)} token{plural}" + ("" if what.worth is None else f" worth {what.worth}")
            case n.Symbols(kind):
                return f"{self.low(kind)} symbol{plural}"
            case n.SetOf(kinds):
                thing = "symbol" if kinds[0].role is n.Role.SYMBOL else "card"
                return f"set of one {joined([self.low(kind) for kind in kinds], 'and one')} {thing}"
            case n.SquareOf(symbols):
                return f"{self.low(symbols.kind)} symbol times the number of those symbols"
            case n.Stages():
                return f"built stage{plural}"
            case n.AllCoins():
                return f"coin{plural}"
            case n.AllShields():
                return f"shield{plural}"
            case n.AgesBegun():
                return "age that has begun"
            case n.Colours(of_ages):
                return "different colour of card" + (" that decks of an age have" if of_ages else "")
            case n.CardsOfOneColour():
                return "card of the one colour you have most of"
            case _:
                assert_never(what)

    def per(self, per: n.Per | None) -> str:
        """Return ` for each ...`, or nothing."""
        if per is None:
            return ""
        if isinstance(per.what, n.AllCoins):
            return f" for every {many(per.divisor, 'coin')} you have"
        every = "each" if per.divisor == 1 else f"every {per.divisor}"
        return f" for {every} {self.countable(per.what, per.divisor)}{self.place(per.place)}"

    def place(self, place: n.Place | n.TheyHave | n.Here | None, last: str = "and in") -> str:
        """Return ` in ...`, or nothing; `last` is `or in` where one thing is taken from one of the places."""
        match place:
            case None:
                return ""
            case n.Place(parts):
                return " in " + joined([self.where(part, last == "or in") for part in parts], last)
            case n.TheyHave():
                return " they have"
            case n.Here():
                return " that lies here"
            case _:
                assert_never(place)

    def where(self, where: n.Where, is_one: bool = False) -> str:
        """Return one part of a place; `is_one` if one of its cities is meant and not all."""
        match where:
            case n.Zone(name):
                return f"your {self.low(name)}"
            case n.CitiesOf(seats):
                return ONE_CITY.get(seats, CITIES[seats]) if is_one else CITIES[seats]
            case _:
                assert_never(where)

    # --- what -------------------------------------------------------------------------------------------------------

    def goods(self, goods: n.Some | n.OneOf | n.SomeThat) -> str:
        """Return what is produced."""
        match goods:
            case n.Some(number, resource):
                return f"{number} {self.low(resource)} each turn"
            case n.OneOf(resources):
                listed = joined([f"1 {self.low(resource)}" for resource in resources], "or")
                return f"{listed} each turn, as you choose"
            case n.SomeThat(number, colours, board, is_negated):
                makers = [f"{self.low(colour)} cards" for colour in colours] + (["board"] if board else [])
                verb = "do not produce" if is_negated else "produce"
                return f"{many(number, 'resource')} each turn that your {joined(makers, 'or')} {verb}"
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
                return f"{many(number, 'resource')} of your own that you did not use"
            case n.Unused(number, resource):
                assert resource is not None
                return f"{number} {self.low(resource)} of your own that you did not use"
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
                sale = "" if for_sale else "; neighbours cannot buy it"
                return f"your city produces {self.goods(goods)}{sale}"
            case n.Buy(group, seller, price):
                wares = "resources" if group is None else self.low(group)
                return f"you may buy {wares} from {SELLERS[seller]} for {many(price, 'coin')} each"
            case n.Rebate(side, less):
                return f"the first resource you buy from your {side.value} neighbour costs {many(less, 'coin')} less"
            case n.Gain(who, gift, per):
                return f"{subject(who, 'take')} {self.gift(gift)}{self.per(per)}"
            case n.Lose(who, loss, per):
                given = self.all_tokens(loss) if isinstance(loss, n.AllTokens) else self.given(loss)
                return f"{subject(who, 'lose')} {given}{self.per(per)}"
            case n.Score(who, points, per):
                amount = "that many points" if isinstance(points, n.ThatMany) else many(points, "point")
                return f"{subject(who, 'score')} {amount} at the end of the game{self.per(per)}"
            case n.ScoreLess(points, less, per):
                return f"score {many(points, 'point')} at the end of the game, less {less}{self.per(per)}"
            case n.Shields(number, against, per):
                opponent = "" if against is None else f", only against {SUBJECTS[against]}"
                return f"your city has {many(number, 'shield')} more{self.per(per)}{opponent}"
            case n.Science(symbols):
                if len(symbols) == 1:
                    return f"your city has {a(self.low(symbols[0]))} symbol"
                listed = joined([self.low(symbol) for symbol in symbols], "or")
                return f"your city has one symbol more, {listed}, chosen at the end of the game"
            case n.CopiedScience(cards, place):
                where = f"{a(self.cards(cards))}{self.place(place, 'or in')}"
                return f"at the end of the game your city has the symbol of {where}; each card is copied once"
            case n.ScienceOf(is_most):
                return f"your city has one more of the symbol it has {'most' if is_most else 'least'} of"
            case n.Convert(number):
                return f"at the end of the game up to {many(number, 'symbol')} of yours may become others"
            case n.CostChange(what, change, action, for_neighbours):
                things = "stages" if isinstance(what, n.Stages) else self.cards(what, 2)
                whose = "your neighbours" if for_neighbours else "you"
                use = "" if action is None else f", if used to {action.text}"
                if isinstance(change, n.Nothing):
                    return f"{things} cost {whose} no {'coins' if change.is_coins else 'resources'}{use}"
                unit = "coin" if change.is_coins else "resource"
                return f"{things} cost {whose} {many(change.number, unit)} less{use}"
            case n.AlsoCount(cards, zone):
                return f"your {self.cards(cards, 2)} count your own {self.low(zone)} too"
            case n.Double(is_coins, cards):
                return f"{'coins' if is_coins else 'points'} from your {self.cards(cards, 2)} count double"
            case n.MoreCards(number, zone):
                return f"you count as having {many(number, 'more card')} at each {self.low(zone)}"
            case n.AnyOrder():
                return "the stages may be built in any order"
            case n.Build(who, what, source, chain, price):
                verb = "you may build" if who is Seats.YOU else subject(who, "build")
                return f"{verb} {self.built(what, source)}{self.chain(chain)}{self.price(price)}"
            case n.PlayLast(of):
                if of is Seats.YOU:
                    return "you may play the last card of each age instead of discarding it"
                further = "who may play it too is passed over for the next one along"
                return f"you may play the last card of {SUBJECTS[of]} at the end of each age; {further}"
            case n.Play(n.OfThem(number), _, price):
                return f"you may play {number} of them{self.price(price)}"
            case n.Play(cards, source, price):
                assert source is not None
                assert not isinstance(cards, n.OfThem)
                return f"you may play {a(self.cards(cards))} from your {self.low(source)}{self.price(price)}"
            case n.Copy(cards, stage, place):
                first = "" if stage is None else f"stage {stage} or "
                return f"copy {first}{a(self.cards(cards))}{self.place(place, 'or in')}"
            case n.CopyBoard():
                return "your board is the same as your partner's"
            case n.Exchange(must, _, price, result):
                given = joined([self.given(item) for item in price], "and")
                return f"{'you must' if must else 'you may'} give {given}: {self.sentence(result)}"
            case n.SitOut():
                return "you take no part"
            case n.Draw(number, noun, into, result):
                drawn = f"draw {number} {noun.text} that are not used in this game"
                if into is not None:
                    return f"{drawn} into your {self.low(into)}"
                return drawn if result is None else f"{drawn}; {self.sentence(result)}"
            case n.Roll(result):
                return f"roll a die; {self.sentence(result)}"
            case n.TakeSeat():
                return "you may move to another place at the table"
            case n.LeaveTable():
                return "your city leaves the table"
            case n.ReturnToTable():
                return "your city returns to the table"
            case n.SwapHands():
                return "you may swap hands with another player"
            case n.SwapCards(cards, equal_cost):
                equal = " of equal printed cost" if equal_cost else ""
                return f"you may swap {a(self.cards(cards))}{equal} with another player"
            case n.ReplaceBoard(number, drawn, either_side):
                face = "on the side you choose" if either_side else "on the same side"
                return f"replace your board with {number} of {drawn} boards that are not used in this game, {face}"
            case n.DiscardTokens(who, tokens):
                return f"{subject(who, 'return')} {self.tokens(tokens)}"
            case n.DiscardCard(who, cards, source):
                return f"{subject(who, 'discard')} {a(self.cards(cards))} from their {self.low(source)}"
            case n.Oblige(who, action, source):
                obliged = "you" if who is Seats.YOU else SUBJECTS[who]
                turn = f"the next time cards are played from the {self.low(source)}"
                return f"{turn}, {obliged} must do this with one of them: {self.low(action)}"
            case n.Reveal(unless):
                exception = f", unless it is {joined([self.low(name) for name in unless], 'or')}" if unless else ""
                return f"you may turn up the card under this stage and have its effect{exception}"
            case n.Put(number, cards, place):
                coins = many(number, "coin")
                return f"you may put {coins} on {a(self.cards(cards))}{self.place(place)}; it scores 1 point more"
            case _:
                assert_never(sentence)

    def built(self, what: n.Which | n.OfThem | n.UsedCard, source: Name | None) -> str:
        """Return what is built, and from where."""
        match what:
            case n.OfThem(number):
                return f"{number} of them"
            case n.UsedCard():
                return "the card under this stage"
            case _:
                origin = "your hand" if source is None else f"the {self.low(source)}"
                return f"{a(self.cards(what))} from {origin}"

    def chain(self, chain: n.ByChain | None) -> str:
        """Return ` by a chain ...`, or nothing."""
        if chain is None:
            return ""
        return " by a chain" + ("" if chain.where is None else f" from {self.where(chain.where)}")


CITIES = {
    Seats.YOU: "your city",
    Seats.LEFT: "your left neighbour's city",
    Seats.RIGHT: "your right neighbour's city",
    Seats.ACROSS: "the city on the other side",
    Seats.NEIGHBOURS: "both neighbouring cities",
    Seats.OTHERS: "all other cities",
    Seats.EVERYONE: "all cities",
    Seats.PARTNER: "your partner's city",
    Seats.VICTOR: "the victor's city",
    Seats.ANYONE: "any city",
    Seats.BANK: "the bank",
}
ONE_CITY = {Seats.NEIGHBOURS: "a neighbouring city", Seats.OTHERS: "another city", Seats.EVERYONE: "any city"}
SELLERS = {
    Seats.LEFT: "your left neighbour",
    Seats.RIGHT: "your right neighbour",
    Seats.NEIGHBOURS: "both neighbours",
    Seats.BANK: "the bank",
    Seats.ANYONE: "any player",
}
SUBJECTS = {
    Seats.LEFT: "your left neighbour",
    Seats.RIGHT: "your right neighbour",
    Seats.ACROSS: "the player on the other side",
    Seats.NEIGHBOURS: "both neighbours",
    Seats.OTHERS: "all other players",
    Seats.EVERYONE: "every player",
    Seats.PARTNER: "your partner",
    Seats.VICTOR: "the victor",
    Seats.ANYONE: "any player",
    Seats.BANK: "the bank",
}


def subject(who: Seats, verb: str) -> str:
    """Return subject and verb: `take`, `all other players take`, `every player takes`."""
    if who is Seats.YOU:
        return verb
    return f"{SUBJECTS[who]} {verb}" + ("" if who in (Seats.OTHERS, Seats.NEIGHBOURS) else "s")


def joined(words: list[str], last: str) -> str:
    """Return words as a list in a sentence."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]
