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

from stele.runtime.effects.entering import rebuild
from stele.runtime.effects.events import FROM_SEAT, GAIN_COINS, raise_event
from stele.runtime.payment.payment import missing
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import MOST_SELLERS, STRIDE, Deal, Market, Means
from stele.runtime.state.cells import (
    ABSENT,
    BY_NUMBER,
    COINS,
    COMPILED,
    FREE_LEFT,
    FREE_RIGHT,
    LEFT,
    NUMBER,
    ONE_BANK,
    ONE_LEFT,
    ONE_RIGHT,
    PARTNER,
    PAY_MASK,
    PLAYERS,
    PURSE,
    RIGHT,
    TOTAL_MASK,
    UNITS,
    WAY_MASK,
    count,
    zeros,
)
from stele.runtime.table.places import sells_there

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# What an option does not hold is kept for each of these: all sellers, then the bank.
BANK: Final = MOST_SELLERS
PAYEES: Final = MOST_SELLERS + 1
MOST_SHARES: Final = 5_000


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
    for other in t.seats[row[PLAYERS]]:
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
    note_sales(t, row, market, seat)
    return market


def note_offer(t: Core, market: Market, goods: i64, price: i64) -> None:
    """Note that all who are no neighbours sell some goods at a price, if none was lower."""
    for good in range(t.resources):
        if not goods & t.bits[good]:
            continue
        for place in range(2, market.size):
            known: i64 = market.prices[place * t.resources + good]
            if not known or price < known:
                market.prices[place * t.resources + good] = price


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
        if coins and t.has_coin_events:
            raise_event(t, row, market.seats[seller], GAIN_COINS, 0, FROM_SEAT, coins)
        total += coins
    row[seat + COINS] -= total
    row[seat + PURSE] -= total
