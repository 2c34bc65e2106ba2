"""Playing, simulating and asking why, as a person does it on the command line."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.cli.play import COMMANDS
from stele.compiler.common.files import write_whole
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.language.spoken import spoken_about
from stele.runtime import Rules
from tests.conftest import HERE, ROOT

pytestmark = pytest.mark.slow

Stele = Callable[..., subprocess.CompletedProcess[str]]


def installed(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command with something typed at its prompts."""
    command = str(Path(sys.executable).with_name("stele"))
    environment = {**os.environ, "COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run(
        [command, *arguments], input=typed, capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )


@pytest.fixture
def stele(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Stele:
    """Run a command in this process, with something typed at its prompts."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "dumb")

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(arguments))
        seen = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, seen.out, seen.err)

    return run


def test_bots_play_a_game_and_the_score_sheet_is_printed(stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    first = installed("play", "--watch", "--seed", "7", "--save", str(save))
    assert first.returncode == 0, first.stderr
    for line in ("Military conflicts", "Treasury", "Total", "Coins"):
        assert line in first.stdout
    assert "wins." in first.stdout
    assert stele("play", "--watch", "--seed", "7", "--save", str(save)).stdout == first.stdout
    why = stele("why", str(save))
    assert why.returncode == 0
    assert "score 1 point per 3 coins  (content/base/vocabulary.yaml:" in why.stdout


def test_points_of_why_add_up(stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    stele("play", "--watch", "--seed", "3", "--save", str(save))
    total = lines = leaves = seats = 0
    for text in [*stele("why", str(save)).stdout.splitlines(), "end: 0 points"]:
        if not text.startswith(" "):
            assert total == lines == leaves
            seats += 1
            total, lines, leaves = int(text.split()[-2]), 0, 0
        elif text.startswith("    "):
            leaves += int(text.split()[0])
        else:
            lines += int(text.split()[-1])
    assert seats == 5, "four seats, and the end"


def test_a_person_plays_a_whole_game() -> None:
    done = installed("play", "base", "--players", "3", "--seed", "5", typed="1\n\n" * 40)
    assert done.returncode == 0, done.stderr
    assert "(you)" in done.stdout
    assert "cannot be built: neither the city nor what its neighbours sell covers" in done.stdout
    assert "wins." in done.stdout


def test_a_person_can_ask_take_back_save_and_leave(stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "mid.json"
    typed = f"help\nwhy nonsense\nscore\n99\n1\nundo\n1\n\nsave {save}\nquit\n"
    done = stele("play", "base", "--players", "3", "--seed", "5", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "no card of your hand is called 'nonsense'" in done.stdout
    assert done.stdout.count("Age 1, turn 1") == 2, "taken back, the same turn is asked again"
    assert "Age 1, turn 2" in done.stdout
    assert json.loads(save.read_text())["expansions"] == ["base"]
    assert stele("why", str(save)).returncode == 0


def test_the_end_of_the_input_leaves_the_game(stele: Stele) -> None:
    assert stele("play", "base", "--players", "3", typed="1\n").returncode == 0


def test_a_simulation_is_the_same_for_any_number_of_processes(stele: Stele) -> None:
    arguments = ("simulate", "base", "--players", "3", "--games", "40", "--seed", "2", "--bots", "greedy", "random")
    one, two = stele(*arguments, "--processes", "1"), stele(*arguments, "--processes", "2")
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert "gizah a" in one.stdout
    assert "40 games" in one.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "base", "--players", "1", "--watch"), "3 to 7 players"),
        (("play", "base", "--players", "1"), "not for 1; with 2 there is the variant `two-players`"),
        (("simulate", "base", "--players", "9"), "3 to 7 players"),
        (("simulate", "cities", "--players", "3", "--variant", "teams"), "4, 6 or 8 players"),
        (("simulate", "--variant", "teems"), "did you mean `teams`"),
        (("simulate", "--variant", "solo"), "no variant is called `solo`"),
        (("play", "--variant", "solo"), "no variant is called `solo`"),
        (("why", "nowhere.json"), "No such file"),
        (("why", "pyproject.toml"), "not a saved game"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(list(arguments)) == 1
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_broken_content_is_neither_built_nor_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = str(HERE / "bad" / "fifteen_mistakes")
    for arguments in (["build", bad, "-o", str(tmp_path / "x.py")], ["play", bad], ["simulate", bad]):
        assert main(arguments) == 1
        assert "15 errors" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_fan_expansion_is_built_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "tolls"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: tolls\nname: Tolls\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (folder / "vocabulary.yaml").write_text(
        "resources:\n  - {id: amber, name: Amber, groups: [manufactured]}\n"
        "colours:\n  - {id: orange, name: Orange, title: Tolls, line: tolls}\n"
        "lines:\n  - {id: tolls, name: Tolls}\n"
    )
    (folder / "cards" / "cards.yaml").write_text(
        "cards:\n"
        "  - {id: toll-guild, name: Toll Guild, deck: guilds, colour: orange, cost: 1 wood, effect: [score 2 points per orange card in city, produce amber or wood]}\n"
        "  - {id: amber-guild, name: Amber Guild, deck: guilds, colour: orange, cost: 1 amber, effect: gain 1 coin per card in neighbours}\n"
    )
    output = tmp_path / "out.py"
    assert main(["build", str(folder), "-o", str(output)]) == 0
    assert main(["simulate", str(folder), "--games", "30", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "tolls" in out
    assert main(["show", "toll-guild", str(folder)]) == 0
    assert "def toll_guild_effect_1(t: Core, row: Row, me: i64) -> i64:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "clause",
    [
        "convert 2 coins",
        "copy stage 1 or a guild here",
        "gain -5 coins",
    ],
)
def test_what_cannot_be_played_is_said_by_check_and_never_crashes(
    clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "fan"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: fan\nname: Fan\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (folder / "cards" / "cards.yaml").write_text(
        f"cards:\n  - {{id: x, name: X, deck: guilds, colour: purple, cost: free, effect: '{clause}'}}\n"
    )
    for command in (["check"], ["build", "-o", str(tmp_path / "x.py")], ["simulate", "--games", "1"]):
        assert main([command[0], str(folder), *command[1:]]) == 1
        assert "error[E0" in capsys.readouterr().out
    assert not (tmp_path / "x.py").exists()


def test_a_file_that_cannot_be_written_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "base", "-o", str(tmp_path)]) == 1
    assert "Is a directory" in capsys.readouterr().err
    assert main(["build", "base", "-o", str(tmp_path / "no" / "x.py")]) == 1
    assert "No such file or directory" in capsys.readouterr().err
    assert main(["play", "base", "--watch", "--save", str(tmp_path)]) == 1
    assert list(tmp_path.iterdir()) == []


def test_one_may_ask_and_leave_before_choices_are_revealed(stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", "--seed", "5", typed="1\nhelp\nquit\n")
    assert done.returncode == 0
    assert "undo chooses again · quit leaves the game" in done.stdout
    assert "turn 2" not in done.stdout


def test_options_stand_in_the_order_of_the_hand_and_cities_show_names(stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", "--seed", "5", typed="1\n\n1\n\nquit\n")
    first = done.stdout.partition("[a number")[0]
    hand = re.findall(r"^  (\S.*?) \(\w+, ", first, re.MULTILINE)
    thrown = re.findall(r"^ +[0-9]+  (.*): discard", first, re.MULTILINE)
    assert thrown
    assert thrown == [name for name in dict.fromkeys(hand) if name in thrown]
    built = re.findall(r"^ +[0-9]+  (.*): build", first, re.MULTILINE)
    assert list(dict.fromkeys(built)) == [name for name in dict.fromkeys(hand) if name in built]
    assert not re.search(r"-age-[0-9]", done.stdout)


def test_only_enter_reveals(stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", "--seed", "5", typed="1\nfoo\nundo\n1\n\nquit\n")
    assert done.stdout.count("Enter reveals") == 3
    assert "Age 1, turn 2" in done.stdout


def test_a_save_is_read_whoever_has_compiled_its_rules_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STELE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "fig"]) == 0
    assert main(["test", "fig"]) == 0
    assert main(["play", "fig", "--watch", "--players", "3", "--save", "g.json"]) == 0
    capsys.readouterr()
    assert main(["why", "g.json", "--folder", "fig"]) == 0, capsys.readouterr().err
    places = re.findall(r"\((\S+\.yaml):\d+\)$", capsys.readouterr().out, re.MULTILINE)
    assert {Path(place).name for place in places} >= {"vocabulary.yaml"}
    assert [place for place in places if not Path(place).is_file()] == [], "a place is one to look at, wherever one is"
    (tmp_path / "fig").rename(tmp_path / "another-name")
    cards = tmp_path / "another-name" / "cards" / "cards.yaml"
    cards.write_text("# only a comment\n" + cards.read_text())
    assert main(["why", "g.json", "--folder", "another-name"]) == 0, capsys.readouterr().err
    cards.write_text(cards.read_text().replace("cost: ", "cost: 1 coin  # ", 1))
    assert main(["why", "g.json", "--folder", "another-name"]) == 1
    assert "another ruleset" in capsys.readouterr().err


def test_cards_stages_and_seats_are_shown_in_names_and_sentences(stele: Stele) -> None:
    out = stele("play", "base", "--players", "3", "--seed", "5", typed="show palace\nshow palce\nquit\n").stdout
    assert re.search(r"^│ [A-ZÀ-Þ]\S+ [ab] \(you\) ", out, re.MULTILINE)
    palace = re.search(r"Palace \(blue, ([^)]*)\): At the end of the game, score 8 points\.", out)
    assert palace is not None
    assert len(palace[1].split(", ")) == 7
    assert "no card is called 'palce'; did you mean palace?" in out
    hand = re.findall(r"^  \S.* \((?:brown|grey|blue|yellow|red|green), [^)]*\): (.*)$", out, re.MULTILINE)
    assert len(hand) == 7
    assert all(line[0].isupper() and line.endswith(".") for line in hand), hand
    assert re.search(r"^  Next stage \(.*\): [A-Z].*\.$", out, re.MULTILINE)


def test_what_the_others_did_is_told_without_what_nobody_saw(stele: Stele) -> None:
    out = stele("play", "base", "--players", "3", "--seed", "5", typed="1\n\n" * 17 + "quit\n").stdout
    news = [re.split(r"(?m)^ *Age \d, turn", part)[0] for part in out.split("Since you chose:\n")[1:]]
    assert len(news) >= 15
    told = "\n".join(news)
    assert re.search(
        r"^  \S+ [ab]: build the structure: [A-Z][\w ]+, paying 2 coins to (you|\S+ [ab])", told, re.MULTILINE
    )
    assert "coins" in told
    assert re.search(r"[+]1 \w*", told), "tokens of a conflict"
    for hidden in re.findall(r"(?:discard for coins|build the next stage)(.*)", told):
        assert not hidden.startswith(":"), "a card that is put away face down has no name"
    assert re.search(r"^  \S+ [ab]: (discard for coins|build the next stage)", told, re.MULTILINE)


def test_a_choice_that_is_taken_back_tells_nothing_of_the_others(stele: Stele) -> None:
    out = stele("play", "base", "--players", "3", "--seed", "5", typed="1\nundo\nquit\n").stdout
    assert "Since you chose" not in out


def test_the_middle_of_the_table_and_other_hands_are_shown(stele: Stele) -> None:
    game = ("play", "edifice", "leaders", "--players", "3", "--seed", "4")
    out = stele(*game, typed="1\n\n" * 5 + "quit\n").stdout
    assert out.startswith("Before the first age")
    last = out.rpartition("Age 1, turn 1")[2]
    assert re.search(r"^  Edifices: \w[\w ]* \(.*\): Reward: [A-Z].*\. Penalty: [A-Z].*\.", last, re.MULTILINE)
    assert re.search(r"Participation pawns: [12] on \w[\w ]*, 2 on ", last)
    assert re.search(r"^  Hand of leaders: \w+, \w+, \w+$", last, re.MULTILINE)
    assert "Box: " in last
    assert "leader-hand" not in out
    assert "pawn-1" not in out


def test_every_clause_of_shipped_games_is_said_in_a_sentence(load: Callable[..., Rules]) -> None:
    spoken, rules = spoken_about(shipped_folders(), ""), load()
    tables = rules.tables
    effects = [card.effects for card in tables.cards]
    effects += [effects for card in tables.cards for _, effects in card.moments]
    effects += [stage.effects for side in tables.sides for stage in side.stages]
    effects += [bonus.left for place in tables.places for side in place.sides for bonus in side.bonuses]
    effects += [effects for _, _, effects in rules.named]
    texts = {text for one in effects for text in one.texts}
    assert len(texts) > 150
    assert [text for text in sorted(texts) if not spoken.sentence(text).endswith(".")] == []
    both = spoken.sentence("gain 7 coins or 1 shield")
    assert both == "Take 7 coins from the bank. Or: Your city has 1 more shield."


def test_sentences_are_kept_and_follow_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "fig"]) == 0
    first = spoken_about([tmp_path / "fig"], "")
    assert first.sentence("gain 1 favour token") == "Take 1 favour token."
    assert spoken_about([tmp_path / "fig"], "") == first
    (kept,) = (tmp_path / "cache").glob("spoken_*.json")
    kept.write_text("{")
    assert spoken_about([tmp_path / "fig"], "") == first, "what is damaged is made anew"
    vocabulary = tmp_path / "fig" / "vocabulary.yaml"
    vocabulary.write_text(vocabulary.read_text(encoding="utf-8").replace("name: Favour", "name: Grace"))
    assert spoken_about([tmp_path / "fig"], "").sentence("gain 1 favour token") == "Take 1 grace token."


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("notes.txt", "there is a file that is no saved game; name another one"),
        ("no/game.json", "No such file or directory"),
        ("folder", "Is a directory"),
        pytest.param("/proc/game.json", "No such file or directory", id="a folder that takes no files"),
        pytest.param("a\0b", "a file cannot be called that", id="a name that no file has"),
    ],
)
def test_a_game_that_cannot_be_saved_is_not_begun(place: str, message: str, stele: Stele, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    file = str(tmp_path / place)
    shown = file.replace("\0", "\\x00")
    done = stele("play", "base", "--watch", "--players", "3", "--save", file)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"cannot write {shown}: {message}" in done.stderr
    asked = stele("play", "base", "--players", "3", typed=f"save {file}\nquit\n")
    assert asked.returncode == 0
    assert f"cannot write {shown}: {message}" in asked.stdout
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_game_is_saved_over_an_earlier_one_and_to_a_device(stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    save.touch()
    for seed in ("1", "2"):
        before = save.read_text(encoding="utf-8")
        game = ("play", "base", "--watch", "--players", "3", "--bot", "random", "--seed", seed)
        assert stele(*game, "--save", str(save)).returncode == 0
        assert save.read_text(encoding="utf-8") != before
    assert stele(*game, "--save", os.devnull).returncode == 0


def test_help_says_what_each_command_does(stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", typed="help\nquit\n")
    for line in ("why CARD   says why", "save FILE  saves the game", "quit       leaves the game"):
        assert line in done.stdout


@pytest.mark.parametrize(
    "typed",
    ["²", "①", "٣", "9" * 5000, "0", "-1", "1.0", "1 2", "1 quit", "1 undo", "quit 1", "score now"],
    ids=lambda typed: typed[:8],
)
def test_what_is_no_single_choice_is_asked_again(typed: str, stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", "--seed", "5", typed=f"{typed}\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "a number from 1 to " in done.stdout
    assert "Enter reveals" not in done.stdout


def test_a_choice_is_named_before_it_is_revealed(stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", "--seed", "5", typed="2\nquit\n")
    listed = re.search(r"^   2  (.+)$", done.stdout, re.MULTILINE)
    assert listed is not None
    assert f"You chose: {listed[1]}\n" in done.stdout


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        pytest.param("1\n\n", 1, id="the input ends at a question"),
        pytest.param("1\n", 1, id="the input ends before a choice is revealed"),
        pytest.param("", 1, id="there is no input"),
        pytest.param("quit\n", 0, id="quit"),
        pytest.param("1\nquit\n", 0, id="quit before a choice is revealed"),
    ],
)
def test_a_game_that_is_left_says_that_it_is_not_saved(typed: str, code: int, stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    done = stele("play", "base", "--players", "3", "--save", str(save), typed=typed)
    message = f"the game is not finished and not saved as {save}\n"
    assert (done.returncode, done.stderr) == (code, f"error: {message}" if code else "")
    assert code or done.stdout.endswith(message)
    assert not save.exists()


def test_a_game_that_was_saved_by_hand_is_said_to_be_there(stele: Stele, tmp_path: Path) -> None:
    save = tmp_path / "My Game.json"
    done = stele("play", "base", "--players", "3", "--save", str(save), typed=f"save {save}\nquit\n")
    assert done.returncode == 0
    assert done.stdout.endswith("it holds the game as you saved it\n")
    assert save.exists()


@pytest.mark.parametrize("word", ["show", "why", "save"])
def test_a_command_without_its_name_is_explained(word: str, stele: Stele) -> None:
    done = stele("play", "base", "--players", "3", typed=f"{word}\nquit\n")
    [(command, about)] = [one for one in COMMANDS if one[0].startswith(word)]
    assert f"{command:<10} {about}\n" in done.stdout
    assert "is called" not in done.stdout


def test_a_finished_game_that_cannot_be_saved_can_be_saved_elsewhere(
    stele: Stele, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, text: str) -> None:
        if file.name != "second.json":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_whole(file, text)

    monkeypatch.setattr("stele.compiler.cli.play.write_whole", full)
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    game = ("play", "base", "--players", "3", "--save", str(first))
    done = stele(*game, typed="1\n\n" * 18 + f"{tmp_path}\n{second}\n")
    assert (done.returncode, done.stderr.count("error: cannot write")) == (0, 2)
    assert stele("why", str(second)).returncode == 0
    for typed in ("1\n\n" * 18, "1\n\n" * 18 + "\n"):
        assert stele(*game, typed=typed).returncode == 1
    watched = stele(*game, "--watch")
    assert (watched.returncode, "elsewhere" in watched.stdout) == (1, False)
    assert watched.stderr == f"error: cannot write {first}: No space left on device\n"


@pytest.mark.parametrize("columns", ["30", "40", "60", "80"])
def test_no_figure_of_the_score_sheet_is_cut(columns: str, stele: Stele, monkeypatch: pytest.MonkeyPatch) -> None:
    def figures(line: str) -> list[str]:
        shown = stele("play", "base", "--watch", "--players", "7").stdout
        return [figure for text in shown.splitlines() if text.startswith(f"  {line} ") for figure in text.split()[1:]]

    wide = {line: figures(line) for line in ("Treasury", "Total", "Coins")}
    assert {len(row) for row in wide.values()} == {7}
    monkeypatch.setenv("COLUMNS", columns)
    assert {line: figures(line) for line in wide} == wide
