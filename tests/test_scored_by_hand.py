"""Three whole games, written down move by move and scored by hand with the score sheet's rules."""

from __future__ import annotations

import json

import pytest

from stele.runtime import Game, Rules
from stele.runtime.bots import BOTS
from tests.conftest import HERE

# Lines: conflict, treasury, wonder, civilian, commercial, guilds, science. Beside each seat how it was counted.
GAMES = {
    "three-greedy": (
        101,
        ["greedy", "greedy", "greedy"],
        [("gizah", "b"), ("olympia", "b"), ("babylon", "a")],
        [
            # 6 defeats; 8 coins; stages 3 + 5; blue 3+2+5+3+4+7+5; spies: 4 + 4 red cards; two gears
            [-6, 2, 8, 29, 0, 8, 4],
            # 1 + 3 + 5 + 5 - 1; 18 coins; no stage; palace 8, senate 6; shipowners: 3 brown, 2 grey, itself; one gear
            [13, 6, 0, 14, 0, 6, 1],
            # 1 + 3 + 3 + 5 - 1; 15 coins; stage 3; 2 + 4 + 6; haven 2 brown, lighthouse 3 yellow; workers 1 + 3
            [11, 5, 3, 12, 5, 4, 0],
        ],
        [0],
    ),
    "one-random": (
        202,
        ["greedy", "random", "greedy"],
        [("halikarnassos", "b"), ("ephesos", "b"), ("rhodos", "b")],
        [
            # 1 + 3 + 5 + 5 - 1; 19 coins; stage 2; 2 + 4 + 7; magistrates: 4 + 4 blue; four tablets
            [13, 6, 2, 13, 0, 8, 16],
            # 6 defeats; 1 coin; stage 2; 2 + 3 + 4 + 6; haven without brown cards; workers 4 + 4
            [-6, 0, 2, 15, 0, 8, 0],
            # 1 + 1 + 3 + 5 - 1; 30 coins; stages 3 + 4; 3 + 5 + 5 + 8; lighthouse 3 yellow; one gear
            [9, 10, 7, 21, 3, 0, 1],
        ],
        [0],
    ),
    "four-greedy": (
        303,
        ["greedy", "greedy", "greedy", "greedy"],
        [("babylon", "b"), ("alexandria", "b"), ("olympia", "a"), ("gizah", "a")],
        [
            # 3 + 5 - 2; 20 coins; stage 3; 2 + 4 + 7 + 5; haven 2 brown; workers 2 + 2, builders 1 + 0 + 3
            [6, 6, 3, 18, 2, 8, 0],
            # 1 + 3 + 3 - 2; no coins; no stage; 3 + 2 + 3 + 6; craftsmens 2 x (1 + 1), traders 6 + 2; three compasses
            [5, 0, 0, 14, 0, 12, 9],
            # 3 + 5 + 5 - 3; 44 coins; stage 3; 3 + 5; lighthouse 6, chamber 2 x 1 grey, arena 1 stage
            [10, 14, 3, 8, 9, 0, 0],
            # 1 + 5 - 3; 12 coins; stages 3 + 5 + 7; palace 8, senate 6
            [3, 4, 15, 14, 0, 0, 0],
        ],
        [2],
    ),
}


def moves_of(rules: Rules, name: str) -> list[list[str | int]]:
    """Play the game with its bots and return what was done, in words."""
    seed, bots, boards, _, _ = GAMES[name]
    game = rules.new_game(len(boards), seed, boards)
    made = [BOTS[bot](seed + number) for number, bot in enumerate(bots)]
    moves: list[list[str | int]] = []
    while (ask := game.pending()) is not None:
        option = made[ask.seat](game, ask)
        meaning = game.meaning(ask, option)
        moves.append(
            [ask.seat, meaning.action, meaning.card, meaning.manner, meaning.bank, meaning.left, meaning.right]
        )
        game.answer(ask, option)
    return moves


def replayed(rules: Rules, name: str, moves: list[list[str | int]]) -> Game:
    """Play a written game again; every move must be legal when it comes."""
    seed, _, boards, _, _ = GAMES[name]
    game = rules.new_game(len(boards), seed, boards)
    for number, move in enumerate(moves):
        ask = game.pending()
        assert ask is not None
        for option in ask.options:
            m = game.meaning(ask, option)
            if [ask.seat, m.action, m.card, m.manner, m.bank, m.left, m.right] == move:
                game.answer(ask, option)
                break
        else:
            pytest.fail(f"move {number + 1}, {move}, is not legal")
    assert game.pending() is None
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_written_game_scores_what_was_counted_by_hand(
    rules: Rules, name: str, request: pytest.FixtureRequest
) -> None:
    file = HERE / "golden" / "games" / f"{name}.json"
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(parents=True, exist_ok=True)
        rows = ",\n".join(json.dumps(move) for move in moves_of(rules, name))
        file.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    game = replayed(rules, name, json.loads(file.read_text(encoding="utf-8")))
    _, _, _, lines, winners = GAMES[name]
    assert [[points for _, points in score.lines] for score in game.scores()] == lines
    assert game.winners() == winners
