"""Compiled games beside the reference interpreter: the same state and the same options at every decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.project import Checked
from stele.compiler.resolve import Scope, bind, declare
from stele.compiler.syntax import parse_clause
from stele.runtime import Rules
from stele.runtime.bots import random_bot
from tests.compare import bot_for, composed
from tests.conftest import scalar
from tests.mutants import altered
from tests.mutate import compiled
from tests.reference_follow import follow
from tests.reference_rich import enrich

GAMES = {3: 4, 4: 3, 5: 3, 6: 2, 7: 2}  # by number of players: the more, the longer they take
SETS = (("base",), ("leaders",), ("cities",), ("leaders", "cities"), ("edifice",), ("edifice", "leaders", "cities"))


Played = Callable[..., tuple[tuple[items.Content, ...], Rules]]


@pytest.fixture(scope="module")
def played(base: Checked) -> Played:
    """Return what gives a set of expansions: its content and the compiled game, made once."""

    @cache
    def of(*expansions: str) -> tuple[tuple[items.Content, ...], Rules]:
        return composed(expansions, base)

    return of


@pytest.mark.parametrize("players", GAMES)
@pytest.mark.parametrize("expansions", SETS, ids=" and ".join)
def test_a_compiled_game_goes_as_the_reference_says(played: Played, expansions: tuple[str, ...], players: int) -> None:
    for seed in range(GAMES[players]):
        follow(*played(*expansions), players, 1000 * players + seed, bot_for(seed))


@pytest.mark.parametrize("expansions", SETS, ids=" and ".join)
def test_so_does_a_game_that_begins_with_grown_cities(played: Played, expansions: tuple[str, ...]) -> None:
    for seed in range(3):
        follow(*played(*expansions), 3, seed, random_bot(seed), enrich)


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        pytest.param("lumber-yard", "produce stone", id="another product"),
        pytest.param("tavern", "gain 6 coins", id="other coins"),
        pytest.param("altar", "score 3 points", id="other points"),
        pytest.param("marketplace", "buy manufactured resources from left for 1", id="another price"),
    ],
)
def test_the_reference_notices_a_difference(played: Played, card: str, effect: str) -> None:
    (content,), _ = played("base")
    changed = (bound(parse_clause(scalar(effect), []), content),)
    check_noticed((content,), card, changed)


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("archimedes", id="a changed cost"),
        pytest.param("xenophon", id="a trigger"),
        pytest.param("hideout", id="a loss"),
        pytest.param("clandestine-dock-west", id="a rebate"),
    ],
)
def test_the_reference_notices_another_clause(played: Played, card: str) -> None:
    contents, _ = played("leaders", "cities")
    definition = next(one for content in contents for one in content.cards if one.id == card)
    check_noticed(contents, card, tuple([*altered(clause)][-1] for clause in definition.effect))


@pytest.mark.parametrize("card", ["tomyris", "secret-warehouse", "pigeon-loft"])
def test_the_reference_notices_what_is_missing(played: Played, card: str) -> None:
    check_noticed(played("leaders", "cities")[0], card, ())


def check_noticed(contents: Sequence[items.Content], card: str, effect: tuple[n.Clause, ...]) -> None:
    """Check that games in which a card has another effect do not go as the reference says."""
    changed = tuple(
        replace(content, cards=tuple(replace(c, effect=effect) if c.id == card else c for c in content.cards))
        for content in contents
    )
    rules = compiled(changed)
    with pytest.raises(AssertionError):
        follow_some(contents, rules)


def follow_some(contents: Sequence[items.Content], rules: Rules) -> None:
    """Play some games beside the reference."""
    for seed in range(40):
        follow(contents, rules, 3 + seed % 2, seed, random_bot(seed), enrich if seed % 2 else None)


def bound(clause: n.Clause | None, content: items.Content) -> n.Clause:
    """Return a clause with its names resolved in a content."""
    assert clause is not None
    table = declare(content, [])
    return bind(clause, Scope(table, frozenset()), [])
