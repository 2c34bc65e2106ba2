"""What many games show: figures that are never cut, for people and for programs, of boards and
cards.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.cli.simulate import as_csv, blocks
from stele.compiler.driver.build import kept_file
from stele.compiler.front.expansion_paths import folders_of
from stele.lab.simulate import CHUNK, simulate
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

ARGUMENTS = ["simulate", "base", "--players", "3", "--games", "8", "--bots", "random", "--processes", "1"]


@pytest.fixture
def absent(rules_file: Path) -> set[str]:
    """The cards that are in no game of three."""
    return {card.id for card in open_ruleset(rules_file).tables.cards if min(card.players, default=0) > 3}


def shown(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main([*ARGUMENTS, *more]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_figure_is_cut_however_narrow_the_terminal_is(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(csv.DictReader(io.StringIO(shown(capsys, "--format", "csv"))))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((columns, 50)))
    out = shown(capsys)
    assert "…" not in out
    table = [line for line in out.splitlines()[1:] if line]
    assert max(len(line) for line in table) <= columns
    heads = [line.split("  ")[0] for line in table]
    for row in whole:
        own = " ".join(line for line, head in zip(table, heads, strict=True) if head == f"{row['board']} {row['side']}")
        for line in ("games", "conflict", "civilian", "science"):
            figure = row[line] if line == "games" else f"{float(row[line]):.1f}"
            assert figure in own.split(), (row["board"], line)


def test_columns_that_have_no_room_stand_below_beside_the_first_one() -> None:
    assert blocks([10, 5, 5, 5], 1, 80) == [[0, 1, 2, 3]]
    assert blocks([10, 5, 5, 5], 1, 24) == [[0, 1, 2], [0, 3]]
    assert blocks([10, 90, 5], 1, 24) == [[0, 1], [0, 2]]


def test_json_has_boards_bots_and_cards(capsys: pytest.CaptureFixture[str], absent: set[str]) -> None:
    whole = json.loads(shown(capsys, "--format", "json"))
    assert (whole["games"], whole["players"], whole["expansions"]) == (8, 3, ["base"])
    assert sum(board["games"] for board in whole["boards"]) == 24
    assert [bot["bot"] for bot in whole["bots"]] == ["random"]
    assert len(whole["cards"]) == 78 - len(absent)
    for board in whole["boards"]:
        lines = [value for name, value in board.items() if name in ("conflict", "treasury", "wonder", "civilian")]
        lines += [board[name] for name in ("commercial", "guilds", "science")]
        assert sum(lines) == pytest.approx(board["points"], abs=0.1)


def test_a_row_per_card_says_how_often_it_was_offered_and_built(
    capsys: pytest.CaptureFixture[str], absent: set[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(shown(capsys, "--cards", "--format", "csv"))))
    assert list(rows[0]) == "card name colour offered built,built %,own points,points,won %".replace(" ", ",", 4).split(
        ","
    )
    by_id = {row["card"]: row for row in rows}
    assert len(by_id) == 78 - len(absent)
    palace = by_id["palace"]
    assert 0 < int(palace["built"]) <= int(palace["offered"])
    assert float(palace["own points"]) == 8
    assert float(by_id["barracks"]["own points"]) == 0
    table = shown(capsys, "--cards")
    assert "Palace" in table
    assert table.splitlines()[-1].startswith("8 games")


def test_counts_of_cards_agree_with_the_games_themselves(rules_file: Path) -> None:
    rules: Rules = open_ruleset(rules_file)
    results = simulate(rules_file, 3, 4, 1, ("random",), 1)
    # Three seats choose from seven to two cards in each of six turns of three ages; a board may let
    # its owner play the last one too.
    assert sum(card.offered for card in results.cards.values()) <= 4 * 3 * 3 * (7 + 6 + 5 + 4 + 3 + 2 + 1)
    assert sum(card.offered for card in results.cards.values()) > 4 * 3 * 3 * 20
    assert list(results.cards) == [card.id for card in rules.tables.cards]
    assert all(card.wins <= card.built for card in results.cards.values())


def test_a_card_that_lies_elsewhere_is_not_built(tmp_path: Path) -> None:
    file = kept_file(folders_of([ROOT / "tests" / "expansions" / "gardens"]))
    results = simulate(file, 3, 8, 1, ("random",), 1)
    scoring = [results.cards[id] for id in ("altar", "baths", "palace", "senate", "town-hall", "gardens")]
    assert sum(card.built for card in scoring) > 0
    for card, points in zip(scoring, (2, 3, 8, 6, 6, 5), strict=True):
        assert card.own == points * card.built, "every card that is built brings its points"


def test_a_mean_of_nothing_is_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    one = ("--games", "1", "--cards")
    rows = {row["card"]: row for row in csv.DictReader(io.StringIO(shown(capsys, *one, "--format", "csv")))}
    listed = {card["card"]: card for card in json.loads(shown(capsys, *one, "--format", "json"))["cards"]}
    unbuilt = [card for card in rows.values() if card["built"] == "0"]
    unseen = [card for card in unbuilt if card["offered"] == "0"]
    assert unbuilt
    assert unseen
    for card in unbuilt:
        assert {card["own points"], card["points"], card["won %"]} == {""}
        assert {listed[card["card"]][name] for name in ("own points", "points", "won %")} == {None}
        assert (card["built %"] == "") == (listed[card["card"]]["built %"] is None) == (card in unseen)
    table = shown(capsys, *one).splitlines()
    lines = [line for line in table if line.endswith("-")]
    assert len(lines) == len(unbuilt)
    assert all(line.split()[-5:] == ["0", "-", "-", "-", "-"] for line in table[-2 - len(unseen) : -2])


def test_a_card_that_is_not_in_the_game_is_left_out_with_a_word(
    capsys: pytest.CaptureFixture[str], absent: set[str]
) -> None:
    assert absent
    rows = list(csv.DictReader(io.StringIO(shown(capsys, "--cards", "--format", "csv"))))
    assert not absent & {row["card"] for row in rows}
    assert f"\n{len(absent)} cards left out: not in a game of 3 players\n" in shown(capsys, "--cards")
    assert "left out" not in shown(capsys, "--cards", "--players", "7")


def test_more_bots_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARGUMENTS, "--bots", "greedy", "random", "random", "random"]) == 2
    assert "4 bots are named for 3 seats" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    [row] = csv.DictReader(io.StringIO(as_csv([{"name": name, "own points": -1.5}])))
    assert row == {"name": f"'{name}", "own points": "-1.5"}


@pytest.mark.parametrize("processes", [1, 2])
def test_games_to_come_take_no_room(rules_file: Path, processes: int) -> None:
    class Enough(Exception):
        pass

    def stop(done: int) -> None:
        if done > CHUNK:
            raise Enough

    with pytest.raises(Enough):
        simulate(rules_file, 3, 10**30, 1, processes=processes, progress=stop)
