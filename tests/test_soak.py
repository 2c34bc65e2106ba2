"""A soak plays the tables it says it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from stele.runtime import Rules
from stele.runtime.state.cells import STAGES
from tests.soak import built_to_the_end, faces_of, table_with

Load = Callable[..., Rules]

WANTED = ("brigadoon", "nomades", "temporal-paradox", "venezia")


def test_half_of_each_table_has_wanted_boards_as_far_as_they_may_sit_there(load: Load) -> None:
    rules = load("base", "lost-wonders")
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(60):
        players = 3 + seed % 5
        table = table_with(rules, players, seed, WANTED)
        assert len({board for board, _ in table}) == len(table) == players
        assert rules.advice(table) == []
        assert faces_of(rules.new_game(players, seed, table)) == table
        wanted = {board for board, _ in table} & set(WANTED)
        assert wanted if players == 3 else len(wanted) >= (players + 1) // 2
        seen.update(table)
    assert all(seen[board, side] for board in WANTED for side in "ab")


def test_wanted_boards_that_no_table_bears_are_an_error(load: Load) -> None:
    rules = load("base", "lost-wonders")
    with pytest.raises(ValueError, match="cannot sit at a table of 3"):
        table_with(rules, 3, 1, ("brigadoon", "nomades"))


def test_a_board_is_built_to_its_end_with_its_last_stage_or_when_another_takes_its_place(load: Load) -> None:
    rules = load("base", "lost-wonders")
    table = [("gizah", "a"), ("temporal-paradox", "a"), ("rhodos", "b")]
    game = rules.new_game(3, 1, table)
    first, second, third = rules.seats[3]
    game.row[first + STAGES], game.row[third + STAGES] = 3, 1
    assert built_to_the_end(game, table) == [True, False, False]
    other = rules.new_game(3, 1, [table[0], ("olympia", "a"), table[2]])
    assert built_to_the_end(other, table) == [False, True, False]
    game.row[second + STAGES] = 1
    assert built_to_the_end(game, table) == [True, True, False]
