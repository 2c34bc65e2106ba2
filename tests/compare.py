"""Play many games beside the reference interpreter: `make compare`, or `python -m tests.compare leaders cities --games 40`."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from stele.compiler import items
from stele.compiler.build import kept_file
from stele.compiler.compose import reached
from stele.compiler.places import folders_of
from stele.compiler.project import Checked, check_folders, in_play
from stele.runtime import Ask, Game, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.bots import Bot, greedy_bot, random_bot
from tests.reference_follow import follow

CHUNK = 20


def composed(
    expansions: Sequence[str], checked: Checked | None = None, variant: str = ""
) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a set of expansions with all they require: their content as it is together, and the compiled game."""
    folders = folders_of(expansions)
    checked = checked or check_folders(folders)
    assert not checked.has_errors
    ids = frozenset(id for expansion in expansions for id in reached(checked.contents[expansion], checked.contents))
    game, _ = in_play(checked.contents, checked.by_expansion, ids, variant)
    return game.contents, open_ruleset(kept_file(folders, variant, checked))


@cache
def known_set(expansions: tuple[str, ...], variant: str) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a set of expansions in a variant, put together once."""
    return composed(expansions, None, variant)


def named(expansions: Sequence[str], variant: str) -> str:
    """Return what is played, in words."""
    return " ".join([*expansions, *([f"({variant})"] if variant else [])])


def eager_bot(seed: int) -> Bot:
    """Return a bot that chooses at random, but seldom what costs nothing: so cities grow and purchases are made."""
    roll = random.Random(seed)

    def choose(game: Game, ask: Ask) -> int:
        meanings = [game.meaning(ask, option) for option in ask.options]
        weights = [1 + 8 * (m.total > 0) + 8 * (m.manner != "paid") + 8 * (m.action == "take") for m in meanings]
        return roll.choices(ask.options, weights)[0]

    return choose


def bot_for(seed: int) -> Bot:
    """Return the bot for a seed: half of the games are played at random, the others more to the purpose."""
    return (random_bot, eager_bot, random_bot, greedy_bot)[seed % 4](seed)


def work(task: tuple[tuple[str, ...], str, int, int, int]) -> int:
    """Play some games with so many players; a difference is shown with its seed."""
    expansions, variant, players, first, last = task
    contents, rules = known_set(expansions, variant)
    for seed in range(first, last):
        try:
            follow(contents, rules, players, seed, bot_for(seed))
        except AssertionError as difference:
            raise AssertionError(
                f"{named(expansions, variant)}, {players} players, seed {seed}: {difference}"
            ) from difference
    return last - first


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*", default=["base"], metavar="EXPANSION")
    parser.add_argument("--variant", default="")
    parser.add_argument("--players", type=int, help="only so many; without it every number of them")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--processes", type=int, default=None, help="how many at a time; without it one for each core")
    options = parser.parse_args()
    expansions, end = tuple(options.expansions), options.first + options.games
    variant, most = options.variant, options.processes or os.cpu_count() or 1
    numbers = open_ruleset(kept_file(folders_of(expansions), variant)).tables.numbers
    with ProcessPoolExecutor(most) as pool:
        for players in numbers if options.players is None else (options.players,):
            tasks = [(expansions, variant, players, i, min(i + CHUNK, end)) for i in range(options.first, end, CHUNK)]
            done = sum(pool.map(work, tasks))
            print(f"{named(expansions, variant)}, {players} players: {done} games as the reference says", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
