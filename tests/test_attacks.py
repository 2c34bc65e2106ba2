"""What attackers found: content that was accepted and then crashed, lost a game or played wrong,
and plain English that was read as something else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.front import lenient
from stele.compiler.front.clause_parser import parse_clauses
from stele.compiler.front.unparse import clause_text
from stele.lab.bots import random_bot
from stele.runtime.replay import play
from tests.conftest import scalar
from tests.test_sense import compiled

ALTAR = "patch:\n  - {{set: base.cards.altar.effect, to: '{}'}}\n"


@pytest.mark.parametrize(
    "text",
    [
        "lose 1 coin then 1 shield",
        "others lose 2 coins then red cards cost no resources",
        "others may gain 1 coin then 1 shield",
        "lose 1 coin then when you build a blue card, until end of age, gain 3 coins",
        "gain 1 coin then when you build a blue card, until end of age, gain 3 coins",
        "roll a die then discard that many cards from hand then play the last card of the age",
    ],
)
def test_what_check_accepts_is_played(text: str, tmp_path: Path) -> None:
    rules = compiled(tmp_path, {"flow.yaml": ALTAR.format(text)})
    for seed in range(2):
        play(rules.new_game(3, seed), [random_bot(number) for number in range(3)])


@pytest.mark.parametrize(
    "text", ["as soon as 5 coins, gain 1 coin", "as soon as a neighbour has 2 stages, gain 1 coin"]
)
def test_a_game_can_be_saved_whatever_it_waits_for(text: str, tmp_path: Path) -> None:
    rules = compiled(tmp_path, {"flow.yaml": ALTAR.format(text)})
    for seed in range(6):
        game = rules.new_game(4, seed)
        bots = [random_bot(number) for number in range(4)]
        while (ask := game.pending()) is not None:
            game.answer(ask, bots[ask.seat](game, ask))
            assert rules.load(game.save()).row == game.row


RULING = """\
rulings:
  - id: q
    question: Does it do what it says?
    answer: It does.
    covers: [fan.x]
    given: {{seats: {{A: {{hand: [altar, baths, theater]}}, B: {{hand: [palace, stockade, pawnshop]}}, C: {{hand: [tavern, lumber-yard, stone-pit]}}}}}}
    when: [{}]
    then: {}
"""
REST = "actions:\n  - {{id: rest, name: Rest, cost: nothing, to: discard, effect: {}}}\npatch:\n  - {{add: base.age.turns.play.actions, to: rest}}\n"
FURTHER = "{A: {rest: baths}, C: {build: lumber-yard}}, {A: {build: altar}}"


@pytest.mark.parametrize(
    ("flow", "when", "then"),
    [
        pytest.param(REST.format("take another turn"), FURTHER, "{A: {city: [altar]}}", id="another turn by an action"),
        pytest.param(
            "patch:\n  - {set: base.actions.discard.effect, to: take another turn}\n",
            "{A: {discard: baths}, C: {build: lumber-yard}}, {A: {build: altar}}",
            "{A: {city: [altar]}}",
            id="another turn by an action of another expansion",
        ),
        pytest.param(
            REST.format("others must discard their next card from hand"),
            "{A: {rest: baths}, B: {discard: stockade}, C: {build: lumber-yard}}, {B: {build: theater}, refused: true}",
            "{B: {city: []}}",
            id="a duty by an action",
        ),
    ],
)
def test_what_an_action_does_needs_no_card_that_says_it_too(
    flow: str, when: str, then: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled(
        tmp_path,
        {
            "flow.yaml": flow,
            "rules.yaml": "rules: [{id: fan.x, says: It does., kind: effect, source: X}]\n",
            "rulings/r.yaml": RULING.format(when, then),
        },
    )
    assert main(["test", str(tmp_path / "fan")]) == 0, capsys.readouterr().out


def test_plain_english_in_a_patch_is_told_and_upgraded_by_its_meaning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Build a card from the discard pile for free."
    folder = tmp_path / "fan"
    folder.mkdir()
    (folder / "expansion.yaml").write_text(
        'id: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (folder / "flow.yaml").write_text(ALTAR.format(said))
    main(["check", "--strict", str(folder)])
    assert "read as `build a card from discard for free`" in capsys.readouterr().out
    assert main(["fix", "--upgrade", str(folder)]) == 0
    assert "may build a card from discard for free" in (folder / "flow.yaml").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "Steal 2 coins from a player with at least 5 coins.",
        "take 1 coin from a neighbour with at least 3 coins",
        "give 1 coin to each neighbour with a brown card in city",
        "copy a red card in neighbours with 3 shields",
        "if more blue cards in city than another player with 3 coins, score 5 points",
        "When anyone builds a red card, everyone else gains 1 coin.",
        "When a neighbour builds a red card, all others gain 1 coin.",
        "When you spend coins, gain 1 coin.",
        "Gain 2 coins, or a victory token worth 1 and 1 coin.",
        "Pay 1 coin and gain a victory token worth 1.",
        "others give you 2 coins, or gain 1 defeat token",
        "Your red cards count double.",
    ],
)
def test_what_may_mean_something_else_is_not_taken_for_a_clause(text: str) -> None:
    assert lenient.readings(text) == []


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        pytest.param(
            "Choose a neighbour. Swap one of your brown cards with one of that neighbour's grey cards.",
            ["choose a neighbour then swap a brown card from city for a grey card with them"],
            id="cards of two kinds",
        ),
        pytest.param(
            "When a neighbour loses a conflict, you lose 1 coin and they gain 1 coin.",
            ["when a neighbour loses a conflict, lose 1 coin", "when a neighbour loses a conflict, they gain 1 coin"],
            id="two things that one event brings",
        ),
        pytest.param("Your stages are free.", ["stages cost nothing"], id="what is free costs nothing"),
        pytest.param(
            "When a card is discarded, gain 1 coin.", ["when anyone discards a card, gain 1 coin"], id="by anyone"
        ),
    ],
)
def test_what_has_one_meaning_is_read_so(text: str, clauses: list[str]) -> None:
    assert [clause_text(clause) for clause in parse_clauses(scalar(text), [])] == clauses
