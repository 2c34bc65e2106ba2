"""Mutants are what they say, and the list of those that nobody can see names real ones."""

from __future__ import annotations

from inspect import signature

import pytest

from stele.compiler.driver.check import Checked
from stele.compiler.front.clause_parser import parse_clause
from stele.compiler.front.source import Document, Scalar, YamlMapping
from tests import mutate
from tests.conftest import scalar
from tests.mutants import changed_cost, mutants, texts_of
from tests.mutate import EQUIVALENT, RULING, Court

pytestmark = pytest.mark.slow


def documents(base: Checked, id: str, kind: str) -> list[Document]:
    return [document for document in base.by_expansion[id] if document.kind == kind]


@pytest.mark.parametrize(
    ("clause", "changed"),
    [
        ("gain 2 coins", ["gain 3 coins"]),
        ("science compass or gear", ["science gear", "science compass"]),
        (
            "buy raw resources from right for 1",
            ["buy raw resources from left for 1", "buy raw resources from right for 2"],
        ),
        (
            "score 1 point per brown or grey card in neighbours",
            [
                "score 2 points per brown or grey card in neighbours",
                "score 1 point per 2 brown or grey cards in neighbours",
                "score 1 point per grey card in neighbours",
                "score 1 point per brown card in neighbours",
                "score 1 point per brown or grey card in left",
            ],
        ),
    ],
)
def test_each_thing_of_a_clause_is_changed_in_turn(clause: str, changed: list[str]) -> None:
    parsed = parse_clause(scalar(clause), [])
    assert parsed is not None
    assert list(texts_of(parsed)) == changed


def test_each_part_of_a_cost_is_changed_in_turn() -> None:
    changed = [change.node for change in changed_cost(scalar("1 coin, 2 wood"), "card")]
    assert [node.text for node in changed if isinstance(node, Scalar)] == ["2 coins, 2 wood", "1 coin, 3 wood"]


def test_one_mutant_differs_in_one_place(base: Checked) -> None:
    document = documents(base, "leaders", "flow")[0]
    found = {str(mutant).partition(": ")[2]: mutant for mutant in mutants(document)}
    assert {"base.start.coins, to: 7", "draft, count: 3", "draft-pass, to: left", "recruit, builds: true"} <= set(found)
    assert isinstance(document.root, YamlMapping)
    for mutant in found.values():
        root = mutant.document.root
        assert isinstance(root, YamlMapping)
        before = {entry.key.text: entry.value for entry in document.root.entries}
        after = {entry.key.text: entry.value for entry in root.entries}
        assert sum(before[key] != after.get(key) for key in before) == 1


def test_a_mutant_is_killed_by_a_ruling(base: Checked) -> None:
    court = Court(base)
    mutant = next(mutant for mutant in court.mutants("leaders") if mutant.how == "`gain 7 coins`")
    assert mutant.item == "croesus"
    assert court.trial("leaders", mutant) == RULING


def test_the_report_is_the_same_for_any_number_of_processes(
    base: Checked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    court = Court(base)
    monkeypatch.setattr(mutate, "opened_court", lambda: court)
    mutate.tried.cache_clear()
    said = []
    for processes in ("1", "3"):
        arguments = ["mutate", "leaders", "-k", "nero", "--verbose", "--processes", processes]
        monkeypatch.setattr("sys.argv", arguments)
        assert mutate.main() == 0
        said.append(capsys.readouterr().out.splitlines()[:-1])  # the last line is how long it took
    assert said[0] == said[1]
    assert len(said[0]) > 3
    assert said[0][-1].startswith("leaders: ")


def test_what_is_listed_as_equivalent_is_a_mutant(base: Checked) -> None:
    names = {
        (id, mutant.item, mutant.how)
        for id, files in base.by_expansion.items()
        for document in files
        for mutant in mutants(document)
    }
    assert set(EQUIVALENT) <= names


def test_boards_of_shared_places_are_changed_too(base: Checked) -> None:
    files = [document for kind in ("boards", "vocabulary") for document in documents(base, "frontiers", kind)]
    found = {f"{mutant.item}, {mutant.how}" for document in files for mutant in mutants(document)}
    assert found >= {
        "desertum a, yellow: 4",
        "desertum a, yellow: 2",
        "desertum a, alone: 5",
        "desertum a 2, `gain 6 coins`",
        "desertum a 2, without `gain 5 coins`",
        "desertum b 3, without `score 1 point per card here`",
        "moenia a, for-sale: false",
        "kupros a 2, `count 2 more cards at each frontier`",
        "frontier, holds: 8",
    }


def test_tests_of_the_set_up_need_nothing_but_content() -> None:
    tests = [test for listed in mutate.SETUPS.values() for test in listed]
    assert len(tests) > 10
    assert {tuple(signature(test).parameters) for test in tests} == {("load",)}
