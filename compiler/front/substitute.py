"""Put what was chosen or rolled in the place of the words that speak of it: `that colour`, `that
many`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from stele.compiler.common.span import Span
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name

FACES = 6  # of a die


def ways_to_go(clause: n.Clause, colours: Sequence[str]) -> Iterator[n.Clause]:
    """Yield what follows a choice of a colour or a number, or a die, for each way it can go."""
    then = clause.then
    assert then is not None
    match clause.sentence:
        case n.ChooseColour():
            for colour in colours:
                yield with_colour(then, Name(colour, n.Role.COLOUR, clause.span, f".{colour}"))
        case n.ChooseNumber(least, most):
            yield from (with_number(then, number) for number in range(least, most + 1))
        case _:
            yield from (with_number(then, number) for number in range(1, FACES + 1))


def chosen_in(clause: n.Clause, colours: Sequence[str]) -> Iterator[n.Clause]:
    """Yield what a seat may choose among in a clause, or a die decides: each as a clause."""
    match clause.sentence:
        case n.Either(alternatives):
            ways = [n.Clause(None, None, (), one, None, one.span) for one in alternatives]
        case n.ChooseColour() | n.ChooseNumber() | n.Roll() if clause.then is not None:
            ways = list(ways_to_go(clause, colours))
        case _:
            ways = []
    for way in ways:
        yield way
        yield from chosen_in(way, colours)


def with_colour(clause: n.Clause, colour: Name) -> n.Clause:
    """Return a clause in which `that colour` is a colour."""

    def with_it(node: object) -> object:
        if isinstance(node, n.Cards) and node.of_that_colour:
            return replace(node, colours=(colour,), of_that_colour=False)
        return node

    found = rebuilt(clause, with_it)
    assert isinstance(found, n.Clause)
    return found


def with_number(clause: n.Clause, number: int) -> n.Clause:
    """Return a clause in which `that many`, before anything else follows, is a number."""

    def with_it(node: object) -> object:
        match node:
            case n.ThatMany(n.AllCoins(), most):
                return n.Coins(number if most is None else min(number, most), node.span)
            case n.ThatMany(n.Tokens() as tokens, most):
                return replace(tokens, number=number if most is None else min(number, most))
            case n.MoveCards(number=n.SoMany.THAT_MANY):
                return replace(node, number=number)
            case n.ThatMany(_, most):
                return number if most is None else min(number, most)
            case _:
                return node

    sentence = rebuilt(clause.sentence, with_it)
    return replace(clause, sentence=sentence)


def rebuilt(tree: Any, change: Callable[[object], object]) -> Any:
    """Return a tree with all its nodes changed, inner ones first."""
    if isinstance(tree, tuple):
        return tuple(rebuilt(part, change) for part in tree)
    if not is_dataclass(tree) or isinstance(tree, (Span, type)):
        return tree
    parts = {one.name: getattr(tree, one.name) for one in fields(tree)}
    made = {key: rebuilt(part, change) for key, part in parts.items()}
    changed = {key: part for key, part in made.items() if part is not parts[key]}
    return change(replace(tree, **changed) if changed else tree)
