"""Check boards: their sides have stages, and what limits them leaves a table for every number of
players.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.board_limits import all_limits, limits_of, sides_used
from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0402, E0504, E0512
from stele.compiler.common.diagnostics import Diagnostic, did_you_mean
from stele.compiler.front import items
from stele.compiler.front.walk import nodes
from stele.runtime.declared import NO_EFFECTS
from stele.runtime.ruleset import Side
from stele.runtime.seating import seated


def check_stages(content: items.Content) -> Iterator[Diagnostic]:
    """A side has stages."""
    for board in content.boards:
        for side in board.sides:
            if not side.stages:
                message, help = f"side `{side.id}` of `{board.id}` has no stages", "add at least one stage with"
                yield Diagnostic(E0504, message, side.span, help=f"{help} `cost` and `effect`")


def check_limits(index: GameIndex) -> Iterator[Diagnostic]:
    """Limits name boards that are known."""
    known = {board.id for board in index.boards}
    known |= {f"{board.id}-{side.id}" for board in index.boards for side in board.sides}
    elsewhere_too = {id for content in index.contents for id in content.expansion.boards_elsewhere}
    named = [name for board in limited_boards(index) for name in nodes(tuple(all_limits(board)), items.SideName)]
    for name in (*named, *nodes(index.flow.restrictions, items.SideName)):
        if name.text not in known | elsewhere_too and name.text[:-2] not in elsewhere_too:
            help = did_you_mean(name.text, sorted(known)) or "list it under `boards-elsewhere` in `expansion.yaml`"
            yield Diagnostic(E0402, f"no board is called `{name.text}`", name.span, help=help)


def check_seating(index: GameIndex) -> Iterator[Diagnostic]:
    """Limits leave a table of boards for every number of players."""
    places = [board.span for board in limited_boards(index)] + [one.board.span for one in index.flow.restrictions]
    if not places:
        return
    variant = index.variants[0] if index.variants else None
    numbers = index.player_counts if variant is None else variant.players
    id, guests = ("", 0) if variant is None else (variant.id, 0 if variant.guest is None else 1)
    sides = [
        Side(board.id, board.name, side.id, NO_EFFECTS, (), *limits_of(board, side, index.contents, id))
        for board in index.boards
        for side in sides_used(board, index.contents, id)
    ]
    boards = {board.id for board in index.boards}
    for players in numbers:
        seats = players + guests
        if len(boards) >= seats and seated(sides, range(len(sides)), seats, players) is None:
            message = f"limits leave no table of boards for {players} players"
            yield Diagnostic(E0512, message, places[0], help="take back limits, or add boards")


def limited_boards(index: GameIndex) -> list[items.Board]:
    """Return the boards that say anything about the tables they are used at."""
    return [board for board in index.boards if any(limits != items.Limits() for limits in all_limits(board))]
