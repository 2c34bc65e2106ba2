"""The legal moves of a seat, twice: by masks and memories where this is interpreted, by arithmetic
on each card where it is compiled.

Both list the same options in the same order: the ways to build each card, the highest of each word
first: covered or bought, free by a right, chained; then the stage with each card, then what costs
nothing.
"""

from __future__ import annotations

from operator import lshift
from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import is_built, is_free_to_order
from stele.runtime.payment.partners import fair, may_give
from stele.runtime.payment.payment import bought, covers, permitted
from stele.runtime.payment.terms import (
    adjusted,
    as_printed,
    chained_next_door,
    is_concerned,
    is_dear,
    means_of,
    payable,
)
from stele.runtime.state.cells import (
    ACTION,
    AGE,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CONCERNED,
    MANNER,
    OBLIGED,
    PAYING,
    PLACE_MASK,
    PLAYERS,
    SIDE,
    SPECIAL,
    STAGE,
    STAGES,
    TOTAL,
    WORD,
    WORD_CARDS,
    count,
    highest,
    ones,
    zeros,
)
from stele.runtime.state.room import FEW_OPTIONS, more_room, room_for
from stele.runtime.table.places import chained_there, elsewhere
from stele.runtime.turn.memories import AT_PLACES, WITH_RIDERS, add_riders, add_ways, mixed_ways, purse_of
from stele.runtime.turn.riders import ride

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.payment.purchases import Means
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core, Hand, Lists, Stall
    from stele.runtime.turn.memories import Purse

CHAINED: Final = BY_CHAIN << MANNER
PERMITTED: Final = BY_PERMIT << MANNER
NEAR_CHAINED: Final = BY_NEAR_CHAIN << MANNER
FEW_WAYS: Final = 1024  # more than there are to pay one cost


def options_of(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return everything a seat may do with the cards of a zone, spending at most so many coins."""
    out = room_for(FEW_OPTIONS)
    while True:
        try:
            number = legal(t, row, out, seat, play, coins)
            return [out[i] for i in range(number)]
        except IndexError:
            out = more_room(out)


# --- interpreted ----------------------------------------------------------------------------------


def listed(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return the options by masks of what is covered, which are remembered by what is produced."""
    lists = t.lists
    hands, building, at_once, stage, for_nothing, right_lanes, goes_on = lists.plays[play]
    own, own_end, both, both_end, covers, cost, bits, rights = lists.known
    covered = covers[tuple(row[seat + own : seat + own_end])]
    reached = covers[tuple(row[seat + both : seat + both_end])]
    purse, is_special = None, 0
    if row[CONCERNED] or lists.is_dear:
        concerns = row[seat + t.concerns]
        is_special = concerns & SPECIAL
        if (is_special or row[OBLIGED] or lists.is_dear) and is_beyond(t, row, seat, play):
            return options_of(t, row, seat, play, coins)
        if concerns & PAYING:
            purse = purse_of(t, row, seat, play, covered, reached)
    limit, market, within = coins + 1 << TOTAL, lists.no_stalls[:], lists.within[coins]
    options: list[int] = []
    cards: list[int] = []
    words = hands[row[PLAYERS]][row[AGE]]
    for dealt, of_word in words:
        hand = row[seat + dealt]
        if not hand:
            continue
        word, kept_out, opened, high, middle, low, above, between, of_middle, of_low = of_word
        here = high[hand >> above] + middle[hand >> between & of_middle] + low[hand & of_low]
        cards += here
        if not building:
            continue
        free = hand ^ hand & row[seat + kept_out]
        bought_too = free & reached[word] & within[word]
        alone = bought_too & covered[word]  # what is covered is covered with neighbours too
        at_no_price = by_chain = free & row[seat + opened]
        by_right = by_near = special = 0
        if row[seat + rights] & right_lanes:
            by_right = permitted(t, row, seat, word) & free
            at_no_price |= by_right
        if is_special:
            by_near = next_door(t, row, seat, play, word, free ^ by_chain)
            at_no_price |= by_near
        if purse is not None:
            special = free & (purse.touched[word] | purse.more[word] & ~purse.simple[word])
            alone, bought_too = alone & ~special, bought_too & ~special
        buildable = bought_too | at_no_price | special
        for card in here if buildable else ():
            bit = bits[card]
            if buildable & bit:
                if alone & bit:
                    options.append(at_once[card])
                elif bought_too & bit:
                    buy(lists, row, seat, cost[card], market, limit, building[card], options)
                elif special & bit and purse is not None:
                    add_ways(t, row, cost[card], purse.price[card], purse, coins, building[card], options)
                if at_no_price & bit:
                    options += for_free(building[card], bit, by_right, by_chain, by_near)
    if goes_on:
        go_on(t, row, seat, play, goes_on, words, purse, coins, options)
    if stage >= 0:
        word, bit, _, _ = lists.stage_costs[row[seat + SIDE]][row[seat + STAGES]]
        if reached[word] & bit or is_special or (purse is not None and bit & (purse.touched[word] | purse.more[word])):
            ways_of = to_stages(t, row, seat, stage, coins, covered, reached, purse, market)
            options += [way | card << CARD for way in ways_of for card in cards]
    for action, nothing, is_ridden in for_nothing:
        options += map(nothing, cards)
        if is_ridden:
            add_riders(t, row, seat, action, purse, coins, options, len(options) - len(cards))
    if t.partners and building:
        del options[fair(t, row, options, len(options), seat) :]  # type: ignore[arg-type]
    return options


def is_beyond(t: Core, row: Row, seat: int, play: int) -> bool:
    """Tell whether a seat may do what is not remembered: it buys from others than its neighbours,
    gives cards away, or has to do something.
    """
    if row[OBLIGED] and row[seat + t.duty] & t.due_now[play]:
        return True
    if row[seat + t.concerns] & SPECIAL and (t.has_gifts or any(count(t, row, seat, lane) for lane in t.far_lane)):
        return True
    return is_dear(t, row, seat)


def next_door(t: Core, row: Row, seat: int, play: int, word: int, cards: int) -> int:
    """Return which of some cards a seat may build by a chain of a neighbour."""
    if not len(t.chain_lane) or not t.play_builds[play]:
        return 0
    return cards & chained_next_door(t, row, seat, word)


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
    for action, change, room, opened in t.lists.placings[play]:
        fitting = hand & row[seat + room + word]
        if fitting:
            if fitting == hand:
                options += map(change.__add__, built)
            else:
                options += [option + change for option in built if fitting >> (option >> CARD & PLACE_MASK) & 1]
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
    for action, change, room, opened in t.lists.placings[play]:
        fitting = hand & sum(map(lshift, row[seat + room : seat + room + t.words], shifts))
        if not fitting:
            continue
        if fitting == hand:
            options += map(change.__add__, built)
        else:
            options += [option + change for option in built if fitting >> (option >> CARD & CARD_MASK) & 1]
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


# --- compiled -------------------------------------------------------------------------------------


def legal(t: Core, row: Row, out: Row, seat: i64, play: i64, coins: i64) -> i64:
    """List the options by asking of each card what it costs; return how many there are."""
    means: Means | None = None
    if t.has_terms and is_concerned(t, row, seat):
        means = means_of(t, row, seat)
    codes: Row = in_zone(t, row, seat, play)
    number: i64 = 0
    if row[OBLIGED] and row[seat + t.duty] & t.due_now[play]:
        return duties(t, row, out, codes, seat, play)
    if t.play_build[play] >= 0:
        number = builds(t, row, out, codes, seat, play, coins, means)
        if t.rider_count:
            number = ride(t, row, out, 0, number, seat, t.play_build[play], coins, means)
        if t.place_count:
            number = elsewhere(t, row, out, number, seat, play)
    if t.play_stage[play] >= 0:
        number = staged(t, row, out, number, stages(t, row, out, number, seat, play, coins, means), codes, seat)
    for nothing in t.play_nothing[play]:
        first: i64 = number
        for i in range(len(codes)):
            out[number] = nothing | codes[i] << CARD
            number += 1
        if t.rider_count:
            number = ride(t, row, out, first, number, seat, nothing, coins, means)
    if t.partners and t.play_build[play] >= 0:
        return fair(t, row, out, number, seat)
    return number


def duties(t: Core, row: Row, out: Row, codes: Row, seat: i64, play: i64) -> i64:
    """List what a seat must do with its cards now; return how many options there are."""
    number: i64 = 0
    for duty in range(len(t.duty_play)):
        if t.duty_play[duty] == play and row[seat + t.duty] & t.bits[2 * duty + 1]:
            for i in range(len(codes)):
                out[number] = t.duty_action[duty] | codes[i] << CARD
                number += 1
    return number


def staged(t: Core, row: Row, out: Row, first: i64, last: i64, codes: Row, seat: i64) -> i64:
    """List each of the ways to build a stage with every card instead; return where they end."""
    size: i64 = len(codes)
    end: i64 = first + (last - first) * size
    for i in range(last - first):  # from behind, so that no way is overwritten before it is read
        place: i64 = last - 1 - i
        way: i64 = out[place]
        for j in range(size):
            out[first + (place - first) * size + j] = way | codes[j] << CARD
    if not t.has_gifts:
        return end
    number: i64 = first
    for i in range(first, end):
        if may_give(t, row, seat, out[i], out[i] >> CARD & CARD_MASK):
            out[number] = out[i]
            number += 1
    return number


def stages(t: Core, row: Row, out: Row, end: i64, seat: i64, play: i64, coins: i64, means: Means | None) -> i64:
    """List the ways to build the next stage, or each that is not built if there is a choice,
    without a card; return where they end.
    """
    first: i64 = t.stage_from[row[seat + SIDE]]
    count_of: i64 = t.stage_from[row[seat + SIDE] + 1] - first
    has_choice = t.has_order and is_free_to_order(t, row, seat)
    last: i64 = end
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
        price: i64 = -1
        if means is not None:
            price = adjusted(t, row, seat, cost, 0, True, t.play_stage[play] >> ACTION)
        if means is None or (means.is_plain and price == as_printed(t, cost)):
            last = ways(t, row, out, last, seat, cost, option, coins)
        else:
            last = payable(t, row, out, last, seat, cost, price, means, option, coins)
        if t.rider_count:
            last = ride(t, row, out, start, last, seat, t.play_stage[play], coins, means)
        if not has_choice:
            return last
    return last


def in_zone(t: Core, row: Row, seat: i64, play: i64) -> Row:
    """Return one copy of each card in the zone of a play step."""
    number: i64 = 0
    for word in t.play_words[play][row[AGE]]:
        number += ones(row[seat + t.play_zone[play] + word])
    codes: Row = zeros(number)
    number = 0
    zone: i64 = seat + t.play_zone[play]
    first: i64 = row[PLAYERS] * t.words
    for word in t.play_words[play][row[AGE]]:
        rest: i64 = row[zone + word]
        if not rest:
            continue
        of_word: i64 = first + word
        i: i64 = t.further_from[of_word]
        of_word += 1
        end: i64 = t.further_from[of_word]
        while i < end:
            distance: i64 = t.further[i]
            i += 1
            rest &= ~(rest << distance & t.further[i])
            i += 1
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            codes[number] = (word << WORD) + place
            number += 1
    return codes[:number]


def builds(t: Core, row: Row, out: Row, codes: Row, seat: i64, play: i64, coins: i64, means: Means | None) -> i64:
    """List the ways to build each of some cards; return how many there are."""
    build: i64 = t.play_build[play]
    has_rights = row[seat + t.rights] & t.play_rights[play] != 0
    number: i64 = 0
    for i in range(len(codes)):
        card: i64 = codes[i]
        place: i64 = card & PLACE_MASK
        bit: i64 = t.bits[place]
        cell: i64 = seat + (card >> WORD)
        if row[cell + t.blocked] & bit:
            continue
        option: i64 = build | card << CARD
        cost: i64 = t.cost[card]
        price: i64 = -1
        if means is not None:
            price = adjusted(t, row, seat, cost, t.colour[card], False, build >> ACTION)
        if means is None or (means.is_plain and price == as_printed(t, cost)):
            number = ways(t, row, out, number, seat, cost, option, coins)
        else:
            number = payable(t, row, out, number, seat, cost, price, means, option, coins)
        if has_rights and permitted(t, row, seat, card >> WORD) & bit:
            out[number] = option | PERMITTED
            number += 1
        if row[cell + t.chained] & bit:
            out[number] = option | CHAINED
            number += 1
        elif len(t.chain_lane) and t.play_builds[play] and chained_next_door(t, row, seat, card >> WORD) & bit:
            out[number] = option | NEAR_CHAINED
            number += 1
    return number


def ways(t: Core, row: Row, out: Row, first: i64, seat: i64, cost: i64, option: i64, most: i64) -> i64:
    """List the ways to pay a printed cost; return how many options there are then."""
    coins: i64 = t.cost_coins[cost]
    if coins > most:
        return first
    if t.cost_units[cost]:
        if not covers(t, row, seat + t.with_both, cost):
            return first
        if not covers(t, row, seat + t.own, cost):
            return bought(t, row, out, first, seat, cost, option, (most + 1) << TOTAL)
    out[first] = option | coins << TOTAL | coins
    return first + 1
