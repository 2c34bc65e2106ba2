"""Replacements: what happens instead of something else. What stands in play is looked through
before the event; the first that can do its part does it, and the event does not come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.events import (
    EVENT_DETAIL,
    EVENT_PIECES,
    EVENT_SEAT,
    EVENT_WHAT,
    INSTEAD_COINS,
    INSTEAD_TOKEN,
    LOSS,
    OF_GAINED_COINS,
    WIN,
    concerns,
    give_coins,
    give_tokens,
    has_uses,
    lose_some,
    raise_event,
    relation,
    spend_use,
)
from stele.runtime.effects.reactors import listed
from stele.runtime.state.cells import (
    ABSENT,
    COINS,
    CONTEXT,
    CONTEXT_BEATEN,
    CONTEXT_MANY,
    CONTEXT_MANY_MASK,
    CONTEXT_OTHER,
    CONTEXT_REPLACED,
    CONTEXT_WHAT,
    NEXT,
    NUMBER,
    PLAYERS,
    PURSE,
    count,
)
from stele.runtime.table.places import held_between
from stele.runtime.table.seats import context_seat

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

IN_CONFLICT: Final = 1  # the detail of tokens that a conflict gives
NOBODY: Final = -1  # there is no other seat


def replaced(
    t: Core, row: Row, seat: i64, kind: i64, what: i64, detail: i64, many: i64, other: i64, beaten: i64
) -> bool:
    """Tell whether something happens instead of an event that would come for a seat, and let it
    happen. `other` is the seat on the other side of it, and `beaten` tells whether the first one
    has lost against it. What happens instead is not replaced again.
    """
    if row[CONTEXT] & CONTEXT_REPLACED or not (t.is_watched[kind] or row[seat + t.reacts_to] & t.bits[kind]):
        return False
    event: i64 = min(many, CONTEXT_MANY_MASK) << EVENT_PIECES | what << EVENT_WHAT
    event |= (detail + 1) << EVENT_DETAIL | row[seat + NUMBER] << EVENT_SEAT | kind
    context: i64 = CONTEXT_REPLACED + row[seat + NUMBER] + 1 + beaten
    context += (min(many, CONTEXT_MANY_MASK) << CONTEXT_MANY) + (what << CONTEXT_WHAT)
    if other >= 0:
        context += (row[other + NUMBER] + 1) << CONTEXT_OTHER
    watcher: i64 = seat
    for _ in range(row[PLAYERS]):
        may: bool = watcher == seat or (not row[watcher + ABSENT] and not row[seat + ABSENT])
        may = may and row[watcher + t.reacts_to] & t.bits[kind] > 0
        if may and replaces(t, row, watcher, seat, other, event, context):
            return True
        if not t.is_watched[kind]:
            return False
        watcher = row[watcher + NEXT]
    return False


def replaces(t: Core, row: Row, watcher: i64, seat: i64, other: i64, event: i64, context: i64) -> bool:
    """Let the first thing of a seat that can replace an event do so; tell whether any has."""
    kind: i64 = event & 31
    before: i64 = row[CONTEXT]
    place: i64 = 0
    while True:
        trigger: i64 = listed(t, row, watcher, place)
        if trigger < 0:
            return False
        place += 1
        if trigger < t.trigger_from[kind] or trigger >= t.trigger_from[kind + 1]:
            continue
        if not t.trigger_who[trigger] & relation(row, watcher, seat) or not concerns(t, row, trigger, kind, event):
            continue
        lane: i64 = t.trigger_lane[trigger]
        held: i64 = count(t, row, watcher, lane)
        if t.place_count and other >= 0:  # what a place hosts that the two share does nothing between them
            held -= held_between(t, row, watcher, other, lane)
        if held <= 0 or not has_uses(t, row, watcher, trigger, lane):
            continue
        row[CONTEXT] = context
        done: i64 = t.happen(row, row, watcher, t.trigger_act[trigger])
        row[CONTEXT] = before
        if done:
            spend_use(t, row, watcher, trigger, lane)
            return True


# --- what may be replaced -------------------------------------------------------------------------


def gain(t: Core, row: Row, seat: i64, coins: i64) -> i64:
    """Give a seat coins from the bank, unless something else happens; return how many."""
    if not t.notes_coins or not (t.watches_coins or row[seat + t.reacts_to] & OF_GAINED_COINS):
        row[seat + COINS] += coins
        return coins
    may: bool = t.instead_kinds & t.bits[INSTEAD_COINS] > 0 and coins > 0
    if may and replaced(t, row, seat, INSTEAD_COINS, 0, 0, coins, NOBODY, 0):
        return 0
    return give_coins(t, row, seat, coins)


def gain_tokens(t: Core, row: Row, seat: i64, token: i64, wanted: i64) -> i64:
    """Give a seat tokens, each unless something else happens, as many as there are; return how
    many.
    """
    if not t.instead_tokens & t.bits[token]:
        return give_tokens(t, row, seat, token, wanted)
    number: i64 = wanted
    detail: i64 = 0
    other: i64 = NOBODY
    beaten: i64 = 0
    if row[CONTEXT] >> CONTEXT_OTHER & 15 and not row[CONTEXT] & CONTEXT_REPLACED:
        # A reaction to a conflict is in conflict too.
        detail = IN_CONFLICT
        if seat == loser(t, row):
            other = victor(t, row)
            beaten = CONTEXT_BEATEN
        elif seat == victor(t, row):
            other = loser(t, row)
    for _ in range(wanted):
        if replaced(t, row, seat, INSTEAD_TOKEN, token, detail, 1, other, beaten):
            number -= 1
    return give_tokens(t, row, seat, token, number)


def gain_in_conflict(t: Core, row: Row, seat: i64, token: i64, other: i64, beaten: i64) -> None:
    """Give a seat the token of a conflict, unless something else happens."""
    may: bool = t.instead_tokens & t.bits[token] > 0
    if may and replaced(t, row, seat, INSTEAD_TOKEN, token, IN_CONFLICT, 1, other, beaten):
        return
    give_tokens(t, row, seat, token, 1)


# --- what happens instead -------------------------------------------------------------------------


def pay_now(row: Row, seat: i64, coins: i64) -> i64:
    """Pay coins at once, all of them or none; return how many."""
    if coins <= 0 or row[seat + PURSE] < coins:
        return 0
    row[seat + COINS] -= coins
    row[seat + PURSE] -= coins
    return coins


def other_side(t: Core, row: Row) -> i64:
    """Return the seat on the other side of an event."""
    return t.table_cells + ((row[CONTEXT] >> CONTEXT_OTHER & 15) - 1) * t.seat_cells


def victor(t: Core, row: Row) -> i64:
    """Return who has won the conflict that an event is about."""
    return other_side(t, row) if row[CONTEXT] & CONTEXT_BEATEN else context_seat(t, row)


def loser(t: Core, row: Row) -> i64:
    """Return who has lost the conflict that an event is about."""
    return context_seat(t, row) if row[CONTEXT] & CONTEXT_BEATEN else other_side(t, row)


def context_what(row: Row) -> i64:
    """Return which token an event is about."""
    return row[CONTEXT] >> CONTEXT_WHAT & 4095


def pay_tokens(t: Core, row: Row, seat: i64, tokens: i64, number: i64) -> i64:
    """Give tokens of some kinds, given as a mask, back at once, all of them or none; return how
    many.
    """
    held: i64 = 0
    for token in range(len(t.token_cells)):
        if tokens & t.bits[token]:
            held += row[seat + t.token_cells[token]]
    if number <= 0 or held < number:
        return 0
    return lose_some(t, row, seat, tokens, number, True)


# --- what happens after all, since nothing else was wanted ----------------------------------------


def undergo_coins(t: Core, row: Row) -> None:
    """Give the coins that something else was to replace."""
    give_coins(t, row, context_seat(t, row), row[CONTEXT] >> CONTEXT_MANY & CONTEXT_MANY_MASK)


def undergo_token(t: Core, row: Row) -> None:
    """Give the token that something else was to replace."""
    give_tokens(t, row, context_seat(t, row), context_what(row), 1)


def undergo_conflict(t: Core, row: Row) -> None:
    """Let a seat win or lose a conflict after all."""
    kind: i64 = WIN
    if row[CONTEXT] & CONTEXT_BEATEN:
        kind = LOSS
    seat: i64 = context_seat(t, row)
    raise_event(t, row, seat, kind, 0, row[other_side(t, row) + NUMBER], 1)
    give_tokens(t, row, seat, context_what(row), row[CONTEXT] >> CONTEXT_MANY & CONTEXT_MANY_MASK)
