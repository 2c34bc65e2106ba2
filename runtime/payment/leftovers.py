"""What a payment leaves of own production, for those who may use it for something else: who gives
each unit is tried, as the option says who was paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import stage_meant
from stele.runtime.payment.deals import from_part, unit_source
from stele.runtime.payment.market_ways import BANK
from stele.runtime.payment.payment import missing
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import MOST_SELLERS, Market, Means
from stele.runtime.payment.sellers import market_of
from stele.runtime.payment.terms import ALL_WAIVED, MORE, MORE_MASK, WAIVED, adjusted, means_of
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    LANE_MASK,
    LANE_SHIFT,
    MANNER,
    MANNER_MASK,
    PAY_MASK,
    RIDER,
    RIDER_MASK,
    SIDE,
    TO_LEFT,
    TO_RIGHT,
    UNITS,
    UNITS_MASK,
    WORD,
    count,
    use,
    zeros,
)
from stele.runtime.table.supplies import card_on

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


ANY_GOOD: Final = -1


def has_unused(t: Core, row: Row, seat: i64, window: i64) -> bool:
    """Tell whether a seat still has the units that a window takes."""
    if not t.window_units[window]:
        return True
    return own_units(t, row, seat, t.window_good[window]) - spent(t, row, seat, window) >= t.window_units[window]


def spent(t: Core, row: Row, seat: i64, window: i64) -> i64:
    """Return how many of the units of a window were used this turn."""
    lane: i64 = t.window_spent[window]
    return row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def own_units(t: Core, row: Row, seat: i64, good: i64) -> i64:
    """Return how many units of one of the goods a seat produces if it makes as many as it can; -1
    means any goods.
    """
    return units_with(t, row, seat, good, means_of(t, row, seat))


def units_with(t: Core, row: Row, seat: i64, good: i64, means: Means) -> i64:
    """Do as `own_units` does, by the means of the seat."""
    units: i64 = units_in(t, row, seat + t.own, good)
    for extra in range(means.made):
        if means.goods[extra] and (good == ANY_GOOD or means.goods[extra] & t.bits[good]):
            units += 1
    return units


def units_in(t: Core, row: Row, sources: i64, good: i64) -> i64:
    """Return how many units of one of the goods, or of any (-1), the sources in some cells make."""
    units: i64 = 0
    if good == ANY_GOOD:
        for part in range(t.parts):
            units += lane_of(t, row[sources + t.piece_from[part + 1] - 1], t.piece_from[part + 1] - 1)
        return units
    for piece in range(t.piece_from[t.good_part[good]], t.piece_from[t.good_part[good] + 1]):
        for i in range(t.lane_from[piece], t.lane_from[piece + 1]):
            if t.lane_goods[i] == t.bits[good]:
                width: i64 = t.shift[piece] + 1
                return row[sources + piece] >> (i - t.lane_from[piece]) * width & t.bits[width] - 1
    return units


def lane_of(t: Core, sources: i64, piece: i64) -> i64:
    """Return the number in the last lane of a part, which counts units of all its goods: that of
    its last piece.
    """
    last: i64 = t.lane_from[piece + 1] - 1
    width: i64 = t.shift[piece] + 1
    return sources >> (last - t.lane_from[piece]) * width & t.bits[width] - 1


def note_use(t: Core, row: Row, seat: i64, option: i64, beside: Row, entry: i64) -> None:
    """Note, for every window of a seat that takes unused units, or that enters play now, how many
    of them the payment of an option uses at least; a second payment of a turn may use the same
    units again. `beside` is what was paid beside the option.
    """
    means: Means | None = None
    market: Market | None = None
    good: i64 = t.resources  # of which the rest is known: of none yet
    gone: i64 = 0
    windows: i64 = len(t.window_lane)
    for window in range(windows):
        comes: bool = entry >= 0 and t.entry_unused[entry * windows + window] > 0
        if not t.window_units[window] or not (comes or count(t, row, seat, t.window_lane[window])):
            continue
        if market is None or means is None:
            means = means_of(t, row, seat)
            market = market_paid(t, row, seat, option, beside)
        if t.window_good[window] != good:
            good = t.window_good[window]
            units: i64 = units_with(t, row, seat, good, means)
            # More than a window takes: some of it may still be lost this turn.
            gone = units - left_over(t, row, seat, option, beside, good, units, means, market)
        more: i64 = gone - spent(t, row, seat, window)
        if more > 0:
            use(t, row, seat, t.window_spent[window], more)


def market_paid(t: Core, row: Row, seat: i64, option: i64, beside: Row) -> Market:
    """Return all who sell to a seat, or nobody if nothing was bought from anyone."""
    is_bought = option & (PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT | FREE_LEFT | FREE_RIGHT) > 0
    for seller in range(MOST_SELLERS):
        is_bought = is_bought or beside[seller] > 0
    return market_of(t, row, seat) if is_bought else Market(t)


class Payment:
    """A payment that is looked at again: what was asked for, who was paid what, what is kept."""

    def __init__(self, t: Core) -> None:
        self.seat: i64 = 0
        self.units: Row = zeros(t.resources)
        self.asked: Row = zeros(0)  # goods of which units are asked for
        self.waived: i64 = 0
        self.bank: i64 = 0
        self.wares: i64 = 0
        self.paid: Row = zeros(MOST_SELLERS)
        self.free: i64 = 0
        self.good: i64 = 0
        self.most: i64 = 0  # that may be kept
        self.kept: i64 = 0  # at most, as far as is known
        self.added: Row = zeros(t.pieces)
        self.had: Row = zeros(t.pieces)  # own production with what is added
        self.made: i64 = 0  # units that own production may keep if it gives none
        self.owned: i64 = 0  # those that it gives
        self.givers: Row = zeros(MOST_SELLERS)  # who was paid, or sold for nothing
        self.number: i64 = 0
        self.owed: Row = zeros(MOST_SELLERS)  # by seller: what its units may still cost
        # by giver, the seat itself first, and resource
        self.given: Row = zeros((MOST_SELLERS + 1) * t.resources)


def left_over(
    t: Core, row: Row, seat: i64, option: i64, beside: Row, good: i64, most: i64, means: Means, market: Market
) -> i64:
    """Return how many units of one of the goods, up to a number, may be left after paying as an
    option says.
    """
    cost: i64 = cost_paid(t, row, seat, option)
    asked: i64 = -1
    rider: i64 = option >> RIDER & RIDER_MASK
    if rider:
        asked = rider_cost_now(t, row, rider - 1)
    left: i64 = 0
    for one in range(cost, last_of(t, cost) + 1):
        for other in range(asked, last_of(t, asked) + 1):
            if left < most:
                payment = Payment(t)
                payment.seat = seat
                payment.good = good
                payment.most = most
                more: i64 = ask_again(t, row, payment, option, beside[BANK], one, other)
                if more < 0:
                    return most
                note_givers(t, payment, means, market, option, beside)
                payment.kept = left
                with_more(t, row, payment, means, market, 0, more)
                left = payment.kept
    return left


def last_of(t: Core, cost: i64) -> i64:
    """Return the last of the costs that may be paid instead of one, or none (-1)."""
    if cost < 0:
        return cost
    return t.cost_last[cost]


def cost_paid(t: Core, row: Row, seat: i64, option: i64) -> i64:
    """Return the number of the cost that an option pays for, or -1 if it pays for none."""
    pays: i64 = t.action_pays[option >> ACTION & ACTION_MASK]
    if not pays or option >> MANNER & MANNER_MASK:
        return -1
    if pays == 2:
        return t.stage_cost[t.stage_from[row[seat + SIDE]] + stage_meant(t, row, seat, option)]
    return t.cost[option >> CARD & CARD_MASK]


def ask_again(t: Core, row: Row, payment: Payment, option: i64, beside: i64, cost: i64, asked: i64) -> i64:
    """Note what was asked for: just this cost, and this one of a rider, or none (-1), as an option
    says, which together with so many coins beside it pays the bank. Return how many units of any
    kind are added to it, or -1 if nothing is asked for.
    """
    action: i64 = option >> ACTION & ACTION_MASK
    coins: i64 = 0
    more: i64 = 0
    is_any = False
    if cost >= 0:
        is_stage = t.action_pays[action] == 2
        kind: i64 = 0
        if not is_stage:
            kind = t.price_kind[option >> CARD & CARD_MASK]
        price: i64 = adjusted(t, row, payment.seat, cost, kind, is_stage, action)
        coins = price & 65535
        payment.waived = price >> WAIVED & 255
        more = price >> MORE & MORE_MASK
        is_any = more > 0
        if not price >> ALL_WAIVED & 1:
            for one in range(t.resources):
                payment.units[one] = t.cost_goods[cost * t.resources + one]
                is_any = is_any or payment.units[one] > 0
    if asked >= 0:
        coins += t.cost_coins[asked]
        for one in range(t.resources):
            payment.units[one] += t.cost_goods[asked * t.resources + one]
            is_any = is_any or payment.units[one] > 0
    if not is_any:
        return -1
    payment.bank = (option & PAY_MASK) + beside - coins
    payment.wares = option >> UNITS & UNITS_MASK
    good: i64 = payment.good
    if good != ANY_GOOD:
        # what lanes can count
        room: i64 = -more + t.bits[t.shift[t.piece_from[t.good_part[good]]]] - 1
        for one in range(t.resources):
            if t.good_part[one] == t.good_part[good]:
                room -= payment.units[one]
        payment.most = min(payment.most, room)
    return more


def note_givers(t: Core, payment: Payment, means: Means, market: Market, option: i64, beside: Row) -> None:
    """Note who was paid what, by an option and beside it; who was paid has not sold for nothing."""
    payment.free = option & (FREE_LEFT | FREE_RIGHT)
    payment.paid[0] = option >> TO_LEFT & PAY_MASK
    payment.paid[1] = option >> TO_RIGHT & PAY_MASK
    for seller in range(market.size):
        coins: i64 = beside[seller]
        payment.paid[seller] += coins
        if coins and seller == 0:
            payment.free &= ~FREE_LEFT
        elif coins and seller == 1:
            payment.free &= ~FREE_RIGHT
        is_free = (seller == 0 and payment.free & FREE_LEFT > 0) or (seller == 1 and payment.free & FREE_RIGHT > 0)
        if payment.paid[seller] or is_free:
            payment.givers[payment.number] = seller
            payment.number += 1
            payment.owed[seller] = payment.paid[seller] + less_of(means, seller)


def less_of(means: Means, seller: i64) -> i64:
    """Return by how much the dearest unit of a seller is cheaper."""
    if seller == 0:
        return means.less_left
    return means.less_right if seller == 1 else 0


def rider_cost_now(t: Core, row: Row, rider: i64) -> i64:
    """Return what a rider costs, which is known to be usable."""
    if t.rider_cost[rider] >= 0:
        return t.rider_cost[rider]
    return t.cost[card_on(t, row, t.rider_takes[rider], row[AGE])]


def with_more(t: Core, row: Row, payment: Payment, means: Means, market: Market, first: i64, more: i64) -> bool:
    """Look for ways to pay with units of any kind beside what is asked for, of goods from a first
    one on; tell whether as much is kept as may be.
    """
    if not more:
        return with_extras(t, row, payment, means, market, 0, 0, 0, 0)
    for good in range(first, t.resources):
        payment.units[good] += 1
        found = with_more(t, row, payment, means, market, good, more - 1)
        payment.units[good] -= 1
        if found:
            return True
    return False


def with_extras(
    t: Core, row: Row, payment: Payment, means: Means, market: Market, extra: i64, first: i64, bank: i64, wares: i64
) -> bool:
    """Look for ways to pay with units from elsewhere, from this one on, in every part from a first
    one on; tell whether as much is kept as may be.
    """
    if extra == means.count:
        if bank != payment.bank or wares != payment.wares:
            return False
        for piece in range(t.pieces):
            payment.had[piece] = grown(t, piece, row[payment.seat + t.own + piece], payment.added[piece])
        payment.made = units_in(t, payment.had, 0, payment.good)
        payment.asked = goods_asked(t, payment)
        return give(t, payment, means, market, 0, 0)
    if wares > payment.wares or bank > payment.bank:
        return False
    is_used = False
    for part in range(first, t.parts):
        goods: i64 = means.goods[extra] & t.part_goods[part]
        if not goods:
            continue
        is_used = True
        # a unit that need not be paid otherwise
        if extra >= means.made and goods == t.part_goods[part]:
            payment.waived += 1
            after: i64 = from_part(means, extra, part)
            more: i64 = bank + means.price[extra]
            found = with_extras(t, row, payment, means, market, extra + 1, after, more, wares + 1)
            payment.waived -= 1
        else:
            found = with_added(t, row, payment, means, market, extra, part, bank, wares)
        if found:
            return True
    if extra >= means.made or not is_used:
        return with_extras(t, row, payment, means, market, extra + 1, from_part(means, extra, t.parts), bank, wares)
    return False


def with_added(
    t: Core, row: Row, payment: Payment, means: Means, market: Market, extra: i64, part: i64, bank: i64, wares: i64
) -> bool:
    """Look for ways to pay with a unit from elsewhere as a source of a part; tell whether as much
    is kept as may be.
    """
    first: i64 = t.piece_from[part]
    before: Row = payment.added[first : t.piece_from[part + 1]]
    for piece in range(first, t.piece_from[part + 1]):
        payment.added[piece] = grown(t, piece, payment.added[piece], unit_source(t, piece, means.goods[extra]))
    if extra >= means.made:
        bank += means.price[extra]
        wares += 1
    found = with_extras(t, row, payment, means, market, extra + 1, from_part(means, extra, part), bank, wares)
    for piece in range(first, t.piece_from[part + 1]):
        payment.added[piece] = before[piece - first]
    return found


def goods_asked(t: Core, payment: Payment) -> Row:
    """Return the goods of which units are asked for."""
    asked: Row = zeros(t.resources)
    number: i64 = 0
    for good in range(t.resources):
        if payment.units[good]:
            asked[number] = good
            number += 1
    return asked[:number]


def give(t: Core, payment: Payment, means: Means, market: Market, good: i64, gone: i64) -> bool:
    """Let the units from one of the goods on be given by everyone who may, so that everyone is paid
    as the option says; tell whether as much is kept as may be.
    """
    while good < t.resources and not payment.units[good]:
        good += 1
    if good == t.resources:
        return keep(t, payment, means, market)
    return share_out(t, payment, means, market, good, 0, payment.units[good], gone)


def share_out(
    t: Core, payment: Payment, means: Means, market: Market, good: i64, place: i64, rest: i64, gone: i64
) -> bool:
    """Share the units of one of the goods out among givers from one on; the seat itself gives the
    last of them, and what is left is waived.
    """
    if place == payment.number:
        return give_own(t, payment, means, market, good, rest, gone)
    seller: i64 = payment.givers[place]
    price: i64 = market.prices[seller * t.resources + good]
    most: i64 = rest if price else 0
    cell: i64 = (seller + 1) * t.resources + good
    owed: i64 = payment.owed[seller]
    found = False
    for units in range(most + 1):
        if found or units * price > owed:
            break
        payment.given[cell] = units
        payment.owed[seller] = owed - units * price
        found = share_out(t, payment, means, market, good, place + 1, rest - units, gone)
    payment.given[cell] = 0
    payment.owed[seller] = owed
    return found


def give_own(t: Core, payment: Payment, means: Means, market: Market, good: i64, rest: i64, gone: i64) -> bool:
    """Let own production give the rest of one of the goods, but what is waived of it, as long as it
    may keep more than is known.
    """
    owned: i64 = payment.owned
    counts = good == payment.good or payment.good == ANY_GOOD
    found = False
    for units in range(max(0, rest + gone - payment.waived), rest + 1):
        if counts:
            payment.owned = owned + units
        if found or payment.made - payment.owned <= payment.kept:
            break
        payment.given[good] = units
        found = give(t, payment, means, market, good + 1, gone + rest - units)
    payment.given[good] = 0
    payment.owned = owned
    return found


def keep(t: Core, payment: Payment, means: Means, market: Market) -> bool:
    """Keep as much of own production as is possible, if everyone has what it gives, and all are
    paid; tell whether no more may be kept.
    """
    if not is_paid(t, payment, means, market):
        return False
    if payment.good == ANY_GOOD:
        payment.kept = max(payment.kept, min(payment.most, left_of(t, payment.had, 0, payment, 0, 0)))
    else:
        while payment.kept < payment.most and left_of(t, payment.had, 0, payment, 0, payment.kept + 1) >= 0:
            payment.kept += 1
    return payment.kept == payment.most


def is_paid(t: Core, payment: Payment, means: Means, market: Market) -> bool:
    """Tell whether every seller has what it gives, and is paid for it."""
    free: i64 = 0
    for place in range(payment.number):
        seller: i64 = payment.givers[place]
        coins: i64 = 0
        first: i64 = (seller + 1) * t.resources
        top: i64 = 0  # the price of the dearest unit: that one may be cheaper
        for good in payment.asked:
            if payment.given[first + good]:
                price: i64 = market.prices[seller * t.resources + good]
                coins += payment.given[first + good] * price
                top = max(top, price)
        less: i64 = less_of(means, seller)
        if coins and less:
            coins -= min(less, top)
            if not coins:
                free |= FREE_LEFT if seller == 0 else FREE_RIGHT
        if coins != payment.paid[seller]:
            return False
        if left_of(t, market.sales, seller * t.pieces, payment, first, 0) < 0:
            return False
    return free == payment.free


def left_of(t: Core, row: Row, sources: i64, payment: Payment, first: i64, kept: i64) -> i64:
    """Return how many units of any goods sources make beyond what a giver gives, and what it keeps
    of one of the goods, or -1 if they do not cover that.
    """
    left: i64 = 0
    for part in range(t.parts):
        size: i64 = 0
        end: i64 = t.piece_from[part + 1]
        for piece in range(t.piece_from[part], end):
            demand: i64 = 0
            for good in payment.asked:
                units: i64 = payment.given[first + good]
                if units and t.good_part[good] == part:
                    demand += units * t.good_demand[good * t.pieces + piece]
                    size += units
            if kept:
                demand += kept * t.good_demand[payment.good * t.pieces + piece]
            if missing(t, piece, row[sources + piece], demand):
                return -1
        left += lane_of(t, row[sources + end - 1], end - 1) - size // (end - t.piece_from[part])
    return left
