"""All mistakes of a run come together: one does not hide another, and none is said twice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver.check import check_folders

IDENTITY = (
    'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\nprovenance: proposed\n'
)
CARD = "  - {id: c, name: C, deck: guilds, colour: purple, cost: free, effect: gain 1 coin}\n"
# Each is a mistake in a file of its own kind; any two of them are found together.
MISTAKES: Mapping[str, tuple[str, str]] = {
    "a key": ("cards/key.yaml", "cards:\n  - {id: a, name: A, deck: guilds, color: purple, cost: free, effect: gain 1 coin}\n"),
    "a key of a file": ("cards/root.yaml", "cardz: []\ncards:\n  - {id: b, name: B, deck: guilds, colour: purple, cost: free, effect: gain 1 coin}\n"),
    "a key that is missing": ("cards/missing.yaml", "cards:\n  - {id: e, name: E, colour: purple, cost: free, effect: gain 1 coin}\n"),
    "a deck": ("cards/deck.yaml", CARD.replace("guilds", "gilds").join(("cards:\n", ""))),
    "a colour": ("cards/colour.yaml", "cards:\n  - {id: d, name: D, deck: guilds, colour: purple, cost: free, effect: gain 1 coin per brwn card in city}\n"),
    "a sentence": ("cards/sentence.yaml", "cards:\n  - {id: f, name: F, deck: guilds, colour: purple, cost: free, effect: gian 1 coin}\n"),
    "a score line": ("vocabulary.yaml", "lines:\n  - {id: glory, name: Glory, effect: gain 1 coin}\n"),
    "a rule": ("rules.yaml", "rules:\n  - {id: fan.one, says: One., knd: scoring, source: Fan}\n"),
    "a language": ("languages/fr.yaml", "name: Fan\ntokens:\n  nothing-of-the-kind: Rien\n"),
}  # fmt: skip


def found_in(tmp_path: Path, files: Mapping[str, str]) -> list[Diagnostic]:
    for name, text in {"expansion.yaml": IDENTITY, **files}.items():
        (tmp_path / "fan" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fan" / name).write_text(text, encoding="utf-8")
    return check_folders([tmp_path / "fan"]).diagnostics


def shown(found: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(one.code.id, one.message) for one in found if one.is_error}


@pytest.mark.parametrize("first", MISTAKES)
@pytest.mark.parametrize("second", MISTAKES)
def test_two_mistakes_are_found_as_each_alone(tmp_path: Path, first: str, second: str) -> None:
    alone = [shown(found_in(tmp_path / name, dict([MISTAKES[name]]))) for name in (first, second)]
    assert all(alone)
    together = shown(found_in(tmp_path / "both", dict([MISTAKES[first], MISTAKES[second]])))
    assert together == alone[0] | alone[1]


def test_the_mistakes_of_one_card_come_together(tmp_path: Path) -> None:
    card = "cards:\n  - {id: c, name: C, deck: guild, color: purple, cost: 1 coinz, effect: score 1 point per brwn card in city}\n"
    found = found_in(tmp_path, {"cards/c.yaml": card})
    assert [one.code.id for one in found] == ["E0403", "E0201", "E0402", "E0402"]


@pytest.mark.parametrize(
    ("stages", "codes"),
    [
        ("[{cots: 2 wood, effect: gain 1 coin per brwn card in city}, {cost: 2 wod, effect: gian 1 coin}]", ["E0201", "E0402", "E0402", "E0301"]),
        ("[{cost: 2 wood}, {cost: 2 wod, effect: [gain 1 coin, 3]}]", ["E0202", "E0203", "E0402"]),
    ],
)  # fmt: skip
def test_the_mistakes_of_one_board_come_together(tmp_path: Path, stages: str, codes: list[str]) -> None:
    board = f"boards:\n  - {{id: isle, name: Isle, sides: {{a: {{start: produce wood, stages: {stages}}}}}}}\n"
    found = found_in(tmp_path, {"boards/b.yaml": board})
    assert sorted(one.code.id for one in found) == sorted(codes)


@pytest.mark.parametrize(
    "identity",
    [
        pytest.param(IDENTITY.replace("official: false", "official: perhaps"), id="a value"),
        pytest.param(IDENTITY.replace("version:", "verson:"), id="a key"),
        pytest.param(IDENTITY + "colour: blue\n", id="a key too many"),
    ],
)
def test_a_mistake_in_the_identity_hides_no_card(tmp_path: Path, identity: str) -> None:
    alone = shown(found_in(tmp_path / "one", {"expansion.yaml": identity}))
    files = dict([("expansion.yaml", identity), MISTAKES["a colour"]])
    both = shown(found_in(tmp_path / "two", files))
    assert alone < both
    assert {code for code, _ in both - alone} == {"E0402"}


@pytest.mark.parametrize("word", ["first", "order", "each"])
def test_a_token_called_by_a_word_of_the_language_is_one_finding(tmp_path: Path, word: str) -> None:
    effects = [
        f"gain 1 {word} token",
        f"score 1 point per {word} token in city",
        f'"when you gain a {word} token, gain 1 coin"',
        f"spend 1 {word} token to gain 2 coins",
    ]
    cards = [
        CARD.replace("id: c", f"id: c{i}").replace("name: C", f"name: C{i}").replace("gain 1 coin", effect)
        for i, effect in enumerate(effects)
    ]
    vocabulary = f"tokens:\n  - {{id: {word}, name: It, points: 1, line: treasury}}\n"
    found = found_in(tmp_path, {"vocabulary.yaml": vocabulary, "cards/c.yaml": "cards:\n" + "".join(cards)})
    assert [(one.code.id, one.span.path.rpartition("/")[2]) for one in found] == [("E0405", "vocabulary.yaml")]


def test_a_mistake_beside_a_sentence_with_such_a_token_is_told(tmp_path: Path) -> None:
    vocabulary = "tokens:\n  - {id: order, name: Order, points: 1, line: treasury}\n"
    card = CARD.replace("gain 1 coin", '["gain 1 order token", "gian 2 coins"]')
    found = found_in(tmp_path, {"vocabulary.yaml": vocabulary, "cards/c.yaml": f"cards:\n{card}"})
    assert sorted(one.code.id for one in found) == ["E0301", "E0405"]


def test_what_could_not_be_read_is_nowhere_unknown(tmp_path: Path) -> None:
    vocabulary = "tokens:\n  - {id: chip, nam: Chip, points: one, line: treasury}\nlines:\n  - {id: pile, nam: Pile}\n"
    token = "  - {id: d, name: D, deck: guilds, colour: purple, cost: free, effect: gain 1 chip token}\n"
    found = found_in(tmp_path, {"vocabulary.yaml": vocabulary, "cards/c.yaml": "cards:\n" + token})
    assert sorted(one.code.id for one in found) == ["E0201", "E0201", "E0203"]


def test_a_token_that_is_misspelt_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "fan" / "cards").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(IDENTITY, encoding="utf-8")
    card = CARD.replace("gain 1 coin", "gain 1 victry token worth 1")
    (tmp_path / "fan" / "cards" / "c.yaml").write_text(f"cards:\n{card}", encoding="utf-8")
    assert [problem.code.id for problem in check_folders([tmp_path / "fan"]).diagnostics] == ["E0402"]
