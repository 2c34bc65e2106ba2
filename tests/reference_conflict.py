"""Conflicts as the reference sees them: who is compared with whom, and which tokens that brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from tests.reference_table import Book, Table, id_of

if TYPE_CHECKING:
    from tests.reference_effects import Effects


def fight(game: Effects, step: items.ConflictStep) -> None:
    """Compare all neighbours of those who take part.

    Two fight once, one alone does not fight.
    """
    table = game.table
    win, lose = step.win.at(table.age), step.lose.at(table.age)
    assert win is not None
    assert lose is not None
    sitting_out = [seat for seat in table.ring() if sits_out(table, seat)]
    ring = [seat for seat in table.ring() if not step.leaves or seat not in sitting_out]
    pairs = [(seat, ring[(place + 1) % len(ring)]) for place, seat in enumerate(ring)]
    if len(ring) < 3:
        pairs = pairs[: len(ring) - 1]
    won: list[tuple[int, int]] = []
    for seat, left in pairs:
        own, theirs = table.strength(seat, Seats.LEFT, left), table.strength(left, Seats.RIGHT, seat)
        result = [(seat, left)] if own > theirs else [(left, seat)] if theirs > own else []
        if left != table.partner(seat):
            won += result * (1 if {seat, left} & set(sitting_out) else step.tokens)
    for victor, loser in won:
        game.gain_tokens(victor, id_of(win))
        holds = [held for held in table.held(loser) if not table.places.is_between(loser, held, victor)]
        if any(gives_to_victor(game.book, held.clause, id_of(lose)) for held in holds):
            game.gain_tokens(victor, id_of(lose))
        else:
            game.gain_tokens(loser, id_of(lose))
    game.end_batch()


def sits_out(table: Table, seat: int) -> bool:
    """Tell whether a seat takes no part in a conflict; it spends a token for that."""
    city = table.cities[seat]
    for held in table.held(seat):
        match held.clause:
            case n.Clause(moment=n.AtConflict(), sentence=n.Exchange(True, _, (n.Tokens(1) as price,), n.SitOut())):
                for kind in table.book.kinds(price):
                    if city.tokens[kind]:
                        city.tokens[kind] -= 1
                        return True
    return False


def gives_to_victor(book: Book, clause: n.Clause, kind: str) -> bool:
    """Tell whether a clause gives a token that would be gained in a conflict to the victor."""
    match clause:
        case n.Clause(
            moment=n.InsteadOf(n.GainsToken(tokens), True, who=Seats.YOU), sentence=n.Gain(Seats.VICTOR, n.It())
        ):
            return kind in book.kinds(tokens)
    return False
