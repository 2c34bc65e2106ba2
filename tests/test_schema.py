"""The JSON Schemas are strict, explained, and usable by any editor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import ROOT

SCHEMAS = sorted((ROOT / "grammar" / "schema").glob("*.json"))


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema inside a schema with its path."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for name, inner in schema.get("properties", {}).items():
        yield from parts(inner, f"{path}/{name}")
    for key in ("items", "additionalProperties"):
        yield from parts(schema.get(key), f"{path}/{key}")
    for name, inner in schema.get("$defs", {}).items():
        yield from parts(inner, f"{path}/{name}")


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.stem)
def test_a_schema_is_valid_strict_and_explained(file: Path) -> None:
    schema = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for path, part in parts(schema):
        if "$ref" in part and len(part) == 1:
            continue
        if "object" in part.get("type", []):
            assert "additionalProperties" in part, path
        for name, inner in part.get("properties", {}).items():
            assert "title" in inner or "$ref" in inner, f"{path}/{name}"
            assert "description" in inner or "$ref" in inner, f"{path}/{name}"


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.stem)
def test_no_schema_hides_the_reason_of_a_mistake_behind_alternatives(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert '"oneOf"' not in text
    assert '"anyOf"' not in text
