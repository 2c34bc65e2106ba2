"""Check that moments, limits and what follows go together with what is said at them."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.acting import is_end_of_game, is_start_of_game
from stele.compiler.common.codes import E0505, E0513, E0514, E0517, E0519, E0520
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.walk import nodes


def check_following(clause: n.Clause) -> Iterator[Diagnostic]:
    """What follows happens as often as what it follows, and what is set off later lasts so long."""
    then = clause.then
    if then is None:
        return
    if then.limit is not None and then.moment is None:
        help = "write it at the beginning of the whole sentence"
        yield Diagnostic(E0520, "what follows happens as often as what it follows", then.limit.span, help=help)
    if then.moment is not None and not (isinstance(then.sentence, n.Have) and then.sentence.lasting is not None):
        help = "say how long behind the moment, as in `then when you build a stage, this turn, gain 3 coins`"
        yield Diagnostic(E0517, "what waits for a moment behind `then` lasts for a time", then.moment.span, help=help)
    yield from check_following(then)


def check_start(content: items.Content) -> Iterator[Diagnostic]:
    """Only what is there from the beginning waits for the start of the game."""
    there = [clause for board in content.boards for side in board.sides for clause in side.start]
    there += content.flow.everyone if content.flow is not None else []
    known = {id(clause) for clause in there}
    for clause in nodes((content.cards, content.boards, content.places, content.flow), n.Clause):
        if is_start_of_game(clause.moment) and id(clause) not in known:
            assert clause.moment is not None
            help = "leave it out, or write this where a board says what it gives at the `start`"
            yield Diagnostic(E0513, "the game has begun by then, so this never happens", clause.moment.span, help=help)


def check_unused(clause: n.Clause) -> Iterator[Diagnostic]:
    """Production is left over by the payments of a turn."""
    unused = list(nodes((clause.sentence, clause.then), n.Unused))
    for part in unused if not isinstance(clause.moment, n.AfterPlaying) else ():
        message = "which production is left is known only after cards were paid for"
        yield Diagnostic(E0505, message, part.span, help="write `after playing,` before it")
    choices = clause.sentence.alternatives if isinstance(clause.sentence, n.Either) else ()
    is_alike = all(list(nodes(choice, n.Unused)) == unused[:1] for choice in choices) and bool(choices)
    for part in unused[1:] if not is_alike else ():
        yield Diagnostic(E0505, "one kind of unused production pays for one thing", part.span, help="leave it out")


def check_lying(clause: n.Clause, of_event: bool = False) -> Iterator[Diagnostic]:
    """Cards are copied where they serve somebody else, symbols are borrowed at the end of the game,
    and coins lie on cards of cities.
    """
    for copy in nodes(clause.sentence, n.Copy):
        if isinstance(copy.place, n.Here):
            message, help = "what lies here serves its owners already", "copy a card in a city"
            yield Diagnostic(E0519, message, copy.place.span, help=help)
    marking: tuple[n.Put | n.TakeOff, ...] = (*nodes(clause.sentence, n.Put), *nodes(clause.sentence, n.TakeOff))
    for put in marking:
        if isinstance(put.place, n.Here):
            yield Diagnostic(E0519, "coins lie on cards of cities only", put.place.span, help="name a city")
    for lent in nodes(clause.sentence, n.CopiedScience):
        if not isinstance(lent.place, n.Place):
            message, help = "symbols are borrowed at the end of the game, when nobody is `they`", "name whose city"
            yield Diagnostic(E0514, message, lent.place.span, help=help)
    if (
        is_end_of_game(clause.moment)
        and isinstance(clause.sentence, n.Copy)
        and isinstance(clause.sentence.place, n.TheyHave)
    ):
        yield Diagnostic(E0514, "`they` stands for nobody here", clause.sentence.place.span, help="name whose city")
    for made in nodes(clause.sentence, n.Produce):
        if isinstance(made.goods, n.SomeThat) and made.for_sale:
            message = "what other production decides is for the own use"
            yield Diagnostic(E0519, message, made.goods.span, help="write `, not for sale` behind it")
    if clause.then is not None:
        yield from check_lying(clause.then)


ASKED_FOR = "what is asked for is coins, tokens or a card"


def check_asked_for(clause: n.Clause) -> Iterator[Diagnostic]:
    """A moment that a step runs asks for coins, tokens or a card."""
    if not is_demand(clause):
        help = "write `lose ... coins`, `lose ... tokens` or `discard a card from ...`"
        yield Diagnostic(E0519, ASKED_FOR, clause.span, help=help)


def is_demand(clause: n.Clause) -> bool:
    """Tell whether a clause is something that a step can ask for."""
    match clause:
        case n.Clause(None, None, (), n.Lose(Seats.YOU, n.Coins() | n.Tokens(), None), None):
            return True
        case n.Clause(
            None, None, (), n.MoveCards(n.MoveVerb.DISCARD, Seats.YOU, 1, n.Cards(_, None) | n.NamedCards()), None
        ):
            return True
        case _:
            return False
