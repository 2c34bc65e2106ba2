"""Play many games beside the reference interpreter: `make compare`, or
`python -m tests.compare leaders cities --games 40`.

Two boards are left out of these games, since the reference does not know what is on them: Beiping
buys from every seat and trades tokens and unused goods, Citadels builds its stages in any order,
asks for duties, and swaps hands and cards. Rulings and the soak play them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache

from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit
from stele.compiler.driver.build import kept_file
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.lower.program import lower
from stele.lab.bots import greedy_bot, random_bot
from stele.runtime import Ask, Game, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.replay import Bot
from tests.mutate import opened
from tests.reference_follow import follow

CHUNK = 20
UNKNOWN_BOARDS = ("beiping", "citadels")


def composed(
    expansions: Sequence[str], checked: Checked | None = None, variant: str = ""
) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a set of expansions with all they require: their content as it is together, and the
    compiled game.

    Boards that the reference does not know are in neither of them.
    """
    folders = folders_of(expansions)
    checked = checked or check_folders(folders)
    assert not checked.has_errors
    ids = frozenset(id for expansion in expansions for id in reached(checked.contents[expansion], checked.contents))
    game, _ = in_play(checked.contents, checked.by_expansion, ids, variant)
    contents = tuple(
        replace(content, boards=tuple(board for board in content.boards if board.id not in UNKNOWN_BOARDS))
        for content in game.contents
    )
    if contents != game.contents:
        return contents, opened(emit(lower(contents, variant)))
    return contents, open_ruleset(kept_file(folders, variant, checked))


@cache
def known_set(expansions: tuple[str, ...], variant: str) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a set of expansions in a variant, put together once."""
    return composed(expansions, None, variant)


def named(expansions: Sequence[str], variant: str) -> str:
    """Return what is played, in words."""
    return " ".join([*expansions, *([f"({variant})"] if variant else [])])


def eager_bot(seed: int) -> Bot:
    """Return a bot that chooses at random, but seldom what costs nothing: so cities grow and
    purchases are made.
    """
    roll = random.Random(seed)

    def choose(game: Game, ask: Ask) -> int:
        meanings = [game.meaning(ask, option) for option in ask.options]
        weights = [1 + 8 * (m.total > 0) + 8 * (m.manner != "paid") + 8 * (m.action == "take") for m in meanings]
        return roll.choices(ask.options, weights)[0]

    return choose


def leaning_bot(seed: int) -> Bot:
    """Return a bot that likes to build in a place shared with a neighbour, most on the side to
    which a seat leans.
    """
    roll = random.Random(seed)
    leans = roll.choice([("left",), ("right",), ("left", "right"), ("left", "left", "none")])
    lean_of = [roll.choice(leans) for _ in range(16)]

    def choose(game: Game, ask: Ask) -> int:
        meanings = [game.meaning(ask, option) for option in ask.options]
        weights = [
            1 + 5 * (m.at != "") + 60 * m.at.endswith(lean_of[ask.seat]) + 15 * (m.action == "stage") for m in meanings
        ]
        return roll.choices(ask.options, weights)[0]

    return choose


def bot_for(seed: int) -> Bot:
    """Return the bot for a seed: half of the games are played at random, the others more to the
    purpose.
    """
    return (random_bot, eager_bot, random_bot, greedy_bot)[seed % 4](seed)


def bot_for_places(seed: int) -> Bot:
    """Return the bot for a seed where neighbours share places: in three of four games majorities
    are fought for.
    """
    return bot_for(seed // 4) if seed % 4 == 0 else leaning_bot(seed)


def work(task: tuple[tuple[str, ...], str, int, int, int]) -> tuple[int, Counter[str]]:
    """Play some games with so many players; a difference is shown with its seed."""
    expansions, variant, players, first, last = task
    contents, rules = known_set(expansions, variant)
    events: Counter[str] = Counter()
    bot = bot_for_places if rules.tables.places else bot_for
    for seed in range(first, last):
        try:
            events += follow(contents, rules, players, seed, bot(seed)).table.places.events
        except AssertionError as difference:
            raise AssertionError(
                f"{named(expansions, variant)}, {players} players, seed {seed}: {difference}"
            ) from difference
    return last - first, events


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*", default=["base"], metavar="EXPANSION")
    parser.add_argument("--variant", default="")
    parser.add_argument("--players", type=int, nargs="*", help="only so many; without it every number of them")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--processes", type=int, default=None, help="how many at a time; without it one for each core")
    options = parser.parse_args()
    expansions, end = tuple(options.expansions), options.first + options.games
    variant, most = options.variant, options.processes or os.cpu_count() or 1
    numbers = open_ruleset(kept_file(folders_of(expansions), variant)).tables.numbers
    with ProcessPoolExecutor(most) as pool:
        for players in options.players or numbers:
            tasks = [(expansions, variant, players, i, min(i + CHUNK, end)) for i in range(options.first, end, CHUNK)]
            done = list(pool.map(work, tasks))
            games, events = sum(number for number, _ in done), sum((some for _, some in done), Counter[str]())
            print(f"{named(expansions, variant)}, {players} players: {games} games as the reference says", flush=True)
            if events:
                print("    " + ", ".join(f"{event}: {number}" for event, number in sorted(events.items())), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
