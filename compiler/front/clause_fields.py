"""Find the sentences of a document: which scalars its schema calls clauses, and which costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stele.compiler.front.schema import validator
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence

TITLES = {"Effect": "clause", "Clause": "clause", "Cost": "cost"}


def sentences(document: Document) -> Iterator[tuple[str, Scalar]]:
    """Yield (`clause` or `cost`, scalar) of every sentence, in the order of the file."""
    if document.root is not None:
        whole = validator(document.kind).schema
        yield from inside(document.root, whole, whole)


def inside(node: Node, schema: Any, whole: Any) -> Iterator[tuple[str, Scalar]]:
    """Yield the sentences of one node, whose shape `schema` describes."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        schema = whole["$defs"][str(schema["$ref"]).removeprefix("#/$defs/")]
    match node:
        case Scalar():
            # A clause may stand alone where a list of them may stand.
            title = schema.get("items", schema).get("title")
            if title in TITLES and "enum" not in schema and isinstance(node.value, str):
                yield TITLES[title], node
        case YamlSequence(items):
            for item in items:
                yield from inside(item, schema.get("items"), whole)
        case YamlMapping(entries):
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            for entry in entries:
                yield from inside(entry.value, properties.get(entry.key.text, others), whole)
