"""Further turns: who takes another turn plays again, alone, from the rest of its hand, before hands
are passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import AGAIN, ALONE, NUMBER, OVER, OWING, PLAYERS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def take_turn(t: Core, row: Row, seat: i64) -> i64:
    """Let a seat take another turn when this one is over; of several in one turn it takes one.
    Return whether it would not have.
    """
    bit: i64 = t.bits[row[seat + NUMBER]]
    if row[AGAIN] & bit:
        return 0
    row[AGAIN] |= bit
    return 1


def begin_again(t: Core, row: Row, play: i64) -> bool:
    """Begin another turn for those who take one and have a card left; tell whether there is any. A
    guest has none.
    """
    again: i64 = row[AGAIN]
    if row[OVER]:  # nobody has another turn
        again = 0
    row[AGAIN] = 0
    row[ALONE] = 0
    for seat in t.seats[row[PLAYERS]][: row[PLAYERS] - t.guests]:
        if again & t.bits[row[seat + NUMBER]]:
            for word in range(t.words):
                if row[seat + t.play_zone[play] + word]:
                    row[ALONE] |= t.bits[row[seat + NUMBER]]
    return row[ALONE] > 0


def ask_only(row: Row) -> None:
    """Ask nobody but who takes another turn, if somebody does."""
    if row[ALONE]:
        row[OWING] &= row[ALONE]


def is_waiting(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a seat does not play, since others take another turn."""
    return row[ALONE] > 0 and not row[ALONE] & t.bits[row[seat + NUMBER]]
