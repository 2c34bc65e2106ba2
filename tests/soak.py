"""Play many random games and check every state of each: `make soak`."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from stele.compiler.build import kept_file
from stele.compiler.places import folders_of
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.invariants import random_game

CHUNK = 20


@cache
def opened(file: str) -> Rules:
    """Open a ruleset once in each process."""
    return open_ruleset(file)


def work(task: tuple[str, int, int, int | None, int]) -> int:
    """Play one chunk of games."""
    file, first, last, players, every = task
    rules = opened(file)
    numbers = rules.tables.numbers if players is None else (players,)
    for seed in range(first, last):
        random_game(rules, numbers[seed % len(numbers)], seed, every)
    return last - first


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--variant", default="")
    parser.add_argument("--players", type=int, help="only so many; without it every number in turn")
    parser.add_argument("--every", type=int, default=1, help="check every so manieth state, each game from another on")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    file = str(kept_file(folders_of(options.expansions), options.variant))
    last = options.seed + options.games
    tasks = [
        (file, first, min(first + CHUNK, last), options.players, options.every)
        for first in range(options.seed, last, CHUNK)
    ]
    start, done = time.monotonic(), 0
    with ProcessPoolExecutor() as pool:
        for count in pool.map(work, tasks):
            done += count
            if done % 500 == 0 or done == options.games:
                print(f"{done} games without error, {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
