"""What is written of a reference: only what has changed, and nothing of anybody else's is
touched.
"""

from __future__ import annotations

from collections.abc import Callable
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


def test_a_page_that_is_not_what_was_written_is_written_again(tmp_path: Path) -> None:
    pieces = {"index.html": piece("one"), "a.html": piece("two")}
    write(tmp_path, pieces, "x")
    (tmp_path / "a.html").write_text("")
    assert not is_current(tmp_path, "x")
    assert write(tmp_path, pieces, "x").written == ("a.html",)
    assert is_current(tmp_path, "x")


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"files": 3}', '{"files": {"a": 1}}', "[" * 99999])
def test_a_damaged_manifest_heals(tmp_path: Path, damage: str) -> None:
    pieces = {"index.html": piece("one"), "a.html": piece("two")}
    write(tmp_path, pieces, "x")
    (tmp_path / MANIFEST).write_text(damage)
    assert not is_current(tmp_path, "x")
    write(tmp_path, pieces, "x")
    assert is_current(tmp_path, "x")


def test_the_manifest_of_an_earlier_version_still_tells_what_is_ours(tmp_path: Path) -> None:
    (tmp_path / "old.html").write_text("old")
    (tmp_path / MANIFEST).write_text('{"made-of": "x", "files": {"old.html": "key"}}')
    assert not is_current(tmp_path, "x")
    assert write(tmp_path, {"index.html": piece("one")}, "x").removed == ("old.html",)


FIRST = {"index.html": "one", "a/b.html": "two", "a/c.html": "three", "d/e.html": "four"}
SECOND = {"index.html": "one", "a/b.html": "changed", "f/g.html": "five"}
STOPS = [OSError(28, "No space left on device"), KeyboardInterrupt()]


@pytest.mark.parametrize("stop", STOPS, ids=["a full disk", "an impatient author"])
@pytest.mark.parametrize("before", [{}, FIRST], ids=["a new folder", "a folder with pages"])
def test_an_interrupted_run_can_always_be_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException, before: dict[str, str]
) -> None:
    pages = {name: piece(text) for name, text in SECOND.items()}
    for number in range(20):
        place = tmp_path / str(number)
        if before:
            write(place, {name: piece(text) for name, text in before.items()}, "first")
        with monkeypatch.context() as patch:
            stopper = Stopper(number, stop)
            patch.setattr(Path, "replace", stopper.before(Path.replace))
            patch.setattr(Path, "unlink", stopper.before(Path.unlink))
            try:
                write(place, pages, "second")
            except (OSError, KeyboardInterrupt):
                assert not is_current(place, "second")
                assert not is_current(place, "first") or content(place) == before
            else:
                assert number > 3
                break
        write(place, pages, "second")
        assert is_current(place, "second")
        assert content(place) == SECOND
    else:
        raise AssertionError("it never came to its end")


class Stopper:
    """Lets work be done so many times, and then raises once."""

    def __init__(self, times: int, problem: BaseException) -> None:
        self.times, self.problem = times, problem

    def before(self, work: Callable[..., object]) -> Callable[..., object]:
        """Return the same work."""

        def limited(*arguments: object, **named: object) -> object:
            self.times -= 1
            if self.times == -1:
                raise self.problem
            return work(*arguments, **named)

        return limited


def content(place: Path) -> dict[str, str]:
    """Return all files of a folder but the manifest."""
    files = [file for file in place.rglob("*") if file.is_file() and file.name != MANIFEST]
    return {file.relative_to(place).as_posix(): file.read_text() for file in files}


def test_what_a_killed_run_has_left_behind_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".stele-0123.tmp").write_text("half")
    write(tmp_path, {"a/index.html": piece("one")}, "x")
    (tmp_path / "a" / ".stele-4567.tmp").write_text("half")
    write(tmp_path, {"a/index.html": piece("two")}, "y")
    assert content(tmp_path) == {"a/index.html": "two"}


@pytest.mark.parametrize("name", ["index.html", "a"])
def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "mine"
    outside.mkdir()
    (outside / "index.html").write_text("mine")
    pieces = {"index.html": piece("one"), "a/index.html": piece("two")}
    write(tmp_path / "site", {"b.html": piece("b")})
    (tmp_path / "site" / name).symlink_to(outside / "index.html" if name == "index.html" else outside)
    with pytest.raises(ForeignFolder, match="leads out of"):
        write(tmp_path / "site", pieces)
    assert (outside / "index.html").read_text() == "mine"


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
