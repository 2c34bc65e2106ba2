"""Say the parts of a sentence in English: cards, counts, places, moments, conditions, prices."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Seats
from stele.compiler.front.unparse import many, said_behind, times_text
from stele.compiler.language.english.words import (
    CITIES,
    ONE_CITY,
    ONE_OF,
    OWNERS,
    PERIODS,
    RIVALS,
    SUBJECTS,
    a,
    counted,
    each,
    plural,
    worth,
)
from stele.compiler.language.naming import Lexicon
from stele.compiler.language.numerals import roman


class EnglishPhrases:
    """Writes the parts of a sentence; the lexicon gives what declared things are called."""

    def __init__(self, lexicon: Lexicon, is_about_others: bool = False) -> None:
        self.lexicon = lexicon
        self.is_about_others = is_about_others  # who is `you` in it is told around it, and not the owner

    def about_others(self) -> EnglishPhrases:
        """Return what writes a sentence to `you` that becomes one about others."""
        return EnglishPhrases(self.lexicon, is_about_others=True)

    def low(self, name: Name) -> str:
        """Return what a declared thing is called, inside a sentence.

        An Age keeps its capital letter.
        """
        text = self.lexicon.name(name)
        return text if text.split(" ")[0] == "Age" else text[:1].lower() + text[1:]

    def marker(self, name: Name) -> str:
        """Return what a marker is called behind an article, which may belong to its name."""
        return f"{self.titled(name).removeprefix('The ')} marker"

    def titled(self, name: Name) -> str:
        """Return what a track, a marker or a face is called: by a name, like a title."""
        return self.lexicon.name(name)

    def quoted(self, action: Name) -> str:
        """Return the name of an action, as it stands in a list."""
        return f"“{self.lexicon.name(action)}”"

    def limit(self, limit: n.Once, sentence: n.Sentence) -> str:
        """Return how often it may happen."""
        if isinstance(sentence, n.Rebate):
            return "each turn" if limit.period is Period.TURN else f"once per {PERIODS[limit.period]}"
        if limit.per_neighbour:
            return f"{times_text(limit.times)} per turn for each neighbour"
        return f"{times_text(limit.times)} per {PERIODS[limit.period]}"

    def counted_in(self, where: n.Where | n.Place | None, who: n.Subject = Seats.YOU) -> str:
        """Return where something is counted: in one place, in several, or nothing; nothing else
        said, it is that of whom a condition is about.
        """
        if where is None or isinstance(where, n.Place):
            return self.place(where, who=who)
        return self.where(where, who=who)

    def test(self, test: n.Test) -> str:
        """Return one condition."""
        match test.fact:
            case n.AtLeast(number, n.Steps(track) as steps, bound=bound) if self.lexicon.owner(track) == "table":
                counted = f"{bound.value} {number} {self.countable(steps, number)}"
                return f"{self.opposite(test)}there {'is' if number == 1 else 'are'} {counted}"
            case n.AtLeast(number, what, where, _, n.Bound.LEAST, Seats.YOU as who):
                have = "have fewer than" if test.is_negated else "have at least"
                place = self.counted_in(where, who)
                return f"you {have} {number} {self.countable(what, number)}{place}"
            case n.AtLeast(number, what, where, _, bound, who):
                how = "no" if number == 0 and bound is n.Bound.MOST else f"{bound.value} {number}"
                place = self.counted_in(where, who)
                counted = self.countable(what, 2 if number == 0 else number)
                return f"{self.opposite(test)}{self.has(who)} {how} {counted}{place}"
            case n.Compared(is_more, what, where, than, who):
                place = self.counted_in(where, who)
                counted = f"{'more' if is_more else 'fewer'} {self.countable(what, 2)}{place}"
                return f"{self.opposite(test)}{self.has(who)} {counted} than {self.rival(than, who)}"
            case n.Foremost(is_most, is_alone, what, where, among, who):
                place = self.counted_in(where, who)
                counted = f"the {'most' if is_most else 'fewest'} {self.countable(what, 2)}{place}"
                group = " among you and your neighbours" if among is Seats.NEIGHBOURS else ""
                return f"{self.opposite(test)}{self.has(who)} {counted}{', alone' if is_alone else ''}{group}"
            case n.SoManyPlayers(number, bound):
                return f"{self.opposite(test)}there are {bound.value} {many(number, 'player')}"
            case n.AnyOf(tests):
                return f"{self.opposite(test)}{' or '.join(self.test(one) for one in tests)}"
            case n.InAge(age):
                return f"it is {'not ' if test.is_negated else ''}Age {roman(age)}"
            case n.HasMajority(side):
                shared = self.lexicon.shared()
                place = f"on your {side.value}" if shared is None else f"at the {self.low(shared)} on your {side.value}"
                return f"you {'do not ' if test.is_negated else ''}have the majority {place}"
            case n.InTurn(turn):
                return f"it is {'not ' if test.is_negated else ''}turn {turn} of the Age"
            case n.CardIs(cards, used):
                kind = listed([self.low(colour) for colour in cards.colours], "or")
                kind = kind if cards.age is None else f"of Age {roman(cards.age)}"
                return f"the card {'' if used is None else 'under this stage '}is {'not ' if test.is_negated else ''}{kind}"
            case n.MarkerIs(marker, face):
                shows = "does not show" if test.is_negated else "shows"
                return f"the {self.marker(marker)} {shows} {self.titled(face)}"
            case n.DoneThisTurn(deed, who):
                has = (
                    "nobody has" if who is Seats.ANYONE and test.is_negated else f"{self.opposite(test)}{self.has(who)}"
                )
                return f"{has} {self.done(deed)} this turn"
            case _:
                assert_never(test.fact)

    def done(self, deed: n.BuildsCard | n.BuildsStage | n.UsesCard) -> str:
        """Return what was done, behind `has`."""
        match deed:
            case n.BuildsCard(cards):
                return f"built {self.one_card(cards)}"
            case n.BuildsStage():
                return "built a stage"
            case n.UsesCard(cards, action):
                return f"used {self.one_card(cards)} for {self.quoted(action)}"
            case _:
                assert_never(deed)

    def opposite(self, test: n.Test) -> str:
        """Return what stands before a condition that must not hold."""
        return "it is not so that " if test.is_negated else ""

    def rival(self, than: Seats | n.RivalThing, who: n.Subject = Seats.YOU) -> str:
        """Return with whom, or with what else, something is compared."""
        if isinstance(than, Seats):
            return RIVALS.get(than) or SUBJECTS[than]
        place = self.counted_in(than.where, who)
        return f"{self.countable(than.what, 2)}{place}"

    def has(self, who: Seats) -> str:
        """Return who has something."""
        return "you have" if who is Seats.YOU else f"{RIVALS.get(who) or SUBJECTS[who]} has"

    def subject(self, who: n.Subject) -> str:
        """Return who does something, if it is not the owner."""
        match who:
            case n.SeatsWith(group, n.AtLeast(number, what, where, _, bound)):
                how = "no" if number == 0 and bound is n.Bound.MOST else f"{bound.value} {number}"
                counted = self.countable(what, 2 if number == 0 else number)
                return f"{SUBJECTS[group]} with {how} {counted}{self.their(where)}"
            case n.SeatsWith(group, n.Compared(is_more, what, where, than)):
                counted = f"{'more' if is_more else 'fewer'} {self.countable(what, 2)}{self.their(where)}"
                return f"{SUBJECTS[group]} with {counted} than {self.rival(than, group)}"
            case n.WhoHas(n.Foremost(is_most, is_alone, what, where, among)):
                counted = f"the {'most' if is_most else 'fewest'} {self.countable(what, 2)}{self.their(where)}"
                near = " among you and your neighbours" if among is Seats.NEIGHBOURS else ""
                return f"whoever {'alone ' if is_alone else ''}has {counted}{near}"
            case Seats():
                return SUBJECTS[who]
            case _:
                raise AssertionError(who)

    def does(self, who: n.Subject, verb: str) -> str:
        """Return subject and verb: `take`, `each other player takes`."""
        return verb if who is Seats.YOU else f"{self.subject(who)} {verb}s"

    def their(self, where: n.Where | n.Place | None) -> str:
        """Return ` in ...` for a place of the one who is spoken of."""
        if where is None or isinstance(where, n.Place):
            return self.counted_in(where)
        return self.where(where).replace(" your ", " their ") if isinstance(where, n.Zone) else self.where(where)

    def cards(self, cards: n.Which, number: int = 1) -> str:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return " ".join(
                    [self.noun(noun, number), *(self.kept(one, number) for one in said_behind(cards.filters))]
                )
            case n.Cards(colours, age):
                words = [] if age is None else [f"Age {roman(age)}"]
                words += [listed([self.low(colour) for colour in colours], "or")] if colours else []
                words += ["card" if number == 1 else "cards"]
                words += ["of that colour"] if cards.of_that_colour else []
                return " ".join([*words, *(self.kept(one, number) for one in said_behind(cards.filters))])
            case n.CardNamed(card):
                return f"“{self.lexicon.name(card)}”"
            case _:
                assert_never(cards)

    def one_card(self, cards: n.Which) -> str:
        """Return one of some cards, with its article."""
        if isinstance(cards, n.CardNamed):
            return self.cards(cards)
        for one in cards.filters:
            if isinstance(one, n.Outermost):
                return f"the {'newest' if one.is_newest else 'oldest'} {self.cards(cards)}"
        return a(self.cards(cards))

    def kept(self, kept: n.Filter, number: int) -> str:
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
                return f"with a {self.low(symbol)} symbol"
            case n.Coined():
                return f"with a coin on {'it' if number == 1 else 'them'}"
            case n.Lacked():
                return "with a symbol you lack"
            case n.Outermost():
                return ""  # it stands before the cards
            case _:
                assert_never(kept)

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
            case n.Cards() | n.NamedCards() | n.CardNamed():
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
            case n.Steps(track):
                return f"step{plural} on the track {self.titled(track)}"
            case n.AllCoins():
                return f"coin{plural}"
            case n.AllShields():
                return f"shield{plural}"
            case n.AgesBegun():
                return f"Age{plural} begun"
            case n.CoinsOn(cards):
                return f"coin{plural} on {'this card' if cards is None else self.cards(cards, 2)}"
            case n.Players():
                return f"player{plural}"
            case n.LinePoints(line):
                return f"point{plural}" + ("" if line is None else f" on the line {self.titled(line)}")
            case n.Produced(resource):
                return f"{'resource' + plural if resource is None else self.low(resource)} produced each turn"
            case n.Colours(of_ages):
                return f"different colour{plural} among the {'Age ' if of_ages else ''}cards"
            case n.CardsOfOneColour():
                return f"card{plural} of one colour of your choice"
            case _:
                assert_never(what)

    def per(self, per: n.Per | None, who: n.Subject = Seats.YOU) -> str:
        """Return ` for each ...`, or nothing."""
        if per is None:
            return ""
        if isinstance(per.what, n.Stages) and isinstance(per.place, n.TheyHave):
            return f" for {each(per.divisor)} stage{'' if per.divisor == 1 else 's'} they have built"
        place = self.held(per.what, per.place, who)
        less = "" if per.less is None else f", less {per.less}"
        return f"{less} for {each(per.divisor)} {self.countable(per.what, per.divisor)}{place}{self.most(per.most)}"

    def held(self, what: n.Countable, place: n.Place | n.TheyHave | n.YouHave | n.Here | None, who: n.Subject) -> str:
        """Return where something is counted; without a place, who has it."""
        match place, what:
            case None, n.AgesBegun() | n.Players():
                return ""
            case None, n.Steps(track) if self.lexicon.owner(track) == "table":
                return ""
            case None, n.Produced():
                return "" if who is Seats.YOU else " in their city"
            case None, n.AllCoins() | n.AllShields() if who is Seats.YOU:
                return " they have" if self.is_about_others else " you have"
            case None, _:
                return "" if who is Seats.YOU else " they have"
            case _:
                return self.place(place, who=who)

    def most(self, most: int | None) -> str:
        """Return how much it is at most."""
        return "" if most is None else f", but at most {most} in all"

    def unit(self, of: n.AllCoins | n.Tokens | n.AllPoints | n.Steps, number: int = 2) -> str:
        """Return what there is so much of."""
        match of:
            case n.AllCoins():
                return "coin" if abs(number) == 1 else "coins"
            case n.AllPoints():
                return "point" if abs(number) == 1 else "points"
            case n.Tokens():
                return self.token(of, number)
            case n.Steps():
                return self.countable(of, number)
            case _:
                assert_never(of)

    def varied(self, amount: n.ThatMany | n.HalfOf | n.Scale, who: n.Subject = Seats.YOU) -> str:
        """Return an amount that is no number, of what somebody has."""
        whose = "your" if who is Seats.YOU else "their"
        match amount:
            case n.ThatMany(of, most):
                return f"that many {self.unit(of)}{self.most(most)}"
            case n.HalfOf(of, is_up, most):
                return f"half of {whose} {self.unit(of)}, rounded {'up' if is_up else 'down'}{self.most(most)}"
            case n.Scale(of, numbers, steps, what, place):
                each = [
                    f"{number} {self.unit(of, number)} for {step}" for number, step in zip(numbers, steps, strict=True)
                ]
                return f"{listed(each, 'or')} {self.countable(what, steps[-1])}{self.held(what, place, who)}"
            case _:
                assert_never(amount)

    def place(
        self, place: n.Place | n.TheyHave | n.YouHave | n.Here | None, is_one: bool = False, who: n.Subject = Seats.YOU
    ) -> str:
        """Return ` in ...`, or nothing; `is_one` if one of the places is meant and not all. Nothing
        else said, it is that of who does something.
        """
        match place:
            case None:
                return ""
            case n.Place(parts):
                last = " or" if is_one else " and"
                places = [self.where(part, is_one, who) for part in parts]
                return places[0] if len(places) == 1 else ",".join(places[:-1]) + last + places[-1]
            case n.TheyHave():
                return " they have"
            case n.YouHave():
                return " you have"
            case n.Here():
                shared = self.lexicon.shared()
                return " here" if shared is None else f" at this {self.low(shared)}"
            case _:
                assert_never(place)

    def where(self, where: n.Where, is_one: bool = False, who: n.Subject = Seats.YOU) -> str:
        """Return ` in ...` for one part of a place; `is_one` if one of its cities is meant and not
        all.
        """
        match where:
            case n.Zone(name, of=Seats() as of):
                return f" in {self.zone_of(name, of, is_one)}"
            case n.Zone(name):
                match self.lexicon.owner(name):
                    case "neighbours":
                        return f" at {'one of ' if is_one else ''}your {plural(self.low(name))}"
                    case "table":
                        return f" in the {self.low(name)}"
                    case _:
                        return f" in {self.zone_from(name, who)}"
            case n.CitiesOf(seats):
                return " in " + (ONE_CITY.get(seats, CITIES[seats]) if is_one else CITIES[seats])
            case _:
                assert_never(where)

    def seat(self, who: Seats) -> str:
        """Return who is meant; who shares a place sits on the other side of it."""
        shared = self.lexicon.shared()
        return SUBJECTS[who] + ("" if who is not Seats.ACROSS or shared is None else f" of the {self.low(shared)}")

    def source(self, where: n.Where, who: n.Subject = Seats.YOU, is_one: bool = False) -> str:
        """Return where cards are taken from, or where they go; `is_one` if one of the places is
        meant and not all.
        """
        match where:
            case n.CitiesOf(seats):
                return ONE_CITY.get(seats, CITIES[seats]) if is_one else CITIES[seats]
            case n.Zone(name, of=Seats() as of):
                text = self.zone_of(name, of, is_one)
                return text if who is Seats.YOU or of is Seats.YOU else text.replace("your", "their")
            case n.Zone(name):
                return self.zone_from(name, who)
            case _:
                assert_never(where)

    def zone_from(self, zone: Name, who: n.Subject = Seats.YOU) -> str:
        """Return the zone of the table, or of who does something."""
        if self.lexicon.owner(zone) == "table":
            return f"the {self.low(zone)}"
        return f"{'your' if who is Seats.YOU else 'their'} {self.low(zone)}"

    def zone_of(self, zone: Name, of: Seats, is_one: bool) -> str:
        """Return the zone of those seats; `is_one` if that of one of them is meant."""
        if of is Seats.YOU:
            return f"{OWNERS if self.is_about_others else 'your '}{self.low(zone)}"
        owner = (ONE_OF if is_one else {}).get(of) or RIVALS.get(of) or SUBJECTS[of]
        return f"the {self.low(zone)} of {owner}"

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

    def gift(
        self, gift: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.It, who: n.Subject = Seats.YOU
    ) -> str:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return f"{many(number, 'coin')} from the bank"
            case n.Tokens():
                return self.tokens(gift)
            case n.ThatMany(n.AllCoins(), None):
                return "that many coins from the bank"
            case n.ThatMany() | n.Scale():
                return self.varied(gift, who)
            case n.HalfOf(of):
                return f"as many {self.unit(of)} as {self.varied(gift, who)}"
            case n.It():
                return "it"
            case _:
                assert_never(gift)

    def given(self, item: n.Coins | n.Tokens | n.Unused | n.PaidCards) -> str:
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
            case n.PaidCards(number, cards, source):
                some = self.one_card(cards) if number == 1 else f"{number} {self.cards(cards, number)}"
                return f"{some} from {self.source(source)}"
            case _:
                assert_never(item)

    def whom(self, whom: n.Subject) -> str:
        """Return for whom something stands."""
        if whom in (Seats.YOU, Seats.NEIGHBOURS):
            return "you" if whom is Seats.YOU else "your neighbours"
        return self.subject(whom)

    def built(self, what: n.Which | n.OfThem | n.UsedCard, source: n.Where | None) -> str:
        """Return what is built, and from where."""
        match what:
            case n.OfThem(number):
                return f"{counted(number)} of these cards"
            case n.UsedCard():
                return "the card used for this stage"
            case _:
                origin = "your hand" if source is None else self.source(source, is_one=True)
                return f"{self.one_card(what)} from {origin}"

    def chain(self, chain: n.ByChain | None) -> str:
        """Return ` by a chain ...`, or nothing."""
        if chain is None:
            return ""
        return " for free by a chain" + ("" if chain.where is None else f" from a card{self.where(chain.where, True)}")
