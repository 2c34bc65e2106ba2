"""Every key of every kind of file has its place in the reference, with an example that is
checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from stele.compiler.docs.langref.file_keys import FILES, parts_of
from stele.compiler.docs.langref.key_examples import KEYS, examples, sources
from stele.compiler.docs.langref.key_pages import kind_of, presence, shown_parts
from stele.compiler.docs.text.assets import folder
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import check_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.rulings.pool import run_rulings
from tests.conftest import ROOT

HERE = folder() / KEYS


def names_in(schema: Any) -> Iterator[str]:
    """Yield every key that a schema names, wherever it stands."""
    if isinstance(schema, list):
        for part in schema:
            yield from names_in(part)
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for part in schema.values():
            yield from names_in(part)


@pytest.mark.parametrize("kind", FILES)
def test_every_key_of_a_schema_is_told_with_what_it_means(kind: str) -> None:
    schema = json.loads((ROOT / "grammar" / "schema" / f"{kind}.json").read_text(encoding="utf-8"))
    told = [key for part in parts_of(kind) for key in part.keys]
    assert {key.name for key in told if not key.is_pattern} == set(names_in(schema))
    assert [key.name for key in told if not key.means and not key.is_pattern] == []


def test_every_schema_has_a_page() -> None:
    assert {file.stem for file in (ROOT / "grammar" / "schema").glob("*.json")} == set(FILES)


@pytest.mark.parametrize("kind", FILES)
def test_every_key_has_an_example_that_stands_in_content(kind: str) -> None:
    contents: dict[str, str] = {}
    for source in sources():
        contents[source.name] = contents.get(source.name, "") + source.content
    for part in parts_of(kind):
        for key in part.keys:
            example = examples(kind).get((part.id, key.name))
            assert example is not None, f"{kind}: {part.id}.{key.name}"
            lines = [line.strip() for line in example.text.splitlines() if line != "..."]
            assert all(line in contents[example.file] for line in lines), example
            if not key.is_pattern:
                assert key.name in example.text


def test_what_only_shows_keys_is_sound_and_its_rulings_hold() -> None:
    checked = check_folders([HERE])
    assert checked.diagnostics == []
    own = [one for one in rulings_of(checked.documents, checked.game.contents) if one.expansion == KEYS]
    assert len(own) == 5
    for outcome in run_rulings(own, checked):
        assert outcome.failures == [], outcome.ruling.id
        assert outcome.is_known_gap == bool(outcome.ruling.gap), outcome.ruling.id


def test_nothing_stands_in_it_that_other_content_shows_too() -> None:
    shown = {example.file for kind in FILES for example in examples(kind).values()}
    own = {f"{KEYS}/{file.relative_to(HERE).as_posix()}" for file in HERE.rglob("*.yaml")}
    assert own - shown <= {f"{KEYS}/rules.yaml", f"{KEYS}/expansion.yaml", f"{KEYS}/cards/tides.yaml"}


@pytest.mark.parametrize(
    ("kind", "key", "value", "otherwise"),
    [
        ("vocabulary", "supply", "a number", "may be left out"),
        ("vocabulary", "owner", "one of seat, table, neighbours", "must be there"),
        ("vocabulary", "main", "true or false", "without it false"),
        ("flow", "partners", "one of nobody, side-by-side", "without it nobody"),
        ("expansion", "stele", "one of 1, 2", "without it 1"),
        ("cards", "effect", "a clause or a list of clauses", "may be left out"),
        ("cards", "id", "an id", "must be there"),
        ("flow", "ages", "a number from 1 to 9", "may be left out"),
    ],
)
def test_what_a_value_is_and_what_holds_without_it_is_said(kind: str, key: str, value: str, otherwise: str) -> None:
    speaker = Speaker("en", ())
    found = [one for part in parts_of(kind) for one in part.keys if one.name == key]
    said = {(kind_of(one.schema, speaker).striptags(), presence(one, speaker).striptags()) for one in found}
    assert any(value in one and otherwise in other for one, other in said), said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_places_on_a_page_stand_once_and_links_lead_to_them(language: str) -> None:
    for kind in FILES:
        parts = shown_parts(kind, Speaker(language, ()))
        ids = [part.id for part in parts] + [key.id for part in parts for key in part.keys]
        assert len(set(ids)) == len(ids), kind
        below = [key.below.href.partition("#")[2] for part in parts for key in part.keys if key.below]
        assert set(below) <= {part.id for part in parts}
