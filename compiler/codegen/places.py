"""Write what has to do with places that neighbours share: their cells, the
decision on which side a board lies, and the steps that lay boards, compare owners and ask for last
cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.codegen.effect_rows import SIDES
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import constant
from stele.runtime.state.cells import OPENED

PlaceAct = acts.LayBoards | acts.SettlePlaces


def place_sizes(program: ir.Program, words: int, tally_words: int) -> Iterator[tuple[str, int]]:
    """Yield the cells of a seat that places take, and how many they are."""
    yield "ACROSS", 2
    yield "SHARED", tally_words if program.places else 0
    for shared in program.places:
        # Behind the fixed cells, for each side: words of what is opened there, and of what fits.
        yield f"PLACE_CELLS_{constant(shared.id)}", OPENED + 4 * words


def turning(shared: ir.SharedPlace) -> str:
    """Return what the decision on which side a board lies is called."""
    return f"turn_{constant(shared.id).lower()}"


def turning_lines(shared: ir.SharedPlace) -> tuple[list[str], list[str]]:
    """Return what is asked when a board is laid, and what becomes of the answer."""
    number = f"PLACE_{constant(shared.id)}"
    return [f"return turn_options(t, row, out, me, {number})"], [
        f"turn_board(t, row, me, {number}, option)",
        "return 1",
    ]


def place_act(act: PlaceAct) -> str:
    """Return the line of a step at places."""
    if isinstance(act, acts.LayBoards):
        return f"lay_boards(t, row, PLACE_{constant(act.place)})"
    return f"settle_places(t, row, {act.is_first!r})"


def asks_last_of(act: acts.AskLastOf) -> str:
    """Return the test whether somebody may play the last card of a neighbour."""
    cells = f"ZONE_{constant(act.zone)}, ZONE_{constant(act.to)}, {SIDES.index(act.side)}"
    return f"ask_last_of(t, row, {cells})"


def cards_at(expr: ir.CardsAt, cards: int, row: str, asked: str = "cards_at") -> str:
    """Return how many cards serve a seat at places, given the number of their set."""
    sides = sum(1 << SIDES.index(side) for side in expr.sides)
    return f"{asked}(t, {row}, me, PLACE_{constant(expr.place)}, {sides}, {cards})"


def is_leading(test: ir.IsLeading, row: str) -> str:
    """Return the test whether a seat leads."""
    return f"{'not ' if test.is_negated else ''}is_leading(t, {row}, me, {SIDES.index(test.side)})"
