"""Events: what happens is raised here and queued; when all of a batch has happened, what was in
play before it reacts, first in, first out.

An event that no reaction raised is a root. Whatever follows from it, each thing in play reacts to
it at most once, so that every chain ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.reactors import TO_A_CELL, list_reactors, listed
from stele.runtime.effects.standing import settle_standing
from stele.runtime.payment.tolls import settle_prices
from stele.runtime.state.cells import (
    ABSENT,
    COINS,
    CONTEXT,
    CONTEXT_BEATEN,
    CONTEXT_MANY,
    CONTEXT_MANY_MASK,
    CONTEXT_OTHER,
    CONTEXT_WHAT,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    NEWCOMERS,
    NEXT,
    NUMBER,
    OVER,
    PLACE_MASK,
    PLAYERS,
    QUEUE_FIRST,
    QUEUED,
    REACTED,
    REACTIONS,
    RIGHT,
    ROOT,
    ROOTS,
    UNSUPPLIED,
    WORD,
    Runaway,
    count,
    use,
    zeros,
)
from stele.runtime.table.first import in_order

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
DISCARD: Final = 7
LOSE_COINS: Final = 8
WIN: Final = 9
LOSS: Final = 10
START_OF_TURN: Final = 11
END_OF_TURN: Final = 12
START_OF_AGE: Final = 13
END_OF_AGE: Final = 14
END_OF_GAME: Final = 15
AT_CONFLICT: Final = 16
# What something else may happen instead of.
INSTEAD_COINS: Final = 17
INSTEAD_TOKEN: Final = 18
INSTEAD_LOSE_COINS: Final = 19
INSTEAD_WIN: Final = 20
INSTEAD_LOSS: Final = 21
DRAW: Final = 22
PLAY: Final = 23
COPY: Final = 24
AS_SOON: Final = 25  # nothing raises it: conditions are looked at when a batch ends
REACH: Final = 26
TURNED: Final = 27
SELL: Final = 28
LOSE_TOKEN: Final = 29
TIE: Final = 30
FREE: Final = 31  # a card that is built without paying for it
KINDS: Final = 32
OF_COINS: Final = 1 << GAIN_COINS
# What is told by which token it is, or which track or marker, and by a detail.
OF_TOKENS: Final = 1 << GAIN_TOKEN | 1 << INSTEAD_TOKEN | 1 << REACH | 1 << TURNED | 1 << LOSE_TOKEN
OF_GAINED_COINS: Final = 1 << GAIN_COINS | 1 << INSTEAD_COINS
OF_CARDS: Final = 1 << BUILD | 1 << STAGE | 1 << CHAIN | 1 << USE | 1 << BUY | 1 << DISCARD | 1 << PLAY | 1 << FREE
OF_USES: Final = 1 << BUILD | 1 << STAGE | 1 << CHAIN | 1 << USE
# What is told apart by what it is about: tokens, coins, or one card.
OF_DETAILS: Final = OF_TOKENS | OF_GAINED_COINS | OF_USES | 1 << DISCARD | 1 << DRAW | 1 << PLAY | 1 << COPY | 1 << FREE
# those of an act are one event, other things each
OF_MANY_COINS: Final = 1 << GAIN_COINS | 1 << LOSE_COINS
OF_CONFLICTS: Final = 1 << WIN | 1 << LOSS | 1 << TIE

FROM_SEAT: Final = 1  # the detail of coins that a seat gains from another one, not from the bank

# What a seat is to another one.
ITSELF: Final = 1
ON_LEFT: Final = 2
ON_RIGHT: Final = 4
FURTHER: Final = 8

# Of what waits for conditions a seat has kept for whom they held, and behind that how many waited.
SOON_HELD: Final = 16
SOON_SEATS: Final = 65535

MOST_REACTIONS: Final = 16384  # what happens more often in one step hardly ever ends

# An event, from its highest bits on: its root, how many pieces, what it is about (a card or
# token), a detail (an action, a place, sides, each and one more), who did it, and its kind.
EVENT_KIND: Final = 31
EVENT_SEAT: Final = 5
EVENT_DETAIL: Final = 11
EVENT_WHAT: Final = 19
EVENT_PIECES: Final = 31
EVENT_ROOT: Final = 47
LAST: Final = "; the last one was"  # which trigger a game stops at


# --- raising --------------------------------------------------------------------------------------


def raise_event(t: Core, row: Row, seat: i64, kind: i64, what: i64, detail: i64, pieces: i64) -> None:
    """Queue something that a seat has done, or that comes for it, if anything may react."""
    if t.is_watched[kind]:
        if t.trigger_from[kind] == t.trigger_from[kind + 1]:
            return
    elif not row[seat + t.reacts_to] & t.bits[kind]:
        return
    root: i64 = row[ROOT]
    if not root:
        row[ROOTS] += 1
        root = row[ROOTS]
    if row[QUEUED] == t.queue_slots:
        raise Runaway(f"the game stops when more than {t.queue_slots} events wait for reactions at once")
    event: i64 = root << EVENT_ROOT | min(pieces, 65535) << EVENT_PIECES | what << EVENT_WHAT
    event |= (detail + 1) << EVENT_DETAIL | row[seat + NUMBER] << EVENT_SEAT | kind
    row[t.queue + (row[QUEUE_FIRST] + row[QUEUED]) % t.queue_slots] = event
    row[QUEUED] += 1


def begin_root(row: Row) -> None:
    """Let all that is raised from now on be one event to who reacts, if no reaction raises it."""
    if not row[ROOT]:
        row[ROOTS] += 1
        row[ROOT] = row[ROOTS]


def give_coins(t: Core, row: Row, seat: i64, coins: i64) -> i64:
    """Give a seat coins from the bank, whatever might happen instead; return how many."""
    row[seat + COINS] += coins
    if t.has_coin_events and coins > 0 and (row[seat + t.reacts_to] & OF_COINS or t.is_watched[GAIN_COINS]):
        raise_event(t, row, seat, GAIN_COINS, 0, 0, coins)
    return coins


def give_tokens(t: Core, row: Row, seat: i64, token: i64, wanted: i64) -> i64:
    """Give a seat tokens, as many as there are, whatever might happen instead; return how many.
    Each is a piece of one event.
    """
    number: i64 = wanted
    if t.token_supply[token] >= 0:
        number = min(wanted, t.token_supply[token] - given_out(t, row, token))
    row[seat + t.token_cells[token]] += number
    if t.supplied & t.bits[token]:
        row[UNSUPPLIED] = 1
    if t.has_events and number > 0:
        raise_event(t, row, seat, GAIN_TOKEN, token, 0, number)
    return number


def raise_moment(t: Core, row: Row, kind: i64) -> None:
    """Let a moment come for every seat that is at the table, all at the same time; none comes when
    the game is over.
    """
    if row[OVER]:
        return
    for seat in in_order(t, row, t.seats[row[PLAYERS]]):
        if not row[seat + ABSENT]:
            raise_event(t, row, seat, kind, 0, 0, 1)
    end_batch(t, row)


def lose_tokens(t: Core, row: Row, seat: i64, token: i64) -> i64:
    """Take all tokens of a kind from a seat; return how many."""
    return lose_some(t, row, seat, t.bits[token], row[seat + t.token_cells[token]])


def lose_some(t: Core, row: Row, seat: i64, tokens: i64, wanted: i64, is_price: bool = False) -> i64:
    """Take tokens of some kinds, given as a mask, from a seat, as many as there are; return how
    many. Those that are declared first go first.
    """
    taken: i64 = 0
    for token in range(len(t.token_cells)):
        if tokens & t.bits[token] and taken < wanted:
            number: i64 = min(wanted - taken, row[seat + t.token_cells[token]])
            row[seat + t.token_cells[token]] -= number
            taken += number
            if t.has_events and number > 0 and not is_price:
                raise_event(t, row, seat, LOSE_TOKEN, token, 0, number)
    return taken


def given_out(t: Core, row: Row, token: i64) -> i64:
    """Return how many tokens of a kind seats have."""
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        number += row[seat + t.token_cells[token]]
    return number


# --- reacting -------------------------------------------------------------------------------------


def end_batch(t: Core, row: Row) -> None:
    """End what happens together: it is reacted to, what stands for a while is worked out, and what
    waits for conditions happens.
    """
    settle_batch(t, row)
    if len(t.soon_test):
        wake(t, row)


def wake(t: Core, row: Row) -> None:
    """Let happen what waits for conditions that hold now and did not before, each that is in play
    once for each seat of which they speak, whatever follows from it.
    """
    seats: Row = t.seats[row[PLAYERS]]
    first: i64 = t.trigger_from[AS_SOON]
    woken: Row = zeros(len(t.soon_test) * len(seats))
    while True:
        fresh: Row = zeros(len(woken))  # for whom all of a kind happen
        # for whom only those happen that have come into play, and how many
        newer: Row = zeros(len(woken))
        is_any = False
        for i in range(len(t.soon_test)):
            for j in range(len(seats)):
                held: i64 = count(t, row, seats[j], t.trigger_lane[first + i])
                now: i64 = 0
                if held and not row[seats[j] + ABSENT]:
                    now = t.points(row, seats[j], t.soon_test[i])
                place: i64 = i * len(seats) + j
                before: i64 = row[seats[j] + t.soon + i]
                fresh[place] = now & ~before & ~woken[place]
                if now and held > before >> SOON_HELD:
                    newer[place] = (held - (before >> SOON_HELD)) << SOON_HELD
                    newer[place] |= now & before & ~woken[place] & SOON_SEATS
                woken[place] |= fresh[place] | newer[place] & SOON_SEATS
                row[seats[j] + t.soon + i] = now
                if now:
                    row[seats[j] + t.soon + i] |= held << SOON_HELD
                is_any = is_any or fresh[place] > 0 or newer[place] & SOON_SEATS > 0
        if not is_any:
            return
        for place in range(len(fresh)):
            trigger: i64 = first + place // len(seats)
            seat: i64 = seats[place % len(seats)]
            wake_each(t, row, seat, trigger, fresh[place], count(t, row, seat, t.trigger_lane[trigger]))
            wake_each(t, row, seat, trigger, newer[place] & SOON_SEATS, newer[place] >> SOON_HELD)
        settle_batch(t, row)


def wake_each(t: Core, row: Row, seat: i64, trigger: i64, seats: i64, times: i64) -> None:
    """Let something happen so many times for each of some seats, given as a mask, of which its
    conditions speak.
    """
    before: i64 = row[CONTEXT]
    for _ in range(times):
        for number in range(row[PLAYERS]):
            if seats & t.bits[number]:
                row[CONTEXT] = number + 1
                happen_once(t, row, seat, trigger, t.trigger_lane[trigger])
                row[CONTEXT] = before


def settle_batch(t: Core, row: Row) -> None:
    """React to what happened together, and work out what stands for a while."""
    if row[QUEUED] or row[NEWCOMERS] or row[ROOTS]:
        settle_events(t, row)
    if t.has_standing or t.has_tolls:
        settle_standing(t, row)
        if t.has_tolls:
            settle_prices(t, row)
        if row[NEWCOMERS]:
            settle_events(t, row)


def settle_events(t: Core, row: Row) -> None:
    """Let what was in play before a batch react to all that happened in it, and to what follows;
    then what has entered may react too.
    """
    while row[QUEUED]:
        event: i64 = row[t.queue + row[QUEUE_FIRST]]
        row[t.queue + row[QUEUE_FIRST]] = 0
        row[QUEUE_FIRST] = (row[QUEUE_FIRST] + 1) % t.queue_slots
        row[QUEUED] -= 1
        row[ROOT] = event >> EVENT_ROOT
        row[CONTEXT] = context_of(t, event)
        react_to(t, row, event)
        row[CONTEXT] = 0
    row[QUEUE_FIRST] = 0
    row[ROOT] = 0
    row[ROOTS] = 0
    for slot in range(row[REACTED]):
        row[t.reacted + slot] = 0
    row[REACTED] = 0
    newcomers: i64 = row[NEWCOMERS]
    if newcomers:
        row[NEWCOMERS] = 0
        for seat in t.seats[row[PLAYERS]]:
            if newcomers & t.bits[row[seat + NUMBER]]:
                list_reactors(t, row, seat)


def context_of(t: Core, event: i64) -> i64:
    """Return what reactions to an event are about."""
    kind: i64 = t.bits[event & EVENT_KIND]
    context: i64 = (event >> EVENT_SEAT & 63) + 1 + ((event >> EVENT_WHAT & 4095) << CONTEXT_WHAT)
    if kind & OF_MANY_COINS:
        context += (event >> EVENT_PIECES & CONTEXT_MANY_MASK) << CONTEXT_MANY
    else:
        context += 1 << CONTEXT_MANY
    if kind & OF_CONFLICTS:
        context += (event >> EVENT_DETAIL & 255) << CONTEXT_OTHER
        if event & EVENT_KIND == LOSS:
            context += CONTEXT_BEATEN
    return context


def react_to(t: Core, row: Row, event: i64) -> None:
    """Let all seats react to what one did: itself first, then the others as they sit."""
    actor: i64 = t.seats[row[PLAYERS]][event >> EVENT_SEAT & 63]
    kind: i64 = t.bits[event & EVENT_KIND]
    if row[actor + t.reacts_to] & kind:
        react_from(t, row, actor, ITSELF, event)
    if not t.is_watched[event & EVENT_KIND]:
        return
    seat: i64 = row[actor + NEXT]
    for _ in range(1, row[PLAYERS]):
        if row[seat + t.reacts_to] & kind and not row[seat + ABSENT] and not row[actor + ABSENT]:
            react_from(t, row, seat, relation(row, seat, actor), event)
        seat = row[seat + NEXT]


def relation(row: Row, seat: i64, actor: i64) -> i64:
    """Return what another seat is to a seat, as a mask: itself, its neighbour on the left or the
    right, or neither.
    """
    if seat == actor:
        return ITSELF
    found: i64 = 0
    if row[seat + LEFT] == actor:
        found |= ON_LEFT
    if row[seat + RIGHT] == actor:
        found |= ON_RIGHT
    if not found:
        return FURTHER
    return found


def react_from(t: Core, row: Row, seat: i64, actor: i64, event: i64) -> None:
    """Let all that a seat has listed react to what somebody did, in the order in which it
    entered.
    """
    kind: i64 = event & EVENT_KIND
    is_told = t.bits[kind] & OF_DETAILS > 0
    first: i64 = t.trigger_from[kind]
    end: i64 = t.trigger_from[kind + 1]
    for place in range(TO_A_CELL * t.reactor_cells):
        trigger: i64 = listed(t, row, seat, place)
        if trigger < 0:
            return
        if not first <= trigger < end or not t.trigger_who[trigger] & actor:
            continue
        if (not is_told or concerns(t, row, trigger, kind, event)) and count(t, row, seat, t.trigger_lane[trigger]):
            react(t, row, seat, trigger, place, event)


def concerns(t: Core, row: Row, trigger: i64, kind: i64, event: i64) -> bool:
    """Tell whether a trigger is about an event of its kind: the card or token, and the detail."""
    what: i64 = event >> EVENT_WHAT & 4095
    detail: i64 = (event >> EVENT_DETAIL & 255) - 1
    if t.bits[kind] & OF_TOKENS:
        if not t.trigger_tokens[trigger] & t.bits[what]:
            return False
        return t.trigger_detail[trigger] < 0 or t.trigger_detail[trigger] == detail
    if t.bits[kind] & OF_GAINED_COINS:
        return t.trigger_detail[trigger] < 0 or t.trigger_detail[trigger] == detail
    if not t.bits[kind] & OF_DETAILS:
        return True
    if t.has_aliases and t.trigger_colours[trigger]:
        if not t.trigger_colours[trigger] & counts_as(t, row, t.seats[row[PLAYERS]][event >> EVENT_SEAT & 63], what):
            return False
    elif not t.trigger_cards[trigger * t.words + (what >> WORD)] & t.bits[what & PLACE_MASK]:
        return False
    return t.trigger_detail[trigger] < 0 or t.trigger_detail[trigger] == detail


def counts_as(t: Core, row: Row, seat: i64, card: i64) -> i64:
    """Return the colours as which a card counts for a seat, as a mask."""
    colour: i64 = t.colour[card]
    if colour < 0:
        return 0
    found: i64 = t.bits[colour]
    for i in range(len(t.alias_while)):
        if t.alias_from[i] == colour and t.points(row, seat, t.while_times[t.alias_while[i]]):
            if t.alias_is_added[i]:
                found |= t.bits[t.alias_to[i]]
            else:
                found &= ~t.bits[colour]
    return found


def react(t: Core, row: Row, seat: i64, trigger: i64, place: i64, event: i64) -> None:
    """Let one thing in play react to an event, once for each piece, unless it has reacted to the
    root before.
    """
    if not is_first_time(t, row, (event >> EVENT_ROOT << 16) + (row[seat + NUMBER] << 8) + place + 1):
        return
    if t.trigger_sides[trigger]:
        sold: i64 = (event >> EVENT_DETAIL & 255) - 1
        if sold & 1:
            happen_once(t, row, seat, trigger, t.trigger_lane[trigger])
        if sold & 2:
            happen_once(t, row, seat, trigger, t.trigger_other[trigger])
        return
    pieces: i64 = event >> EVENT_PIECES & 65535
    if t.bits[event & EVENT_KIND] & OF_MANY_COINS:
        pieces = 1
    for _ in range(pieces):
        if not happen_once(t, row, seat, trigger, t.trigger_lane[trigger]):
            return


def is_first_time(t: Core, row: Row, reaction: i64) -> bool:
    """Note a reaction of one thing to a root; tell whether it is its first one."""
    for slot in range(row[REACTED]):
        if row[t.reacted + slot] == reaction:
            return False
    if row[REACTED] == t.queue_slots:
        raise Runaway(f"the game stops when more than {t.queue_slots} things react at once")
    row[t.reacted + row[REACTED]] = reaction
    row[REACTED] += 1
    return True


def happen_once(t: Core, row: Row, seat: i64, trigger: i64, lane: i64) -> bool:
    """Let a reaction happen, if it is not used up; `lane` counts its uses, and one is spent only if
    something was done. Tell whether it could happen.
    """
    if not has_uses(t, row, seat, trigger, lane):
        return False
    row[REACTIONS] += 1
    if row[REACTIONS] > MOST_REACTIONS:
        raise Runaway(f"the game stops when triggers have fired {MOST_REACTIONS} times at once{last(t, trigger)}")
    try:
        done: i64 = t.happen(row, row, seat, t.trigger_act[trigger])
    except Runaway as problem:
        text = str(problem)
        raise Runaway(text if LAST in text else text + last(t, trigger)) from problem
    if done:
        spend_use(t, row, seat, trigger, lane)
    return True


def last(t: Core, trigger: i64) -> str:
    """Say which trigger was the last one, and where it is written."""
    return f"{LAST} `{t.trigger_text[trigger]}` ({t.trigger_place[trigger]})"


def has_uses(t: Core, row: Row, seat: i64, trigger: i64, lane: i64) -> bool:
    """Tell whether a trigger may be used once more; `lane` counts its uses."""
    if not t.trigger_limited[trigger]:
        return True
    uses: i64 = row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK
    return uses < t.trigger_limited[trigger] * count(t, row, seat, t.trigger_lane[trigger])


def spend_use(t: Core, row: Row, seat: i64, trigger: i64, lane: i64) -> None:
    """Note that a trigger was used, if it may be used only so often."""
    if t.trigger_limited[trigger]:
        use(t, row, seat, lane, 1)
