"""Conflicts as the reference sees them: who is compared with whom, and which tokens that brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from tests.reference_events import Event, Fought
from tests.reference_table import Table, id_of

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
    ahead = [table.strength(a, Seats.LEFT, b) - table.strength(b, Seats.RIGHT, a) for a, b in pairs]
    game.fought = Fought(id_of(win), id_of(lose), step.tokens, tuple(sitting_out))
    for (seat, left), lead in zip(pairs, ahead, strict=True):
        if left == table.partner(seat):
            continue
        if lead:
            game.win_over(*((seat, left) if lead > 0 else (left, seat)))
        else:
            game.raise_event(Event("tie", seat, other=left))
            game.raise_event(Event("tie", left, other=seat))
    game.end_batch()
    game.fought = None


def sits_out(table: Table, seat: int) -> bool:
    """Tell whether a seat takes no part in a conflict; it spends a token for that."""
    city = table.cities[seat]
    holds = table.held(seat)
    is_free = any(isinstance(held.clause.sentence, n.SitOut) for held in holds)
    # Where a board lets a seat sit out it needs no token; but one that has come later acts after
    # what everybody has, and a token is spent before.
    if is_free and not city.replaced:
        return True
    for held in holds:
        match held.clause:
            case n.Clause(moment=n.AtConflict(), sentence=n.Exchange(True, _, (n.Tokens(1) as price,), n.SitOut())):
                for kind in table.book.kinds(price):
                    if city.tokens[kind]:
                        city.tokens[kind] -= 1
                        return True
    return is_free
