"""Follow the path of a patch.

What stands at it in a composed expansion, or in the files as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stele.compiler.analysis.compose import child
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause, Cost
from stele.compiler.front.source import Node, YamlMapping, YamlSequence


def addition_of(content: items.Content, deck: str, addition: str) -> items.Addition | None:
    """Return what is mixed into a deck, by its id."""
    decks = [one for one in content.vocabulary.decks if one.id == deck]
    return next((added for one in decks for added in one.adds if added.id == addition), None)


def all_steps(steps: Iterable[items.Step]) -> Iterator[items.Step]:
    """Yield steps, and those inside them."""
    for step in steps:
        yield step
        if isinstance(step, items.Turns):
            yield from all_steps(step.each)


def clauses_at(path: Sequence[str], content: items.Content) -> tuple[Clause, ...]:
    """Return the clauses at a path of an expansion."""
    sides = {(board.id, side.id): side for board in content.boards for side in board.sides}
    match path:
        case ["everyone"] if content.flow is not None:
            return content.flow.everyone
        case ["actions", id, "effect"] if content.flow is not None:
            return next((action.effect for action in content.flow.actions if action.id == id), ())
        case ["riders", id, "effect"] if content.flow is not None:
            return next((rider.effect for rider in content.flow.riders if rider.id == id), ())
        case ["cards", id, "effect"]:
            return next((card.effect for card in content.cards if card.id == id), ())
        case ["lines", id, "effect"]:
            return next((line.effect for line in content.vocabulary.lines if line.id == id), ())
        case ["boards", id, "sides", side, "start"] if (id, side) in sides:
            return sides[id, side].start
        case ["boards", id, "sides", side, "stages", stage, "effect"] if (id, side) in sides:
            return sides[id, side].stages[int(stage) - 1].effect
    return ()


def cost_at(path: Sequence[str], content: items.Content) -> Cost | None:
    """Return the cost at a path of an expansion."""
    sides = {(board.id, side.id): side for board in content.boards for side in board.sides}
    match path:
        case ["cards", id, "cost"]:
            return next((card.cost for card in content.cards if card.id == id), None)
        case ["riders", id, "cost"] if content.flow is not None:
            return next((rider.cost for rider in content.flow.riders if rider.id == id), None)
        case ["boards", id, "sides", side, "stages", stage, "cost"] if (id, side) in sides:
            return sides[id, side].stages[int(stage) - 1].cost
    return None


def node_at(node: Node | None, path: Sequence[str]) -> Node | None:
    """Return what stands at a path: keys of mappings, ids of list entries.

    A step is wrapped in the name of its kind.
    """
    for word in path:
        if isinstance(node, YamlSequence):
            node = child(node, word)
            if isinstance(node, YamlMapping) and node.get("id") is None and len(node.entries) == 1:
                node = node.entries[0].value
        elif isinstance(node, YamlMapping):
            inner = node.get(word)
            steps = node.get("each")
            if inner is None and steps is not None and (step := child(steps, word)) is not None:
                inner = step.entries[0].value if isinstance(step, YamlMapping) else None
            node = inner
        else:
            return None
    return node
