"""Check what stands: rights that nobody has anyway, bans and counts of what there can be."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import own_nodes
from stele.compiler.analysis.selections import filters_of
from stele.compiler.common.codes import E0206, E0513, E0519
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats

MOST_TURNS = 9
TRADERS = (Seats.YOU, Seats.LEFT, Seats.RIGHT, Seats.NEIGHBOURS, Seats.OTHERS, Seats.EVERYONE)
STANDS_FOR = (*TRADERS, Seats.PARTNER)


def check_standing(content: items.Content) -> Iterator[Diagnostic]:
    """What stands can stand: for whom, for how long, and of what."""
    for turns in own_nodes(content, n.ForTurns):
        if not 2 <= turns.number <= MOST_TURNS:
            message = f"something lasts for the next 2 to {MOST_TURNS} turns, not for {turns.number}"
            help = "write `next turn`" if turns.number == 1 else "write `until end of age`, or another number"
            yield Diagnostic(E0206, message, turns.span, help=help)
    for lasting in own_nodes(content, n.ForCards):
        if not 1 <= lasting.number <= MOST_TURNS:
            message = f"something lasts for the next 1 to {MOST_TURNS} cards, not for {lasting.number}"
            yield Diagnostic(E0206, message, lasting.span, help="write `until end of age`, or another number")
    for right in own_nodes(content, n.Right):
        yield from check_right(right.deed)
    for clause in own_nodes(content, n.Clause):
        yield from check_limited_right(clause)
    for ban in own_nodes(content, n.Ban):
        yield from check_ban(ban)
    changes: list[n.CostChange | n.Toll | n.Worth | n.Right] = [*own_nodes(content, n.CostChange)]
    changes += [*own_nodes(content, n.Toll), *own_nodes(content, n.Worth), *own_nodes(content, n.Right)]
    for stands in changes:
        yield from stands_for(stands.whom, stands)
    for alias in own_nodes(content, n.CountAs):
        for cards, is_one in ((alias.what, False), (alias.as_what, True)):
            if not is_by_colour(cards) or (is_one and len(colours_in(cards)) != 1):
                message = "cards count as those of one colour" if is_one else "what counts as another kind is a colour"
                yield Diagnostic(E0519, message, cards.span, help="name one colour" if is_one else "name colours")
    for more in own_nodes(content, n.CountMore):
        which = more.what if isinstance(more.what, (n.Cards, n.NamedCards, n.CardNamed)) else None
        if which is not None and not (is_by_colour(which) and len(colours_in(which)) <= 1):
            yield Diagnostic(E0519, "cards that are not there have one colour", more.what.span, help="name one")
        if more.number < 1:
            yield Diagnostic(
                E0206, f"this counts at least 1 more, not {more.number}", more.span, help="write 1 or more"
            )
    for worth in own_nodes(content, n.Worth):
        if not isinstance(worth.what, n.Tokens) and not is_by_colour(worth.what):
            yield Diagnostic(E0519, "cards are worth more by their colour", worth.what.span, help="name colours")


def check_limited_right(clause: n.Clause) -> Iterator[Diagnostic]:
    """What may be built so often joins the choice of its owner's turn."""
    match clause:
        case n.Clause(None, n.Once(), sentence=n.Build(who, source=None)) if who is not Seats.YOU:
            message, help = "a right with a limit is for its owner", "say who builds behind a moment"
            yield Diagnostic(E0519, message, clause.sentence.span, help=help)


def check_right(deed: n.Deed) -> Iterator[Diagnostic]:
    """A right allows what not everyone may do anyway."""
    match deed:
        case n.BuildingOf(_, None, False) | n.BuildingStages() | n.Trading():
            help = "say how: `for free`, or `by chain from neighbours`"
            yield Diagnostic(E0513, "everyone may do this anyway, so this never does anything", deed.span, help=help)
        case n.BuildingOf(_, n.ByChain(None), _):
            help = "say where the chain begins: `by chain from neighbours`"
            yield Diagnostic(E0513, "everyone may do this anyway, so this never does anything", deed.span, help=help)


def check_ban(ban: n.Ban) -> Iterator[Diagnostic]:
    """Trade is forbidden between seats that are known by where they sit."""
    deed = ban.deed
    yield from stands_for(ban.whom, ban)
    if isinstance(deed, n.Trading):
        if deed.other not in TRADERS or (deed.other is Seats.YOU and not isinstance(ban.whom, Seats)):
            help = "name `left`, `right`, `neighbours`, `others` or `you`"
            yield Diagnostic(E0519, "nobody trades with these seats as such", deed.span, help=help)
        elif deed.other is Seats.YOU and ban.whom is Seats.YOU:
            yield Diagnostic(
                E0513, "nobody trades with oneself, so this never does anything", deed.span, help="name others"
            )


def stands_for(whom: n.Subject, stands: n.Sentence) -> Iterator[Diagnostic]:
    """What stands is for seats that are known as long as it does."""
    group = whom.group if isinstance(whom, n.SeatsWith) else whom
    if isinstance(group, Seats) and group not in STANDS_FOR:
        help = "name `left`, `right`, `neighbours`, `others`, `everyone` or `partner`"
        yield Diagnostic(E0519, "what stands is for seats that are known by where they sit", stands.span, help=help)


def is_by_colour(cards: n.Which) -> bool:
    """Tell whether cards are meant by their colour alone."""
    is_of_age = isinstance(cards, n.Cards) and (cards.age is not None or cards.of_that_colour)
    return not (is_of_age or filters_of(cards) or isinstance(cards, n.CardNamed))


def colours_in(cards: n.Which) -> tuple[n.Name, ...]:
    """Return the colours that are named; a noun stands for one."""
    match cards:
        case n.Cards(colours):
            return colours
        case n.NamedCards(noun):
            return (noun,)
        case _:
            return ()
