"""Stages that are built because of a sentence, without a card: which there are, what they cost, and
what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.deeds import NO_CARD, note_built
from stele.runtime.effects.entering import (
    add_stage,
    built_stage,
    enter,
    follow,
    is_built,
    is_free_to_order,
    relink,
)
from stele.runtime.effects.events import STAGE as STAGE_EVENT
from stele.runtime.effects.events import raise_event
from stele.runtime.payment.instead import all_ways, payable
from stele.runtime.payment.market_ways import PAYEES, pay_far, resolve
from stele.runtime.payment.payment import pay
from stele.runtime.payment.terms import adjusted, mark, means_of
from stele.runtime.state.cells import BY_NUMBER, PLACE_MASK, PURSE, SIDE, STAGE, STAGE_MASK, STAGES, WORD, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.payment.purchases import Market
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def stage_options(t: Core, row: Row, out: Row, seat: i64, is_free: bool, less: i64) -> i64:
    """List the stages that a seat may build now, for nothing or with every way to pay for them;
    return how many options there are.
    """
    first: i64 = t.stage_from[row[seat + SIDE]]
    count_of: i64 = t.stage_from[row[seat + SIDE] + 1] - first
    has_choice = t.has_order and is_free_to_order(t, row, seat)
    means = means_of(t, row, seat)
    number: i64 = 0
    for stage in range(count_of):
        if t.has_order and is_built(t, row, seat, stage):
            continue
        if not t.has_order and stage < row[seat + STAGES]:
            continue
        option: i64 = (stage + 1) << STAGE
        if is_free:
            out[number] = option
            number += 1
        else:
            cost: i64 = t.stage_cost[first + stage]
            price: i64 = price_of_stage(t, row, seat, cost, less)
            number = payable(t, row, out, number, seat, cost, price, means, option, row[seat + PURSE])
        if not has_choice:
            return number
    return number


def price_of_stage(t: Core, row: Row, seat: i64, cost: i64, less: i64) -> i64:
    """Return what a stage costs now, some coins taken off."""
    price: i64 = adjusted(t, row, seat, cost, 0, True, -1)
    return price - min(less, price & 65535)


def stage_market(t: Core, row: Row, seat: i64, option: i64, less: i64) -> Market:
    """Return all ways to pay for a stage, as `stage_options` lists them."""
    stage: i64 = (option >> STAGE & STAGE_MASK) - 1
    cost: i64 = t.stage_cost[t.stage_from[row[seat + SIDE]] + stage]
    price: i64 = price_of_stage(t, row, seat, cost, less)
    return all_ways(t, row, seat, cost, price, means_of(t, row, seat), row[seat + PURSE])


def build_stage(t: Core, row: Row, seat: i64, option: i64, is_free: bool, less: i64) -> None:
    """Build a stage without a card, with all that follows."""
    stage: i64 = (option >> STAGE & STAGE_MASK) - 1
    if not is_free:
        if option & BY_NUMBER:
            paid: Row = zeros(PAYEES)
            market = stage_market(t, row, seat, option, less)
            option = resolve(market, option, paid, 0)
            pay_far(t, row, seat, market, paid, 0)
        pay(row, seat, option)
        mark(t, row, seat, option)
    note_built(t, row, seat, NO_CARD)
    add_stage(t, row, seat, stage)
    entry: i64 = t.stage_entry[t.stage_from[row[seat + SIDE]] + stage]
    enter(t, row, seat, entry)
    relink(t, row)
    follow(t, row, seat, entry)
    if t.has_events:
        raise_event(t, row, seat, STAGE_EVENT, 0, -1, 1)


def lies_under(t: Core, row: Row, seat: i64, stage: i64, cards: i64) -> bool:
    """Tell whether a stage of a seat is built with one of a set of cards."""
    for number in range(row[seat + STAGES]):
        card: i64 = row[seat + t.under + number] - 1
        if built_stage(t, row, seat, number) == stage and card >= 0:
            return t.card_sets[cards * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK] != 0
    return False
