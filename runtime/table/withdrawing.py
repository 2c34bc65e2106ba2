"""Things that are taken away again: counts are exact sums, but what is produced is counted only so
far and has to be worked out by all that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import built_stage, buyers_there, rebuild
from stele.runtime.payment.production import SOLD_RIGHT, add_sources, refresh_around
from stele.runtime.state.cells import (
    BARRED,
    CARD_MASK,
    LANE_MASK,
    LANE_SHIFT,
    LEVEL,
    PLACE_MASK,
    SIDE,
    STAGES,
    WORD,
    highest,
)
from stele.runtime.table.places import around, cards_there, face_at, is_idle

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def leave(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Take a card out of the play of a seat, with what lies on it and all that stands by it."""
    word: i64 = card >> WORD
    row[seat + t.main + word] ^= t.bits[card & PLACE_MASK]
    if t.has_marked:
        row[seat + t.marked + word] &= ~t.bits[card & PLACE_MASK]
    entry: i64 = t.entry[card]
    if not t.can_go[entry] or (t.has_leads and may_gain_by_leading(t, row, seat)):
        rebuild(t, row, seat)
        return
    withdraw(t, row, seat, entry)
    for i in range(t.or_from[entry], t.or_from[entry + 1]):
        twins: i64 = t.or_cell[i] - t.blocked
        if 0 <= twins < t.words and not around(t, row, seat, twins) & t.or_mask[i]:
            row[seat + t.or_cell[i]] &= ~t.or_mask[i]
    if t.opens[entry]:
        chain_again(t, row, seat)


def may_gain_by_leading(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a seat may have something that stands while it leads at a place."""
    if t.side_leads[row[seat + SIDE]]:
        return True
    for slot in range(t.copy_slots):
        if not row[seat + t.copies + slot]:
            return False
        entry: i64 = t.code_entry[(row[seat + t.copies + slot] - 1) & CARD_MASK]
        if t.lead_from[entry] < t.lead_from[entry + 1]:
            return True
    return False


def chain_again(t: Core, row: Row, seat: i64) -> None:
    """Work out again what a seat may build by a chain."""
    for word in range(t.words):
        row[seat + t.chained + word] = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word]
        if t.reveals:
            rest |= row[seat + t.revealed + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            entry: i64 = t.entry[(word << WORD) + place]
            if t.opens[entry]:
                for i in range(t.or_from[entry], t.or_from[entry + 1]):
                    if t.chained <= t.or_cell[i] < t.chained + t.words:
                        row[seat + t.or_cell[i]] |= t.or_mask[i]


def withdraw(t: Core, row: Row, seat: i64, entry: i64) -> None:
    """Take something away: counts are exact sums; what is produced is one as long as it is not as
    much as is counted, else it has to be worked out again.
    """
    for i in range(t.add_from[entry], t.add_from[entry + 1]):
        row[seat + t.add_cell[i]] -= t.add_number[i]
    pieces: i64 = 0
    is_known = True
    for i in range(t.source_from[entry], t.source_from[entry + 1]):
        pieces |= t.bits[t.source_piece[i]]
        is_known = is_known and unproduce(t, row, seat, t.source_piece[i], t.source_units[i], t.source_sold[i])
    if not pieces:
        return
    if is_known:
        refresh_around(t, row, seat, pieces)
    else:
        produce_again(t, row, seat, pieces)


def unproduce(t: Core, row: Row, seat: i64, piece: i64, units: i64, sold: i64) -> bool:
    """Take a source away from what a seat produces and sells, as `produce` has added it; tell
    whether it is known what is left.
    """
    if not shrink(t, row, seat + t.own + piece, piece, units):
        return False
    if sold & SOLD_RIGHT and not shrink(t, row, seat + t.sale + piece, piece, units):
        return False
    return not sold & 2 or shrink(t, row, seat + t.sale_left + piece, piece, units)


def shrink(t: Core, row: Row, cell: i64, piece: i64, units: i64) -> bool:
    """Take units away from a sum, unless a lane of theirs is full: there may have been more."""
    guard: i64 = t.guard[piece]
    full: i64 = ((row[cell] | guard) - t.top[piece]) & guard
    touched: i64 = ((units | guard) - (guard >> t.shift[piece])) & guard
    if full & touched:
        return False
    row[cell] -= units
    return True


def produce_again(t: Core, row: Row, seat: i64, pieces: i64) -> None:
    """Work out again what a seat has of some pieces, given as a mask: by all that it has in play
    but for what stands only while it leads.
    """
    for piece in range(t.pieces):
        if pieces & t.bits[piece]:
            row[seat + t.own + piece] = 0
            row[seat + t.sale + piece] = 0
            row[seat + t.sale_left + piece] = 0
    side: i64 = row[seat + SIDE]
    add_sources(t, row, seat, pieces, t.everyone)
    add_sources(t, row, seat, pieces, t.side_start[side])
    for i in range(row[seat + STAGES]):
        add_sources(t, row, seat, pieces, t.stage_entry[t.stage_from[side] + built_stage(t, row, seat, i)])
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.producers[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            add_sources(t, row, seat, pieces, t.entry[(word << WORD) + place])
        if t.reveals:
            rest = row[seat + t.revealed + word] & t.producers[word]
            while rest:
                place = highest(rest)
                rest ^= t.bits[place]
                add_sources(t, row, seat, pieces, t.code_entry[(word << WORD) + place])
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if not held:
            break
        if not is_idle(t, row, seat, held):
            add_sources(t, row, seat, pieces, t.code_entry[(held - 1) & CARD_MASK])
    for i in range(len(t.while_lane)):
        lane: i64 = t.while_lane[i]
        for _ in range(row[seat + t.force + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK):
            add_sources(t, row, seat, pieces, t.while_entry[i])
    for kind in range(t.place_count):
        for end in range(2):
            produce_there(t, row, seat, pieces, kind, end)
    refresh_around(t, row, seat, pieces)


def produce_there(t: Core, row: Row, seat: i64, pieces: i64, kind: i64, side: i64) -> None:
    """Add what a place on one side of a seat produces for it: its cards, and what is won there."""
    face: i64 = face_at(t, row, kind, seat, side)
    if face < 0:
        return
    if not row[seat + t.place_cell[kind] + BARRED + side]:
        buyers: i64 = 0
        if t.face_for_sale[face]:
            buyers = buyers_there(t, row, seat, side)
        for word in t.place_words:
            rest: i64 = cards_there(t, row, kind, seat, side, word) & t.producers[word]
            while rest:
                place = highest(rest)
                rest ^= t.bits[place]
                add_sources(t, row, seat, pieces, t.entry_there[buyers * len(t.entry) + (word << WORD) + place])
    for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
        if t.bonus_step[i] <= row[seat + t.place_cell[kind] + LEVEL + side]:
            add_sources(t, row, seat, pieces, t.bonus_entry[2 * i + side])
