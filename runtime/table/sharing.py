"""What neighbours share serves both of them, and who has more cards at a place wins bonuses: some
stand as long as the lead is held, others are given at once.
"""

from __future__ import annotations

from operator import and_
from typing import TYPE_CHECKING

from stele.runtime.effects.deeds import note_built
from stele.runtime.effects.entering import enter, follow, join, keep, rebuild, serve, suspend
from stele.runtime.effects.events import BUILD, FREE, end_batch, raise_event
from stele.runtime.payment.payment import use_permit
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    BARRED,
    BESIDE,
    BOARD,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    COMPILED,
    FALLEN,
    HOST,
    LEVEL,
    MANNER,
    MANNER_MASK,
    NUMBER,
    OWING,
    PLAYERS,
    REACHED,
    SECOND,
    UNSETTLED,
    WORD,
    cells,
    highest,
    shuffle,
    zeros,
)
from stele.runtime.state.laid import note_word
from stele.runtime.table.places import (
    LEFT_END,
    RIGHT_END,
    across,
    face_at,
    fill_room,
    holder,
    lead,
    make_room,
    place_of,
)
from stele.runtime.table.withdrawing import may_gain_by_leading, withdraw

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def lay_boards(t: Core, row: Row, kind: i64) -> None:
    """Lay a random board on the right of every seat; who lays it turns it."""
    boards = t.place_boards[kind]
    order: Row = cells(list(range(len(boards))))
    shuffle(row, order, len(boards))
    seats = t.seats[row[PLAYERS]]
    for index in range(len(seats)):
        row[seats[index] + t.place_cell[kind] + BOARD] = 1 + boards[order[index]]
        make_room(t, row, kind, seats[index])
        suspend(t, row, t.first_turning + kind, seats[index], 0, 0)


# --- cards that are laid there --------------------------------------------------------------------


def share(t: Core, row: Row, seats: Row, laid: Row) -> None:
    """Let cards that lie in places now serve their owners; each is an option of its seat, and one
    more.

    Whom all cards serve is read before anything is gained, also if only a seat that counts more
    cards has changed that.
    """
    for index in range(len(seats)):
        if laid[index]:
            option: i64 = laid[index] - 1
            card: i64 = option >> CARD & CARD_MASK
            if option >> MANNER & MANNER_MASK == BY_PERMIT:
                use_permit(t, row, seats[index], card)
            owner: i64 = holder(t, row, seats[index], side_of(t, option))
            row[UNSETTLED] |= t.bits[row[owner + NUMBER]]
            fill_room(t, row, place_of(t, option), owner, card)
    if not row[UNSETTLED]:
        return
    again: i64 = 0
    if t.has_alone:
        again = bar(t, row, compared(t, row, row[UNSETTLED]))
    for index in range(len(seats)):
        if laid[index]:
            option = laid[index] - 1
            side: i64 = side_of(t, option)
            card = option >> CARD & CARD_MASK
            kind: i64 = place_of(t, option)
            other: i64 = across(t, row, seats[index], side)
            face: i64 = face_at(t, row, kind, seats[index], side)
            if not again & t.bits[row[seats[index] + NUMBER]]:
                serve(t, row, seats[index], kind, face, side, card)
            if not again & t.bits[row[other + NUMBER]]:
                serve(t, row, other, kind, face, 1 - side, card)
    if again:
        rebuild_all(t, row, again)


def side_of(t: Core, option: i64) -> i64:
    """Return on which side of its seat an option lays its card into a place."""
    return t.action_side[option >> ACTION & ACTION_MASK]


def rebuild_all(t: Core, row: Row, again: i64) -> None:
    """Work out again what stands for some seats, given as a mask."""
    seats = t.seats[row[PLAYERS]]
    for index in range(len(seats)):
        if again & t.bits[index]:
            rebuild(t, row, seats[index])


class Place:
    """A place at which something may have changed: its kind, who has it on the right, who has it on
    the left, its board, and by how many cards the first of them leads.
    """

    def __init__(self, t: Core, row: Row, kind: i64, seat: i64) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.other: i64 = row[seat + t.across + RIGHT_END]
        self.face: i64 = t.face_from[kind] + row[seat + t.place_cell[kind] + BOARD] - 1
        self.ahead: i64 = lead(t, row, kind, seat)


def compared(t: Core, row: Row, unsettled: i64) -> list[Place]:
    """Return the places with a board on the right of some seats, given as a mask."""
    seats = t.seats[row[PLAYERS]]
    places = []
    for kind in range(t.place_count):
        rest: i64 = unsettled
        while rest:
            index: i64 = highest(rest & -rest)
            rest &= rest - 1
            if row[seats[index] + t.place_cell[kind] + BOARD]:
                places.append(Place(t, row, kind, seats[index]))
    return places


def bar(t: Core, row: Row, places: list[Place]) -> i64:
    """Work out again whom the cards of some places serve; return the seats for which that has
    changed as a mask.
    """
    changed: i64 = 0
    for place in places:
        alone: i64 = t.face_alone[place.face]
        if alone:
            cell: i64 = t.place_cell[place.kind] + BARRED
            if (row[place.seat + cell + RIGHT_END] > 0) != (place.ahead <= -alone):
                row[place.seat + cell + RIGHT_END] ^= 1
                changed |= t.bits[row[place.seat + NUMBER]]
            if (row[place.other + cell + LEFT_END] > 0) != (place.ahead >= alone):
                row[place.other + cell + LEFT_END] ^= 1
                changed |= t.bits[row[place.other + NUMBER]]
    return changed


def happen_there(t: Core, row: Row, seen: Row, seat: i64, option: i64) -> None:
    """Let the one-shot effects of a card in a place happen for its owners, who laid it first."""
    kind: i64 = place_of(t, option)
    side: i64 = side_of(t, option)
    entry: i64 = t.entry[option >> CARD & CARD_MASK]
    if not t.is_acting[entry]:
        return
    for number in range(2):
        owner: i64 = seat
        end: i64 = side
        if number:
            owner = across(t, row, seat, side)
            end = 1 - side
        if row[owner + t.place_cell[kind] + BARRED + end]:
            continue
        second: i64 = 0
        if row[BESIDE]:
            second = SECOND
        row[BESIDE] = row[across(t, row, owner, end) + NUMBER] + 1 | second
        for i in range(t.act_from[entry], t.act_from[entry + 1]):
            t.happen(row, seen, owner, t.act[i])
        for i in range(t.late_from[entry], t.late_from[entry + 1]):
            if not t.is_hosted[t.late[i]]:
                suspend(t, row, t.late[i], owner, t.rank[entry] + number, 0)
            elif not second:  # one owner chooses, both have it
                suspend(t, row, t.late[i], owner, t.rank[entry], (1 + 2 * kind + end) << HOST)
    row[BESIDE] = 0


def build_there(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Let a seat build a card in a place for nothing, with all that follows."""
    card: i64 = option >> CARD & CARD_MASK
    kind: i64 = place_of(t, option)
    note_built(t, row, seat, card)
    row[seat + t.place_zone[2 * kind + side_of(t, option)] + (card >> WORD)] |= t.bits[card & 63]
    seats: Row = zeros(1)
    laid: Row = zeros(1)
    seats[0] = seat
    laid[0] = option + 1
    share(t, row, seats, laid)
    happen_there(t, row, row[:], seat, option)
    if t.has_events:
        raise_event(t, row, seat, BUILD, card, kind, 1)
        raise_event(t, row, seat, FREE, card, -1, 1)
    settle_places(t, row, False)


def copy_for_both(t: Core, row: Row, seat: i64, code: i64, line: i64, host: i64) -> None:
    """Copy something for both owners of the place that hosts what copies, first for who chose it.
    Whom the place does not serve it may serve later.
    """
    kind: i64 = (host - 1) >> 1
    entry: i64 = t.code_entry[code]
    for number in range(2):
        owner: i64 = seat
        end: i64 = host - 1 & 1
        if number:
            owner = across(t, row, seat, end)
            end = 1 - end
        keep(t, row, owner, code, (1 + 2 * kind + end) << HOST | line)
        if row[owner + t.place_cell[kind] + BARRED + end]:
            continue
        enter(t, row, owner, entry)
        join(t, row, owner, entry)
        for i in range(t.act_from[entry], t.act_from[entry + 1]):
            t.happen(row, row, owner, t.act[i])
        for i in range(t.late_from[entry], t.late_from[entry + 1]):
            suspend(t, row, t.late[i], owner, t.rank[entry] + number, 0)


# --- the ladder -----------------------------------------------------------------------------------


def settle_places(t: Core, row: Row, is_first: bool) -> None:
    """Compare the owners of every place: bonuses are won and lost. What they bring at once is given
    once a turn.
    """
    if is_first and row[FALLEN]:
        forget_falls(t, row)
    if not row[UNSETTLED]:
        return
    places = compared(t, row, row[UNSETTLED])
    row[UNSETTLED] = 0
    again: i64 = bar(t, row, places)
    changes = compare(t, row, places)
    for change in changes:
        again |= out_of_date(t, row, change)
    for change in changes:
        if change.new < change.old:
            fall(t, row, change, again)
    for change in changes:
        row[change.level] = change.new
    if again:
        rebuild_all(t, row, again)
    for change in changes:
        if change.new > change.old:
            climb(t, row, change, again)
    end_batch(t, row)


def settle_levels(t: Core, row: Row) -> None:
    """Note who leads at every place and whom its cards serve, as if that had been so for long: what
    stands by it is worked out from nothing later, what happens at once has happened.
    """
    everyone: i64 = t.bits[row[PLAYERS]] - 1
    places = compared(t, row, everyone)
    bar(t, row, places)
    for change in compare(t, row, places):
        row[change.level] = change.new
    row[UNSETTLED] = 0
    row[FALLEN] = everyone
    forget_falls(t, row)


class Change:
    """A lead that has changed: whose it is, at which place, and how high it was and is; `level` is
    the cell that says so.
    """

    def __init__(self, t: Core, place: Place, owner: i64, end: i64, level: i64, old: i64, new: i64) -> None:
        self.place = place
        self.owner: i64 = owner
        self.end: i64 = end
        self.level: i64 = level
        self.old: i64 = old
        self.new: i64 = new


def compare(t: Core, row: Row, places: list[Place]) -> list[Change]:
    """Return the leads that are not as they were. What is lost is lost at once; what is won counts
    when all that was lost is taken away.
    """
    changes = []
    for place in places:
        for which in range(2):  # who has it on the right, then who has it on the left
            owner: i64 = place.seat
            new: i64 = place.ahead
            if which:
                owner = place.other
                new = -new
            level: i64 = owner + t.place_cell[place.kind] + LEVEL + 1 - which
            old: i64 = row[level]
            if new == old or (new < 0 and not old):
                continue
            new = min(max(new, 0), t.face_top[place.face])
            if new != old:
                changes.append(Change(t, place, owner, 1 - which, level, old, new))
            if new < old:
                row[level] = new
                row[FALLEN] |= t.bits[row[place.seat + NUMBER]]
    return changes


def out_of_date(t: Core, row: Row, change: Change) -> i64:
    """Return who has a lead, as a mask, if all has to be worked out again for it: something stands
    only while it leads, or cannot be taken away.
    """
    is_out = t.has_leads and may_gain_by_leading(t, row, change.owner)
    if change.new < change.old:
        face: i64 = change.place.face
        for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
            if change.new < t.bonus_step[i] <= change.old and not t.can_go[t.bonus_entry[2 * i + change.end]]:
                is_out = True
    if is_out:
        return t.bits[row[change.owner + NUMBER]]
    return 0


def fall(t: Core, row: Row, change: Change, again: i64) -> None:
    """Take away what was held by a lead that is lost, unless all is worked out again."""
    if again & t.bits[row[change.owner + NUMBER]]:
        return
    face: i64 = change.place.face
    for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
        if change.new < t.bonus_step[i] <= change.old:
            withdraw(t, row, change.owner, t.bonus_entry[2 * i + change.end])


def climb(t: Core, row: Row, change: Change, again: i64) -> None:
    """Give what is won by a lead."""
    owner: i64 = change.owner
    face: i64 = change.place.face
    reached: i64 = change.level + REACHED - LEVEL
    for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
        entry: i64 = t.bonus_entry[2 * i + change.end]
        if change.old < t.bonus_step[i] <= change.new and not again & t.bits[row[owner + NUMBER]]:
            enter(t, row, owner, entry)
        if row[reached] < t.bonus_step[i] <= change.new and t.is_acting[entry]:
            follow(t, row, owner, entry)
    row[reached] = max(row[reached], change.new)


def forget_falls(t: Core, row: Row) -> None:
    """Begin a turn: what a lead brings at once may be given again for a lead that was lost."""
    seats = t.seats[row[PLAYERS]]
    for index in range(len(seats)):
        if row[FALLEN] & t.bits[index]:
            for kind in range(t.place_count):
                right: i64 = seats[index] + t.place_cell[kind]
                left: i64 = across(t, row, seats[index], RIGHT_END) + t.place_cell[kind]
                row[right + REACHED + RIGHT_END] = row[right + LEVEL + RIGHT_END]
                row[left + REACHED + LEFT_END] = row[left + LEVEL + LEFT_END]
    row[FALLEN] = 0


# --- last cards of neighbours ---------------------------------------------------------------------


def ask_last_of(t: Core, row: Row, zone: i64, to: i64, side: i64) -> bool:
    """Let every seat owe a choice that may play the last card of a neighbour; tell whether any
    does.

    Whoever may play the own last card, or whose card is taken already, is passed over for the next
    one along. What a seat could not play itself leaves its hand now: it would be cleared away next.
    """
    seats = t.seats[row[PLAYERS]]
    players: i64 = row[PLAYERS] - t.guests
    given: Row = zeros(players * t.words)
    owing: i64 = 0
    for index in range(players):
        seat: i64 = seats[index]
        if not has_lanes(t, row, seat, t.last_of_lanes, side * t.tally_words):
            continue
        if t.bars_last and has_lanes(t, row, seat, t.barred_last, 0):
            continue
        other: i64 = across(t, row, seat, side)
        while other != seat and not gives_last(t, row, other, zone):
            other = across(t, row, other, side)
        if other != seat:
            owing |= t.bits[index]
            for word in range(t.words):
                given[index * t.words + word] = row[other + zone + word]
                row[other + zone + word] = 0
    for index in range(players):
        if owing & t.bits[index]:
            for word in range(t.words):
                row[to + word] |= row[seats[index] + zone + word]
                if t.laid:
                    note_word(t, row, word, row[seats[index] + zone + word])
                row[seats[index] + zone + word] = given[index * t.words + word]
    row[OWING] = owing
    return owing != 0


def has_lanes(t: Core, row: Row, seat: i64, lanes: Row, first: i64) -> bool:
    """Tell whether a seat has anything in some lanes."""
    if not COMPILED:
        held = row[seat + t.tally : seat + t.tally + t.tally_words]
        return any(map(and_, held, lanes[first : first + t.tally_words]))
    for word in range(t.tally_words):
        if row[seat + t.tally + word] & lanes[first + word]:
            return True
    return False


def gives_last(t: Core, row: Row, seat: i64, zone: i64) -> bool:
    """Tell whether a seat has a last card that it may not play itself."""
    if row[seat + NUMBER] >= row[PLAYERS] - t.guests:
        return False
    if has_lanes(t, row, seat, t.last_lanes, 0) and not (t.bars_last and has_lanes(t, row, seat, t.barred_last, 0)):
        return False
    for word in range(t.words):
        if row[seat + zone + word]:
            return True
    return False
