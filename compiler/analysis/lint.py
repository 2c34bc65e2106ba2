"""Doubt what can be played but was hardly meant: what never happens, what is always so, tables that
cannot be set.

A thing counts as possible if any set of expansions makes it so; only what no set can bring about is
reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.analysis.attribution import unsaid
from stele.compiler.analysis.checks.tokens import targets_of
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.codes import E0502, W0604, W0605
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.walk import nodes, nodes_of


@dataclass(frozen=True, slots=True)
class Possible:
    """What some set of expansions brings about: tokens that are given, cards and symbols that are
    there.
    """

    given: frozenset[str]
    tokens: dict[str, items.Token]
    colours: frozenset[str | None]
    nouns: dict[str, str | None]
    symbols: frozenset[str | None]


def lint(game: Resolved, sets: Sequence[Resolved], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return what was hardly meant in a game without errors."""
    if any(diagnostic.is_error for diagnostic in found):
        return []
    # Most sets share most expansions.
    contents = {id(content): content for one in sets for content in one.contents}
    possible = possible_in(list(contents.values()))
    doubts: list[Diagnostic] = []
    patched = [content for content in contents.values() if content.is_patched]
    seen: set[Span] = set()
    for content in (*game.contents, *patched):
        clauses = [clause for clause in clauses_of(content) if clause.span not in seen]
        seen.update(clause.span for clause in clauses)
        for clause in clauses:
            doubts.extend(check_clause(clause, possible))
            doubts.extend(check_conditions(clause))
    for one in (game, *sets):
        doubts.extend(unsaid(check_circles(one), doubts))
    return doubts


def clauses_of(content: items.Content) -> list[n.Clause]:
    """Return every clause of an expansion."""
    return list(nodes((content.cards, content.boards, content.flow, content.vocabulary.lines), n.Clause))


def possible_in(contents: Sequence[items.Content]) -> Possible:
    """Gather what is possible."""
    tokens = {f"{c.expansion.id}.{token.id}": token for c in contents for token in c.vocabulary.tokens}
    given: set[str] = set()
    for content in contents:
        for gain in (gain for clause in clauses_of(content) for gain in nodes(clause, n.Gain)):
            given.update(targets_of(gain.gift, tokens) if isinstance(gain.gift, n.Tokens) else ())
        for step in nodes(content.flow.steps() if content.flow else (), items.ConflictStep):
            given |= {name.target or "" for name in nodes((step.win, step.lose), Name)}
        if content.flow is not None and content.flow.unpaid is not None:
            given.add(content.flow.unpaid.target or "")
    return Possible(
        frozenset(given),
        tokens,
        frozenset(card.colour.target for content in contents for card in content.cards if card.colour is not None),
        {f"{c.expansion.id}.{noun.id}": noun.colour.target for c in contents for noun in c.vocabulary.nouns},
        frozenset(
            symbol.target
            for content in contents
            for science in nodes((content.cards, content.boards), n.Science)
            for symbol in science.symbols
        ),
    )


def check_clause(clause: n.Clause, possible: Possible) -> Iterator[Diagnostic]:
    """A clause counts and waits for what there can be."""
    gifts = [id(gain.gift) for gain in nodes(clause, n.Gain)]
    for tokens in nodes(clause, n.Tokens):
        targets = targets_of(tokens, possible.tokens)
        if targets and id(tokens) not in gifts and possible.given.isdisjoint(targets):
            message = f"nothing gives a `{tokens.kind.text}` token, so this never matters"
            help = f"let an effect `gain 1 {tokens.kind.text} token`, or remove this"
            yield Diagnostic(W0604, message, tokens.span, help=help)
    for cards in nodes_of(clause, n.Cards, n.NamedCards):
        colours = cards.colours if isinstance(cards, n.Cards) else (cards.noun,)
        for name in colours:
            target = name.target if name.role is Role.COLOUR else possible.nouns.get(name.target or "", name.target)
            if name.target is not None and target not in possible.colours:
                message = f"there is no `{name.text}` card, so this never matters"
                yield Diagnostic(W0604, message, name.span, help="give a card that colour, or remove this")
    for symbols in nodes(clause, n.Symbols):
        if symbols.kind.target is not None and symbols.kind.target not in possible.symbols:
            message = f"nothing shows a `{symbols.kind.text}` symbol, so this never matters"
            help = f"let a card say `science {symbols.kind.text}`, or remove this"
            yield Diagnostic(W0604, message, symbols.span, help=help)


def check_conditions(clause: n.Clause) -> Iterator[Diagnostic]:
    """Conditions of one clause neither repeat nor exclude each other."""
    ages: list[n.Test] = []
    for index, test in enumerate(clause.tests):
        for earlier in clause.tests[:index]:
            if earlier.fact == test.fact:
                is_same = earlier.is_negated == test.is_negated
                message = "this is asked twice" if is_same else "this is never true: its opposite is asked for too"
                notes = (Note("it is asked for here too", earlier.span),)
                yield Diagnostic(W0605, message, test.span, help="remove one of the two", notes=notes)
        if isinstance(test.fact, n.InAge) and not test.is_negated:
            if ages and ages[0].fact != test.fact:
                notes = (Note("the other age is asked for here", ages[0].span),)
                message = "this is never true: it is not two ages at once"
                yield Diagnostic(W0605, message, test.span, help="make two clauses of it", notes=notes)
            ages.append(test)
    for one in clause.tests:
        for other in clause.tests:
            if one is not other and is_implied(one, other):
                message = "this is always true if the other condition is"
                notes = (Note("the other condition stands here", other.span),)
                yield Diagnostic(W0605, message, one.span, help="remove it", notes=notes)


def is_implied(one: n.Test, other: n.Test) -> bool:
    """Tell whether a condition follows from another: fewer of the same thing, or another age than
    the one it is.
    """
    match one.fact, other.fact:
        case n.AtLeast(few, what, where), n.AtLeast(many, same, there):
            is_alike = what == same and where == there and not one.is_negated and not other.is_negated
            return is_alike and few < many
        case n.InAge(one_age), n.InAge(other_age):
            return one.is_negated and not other.is_negated and one_age != other_age
        case _:
            return False


def check_circles(game: Resolved) -> Iterator[Diagnostic]:
    """Cards without an age do not open chains to each other in a circle."""
    cards = {f"{c.expansion.id}.{card.id}": card for c in game.contents for card in c.cards}
    for target, card in cards.items():
        for name in card.chain:
            if name.target != target and target in reached(name.target or "", cards) and target < (name.target or ""):
                notes = (Note("the other card stands here", cards[name.target or ""].span),)
                message = f"`{card.id}` and `{name.text}` open chains to each other"
                yield Diagnostic(E0502, message, name.span, help="remove one of the two chains", notes=notes)


def reached(start: str, cards: dict[str, items.Card]) -> set[str]:
    """Return all cards from which a chain leads to a card, by one step or more."""
    found: set[str] = set()
    queue = [start]
    while queue:
        card = cards.get(queue.pop())
        for name in card.chain if card is not None else ():
            if name.target is not None and name.target not in found:
                found.add(name.target)
                queue.append(name.target)
    return found
