"""Turn `vocabulary.yaml` into typed items: resources, colours, tokens, zones, decks, lines."""

from __future__ import annotations

from stele.compiler.front import items
from stele.compiler.front.fields import by_players, entry, flag, mappings, name, names, number, required_name, text
from stele.compiler.front.item_reader import ItemReader
from stele.compiler.front.nodes import Role
from stele.compiler.front.source import YamlMapping


def vocabulary(reader: ItemReader) -> items.Vocabulary:
    """Read `vocabulary.yaml`."""
    return items.Vocabulary(
        tuple(reader.each("groups", group)),
        tuple(reader.each("resources", resource)),
        tuple(reader.each("colours", colour)),
        tuple(reader.each("symbols", symbol)),
        tuple(reader.each("nouns", noun)),
        tuple(reader.each("token-groups", token_group)),
        tuple(reader.each("tokens", token)),
        tuple(reader.each("zones", zone)),
        tuple(reader.each("decks", deck)),
        tuple(reader.each("lines", line)),
        tuple(reader.each("moments", moment)),
        tuple(reader.each("tracks", track)),
        tuple(reader.each("markers", marker)),
    )


def group(node: YamlMapping, _: ItemReader) -> items.Group:
    """Read a resource group."""
    return items.Group(text(node, "id"), text(node, "name"), entry(node, "id").span)


def resource(node: YamlMapping, _: ItemReader) -> items.Resource:
    """Read a resource."""
    groups = names(node, "groups", Role.GROUP)
    return items.Resource(
        text(node, "id"), text(node, "name"), groups, text(node, "icon"), text(node, "tint"), entry(node, "id").span
    )


def colour(node: YamlMapping, _: ItemReader) -> items.Colour:
    """Read a colour."""
    line = name(node, "line", Role.LINE)
    words = text(node, "id"), text(node, "name"), text(node, "title")
    return items.Colour(*words, line, text(node, "icon"), text(node, "tint"), entry(node, "id").span)


def symbol(node: YamlMapping, _: ItemReader) -> items.Symbol:
    """Read a scientific symbol."""
    return items.Symbol(
        text(node, "id"), text(node, "name"), text(node, "icon"), text(node, "tint"), entry(node, "id").span
    )


def noun(node: YamlMapping, _: ItemReader) -> items.Noun:
    """Read a noun."""
    colour = required_name(node, "colour", Role.COLOUR)
    return items.Noun(text(node, "id"), text(node, "plural"), colour, entry(node, "id").span)


def token_group(node: YamlMapping, _: ItemReader) -> items.TokenGroup:
    """Read a group of tokens."""
    return items.TokenGroup(text(node, "id"), text(node, "name"), entry(node, "id").span)


def token(node: YamlMapping, _: ItemReader) -> items.Token:
    """Read a token."""
    supply = node.get("supply")
    return items.Token(
        text(node, "id"),
        text(node, "name"),
        name(node, "group", Role.TOKEN),
        number(node, "points"),
        name(node, "line", Role.LINE),
        None if supply is None else number(node, "supply"),
        text(node, "icon"),
        text(node, "tint"),
        entry(node, "id").span,
    )


def zone(node: YamlMapping, _: ItemReader) -> items.ZoneItem:
    """Read a zone."""
    words = text(node, "id"), text(node, "name"), text(node, "owner"), text(node, "seen-by"), text(node, "order")
    deck = name(node, "deck", Role.DECK)
    return items.ZoneItem(
        *words, flag(node, "main"), flag(node, "unique"), deck, number(node, "holds"), entry(node, "id").span
    )


def track(node: YamlMapping, _: ItemReader) -> items.Track:
    """Read a track."""
    words = text(node, "id"), text(node, "name")
    look = text(node, "icon"), text(node, "tint")
    return items.Track(*words, number(node, "steps"), text(node, "owner"), *look, entry(node, "id").span)


def marker(node: YamlMapping, _: ItemReader) -> items.Marker:
    """Read a marker."""
    faces = tuple(face(part) for part in mappings(node.get("faces")))
    return items.Marker(text(node, "id"), text(node, "name"), faces, text(node, "owner"), entry(node, "id").span)


def face(node: YamlMapping) -> items.Face:
    """Read one face of a marker."""
    look = text(node, "icon"), text(node, "tint")
    return items.Face(text(node, "id"), text(node, "name"), *look, entry(node, "id").span)


def deck(node: YamlMapping, _: ItemReader) -> items.Deck:
    """Read a deck."""
    listed = node.get("adds")
    adds = tuple(addition(part) for part in mappings(listed))
    age = None if node.get("age") is None else number(node, "age")
    return items.Deck(text(node, "id"), text(node, "name"), age, adds, entry(node, "id").span)


def addition(node: YamlMapping) -> items.Addition:
    """Read what is mixed into a deck."""
    source = required_name(node, "from", Role.DECK)
    return items.Addition(text(node, "id"), source, by_players(node, "cards"), entry(node, "id").span)


def line(node: YamlMapping, reader: ItemReader) -> items.Line:
    """Read a score line."""
    words = text(node, "id"), text(node, "name")
    effect, rank = reader.clauses(node, "effect"), number(node, "rank")
    return items.Line(*words, flag(node, "of-boards"), effect, rank, entry(node, "id").span)


def moment(node: YamlMapping, _: ItemReader) -> items.MomentItem:
    """Read a moment."""
    line = name(node, "line", Role.LINE)
    return items.MomentItem(text(node, "id"), text(node, "name"), line, entry(node, "id").span)
