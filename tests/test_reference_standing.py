"""What stands, beside the reference interpreter: changed costs, tolls, effects on conditions."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.compare import bot_for
from tests.conftest import ROOT
from tests.reference_follow import follow
from tests.reference_rich import enrich

pytestmark = pytest.mark.slow

STANDING = ROOT / "tests" / "expansions" / "standing"


@cache
def played(file: str) -> tuple[tuple[items.Content, ...], Rules]:
    """Return the content of the expansion with what it requires, and the compiled game."""
    checked = check_folders([STANDING])
    assert checked.game is not None
    return checked.game.contents, open_ruleset(file)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_games_with_cities_that_have_grown_go_as_the_reference_says(
    tmp_path_factory: pytest.TempPathFactory, players: int
) -> None:
    file = tmp_path_factory.getbasetemp() / "standing.py"
    if not file.exists():
        text = build([STANDING]).text
        assert text is not None
        file.write_text(text, encoding="utf-8")
    events: Counter[str] = Counter()
    for seed in range(4):
        events += follow(*played(str(file)), players, 100 * players + seed, bot_for(seed), enrich).table.events
    assert events["forbidden options"]
