"""What may react, as each seat lists it: in the order in which it has entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import LANE_MASK, LANE_SHIFT, WORD, Runaway, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

# What reacts, in a list of a seat: seven to a cell, each with one more.
LISTED: Final = 9
LISTED_MASK: Final = 511
TO_A_CELL: Final = 7


def listed(t: Core, row: Row, seat: i64, place: i64) -> i64:
    """Return what stands at a place of the list of what may react, or -1 behind its end."""
    cell: i64 = row[seat + t.reactors + place // TO_A_CELL]
    return (cell >> place % TO_A_CELL * LISTED & LISTED_MASK) - 1


def list_reactors(t: Core, row: Row, seat: i64) -> None:
    """Bring the list of what may react up to date: what has left is taken out, what has entered
    stands behind the others.
    """
    left: Row = zeros(len(t.trigger_lane))  # how many of each are not listed yet
    for trigger in range(len(t.trigger_lane)):
        lane: i64 = t.trigger_lane[trigger]
        left[trigger] = row[seat + t.tally + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK
    old: Row = row[seat + t.reactors : seat + t.reactors + t.reactor_cells]
    for cell in range(t.reactor_cells + 1):
        row[seat + t.reactors + cell] = 0
    end: i64 = 0
    for place in range(TO_A_CELL * t.reactor_cells):
        trigger = (old[place // TO_A_CELL] >> place % TO_A_CELL * LISTED & LISTED_MASK) - 1
        if trigger < 0:
            break
        if left[trigger]:
            left[trigger] -= 1
            end = add_reactor(t, row, seat, end, trigger)
    for trigger in range(len(left)):
        for _ in range(left[trigger]):
            end = add_reactor(t, row, seat, end, trigger)


def add_reactor(t: Core, row: Row, seat: i64, end: i64, trigger: i64) -> i64:
    """Add something to the list of what may react; return where the list ends."""
    if end == TO_A_CELL * t.reactor_cells:
        raise Runaway(f"the game stops when more than {end} things of one seat may react")
    row[seat + t.reactors + end // TO_A_CELL] |= (trigger + 1) << end % TO_A_CELL * LISTED
    row[seat + t.reacts_to] |= t.bits[t.trigger_kind[trigger]]
    return end + 1
