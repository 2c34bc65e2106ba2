"""The JSON Schemas are strict, explained, and usable by any editor."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver.check import check_folders
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.fast_validate import FastValidator
from stele.compiler.front.folder import load
from stele.compiler.front.schema import FORMATS, validate, validator
from stele.compiler.front.source import plain
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


WRONG: list[Any] = [None, True, 0, -1, 99999, "", "x" * 3000, "No Id", [], ["a", "a"], [1], {}, {"nonsense": 1}, [[{}]]]


def holders(data: Any) -> Iterator[Any]:
    """Yield every list and mapping in data."""
    if isinstance(data, dict | list):
        yield data
        for part in data.values() if isinstance(data, dict) else data:
            yield from holders(part)


def spoilt(data: Any, chance: random.Random) -> None:
    """Change, remove or add something somewhere in data."""
    holder = chance.choice([holder for holder in holders(data) if holder] or [{"": 0}])
    key = chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(["nonsense", "A", "1", "effect", "takes"])] = deepcopy(chance.choice(WRONG))
        case _:
            holder[key] = deepcopy(chance.choice(WRONG))


@pytest.mark.parametrize("folder", shipped_folders(), ids=lambda folder: folder.name)
def test_the_quick_look_at_a_shape_misses_nothing_that_the_validator_finds(folder: Path) -> None:
    chance = random.Random(folder.name)
    for document in load(folder, folder.name, []).documents:
        assert document.root is not None
        known = validator(document.kind)
        slow = Draft202012Validator(known.schema, format_checker=FORMATS)
        for _ in range(12):
            data = plain(document.root)
            for listed in data.values():  # a few entries are enough
                if isinstance(listed, list):
                    del listed[chance.randrange(len(listed)) + 1 :], listed[:-3]
            for _ in range(chance.choice((1, 1, 3))):
                spoilt(data, chance)
            found = [[(list(e.absolute_path), e.message) for e in each.iter_errors(data)] for each in (known, slow)]
            assert found[0] == found[1]


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        pytest.param({"type": "integer"}, 1, True, id="a truth value is no number"),
        pytest.param({"type": ["string", "array"]}, [], {}, id="one of two kinds"),
        pytest.param({"uniqueItems": True}, ["a", "b"], ["a", "a"], id="each once"),
        pytest.param({"dependentRequired": {"a": ["b"]}}, {"a": 1, "b": 2}, {"a": 1}, id="one key needs another"),
        pytest.param({"if": {"required": ["a"]}, "else": {"required": ["b"]}}, {"b": 1}, {}, id="one key or another"),
        pytest.param({"additionalProperties": {"maximum": 2}}, {"a": 2}, {"a": 3}, id="any key"),
        pytest.param({"patternProperties": {"^a": {"enum": ["x"]}}}, {"a": "x"}, {"a": "y"}, id="keys of a pattern"),
        pytest.param({"what is this": 1}, None, 1, id="what is not known is left to the validator"),
    ],
)
def test_the_quick_look_knows_what_fits(schema: dict[str, Any], right: object, wrong: object) -> None:
    fast = FastValidator(schema, FORMATS)
    assert fast.fits(right, schema) or "what is this" in schema
    assert not fast.fits(wrong, schema)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("expansion.yaml", 'id: "fan\\n"\nname: Fan\nversion: "1.0"\nofficial: false\n', id="an id"),
        pytest.param("expansion.yaml", 'id: fan\nname: Fan\nversion: "1.0\\n"\nofficial: false\n', id="a version"),
        pytest.param(
            "rulings/rulings.yaml",
            'rulings: [{id: one, question: Is it?, answer: It is., covers: [base.a], given: {seats: {"A\\n": {}}}, then: {}}]\n',
            id="a key",
        ),
    ],
)
def test_a_pattern_is_true_of_a_whole_text(tmp_path: Path, name: str, text: str) -> None:
    fan = tmp_path / "fan"
    (fan / "rulings").mkdir(parents=True)
    (fan / "expansion.yaml").write_text('id: fan\nname: Fan\nversion: "1.0"\nofficial: false\n', encoding="utf-8")
    (fan / name).write_text(text, encoding="utf-8")
    found: list[Diagnostic] = []
    validate(load(fan, "fan", found), found)
    assert "E0205" in [diagnostic.code.id for diagnostic in found]


@pytest.mark.parametrize(
    "key", [pytest.param("k{}: v", id="keys with a value"), pytest.param("k{}", id="pieces of a text")]
)
def test_a_mapping_with_thousands_of_unknown_keys_takes_no_longer_for_each(key: str, tmp_path: Path) -> None:
    def lines(number: int) -> int:
        keys = ", ".join(key.format(one) for one in range(number))
        (tmp_path / "cards").mkdir(exist_ok=True)
        (tmp_path / "cards" / "c.yaml").write_text(f"cards:\n  - {{id: a, name: A, {keys}}}\n", encoding="utf-8")
        seen = 0

        def count(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal seen
            seen += 1
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            found = check_folders([tmp_path]).diagnostics
        finally:
            sys.settrace(before)
        assert len(found) >= number
        return seen

    (tmp_path / "expansion.yaml").write_text(
        'id: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n', encoding="utf-8"
    )
    lines(1)  # what is worked out once
    few, many = lines(200), lines(800)
    assert many < 5 * few
