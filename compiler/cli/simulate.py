"""`stele simulate`: play many games between bots and show how each board or each card fares."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import shutil
import sys
from collections.abc import Sequence

from rich.progress import Progress

from stele.compiler.cli.paint import progress_console, write, write_problem
from stele.compiler.cli.report import count, report
from stele.compiler.cli.ruleset import ruleset_for
from stele.compiler.common.diagnostics import cells
from stele.compiler.driver.build import Broken
from stele.lab.simulate import CardResult, Result, Results, simulate
from stele.runtime import Refused, Rules
from stele.runtime import open as open_ruleset

# One row: what is counted or worked out, by the name of its column; a mean of nothing is nothing.
Figures = dict[str, str | int | float | None]


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
    if len(options.bots) > options.players:
        problem_with = f"{len(options.bots)} bots are named for {options.players} seats"
        write_problem(f"{problem_with}; name one for each seat, or fewer, which then play in turn", sys.stderr)
        return 2
    with Progress(console=progress_console(), transient=True, disable=not sys.stderr.isatty()) as progress:
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
    match options.format:
        case "json":
            sys.stdout.write(as_json(results, rules, options))
        case "csv":
            of_cards, of_boards = card_rows(results, rules, options.players), board_rows(results, rules)
            sys.stdout.write(as_csv(of_cards if options.cards else of_boards))
        case _:
            print_tables(results, rules, options)
    return 0


# --- figures --------------------------------------------------------------------------------------


def board_rows(results: Results, rules: Rules) -> list[Figures]:
    """Return a row for each side of a board: wins, points, and each line of the sheet."""
    rows = []
    for name, result in results.boards.items():
        board, _, side = name.rpartition(" ")
        means: Figures = {line.id: mean(result.lines[line.id], result.games) for line in rules.tables.lines}
        rows.append(Figures(board=board, side=side) | seat_figures(result) | means)
    return rows


def bot_rows(results: Results) -> list[Figures]:
    """Return a row for each kind of bot."""
    return [Figures(bot=bot) | seat_figures(result) for bot, result in sorted(results.bots.items())]


def seat_figures(result: Result) -> Figures:
    """Return what came of seats: games, share of wins, and mean points with their standard
    deviation.
    """
    average = result.points / result.games
    deviation = math.sqrt(max(0.0, result.squares / result.games - average * average))
    return {
        "games": result.games,
        "won %": mean(100 * result.wins, result.games),
        "points": round(average, 2),
        "deviation": round(deviation, 2),
    }


def card_rows(results: Results, rules: Rules, players: int) -> list[Figures]:
    """Return a row for each card that so many players may see, in order of declaration, also if
    nobody has.
    """
    colours = rules.tables.colours
    return [
        Figures(card=card.id, name=card.name, colour="" if card.colour < 0 else colours[card.colour][0])
        | card_figures(results.cards[card.id])
        for card in rules.tables.cards
        if results.cards[card.id] != CardResult() or min(card.players, default=0) <= players
    ]


def card_figures(result: CardResult) -> Figures:
    """Return what came of a card.

    How often it was offered and built, its own points, and how seats fared that had it.
    """
    return {
        "offered": result.offered,
        "built": result.built,
        "built %": mean(100 * result.built, result.offered),
        "own points": mean(result.own, result.built),
        "points": mean(result.points, result.built),
        "won %": mean(100 * result.wins, result.built),
    }


def mean(total: int, number: int) -> float | None:
    """Return a mean; of nothing there is none."""
    return round(total / number, 2) if number else None


# --- for programs ---------------------------------------------------------------------------------


def as_csv(rows: Sequence[Figures]) -> str:
    """Return rows as comma-separated values, the names of columns first.

    A name that a spreadsheet would work out as a formula has an apostrophe before it.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: in_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def in_cell(value: str | float | None) -> str | float | None:
    """Return a value as a spreadsheet shows it, and does nothing else with it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def as_json(results: Results, rules: Rules, options: argparse.Namespace) -> str:
    """Return everything: boards, bots and cards, and what was played."""
    whole = {
        "version": 1,
        "expansions": list(rules.tables.expansions),
        "variant": rules.tables.variant,
        "players": options.players,
        "seed": options.seed,
        "games": results.games,
        "decisions": results.decisions,
        "boards": board_rows(results, rules),
        "bots": bot_rows(results),
        "cards": card_rows(results, rules, options.players),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


# --- for people -----------------------------------------------------------------------------------


def print_tables(results: Results, rules: Rules, options: argparse.Namespace) -> None:
    """Print boards or cards, then bots if there are different ones."""
    if options.cards:
        title = f"{options.players} players: how often each card was offered and built, and how its builders fared"
        rows = sorted(card_rows(results, rules, options.players), key=most_built)
        print_table(title, [without(row, "card") for row in rows], 1)
        if absent := len(rules.tables.cards) - len(rows):
            sys.stdout.write(f"{count(absent, 'card')} left out: not in a game of {options.players} players\n")
    else:
        title = f"{options.players} players: mean points by board, and games won"
        listed = board_rows(results, rules)
        rows = [Figures(board=f"{row['board']} {row['side']}") | without(row, "board", "side") for row in listed]
        print_table(title, rows, 1)
    if len(set(options.bots)) > 1:
        sys.stdout.write("\n")
        print_table("by bot", bot_rows(results), 1)
    sys.stdout.write(f"{results.games} games, {results.decisions} decisions\n")


def most_built(row: Figures) -> float:
    """Order cards by how often they are built, those that nobody could build last."""
    share = row["built %"]
    return -float(share) if share is not None else 1.0


def without(row: Figures, *names: str) -> Figures:
    """Return a row without some columns."""
    return {name: value for name, value in row.items() if name not in names}


def print_table(title: str, rows: Sequence[Figures], fixed: int) -> None:
    """Print a table; where a terminal is too narrow, the columns that have no room stand below,
    beside the first ones again. Nothing is ever cut.
    """
    lines = [[shown(name, row) for name in row if name != "deviation"] for row in rows]
    names = [name for name in rows[0] if name != "deviation"] if rows else []
    widths = [max(cells(text) for text in (name, *(line[at] for line in lines))) for at, name in enumerate(names)]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else sum(widths) + 2 * len(widths)
    write([("strong", f"{title}\n")], sys.stdout)
    for number, block in enumerate(blocks(widths, fixed, room)):
        if number:
            write([("", "\n")], sys.stdout)
        write([("faint", line_of(names, widths, block, names) + "\n")], sys.stdout)
        for line in lines:
            write([("", line_of(line, widths, block, names) + "\n")], sys.stdout)


def blocks(widths: Sequence[int], fixed: int, room: int) -> list[list[int]]:
    """Return which columns stand side by side; the first ones stand in every block."""
    first = list(range(fixed))
    found = [first[:]]
    for column in range(fixed, len(widths)):
        used = sum(widths[at] + 2 for at in found[-1]) + widths[column]
        if used > room and len(found[-1]) > fixed:
            found.append(first[:])
        found[-1].append(column)
    return found


def line_of(line: Sequence[str], widths: Sequence[int], block: Sequence[int], names: Sequence[str]) -> str:
    """Return one line of a table: words on the left of their column, numbers on the right."""
    words = ("board", "bot", "name", "colour")
    parts = []
    for at in block:
        space = " " * (widths[at] - cells(line[at]))
        parts.append(line[at] + space if names[at] in words else space + line[at])
    return "  ".join(parts).rstrip()


def shown(name: str, row: Figures) -> str:
    """Return one figure for people: means with one digit, points of boards with their deviation."""
    value = row[name]
    if value is None:
        return "-"
    if not isinstance(value, float):
        return str(value)
    if name == "points" and "deviation" in row:
        return f"{value:.1f} ±{row['deviation']:.0f}"
    return f"{value:.1f}"
