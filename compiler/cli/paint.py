"""Colours for terminals: the only module that knows any."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

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


def write_problem(message: str, stream: TextIO) -> None:
    """Write one line about something that cannot be done."""
    write([("error", "error"), ("", f": {message.strip()}\n")], stream)


def write(pieces: Iterable[tuple[str, str]], stream: TextIO) -> None:
    """Write pieces of (style, text).

    Without styles if the stream is no terminal or the user wants none.
    """
    painted = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    for style, text in pieces:
        if painted and style in STYLES:
            body = text.rstrip("\n")
            stream.write(f"{STYLES[style]}{body}{RESET}{text[len(body) :]}")
        else:
            stream.write(text)
