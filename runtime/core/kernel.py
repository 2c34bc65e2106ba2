"""The legal moves of a seat, twice: by masks and memories where this is interpreted, by arithmetic
on each card where it is compiled.

Both list the same options in the same order: the ways to build each card, the highest of each word
first: covered or bought, free by a right, chained; then the stage with each card, then what costs
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    MANNER,
    OBLIGED,
    ONE_LEFT,
    ONE_RIGHT,
    PLACE_MASK,
    PLAYERS,
    SIDE,
    STAGE,
    STAGES,
    TOTAL,
    WORD,
    WORD_CARDS,
    highest,
    zeros,
)
from stele.runtime.core.entering import is_built
from stele.runtime.core.partners import fair, may_give
from stele.runtime.core.payment import bought, covers, permitted
from stele.runtime.core.places import chained_there, elsewhere
from stele.runtime.core.riders import ride
from stele.runtime.core.terms import adjusted, chained_next_door, is_concerned, means_of, payable

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.purchases import Means
    from stele.runtime.core.tables import Core, Lists, Stall

CHAINED: Final = BY_CHAIN << MANNER
PERMITTED: Final = BY_PERMIT << MANNER
CARD_WORD: Final = CARD + WORD
THIRD: Final = 2**21 - 1  # of the bits of a word
# Behind all options there is room for ways to build a stage, and for the cards in hand.
BEHIND: Final = 1024
CODES: Final = 1536


def options_of(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return everything a seat may do with the cards of a zone, spending at most so many coins."""
    out = zeros(2 * BEHIND)
    number = legal(t, row, out, seat, play, coins)
    return [out[i] for i in range(number)]


# --- interpreted ----------------------------------------------------------------------------------


def listed(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return the options by masks of what is covered, which are remembered by what is produced."""
    lists = t.lists
    if not lists.is_simple or row[OBLIGED] or (lists.has_terms and (t.partners or is_concerned(t, row, seat))):
        return options_of(t, row, seat, play, coins)
    zone, words, building, at_once, stage, for_nothing, right_lanes = lists.plays[play]
    own, own_end, both, both_end, covers, plain, cost, bits, rights, blocked, chained = lists.known
    covered = covers[tuple(row[seat + own : seat + own_end])]
    reached = covers[tuple(row[seat + both : seat + both_end])]
    limit = coins + 1 << TOTAL
    market: list[Stall | None] = [None] * lists.parts
    options: list[int] = []
    cards: list[int] = []
    for word in words[row[AGE]]:
        hand = row[seat + zone + word]
        for distance, further in lists.further[row[PLAYERS]][word]:  # a second copy offers nothing new
            hand &= ~(hand << distance & further)
        free = hand ^ hand & row[seat + blocked + word]
        alone = free & covered[word]
        bought_too = free & reached[word]
        by_chain = free & row[seat + chained + word]
        by_right = permitted(t, row, seat, word) & free if row[seat + rights] & right_lanes else 0
        if not building:
            alone = bought_too = by_chain = by_right = 0
        at_no_price = by_chain | by_right
        buildable = bought_too | at_no_price  # what is covered is covered with neighbours too
        high, middle, low = lists.codes[word]
        here = high[hand >> 42] + middle[hand >> 21 & THIRD] + low[hand & THIRD]
        cards += here
        for card in here if buildable else ():
            bit = bits[card]
            if buildable & bit:
                if alone & bit:
                    if plain[card] < limit:
                        options.append(at_once[card])
                elif bought_too & bit:
                    buy(t, lists, row, seat, cost[card], market, limit, building[card], options)
                if at_no_price & bit:
                    if by_right & bit:
                        options.append(building[card] | PERMITTED)
                    if by_chain & bit:
                        options.append(building[card] | CHAINED)
    if t.place_count and building:
        at_places(t, row, seat, play, options)
    stages = lists.stage_costs[row[seat + SIDE]]
    built = row[seat + STAGES]
    if stage >= 0 and built < len(stages):
        number, word, bit, way = stages[built]
        staged: list[int] = []
        if covered[word] & bit:
            if way < limit:
                staged.append(stage | way)
        elif reached[word] & bit:
            buy(t, lists, row, seat, number, market, limit, stage, staged)
        for option in staged:
            options += [option | card << CARD for card in cards]
    for nothing in for_nothing:
        options += map(nothing, cards)
    return options


def at_places(t: Core, row: Row, seat: int, play: int, options: list[int]) -> None:
    """Add ways to build at places that are shared, as `elsewhere` lists them."""
    built = [option for option in options if not option & CHAINED]
    for i in range(t.placing_from[play], t.placing_from[play + 1]):
        room = seat + t.placing_room[i]
        fitting = row[room : room + t.words]
        change = t.placing_action[i] - t.play_build[play]
        options += [o + change for o in built if fitting[o >> CARD_WORD & 15] >> (o >> CARD & PLACE_MASK) & 1]
        for word in t.play_words[play][row[AGE]]:
            opened = row[seat + t.placing_opened[i] + word] & fitting[word]
            if opened:
                opened &= row[seat + t.play_zone[play] + word] & ~row[seat + t.blocked + word]
                out = zeros(WORD_CARDS)
                options += out[: chained_there(t, row, out, 0, t.placing_action[i], word, opened)]


def buy(
    t: Core,
    lists: Lists,
    row: Row,
    seat: int,
    cost: int,
    market: list[Stall | None],
    limit: int,
    option: int,
    options: list[int],
) -> None:
    """Add the ways to pay as `bought` lists them; `market` keeps what is missing of each part."""
    base, demands = lists.demands[cost]
    step = steps = 0
    for part, demand in demands:
        stall = market[part]
        if stall is None:
            rows, own, left, right, price = lists.stalls[part]
            price_left, price_right = row[seat + price], row[seat + price + 1]
            stall = market[part] = (
                rows[row[seat + own]],
                rows[row[seat + left]],
                rows[row[seat + right]],
                price_left * ONE_LEFT,
                price_right * ONE_RIGHT,
                price_left > price_right,
            )
        alone, with_left, with_right, one_left, one_right, is_right_cheaper = stall
        need = alone[demand]
        if need:
            least = with_right[demand]
            most = need - with_left[demand]
            if least != most:
                if step:
                    out = zeros(BEHIND)
                    options += out[: bought(t, row, out, 0, seat, cost, option, limit)]
                    return
                steps = most - least
                if is_right_cheaper:
                    most = least
                    step = one_left - one_right
                else:
                    step = one_right - one_left
            base += most * one_left + (need - most) * one_right
    if base < limit:
        options.append(option | base)
    while steps:
        steps -= 1
        base += step
        if base < limit:
            options.append(option | base)


# --- compiled -------------------------------------------------------------------------------------


def legal(t: Core, row: Row, out: Row, seat: i64, play: i64, coins: i64) -> i64:
    """List the options by asking of each card what it costs; return how many there are."""
    means: Means | None = None
    if t.has_terms and is_concerned(t, row, seat):
        means = means_of(t, row, seat)
    end: i64 = in_zone(t, row, out, seat, play)
    number: i64 = 0
    if row[OBLIGED] and row[seat + t.duty] & t.due_now[play]:
        return duties(t, row, out, end, seat, play)
    if t.play_build[play] >= 0:
        for i in range(CODES, end):
            number = builds(t, row, out, number, seat, out[i], play, coins, means)
        if t.rider_count:
            number = ride(t, row, out, 0, number, seat, t.play_build[play], coins, means)
        if t.place_count:
            number = elsewhere(t, row, out, number, seat, play)
    if t.play_stage[play] >= 0:
        last: i64 = stages(t, row, out, seat, play, coins, means)
        for way in range(BEHIND, last):
            for i in range(CODES, end):
                if not t.has_gifts or may_give(t, row, seat, out[way], out[i]):
                    out[number] = out[way] | out[i] << CARD
                    number += 1
    for nothing in t.play_nothing[play]:
        first: i64 = number
        for i in range(CODES, end):
            out[number] = nothing | out[i] << CARD
            number += 1
        if t.rider_count:
            number = ride(t, row, out, first, number, seat, nothing, coins, means)
    if t.partners and t.play_build[play] >= 0:
        return fair(t, row, out, number, seat)
    return number


def duties(t: Core, row: Row, out: Row, end: i64, seat: i64, play: i64) -> i64:
    """List what a seat must do with its cards now; return how many options there are."""
    number: i64 = 0
    for duty in range(len(t.duty_play)):
        if t.duty_play[duty] == play and row[seat + t.duty] & t.bits[2 * duty + 1]:
            for i in range(CODES, end):
                out[number] = t.duty_action[duty] | out[i] << CARD
                number += 1
    return number


def stages(t: Core, row: Row, out: Row, seat: i64, play: i64, coins: i64, means: Means | None) -> i64:
    """List the ways to build the next stage, or each that is not built if there is a choice, behind
    the other options; return where they end.
    """
    first: i64 = t.stage_from[row[seat + SIDE]]
    count_of: i64 = t.stage_from[row[seat + SIDE] + 1] - first
    has_choice = t.has_order and row[seat + t.tally + t.order_word] & t.order_lanes > 0
    last: i64 = BEHIND
    for stage in range(count_of):
        if not t.has_order:
            stage = row[seat + STAGES]
            if stage == count_of:
                return last
        elif is_built(t, row, seat, stage):
            continue
        cost: i64 = t.stage_cost[first + stage]
        option: i64 = t.play_stage[play]
        if has_choice:
            option |= (stage + 1) << STAGE
        start: i64 = last
        if means is None:
            last = ways(t, row, out, last, seat, cost, option, coins)
        else:
            price: i64 = adjusted(t, row, seat, cost, 0, True, t.play_stage[play] >> ACTION)
            last = payable(t, row, out, last, seat, cost, price, means, option, coins)
        if t.rider_count:
            last = ride(t, row, out, start, last, seat, t.play_stage[play], coins, means)
        if not has_choice:
            return last
    return last


def in_zone(t: Core, row: Row, out: Row, seat: i64, play: i64) -> i64:
    """List one copy of each card in the zone of a play step, behind all options; return where they
    end.
    """
    number: i64 = CODES
    further = t.further[row[PLAYERS]]
    for word in t.play_words[play][row[AGE]]:
        rest: i64 = row[seat + t.play_zone[play] + word]
        i: i64 = 0
        while i < len(further):
            if further[i] == word:
                rest &= ~(rest << further[i + 1] & further[i + 2])
            i += 3
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            out[number] = (word << WORD) + place
            number += 1
    return number


def builds(
    t: Core, row: Row, out: Row, first: i64, seat: i64, card: i64, play: i64, coins: i64, means: Means | None
) -> i64:
    """List the ways to build a card; return how many options there are then."""
    word: i64 = seat + (card >> WORD)
    bit: i64 = t.bits[card & PLACE_MASK]
    if row[word + t.blocked] & bit:
        return first
    option: i64 = t.play_build[play] | card << CARD
    number: i64 = first
    if means is None:
        number = ways(t, row, out, first, seat, t.cost[card], option, coins)
    else:
        price: i64 = adjusted(t, row, seat, t.cost[card], t.colour[card], False, option >> ACTION & ACTION_MASK)
        number = payable(t, row, out, first, seat, t.cost[card], price, means, option, coins)
    if row[seat + t.rights] & t.play_rights[play] and permitted(t, row, seat, card >> WORD) & bit:
        out[number] = option | PERMITTED
        number += 1
    if row[word + t.chained] & bit:
        out[number] = option | CHAINED
        number += 1
    elif len(t.chain_lane) and t.play_builds[play] and chained_next_door(t, row, seat, card >> WORD) & bit:
        out[number] = option | BY_NEAR_CHAIN << MANNER
        number += 1
    return number


def ways(t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, option: i64, most: i64) -> i64:
    """List the ways to pay a printed cost; return how many options there are then."""
    limit: i64 = (most + 1) << TOTAL
    if not covers(t, row, seat + t.with_both, cost):
        return first
    if covers(t, row, seat + t.own, cost):
        coins: i64 = t.cost_coins[cost]
        if coins << TOTAL >= limit:
            return first
        out[first] = option | coins << TOTAL | coins
        return first + 1
    return bought(t, row, out, first, seat, cost, option, limit)
