"""What stands only for a while: as long as a condition holds, or until a turn or an age is over.

How often each of it is in force for a seat is worked out when a batch is over, kind by kind, so
that an effect reads what lower kinds have become.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import enter, rebuild
from stele.runtime.state.cells import AWHILE, CONCERNED, LANE_MASK, LANE_SHIFT, PLAYERS, STANDS_AWHILE, WORD, zeros

MOST_TIMES: Final = 100  # that one thing stands for a seat

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def settle_standing(t: Core, row: Row) -> None:
    """Work out how often each of what stands for a while is in force for every seat."""
    if not row[CONCERNED] & AWHILE:
        return
    seats: Row = t.seats[row[PLAYERS]]
    of_anybody: Row = zeros(len(t.while_words))  # what is held or was in force, by word
    is_any = False
    for i in range(len(t.while_words)):
        word: i64 = t.while_words[i]
        found: i64 = 0
        for seat in seats:
            found |= row[seat + t.tally + word] & t.while_masks[i] | row[seat + t.force + word]
        if t.has_timed:
            for seat in seats:
                found |= row[seat + t.timed + word]
        of_anybody[i] = found
        is_any = is_any or found > 0
    if not is_any:
        return
    if t.reads_own_kind:
        withdraw_own_kind(t, row)
    first: i64 = 0
    while first < len(t.while_lane):
        # Those of one kind are worked out together: none of them reads what another one does.
        end: i64 = t.while_end[first]
        settle_kind(t, row, of_anybody, first, end)
        first = end


def settle_kind(t: Core, row: Row, of_anybody: Row, first: i64, end: i64) -> None:
    """Work out how often each of what stands of one kind is in force for every seat."""
    seats: Row = t.seats[row[PLAYERS]]
    wanted: Row = zeros((end - first) * len(seats))
    for i in range(first, end):
        if of_anybody[t.while_place[i]] >> (t.while_lane[i] & LANE_SHIFT) & LANE_MASK:
            for j in range(len(seats)):
                wanted[(i - first) * len(seats) + j] = t.points(row, seats[j], t.while_times[i])
    for i in range(first, end):
        if not of_anybody[t.while_place[i]] >> (t.while_lane[i] & LANE_SHIFT) & LANE_MASK:
            continue
        for j in range(len(seats)):
            times: i64 = wanted[(i - first) * len(seats) + j]
            before: i64 = in_force(t, row, seats[j], i)
            if times == before:
                continue
            set_force(t, row, seats[j], i, times)
            if times > before:
                for _ in range(times - before):
                    enter(t, row, seats[j], t.while_entry[i])
            else:
                rebuild(t, row, seats[j])


def withdraw_own_kind(t: Core, row: Row) -> None:
    """Take away what reads its own kind, which is worked out as if it were not there."""
    for seat in t.seats[row[PLAYERS]]:
        is_any = False
        for i in range(len(t.while_lane)):
            if t.while_own[i] and in_force(t, row, seat, i):
                set_force(t, row, seat, i, 0)
                is_any = True
        if is_any:
            rebuild(t, row, seat)


def in_force(t: Core, row: Row, seat: i64, number: i64) -> i64:
    """Return how often something is in force for a seat."""
    lane: i64 = t.while_lane[number]
    return row[seat + t.force + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def set_force(t: Core, row: Row, seat: i64, number: i64, times: i64) -> None:
    """Note how often something is in force for a seat."""
    lane: i64 = t.while_lane[number]
    cell: i64 = seat + t.force + (lane >> WORD)
    row[cell] += (times - (row[cell] >> (lane & LANE_SHIFT) & LANE_MASK)) << (lane & LANE_SHIFT)


def timed(t: Core, row: Row, seat: i64, lane: i64) -> i64:
    """Return how often a seat has something for a while."""
    return row[seat + t.timed + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def have(t: Core, row: Row, seat: i64, lane: i64, times: i64) -> i64:
    """Let a seat have something for a while; return how often."""
    before: i64 = timed(t, row, seat, lane)
    set_timed(t, row, seat, lane, min(before + times, MOST_TIMES))
    row[CONCERNED] |= STANDS_AWHILE
    return times


def end_of_turn(t: Core, row: Row) -> None:
    """End what lasts for a turn, and let what is for the next one begin; the batch ends after
    that.
    """
    if t.has_timed:
        for seat in t.seats[row[PLAYERS]]:
            move_on(t, row, seat)


def use_up(t: Core, row: Row, seat: i64) -> None:
    """Let what a seat has for some cards hold for one card less."""
    for i in range(0, len(t.card_lanes), 2):
        # What comes first in the list has moved on already: its lane is free.
        if t.card_lanes[i + 1] >= 0:
            have(t, row, seat, t.card_lanes[i + 1], timed(t, row, seat, t.card_lanes[i]))
        set_timed(t, row, seat, t.card_lanes[i], 0)


def move_on(t: Core, row: Row, seat: i64) -> None:
    """End what a seat has for a turn, and let what is for the next one begin."""
    for i in range(len(t.turn_lanes)):
        set_timed(t, row, seat, t.turn_lanes[i], 0)
    for i in range(0, len(t.next_lanes), 2):
        # What comes first in the list has moved on already: its lane is free.
        have(t, row, seat, t.next_lanes[i + 1], timed(t, row, seat, t.next_lanes[i]))
        set_timed(t, row, seat, t.next_lanes[i], 0)


def end_of_age(t: Core, row: Row) -> None:
    """End what lasts for an age; the batch ends after that."""
    for seat in t.seats[row[PLAYERS]]:
        for lane in t.age_lanes:
            set_timed(t, row, seat, lane, 0)


def set_timed(t: Core, row: Row, seat: i64, lane: i64, times: i64) -> None:
    """Note how often a seat has something for a while."""
    cell: i64 = seat + t.timed + (lane >> WORD)
    row[cell] += (times - timed(t, row, seat, lane)) << (lane & LANE_SHIFT)
