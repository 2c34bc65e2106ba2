"""Prices as they are now: what is offered, with what makes purchases dearer or cheaper, and without
what may not be bought or sold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import LEFT, PLAYERS, RIGHT, count

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_PRICE: Final = 20  # of a unit that is bought from a player

BUY_LEFT: Final = 0
BUY_RIGHT: Final = 1
BUY_FAR: Final = 2
SELL_LEFT: Final = 3
SELL_RIGHT: Final = 4
SELL_FAR: Final = 5
DEARER: Final = 6


def settle_prices(t: Core, row: Row) -> None:
    """Work out again what every seat pays for what its neighbours sell."""
    for seat in t.seats[row[PLAYERS]]:
        has_left = not sum_of(t, row, seat, BUY_LEFT) and not sum_of(t, row, row[seat + LEFT], SELL_RIGHT)
        has_right = not sum_of(t, row, seat, BUY_RIGHT) and not sum_of(t, row, row[seat + RIGHT], SELL_LEFT)
        more: i64 = sum_of(t, row, seat, DEARER)
        cell: i64 = seat + t.prices
        for place in range(seat + t.offers, seat + t.offers + t.prices_end - t.prices, 2):
            row[cell] = asked_for(row[place], more) if has_left else 0
            row[cell + 1] = asked_for(row[place + 1], more) if has_right else 0
            cell += 2


def asked_for(offer: i64, more: i64) -> i64:
    """Return what is asked for a unit that is offered at a price; 0 means that it is not."""
    if not offer:
        return 0
    return min(max(1, offer + more), MOST_PRICE)


def sells_far(t: Core, row: Row, seller: i64) -> bool:
    """Tell whether a seat sells to others than its neighbours."""
    return not sum_of(t, row, seller, SELL_FAR)


def sum_of(t: Core, row: Row, seat: i64, kind: i64) -> i64:
    """Return how much a seat has of all tolls of a kind together."""
    found: i64 = 0
    for i in range(len(t.toll_lane)):
        if t.toll_kind[i] == kind:
            found += t.toll_number[i] * count(t, row, seat, t.toll_lane[i])
    return found
