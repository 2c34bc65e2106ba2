"""Measure the speed of compiling and playing as ratios against a yardstick of the same run:
`make bench`.

Y is the time of 3,000,000 rounds of a small loop. Machines are noisy, so the time of the process
counts, games and yardstick are measured in turns, and of both the best slice counts.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

from stele.compiler.driver.build import kept_file
from stele.compiler.front.expansion_paths import folders_of
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from stele.runtime.state.cells import AGE

TARGETS = {3: 450, 4: 380, 7: 250}
SLICES = 15
GAMES = 120


def yardstick(rounds: int = 3_000_000) -> float:
    """Return the seconds of so many rounds."""
    table = {i: i for i in range(64)}
    counts = [0] * 64
    total = 0
    start = time.process_time()
    for i in range(rounds):
        k = i & 63
        total = (total * 31 + table[k]) & 0xFFFFFF
        counts[k] += 1
    return time.process_time() - start


def seconds(act: Callable[[], object]) -> float:
    """Return how long an act takes this process."""
    start = time.process_time()
    act()
    return time.process_time() - start


def play_some(rules: Rules, players: int, first: int, games: int = GAMES) -> int:
    """Play games at random through `pending` and `answer`, each with a seed of its own.

    Return the number of decisions.
    """
    decisions = 0
    for seed in range(first, first + games):
        roll = random.Random(seed).random
        game = rules.new_game(players, seed)
        while (ask := game.pending()) is not None:
            options = ask.options
            game.answer(ask, options[int(roll() * len(options))])
            decisions += 1
    return decisions


def share_of_speed(rules: Rules, base: Rules, players: int) -> float:
    """Return the speed of a decision as a share of that of the base game: both are measured in
    turns, when their memories are full, and the median of all pairs counts.
    """
    play_some(base, players, 0, 200)
    play_some(rules, players, 0, 200)
    shares = []
    for number in range(SLICES):
        times = []
        for one, games in ((base, 30), (rules, 15)):
            start = time.process_time()
            decisions = play_some(one, players, 1_000 + number * games, games)
            times.append((time.process_time() - start) / decisions)
        shares.append(times[0] / times[1])
    return median(shares)


def main() -> int:
    """Measure and print."""
    gc.disable()  # as `stele simulate` does: rows hold no references to each other, so there is nothing for it to find
    folders = folders_of(["base"])
    shipped = ["leaders", "cities", "edifice", "frontiers", "lost-wonders"]
    sets = (
        [sys.argv[1:]] if sys.argv[1:] else [["leaders"], ["cities"], ["leaders", "cities"], shipped[2:3], shipped[3:4]]
    )
    sets += [] if sys.argv[1:] else [shipped]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STELE_CACHE"] = folder
        y = yardstick()
        cold = seconds(lambda: kept_file(folders))
        warm = min(seconds(lambda: kept_file(folders)) for _ in range(5))
        file = kept_file(folders)
        rules = open_ruleset(file)
        others = {" + ".join(names): open_ruleset(kept_file(folders_of(names))) for names in sets}
    print(f"{'yardstick Y':34} {y:8.3f} s")
    print(f"{'compile, nothing kept':34} {cold / y:8.3f} Y")
    print(f"{'compile, nothing changed':34} {warm / y:8.3f} Y")
    for players, target in TARGETS.items():
        play_some(rules, players, 0)
        rates, tenths = [], []
        for number in range(SLICES):
            tenths.append(yardstick(300_000))
            rates.append(GAMES / seconds(lambda n=number, p=players: play_some(rules, p, 1_000 + n * GAMES)))  # type: ignore[misc]
        print(f"{f'games per Y, {players} players':34} {max(rates) * min(tenths) * 10:8.0f}   target {target}")
    for name, other in others.items():
        share = share_of_speed(other, rules, 5)
        print(f"{f'{name}, speed of a decision':34} {100 * share:8.0f} % of the base game, 5 players")
    game = rules.new_game(4, 1)
    for _ in range(100):
        ask = game.pending()
        assert ask is not None
        game.answer(ask, ask.options[0])
        if game.row[AGE] == 2:
            break
    clone = game.clone
    rounds = range(200_000)

    def clones() -> None:
        for _ in rounds:
            clone()

    print(f"{'clones per second':34} {len(rounds) / min(seconds(clones) for _ in range(5)):8,.0f}   target 1,000,000")
    return 0


if __name__ == "__main__":
    sys.exit(main())
