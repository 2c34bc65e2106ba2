"""Ways to pay when more counts than printed costs and the prices of neighbours.

Units may be waived, made out of what is known only now, or bought from the bank; the first unit
from a side may be cheaper, and something may react to purchases. A unit from elsewhere is one more
source of a part, or waives a unit of it; each is tried in every part. What then has to be bought
follows from four numbers of each part: what is missing alone, with the left, with the right and
with both neighbours.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from stele.runtime.payment.far import buy_far
from stele.runtime.payment.market_ways import add_far, sift
from stele.runtime.payment.payment import missing
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import Deal, Market, Means
from stele.runtime.payment.sellers import market_for
from stele.runtime.state.cells import (
    COMPILED,
    FREE_LEFT,
    FREE_RIGHT,
    LEFT,
    ONE_BANK,
    ONE_LEFT,
    ONE_RIGHT,
    PAY_MASK,
    RIGHT,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    TOTAL_MASK,
    UNITS,
    UNITS_MASK,
    zeros,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def deals(
    t: Core,
    row: Row,
    out: Row,
    first: i64,
    seat: i64,
    cost: i64,
    coins: i64,
    waived: i64,
    means: Means,
    most: i64,
    more: i64 = 0,
) -> i64:
    """List the ways to pay the units of a cost, of which some are waived and to which some of any
    kind are added, and coins, that no other way beats; return where they end.
    """
    deal = posed(t, seat, cost, coins, most)
    add_more(deal, more)
    return struck(t, row, out, first, deal, means, waived)


def ways_of(
    t: Core, row: Row, seat: i64, cost: i64, coins: i64, waived: i64, means: Means, most: i64, more: i64 = 0
) -> Market:
    """Return all ways to pay a cost to many sellers, as `deals` lists them."""
    market = market_for(t, row, seat, means)
    deal = posed(t, seat, cost, coins, most)
    deal.market = market
    add_more(deal, more)
    if means.by_sides and not means.watches:
        count_fewest(t, row, deal, means, waived)
    ask_more(t, row, deal, means, 0, more, waived)
    sift(market, means)
    return market


def for_coins(t: Core, row: Row, seat: i64, coins: i64, means: Means, most: i64) -> Market:
    """Return the one way to pay coins to the bank."""
    market = market_for(t, row, seat, means)
    deal = Deal(t, seat, most)
    deal.bank = coins
    add_far(t, deal, means, market)
    return market


def posed(t: Core, seat: i64, cost: i64, coins: i64, most: i64) -> Deal:
    """Return a deal about a printed cost."""
    deal = Deal(t, seat, most)
    deal.bank = coins
    deal.demand = t.demand[cost * t.pieces : (cost + 1) * t.pieces]
    deal.size = t.size[cost * t.parts : (cost + 1) * t.parts]
    deal.asked = t.cost_goods[cost * t.resources : (cost + 1) * t.resources]
    if not COMPILED:
        deal.known = dict(t.lists.demands[cost][1])
    return deal


def count_fewest(t: Core, row: Row, deal: Deal, means: Means, waived: i64) -> None:
    """Count, by units of the bank, the fewest units that have to be bought next door."""
    if len(means.joint):
        deal.fewest = means.joint
        return
    deal.is_counting = True
    for units in range(UNITS_MASK + 1):
        deal.fewest[units] = 1000
    ask_more(t, row, deal, means, 0, deal.more, waived)
    deal.is_counting = False


def ways_for(
    t: Core, row: Row, seat: i64, units: Row, coins: i64, waived: i64, means: Means, most: i64, more: i64 = 0
) -> Market:
    """Return all ways to pay units of each resource, of which some are waived and to which some of
    any kind are added, and coins, to many sellers.
    """
    market = market_for(t, row, seat, means)
    deal = wanted(t, seat, units, coins, most)
    deal.market = market
    add_more(deal, more)
    if not (means.watches or more) and lacks_nothing(t, row, deal):
        add_far(t, deal, means, market)
        return market
    if means.by_sides and not means.watches:
        count_fewest(t, row, deal, means, waived)
    ask_more(t, row, deal, means, 0, more, waived)
    sift(market, means)
    return market


def wanted(t: Core, seat: i64, units: Row, coins: i64, most: i64) -> Deal:
    """Return a deal about units of each resource."""
    deal = Deal(t, seat, most)
    deal.bank = coins
    for good in range(len(units)):
        if units[good]:
            deal.asked[good] = units[good]
            part: i64 = t.good_part[good]
            deal.size[part] += units[good]
            for piece in range(t.piece_from[part], t.piece_from[part + 1]):
                deal.demand[piece] += units[good] * t.good_demand[good * t.pieces + piece]
    return deal


def deals_for(
    t: Core, row: Row, out: Row, first: i64, seat: i64, units: Row, coins: i64, means: Means, most: i64, more: i64 = 0
) -> i64:
    """List the ways to pay units of each resource, and coins, that no other way beats; return where
    they end.
    """
    if coins > most:
        return first
    deal = wanted(t, seat, units, coins, most)
    add_more(deal, more)
    is_any = more > 0
    for part in range(t.parts):
        is_any = is_any or deal.size[part] > 0
    if not is_any or (not (means.watches or more) and lacks_nothing(t, row, deal)):
        out[first] = coins * ONE_BANK
        return first + 1
    return struck(t, row, out, first, deal, means, 0)


def lacks_nothing(t: Core, row: Row, deal: Deal) -> bool:
    """Tell whether own production covers a demand."""
    for piece in range(t.pieces):
        if missing(t, piece, row[deal.seat + t.own + piece], deal.demand[piece]):
            return False
    return True


def struck(t: Core, row: Row, out: Row, first: i64, deal: Deal, means: Means, waived: i64) -> i64:
    """List the ways to pay for a demand, of which some units are waived; return where they end."""
    if means.by_sides and not means.watches:
        count_fewest(t, row, deal, means, waived)
    ask_more(t, row, deal, means, 0, deal.more, waived)
    number: i64 = sifted(deal.ways, deal.number, means.watches or means.by_sides)
    for i in range(number):
        out[first + i] = deal.ways[i]
    return first + number


def add_more(deal: Deal, more: i64) -> None:
    """Ask for so many units of any kind beside a cost: then it is not as it is printed."""
    deal.more = more
    if more:
        deal.known = {}


def ask_more(t: Core, row: Row, deal: Deal, means: Means, first: i64, more: i64, waived: i64) -> None:
    """Add units of any kind to what is asked for, in every way: of goods from a first one on."""
    if not more:
        use_extra(t, row, deal, means, 0, 0, waived)
        return
    for good in range(first, t.resources):
        part: i64 = t.good_part[good]
        deal.asked[good] += 1
        deal.size[part] += 1
        for piece in range(t.piece_from[part], t.piece_from[part + 1]):
            deal.demand[piece] += t.good_demand[good * t.pieces + piece]
        ask_more(t, row, deal, means, good, more - 1, waived)
        deal.asked[good] -= 1
        deal.size[part] -= 1
        for piece in range(t.piece_from[part], t.piece_from[part + 1]):
            deal.demand[piece] -= t.good_demand[good * t.pieces + piece]


def use_extra(t: Core, row: Row, deal: Deal, means: Means, extra: i64, first: i64, waived: i64) -> None:
    """Try a unit from elsewhere in every part from a first one on, then the next unit. Of units
    that are alike a later one is used in no earlier part.
    """
    if extra == means.count:
        share(t, row, deal, means, 0, waived)
        return
    goods: i64 = means.goods[extra]
    is_bought = extra >= means.made
    is_used = False
    if is_bought:
        if deal.units == UNITS_MASK:
            use_extra(t, row, deal, means, extra + 1, 0, waived)
            return
        deal.units += 1
        deal.bank += means.price[extra]
    for part in range(first, t.parts):
        if not deal.size[part] or not goods & t.part_goods[part]:
            continue
        is_used = True
        if is_bought and goods & t.part_goods[part] == t.part_goods[part]:
            deal.less[part] += 1
            use_extra(t, row, deal, means, extra + 1, from_part(means, extra, part), waived)
            deal.less[part] -= 1
        else:
            with_source(t, row, deal, means, extra, waived, part, goods)
    if is_bought:
        deal.units -= 1
        deal.bank -= means.price[extra]
    if is_bought or not is_used:
        use_extra(t, row, deal, means, extra + 1, from_part(means, extra, t.parts), waived)


def from_part(means: Means, extra: i64, part: i64) -> i64:
    """Return the first part in which the unit after one that is used in a part is tried."""
    after: i64 = extra + 1
    if after == means.count or after == means.made:
        return 0
    if means.goods[after] != means.goods[extra] or means.price[after] != means.price[extra]:
        return 0
    return part


def with_source(t: Core, row: Row, deal: Deal, means: Means, extra: i64, waived: i64, part: i64, goods: i64) -> None:
    """Try a unit out of some goods as one more source of a part."""
    first: i64 = t.piece_from[part]
    end: i64 = t.piece_from[part + 1]
    before: Row = deal.added[first:end]
    for piece in range(first, end):
        deal.added[piece] = grown(t, piece, deal.added[piece], unit_source(t, piece, goods))
    use_extra(t, row, deal, means, extra + 1, from_part(means, extra, part), waived)
    for piece in range(first, end):
        deal.added[piece] = before[piece - first]


def unit_source(t: Core, piece: i64, goods: i64) -> i64:
    """Return a unit out of some goods as a source of a piece: one in each lane whose subset it
    touches.
    """
    if not COMPILED and (piece, goods) in t.lists.units:
        return t.lists.units[piece, goods]
    source: i64 = 0
    for i in range(t.lane_from[piece], t.lane_from[piece + 1]):
        if goods & t.lane_goods[i]:
            source |= t.bits[(i - t.lane_from[piece]) * (t.shift[piece] + 1)]
    if not COMPILED:
        t.lists.units[piece, goods] = source
    return source


def share(t: Core, row: Row, deal: Deal, means: Means, part: i64, waived: i64) -> None:
    """Share what is waived out among the parts that are asked for, in every way."""
    if part == t.parts:
        if not waived and is_frugal(t, row, deal, means):
            market = deal.market
            if market is not None:
                buy_far(t, row, deal, means, market, 0)
            else:
                buy(t, row, deal, means, 0, 0, 0)
        return
    size: i64 = deal.size[part]
    for units in range(min(waived, size) + 1):
        deal.less[part] += units
        share(t, row, deal, means, part + 1, waived - units)
        deal.less[part] -= units


def is_frugal(t: Core, row: Row, deal: Deal, means: Means) -> bool:
    """Tell whether what is left to be bought next door is as little as it can be, if it matters who
    sells; or count it.
    """
    if not means.by_sides or means.watches:
        return True
    need: i64 = 0
    for part in range(t.parts):
        if deal.size[part]:
            need += max(0, lacking(t, row, deal, part, t.own) - deal.less[part])
    if not deal.is_counting:
        return need == deal.fewest[deal.units]
    deal.fewest[deal.units] = min(need, deal.fewest[deal.units])
    return False


def lacking(t: Core, row: Row, deal: Deal, part: i64, sources: i64) -> i64:
    """Return how many units of a part some sources, with units from elsewhere, cannot cover."""
    if not COMPILED and deal.known:
        return lacking_known(t, row, deal, part, sources)
    most: i64 = 0
    end: i64 = part + 1
    end = t.piece_from[end]
    first: i64 = deal.seat + sources
    for piece in range(t.piece_from[part], end):
        had: i64 = row[first + piece]
        if deal.added[piece]:
            had = grown(t, piece, had, deal.added[piece])
        units: i64 = missing(t, piece, had, deal.demand[piece])
        most = max(most, units)
    return most


def lacking_known(t: Core, row: Row, deal: Deal, part: int, sources: int) -> int:
    """Do as `lacking` does for a printed cost, by what is remembered of its parts."""
    first, end = t.piece_from[part], t.piece_from[part + 1]
    had = row[deal.seat + sources + first : deal.seat + sources + end]
    if any(deal.added[first:end]):
        had = list(map(grown, repeat(t), range(first, end), had, deal.added[first:end]))  # type: ignore[assignment]
    missing_of = t.lists.stalls[part][0]
    units: int = missing_of[had[0] if end - first == 1 else tuple(had)][deal.known[part]]
    return units


def sold_alone(t: Core, row: Row, deal: Deal, part: i64, has_left: bool, has_right: bool) -> i64:
    """Return how many units of a part neighbours cannot cover without own production."""
    most: i64 = 0
    for piece in range(t.piece_from[part], t.piece_from[part + 1]):
        had: i64 = 0
        if has_left:
            had = row[row[deal.seat + LEFT] + t.sale + piece]
        if has_right:
            had = grown(t, piece, had, row[row[deal.seat + RIGHT] + t.sale_left + piece])
        units: i64 = missing(t, piece, had, deal.demand[piece])
        most = max(most, units)
    return most


def buy(t: Core, row: Row, deal: Deal, means: Means, part: i64, left: i64, right: i64) -> None:
    """List the ways to buy what is missing from this part on, with coins for the parts before."""
    while part < t.parts and not deal.size[part]:
        part += 1
    if part == t.parts:
        add(deal, means, left, right)
        return
    less: i64 = deal.less[part]
    alone: i64 = lacking(t, row, deal, part, t.own)
    if lacking(t, row, deal, part, t.with_both) > less:
        return
    without_right: i64 = lacking(t, row, deal, part, t.with_left) - less
    without_left: i64 = lacking(t, row, deal, part, t.with_right) - less
    if means.watches:
        size: i64 = deal.size[part]
        need: i64 = size - less
        most_left: i64 = min(need, size - sold_alone(t, row, deal, part, True, False))
        most_right: i64 = min(need, size - sold_alone(t, row, deal, part, False, True))
        most: i64 = min(need, size - sold_alone(t, row, deal, part, True, True))
        for from_left in range(max(0, without_left), most_left + 1):
            for from_right in range(max(0, without_right), most_right + 1):
                if alone - less <= from_left + from_right <= most:
                    buy_on(t, row, deal, means, part, left, right, from_left, from_right)
        return
    need = alone - less
    if need <= 0:
        buy(t, row, deal, means, part + 1, left, right)
        return
    for from_left in range(max(0, without_left), need - max(0, without_right) + 1):
        buy_on(t, row, deal, means, part, left, right, from_left, need - from_left)


def buy_on(
    t: Core, row: Row, deal: Deal, means: Means, part: i64, left: i64, right: i64, from_left: i64, from_right: i64
) -> None:
    """Buy so many units of a part from each side, then what is missing of the next parts."""
    price_left: i64 = row[deal.seat + t.prices + t.price_class[part]]
    price_right: i64 = row[deal.seat + t.prices + t.price_class[part] + 1]
    top_left: i64 = deal.top_left
    top_right: i64 = deal.top_right
    if from_left:
        deal.top_left = max(top_left, price_left)
    if from_right:
        deal.top_right = max(top_right, price_right)
    buy(t, row, deal, means, part + 1, left + from_left * price_left, right + from_right * price_right)
    deal.top_left = top_left
    deal.top_right = top_right


def add(deal: Deal, means: Means, left: i64, right: i64) -> None:
    """List a way: the first unit of each side may be cheaper, and who sells for nothing has still
    sold.
    """
    way: i64 = deal.units << UNITS
    if left and means.less_left:
        left -= min(means.less_left, deal.top_left)
        if not left:
            way |= FREE_LEFT
    if right and means.less_right:
        right -= min(means.less_right, deal.top_right)
        if not right:
            way |= FREE_RIGHT
    if deal.bank + left + right > deal.most:
        return
    if deal.number == len(deal.ways):
        make_room(deal, means)
    deal.ways[deal.number] = way + deal.bank * ONE_BANK + left * ONE_LEFT + right * ONE_RIGHT
    deal.number += 1


def make_room(deal: Deal, means: Means) -> None:
    """Keep only the ways that no other beats; if they take half of the room, double it."""
    deal.number = sifted(deal.ways, deal.number, means.watches or means.by_sides)
    if 2 * deal.number > len(deal.ways):
        ways: Row = zeros(2 * len(deal.ways))
        for i in range(deal.number):
            ways[i] = deal.ways[i]
        deal.ways = ways


def sifted(ways: Row, end: i64, by_sides: bool) -> i64:
    """Keep the ways that no other beats, the cheapest first; return how many they are."""
    number: i64 = 0
    for i in range(end):
        way: i64 = ways[i]
        kept: i64 = 0
        is_beaten = False
        for j in range(number):
            if is_beaten or beats(ways[j], way, by_sides):
                is_beaten = True
            elif beats(way, ways[j], by_sides):
                continue
            ways[kept] = ways[j]
            kept += 1
        number = kept
        if not is_beaten:
            place: i64 = number
            while place > 0 and comes_first(way, ways[place - 1]):
                ways[place] = ways[place - 1]
                place -= 1
            ways[place] = way
            number += 1
    return number


def comes_first(one: i64, other: i64) -> bool:
    """Tell whether a way is listed before another: the cheaper, then as their numbers are."""
    if one >> TOTAL & TOTAL_MASK != other >> TOTAL & TOTAL_MASK:
        return one >> TOTAL & TOTAL_MASK < other >> TOTAL & TOTAL_MASK
    return one < other


def beats(one: i64, other: i64, by_sides: bool) -> bool:
    """Tell whether a way costs nobody more than another; if it matters who sells, only one with the
    same sellers can. Of two that cost the same, the lower number beats the other.
    """
    bank: i64 = (one & PAY_MASK) - (other & PAY_MASK)
    left: i64 = (one >> TO_LEFT & PAY_MASK) - (other >> TO_LEFT & PAY_MASK)
    right: i64 = (one >> TO_RIGHT & PAY_MASK) - (other >> TO_RIGHT & PAY_MASK)
    if bank > 0 or left > 0 or right > 0:
        return False
    if by_sides and sellers(one) != sellers(other):
        return False
    return bank + left + right < 0 or one <= other


def sellers(way: i64) -> i64:
    """Return from whom something is bought: 1 for the left, 2 for the right."""
    found: i64 = 0
    if way & FREE_LEFT or way >> TO_LEFT & PAY_MASK:
        found += 1
    if way & FREE_RIGHT or way >> TO_RIGHT & PAY_MASK:
        found += 2
    return found
