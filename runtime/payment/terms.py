"""What a seat pays now: costs as what is in play changes them, and what it has beside its
production.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.payment.deals import deals, for_coins, sellers, ways_of
from stele.runtime.payment.market_ways import list_ways
from stele.runtime.payment.payment import lacks_in_all
from stele.runtime.payment.purchases import Market, Means
from stele.runtime.payment.remembered import remembered
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    COMPILED,
    COSTS,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    MAY_REACT,
    MOST_COINS,
    ONE_BANK,
    PARTNER,
    PAY_MASK,
    PAYING,
    PLACE_MASK,
    PLAYERS,
    RIGHT,
    SIDE,
    UNITS,
    UNITS_MASK,
    WORD,
    count,
    highest,
    use,
)
from stele.runtime.table.places import goods_of_leads, goods_there

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

# A cost as it is now, in one number: its coins, how many units are waived, whether all are, how
# many are added.
WAIVED: Final = 16
ALL_WAIVED: Final = 24
MORE: Final = 25  # units of any kind that are added
MORE_MASK: Final = 15
BOTH_SIDES: Final = 3  # of whose chains a right speaks: of both neighbours


def is_mixed(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether goods that share a source have several prices for a seat now, or nobody offers
    some of them.
    """
    prices: i64 = seat + t.prices
    for i in range(len(t.mixed_cell)):
        if row[prices + t.mixed_cell[i]] != row[prices + t.mixed_with[i]]:
            return True
    for cell in t.unsure:
        if not row[prices + cell]:
            return True
    return False


def is_dear(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether ways to pay are found among all sellers though only neighbours sell."""
    return t.is_dear or (t.has_mixed and is_mixed(t, row, seat))


def is_concerned(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether anything changes what a seat pays."""
    return row[seat + t.concerns] & PAYING > 0 or is_dear(t, row, seat)


def has_changes(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether anything changes the costs of a seat."""
    return t.has_terms and row[seat + t.concerns] & (MAY_REACT - COSTS) > 0


def adjusted(t: Core, row: Row, seat: i64, cost: i64, kind: i64, is_stage: bool, action: i64) -> i64:
    """Return a cost as it is now for a seat: of a card of this kind, or of a stage, used for an
    action. First comes what is more, then what is less, last that it costs nothing.
    """
    coins: i64 = t.cost_coins[cost]
    units: i64 = t.cost_units[cost]
    waived: i64 = 0
    more: i64 = 0
    changes: i64 = 0
    if has_changes(t, row, seat):
        changes = len(t.change_lane)
    has_coins = True
    has_units = True
    for i in range(changes):
        if t.change_action[i] >= 0 and t.change_action[i] != action:
            continue
        if is_stage != (t.change_kinds[i] < 0):
            continue
        if not is_stage and not t.change_kinds[i] & t.bits[kind]:
            continue
        times: i64 = count(t, row, seat, t.change_lane[i])
        if not times:
            continue
        if t.cost_coins[cost] or not t.change_only_paid[i]:
            coins -= times * t.change_coins[i]
        has_coins = has_coins and not t.change_no_coins[i]
        has_units = has_units and not t.change_no_units[i]
        if t.change_units[i] < 0:
            more -= times * t.change_units[i]
        else:
            waived += times * t.change_units[i]
    coins = min(max(0, coins), max(MOST_COINS, t.cost_coins[cost])) if has_coins else 0
    more = min(more, t.most_more)
    if not has_units or not units + more:
        return coins | t.bits[ALL_WAIVED]
    return coins | min(waived, units + more) << WAIVED | more << MORE


def means_of(t: Core, row: Row, seat: i64) -> Means:
    """Return what a seat has for its payments beside its production."""
    means = Means(t)
    means.by_sides = t.partners or t.guests > 0
    means.is_far = is_dear(t, row, seat)
    if row[seat + t.concerns] & PAYING:
        add_means(t, row, seat, means)
    has_rebate = means.less_left > 0 or means.less_right > 0
    means.is_plain = not (means.count or has_rebate or means.watches or means.by_sides or means.is_far)
    return means


def add_means(t: Core, row: Row, seat: i64, means: Means) -> None:
    """Add to the means of a seat what it has in play for its payments."""
    for i in range(len(t.made_lane)):
        goods: i64 = -1
        for _ in range(min(count(t, row, seat, t.made_lane[i]) * t.made_number[i], t.most_alike)):
            if goods < 0:
                goods = goods_that(t, row, seat, i)
            means.goods[means.count] = goods
            means.count += 1
    means.made = means.count
    for i in range(len(t.ware_lane)):
        for _ in range(min(wares_left(t, row, seat, i), t.most_alike)):
            means.goods[means.count] = t.ware_goods[i]
            means.price[means.count] = t.ware_price[i]
            means.count += 1
    for i in range(len(t.rebate_lane)):
        less: i64 = unused(t, row, seat, t.rebate_lane[i], t.rebate_limited[i]) * t.rebate_less[i]
        if t.rebate_right[i]:
            means.less_right += less
        else:
            means.less_left += less
    for i in range(len(t.far_lane)):
        if count(t, row, seat, t.far_lane[i]):
            means.is_far = True
    for word in range(t.tally_words):
        # Who plays with a partner uses own production first, whatever a purchase would bring.
        if row[seat + t.tally + word] & t.buy_lanes[word] and not t.partners:
            means.watches = True


def wares_left(t: Core, row: Row, seat: i64, ware: i64) -> i64:
    """Return how many units of the bank a seat may still buy: without a limit any number."""
    left: i64 = unused(t, row, seat, t.ware_lane[ware], t.ware_limited[ware])
    return left if t.ware_limited[ware] or not left else UNITS_MASK


def as_printed(t: Core, cost: i64) -> i64:
    """Return a cost that nothing changes as `adjusted` says it."""
    if t.cost_units[cost]:
        return t.cost_coins[cost]
    return t.cost_coins[cost] | t.bits[ALL_WAIVED]


def unused(t: Core, row: Row, seat: i64, lane: i64, is_limited: i64) -> i64:
    """Return how many of something in play are not used up."""
    held: i64 = count(t, row, seat, lane)
    if is_limited:
        held -= row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK
    return max(0, held)


def goods_that(t: Core, row: Row, seat: i64, made: i64) -> i64:
    """Return the goods that cards of some colours, and the board, produce, or all others."""
    goods: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.made_cards[made * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            goods |= t.entry_goods[t.entry[(word << WORD) + place]]
    if t.place_count:
        goods |= goods_there(t, row, seat, made)
    if t.made_board[made]:
        start: i64 = t.side_start[row[seat + SIDE]]
        goods |= t.entry_goods[start]
        if t.place_count:
            goods |= goods_of_leads(t, row, seat, start)
    if t.made_negated[made]:
        return t.all_goods & ~goods
    return goods


def payable_as(
    t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, price: i64, means: Means, option: i64, most: i64
) -> i64:
    """List an option for each way to pay just this cost; return where they end."""
    coins: i64 = price & 65535
    if coins > most:
        return first
    waived: i64 = price >> WAIVED & 255
    is_free = price >> ALL_WAIVED & 1 == 1
    more: i64 = price >> MORE & MORE_MASK
    reach: i64 = waived + means.count
    if not is_free and not means.is_far and lacks_in_all(t, row, seat + t.with_both, cost) > reach:
        return first
    is_plain = not (means.watches or more)
    is_covered = is_free or (is_plain and lacks_in_all(t, row, seat + t.own, cost) <= waived)
    if is_covered and coins <= PAY_MASK:
        out[first] = option + coins * ONE_BANK
        return first + 1
    end: i64 = 0
    if means.is_far:
        end = list_ways(t, out, first, ways_as(t, row, seat, cost, price, means, most))
    else:
        end = deals(t, row, out, first, seat, cost, coins, waived, means, most, more)
    for i in range(first, end):
        out[i] |= option
    return end


def ways_as(t: Core, row: Row, seat: i64, cost: i64, price: i64, means: Means, most: i64) -> Market:
    """Return all ways to pay just this cost."""
    coins: i64 = price & 65535
    waived: i64 = price >> WAIVED & 255
    is_free = price >> ALL_WAIVED & 1 == 1
    more: i64 = price >> MORE & MORE_MASK
    is_plain = not (means.watches or more)
    if is_free or (is_plain and lacks_in_all(t, row, seat + t.own, cost) <= waived):
        return for_coins(t, row, seat, coins, means, most)
    if not (COMPILED or more):
        return remembered(t, row, seat, cost, coins, waived, means, most)
    return ways_of(t, row, seat, cost, coins, waived, means, most, more)


def mark(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Mark what may be used so often and was used with an option."""
    units: i64 = option >> UNITS & UNITS_MASK
    for i in range(len(t.ware_lane)):
        if units:
            used: i64 = min(units, wares_left(t, row, seat, i))
            if t.ware_limited[i]:
                use(t, row, seat, t.ware_lane[i], used)
            units -= used
    sold: i64 = sellers(option)
    for i in range(len(t.rebate_lane)):
        if t.rebate_limited[i] and sold & (t.rebate_right[i] + 1):
            use(t, row, seat, t.rebate_lane[i], unused(t, row, seat, t.rebate_lane[i], 1))


def chained_next_door(t: Core, row: Row, seat: i64, word: i64) -> i64:
    """Return the cards of a word that a seat may build by a chain from elsewhere, if it has a right
    to that is not used.
    """
    cards: i64 = 0
    for i in range(len(t.chain_lane)):
        if unused(t, row, seat, t.chain_lane[i], 1) > 0:
            cards |= t.chain_cards[i * t.words + word] & chained_from(t, row, seat, i, word)
    return cards


def chained_from(t: Core, row: Row, seat: i64, right: i64, word: i64) -> i64:
    """Return the cards of a word to which a chain leads from where a right of a seat says."""
    cards: i64 = 0
    for i in range(t.chain_from[right], t.chain_from[right + 1]):
        zone: i64 = t.chain_zone[i]
        whose: i64 = t.chain_whose[i]
        if not whose:
            cards |= opened_in(t, row, zone, word)
        elif whose == BOTH_SIDES:
            cards |= opened_at(t, row, row[seat + LEFT], zone, word) | opened_at(t, row, row[seat + RIGHT], zone, word)
        else:
            for other in t.seats[row[PLAYERS]]:
                if is_among(row, seat, other, whose):
                    cards |= opened_at(t, row, other, zone, word)
    return cards


def is_among(row: Row, seat: i64, other: i64, whose: i64) -> bool:
    """Tell whether a seat is one of those that a mask names as seen from another one."""
    if other == seat:
        return whose & 16 > 0
    if whose & 4 or (whose & 1 and other == row[seat + LEFT]) or (whose & 2 and other == row[seat + RIGHT]):
        return True
    return whose & 8 > 0 and other == row[seat + PARTNER]


def opened_at(t: Core, row: Row, seat: i64, zone: i64, word: i64) -> i64:
    """Return the cards of a word that a zone of a seat opens for others."""
    if zone == t.main:
        return opened_by(t, row, seat, word)
    return opened_in(t, row, seat + zone, word)


def opened_in(t: Core, row: Row, cell: i64, word: i64) -> i64:
    """Return the cards of a word to which chains lead from cards of a zone, given by its first
    cell.
    """
    opened: i64 = 0
    for other in range(t.words):
        rest: i64 = row[cell + other]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            entry: i64 = t.entry[(other << WORD) + place]
            for i in range(t.or_from[entry], t.or_from[entry + 1]):
                if t.or_cell[i] == t.chained + word:
                    opened |= t.or_mask[i]
    return opened


def only_chained(t: Core, row: Row, out: Row, number: i64, places: Row) -> i64:
    """Keep of listed cards those to which a chain leads from a card of some places; return how many
    there are.
    """
    kept: i64 = 0
    for i in range(number):
        card: i64 = out[i] >> CARD & CARD_MASK
        opened: i64 = 0
        for place in places:
            opened |= opened_in(t, row, place, card >> WORD)
        if opened & t.bits[card & PLACE_MASK]:
            out[kept] = out[i]
            kept += 1
    return kept


def opened_by(t: Core, row: Row, seat: i64, word: i64) -> i64:
    """Return the cards of a word that a city opens for others; what was turned up there is for its
    owner alone.
    """
    is_shown = False
    if t.reveals:
        for other in range(t.words):
            is_shown = is_shown or row[seat + t.revealed + other] > 0
    return opened_in(t, row, seat + t.main, word) if is_shown else row[seat + t.chained + word]
