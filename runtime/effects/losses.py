"""Losses of coins: demanded during a turn, read and settled at its end, all seats together; what
stands behind them follows then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.events import INSTEAD_LOSE_COINS, LOSE_COINS, end_batch, raise_event
from stele.runtime.effects.replacing import context_what, other_side, replaced
from stele.runtime.state.cells import (
    ABSENT,
    BESIDE,
    CHOICE,
    COINS,
    CONTEXT,
    CONTEXT_REPLACED,
    DEMANDED,
    NONE,
    NUMBER,
    OWING,
    PLAYERS,
    SECOND,
    WAY_MASK,
    Runaway,
    count,
    with_many,
    zeros,
)
from stele.runtime.table.seats import context_seat

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

OWED: Final = 8  # of what is owed: behind who demands it stands which loss it is
# Of what was taken: the demand, behind it how many like it came before, and one more; then how many
# coins, and what the demand is about.
TAKEN_CELLS: Final = 3
TAKEN_BY: Final = 8
TAKEN_LOSS: Final = 16


def owe(t: Core, row: Row, seat: i64, loss: i64, victims: Row, many: i64) -> i64:
    """Demand coins of some seats; how many is read when losses are settled, with what the demand is
    about, and how many were done before it unless that is less than none. What two seats share
    demands nothing of either of them, and of the others only once. Return of how many seats.
    """
    context: i64 = row[CONTEXT]
    if many >= 0:
        context = with_many(context, many)
    asked: i64 = 0
    if row[BESIDE] & SECOND:
        return asked
    for victim in victims:
        if row[BESIDE] == row[victim + NUMBER] + 1:
            continue
        if t.instead_kinds & t.bits[INSTEAD_LOSE_COINS]:
            coins: i64 = t.loss(row, seat, victim, loss)
            if coins > 0 and replaced(t, row, victim, INSTEAD_LOSE_COINS, loss, 0, coins, seat, 0):
                continue
        note_demand(t, row, seat, victim, loss, context)
        asked += 1
    return asked


def note_demand(t: Core, row: Row, seat: i64, victim: i64, loss: i64, context: i64) -> None:
    """Note that a seat demands coins of another one, and what it is about."""
    slot: i64 = 0
    while row[victim + t.due + slot]:
        slot += 1
        if slot == t.due_slots:
            raise Runaway(f"a seat is asked for coins more than {t.due_slots} times at once")
    row[victim + t.due + slot] = (loss << OWED | row[seat + NUMBER]) + 1
    row[victim + t.due + t.due_slots + slot] = context
    row[DEMANDED] |= t.bits[row[victim + NUMBER]]


def undergo_loss(t: Core, row: Row) -> None:
    """Demand the coins after all that something else was to replace: every loss is there twice, the
    second time of as many coins as it was about.
    """
    loss: i64 = context_what(row) + len(t.loss_then) // 2
    context: i64 = row[CONTEXT] & ~CONTEXT_REPLACED
    note_demand(t, row, other_side(t, row), context_seat(t, row), loss, context)


def demanded(t: Core, row: Row, seat: i64, slot: i64) -> i64:
    """Return how many coins one demand takes of a seat if it is settled now."""
    asked: i64 = row[seat + t.due + slot] - 1
    context: i64 = row[CONTEXT]
    row[CONTEXT] = row[seat + t.due + t.due_slots + slot]
    coins: i64 = t.loss(row, t.seats[row[PLAYERS]][asked & 255], seat, asked >> OWED)
    row[CONTEXT] = context
    if coins > 0:
        for i in range(len(t.loss_lane)):
            coins += count(t, row, seat, t.loss_lane[i]) * t.loss_more[i]
    return max(0, coins)


def due(t: Core, row: Row, seat: i64) -> i64:
    """Return how many coins a seat loses if losses are settled now."""
    coins: i64 = 0
    for slot in range(t.due_slots):
        if not row[seat + t.due + slot]:
            break
        coins += demanded(t, row, seat, slot)
    return coins


def loss_options(t: Core, row: Row, out: Row, seat: i64) -> i64:
    """List how many coins a seat may pay of what it loses; return how many options there are."""
    most: i64 = min(row[seat + COINS], due(t, row, seat))
    for paid in range(most + 1):
        out[paid] = NONE | most - paid
    return most + 1


def settle_losses(t: Core, row: Row, unpaid: i64) -> bool:
    """Settle what was demanded, all seats together; tell whether seats have to decide first.
    Without a token for what is not paid, given by its cell, a seat pays what it can.
    """
    if not row[DEMANDED]:
        return False
    seats = t.seats[row[PLAYERS]]
    owing: i64 = 0
    is_answered = False
    owed: Row = zeros(len(seats))
    for index in range(len(seats)):
        if row[seats[index] + ABSENT]:  # who has left the table meanwhile is not concerned
            row[DEMANDED] &= ~t.bits[index]
            forgive(t, row, seats[index])
        if row[DEMANDED] & t.bits[index]:
            owed[index] = due(t, row, seats[index])
            is_answered = is_answered or row[seats[index] + CHOICE] > 0
            if owed[index] and row[seats[index] + COINS]:
                owing |= t.bits[index]
    if unpaid and owing and not is_answered:
        row[OWING] = owing
        return True
    taken: Row = zeros(TAKEN_CELLS * len(seats) * t.due_slots)
    number: i64 = 0
    # What a seat loses may depend on what others have, so all of it is read first.
    for index in range(len(seats)):
        if row[DEMANDED] & t.bits[index]:
            number = note_loss(t, row, seats[index], unpaid, owed[index], taken, number)
    for index in range(len(seats)):
        if row[DEMANDED] & t.bits[index]:
            pay_loss(t, row, seats[index], unpaid, owed[index])
    row[DEMANDED] = 0
    follow_losses(t, row, taken, number)
    end_batch(t, row)
    return False


def follow_losses(t: Core, row: Row, taken: Row, number: i64) -> None:
    """Let what stands behind losses follow: once for each demand of somebody, of whomever the coins
    were, if there were any.
    """
    seats = t.seats[row[PLAYERS]]
    context: i64 = row[CONTEXT]
    for _ in range(number):
        first: i64 = -1  # of all that are left
        for i in range(0, TAKEN_CELLS * number, TAKEN_CELLS):
            if taken[i] and (first < 0 or taken[i] < taken[first]):
                first = i
        if first < 0:
            break
        demand: i64 = taken[first]
        coins: i64 = 0
        for i in range(0, TAKEN_CELLS * number, TAKEN_CELLS):
            if taken[i] == demand:
                coins += taken[i + 1]
                taken[i] = 0
        act: i64 = t.loss_then[(demand - 1) >> TAKEN_LOSS]
        if coins and act >= 0:
            row[CONTEXT] = with_many(taken[first + 2], coins)
            t.happen(row, row, seats[(demand - 1) >> TAKEN_BY & 255], act)
    row[CONTEXT] = context


def paid_of(row: Row, seat: i64, unpaid: i64, owed: i64) -> i64:
    """Return how many coins a seat pays of what it owes: as it has chosen, or what it can."""
    if not unpaid:
        return min(owed, row[seat + COINS])
    if not row[seat + CHOICE]:
        return 0
    return (row[seat + CHOICE] - 1) & WAY_MASK


def note_loss(t: Core, row: Row, seat: i64, unpaid: i64, owed: i64, taken: Row, noted: i64) -> i64:
    """Note how many coins a seat loses by each demand, the first one first; what becomes a token is
    taken too. Return how many demands are noted.
    """
    left: i64 = owed
    if not unpaid:
        left = paid_of(row, seat, unpaid, owed)
    place: i64 = TAKEN_CELLS * noted
    for slot in range(t.due_slots):
        if not row[seat + t.due + slot]:
            break
        demand: i64 = row[seat + t.due + slot] - 1
        before: i64 = 0
        for earlier in range(slot):
            if row[seat + t.due + earlier] - 1 == demand:
                before += 1
        coins: i64 = min(left, demanded(t, row, seat, slot))
        left -= coins
        taken[place] = (demand << TAKEN_BY | before) + 1
        taken[place + 1] = coins
        taken[place + 2] = row[seat + t.due + t.due_slots + slot]
        place += TAKEN_CELLS
    return place // TAKEN_CELLS


def pay_loss(t: Core, row: Row, seat: i64, unpaid: i64, owed: i64) -> None:
    """Take from a seat what it loses."""
    paid: i64 = paid_of(row, seat, unpaid, owed)
    if unpaid:
        row[seat + unpaid] += owed - paid
    row[seat + COINS] -= paid
    if t.has_events and owed:  # what becomes a token is lost too
        raise_event(t, row, seat, LOSE_COINS, 0, 0, owed)
    row[seat + CHOICE] = 0
    forgive(t, row, seat)


def forgive(t: Core, row: Row, seat: i64) -> None:
    """Forget what was demanded of a seat."""
    for slot in range(t.due_slots):
        if not row[seat + t.due + slot]:
            break
        row[seat + t.due + slot] = 0
        row[seat + t.due + t.due_slots + slot] = 0
