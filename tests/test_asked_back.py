"""What is not clear is asked, and not repaired; and no message denies what the language can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver.check import check_folders
from stele.compiler.front.clause_parser import parse_clauses
from stele.compiler.front.unparse import clause_text
from tests.conftest import scalar
from tests.test_senses import CARDS, IDENTITY, card


def told(text: str) -> Diagnostic:
    """Return the one finding about a sentence."""
    found: list[Diagnostic] = []
    assert parse_clauses(scalar(text), found) == ()
    assert len(found) == 1
    return found[0]


def read(text: str) -> list[str]:
    """Return the clauses as which a sentence is read."""
    found: list[Diagnostic] = []
    said = [clause_text(clause) for clause in parse_clauses(scalar(text), found)]
    assert not found
    return said


@pytest.mark.parametrize("joint", ["or", "and"])
@pytest.mark.parametrize(
    "text",
    [
        "gain 2 coins unless you have 3 red cards {} 2 blue cards",
        "gain 2 coins if you do not have 3 red cards {} 2 blue cards",
        "unless 3 red cards {} 2 blue cards in city, gain 2 coins",
        "unless you have 3 red cards {} left has 3 coins, gain 2 coins",
        "if you have less than 3 coins {} 2 shields, gain 1 coin",
        "if you don't have 3 coins {} most shields, gain 1 coin",
    ],
)
def test_of_several_conditions_it_is_asked_which_must_not_be_so(text: str, joint: str) -> None:
    finding = told(text.format(joint))
    assert not finding.edits
    assert finding.message == "it is not clear what of this must not be so"


def test_one_condition_that_must_not_be_so_is_turned_around() -> None:
    assert read("gain 2 coins unless you have 3 red or blue cards") == [
        "if not 3 red or blue cards in city, gain 2 coins"
    ]
    assert read("if you do not have more coins than left, gain 1 coin") == ["if not more coins than left, gain 1 coin"]


@pytest.mark.parametrize("first", ["gain 2 coins", "2 shields", "lose 1 coin"])
@pytest.mark.parametrize(
    "behind",
    [
        "if you have 3 coins",
        "when you build a red card",
        "once per turn",
        "at end of age",
        "whenever you build a stage",
    ],
)
@pytest.mark.parametrize("joint", [", or", " or", ", or "])
def test_what_stands_behind_the_last_alternative_is_asked(first: str, behind: str, joint: str) -> None:
    assert not told(f"{first}{joint} gain 1 coin {behind}").edits
    assert not told(f"{first}{joint} gain 1 coin, {behind}").edits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gain 3 coins or 1 shield", ["gain 3 coins, or 1 shield"]),
        ("gain 1 coin or score 1 point", ["gain 1 coin, or score 1 point"]),
        ("produce 1 wood or clay", ["produce wood or clay"]),
        ("if you have the most shields, gain 1 coin", ["if most shields, gain 1 coin"]),
        ("if you alone have the most coins, gain 1 coin", ["if alone most coins, gain 1 coin"]),
        ("if you have fewest coins of all, gain 1 coin", ["if fewest coins, gain 1 coin"]),
        ("steal 2 coins from left", ["take 2 coins from left"]),
        ("pay 2 coins to left", ["give 2 coins to left"]),
        ("left loses 1 coin per brown card in his city", ["left loses 1 coin per brown card they have"]),
        (
            "when you build a red card, gain 2 coins and others lose 1 coin",
            ["when you build a red card, gain 2 coins", "when you build a red card, others lose 1 coin"],
        ),
        (
            "if 3 coins, gain 2 coins and others lose 1 coin",
            ["if 3 coins, gain 2 coins", "if 3 coins, others lose 1 coin"],
        ),
    ],
)
def test_what_lacks_a_comma_or_is_said_otherwise_is_understood(text: str, said: list[str]) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("once per turn, gain 2 coins and others lose 1 coin", "once per turn, gain 2 coins then others lose 1 coin"),
        ("everyone gains 1 coin and 1 shield", "say in each who does it"),
        ("gain 2 coins from left", "take 2 coins from left"),
        ("if more coins left, gain 1 coin", "more coins than left"),
        ("when you discard, gain 1 coin", "when you discard a card"),
        ("when you discards, gain 1 coin", "when you discard a card"),
    ],
)
def test_what_is_offered_is_said_in_full(text: str, help: str) -> None:
    assert help in told(text).help


def findings(tmp_path: Path, effect: str) -> list[str]:
    folder = tmp_path / "fan"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(IDENTITY, encoding="utf-8")
    (folder / CARDS).write_text(card(effect), encoding="utf-8")
    return [finding.code.id for finding in check_folders([folder]).diagnostics]


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("choose a number from 1 to 1000000 then gain that many coins", "E0206"),
        ("build a discarded card for free", "E0402"),
        ("once per age, 1 shield", "E0520"),
    ],
)
def test_one_mistake_has_one_message(tmp_path: Path, effect: str, code: str) -> None:
    assert findings(tmp_path, effect) == [code]


def help_for(tmp_path: Path, name: str, text: str) -> list[str]:
    folder = tmp_path / "fan"
    rule = "rules: [{id: fan.x, says: X., kind: effect, source: Fan}]\n"
    for path, content in {"expansion.yaml": IDENTITY, "rules.yaml": rule, name: text}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    return [finding.help for finding in check_folders([folder]).diagnostics]


@pytest.mark.parametrize(
    ("name", "text", "help"),
    [
        (CARDS, card(more="chain: Tavern"), "this is a text; write `[tavern]`"),
        (CARDS, card(cost="0 wood"), "write `free`"),
        (CARDS, card(cost="0 wood, 1 clay"), "leave it out"),
        ("rulings/r.yaml", "then: {}", "write in it what must be so; "),
        ("rulings/r.yaml", "then: {A: {}}", "leave `A` out if something else is expected"),
        ("rulings/r.yaml", "when: [{advance: end-of-age, refused: true}], then: {A: {coins: 0}}", "a step of its own"),
    ],
)
def test_what_a_message_offers_leads_into_no_other(tmp_path: Path, name: str, text: str, help: str) -> None:
    if name.startswith("rulings"):
        given = "given: {seats: {A: {}, B: {}, C: {}}}"
        text = f"rulings:\n  - {{id: x, question: Q?, answer: A., covers: [fan.x], {given}, {text}}}\n"
    [found] = help_for(tmp_path, name, text)
    assert help in found
