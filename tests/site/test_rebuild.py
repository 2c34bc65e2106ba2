"""Building a site again: the same bytes, nothing done twice, nothing of anybody else's touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler.cli import main
from tests.site.sites import GARDENS, build

pytestmark = pytest.mark.slow


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def times(folder: Path) -> dict[str, int]:
    """Return when each file of a folder was last written."""
    return {f.relative_to(folder).as_posix(): f.stat().st_mtime_ns for f in folder.rglob("*") if f.is_file()}


def written(before: dict[str, int], after: dict[str, int]) -> set[str]:
    """Return which pages were written or removed between two looks."""
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name) and name[0] != "."}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """An expansion that may be changed."""
    return Path(shutil.copytree(GARDENS, tmp_path / "gardens"))


@pytest.fixture
def place(tmp_path: Path, site: Callable[[str], Path]) -> Path:
    """Its site: the same as that of the original, since pages name files by the folder of their
    expansion.
    """
    return Path(shutil.copytree(site("gardens"), tmp_path / "site"))


def test_the_same_content_gives_the_same_bytes_in_another_process(site: Callable[[str], Path], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stele.compiler.cli", "docs", str(GARDENS), "-o", str(tmp_path / "again")]
    links = os.pathsep.join(path for path in sys.path if path)
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": links})
    assert contents(tmp_path / "again") == contents(site("gardens"))


def test_nothing_changed_writes_nothing(place: Path, copy: Path) -> None:
    before = times(place)
    build(place, str(copy))
    assert times(place) == before


def test_a_changed_card_rewrites_only_pages_that_show_it(place: Path, copy: Path) -> None:
    file = copy / "cards" / "plants.yaml"
    text = file.read_text(encoding="utf-8")
    old, before = contents(place), times(place)
    file.write_text(text.replace("score 2 points\n", "score 3 points\n", 1), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    build(place, str(copy))
    rewritten = written(before, times(place))
    new = contents(place)
    assert {name for name in old if name[0] != "." and old[name] != new[name]} == rewritten
    cards = {name for name in rewritten if "/card-" in name or "/board-" in name}
    assert len(cards) == 1
    assert "search-index.js" in rewritten
    assert len(rewritten) < 15
    assert new == contents(build(place.parent / "anew", str(copy)))


def test_pages_of_a_card_that_is_gone_are_gone_and_what_is_not_ours_stays(place: Path, copy: Path) -> None:
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    (place / "gardens" / "card-of-my-own.html").write_text("mine too", encoding="utf-8")
    (place / "mine").mkdir()
    shutil.rmtree(copy / "rulings")
    file = copy / "cards" / "guilds.yaml"
    file.unlink()
    gone = [page.name for page in (place / "gardens").glob("card-*guild*.html")]
    assert gone
    build(place, str(copy))
    assert not [name for name in gone if (place / "gardens" / name).exists()]
    assert (place / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (place / "gardens" / "card-of-my-own.html").read_text(encoding="utf-8") == "mine too"
    assert (place / "mine").is_dir()


def test_a_page_that_was_lost_is_made_again(place: Path, copy: Path) -> None:
    before = contents(place)
    (place / "index.html").unlink()
    build(place, str(copy))
    assert contents(place) == before


def test_a_folder_with_other_things_is_not_written_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "index.html").write_text("mine", encoding="utf-8")
    assert main(["docs", str(GARDENS), "-o", str(folder)]) == 1
    assert contents(folder) == {"index.html": b"mine"}
    assert "not of a reference" in capsys.readouterr().err


def test_a_mistake_in_content_leaves_the_site_as_it_was(place: Path, copy: Path) -> None:
    before = contents(place)
    (copy / "rules.yaml").write_text("rules: {", encoding="utf-8")
    assert main(["docs", str(copy), "-o", str(place)]) == 1
    assert contents(place) == before
