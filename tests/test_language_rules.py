"""The rules of the language itself: what sentences mean that no shipped expansion asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.rulings.pool import run_rulings
from stele.runtime import open as open_ruleset
from tests.conftest import HERE
from tests.invariants import random_game

LANGUAGE = HERE / "expansions" / "language"
DECISIONS = 47  # on the meaning of clauses


@pytest.fixture(scope="module")
def checked() -> Checked:
    return check_folders([LANGUAGE])


@pytest.fixture(scope="module")
def rulings(checked: Checked) -> list[Ruling]:
    return [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion == "language"]


@pytest.fixture(scope="module")
def rules(checked: Checked) -> set[str]:
    own = next(content for content in checked.game.contents if content.expansion.id == "language")
    return {rule.id for rule in own.rules}


def test_it_checks_clean(checked: Checked) -> None:
    assert checked.diagnostics == []


def test_all_its_rulings_hold(checked: Checked, rulings: list[Ruling]) -> None:
    for outcome in run_rulings(rulings, checked):
        assert outcome.failures == [], f"{outcome.ruling.id}: {outcome.failures}"
        assert outcome.is_known_gap == bool(outcome.ruling.gap), outcome.ruling.id


def test_its_rulings_cover_its_rules(rulings: list[Ruling], rules: set[str]) -> None:
    covered = {name.text for ruling in rulings for name in ruling.covers}
    held = {name.text for ruling in rulings if not ruling.gap for name in ruling.covers}
    assert covered == held == rules


def test_each_decision_is_held_by_rules_that_exist_or_waits(rules: set[str]) -> None:
    lines = (LANGUAGE / "rules.yaml").read_text(encoding="utf-8").splitlines()
    comment = "\n".join(line for line in lines if line.startswith("#"))
    table = comment.split("Where what ships says otherwise")[0]
    numbers = [int(number) for number in re.findall(r"^# +(\d+)  ", table, flags=re.MULTILINE)]
    assert numbers == list(range(1, DECISIONS + 1))
    known = {rule.removeprefix("language.") for rule in rules}
    for file in (HERE.parent / "content").glob("*/rules.yaml"):
        known |= set(re.findall(r"- id: (\S+)", file.read_text(encoding="utf-8")))
    known |= {f"{rule.rpartition('.')[0]}.*" for rule in known}
    named = re.findall(r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+|[a-z]+\.\*", table)
    assert set(named) - known == set()


@pytest.mark.parametrize("players", [3, 5])
def test_random_games_hold_all_invariants(tmp_path: Path, players: int) -> None:
    text = build([LANGUAGE]).text
    assert text is not None
    file = tmp_path / "language.py"
    file.write_text(text, encoding="utf-8")
    rules = open_ruleset(file)
    for seed in range(3):
        random_game(rules, players, seed)
