"""What a ruleset does not use costs it nothing: counted, not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.opcodes import operations, operations_per_decision

pytestmark = pytest.mark.slow

# Operations of three random games with 3, 4 and 7 players, one of which has filled memories, as
# they were last counted: each version of Python has operations of its own. The engine before the
# core took 223,588, 320,182 and 497,281 with Python 3.11.
COUNTED = {
    (3, 11): {3: 218_507, 4: 312_212, 7: 488_875},
}


@pytest.mark.skipif(sys.version_info[:2] not in COUNTED, reason="nobody has counted with this version of Python")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_base_game_does_not_pay_for_expansions(rules_file: Path, players: int) -> None:
    rules = open_ruleset(rules_file)  # one that has no memories of other games yet
    assert operations(rules, players, range(3)) == pytest.approx(COUNTED[sys.version_info[:2]][players], rel=0.02)


SHIPPED = ("leaders", "cities", "edifice", "frontiers", "lost-wonders")


@pytest.mark.parametrize(
    ("expansions", "most"),
    [
        pytest.param(("leaders", "cities"), 1.24, id="leaders and cities"),
        pytest.param(("edifice",), 1.11, id="edifice"),
        pytest.param(("frontiers",), 1.77, id="frontiers"),
        pytest.param(("lost-wonders",), 1.47, id="lost wonders"),
        # There is more at stake in each decision: cards go to two places more, cards that enter
        # play
        # serve two seats, and debts, leaders and windows are asked about.
        pytest.param(SHIPPED, 2.46, id="all of them"),
    ],
)
def test_a_decision_with_expansions_takes_at_most_so_many_times_the_operations_of_the_base_game(
    load: Callable[..., Rules], expansions: tuple[str, ...], most: float
) -> None:
    base = operations_per_decision(load("base"), 5, range(4))
    assert operations_per_decision(load(*expansions), 5, range(4)) <= most * base
