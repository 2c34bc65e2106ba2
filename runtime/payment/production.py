"""Production: what seats produce and sell, and what they have together with their neighbours.

Each source gives one unit out of a set of goods. How many sources touch a subset of goods is one
lane of a packed number, so sources are added up by adding numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import COMPILED, LEFT, PLAYERS, RIGHT

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_SUMS: Final = 60_000
SOLD_LEFT: Final = 3  # to both neighbours, or to the left one
SOLD_RIGHT: Final = 5


class Sums(dict[int, int]):
    """The interpreted core knows sums by what packed numbers of a piece add up to: the same, each
    lane counted no further than any cost asks for.
    """

    def __init__(self, guard: int, top: int, shift: int) -> None:
        super().__init__()
        self.guard, self.top, self.shift = guard, top, shift

    def __missing__(self, total: int) -> int:
        if len(self) > MOST_SUMS:
            self.clear()
        over = ((self.top | self.guard) - total) & self.guard ^ self.guard
        found = self[total] = total ^ (total ^ self.top) & (over | over - (over >> self.shift))
        return found


def grown(t: Core, piece: i64, sources: i64, more: i64) -> i64:
    """Return the sum of two packed numbers, each lane counted no further than any cost asks for."""
    if not COMPILED:
        return t.lists.sums[piece][sources + more]
    guard: i64 = t.guard[piece]
    top: i64 = t.top[piece]
    total: i64 = sources + more
    over: i64 = ((top | guard) - total) & guard ^ guard
    if over:
        total ^= (total ^ top) & (over | over - (over >> t.shift[piece]))
    return total


def produce(t: Core, row: Row, seat: i64, piece: i64, units: i64, sold: i64, is_refreshed: bool) -> None:
    """Add a source to what a seat produces and sells: to both neighbours (1), to the left one (2),
    to the right one (4), or to nobody; and to what is had together.
    """
    cell: i64 = seat + piece
    grow(t, row, cell + t.own, piece, units)
    if sold & SOLD_RIGHT:
        grow(t, row, cell + t.sale, piece, units)
    if sold & 2:
        grow(t, row, cell + t.sale_left, piece, units)
    if not is_refreshed:
        return
    grow(t, row, cell + t.with_left, piece, units)
    grow(t, row, cell + t.with_right, piece, units)
    grow(t, row, cell + t.with_both, piece, units)
    none: i64 = t.table_cells + row[PLAYERS] * t.seat_cells  # where nobody sits
    if sold & SOLD_LEFT and row[seat + LEFT] != none:
        cell = row[seat + LEFT] + piece
        grow(t, row, cell + t.with_right, piece, units)
        grow(t, row, cell + t.with_both, piece, units)
    if sold & SOLD_RIGHT and row[seat + RIGHT] != none:
        cell = row[seat + RIGHT] + piece
        grow(t, row, cell + t.with_left, piece, units)
        grow(t, row, cell + t.with_both, piece, units)


def produce_known(t: Core, row: Row, seat: int, piece: int, units: int, sold: int, is_refreshed: bool) -> None:
    """Do as `produce` does, by sums that are known."""
    sums, cell = t.lists.sums[piece], seat + piece
    row[cell + t.own] = sums[row[cell + t.own] + units]
    if sold & SOLD_RIGHT:
        row[cell + t.sale] = sums[row[cell + t.sale] + units]
    if sold & 2:
        row[cell + t.sale_left] = sums[row[cell + t.sale_left] + units]
    if not is_refreshed:
        return
    to_left, to_right, to_both = t.with_left, t.with_right, t.with_both
    row[cell + to_left] = sums[row[cell + to_left] + units]
    row[cell + to_right] = sums[row[cell + to_right] + units]
    row[cell + to_both] = sums[row[cell + to_both] + units]
    if not sold:
        return
    none = t.table_cells + row[PLAYERS] * t.seat_cells  # where nobody sits
    if sold & SOLD_LEFT and row[seat + LEFT] != none:
        cell = row[seat + LEFT] + piece
        row[cell + to_right] = sums[row[cell + to_right] + units]
        row[cell + to_both] = sums[row[cell + to_both] + units]
    if sold & SOLD_RIGHT and row[seat + RIGHT] != none:
        cell = row[seat + RIGHT] + piece
        row[cell + to_left] = sums[row[cell + to_left] + units]
        row[cell + to_both] = sums[row[cell + to_both] + units]


def grow(t: Core, row: Row, cell: i64, piece: i64, units: i64) -> None:
    """Add units to what is had of a piece."""
    row[cell] = grown(t, piece, row[cell], units)


def add_sources(t: Core, row: Row, seat: i64, pieces: i64, entry: i64) -> None:
    """Add the sources of something that belong to some pieces, given as a mask."""
    for i in range(t.source_from[entry], t.source_from[entry + 1]):
        if pieces & t.bits[t.source_piece[i]]:
            produce(t, row, seat, t.source_piece[i], t.source_units[i], t.source_sold[i], False)


def refresh_around(t: Core, row: Row, seat: i64, pieces: i64) -> None:
    """Work out again what a seat and its neighbours have together of some pieces."""
    none: i64 = t.table_cells + row[PLAYERS] * t.seat_cells
    for piece in range(t.pieces):
        if pieces & t.bits[piece]:
            refresh(t, row, seat, piece)
            if row[seat + LEFT] != none:
                refresh(t, row, row[seat + LEFT], piece)
            if row[seat + RIGHT] != none:
                refresh(t, row, row[seat + RIGHT], piece)


def refresh(t: Core, row: Row, seat: i64, piece: i64) -> None:
    """Work out again what a seat has of one piece together with its left, its right and both
    neighbours.
    """
    cell: i64 = seat + piece
    alone: i64 = row[cell + t.own]
    left: i64 = row[row[seat + LEFT] + t.sale + piece]
    right: i64 = row[row[seat + RIGHT] + t.sale_left + piece]
    if left:
        left = grown(t, piece, alone, left)
    else:
        left = alone
    row[cell + t.with_left] = left
    if right:
        row[cell + t.with_right] = grown(t, piece, alone, right)
        row[cell + t.with_both] = grown(t, piece, left, right)
    else:
        row[cell + t.with_right] = alone
        row[cell + t.with_both] = left


def units_made(t: Core, row: Row, seat: i64, good: i64) -> i64:
    """Return how many units of one of the goods, or of any (-1), a seat makes by itself."""
    units: i64 = 0
    for part in range(t.parts):
        wanted: i64 = t.part_goods[part]
        if good >= 0:
            wanted = t.bits[good]
        for piece in range(t.piece_from[part], t.piece_from[part + 1]):
            for i in range(t.lane_from[piece], t.lane_from[piece + 1]):
                if t.lane_goods[i] == wanted:
                    width: i64 = t.shift[piece] + 1
                    units += row[seat + t.own + piece] >> (i - t.lane_from[piece]) * width & t.bits[width] - 1
    return units
