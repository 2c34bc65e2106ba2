"""Tables of what only few rule sets ask for; where nothing does, they are empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import cells

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row


class Asked:
    """What is asked for in numbers, as `Core` has the rest."""

    def __init__(self) -> None:
        nothing: list[int] = []
        # What may have been done this turn: a card or a stage that was built, a card that was used.
        self.done: i64 = 0  # the cells of a seat
        self.deed_kind: Row = cells(nothing)
        self.deed_action: Row = cells(nothing)
        self.deed_cards: Row = cells(nothing)  # by deed and word
        # Points as they stand: their lines, what is printed of them, what works them out or -1.
        self.token_line: Row = cells(nothing)
        self.kept_line: Row = cells(nothing)
        self.line: Row = cells(nothing)  # of what lines give themselves
        self.line_fixed: Row = cells(nothing)
        self.line_points: Row = cells(nothing)
        self.item_from: Row = cells(nothing)  # by entry
        self.item_line: Row = cells(nothing)
        self.item_fixed: Row = cells(nothing)
        self.item_points: Row = cells(nothing)
        self.whiles: Row = cells(nothing)  # what stands for a while and has points
        self.cards: Row = cells(nothing)  # by word: those with points
