"""Show which moments, subjects and durations go with which acts.

`matrix.yaml` is generated (`make matrix`) by checking each sentence, or by playing it: a cell says
that it is accepted, or by which message it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.tools import error_pages

FILE = Path(__file__).with_name("matrix.yaml")


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of a sentence: it plays, or a message says why it makes no sense."""

    plays: bool
    message: Link | None = None


@dataclass(frozen=True, slots=True)
class MatrixTable:
    """What stands before or around each of some sentences."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@cache
def measured() -> dict[str, dict[str, list[list[str]]]]:
    """Return the tables as they were written."""
    found: dict[str, dict[str, list[list[str]]]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def matrix_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the page of what goes with what."""
    tables = tuple(tables_of(viewer))
    values = {"tables": tables}
    yield Page("matrix.html", viewer.speaker.say("matrix.title"), "matrix.html.j2", values)


def tables_of(viewer: Viewer) -> Iterator[MatrixTable]:
    """Yield the tables with links to the messages."""
    for id, written in measured().items():
        rows = tuple((row, tuple(cell_of(mark, viewer) for mark in marks)) for row, *marks in written["rows"])
        yield MatrixTable(id, viewer.speaker.say(f"matrix.title-{id}"), tuple(map(str, written["columns"])), rows)


def cell_of(mark: str, viewer: Viewer) -> Cell:
    """Return what a cell shows."""
    if mark not in error_pages.pages():
        return Cell(True)
    return Cell(
        False, Link(mark, f"errors.html#{mark.lower()}", note=error_pages.pages()[mark].means.partition("\n")[0])
    )
