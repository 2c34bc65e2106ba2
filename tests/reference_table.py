"""The table as the reference sees it: content by name, cities, what they have in play, and
counting.

Nothing here knows compiled code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from tests.reference_city import City, Held
from tests.reference_tracks import Positions

if TYPE_CHECKING:
    from tests.reference_places import Places


class Book:
    """The content of a set of expansions, by name."""

    def __init__(self, contents: Sequence[items.Content], variant: str = "") -> None:
        ids = {content.expansion.id for content in contents}
        vocabularies = [content.vocabulary for content in contents]
        self.cards = {
            card.id: card
            for content in contents
            for card in content.cards
            if all(name.text in ids for name in card.needs)
        }
        self.number = {id: number for number, id in enumerate(self.cards)}
        self.boards = [
            board
            for content in contents
            for board in content.boards
            if all(name.text in ids for name in board.needs) and is_for(board.limits, variant)
        ]
        self.place_sides = [side for content in contents for place in content.places for side in place.sides]
        self.sides = {(board.id, side.id): side for board in self.boards for side in board.sides}
        self.resources = [resource.id for v in vocabularies for resource in v.resources]
        self.groups = {r.id: [id_of(name) for name in r.groups] for v in vocabularies for r in v.resources}
        self.nouns = {noun.id: id_of(noun.colour) for v in vocabularies for noun in v.nouns}
        self.symbols = [symbol.id for v in vocabularies for symbol in v.symbols]
        self.colours = {colour.id: colour for v in vocabularies for colour in v.colours}
        self.contents = contents
        self.tokens = {token.id: token for v in vocabularies for token in v.tokens}
        self.zones = {zone.id: zone for v in vocabularies for item in v.zones for zone in apart(item)}
        self.decks = {deck.id: deck for v in vocabularies for deck in v.decks}
        self.lines = [line for v in vocabularies for line in v.lines]
        self.moments = [moment for v in vocabularies for moment in v.moments]
        self.city = next(zone.id for zone in self.zones.values() if zone.main)
        self.board_line = next(line.id for line in self.lines if line.of_boards)
        self.flow = merge_flows([content.flow for content in contents if content.flow is not None])
        self.actions = {action.id: action for action in self.flow.actions}
        chosen = [one for content in contents for one in content.variants if one.id == variant]
        self.guest = next((one.guest for one in chosen if one.guest is not None), None)

    def clauses(self) -> Iterator[n.Clause]:
        """Yield every clause that can be in play."""
        yield from self.flow.everyone
        for card in self.cards.values():
            yield from card.effect
        for side in self.sides.values():
            yield from side.start
            for stage in side.stages:
                yield from stage.effect
        for place in self.place_sides:
            for _, clauses in place.ladder:
                yield from clauses

        yield from self.gifts()
        for side in self.sides.values():
            yield from (clause for stage in side.stages for option in stage.choose for clause in option)

    def gifts(self) -> Iterator[n.Clause]:
        """Yield what cards of the table can give."""
        yield from (clause for card in self.cards for clause in self.gift(card) or ())

    def gift(self, card: str) -> tuple[n.Clause, ...] | None:
        """Return what a card of the table gives when its supply is empty, or nothing if it is no
        such card.
        """
        given = {id_of(supply.when_empty) for supply in self.flow.supplies}
        return next((clauses for name, clauses in self.cards[card].moments if id_of(name) in given), None)

    def colour(self, card: str) -> str:
        """Return the colour of a card."""
        colour = self.cards[card].colour
        return "" if colour is None else id_of(colour)

    def line(self, card: str) -> str:
        """Return the line of the score sheet on which a card counts."""
        colour = self.colour(card)
        line = self.colours[colour].line if colour else None
        return self.board_line if line is None else id_of(line)

    def fits(self, card: str, which: n.Which) -> bool:
        """Tell whether a card is one of those that are meant."""
        match which:
            case n.CardNamed(named):
                return card == id_of(named)
            case n.NamedCards(filters=(_, *_)) | n.Cards(filters=(_, *_)):
                bare = replace(which, filters=())
                return self.fits(card, bare) and all(self.is_kept(card, one) for one in which.filters)
            case n.NamedCards(noun):
                return self.colour(card) == self.nouns[id_of(noun)]
            case n.Cards(colours, age):
                is_of_age = age is None or self.decks[id_of(self.cards[card].deck)].age == age
                return is_of_age and (not colours or self.colour(card) in [id_of(name) for name in colours])
        raise AssertionError(f"{which.span}: the reference cannot tell which cards are meant")

    def is_kept(self, card: str, kept: n.Filter) -> bool:
        """Tell whether what else is said of cards is true of one."""
        definition = self.cards[card]
        match kept:
            case n.Costing(bound, number, is_coins):
                parts = () if definition.cost is None else definition.cost.parts
                found = sum(part.number for part in parts if isinstance(part, n.Coins) is is_coins)
                return {"at least": found >= number, "at most": found <= number}.get(bound.value, found == number)
            case n.Showing(symbol):
                return id_of(symbol) in self.shown(card)
            case n.Lacked():
                return bool(self.shown(card))
            case n.Coined() | n.Outermost():
                return True

    def shown(self, card: str) -> set[str]:
        """Return the symbols that are printed on a card, also those of which one counts."""
        sciences = [c.sentence for c in self.cards[card].effect if isinstance(c.sentence, n.Science)]
        return {id_of(one) for science in sciences for one in science.symbols}

    def kinds(self, tokens: n.Tokens) -> list[str]:
        """Return the kinds of token that are meant, by their own name or by that of their group."""
        name = id_of(tokens.kind)
        return [
            token.id
            for token in self.tokens.values()
            if name in (token.id, id_of(token.group) if token.group else "") and tokens.worth in (None, token.points)
        ]

    def in_order(self, cards: Sequence[str]) -> list[str]:
        """Return cards in the order in which they are declared."""
        return sorted(cards, key=self.number.__getitem__)


class Table:
    """All cities and what lies between them."""

    places: Places  # what neighbours share

    def __init__(self, book: Book, sides: Sequence[tuple[str, str]]) -> None:
        self.book = book
        of_seats = [zone.id for zone in book.zones.values() if zone.owner == "seat"]
        coins = book.flow.coins or 0
        self.cities = [City(board, side, coins, {zone: [] for zone in of_seats}) for board, side in sides]
        self.seats = range(len(self.cities))
        self.players = self.seats[: len(self.seats) - (book.guest is not None)]  # a guest sits behind all others
        self.order = list(self.seats)  # as they sit: each is followed by the one on its left
        self.age = 0
        self.turn = 0  # how many turns of the age are over
        self.supplies: dict[tuple[str, int], int] = {}  # tokens left on the card of an age
        self.events: Counter[str] = Counter()  # what happened, for those who want to know what was compared
        self.known: dict[tuple[str, int, str], list[Held]] = {}
        # What cities had before anything of a step happened, while it happens.
        self.seen: list[tuple[int, Counter[str]]] | None = None
        self.first = 0  # the first player
        self.options: dict[str, n.Clause] = {}  # what was chosen among several things or rolled and stands, by its name
        self.positions = Positions(book.contents, len(self.cities))
        self.decks: dict[str, list[str]] = {deck: [] for deck in book.decks}
        for card in book.cards.values():
            self.decks[id_of(card.deck)] += [card.id] * card.copies(len(self.cities))
        # A zone with a deck is the place where the rest of that deck lies.
        self.zones = {
            zone.id: self.decks[id_of(zone.deck)] if zone.deck else []
            for zone in book.zones.values()
            if zone.owner == "table"
        }

    def see(self) -> None:
        """Look at what cities have now, before anything happens."""
        self.seen = [(city.coins, Counter(city.tokens)) for city in self.cities]

    def had(self, seat: int) -> tuple[int, Counter[str]]:
        """Return the coins and tokens of a seat as they are read now."""
        city = self.cities[seat]
        return (city.coins, city.tokens) if self.seen is None else self.seen[seat]

    def ring(self) -> list[int]:
        """Return who is at the table, as they sit."""
        return [seat for seat in self.order if not self.cities[seat].absent]

    def left(self, seat: int) -> int | None:
        """Return the left neighbour, if there is one; the ring closes around who is absent."""
        ring = self.ring()
        if seat not in ring or len(ring) < 2:
            return None
        place = ring.index(seat)
        # Of two that are left, each is the other's neighbour on one side only: nobody is a
        # neighbour twice.
        return None if len(ring) == 2 and place == 1 else ring[(place + 1) % len(ring)]

    def right(self, seat: int) -> int | None:
        """Return the right neighbour, if there is one."""
        return next((other for other in self.ring() if self.left(other) == seat), None)

    def partner(self, seat: int) -> int | None:
        """Return who plays together with a seat: the first two seats, the next two and so on,
        wherever they sit now.
        """
        return seat ^ 1 if self.book.flow.partners else None

    def speaker(self, seat: int) -> int:
        """Return who answers for a seat: itself, or for a guest the neighbour who moves it this
        turn.
        """
        guest = self.book.guest
        if guest is None or seat in self.players:
            return seat
        first = guest.guide.at(max(1, self.age))
        neighbours = [self.left(seat), self.right(seat)] if first == "left" else [self.right(seat), self.left(seat)]
        speaker = neighbours[self.turn % 2]
        assert speaker is not None
        return speaker

    def seats_of(self, seat: int, who: object) -> list[int]:
        """Return the seats that a word means, seen from one of them.

        Who is absent has nobody but itself.
        """
        match who:
            case Seats.YOU:
                return [seat]
            case Seats.LEFT:
                return present(self.left(seat))
            case Seats.RIGHT:
                return present(self.right(seat))
            case Seats.NEIGHBOURS:
                return present(self.left(seat), self.right(seat))
            case Seats.OTHERS | Seats.EVERYONE:
                others = [other for other in self.seats if other != seat and not self.cities[other].absent]
                others = [] if self.cities[seat].absent else others
                return others if who is Seats.OTHERS else [seat, *others]
        raise AssertionError(f"the reference does not know who `{who!r}` is")

    def zone(self, seat: int, name: n.Name) -> list[str]:
        """Return the cards of a zone, of a seat or of the table."""
        return self.zone_named(seat, id_of(name))

    def zone_named(self, seat: int, zone: str) -> list[str]:
        """Return the cards of a zone by its id."""
        return self.zones[zone] if zone in self.zones else self.cities[seat].zones[zone]

    # --- what is in play --------------------------------------------------------------------------

    def cards(self, seat: int) -> list[str]:
        """Return the cards in the city of a seat."""
        return self.cities[seat].zones[self.book.city]

    def side(self, seat: int) -> items.Side:
        """Return the side of its board that a seat plays."""
        return self.book.sides[self.cities[seat].board, self.cities[seat].side]

    def held(self, seat: int) -> list[Held]:
        """Return every clause that a seat has in play."""
        found = self.held_apart(seat) + self.places.held(seat)
        return [held for held in found if not held.clause.tests or self.places.allows(seat, held)]

    def held_apart(self, seat: int) -> list[Held]:
        """Return the clauses that a seat does not share with neighbours, whether their conditions
        are met or not.
        """
        book, city = self.book, self.cities[seat]
        found = clauses_of("everyone", 0, book.flow.everyone, book.board_line, 0)
        found += clauses_of("start", 0, self.side(seat).start, book.board_line, 0)
        for number in city.built:
            found += self.held_stage(seat, number)
        for card in self.cards(seat):
            found += self.held_card(card)
        for number, (name, line) in enumerate(city.copies, 1):
            if not self.places.is_idle(seat, number):
                at = self.places.host(seat, number)
                found += [held._replace(at=at) for held in self.held_copy(name, number, line)]
        for card in city.shown:
            found += self.held_shown(card)
        return found

    def held_stage(self, seat: int, number: int) -> list[Held]:
        """Return the clauses of a stage."""
        stage = self.side(seat).stages[number]
        item = f"{self.cities[seat].board} {self.cities[seat].side}"
        return clauses_of(item, number, stage.effect, self.book.board_line, stage.rank)

    def unbuilt(self, seat: int) -> list[int]:
        """Return the stages that are not built yet."""
        return [number for number in range(len(self.side(seat).stages)) if number not in self.cities[seat].built]

    def in_any_order(self, seat: int) -> bool:
        """Tell whether a seat may choose which stage it builds."""
        return any(isinstance(held.clause.sentence, n.AnyOrder) for held in self.held(seat))

    def held_shown(self, card: str) -> list[Held]:
        """Return the clauses of a card under a stage that was turned up: they count with the board
        and sell nothing.
        """
        return unsold(self.held_card(card, -1, self.book.board_line))

    def held_copy(self, name: str, number: int, line: str) -> list[Held]:
        """Return the clauses of the copy of a card, or of a stage; what it makes is not for sale.

        What is no copy but lies in no city either is held in the same way: what a card of the table
        gives, or an option that was chosen on a stage.
        """
        if name in self.options:
            return [Held((name, number, 0), self.options[name], line, 0)]
        if name in self.book.cards:
            gift = self.book.gift(name)
            return (
                unsold(self.held_card(name, number, line)) if gift is None else clauses_of(name, number, gift, line, 0)
            )
        board, side, stage, *option = name.split("/")
        definition = self.book.sides[board, side].stages[int(stage)]
        if option:
            return clauses_of(name, number, definition.choose[int(option[0])], line, definition.rank)
        return unsold(clauses_of(name, number, definition.effect, line, definition.rank))

    def held_card(self, card: str, copy: int = 0, line: str = "") -> list[Held]:
        """Return the clauses of a card, or of a copy of it by its number, which counts on the line
        of what copies it.
        """
        known = self.known.get((card, copy, line))
        if known is None:
            definition, own = self.book.cards[card], line or self.book.line(card)
            known = clauses_of(f"card {card}", copy, definition.effect, own, definition.rank)
            self.known[card, copy, line] = known
        return known

    def blocks(self, seat: int, card: str) -> bool:
        """Tell whether a city already has a card or its twin."""
        lying = [*self.cards(seat), *self.cities[seat].shown, *self.places.all_cards(seat)]
        twins = {self.book.cards[other].identity or other for other in lying}
        return (self.book.cards[card].identity or card) in twins

    def chains(self, seat: int, card: str) -> bool:
        """Tell whether something in a city lets a card be built by a chain there."""
        lying = [*self.cards(seat), *self.cities[seat].shown]
        return any(id_of(name) in lying for name in self.book.cards[card].chain)

    # --- counting ---------------------------------------------------------------------------------

    def counted(self, seat: int, per: n.Per | None, symbols: Counter[str] | None = None, victim: int = -1) -> int:
        """Return how many times something is given.

        `symbols` are those of the seat if some are not fixed.
        """
        if per is None:
            return 1
        match per.place:
            case None:
                places = [seat if victim < 0 else victim]
            case n.YouHave():
                places = [seat]
            case n.TheyHave():
                places = [victim]
            case n.Place((n.Zone(name),)) if self.places.has_zone(id_of(name)):
                assert isinstance(per.what, (n.Cards, n.NamedCards))
                lying = self.places.serving_cards(seat, id_of(name))
                return sum(self.book.fits(card, per.what) for card in lying) // per.divisor
            case n.Place(parts):
                places = [other for part in parts for other in self.place(subject(part, seat, victim), part)]
            case _:
                raise AssertionError(f"{per.span}: the reference does not know this place")
        if isinstance(per.what, (n.SetOf, n.SquareOf, n.Colours, n.CardsOfOneColour)):
            return self.together(seat, per.what, list(dict.fromkeys(places)), symbols, victim) // per.divisor
        counts = [self.count(other, per.what, other in (seat, victim)) for other in dict.fromkeys(places)]
        return sum(counts) // per.divisor

    def together(
        self, seat: int, what: n.Countable, places: list[int], symbols: Counter[str] | None, victim: int
    ) -> int:
        """Return how many sets, squares or colours all that lies in some cities makes together."""
        held: Counter[str] = Counter()
        lying: list[str] = []
        for other in places:
            held += symbols if symbols is not None and other == seat else self.symbols(other)
            lying += self.cards(other)
            lying += self.places.serving_cards(other) if other in (seat, victim) else ()
        colours = Counter(map(self.book.colour, lying))
        match what:
            case n.CardsOfOneColour():
                return max(colours.values(), default=0)
            case n.Colours(of_ages):
                of_cards = [self.book.cards[card] for card in lying]
                aged = [card for card in of_cards if self.book.decks[id_of(card.deck)].age is not None or not of_ages]
                return len({id_of(card.colour) for card in aged if card.colour is not None})
            case n.SquareOf(n.Symbols(kind)):
                return held[id_of(kind)] ** 2
            case n.SetOf(kinds):
                counted = held if kinds[0].role is n.Role.SYMBOL else colours
                return min(counted[id_of(kind)] for kind in kinds)
        raise AssertionError(f"{what.span}: the reference cannot count this")

    def place(self, seat: int, part: n.Where) -> list[int]:
        """Return the seats whose cities are meant."""
        if isinstance(part, n.CitiesOf):
            return self.seats_of(seat, part.seats)
        assert id_of(part.name) == self.book.city, f"{part.span}: the reference counts in cities only"
        return [seat]

    def count(self, seat: int, what: n.Countable, is_own: bool = True) -> int:
        """Return how many of something a seat has.

        What it shares with neighbours nobody else counts.
        """
        city = self.cities[seat]
        cards = [*self.cards(seat), *(self.places.serving_cards(seat) if is_own else ())]
        match what:
            case n.Cards() | n.NamedCards() | n.CardNamed():
                return sum(self.book.fits(card, what) for card in cards)
            case n.Tokens():
                return sum(self.had(seat)[1][kind] for kind in self.book.kinds(what))
            case n.Stages():
                return city.stages
            case n.AllCoins():
                return self.had(seat)[0]
            case n.AgesBegun():
                return self.age
            case n.AllShields():
                return self.shields(seat)
        raise AssertionError(f"{what.span}: the reference cannot count this")

    def is_met(self, seat: int, held: Held, fact: n.Fact) -> bool:
        """Tell whether a condition of something in play is true, apart from what it shares with
        neighbours.
        """
        match fact:
            case n.InAge(age):
                return self.age == age
            case n.Compared(is_more, what, None, n.RivalThing(other, None), Seats.YOU):
                own, rival = self.count(seat, what), self.count(seat, other)
                return own > rival if is_more else own < rival
            case n.CardIs(cards, n.UsedCard()):
                under = self.cities[seat].marks.get(self.stage_of(seat, held), "")
                return bool(under) and self.book.fits(under, cards)
        raise AssertionError(f"{held.clause.span}: the reference does not know this condition")

    def stage_of(self, seat: int, held: Held) -> int:
        """Return on which stage something stands, or -1; what a copied stage says is about that of
        the own board.
        """
        item, number, _ = held.key
        if item == f"{self.cities[seat].board} {self.cities[seat].side}":
            return number
        return int(item.split("/")[2]) if item.count("/") == 2 else -1

    def card_of(self, held: Held) -> str:
        """Return the card on which something stands, or nothing."""
        item, _, rest = held.key[0].partition(" ")
        return rest.split(" ")[0] if item == "card" else ""

    def times_given(self, seat: int, held: Held, is_coins: bool) -> int:
        """Return how many times a seat is given what stands on a card: coins, or points."""
        card = self.card_of(held)
        sentences = [one.clause.sentence for one in self.held(seat)] if card else []
        doubles = [s for s in sentences if isinstance(s, n.Double) and s.is_coins is is_coins]
        return 2 if any(self.book.fits(card, double.cards) for double in doubles) else 1

    def times_standing(self, seat: int, per: n.Per | None, whom: n.Subject, victim: int) -> int:
        """Return how many times what stands for a seat concerns another one, or itself."""
        return self.counted(seat, per) if victim in self.seats_of(seat, whom) else 0

    def counted_for(self, seat: int, held: Held, per: n.Per | None, symbols: Counter[str] | None = None) -> int:
        """Return how many times what stands on a card is given, which may count in more cities than
        it says.
        """
        card = self.card_of(held)
        if card and per is not None and isinstance(per.place, n.Place):
            sentences = [one.clause.sentence for one in self.held(seat)]
            further = [s for s in sentences if isinstance(s, n.AlsoCount) and self.book.fits(card, s.cards)]
            zones = tuple(n.Zone(one.zone, per.span) for one in further)
            per = replace(per, place=replace(per.place, parts=(*per.place.parts, *zones)))
        return self.counted(seat, per, symbols)

    def symbols(self, seat: int) -> Counter[str]:
        """Return the symbols of a seat that are fixed."""
        return fixed_symbols([held.clause for held in self.held(seat)])

    def shields(self, seat: int) -> int:
        """Return the shields of a seat against everybody, where they are counted: conditions may
        ask for them.
        """
        found = 0
        for held in (*self.held_apart(seat), *self.places.held(seat)):
            match held.clause.sentence:
                case n.Shields(number, None, per) if self.places.allows(seat, held):
                    found += number * self.counted(seat, per)
        return found

    def strength(self, seat: int, side: Seats, opponent: int) -> int:
        """Return the shields of a seat against an opponent on one side."""
        shields = 0
        for held in self.held(seat):
            match held.clause.sentence:
                case n.Shields(number, against, per) if against in (
                    None,
                    side,
                    Seats.NEIGHBOURS,
                ) or self.places.is_against(seat, held, opponent):
                    shields += number * self.counted(seat, per)
        return shields


def present(*seats: int | None) -> list[int]:
    """Return those seats that there are."""
    return [seat for seat in seats if seat is not None]


def is_for(limits: items.Limits, variant: str) -> bool:
    """Tell whether a board is used in a variant."""
    return variant not in limits.never_in and (not limits.only_in or variant in limits.only_in)


def unsold(holds: Sequence[Held]) -> list[Held]:
    """Return clauses that make nothing for sale."""
    found = []
    for held in holds:
        match held.clause.sentence:
            case n.Produce() as produce:
                clause = replace(held.clause, sentence=replace(produce, for_sale=False))
                found.append(held._replace(clause=clause))
            case _:
                found.append(held)
    return found


def fixed_symbols(clauses: Sequence[n.Clause]) -> Counter[str]:
    """Return the symbols that clauses give without a choice."""
    found: Counter[str] = Counter()
    for clause in clauses:
        match clause.sentence:
            case n.Science((symbol,)):
                found[id_of(symbol)] += 1
    return found


def apart(zone: items.ZoneItem) -> list[items.ZoneItem]:
    """Return a zone, or for one that neighbours share what each seat has laid there itself, on both
    sides.
    """
    if zone.owner != "neighbours":
        return [zone]
    return [replace(zone, id=f"{zone.id}-{side}", owner="seat") for side in ("left", "right")]


def clauses_of(item: str, copy: int, effect: Sequence[n.Clause], line: str, rank: int) -> list[Held]:
    """Return the clauses of an item in play."""
    return [Held((item, copy, number), clause, line, rank) for number, clause in enumerate(effect)]


def id_of(name: n.Name) -> str:
    """Return the id behind a resolved name."""
    assert name.target is not None, f"{name.span}: {name.text} is not resolved"
    return name.target.partition(".")[2]


def subject(part: n.Where, seat: int, victim: int) -> int:
    """Return from whom a place is seen: its own city has who a sentence is about."""
    return victim if isinstance(part, n.Zone) and part.of is None and victim >= 0 else seat
