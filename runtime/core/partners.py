"""Partners: what they do not sell to each other, and what they do not give to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
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
    TO_MANY,
    TO_RIGHT,
    TOTAL,
    WORD,
)
from stele.runtime.core.entering import stage_meant
from stele.runtime.core.far import far_way
from stele.runtime.core.purchases import STRIDE
from stele.runtime.core.riders import far_market

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core


def fair(t: Core, row: Row, out: Row, end: i64, seat: i64, build: i64) -> i64:
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
    number: i64 = 0
    for i in range(end):
        option: i64 = out[i]
        card: i64 = option >> CARD & CARD_MASK
        chained: i64 = row[seat + t.chained + (card >> WORD)] & t.bits[card & PLACE_MASK]
        if chained and option & ACTION_MASK << ACTION == build and pays(t, row, seat, option, barred):
            continue
        out[number] = option
        number += 1
    return number


def pays(t: Core, row: Row, seat: i64, option: i64, barred: i64) -> bool:
    """Tell whether an option buys from the partner: as a neighbour, or as one of many sellers."""
    if option >> MANNER & MANNER_MASK != TO_MANY:
        return option & barred > 0
    market = far_market(t, row, seat, option)
    way: i64 = option & (1 << TOTAL) - 1
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
