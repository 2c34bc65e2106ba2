"""Turn the YAML of cards, wonder boards and boards of shared places into typed items."""

from __future__ import annotations

from stele.compiler.front import items
from stele.compiler.front.fields import (
    entry,
    flag,
    mappings,
    name,
    name_of,
    names,
    number,
    required_name,
    scalars,
    text,
)
from stele.compiler.front.item_reader import ItemReader
from stele.compiler.front.nodes import Clause, Name, Role
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence


def card(node: YamlMapping, reader: ItemReader) -> items.Card:
    """Read a card."""
    cost = node.get("cost")
    assert isinstance(cost, Scalar)
    return items.Card(
        text(node, "id"),
        text(node, "name"),
        required_name(node, "deck", Role.DECK),
        name(node, "colour", Role.COLOUR),
        reader.cost(cost),
        tuple(int(part.value or 0) for part in scalars(node.get("players"))),
        names(node, "chain", Role.CARD),
        text(node, "identity", text(node, "id")),
        reader.clauses(node, "effect"),
        moments(node.get("moments"), reader),
        number(node, "rank"),
        text(node, "note"),
        reader.expansions(node),
        reader.provenances(node),
        entry(node, "id").span,
    )


def moments(node: Node | None, reader: ItemReader) -> tuple[tuple[Name, tuple[Clause, ...]], ...]:
    """Read further effects, each with its moment."""
    found = node.entries if isinstance(node, YamlMapping) else ()
    return tuple((name_of(part.key, Role.MOMENT), reader.clause_list(part.value)) for part in found)


def board(node: YamlMapping, reader: ItemReader) -> items.Board:
    """Read a board."""
    sides = node.get("sides")
    assert isinstance(sides, YamlMapping)
    return items.Board(
        text(node, "id"),
        text(node, "name"),
        text(node, "title", text(node, "name")),
        tuple(side(part.key, part.value, reader) for part in sides.entries),
        limits(node.get("limits")),
        text(node, "note"),
        reader.expansions(node),
        reader.provenances(node),
        entry(node, "id").span,
    )


def side(key: Scalar, node: Node, reader: ItemReader) -> items.Side:
    """Read one side of a board."""
    assert isinstance(node, YamlMapping)
    stages = tuple(stage(part, reader) for part in mappings(node.get("stages")))
    return items.Side(key.text, reader.clauses(node, "start"), stages, limits(node.get("limits")), key.span)


def stage(node: YamlMapping, reader: ItemReader) -> items.Stage:
    """Read a stage."""
    cost = node.get("cost")
    assert isinstance(cost, Scalar)
    effect, listed = reader.clauses(node, "effect"), node.get("choose")
    choose = tuple(reader.clause_list(part) for part in listed.items) if isinstance(listed, YamlSequence) else ()
    return items.Stage(reader.cost(cost), effect, choose, number(node, "rank"), reader.provenances(node), cost.span)


def limits(node: Node | None) -> items.Limits:
    """Read when a board is not dealt."""
    if not isinstance(node, YamlMapping):
        return items.Limits()
    advice = node.get("advice")

    def words(key: str) -> tuple[str, ...]:
        return tuple(part.text for part in scalars(node.get(key)))

    def sides(key: str) -> tuple[items.SideName, ...]:
        return tuple(items.SideName(part.text, part.span) for part in scalars(node.get(key)))

    return items.Limits(
        number(node, "least") or 1,
        number(node, "most") or 99,
        number(node, "most-alone") or 99,
        words("only-in"),
        words("never-in"),
        sides("not-with"),
        sides("not-beside"),
        sides("not-left"),
        sides("not-right"),
        words("needs"),
        names(node, "removes", Role.CARD),
        None if advice is None else limits(advice),
    )


def place(node: YamlMapping, reader: ItemReader) -> items.PlaceBoard:
    """Read a board of a place that two neighbours share."""
    sides = node.get("sides")
    assert isinstance(sides, YamlMapping)
    return items.PlaceBoard(
        text(node, "id"),
        text(node, "name"),
        required_name(node, "zone", Role.ZONE),
        number(node, "copies") or 1,
        tuple(place_side(part.key, part.value, reader) for part in sides.entries),
        text(node, "note"),
        reader.expansions(node),
        reader.provenances(node),
        entry(node, "id").span,
    )


def place_side(key: Scalar, node: Node, reader: ItemReader) -> items.PlaceSide:
    """Read one side of a shared place."""
    assert isinstance(node, YamlMapping)
    room, ladder = node.get("room"), node.get("ladder")
    assert isinstance(room, YamlMapping)
    steps = ladder.entries if isinstance(ladder, YamlMapping) else ()
    return items.PlaceSide(
        key.text,
        tuple((name_of(part.key, Role.COLOUR), number(room, part.key.text)) for part in room.entries),
        tuple(sorted((int(part.key.text), reader.clause_list(part.value)) for part in steps)),
        number(node, "alone"),
        flag(node, "for-sale"),
        reader.provenances(node),
        key.span,
    )
