"""Whatever an author writes either earns a message or can be played."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import check_folders
from stele.lab.bots import random_bot
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from stele.runtime.replay import play
from stele.runtime.state.cells import PLAYERS
from tests.invariants import check_state

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
CARD = "  - {{id: g{0}, name: G{0}, deck: guilds, colour: purple, cost: '{1}', effect: [{2}]}}\n"


def compiled(folder: Path, files: dict[str, str]) -> Rules:
    for name, text in {"expansion.yaml": EXPANSION, **files}.items():
        file = folder / "fan" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    built = build([folder / "fan"])
    assert built.text is not None, built.checked.diagnostics
    module = folder / "fan.py"
    module.write_text(built.text, encoding="utf-8")
    return open_ruleset(module)


def cards(effects: list[str], cost: str = "free", number: int = 6) -> str:
    listed = ", ".join(f'"{effect}"' for effect in effects)
    return "cards:\n" + "".join(CARD.format(i, cost, listed) for i in range(number))


PLAYABLE = {
    "a slot that settles what its own step brings": {
        "vocabulary.yaml": "zones:\n  - {id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}\n",
        "flow.yaml": "actions:\n  - {id: put, name: Put, cost: nothing, to: discard}\n  - {id: keep, name: Keep, cost: nothing, to: shelf}\n"
        "patch:\n  - {add: base.age.turns.play.actions, to: keep}\n"
        "end-of-turn:\n  - play: {id: more, from: shelf, actions: [put]}\n  - run: {id: more-late, moment: end-of-turn}\n",
    },
    "a conflict before the conflict": {
        "flow.yaml": "before-conflict:\n  - conflict: {id: first, win: victory-1, lose: defeat}\n"
    },
    "steps with the names of our own": {
        "flow.yaml": "start-of-age:\n  - run: {id: start-age, moment: end-of-turn}\n"
        "end-of-game:\n  - run: {id: next-age, moment: end-of-turn}\n"
    },
    "many decisions from one rider": {
        "flow.yaml": "riders:\n  - {id: r, name: R, on: discard, cost: free, effect: ["
        + ", ".join(["build a card from discard for free"] * 12)
        + "]}\n"
    },
    "many units from the bank": {
        "cards/c.yaml": cards(
            ["once per turn, buy any resource from bank for 1"] * 12, "2 wood, 2 stone, 2 clay, 2 ore, 1 glass, 1 papyrus"
        ),
    },
    "guilds that are drawn before the third age": {
        "vocabulary.yaml": "zones:\n  - {id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}\n",
        "flow.yaml": "everyone: draw 1 unused guild into shelf\n",
    },
    "what seats do to each other": {
        "flow.yaml": "patch:\n"
        "  - {set: base.cards.tavern.effect, to: [stages in any order, 'before choosing, once per turn, swap hands with a player']}\n"
        "  - {set: base.cards.altar.effect, to: others discard a card from hand then play 1 of them for free}\n"
        "  - {set: base.cards.theater.effect, to: everyone must discard their next card from hand}\n"
        "  - {set: base.cards.baths.effect, to: swap a brown card with a player}\n"
        "  - {set: base.cards.stockade.effect, to: 'when you use a blue card to discard, gain 2 coins'}\n"
        "  - {set: base.cards.workshop.effect, to: 'after playing, once per age, put 2 coins on a green card in city'}\n"
    },
    "copies that could copy each other for ever": {"cards/c.yaml": cards(["copy a guild in neighbours"])},
}  # fmt: skip


@pytest.mark.parametrize("files", PLAYABLE.values(), ids=PLAYABLE)
def test_what_has_no_mistakes_can_be_played(tmp_path: Path, files: dict[str, str]) -> None:
    rules = compiled(tmp_path, files)
    for seed in range(6):
        game = rules.new_game(3 + seed % 5, seed)
        play(game, [random_bot(seed * 9 + number) for number in range(game.row[PLAYERS])])
        check_state(game, rules)


def test_the_name_of_a_file_never_becomes_code(tmp_path: Path) -> None:
    name = "cards/a\n    raise SystemExit(3)\n    #.yaml"
    rules = compiled(tmp_path, {name: cards(["gain 1 coin per red card in city"])})
    assert rules.new_game(3, 1).pending() is not None
    tree = ast.parse((tmp_path / "fan.py").read_text(encoding="utf-8"))
    assert "SystemExit" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_two_expansions_do_not_require_each_other(tmp_path: Path) -> None:
    for id, other in (("one", "two"), ("two", "one")):
        text = EXPANSION.replace("id: fan", f"id: {id}").replace("{base:", f'{{{other}: "1.0", base:')
        (tmp_path / id).mkdir()
        (tmp_path / id / "expansion.yaml").write_text(text, encoding="utf-8")
    found = check_folders([tmp_path / "one"]).diagnostics
    assert [diagnostic.message for diagnostic in found] == [
        "`one` and `two` require each other",
        "`two` and `one` require each other",
    ]


def test_what_one_sets_and_another_adds_to_does_not_depend_on_their_names(tmp_path: Path) -> None:
    for id, patch in (("one", "add: base.start.coins, to: 2"), ("two", "set: base.start.coins, to: 9")):
        (tmp_path / id).mkdir()
        (tmp_path / id / "expansion.yaml").write_text(EXPANSION.replace("id: fan", f"id: {id}"), encoding="utf-8")
        (tmp_path / id / "flow.yaml").write_text(f"patch:\n  - {{{patch}}}\n", encoding="utf-8")
    text = build([tmp_path / "one", tmp_path / "two"]).text
    assert text is not None
    assert "coins=11," in text


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        pytest.param("to: 3, with: [base]", "a patch says what it changes", id="neither set nor add"),
        pytest.param("set: base.ages, add: base.ages, to: 3", "a patch either sets or adds", id="both"),
        pytest.param("add: base.everyone, to: gain 1 coin", "is no list and no number", id="nothing to add to"),
        pytest.param("set: base.start, to: {coins: 1}}\n  - {set: base.start.coins, to: 2", "is set twice", id="one inside"),
        pytest.param("set: base.age.turns.play.actions, to: [build]", "could do nothing here", id="nothing to do"),
        pytest.param("set: base.zones.city.owner, to: table", "the main zone belongs to a seat", id="a city for all"),
    ],
)  # fmt: skip
def test_a_patch_that_cannot_work_earns_one_message_where_it_is_written(
    tmp_path: Path, patch: str, message: str
) -> None:
    (tmp_path / "fan").mkdir()
    (tmp_path / "fan" / "expansion.yaml").write_text(EXPANSION, encoding="utf-8")
    (tmp_path / "fan" / "flow.yaml").write_text(f"patch:\n  - {{{patch}}}\n", encoding="utf-8")
    found = check_folders([tmp_path / "fan"]).diagnostics
    assert [diagnostic.span.path.rpartition("/")[2] for diagnostic in found] == ["flow.yaml"]
    assert found[0].span.path.endswith("fan/flow.yaml")
    assert message in found[0].message


def test_what_is_wrong_in_several_sets_is_said_once(tmp_path: Path) -> None:
    vocabulary = "colours:\n  - {id: teal, name: Teal, title: Teal}\n"
    card = "cards:\n  - {id: quay, name: Quay, deck: guilds, colour: teal, cost: free, effect: score 1 point per stage in city}\n"
    met = (
        "  - {id: sage, name: Sage, deck: leaders, colour: white, cost: 1 coin, effect: gain 1 coin, with: [leaders]}\n"
    )
    for name, text in {"expansion": EXPANSION, "vocabulary": vocabulary, "cards/cards": card + met}.items():
        (tmp_path / "fan" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fan" / f"{name}.yaml").write_text(text, encoding="utf-8")
    errors = [diagnostic for diagnostic in check_folders([tmp_path / "fan"]).diagnostics if diagnostic.is_error]
    assert [diagnostic.code.id for diagnostic in errors] == ["E0507"]
