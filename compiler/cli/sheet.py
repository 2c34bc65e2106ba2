"""Draw score sheets."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stele.compiler.common.words import visible
from stele.runtime import Game

LEAST = 4  # columns for the name of a seat, which may be broken
PADDING = 3  # columns between two others


def sheets(game: Game, names: list[str], title: str, width: int) -> Iterator[Table]:
    """Yield the score sheet of a game: a column for each seat, a line for each line of the sheet.

    Seats for which there is no room stand on a further sheet below: no figure is ever cut.
    """
    lines, scores, winners = game.rules.tables.lines, game.scores(), game.winners()
    rows = [[str(score.lines[index][1]) for score in scores] for index in range(len(lines))]
    totals, coins = [str(score.total) for score in scores], [str(score.coins) for score in scores]
    first = max(len(visible(line.name)) for line in lines)
    widest = max(LEAST, *(len(figure) for row in (*rows, totals, coins) for figure in row))
    fitting = max(1, (width - first - 2 * PADDING) // (widest + PADDING))
    for begin in range(0, len(scores), fitting):
        seats = range(begin, min(begin + fitting, len(scores)))
        table = Table(title=title if begin == 0 else None, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
        table.add_column("", no_wrap=True)
        for seat in seats:
            name = Text(visible(names[seat]), style="bold" if seat in winners else "")
            table.add_column(name, justify="right", min_width=widest)
        for line, row in zip(lines, rows, strict=True):
            table.add_row(line.name, *(row[seat] for seat in seats))
        table.add_section()
        table.add_row("Total", *(totals[seat] for seat in seats), style="bold")
        table.add_row("Coins", *(coins[seat] for seat in seats))
        yield table


def names_of(game: Game) -> list[str]:
    """Return what each seat is called: its board and side."""
    called = {(side.board, side.side): side.name for side in game.rules.tables.sides}
    seats = game.view(0)["seats"]
    names = [f"{called.get((seat['board'], seat['side']), seat['board'])} {seat['side']}" for seat in seats]
    guest = game.rules.tables.guest
    return names if guest is None else [*names[:-1], f"{guest.name} ({names[-1]})"]


def print_sheet(game: Game, names: list[str], title: str, console: Console) -> None:
    """Print the score sheet and who has won."""
    for table in sheets(game, names, title, console.width):
        console.print(table)
    winners = [names[number] for number in game.winners()]
    together = "win together" if game.rules.tables.partners and len(winners) == 2 else "share the win"
    console.print(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else together}.", markup=False)
