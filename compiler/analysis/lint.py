"""Doubt what can be played but was hardly meant: what never happens, what is always so, tables that
cannot be set.

A thing counts as possible if any set of expansions makes it so; only what no set can bring about is
reported. A clause that can never act is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from stele.compiler.analysis.attribution import unsaid
from stele.compiler.analysis.checks.effects import clause_timing
from stele.compiler.analysis.checks.tokens import targets_of
from stele.compiler.analysis.conditions import Range, are_possible, opposite
from stele.compiler.analysis.never import (
    Having,
    check_ages_of_card,
    check_empty_zones,
    check_possible,
    check_price,
    check_start_of_board,
)
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.codes import E0502, E0513, W0604, W0605
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.walk import nodes, nodes_of

T = TypeVar("T")


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
    of_conflicts: frozenset[str]  # tokens that a conflict gives
    has_chains: bool
    last_ages: frozenset[int]
    advanced: frozenset[str | None]  # tracks on which somebody goes on
    turned: frozenset[str | None]  # markers
    faces: dict[str, str]  # the first one of each marker


def lint(game: Resolved, sets: Sequence[Resolved], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return what was hardly meant in a game without errors."""
    if any(diagnostic.is_error for diagnostic in found):
        return []
    # Most sets share most expansions.
    contents = {id(content): content for one in sets for content in one.contents}
    possible = possible_in(list(contents.values()))
    having = Having(tuple(sets), tuple(contents.values()))
    doubts: list[Diagnostic] = []
    patched = [content for content in contents.values() if content.is_patched]
    seen: set[Span] = set()
    scored: set[Span] = set()
    for content in (*game.contents, *patched):
        clauses = [clause for clause in clauses_of(content) if clause.span not in seen]
        seen.update(clause.span for clause in clauses)
        for clause in clauses:
            doubts.extend(check_clause(clause, possible))
            doubts.extend(check_moment(clause, possible))
            doubts.extend(check_conditions(clause, possible, having.limits))
            doubts.extend(check_possible(clause, having))
        of_items = [clause for clause in clauses_of_items(content) if clause.span not in scored]
        scored.update(clause.span for clause in of_items)
        for clause in of_items:
            doubts.extend(check_ages_of_scoring(clause, possible))
            doubts.extend(check_empty_zones(clause, having))
            doubts.extend(check_price(clause, having))
        for card in content.cards:
            doubts.extend(unsaid(check_ages_of_card(card, having), doubts))
        for board in content.boards:
            doubts.extend(unsaid(check_start_of_board(board, having), doubts))
    for one in (game, *sets):
        doubts.extend(unsaid(check_circles(one), doubts))
    return doubts


def clauses_of(content: items.Content) -> list[n.Clause]:
    """Return every clause of an expansion."""
    whole = (content.cards, content.boards, content.places, content.flow, content.vocabulary.lines)
    return list(nodes(whole, n.Clause))


def acts_of(contents: Sequence[items.Content], kind: type[T]) -> list[T]:
    """Return every sentence of a kind in some expansions."""
    return [one for content in contents for clause in clauses_of(content) for one in nodes(clause, kind)]


def clauses_of_items(content: items.Content) -> list[n.Clause]:
    """Return the clauses of cards, but for those of moments, of boards and of score lines."""
    effects = tuple(card.effect for card in content.cards)
    return list(nodes((effects, content.boards, content.vocabulary.lines), n.Clause))


def possible_in(contents: Sequence[items.Content]) -> Possible:
    """Gather what is possible."""
    tokens = {f"{c.expansion.id}.{token.id}": token for c in contents for token in c.vocabulary.tokens}
    given: set[str] = set()
    of_conflicts: set[str] = set()
    for content in contents:
        for gain in (gain for clause in clauses_of(content) for gain in nodes(clause, n.Gain)):
            given.update(targets_of(gain.gift, tokens) if isinstance(gain.gift, n.Tokens) else ())
        for step in nodes(content.flow.steps() if content.flow else (), items.ConflictStep):
            of_conflicts |= {name.target or "" for name in nodes((step.win, step.lose), Name)}
        for run in nodes(content.flow.steps() if content.flow else (), items.Run):
            given |= {name.target or "" for name in nodes(run.unpaid, Name)}
        supplies = content.flow.supplies if content.flow is not None else ()
        given |= {name.target or "" for supply in supplies for name in nodes(supply.of, Name)}
        if content.flow is not None and content.flow.unpaid is not None:
            given.add(content.flow.unpaid.target or "")
    return Possible(
        frozenset(given | of_conflicts),
        tokens,
        frozenset(card.colour.target for content in contents for card in content.cards if card.colour is not None),
        {f"{c.expansion.id}.{noun.id}": noun.colour.target for c in contents for noun in c.vocabulary.nouns},
        frozenset(
            symbol.target
            for content in contents
            for science in nodes((content.cards, content.boards, content.places, content.flow), n.Science)
            for symbol in science.symbols
        ),
        frozenset(of_conflicts),
        any(card.chain for content in contents for card in content.cards),
        frozenset(c.flow.ages for c in contents if c.flow is not None and c.flow.ages is not None),
        frozenset(one.track.target for one in acts_of(contents, n.Advance) if not one.is_back),
        frozenset(one.marker.target for one in acts_of(contents, n.TurnMarker)),
        {f"{c.expansion.id}.{m.id}": m.faces[0].id for c in contents for m in c.vocabulary.markers},
    )


def check_clause(clause: n.Clause, possible: Possible) -> Iterator[Diagnostic]:
    """A clause counts and waits for what there can be."""
    decisive = decisive_parts(clause)
    gifts = [id(gain.gift) for gain in nodes(clause, n.Gain)]
    for tokens in nodes_of(clause, n.Tokens, n.AllTokens):
        targets = targets_of(tokens, possible.tokens)
        if targets and id(tokens) not in gifts and possible.given.isdisjoint(targets):
            help = f"let an effect `gain 1 {tokens.kind.text} token`, or remove this"
            yield missing(f"nothing gives a `{tokens.kind.text}` token", id(tokens) in decisive, tokens.span, help)
    for cards in nodes_of(clause, n.Cards, n.NamedCards):
        colours = cards.colours if isinstance(cards, n.Cards) else (cards.noun,)
        absent = [name for name in colours if name.target is not None and not has_cards(name, possible)]
        is_decisive = id(cards) in decisive and len(absent) == len(colours)
        for name in absent:
            help = "give a card that colour, or remove this"
            yield missing(f"there is no `{name.text}` card", is_decisive, name.span, help)
    for symbols in nodes(clause, n.Symbols):
        if symbols.kind.target is not None and symbols.kind.target not in possible.symbols:
            help = f"let a card say `science {symbols.kind.text}`, or remove this"
            yield missing(f"nothing shows a `{symbols.kind.text}` symbol", id(symbols) in decisive, symbols.span, help)
    for steps in nodes_of(clause, n.Steps, n.ReachesStep):
        if steps.track.target is not None and steps.track.target not in possible.advanced:
            help = f"let an effect `advance 1 on {steps.track.text}`, or remove this"
            is_decisive = isinstance(steps, n.ReachesStep) or id(steps) in decisive
            yield missing(f"nobody ever advances on `{steps.track.text}`", is_decisive, steps.span, help)
    for turned in nodes_of(clause, n.MarkerIs, n.TurnsMarker):
        if turned.marker.target is not None and turned.marker.target not in possible.turned:
            is_first = isinstance(turned, n.MarkerIs) and turned.face.text == possible.faces.get(turned.marker.target)
            help = f"let an effect `flip the {turned.marker.text}`, or remove this"
            is_decisive = isinstance(turned, n.TurnsMarker) or (id(turned) in decisive and not is_first)
            yield missing(f"nothing ever turns the `{turned.marker.text}`", is_decisive, turned.span, help)


def decisive_parts(clause: n.Clause) -> set[int]:
    """Return what a clause cannot act without: what it waits for, and what it asks to be there."""
    found: set[int] = set()
    for one in nodes(clause, n.Clause):
        facts = tuple(test.fact for test in one.tests if not test.is_negated)
        needed = (one.moment, facts, needed_by(one.sentence))
        found |= {id(part) for part in nodes_of(needed, n.Cards, n.NamedCards)}
        found |= {id(part) for part in nodes_of(needed, n.Tokens, n.Symbols)}
        found |= {id(part) for part in nodes_of(needed, n.Steps, n.MarkerIs)}
        found |= {id(part) for part in nodes(needed, n.AllTokens)}
    return found


def needed_by(sentence: n.Sentence) -> object:
    """Return what a sentence does nothing without: what is taken, paid, copied, built or made
    cheaper.
    """
    match sentence:
        case n.Lose(_, n.AllTokens() as tokens):
            return tokens
        case n.Exchange(False, _, price):
            return price
        case n.Copy(cards, None) | n.CopiedScience(cards) | n.CostChange(cards):
            return cards
        case n.Build(_, cards) | n.Play(cards):
            return cards
        case _:
            return None


def missing(what: str, is_decisive: bool, span: Span, help: str) -> Diagnostic:
    """Return the finding for what there never is: an error if the clause can never act without."""
    if is_decisive:
        return Diagnostic(E0513, f"{what}, so this never happens", span, help=help)
    return Diagnostic(W0604, f"{what}, so this never matters", span, help=help)


def has_cards(name: Name, possible: Possible) -> bool:
    """Tell whether there are cards of a colour, or cards that a noun stands for."""
    target = name.target if name.role is Role.COLOUR else possible.nouns.get(name.target or "", name.target)
    return target in possible.colours


def check_moment(clause: n.Clause, possible: Possible) -> Iterator[Diagnostic]:
    """What a clause waits for can be done by somebody."""
    match clause.moment:
        case n.When(n.BuildsByChain(), span=span) if not possible.has_chains:
            help = "give a card a `chain`, or remove this"
            yield Diagnostic(E0513, "no card is opened by a chain, so this never happens", span, help=help)
        case n.InsteadOf(n.GainsToken(tokens), True, span):
            targets = targets_of(tokens, possible.tokens)
            if targets and possible.of_conflicts.isdisjoint(targets) and not possible.given.isdisjoint(targets):
                message = f"no conflict gives a `{tokens.kind.text}` token, so this never happens"
                yield Diagnostic(
                    E0513, message, span, help="name a token of a `conflict` step, or leave `in conflict` out"
                )


def check_ages_of_scoring(clause: n.Clause, possible: Possible) -> Iterator[Diagnostic]:
    """What counts at the end of the game does not ask for an age that is over by then."""
    is_at_end = clause.moment == n.AtEdge(True, n.Period.GAME, clause.span)
    if not is_at_end and (clause.moment is not None or clause_timing(clause) != "at the end"):
        return
    for test in clause.tests:
        if isinstance(test.fact, n.InAge) and possible.last_ages:
            is_over = test.fact.age not in possible.last_ages
            if is_over if not test.is_negated else possible.last_ages == {test.fact.age}:
                message = "this counts at the end of the game, when it is the last age, so it never happens"
                help = "leave the condition out, or let it `gain` something at once"
                yield Diagnostic(E0513, message, test.span, help=help)


def check_conditions(clause: n.Clause, possible: Possible, limits: Range) -> Iterator[Diagnostic]:
    """Conditions of one clause neither repeat nor exclude each other."""
    over = {test.fact.age for test in clause.tests if test.is_negated and isinstance(test.fact, n.InAge)}
    if over and possible.last_ages and over.issuperset(range(1, max(possible.last_ages) + 1)):
        help = "remove one of the conditions"
        yield Diagnostic(E0513, "this is never true: no age is left", clause.tests[-1].span, help=help)
    ages: list[n.Test] = []
    for index, test in enumerate(clause.tests):
        for earlier in clause.tests[:index]:
            if earlier.fact == test.fact:
                is_same = earlier.is_negated == test.is_negated
                message = "this is asked twice" if is_same else "this is never true: its opposite is asked for too"
                notes = (Note("it is asked for here too", earlier.span),)
                code = W0605 if is_same else E0513
                yield Diagnostic(code, message, test.span, help="remove one of the two", notes=notes)
        if isinstance(test.fact, n.InAge) and not test.is_negated:
            if ages and ages[0].fact != test.fact:
                notes = (Note("the other age is asked for here", ages[0].span),)
                message = "this is never true: it is not two ages at once"
                yield Diagnostic(E0513, message, test.span, help="make two clauses of it", notes=notes)
            ages.append(test)
    yield from check_together(clause.tests, limits)


def check_together(tests: Sequence[n.Test], limits: Range) -> Iterator[Diagnostic]:
    """Conditions can all be true, and none of them follows from the others."""
    sound: list[n.Test] = []
    for test in tests:
        if not are_possible([test], limits):
            yield Diagnostic(E0513, "this is never true", test.span, help="leave it out, or ask for something else")
        elif not are_possible([opposite(test)], limits):
            yield Diagnostic(W0605, "this is always true", test.span, help="remove it")
        else:
            sound.append(test)
    is_clear = len(sound) == len(tests)
    for place, test in enumerate(sound):
        for earlier in sound[:place]:
            if earlier.fact == test.fact:
                is_clear = False  # said already
                continue
            for finding in check_pair(earlier, test, limits):
                is_clear = False
                yield finding
    if is_clear and len(tests) > 2 and not are_possible(tests, limits):
        yield Diagnostic(E0513, "these are never all true", tests[-1].span, help="remove one of the conditions")
    for test in sound:
        if is_clear and isinstance(test.fact, n.AnyOf):
            yield from check_alternatives(test, test.fact, [one for one in tests if one is not test], limits)


def check_pair(one: n.Test, other: n.Test, limits: Range) -> Iterator[Diagnostic]:
    """Two conditions can both be true, and none of them follows from the other."""
    notes = (Note("the other condition stands here", one.span),)
    ages = [test for test in (one, other) if isinstance(test.fact, n.InAge) and not test.is_negated]
    if not are_possible([one, other], limits):
        if len(ages) < 2:  # two ages: said already
            message = "this is never true: its opposite follows from the other condition"
            yield Diagnostic(E0513, message, other.span, help="remove one of the two", notes=notes)
        return
    message = "this is always true if the other condition is"
    if not are_possible([one, opposite(other)], limits):
        yield Diagnostic(W0605, message, other.span, help="remove it", notes=notes)
    elif not are_possible([opposite(one), other], limits):
        notes = (Note("the other condition stands here", other.span),)
        yield Diagnostic(W0605, message, one.span, help="remove it", notes=notes)


def check_alternatives(test: n.Test, fact: n.AnyOf, others: Sequence[n.Test], limits: Range) -> Iterator[Diagnostic]:
    """Each alternative can be true, and none of them follows from another."""
    for place, one in enumerate(fact.tests):
        if not test.is_negated and not are_possible([one, *others], limits):
            yield Diagnostic(W0605, "this alternative is never true", one.span, help="remove it")
            continue
        for at, other in enumerate(fact.tests):
            if at == place or not are_possible([other, *others], limits):
                continue
            is_within = not are_possible([one, opposite(other)], limits)
            is_as_much = is_within and not are_possible([other, opposite(one)], limits)
            if is_within and (not is_as_much or at < place):
                notes = (Note("the other alternative stands here", other.span),)
                message = "whenever this is true, another alternative is"
                yield Diagnostic(W0605, message, one.span, help="remove it", notes=notes)
                break


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
