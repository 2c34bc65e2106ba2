"""Check what seats demand of each other, give up, swap or mark: it is there, and it is clear where
it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.effects import not_yet
from stele.compiler.analysis.checks.index import GameIndex, is_other_zone
from stele.compiler.analysis.checks.zones import misplaced
from stele.compiler.common.codes import E0509, E0590
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes


def check_obligations(index: GameIndex) -> Iterator[Diagnostic]:
    """What seats must do, a step lets them do, and it costs nothing."""
    plays = index.steps_of(items.PlayStep)
    for oblige in index.nodes(n.Oblige):
        if oblige.source.target and not any(play.source.target == oblige.source.target for play in plays):
            message = f"no step plays cards from `{oblige.source.text}`"
            yield Diagnostic(E0509, message, oblige.source.span, help="name the zone of a `play` step")
        action = index.actions.get(oblige.action.target or "")
        if action is not None and action.cost != "nothing":
            message, help = "demanding what costs something cannot be played yet", "name an action with `cost: nothing`"
            yield Diagnostic(E0590, message, oblige.action.span, help=help)


def check_given_up(index: GameIndex) -> Iterator[Diagnostic]:
    """It is clear where cards go that others give up, and which cards `them` are."""
    cleared = {clear.zone.target for clear in index.steps_of(items.Clear)}
    for given in (given for given in index.nodes(n.DiscardCard) if given.who is n.Seats.OTHERS):
        problems = list(misplaced(given.source, index, "seat"))
        yield from problems
        if not problems and given.source.target not in cleared:
            message = f"nothing says where cards of `{given.source.text}` go that are not played"
            yield Diagnostic(E0509, message, given.source.span, help="a `clear` step of that zone says it")
    clauses = index.nodes(n.Clause)
    known = [clause.then for clause in clauses if isinstance(clause.sentence, n.DiscardCard)]
    for clause in clauses:
        if isinstance(clause.sentence, n.Play) and clause.sentence.source is None and clause not in known:
            yield not_yet(clause, "`them` without cards that were given up before", "begin with `others discard`")


def check_marks_and_swaps(index: GameIndex) -> Iterator[Diagnostic]:
    """Coins lie on cards of the main zone, and hands are swapped where cards are played from a
    hand.
    """
    for put in index.nodes(n.Put):
        for part in put.place.parts if isinstance(put.place, n.Place) else ():
            if is_other_zone(part, index):
                yield Diagnostic(E0590, "coins on cards there cannot be played yet", part.span)
    turns = tuple(index.age_steps_of(items.Turns))
    for swap in index.nodes(n.SwapHands):
        if not any(nodes(turns, items.PlayStep)):
            yield Diagnostic(E0509, "there are no turns in which cards are played from a hand", swap.span)
