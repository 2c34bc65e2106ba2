"""What is read of a table wherever a sentence may stand: who is meant, what somebody has, whether a
condition holds.

Written from what clauses mean, not from how they are lowered. `Scene` is what a sentence is about
while it is carried out: who is `you`, who are `they`, how many were done before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.walk import nodes
from tests.reference_city import City, Held, Unknown
from tests.reference_score import points_now
from tests.reference_table import Book, Table, id_of, present

CHOSEN = (Seats.A_NEIGHBOUR, Seats.A_PLAYER, Seats.ANOTHER_PLAYER)
# Kinds of what stands: an effect reads lower ones as they have become (rule 32 of what clauses
# mean).
KINDS: dict[type, int] = {
    n.CountAs: 0,
    n.CountMore: 0,
    n.CopiedScience: 1,
    n.ScienceOf: 1,
    n.Science: 1,
    n.Produce: 2,
    n.ProduceMore: 2,
    n.Shields: 3,
    n.CostChange: 4,
    n.Buy: 4,
    n.Rebate: 4,
    n.AnyOrder: 4,
    n.PlayLast: 4,
    n.Right: 4,
    n.Ban: 4,
    n.Toll: 4,
    n.MoreCards: 5,
    n.AlsoCount: 6,
    n.Double: 6,
    n.Worth: 6,
    n.Score: 7,
}
SYMBOLS, PRODUCTION, STRENGTH = 1, 2, 3  # kinds that are counted


@dataclass
class Scene:
    """What a sentence is about."""

    me: int  # `you`
    they: int = -1  # whose event it is, or who was chosen
    many: int = 0  # how many were done before, or what an event is about
    what: str = ""  # the card or token of an event
    other: int = -1  # against whom a conflict went
    is_beaten: bool = False  # whether `they` lost it
    owner: int = -1  # whose sentence it is where others decide for themselves
    line: str = ""
    rank: int = 0
    item: str = ""  # the card on which it stands

    @property
    def whose(self) -> int:
        """Return whose sentence it is."""
        return self.me if self.owner < 0 else self.owner


class Reading(Table):
    """A table on which any sentence can be read."""

    kind: int | None = None  # of the standing effect for which something is read now
    spoken_by = 0  # whose sentence is read

    def __init__(self, book: Book, sides: Sequence[tuple[str, str]]) -> None:
        super().__init__(book, sides)
        # what a seat had the last time
        self.memo: dict[int, tuple[tuple[object, ...], list[Held]]] = {}

    def frozen(self) -> Reading:
        """Return the table as it is now, whatever happens to it later."""
        copy = object.__new__(Reading)
        copy.__dict__.update(self.__dict__)
        copy.memo = dict(self.memo)
        copy.cities = [
            replace(
                city,
                zones={id: list(cards) for id, cards in city.zones.items()},
                tokens=Counter(city.tokens),
                built=list(city.built),
                done=list(city.done),
                copies=list(city.copies),
                shown=list(city.shown),
                had=list(city.had),
                due=list(city.due),
                kept=Counter(city.kept),
                used=Counter(city.used),
                coined=list(city.coined),
                heaps=dict(city.heaps),
                asked_next=set(city.asked_next),
            )
            for city in self.cities
        ]
        copy.positions = self.positions.frozen()
        copy.decks = {id: list(cards) for id, cards in self.decks.items()}
        zones = {zone.id: zone for zone in self.book.zones.values()}
        copy.zones = {
            id: copy.decks[id_of(deck)] if (deck := zones[id].deck) else list(cards) for id, cards in self.zones.items()
        }
        return copy

    # --- who is meant -----------------------------------------------------------------------------

    def whom(self, scene: Scene, who: object) -> list[int]:
        """Return the seats that are meant in a scene, in the order of their numbers."""
        match who:
            case n.SeatsWith(group, fact):
                among = self.whom(scene, group)
                return self.in_order(seat for seat in among if self.is_so(scene, fact, seat))
            case n.WhoHas(fact):
                among = self.among(scene.me, fact.among)
                return self.in_order(seat for seat in among if self.is_so(scene, fact, seat))
            case Seats.THEY | Seats.A_NEIGHBOUR | Seats.A_PLAYER | Seats.ANOTHER_PLAYER:
                return [scene.they]
            case Seats.VICTOR:
                return [scene.other if scene.is_beaten else scene.they]
            case Seats.LOSER:
                return [scene.they if scene.is_beaten else scene.other]
            case Seats.PARTNER:
                return present(self.partner(scene.me))
            case Seats.EACH_NEIGHBOUR:
                return self.near(scene.me)
            case Seats.NEIGHBOURS:
                return self.near(scene.me)
            case Seats.EACH_OTHER_PLAYER:
                return self.seats_of(scene.me, Seats.OTHERS)
            case Seats.OTHERS | Seats.EVERYONE:
                return self.in_order(self.seats_of(scene.me, who))
            case Seats():
                return self.seats_of(scene.me, who)
        raise Unknown(f"who {who} is")

    def in_order(self, seats: Iterable[int]) -> list[int]:
        """Return seats by their numbers, from the first player on."""
        return sorted(seats, key=lambda seat: (seat - self.first) % len(self.cities))

    def near(self, seat: int) -> list[int]:
        """Return the neighbours of a seat, each once."""
        return list(dict.fromkeys(present(self.left(seat), self.right(seat))))

    def among(self, seat: int, who: Seats | None) -> list[int]:
        """Return among whom somebody has most: with neighbours the seat itself is meant too, with
        others it is not.
        """
        found = sorted(self.seats_of(seat, Seats.OTHERS if who is Seats.OTHERS else Seats.EVERYONE))
        if who in (Seats.NEIGHBOURS, Seats.LEFT, Seats.RIGHT):
            found = [seat, *self.whom(Scene(seat), who)]
        return [one for one in found if one in self.players]

    def chosen_among(self, seat: int, who: Seats, is_other: bool = False) -> list[int]:
        """Return among whom somebody is chosen; behind from, to and with nobody chooses itself."""
        if who is Seats.A_NEIGHBOUR:
            found = self.near(seat)
        elif who is Seats.A_PLAYER and not is_other:
            found = sorted(self.seats_of(seat, Seats.EVERYONE))
        else:
            found = sorted(self.seats_of(seat, Seats.OTHERS))
        return [one for one in found if one in self.players]

    # --- conditions -------------------------------------------------------------------------------

    def holds(self, scene: Scene, tests: Sequence[n.Test]) -> bool:
        """Tell whether all conditions are true."""
        return all(self.is_true(scene, test) for test in tests)

    def is_true(self, scene: Scene, test: n.Test) -> bool:
        """Tell whether one condition is true."""
        return self.fact(scene, test.fact) is not test.is_negated

    def fact(self, scene: Scene, fact: n.Fact) -> bool:
        """Tell whether something is so."""
        match fact:
            case n.AnyOf(tests):
                return any(self.is_true(scene, test) for test in tests)
            case n.InAge(age):
                return self.age == age
            case n.InTurn(turn):
                return self.turn + 1 == turn
            case n.CardIs(cards):
                return bool(scene.what) and self.fits_for(scene.they, scene.what, cards)
            case n.SoManyPlayers(number, bound):
                return within(len(self.players), bound, number)
            case n.MarkerIs(marker, face):
                return self.positions.face(scene.me, marker) == face.text
            case n.AtLeast() | n.Compared() | n.Foremost():
                return self.is_of_holder(scene, fact)
            case n.DoneThisTurn(deed, who):
                return self.has_done(scene, deed, who)
        raise Unknown(f"condition {type(fact).__name__}")

    def has_done(self, scene: Scene, deed: n.BuildsCard | n.BuildsStage | n.UsesCard, who: Seats) -> bool:
        """Tell whether a seat, or each or any of several, has done something this turn."""

        def did(seat: int) -> bool:
            match deed:
                case n.BuildsCard(cards):
                    return any(what == "build" and self.book.fits(card, cards) for what, card, _ in city(seat).done)
                case n.BuildsStage():
                    return any(what == "stage" for what, _, _ in city(seat).done)
                case n.UsesCard(cards, action):
                    used = [card for what, card, to in city(seat).done if what == "use" and to == id_of(action)]
                    return any(self.book.fits(card, cards) for card in used)

        def city(seat: int) -> City:
            return self.cities[seat]

        if who in (Seats.EACH_NEIGHBOUR, Seats.EACH_OTHER_PLAYER, Seats.PARTNER):
            return all(did(seat) for seat in self.rivals(scene, who))
        if who in (Seats.A_NEIGHBOUR, Seats.ANOTHER_PLAYER, Seats.ANYONE):
            return any(did(seat) for seat in self.rivals(scene, who))
        return all(did(seat) for seat in self.whom(scene, who) if seat >= 0)

    def is_of_holder(self, scene: Scene, fact: n.AtLeast | n.Compared | n.Foremost) -> bool:
        """Tell whether a condition is true of who it is about: of each of them, or of any."""
        match fact.who:
            case Seats.EACH_NEIGHBOUR | Seats.EACH_OTHER_PLAYER | Seats.PARTNER:
                return all(self.is_so(scene, fact, seat) for seat in self.rivals(scene, fact.who))
            case Seats.A_NEIGHBOUR | Seats.ANOTHER_PLAYER | Seats.ANYONE | Seats.A_PLAYER:
                return any(self.is_so(scene, fact, seat) for seat in self.rivals(scene, fact.who))
        return all(self.is_so(scene, fact, seat) for seat in self.whom(scene, fact.who) or [-1])

    def rivals(self, scene: Scene, who: Seats) -> list[int]:
        """Return those who are compared; a guest is not."""
        match who:
            case Seats.A_NEIGHBOUR | Seats.EACH_NEIGHBOUR:
                found = self.near(scene.me)
            case Seats.ANOTHER_PLAYER | Seats.EACH_OTHER_PLAYER:
                found = sorted(self.seats_of(scene.me, Seats.OTHERS))
            case Seats.ANYONE | Seats.A_PLAYER:
                found = sorted(self.seats_of(scene.me, Seats.EVERYONE))
            case _:
                found = self.whom(scene, who)
        return [seat for seat in found if seat in self.players]

    def is_so(self, scene: Scene, fact: n.AtLeast | n.Compared | n.Foremost, seat: int) -> bool:
        """Tell whether something is so of a seat."""
        own = self.had_by(scene, seat, fact.what, fact.where)
        match fact:
            case n.AtLeast(number, bound=bound):
                return within(own, bound, number)
            case n.Compared(is_more, than=n.RivalThing(what, where)):
                other = self.had_by(scene, seat, what, where)
                return own > other if is_more else own < other
            case n.Compared(is_more, what, where, than):
                assert isinstance(than, Seats)
                theirs = [self.had_by(scene, other, what, where) for other in self.compared(scene, than, seat)]
                found = [own > other if is_more else own < other for other in theirs]
                is_any = than in (Seats.A_NEIGHBOUR, Seats.ANOTHER_PLAYER, Seats.ANYONE, Seats.A_PLAYER)
                return any(found) if is_any else all(found)
            case n.Foremost(is_most, is_alone, what, where, among):
                others = self.rivals_of(seat) if among is None else self.among(scene.me, among)
                theirs = [self.had_by(scene, other, what, where) for other in others if other != seat]
                if is_most and own <= 0:
                    return False
                if is_alone:
                    return all(own > other if is_most else own < other for other in theirs)
                return all(own >= other if is_most else own <= other for other in theirs)

    def rivals_of(self, seat: int) -> list[int]:
        """Return all others that take part in comparisons."""
        return [other for other in self.seats_of(seat, Seats.OTHERS) if other in self.players]

    def compared(self, scene: Scene, than: Seats, seat: int) -> list[int]:
        """Return with whom a seat is compared: `you` is whose sentence it is, neighbours are those
        of the seat.
        """
        match than:
            case Seats.YOU | Seats.LEFT | Seats.RIGHT | Seats.THEY:
                return self.whom(scene, than)
        return self.rivals(replace(scene, me=seat), than)

    def had_by(self, scene: Scene, seat: int, what: n.Countable, where: n.Where | n.Place | None) -> int:
        """Return how many of something a seat has: in its city, or where it is said."""
        self.spoken_by = scene.whose
        match where:
            case n.Place(parts):
                return self.counted_at(scene, what, self.spots(scene, parts, scene.me))
            case None:
                return self.count(seat, what)
            case n.Zone(name, of=None) if id_of(name) not in self.zones:
                return self.counted_at(scene, what, [(seat, id_of(name))])
        return self.counted_at(scene, what, self.spots(scene, (where,), scene.me))

    # --- counting ---------------------------------------------------------------------------------

    def amount(self, scene: Scene, number: int, per: n.Per | None, victim: int, is_free: bool = False) -> int:
        """Return how much a number comes to; `is_free` if it may be below zero."""
        if per is None:
            return number
        times = self.times(scene, per.what, per.place, victim) // per.divisor
        times = max(0, times) if isinstance(per.what, n.LinePoints) else times
        if per.less is not None:
            found = number - per.less * times
            found = found if is_free else max(0, found)
        else:
            found = number * times
        if per.most is None:
            return found
        return min(found, per.most) if per.most >= 0 else max(found, per.most)

    def times(
        self, scene: Scene, what: n.Countable, place: n.Place | n.TheyHave | n.YouHave | n.Here | None, victim: int
    ) -> int:
        """Return how many of something there are."""
        self.spoken_by = scene.whose
        match place:
            case None:
                return self.count(scene.me if victim < 0 else victim, what)
            case n.YouHave():
                return self.count(scene.whose, what)
            case n.TheyHave():
                return self.count(victim, what)
            case n.Place(parts):
                whose = scene.me if victim < 0 else victim
                return self.counted_at(scene, what, self.spots(scene, parts, scene.me, whose))
        raise Unknown("here")

    def spots(self, scene: Scene, parts: Sequence[n.Where], me: int, whose: int = -1) -> list[tuple[int, str]]:
        """Return the places that are meant, each once: a seat, or -1 for the table, and a zone. A
        zone by itself is that of whom the sentence is about.
        """
        found: list[tuple[int, str]] = []
        for part in parts:
            match part:
                case n.CitiesOf(seats):
                    found += [(seat, self.book.city) for seat in self.whom(replace(scene, me=me), seats)]
                case n.Zone(name) if id_of(name) in self.zones:
                    found.append((-1, id_of(name)))
                case n.Zone(name, of=None):
                    found.append((me if whose < 0 else whose, id_of(name)))
                case n.Zone(name, of=Seats.YOU):
                    found.append((scene.whose, id_of(name)))
                case n.Zone(name, of=of):
                    found += [(seat, id_of(name)) for seat in self.whom(replace(scene, me=me), of)]
        return list(dict.fromkeys(found))

    def lying_at(self, spot: tuple[int, str]) -> list[str]:
        """Return the cards of a place."""
        seat, zone = spot
        return self.zones[zone] if seat < 0 else self.cities[seat].zones[zone]

    def counted_at(self, scene: Scene, what: n.Countable, spots: Sequence[tuple[int, str]]) -> int:
        """Return how many of something lie in several places, sets and the like taken together."""
        if isinstance(what, (n.SetOf, n.SquareOf, n.Colours, n.CardsOfOneColour)):
            colours, symbols = Counter[str](), Counter[str]()
            for spot in spots:
                if spot[1] == self.book.city:
                    colours += self.colours(spot[0])
                    symbols += self.symbols(spot[0])
                else:
                    colours += Counter(map(self.book.colour, self.lying_at(spot)))
            return self.made_of(what, colours, symbols)
        return sum(self.count_in(what, spot) for spot in spots)

    def count_in(self, what: n.Countable, spot: tuple[int, str]) -> int:
        """Return how many of something there are at one place."""
        if spot[1] == self.book.city and spot[0] >= 0:
            return self.count(spot[0], what)
        assert isinstance(what, (n.Cards, n.NamedCards, n.CardNamed))
        return len(self.told(spot, what, self.spoken_by))

    def told(self, spot: tuple[int, str], which: n.Which, whose: int) -> list[str]:
        """Return the cards of a place that are meant, also by what has become of them."""
        found = [card for card in self.lying_at(spot) if self.book.fits(card, which)]
        for kept in () if isinstance(which, n.CardNamed) else which.filters:
            match kept:
                case n.Coined():
                    is_city = spot[0] >= 0 and spot[1] == self.book.city
                    found = [card for card in found if is_city and card in self.cities[spot[0]].coined]
                case n.Lacked():
                    had = self.symbols(whose)
                    found = [card for card in found if any(not had[symbol] for symbol in self.book.shown(card))]
                case n.Outermost(is_newest):
                    found = found[-1:] if is_newest else found[:1]
        return found

    def made_of(self, what: n.Countable, colours: Counter[str], symbols: Counter[str]) -> int:
        """Return how many sets, squares or colours something makes."""
        match what:
            case n.SetOf(kinds):
                counted = symbols if kinds[0].role is n.Role.SYMBOL else colours
                return min(counted[id_of(kind)] for kind in kinds)
            case n.SquareOf(n.Symbols(kind)):
                return symbols[id_of(kind)] ** 2
            case n.Colours(of_ages):
                listed = self.colours_of_ages() if of_ages else list(self.book.colours)
                return sum(colours[colour] > 0 for colour in listed)
            case n.CardsOfOneColour():
                return max([0, *(colours[colour] for colour in self.book.colours)])
        raise Unknown(type(what).__name__)

    def colours_of_ages(self) -> list[str]:
        """Return the colours of cards that decks of an age have."""
        aged = [card for card in self.book.cards.values() if self.book.decks[id_of(card.deck)].age is not None]
        return list({id_of(card.colour): 1 for card in aged if card.colour is not None})

    def colours(self, seat: int) -> Counter[str]:
        """Return how many cards of each colour a city has, as they count."""
        printed = Counter(map(self.book.colour, self.cards(seat)))
        found = Counter(printed)
        for held in self.standing(seat, n.CountAs):
            change = held.clause.sentence
            assert isinstance(change, n.CountAs)
            (to,) = self.meant_colours(change.as_what)
            for colour in self.meant_colours(change.what):
                if colour != to:
                    found[to] += printed[colour]
                    found[colour] -= 0 if change.is_also else printed[colour]
        for held in self.standing(seat, n.CountMore):
            match held.clause.sentence:
                case n.CountMore(number, (n.Cards() | n.NamedCards()) as which) if is_one_colour(which):
                    found[self.meant_colours(which)[0]] += number
        return found

    def meant_colours(self, which: n.Which) -> list[str]:
        """Return the colours that are meant; without any all of them."""
        match which:
            case n.NamedCards(noun):
                return [self.book.nouns[id_of(noun)]]
            case n.Cards(colours):
                return [id_of(colour) for colour in colours] or list(self.book.colours)
        raise Unknown("the colours of a card by its name")

    def fits_for(self, seat: int, card: str, which: n.Which) -> bool:
        """Tell whether a card is one of those that are meant, as it counts for a seat."""
        return self.book.fits(card, which)

    def count(self, seat: int, what: n.Countable, is_own: bool = True) -> int:
        """Return how many of something a seat has."""
        if seat < 0:
            return 0
        city = self.cities[seat]
        more = sum(
            held.clause.sentence.number
            for held in self.standing(seat, n.CountMore)
            if isinstance(held.clause.sentence, n.CountMore) and held.clause.sentence.what == what
        )
        match what:
            case n.Cards() | n.NamedCards() if is_by_colour(what):
                colours = self.colours(seat)
                return sum(colours[colour] for colour in self.meant_colours(what)) + (
                    0 if is_one_colour(what) else more
                )
            case n.Cards() | n.NamedCards() | n.CardNamed():
                return len(self.told((seat, self.book.city), what, self.spoken_by)) + more
            case n.Tokens():
                return sum(city.tokens[kind] for kind in self.book.kinds(what)) + more
            case n.Stages():
                return city.stages + more
            case n.Steps(track):
                return self.positions.step(seat, track)
            case n.AllCoins():
                return city.coins + more
            case n.AgesBegun():
                return self.age
            case n.CoinsOn(cards) if cards is not None:
                coined = [card for card in city.coined if self.book.fits(card, cards)]
                return sum(city.heaps.get(card, 1) for card in coined)
            case n.CoinsOn():
                raise Unknown("coins on this card")
            case n.Players():
                return len(self.players)
            case n.LinePoints(line):
                is_printed = self.kind is not None and self.kind < KINDS[n.Worth]
                return points_now(self, seat, "" if line is None else id_of(line), is_printed)
            case n.Symbols(kind):
                return self.symbols(seat)[id_of(kind)]
            case n.AllShields():
                return self.shields(seat) + more
            case n.Produced(resource):
                return self.units_made(seat, None if resource is None else id_of(resource))
            case n.SetOf() | n.SquareOf() | n.Colours() | n.CardsOfOneColour():
                return self.made_of(what, self.colours(seat), self.symbols(seat))
        raise Unknown(type(what).__name__)

    # --- what stands ------------------------------------------------------------------------------

    def held(self, seat: int) -> list[Held]:
        """Return every clause that a seat has in play: what stands only as far as its conditions
        hold.
        """
        return [
            held for held in self.held_apart(seat) if self.is_in_force(seat, held) and not begins_later(held.clause)
        ]

    def held_apart(self, seat: int) -> list[Held]:
        """Return the clauses that a seat has in play, with what stands because of an act."""
        city = self.cities[seat]
        lying = (city.board, city.side, *city.built, *self.cards(seat), *city.copies, *city.shown)
        known = self.memo.get(seat)
        if known is None or known[0] != lying:
            known = self.memo[seat] = lying, super().held_apart(seat)
        found = list(known[1])
        for number, had in enumerate(city.had):
            if had.lasting != "next":
                found.append(Held(("had", number, 0), had.clause, had.line, 0))
        return found

    def is_in_force(self, seat: int, held: Held) -> bool:
        """Tell whether a clause counts now; conditions of acts are tested when they happen."""
        clause = held.clause
        if not clause.tests or not stands(clause):
            return True
        with self.reading_for(KINDS[type(clause.sentence)]):
            return self.holds(Scene(seat), clause.tests)

    @contextmanager
    def reading_for(self, kind: int) -> Iterator[None]:
        """Let something be read for a standing effect of a kind."""
        before, self.kind = self.kind, kind
        yield
        self.kind = before

    def standing(self, seat: int, kind: type) -> list[Held]:
        """Return what stands of one kind of sentence for a seat, as far as it is read now: lower
        kinds in full, the own one without what reads it, higher ones only as they are printed.
        """
        of_kind = KINDS[kind]
        found = [held for held in self.held_apart(seat) if isinstance(held.clause.sentence, kind)]
        found = [held for held in found if stands(held.clause)]
        if self.kind is not None and self.kind < of_kind:
            return [held for held in found if is_constant(held.clause)]
        if self.kind == of_kind:
            found = [held for held in found if all(read < of_kind for read in kinds_read(held.clause))]
        return [held for held in found if self.is_in_force(seat, held)]

    def symbols(self, seat: int) -> Counter[str]:
        """Return the symbols of a seat that are fixed."""
        found: Counter[str] = Counter()
        for held in self.standing(seat, n.Science):
            match held.clause.sentence:
                case n.Science((symbol,)):
                    found[id_of(symbol)] += 1
        for held in self.standing(seat, n.CountMore):
            match held.clause.sentence:
                case n.CountMore(number, n.Symbols(symbol)):
                    found[id_of(symbol)] += number
        return found

    def shields(self, seat: int, side: Seats | None = None) -> int:
        """Return the shields of a seat: those against everybody, or all against one side."""
        found = 0
        for held in self.standing(seat, n.Shields):
            match held.clause.sentence:
                case n.Shields(number, against, per):
                    if against is None or (side is not None and against in (side, Seats.NEIGHBOURS)):
                        with self.reading_for(STRENGTH):
                            found += self.amount(Scene(seat), number, per, seat)
        return max(0, found)

    def strength(self, seat: int, side: Seats, opponent: int) -> int:
        """Return the shields of a seat against an opponent on one side."""
        return self.shields(seat, side)

    def units_made(self, seat: int, good: str | None) -> int:
        """Return how many units a city makes each turn, of one resource or of any."""
        found = 0
        for held in self.standing(seat, n.Produce):
            match held.clause.sentence:
                case n.Produce(n.Some(number, resource), per=per):
                    with self.reading_for(PRODUCTION):
                        number = self.amount(Scene(seat), number, per, seat)
                    found += number if good in (None, id_of(resource)) else 0
                case n.Produce(n.OneOf(resources), per=None):
                    found += good is None or good in [id_of(resource) for resource in resources]
                case _:
                    raise Unknown("resources produced, where production depends on something")
        return found

    # --- what else the table knows ----------------------------------------------------------------

    def seats_of(self, seat: int, who: object) -> list[int]:
        """Return the seats that are meant, seen from one of them."""
        if isinstance(who, (n.SeatsWith, n.WhoHas)) or who in (Seats.PARTNER, Seats.EACH_NEIGHBOUR):
            return self.whom(Scene(seat), who)
        if who is Seats.NEIGHBOURS:
            return self.near(seat)
        return super().seats_of(seat, who)

    def times_standing(self, seat: int, per: n.Per | None, whom: n.Subject, victim: int) -> int:
        """Return how many times what changes costs for a seat concerns another one, or itself."""
        with self.reading_for(KINDS[n.CostChange]):
            return super().times_standing(seat, per, whom, victim)

    def counted(self, seat: int, per: n.Per | None, symbols: Counter[str] | None = None, victim: int = -1) -> int:
        """Return how many times something is given."""
        if symbols is not None:
            return super().counted(seat, per, symbols, victim)
        times = 1 if per is None else self.times(Scene(seat), per.what, per.place, victim) // per.divisor
        return max(0, times) if per is not None and isinstance(per.what, n.LinePoints) else times


def is_constant(clause: n.Clause) -> bool:
    """Tell whether something stands as it is printed, whatever happens."""
    return not clause.tests and getattr(clause.sentence, "per", None) is None


def kinds_read(clause: n.Clause) -> list[int]:
    """Return which kinds of standing effects something reads."""
    parts = (clause.tests, getattr(clause.sentence, "per", None))
    found = [STRENGTH for _ in nodes(parts, n.AllShields)] + [PRODUCTION for _ in nodes(parts, n.Produced)]
    found += [SYMBOLS for _ in nodes(parts, n.Symbols)]
    return found + [SYMBOLS for one in nodes(parts, n.SetOf) if one.kinds[0].role is n.Role.SYMBOL]


def stands(clause: n.Clause) -> bool:
    """Tell whether a clause stands, or scores at the end."""
    return clause.moment is None and isinstance(clause.sentence, tuple(KINDS))


def begins_later(clause: n.Clause) -> bool:
    """Tell what stands only when its moment has come from what stands already."""
    return clause.moment is not None and isinstance(clause.sentence, tuple(KINDS))


def within(found: int, bound: n.Bound, number: int) -> bool:
    """Tell whether a number is as it must be."""
    match bound:
        case n.Bound.LEAST:
            return found >= number
        case n.Bound.MOST:
            return found <= number
        case n.Bound.EXACTLY:
            return found == number


def is_by_colour(what: n.Cards | n.NamedCards) -> bool:
    """Tell whether cards are meant by their colour alone."""
    return not what.filters and not (isinstance(what, n.Cards) and what.age is not None)


def is_one_colour(what: n.Cards | n.NamedCards) -> bool:
    """Tell whether cards of one colour are meant."""
    return is_by_colour(what) and (isinstance(what, n.NamedCards) or len(what.colours) == 1)
