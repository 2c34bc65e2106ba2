"""Three whole games, written down with their deals, move by move, and scored by hand with the score
sheet's rules.
"""

from __future__ import annotations

import json

import pytest

from stele.lab.bots import BOTS
from stele.runtime import Ask, Game, Rules
from stele.runtime.inspector import codes_by_card
from stele.runtime.state.cells import AGE
from tests.conftest import HERE
from tests.rows import seats_of, set_cards

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


Move = list[str | int]  # who, what, with which card, how, and what is paid
Hands = list[list[str]]  # by seat


def written(rules: Rules, name: str) -> tuple[list[Hands], list[Move]]:
    """Play the game with its bots; return the hands of each age and what was done, in words."""
    seed, bots, boards, _, _ = GAMES[name]
    game = rules.new_game(len(boards), seed, boards)
    made = [BOTS[bot](seed + number) for number, bot in enumerate(bots)]
    deals: list[Hands] = []
    moves: list[Move] = []
    while (ask := game.pending()) is not None:
        if game.row[AGE] > len(deals):
            deals.append([game.view(seat)["seats"][seat]["zones"]["hand"] for seat in range(len(boards))])
        option = made[ask.seat](game, ask)
        moves.append(move_of(game, ask, option))
        game.answer(ask, option)
    return deals, moves


def move_of(game: Game, ask: Ask, option: int) -> Move:
    """Return an option in words."""
    meaning = game.meaning(ask, option)
    return [ask.seat, meaning.action, meaning.card, meaning.manner, meaning.bank, meaning.left, meaning.right]


def replayed(rules: Rules, name: str, deals: list[Hands], moves: list[Move]) -> Game:
    """Play a written game again, with its hands; every move must be legal when it comes."""
    seed, _, boards, _, _ = GAMES[name]
    game, age = rules.new_game(len(boards), seed, boards), 0
    for number, move in enumerate(moves):
        game.pending()
        if game.row[AGE] != age:
            age = game.row[AGE]
            game = with_hands(game, deals[age - 1])
        ask = game.pending()
        assert ask is not None
        legal = [option for option in ask.options if move_of(game, ask, option) == move]
        assert legal, f"move {number + 1}, {move}, is not legal"
        game.answer(ask, legal[0])
    assert game.pending() is None
    return game


def with_hands(game: Game, hands: Hands) -> Game:
    """Return a game in which seats hold other cards."""
    copies = codes_by_card(game.rules)
    cell = next(zone.cell for zone in game.rules.tables.zones if zone.id == "hand")
    for seat, cards in zip(seats_of(game), hands, strict=True):
        set_cards(game.rules.core, game.row, seat + cell, [copies[card].pop() for card in cards])
    return Game(game.rules, game.row)


@pytest.mark.parametrize("name", GAMES)
def test_a_written_game_scores_what_was_counted_by_hand(
    rules: Rules, name: str, request: pytest.FixtureRequest
) -> None:
    file = HERE / "golden" / "games" / f"{name}.json"
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(parents=True, exist_ok=True)
        parts = [",\n".join(map(json.dumps, some)) for some in written(rules, name)]
        file.write_text('{{"deals": [\n{}\n], "moves": [\n{}\n]}}\n'.format(*parts), encoding="utf-8")
    saved = json.loads(file.read_text(encoding="utf-8"))
    game = replayed(rules, name, saved["deals"], saved["moves"])
    _, _, _, lines, winners = GAMES[name]
    assert [[points for _, points in score.lines] for score in game.scores()] == lines
    assert game.winners() == winners
