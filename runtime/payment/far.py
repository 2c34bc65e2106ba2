"""Payments to more than two sellers, or at prices that differ between goods of one source, or of
more coins than usual.

What a set of sellers can add to own production is a number, so the units that each of them may sell
follow without trying single goods: no set sells more than it adds, and all together sell what is
missing. Only where goods that share a source have several prices, who gives each unit is tried. A
way that does not fit into an option is known by its number in the list of all ways, which is the
same as long as nothing has happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import ge, gt, mul
from typing import TYPE_CHECKING, Final

from stele.runtime.payment.market_ways import add_far
from stele.runtime.payment.payment import missing
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import MOST_SELLERS, Deal, Market, Means
from stele.runtime.payment.sellers import lacking_with, lacking_with_sets, sells
from stele.runtime.state.cells import (
    COMPILED,
    zeros,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


MOST_SHARES: Final = 5_000


def buy_far(t: Core, row: Row, deal: Deal, means: Means, market: Market, part: i64) -> None:
    """Find the ways to buy what is missing from this part on."""
    while part < t.parts and not deal.size[part]:
        part += 1
    if part == t.parts:
        add_far(t, deal, means, market)
        return
    good: i64 = asked_first(t, deal, market, part)
    if good < 0:
        need_all: i64 = deal.size[part]
        if not means.watches:
            need_all = max(0, lacking_with(t, row, deal, market, part, zeros(1), 0, 0, True) - deal.less[part])
        try_units(t, row, deal, means, market, part, 0, 0, need_all)
        return
    less: i64 = deal.less[part]
    size: i64 = deal.size[part]
    alone: i64 = lacking_with(t, row, deal, market, part, zeros(1), 0, 0, True)
    if less > size:
        return
    if alone <= less and not means.watches:
        buy_far(t, row, deal, means, market, part + 1)
        return
    selling: Row = zeros(MOST_SELLERS)
    number: i64 = 0
    for place in range(market.size):
        if market.prices[place * t.resources + good] and sells(t, market, place, part):
            selling[number] = place
            number += 1
    sets: i64 = t.bits[number]
    if lacking_with(t, row, deal, market, part, selling, number, sets - 1, True) > less:
        return
    together: Row = lacking_with_sets(t, row, deal, market, part, selling, number, True)
    need: i64 = max(0, alone - less)
    most: Row = zeros(sets)
    least: Row = zeros(sets)
    if means.watches:
        need = size - less
        apart: Row = lacking_with_sets(t, row, deal, market, part, selling, number, False)
        for some in range(sets):
            most[some] = min(need, size - apart[some])
            least[some] = need - size + together[sets - 1 - some]
    else:
        least[sets - 1] = need
        for some in range(sets):
            most[some] = need - max(0, together[some] - less)
    if COMPILED:
        spread(t, row, deal, means, market, part, good, selling, number, 0, most, least, zeros(sets))
    else:
        spread_known(t, row, deal, means, market, part, good, selling, number, most, least)


def asked_first(t: Core, deal: Deal, market: Market, part: i64) -> i64:
    """Return the first of the goods of a part that are asked for, whose prices are those of all; or
    -1 if not all have the same price with every seller.
    """
    first: i64 = -1
    for good in range(t.resources):
        if t.good_part[good] != part or not deal.asked[good]:
            continue
        if first < 0:
            first = good
        for place in range(market.size):
            if market.prices[place * t.resources + good] != market.prices[place * t.resources + first]:
                return -1
    return first


def spread(
    t: Core,
    row: Row,
    deal: Deal,
    means: Means,
    market: Market,
    part: i64,
    good: i64,
    selling: Row,
    number: i64,
    place: i64,
    most: Row,
    least: Row,
    sums: Row,
) -> None:
    """Let sellers from a place on sell units, in every way; `sums` is what each set of those before
    sells.
    """
    if place == number:
        for some in range(len(sums)):
            if sums[some] < least[some]:
                return
        buy_far(t, row, deal, means, market, part + 1)
        return
    first: i64 = t.bits[place]
    seller: i64 = selling[place]
    before: i64 = market.coins[seller]
    for units in range(most[first] + 1):
        fits = True
        for some in range(first):
            sums[first + some] = sums[some] + units
            if sums[first + some] > most[first + some]:
                fits = False
        if not fits:
            break
        price: i64 = market.prices[seller * t.resources + good]
        market.coins[seller] = before + units * price
        if has_room(deal, means, market):
            top: i64 = note_top(deal, seller, units, price)
            spread(t, row, deal, means, market, part, good, selling, number, place + 1, most, least, sums)
            set_top(deal, seller, top)
    market.coins[seller] = before


def spread_known(
    t: Core,
    row: Row,
    deal: Deal,
    means: Means,
    market: Market,
    part: int,
    good: int,
    selling: Row,
    number: int,
    most: Row,
    least: Row,
) -> None:
    """Do as `spread` does, by what is remembered of how units may be shared out."""
    known, key = t.lists.shares, (*most, *least)
    if key not in known:
        if len(known) > MOST_SHARES:
            known.clear()
        known[key] = list(shares(list(most), list(least), [0]))
    coins, places = market.coins, selling[:number]
    prices = [market.prices[place * t.resources + good] for place in places]
    before, tops = coins[:], (deal.top_left, deal.top_right)
    room = deal.most + means.less_left + means.less_right - deal.bank - sum(coins)
    for units in known[key]:
        costs = list(map(mul, units, prices))
        if sum(costs) <= room:
            for place, cost in zip(places, costs, strict=True):
                coins[place] = before[place] + cost
            if means.less_left or means.less_right:
                deal.top_left, deal.top_right = tops
                for place, sold, price in zip(places, units, prices, strict=True):
                    note_top(deal, place, sold, price)
            buy_far(t, row, deal, means, market, part + 1)
    deal.top_left, deal.top_right = tops
    for place in places:
        coins[place] = before[place]


def shares(most: list[int], least: list[int], sums: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield in how many units each seller may sell, if `sums` is what each set of those before
    sells.
    """
    first = len(sums)
    if first == len(most):
        if all(map(ge, sums, least)):
            yield ()
        return
    for units in range(most[first] + 1):
        added = [one + units for one in sums]
        if any(map(gt, added, most[first : 2 * first])):
            return
        for others in shares(most, least, sums + added):
            yield (units, *others)


def note_top(deal: Deal, seller: i64, units: i64, price: i64) -> i64:
    """Note the price of units that a seller sells; return the highest one of those before."""
    before: i64 = deal.top_left
    if seller:
        before = deal.top_right
    if units:
        set_top(deal, seller, max(before, price))
    return before


def set_top(deal: Deal, seller: i64, price: i64) -> None:
    """Set the highest price of all that a neighbour sells; of others it does not matter."""
    if seller == 0:
        deal.top_left = price
    elif seller == 1:
        deal.top_right = price


def try_units(
    t: Core, row: Row, deal: Deal, means: Means, market: Market, part: i64, good: i64, gone: i64, need: i64
) -> None:
    """Try who gives each unit of a part, from one of the goods on, if goods that share a source
    have several prices; `gone` units are waived so far, and no more than `need` are bought.
    """
    while good < t.resources and (t.good_part[good] != part or not deal.asked[good]):
        good += 1
    if good == t.resources:
        buy_far(t, row, deal, means, market, part + 1)
        return
    hand_out(t, row, deal, means, market, part, good, 0, deal.asked[good], gone, need)


def hand_out(
    t: Core,
    row: Row,
    deal: Deal,
    means: Means,
    market: Market,
    part: i64,
    good: i64,
    giver: i64,
    rest: i64,
    gone: i64,
    need: i64,
) -> None:
    """Share the units of one of the goods out among givers from one on, the seat itself first; what
    is left is waived.
    """
    if giver > market.size:
        if gone + rest <= deal.less[part]:
            try_units(t, row, deal, means, market, part, good + 1, gone + rest, need)
        return
    place: i64 = giver * t.resources + good
    price: i64 = 0
    before: i64 = 0
    most: i64 = rest
    bought: i64 = 0
    if giver:
        price = market.prices[place - t.resources]
        before = market.coins[giver - 1]
        most = min(rest, need)
        if not price:
            most = 0
    for units in range(most + 1):
        market.given[place] = units
        if units and not has_given(t, row, deal, market, part, giver):
            break
        if giver:
            bought = units
            market.coins[giver - 1] = before + units * price
            if not has_room(deal, means, market):
                break
        if giver:
            top: i64 = note_top(deal, giver - 1, units, price)
            hand_out(t, row, deal, means, market, part, good, giver + 1, rest - units, gone, need - bought)
            set_top(deal, giver - 1, top)
        else:
            hand_out(t, row, deal, means, market, part, good, giver + 1, rest - units, gone, need - bought)
    market.given[place] = 0
    if giver:
        market.coins[giver - 1] = before


def has_given(t: Core, row: Row, deal: Deal, market: Market, part: i64, giver: i64) -> bool:
    """Tell whether a giver, the seat itself (0) or a seller, has what it gives of a part."""
    for piece in range(t.piece_from[part], t.piece_from[part + 1]):
        demand: i64 = 0
        for good in range(t.resources):
            if t.good_part[good] == part:
                demand += market.given[giver * t.resources + good] * t.good_demand[good * t.pieces + piece]
        had: i64 = 0
        if giver:
            had = market.sales[(giver - 1) * t.pieces + piece]
        else:
            had = grown(t, piece, row[deal.seat + t.own + piece], deal.added[piece])
        if missing(t, piece, had, demand):
            return False
    return True


def has_room(deal: Deal, means: Means, market: Market) -> bool:
    """Tell whether what sellers get so far can be paid."""
    total: i64 = deal.bank
    for place in range(market.size):
        total += market.coins[place]
    return total <= deal.most + means.less_left + means.less_right
