"""What a ruleset does not use costs it nothing: counted, not timed."""

from __future__ import annotations

import sys

import pytest

from stele.runtime import Rules
from tests.opcodes import operations

# Three random games with 3, 4 and 7 players, when only the base game could be played. Each version of Python counts
# in its own way.
BEFORE = {(3, 11): {3: 250_747, 4: 356_008, 7: 524_887}}


@pytest.mark.skipif(sys.version_info[:2] not in BEFORE, reason="operations were counted with another Python")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_base_game_does_not_pay_for_expansions(rules: Rules, players: int) -> None:
    assert operations(rules, players, range(3)) <= 1.05 * BEFORE[sys.version_info[:2]][players]
