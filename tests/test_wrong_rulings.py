"""Rulings that must fail do, each for its reason; and each part of the runner is noticed when it
lets everything pass.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stele.compiler.cli import main
from stele.compiler.rulings import expectations, passing, production, reasons, runner, setting, steps
from stele.runtime.state.asked import Asked
from stele.runtime.state.lanes import Lanes
from tests.conftest import ROOT
from tests.wrong_rulings import EXPANSION, EXPECTATIONS, HEAD, WRONG, Table, expecting, opened


@pytest.fixture(scope="module")
def scenes() -> Table:
    return opened(WRONG)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return expecting(tmp_path_factory.mktemp("wrong") / "fan", is_right=False)


def test_scenes_that_prove_nothing_fail_for_their_reasons(scenes: Table) -> None:
    failures = scenes.failures()
    expected = {ruling.id: ruling.answer for ruling in scenes.rulings}
    assert {id: failures[id] for id in expected if not any(expected[id] in one for one in failures[id])} == {}


def test_what_is_so_may_be_expected(tmp_path: Path) -> None:
    failures = expecting(tmp_path / "fan", is_right=True).failures()
    assert {id: found for id, found in failures.items() if found} == {}


def test_what_is_not_so_is_noticed(wrong: Table) -> None:
    failures = wrong.failures()
    for key, (_, _, _, words) in EXPECTATIONS.items():
        found = failures[key.replace(".", "-")]
        assert any(words in one for one in found), (key, found)


def keys_of_then() -> Iterator[str]:
    """Yield everything that the schema lets `then` say, as keys lead to it."""
    schema = json.loads((ROOT / "grammar" / "schema" / "rulings.json").read_text(encoding="utf-8"))
    then = schema["properties"]["rulings"]["items"]["properties"]["then"]
    (seat,) = then["patternProperties"].values()
    for who, part in (("seat", seat), ("table", then["properties"]["table"])):
        yield from (f"{who}.{key}" for key in part["properties"])
        yield f"{who}.zone"
        yield from (f"{who}.zone.{key}" for key in part["additionalProperties"]["properties"])
    yield "winner"
    (place,) = then["properties"]["between"]["patternProperties"].values()
    yield from (f"between.{key}" for key in place["properties"])
    yield "between.cards"
    assert set(then["properties"]) == {"table", "winner", "between"}


def test_for_everything_that_can_be_expected_there_is_a_ruling_that_fails() -> None:
    assert set(keys_of_then()) <= set(EXPECTATIONS)


# What is empty and yet expects something: that there is exactly none.
NONE = {
    "seat.asks",
    "seat.produces",
    "seat.sources",
    "seat.splits.*",
    "seat.stages",
    "seat.there.left",
    "seat.there.right",
    "seat.with-coins",
    "seat.zone",
    "table.zone",
    "between.place.cards",
}


def empties(part: dict[str, Any], path: str) -> Iterator[str]:
    """Yield every mapping and list of `then` that may be empty, by the keys that lead to it."""
    kinds = part.get("type", [])
    for kind, least in (("object", "minProperties"), ("array", "minItems")):
        if kind in kinds and part.get(least, 0) < 1:
            yield path
    inside = dict(part.get("properties", {}))
    others = [part.get("additionalProperties"), *part.get("patternProperties", {}).values()]
    for other in (one for one in others if isinstance(one, dict)):
        named = {"Zone": "zone", "Place": "place", "Cards": "cards"}
        inside[named.get(other.get("title", ""), "*")] = other
    for key, one in inside.items():
        yield from empties(one, f"{path}.{key}")


def test_nothing_that_can_be_expected_is_empty_and_says_nothing() -> None:
    schema = json.loads((ROOT / "grammar" / "schema" / "rulings.json").read_text(encoding="utf-8"))
    then = schema["properties"]["rulings"]["items"]["properties"]["then"]
    (seat,) = then["patternProperties"].values()
    parts = {"seat": seat, **then["properties"]}
    found = {path for who, part in parts.items() for path in empties(part, who)}
    assert found == NONE


@pytest.mark.parametrize(
    ("then", "key"),
    [
        ("A: {}", "A"),
        ("A: {tokens: {}}", "tokens"),
        ("A: {points: {}}", "points"),
        ("A: {legal: {}}", "legal"),
        ("A: {splits: {}}", "splits"),
        ("A: {illegal: []}", "illegal"),
        ("A: {shields: {}}", "shields"),
        ("A: {leaves: {}}", "leaves"),
        ("A: {hand: {has: [], lacks: [altar]}}", "has"),
        ("A: {hand: {has: [altar], lacks: []}}", "lacks"),
        ("table: {}", "table"),
        ("table: {supplies: {}}", "supplies"),
        ("between: {A-B: {leads: {}}}", "leads"),
    ],
)
def test_what_is_empty_and_expects_nothing_is_refused(
    tmp_path: Path, then: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fan" / "rulings").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(EXPANSION)
    scene = f"    given: {{seats: {{A: {{}}, B: {{}}, C: {{}}}}}}\n    then: {{{then}}}\n"
    (tmp_path / "fan" / "rulings" / "rulings.yaml").write_text("rulings:\n" + HEAD.format(id="empty") + scene)
    assert main(["check", str(tmp_path / "fan")]) == 1
    out = "".join(capsys.readouterr())
    assert f"error[E0206]: an empty `{key}` expects nothing, so it holds whatever happens" in out
    assert f"write in it what must be so, or leave `{key}` out" in out


# --- mutants --------------------------------------------------------------------------------------


def comparisons() -> list[str]:
    """Return the functions that compare: those that return what is not as it must be."""
    functions = inspect.getmembers(expectations, inspect.isfunction)
    own = [(name, one) for name, one in functions if one.__module__ == expectations.__name__]
    return [name for name, one in own if one.__annotations__["return"] == "list[str]" and name != "describe_table"]


def always(value: object) -> Callable[..., Any]:
    return lambda *arguments, **named: value


def noticed(tables: tuple[Table, ...], before: list[dict[str, list[str]]]) -> bool:
    """Tell whether a ruling that must fail does not, or fails for something else."""
    try:
        return [table.failures() for table in tables] != before
    except (AssertionError, LookupError, StopIteration, TypeError):
        return True  # what the part kept away breaks the runner


@pytest.mark.parametrize("name", comparisons())
def test_a_comparison_that_always_passes_is_noticed(name: str, wrong: Table, scenes: Table) -> None:
    before = [wrong.failures(), scenes.failures()]
    with pytest.MonkeyPatch.context() as patch:
        for module in (expectations, runner):
            if hasattr(module, name):
                patch.setattr(module, name, always([]))
        assert noticed((wrong, scenes), before)


GUARDS: list[tuple[ModuleType, str, object]] = [
    (steps, "not_of_kind", ""),
    (reasons, "answer_not_of_kind", ""),
    (reasons, "manner_not_of_kind", ""),
    (reasons, "price_not_of_kind", ""),
    (reasons, "answer_manner_not_of_kind", ""),
    (reasons, "card_not_of_kind", ""),
    (reasons, "swap_not_of_kind", ""),
    (reasons, "place_not_of_kind", ""),
    (reasons, "no_such_right", ""),
    (reasons, "is_somewhere", True),
    (expectations, "is_somewhere", True),
    (expectations, "is_asked", True),
    (passing, "is_deciding", False),
    (passing, "has_arrived", True),
    (passing, "is_age_over", False),
    (runner, "unfinished", []),
    (setting, "check_order", None),
    (setting, "turns_around", None),
    (setting, "spend_riders", None),
    (setting, "leave_tokens", None),
]


@pytest.mark.parametrize(
    ("module", "name", "value"), GUARDS, ids=[f"{m.__name__.rpartition('.')[2]}.{n}" for m, n, _ in GUARDS]
)
def test_a_guard_that_always_passes_is_noticed(
    module: ModuleType, name: str, value: object, wrong: Table, scenes: Table
) -> None:
    before = [wrong.failures(), scenes.failures()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, always(value))
        assert noticed((wrong, scenes), before)


def plain(value: object) -> object:
    """Return tables as what they hold, so that equal ones are equal."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    return vars(value) if isinstance(value, (Asked, Lanes)) else value


def test_a_scene_leaves_the_rules_as_they_are(wrong: Table, scenes: Table) -> None:
    cores = list({rules.core for table in (wrong, scenes) for rules in table.rules})
    before = [deepcopy({name: value for name, value in vars(core).items() if name != "lists"}) for core in cores]
    plays = [core.lists.plays for core in cores]
    wrong.failures()
    scenes.failures()
    assert len(cores) > 2
    for core, kept, played in zip(cores, before, plays, strict=True):
        assert [name for name, value in kept.items() if plain(vars(core)[name]) != plain(value)] == []
        assert core.lists.plays is played


def test_production_is_held_against_what_the_engine_pays_with(wrong: Table) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(production, "standing_sources", always(iter(())))
        assert any("the engine pays with other sources" in one for one in wrong.failures()["seat-sources"])
