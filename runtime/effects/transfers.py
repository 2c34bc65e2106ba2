"""Transfers: coins and tokens that go from one seat to another at once, as much as there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.events import FROM_SEAT, GAIN_COINS, GAIN_TOKEN, LOSE_COINS, LOSE_TOKEN, raise_event
from stele.runtime.state.cells import (
    ABSENT,
    BESIDE,
    COINS,
    NEXT,
    NUMBER,
    PLAYERS,
    PURSE,
    SECOND,
    UNSUPPLIED,
    zeros,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def take_coins(t: Core, row: Row, seat: i64, others: Row, coins: i64) -> i64:
    """Let a seat take coins from each of some others; return how many."""
    done: i64 = 0
    for other in others:
        done += move_coins(t, row, other, seat, coins)
    return done


def give_coins(t: Core, row: Row, seat: i64, others: Row, coins: i64) -> i64:
    """Let a seat give coins to each of some others, from the left on, as far as it goes; return how
    many.
    """
    done: i64 = 0
    for other in from_the_left(t, row, seat, others):
        done += move_coins(t, row, seat, other, coins)
    return done


def take_tokens(t: Core, row: Row, seat: i64, others: Row, token: i64, number: i64) -> i64:
    """Let a seat take tokens of a kind from each of some others; return how many."""
    done: i64 = 0
    for other in others:
        done += move_tokens(t, row, other, seat, token, number)
    return done


def give_tokens(t: Core, row: Row, seat: i64, others: Row, token: i64, number: i64) -> i64:
    """Let a seat give tokens of a kind to each of some others, from the left on, as far as it goes;
    return how many.
    """
    done: i64 = 0
    for other in from_the_left(t, row, seat, others):
        done += move_tokens(t, row, seat, other, token, number)
    return done


def move_coins(t: Core, row: Row, giver: i64, taker: i64, wanted: i64) -> i64:
    """Move coins from one seat to another, as many as there are; return how many. The one has lost
    them, the other has gained them, and not from the bank.
    """
    coins: i64 = max(0, min(wanted, row[giver + COINS]))
    if giver == taker or not coins or is_common(row, giver, taker):
        return 0
    row[giver + COINS] -= coins
    row[giver + PURSE] = min(row[giver + PURSE], row[giver + COINS])
    row[taker + COINS] += coins
    if t.has_events:
        raise_event(t, row, giver, LOSE_COINS, 0, 0, coins)
        raise_event(t, row, taker, GAIN_COINS, 0, FROM_SEAT, coins)
    return coins


def move_tokens(t: Core, row: Row, giver: i64, taker: i64, token: i64, wanted: i64) -> i64:
    """Move tokens of a kind from one seat to another, as many as there are; return how many."""
    cell: i64 = t.token_cells[token]
    number: i64 = max(0, min(wanted, row[giver + cell]))
    if giver == taker or not number or is_common(row, giver, taker):
        return 0
    row[giver + cell] -= number
    row[taker + cell] += number
    if t.supplied & t.bits[token]:
        row[UNSUPPLIED] = 1
    if t.has_events:
        raise_event(t, row, giver, LOSE_TOKEN, token, 0, number)
        raise_event(t, row, taker, GAIN_TOKEN, token, 0, number)
    return number


def is_common(row: Row, giver: i64, taker: i64) -> bool:
    """Tell whether what happens belongs to both seats: it moves nothing between these two."""
    beside: i64 = row[BESIDE] & (SECOND - 1)
    return beside != 0 and (beside == row[giver + NUMBER] + 1 or beside == row[taker + NUMBER] + 1)


def from_the_left(t: Core, row: Row, seat: i64, others: Row) -> Row:
    """Return seats in the order in which they sit, from the left of a seat on."""
    if len(others) < 2:
        return others
    found: Row = zeros(len(others))
    number: i64 = 0
    after: i64 = row[seat + NEXT]
    for _ in range(row[PLAYERS] - 1):
        for other in others:
            if other == after and not row[other + ABSENT]:
                found[number] = other
                number += 1
        after = row[after + NEXT]
    return found[:number]
