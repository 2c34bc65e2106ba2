"""The command line, as its user runs it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from stele.compiler.cli import check as check_command
from stele.compiler.cli import main
from stele.compiler.cli.arguments import commands_of, parsed, parser
from tests.conftest import HERE, ROOT

CARD = """
cards:
  - id: tollhouse
    name: Tollhouse
    deck: {deck}
    colour: yellow
    cost: free
    effect: gain 1 coin per brown card in city and neighbours
    provenance: proposed
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An expansion outside the project, as an author would begin one."""
    (tmp_path / "tolls" / "cards").mkdir(parents=True)
    (tmp_path / "tolls" / "expansion.yaml").write_text(
        'stele: 2\nid: tolls\nname: Tolls\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (tmp_path / "tolls" / "cards" / "cards.yaml").write_text(CARD.format(deck="guilds"))
    return tmp_path / "tolls"


def test_shipped_content_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert (
        capsys.readouterr().out
        == "ok: base, cities, edifice, frontiers, leaders, lost-wonders: 169 cards, 38 boards, 1120 rules\n"
    )


def test_a_folder_outside_the_project_works_like_a_shipped_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out == "ok: base, tolls: 79 cards, 7 boards, 265 rules\n"


def test_an_expansion_may_build_on_another_one_beside_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder.parent / "more-tolls"
    shutil.copytree(folder, other)
    (other / "expansion.yaml").write_text(
        'stele: 2\nid: more-tolls\nname: More\nversion: "0.1"\nofficial: false\nrequires: {tolls: "0.1"}\n'
    )
    (other / "cards" / "cards.yaml").write_text(CARD.format(deck="guilds").replace("ollhouse", "ollbridge"))
    assert main(["check", str(other)]) == 0
    assert "base, tolls, more-tolls: 80 cards" in capsys.readouterr().out


def test_a_version_that_is_too_old_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "expansion.yaml").read_text().replace('base: "1.0"', 'base: "7.10"')
    (folder / "expansion.yaml").write_text(text)
    assert main(["check", str(folder)]) == 1
    assert "`base` is version 1.0, but 7.10 or later is required" in capsys.readouterr().out


def test_a_shipped_expansion_can_be_named_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "base"]) == 0
    assert "78 cards" in capsys.readouterr().out


def test_findings_end_with_exit_code_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(HERE / "bad" / "fifteen_mistakes")]) == 1
    assert capsys.readouterr().out.endswith("15 errors; to learn more: stele explain E0101\n")


def test_a_warning_is_a_finding_only_if_strict(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "vocabulary.yaml").write_text("symbols:\n  - {id: star, name: Star}\n")
    assert main(["check", str(folder)]) == 0
    assert "warning[W0601]: the symbol `star` is never used" in capsys.readouterr().out
    assert main(["check", "--strict", str(folder)]) == 1


def test_a_missing_folder_is_said_to_be_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "nowhere")]) == 1
    assert "error[E0108]: there is no folder `nowhere`" in capsys.readouterr().out


def test_show_prints_yaml_tree_and_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "vineyard"]) == 0
    out = capsys.readouterr().out
    assert "  effect: gain 1 coin per brown card in city and neighbours" in out
    assert "colour brown -> base.brown" in out
    assert "Take 1 coin from the bank for each brown card in your city and in the two neighbouring cities." in out


def test_show_prints_both_sides_of_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "olympia"]) == 0
    out = capsys.readouterr().out
    assert "side a, stage 2  once per age, build a card for free" in out
    assert "side b, stage 3  at end of game, copy a guild in neighbours" in out


def test_show_suggests_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "vinyard"]) == 1
    assert "did you mean `vineyard`" in capsys.readouterr().err


def test_wrong_usage_ends_with_exit_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["chekc"])
    assert stop.value.code == 2
    capsys.readouterr()


def test_a_bug_of_ours_ends_with_a_traceback_and_exit_code_seventy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(check_command, "content_key", fail)
    assert main(["check"]) == 70
    err = capsys.readouterr().err
    assert "RuntimeError: on purpose" in err
    assert "a bug of Stele's" in err


@pytest.mark.slow
def test_the_installed_command_prints_no_colours_into_a_pipe() -> None:
    command = Path(sys.executable).with_name("stele")
    arguments = [str(command), "check", str(HERE / "bad" / "fifteen_mistakes")]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_the_runtime_alone_needs_only_the_standard_library() -> None:
    program = (
        "import sys; import stele.runtime; import pkgutil, importlib;"
        "[importlib.import_module('stele.runtime.' + m.name) for m in pkgutil.iter_modules(stele.runtime.__path__)];"
        "print(sorted({n.partition('.')[0] for n in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / ".links")},
        check=True,
    )
    assert set(ast_list(done.stdout)) <= {"stele", "__main__", "__mp_main__"}


def ast_list(text: str) -> list[str]:
    """Return a printed list of words."""
    return [word.strip(" '\n") for word in text.strip("[]\n").split(",")]


def test_files_that_nothing_reads_are_pointed_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cards" / "more.yml").write_text("cards: []\n")
    (folder / "vocab.yaml").write_text("symbols: []\n")
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out.count("warning[W0603]: this file is not read") == 2


def test_a_misspelt_key_is_reported_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "cards" / "cards.yaml"
    file.write_text(file.read_text().replace("colour:", "color:"))
    assert main(["check", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "did you mean `colour`?" in out
    assert out.endswith("1 error; to learn more: stele explain E0201\n")


def test_a_clean_check_is_remembered_until_something_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(folder)]) == 0
    first = capsys.readouterr().out
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out == first
    file = folder / "cards" / "cards.yaml"
    file.write_text(file.read_text().replace("yellow", "yelow"))
    assert main(["check", str(folder)]) == 1
    assert "did you mean `yellow`?" in capsys.readouterr().out


def test_a_check_of_what_has_not_changed_loads_no_parser() -> None:
    program = "import sys; from stele.compiler.cli import main; main(['check', 'base']); print(sorted({'lark', 'jsonschema', 'rich'} & set(sys.modules)))"
    outputs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert outputs[1].splitlines()[-1] == "[]"


def test_proposed_values_are_listed_at_the_line_to_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "frontiers", "--provenance"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("content/frontiers/boards/frontiers.yaml")]
    content = (ROOT / "content/frontiers/boards/frontiers.yaml").read_text(encoding="utf-8").splitlines()
    # What fits and the first resource of 24 sides; the second step of all but two, the third of all
    # but one.
    assert len(rows) == 24 + 24 + 22 + 23
    place, item = next(row for row in rows if "mons.b ladder.2" in row).split("  ", 1)
    assert content[int(place.split(":")[1]) - 1].strip() == '"2": produce wood or stone or clay or ore, not for sale'
    assert item == "mons.b ladder.2: produce wood or stone or clay or ore, not for sale"


def test_show_finds_boards_of_shared_places_and_moments_of_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "mons", "frontiers"]) == 0
    shown = capsys.readouterr().out
    assert "side a, lead of 1  produce textile" in shown
    assert "def mons_a_2_left_1(" in shown
    assert main(["show", "artisan-district", "edifice"]) == 0
    assert "penalty  discard a yellow card from city" in capsys.readouterr().out


def test_actions_riders_and_supplies_are_shown_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "participate", "edifice"]) == 0
    assert "rider of edifice" in capsys.readouterr().out
    assert main(["show", "participation", "edifice"]) == 0
    assert "supply of edifice" in capsys.readouterr().out
    assert main(["show", "recruit", "leaders"]) == 0
    assert "action of leaders" in capsys.readouterr().out


def test_what_is_there_only_with_another_expansion_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "caligula", "cities"]) == 0
    assert "only with leaders" in capsys.readouterr().out
    assert main(["show", "caligula", "cities", "leaders"]) == 0
    assert "only with leaders" not in capsys.readouterr().out


def test_the_version_is_told_with_the_python_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    python = ".".join(map(str, sys.version_info[:3]))
    assert capsys.readouterr().out == f"stele {version('stele-rules')} (Python {python})\n"


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: stele")
    assert "check content files" in out


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        pytest.param("chek", "did you mean `check`?", id="a slip"),
        pytest.param("simulat", "did you mean `simulate`?", id="a letter short"),
        pytest.param("zzz", "`stele --help` lists all commands", id="nothing like it"),
    ],
)
def test_an_unknown_command_is_told_what_is_nearest(typed: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([typed])
    assert left.value.code == 2
    assert f"stele: error: there is no command `{typed}`; {hint}" in capsys.readouterr().err


def test_every_command_says_what_it_does_and_shows_examples_that_can_be_typed() -> None:
    commands = commands_of(parser())
    assert len(commands) >= 15
    for name, one in commands.items():
        assert one.description, name
        examples = (one.epilog or "").splitlines()[1:]
        assert examples, name
        for example in examples:
            words = shlex.split(example.partition(" >")[0])
            assert parser().parse_args(words[1:]).command == name


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("watch --every -1", "argument --every: must be seconds, from 0.01 to 86400"),
        ("watch --every nan", "argument --every: must be seconds, from 0.01 to 86400"),
        ("watch --every inf", "argument --every: must be seconds, from 0.01 to 86400"),
        ("watch --every 1e300", "argument --every: must be seconds, from 0.01 to 86400"),
        ("watch --every 0", "argument --every: must be seconds, from 0.01 to 86400"),
        ("watch --every often", "argument --every: must be seconds, from 0.01 to 86400"),
        ("simulate --games 0", "argument --games: must be a whole number, at least 1"),
        ("simulate --games many", "argument --games: must be a whole number, at least 1"),
        ("test --threshold 101", "argument --threshold: must be from 0 to 100"),
        ("test --threshold -1", "argument --threshold: must be from 0 to 100"),
        ("test --threshold nan", "argument --threshold: must be from 0 to 100"),
        ("check --formt json", "there is no option `--formt`; did you mean `--format`?"),
        ("check --formt=json", "there is no option `--formt`; did you mean `--format`?"),
        ("docs --ouput x", "there is no option `--ouput`; did you mean `--output`?"),
        ("check --zzz", "there is no option `--zzz`; `stele check --help` lists all options"),
        ("--versoin", "there is no option `--versoin`; did you mean `--version`?"),
        ("--bogus", "there is no option `--bogus`; `stele --help` lists all options"),
        ("--bogus check", "there is no option `--bogus`; `stele --help` lists all options"),
        (
            "simulate --bots greedy base",
            "argument --bots: no bot is called `base`; names of expansions go first, or after `--`",
        ),
        ("simulate --bots greedi", "argument --bots: no bot is called `greedi`; did you mean `greedy`?"),
    ],
)
def test_wrong_options_are_told_what_is_right(typed: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(typed.split())
    assert left.value.code == 2
    assert f"error: {hint}" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "typed", ["check --form json", "watch --every 0.5", "test --threshold 100", "simulate --bots greedy -- base --x"]
)
def test_options_that_are_right_are_taken(typed: str) -> None:
    assert parsed(typed.split()).command == typed.split()[0]


def test_proposed_values_are_part_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "frontiers", "--provenance"]) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if re.match(r"\S+:\d+:\d+  ", line)]
    assert main(["check", "frontiers", "--provenance", "--format", "json"]) == 0
    proposed = json.loads(capsys.readouterr().out)["proposed"]
    assert [f"{one['path']}:{one['line']}:{one['column']}" for one in proposed] == [line.split()[0] for line in listed]
    assert listed
    for format in ("github", "sarif", "junit"):
        assert main(["check", "frontiers", "--provenance", "--format", format]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "goes with --format text or json" in shown.err


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        (["new", "expansion", "--", "--"], "name", "--"),
        (["new", "--", "expansion", "--id"], "name", "--id"),
        (["show", "altar", "--", "--"], "folders", ["--"]),
        (["show", "altar", "--", "-x", "--", "base"], "folders", ["-x", "--", "base"]),
        (["simulate", "--bots", "greedy", "--", "base"], "expansions", ["base"]),
        (["check", "--", "--strict"], "folders", ["--strict"]),
    ],
)
def test_what_stands_behind_two_dashes_is_taken_as_it_is(typed: list[str], name: str, value: object) -> None:
    assert getattr(parsed(typed), name) == value


def test_what_is_wrong_behind_two_dashes_is_shown_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["new", "--", "--card", "x"], ["explain", "--", "E0402", "--list"]):
        with pytest.raises(SystemExit, match="2"):
            main(typed)
        shown = capsys.readouterr().err
        assert typed[2 if typed[0] == "new" else 3] in shown
        assert "x00" not in shown
