"""What boards say about their tables: obeyed when they are dealt, checked when they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import check_folders
from stele.runtime import Refused, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.inspector import cards_of_deck, codes_by_card
from tests.test_sense import EXPANSION, compiled

BOARDS = ("one", "two", "three", "four", "five")


def boards(limits: dict[str, str], sides: dict[str, str] | None = None) -> str:
    """Return five boards; limits by id, and those of side b."""
    text = "boards:\n"
    for id in BOARDS:
        text += f"  - id: {id}\n    name: {id.title()}\n    sides:\n"
        for side in "ab":
            text += f"      {side}:\n        start: produce wood\n        stages: [{{cost: 1 wood, effect: score 1 point}}]\n"
            if side == "b" and sides and id in sides:
                text += f"        limits: {sides[id]}\n"
        if id in limits:
            text += f"    limits: {limits[id]}\n"
    return text


def dealt(rules: Rules, players: int) -> list[list[str]]:
    """Return many tables of boards, each with its side."""
    tables = [rules.new_game(players, seed).view(0)["seats"] for seed in range(150)]
    return [[f"{seat['board']}-{seat['side']}" for seat in seats] for seats in tables]


def left_of(tables: list[list[str]], board: str) -> set[str]:
    """Return what lies to the left of a board, at any table."""
    return {t[(n + 1) % len(t)][:-2] for t in tables for n, name in enumerate(t) if name.startswith(board)}


@pytest.mark.parametrize("key", ["limits", "advice"])
def test_sides_of_the_table_are_told_apart(tmp_path: Path, key: str) -> None:
    said = "{not-left: [two], not-right: [three]}"
    said = said if key == "limits" else f"{{advice: {said}}}"
    tables = dealt(compiled(tmp_path, {"boards/b.yaml": boards({"one": said})}), 7)
    assert "two" not in left_of(tables, "one")
    assert "three" in left_of(tables, "one")
    assert "one" not in left_of(tables, "three")
    assert "one" in left_of(tables, "two")


def test_one_side_may_be_limited_alone(tmp_path: Path) -> None:
    rules = compiled(tmp_path, {"boards/b.yaml": boards({}, {"one": "{least: 5, not-beside: [two-a]}"})})
    assert "one-b" not in {name for table in dealt(rules, 4) for name in table}
    assert "one-a" in {name for table in dealt(rules, 4) for name in table}
    assert any({"one-b", "two-b"} <= set(table) for table in dealt(rules, 7))
    with pytest.raises(Refused, match="one is not used beside two"):
        rules.new_game(5, 1, [("two", "a"), ("three", "a"), ("four", "a"), ("five", "a"), ("one", "b")])
    assert rules.new_game(5, 1, [("two", "b"), ("three", "a"), ("four", "a"), ("five", "a"), ("one", "b")])


def test_a_board_may_need_an_expansion_or_company(tmp_path: Path) -> None:
    text = boards({"one": "{needs: [elsewhere]}", "two": "{most-alone: 4}", "three": "{advice: {never-in: [teams]}}"})
    rules = compiled(tmp_path, {"boards/b.yaml": text})
    names = {name[:-2] for table in dealt(rules, 5) for name in table}
    assert {"one", "two"} & names == set()
    assert "two" in {name[:-2] for table in dealt(rules, 4) for name in table}
    file = EXPANSION.replace('{base: "1.0"}', '{base: "1.0", cities: "1.0"}')
    rules = compiled(tmp_path, {"boards/b.yaml": boards({"two": "{most-alone: 4}"}), "expansion.yaml": file})
    assert "two" not in {name[:-2] for table in dealt(rules, 5) for name in table}, "what is required is no company"


def test_a_board_may_remove_cards(tmp_path: Path) -> None:
    rules = compiled(tmp_path, {"boards/b.yaml": boards({"one": "{removes: [workers-guild]}"})})
    codes = set(codes_by_card(rules)["workers-guild"])
    for board in ("one", "two"):
        row = rules.new_game(3, 1, [(board, "a"), ("three", "a"), ("four", "a")]).row
        lying = {code for deck in range(len(rules.tables.decks)) for code in cards_of_deck(rules, row, deck)}
        assert bool(codes & lying) == (board == "two")


def found(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    """Return code and message of all findings."""
    for name, text in {"expansion.yaml": EXPANSION, **files}.items():
        file = folder / "fan" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return [(d.code.id, d.message) for d in check_folders([folder / "fan"]).diagnostics]


def test_a_board_that_nobody_declares_must_be_known_as_such(tmp_path: Path) -> None:
    text = boards({"one": "{not-beside: [twi, far-away-b]}"})
    assert found(tmp_path, {"boards/b.yaml": text}) == [
        ("E0402", "no board is called `twi`"),
        ("E0402", "no board is called `far-away-b`"),
    ]
    listed = EXPANSION + "boards-elsewhere: [twi, far-away]\n"
    assert found(tmp_path, {"boards/b.yaml": text, "expansion.yaml": listed}) == []


def test_limits_that_leave_no_table_are_a_mistake(tmp_path: Path) -> None:
    ids = ("gizah", "rhodos", "olympia", "ephesos", "halikarnassos")
    patch = "patch:\n" + "".join(f"  - {{set: base.boards.{id}.limits, to: {{least: 4}}}}\n" for id in ids)
    # Two players have a third seat, that of the guest; what is wrong at one place is said once.
    assert found(tmp_path, {"flow.yaml": patch}) == [("E0512", "limits leave no table of boards for 3 players")]
    # One more board is enough for three, unless it does not bear the two others.
    assert found(tmp_path, {"flow.yaml": patch, "boards/b.yaml": boards({})}) == []
    lonely = boards(dict.fromkeys(BOARDS, "{not-beside: [alexandria, babylon, one, two, three, four, five]}"))
    assert found(tmp_path, {"flow.yaml": patch, "boards/b.yaml": lonely}) == [
        ("E0512", "limits leave no table of boards for 3 players")
    ]


def test_a_board_of_which_no_side_can_be_taken_is_not_drawn(tmp_path: Path) -> None:
    turn = """  - id: turn
    name: Turn
    sides:
      b:
        stages: [{cost: free, effect: replace your board with 1 of 3 unused boards}]
"""
    few = "{least: 7}"
    ids = ("gizah", "rhodos", "olympia", "ephesos", "halikarnassos", "alexandria", "babylon")
    patch = "patch:\n" + "".join(f"  - {{set: base.boards.{id}.sides.b.limits, to: {few}}}\n" for id in ids)
    text = boards({}, dict.fromkeys(BOARDS[1:], few)) + turn
    rules = compiled(tmp_path, {"boards/b.yaml": text, "flow.yaml": patch})
    for seed in range(20):
        game = rules.new_game(4, seed, [("turn", "b"), ("gizah", "a"), ("rhodos", "a"), ("olympia", "a")])
        for _ in range(4):
            ask = game.pending()
            assert ask is not None
            stages = [option for option in ask.options if game.meaning(ask, option).action == "stage"]
            game.answer(ask, ask.options[0] if ask.seat else stages[0])
        assert game.pending() is not None
        taken = game.view(0)["seats"][0]
        assert (taken["board"], taken["side"]) == ("one", "b"), "nobody is asked where there is one choice only"


LATER = ("doppelwonder", "ithaca", "manneken-pis", "fourth", "fifth", "sixth")


def test_boards_to_come_are_restricted_already(tmp_path: Path) -> None:
    text = boards({})
    for id, later in zip((*BOARDS, "six"), LATER, strict=True):
        part = boards({}).split("  - id: ")[1].replace("one", later, 1).replace("One", later.title())
        text = text.replace(f"  - id: {id}\n", f"  - id: {later}\n") if id in BOARDS else f"{text}  - id: {part}"
    file = EXPANSION.replace('{base: "1.0"}', '{base: "1.0", lost-wonders: "1.0", cities: "1.0"}')
    rules = compiled(tmp_path, {"boards/b.yaml": text, "expansion.yaml": file})
    tables = {players: dealt(rules, players) for players in (3, 5, 6, 8)}
    used = {players: {name for table in listed for name in table} for players, listed in tables.items()}
    everywhere = set().union(*used.values())
    assert not {name for name in everywhere if name.startswith(("doppelwonder", "ithaca"))}
    assert {"atlantis-b", "helvetia-b", "persepolis-b", "fourth-a"} <= used[5]
    assert "persepolis-b" not in used[8]
    assert "persepolis-a" in used[8]
    for table in (table for listed in tables.values() for table in listed if "manneken-pis-a" in table):
        place = table.index("manneken-pis-a")
        beside = {table[place - 1], table[(place + 1) % len(table)]}
        assert not {name for name in beside if name[:-2] in ("brigadoon", "citadels", "temporal-paradox")}
        assert table[(place + 1) % len(table)] != "venezia-b"
        assert not table[place - 1].startswith(("petra", "helvetia"))
    module = tmp_path / "teams.py"
    module.write_text(build([tmp_path / "fan"], "teams").text or "", encoding="utf-8")
    names = {name for table in dealt(open_ruleset(module), 6) for name in table}
    assert {"doppelwonder-a", "doppelwonder-b", "helvetia-a"} <= names
    assert "helvetia-b" not in names


def test_restrictions_name_boards_that_are_known(tmp_path: Path) -> None:
    text = "restrictions:\n  - {board: gizeh, least: 4}\n  - {board: rhodos-b, least: 4}\n"
    assert found(tmp_path, {"flow.yaml": text}) == [("E0402", "no board is called `gizeh`")]
    rules = compiled(tmp_path, {"flow.yaml": text.replace("gizeh", "gizah")})
    names = {name for table in dealt(rules, 3) for name in table}
    assert "rhodos-a" in names
    assert not names & {"gizah-a", "gizah-b", "rhodos-b"}
