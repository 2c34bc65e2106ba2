"""What neighbours share serves both of them, and who has more cards at a place wins bonuses: some
stand as long as the lead is held, others are given at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import enter, follow, join, keep, rebuild, serve, suspend
from stele.runtime.effects.events import BUILD, end_batch, raise_event
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
    SIDE,
    UNSETTLED,
    WORD,
    cells,
    shuffle,
    zeros,
)
from stele.runtime.table.places import (
    LEFT_END,
    RIGHT_END,
    across,
    face_at,
    holder,
    lead,
    make_room,
    place_of,
)

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
        suspend(row, t.first_turning + kind, seats[index], 0, 0)


# --- cards that are laid there --------------------------------------------------------------------


def share(t: Core, row: Row, seats: Row, laid: Row) -> None:
    """Let cards that lie in places now serve their owners; each is an option of its seat, and one
    more.

    Whom all cards serve is read before anything is gained, also if only a seat that counts more
    cards has changed that.
    """
    for index in range(len(seats)):
        if laid[index]:
            if (laid[index] - 1) >> MANNER & MANNER_MASK == BY_PERMIT:
                use_permit(t, row, seats[index], (laid[index] - 1) >> CARD & CARD_MASK)
            owner: i64 = holder(t, row, seats[index], side_of(t, laid[index] - 1))
            row[UNSETTLED] |= t.bits[row[owner + NUMBER]]
            make_room(t, row, place_of(t, laid[index] - 1), owner)
    if not row[UNSETTLED]:
        return
    again: i64 = bar(t, row, row[UNSETTLED])
    for index in range(len(seats)):
        if laid[index]:
            option: i64 = laid[index] - 1
            side: i64 = side_of(t, option)
            other: i64 = across(t, row, seats[index], side)
            card: i64 = option >> CARD & CARD_MASK
            serve(t, row, seats[index], place_of(t, option), side, card, again)
            serve(t, row, other, place_of(t, option), 1 - side, card, again)
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


def bar(t: Core, row: Row, unsettled: i64) -> i64:
    """Work out again whom the cards of some places serve; return the seats for which that has
    changed as a mask.
    """
    changed: i64 = 0
    if not t.has_alone:
        return changed
    seats = t.seats[row[PLAYERS]]
    for kind in range(t.place_count):
        for index in range(len(seats)):
            face: i64 = -1
            if unsettled & t.bits[index]:
                face = face_at(t, row, kind, seats[index], RIGHT_END)
            if face < 0 or not t.face_alone[face]:
                continue
            ahead: i64 = lead(t, row, kind, seats[index])
            changed |= barred(t, row, kind, seats[index], RIGHT_END, ahead <= -t.face_alone[face])
            other: i64 = across(t, row, seats[index], RIGHT_END)
            changed |= barred(t, row, kind, other, LEFT_END, ahead >= t.face_alone[face])
    return changed


def barred(t: Core, row: Row, kind: i64, seat: i64, side: i64, is_barred: bool) -> i64:
    """Note whether the cards of a place serve only the other owner; return the seat as a mask if
    that has changed.
    """
    cell: i64 = seat + t.place_cell[kind] + BARRED + side
    if (row[cell] > 0) == is_barred:
        return 0
    row[cell] ^= 1
    return t.bits[row[seat + NUMBER]]


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
                suspend(row, t.late[i], owner, t.rank[entry] + number, 0)
            elif not second:  # one owner chooses, both have it
                suspend(row, t.late[i], owner, t.rank[entry], (1 + 2 * kind + end) << HOST)
    row[BESIDE] = 0


def build_there(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Let a seat build a card in a place for nothing, with all that follows."""
    card: i64 = option >> CARD & CARD_MASK
    kind: i64 = place_of(t, option)
    row[seat + t.place_zone[2 * kind + side_of(t, option)] + (card >> WORD)] |= t.bits[card & 63]
    seats: Row = zeros(1)
    laid: Row = zeros(1)
    seats[0] = seat
    laid[0] = option + 1
    share(t, row, seats, laid)
    happen_there(t, row, row[:], seat, option)
    if t.has_events:
        raise_event(t, row, seat, BUILD, card, kind, 1)
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
        join(t, row, owner, entry, 1)
        for i in range(t.act_from[entry], t.act_from[entry + 1]):
            t.happen(row, row, owner, t.act[i])
        for i in range(t.late_from[entry], t.late_from[entry + 1]):
            suspend(row, t.late[i], owner, t.rank[entry] + number, 0)


# --- the ladder -----------------------------------------------------------------------------------


def settle_places(t: Core, row: Row, is_first: bool) -> None:
    """Compare the owners of every place: bonuses are won and lost. What they bring at once is given
    once a turn.
    """
    if is_first and row[FALLEN]:
        forget_falls(t, row)
    unsettled: i64 = row[UNSETTLED]
    if not unsettled:
        return
    row[UNSETTLED] = 0
    again: i64 = bar(t, row, unsettled)
    seats = t.seats[row[PLAYERS]]
    before: Row = zeros(2 * t.place_count * len(seats))  # the levels that change, each and one more
    for kind in range(t.place_count):
        for index in range(len(seats)):
            if unsettled & t.bits[index] and face_at(t, row, kind, seats[index], RIGHT_END) >= 0:
                again |= compare(t, row, kind, index, before)
    for i in range(len(before)):
        if before[i]:
            fall(t, row, i, before[i] - 1, again)
    rebuild_all(t, row, again)
    for i in range(len(before)):
        if before[i]:
            climb(t, row, i, before[i] - 1, again)
    end_batch(t, row)


def settle_levels(t: Core, row: Row) -> None:
    """Note who leads at every place and whom its cards serve, as if that had been so for long: what
    stands by it is worked out from nothing later, what happens at once has happened.
    """
    seats = t.seats[row[PLAYERS]]
    bar(t, row, t.bits[len(seats)] - 1)
    before: Row = zeros(2 * t.place_count * len(seats))
    for kind in range(t.place_count):
        for index in range(len(seats)):
            if face_at(t, row, kind, seats[index], RIGHT_END) >= 0:
                compare(t, row, kind, index, before)
    row[UNSETTLED] = 0
    row[FALLEN] = t.bits[len(seats)] - 1
    forget_falls(t, row)


def compare(t: Core, row: Row, kind: i64, index: i64, before: Row) -> i64:
    """Note who leads at the place on the right of a seat, and what was so before; return the seats
    for which all has to be worked out again.
    """
    seat: i64 = t.seats[row[PLAYERS]][index]
    face: i64 = face_at(t, row, kind, seat, RIGHT_END)
    ahead: i64 = lead(t, row, kind, seat)
    again: i64 = 0
    for which in range(2):  # who has it on the right, then who has it on the left
        owner: i64 = seat
        end: i64 = 1 - which
        if which:
            owner = across(t, row, seat, RIGHT_END)
            ahead = -ahead
        cell: i64 = owner + t.place_cell[kind] + LEVEL + end
        old: i64 = row[cell]
        new: i64 = min(max(ahead, 0), t.face_top[face])
        if new == old:
            continue
        before[2 * (kind * row[PLAYERS] + index) + which] = old + 1
        row[cell] = new
        if t.side_leads[row[owner + SIDE]]:
            again |= t.bits[row[owner + NUMBER]]
        if new < old:
            row[FALLEN] |= t.bits[index]
            for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
                if new < t.bonus_step[i] <= old and not t.is_plain[t.bonus_entry[2 * i + end]]:
                    again |= t.bits[row[owner + NUMBER]]
    return again


def fall(t: Core, row: Row, change: i64, old: i64, again: i64) -> None:
    """Take away what was held by a lead that is lost, unless all is worked out again. A change is
    known by its kind of place, who has that on the right, and which owner it is about.
    """
    kind: i64 = (change >> 1) // row[PLAYERS]
    seat: i64 = t.seats[row[PLAYERS]][(change >> 1) % row[PLAYERS]]
    face: i64 = face_at(t, row, kind, seat, RIGHT_END)
    end: i64 = 1 - (change & 1)
    owner: i64 = seat if end == RIGHT_END else across(t, row, seat, RIGHT_END)
    new: i64 = row[owner + t.place_cell[kind] + LEVEL + end]
    if new < old and not again & t.bits[row[owner + NUMBER]]:
        for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
            if new < t.bonus_step[i] <= old:
                withdraw(t, row, owner, t.bonus_entry[2 * i + end])


def withdraw(t: Core, row: Row, seat: i64, entry: i64) -> None:
    """Take away what only adds to numbers."""
    for i in range(t.add_from[entry], t.add_from[entry + 1]):
        row[seat + t.add_cell[i]] -= t.add_number[i]
    join(t, row, seat, entry, -1)


def climb(t: Core, row: Row, change: i64, old: i64, again: i64) -> None:
    """Give what is won by a lead, for a change as of `fall`."""
    kind: i64 = (change >> 1) // row[PLAYERS]
    seat: i64 = t.seats[row[PLAYERS]][(change >> 1) % row[PLAYERS]]
    face: i64 = face_at(t, row, kind, seat, RIGHT_END)
    end: i64 = 1 - (change & 1)
    owner: i64 = seat if end == RIGHT_END else across(t, row, seat, RIGHT_END)
    new: i64 = row[owner + t.place_cell[kind] + LEVEL + end]
    if new < old:
        return
    reached: i64 = owner + t.place_cell[kind] + REACHED + end
    for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
        entry: i64 = t.bonus_entry[2 * i + end]
        if old < t.bonus_step[i] <= new and not again & t.bits[row[owner + NUMBER]]:
            enter(t, row, owner, entry)
            join(t, row, owner, entry, 1)
        if row[reached] < t.bonus_step[i] <= new:
            follow(t, row, owner, entry)
    row[reached] = max(row[reached], new)


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
                row[seats[index] + zone + word] = given[index * t.words + word]
    row[OWING] = owing
    return owing != 0


def has_lanes(t: Core, row: Row, seat: i64, lanes: Row, first: i64) -> bool:
    """Tell whether a seat has anything in some lanes."""
    for word in range(t.tally_words):
        if row[seat + t.tally + word] & lanes[first + word]:
            return True
    return False


def gives_last(t: Core, row: Row, seat: i64, zone: i64) -> bool:
    """Tell whether a seat has a last card that it may not play itself."""
    if row[seat + NUMBER] >= row[PLAYERS] - t.guests or has_lanes(t, row, seat, t.last_lanes, 0):
        return False
    for word in range(t.words):
        if row[seat + zone + word]:
            return True
    return False
