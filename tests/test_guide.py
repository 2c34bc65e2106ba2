"""The author's guide keeps its word: its files are written, its commands typed, what they show is
compared, and games are played.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler import load
from stele.compiler.cli import main
from stele.compiler.docs.output.guide import guide_text, written
from tests.guide import Type, Write, chapters, fits, write
from tests.invariants import random_game

pytestmark = pytest.mark.slow

CHAPTERS = chapters(guide_text())


def test_the_guide_can_be_followed_from_the_first_page_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for number, chapter in enumerate(CHAPTERS):
        touched: dict[Path, None] = {}
        for act in chapter.acts:
            match act:
                case Write():
                    touched[write(act, tmp_path)] = None
                case Type(command, shown):
                    main(command.split())
                    seen = capsys.readouterr()
                    assert fits(seen.out + seen.err, shown), f"{chapter.title}: {command}\n{seen.out}{seen.err}"
        for folder in touched:
            assert main(["check", str(folder)]) == 0, chapter.title
            assert capsys.readouterr().out.startswith("ok: "), chapter.title
            if (folder / "rulings").is_dir():
                assert main(["test", str(folder)]) == 0, chapter.title
            capsys.readouterr()
            random_game(load(str(folder)), 3 + number % 3, seed=number, every=9)


def test_the_rivers_of_the_guide_play_with_any_number_and_meet_other_expansions(tmp_path: Path) -> None:
    for act in (act for chapter in CHAPTERS for act in chapter.acts):
        if isinstance(act, Write) and act.path.startswith("rivers/"):
            rivers = write(act, tmp_path)
    for number, players in enumerate((3, 5, 7)):
        random_game(load(str(rivers)), players, seed=number, every=9)
    random_game(load(str(rivers), "frontiers", "leaders"), 4, seed=1, every=9)


def test_a_guide_without_a_site_leads_to_no_page_of_it() -> None:
    assert "](language.html)" in written()
    assert ".html)" not in guide_text()
    assert "The clause language: every construct." in guide_text()


def test_the_guide_is_made_of_files_and_commands() -> None:
    written = [act.path for chapter in CHAPTERS for act in chapter.acts if isinstance(act, Write)]
    typed = [act.command.split()[0] for chapter in CHAPTERS for act in chapter.acts if isinstance(act, Type)]
    assert len(written) > 20
    assert {"new", "check", "show", "fix", "test", "simulate", "play"} <= set(typed)
    assert guide_text().count("```yaml") == len(written), "every block of YAML is a file"


@pytest.mark.parametrize(
    ("seen", "shown", "is_same"),
    [
        ("a\nb\nc\n", "a\n...\nc\n", True),
        ("a\nb\n", "a\nc\n", False),
        ("ok: 12 cards\n", "ok: ... cards\n", True),
        ("ok: 12 boards\n", "ok: ... cards\n", False),
        ("a  \n\n", "a\n", True),
    ],
)
def test_dots_stand_for_anything_and_nothing_else_does(seen: str, shown: str, is_same: bool) -> None:
    assert fits(seen, shown) is is_same
