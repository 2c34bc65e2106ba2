"""Conflicts: who is compared with whom, and what the stronger and the weaker take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.events import INSTEAD_LOSS, INSTEAD_WIN, LOSS, TIE, WIN, end_batch, give_tokens, raise_event
from stele.runtime.effects.replacing import gain_in_conflict, other_side, replaced
from stele.runtime.effects.strength import strength
from stele.runtime.state.cells import (
    ABSENT,
    CONTEXT,
    CONTEXT_BEATEN,
    CONTEXT_OTHER,
    FIGHT,
    NUMBER,
    PARTNER,
    SITTING_OUT,
    USED,
    zeros,
)
from stele.runtime.table.seats import as_seated, context_seat
from stele.runtime.turn.steps import new_turn

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# Of the cell of a conflict: two kinds of tokens, how many, and a mask of who sits out.
FIGHT_TOKEN: Final = 65535
FIGHT_LOSE: Final = 16
FIGHT_TOKENS: Final = 32
FIGHT_ABSENT: Final = 40


def fight(t: Core, row: Row, shields: i64, win: i64, lose: i64, tokens: i64, leaves: bool) -> None:
    """Compare every two neighbours: the stronger gains tokens, the weaker others. Who must sit out
    spends a token for it: the ring closes around it, or its pairs fight for a single token.
    """
    if row[USED]:
        new_turn(t, row)
    seats = as_seated(t, row)
    ring: Row = zeros(len(seats) + 1)
    number: i64 = 0
    absent: i64 = row[SITTING_OUT]
    row[SITTING_OUT] = 0
    for seat in seats:
        if row[seat + ABSENT]:
            continue
        if not absent & t.bits[row[seat + NUMBER]] or not leaves:
            ring[number] = seat
            number += 1
    row[FIGHT] = win | lose << FIGHT_LOSE | tokens << FIGHT_TOKENS | absent << FIGHT_ABSENT
    ring[number] = ring[0]
    if number < 3:
        number -= 1
    ahead: Row = zeros(len(seats))  # by how much the first of each pair is stronger
    for i in range(number):
        first: i64 = strength(t, row, ring[i], shields, 1, ring[i + 1])
        ahead[i] = first - strength(t, row, ring[i + 1], shields, 2, ring[i])
    for i in range(number):
        victor: i64 = ring[i]
        loser: i64 = ring[i + 1]
        if row[victor + PARTNER] == loser:
            continue
        if not ahead[i]:
            if t.has_events:
                raise_event(t, row, victor, TIE, 0, row[loser + NUMBER], 1)
                raise_event(t, row, loser, TIE, 0, row[victor + NUMBER], 1)
            continue
        if ahead[i] < 0:
            victor = loser
            loser = ring[i]
        times: i64 = tokens
        if absent and absent & (t.bits[row[victor + NUMBER]] | t.bits[row[loser + NUMBER]]):
            times = 1
        settle_pair(t, row, victor, loser, win, lose, times)
    end_batch(t, row)
    row[FIGHT] = 0


def win_conflict(t: Core, row: Row, seat: i64, is_won: bool) -> i64:
    """Let a seat win the conflict at hand, which nobody has won, or lose it; return whether there
    is one.
    """
    fought: i64 = row[FIGHT]
    one: i64 = context_seat(t, row)
    other: i64 = other_side(t, row)
    if not fought or not row[CONTEXT] >> CONTEXT_OTHER & 15 or seat not in (one, other):
        return 0
    if seat == other:
        other = one
    times: i64 = fought >> FIGHT_TOKENS & 255
    if fought >> FIGHT_ABSENT & (t.bits[row[seat + NUMBER]] | t.bits[row[other + NUMBER]]):
        times = 1
    win: i64 = fought & FIGHT_TOKEN
    lose: i64 = fought >> FIGHT_LOSE & FIGHT_TOKEN
    if is_won:
        settle_pair(t, row, seat, other, win, lose, times)
    else:
        settle_pair(t, row, other, seat, win, lose, times)
    return 1


def settle_pair(t: Core, row: Row, victor: i64, loser: i64, win: i64, lose: i64, times: i64) -> None:
    """Give the stronger and the weaker of two seats their tokens; of either something else may
    happen instead.
    """
    if not t.has_events:
        give_tokens(t, row, victor, win, times)
        give_tokens(t, row, loser, lose, times)
        return
    is_won = not is_replaced(t, row, victor, INSTEAD_WIN, win, times, loser, 0)
    is_beaten = not is_replaced(t, row, loser, INSTEAD_LOSS, lose, times, victor, CONTEXT_BEATEN)
    if is_won:
        raise_event(t, row, victor, WIN, 0, row[loser + NUMBER], 1)
    if is_beaten:
        raise_event(t, row, loser, LOSS, 0, row[victor + NUMBER], 1)
    for _ in range(times):
        if is_won:
            gain_in_conflict(t, row, victor, win, loser, 0)
        if is_beaten:
            gain_in_conflict(t, row, loser, lose, victor, CONTEXT_BEATEN)


def is_replaced(t: Core, row: Row, seat: i64, kind: i64, token: i64, times: i64, other: i64, beaten: i64) -> bool:
    """Tell whether something else happens instead of a seat winning or losing, and so gaining so
    many tokens.
    """
    if not t.instead_kinds & t.bits[kind]:
        return False
    return replaced(t, row, seat, kind, token, 0, times, other, beaten)
