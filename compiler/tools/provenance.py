"""List where the values of content come from: which are proposed, and in which line.

`provenance: {room: proposed}` beside `room: {yellow: 3}` becomes the place of `room`, what it
belongs to, and what it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stele.compiler.common.span import Span
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence, value_at


@dataclass(frozen=True, slots=True)
class Value:
    """One value: where it stands, what it belongs to, what it is and where it comes from."""

    span: Span
    item: str
    field: str  # nothing for the whole item
    says: str
    provenance: str


def provenances(documents: Iterable[Document]) -> Iterator[Value]:
    """Yield every value whose provenance is given, in the order in which it was written."""
    for document in documents:
        if document.root is not None:
            yield from values_in(document.root, "")


def values_in(node: Node, item: str) -> Iterator[Value]:
    """Yield the values of a part of a document; `item` is what it belongs to."""
    if isinstance(node, YamlSequence):
        for number, part in enumerate(node.items, 1):
            has_id = isinstance(part, YamlMapping) and part.get("id") is not None
            yield from values_in(part, item if has_id else field_path(item, str(number)))
        return
    if not isinstance(node, YamlMapping):
        return
    identity = node.get("id")
    item = identity.text if isinstance(identity, Scalar) else item
    given = node.get("provenance")
    if isinstance(given, Scalar):
        yield Value((identity or given).span, item, "", "", given.text)
    for entry in given.entries if isinstance(given, YamlMapping) else ():
        value = value_at(node, entry.key.text)
        span = entry.key.span if value is None else value.span
        yield Value(span, item, entry.key.text, "" if value is None else said(value), getattr(entry.value, "text", ""))
    for entry in node.entries:
        if entry.key.text != "provenance":
            is_list = entry.key.text in ("sides", "stages", "boards", "cards", "places") or isinstance(
                entry.value, YamlSequence
            )
            yield from values_in(entry.value, item if is_list else field_path(item, entry.key.text))


def field_path(item: str, more: str) -> str:
    """Return what something belongs to, one step further in."""
    return f"{item}.{more}" if item else more


def said(node: Node) -> str:
    """Return a value in one line."""
    match node:
        case Scalar():
            return node.text
        case YamlSequence(items):
            return "; ".join(said(item) for item in items)
        case YamlMapping(entries):
            return ", ".join(f"{entry.key.text} {said(entry.value)}" for entry in entries)
