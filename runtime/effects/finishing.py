"""The end of a game before its time, and who wins by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import CHOICE, DEMANDED, END, FRAMES, NUMBER, OVER, OWING, PLAYERS, STEP

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def end_game(row: Row) -> None:
    """Let the game end when all that happens now is done."""
    row[OVER] |= 1


def win_game(t: Core, row: Row, seat: i64) -> i64:
    """Let a seat win the game, which ends; return that something was done."""
    row[OVER] |= 1 | t.bits[row[seat + NUMBER] + 1]
    return 1


def finish(t: Core, row: Row) -> None:
    """End a game that is over, if no decision and no loss of what has happened waits."""
    if not row[OVER] or row[FRAMES] or row[DEMANDED]:
        return
    for seat in t.seats[row[PLAYERS]]:
        row[seat + CHOICE] = 0
    row[OWING] = 0
    row[STEP] = END


def winning(t: Core, row: Row, number: i64) -> i64:
    """Return who has won the game by a sentence, as a mask of so many seats; partners win
    together.
    """
    found: i64 = 0
    for index in range(number):
        if row[OVER] & t.bits[index + 1]:
            found |= t.bits[index]
            if t.partners:
                found |= t.bits[index ^ 1]
    return found
