"""The legal moves of a seat where this is interpreted: by masks of what is covered, which are
remembered by what is produced. They are the same as `kernel` lists, in the same order.
"""

from __future__ import annotations

from itertools import compress
from operator import lshift
from typing import TYPE_CHECKING

from stele.runtime.effects.entering import is_built, is_free_to_order
from stele.runtime.payment.partners import fair
from stele.runtime.payment.payment import permitted
from stele.runtime.payment.terms import (
    chained_next_door,
    is_dear,
)
from stele.runtime.state.cells import (
    AGE,
    CARD,
    CARD_MASK,
    CONCERNED,
    OBLIGED,
    PAYING,
    PLAYERS,
    SIDE,
    SPECIAL,
    STAGE,
    STAGES,
    TOTAL,
    WORD_CARDS,
    count,
    zeros,
)
from stele.runtime.table.places import chained_there
from stele.runtime.turn.bans import is_restricted
from stele.runtime.turn.kernel import CHAINED, NEAR_CHAINED, PERMITTED, options_of
from stele.runtime.turn.memories import AT_PLACES, WITH_RIDERS, add_riders, add_ways, mixed_ways, purse_of

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row
    from stele.runtime.state.lists import Hand, Lists, Nothing, Stall
    from stele.runtime.state.tables import Core
    from stele.runtime.turn.memories import Purse


def listed(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return the options by masks of what is covered, which are remembered by what is produced."""
    lists, purse, is_special = t.lists, None, 0
    hands, building, at_once, stage, for_nothing, right_lanes, goes_on = lists.plays[play]
    own, own_end, both, both_end, covers, cost, bits, rights = lists.known
    covered = covers[tuple(row[seat + own : seat + own_end])]
    reached = covers[tuple(row[seat + both : seat + both_end])]
    if row[CONCERNED] or lists.is_dear:
        is_special = row[seat + t.concerns] & SPECIAL
        if (is_special or row[OBLIGED] or lists.is_dear) and is_beyond(t, row, seat, play):
            return options_of(t, row, seat, play, coins)
        if row[seat + t.concerns] & PAYING or lists.is_varied:
            purse = purse_of(t, row, seat, play, covered, reached)
    limit, market, within = coins + 1 << TOTAL, lists.no_stalls[:], lists.within[coins]
    options: list[int] = []
    cards: list[int] = []
    for dealt, of_word in hands[row[PLAYERS]][row[AGE]]:
        hand = row[seat + dealt]
        if not hand:
            continue
        word, kept_out, opened, high, middle, low, above, between, of_middle, of_low = of_word
        cards += (here := high[hand >> above] + middle[hand >> between & of_middle] + low[hand & of_low])
        if not building:
            continue
        free = hand ^ hand & row[seat + kept_out]
        bought_too = free & reached[word] & within[word]
        alone = bought_too & covered[word]  # what is covered is covered with neighbours too
        at_no_price = by_chain = free & row[seat + opened]
        by_right = by_near = special = 0
        if is_special or row[seat + rights] & right_lanes:
            by_right, by_near = by_rights(t, row, seat, play, word, free, free ^ by_chain)
            at_no_price |= by_right | by_near
        if purse is not None:
            special = free & (purse.touched[word] | purse.more[word] & ~purse.simple[word])
            alone, bought_too = alone & ~special, bought_too & ~special
        buildable = bought_too | at_no_price | special
        if buildable == alone and not at_no_price:  # all that may be built is covered
            options += [at_once[card] for card in here if alone & bits[card]] if alone else []
            continue
        for card in here:
            if buildable & (bit := bits[card]):
                if alone & bit:
                    options.append(at_once[card])
                elif bought_too & bit:
                    buy(lists, row, seat, cost[card], market, limit, building[card], options)
                elif special & bit and purse is not None:
                    add_ways(t, row, cost[card], purse.price[card], purse, coins, building[card], options)
                if at_no_price & bit:
                    options += for_free(building[card], bit, by_right, by_chain, by_near)
    if goes_on:
        go_on(t, row, seat, play, goes_on, hands[row[PLAYERS]][row[AGE]], purse, coins, options)
    if stage >= 0:
        word, bit, _, _ = lists.stage_costs[row[seat + SIDE]][row[seat + STAGES]]
        if reached[word] & bit or is_special or (purse is not None and bit & (purse.touched[word] | purse.more[word])):
            ways_of = to_stages(t, row, seat, stage, coins, covered, reached, purse, market)
            options += [way | card << CARD for way in ways_of for card in cards]
    add_for_nothing(t, row, seat, for_nothing, cards, purse, coins, options)
    if t.partners and building:
        del options[fair(t, row, options, len(options), seat) :]  # type: ignore[arg-type]
    return options


def add_for_nothing(
    t: Core,
    row: Row,
    seat: int,
    for_nothing: list[Nothing],
    cards: list[int],
    purse: Purse | None,
    coins: int,
    options: list[int],
) -> None:
    """Add what may be done with each of some cards for nothing."""
    for action, nothing, is_ridden in for_nothing:
        options += map(nothing, cards)
        if is_ridden:
            add_riders(t, row, seat, action, purse, coins, options, len(options) - len(cards))


def is_beyond(t: Core, row: Row, seat: int, play: int) -> bool:
    """Tell whether a seat may do what is not remembered: it buys from others than its neighbours,
    gives cards away, or has to do something.
    """
    if row[OBLIGED] and row[seat + t.duty] & t.due_now[play]:
        return True
    if t.has_bans and is_restricted(t, row, seat):
        return True
    if row[seat + t.concerns] & SPECIAL and (t.has_gifts or any(count(t, row, seat, lane) for lane in t.far_lane)):
        return True
    return is_dear(t, row, seat)


def by_rights(t: Core, row: Row, seat: int, play: int, word: int, cards: int, others: int) -> tuple[int, int]:
    """Return which of some cards a seat may build for nothing by a right, and which of others by a
    chain of a neighbour.
    """
    by_right = by_near = 0
    if row[seat + t.rights] & t.play_rights[play]:
        by_right = permitted(t, row, seat, word) & cards
    if len(t.chain_lane) and t.play_builds[play] and row[seat + t.concerns] & SPECIAL:
        by_near = chained_next_door(t, row, seat, word) & others
    return by_right, by_near


def for_free(option: int, bit: int, by_right: int, by_chain: int, by_near: int) -> list[int]:
    """Return the ways to build a card without paying for it."""
    ways_of = [option | PERMITTED] if by_right & bit else []
    if by_chain & bit:
        ways_of.append(option | CHAINED)
    elif by_near & bit:
        ways_of.append(option | NEAR_CHAINED)
    return ways_of


def go_on(
    t: Core,
    row: Row,
    seat: int,
    play: int,
    how: int,
    words: list[Hand],
    purse: Purse | None,
    coins: int,
    options: list[int],
) -> None:
    """Add to the ways to build cards what goes with them, and that cards may lie in places."""
    if how & WITH_RIDERS:
        add_riders(t, row, seat, t.play_build[play], purse, coins, options, 0)
    if how & AT_PLACES:
        if len(words) == 1:
            at_places(t, row, seat, play, words[0], options)
        else:
            at_places_of(t, row, seat, play, words, options)


def to_stages(
    t: Core,
    row: Row,
    seat: int,
    action: int,
    coins: int,
    covered: list[int],
    reached: list[int],
    purse: Purse | None,
    market: list[Stall | None],
) -> list[int]:
    """Return the ways to build the next stage, or each that is not built if there is a choice,
    without a card.
    """
    lists = t.lists
    found: list[int] = []
    for number, mark in next_stages(t, row, seat):
        options: list[int] = []
        word, bit, cost, way = lists.stage_costs[row[seat + SIDE]][number]
        if purse is not None and bit & (purse.touched[word] | purse.more[word] & ~purse.simple[word]):
            add_ways(t, row, cost, purse.of_stage[cost], purse, coins, action | mark, options)
        elif covered[word] & bit:
            if way < coins + 1 << TOTAL:
                options.append(action | mark | way)
        elif reached[word] & bit:
            buy(lists, row, seat, cost, market, coins + 1 << TOTAL, action | mark, options)
        if options and action in lists.riders:
            add_riders(t, row, seat, action, purse, coins, options, 0)
        found += options
    return found


def next_stages(t: Core, row: Row, seat: int) -> list[tuple[int, int]]:
    """Return the stages that a seat may build now, each with what names it in an option."""
    if not row[seat + t.concerns] & SPECIAL:
        return [(row[seat + STAGES], 0)]
    number = len(t.lists.stage_costs[row[seat + SIDE]]) - 1
    rest = [stage for stage in range(number) if not is_built(t, row, seat, stage)]
    if t.has_order and is_free_to_order(t, row, seat):
        return [(stage, stage + 1 << STAGE) for stage in rest]
    return [(stage, 0) for stage in rest[:1]]


def at_places(t: Core, row: Row, seat: int, play: int, of_word: Hand, options: list[int]) -> None:
    """Add ways to build cards of one word at places that are shared, as `elsewhere` lists them."""
    dealt, (word, *_) = of_word
    hand = row[seat + dealt]
    built = options[:]
    if row[CONCERNED] & SPECIAL or hand & row[seat + t.chained + word]:
        built = [option for option in options if not option & CHAINED]
    marks: list[int] | None = None  # by way to build a card: its bit
    for action, change, room, opened in t.lists.placings[play]:
        fitting = hand & row[seat + room + word]
        if fitting:
            if fitting == hand:
                options += map(change.__add__, built)
            else:
                if marks is None:
                    bits = t.lists.bits
                    marks = [bits[option >> CARD & CARD_MASK] for option in built]
                options += compress(map(change.__add__, built), map(fitting.__and__, marks))
            chained = fitting & row[seat + opened + word]
            if chained:
                add_chained(t, row, seat, action, word, chained, options)


def add_chained(t: Core, row: Row, seat: int, action: int, word: int, cards: int, options: list[int]) -> None:
    """Add cards that may be built by a chain at a place."""
    out = zeros(WORD_CARDS)
    options += out[: chained_there(t, row, out, 0, action, word, cards & ~row[seat + t.blocked + word])]


def at_places_of(t: Core, row: Row, seat: int, play: int, words: list[Hand], options: list[int]) -> None:
    """Do as `at_places` does for cards of several words, by masks of all of them in one number."""
    built = [option for option in options if not option & CHAINED]
    shifts, zone = t.lists.word_shifts, seat + t.play_zone[play]
    hand = sum(map(lshift, row[zone : zone + t.words], shifts))
    marks: list[int] | None = None  # by way to build a card: its bit among those of all words
    for action, change, room, opened in t.lists.placings[play]:
        fitting = hand & sum(map(lshift, row[seat + room : seat + room + t.words], shifts))
        if not fitting:
            continue
        if fitting == hand:
            options += map(change.__add__, built)
        else:
            if marks is None:
                masks = t.lists.masks
                marks = [masks[option >> CARD & CARD_MASK] for option in built]
            options += compress(map(change.__add__, built), map(fitting.__and__, marks))
        if any(row[seat + opened : seat + opened + t.words]):
            for dealt, (word, *_) in words:
                chained = row[seat + dealt] & row[seat + room + word] & row[seat + opened + word]
                if chained:
                    add_chained(t, row, seat, action, word, chained, options)


def buy(
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
    further: list[tuple[int, int]] = []
    for part, demand in demands:
        stall = market[part]
        if stall is None:
            rows, own, left, right, size, price = lists.stalls[part]
            prices = lists.prices[row[seat + price], row[seat + price + 1]]
            if size == 1:
                stall = rows[row[seat + own]], rows[row[seat + left]], rows[row[seat + right]], *prices
            else:
                with_one = rows[tuple(row[seat + left : seat + left + size])]
                with_other = rows[tuple(row[seat + right : seat + right + size])]
                stall = rows[tuple(row[seat + own : seat + own + size])], with_one, with_other, *prices
            market[part] = stall
        alone, with_left, with_right, one_left, one_right, is_right_cheaper = stall
        need = alone[demand]
        if need:
            least = with_right[demand]
            most = need - with_left[demand]
            if least != most:
                if step:
                    further.append((step, steps))
                steps = most - least
                if is_right_cheaper:
                    most = least
                    step = one_left - one_right
                else:
                    step = one_right - one_left
            base += most * one_left + (need - most) * one_right
    if further:
        options += [option | way for way in mixed_ways(lists, base, (*further, (step, steps))) if way < limit]
        return
    if base < limit:
        options.append(option | base)
    while steps:
        steps -= 1
        base += step
        if base < limit:
            options.append(option | base)
