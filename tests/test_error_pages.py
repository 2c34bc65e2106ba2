"""Every code has a page; its bad example earns exactly that code, the good one earns nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.common.codes import CODES, RETIRED
from stele.compiler.driver.check import check_folders, clashes, outdated, unaccounted
from stele.compiler.driver.workspace import Memory
from stele.compiler.tools.error_pages import pages, write_example

IDENTITY = 'stele: 2\nid: example\nname: An example\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
MEMORY = Memory()  # the base game is the same in all examples
ADVICE = ("W0606", "W0607", "W0610")  # asked for with `--strict` only


def codes_of(code: str, is_bad: bool, folder: Path) -> set[str]:
    write_example(pages()[code], is_bad, folder / "example", IDENTITY)
    checked = check_folders([folder / "example"], memory=MEMORY)
    found = [*checked.diagnostics, *(unaccounted(checked, [folder / "example"]) if code in ADVICE else [])]
    if code == "W0611":
        found += outdated(checked, [folder / "example"])
    if code == "W0608":  # an example of something else need not fit every expansion
        found += clashes(checked, [folder / "example"])
    return {diagnostic.code.id for diagnostic in found}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert list(pages()) == [code.id for code in CODES]
    assert all(page.means and page.why and page.bad and page.good for page in pages().values())


@pytest.mark.parametrize("code", [code.id for code in CODES])
def test_the_bad_example_earns_the_code_and_nothing_else(tmp_path: Path, code: str) -> None:
    assert codes_of(code, True, tmp_path) == {code}


@pytest.mark.parametrize("code", [code.id for code in CODES])
def test_the_example_put_right_earns_nothing(tmp_path: Path, code: str) -> None:
    assert codes_of(code, False, tmp_path) == set()


@pytest.mark.parametrize("code", [code.id for code in CODES])
def test_a_page_can_be_read_in_the_terminal(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code.lower()]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{code}: ")
    assert "Why it matters: " in shown
    assert max(len(line) for line in shown.splitlines()) < 160
    assert "\x07" not in shown


def test_the_list_shows_every_code_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [code.id for code in CODES]


def test_a_retired_code_is_not_used_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert not set(RETIRED) & {code.id for code in CODES}
    for code in RETIRED:
        assert main(["explain", code]) == 2
        assert "nothing earns it any more" in capsys.readouterr().err


def test_an_unknown_code_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "E0420"]) == 2
    assert "there is no code `E0420`; did you mean" in capsys.readouterr().err
