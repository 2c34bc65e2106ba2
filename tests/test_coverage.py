"""`stele test --coverage` names the clauses that no ruling would miss, also when rulings fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.cli import main


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new expansion with a card and a board that its ruling does not play."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "fan"]) == 0
    assert main(["new", "board", "isle", "--in", "fan"]) == 0
    return tmp_path / "fan"


def test_clauses_that_no_ruling_misses_are_listed_with_their_place(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = fan / "rulings" / "rulings.yaml"
    text = ruling.read_text(encoding="utf-8")
    ruling.write_text(text.replace("A: {coins: 5, tokens: {favour: 1}}", "A: {coins: 5}"), encoding="utf-8")
    capsys.readouterr()
    assert main(["test", "--coverage", "fan"]) == 0
    shown = capsys.readouterr().out
    assert "not proven: fan/cards/cards.yaml:11:9: gain 1 favour token · no ruling fails without it\n" in shown
    assert "gain 2 coins ·" not in shown
    assert "not proven: fan/boards/isle.yaml:8:16: produce wood · no ruling names `isle`\n" in shown
    assert "0 rules not covered by a ruling or a test\n1 of 7 clauses proven" in shown

    assert main(["test", "--threshold", "20", "fan"]) == 0
    assert main(["test", "--threshold", "90", "fan"]) == 1
    assert "25.0 % is proven, less than 90 %" in capsys.readouterr().out

    ruling.write_text(text.replace("coins: 5, tokens", "coins: 9, tokens"), encoding="utf-8")
    assert main(["test", "--coverage", "fan"]) == 1
    shown = capsys.readouterr().out
    assert "gain 2 coins · no ruling names `fan-card`" in shown
    assert shown.endswith("0 passed, 1 failed\n")
