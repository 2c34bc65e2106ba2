"""The page of recipes keeps its word: it is one folder that is sound, each recipe has a ruling that
holds, and that would fail without it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stele.compiler import load
from stele.compiler.cli import main
from stele.compiler.docs.output.guide import guide_text, written
from stele.compiler.driver.check import check_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.rulings.pool import run_rulings
from tests.conftest import ROOT
from tests.guide import Chapter, Write, chapters, write
from tests.invariants import random_game

START, *RECIPES = chapters(guide_text("recipes"))
LEAST = 20  # recipes
NOTHING = "produce ore"  # an effect that no recipe is about


def files(chapter: Chapter) -> list[Write]:
    return [act for act in chapter.acts if isinstance(act, Write)]


def folder_of(chapters: list[Chapter], place: Path) -> Path:
    """Write the recipes of some chapters, with all that they need."""
    for act in (act for chapter in (START, *chapters) for act in files(chapter)):
        write(act, place)
    return place / "recipes"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(RECIPES, tmp_path_factory.mktemp("recipes"))


def failing(folder: Path) -> set[str]:
    """Return the rulings of a folder that do not hold."""
    checked = check_folders([folder])
    assert [one.message for one in checked.diagnostics if one.is_error] == []
    own = [one for one in rulings_of(checked.documents, checked.game.contents) if one.expansion == "recipes"]
    assert own
    return {outcome.ruling.id for outcome in run_rulings(own, checked) if outcome.failures}


def test_there_are_many_recipes_each_with_a_card_and_a_ruling() -> None:
    assert len(RECIPES) >= LEAST
    for recipe in RECIPES:
        assert [act.path.split("/")[1] for act in files(recipe)] == ["cards", "rulings"], recipe.title
    assert guide_text("recipes").count("```") == 2 * sum(len(files(chapter)) for chapter in (START, *RECIPES))


def test_each_recipe_says_what_it_is_for() -> None:
    parts = re.split(r"^## .*$", guide_text("recipes"), flags=re.MULTILINE)[2:]
    assert all(len(part.split("```")[0].split()) > 20 for part in parts)


def test_they_are_one_folder_that_is_sound(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", str(whole)]) == 0
    assert capsys.readouterr().out.startswith("ok: ")
    assert failing(whole) == set()


def test_every_ruling_would_fail_without_its_recipe(whole: Path, tmp_path: Path) -> None:
    for recipe in RECIPES:
        for act in files(recipe):
            text = act.text
            if "/cards/" in act.path:
                text = re.sub(
                    r"effect:.*?(?=^  - id|^```|\Z)", f"effect: {NOTHING}\n", text, flags=re.DOTALL | re.MULTILINE
                )
            write(Write(act.path, text.replace("```", "")), tmp_path)
    for act in files(START):
        write(act, tmp_path)
    rulings = {one for path in (whole / "rulings").iterdir() for one in re.findall(r"  - id: (\S+)", path.read_text())}
    assert failing(tmp_path / "recipes") == rulings


@pytest.mark.parametrize("players", [3, 5, 7])
def test_games_with_all_of_them_hold_all_invariants(whole: Path, players: int) -> None:
    random_game(load(str(whole)), players, seed=players, every=9)


def test_readme_guide_and_language_reference_lead_to_them() -> None:
    assert "](compiler/docs/recipes.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](recipes.html)" in written("guide")
    template = ROOT / "compiler" / "docs" / "templates" / "language.html.j2"
    assert "recipes.html" in template.read_text(encoding="utf-8")
