"""Conflicts: who is compared with whom, and what the stronger and the weaker take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.events import LOSS, WIN, end_batch, gain_tokens, raise_event
from stele.runtime.effects.strength import strength
from stele.runtime.state.cells import ABSENT, NUMBER, PARTNER, USED, count, zeros
from stele.runtime.table.places import held_between
from stele.runtime.table.seats import as_seated
from stele.runtime.turn.steps import new_turn

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def fight(t: Core, row: Row, shields: i64, win: i64, lose: i64, tokens: i64, leaves: bool) -> None:
    """Compare every two neighbours: the stronger gains tokens, the weaker others. Who must sit out
    spends a token for it: the ring closes around it, or its pairs fight for a single token.
    """
    if row[USED]:
        new_turn(t, row)
    seats = as_seated(t, row)
    ring: Row = zeros(len(seats) + 1)
    number: i64 = 0
    absent: i64 = 0
    for seat in seats:
        if row[seat + ABSENT]:
            continue
        is_in = True
        for cell in t.absences:
            if row[seat + cell] and is_in:
                row[seat + cell] -= 1
                absent |= t.bits[row[seat + NUMBER]]
                is_in = False
        if is_in or not leaves:
            ring[number] = seat
            number += 1
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
        if not ahead[i] or row[victor + PARTNER] == loser:
            continue
        if ahead[i] < 0:
            victor = loser
            loser = ring[i]
        times: i64 = tokens
        if absent and absent & (t.bits[row[victor + NUMBER]] | t.bits[row[loser + NUMBER]]):
            times = 1
        raise_outcome(t, row, victor, loser)
        for _ in range(times):
            conquer(t, row, victor, loser, win, lose)
    end_batch(t, row)


def raise_outcome(t: Core, row: Row, victor: i64, loser: i64) -> None:
    """Raise that one seat has won a conflict, and another lost it."""
    if t.has_events:
        raise_event(t, row, victor, WIN, 0, row[loser + NUMBER], 1)
        raise_event(t, row, loser, LOSS, 0, row[victor + NUMBER], 1)


def conquer(t: Core, row: Row, victor: i64, loser: i64, win: i64, lose: i64) -> None:
    """Give the stronger and the weaker their tokens, unless something gives the weaker one's to the
    victor.
    """
    gain_tokens(t, row, victor, win, 1)
    for i in range(len(t.instead_lane)):
        held: i64 = count(t, row, loser, t.instead_lane[i])
        if held and t.place_count:  # what a place hosts that the two share does nothing between them
            held -= held_between(t, row, loser, victor, t.instead_lane[i])
        if t.instead_tokens[i] & t.bits[lose] and held:
            gain_tokens(t, row, victor, lose, 1)
            return
    gain_tokens(t, row, loser, lose, 1)
