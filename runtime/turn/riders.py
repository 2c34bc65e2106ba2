"""Riders: what goes with an action; its cost joins that of the action in one payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import enter, stage_meant
from stele.runtime.payment.deals import deals_for, ways_for
from stele.runtime.payment.instead import all_ways
from stele.runtime.payment.market_ways import add_ways, list_ways
from stele.runtime.payment.purchases import Market, Means
from stele.runtime.payment.terms import ALL_WAIVED, MORE, MORE_MASK, WAIVED, adjusted, means_of
from stele.runtime.state.cells import (
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
    PURSE,
    RIDER,
    RIDER_MASK,
    SIDE,
    STAGE,
    STAGE_MASK,
    TOTAL,
    TOTAL_MASK,
    WORD,
    use,
    zeros,
)
from stele.runtime.table.supplies import card_on, take_token

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


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
        is_far = means is not None and means.is_far
        if not t.cost_units[cost] and not is_far:
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
                last = ridden(t, row, out, last, seat, base | mark, cost, most, means or Means(t))
    return last


BASE: Final = CARD_MASK << CARD | ACTION_MASK << ACTION | MANNER_MASK << MANNER | STAGE_MASK << STAGE


class Ride:
    """An action together with a rider: what both cost a seat, of which some units of the action are
    waived.
    """

    def __init__(self, t: Core, row: Row, seat: i64, option: i64, cost: i64) -> None:
        self.seat: i64 = seat
        self.cost: i64 = cost  # of the rider
        self.coins: i64 = t.cost_coins[cost]
        self.units: Row = zeros(t.resources)  # of the action
        self.own: i64 = -1  # the cost of the action, and the last of those that may be paid instead
        self.last: i64 = -1
        self.waived: i64 = 0
        self.more: i64 = 0  # of any kind, added to the action
        action: i64 = option >> ACTION & ACTION_MASK
        pays: i64 = t.action_pays[action]
        manner: i64 = option >> MANNER & MANNER_MASK
        if pays and manner not in (BY_CHAIN, BY_PERMIT):
            own: i64 = t.cost[option >> CARD & CARD_MASK]
            kind: i64 = 0
            if pays == 2:
                own = t.stage_cost[t.stage_from[row[seat + SIDE]] + stage_meant(t, row, seat, option)]
            else:
                kind = t.price_kind[option >> CARD & CARD_MASK]
            price: i64 = adjusted(t, row, seat, own, kind, pays == 2, action)
            self.coins += price & 65535
            self.waived = price >> WAIVED & 255
            self.more = price >> MORE & MORE_MASK
            if not price >> ALL_WAIVED & 1:
                self.own = own
                self.last = t.cost_last[own]
        # If the rider asks for coins only, it does not matter which units are waived.
        self.is_shared = t.cost_units[cost] > 0


def ridden(t: Core, row: Row, out: Row, first: i64, seat: i64, option: i64, cost: i64, most: i64, means: Means) -> i64:
    """List the ways to pay for an action together with a rider's cost: what is less on the action
    does not pay for the rider. Return where they end.
    """
    ride = Ride(t, row, seat, option, cost)
    if ride.coins > most:
        return first
    end: i64 = first
    if means.is_far:
        end = list_ways(t, out, first, ridden_far(t, row, ride, most, means))
    else:
        for asked in range(cost, t.cost_last[cost] + 1):
            ride.cost = asked
            for own in range(ride.own, ride.last + 1):
                ask_for(t, ride, own)
                end = with_more(t, row, out, first, end, ride, None, 0, ride.more, most, means)
    for i in range(first, end):
        out[i] |= option
    return end


def ridden_far(t: Core, row: Row, ride: Ride, most: i64, means: Means) -> Market:
    """Return all ways to pay for an action together with a rider's cost, among all sellers."""
    market = Market(t)
    first: i64 = ride.cost
    for asked in range(first, t.cost_last[first] + 1):
        ride.cost = asked
        for own in range(ride.own, ride.last + 1):
            ask_for(t, ride, own)
            with_more(t, row, zeros(1), 0, 0, ride, market, 0, ride.more, most, means)
    return market


def ask_for(t: Core, ride: Ride, own: i64) -> None:
    """Let a ride ask for the units of one of the costs that its action may be paid with."""
    if own >= 0:
        for good in range(t.resources):
            ride.units[good] = t.cost_goods[own * t.resources + good]


def with_more(
    t: Core,
    row: Row,
    out: Row,
    first: i64,
    end: i64,
    ride: Ride,
    market: Market | None,
    good: i64,
    more: i64,
    most: i64,
    means: Means,
) -> i64:
    """List ways for every choice of units that are added to the action, of goods from one on;
    return where they end.
    """
    if not more:
        return left_out(t, row, out, first, end, ride, market, 0, ride.waived, most, means)
    for other in range(good, t.resources):
        ride.units[other] += 1
        end = with_more(t, row, out, first, end, ride, market, other, more - 1, most, means)
        ride.units[other] -= 1
    return end


def left_out(
    t: Core,
    row: Row,
    out: Row,
    first: i64,
    end: i64,
    ride: Ride,
    market: Market | None,
    good: i64,
    waived: i64,
    most: i64,
    means: Means,
) -> i64:
    """List ways for every choice of units that are waived, each way once; return where they end.
    Ways to pay many sellers are kept in a market.
    """
    if good == t.resources or not ride.is_shared:
        if waived and ride.is_shared:
            return end
        asked: Row = ride.units[:]
        for other in range(t.resources):
            asked[other] += t.cost_goods[ride.cost * t.resources + other]
        if market is not None:
            add_ways(market, ways_for(t, row, ride.seat, asked, ride.coins, waived, means, most))
            return end
        listed: i64 = deals_for(t, row, out, end, ride.seat, asked, ride.coins, means, most)
        return without_known(out, first, end, listed)
    had: i64 = ride.units[good]
    for less in range(min(had, waived) + 1):
        ride.units[good] = had - less
        end = left_out(t, row, out, first, end, ride, market, good + 1, waived - less, most, means)
    ride.units[good] = had
    return end


def without_known(out: Row, first: i64, end: i64, listed: i64) -> i64:
    """Leave out of what was listed last what is known already; return where it ends."""
    kept: i64 = end
    for i in range(end, listed):
        is_known = False
        for j in range(first, end):
            is_known = is_known or out[j] == out[i]
        if not is_known:
            out[kept] = out[i]
            kept += 1
    return kept


def far_market(t: Core, row: Row, seat: i64, option: i64) -> Market:
    """Return all ways to pay for what an option does, as they were listed."""
    means = means_of(t, row, seat)
    rider: i64 = (option >> RIDER & RIDER_MASK) - 1
    if rider >= 0:
        ride = Ride(t, row, seat, option, rider_cost(t, row, seat, rider, row[seat + PURSE]))
        return ridden_far(t, row, ride, row[seat + PURSE], means)
    action: i64 = option >> ACTION & ACTION_MASK
    card: i64 = option >> CARD & CARD_MASK
    cost: i64 = t.cost[card]
    kind: i64 = 0
    is_stage = t.action_pays[action] == 2
    if is_stage:
        cost = t.stage_cost[t.stage_from[row[seat + SIDE]] + stage_meant(t, row, seat, option)]
    else:
        kind = t.price_kind[card]
    price: i64 = adjusted(t, row, seat, cost, kind, is_stage, action)
    return all_ways(t, row, seat, cost, price, means, row[seat + PURSE])


def go_along(t: Core, row: Row, seat: i64, option: i64) -> i64:
    """Carry out the rider of an option; return what enters play by it."""
    rider: i64 = (option >> RIDER & RIDER_MASK) - 1
    lane: i64 = t.rider_lane[rider]
    use(t, row, seat, lane, 1)
    if t.rider_takes[rider] >= 0:
        take_token(t, row, seat, t.rider_takes[rider])
    enter(t, row, seat, t.rider_entry[rider])
    return t.rider_entry[rider]
