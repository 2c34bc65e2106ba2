"""What enters play: cells change by tables, and what follows from new production is worked out
again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import (
    CARD_MASK,
    FRAME_LINE,
    FRAME_MASK,
    FRAME_RANK,
    FRAME_SEAT,
    FRAME_SEAT_MASK,
    FRAMES,
    LEFT,
    NUMBER,
    RIGHT,
    SIDE,
    STAGES,
    TABLE_CELLS,
    WORD,
    highest,
)
from stele.runtime.core.payment import grown, refresh, refresh_with

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core

FRAME_ORDER: Final = (1 << FRAME_LINE) - 1 - FRAME_MASK  # rank and seat


def enter(t: Core, row: Row, seat: i64, entry: i64, is_refreshed: bool = True) -> None:
    """Change a seat's cells for something that enters play, and what follows from new production,
    unless that is worked out later.
    """
    end: i64 = entry + 1
    for i in range(t.or_from[entry], t.or_from[end]):
        row[seat + t.or_cell[i]] |= t.or_mask[i]
    for i in range(t.add_from[entry], t.add_from[end]):
        row[seat + t.add_cell[i]] += t.add_number[i]
    if t.is_plain[entry]:
        return
    for i in range(t.source_from[entry], t.source_from[entry + 1]):
        piece: i64 = t.source_piece[i]
        row[seat + t.own + piece] = grown(t, piece, row[seat + t.own + piece], t.source_units[i])
        if t.source_sold[i]:
            row[seat + t.sale + piece] = grown(t, piece, row[seat + t.sale + piece], t.source_units[i])
        if not is_refreshed:
            continue
        refresh(t, row, seat, piece)
        if t.source_sold[i]:
            refresh_with(t, row, row[seat + LEFT], piece, t.with_right, RIGHT)
            refresh_with(t, row, row[seat + RIGHT], piece, t.with_left, LEFT)
    for i in range(t.offer_from[entry], t.offer_from[entry + 1]):
        price: i64 = row[seat + t.offer_cell[i]]
        if not price or t.offer_price[i] < price:
            row[seat + t.offer_cell[i]] = t.offer_price[i]


def follow(t: Core, row: Row, seat: i64, entry: i64, line: i64 = 0) -> None:
    """Let the acts of something that has entered play happen; what needs a decision is suspended.
    Points of a copy count on a line; it is given with one more.
    """
    for i in range(t.act_from[entry], t.act_from[entry + 1]):
        t.happen(row, seat, t.act[i])
    for i in range(t.late_from[entry], t.late_from[entry + 1]):
        suspend(row, t.late[i], seat, t.rank[entry], line)


def suspend(row: Row, effect: i64, seat: i64, rank: i64, line: i64) -> None:
    """Suspend an effect until its decision: the lowest rank acts first, then the lowest seat, then
    who came first.
    """
    order: i64 = rank << FRAME_RANK | row[seat + NUMBER] << FRAME_SEAT
    place: i64 = TABLE_CELLS + row[FRAMES]
    while place > TABLE_CELLS and row[place - 1] & FRAME_ORDER > order:
        row[place] = row[place - 1]
        place -= 1
    row[place] = line << FRAME_LINE | order | effect
    row[FRAMES] += 1


def forget(row: Row) -> i64:
    """Take the first suspended effect away, and return it."""
    frame: i64 = row[TABLE_CELLS]
    row[FRAMES] -= 1
    last: i64 = TABLE_CELLS + row[FRAMES]
    for place in range(TABLE_CELLS, last):
        row[place] = row[place + 1]
    row[last] = 0
    return frame


def frame_seat(t: Core, row: Row) -> i64:
    """Return the seat that the first suspended effect belongs to."""
    return t.table_cells + (row[TABLE_CELLS] >> FRAME_SEAT & FRAME_SEAT_MASK) * t.seat_cells


def lay(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Let a card enter the play of a seat at once, with all that follows."""
    entry: i64 = t.entry[card]
    row[seat + t.main + (card >> WORD)] |= t.bits[card & 63]
    enter(t, row, seat, entry)
    follow(t, row, seat, entry)


def take(t: Core, row: Row, zone: i64, card: i64) -> None:
    """Take a card out of a zone, given by its first cell."""
    row[zone + (card >> WORD)] ^= t.bits[card & 63]


def leave(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Take a card out of the play of a seat: all that stands is worked out again."""
    row[seat + t.main + (card >> WORD)] ^= t.bits[card & 63]
    rebuild(t, row, seat)


def rebuild(t: Core, row: Row, seat: i64) -> None:
    """Work out again from nothing what stands by all that a seat has in play."""
    for cell in t.derived:
        row[seat + cell] = 0
    enter(t, row, seat, t.everyone, False)
    enter(t, row, seat, t.side_start[row[seat + SIDE]], False)
    for stage in range(row[seat + STAGES]):
        enter(t, row, seat, t.stage_entry[t.stage_from[row[seat + SIDE]] + stage], False)
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            enter(t, row, seat, t.entry[(word << WORD) + place], False)
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if held:
            enter(t, row, seat, t.code_entry[(held - 1) & CARD_MASK], False)
    for piece in range(t.pieces):
        refresh(t, row, seat, piece)
        refresh(t, row, row[seat + LEFT], piece)
        refresh(t, row, row[seat + RIGHT], piece)


def hold(t: Core, row: Row, seat: i64, code: i64, line: i64) -> None:
    """Let what stands by something hold for a seat, as if it lay there; its points count on a
    line.
    """
    slot: i64 = 0
    while row[seat + t.copies + slot]:
        slot += 1
    row[seat + t.copies + slot] = (line << 10 | code) + 1
    enter(t, row, seat, t.code_entry[code])
