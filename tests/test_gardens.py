"""The promise, tested early: an expansion of our own, written as an author would, without a line of
Python.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.rulings.pool import run_rulings
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.conftest import HERE, ROOT, sampled
from tests.invariants import random_game
from tests.test_names import python_words, words_of

pytestmark = pytest.mark.slow

GARDENS = HERE / "expansions" / "gardens"
CONTENT = ROOT / "content"


@pytest.fixture(scope="session")
def checked() -> Checked:
    return check_folders([GARDENS])


def opened(folder: Path, others: list[str], variant: str = "") -> Rules:
    built = build([GARDENS, *(CONTENT / id for id in others)], variant)
    assert built.text is not None
    file = folder / f"gardens{'_'.join(others)}{len(variant)}.py"
    file.write_text(built.text, encoding="utf-8")
    return open_ruleset(file)


@pytest.fixture(scope="session")
def gardens(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return opened(tmp_path_factory.mktemp("gardens"), [])


@pytest.fixture(scope="session")
def all_together(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return opened(tmp_path_factory.mktemp("gardens"), ["cities", "leaders"])


def test_it_checks_clean(checked: Checked) -> None:
    assert checked.diagnostics == []


def test_all_its_rulings_hold(checked: Checked) -> None:
    rulings = [
        ruling for ruling in rulings_of(checked.documents, checked.game.contents) if ruling.expansion == "gardens"
    ]
    outcomes = run_rulings(rulings, checked)
    assert [(outcome.ruling.id, outcome.failures) for outcome in outcomes if outcome.failures] == []
    assert len(rulings) >= 20
    covered = {name.text for ruling in rulings for name in ruling.covers}
    known = {
        rule.id for content in checked.game.contents for rule in content.rules if content.expansion.id == "gardens"
    }
    assert known <= covered


def test_patches_reach_the_base_game(gardens: Rules) -> None:
    actions = {action.id: action for action in gardens.tables.actions}
    assert gardens.tables.coins == 4
    assert actions["discard"].coins == 2
    assert next(play for play in gardens.tables.plays if play.id == "play").actions[-1] == [*actions].index("plant")


def test_its_line_stands_behind_those_of_the_base_game(gardens: Rules) -> None:
    assert [line.id for line in gardens.tables.lines][-1] == "gardens"


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("chunk", sampled(range(20), 10))
def test_random_games_keep_every_invariant(gardens: Rules, players: int, chunk: int) -> None:
    for seed in range(chunk * 5, chunk * 5 + 5):
        random_game(gardens, players, seed, every=40)


def test_everything_of_it_happens_in_some_game(gardens: Rules) -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        game = random_game(gardens, 3 + seed % 5, seed, every=1000)
        for seat in game.view(0)["seats"]:
            seen.update({"planted": len(seat["zones"]["garden"]), "acorns": seat["tokens"].get("acorn", 0)})
            seen.update(seat["zones"]["city"])
        for score in game.scores():
            seen.update({"points": dict(score.lines)["gardens"]})
        assert sum(seat["tokens"].get("acorn", 0) for seat in game.view(0)["seats"]) <= 12
    plants = {card.id for card in gardens.tables.cards if gardens.tables.colours[card.colour][0] == "lime"}
    assert min(seen["planted"], seen["acorns"], seen["points"]) > 50
    assert plants <= set(seen), f"never built: {plants - set(seen)}"


@pytest.mark.parametrize("players", range(3, 8))
def test_it_plays_together_with_other_expansions(all_together: Rules, players: int) -> None:
    assert all_together.tables.coins == 7  # six with leaders, and one more
    for seed in range(3):
        random_game(all_together, players, seed, every=40)


def test_its_variant_plays(tmp_path: Path) -> None:
    rules = opened(tmp_path, [], "hard-winter")
    assert (rules.tables.coins, rules.tables.numbers) == (2, (3, 4, 5))
    for seed in range(12):
        random_game(rules, 3 + seed % 3, seed, every=40)


def test_nothing_of_it_is_known_to_the_compiler_the_runtime_or_the_grammar(checked: Checked) -> None:
    content = checked.contents["gardens"]
    vocabulary, flow = content.vocabulary, content.flow
    assert flow is not None
    lists = [*(getattr(vocabulary, field.name) for field in fields(vocabulary)), content.cards, content.boards]
    ids = {item.id for listed in (*lists, flow.actions, flow.riders, flow.steps()) for item in listed}
    ids |= {"gardens", *(variant.id for variant in content.variants)}
    assert len(ids) > 40
    known = ids | {f"{id}s" for id in ids}
    for folder in ("compiler", "runtime"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for line, text in python_words(file):
                assert not words_of(text) & known, f"{file.name}:{line}"
    for file in sorted((ROOT / "grammar").rglob("*.*")):
        text = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
        assert not words_of(text) & known, file.name
