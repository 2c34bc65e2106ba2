"""Read the fields of a YAML mapping: texts, numbers, flags, names, tables by age or players."""

from __future__ import annotations

from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence


def entry(node: YamlMapping, key: str) -> Node:
    """Return the value of a key that the schema requires."""
    value = node.get(key)
    assert value is not None
    return value


def text_of(node: Node) -> str:
    """Return the text of a scalar."""
    assert isinstance(node, Scalar)
    return node.text


def text(node: YamlMapping, key: str, default: str = "") -> str:
    """Return the text of a key that may be absent."""
    value = node.get(key)
    return text_of(value) if isinstance(value, Scalar) else default


def number(node: Node | None, key: str) -> int:
    """Return the number of a key; 0 if it is absent."""
    value = node.get(key) if isinstance(node, YamlMapping) else None
    return int(value.value or 0) if isinstance(value, Scalar) else 0


def flag(node: YamlMapping, key: str) -> bool:
    """Return a truth value; false if it is absent."""
    value = node.get(key)
    return isinstance(value, Scalar) and value.value is True


def scalars(node: Node | None) -> list[Scalar]:
    """Return one scalar, or those of a list."""
    if isinstance(node, YamlSequence):
        return [part for part in node.items if isinstance(part, Scalar)]
    return [node] if isinstance(node, Scalar) else []


def mappings(node: Node | None) -> list[YamlMapping]:
    """Return the mappings of a list."""
    return [part for part in node.items if isinstance(part, YamlMapping)] if isinstance(node, YamlSequence) else []


def name_of(node: Scalar, role: Role) -> Name:
    """Return a scalar as a name."""
    return Name(node.text, role, node.span)


def name(node: YamlMapping, key: str, role: Role) -> Name | None:
    """Return the name of a key that may be absent."""
    value = node.get(key)
    return name_of(value, role) if isinstance(value, Scalar) else None


def required_name(node: YamlMapping, key: str, role: Role) -> Name:
    """Return the name of a key that the schema requires."""
    value = entry(node, key)
    assert isinstance(value, Scalar)
    return name_of(value, role)


def names(node: YamlMapping, key: str, role: Role) -> tuple[Name, ...]:
    """Return a list of names."""
    return tuple(name_of(part, role) for part in scalars(node.get(key)))


def table(node: Node) -> tuple[tuple[int, Scalar], ...]:
    """Return a mapping from numbers to scalars."""
    assert isinstance(node, YamlMapping)
    return tuple((int(part.key.text), part.value) for part in node.entries if isinstance(part.value, Scalar))


def by_players(node: YamlMapping, key: str) -> items.ByPlayers:
    """Return a number that may depend on how many play."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.ByPlayers(int(value.value or 0), (), value.span)
    rows = tuple((players, int(part.value or 0)) for players, part in table(value))
    return items.ByPlayers(None, rows, span_of(node, key), tuple(part.span for _, part in table(value)))


def by_age(node: YamlMapping, key: str, role: Role) -> items.ByAge:
    """Return a name that may depend on the age."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.ByAge(name_of(value, role), (), value.span)
    return items.ByAge(None, tuple((age, name_of(part, role)) for age, part in table(value)), span_of(node, key))


def by_side(node: YamlMapping, key: str) -> items.BySide:
    """Return a side that may depend on the age."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.BySide(value.text, (), value.span)
    return items.BySide(None, tuple((age, part.text) for age, part in table(value)), span_of(node, key))


def span_of(node: YamlMapping, key: str) -> Span:
    """Return the place of a key."""
    found = node.entry(key)
    assert found is not None
    return found.key.span
