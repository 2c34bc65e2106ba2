"""Print on terminals: the only module that knows colours, and the one way out for every text.

Names, sentences, paths and saves are untrusted. Whatever is printed passes here, and no control
character of theirs gets through: `ESC[2J` in a name is shown as `\\x1b[2J`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from stele.compiler.common.words import CONTROL, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "place": "\x1b[1;34m",
    "mark": "\x1b[1;36m",
    "strong": "\x1b[1m",
    "good": "\x1b[1;32m",
    "faint": "\x1b[2m",
}
RESET = "\x1b[0m"


OURS = re.compile("\x1b\\[[0-9;]*m|" + CONTROL.pattern)  # colours, and what else may come


class CannotPrint(Exception):
    """What should be read cannot be written: the disk is full, or the stream is closed."""


def write_problem(message: str, stream: TextIO) -> None:
    """Write one line about something that cannot be done."""
    write([("error", "error"), ("", f": {message.strip()}\n")], stream)


def write(pieces: Iterable[tuple[str, str]], stream: TextIO) -> None:
    """Write pieces of (style, text), each a part of one line; `in_lines` makes some of a longer
    text.

    Without styles if the stream is no terminal or the user wants none.
    """
    painted = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    for style, text in pieces:
        body = text.rstrip("\n")
        shown, end = visible(body), text[len(body) :]
        stream.write(f"{STYLES[style]}{shown}{RESET}{end}" if painted and style in STYLES else shown + end)


def in_lines(style: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield a text of several lines as pieces; the last line has no end."""
    *lines, last = text.split("\n")
    yield from ((style, f"{line}\n") for line in lines)
    yield style, last


def visible_console() -> Console:
    """Return a console that shows texts of content as they are, control characters as escapes."""
    from rich.console import Console
    from rich.segment import Segment

    class VisibleConsole(Console):
        """Renders colours only after texts were made visible; each text is one line."""

        def render_str(self, text: str, **how: Any) -> Text:
            return super().render_str(visible(text), **how)

        def _render_buffer(self, buffer: Iterable[Segment]) -> str:
            shown = (Segment(visible(part.text, "\n"), part.style) if not part.control else part for part in buffer)
            return super()._render_buffer(shown)

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the command line knows what to do then

    return VisibleConsole(highlight=False, markup=False, emoji=False)


class VisibleStream:
    """A stream that shows control characters as escapes: the last gate, also for what others print.

    Colours pass if the stream is a terminal; texts that we print had theirs escaped before.
    """

    def __init__(self, inner: TextIO | None) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        """Return whatever else the stream has."""
        return getattr(self.open(), name)

    def open(self) -> TextIO:
        """Return the stream that is written to."""
        if self.inner is None:
            raise CannotPrint("the stream is closed")
        return self.inner

    def isatty(self) -> bool:
        """Tell whether somebody looks on."""
        return self.inner is not None and self.inner.isatty()

    def write(self, text: str) -> int:
        """Write a text."""
        stream = self.open()
        shown = OURS.sub(coloured, text) if stream.isatty() else visible(text, "\t\n")
        encoding = stream.encoding or "utf-8"
        with printing():
            stream.write(shown.encode(encoding, "backslashreplace").decode(encoding))
        return len(text)

    def flush(self) -> None:
        """Write what waits."""
        if self.inner is not None:
            with printing():
                self.inner.flush()


def coloured(found: re.Match[str]) -> str:
    """Return a colour as it is, and any other control character as an escape."""
    return found[0] if len(found[0]) > 1 else visible(found[0], "\t\n")


@contextmanager
def printing() -> Iterator[None]:
    """Turn what a stream says into our words; a reader who has left is another matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as problem:
        raise CannotPrint(getattr(problem, "strerror", None) or str(problem)) from problem


@contextmanager
def visible_streams() -> Iterator[None]:
    """Let all that is printed meanwhile show control characters as escapes."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", VisibleStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def progress_console() -> Console:
    """Return a console for a bar, which moves the cursor and shows no text of content."""
    from rich.console import Console

    stream = sys.stderr
    return Console(file=stream.open() if isinstance(stream, VisibleStream) else stream)
