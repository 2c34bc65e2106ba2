"""Find what may stand in each kind of file: every key of its JSON Schema, once, with what it means.

Mappings of one shape are told once, wherever they stand: the steps of a flow in all its slots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stele.compiler.front.schema import validator

# The kinds of files, and what they are called.
FILES = {
    "expansion": "expansion.yaml",
    "vocabulary": "vocabulary.yaml",
    "flow": "flow.yaml",
    "cards": "cards/*.yaml",
    "boards": "boards/*.yaml",
    "rules": "rules.yaml",
    "rulings": "rulings/*.yaml",
    "language": "languages/fr.yaml",
}
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FileKey:
    """One key: what its value is, and whether it must be there."""

    name: str  # as it is written, or a pattern of such keys
    is_pattern: bool
    schema: Schema
    is_required: bool
    leads_to: str  # the id of the part that tells what stands below it, if anything does

    @property
    def means(self) -> str:
        """Return what it means."""
        return str(self.schema.get("description", self.schema.get("title", "")))


@dataclass(frozen=True, slots=True)
class FilePart:
    """One mapping of a file, by where it stands first: `tokens[]` is each entry of a list."""

    id: str
    schema: Schema
    keys: tuple[FileKey, ...]


def parts_of(kind: str) -> tuple[FilePart, ...]:
    """Return the mappings of a kind of file, outer ones first."""
    schema = validator(kind).schema
    assert isinstance(schema, dict)
    return tuple(Shapes(schema).found())


class Shapes:
    """Walks over one schema."""

    def __init__(self, whole: Schema) -> None:
        self.whole = whole
        self.known: dict[str, str] = {}  # mappings that are told, by what they are
        self.waiting: list[tuple[str, Schema]] = []

    def found(self) -> Iterator[FilePart]:
        """Yield all mappings."""
        self.below("", self.whole)
        while self.waiting:
            id, schema = self.waiting.pop(0)
            yield FilePart(id, schema, tuple(self.keys(id, schema)))

    def keys(self, id: str, schema: Schema) -> Iterator[FileKey]:
        """Yield the keys of one mapping."""
        required = schema.get("required", ())
        for name, given in schema.get("properties", {}).items():
            one = resolved(given, self.whole)
            yield FileKey(name, False, one, name in required, self.below(f"{id}.{name}".lstrip("."), given))
        further = schema.get("patternProperties", {})
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            further = {**further, schema.get("propertyNames", {}).get("pattern", ""): others}
        for pattern, given in further.items():
            one = resolved(given, self.whole)
            yield FileKey(pattern, True, one, False, self.below(f"{id}.*".lstrip("."), given))

    def below(self, id: str, given: Schema) -> str:
        """Let what stands below a key be told; return the id of the part that does."""
        schema = resolved(given, self.whole)
        while isinstance(schema.get("items"), dict) and not has_keys(schema):
            schema, id = resolved(schema["items"], self.whole), f"{id}[]"
        if not has_keys(schema):
            return ""
        shape = json.dumps(schema, sort_keys=True)
        if shape not in self.known:
            self.known[shape] = id
            self.waiting.append((id, schema))
        return self.known[shape]


def has_keys(schema: Schema) -> bool:
    """Tell whether a schema is one of mappings whose keys are known."""
    return bool({"properties", "patternProperties"} & schema.keys()) or isinstance(
        schema.get("additionalProperties"), dict
    )


def resolved(schema: Schema, whole: Schema) -> Schema:
    """Return what a reference inside a schema stands for."""
    if "$ref" not in schema:
        return schema
    found: Schema = whole["$defs"][str(schema["$ref"]).removeprefix("#/$defs/")]
    return found
