"""Check supplies and moments: tokens lie on cards of the table, and it is clear what happens when
and who is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from stele.compiler.analysis.checks.index import GameIndex, is_other_zone, names_by_age
from stele.compiler.analysis.checks.tokens import targets_of
from stele.compiler.analysis.checks.zones import misplaced
from stele.compiler.common.codes import E0206, E0509, E0517, E0519, W0601
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes

MOST_BUNDLES = 500  # ways to give up tokens


def check_supplies(index: GameIndex) -> Iterator[Diagnostic]:
    """Supplies lie on cards of the table, each age with tokens of its own."""
    for supply in index.flow.supplies:
        yield from check_supply_cards(supply, index)
        yield from check_supply_tokens(supply, index)


def check_supply_cards(supply: items.Supply, index: GameIndex) -> Iterator[Diagnostic]:
    """A card of each age comes to lie where the supply is."""
    problems = list(misplaced(supply.on, index, "table"))
    yield from problems
    deals = [deal for deal in index.steps_of(items.Deal) if deal.to.target == supply.on.target]
    dealt = [name for deal in deals for name in names_by_age(deal.source, index)]
    ages = {index.decks[name.target].age for name in dealt if name.target in index.decks}
    missing = [age for age in range(1, index.ages + 1) if age not in ages]
    if missing and not problems:
        message = f"no card of age {listed(missing)} comes to lie in `{supply.on.text}`"
        help = "deal there a deck with that `age`, one card of each"
        yield Diagnostic(E0509, message, supply.on.span, help=help)


def check_supply_tokens(supply: items.Supply, index: GameIndex) -> Iterator[Diagnostic]:
    """A token tells from which card it comes, and never runs out elsewhere."""
    tokens = [index.tokens[name.target] for name in names_by_age(supply.of, index) if name.target in index.tokens]
    if index.ages > 1 and len({token.id for token in tokens}) < len(tokens):
        message = "one kind of token lies on the cards of several ages, so nobody can tell from which card one comes"
        words = ", ".join(f'"{age}": ...' for age in range(1, index.ages + 1))
        help = f"declare a token for each age and write `{{{words}}}`"
        yield Diagnostic(E0509, message, supply.of.span, help=help)
    for token in tokens:
        if token.supply is not None:
            message = f"`{token.id}` tokens run out, so they cannot lie on cards"
            notes = (Note("the `supply` is given here", token.span),)
            yield Diagnostic(E0509, message, supply.of.span, help="leave the `supply` out", notes=notes)


def check_runs(index: GameIndex) -> Iterator[Diagnostic]:
    """A step that runs a moment says whose it is, and where cards go that are given up."""
    comes = {supply.when_empty.target: supply.when_empty for supply in index.flow.supplies}
    for run in index.steps_of(items.Run):
        if run.moment is None and (run.supply or run.unpaid or run.to):
            help = "name a declared moment, or leave the other keys out"
            yield Diagnostic(E0509, "at `end-of-turn` no supply is looked at", run.span, help=help)
        elif run.moment is not None and run.supply is None:
            help = "add `supply:`, whose card of the age asks for something"
            yield Diagnostic(E0509, "nothing says whose moment this is", run.moment.span, help=help)
        elif run.moment is not None and run.moment.target in comes:
            message = f"`{run.moment.text}` comes when a supply is empty, so it cannot ask for something too"
            notes = (Note("here it comes", comes[run.moment.target].span),)
            yield Diagnostic(E0509, message, run.moment.span, help="declare a second moment", notes=notes)
        if run.to is not None:
            yield from misplaced(run.to, index, "table")
        elif run.moment is not None and any(nodes(asked_at(run.moment, index), n.MoveCards)):
            yield Diagnostic(E0509, "nothing says where cards go that are given up", run.span, help="add `to:`")
    for run in nodes(index.flow.slots.before_first_age, items.Run):
        if run.moment is not None:
            yield Diagnostic(E0509, "before the first age there is no card of an age", run.moment.span)


def check_demands(index: GameIndex) -> Iterator[Diagnostic]:
    """What a card asks for at a moment leaves at most one thing to choose, and lies where it can be
    taken from.
    """
    asking = asking_moments(index)
    used = asking | {supply.when_empty.target for supply in index.flow.supplies}
    for moment, clauses in (pair for card in index.cards.values() for pair in card.moments):
        if moment.target is not None and moment.target not in used and not index.variants:
            help = "name it in a `run` step, or in `when-empty` of a supply"
            yield Diagnostic(W0601, f"the moment `{moment.text}` never comes", moment.span, help=help)
        if moment.target in asking:
            yield from check_demanded(clauses, index)


def check_demanded(clauses: tuple[n.Clause, ...], index: GameIndex) -> Iterator[Diagnostic]:
    """One thing is asked for besides coins, and cards only of the main zone."""
    choices = [clause for clause in clauses if not any(nodes(clause, n.Coins))]
    for clause in choices[1:]:
        message = "one moment asks for one thing that is chosen"
        yield Diagnostic(E0517, message, clause.span, help="ask for coins beside it")
    for tokens in nodes(clauses, n.Tokens):
        kinds = len(targets_of(tokens, index.tokens))
        if kinds and tokens.number > 0 and comb(kinds + tokens.number - 1, tokens.number) > MOST_BUNDLES:
            message = f"{tokens.number} tokens out of {kinds} kinds can be given up in more than {MOST_BUNDLES} ways"
            yield Diagnostic(E0206, message, tokens.span, help="ask for fewer, or for fewer kinds")
    for discard in nodes(clauses, n.MoveCards):
        if discard.source is not None and is_other_zone(discard.source, index):
            message, help = "what is asked for here lies in the main zone", "name the main zone"
            yield Diagnostic(E0519, message, discard.source.span, help=help)


def asking_moments(index: GameIndex) -> set[str | None]:
    """Return the moments at which something is asked for: those that steps run."""
    return {run.moment.target for run in index.steps_of(items.Run) if run.moment is not None}


def asked_at(moment: Name, index: GameIndex) -> tuple[n.Clause, ...]:
    """Return all that cards ask for at a moment."""
    listed = (pair for card in index.cards.values() for pair in card.moments)
    return tuple(clause for name, clauses in listed if name.target == moment.target for clause in clauses)
