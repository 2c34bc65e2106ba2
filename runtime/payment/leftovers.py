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
    units: i64 = 0
    if good == ANY_GOOD:
        for part in range(t.parts):
            units += lane_of(t, row[seat + t.own + t.piece_from[part + 1] - 1], t.piece_from[part + 1] - 1)
    else:
        for piece in range(t.pieces):
            for i in range(t.lane_from[piece], t.lane_from[piece + 1]):
                if t.lane_goods[i] == t.bits[good]:
                    width: i64 = t.shift[piece] + 1
                    units = row[seat + t.own + piece] >> (i - t.lane_from[piece]) * width & t.bits[width] - 1
    means = means_of(t, row, seat)
    for extra in range(means.made):
        if means.goods[extra] and (good == ANY_GOOD or means.goods[extra] & t.bits[good]):
            units += 1
    return units


def lane_of(t: Core, sources: i64, piece: i64) -> i64:
    """Return the number in the last lane of a part, which counts units of all its goods: that of
    its last piece.
    """
    last: i64 = t.lane_from[piece + 1] - 1
    width: i64 = t.shift[piece] + 1
    return sources >> (last - t.lane_from[piece]) * width & t.bits[width] - 1


def note_use(t: Core, row: Row, seat: i64, option: i64, beside: Row, window: i64) -> None:
    """Note how many units of what a window takes the payment of an option uses at least; a second
    payment of a turn may use the same units again. `beside` is what was paid beside the option.
    """
    good: i64 = t.window_good[window]
    units: i64 = own_units(t, row, seat, good)
    # More than a window takes: some of it may still be lost this turn.
    left: i64 = left_over(t, row, seat, option, beside, good, units)
    more: i64 = units - left - spent(t, row, seat, window)
    if more > 0:
        use(t, row, seat, t.window_spent[window], more)


class Payment:
    """A payment that is looked at again: what was asked for, who was paid what, what is kept."""

    def __init__(self, t: Core) -> None:
        self.seat: i64 = 0
        self.units: Row = zeros(t.resources)
        self.waived: i64 = 0
        self.bank: i64 = 0
        self.wares: i64 = 0
        self.paid: Row = zeros(MOST_SELLERS)
        self.free: i64 = 0
        self.good: i64 = 0
        self.kept: i64 = 0
        self.added: Row = zeros(t.pieces)
        self.given: Row = zeros((MOST_SELLERS + 1) * t.resources)  # by giver, the seat itself first, and resource


def left_over(t: Core, row: Row, seat: i64, option: i64, beside: Row, good: i64, most: i64) -> i64:
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
            left = max(left, left_over_as(t, row, seat, option, beside, good, most, one, other))
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


def left_over_as(
    t: Core, row: Row, seat: i64, option: i64, beside: Row, good: i64, most: i64, cost: i64, asked: i64
) -> i64:
    """Return how many units may be left after paying just this cost, and this one of a rider, or
    none (-1), as an option says.
    """
    payment = Payment(t)
    payment.seat = seat
    payment.good = good
    action: i64 = option >> ACTION & ACTION_MASK
    coins: i64 = 0
    more: i64 = 0
    is_any = False
    if cost >= 0:
        is_stage = t.action_pays[action] == 2
        kind: i64 = 0
        if not is_stage:
            kind = t.price_kind[option >> CARD & CARD_MASK]
        price: i64 = adjusted(t, row, seat, cost, kind, is_stage, action)
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
        return most
    payment.bank = (option & PAY_MASK) + beside[BANK] - coins
    payment.wares = option >> UNITS & UNITS_MASK
    payment.free = option & (FREE_LEFT | FREE_RIGHT)
    payment.paid[0] = option >> TO_LEFT & PAY_MASK
    payment.paid[1] = option >> TO_RIGHT & PAY_MASK
    market = market_of(t, row, seat)
    add_payees(payment, market, beside)
    means = means_of(t, row, seat)
    if good != ANY_GOOD:
        room: i64 = -more + t.bits[t.shift[t.piece_from[t.good_part[good]]]] - 1  # what lanes can count
        for one in range(t.resources):
            if t.good_part[one] == t.good_part[good]:
                room -= payment.units[one]
        most = min(most, room)
    while most > 0:
        payment.kept = most
        if with_more(t, row, payment, means, market, 0, more):
            return most
        most -= 1
    return 0


def add_payees(payment: Payment, market: Market, beside: Row) -> None:
    """Add what was paid beside an option; who was paid has not sold for nothing."""
    for seller in range(market.size):
        coins: i64 = beside[seller]
        payment.paid[seller] += coins
        if coins and seller == 0:
            payment.free &= ~FREE_LEFT
        elif coins and seller == 1:
            payment.free &= ~FREE_RIGHT


def rider_cost_now(t: Core, row: Row, rider: i64) -> i64:
    """Return what a rider costs, which is known to be usable."""
    if t.rider_cost[rider] >= 0:
        return t.rider_cost[rider]
    return t.cost[card_on(t, row, t.rider_takes[rider], row[AGE])]


def with_more(t: Core, row: Row, payment: Payment, means: Means, market: Market, first: i64, more: i64) -> bool:
    """Tell whether a payment is possible with units of any kind beside what is asked for, of goods
    from a first one on.
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
    """Tell whether a payment is possible with units from elsewhere, from this one on, in every part
    from a first one on.
    """
    if extra == means.count:
        if bank != payment.bank or wares != payment.wares:
            return False
        return give(t, row, payment, means, market, 0, 0)
    if wares > payment.wares or bank > payment.bank:
        return False
    is_used = False
    for part in range(first, t.parts):
        goods: i64 = means.goods[extra] & t.part_goods[part]
        if not goods:
            continue
        is_used = True
        if extra >= means.made and goods == t.part_goods[part]:  # a unit that need not be paid otherwise
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
    """Tell whether a payment is possible with a unit from elsewhere as a source of a part."""
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


def give(t: Core, row: Row, payment: Payment, means: Means, market: Market, good: i64, gone: i64) -> bool:
    """Tell whether the units from one of the goods on can be given by everyone who may, so that
    everyone is paid as the option says.
    """
    while good < t.resources and not payment.units[good]:
        good += 1
    if good == t.resources:
        return is_right(t, row, payment, means, market)
    return share_out(t, row, payment, means, market, good, 0, payment.units[good], gone)


def share_out(
    t: Core, row: Row, payment: Payment, means: Means, market: Market, good: i64, giver: i64, rest: i64, gone: i64
) -> bool:
    """Share the units of one of the goods out among givers from one on; what is left is waived."""
    if giver == market.size + 1:
        if gone + rest > payment.waived:
            return False
        return give(t, row, payment, means, market, good + 1, gone + rest)
    most: i64 = rest
    if giver and not may_give(t, payment, market, giver - 1, good):
        most = 0
    place: i64 = giver * t.resources + good
    for units in range(most + 1):
        payment.given[place] = units
        if share_out(t, row, payment, means, market, good, giver + 1, rest - units, gone):
            payment.given[place] = 0
            return True
    payment.given[place] = 0
    return False


def may_give(t: Core, payment: Payment, market: Market, seller: i64, good: i64) -> bool:
    """Tell whether a seller was paid, and sells one of the goods at all."""
    if not market.prices[seller * t.resources + good]:
        return False
    if payment.paid[seller]:
        return True
    if seller == 0:
        return payment.free & FREE_LEFT > 0
    return seller == 1 and payment.free & FREE_RIGHT > 0


def is_right(t: Core, row: Row, payment: Payment, means: Means, market: Market) -> bool:
    """Tell whether everyone has what it gives, own production keeps its units, and all are paid."""
    free: i64 = 0
    for seller in range(market.size):
        coins: i64 = 0
        first: i64 = (seller + 1) * t.resources
        top: i64 = 0  # the price of the dearest unit: that one may be cheaper
        for good in range(t.resources):
            coins += payment.given[first + good] * market.prices[seller * t.resources + good]
            if payment.given[first + good]:
                top = max(top, market.prices[seller * t.resources + good])
        less: i64 = 0
        if seller == 0:
            less = means.less_left
        elif seller == 1:
            less = means.less_right
        if coins and less:
            coins -= min(less, top)
            if not coins:
                free |= FREE_LEFT if seller == 0 else FREE_RIGHT
        if coins != payment.paid[seller]:
            return False
        if not has_all(t, market.sales, seller * t.pieces, payment.given, first, payment, False):
            return False
    if free != payment.free:
        return False
    return has_all(t, row, payment.seat + t.own, payment.given, 0, payment, True)


def has_all(t: Core, row: Row, sources: i64, given: Row, first: i64, payment: Payment, is_own: bool) -> bool:
    """Tell whether sources cover what is given of them, and what own production keeps: of any goods
    what all that is made in a part goes beyond what is given.
    """
    kept: i64 = 0
    for part in range(t.parts):
        for piece in range(t.piece_from[part], t.piece_from[part + 1]):
            demand: i64 = 0
            for good in range(t.resources):
                units: i64 = given[first + good]
                if is_own and good == payment.good:
                    units += payment.kept
                demand += units * t.good_demand[good * t.pieces + piece]
            had: i64 = row[sources + piece]
            if is_own:
                had = grown(t, piece, had, payment.added[piece])
            if missing(t, piece, had, demand):
                return False
            if piece == t.piece_from[part + 1] - 1:
                kept += lane_of(t, had, piece) - lane_of(t, demand, piece)
    return not is_own or payment.good != ANY_GOOD or kept >= payment.kept
