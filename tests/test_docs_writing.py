"""What is written of a reference: only what has changed, and nothing of anybody else's is
touched.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.docs.output.markdown import code, escaped
from stele.compiler.docs.output.writing import MANIFEST, ForeignFolder, OutputFile, is_current, piece, write


def never() -> str:
    raise AssertionError("this was made although it had not changed")


def test_what_has_not_changed_is_not_made_again(tmp_path: Path) -> None:
    first = write(tmp_path / "site", {"index.html": piece("one"), "base/a.html": piece("two")}, "x")
    assert first.written == ("index.html", "base/a.html")
    again = {"index.html": piece("changed"), "base/a.html": OutputFile(piece("two").key, never)}
    second = write(tmp_path / "site", again, "y")
    assert (second.written, second.kept) == (("index.html",), 1)
    assert (tmp_path / "site" / "index.html").read_text() == "changed"


def test_what_is_no_longer_made_is_removed_with_its_folder(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": piece("one"), "old/a.html": piece("two")})
    (tmp_path / "notes.txt").write_text("mine")
    gone = write(tmp_path, {"index.html": piece("one")})
    assert gone.removed == ("old/a.html",)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([MANIFEST, "index.html", "notes.txt"])


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ForeignFolder):
        write(tmp_path, {"index.html": piece("one")})
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("name", ["../outside.txt", "/etc/stele-test", "a/../../outside.txt"])
def test_a_manifest_that_points_outside_is_not_followed(tmp_path: Path, name: str) -> None:
    site, outside = tmp_path / "site", tmp_path / "outside.txt"
    site.mkdir()
    outside.write_text("mine")
    (site / MANIFEST).write_text(f'{{"made-of": "", "files": {{"{name}": "x"}}}}')
    write(site, {"index.html": piece("one")})
    assert outside.read_text() == "mine"


def test_a_folder_is_current_as_long_as_all_its_files_are_there(tmp_path: Path) -> None:
    assert not is_current(tmp_path, "x")
    write(tmp_path, {"index.html": piece("one")}, "x")
    assert is_current(tmp_path, "x")
    assert not is_current(tmp_path, "y")
    (tmp_path / "index.html").unlink()
    assert not is_current(tmp_path, "x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a *b* <i>", r"a \*b\* \<i\>", id="signs"),
        pytest.param("1. one", r"1\. one", id="no list"),
        pytest.param("- one", r"\- one", id="no entry"),
        pytest.param("two\nlines", "two lines", id="one line"),
        pytest.param("&lt;", r"\&lt;", id="no entity"),
    ],
)
def test_markdown_shows_text_as_it_is(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_code_in_markdown_may_hold_backticks() -> None:
    assert code("gain 1 coin") == "`gain 1 coin`"
    assert code("a ` b") == "`` a ` b ``"
