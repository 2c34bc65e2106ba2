"""Compiled games beside the reference interpreter: the same state and the same options at every
decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from stele.compiler.analysis.checks.moments import is_demand
from stele.compiler.analysis.declarations import declare
from stele.compiler.analysis.resolve import bind
from stele.compiler.analysis.scopes import Scope
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_clause
from stele.lab.bots import random_bot
from stele.runtime import Ask, Game, Rules
from tests.compare import bot_for, composed, leaning_bot, staging_bot
from tests.conftest import sampled, scalar
from tests.mutants import altered
from tests.mutate import compiled
from tests.reference import Reference
from tests.reference_follow import accounted_cells, follow
from tests.reference_rich import enrich

pytestmark = pytest.mark.slow

SETS = (("base",), ("leaders",), ("cities",), ("leaders", "cities"))
VARIANTS = [
    pytest.param(("base",), "two-players", 2, id="two players"),
    pytest.param(("leaders",), "two-players", 2, id="two players with leaders"),
    pytest.param(("cities",), "two-players", 2, id="two players with cities"),
    pytest.param(("leaders", "cities"), "two-players", 2, id="two players with leaders and cities"),
    pytest.param(("edifice",), "", 3, id="edifices for three"),
    pytest.param(("edifice",), "", 5, id="edifices for five"),
    pytest.param(("edifice", "leaders", "cities"), "", 4, id="edifices with leaders and cities"),
    pytest.param(("cities",), "", 8, id="eight with cities"),
    pytest.param(("leaders", "cities"), "", 8, id="eight with leaders and cities"),
    pytest.param(("cities",), "teams", 4, id="two teams"),
    pytest.param(("leaders", "cities"), "teams", 4, id="two teams with leaders"),
    pytest.param(("leaders", "cities"), "teams", 6, id="three teams with leaders"),
    pytest.param(("cities",), "teams", 8, id="four teams"),
    pytest.param(("lost-wonders",), "", 3, id="lost wonders for three"),
    pytest.param(("lost-wonders",), "", 5, id="lost wonders for five"),
    pytest.param(("lost-wonders", "leaders", "cities"), "", 4, id="lost wonders with leaders and cities"),
    pytest.param(("lost-wonders", "leaders", "cities"), "teams", 4, id="lost wonders in teams"),
]


# Boards of which each asks something that no other does.
FURTHER = [
    ("caylus", "a"),
    ("roll-through-the-ages", "b"),
    ("dominion", "a"),
    ("lhasa", "b"),
    ("persepolis", "b"),
    ("rlyeh", "b"),
    ("atlantis", "b"),
    ("capua", "b"),
    ("sparta", "b"),
    ("antiocheia", "b"),
    ("tartaros", "a"),
    ("dominion", "b"),
    ("helvetia", "a"),
    ("el-dorado", "b"),
    ("uruk", "b"),
    ("babel", "b"),
]

Played = Callable[..., tuple[tuple[items.Content, ...], Rules]]


@pytest.fixture(scope="module")
def played(base: Checked) -> Played:
    """Return what gives a set of expansions: its content and the compiled game, made once."""

    @cache
    def of(*expansions: str, variant: str = "") -> tuple[tuple[items.Content, ...], Rules]:
        return composed(expansions, base, variant)

    return of


@pytest.mark.parametrize("players", sampled(range(3, 8), 2))
@pytest.mark.parametrize("expansions", SETS, ids=" and ".join)
def test_a_compiled_game_goes_as_the_reference_says(played: Played, expansions: tuple[str, ...], players: int) -> None:
    follow(*played(*expansions), players, 1000 * players, bot_for(players))


@pytest.mark.parametrize(("expansions", "variant", "players"), VARIANTS)
def test_so_does_a_variant_and_a_game_with_other_boards(
    played: Played, expansions: tuple[str, ...], variant: str, players: int
) -> None:
    follow(*played(*expansions, variant=variant), players, 1000 * players, bot_for(players))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_so_does_a_game_in_which_neighbours_share_places(played: Played, players: int) -> None:
    events: Counter[str] = Counter()
    for seed in range(2):
        events += follow(*played("frontiers"), players, 1000 * players + seed, leaning_bot(seed)).table.places.events
    assert events["step 1 won"] > events["step 1 lost"] > 0
    assert events["step 3 won"]


@pytest.mark.parametrize(
    ("expansions", "variant", "players", "seed"),
    [
        pytest.param(("frontiers",), "two-players", 2, 1, id="two players"),
        pytest.param(("frontiers", "cities"), "teams", 4, 1, id="teams"),
        pytest.param(("frontiers", "lost-wonders", "leaders", "cities"), "", 4, 2, id="seats that move"),
    ],
)
def test_so_do_shared_places_with_other_rules(
    played: Played, expansions: tuple[str, ...], variant: str, players: int, seed: int
) -> None:
    follow(*played(*expansions, variant=variant), players, seed, leaning_bot(seed))


@pytest.mark.parametrize(("players", "seed"), [(3, 27), (4, 36)])
def test_so_does_one_in_which_both_owners_of_a_place_copy_a_card(played: Played, players: int, seed: int) -> None:
    played_out = follow(*played("frontiers", "leaders", "cities"), players, seed, leaning_bot(seed))
    assert played_out.table.places.events["copies for both owners"]


def test_so_does_one_in_which_a_seat_leaves_the_table_while_it_owes_coins(played: Played) -> None:
    bot = staging_bot(22)

    def choose(game: Game, ask: Ask) -> int:
        """Take the board with which a seat leaves the table, and let others lose coins."""
        cards = {game.meaning(ask, option).card: option for option in ask.options}
        built = [option for option in ask.options if game.meaning(ask, option).action == "build"]
        losses = [option for option in built if game.meaning(ask, option).card in ("hideout", "lair", "sepulcher")]
        return cards.get("brigadoon-b") or next(iter(losses), None) or bot(game, ask)

    others = [("gizah", "a"), ("rhodos", "b"), ("olympia", "a"), ("babylon", "a"), ("ephesos", "a")]
    boards = [("temporal-paradox", "b"), *others]
    used = {*(board for board, _ in boards), "brigadoon", "alexandria", "halikarnassos"}
    contents = tuple(
        replace(content, boards=tuple(board for board in content.boards if board.id in used))
        for content in played("lost-wonders", "leaders", "cities")[0]
    )
    played_out = follow(contents, compiled(contents), 6, 22, choose, None, boards)
    assert played_out.table.events["left the table owing coins"]


@pytest.mark.parametrize("variant", ["", "teams"])
def test_so_do_boards_that_ask_most_of_the_engine(played: Played, variant: str) -> None:
    contents, rules = played("lost-wonders", "leaders", "cities", variant=variant)
    events: Counter[str] = Counter()
    for seed in range(8):
        events += follow_boards(contents, rules, 4, seed).table.events
    missing = {
        "cards given up",
        "cards played that others gave up",
        "cards swapped",
        "cards used for what something waits for",
        "coins put on cards",
        "duties",
        "exchanges",
        "hands swapped",
        "purchases further away",
        "unused units spent",
        "cards built that were drawn",
        "exchanges of several",
        "losses that cost less",
        "rolls",
        "tokens lost by choice",
    } - set(+events)
    assert not missing


@pytest.mark.parametrize(
    ("expansions", "variant"),
    [
        (("lost-wonders", "leaders", "cities"), ""),
        (("lost-wonders", "leaders", "cities"), "two-players"),
        (("lost-wonders", "leaders", "cities"), "teams"),
        (("edifice",), ""),
        (("frontiers",), ""),
    ],
)
def test_equal_states_are_equal_rows(played: Played, expansions: tuple[str, ...], variant: str) -> None:
    _, rules = played(*expansions, variant=variant)
    for players in rules.tables.numbers:
        row = rules.new_game(players, 1).row
        assert accounted_cells(rules, players) == set(range(len(row))), "each is compared, or follows from what is"


@pytest.mark.parametrize("expansions", SETS, ids=" and ".join)
def test_so_does_a_game_that_begins_with_grown_cities(played: Played, expansions: tuple[str, ...]) -> None:
    for seed in range(3):
        follow(*played(*expansions), 3, seed, random_bot(seed), enrich)


@pytest.mark.parametrize("variant", ["", "teams"])
def test_so_do_grown_cities_of_lost_wonders(played: Played, variant: str) -> None:
    for seed in range(2):
        follow(*played("lost-wonders", "leaders", "cities", variant=variant), 4, seed, random_bot(seed), enrich)


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


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda side: replace(side, room=tuple((c, n + 1) for c, n in side.room)), id="more room"),
        pytest.param(lambda side: replace(side, ladder=side.ladder[1:]), id="no first step"),
        pytest.param(lambda side: replace(side, ladder=side.ladder[:-1]), id="no last step"),
        pytest.param(lambda side: replace(side, alone=side.alone - 1), id="alone with a smaller lead"),
        pytest.param(lambda side: replace(side, for_sale=not side.for_sale), id="cards for sale"),
    ],
)
def test_the_reference_notices_another_place(
    played: Played, change: Callable[[items.PlaceSide], items.PlaceSide]
) -> None:
    contents, _ = played("frontiers")
    changed = tuple(
        replace(
            content,
            places=tuple(replace(place, sides=tuple(map(change, place.sides))) for place in content.places),
        )
        for content in contents
    )
    rules = compiled(changed)
    with pytest.raises(AssertionError):
        follow_leaning(contents, rules)


@pytest.mark.parametrize("moment", ["reward", "penalty"])
def test_the_reference_notices_another_edifice(played: Played, moment: str) -> None:
    contents, _ = played("edifice")
    changed = tuple(replace(content, cards=tuple(map(with_other(moment), content.cards))) for content in contents)
    rules = compiled(changed)
    with pytest.raises(AssertionError):
        follow_some(contents, rules)


def with_other(moment: str) -> Callable[[items.Card], items.Card]:
    """Return what changes each clause that a card has for a moment."""

    def is_fit(clause: n.Clause) -> bool:
        return moment != "penalty" or is_demand(clause)

    def change(card: items.Card) -> items.Card:
        changed = tuple(
            (
                name,
                tuple(([c for c in altered(clause) if is_fit(c)] or [clause])[0] for clause in clauses)
                if name.text == moment
                else clauses,
            )
            for name, clauses in card.moments
        )
        return replace(card, moments=changed)

    return change


@pytest.mark.parametrize(
    ("board", "side", "stage"),
    [
        pytest.param("beiping", "a", 1, id="buying from anyone"),
        pytest.param("beiping", "b", 2, id="spending unused goods"),
        pytest.param("beiping", "b", 3, id="an exchange"),
        pytest.param("citadels", "a", 0, id="a duty"),
        pytest.param("citadels", "a", 1, id="swapping hands"),
        pytest.param("citadels", "b", 0, id="what others give up"),
        pytest.param("citadels", "b", 1, id="using a card for an action"),
        pytest.param("citadels", "b", 2, id="swapping cards"),
        pytest.param("citadels", "b", 3, id="coins on cards"),
    ],
)
def test_the_reference_notices_a_missing_stage(played: Played, board: str, side: str, stage: int) -> None:
    contents, _ = played("lost-wonders", "leaders")
    rules = compiled(with_side(contents, board, side, lambda one: without_effect(one, stage)))
    with pytest.raises(AssertionError):
        follow_with(contents, rules, (board, side))


def test_the_reference_notices_stages_in_their_order(played: Played) -> None:
    contents, _ = played("lost-wonders")
    rules = compiled(with_side(contents, "citadels", "a", lambda one: replace(one, start=one.start[:1])))
    with pytest.raises(AssertionError):
        follow_with(contents, rules, ("citadels", "a"))


def with_side(
    contents: Sequence[items.Content], board: str, side: str, change: Callable[[items.Side], items.Side]
) -> tuple[items.Content, ...]:
    """Return contents in which one side of a board is changed."""

    def changed(one: items.Board) -> items.Board:
        sides = tuple(change(face) if (one.id, face.id) == (board, side) else face for face in one.sides)
        return replace(one, sides=sides)

    return tuple(replace(content, boards=tuple(map(changed, content.boards))) for content in contents)


def without_effect(side: items.Side, number: int) -> items.Side:
    """Return a side of a board on which one stage does nothing."""
    stages = tuple(replace(stage, effect=()) if i == number else stage for i, stage in enumerate(side.stages))
    return replace(side, stages=stages)


def follow_with(contents: Sequence[items.Content], rules: Rules, face: tuple[str, str]) -> None:
    """Play some games with a side of a board beside the reference."""
    for seed in range(30):
        boards = [face, ("gizah", "a"), ("rhodos", "b"), ("ephesos", "a")]
        follow(contents, rules, 4, seed, staging_bot(seed), enrich, boards)


def follow_boards(contents: Sequence[items.Content], rules: Rules, players: int, seed: int) -> Reference:
    """Play a game with boards that ask most of the engine beside the reference."""
    asking = [("beiping", "ab"[seed % 2]), ("citadels", "ba"[seed // 2 % 2])]
    others = [FURTHER[number % len(FURTHER)] for number in range(2 * seed, 2 * seed + players - 2)]
    return follow(contents, rules, players, seed, staging_bot(seed), enrich, [*asking, *others])


def check_noticed(contents: Sequence[items.Content], card: str, effect: tuple[n.Clause, ...]) -> None:
    """Check that games in which a card has another effect do not go as the reference says."""
    changed = tuple(
        replace(content, cards=tuple(replace(c, effect=effect) if c.id == card else c for c in content.cards))
        for content in contents
    )
    rules = compiled(changed)
    with pytest.raises(AssertionError):
        follow_some(contents, rules)


def follow_leaning(contents: Sequence[items.Content], rules: Rules) -> None:
    """Play some games for majorities beside the reference."""
    for seed in range(10):
        follow(contents, rules, 3, seed, leaning_bot(seed))


def follow_some(contents: Sequence[items.Content], rules: Rules) -> None:
    """Play some games beside the reference."""
    for seed in range(40):
        follow(contents, rules, 3 + seed % 2, seed, random_bot(seed), enrich if seed % 2 else None)


def bound(clause: n.Clause | None, content: items.Content) -> n.Clause:
    """Return a clause with its names resolved in a content."""
    assert clause is not None
    table = declare(content, [])
    return bind(clause, Scope(table, frozenset()), [])
