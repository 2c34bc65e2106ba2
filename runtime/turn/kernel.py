"""The legal moves of a seat, by arithmetic on each card: where this is compiled, and wherever what
`listing` remembers does not do.

The ways to build each card come first, the highest of each word first: covered or bought, free by a
right, chained; then the stage with each card, then what costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import is_built, is_free_to_order
from stele.runtime.payment.instead import payable
from stele.runtime.payment.partners import fair, may_give
from stele.runtime.payment.payment import bought, covers, permitted
from stele.runtime.payment.purchases import Means
from stele.runtime.payment.terms import (
    adjusted,
    as_printed,
    chained_next_door,
    is_concerned,
    means_of,
)
from stele.runtime.state.cells import (
    ACTION,
    AGE,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    MANNER,
    OBLIGED,
    PLACE_MASK,
    PLAYERS,
    SIDE,
    STAGE,
    STAGES,
    TOTAL,
    WORD,
    highest,
    ones,
    zeros,
)
from stele.runtime.state.room import FEW_OPTIONS, more_room, room_for
from stele.runtime.table.places import elsewhere
from stele.runtime.turn.bans import allowed, further_uses, is_restricted, without_banned
from stele.runtime.turn.riders import ride

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


CHAINED: Final = BY_CHAIN << MANNER
PERMITTED: Final = BY_PERMIT << MANNER
NEAR_CHAINED: Final = BY_NEAR_CHAIN << MANNER


def options_of(t: Core, row: Row, seat: int, play: int, coins: int) -> list[int]:
    """Return everything a seat may do with the cards of a zone, spending at most so many coins."""
    out = room_for(FEW_OPTIONS)
    while True:
        try:
            number = legal(t, row, out, seat, play, coins)
            return [out[i] for i in range(number)]
        except IndexError:
            out = more_room(out)


def legal(t: Core, row: Row, out: Row, seat: i64, play: i64, coins: i64) -> i64:
    """List the options by asking of each card what it costs; return how many there are."""
    codes: Row = in_zone(t, row, seat, play)
    number: i64 = 0
    has_bans = t.has_bans and is_restricted(t, row, seat)
    if row[OBLIGED] and row[seat + t.duty] & t.due_now[play]:
        number = duties(t, row, out, codes, seat, play)
        if has_bans:  # what must be done and may not be done lapses
            number = without_banned(t, row, out, number, seat)
        if number:
            return number
    number = possible(t, row, out, codes, seat, play, coins)
    if has_bans:
        number = further_uses(t, row, out, number, codes, seat)
        return allowed(t, row, out, number, seat, play)
    return number


def possible(t: Core, row: Row, out: Row, codes: Row, seat: i64, play: i64, coins: i64) -> i64:
    """List what a seat could do with some cards; return how many options there are."""
    means: Means | None = None
    if t.has_terms and is_concerned(t, row, seat):
        means = means_of(t, row, seat)
    number: i64 = 0
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
            price = adjusted(t, row, seat, cost, t.price_kind[card], False, build >> ACTION)
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
    if t.cost_last[cost] != cost:
        return payable(t, row, out, first, seat, cost, as_printed(t, cost), Means(t), option, most)
    if t.cost_units[cost]:
        if not covers(t, row, seat + t.with_both, cost):
            return first
        if not covers(t, row, seat + t.own, cost):
            return bought(t, row, out, first, seat, cost, option, (most + 1) << TOTAL)
    out[first] = option | coins << TOTAL | coins
    return first + 1
