"""Note how games begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.derive.cards import mixing_order
from stele.runtime.state.cells import (
    COINS,
    LEFT,
    NEXT,
    NUMBER,
    PARTNER,
    PLACE_MASK,
    PLAYERS,
    RIGHT,
    WORD,
    cells,
)

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def begin(d: Deriving) -> None:
    """Note how games begin."""
    tables, words = d.tables, d.layout.words
    for players in range(tables.most + 1):
        # Behind the seats lies one more, in which there is never anything, if seats may move.
        row = [0] * (tables.table_cells + (players + tables.moves) * tables.seat_cells)
        row[PLAYERS] = players
        seats = [tables.table_cells + number * tables.seat_cells for number in range(players)]
        for number, seat in enumerate(seats):
            row[seat + LEFT], row[seat + RIGHT] = seats[(number + 1) % players], seats[number - 1]
            row[seat + NEXT] = row[seat + LEFT]
            row[seat + NUMBER] = number
            row[seat + d.layout.across : seat + d.layout.across + 2] = row[seat + LEFT : seat + RIGHT + 1]
            row[seat + PARTNER] = seats[number ^ 1] if tables.partners and players % 2 == 0 else 0
            row[seat + COINS] = tables.coins
        for card, copies in zip(tables.cards, d.copies, strict=True):
            for code, printed in zip(copies, card.players or (0,), strict=True):
                if printed <= players:
                    row[tables.deck_cell + card.deck * words + (code >> WORD)] |= 1 << (code & PLACE_MASK)
        for supply in tables.supplies:
            for age in range(tables.ages):
                row[supply.cell + age] = supply.number.get(players, 0)
        d.start.rows.append(cells(row))
        d.start.mixes.append(
            cells(
                [
                    number
                    for deck in mixing_order(d)
                    for addition in tables.decks[deck].adds
                    for number in (deck, addition.source, addition.cards.get(players, 0))
                ]
            )
        )
