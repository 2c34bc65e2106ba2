"""Three whole games, written down move by move and scored by hand with the score sheet's rules."""

from __future__ import annotations

import json

import pytest

from stele.lab.bots import BOTS
from stele.runtime import Game, Rules
from tests.conftest import HERE

# Lines: conflict, treasury, wonder, civilian, commercial, guilds, science. Beside each seat how it
# was counted.
GAMES = {
    "three-greedy": (
        101,
        ["greedy", "greedy", "greedy"],
        [("gizah", "b"), ("olympia", "b"), ("babylon", "a")],
        [
            # 3 + 5 - 4; 6 coins; stage 3; 3 + 5 + 3 + 6; three gears
            [4, 2, 3, 17, 0, 0, 9],
            # 1 + 3 + 3 - 2; 34 coins; no stage; 2 + 4 + 7 + 5 + 8; haven 3 brown; spies 2 + 3 red;
            # a tablet, a compass
            [5, 11, 0, 26, 3, 5, 2],
            # 1 + 5 + 5 - 2; 13 coins; stage 3; 2 + 4 + 6; arena 1 stage; strategists 4 + 2,
            # magistrates 4 + 5
            [9, 4, 3, 12, 1, 15, 0],
        ],
        [1],
    ),
    "one-random": (
        202,
        ["greedy", "random", "greedy"],
        [("halikarnassos", "b"), ("ephesos", "b"), ("rhodos", "b")],
        [
            # 1 + 3 + 5 + 5 - 1; 5 coins; no stage; 2 + 3 + 4 + 7; two compasses
            [13, 1, 0, 16, 0, 0, 4],
            # 6 defeats; 28 coins; stages 2 + 3; workers 5 + 1 brown, magistrates 3 + 4 blue; one
            # gear
            [-6, 9, 5, 0, 0, 13, 1],
            # 1 + 1 + 3 + 5 - 1; 46 coins; stages 3 + 4; 2 + 5 + 6; haven 5 brown; two tablets
            [9, 15, 7, 13, 5, 0, 4],
        ],
        [2],
    ),
    "four-greedy": (
        303,
        ["greedy", "greedy", "greedy", "greedy"],
        [("babylon", "b"), ("alexandria", "b"), ("olympia", "a"), ("gizah", "a")],
        [
            # 3 + 3 - 2; 20 coins; stage 3; 2 + 4 + 7 + 5 + 6 + 8; haven 4 brown, chamber 2 x 2 grey
            [4, 6, 3, 32, 8, 0, 0],
            # 1 + 3 + 5 + 5 - 1; 27 coins; third stage 7; gardens 5; arena 3 stages; craftsmens 2 x
            # (1 + 2), magistrates 4 + 6
            [13, 9, 7, 5, 3, 16, 0],
            # 3 - 5; 3 coins; stage 3; 3 + 2 + 4 + 6; workers 0 + 4, shipowners 2 + 1 + 2; four
            # tablets
            [-2, 1, 3, 15, 0, 9, 16],
            # 1 + 5 + 5 - 2; 8 coins; stages 3 + 5; 3 + 5 + 3; lighthouse 4 yellow; three gears
            [9, 2, 8, 11, 4, 0, 9],
        ],
        [1],  # 53 points each for the first two; 27 coins against 20
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
