"""Sets of lanes, and whether a seat has any of what they count: one look at each word of its tally
in which such lanes lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import WORD, cells
from stele.runtime.state.flat import lanes_in

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row


class Lanes:
    """The words of the tally in which lanes of a set lie, and their masks by word."""

    def __init__(self, lanes: list[int]) -> None:
        words = sorted({lane >> WORD for lane in lanes})
        self.words: Row = cells(words)
        self.masks: Row = cells([lanes_in(lanes, word) for word in range(words[-1] + 1 if words else 0)])
