"""Who is meant: other seats, seen from one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.core.cells import LEFT, PLAYERS, RIGHT, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core


def others(t: Core, row: Row, me: i64) -> Row:
    """Return all other seats."""
    found: Row = zeros(row[PLAYERS] - 1)
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        if seat != me:
            found[number] = seat
            number += 1
    return found


def everyone(t: Core, row: Row, me: i64) -> Row:
    """Return a seat, then all others."""
    found: Row = zeros(row[PLAYERS])
    found[0] = me
    number: i64 = 1
    for seat in t.seats[row[PLAYERS]]:
        if seat != me:
            found[number] = seat
            number += 1
    return found


def neighbours(t: Core, row: Row, me: i64) -> Row:
    """Return the neighbours of a seat, each once."""
    found: Row = zeros(2)
    found[0] = row[me + LEFT]
    found[1] = row[me + RIGHT]
    if found[0] == found[1]:
        return found[:1]
    return found


def one(seat: i64) -> Row:
    """Return a seat alone."""
    found: Row = zeros(1)
    found[0] = seat
    return found
