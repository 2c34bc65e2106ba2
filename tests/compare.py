"""Play many games beside the reference interpreter: `make compare`, or
`python -m tests.compare leaders cities --games 40`.

With `--boards` half of each table has one of these, every other game begins with grown cities, and
bots build stages rather than anything else; what became of that is counted below each line.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.driver.build import kept_file
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import folders_of
from stele.lab.bots import greedy_bot, random_bot
from stele.runtime import Ask, Game, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.replay import Bot
from tests.reference_follow import follow
from tests.reference_rich import enrich
from tests.soak import table_with

CHUNK = 20


def composed(
    expansions: Sequence[str], checked: Checked | None = None, variant: str = ""
) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a set of expansions with all they require: their content as it is together, and the
    compiled game.
    """
    folders = folders_of(expansions)
    checked = checked or check_folders(folders)
    assert not checked.has_errors
    ids = frozenset(id for expansion in expansions for id in reached(checked.contents[expansion], checked.contents))
    game, _ = in_play(checked.contents, checked.by_expansion, ids, variant)
    return game.contents, open_ruleset(kept_file(folders, variant, checked))


Task = tuple[tuple[str, ...], str, int, int, int, tuple[str, ...]]


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


def staging_bot(seed: int) -> Bot:
    """Return a bot that likes to build stages and to do whatever else it may, and builds what makes
    goods in the meantime.
    """
    roll = random.Random(seed)

    def choose(game: Game, ask: Ask) -> int:
        meanings = [game.meaning(ask, option) for option in ask.options]
        weights = [
            1 + 60 * (m.action == "stage") + 8 * (m.manner != "paid") + 4 * (m.action not in ("discard", "decline"))
            for m in meanings
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


def bot_for_boards(seed: int) -> Bot:
    """Return the bot for a seed where boards are wanted: in three of four games stages are built
    whenever it is possible.
    """
    return bot_for(seed // 4) if seed % 4 == 0 else staging_bot(seed)


def work(task: Task) -> tuple[int, Counter[str]]:
    """Play some games with so many players; a difference is shown with its seed."""
    expansions, variant, players, first, last, wanted = task
    contents, rules = known_set(expansions, variant)
    events: Counter[str] = Counter()
    bot = bot_for_boards if wanted else bot_for_places if rules.tables.places else bot_for
    for seed in range(first, last):
        boards = table_with(rules, players, seed, wanted) if wanted else None
        prepare = enrich if wanted and seed % 2 else None
        try:
            played = follow(contents, rules, players, seed, bot(seed), prepare, boards)
        except AssertionError as difference:
            raise AssertionError(
                f"{named(expansions, variant)}, {players} players, seed {seed}: {difference}"
            ) from difference
        events += played.table.places.events + played.table.events
        events += Counter(f"{board} {side} at the table" for board, side in boards or () if board in wanted)
    return last - first, events


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*", default=["base"], metavar="EXPANSION")
    parser.add_argument("--variant", default="")
    parser.add_argument("--players", type=int, nargs="*", help="only so many; without it every number of them")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--boards", nargs="+", default=[], metavar="BOARD", help="half of each table has one of these")
    parser.add_argument("--processes", type=int, default=None, help="how many at a time; without it one for each core")
    options = parser.parse_args()
    expansions, end, wanted = tuple(options.expansions), options.first + options.games, tuple(options.boards)
    variant, most = options.variant, options.processes or os.cpu_count() or 1
    tables = open_ruleset(kept_file(folders_of(expansions), variant)).tables
    unknown = set(wanted) - {side.board for side in tables.sides}
    if unknown:
        parser.error(f"not among the boards of this game: {', '.join(sorted(unknown))}")
    with ProcessPoolExecutor(most) as pool:
        for players in options.players or tables.numbers:
            firsts = range(options.first, end, CHUNK)
            tasks: list[Task] = [(expansions, variant, players, i, min(i + CHUNK, end), wanted) for i in firsts]
            done = list(pool.map(work, tasks))
            games, events = sum(number for number, _ in done), sum((some for _, some in done), Counter[str]())
            print(f"{named(expansions, variant)}, {players} players: {games} games as the reference says", flush=True)
            if events:
                print("    " + ", ".join(f"{event}: {number}" for event, number in sorted(events.items())), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
