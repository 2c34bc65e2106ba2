"""Whole messages, as an author sees them: every folder in `bad` earns exactly its golden file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler.common.codes import CODES, E0402
from stele.compiler.common.diagnostics import Diagnostic, Note, plain
from stele.compiler.common.span import Span
from stele.compiler.driver.check import check_folders
from tests.conftest import HERE, ROOT, messages

BAD = sorted(path for path in (HERE / "bad").iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", BAD, ids=lambda path: path.name)
def test_bad_content_earns_its_message(
    folder: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    checked = check_folders([folder])
    assert checked.diagnostics
    golden(f"bad/{folder.name}.txt", messages(checked.diagnostics, checked))


def test_fifteen_mistakes_over_five_stages_are_reported_as_exactly_fifteen() -> None:
    checked = check_folders([HERE / "bad" / "fifteen_mistakes"])
    codes = sorted(diagnostic.code.id for diagnostic in checked.diagnostics)
    assert codes == [
        "E0101", "E0102", "E0103",
        "E0201", "E0202", "E0203",
        "E0301", "E0302", "E0303",
        "E0402", "E0402", "E0403",
        "E0502", "E0503", "E0508",
    ]  # fmt: skip


def test_each_code_has_a_number_of_its_own_and_says_what_it_is_about() -> None:
    assert len({code.id for code in CODES}) == len(CODES) > 25
    assert all(code.about for code in CODES)


def test_a_run_reports_the_same_findings_in_the_same_order_every_time() -> None:
    folder = HERE / "bad" / "fifteen_mistakes"
    first, second = check_folders([folder]), check_folders([folder])
    assert messages(first.diagnostics, first) == messages(second.diagnostics, second)
    places = [(d.span.path, d.span.line, d.span.column) for d in first.diagnostics]
    assert places == sorted(places)


@pytest.mark.parametrize("sign", ["\n", "\x1b[31m", "\x9b31m", "\u202e"])
def test_no_control_character_of_content_reaches_the_terminal(sign: str) -> None:
    here = Span(f"fan{sign}/cards.yaml", 1, 1, 1, 4)
    diagnostic = Diagnostic(E0402, f"no card is called `x{sign}`", here, f"not x{sign}", (Note(f"x{sign}", here),))
    text = plain(diagnostic, {})
    assert text.count("\n") == 5  # the message, its place, the help, the note and its place
    assert sign == "\n" or sign not in text
    assert text.count(sign.encode("unicode_escape").decode()) == 5
