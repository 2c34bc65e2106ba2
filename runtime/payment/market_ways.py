"""Ways to pay many sellers, as a market keeps them: which of them no other beats, how options know
them, and what comes of the one that is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.events import FROM_SEAT, GAIN_COINS, SELL, raise_event
from stele.runtime.payment.purchases import MOST_SELLERS, STRIDE, Deal, Market, Means
from stele.runtime.state.cells import (
    BY_NUMBER,
    COINS,
    FREE_LEFT,
    FREE_RIGHT,
    NUMBER,
    ONE_BANK,
    ONE_LEFT,
    ONE_RIGHT,
    PAY_MASK,
    PURSE,
    TOTAL_MASK,
    UNITS,
    WAY_MASK,
    zeros,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# What an option does not hold is kept for each of these: all sellers, then the bank.
BANK: Final = MOST_SELLERS
PAYEES: Final = MOST_SELLERS + 1


def add_far(t: Core, deal: Deal, means: Means, market: Market) -> None:
    """Keep a way; the first unit of each neighbour may be cheaper."""
    if market.count == market.room:
        sift(market, means)
        make_room(market)
    first: i64 = market.count * STRIDE
    left: i64 = market.coins[0]
    right: i64 = market.coins[1]
    flags: i64 = deal.units << UNITS
    if left and means.less_left:
        left -= min(means.less_left, deal.top_left)
        if not left:
            flags |= FREE_LEFT
    if right and means.less_right:
        right -= min(means.less_right, deal.top_right)
        if not right:
            flags |= FREE_RIGHT
    total: i64 = deal.bank + left + right
    market.ways[first] = deal.bank
    market.ways[first + 1] = flags
    market.ways[first + 2] = left
    market.ways[first + 3] = right
    for place in range(2, market.size):
        market.ways[first + 2 + place] = market.coins[place]
        total += market.coins[place]
    if total <= deal.most:
        market.count += 1


def make_room(market: Market) -> None:
    """Make room for more ways, if half of it is taken."""
    if 2 * market.count > market.room:
        ways: Row = zeros(2 * market.room * STRIDE)
        for i in range(market.count * STRIDE):
            ways[i] = market.ways[i]
        market.ways = ways
        market.room *= 2


def sift(market: Market, means: Means) -> None:
    """Keep the ways that no other beats, in a fixed order."""
    kept: i64 = 0
    ways: Row = market.ways
    width: i64 = market.size + 2
    for i in range(market.count):
        is_beaten = False
        for j in range(market.count):
            if j != i and beats_far(market, means, j * STRIDE, i * STRIDE, j < i):
                is_beaten = True
                break
        if not is_beaten:
            ways[i * STRIDE + STRIDE - 1] = 1
        else:
            ways[i * STRIDE + STRIDE - 1] = 0
    for i in range(market.count):
        if ways[i * STRIDE + STRIDE - 1]:
            for column in range(width):
                ways[kept * STRIDE + column] = ways[i * STRIDE + column]
            kept += 1
    market.count = kept


def beats_far(market: Market, means: Means, one: i64, other: i64, is_first: bool) -> bool:
    """Tell whether a way costs nobody more than another; of two that cost the same the lower flags,
    then the first one. Where it matters who sells, only one with the same sellers can.
    """
    ways: Row = market.ways
    is_less = ways[one] < ways[other]
    if ways[one] > ways[other]:
        return False
    for place in range(2, market.size + 2):
        if ways[one + place] > ways[other + place]:
            return False
        is_less = is_less or ways[one + place] < ways[other + place]
    if means.watches or means.by_sides:
        for place in range(2):
            if has_sold(ways, one, place) != has_sold(ways, other, place):
                return False
        if means.by_sides and market.partner >= 0:
            place = market.partner + 2
            if (ways[one + place] > 0) != (ways[other + place] > 0):
                return False
    if is_less or ways[one + 1] < ways[other + 1]:
        return True
    return ways[one + 1] == ways[other + 1] and is_first


def has_sold(ways: Row, way: i64, place: i64) -> bool:
    """Tell whether a neighbour has sold something."""
    free: i64 = FREE_LEFT
    if place:
        free = FREE_RIGHT
    return ways[way + 2 + place] > 0 or ways[way + 1] & free > 0


def add_ways(market: Market, more: Market) -> None:
    """Add the ways of another market, each once; both have the same sellers."""
    market.size = more.size
    market.partner = more.partner
    for seller in range(more.size):
        market.seats[seller] = more.seats[seller]
    for way in range(more.count):
        is_known = False
        for other in range(market.count):
            is_same = True
            for column in range(more.size + 2):
                is_same = is_same and market.ways[other * STRIDE + column] == more.ways[way * STRIDE + column]
            is_known = is_known or is_same
        if not is_known:
            make_room(market)
            for column in range(more.size + 2):
                market.ways[market.count * STRIDE + column] = more.ways[way * STRIDE + column]
            market.count += 1


def list_ways(t: Core, out: Row, first: i64, market: Market) -> i64:
    """List each way of a market; return where they end."""
    number: i64 = first
    for way in range(market.count):
        is_far = not fits(market, way)
        for seller in range(2, market.size):
            is_far = is_far or market.ways[way * STRIDE + 2 + seller] > 0
        if is_far:
            out[number] = BY_NUMBER | way
        else:
            out[number] = far_way(market, way)
        number += 1
    return number


def fits(market: Market, way: i64) -> bool:
    """Tell whether what a way pays to the bank and the neighbours fits into an option."""
    bank: i64 = market.ways[way * STRIDE]
    left: i64 = market.ways[way * STRIDE + 2]
    right: i64 = market.ways[way * STRIDE + 3]
    return bank <= PAY_MASK and left <= PAY_MASK and right <= PAY_MASK and bank + left + right <= TOTAL_MASK


def far_way(market: Market, way: i64) -> i64:
    """Return what a way pays to the bank and the neighbours, as an option has it; if that does not
    fit, only from whom something is bought.
    """
    place: i64 = way * STRIDE
    flags: i64 = market.ways[place + 1]
    if fits(market, way):
        paid: i64 = market.ways[place] * ONE_BANK + market.ways[place + 2] * ONE_LEFT
        return flags | paid + market.ways[place + 3] * ONE_RIGHT
    if market.ways[place + 2]:
        flags |= FREE_LEFT
    if market.ways[place + 3]:
        flags |= FREE_RIGHT
    return flags


def payees(t: Core, row: Row, market: Market, way: i64) -> list[tuple[int, int]]:
    """Return the numbers of sellers that are no neighbours, and what each gets."""
    place: i64 = way * STRIDE
    found = []
    for seller in range(2, market.size):
        if market.ways[place + 2 + seller]:
            found.append((row[market.seats[seller] + NUMBER], market.ways[place + 2 + seller]))
    return sorted(found)


def resolve(market: Market, option: i64, paid: Row, first: i64) -> i64:
    """Return an option that knows its way by its number with what fits into it, and note what is
    left to be paid to all sellers, and to the bank.
    """
    way: i64 = option & WAY_MASK
    is_whole = fits(market, way)
    for seller in range(market.size):
        if seller > 1 or not is_whole:
            paid[first + seller] = market.ways[way * STRIDE + 2 + seller]
    if not is_whole:
        paid[first + BANK] = market.ways[way * STRIDE]
    return option ^ BY_NUMBER ^ way | far_way(market, way)


def pay_far(t: Core, row: Row, seat: i64, market: Market, paid: Row, first: i64) -> None:
    """Pay sellers and the bank what an option does not hold."""
    total: i64 = paid[first + BANK]
    for seller in range(market.size):
        coins: i64 = paid[first + seller]
        row[market.seats[seller] + COINS] += coins
        if coins and t.has_sales and seller < 2:
            raise_event(t, row, market.seats[seller], SELL, 0, -1, 1)
        if coins and t.has_coin_events:
            raise_event(t, row, market.seats[seller], GAIN_COINS, 0, FROM_SEAT, coins)
        total += coins
    row[seat + COINS] -= total
    row[seat + PURSE] -= total
