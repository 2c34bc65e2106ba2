"""Play many random games and check every state of each: `make soak`.

At the end a table says in how many of the games each side of each board sat at the table, and in
how many its last stage was built.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from stele.compiler.driver.build import kept_file
from stele.compiler.front.expansion_paths import folders_of
from stele.runtime import Game, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.seating import seated
from stele.runtime.state.cells import SIDE, STAGES
from tests.invariants import random_game
from tests.rows import seats_of

CHUNK = 20
MOST_DEALS = 1000  # that many boards drawn in vain: the wanted ones cannot sit at one table

Face = tuple[str, str]  # a board and its side
Task = tuple[str, int, int, int | None, int, tuple[str, ...]]


@cache
def opened(file: str) -> Rules:
    """Open a ruleset once in each process."""
    return open_ruleset(file)


def work(task: Task) -> tuple[Counter[Face], Counter[Face]]:
    """Play one chunk of games.

    Return how often each side of a board was dealt, and how often it was built to its end.
    """
    file, first, last, players, every, wanted = task
    rules = opened(file)
    numbers = rules.tables.numbers if players is None else (players,)
    dealt: Counter[Face] = Counter()
    ended: Counter[Face] = Counter()
    for seed in range(first, last):
        number = numbers[seed % len(numbers)]
        boards = table_with(rules, number, seed, wanted) if wanted else None
        try:
            game = random_game(rules, number, seed, every, boards)
        except BaseException as error:
            error.add_note(f"{number} players, seed {seed}, boards {boards or 'as they are dealt'}")
            raise
        begun = faces_of(rules.new_game(number, seed, boards))
        dealt.update(begun)
        ended.update(face for face, is_ended in zip(begun, built_to_the_end(game, begun), strict=True) if is_ended)
    return dealt, ended


def table_with(rules: Rules, players: int, seed: int, wanted: Sequence[str]) -> list[Face]:
    """Return boards for a table, half of them wanted ones, each in turn, the others at random.

    All on random sides.
    """
    roll, sides = random.Random(seed), rules.tables.sides
    seats = players + rules.tables.guests
    faces: dict[str, list[int]] = {}
    for index, side in enumerate(sides):
        if side.board:  # a guest has none
            faces.setdefault(side.board, []).append(index)
    start = seed % len(wanted)
    for _ in range(MOST_DEALS):
        first = [*wanted[start:], *wanted[:start]][: (seats + 1) // 2]
        others = [board for board in faces if board not in first]
        roll.shuffle(others)
        order = [roll.choice(faces[board]) for board in [*first, *others][:seats]]
        roll.shuffle(order)
        table = seated(sides, order, seats, players)
        if table is not None:
            return [(sides[index].board, sides[index].side) for index in table]
        start = (start + 1) % len(wanted)  # it may not be used by so many
    raise ValueError(f"{', '.join(wanted)} cannot sit at a table of {players}")


def faces_of(game: Game) -> list[Face]:
    """Return the boards of a table."""
    sides = game.rules.tables.sides
    cells = [game.row[seat + SIDE] for seat in seats_of(game)]
    return [(sides[cell].board, sides[cell].side) for cell in cells]


def built_to_the_end(game: Game, begun: Sequence[Face]) -> list[bool]:
    """Tell for each seat whether the last stage of its first board was built.

    A board that was replaced was built.
    """
    sides = game.rules.tables.sides
    return [
        face != old or game.row[seat + STAGES] == len(sides[game.row[seat + SIDE]].stages)
        for seat, face, old in zip(seats_of(game), faces_of(game), begun, strict=True)
    ]


def report(dealt: Counter[Face], ended: Counter[Face]) -> None:
    """Print how often each side of a board was in a game."""
    print("board                 side  games  to its last stage")
    for (board, side), games in sorted(dealt.items()):
        print(f"{board:20}  {side:4}  {games:5}  {ended[board, side]:5}")


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--variant", default="")
    parser.add_argument("--players", type=int, help="only so many; without it every number in turn")
    parser.add_argument("--boards", nargs="+", default=[], metavar="BOARD", help="half of each table has one of these")
    parser.add_argument("--every", type=int, default=1, help="check every so manieth state, each game from another on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, help="without it as many as there are cores")
    options = parser.parse_args()
    file = str(kept_file(folders_of(options.expansions), options.variant))
    unknown = set(options.boards) - {side.board for side in opened(file).tables.sides}
    if unknown:
        parser.error(f"not among the boards of this game: {', '.join(sorted(unknown))}")
    last = options.seed + options.games
    tasks: list[Task] = [
        (file, first, min(first + CHUNK, last), options.players, options.every, tuple(options.boards))
        for first in range(options.seed, last, CHUNK)
    ]
    start, done = time.monotonic(), 0
    dealt: Counter[Face] = Counter()
    ended: Counter[Face] = Counter()
    with ProcessPoolExecutor(options.processes) as pool:
        for task, (some, some_ended) in zip(tasks, pool.map(work, tasks), strict=True):
            done += task[2] - task[1]
            dealt += some
            ended += some_ended
            if done % 500 == 0 or done == options.games:
                print(f"{done} games without error, {time.monotonic() - start:.0f} s", flush=True)
    report(dealt, ended)
    return 0


if __name__ == "__main__":
    sys.exit(main())
