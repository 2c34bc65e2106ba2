"""Every key of every kind of file has its place in the reference, with an example that is
checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
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


TOKEN = "tokens: [{id: shell, name: Shell, line: treasury}]\n"
ZONE = "zones: [{id: nook, name: Nook, owner: seat, seen-by: owner, order: set}]\n"
LINE = "lines: [{id: shells, name: Shells}]\n"
ACTION = "actions: [{id: keep, name: Keep, cost: card, to: city}]\n"
FIGHT = 'before-conflict:\n  - conflict: {id: fight, win: {"1": victory-1}, lose: defeat}\n'
CARD = "cards: [{id: one, name: One, deck: guilds, colour: purple, cost: free, effect: gain 1 coin}]\n"
BOARD = "boards:\n  - id: hut\n    name: Hut\n    sides:\n      a: {start: produce wood, stages: [{cost: 1 wood, effect: gain 1 coin}]}\n      b: {start: produce wood, stages: [{cost: 1 wood, effect: gain 1 coin}]}\n"
PLACE = 'places:\n  - id: well\n    name: Well\n    zone: frontier\n    sides:\n      a: {room: {red: 2}, ladder: {"1": gain 1 coin, "2": gain 2 coins, "3": gain 3 coins}}\n      b: {room: {red: 2}, ladder: {"1": gain 1 coin, "2": gain 2 coins, "3": gain 3 coins}}\n'
GUEST = "variants:\n  - {id: duo, name: Duo, players: [2], guest: {name: Ghost, plays: play, guide: left, last-resort: [discard]}}\n"
FRENCH = "actions: {}\nnouns: {wader: {name: Héron, gender: m}}\n"


@pytest.mark.parametrize(
    ("kind", "key", "text", "before"),
    [
        ("expansion", "stele", "", "id: fan"),
        ("vocabulary", "points", TOKEN, "line: treasury"),
        ("vocabulary", "main", ZONE, "owner:"),
        ("vocabulary", "unique", ZONE, "owner:"),
        ("vocabulary", "of-boards", LINE, "name:"),
        ("vocabulary", "rank", LINE, "name:"),
        ("flow", "builds", ACTION, "cost:"),
        ("flow", "tokens", FIGHT, "lose:"),
        ("flow", "absent", FIGHT, "lose:"),
        ("flow", "chains-first", GUEST, "plays:"),
        ("cards", "rank", CARD, "deck:"),
        ("boards", "rank", BOARD, "cost:"),
        ("boards", "copies", PLACE, "name: Well"),
        ("boards", "for-sale", PLACE, "room:"),
        ("language", "elides", FRENCH, "gender:"),
    ],
)
def test_a_key_with_the_value_that_holds_without_it_changes_nothing(
    tmp_path: Path, kind: str, key: str, text: str, before: str
) -> None:
    found = [one for part in parts_of(kind) for one in part.keys if one.name == key and "default" in one.schema]
    assert found
    said = f"{key}: {json.dumps(found[0].schema['default'])}"
    identity = 'id: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0", frontiers: "1.0"}\n'
    contents = []
    for name, is_said in (("without", False), ("with", True)):
        place = tmp_path / name / "fan"
        told = identity.replace(before, f"{said}\n{before}") if is_said and kind == "expansion" else identity
        break_ = f"\n    {before}" if before.startswith("name:") and "\n    name" in text else f", {before}"
        written = text.replace(before, said + break_) if is_said else text
        wader = "nouns: [{id: wader, plural: waders, colour: purple}]\n"
        others = {"vocabulary.yaml": wader} if kind == "language" else {}
        path = {"cards": "cards/c.yaml", "boards": "boards/b.yaml", "language": "languages/fr.yaml"}
        files = {path.get(kind, f"{kind}.yaml"): written, **others, "expansion.yaml": told}
        for file, content in files.items():
            if content:
                (place / file).parent.mkdir(parents=True, exist_ok=True)
                (place / file).write_text(content, encoding="utf-8")
        checked = check_folders([place])
        assert [one.message for one in checked.diagnostics if one.code.id < "E05"] == []
        contents.append(checked.contents["fan"])
    assert contents[0] == contents[1]
