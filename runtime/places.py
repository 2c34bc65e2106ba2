"""Places that each two neighbours share: what is laid there serves both, and who has more there
wins bonuses.

A seat has its own row of cards at the place on its left and at the one on its right; together with
the row of the neighbour they are the cards of the place. The owners of a place are those between
whom its board was laid, whoever sits where later on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from stele.runtime.derive import Entry
from stele.runtime.entering import Entering
from stele.runtime.options import ACTION, CARD, CARD_MASK
from stele.runtime.row import (
    BARRED,
    BLOCKED,
    BOARD,
    COPIED,
    FALLEN,
    LEFT,
    LEVEL,
    NUMBER,
    OPENED,
    OWING,
    PLAYERS,
    REACHED_LEVEL,
    REVEALED,
    RIGHT,
    ROOM,
    SHARED,
    SIDE,
    TALLY,
    UNSETTLED,
    Row,
    bits,
    count,
    pushed,
    shuffle,
    unpacked,
)
from stele.runtime.ruleset import Effects, Late, PlaceSide, SharedPlace, Tables

LEFT_END, RIGHT_END = 0, 1  # on which side of a seat a place lies
LINE_BITS = 6  # of a copy: the line on which it counts; above it stands the place that hosts it

Laid = tuple[int, int, "Kind", int]  # seat, card, where, on which side of the seat
# A place, who has it on the right and who has it on the left, its board, and by how many cards the
# first leads.
Compared = tuple["Kind", int, int, "Face", int]


class Face:
    """One side of a board, ready for play."""

    def __init__(self, side: PlaceSide, engine: Entering) -> None:
        self.table = side
        self.room = [(engine.of_colour[colour], number) for colour, number in side.room]
        self.bonuses = [(b.step, (Entry(b.left, engine), Entry(b.right, engine))) for b in side.bonuses]
        self.alone = side.alone
        self.for_sale = side.for_sale
        self.top = max([side.alone, *(bonus.step for bonus in side.bonuses)])

    def fitting(self, cards: int, holds: int) -> int:
        """Return the mask of cards for which there is room beside those that lie there."""
        if holds and cards.bit_count() >= holds:
            return 0
        fitting = 0
        for mask, number in self.room:
            if (cards & mask).bit_count() < number:
                fitting |= mask
        return fitting

    def given_up(self, end: int, old: int, new: int) -> list[Entry]:
        """Return what is no longer held when a lead falls."""
        return [entries[end] for step, entries in self.bonuses if new < step <= old and entries[end].stands]


class Kind:
    """A kind of shared place, with the numbers of its cells."""

    def __init__(self, index: int, table: SharedPlace, engine: Entering) -> None:
        self.index = index
        self.table = table
        left, right = (engine.tables.zones[zone].cell for zone in table.zones)
        self.cards = left, right
        self.board = table.cell + BOARD
        self.level = table.cell + LEVEL
        self.reached = table.cell + REACHED_LEVEL
        self.barred = table.cell + BARRED
        self.opened = table.cell + OPENED
        self.room = table.cell + ROOM
        self.faces = [Face(side, engine) for side in table.sides]
        boards = [board for board, copies in {s.board: s.copies for s in table.sides}.items() for _ in range(copies)]
        self.boards = [[i for i, side in enumerate(table.sides) if side.board == board] for board in boards]
        self.more = [(more.lane, more.number) for more in engine.tables.more_cards if more.shared == index]

    def turn_options(self, row: Row, seat: int) -> list[int]:
        """Return the sides on which a seat may lay the board on its right."""
        laid = row[seat + self.board] - 1
        return [side << CARD for side in next(sides for sides in self.boards if laid in sides)]


class Places(Entering):
    """Lets neighbours share places."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.kinds = [Kind(index, place, self) for index, place in enumerate(tables.places)]
        self.placing: dict[int, tuple[Kind, int]] = {}  # by action: where the card goes
        for number, action in enumerate(tables.actions):
            if action.place >= 0:
                self.placing[number << ACTION] = self.kinds[action.place], action.side
        self.placing_in = [self.placing_of(play) for play in range(len(tables.plays))]
        firsts = [action.base for action in tables.actions if action.place >= 0][:1]
        self.placing_late = [
            (number << ACTION, *self.placing[number << ACTION])
            for number, action in enumerate(tables.actions)
            if action.place >= 0 and action.base in firsts
        ]
        effects = [card.effects for card in tables.cards]
        effects += [item for side in tables.sides for item in (side.start, *(stage.effects for stage in side.stages))]
        self.has_leads = any(one.leads for one in effects)
        # Boards whose owners have something while they lead; cards may lie in every city.
        self.leading_sides = {
            number
            for number, side in enumerate(tables.sides)
            if any(one.leads for one in (side.start, *(stage.effects for stage in side.stages)))
        }
        # Whether the cards of a place may serve one owner only.
        self.has_alone = any(side.alone for place in tables.places for side in place.sides)
        self.leading_cards = any(card.effects.leads for card in tables.cards)
        self.first_turning = len(self.lates)
        for kind in self.kinds:
            says = f"lay a board of {kind.table.name}"
            self.lates.append(Late(kind.turn_options, partial(self.turn_board, kind), says, "", "turn"))
        self.beside_of = [
            {seat: (seats[(number + 1) % len(seats)], seats[number - 1]) for number, seat in enumerate(seats)}
            for seats in self.seats
        ]
        self.shared_entries: dict[tuple[int, tuple[int, ...]], Entry] = {}
        there = [Entry(card.effects, self, ()) for card in tables.cards] if self.kinds else []
        self.entry_there = [there[index] for index in self.card_of] if self.kinds else []
        self.hosted: dict[tuple[int, int], int] = {}
        self.host: tuple[Kind, int] | None = None  # where the card lies of which an effect is happening
        self.later = 0  # how many ranks later its decisions come
        for kind in self.kinds:
            for side in (LEFT_END, RIGHT_END):
                self.host_copies(kind, side)

    def placing_of(self, play: int) -> list[tuple[int, int, int, int]]:
        """Return, for each way to lay a card of a play step into a place: the action, what it
        changes of a card that is built, and the cells that say what fits and what may be
        chained.
        """
        build = self.choices[play][1]
        actions = [number << ACTION for number in self.tables.plays[play].actions if number << ACTION in self.placing]
        return [
            (action, action ^ build, kind.room + side, kind.opened + side)
            for action, (kind, side) in ((action, self.placing[action]) for action in actions if build >= 0)
        ]

    def host_copies(self, kind: Kind, side: int) -> None:
        """Let what copies lie in a place: one owner chooses, both have it."""
        for number, late in enumerate(self.lates[: self.reveal]):
            if late.kind == "copy":
                self.hosted[number, kind.index * 2 + side] = len(self.lates)
                self.lates.append(replace(late, then=Copying(self, late, kind, side)))

    # --- where places are -------------------------------------------------------------------------

    def across(self, row: Row, seat: int, side: int) -> int:
        """Return who shares the place on one side of a seat."""
        return self.beside_of[row[PLAYERS]][seat][side]

    def face(self, row: Row, kind: Kind, seat: int, side: int) -> Face | None:
        """Return the board of the place on one side of a seat, or nothing if none was laid
        there.
        """
        holder = seat if side == RIGHT_END else self.across(row, seat, LEFT_END)
        laid = row[holder + kind.board]
        return kind.faces[laid - 1] if laid else None

    def cards_there(self, row: Row, kind: Kind, seat: int, side: int) -> int:
        """Return all cards of the place on one side of a seat, whoever laid them."""
        return row[seat + kind.cards[side]] | row[self.across(row, seat, side) + kind.cards[1 - side]]

    def cards_at(self, row: Row, seat: int, kind: int, sides: tuple[int, ...], colours: tuple[int, ...]) -> int:
        """Return how many cards of some colours serve a seat in places on some sides."""
        place = self.kinds[kind]
        return sum(
            self.coloured(self.cards_there(row, place, seat, side), colours).bit_count()
            for side in sides
            if not row[seat + place.barred + side]
        )

    def held_cards(self, row: Row, seat: int, own_only: bool) -> int:
        """Return the cards that a seat has in play.

        `own_only` without those that neighbours have laid.
        """
        cards = row[seat + self.main]
        for kind in self.kinds:
            for side in (LEFT_END, RIGHT_END):
                if not row[seat + kind.barred + side]:
                    own = row[seat + kind.cards[side]]
                    cards |= own if own_only else self.cards_there(row, kind, seat, side)
        return cards

    def cards_around(self, row: Row, seat: int) -> int:
        """Return the cards of which a seat may not build another copy, those in shared places
        too.
        """
        cards = super().cards_around(row, seat)
        for kind in self.kinds:
            cards |= self.cards_there(row, kind, seat, LEFT_END) | self.cards_there(row, kind, seat, RIGHT_END)
        return cards

    def is_leading(self, row: Row, seat: int, side: int) -> bool:
        """Tell whether a seat has the majority at a place shared with its left (0) or right (1)
        neighbour.
        """
        return any(row[seat + kind.level + side] for kind in self.kinds)

    # --- setting up -------------------------------------------------------------------------------

    def lay_boards(self, row: Row, index: int) -> None:
        """Lay a random board on the right of every seat; who lays it turns it."""
        kind = self.kinds[index]
        boards = list(range(len(kind.boards)))
        shuffle(row, boards)
        for number, seat in enumerate(self.seats[row[PLAYERS]]):
            row[seat + kind.board] = 1 + kind.boards[boards[number]][0]
            self.make_room(row, kind, seat)
            self.push(row, self.first_turning + index, seat, 0)

    def turn_board(self, kind: Kind, row: Row, seat: int, option: int) -> None:
        """Lay the board on the right of a seat on one of its sides."""
        row[seat + kind.board] = 1 + (option >> CARD & CARD_MASK)
        self.make_room(row, kind, seat)

    def make_room(self, row: Row, kind: Kind, seat: int) -> None:
        """Work out again which cards fit into the place on the right of a seat."""
        other, laid = self.beside_of[row[PLAYERS]][seat][RIGHT_END], row[seat + kind.board]
        cards = row[seat + kind.cards[RIGHT_END]] | row[other + kind.cards[LEFT_END]]
        fitting = kind.faces[laid - 1].fitting(cards, kind.table.holds) if laid else 0
        row[seat + kind.room + RIGHT_END] = row[other + kind.room + LEFT_END] = fitting

    # --- options ----------------------------------------------------------------------------------

    def zone_options(self, row: Row, seat: int, zone: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a zone that a seat may lay into its city, or into a shared place, one
        of each kind.
        """
        options = super().zone_options(row, seat, zone, colours)
        cards = list(options)
        for action, kind, side in self.placing_late:
            fitting = row[seat + kind.room + side]
            options += [option | action for option in cards if fitting >> (option >> CARD & CARD_MASK) & 1]
        return options

    # --- cards that are laid there ----------------------------------------------------------------

    def shared_entry(self, row: Row, seat: int, card: int, face: Face, side: int) -> Entry:
        """Return what changes for an owner when a card lies in a place.

        Only who does not share it may buy there.
        """
        if not face.for_sale:
            return self.entry_there[card]
        other = self.across(row, seat, side)
        sells_to = tuple(end for end in (LEFT_END, RIGHT_END) if row[seat + (RIGHT if end else LEFT)] != other)
        key = self.card_of[card], sells_to
        entry = self.shared_entries.get(key)
        if entry is None:
            entry = self.shared_entries[key] = Entry(self.tables.cards[key[0]].effects, self, sells_to)
        return entry

    def link(self, row: Row) -> None:
        """Work out again who is whose neighbour.

        Who sells cards of a place may sell them to others now.
        """
        seats = self.seats[row[PLAYERS]]
        before = [(row[seat + LEFT], row[seat + RIGHT]) for seat in seats]
        super().link(row)
        for seat, neighbours in zip(seats, before, strict=True):
            if neighbours != (row[seat + LEFT], row[seat + RIGHT]) and self.sells_there(row, seat):
                self.rebuild(row, seat)

    def sells_there(self, row: Row, seat: int) -> bool:
        """Tell whether cards in a place of a seat are for sale."""
        faces = [self.face(row, kind, seat, side) for kind in self.kinds for side in (LEFT_END, RIGHT_END)]
        return any(face is not None and face.for_sale for face in faces)

    def sold_far(self, row: Row, seat: int, buyer: int) -> list[int]:
        """Return what a seat sells to one that is no neighbour: as it would to its right, if the
        buyer sat there.
        """
        if self.kinds and self.sells_there(row, seat):
            row = row[:]
            row[seat + RIGHT] = buyer
            self.rebuild(row, seat)
        return super().sold_far(row, seat, buyer)

    def share(self, row: Row, laid: list[Laid]) -> list[tuple[int, Entry]]:
        """Let cards that lie in shared places now serve their owners: all of a turn together.

        Return what has entered play.

        Whom all cards serve is read before anything is gained, also if only a seat that counts more
        cards has changed that.
        """
        beside = self.beside_of[row[PLAYERS]]
        for seat, _, kind, side in laid:
            holder = seat if side == RIGHT_END else beside[seat][LEFT_END]
            row[UNSETTLED] |= 1 << row[holder + NUMBER]
            self.make_room(row, kind, holder)
        entered: list[tuple[int, Entry]] = []
        if not row[UNSETTLED]:
            return entered
        again = self.bar(row, self.compared(row)) if self.has_alone else []
        for seat, card, kind, side in laid:
            other = beside[seat][side]
            face = kind.faces[row[(seat if side == RIGHT_END else other) + kind.board] - 1]
            colour, twins, opened = self.colour_delta[card], self.twins[card], self.opened[card]
            for owner, end in ((seat, side), (other, 1 - side)):
                row[owner + BLOCKED] |= twins
                if row[owner + kind.barred + end] or owner in again:
                    continue
                entry = self.shared_entry(row, owner, card, face, end) if face.for_sale else self.entry_there[card]
                row[owner + TALLY] += entry.delta + colour
                row[owner + SHARED] += entry.delta + colour
                if opened:
                    row[owner + kind.opened + end] |= opened
                if not entry.is_plain:
                    self.change(row, owner, entry)
                    entered.append((owner, entry))
        for seat in again:
            self.rebuild(row, seat)
        return entered

    def join(self, row: Row, seat: int, entry: Entry, more: int = 0) -> None:
        """Add to a tally what others do not count."""
        row[seat + TALLY] += entry.delta + more
        row[seat + SHARED] += entry.delta + more

    def doubt(self, row: Row, seat: int) -> None:
        """Let the places that a seat shares be compared again."""
        row[UNSETTLED] |= 1 << row[seat + NUMBER] | 1 << row[self.across(row, seat, LEFT_END) + NUMBER]

    def bar(self, row: Row, places: list[Compared]) -> list[int]:
        """Work out again whom the cards of some places serve.

        Return the seats for which that has changed.
        """
        changed: dict[int, None] = {}
        for kind, seat, other, face, lead in places:
            if not face.alone:
                continue
            cell = seat + kind.barred + RIGHT_END
            if row[cell] != (lead <= -face.alone):
                row[cell] ^= 1
                changed[seat] = None
            cell = other + kind.barred + LEFT_END
            if row[cell] != (lead >= face.alone):
                row[cell] ^= 1
                changed[other] = None
        return list(changed)

    def compared(self, row: Row) -> list[Compared]:
        """Return the places at which something has changed."""
        found = []
        seats = self.seats[row[PLAYERS]]
        for kind in self.kinds:
            left, right = kind.cards
            for number in bits(row[UNSETTLED]):
                seat, other = seats[number], seats[number - 1]
                laid = row[seat + kind.board]
                if laid:
                    lead = row[seat + right].bit_count() - row[other + left].bit_count()
                    if (row[seat + TALLY] | row[other + TALLY]) & self.more_lanes:
                        for lane, cards in kind.more:
                            lead += (count(row, seat, lane) - count(row, other, lane)) * cards
                    found.append((kind, seat, other, kind.faces[laid - 1], lead))
        return found

    def happen_there(self, row: Row, seat: int, card: int, kind: Kind, side: int) -> None:
        """Let the one-shot effects of a card in a shared place happen for its owners, who laid it
        first.
        """
        entry = self.entry[card]
        if not entry.happens:
            return
        owners = [(seat, side), (self.across(row, seat, side), 1 - side)]
        for number, (owner, end) in enumerate(owners):
            if row[owner + kind.barred + end]:
                continue
            self.host, self.beside, self.is_second = (kind, end), self.across(row, owner, end), self.beside >= 0
            for once in entry.once:
                once(row, owner)
            for late in entry.late:
                hosted = self.hosted.get((late, kind.index * 2 + end))
                if hosted is None:
                    self.push(row, late, owner, entry.rank + number)
                elif not self.is_second:
                    self.push(row, hosted, owner, entry.rank)  # one owner chooses, both have it
        self.host, self.beside, self.is_second = None, -1, False

    def build_there(self, row: Row, seat: int, card: int, kind: Kind, side: int) -> None:
        """Let a seat build a card in a shared place for nothing, with all that follows."""
        held = row[seat + TALLY]
        row[seat + kind.cards[side]] |= 1 << card
        self.freshen(row, self.share(row, [(seat, card, kind, side)]))
        self.happen_there(row, seat, card, kind, side)
        self.react_to_build(row, seat, card, held, kind.index)
        self.settle_places(row, False)

    # --- copies -----------------------------------------------------------------------------------

    def copy_for_both(self, row: Row, seat: int, late: Late, option: int, kind: Kind, side: int) -> None:
        """Copy something for both owners of a place, first for who chose it."""
        owners = [(seat, side), (self.across(row, seat, side), 1 - side)]
        for number, (owner, end) in enumerate(owners):
            self.host, self.later = (kind, end), number
            late.then(row, owner, option)
        self.host, self.later = None, 0

    def copy(self, row: Row, seat: int, option: int, line: int) -> None:
        """Let the effects of a card or stage hold for a seat too.

        It has no colour here, and nothing counts it.
        """
        if self.host is None:
            super().copy(row, seat, option, line)
            return
        kind, side = self.host
        code, hosted = option >> CARD & CARD_MASK, line | 1 + kind.index * 2 + side << LINE_BITS
        if row[seat + kind.barred + side]:
            row[seat + COPIED] = pushed(pushed(row[seat + COPIED], code), hosted)  # it may serve this seat later
        else:
            self.happen(row, seat, self.copy_standing(row, seat, code, hosted), self.later)

    def copy_standing(self, row: Row, seat: int, code: int, line: int) -> Entry:
        """Let the standing effects of a card or stage hold for a seat too.

        What a place hosts only its owners count.
        """
        entry = super().copy_standing(row, seat, code, line)
        if line >> LINE_BITS:
            row[seat + SHARED] += entry.delta
        return entry

    def copies_of(self, row: Row, seat: int) -> list[tuple[int, int]]:
        """Return (what, line) of all that a seat has copied and that serves it."""
        return [(code, line) for code, line, host in self.hosted_copies(row, seat) if not self.is_idle(row, seat, host)]

    def hosted_copies(self, row: Row, seat: int) -> Iterator[tuple[int, int, int]]:
        """Yield (what, line, host) of all that a seat has copied.

        The host is a place and a side, or -1.
        """
        listed = unpacked(row[seat + COPIED])
        for code, line in zip(listed[::2], listed[1::2], strict=True):
            yield code, line & (1 << LINE_BITS) - 1, (line >> LINE_BITS) - 1

    def is_idle(self, row: Row, seat: int, host: int) -> bool:
        """Tell whether what is hosted by a place serves only the other owner."""
        return host >= 0 and bool(row[seat + self.kinds[host // 2].barred + host % 2])

    def held_between(self, row: Row, seat: int, other: int, lane: int) -> int:
        """Return how many of what is held come from copies in places that two seats share."""
        found = 0
        for code, _, host in self.hosted_copies(row, seat):
            if host >= 0 and not self.is_idle(row, seat, host) and self.across(row, seat, host % 2) == other:
                found += sum(number for counted, number in self.copied_effects[code].counts if counted == lane)
        return found

    # --- the ladder -------------------------------------------------------------------------------

    def settle_places(self, row: Row, is_first: bool, is_silent: bool = False) -> None:
        """Compare the owners of every place: bonuses are won and lost.

        What they bring at once is given once a turn.

        `is_silent` lets nothing happen at once: so a table can be set up in the middle of a game.
        """
        if is_silent:
            row[UNSETTLED] = (1 << row[PLAYERS]) - 1
        if is_first and row[FALLEN]:
            self.forget_falls(row)
        if not row[UNSETTLED]:
            return
        places = self.compared(row)
        row[UNSETTLED] = 0
        again = dict.fromkeys(self.bar(row, places)) if self.has_alone else {}
        won: list[tuple[int, int, Kind, Face, int, int]] = []
        given_up: list[tuple[int, Entry]] = []
        for kind, seat, other, face, lead in places:
            if is_silent:
                self.make_room(row, kind, seat)
            for owner, end, own in ((seat, RIGHT_END, lead), (other, LEFT_END, -lead)):
                level = owner + kind.level + end
                old = row[level]
                if own == old or (own < 0 and not old):
                    continue
                new = min(max(own, 0), face.top)
                if new == old:
                    continue
                if new < old:
                    row[level] = new
                    row[FALLEN] |= 1 << row[seat + NUMBER]
                    given_up += [(owner, entry) for entry in face.given_up(end, old, new)]
                else:
                    won.append((owner, end, kind, face, old, new))
                if self.has_leads and self.may_gain_by_leading(row, owner):
                    again[owner] = None
        again |= dict.fromkeys(owner for owner, entry in given_up if not entry.can_go)
        for owner, entry in given_up:
            if owner not in again:
                self.withdraw(row, owner, entry)
        for owner, end, kind, _, _, new in won:
            row[owner + kind.level + end] = new
        for seat in again:
            self.rebuild(row, seat)
        entered = []
        for owner, end, kind, face, old, new in won:
            reached = owner + kind.reached + end
            for step, entries in face.bonuses:
                entry = entries[end]
                if old < step <= new and owner not in again:
                    self.join(row, owner, entry)
                    if not entry.is_plain:
                        self.change(row, owner, entry)
                        entered.append((owner, entry))
                if row[reached] < step <= new and not is_silent:
                    self.happen(row, owner, entry)
            row[reached] = max(row[reached], new)
        if entered:
            self.freshen(row, entered)

    def withdraw(self, row: Row, seat: int, entry: Entry) -> None:
        """Take away what a seat had by a lead: a tally is an exact sum, but what is produced is
        counted only so far and has to be worked out again.
        """
        row[seat + TALLY] -= entry.delta
        row[seat + SHARED] -= entry.delta
        if entry.own:
            cells = {cell for cell, _, _ in (*entry.own, *entry.sale)}
            for cell in cells:
                row[seat + cell] = 0
            for other in self.producing(row, seat):
                for cell, source, part in (*other.own, *other.sale):
                    if cell in cells:
                        row[seat + cell] = part.grown(row[seat + cell], source)
            self.freshen(row, [(seat, entry)])

    def producing(self, row: Row, seat: int) -> Iterator[Entry]:
        """Yield all that a seat has in play and that may produce something, but for what stands
        only while it leads.
        """
        side, producers = row[seat + SIDE], self.producers
        yield from (self.everyone, self.starts[side])
        yield from (self.stages[side][stage] for stage in self.built(row, seat))
        yield from (self.entry[card] for card in bits(row[seat + self.main] & producers))
        yield from (self.copied_entry(code) for code, _ in self.copies_of(row, seat))
        yield from (self.copied_entry(card) for card in bits(row[seat + REVEALED] & producers))
        for kind in self.kinds:
            for end in (LEFT_END, RIGHT_END):
                face = self.face(row, kind, seat, end)
                if face is None:
                    continue
                if not row[seat + kind.barred + end]:
                    for card in bits(self.cards_there(row, kind, seat, end) & producers):
                        yield self.shared_entry(row, seat, card, face, end)
                level = row[seat + kind.level + end]
                yield from (entries[end] for step, entries in face.bonuses if step <= level)

    def forget_falls(self, row: Row) -> None:
        """Begin a turn: what a lead brings at once may be given again for a lead that was lost."""
        seats = self.seats[row[PLAYERS]]
        for number in bits(row[FALLEN]):
            for kind in self.kinds:
                for owner, end in ((seats[number], RIGHT_END), (seats[number - 1], LEFT_END)):
                    row[owner + kind.reached + end] = row[owner + kind.level + end]
        row[FALLEN] = 0

    def may_gain_by_leading(self, row: Row, seat: int) -> bool:
        """Tell whether a seat may have something that stands while it leads at a place."""
        if self.leading_cards or row[seat + SIDE] in self.leading_sides:
            return True
        return any(self.copied_effects[code].leads for code in unpacked(row[seat + COPIED])[::2])

    def rebuild(self, row: Row, seat: int) -> None:
        """Work out the standing effects of all that a seat has in play again.

        Who counts more or fewer cards is compared again.
        """
        unsettled, more = row[UNSETTLED], row[seat + TALLY] & self.more_lanes
        super().rebuild(row, seat)
        row[UNSETTLED] = unsettled
        if row[seat + TALLY] & self.more_lanes != more:
            self.doubt(row, seat)

    def rejoin(self, row: Row, seat: int) -> None:
        """Add what a seat has in common with its neighbours to cells that are worked out from
        nothing.
        """
        for code, _, host in self.hosted_copies(row, seat):
            if host >= 0 and not self.is_idle(row, seat, host):
                row[seat + SHARED] += self.copied_entry(code).delta
        for kind in self.kinds:
            for side in (LEFT_END, RIGHT_END):
                face = self.face(row, kind, seat, side)
                if face is None:
                    continue
                is_barred = row[seat + kind.barred + side]
                entered = []
                blocked = opened = delta = 0
                for card in bits(self.cards_there(row, kind, seat, side)):
                    blocked |= self.twins[card]
                    if not is_barred:
                        entered.append(self.shared_entry(row, seat, card, face, side))
                        delta += self.colour_delta[card]
                        opened |= self.opened[card]
                entered += [entries[side] for step, entries in face.bonuses if step <= row[seat + kind.level + side]]
                for entry in entered:
                    delta += entry.delta
                    if not entry.is_plain:
                        self.change(row, seat, entry)
                row[seat + TALLY] += delta
                row[seat + SHARED] += delta
                row[seat + BLOCKED] |= blocked
                row[seat + kind.opened + side] = opened

    def shared_items(self, row: Row, seat: int) -> Iterator[tuple[str, Effects]]:
        """Yield (name, effects) of all that serves a seat in shared places."""
        for kind in self.kinds:
            for side in (LEFT_END, RIGHT_END):
                face = self.face(row, kind, seat, side)
                if face is None:
                    continue
                if not row[seat + kind.barred + side]:
                    for card in bits(self.cards_there(row, kind, seat, side)):
                        definition = self.tables.cards[self.card_of[card]]
                        yield f"{definition.name}, {face.table.name}", definition.effects
                for bonus in face.table.bonuses:
                    if bonus.step <= row[seat + kind.level + side]:
                        yield f"{face.table.name}, step {bonus.step}", bonus.right if side else bonus.left

    # --- last cards of neighbours -----------------------------------------------------------------

    def ask_last_of(self, row: Row, zone: int, to: int, side: int) -> bool:
        """Let every seat owe a choice that may play the last card of a neighbour.

        Tell whether any does.

        Whoever may play the own last card, or whose card is taken already, is passed over for the
        next one along. What a seat could not play itself leaves its hand now: it would be cleared
        away next.
        """
        seats = self.seats[row[PLAYERS]]
        guests = seats[len(seats) - self.tables.guests :]
        given: dict[int, int] = {}
        for seat in seats:
            if not row[seat + TALLY] & self.last_of_lanes[side] or seat in guests:
                continue
            other = self.across(row, seat, side)
            while other != seat and (row[other + TALLY] & self.last_lanes or not row[other + zone] or other in guests):
                other = self.across(row, other, side)
            if other != seat:
                given[seat] = row[other + zone]
                row[other + zone] = 0
        for seat, cards in given.items():
            row[to] |= row[seat + zone]
            row[seat + zone] = cards
        row[OWING] = sum(1 << row[seat + NUMBER] for seat in given)
        return bool(given)


class Copying:
    """What happens when the owner of a place has chosen what a card there copies."""

    __slots__ = ("engine", "kind", "late", "side")

    def __init__(self, engine: Places, late: Late, kind: Kind, side: int) -> None:
        self.engine, self.late, self.kind, self.side = engine, late, kind, side

    def __call__(self, row: Row, seat: int, option: int) -> None:
        self.engine.copy_for_both(row, seat, self.late, option, self.kind, self.side)
