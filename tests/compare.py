"""Play many games beside the reference interpreter: `make compare`."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from stele.compiler.build import kept_file
from stele.compiler.places import folders_of
from stele.compiler.project import check_folders
from stele.runtime import open as open_ruleset
from stele.runtime.bots import greedy_bot, random_bot
from tests.reference import follow


def work(task: tuple[str, int, int, int]) -> int:
    """Play some games with so many players."""
    id, players, first, last = task
    folders = folders_of([id])
    content = check_folders(folders).game.content(id)
    rules = open_ruleset(kept_file(folders))
    for seed in range(first, last):
        follow(content, rules.new_game(players, seed), greedy_bot(seed) if seed % 2 else random_bot(seed))
    return last - first


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansion", nargs="?", default="base")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    options = parser.parse_args()
    tables = open_ruleset(kept_file(folders_of([options.expansion]))).tables
    for players in range(tables.least, tables.most + 1):
        tasks = [(options.expansion, players, i, min(i + 20, options.games)) for i in range(0, options.games, 20)]
        with ProcessPoolExecutor() as pool:
            done = sum(pool.map(work, tasks))
        print(f"{players} players: {done} games as the reference says", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
