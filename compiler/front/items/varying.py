"""Values that may depend on the age or on how many play."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes import Name


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A number that may depend on how many play."""

    fixed: int | None
    table: tuple[tuple[int, int], ...]
    span: Span = field(compare=False)
    spans: tuple[Span, ...] = field(default=(), compare=False)  # of each number of the table

    def at(self, players: int) -> int | None:
        """Return the number for so many players, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(players)

    def place(self, players: int) -> Span:
        """Return where the number for so many players is written."""
        places = zip(self.table, self.spans, strict=True)
        return next((span for (number, _), span in places if number == players), self.span)


@dataclass(frozen=True, slots=True)
class ByAge:
    """A name that may depend on the age."""

    fixed: Name | None
    table: tuple[tuple[int, Name], ...]
    span: Span = field(compare=False)

    def at(self, age: int) -> Name | None:
        """Return the name for an age, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(age)


@dataclass(frozen=True, slots=True)
class BySide:
    """`left` or `right`, the same in every age or one for each."""

    fixed: str | None
    table: tuple[tuple[int, str], ...]
    span: Span = field(compare=False)

    def at(self, age: int) -> str | None:
        """Return the side for an age, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(age)
