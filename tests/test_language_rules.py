"""The rules of the language itself: what sentences mean that no shipped expansion asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.rulings.pool import run_rulings
from stele.runtime import open as open_ruleset
from tests.conftest import HERE
from tests.invariants import random_game

LANGUAGE = HERE / "expansions" / "language"


@pytest.fixture(scope="module")
def checked() -> Checked:
    return check_folders([LANGUAGE])


def test_it_checks_clean(checked: Checked) -> None:
    assert checked.diagnostics == []


def test_all_its_rulings_hold_and_cover_its_rules(checked: Checked) -> None:
    rulings = [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion == "language"]
    for outcome in run_rulings(rulings, checked):
        assert outcome.failures == [], f"{outcome.ruling.id}: {outcome.failures}"
    covered = {name.text for ruling in rulings for name in ruling.covers}
    own = next(content for content in checked.game.contents if content.expansion.id == "language")
    assert covered == {rule.id for rule in own.rules}


@pytest.mark.parametrize("players", [3, 5])
def test_random_games_hold_all_invariants(tmp_path: Path, players: int) -> None:
    text = build([LANGUAGE]).text
    assert text is not None
    file = tmp_path / "language.py"
    file.write_text(text, encoding="utf-8")
    rules = open_ruleset(file)
    for seed in range(3):
        random_game(rules, players, seed)
