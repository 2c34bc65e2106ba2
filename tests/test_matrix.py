"""The tables of what goes with what are those that were measured, and say what `check` says."""

from __future__ import annotations

from itertools import islice

import pytest

from stele.compiler.docs.langref.matrix import measured
from stele.compiler.tools import error_pages
from tests.hosts import AT_ONCE
from tests.matrix import TABLES, cells, looked_at

EVERY = 9  # of the cells one in so many is checked again; `make matrix` tries them all


def written() -> dict[tuple[str, str, str], str]:
    """Return what stands in each cell, by table, column and row."""
    return {
        (id, column, str(row)): mark
        for id, table in measured().items()
        for row, *marks in table["rows"]
        for column, mark in zip(map(str, table["columns"]), marks, strict=True)
    }


def test_each_cell_was_measured() -> None:
    assert set(TABLES) == set(measured())
    assert set(written()) == {(table, column, row) for table, column, row, _ in cells()}


def test_a_cell_says_that_it_is_accepted_or_names_a_message() -> None:
    marks = set(written().values())
    assert marks - set(error_pages.pages()) <= {"accepted", "played", "idle", "plays"}
    assert sum(mark not in error_pages.pages() for mark in written().values()) > len(written()) / 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_what_is_refused_is_refused_for_the_reason_that_is_written(part: int) -> None:
    marks = written()
    sample = list(islice(cells(), part, None, 3 * EVERY))
    for first in range(0, len(sample), AT_ONCE):
        some = sample[first : first + AT_ONCE]
        refused = {one.text: one.code for one in looked_at([text for *_, text in some]) if one.code}
        for *cell, text in some:
            mark = marks[cell[0], cell[1], cell[2]]
            assert refused.get(text, "") == (mark if mark.startswith("E") else ""), text
