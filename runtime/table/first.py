"""The first player: where seats act at the same time, and one goes after the other, it comes
first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import FIRST, NUMBER, PLAYERS, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def become_first(row: Row, seat: i64) -> i64:
    """Let a seat be the first player; return whether it was not."""
    if row[FIRST] == row[seat + NUMBER]:
        return 0
    row[FIRST] = row[seat + NUMBER]
    return 1


def in_order(t: Core, row: Row, seats: Row) -> Row:
    """Return seats, given by their numbers, from the first player on."""
    if not row[FIRST]:
        return seats
    first: i64 = t.seats[row[PLAYERS]][row[FIRST]]
    found: Row = zeros(len(seats))
    number: i64 = 0
    for seat in seats:
        if seat >= first:
            found[number] = seat
            number += 1
    for seat in seats:
        if seat < first:
            found[number] = seat
            number += 1
    return found
