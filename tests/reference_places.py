"""Places that neighbours share, as the reference sees them: boards, who laid what, who leads, whom
the cards serve.

Written from the rule index of what shares places, not from the runtime. A place lies between a seat
and the neighbour on its right, who has it on the left; what a seat laid there is its row. Whom the
cards serve is read whenever cards were laid, what the ladder brings once all of a turn have
happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.runtime import Game, Meaning
from stele.runtime.state.cells import BARRED, BOARD, LEVEL, REACHED, count, shown
from tests.reference_city import Held
from tests.reference_table import Table, clauses_of, id_of
from tests.rows import seats_of

if TYPE_CHECKING:
    from tests.reference_effects import Effects

SIDES = ("left", "right")


class Spot(NamedTuple):
    """A place as one of its two owners sees it."""

    zone: str
    side: str

    @property
    def id(self) -> str:
        """Return the name of the row of its owner there."""
        return f"{self.zone}-{self.side}"


class Places:
    """What lies between the seats of a table."""

    def __init__(self, table: Table, contents: Sequence[items.Content]) -> None:
        ids = {content.expansion.id for content in contents}
        self.table = table
        self.boards = [
            board for content in contents for board in content.places if all(name.text in ids for name in board.needs)
        ]
        zones = [zone for content in contents for zone in content.vocabulary.zones if zone.owner == "neighbours"]
        self.holds = {zone.id: zone.holds for zone in zones}
        self.spots = [Spot(zone.id, side) for zone in zones for side in SIDES]
        self.laid: dict[tuple[int, str], tuple[items.PlaceBoard, items.PlaceSide]] = {}  # by who laid it, on the right
        self.levels: Counter[tuple[int, Spot]] = Counter()
        self.highest: Counter[tuple[int, Spot]] = Counter()  # of this turn
        self.barred: set[tuple[int, Spot]] = set()  # to whom the cards of a place give nothing
        self.hosts: dict[tuple[int, int], Spot] = {}  # where what makes a copy lies, by seat and number of the copy
        self.known_steps: dict[tuple[Spot, int], list[Held]] = {}
        self.known_cards: dict[tuple[str, Spot, int], list[Held]] = {}
        self.events: Counter[str] = Counter()  # what happened, for those who want to know what was compared

    # --- the boards -------------------------------------------------------------------------------

    def lay(self, reference: Effects, zone: str) -> None:
        """Lay a random board on the right of every seat; whoever lays it chooses its side later."""
        boards = [board for board in self.boards if id_of(board.zone) == zone for _ in range(board.copies)]
        order = reference.shuffled(list(range(len(boards))))
        for seat in self.table.seats:
            board = boards[order[seat]]
            self.laid[seat, zone] = board, board.sides[0]

    def turnings(self, seat: int, zone: str) -> frozenset[Meaning]:
        """Return the sides to which a seat may turn the board that it has laid."""
        board, _ = self.laid[seat, zone]
        return frozenset(Meaning("take", f"{board.id}-{side.id}", "paid", 0, 0, 0) for side in board.sides)

    def turn(self, seat: int, zone: str, answer: Meaning) -> None:
        """Turn a board to the side that was chosen."""
        board, _ = self.laid[seat, zone]
        side = next(side for side in board.sides if answer.card == f"{board.id}-{side.id}")
        self.laid[seat, zone] = board, side

    def across(self, seat: int, side: str) -> int:
        """Return who shares the place on one side: the neighbour of the beginning, whoever sits
        where later on.
        """
        return (seat + (1 if side == "left" else -1)) % len(self.table.seats)

    def face(self, seat: int, spot: Spot) -> items.PlaceSide | None:
        """Return the side of the board that lies at a spot, or nothing if none lies there yet."""
        owner = self.across(seat, "left") if spot.side == "left" else seat
        found = self.laid.get((owner, spot.zone))
        return None if found is None else found[1]

    # --- cards ------------------------------------------------------------------------------------

    def row(self, seat: int, spot: Spot) -> list[str]:
        """Return what a seat itself laid."""
        return self.table.cities[seat].zones[spot.id]

    def row_across(self, seat: int, spot: Spot) -> list[str]:
        """Return what the other owner laid."""
        other = Spot(spot.zone, "right" if spot.side == "left" else "left")
        return self.row(self.across(seat, spot.side), other)

    def cards(self, seat: int, spot: Spot) -> list[str]:
        """Return all cards of a place, whoever laid them and whomever they serve."""
        return [*self.row(seat, spot), *self.row_across(seat, spot)]

    def serving(self, seat: int, spot: Spot) -> list[str]:
        """Return the cards of a place that serve a seat."""
        return [] if (seat, spot) in self.barred else self.cards(seat, spot)

    def all_cards(self, seat: int) -> list[str]:
        """Return all cards of both places of a seat."""
        return [card for spot in self.spots for card in self.cards(seat, spot)]

    def serving_cards(self, seat: int, zone: str = "") -> list[str]:
        """Return the cards in places that serve a seat: everywhere, in the places of a zone, or in
        one place.
        """
        spots = [spot for spot in self.spots if zone in ("", spot.zone, spot.id)]
        return [card for spot in spots for card in self.serving(seat, spot)]

    def has_zone(self, zone: str) -> bool:
        """Tell whether a zone is a place, or places, that neighbours share."""
        return any(zone in (spot.zone, spot.id) for spot in self.spots)

    def made_in(self, seat: int, is_negated: bool) -> list[str]:
        """Return the cards in places whose products count as those of a seat.

        What asks for something that a seat does not have passes over what neighbours have laid.
        """
        if not is_negated:
            return self.serving_cards(seat)
        return [card for spot in self.spots if (seat, spot) not in self.barred for card in self.row(seat, spot)]

    # --- building there ---------------------------------------------------------------------------

    def open_for(self, seat: int, card: str) -> list[Spot]:
        """Return where there is room for a card beside those that lie there."""
        book = self.table.book
        found = []
        for spot in self.spots:
            face, cards = self.face(seat, spot), self.cards(seat, spot)
            if face is None:
                continue
            room = {id_of(colour): number for colour, number in face.room}.get(book.colour(card), 0)
            is_full = self.holds[spot.zone] and len(cards) >= self.holds[spot.zone]
            if not is_full and sum(book.colour(other) == book.colour(card) for other in cards) < room:
                found.append(spot)
        return found

    def elsewhere(self, seat: int, meaning: Meaning) -> Iterator[Meaning]:
        """Yield an option to build a card for each place where it may be laid instead.

        Chains are another matter.
        """
        for spot in self.open_for(seat, meaning.card):
            yield replace(meaning, at=spot.id)

    def chained(self, seat: int, card: str, action: str) -> Iterator[Meaning]:
        """Yield the chains inside of places."""
        for spot in self.open_for(seat, card):
            if any(id_of(name) in self.serving(seat, spot) for name in self.table.book.cards[card].chain):
                yield Meaning(action, card, "chain", 0, 0, 0, at=spot.id)

    def spot(self, id: str) -> Spot:
        """Return the spot that an option names."""
        return next(spot for spot in self.spots if spot.id == id)

    def happen(self, seat: int, card: str, at: str, happen: Callable[[int, Held], None]) -> None:
        """Let what a card does at once happen for the owners of its place whom it serves, first for
        who laid it.

        What takes from others takes once, and from neither owner; what one of them must choose for
        both is chosen once.
        """
        owners = self.owners(seat, self.spot(at))
        served = [(owner, own) for owner, own in owners if (owner, own) not in self.barred]
        for owner, own in served:
            for held in self.table.held_card(card):
                # If both decide something, the one who laid the card does so first.
                later = held.rank + (0 if owner == seat else 1)
                match held.clause.sentence:
                    case n.Lose() | n.Copy():
                        if (owner, own) == served[0]:
                            happen(owner, held._replace(at=own.id))
                    case _:
                        happen(owner, held._replace(at=own.id, rank=later))

    def owners(self, seat: int, spot: Spot) -> list[tuple[int, Spot]]:
        """Return both owners of a place with the place as they see it, this seat first."""
        there = Spot(spot.zone, "right" if spot.side == "left" else "left")
        return [(seat, spot), (self.across(seat, spot.side), there)]

    def spared(self, seat: int, at: str) -> list[int]:
        """Return from whom something in a place takes nothing: from neither owner."""
        return [] if not at else [seat, self.across(seat, self.spot(at).side)]

    def fires_at(self, event: n.BuildsCard, at: str) -> bool:
        """Tell whether building there is what a trigger waits for."""
        return event.at is None or (at != "" and self.spot(at).zone == id_of(event.at))

    # --- who leads --------------------------------------------------------------------------------

    def counted(self, seat: int, zone: str) -> int:
        """Return how many cards a seat counts more than it has laid at each place."""
        more = 0
        for held in self.table.held_apart(seat):
            match held.clause.sentence:
                case n.MoreCards(number, name) if id_of(name) == zone:
                    more += number
        return more

    def lead(self, seat: int, spot: Spot) -> int:
        """Return by how many cards a seat leads, below zero if the other owner does."""
        other = self.across(seat, spot.side)
        own = len(self.row(seat, spot)) + self.counted(seat, spot.zone)
        return own - len(self.row_across(seat, spot)) - self.counted(other, spot.zone)

    def bar(self) -> None:
        """Read whom the cards of each place serve: not one who is so far behind that the other has
        them alone.
        """
        before = self.barred
        self.barred = set()
        for seat in self.table.seats:
            for spot in self.spots:
                face = self.face(seat, spot)
                if face is not None and face.alone and -self.lead(seat, spot) >= face.alone:
                    self.barred.add((seat, spot))
        self.events["absolute majority won"] += len(self.barred - before)
        self.events["absolute majority broken"] += len(before - self.barred)

    def settle(self, is_first: bool, happen: Callable[[int, Held], None]) -> None:
        """Read the ladders; `is_first` begins a turn.

        What a step brings at once comes when it is reached, unless it was held or reached before in
        the same turn.
        """
        self.bar()
        if is_first:
            self.highest = Counter(self.levels)
        new: list[tuple[int, Held]] = []
        for seat in self.table.seats:
            for spot in self.spots:
                face = self.face(seat, spot)
                if face is None:
                    continue
                level, highest = max(0, self.lead(seat, spot)), self.highest[seat, spot]
                self.count_events(seat, spot, face, level)
                self.levels[seat, spot] = level
                self.highest[seat, spot] = max(level, highest)
                new += [(seat, held) for held in self.ladder(spot, face, level) if held.key[1] > highest]
        for seat, held in new:
            happen(seat, held)

    def count_events(self, seat: int, spot: Spot, face: items.PlaceSide, level: int) -> None:
        """Count which steps are won and lost."""
        before = self.levels[seat, spot]
        self.events["settled with a card more"] += self.counted(seat, spot.zone)
        for step, _ in face.ladder:
            self.events[f"step {step} won"] += before < step <= level
            self.events[f"step {step} lost"] += level < step <= before

    def ladder(self, spot: Spot, face: items.PlaceSide, level: int) -> list[Held]:
        """Return the clauses of all steps of a ladder up to a level.

        `here` is the place on that side.
        """
        known = self.known_steps.get((spot, id(face)))
        if known is None:
            known = []
            for step, clauses in face.ladder:
                of_side = [self.seen_from(clause, spot) for clause in clauses]
                known += clauses_of(f"ladder {spot.id}", step, of_side, self.table.book.board_line, 0)
            known = self.known_steps[spot, id(face)] = [held._replace(at=spot.id) for held in known]
        return [held for held in known if held.key[1] <= level]

    def seen_from(self, clause: n.Clause, spot: Spot) -> n.Clause:
        """Return a clause with the place in which it stands in the stead of `here`."""
        sentence = clause.sentence
        match sentence:
            case n.Gain(_, _, n.Per(_, _, n.Here() as here) as per) | n.Score(
                _, _, n.Per(_, _, n.Here() as here) as per
            ):
                name = n.Name(spot.id, n.Role.ZONE, here.span, f".{spot.id}")
                place = n.Place((n.Zone(name, here.span),), here.span)
                return replace(clause, sentence=replace(sentence, per=replace(per, place=place)))
        return clause

    # --- what a seat has there --------------------------------------------------------------------

    def held(self, seat: int) -> list[Held]:
        """Return the clauses that a seat has from its places: of the cards that serve it, and of
        the ladders.
        """
        found: list[Held] = []
        for spot in self.spots:
            for number, card in enumerate(self.serving(seat, spot), 1):
                found += self.held_card(card, spot, number)
            face = self.face(seat, spot)
            if face is not None:
                found += self.ladder(spot, face, self.levels[seat, spot])
        return found

    def held_card(self, card: str, spot: Spot, number: int) -> list[Held]:
        """Return the clauses of a card at a spot; there may be two of it, so each has a number."""
        known = self.known_cards.get((card, spot, number))
        if known is None:
            known = self.known_cards[card, spot, number] = [
                held._replace(key=(f"{held.key[0]} {spot.id}", number, held.key[2]), at=spot.id)
                for held in self.table.held_card(card)
            ]
        return known

    def host(self, seat: int, number: int) -> str:
        """Return at which spot a copy of a seat lives, or nothing if in the city."""
        spot = self.hosts.get((seat, number))
        return "" if spot is None else spot.id

    def is_idle(self, seat: int, number: int) -> bool:
        """Tell whether a copy of a seat serves only the other owner of its place."""
        spot = self.hosts.get((seat, number))
        return spot is not None and (seat, spot) in self.barred

    def allows(self, seat: int, held: Held) -> bool:
        """Tell whether all conditions of something in play are met."""
        for test in held.clause.tests:
            if isinstance(test.fact, n.AtLeast):
                fact = test.fact
                parts = fact.where.parts if isinstance(fact.where, n.Place) else (fact.where,)
                place = None if fact.where is None else n.Place(tuple(filter(None, parts)), fact.span)
                has = self.table.counted(seat, n.Per(1, fact.what, place, fact.span)) >= fact.number
                if has == test.is_negated:
                    return False
                continue
            if not isinstance(test.fact, n.HasMajority):
                if self.table.is_met(seat, held, test.fact) == test.is_negated:
                    return False
                continue
            leads = any(self.levels[seat, spot] > 0 for spot in self.spots if spot.side == test.fact.side.value)
            if leads == test.is_negated:
                return False
        return True

    def for_sale(self, seller: int, buyer: int) -> list[Held]:
        """Return what a neighbour has that it may sell: cards of a place only if its board says so,
        to none of the owners.
        """
        found: list[Held] = []
        for held in self.table.held(seller):
            if held.at and not held.key[0].startswith("ladder"):
                spot = self.spot(held.at)
                face = self.face(seller, spot)
                if face is None or not face.for_sale or self.across(seller, spot.side) == buyer:
                    continue
            found.append(held)
        return found

    def is_against(self, seat: int, held: Held, opponent: int) -> bool:
        """Tell whether shields count against an opponent: those of a ladder only across its
        place.
        """
        match held.clause.sentence:
            case n.Shields(_, Seats.ACROSS):
                return self.across(seat, self.spot(held.at).side) == opponent
        return False

    def is_between(self, seat: int, held: Held, other: int) -> bool:
        """Tell whether something lies in a place that two seats share, so that it has no effect
        between them.
        """
        return bool(held.at) and self.across(seat, self.spot(held.at).side) == other

    # --- copies -----------------------------------------------------------------------------------

    def copy(self, reference: Effects, seat: int, card: str, line: str, at: str) -> None:
        """Copy a card for both owners of a place.

        For who decided first, also if both must decide something now.
        """
        for later, (owner, own) in enumerate(self.owners(seat, self.spot(at))):
            copies = self.table.cities[owner].copies
            copies.append((card, line))
            self.hosts[owner, len(copies)] = own
            if (owner, own) in self.barred:
                continue
            for held in self.table.held_copy(card, len(copies), line):
                reference.happen(owner, held._replace(at=own.id, rank=held.rank + later))
        self.events["copies for both owners"] += 1

    # --- last cards -------------------------------------------------------------------------------

    def plays_last(self, seat: int, side: str = "") -> bool:
        """Tell whether a seat may play its own last card, or that of those on one side."""
        rights = [
            (held.clause.sentence, held.clause.sentence.deed)
            for owner in self.table.seats
            for held in self.table.held(owner)
            if isinstance(held.clause.sentence, n.Right | n.Ban)
            and seat in self.table.seats_of(owner, held.clause.sentence.whom)
        ]
        meant = [sentence for sentence, deed in rights if isinstance(deed, n.PlayingLast)]
        if meant and (not side or any(isinstance(one, n.Ban) for one in meant)):
            return not any(isinstance(one, n.Ban) for one in meant)
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.PlayLast(Seats.YOU):
                    if not side:
                        return True
                case n.PlayLast(Seats.ACROSS):
                    if side and side == self.spot(held.at).side:
                        return True
                case n.PlayLast(of):
                    if of.value == side:
                        return True
        return False

    def last_of_others(self, zone: n.Name, side: str) -> dict[int, int]:
        """Return who may play whose last card, on one side: the first along who may not play it and
        still has it.
        """
        given: dict[int, int] = {}
        for seat in self.table.players:
            if not self.plays_last(seat, side):
                continue
            other = self.across(seat, side)
            while other != seat:
                has = other in self.table.players and bool(self.table.zone(other, zone)) and other not in given.values()
                if has and not self.plays_last(other):
                    given[seat] = other
                    self.events["last card of another"] += 1
                    break
                other = self.across(other, side)
        return given

    # --- beside a compiled game -------------------------------------------------------------------

    def described(self) -> dict[tuple[int | str, str], object]:
        """Return boards, levels and who has nothing of a place, by seat and name.

        Counts above a ladder do not matter.
        """
        table, book = self.table, self.table.book
        found: dict[tuple[int | str, str], object] = {}
        for seat in table.seats:
            for spot in self.spots:
                face = self.face(seat, spot)
                steps = [] if face is None else [face.alone, *(step for step, _ in face.ladder)]
                found[seat, f"level {spot.id}"] = min(self.levels[seat, spot], max(steps, default=0))
                found[seat, f"highest {spot.id}"] = min(self.highest[seat, spot], max(steps, default=0))
                found[seat, f"barred {spot.id}"] = (seat, spot) in self.barred
            for zone in self.holds:
                laid = self.laid.get((seat, zone))
                found[seat, f"laid {zone}"] = None if laid is None else (laid[0].id, laid[1].id)
            if self.spots:
                city = Counter(map(book.colour, table.cards(seat)))
                kingdom = city + Counter(map(book.colour, self.serving_cards(seat)))
                found |= {(seat, f"{colour} cards"): kingdom[colour] for colour in book.colours}
                found |= {(seat, f"{colour} cards for others"): city[colour] for colour in book.colours}
                symbols = table.symbols(seat)
                found |= {(seat, f"symbol {symbol}"): symbols[symbol] for symbol in book.symbols}
        return found


def decoded(game: Game) -> dict[tuple[int | str, str], object]:
    """Return the same of a compiled game."""
    core, tables, row = game.rules.core, game.rules.tables, game.row
    found: dict[tuple[int | str, str], object] = {}
    for seat, offset in enumerate(seats_of(game)):
        for place in tables.places:
            for number, zone in enumerate(place.zones):
                found[seat, f"level {tables.zones[zone].id}"] = row[offset + place.cell + LEVEL + number]
                found[seat, f"highest {tables.zones[zone].id}"] = row[offset + place.cell + REACHED + number]
                found[seat, f"barred {tables.zones[zone].id}"] = bool(row[offset + place.cell + BARRED + number])
            laid = row[offset + place.cell + BOARD]
            side = place.sides[laid - 1]
            found[seat, f"laid {place.id}"] = (side.board, side.side) if laid else None
        for id, lane in tables.colours if tables.places else ():
            found[seat, f"{id} cards"] = count(core, row, offset, lane)
            found[seat, f"{id} cards for others"] = shown(core, row, offset, lane)
        for id, lane in tables.symbols if tables.places else ():
            found[seat, f"symbol {id}"] = count(core, row, offset, lane)
    return found
