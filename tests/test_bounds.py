"""What content can set off is bounded: at check where it can be seen, in play where not."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.driver.build import load
from stele.compiler.driver.check import check_folders
from stele.runtime import Refused, Rules, Runaway
from stele.runtime.state.cells import COINS, MOST_HELD
from tests.test_patches import write
from tests.test_senses import CARDS, FLOW, WORDS, card, entry

KINDS = ("chip", "chap", "chop")
TOKENS = f"tokens: [{', '.join(f'{{id: {kind}, name: {kind}, points: 0, line: treasury}}' for kind in KINDS)}]\n"
STEPS = [f"when you gain a {one} token, gain {{0}} {other} tokens" for one, other in itertools.pairwise(KINDS)]
LAST = "when you gain a chop token, gain 1 coin"


def levels(number: int) -> dict[str, str]:
    """Return three levels of tokens behind each other, each a number of times."""
    first = [card(f"gain {number} chip tokens"), entry(LAST, id="last")]
    return {
        WORDS: TOKENS,
        CARDS: "".join(first) + "".join(entry(s.format(number), id=f"s{i}") for i, s in enumerate(STEPS)),
    }


@pytest.mark.parametrize(("number", "effects"), [(999, 998_001_999), (32, 33_824)])
def test_what_a_clause_visibly_sets_off_can_be_played(tmp_path: Path, number: int, effects: int) -> None:
    found = check_folders([write(tmp_path, levels(number))]).diagnostics
    assert [problem.code.id for problem in found] == ["E0206"]
    assert f"this sets off {effects} effects; at most 1000 can be played" in found[0].message
    assert len(found[0].notes) == 3


def test_few_reactions_are_no_finding(tmp_path: Path) -> None:
    assert check_folders([write(tmp_path, levels(9))]).diagnostics == []


def test_a_limit_ends_what_is_set_off(tmp_path: Path) -> None:
    files = levels(999)
    files[CARDS] = files[CARDS].replace("token, gain", "token, once per turn, gain")
    assert check_folders([write(tmp_path, files)]).diagnostics == []


BLUE = ("altar", "theater", "baths", "pawnshop")
MANY = "when you build a card, gain 240 chip tokens per card in city and neighbours"
EACH = "when you gain a chip token, gain 1 coin"
RUNAWAY = {
    WORDS: "tokens: [{id: chip, name: Chip, points: 0, line: treasury}]\n",
    FLOW: json.dumps(
        {"patch": [{"set": f"base.cards.{id}.effect", "to": ["score 3 points", MANY, EACH]} for id in BLUE]}
    ),
}


def test_what_only_play_can_see_is_stopped_in_play(tmp_path: Path) -> None:
    folder = write(tmp_path, RUNAWAY)
    assert check_folders([folder]).diagnostics == []
    rules = load(folder)
    with pytest.raises(Runaway, match=f"the last one was `{EACH}`"):
        play_games(rules)


def play_games(rules: Rules) -> None:
    for seed in range(20):
        game = rules.new_game(7, seed)
        while (ask := game.pending()) is not None:
            game.answer(ask, ask.options[0])


@pytest.mark.parametrize("command", [["simulate", "--games", "40"], ["play", "--watch"]])
def test_the_command_line_says_so_and_does_not_blame_itself(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, RUNAWAY)
    assert main([command[0], str(folder), *command[1:], "--players", "7", "--seed", "1"]) == 1
    said = capsys.readouterr().err
    assert "error: the game stops when triggers have fired" in said
    assert "once per turn" in said
    assert f"`{EACH}` (" in said
    assert "/flow.yaml:1)" in said
    assert ("in the game with seed" in said) is (command[0] == "simulate")
    assert "Traceback" not in said


WATCHERS = {
    FLOW: json.dumps(
        {
            "patch": [
                {"set": f"base.cards.{id}.effect", "to": text}
                for ids, text in (
                    (
                        ("altar", "theater", "stone-pit", "ore-vein", "apothecary", "barracks", "workshop"),
                        "when anyone gains coins, everyone gains 1 coin",
                    ),
                    (("baths", "clay-pool", "tavern", "stockade", "lumber-yard"), "gain 2 coins"),
                )
                for id in ids
            ]
        }
    )
}


def test_too_many_events_at_once_name_what_raised_them(tmp_path: Path) -> None:
    rules = load(write(tmp_path, WATCHERS))
    with pytest.raises(
        Runaway, match=r"the last one was `when anyone gains coins, everyone gains 1 coin` \(.*flow.yaml:1\)"
    ):
        play_games(rules)


def test_sets_made_by_with_are_bounded(tmp_path: Path) -> None:
    others = [f"x{number}" for number in range(12)]
    for other in others:
        (tmp_path / other).mkdir()
        text = f'stele: 2\nid: {other}\nname: {other}\nversion: "1.0"\nofficial: false\nrequires: {{base: "1.0"}}\n'
        (tmp_path / other / "expansion.yaml").write_text(text, encoding="utf-8")
    groups = [f"with: [{', '.join(pair)}]" for pair in itertools.combinations(others, 2)]
    files = {CARDS: "cards:\n" + "".join(entry(id=f"c{i}", more=group) for i, group in enumerate(groups))}
    found = check_folders([write(tmp_path, files)]).diagnostics
    assert [problem.code.id for problem in found] == ["E0206"]
    assert "`with:` names 66 different groups of expansions here; at most" in found[0].message


def test_variants_are_bounded(tmp_path: Path) -> None:
    variants = "".join(
        f"  - {{id: v{i}, name: V{i}, players: [3, 4], patch: [{{set: base.start.coins, to: {i}}}]}}\n"
        for i in range(30)
    )
    found = check_folders([write(tmp_path, {FLOW: f"variants:\n{variants}"})]).diagnostics
    assert [(problem.code.id, problem.message) for problem in found] == [
        ("E0206", "an expansion has at most 19 variants")
    ]


PARENT = """
import multiprocessing, os, time
from stele.lab.workers import end_with_parent

def work():
    end_with_parent()
    print(os.getpid(), flush=True)
    while True:
        pass

multiprocessing.get_context("fork").Process(target=work).start()
time.sleep(60)
"""


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    deadline = time.monotonic() + 30
    while is_running(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(worker)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # a dead process that nobody has asked for


BROWN = ("lumber-yard", "stone-pit", "clay-pit", "ore-vein", "clay-pool", "timber-yard")
GROWTH = {
    "coins": ["when you build a card, gain 999 coins per coin"] * 2,
    "tokens": ["gain 1 chip token", "when you build a card, gain 999 chip tokens per chip token in city"],
    "tokens that a trigger waits for": [
        "gain 1 chip token",
        "when you build a card, gain 999 chip tokens per chip token in city",
        "when you gain a chip token, once per turn, gain 1 coin",
    ],
    "coins to lose": [
        "when you build a card, gain 999 coins per coin",
        "when you build a card, others lose 999 coins",
    ],
}


@pytest.mark.parametrize("effect", GROWTH.values(), ids=GROWTH)
def test_what_grows_without_end_is_stopped_in_play(
    effect: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    patch = [{"set": f"base.cards.{id}.effect", "to": effect} for id in BROWN]
    folder = write(tmp_path, {WORDS: TOKENS, FLOW: json.dumps({"patch": patch})})
    assert [one.message for one in check_folders([folder]).diagnostics if one.is_error] == []
    with pytest.raises(Runaway, match="more than 16384 coins or tokens of one kind"):
        play_games(load(folder))
    simulation = ["simulate", str(folder), "--players", "7", "--bots", "random", "--games", "20", "--processes", "1"]
    assert main(simulation) == 1
    assert capsys.readouterr().err.startswith("error: the game stops: ")


def test_whatever_a_game_can_hold_can_be_saved(rules: Rules) -> None:
    game = rules.new_game(3, 1)
    seat = rules.seats[3][0]
    for cell in (COINS, *(token.cell for token in rules.tables.tokens)):
        game.row[seat + cell] = MOST_HELD
    assert rules.load(game.save()).row == game.row
    game.row[seat + COINS] += 1
    with pytest.raises(Refused, match="numbers that no game has"):
        rules.load(game.save())
