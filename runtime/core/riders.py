"""Riders: what goes with an action; its cost joins that of the action in one payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    LANE_MASK,
    LANE_SHIFT,
    MANNER,
    MANNER_MASK,
    ONE_BANK,
    RIDER,
    RIDER_MASK,
    SIDE,
    STAGES,
    TOTAL,
    TOTAL_MASK,
    WORD,
    use,
    zeros,
)
from stele.runtime.core.deals import Means, deals_for
from stele.runtime.core.entering import enter
from stele.runtime.core.supplies import card_on, take_token
from stele.runtime.core.terms import ALL_WAIVED, WAIVED, adjusted

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core


def rider_cost(t: Core, row: Row, seat: i64, rider: i64, most: i64) -> i64:
    """Return the number of what a rider costs a seat now, or -1 if it may not be used or costs too
    many coins.
    """
    lane: i64 = t.rider_lane[rider]
    if t.rider_limited[rider] and row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK:
        return -1
    cost: i64 = t.rider_cost[rider]
    takes: i64 = t.rider_takes[rider]
    if takes >= 0:
        if not row[AGE] or not row[t.supply_cell[takes] + row[AGE] - 1]:
            return -1
        card: i64 = card_on(t, row, takes, row[AGE])
        if card < 0:
            return -1
        if cost < 0:
            cost = t.cost[card]
    return cost if t.cost_coins[cost] <= most else -1


def ride(
    t: Core, row: Row, out: Row, first: i64, end: i64, seat: i64, action: i64, most: i64, means: Means | None
) -> i64:
    """List the options from a place on once more with every rider on their action; return where
    they end.
    """
    last: i64 = end
    for rider in range(t.rider_count):
        if t.rider_action[rider] << ACTION != action:
            continue
        cost: i64 = rider_cost(t, row, seat, rider, most)
        if cost < 0:
            continue
        mark: i64 = (rider + 1) << RIDER
        if not t.cost_units[cost]:
            more: i64 = t.cost_coins[cost]
            for i in range(first, end):
                if (out[i] >> TOTAL & TOTAL_MASK) + more <= most:
                    out[last] = out[i] + more * ONE_BANK + mark
                    last += 1
            continue
        seen: i64 = -1
        for i in range(first, end):
            base: i64 = out[i] & BASE  # the same card and manner are listed once
            if base != seen:
                seen = base
                last = ridden(t, row, out, last, seat, base | mark, cost, most, means or Means())
    return last


BASE: Final = CARD_MASK << CARD | ACTION_MASK << ACTION | MANNER_MASK << MANNER


def ridden(t: Core, row: Row, out: Row, first: i64, seat: i64, option: i64, cost: i64, most: i64, means: Means) -> i64:
    """List the ways to pay for an action together with a rider's cost: what is less on the action
    does not pay for the rider. Return where they end.
    """
    action: i64 = option >> ACTION & ACTION_MASK
    card: i64 = option >> CARD & CARD_MASK
    manner: i64 = option >> MANNER & MANNER_MASK
    units: Row = zeros(t.resources)
    coins: i64 = t.cost_coins[cost]
    waived: i64 = 0
    pays: i64 = t.action_pays[action]
    if pays and manner not in (BY_CHAIN, BY_PERMIT):
        own: i64 = t.cost[card]
        if pays == 2:
            own = t.stage_cost[t.stage_from[row[seat + SIDE]] + row[seat + STAGES]]
        colour: i64 = 0
        if pays == 1:
            colour = t.colour[card]
        price: i64 = adjusted(t, row, seat, own, colour, pays == 2, action)
        coins += price & 65535
        waived = price >> WAIVED & 255
        if not price >> ALL_WAIVED & 1:
            for good in range(t.resources):
                units[good] = t.cost_goods[own * t.resources + good]
    end: i64 = first
    end = left_out(t, row, out, first, end, seat, units, 0, waived, cost, coins, most, means)
    for i in range(first, end):
        out[i] |= option
    return end


def left_out(
    t: Core,
    row: Row,
    out: Row,
    first: i64,
    end: i64,
    seat: i64,
    units: Row,
    good: i64,
    waived: i64,
    cost: i64,
    coins: i64,
    most: i64,
    means: Means,
) -> i64:
    """List ways for every choice of units that are waived, each way once; return where they end."""
    if good == t.resources:
        if waived:
            return end
        asked: Row = units[:]
        for other in range(t.resources):
            asked[other] += t.cost_goods[cost * t.resources + other]
        listed: i64 = deals_for(t, row, out, end, seat, asked, coins, means, most)
        kept: i64 = end
        for i in range(end, listed):
            is_known = False
            for j in range(first, end):
                is_known = is_known or out[j] == out[i]
            if not is_known:
                out[kept] = out[i]
                kept += 1
        return kept
    had: i64 = units[good]
    for less in range(min(had, waived) + 1):
        units[good] = had - less
        end = left_out(t, row, out, first, end, seat, units, good + 1, waived - less, cost, coins, most, means)
    units[good] = had
    return end


def go_along(t: Core, row: Row, seat: i64, option: i64) -> i64:
    """Carry out the rider of an option; return what enters play by it."""
    rider: i64 = (option >> RIDER & RIDER_MASK) - 1
    lane: i64 = t.rider_lane[rider]
    use(t, row, seat, lane, 1)
    if t.rider_takes[rider] >= 0:
        take_token(t, row, seat, t.rider_takes[rider])
    enter(t, row, seat, t.rider_entry[rider])
    return t.rider_entry[rider]
