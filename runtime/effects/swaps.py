"""Coins on cards, obligations, exchanges, and seats that move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import link
from stele.runtime.effects.events import given_out
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    COINS,
    CONCERNED,
    IS_SPECIAL,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    WORD,
    highest,
)
from stele.runtime.table.seats import as_seated

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# --- coins on cards -------------------------------------------------------------------------------


def marker_options(t: Core, row: Row, out: Row, seat: i64, coins: i64, cards: i64) -> i64:
    """List the cards of a city on which a seat may put coins: those without any. Return how many
    there are.
    """
    number: i64 = 0
    if min(row[seat + PURSE], row[seat + COINS]) < coins:
        return 0
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & ~row[seat + t.marked + word] & t.card_sets[cards * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            out[number] = (word << WORD) + place << CARD
            number += 1
    return number


def put_coins(t: Core, row: Row, seat: i64, option: i64, coins: i64) -> None:
    """Put coins on a card; they stay there."""
    card: i64 = option >> CARD & CARD_MASK
    row[seat + COINS] -= coins
    row[seat + PURSE] -= coins
    row[seat + t.marked + (card >> WORD)] |= t.bits[card & PLACE_MASK]


# --- exchanges ------------------------------------------------------------------------------------


def has_left(t: Core, row: Row, token: i64, number: i64) -> bool:
    """Tell whether there are so many tokens to gain."""
    return t.token_supply[token] < 0 or given_out(t, row, token) + number <= t.token_supply[token]


# --- partners and obligations ---------------------------------------------------------------------


def oblige(t: Core, row: Row, victims: Row, duty: i64) -> None:
    """Ask seats for an action the next time they choose."""
    for victim in victims:
        row[victim + t.duty] |= t.bits[2 * duty]
        row[OBLIGED] |= t.bits[row[victim + NUMBER]]
        row[CONCERNED] |= IS_SPECIAL


def begin_duties(t: Core, row: Row, play: i64) -> None:
    """What was asked for the next time is asked for now of who has a card to play."""
    if row[OBLIGED]:
        for seat in t.seats[row[PLAYERS]]:
            held: i64 = 0
            for word in range(t.words):
                held |= row[seat + t.play_zone[play] + word]
            if held:
                row[seat + t.duty] += row[seat + t.duty] & t.due_now[play] >> 1


def fulfil(t: Core, row: Row, play: i64) -> None:
    """Ask no more for what was asked for this time."""
    if row[OBLIGED]:
        for seat in t.seats[row[PLAYERS]]:
            row[seat + t.duty] &= ~t.due_now[play]
            if not row[seat + t.duty]:
                row[OBLIGED] &= ~t.bits[row[seat + NUMBER]]


def sit_there(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Let a seat sit down elsewhere, with all that it has."""
    before: i64 = t.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
    for other in as_seated(t, row):
        if row[other + NEXT] == seat:
            row[other + NEXT] = row[seat + NEXT]
            break
    row[seat + NEXT] = row[before + NEXT]
    row[before + NEXT] = seat
    row[MOVED] = 1
    seats = t.seats[row[PLAYERS]]
    order: Row = as_seated(t, row)
    row[MOVED] = 0
    for i in range(row[PLAYERS]):
        if order[i] != seats[i]:
            row[MOVED] = 1
    link(t, row)
