"""Play many games and add up what came of each board and each card.

The same result for any number of processes.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from stele.lab.bots import BOTS
from stele.lab.workers import end_with_parent
from stele.runtime import open as open_ruleset
from stele.runtime.game import Game, Rules
from stele.runtime.inspector import cards_in, hand_of
from stele.runtime.score import Score
from stele.runtime.state.cells import PLAYERS, SIDE, Runaway

CHUNK = 25
AHEAD = 8  # chunks that wait for each process


@dataclass(slots=True)
class Result:
    """What came of one side of a board, or of one kind of bot.

    Whole numbers only, so that sums do not depend on order.
    """

    games: int = 0
    wins: int = 0  # shared ones too
    points: int = 0
    squares: int = 0
    lines: dict[str, int] = field(default_factory=dict)

    def add(self, other: Result) -> None:
        """Add another result to this one."""
        self.games += other.games
        self.wins += other.wins
        self.points += other.points
        self.squares += other.squares
        for line, points in other.lines.items():
            self.lines[line] = self.lines.get(line, 0) + points


@dataclass(slots=True)
class CardResult:
    """What came of one card. Whole numbers only, as for boards."""

    offered: int = 0  # how often a seat chose from cards among which it was
    built: int = 0  # how often it was in play at the end of a game
    own: int = 0  # points that it brought itself
    points: int = 0  # of seats that had it
    wins: int = 0  # of seats that had it

    def add(self, other: CardResult) -> None:
        """Add another result to this one."""
        self.offered += other.offered
        self.built += other.built
        self.own += other.own
        self.points += other.points
        self.wins += other.wins


@dataclass(slots=True)
class Results:
    """What came of many games."""

    games: int = 0
    decisions: int = 0
    boards: dict[str, Result] = field(default_factory=dict)
    bots: dict[str, Result] = field(default_factory=dict)
    cards: dict[str, CardResult] = field(default_factory=dict)  # all cards, in order of declaration

    def add(self, other: Results) -> None:
        """Add other results to these."""
        self.games += other.games
        self.decisions += other.decisions
        for own, theirs in ((self.boards, other.boards), (self.bots, other.bots)):
            for name, result in theirs.items():
                own.setdefault(name, Result()).add(result)
        for id, card in other.cards.items():
            self.cards.setdefault(id, CardResult()).add(card)


def play_chunk(rules: Rules, players: int, seeds: range, bots: Sequence[str]) -> Results:
    """Play some games; each depends on its own seed alone."""
    results = Results(cards={card.id: CardResult() for card in rules.tables.cards})
    cards = list(results.cards.values())
    for seed in seeds:
        try:
            play_one(rules.new_game(players, seed), seed, bots, results, cards)
        except Runaway as problem:
            raise Runaway(f"{problem}, in the game with seed {seed}") from problem
    return results


def play_one(game: Game, seed: int, bots: Sequence[str], results: Results, cards: Sequence[CardResult]) -> None:
    """Play one game, and add it to the results."""
    rules, players = game.rules, game.row[PLAYERS]
    made = [BOTS[bots[number % len(bots)]](seed * 31 + number) for number in range(players)]
    while (ask := game.pending()) is not None:
        for card in {rules.core.kind[code] for code in hand_of(rules, game.row, ask)}:
            cards[card].offered += 1
        game.answer(ask, made[ask.seat](game, ask))
        results.decisions += 1
    winners = game.winners()
    results.games += 1
    for number, score in enumerate(game.scores()):
        side = rules.tables.sides[game.row[rules.seats[game.row[PLAYERS]][number] + SIDE]]
        won = int(number in winners)
        one = Result(1, won, score.total, score.total**2, dict(score.lines))
        results.boards.setdefault(f"{side.board} {side.side}", Result()).add(one)
        results.bots.setdefault(bots[number % len(bots)], Result()).add(one)
        for card, own in cards_in_play(game, number, score):
            cards[card].add(CardResult(0, 1, own, score.total, won))


def cards_in_play(game: Game, number: int, score: Score) -> Iterator[tuple[int, int]]:
    """Yield the cards, by number, that a seat has in play, each with the points of its own.

    They lie in the main zone, or in a place that it shares: whatever else lies before it was not
    built.
    """
    rules, row = game.rules, game.row
    tables, seat = rules.tables, rules.seats[row[PLAYERS]][number]
    shared = {f", {side.name}" for place in tables.places for side in place.sides}
    points: dict[tuple[str, str], int] = {}  # by name and clause: a line or token may be called like a card
    for leaf in score.leaves:
        head, comma, place = leaf.item.rpartition(", ")
        name = head if comma + place in shared else leaf.item
        points[name, leaf.place] = points.get((name, leaf.place), 0) + leaf.points
    for zone in (tables.main_zone, *(zone for place in tables.places for zone in place.zones)):
        for code in cards_in(rules, row, tables.zones[zone], seat):
            number, card = rules.core.kind[code], tables.cards[rules.core.kind[code]]
            clauses = dict.fromkeys(scoring.place for scoring in card.effects.scores)
            # What anybody may score stands by itself; whose it is stands beside it.
            clauses |= {one.place: None for one in tables.whiles if one.title == card.name}
            yield number, sum(points.pop((card.name, place), 0) for place in clauses)


_opened: dict[str, Rules] = {}


Task = tuple[str, int, int, int, tuple[str, ...]]  # file, players, first and last seed, bots


def work(task: Task) -> Results:
    """Play one chunk in a process of its own."""
    file, players, first, last, bots = task
    if file not in _opened:
        gc.disable()  # rows hold no references to each other, so there is nothing for it to find
        _opened[file] = open_ruleset(file)
    return play_chunk(_opened[file], players, range(first, last), bots)


def simulate(
    file: Path,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    processes: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Results:
    """Play games with the seeds from `seed` on; `progress` is told how many are done."""
    tasks = (
        (str(file), players, first, min(first + CHUNK, seed + games), tuple(bots))
        for first in range(seed, seed + games, CHUNK)
    )
    results = Results()
    workers = min(processes or os.cpu_count() or 1, max(1, -(-games // CHUNK)))
    if workers == 1:
        finished = map(work, tasks)
        for part in finished:
            results.add(part)
            progress(results.games)
        return ordered(results)
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        for part in finished_by(pool, tasks, AHEAD * workers):
            results.add(part)
            progress(results.games)
    return ordered(results)


def finished_by(pool: ProcessPoolExecutor, tasks: Iterable[Task], most: int) -> Iterator[Results]:
    """Yield the results of tasks in their order; only so many wait at once, however many there
    are.
    """
    waiting: deque[Future[Results]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def ordered(results: Results) -> Results:
    """Return the results with their names in order."""
    results.boards = dict(sorted(results.boards.items()))
    return results
