"""Who sells to a seat, at which prices, and what each set of sellers leaves missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import rebuild
from stele.runtime.payment.payment import missing
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import Deal, Market, Means
from stele.runtime.payment.tolls import BUY_FAR, DEARER, asked_for, sells_far, sum_of
from stele.runtime.state.cells import (
    ABSENT,
    LEFT,
    PARTNER,
    PLAYERS,
    RIGHT,
    count,
    zeros,
)
from stele.runtime.table.places import sells_there

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def market_for(t: Core, row: Row, seat: i64, means: Means) -> Market:
    """Return all who sell to a seat, as they are known to its means; they stay the same as long as
    these are good.
    """
    known = means.market
    if known is None:
        known = market_of(t, row, seat)
        means.market = known
    market = Market(t)
    market.seats = known.seats
    market.size = known.size
    market.prices = known.prices
    market.sales = known.sales
    market.partner = known.partner
    return market


def market_of(t: Core, row: Row, seat: i64) -> Market:
    """Return all who sell to a seat now."""
    market = Market(t)
    market.seats[0] = row[seat + LEFT]
    market.seats[1] = row[seat + RIGHT]
    market.size = 2
    has_offers = False
    for lane in t.far_lane:
        has_offers = has_offers or count(t, row, seat, lane) > 0
    for other in t.seats[row[PLAYERS]]:
        if not has_offers:  # nobody else sells anything
            break
        is_near = other in (seat, row[seat + LEFT], row[seat + RIGHT])
        if not is_near and not row[seat + ABSENT] and not row[other + ABSENT]:
            market.seats[market.size] = other
            if other == row[seat + PARTNER]:
                market.partner = market.size
            market.size += 1
    for good in range(t.resources):
        price: i64 = seat + t.prices + t.good_class[good]
        market.prices[good] = row[price]
        market.prices[t.resources + good] = row[price + 1]
    for i in range(len(t.far_lane)):
        if count(t, row, seat, t.far_lane[i]):
            note_offer(t, market, t.far_goods[i], t.far_price[i])
    if t.has_tolls:
        close_far(t, row, market, seat)
    note_sales(t, row, market, seat)
    return market


def close_far(t: Core, row: Row, market: Market, seat: i64) -> None:
    """Ask what those ask who are no neighbours, as it is now, or nothing of those who do not
    sell.
    """
    is_closed = sum_of(t, row, seat, BUY_FAR) > 0
    more: i64 = sum_of(t, row, seat, DEARER)
    for place in range(2, market.size):
        is_open = not is_closed and sells_far(t, row, market.seats[place])
        for good in range(place * t.resources, (place + 1) * t.resources):
            market.prices[good] = asked_for(market.prices[good], more) if is_open else 0


def note_offer(t: Core, market: Market, goods: i64, price: i64) -> None:
    """Note that all who are no neighbours sell some goods at a price, if none was lower."""
    for good in range(t.resources):
        if not goods & t.bits[good]:
            continue
        for place in range(2, market.size):
            known: i64 = market.prices[place * t.resources + good]
            if not known or price < known:
                market.prices[place * t.resources + good] = price


def note_sales(t: Core, row: Row, market: Market, buyer: i64) -> None:
    """Note what everyone sells to a buyer; of places that two seats share nothing is sold between
    them.
    """
    for place in range(market.size):
        seller: i64 = market.seats[place]
        sale: i64 = seller + t.sale
        known: Row = row
        if place == 1:
            sale = seller + t.sale_left
        elif place > 1 and t.place_count and sells_there(t, row, seller):
            known = row[:]
            known[seller + RIGHT] = buyer  # as it would to its right, if the buyer sat there
            rebuild(t, known, seller)
        for piece in range(t.pieces):
            market.sales[place * t.pieces + piece] = known[sale + piece]


def sells(t: Core, market: Market, seller: i64, part: i64) -> bool:
    """Tell whether a seller, by its place, sells anything of a part."""
    for piece in range(t.piece_from[part], t.piece_from[part + 1]):
        if market.sales[seller * t.pieces + piece]:
            return True
    return False


def lacking_with(
    t: Core, row: Row, deal: Deal, market: Market, part: i64, selling: Row, number: i64, some: i64, has_own: bool
) -> i64:
    """Return how many units of a part a set of sellers cannot cover, with own production and units
    from elsewhere or without.
    """
    most: i64 = 0
    for piece in range(t.piece_from[part], t.piece_from[part + 1]):
        had: i64 = 0
        if has_own:
            had = grown(t, piece, row[deal.seat + t.own + piece], deal.added[piece])
        for place in range(number):
            if some & t.bits[place]:
                had = grown(t, piece, had, market.sales[selling[place] * t.pieces + piece])
        most = max(most, missing(t, piece, had, deal.demand[piece]))
    return most


def lacking_with_sets(
    t: Core, row: Row, deal: Deal, market: Market, part: i64, selling: Row, number: i64, has_own: bool
) -> Row:
    """Return how many units of a part each set of sellers cannot cover, as `lacking_with` says."""
    sets: i64 = t.bits[number]
    found: Row = zeros(sets)
    for piece in range(t.piece_from[part], t.piece_from[part + 1]):
        had: Row = zeros(sets)
        if has_own:
            had[0] = grown(t, piece, row[deal.seat + t.own + piece], deal.added[piece])
        for place in range(number):
            sold: i64 = market.sales[selling[place] * t.pieces + piece]
            for others in range(t.bits[place]):
                had[t.bits[place] + others] = grown(t, piece, had[others], sold)
        for some in range(sets):
            found[some] = max(found[some], missing(t, piece, had[some], deal.demand[piece]))
    return found
