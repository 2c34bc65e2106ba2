"""Events: what happens is raised here, and what is in play reacts.

What reacts to a play was in play before it: a seat's counts are noted before anything enters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import (
    COINS,
    LANE_MASK,
    LANE_SHIFT,
    PLACE_MASK,
    PLAYERS,
    REACTING,
    REACTIONS,
    UNSUPPLIED,
    WORD,
    Runaway,
    count,
    use,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

BUILD: Final = 0
STAGE: Final = 1
CHAIN: Final = 2
USE: Final = 3
BUY: Final = 4
GAIN_COINS: Final = 5
GAIN_TOKEN: Final = 6
KINDS: Final = 7

MOST_REACTIONS: Final = 16384  # what happens more often in one step hardly ever ends


def note(t: Core, row: Row, seat: i64) -> None:
    """Note what a seat has in play before something enters."""
    for word in t.trigger_words:
        row[seat + t.before + word] = row[seat + t.tally + word]


def happened(t: Core, row: Row, seat: i64, kind: i64, card: i64, detail: i64) -> None:
    """Let what a seat had in play before react to what it played: a card, and for what."""
    for i in range(t.trigger_from[kind], t.trigger_from[kind + 1]):
        lane: i64 = t.trigger_lane[i]
        held: i64 = row[seat + t.before + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK
        if not held or not t.trigger_cards[i * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            continue
        if t.trigger_detail[i] < 0 or t.trigger_detail[i] == detail:
            react(t, row, seat, i, lane, held)


def bought(t: Core, row: Row, seat: i64, sold: i64) -> None:
    """Let what a seat had in play before react to purchases, from the left (1) and the right
    (2).
    """
    for i in range(t.trigger_from[BUY], t.trigger_from[BUY + 1]):
        lane: i64 = t.trigger_lane[i]
        held: i64 = row[seat + t.before + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK
        if not held:
            continue
        if t.trigger_sides[i]:
            if sold & 1:
                react(t, row, seat, i, lane, held)
            if sold & 2:
                react(t, row, seat, i, t.trigger_other[i], held)
        elif sold:
            react(t, row, seat, i, lane, held)


def react(t: Core, row: Row, seat: i64, trigger: i64, lane: i64, held: i64) -> None:
    """Let a reaction happen for each of it that is in play and not used up; `lane` counts its
    uses.
    """
    times: i64 = held
    if t.trigger_limited[trigger]:
        times = held - (row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK)
        if times > 0:
            use(t, row, seat, lane, times)
    for _ in range(times):
        row[REACTIONS] += 1
        if row[REACTIONS] > MOST_REACTIONS:
            when = f"when triggers have fired {MOST_REACTIONS} times at once"
            raise Runaway(f"the game stops {when}; the last one was `{t.trigger_text[trigger]}`")
        t.happen(row, seat, t.trigger_act[trigger])


def gain(t: Core, row: Row, seat: i64, coins: i64) -> None:
    """Give a seat coins from the bank."""
    row[seat + COINS] += coins
    if t.has_coin_events and coins > 0 and row[seat + t.concerns] & REACTING:
        for i in range(t.trigger_from[GAIN_COINS], t.trigger_from[GAIN_COINS + 1]):
            held: i64 = count(t, row, seat, t.trigger_lane[i])
            if held:
                react(t, row, seat, i, t.trigger_lane[i], held)


def gain_tokens(t: Core, row: Row, seat: i64, token: i64, wanted: i64) -> None:
    """Give a seat tokens, as many as there are; each is an event."""
    number: i64 = wanted
    if t.token_supply[token] >= 0:
        number = min(wanted, t.token_supply[token] - given_out(t, row, token))
    row[seat + t.token_cells[token]] += number
    if t.supplied & t.bits[token]:
        row[UNSUPPLIED] = 1
    for _ in range(number):
        before: i64 = row[REACTIONS]
        for i in range(t.trigger_from[GAIN_TOKEN], t.trigger_from[GAIN_TOKEN + 1]):
            held: i64 = count(t, row, seat, t.trigger_lane[i])
            if held and t.trigger_tokens[i] & t.bits[token]:
                react(t, row, seat, i, t.trigger_lane[i], held)
        if row[REACTIONS] == before:
            return  # all are used up, and further tokens set off nothing either


def given_out(t: Core, row: Row, token: i64) -> i64:
    """Return how many tokens of a kind seats have."""
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        number += row[seat + t.token_cells[token]]
    return number
