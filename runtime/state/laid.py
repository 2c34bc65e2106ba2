"""In which order cards came where they lie: each has a cell with the number of its coming. A rule
set in which nobody asks for the oldest or newest card has no such cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import WORD, highest

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def note_laid(t: Core, row: Row, card: i64) -> None:
    """Note that a card comes somewhere now, after all that came before."""
    row[t.laid] += 1
    row[t.laid + 1 + card] = row[t.laid]


def note_word(t: Core, row: Row, word: i64, cards: i64) -> None:
    """Note that cards of a word come somewhere together: they lie as they are declared."""
    while cards:
        lowest: i64 = cards & -cards
        cards ^= lowest
        note_laid(t, row, (word << WORD) + highest(lowest))
