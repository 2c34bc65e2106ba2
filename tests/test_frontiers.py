"""Frontiers: what no scene of a ruling can show, since it is chance or set-up.

Rules name these tests in `tested-by`. Each asks for the sets it needs by `load`, so that
`tests.mutate` can hand it changed content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import pytest

from stele.compiler.driver.check import Checked
from stele.compiler.rulings.pool import kept
from stele.lab.bots import random_bot
from stele.runtime import Ask, Game, Refused, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.effects.entering import rebuild
from stele.runtime.state.cells import LEVEL, NUMBER, PLACE_MASK, SIDE, WORD
from stele.runtime.table.places import LEFT_END, RIGHT_END, face_at
from stele.runtime.table.withdrawing import leave
from tests.invariants import random_game
from tests.rows import seats_of

pytestmark = pytest.mark.slow

Load = Callable[..., Rules]

FRONTIERS = ("base", "frontiers")
OTHERS = ("cities", "leaders", "lost-wonders")


def turning(game: Game, pick: int = 0) -> Iterator[tuple[Ask, list[str]]]:
    """Yield each decision about a frontier with the sides it offers, and answer it with one of
    them.
    """
    while (ask := game.pending()) is not None and ask.kind == "late":
        yield ask, [game.meaning(ask, option).card for option in ask.options]
        game.answer(ask, ask.options[pick % len(ask.options)])


def laid(game: Game, seat: int, end: int) -> str:
    """Return the board, with its side, that lies on one side of a seat."""
    face = face_at(game.rules.core, game.row, 0, seat, end)
    board = game.rules.tables.places[0].sides[face]
    return "" if face < 0 else f"{board.board}-{board.side}"


# --- set-up ---------------------------------------------------------------------------------------


def test_everyone_takes_one_random_frontier(load: Load) -> None:
    rules = load(*FRONTIERS)
    names = {side.board for side in rules.tables.places[0].sides}
    assert len(names) == 12
    for players in range(3, 8):
        seen = set()
        for seed in range(40):
            game = rules.new_game(players, seed)
            offered = [(ask.seat, sides) for ask, sides in turning(game)]
            assert [seat for seat, _ in offered] == list(range(players))
            boards = [sides[0][:-2] for _, sides in offered]
            assert len(set(boards)) == players
            seen |= {(seat, board) for seat, board in enumerate(boards)}
        assert {board for _, board in seen} == names
        assert len(seen) > 8 * players, "every seat may get every board"


def test_who_takes_a_frontier_chooses_its_side(load: Load) -> None:
    rules = load(*FRONTIERS)
    for seed in range(10):
        for pick, letter in enumerate("ab"):
            game = rules.new_game(4, seed)
            assert all(game.row[seat + SIDE] >= 0 for seat in seats_of(game))
            for ask, sides in turning(game, pick):
                assert sorted(sides) == [f"{sides[0][:-2]}-{side}" for side in "ab"]
                hands = [view["zones"]["hand"] for view in game.view(ask.seat)["seats"]]
                assert hands[ask.seat] == [], "no cards are dealt yet"
            assert all(laid(game, seat, RIGHT_END).endswith(f"-{letter}") for seat in seats_of(game))


def test_a_frontier_lies_between_who_took_it_and_the_right_neighbour(load: Load) -> None:
    rules = load(*FRONTIERS)
    for seed in range(10):
        game = rules.new_game(5, seed)
        taken = {ask.seat: sides[seed % 2] for ask, sides in turning(game, seed)}
        seats = seats_of(game)
        for number, seat in enumerate(seats):
            right = seats[number - 1]  # each seat is followed by its left neighbour
            assert game.view(0)["seats"][number]["right"] == game.row[right + NUMBER]
            assert laid(game, seat, RIGHT_END) == laid(game, right, LEFT_END) == taken[number]


def test_every_game_ends_with_a_frontier_for_each_pair(load: Load) -> None:
    rules = load(*FRONTIERS)
    for players in (3, 7):
        game, bot = rules.new_game(players, 1), random_bot(1)
        while (ask := game.pending()) is not None:
            game.answer(ask, bot(game, ask))
        assert len({laid(game, seat, RIGHT_END)[:-2] for seat in seats_of(game)}) == players


def test_cards_under_frontiers_lie_open(load: Load) -> None:
    rules = load(*FRONTIERS)
    game, bot = rules.new_game(4, 3), random_bot(3)
    shown = 0
    while (ask := game.pending()) is not None:
        zones = [view["zones"] for view in game.view(ask.seat)["seats"]]
        rows = [cards for view in zones for id, cards in view.items() if id.startswith("frontier")]
        assert all(isinstance(cards, list) for cards in rows)
        shown = sum(map(len, rows))
        game.answer(ask, bot(game, ask))
    assert shown > 4


def test_kupros_comes_only_with_frontiers(load: Load) -> None:
    assert "kupros" not in {side.board for side in load("base").tables.sides}
    rules = load(*FRONTIERS)
    boards = {view["board"] for seed in range(60) for view in rules.new_game(7, seed).view(0)["seats"]}
    assert boards == {side.board for side in load("base").tables.sides} - {""} | {"kupros"}


def test_what_a_majority_produces_stays_when_a_card_leaves_the_city(load: Load) -> None:
    rules = load(*FRONTIERS)
    core, games = rules.core, (rules.new_game(7, seed) for seed in range(100))
    side = [side.board for side in rules.tables.sides].index("kupros")
    row, seat = next((game.row, seat) for game in games for seat in seats_of(game) if game.row[seat + SIDE] == side)
    row[seat + core.place_cell[0] + LEVEL] = 1
    card = next(code for code in range(core.words << WORD) if rules.code_name(code) == "clay-pit")
    row[seat + core.main + (card >> WORD)] |= 1 << (card & PLACE_MASK)
    rebuild(core, row, seat)
    leave(core, row, seat, card)
    left = row[:]
    rebuild(core, row, seat)
    assert left == row


def test_nine_cannot_play(load: Load) -> None:
    for players in (8, 9):
        with pytest.raises(Refused):
            load(*FRONTIERS).new_game(players, 1)
    with_cities = load(*FRONTIERS, "cities")
    with pytest.raises(Refused):
        with_cities.new_game(9, 1)
    assert len(list(turning(with_cities.new_game(8, 1)))) == 8


TESTS: tuple[Callable[[Load], None], ...] = tuple(
    value for name, value in sorted(globals().items()) if name.startswith("test_")
)


@pytest.fixture(scope="module")
def opened(base: Checked) -> Load:
    """Return a set of expansions in one of its variants, compiled from what was checked once."""

    def rules_of(*ids: str, variant: str = "") -> Rules:
        return open_ruleset(kept(tuple(sorted(ids)), variant, base))

    return cache(rules_of)


# --- with what else there is ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "others",
    [others for number in range(4) for others in combinations(OTHERS, number)],
    ids=lambda others: "-".join(others) or "alone",
)
def test_frontiers_can_be_combined_with_every_expansion(opened: Load, others: tuple[str, ...]) -> None:
    rules = opened(*FRONTIERS, *others)
    for players, seed in ((3, 1), (5, 2)):
        game = random_game(rules, players, seed, every=16)
        assert game.is_over


def test_every_wonder_can_be_used_with_frontiers(opened: Load) -> None:
    rules = opened(*FRONTIERS, *OTHERS)
    wonders = {side.board for side in rules.tables.sides if side.board and side.limits.least <= 5}
    assert wonders >= {side.board for side in opened("base").tables.sides if side.board} | {"kupros", "roma", "petra"}
    dealt = {view["board"] for seed in range(150) for view in rules.new_game(5, seed).view(0)["seats"]}
    assert dealt == wonders


# --- variants -------------------------------------------------------------------------------------


def test_the_frontier_of_the_free_city_is_turned_by_who_plays_for_it(opened: Load) -> None:
    rules = opened(*FRONTIERS, variant="two-players")
    for seed in range(10):
        game = rules.new_game(2, seed)
        asked = [(ask.seat, ask.about) for ask, _ in turning(game)]
        assert asked == [(0, 0), (1, 1), (0, 2)]
        seats = seats_of(game)
        assert len({laid(game, seat, RIGHT_END)[:-2] for seat in seats}) == len(seats) == 3


@pytest.mark.parametrize("ids", [FRONTIERS, (*FRONTIERS, *OTHERS)], ids="-".join)
def test_random_games_for_two_keep_every_invariant(opened: Load, ids: tuple[str, ...]) -> None:
    rules = opened(*ids, variant="two-players")
    for seed in range(3):
        assert random_game(rules, 2, seed, every=12).is_over


def test_random_games_of_teams_keep_every_invariant(opened: Load) -> None:
    rules = opened(*FRONTIERS, "cities", variant="teams")
    for players in (4, 8):
        assert random_game(rules, players, players, every=24).is_over
