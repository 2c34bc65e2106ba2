"""Leave out of an item what does not fit its schema, so that the rest of it is still looked at.

A card with the key `color` and a misspelt deck is read as if the key were right; its clauses are
parsed and its names looked up, and nothing else is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from stele.compiler.common.diagnostics import misspelt
from stele.compiler.front.schema import validator
from stele.compiler.front.source import Document, Node, Scalar, YamlEntry, YamlMapping, YamlPath, YamlSequence, plain

UNREAD = "what-is-not-written"  # stands for a text that is missing; as a name it stands for nothing


def salvaged(document: Document, unsound: Collection[YamlPath], *path: str | int) -> Node | None:
    """Return what can be read of a part of a document, or nothing if too little is left of it."""
    shapes: Any = validator(document.kind)  # its types are not told
    node, schema = document.root, part_of(shapes.schema, shapes)
    for step in path:
        if isinstance(node, YamlMapping) and isinstance(step, str):
            node, schema = node.get(step), part_of(schema.get("properties", {}).get(step, {}), shapes)
        elif isinstance(node, YamlSequence) and isinstance(step, int):
            node, schema = node.items[step], part_of(schema.get("items", {}), shapes)
    below = [bad[len(path) :] for bad in unsound if bad[: len(path)] == path]
    rest = None if node is None else readable(node, below, schema, shapes)
    return rest if rest is not None and fits(rest, schema, shapes) else None


def fits(node: Node, schema: Mapping[str, Any], shapes: Any) -> bool:
    """Tell whether a node is as its schema wants it."""
    return next(shapes.descend(plain(node), schema), None) is None


def part_of(schema: Any, shapes: Any) -> Mapping[str, Any]:
    """Return a part of a schema, or what it refers to."""
    if not isinstance(schema, dict):
        return {}
    if "$ref" in schema:
        schema = shapes.schema["$defs"][str(schema["$ref"]).removeprefix("#/$defs/")]
    found: Mapping[str, Any] = schema
    return found


def readable(node: Node, bad: Collection[YamlPath], schema: Mapping[str, Any], shapes: Any) -> Node | None:
    """Return a node without what is bad below it; nothing if it cannot be read without that."""
    if not bad:
        return node
    match node:
        case YamlMapping() if "properties" in schema:
            return readable_mapping(node, bad, schema, shapes)
        case YamlMapping(entries) if () not in bad:
            others = part_of(schema.get("additionalProperties"), shapes)
            kept = [(entry, readable(entry.value, below(bad, entry.key.text), others, shapes)) for entry in entries]
            return replace(node, entries=tuple(YamlEntry(entry.key, value) for entry, value in kept if value))
        case YamlSequence(items) if () not in bad:
            inner = part_of(schema.get("items"), shapes)
            found = [readable(item, below(bad, index), inner, shapes) for index, item in enumerate(items)]
            return replace(node, items=tuple(item for item in found if item and fits(item, inner, shapes)))
        case _:
            return None


def readable_mapping(
    node: YamlMapping, bad: Collection[YamlPath], schema: Mapping[str, Any], shapes: Any
) -> YamlMapping | None:
    """Return a mapping with the keys that its schema knows, misspelt ones put right, and with a
    text in the place of one that is missing.
    """
    properties = schema["properties"]
    kept: list[YamlEntry] = []
    written = {entry.key.text for entry in node.entries}
    free = [key for key in properties if key not in written]
    for entry in node.entries:
        name = entry.key.text
        if name not in properties:
            name = misspelt(name, free)
            if not name or not is_of_kind(entry.value, properties[name], shapes):
                continue
        inner = part_of(properties[name], shapes)
        value = readable(entry.value, below(bad, name), inner, shapes)
        if value is not None:
            kept.append(YamlEntry(replace(entry.key, text=name, value=name), value))
    present = {entry.key.text for entry in kept}
    for name in (key for key in schema.get("required", ()) if key not in present):
        word = in_place_of(part_of(properties[name], shapes))
        if word is None:
            return None
        missing = Scalar(word, str(word), node.source, node.start, node.start, None)
        kept.append(YamlEntry(replace(missing, text=name, value=name), missing))
    return replace(node, entries=tuple(kept))


def in_place_of(schema: Mapping[str, Any]) -> str | bool | None:
    """Return a value in the place of one that is missing, or nothing if none would do."""
    if schema.get("type") == "boolean":
        return False
    words = schema.get("enum", ["free"] if schema.get("title") == "Cost" else [UNREAD, "1.0"])
    fitting = [word for word in words if re.search(schema.get("pattern", ""), word)]
    return fitting[0] if schema.get("type") == "string" and fitting else None


def is_of_kind(node: Node, schema: Any, shapes: Any) -> bool:
    """Tell whether the value of a misspelt key fits the key that is meant."""
    kinds = part_of(schema, shapes).get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds or []
    match node:
        case YamlMapping():
            return False  # what is in it was not looked at
        case YamlSequence(items):
            return "array" in kinds and all(isinstance(item, Scalar) and isinstance(item.value, str) for item in items)
        case Scalar(value):
            known: dict[str, type] = {"string": str, "integer": int, "boolean": bool}
            return any(type(value) is known.get(kind) for kind in kinds)


def below(bad: Collection[YamlPath], step: str | int) -> list[YamlPath]:
    """Return what is bad below one step."""
    return [path[1:] for path in bad if path and path[0] == step]
