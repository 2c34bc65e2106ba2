"""Compiled games beside the reference interpreter: the same state and the same options at every decision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.project import Checked
from stele.compiler.resolve import Scope, bind, declare
from stele.compiler.syntax import parse_clause
from stele.runtime import Rules
from stele.runtime.bots import greedy_bot, random_bot
from tests.conftest import scalar
from tests.mutate import compiled
from tests.reference import follow


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("seed", range(4))
def test_a_compiled_game_goes_as_the_reference_says(base: Checked, rules: Rules, players: int, seed: int) -> None:
    game = rules.new_game(players, 1000 * players + seed)
    bot = greedy_bot(seed) if seed % 2 else random_bot(seed)
    follow(base.game.content("base"), game, bot)


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        pytest.param("lumber-yard", "produce stone", id="another product"),
        pytest.param("tavern", "gain 6 coins", id="other coins"),
        pytest.param("altar", "score 3 points", id="other points"),
        pytest.param("marketplace", "buy manufactured resources from left for 1", id="another price"),
    ],
)
def test_the_reference_notices_a_difference(base: Checked, card: str, effect: str) -> None:
    content = base.game.content("base")
    changed = (bound(parse_clause(scalar(effect), []), content),)
    cards = tuple(replace(c, effect=changed) if c.id == card else c for c in content.cards)
    rules = compiled((replace(content, cards=cards),))
    with pytest.raises(AssertionError):
        follow_some(content, rules)


def follow_some(content: items.Content, rules: Rules) -> None:
    """Play some games beside the reference."""
    for seed in range(30):
        follow(content, rules.new_game(3 + 4 * (seed % 2), seed), random_bot(seed))


def bound(clause: n.Clause | None, content: items.Content) -> n.Clause:
    """Return a clause with its names resolved in a content."""
    assert clause is not None
    table = declare(content, [])
    return bind(clause, Scope(table, frozenset()), [])
