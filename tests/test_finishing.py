"""A game that a sentence ends, or lets somebody win."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stele.runtime import Rules
from stele.runtime.effects.finishing import end_game, win_game
from stele.runtime.state.cells import TURN
from tests.conftest import HERE
from tests.rows import seats_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def language(load: Callable[..., Rules]) -> Rules:
    return load("base", HERE / "expansions" / "language")


@pytest.mark.parametrize("is_won", [False, True])
def test_a_game_that_is_ended_has_no_further_turn_and_no_conflict(language: Rules, is_won: bool) -> None:
    game = language.new_game(3, 7)
    turn = game.row[TURN]
    for number in range(3):
        ask = game.pending()
        assert ask is not None
        if number == 2:
            if is_won:
                win_game(language.core, game.row, seats_of(game)[1])
            else:
                end_game(game.row)
        game.answer(ask, ask.options[-1])
    while (ask := game.pending()) is not None:
        assert ask.kind != "play", "nobody has a further turn"
        game.answer(ask, ask.options[0])
    assert game.is_over
    assert game.row[TURN] == turn
    assert game.winners() == [1] or not is_won
