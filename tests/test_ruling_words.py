"""Ids that would stand for something else in a ruling are refused, and things called alike are told
apart.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.check import check_folders
from tests.test_senses import CARDS, IDENTITY, WORDS, card
from tests.wrong_rulings import EXPANSION, opened

PEARLS = (
    "tokens:\n  - {id: pearl, name: Pearl, points: 1, line: treasury, supply: 4}\n"
    "  - {id: gem, name: Pearl, points: 2, line: treasury, supply: 4}\n"
)


def codes(tmp_path: Path, files: dict[str, str]) -> list[str]:
    folder = tmp_path / "fan"
    for name, text in {"expansion.yaml": IDENTITY, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [one.code.id for one in check_folders([folder]).diagnostics if one.is_error]


@pytest.mark.parametrize("id", ["nothing", "exchange", "board", "stage-2", "stage", "build", "discard"])
def test_no_card_is_called_like_what_a_ruling_says_instead_of_a_card(tmp_path: Path, id: str) -> None:
    assert codes(tmp_path, {CARDS: card(id=id)}) == ["E0405"]


@pytest.mark.parametrize(
    "words",
    [
        "lines: [{id: total, name: Totals}]\n",
        "decks: [{id: coins, name: Coins}]\n",
        "zones: [{id: supplies, name: Supplies, owner: table, seen-by: everyone, order: set}]\n",
        "zones: [{id: asks, name: Asks, owner: seat, seen-by: everyone, order: set}]\n",
        "tokens: [{id: board, name: Board, points: 1, line: treasury}]\n",
    ],
)
def test_nothing_is_called_like_a_key_of_a_scene(tmp_path: Path, words: str) -> None:
    assert "E0405" in codes(tmp_path, {WORDS: words, CARDS: card()})


def test_tokens_that_are_called_alike_are_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "fan"
    scene = (
        "given: {{seats: {{A: {{tokens: {{pearl: 1, gem: 1}}}}, B: {{tokens: {{gem: 2}}}}, C: {{}}}}}}, then: {{{}}}"
    )
    right = "A: {leaves: {treasury: {gem: 2, pearl: 1}}}, B: {leaves: {treasury: {gem: 4, pearl: 0}}}"
    wrong = "A: {leaves: {treasury: {gem: 3, pearl: 3}}}"
    rulings = [
        f"  - {{id: {id}, question: Q?, answer: A., covers: [fan.x], {scene.format(then)}}}\n"
        for id, then in (("right", right), ("wrong", wrong))
    ]
    files = {
        "expansion.yaml": EXPANSION,
        WORDS: PEARLS,
        CARDS: "cards:\n"
        + card("gain 1 pearl token").partition("\n")[2]
        + card("gain 1 gem token", id="two").partition("\n")[2],
        "rules.yaml": "rules: [{id: fan.x, says: X., kind: effect, source: Fan}]\n",
        "rulings/r.yaml": "rulings:\n" + "".join(rulings),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    failures = opened(folder).failures()
    assert failures["right"] == []
    assert failures["wrong"] == [
        "A.leaves: treasury: gem: expected 3, found 2",
        "A.leaves: treasury: pearl: expected 3, found 1",
    ]
