"""Who is meant, who sits beside whom: the ring closes around seats that have left the table, and a
seat may sit down elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import (
    ABSENT,
    CARD,
    CARD_MASK,
    CONTEXT,
    CONTEXT_MANY,
    CONTEXT_MANY_MASK,
    CONTEXT_OWNER,
    CONTEXT_SEAT,
    CONTEXT_WHAT,
    LEFT,
    MOVED,
    NEXT,
    NUMBER,
    PARTNER,
    PLACE_MASK,
    PLAYERS,
    RIGHT,
    WORD,
    zeros,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def others(t: Core, row: Row, me: i64) -> Row:
    """Return all other seats that have to do with a seat."""
    found: Row = zeros(row[PLAYERS])
    number: i64 = 0
    if not row[me + ABSENT]:
        for seat in t.seats[row[PLAYERS]]:
            if seat != me and not row[seat + ABSENT]:
                found[number] = seat
                number += 1
    return found[:number]


def everyone(t: Core, row: Row, me: i64) -> Row:
    """Return a seat and all others that have to do with it, in the order of their numbers."""
    if row[me + ABSENT]:
        return one(me)
    found: Row = zeros(row[PLAYERS])
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        if not row[seat + ABSENT]:
            found[number] = seat
            number += 1
    return found[:number]


def neighbours(t: Core, row: Row, me: i64) -> Row:
    """Return the neighbours of a seat, each once."""
    found: Row = zeros(2)
    number: i64 = 0
    none: i64 = nowhere(t, row)
    if row[me + LEFT] != none:
        found[0] = row[me + LEFT]
        number = 1
    if row[me + RIGHT] != none and row[me + RIGHT] != row[me + LEFT]:
        found[number] = row[me + RIGHT]
        number += 1
    return found[:number]


def around(t: Core, row: Row, me: i64) -> Row:
    """Return a seat and its neighbours."""
    found: Row = zeros(3)
    found[0] = me
    number: i64 = 1
    for seat in neighbours(t, row, me):
        found[number] = seat
        number += 1
    return found[:number]


def seats_in(t: Core, row: Row, mask: i64) -> Row:
    """Return the seats of a mask of their numbers."""
    found: Row = zeros(row[PLAYERS])
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        if mask & t.bits[row[seat + NUMBER]]:
            found[number] = seat
            number += 1
    return found[:number]


def beside(t: Core, row: Row, seat: i64) -> Row:
    """Return a neighbour, or nobody if there is none."""
    if seat == nowhere(t, row):
        return zeros(0)
    return one(seat)


def players_among(t: Core, row: Row, seats: Row) -> Row:
    """Return some seats without guests, who do not compare."""
    if not t.guests:
        return seats
    found: Row = zeros(len(seats))
    number: i64 = 0
    for seat in seats:
        if row[seat + NUMBER] < row[PLAYERS] - t.guests:
            found[number] = seat
            number += 1
    return found[:number]


def partners(row: Row, me: i64) -> Row:
    """Return the partner of a seat, or nobody if it plays alone."""
    if not row[me + PARTNER]:
        return zeros(0)
    return one(row[me + PARTNER])


def context_seat(t: Core, row: Row) -> i64:
    """Return whose event it is, or who was chosen."""
    number: i64 = (row[CONTEXT] & CONTEXT_SEAT) - 1
    return t.table_cells + number * t.seat_cells


def owner_seat(t: Core, row: Row) -> i64:
    """Return whose effect it is that others decide."""
    number: i64 = (row[CONTEXT] >> CONTEXT_OWNER & CONTEXT_SEAT) - 1
    return t.table_cells + number * t.seat_cells


def is_of_event(t: Core, row: Row, cards: i64) -> bool:
    """Tell whether the card of the event is one of a set of cards."""
    card: i64 = row[CONTEXT] >> CONTEXT_WHAT & CARD_MASK
    return t.card_sets[cards * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK] != 0


def context_many(row: Row) -> i64:
    """Return how many were done before, or how many an event is about."""
    return row[CONTEXT] >> CONTEXT_MANY & CONTEXT_MANY_MASK


def choose_seat(row: Row, option: i64) -> None:
    """Speak of the seat that was chosen from now on."""
    row[CONTEXT] += (option >> CARD & CARD_MASK) + 1 - (row[CONTEXT] & CONTEXT_SEAT)


def seat_choices(t: Core, row: Row, out: Row, among: Row) -> i64:
    """List seats among which one is chosen, by their numbers; return how many there are. A guest is
    never chosen.
    """
    number: i64 = 0
    for seat in among:
        if row[seat + NUMBER] < row[PLAYERS] - t.guests:
            out[number] = row[seat + NUMBER] << CARD
            number += 1
    return number


def together(some: Row, others: Row) -> Row:
    """Return some seats and others behind them."""
    found: Row = zeros(len(some) + len(others))
    for i in range(len(some)):
        found[i] = some[i]
    for i in range(len(others)):
        found[len(some) + i] = others[i]
    return found


def one(seat: i64) -> Row:
    """Return a seat alone."""
    found: Row = zeros(1)
    found[0] = seat
    return found


def nowhere(t: Core, row: Row) -> i64:
    """Return the seat that stands for no seat: a block of cells behind all others."""
    return t.table_cells + row[PLAYERS] * t.seat_cells


def as_seated(t: Core, row: Row) -> Row:
    """Return the seats in the order in which they sit, whether they are at the table or not."""
    if not row[MOVED]:
        return t.seats[row[PLAYERS]]
    order: Row = zeros(row[PLAYERS])
    order[0] = t.seats[row[PLAYERS]][0]
    for i in range(1, row[PLAYERS]):
        order[i] = row[order[i - 1] + NEXT]
    return order


def seat_options(t: Core, row: Row, out: Row, seat: i64) -> i64:
    """List behind whom a seat may sit down, other than where it sits; return how many there are."""
    number: i64 = 0
    for other in as_seated(t, row):
        if other != seat and row[other + NEXT] != seat:
            out[number] = row[other + NUMBER] << CARD
            number += 1
    return number
