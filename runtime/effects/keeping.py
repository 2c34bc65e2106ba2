"""Points that are given at once: what a clause has given to a seat is kept, and what it has
taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import MOST_GAINED

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def keep_points(t: Core, row: Row, seat: i64, clause: i64, points: i64) -> i64:
    """Give a seat points, below zero take some, and note of which clause; return how many."""
    cell: i64 = seat + t.kept + 2 * clause
    many: i64 = points
    if points < 0:
        cell += 1
        many = -points
    row[cell] = min(row[cell] + many, MOST_GAINED)
    return many


def kept_points(t: Core, row: Row, seat: i64) -> i64:
    """Return all points that were given to a seat at once."""
    points: i64 = 0
    for clause in range(t.kept_count):
        points += row[seat + t.kept + 2 * clause] - row[seat + t.kept + 2 * clause + 1]
    return points
