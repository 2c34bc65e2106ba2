"""Draw score sheets."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stele.compiler.common.words import visible
from stele.runtime import Game


def sheet(game: Game, names: list[str], title: str) -> Table:
    """Return the score sheet of a game: a column for each seat, a line for each line of the
    sheet.
    """
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    winners = game.winners()
    for number, name in enumerate(names[: len(game.scores())]):
        style = "bold" if number in winners else ""
        table.add_column(Text(visible(name), style=style), justify="right")
    scores = game.scores()
    for index, line in enumerate(game.rules.tables.lines):
        table.add_row(line.name, *(str(score.lines[index][1]) for score in scores))
    table.add_section()
    table.add_row("Total", *(str(score.total) for score in scores), style="bold")
    table.add_row("Coins", *(str(score.coins) for score in scores))
    return table


def names_of(game: Game) -> list[str]:
    """Return what each seat is called: its board and side."""
    called = {(side.board, side.side): side.name for side in game.rules.tables.sides}
    seats = game.view(0)["seats"]
    names = [f"{called.get((seat['board'], seat['side']), seat['board'])} {seat['side']}" for seat in seats]
    guest = game.rules.tables.guest
    return names if guest is None else [*names[:-1], f"{guest.name} ({names[-1]})"]


def print_sheet(game: Game, names: list[str], title: str, console: Console) -> None:
    """Print the score sheet and who has won."""
    console.print(sheet(game, names, title))
    winners = [names[number] for number in game.winners()]
    together = "win together" if game.rules.tables.partners and len(winners) == 2 else "share the win"
    console.print(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else together}.", markup=False)
