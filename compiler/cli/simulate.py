"""`stele simulate`: play many games between bots and show how each board fares."""

from __future__ import annotations

import argparse
import math
import sys

from rich.progress import Progress
from rich.table import Table

from stele.compiler.cli.paint import progress_console, visible_console, write_problem
from stele.compiler.cli.report import report
from stele.compiler.cli.ruleset import ruleset_for
from stele.compiler.driver.build import Broken
from stele.lab.simulate import Result, Results, simulate
from stele.runtime import Refused
from stele.runtime import open as open_ruleset


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    try:
        file = ruleset_for(options.expansions, options.players, options.variant)
        rules = open_ruleset(file)
        rules.new_game(options.players, options.seed)
    except Broken as problem:
        report(problem.checked.diagnostics, problem.checked)
        return 1
    except Refused as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    with Progress(console=progress_console(), transient=True) as progress:
        task = progress.add_task("playing", total=options.games)
        results = simulate(
            file,
            options.players,
            options.games,
            options.seed,
            options.bots,
            options.processes,
            lambda done: progress.update(task, completed=done),
        )
    console = visible_console()
    console.print(table_of(results, [line.id for line in rules.tables.lines], options.players))
    if len(set(options.bots)) > 1:
        console.print(bots_of(results))
    console.print(f"{results.games} games, {results.decisions} decisions", highlight=False)
    return 0


def table_of(results: Results, lines: list[str], players: int) -> Table:
    """Return the results by board."""
    title = f"{players} players: mean points by board, and games won"
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("board", "games", "won %", "points"):
        table.add_column(name, justify="left" if name == "board" else "right", no_wrap=True)
    for id in lines:
        table.add_column(id if len(id) < 6 else id[:4], justify="right", no_wrap=True)
    for board, result in results.boards.items():
        means = [f"{result.lines[id] / result.games:.1f}" for id in lines]
        table.add_row(board, *figures(result), *means)
    return table


def bots_of(results: Results) -> Table:
    """Return the results by kind of bot."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("bot", "seats", "won %", "points"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for bot, result in sorted(results.bots.items()):
        table.add_row(bot, *figures(result))
    return table


def figures(result: Result) -> list[str]:
    """Return games, share of wins, and mean points with their standard deviation."""
    mean = result.points / result.games
    deviation = math.sqrt(max(0.0, result.squares / result.games - mean * mean))
    return [str(result.games), f"{100 * result.wins / result.games:.1f}", f"{mean:.1f} ±{deviation:.0f}"]
