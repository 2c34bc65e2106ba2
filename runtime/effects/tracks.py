"""Tracks and markers: positions that go on, go back or are turned, of a seat or of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.events import REACH, TURNED, raise_event

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def cell_of(t: Core, seat: i64, position: i64) -> i64:
    """Return the cell where it is noted where something stands: of a seat, or of the table."""
    if t.position_of_seat[position]:
        return seat + t.position_cell[position]
    return t.position_cell[position]


def go_on(t: Core, row: Row, seat: i64, position: i64, steps: i64) -> i64:
    """Let a seat go on by so many steps, as far as the track goes; return how many. It reaches each
    step on its way.
    """
    cell: i64 = cell_of(t, seat, position)
    before: i64 = row[cell]
    after: i64 = min(before + max(steps, 0), t.position_most[position])
    row[cell] = after
    for step in range(before + 1, after + 1):
        if t.position_watched[position] & t.bits[step]:
            raise_event(t, row, seat, REACH, position, step, 1)
    return after - before


def go_back(t: Core, row: Row, seat: i64, position: i64, steps: i64) -> i64:
    """Let a seat go back by so many steps, as far as it has come; return how many."""
    cell: i64 = cell_of(t, seat, position)
    gone: i64 = min(max(steps, 0), row[cell])
    row[cell] -= gone
    return gone


def turn_to(t: Core, row: Row, seat: i64, position: i64, face: i64) -> i64:
    """Let a seat turn a marker to a face, or, below 0, to the next one; return whether another face
    is up now.
    """
    cell: i64 = cell_of(t, seat, position)
    wanted: i64 = face
    if face < 0:
        wanted = (row[cell] + 1) % (t.position_most[position] + 1)
    if row[cell] == wanted:
        return 0
    row[cell] = wanted
    if t.position_watched[position] & t.bits[wanted]:
        raise_event(t, row, seat, TURNED, position, wanted, 1)
    return 1
