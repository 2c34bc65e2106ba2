"""What a ruleset does not use costs it nothing: counted, not timed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stele.runtime import open as open_ruleset
from tests.opcodes import operations

# Three random games with 3, 4 and 7 players, when only the base game could be played. Each version of Python counts
# in its own way.
BEFORE = {(3, 11): {3: 250_747, 4: 371_855, 7: 546_419}}


@pytest.mark.skipif(sys.version_info[:2] not in BEFORE, reason="operations were counted with another Python")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_base_game_does_not_pay_for_expansions(rules_file: Path, players: int) -> None:
    rules = open_ruleset(rules_file)  # one that has no memories of other games yet
    assert operations(rules, players, range(3)) <= 1.05 * BEFORE[sys.version_info[:2]][players]
