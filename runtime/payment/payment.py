"""Payment: what sources cover of a demand, and all ways to buy the rest that no other way beats.

Each source gives one unit out of a set of goods, so what sources cannot cover of a demand is the
largest shortfall over all subsets of goods. How many sources touch a subset is one lane of a packed
number; a part with more subsets than fit one cell has several pieces, and falls short by as much as
the worst of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import (
    COINS,
    COMPILED,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    ONE_LEFT,
    ONE_RIGHT,
    PAY_MASK,
    PLACE_MASK,
    PURSE,
    RIGHT,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    TOTAL_MASK,
    WORD,
    use,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

TRADED: Final = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT


def missing(t: Core, piece: i64, sources: i64, demand: i64) -> i64:
    """Return how many units of a demand the sources cannot cover in one piece: a lane that falls
    short has lost its guard bit, and one unit at a time is given to all those lanes.
    """
    guard: i64 = t.guard[piece]
    left: i64 = (sources | guard) - demand
    units: i64 = 0
    short: i64 = left & guard ^ guard
    if not short:
        return 0
    shift: i64 = t.shift[piece]
    while short:
        left += short >> shift
        units += 1
        short = left & guard ^ guard
    return units


def lacks(t: Core, row: Row, sources: i64, part: i64, cost: i64) -> i64:
    """Return how many units of a part of a cost the sources in some cells cannot cover."""
    most: i64 = 0
    end: i64 = part + 1
    end = t.piece_from[end]
    for piece in range(t.piece_from[part], end):
        asked: i64 = cost * t.pieces + piece
        units: i64 = missing(t, piece, row[sources + piece], t.demand[asked])
        most = max(most, units)
    return most


def lacks_in_all(t: Core, row: Row, sources: i64, cost: i64) -> i64:
    """Return how many units of a cost the sources in some cells cannot cover."""
    if not COMPILED:
        return lacks_known(t, row, sources, cost)
    units: i64 = 0
    for part in range(t.parts):
        asked: i64 = cost * t.parts + part
        if t.size[asked]:
            units += lacks(t, row, sources, part, cost)
    return units


def lacks_known(t: Core, row: Row, sources: int, cost: int) -> int:
    """Do as `lacks_in_all` does, by what is remembered of parts."""
    units = 0
    for part, demand in t.lists.demands[cost][1]:
        missing_of = t.lists.stalls[part][0]
        cell = sources + t.piece_from[part]
        size = t.piece_from[part + 1] - t.piece_from[part]
        had = row[cell] if size == 1 else tuple(row[cell : cell + size])
        units += missing_of[had][demand]
    return units


def covers(t: Core, row: Row, sources: i64, cost: i64) -> bool:
    """Tell whether the sources in some cells cover a cost."""
    asked: i64 = cost * t.pieces
    for piece in range(t.pieces):
        demand: i64 = t.demand[asked]
        asked += 1
        if demand:
            guard: i64 = t.guard[piece]
            if ((row[sources + piece] | guard) - demand) & guard != guard:
                return False
    return True


def bought(t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, option: i64, limit: i64) -> i64:
    """List an option for each way below a limit to pay a cost that all sources together cover, the
    cheapest first, ties to the left; return how many there are then.
    """
    # Of each part: units from the left at least and in all, and what one more from the left
    # changes.
    base: i64 = t.cost_coins[cost] | t.cost_coins[cost] << TOTAL
    step: i64 = 0
    steps: i64 = 0
    number: i64 = first
    for part in range(t.parts):
        asked: i64 = cost * t.parts + part
        if not t.size[asked]:
            continue
        need: i64 = lacks(t, row, seat + t.own, part, cost)
        if not need:
            continue
        price_left: i64 = row[seat + t.prices + t.price_class[part]] * ONE_LEFT
        price_right: i64 = row[seat + t.prices + t.price_class[part] + 1] * ONE_RIGHT
        least: i64 = lacks(t, row, seat + t.with_right, part, cost)
        most: i64 = need - lacks(t, row, seat + t.with_left, part, cost)
        if least != most:
            if step:
                return mixed(t, row, out, first, seat, cost, option, limit)
            steps = most - least
            if price_left >> TOTAL > price_right >> TOTAL:
                most = least
                step = price_left - price_right
            else:
                step = price_right - price_left
        base += most * price_left + (need - most) * price_right
    while True:
        if base < limit:
            out[number] = option | base
            number += 1
        if not steps:
            return number
        steps -= 1
        base += step


def mixed(t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, option: i64, limit: i64) -> i64:
    """List the ways to pay as `bought` does, if several parts leave a choice of who sells: of all
    their sums those that no other beats.
    """
    base: i64 = option | t.cost_coins[cost] | t.cost_coins[cost] << TOTAL
    number: i64 = first + 1
    out[first] = base
    for part in range(t.parts):
        asked: i64 = cost * t.parts + part
        if not t.size[asked]:
            continue
        need: i64 = lacks(t, row, seat + t.own, part, cost)
        if not need:
            continue
        price_left: i64 = row[seat + t.prices + t.price_class[part]] * ONE_LEFT
        price_right: i64 = row[seat + t.prices + t.price_class[part] + 1] * ONE_RIGHT
        least: i64 = lacks(t, row, seat + t.with_right, part, cost)
        most: i64 = need - lacks(t, row, seat + t.with_left, part, cost)
        known: i64 = number - first
        for units in range(least, most + 1):
            for i in range(known):
                way: i64 = out[first + i] + units * price_left + (need - units) * price_right
                out[number + (units - least) * known + i] = way
        for i in range((most - least + 1) * known):
            out[first + i] = out[number + i]
        number = sifted(out, first, first + (most - least + 1) * known, option + limit)
    return number


def sifted(out: Row, first: i64, end: i64, limit: i64) -> i64:
    """Keep the ways below a limit that no other beats, the cheapest first, ties to the left."""
    number: i64 = first
    for i in range(first, end):
        way: i64 = out[i]
        if way >= limit or is_beaten(out, first, number, way):
            continue
        kept: i64 = first
        for j in range(first, number):
            if not beats(way, out[j]):
                out[kept] = out[j]
                kept += 1
        place: i64 = kept
        # The total lies above what goes to the right, that above what goes to the left.
        while place > first and out[place - 1] > way:
            out[place] = out[place - 1]
            place -= 1
        out[place] = way
        number = kept + 1
    return number


def is_beaten(out: Row, first: i64, end: i64, way: i64) -> bool:
    """Tell whether one of some ways is as good for everybody."""
    for i in range(first, end):
        if out[i] == way or beats(out[i], way):
            return True
    return False


def beats(one: i64, other: i64) -> bool:
    """Tell whether a way costs no more with either neighbour than another, and less with one."""
    left: i64 = (one >> TO_LEFT & PAY_MASK) - (other >> TO_LEFT & PAY_MASK)
    right: i64 = (one >> TO_RIGHT & PAY_MASK) - (other >> TO_RIGHT & PAY_MASK)
    return left <= 0 and right <= 0 and left + right < 0


def permitted(t: Core, row: Row, seat: i64, word: i64) -> i64:
    """Return the cards of a word that a seat may build for nothing by a right that is not used, if
    they have a cost.
    """
    cards: i64 = 0
    for number in range(len(t.permit_lane)):
        lane = t.permit_lane[number]
        cell = seat + (lane >> WORD)
        held = row[cell + t.tally] >> (lane & LANE_SHIFT) & LANE_MASK
        if held > row[cell + t.uses] >> (lane & LANE_SHIFT) & LANE_MASK:
            cards |= t.permit_cards[number * t.words + word]
    return cards & t.with_a_cost[word]


def use_permit(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Mark the first right that lets a card be built for nothing as used."""
    for number in range(len(t.permit_lane)):
        lane = t.permit_lane[number]
        cell = seat + (lane >> WORD)
        held = row[cell + t.tally] >> (lane & LANE_SHIFT) & LANE_MASK
        used = row[cell + t.uses] >> (lane & LANE_SHIFT) & LANE_MASK
        fitting = t.permit_cards[number * t.words + (card >> WORD)]
        if held > used and fitting & t.bits[card & PLACE_MASK]:
            if t.permit_limited[number]:
                use(t, row, seat, lane, 1)
            return


def pay(row: Row, seat: i64, option: i64) -> None:
    """Pay what an option says."""
    total: i64 = option >> TOTAL & TOTAL_MASK
    row[seat + COINS] -= total
    row[seat + PURSE] -= total
    if option & TRADED:
        row[row[seat + LEFT] + COINS] += option >> TO_LEFT & PAY_MASK
        row[row[seat + RIGHT] + COINS] += option >> TO_RIGHT & PAY_MASK
