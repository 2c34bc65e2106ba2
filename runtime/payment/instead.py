"""What may be paid in one of several ways that do not follow from each other, such as any two
different raw materials: each is a cost of its own, and all ways to pay any of them are offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.payment.deals import add_more, count_fewest, posed, sifted
from stele.runtime.payment.market_ways import add_ways, list_ways, sift
from stele.runtime.payment.purchases import Market, Means
from stele.runtime.payment.sellers import market_for
from stele.runtime.payment.terms import ALL_WAIVED, MORE, MORE_MASK, WAIVED, payable_as, ways_as
from stele.runtime.state.cells import UNITS_MASK, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def payable(
    t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, price: i64, means: Means, option: i64, most: i64
) -> i64:
    """List an option for each way to pay a cost as it is now, or one of those that may be paid
    instead, with so many coins at most; return where they end.
    """
    last: i64 = t.cost_last[cost]
    if last == cost:
        return payable_as(t, row, out, first, seat, cost, price, means, option, most)
    number: i64 = first
    if means.is_far:
        number = list_ways(t, out, first, all_ways(t, row, seat, cost, price, means, most))
        for i in range(first, number):
            out[i] |= option
        return number
    count_jointly(t, row, seat, cost, price, means, most)
    for one in range(cost, last + 1):
        number = payable_as(t, row, out, number, seat, one, price, means, 0, most)
    means.joint = zeros(0)
    found: Row = out[first:number]
    number = sifted(found, number - first, means.watches or means.by_sides)
    for i in range(number):
        out[first + i] = option | found[i]
    return first + number


def all_ways(t: Core, row: Row, seat: i64, cost: i64, price: i64, means: Means, most: i64) -> Market:
    """Return all ways to pay a cost as it is now, or one of those that may be paid instead, with so
    many coins at most, among all sellers.
    """
    last: i64 = t.cost_last[cost]
    if last == cost:
        return ways_as(t, row, seat, cost, price, means, most)
    market = Market(t)
    count_jointly(t, row, seat, cost, price, means, most)
    for one in range(cost, last + 1):
        add_ways(market, ways_as(t, row, seat, one, price, means, most))
    means.joint = zeros(0)
    sift(market, means)
    return market


def count_jointly(t: Core, row: Row, seat: i64, cost: i64, price: i64, means: Means, most: i64) -> None:
    """Let who buys only what the own city cannot make do so for all costs that may be paid
    together: the one that it makes most of is taken.
    """
    if means.by_sides and not means.watches and not price >> ALL_WAIVED & 1:
        waived: i64 = price >> WAIVED & 255
        more: i64 = price >> MORE & MORE_MASK
        means.joint = fewest_in_all(t, row, seat, cost, t.cost_last[cost], waived, more, means, most)


def fewest_in_all(
    t: Core, row: Row, seat: i64, first: i64, last: i64, waived: i64, more: i64, means: Means, most: i64
) -> Row:
    """Return, by units of the bank, the fewest units that have to be bought next door for any of
    some costs that follow each other.
    """
    fewest: Row = zeros(UNITS_MASK + 1)
    for cost in range(first, last + 1):
        deal = posed(t, seat, cost, 0, most)
        if means.is_far:
            deal.market = market_for(t, row, seat, means)
        add_more(deal, more)
        count_fewest(t, row, deal, means, waived)
        for units in range(UNITS_MASK + 1):
            if cost == first or deal.fewest[units] < fewest[units]:
                fewest[units] = deal.fewest[units]
    return fewest
