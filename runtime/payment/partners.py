"""Partners: what they do not sell to each other, and what they do not give to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import stage_meant
from stele.runtime.payment.market_ways import far_way
from stele.runtime.payment.purchases import STRIDE
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    BY_CHAIN,
    BY_NUMBER,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    LEFT,
    MANNER,
    MANNER_MASK,
    PARTNER,
    PAY_MASK,
    PLACE_MASK,
    RIGHT,
    SIDE,
    TO_LEFT,
    TO_RIGHT,
    WAY_MASK,
    WORD,
)
from stele.runtime.turn.riders import far_market

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def fair(t: Core, row: Row, out: Row, end: i64, seat: i64) -> i64:
    """Leave out purchases from a partner for building what could be built by a chain; return how
    many options there are then.
    """
    partner: i64 = row[seat + PARTNER]
    barred: i64 = 0
    if row[seat + LEFT] == partner:
        barred |= PAY_MASK << TO_LEFT | FREE_LEFT
    if row[seat + RIGHT] == partner:
        barred |= PAY_MASK << TO_RIGHT | FREE_RIGHT
    if not partner:
        return end
    chained: Row = row[seat + t.chained : seat + t.chained + t.words]
    if t.place_count:
        add_chains(t, out, end, chained)
    number: i64 = 0
    for i in range(end):
        option: i64 = out[i]
        card: i64 = option >> CARD & CARD_MASK
        is_chained = chained[card >> WORD] & t.bits[card & PLACE_MASK] > 0
        is_built = t.action_pays[option >> ACTION & ACTION_MASK] == 1
        if is_chained and is_built and pays(t, row, seat, option, barred):
            continue
        out[number] = option
        number += 1
    return number


def add_chains(t: Core, out: Row, end: i64, chained: Row) -> None:
    """Add twins of all that may be built by a chain to some cards: chains may start anywhere."""
    for i in range(end):
        if out[i] >> MANNER & MANNER_MASK == BY_CHAIN:
            entry: i64 = t.entry[out[i] >> CARD & CARD_MASK]
            for j in range(t.or_from[entry], t.or_from[entry + 1]):
                word: i64 = t.or_cell[j] - t.blocked
                if 0 <= word < t.words:
                    chained[word] |= t.or_mask[j]


def pays(t: Core, row: Row, seat: i64, option: i64, barred: i64) -> bool:
    """Tell whether an option buys from the partner: as a neighbour, or as one of many sellers."""
    if not option & BY_NUMBER:
        return option & barred > 0
    market = far_market(t, row, seat, option)
    way: i64 = option & WAY_MASK
    if far_way(market, way) & barred:
        return True
    return market.partner >= 0 and market.ways[way * STRIDE + 2 + market.partner] > 0


def may_give(t: Core, row: Row, seat: i64, option: i64, card: i64) -> bool:
    """Tell whether a card may be used for a stage: not if it would go to a partner that has it
    already.
    """
    stage: i64 = t.stage_from[row[seat + SIDE]] + stage_meant(t, row, seat, option)
    if not t.entry_gives[t.stage_entry[stage]]:
        return True
    return not row[row[seat + PARTNER] + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]
