"""Say where in which file something was written.

Lines and columns are counted from 1, in characters; `end_column` is the first column that no longer
belongs.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from stele.compiler.common.lexicon import NO_NAMES, KnownNames


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one file."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    def holds(self, other: Span) -> bool:
        """Tell whether another stretch lies in this one."""
        is_behind = (self.line, self.column) <= (other.line, other.column)
        return (
            self.path == other.path
            and is_behind
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one file, with what is needed to turn offsets into places."""

    path: str
    content: str
    starts: tuple[int, ...]
    names: KnownNames = field(default=NO_NAMES, compare=False, repr=False)  # that are known where it lies

    def span(self, start: int, end: int) -> Span:
        """Return the place of `content[start:end]`."""
        line, column = self.place(start)
        end_line, end_column = self.place(max(start, end))
        return Span(self.path, line, column, end_line, end_column)

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; the inverse of `place`."""
        return min(self.starts[line - 1] + column - 1, len(self.content))

    def line(self, number: int) -> str:
        """Return one line without its line break."""
        end = self.starts[number] if number < len(self.starts) else len(self.content)
        return self.content[self.starts[number - 1] : end].rstrip("\r\n")


def text_of(path: str, content: str, names: KnownNames = NO_NAMES) -> Text:
    """Return the text with its line starts; CR, LF and CR LF each end a line."""
    starts = [0]
    position = 0
    while True:
        line_feed = content.find("\n", position)
        carriage = content.find("\r", position, line_feed if line_feed >= 0 else len(content))
        if carriage >= 0:
            position = carriage + (2 if content.startswith("\r\n", carriage) else 1)
        elif line_feed >= 0:
            position = line_feed + 1
        else:
            return Text(path, content, tuple(starts), names)
        starts.append(position)
