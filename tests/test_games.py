"""Whole games: what is true of every one of them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stele.lab.bots import greedy_bot, random_bot
from stele.lab.simulate import simulate
from stele.runtime import Refused, Rules
from stele.runtime.replay import play, read_log, record, replay
from stele.runtime.state.cells import RANDOM, below, cells, seeded, shuffle
from tests.conftest import ROOT, sampled
from tests.invariants import neighbours_are_mutual, random_game, rotated_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("chunk", sampled(range(4), 4))
def test_random_games_keep_every_invariant(rules: Rules, players: int, chunk: int) -> None:
    for seed in range(chunk * 3, chunk * 3 + 3):
        random_game(rules, players, seed, every=4)


@pytest.mark.parametrize("players", range(3, 8))
def test_results_turn_with_the_table(rules: Rules, players: int) -> None:
    sides = [
        ("gizah", "a"),
        ("olympia", "b"),
        ("babylon", "b"),
        ("halikarnassos", "b"),
        ("rhodos", "a"),
        ("ephesos", "b"),
    ]
    boards = [*sides, ("alexandria", "a")][:players]
    hands: dict[int, list[list[int]]] = {}
    first = rotated_game(rules, boards, 0, hands)
    for turn in range(1, players):
        assert rotated_game(rules, boards, turn, hands) == [first[(n - turn) % players] for n in range(players)]


def test_the_same_seed_is_the_same_game_and_another_is_not(rules: Rules) -> None:
    games = [play(rules.new_game(4, seed), [random_bot(n) for n in range(4)]).hash() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_every_board_and_side_is_dealt(rules: Rules) -> None:
    seen = {(s["board"], s["side"]) for seed in range(60) for s in rules.new_game(7, seed).view(0)["seats"]}
    assert len(seen) == 14
    assert neighbours_are_mutual(rules.new_game(7, 1))


def test_each_number_of_players_deals_its_own_cards(rules: Rules) -> None:
    for players in range(3, 8):
        game = rules.new_game(players, 3)
        game.pending()
        dealt = [card for seat in range(players) for card in game.view(seat)["seats"][seat]["zones"]["hand"]]
        assert len(dealt) == 7 * players


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 7), st.integers(0, 2**40), st.integers(0, 200))
def test_a_game_saved_at_any_decision_plays_on_alike(rules: Rules, players: int, seed: int, stop: int) -> None:
    one = rules.new_game(players, seed)
    bot = random_bot(seed)
    for _ in range(stop):
        if (ask := one.pending()) is None:
            break
        one.answer(ask, bot(one, ask))
    other = rules.load(one.save())
    for game in (one, other):
        play(game, [random_bot(9 + n) for n in range(players)])
    assert one.hash() == other.hash()


def test_a_log_replays_to_the_same_state_after_every_answer(rules: Rules) -> None:
    log = record(rules, 4, 11, [random_bot(n) for n in range(4)])
    again = read_log(log.text())
    assert again == log
    states = [game.hash() for game in replay(rules, again)]
    assert tuple(states) == log.hashes
    wrong = json.loads(log.text())
    wrong["hashes"][5] = "0" * 16
    with pytest.raises(Refused, match="after answer 6"):
        list(replay(rules, read_log(json.dumps(wrong))))
    with pytest.raises(Refused):
        read_log("{}")


@pytest.mark.parametrize("games", sampled((200, 1000), 2))
def test_one_greedy_among_three_random_bots_wins(rules: Rules, games: int) -> None:
    wins = 0
    for seed in range(games):
        game = rules.new_game(4, seed)
        bots = [random_bot(seed * 31 + number) for number in range(4)]
        bots[seed % 4] = greedy_bot(seed)
        wins += play(game, bots).winners() == [seed % 4]
    assert wins >= 0.9 * games


def test_simulation_gives_the_same_result_for_any_number_of_processes(rules_file: Path) -> None:
    results = [simulate(rules_file, 3, 30, 5, ("greedy", "random"), processes) for processes in (1, 2)]
    assert results[0] == results[1]
    assert results[0].games == 30
    assert sum(result.games for result in results[0].boards.values()) == 90


def other_pythons() -> list[str]:
    """Return newer Pythons that this machine has."""
    found = []
    paths = [shutil.which(f"python3.{minor}") for minor in (12, 13, 14)]
    paths += [str(path) for path in sorted((Path.home() / ".pyenv" / "versions").glob("3.1[2-9]*/bin/python3"))]
    for path in paths:
        if path is not None:
            done = subprocess.run([path, "-c", "import sys"], capture_output=True, check=False)
            if done.returncode == 0:
                found.append(path)
    return found


PROGRAM = """
import sys, hashlib
sys.path.insert(0, sys.argv[1])
import stele.runtime
from stele.lab.bots import greedy_bot, random_bot
from stele.runtime.replay import play
rules = stele.runtime.open(sys.argv[2])
digest = hashlib.sha256()
for seed in range(20):
    game = rules.new_game(3 + seed % 5, seed)
    play(game, [greedy_bot(seed), *(random_bot(n) for n in range(6))])
    digest.update(game.hash().encode() + repr(game.scores()).encode())
print(digest.hexdigest())
"""


def test_games_are_the_same_on_every_python_of_this_machine(rules_file: Path) -> None:
    results = []
    for number, python in enumerate((sys.executable, sys.executable, *other_pythons())):
        done = subprocess.run(
            [python, "-S", "-c", PROGRAM, str(ROOT / ".links"), str(rules_file)],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(number), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        results.append(done.stdout)
    assert len(results[0].strip()) == 64
    assert len(set(results)) == 1


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    row = cells([0] * 8)
    row[RANDOM] = seeded(7)
    for _ in range(24_000):
        cards = cells([0, 1, 2, 3])
        shuffle(row, cards, len(cards))
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 24
    assert max(abs(count - 1000) for count in counts.values()) < 160


def test_near_seeds_give_different_games() -> None:
    firsts = {below(cells([0, seeded(seed)]), 1 << 30) for seed in range(1000)}
    assert len(firsts) > 990
