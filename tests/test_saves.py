"""Whatever a save holds, it is a game or it is refused; a decision is answered once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stele.compiler.cli import main
from stele.lab.bots import BOTS
from stele.runtime import Game, Refused, Rules, Runaway
from stele.runtime.replay import read_log, record
from stele.runtime.saves import MOST_SIGNS, seal
from stele.runtime.state.cells import (
    COINS,
    DEMANDED,
    LEFT,
    NEXT,
    PLAYERS,
    RANDOM,
    STAGES,
    STATE,
    STEP,
    TURN,
    WORD_CARDS,
)


def played(rules: Rules, answers: int, players: int = 3) -> Game:
    """Return a game after some answers."""
    game, bot = rules.new_game(players, 5), BOTS["random"](5)
    while answers and (ask := game.pending()) is not None:
        game.answer(ask, bot(game, ask))
        answers -= 1
    return game


WRONG: list[object] = [None, 1, "x", [], ["/etc"], ["../base"], [1], [None], [True], {}, [1.5], ["base", "base"], 1e999]


@pytest.fixture(scope="module")
def saved(rules: Rules) -> dict[str, object]:
    """A game of the base game, as it is saved."""
    data: dict[str, object] = json.loads(played(rules, 30).save())
    return data


def test_a_save_plays_on_alike(load: Callable[..., Rules]) -> None:
    for expansions, variant, players in (((), "", 5), (("cities",), "teams", 4), (("base",), "two-players", 2)):
        rules = load(*expansions, variant=variant)
        for answers in (0, 7, 40, 60):
            game = played(rules, answers, players)
            assert rules.load(game.save()).hash() == game.hash()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("\x00", id="a control character"),
        pytest.param("[" * 100_000, id="deep lists"),
        pytest.param('{"a":' * 50_000, id="deep objects"),
        pytest.param('{"row": [1' + "0" * 5000 + "]}", id="a huge number"),
        pytest.param("[]", id="a list"),
        pytest.param("null", id="null"),
        pytest.param(" " * (MOST_SIGNS + 1), id="too long"),
        pytest.param('{"ruleset": NaN}', id="not a number"),
    ],
)
def test_what_is_no_save_is_refused(
    rules: Rules, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refused):
        rules.load(text)
    with pytest.raises(Refused):
        read_log(text)
    (tmp_path / "save.json").write_text(text)
    assert main(["why", str(tmp_path / "save.json")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_save_of_other_keys_is_refused(rules: Rules, saved: dict[str, object]) -> None:
    for key in ("ruleset", "expansions", "row", "seal"):
        for value in WRONG:
            with pytest.raises(Refused):
                rules.load(json.dumps(saved | {key: value}))
    for variant in ("", "two-players", 3, ["x"], "../x"):
        with pytest.raises(Refused):
            rules.load(json.dumps(saved | {"variant": variant}))
    text = json.dumps(saved)
    with pytest.raises(Refused):
        rules.load(text[:-1] + ', "row": []}')
    for key in ("ruleset", "expansions", "row", "seal"):
        with pytest.raises(Refused):
            rules.load(json.dumps({other: value for other, value in saved.items() if other != key}))


@pytest.mark.parametrize("ids", ["/etc", "../fan", "fan/../base", ".", "", "base\n", "Base"])
def test_expansions_of_a_save_are_ids_and_never_paths(
    saved: dict[str, object],
    ids: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be read")

    monkeypatch.setattr("stele.compiler.cli.why.load", forbidden)
    (tmp_path / "save.json").write_text(json.dumps(saved | {"expansions": [ids]}))
    assert main(["why", str(tmp_path / "save.json")]) == 1
    assert "is not a saved game" in capsys.readouterr().err


def test_a_folder_that_happens_to_have_the_name_of_an_expansion_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: Rules, saved: dict[str, object]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "expansion.yaml").write_text("id: evil\n")
    (tmp_path / "save.json").write_text(json.dumps(saved))
    assert main(["why", "save.json"]) == 0


def test_a_save_with_any_bit_flipped_is_refused(rules: Rules, saved: dict[str, object]) -> None:
    data, chance = json.dumps(saved).encode(), random.Random(1)
    for _ in range(300):
        at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        hurt = bytearray(data)
        hurt[at] ^= bit
        try:
            text = hurt.decode()
            if json.loads(text) == saved:
                continue
        except ValueError:
            text = hurt.decode(errors="replace")
        with pytest.raises(Refused):
            rules.load(text)


def test_a_save_that_ends_early_is_refused(rules: Rules, saved: dict[str, object]) -> None:
    text = json.dumps(saved)
    for end in range(0, len(text), 37):
        with pytest.raises(Refused):
            rules.load(text[:end])


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_forged_row_is_a_game_or_is_refused(rules: Rules, saved: dict[str, object], data: st.DataObject) -> None:
    row = list(saved["row"])  # type: ignore[call-overload]
    number = st.one_of(st.integers(-3, 12), st.integers(0, 1 << 80), st.integers(), st.sampled_from(row))
    for at, cell in data.draw(st.dictionaries(st.integers(0, len(row) - 1), number, min_size=1, max_size=8)).items():
        row[at] = cell
    text = json.dumps(saved | {"row": row, "seal": seal(row)})
    try:
        game = rules.load(text)
    except Refused:
        return
    game.pending()
    game.scores()
    game.winners()
    game.view(0)


@pytest.mark.parametrize("seed", range(3))
def test_a_forged_game_is_played_to_its_end_or_refused(load: Callable[..., Rules], seed: int) -> None:
    rules, chance = load("lost-wonders", "leaders", "cities", "edifice", "frontiers"), random.Random(seed)
    saved = json.loads(played(rules, 40 + 30 * seed, 3 + seed).save())
    accepted = 0
    for _ in range(60):
        row = list(saved["row"])
        for at in chance.sample(range(len(row)), 2):
            row[at] = chance.choice([0, 1, 2, 5, 84, 255, row[at] ^ (1 << chance.randrange(40)), row[at] + 1])
        try:
            game = rules.load(json.dumps(saved | {"row": row, "seal": seal(row)}))
            accepted += 1
            while (ask := game.pending()) is not None:
                assert ask.options
                game.answer(ask, chance.choice(ask.options))
            game.scores()
        except (Refused, Runaway):
            continue
    assert accepted > 5


def test_what_goes_wrong_with_a_loaded_game_is_the_fault_of_its_row(
    rules: Rules, saved: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules.load(json.dumps(saved))
    copy = game.clone()
    monkeypatch.setattr(Game, "pending", lambda _: int("a row"))
    for broken in (game, copy):
        with pytest.raises(Refused, match="where no game of these rules can come to"):
            broken.pending()


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        pytest.param(PLAYERS, 99, id="players"),
        pytest.param(STEP, 99, id="a step that is not there"),
        pytest.param(STEP, -1, id="a step before the first"),
        pytest.param(TURN, 10**9, id="a turn that never ends"),
        pytest.param(RANDOM, STATE + 1, id="chance"),
        pytest.param(DEMANDED, 1 << 3, id="a seat that is not there"),
    ],
)
def test_numbers_that_point_nowhere_are_refused(rules: Rules, saved: dict[str, object], cell: int, value: int) -> None:
    row = list(saved["row"])  # type: ignore[call-overload]
    row[cell] = value
    with pytest.raises(Refused):
        rules.load(json.dumps(saved | {"row": row, "seal": seal(row)}))


@pytest.mark.parametrize(("cell", "value"), [(LEFT, 0), (NEXT, 0), (COINS, 1 << 40), (COINS, -1), (STAGES, 5)])
def test_a_seat_that_no_game_has_is_refused(rules: Rules, saved: dict[str, object], cell: int, value: int) -> None:
    row = list(saved["row"])  # type: ignore[call-overload]
    first = rules.seats[3][0]
    row[first + cell] = value or first
    with pytest.raises(Refused, match="numbers that no game has"):
        rules.load(json.dumps(saved | {"row": row, "seal": seal(row)}))


def test_what_follows_from_the_city_of_a_seat_cannot_be_made_up(load: Callable[..., Rules]) -> None:
    rules = load("lost-wonders", "leaders", "cities", "frontiers")
    saved = json.loads(played(rules, 90, 4).save())
    first, core = rules.seats[4][0], rules.core
    joint = range(core.with_left, core.with_left + 3 * core.pieces)
    for cell in (*core.derived, *joint, *range(core.reactors, core.reacts_to + 1)):
        # All units of all kinds are years of ways to pay.
        for value in (saved["row"][first + cell] + 1, (1 << 63) - 1, (1 << 400) - 1):
            row = list(saved["row"])
            row[first + cell] = value
            with pytest.raises(Refused, match=r"numbers that no game has|no game of these rules"):
                rules.load(json.dumps(saved | {"row": row, "seal": seal(row)}))


def test_cards_that_are_not_there_are_refused(rules: Rules, saved: dict[str, object]) -> None:
    for zone in (zone for zone in rules.tables.zones if not zone.is_sequence):
        row = list(saved["row"])  # type: ignore[call-overload]
        first = (rules.seats[3][0] if zone.of_seat else 0) + zone.cell
        for word in range(rules.core.words):
            cards = row[first + word]
            row[first + word] |= 1 << WORD_CARDS - 1  # no word of the base game is full
            with pytest.raises(Refused, match="numbers that no game has"):
                rules.load(json.dumps(saved | {"row": row, "seal": seal(row)}))
            row[first + word] = cards


def test_a_save_can_be_any_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as stream:
        stream.truncate(3 << 30)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("pipe", "huge", "bytes", "missing", "."):
        assert main(["why", str(tmp_path / name)]) == 1
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("error: cannot read ")


def test_a_decision_is_answered_once(rules: Rules) -> None:
    game = rules.new_game(3, 1)
    first = game.pending()
    assert first is not None
    copy = game.clone()
    game.answer(first, first.options[0])
    with pytest.raises(Refused, match="not pending"):
        game.answer(first, first.options[0])
    second = game.pending()
    assert second is not None
    before = game.hash()
    with pytest.raises(Refused, match="not pending"):
        game.answer(first, first.options[0])
    with pytest.raises(Refused, match="not pending"):
        game.answer(first._replace(options=second.options), second.options[0])
    with pytest.raises(Refused, match="not among those"):
        game.answer(second, max(second.options) + 1)
    assert game.hash() == before
    copy.answer(first, first.options[0])  # a copy is asked the same, once
    with pytest.raises(Refused, match="not pending"):
        copy.answer(first, first.options[0])


def test_what_is_equal_to_an_option_is_that_option(rules: Rules) -> None:
    game, other = rules.new_game(3, 1), rules.new_game(3, 1)
    while (ask := game.pending()) is not None:
        game.answer(ask, float(ask.options[0]))  # type: ignore[arg-type]  # as some programs write numbers
        other.answer(other.pending() or ask, ask.options[0])
    assert other.pending() is None
    assert game.save() == other.save()


def test_a_log_is_complete(rules: Rules) -> None:
    log = record(rules, 3, 1, [BOTS["random"](1)] * 3)
    data = json.loads(log.text())
    assert read_log(log.text()) == log
    for key in data:
        for value in WRONG:
            fits = type(value) is type(data[key]) and (key in ("seed", "players", "ruleset") or value == data[key])
            if not fits:
                with pytest.raises(Refused):
                    read_log(json.dumps(data | {key: value}))
