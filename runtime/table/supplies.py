"""Supplies: tokens that lie on cards of the table. Who takes the last one brings about what the
card gives; a card with tokens left may ask those who took none for something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import follow, hold
from stele.runtime.effects.events import end_batch
from stele.runtime.effects.replacing import gain_tokens
from stele.runtime.state.cells import (
    AGE,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    NUMBER,
    OWING,
    PLACE_MASK,
    PLAYERS,
    UNSUPPLIED,
    WORD,
    WORD_CARDS,
    highest,
    zeros,
)
from stele.runtime.state.laid import note_laid
from stele.runtime.table.piles import list_kinds
from stele.runtime.table.withdrawing import leave

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def card_on(t: Core, row: Row, supply: i64, age: i64) -> i64:
    """Return the card of an age on which a supply lies, or -1 if there is none."""
    zone: i64 = t.supply_zone[supply]
    for word in range(t.words):
        cards: i64 = row[zone + word]
        if cards:
            cards &= t.of_age[age * t.words + word]
        if cards:
            return (word << WORD) + highest(cards & -cards)
    return -1


def take_token(t: Core, row: Row, seat: i64, supply: i64) -> None:
    """Take a token from the card of this age; if several take more than there are, the rest comes
    from elsewhere.
    """
    cell: i64 = t.supply_cell[supply] + row[AGE] - 1
    row[cell] = max(0, row[cell] - 1)
    gain_tokens(t, row, seat, t.supply_token[supply * t.ages + row[AGE] - 1], 1)


def settle_supplies(t: Core, row: Row) -> None:
    """Let every seat have what cards without tokens give, once for each token of theirs that it
    holds; who has taken it, when and from where does not matter.
    """
    if not row[UNSUPPLIED]:
        return
    row[UNSUPPLIED] = 0
    for supply in range(len(t.supply_cell)):
        for age in range(t.ages):
            if not row[t.supply_cell[supply] + age]:
                give_for_tokens(t, row, supply, age + 1)
    end_batch(t, row)


def give_for_tokens(t: Core, row: Row, supply: i64, age: i64) -> None:
    """Let holders of tokens have what one card gives: first all that stands, then what happens
    once.
    """
    card: i64 = card_on(t, row, supply, age)
    if card < 0:
        return
    code: i64 = t.supply_code[supply * t.kinds + t.kind[card]]
    if code < 0:
        return
    cell: i64 = t.token_cells[t.supply_token[supply * t.ages + age - 1]]
    seats = t.seats[row[PLAYERS]]
    given: Row = zeros(len(seats))
    for index in range(len(seats)):
        missing: i64 = row[seats[index] + cell]
        if missing:
            for slot in range(t.copy_slots):
                held: i64 = row[seats[index] + t.copies + slot]
                if not held:
                    break
                if (held - 1) & CARD_MASK == code:
                    missing -= 1
            for _ in range(missing):
                hold(t, row, seats[index], code, t.supply_line[supply])
            given[index] = missing
    for index in range(len(seats)):
        for _ in range(given[index]):
            follow(t, row, seats[index], t.code_entry[code])


# --- what is asked for ----------------------------------------------------------------------------


def demands(t: Core, row: Row, request: i64) -> i64:
    """Return the place of what the card of this age asks for among all demands, or -1."""
    card: i64 = card_on(t, row, t.request_supply[request], row[AGE])
    if card < 0:
        return -1
    place: i64 = request * t.kinds + t.kind[card]
    return place if t.demand_from[place] < t.demand_from[place + 1] else -1


def demand_options(t: Core, row: Row, out: Row, seat: i64, request: i64) -> i64:
    """List all ways to give all that is asked for: none if a seat cannot, one if there is nothing
    to choose. Return how many there are.
    """
    return ways_to_give(t, row, out, seat, demands(t, row, request))


def ways_to_give(t: Core, row: Row, out: Row, seat: i64, place: i64) -> i64:
    """List all ways to give what is asked for at a place among all demands; return how many there
    are.
    """
    first: i64 = t.demand_from[place]
    end: i64 = t.demand_from[place + 1]
    coins: i64 = 0
    for i in range(first, end):
        coins += t.demand_coins[i]
    if coins > row[seat + COINS]:
        return 0
    for i in range(first, end):
        if t.demand_cards[i] >= 0:
            return cards_of(t, row, out, seat, t.demand_cards[i])
        if t.demand_tokens[i]:
            return bundles_of(t, row, out, seat, t.demand_tokens[i], t.demand_number[i])
    out[0] = 0
    return 1


def cards_of(t: Core, row: Row, out: Row, seat: i64, cards: i64) -> i64:
    """List cards of a set in a city, one of each kind; return how many there are."""
    return list_kinds(t, row, out, seat + t.main, cards, -1)


def bundles_of(t: Core, row: Row, out: Row, seat: i64, tokens: i64, wanted: i64) -> i64:
    """List ways to give so many tokens of some kinds; return how many there are."""
    number: i64 = 0
    for index in range(len(t.bundles)):
        bundle = t.bundles[index]  # how many of each token
        size: i64 = 0
        fits = True
        for token in range(len(bundle)):
            size += bundle[token]
            if bundle[token] and (not tokens & t.bits[token] or bundle[token] > row[seat + t.token_cells[token]]):
                fits = False
        if fits and size == wanted:
            out[number] = (t.first_bundle + index) << CARD
            number += 1
    return number


def settle_demands(t: Core, row: Row, request: i64) -> bool:
    """Let all seats without a token of a supply that is not empty give what its card asks for, all
    at the same time; who cannot gives nothing and takes a token. Tell whether seats have to decide
    first.
    """
    supply: i64 = t.request_supply[request]
    if not row[t.supply_cell[supply] + row[AGE] - 1]:
        return False
    place: i64 = demands(t, row, request)
    if place < 0:
        return False
    token: i64 = t.token_cells[t.supply_token[supply * t.ages + row[AGE] - 1]]
    seats = t.seats[row[PLAYERS]]
    out: Row = zeros(t.words * WORD_CARDS + len(t.bundles))
    choosing: i64 = 0
    is_answered = False
    only: Row = zeros(len(seats))  # the one option, and one more
    for index in range(len(seats)):
        seat: i64 = seats[index]
        if row[seat + token]:
            continue
        number: i64 = ways_to_give(t, row, out, seat, place)
        if number > 1:
            choosing |= t.bits[row[seat + NUMBER]]
            is_answered = is_answered or row[seat + CHOICE] > 0
        if number:
            only[index] = out[0] + 1
    if choosing and not is_answered:
        row[OWING] = choosing
        return True
    asked: i64 = 0
    for index in range(len(seats)):
        if not row[seats[index] + token]:
            asked |= t.bits[index]
    for index in range(len(seats)):
        if asked & t.bits[index]:
            give_up(t, row, seats[index], request, place, only[index])
    end_batch(t, row)
    return False


def give_up(t: Core, row: Row, seat: i64, request: i64, place: i64, only: i64) -> None:
    """Take from a seat what it is asked for, as it has chosen or as there is but one way; without
    any it takes a token.
    """
    chosen: i64 = row[seat + CHOICE]
    row[seat + CHOICE] = 0
    if not chosen:
        chosen = only
    if not chosen:
        unpaid: i64 = t.request_unpaid[request * t.ages + row[AGE] - 1]
        if unpaid >= 0:
            gain_tokens(t, row, seat, unpaid, 1)
        return
    code: i64 = (chosen - 1) >> CARD & CARD_MASK
    for i in range(t.demand_from[place], t.demand_from[place + 1]):
        row[seat + COINS] -= t.demand_coins[i]
        if t.demand_cards[i] >= 0:
            row[t.request_to[request] + (code >> WORD)] |= t.bits[code & PLACE_MASK]
            if t.laid:
                note_laid(t, row, code)
            leave(t, row, seat, code)
        elif t.demand_tokens[i]:
            bundle = t.bundles[code - t.first_bundle]
            for token in range(len(bundle)):
                row[seat + t.token_cells[token]] -= bundle[token]
