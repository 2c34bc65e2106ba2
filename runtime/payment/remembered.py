"""Memories of payments to many sellers, where this is interpreted: all ways to pay are kept by what
each set of sellers leaves missing, which few states differ in. No rule stands here that is not in
`deals` or `far`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from stele.runtime.payment.deals import unit_source, ways_of
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import STRIDE
from stele.runtime.payment.sellers import market_for

if TYPE_CHECKING:
    from stele.runtime.payment.purchases import Market, Means
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_UNIONS = 5_000
MOST_MARKETS = 5_000
MOST_DEALS = 20_000
Way = tuple[int, list[int]]  # its coins, and what a market keeps of it


class Sellers:
    """All who sell to a seat, as long as its means are the same."""

    def __init__(self, t: Core, market: Market, means: Means) -> None:
        lists, self.size = t.lists, market.size
        prices = list(market.prices[: market.size * t.resources])
        self.prices = [prices[place * t.resources : (place + 1) * t.resources] for place in range(market.size)]
        self.sales = [market.sales[place * t.pieces : (place + 1) * t.pieces] for place in range(market.size)]
        self.extras = list(means.goods[: means.count])
        self.watches = means.watches
        has = means.made, means.less_left, means.less_right, means.watches, means.by_sides
        alike = market.size, market.partner, *has, *self.extras, *means.price[: means.count], *prices
        if len(lists.deals) > MOST_MARKETS:
            lists.deals.clear()
        self.known: dict[tuple[object, ...], list[Way]] = lists.deals.setdefault(alike, {})
        self.stands: dict[int, tuple[object, ...]] = {}  # by part

    def stands_of(self, t: Core, row: Row, seat: int, part: int) -> tuple[object, ...]:
        """Return who sells anything of a part, and what is missing of each demand with each set of
        them; if goods of the part have several prices, what everybody has.
        """
        first, end = t.piece_from[part], t.piece_from[part + 1]
        own = tuple(row[seat + t.own + first : seat + t.own + end])
        goods = [good for good in range(t.resources) if t.good_part[good] == part]
        if any(len({prices[good] for good in goods}) > 1 for prices in self.prices):
            return own, tuple(tuple(sold[first:end]) for sold in self.sales)
        selling = [
            place for place in range(self.size) if self.prices[place][goods[0]] and any(self.sales[place][first:end])
        ]
        sold = tuple(tuple(self.sales[place][first:end]) for place in selling)
        starts = added_to(t, part, own, self.extras)
        if self.watches:
            starts.append((0,) * len(own))
        key = part, *starts, sold
        rows = t.lists.unions.get(key)
        if rows is None:
            if len(t.lists.unions) > MOST_UNIONS:
                t.lists.unions.clear()
            rows = t.lists.unions[key] = missing_with_sets(t, part, starts, sold)
        return tuple(selling), rows


def added_to(t: Core, part: int, own: tuple[int, ...], extras: list[int]) -> list[tuple[int, ...]]:
    """Return what a seat has of a part with all that units from elsewhere may add to it."""
    first, end = t.piece_from[part], t.piece_from[part + 1]
    found = {own: True}
    for goods in extras:
        unit = tuple(unit_source(t, piece, goods) for piece in range(first, end))
        found.update({both(t, first, had, unit): True for had in list(found)})
    return list(found)


def both(t: Core, first: int, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sum of two sources of some pieces, from one on."""
    return tuple(grown(t, piece, had, more) for piece, (had, more) in enumerate(zip(one, other, strict=True), first))


def missing_with_sets(
    t: Core, part: int, starts: list[tuple[int, ...]], sold: tuple[tuple[int, ...], ...]
) -> list[bytes]:
    """Return what is missing of all demands of a part with each set of sellers, beside each of some
    sources.
    """
    first, missing = t.piece_from[part], t.lists.stalls[part][0]
    sets: list[tuple[int, ...]] = []
    for start in starts:
        found = [start]
        for more in sold:
            found += [both(t, first, had, more) for had in found]
        sets += found
    if len(sets[0]) == 1:
        return [missing[had] for (had,) in sets]
    return [missing[had] for had in sets]


def remembered(t: Core, row: Row, seat: int, cost: int, coins: int, waived: int, means: Means, most: int) -> Market:
    """Return all ways to pay a cost to many sellers, as `ways_of` does."""
    market = market_for(t, row, seat, means)
    if means.sellers is None:
        means.sellers = Sellers(t, market, means)
    sellers: Sellers = means.sellers
    budget = most - coins
    # What is remembered may ask for more coins than there are; not for many more, or there were too
    # many ways.
    dearest = (1 << budget.bit_length()) - 1
    key: list[object] = [waived, dearest]
    for part, demand in t.lists.demands[cost][1]:
        stands = sellers.stands.get(part)
        if stands is None:
            stands = sellers.stands[part] = sellers.stands_of(t, row, seat, part)
        who, rows = stands
        key.append(part)
        key.append(who)
        if isinstance(rows, list):
            key.append(t.size[cost * t.parts + part])
            key.append(bytes(map(itemgetter(demand), rows)))
        else:
            key.append(rows)
            key.append(cost)
    found = sellers.known.get(tuple(key))
    if found is None:
        if len(sellers.known) > MOST_DEALS:
            sellers.known.clear()
        found = sellers.known[tuple(key)] = ways_in(ways_of(t, row, seat, cost, 0, waived, means, dearest))
    ways: list[int] = []
    for total, way in found:
        if total <= budget:
            ways.append(way[0] + coins)
            ways += way[1:]
    market.ways, market.count = ways, len(ways) // STRIDE  # type: ignore[assignment]
    return market


def ways_in(market: Market) -> list[Way]:
    """Return the ways of a market, each with all its coins."""
    found = []
    for first in range(0, market.count * STRIDE, STRIDE):
        way = [*market.ways[first : first + market.size + 2]]
        way += [0] * (STRIDE - len(way))
        found.append((sum(way) - way[1], way))
    return found
