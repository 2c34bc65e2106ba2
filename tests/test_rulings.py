"""Rulings: the shipped ones hold, and one that does not hold says why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.court import judge_all
from stele.compiler.project import Checked
from stele.compiler.rulings import Ruling, rulings_of

EXPANSION = 'id: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
HEAD = "  - id: a-ruling\n    question: Is it so?\n    answer: It is.\n    covers: [base.trade.price]\n"


@pytest.fixture
def fan(tmp_path: Path) -> Path:
    """An expansion that has nothing but rulings."""
    (tmp_path / "fan" / "rulings").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(EXPANSION)
    return tmp_path / "fan"


def ruling(folder: Path, scene: str) -> None:
    (folder / "rulings" / "rulings.yaml").write_text("rulings:\n" + HEAD + scene)


def shipped(base: Checked) -> list[Ruling]:
    return rulings_of(base.documents, base.game.contents)


def test_every_shipped_ruling_holds(base: Checked) -> None:
    verdicts = judge_all(shipped(base), base)
    assert [(verdict.ruling.id, verdict.failures) for verdict in verdicts if verdict.failures] == []
    counts = Counter(verdict.ruling.expansion for verdict in verdicts)
    assert counts["base"] >= 120
    assert counts["leaders"] >= 120
    assert counts["cities"] >= 150


def test_a_ruling_that_does_not_hold_says_what_was_expected_and_what_was_found(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling(
        fan,
        "    given:\n      seats:\n        A: {coins: 3, hand: [baths]}\n        B: {city: [stone-pit]}\n        C: {}\n"
        "    when: [{A: {build: baths}}]\n    then:\n      A: {coins: 3, points: {civilian: 4}, city: {has: [altar]}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert "A.coins: expected 3, found 1" in out
    assert "A.points: civilian: expected 4, found 3" in out
    assert "A.city: altar is missing" in out
    assert "3 Baths: score 3 points" in out
    assert out.endswith("1 failed\n")


def test_a_step_that_cannot_be_played_is_a_failure(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {hand: [baths]}, B: {}, C: {}}\n"
        "    when: [{A: {build: baths}}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "step 1: A cannot do this: build: baths" in capsys.readouterr().out


def test_a_step_that_can_be_played_cannot_be_refused(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {hand: [altar]}, B: {}, C: {}}\n"
        "    when: [{A: {build: altar}, refused: true}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "must be refused" in capsys.readouterr().out


def test_names_and_keys_of_a_ruling_are_checked_at_their_place(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {bord: gizah, hand: [bath]}, B: {board: giza}, C: {tokens: {victoy: 1}}}\n"
        "    when: [{A: {biuld: baths}}]\n    then: {A: {points: {civillian: 1}, coin: 3}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    for message in (
        "no card is called `bath`",
        "no board is called `giza`",
        "no token is called `victoy`",
        "no action is called `biuld`",
        "no score line is called `civillian`",
        "no zone is called `coin`",
    ):
        assert message in out


def test_rules_without_a_ruling_are_listed(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "rules.yaml").write_text("rules:\n  - {id: fan.a, says: A rule., kind: ruling, source: us}\n")
    (fan / "rulings").rmdir()
    assert main(["test", "--coverage", str(fan)]) == 0
    assert "not covered: fan.a" in capsys.readouterr().out
