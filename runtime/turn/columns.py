"""One cell of every seat at once: what the interpreted core does with columns of a row.

Seats lie behind each other, so that one cell of all of them is a slice. Native code goes from seat
to seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_
from typing import TYPE_CHECKING

from stele.runtime.state.cells import AGE, COINS, OWING, PLAYERS, PURSE

if TYPE_CHECKING:
    from stele.runtime.state.tables import Core


def ask_columns(t: Core, row: list[int], play: int) -> None:
    """Do as `ask_all` does."""
    first, stride = t.table_cells, t.seat_cells
    end = first + row[PLAYERS] * stride
    row[first + PURSE : end : stride] = row[first + COINS : end : stride]
    zone, hands = first + t.play_zone[play], None
    for word in t.play_words[play][row[AGE]]:
        cards = row[zone + word : end : stride]
        hands = cards if hands is None else list(map(or_, hands, cards))
    if hands and all(hands):
        row[OWING] = t.bits[row[PLAYERS]] - 1
    else:
        row[OWING] = sum(1 << number for number, hand in enumerate(hands or ()) if hand)


def pass_column(t: Core, row: list[int], number: int, cell: int, to_left: bool) -> None:
    """Pass what lies in a cell of each of the first seats to the next one."""
    cells = slice(t.table_cells + cell, t.table_cells + number * t.seat_cells, t.seat_cells)
    hands = row[cells]
    row[cells] = hands[-1:] + hands[:-1] if to_left else hands[1:] + hands[:1]


def clear_columns(t: Core, row: list[int], zone: int, to: int) -> None:
    """Move what is left in a zone of every seat to a zone of the table."""
    first, stride = t.table_cells + zone, t.seat_cells
    end = t.table_cells + row[PLAYERS] * stride
    for word in range(t.words):
        hands = row[first + word : end : stride]
        if any(hands):
            row[to + word] |= sum(hands)  # no card lies in two of them
            row[first + word : end : stride] = [0] * len(hands)


def renew_columns(t: Core, row: list[int], words: Sequence[int], masks: Sequence[int]) -> None:
    """Do as `renew` does."""
    first, stride = t.table_cells + t.uses, t.seat_cells
    end = t.table_cells + row[PLAYERS] * stride
    for word in words:
        uses = row[first + word : end : stride]
        if any(uses):
            mask = ~masks[word]
            row[first + word : end : stride] = [used & mask for used in uses]
