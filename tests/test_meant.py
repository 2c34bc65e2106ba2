"""Which expansions a command is about: those that were named, or the one around the current
folder.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stele.compiler.cli import main

FILES = {
    "expansion.yaml": 'stele: 2\nid: tolls\nname: Tolls\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n',
    "cards/cards.yaml": """\
cards:
  - id: tollhouse
    name: Tollhouse
    deck: guilds
    colour: purple
    cost: free
    effect: gain 1 coin per brown card in city and neighbours
""",
    "rules.yaml": "rules:\n  - {id: tolls.coins, says: It pays for brown cards., kind: effect, source: ours}\n",
    "rulings/one.yaml": """\
rulings:
  - id: it-pays
    question: Does it pay?
    answer: Yes.
    covers: [tolls.coins]
    given:
      seats:
        A: {coins: 1, hand: [tollhouse]}
        B: {city: [lumber-yard]}
        C: {}
    when:
      - {A: {build: tollhouse}}
    then:
      A: {coins: 2}
""",
}
FILES["rulings/two.yaml"] = FILES["rulings/one.yaml"].replace("it-pays", "it-pays-again")


@pytest.fixture
def tolls(tmp_path: Path) -> Path:
    """A small expansion outside the project."""
    for name, text in FILES.items():
        file = tmp_path / "tolls" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "tolls"


@pytest.mark.parametrize("below", ["", "cards"], ids=["its folder", "a folder in it"])
@pytest.mark.parametrize(
    ("command", "shows"),
    [
        ("check", "ok: base, tolls: 79 cards"),
        ("fmt", "ok: 5 files in canonical layout"),
        ("fix", "0 findings put right"),
        ("test", "2 passed, 0 failed"),
        ("docs -o {out}", "files written"),
        ("docs -o {out} --format print", "print.html"),
        ("simulate --games 2 --processes 1 --bots random", "2 games"),
        ("play --watch --players 3 --bot random", "base + tolls, 3 players"),
        ("watch --once", "2 passed, 0 failed of the rulings that the change touches"),
        ("show tollhouse", "Tollhouse · card of tolls"),
        ("build -o {out}.py", "built"),
        ("schema", "schemas in"),
    ],
)
def test_inside_an_expansion_no_name_means_this_one(
    tolls: Path,
    tmp_path: Path,
    below: str,
    command: str,
    shows: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tolls / below)
    monkeypatch.setenv("PATH", "")
    assert main(command.format(out=tmp_path / "out").split()) == 0
    assert shows in capsys.readouterr().out


@pytest.mark.parametrize("command", ["fix", "watch --once", "schema"])
def test_outside_of_any_a_command_that_needs_one_says_so(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 2
    assert "no expansion was named, and this folder lies in none" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_place_in_the_expansion_around_is_shown_from_where_the_user_is(
    tolls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tolls / "cards")
    file = tolls / "rules.yaml"
    file.write_text(file.read_text().replace("kind", "kimd"))
    assert main(["check"]) == 1
    assert " --> ../rules.yaml:2:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "help"),
    [
        ("check tols", "did you mean `tolls`?"),
        ("check ./tols", "did you mean `tolls`?"),
        ("check leadres", "did you mean `leaders`?"),
        ("simulate tols", "did you mean `tolls`?"),
        ("play tols", "did you mean `tolls`?"),
        ("docs -o out tols", "did you mean `tolls`?"),
        ("test tols", "did you mean `tolls`?"),
        ("watch tols", "did you mean `tolls`?"),
        ("fmt tols", "did you mean `tolls`?"),
        ("check .", "name an expansion in it: `./tolls`"),
        ("check zzz", "an expansion is a folder with an `expansion.yaml`"),
    ],
)
def test_an_unknown_expansion_is_told_what_is_nearest(
    tolls: Path, command: str, help: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tolls.parent)
    assert main(command.split()) == 1
    seen = capsys.readouterr()
    assert help in seen.out + seen.err
    assert not (tolls.parent / "out").exists()


def test_a_file_is_checked_for_itself_but_not_called_ok_in_a_broken_expansion(
    tolls: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, rules = tolls / "cards" / "cards.yaml", tolls / "rules.yaml"
    assert main(["check", str(cards)]) == 0
    assert capsys.readouterr().out.startswith("ok: base, tolls")
    cards.write_text(cards.read_text().replace("brown", "brwn"))
    assert main(["check", str(cards)]) == 1
    assert "did you mean `brown`?" in capsys.readouterr().out
    assert main(["check", str(rules)]) == 1
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "1 error in other files; `stele check" in seen.err
    assert main(["check", str(rules), "--format", "json"]) == 1
    whole = json.loads(capsys.readouterr().out)
    assert (whole["errors"], whole["errors_elsewhere"]) == (0, 1)
    assert main(["check", str(rules), "--format", "junit"]) == 1
    cases = list(ElementTree.fromstring(capsys.readouterr().out).iter("testcase"))
    assert [Path(case.attrib["name"]).name for case in cases] == ["rules.yaml"]
    assert main(["check", str(rules), "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error::1 error in other files; `stele check")
    assert main(["check", str(rules), "--format", "sarif"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert (told["level"], told["message"]["text"][:23]) == ("error", "1 error in other files;")


def test_the_rulings_of_one_file_are_played(tolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(tolls / "rulings" / "two.yaml")]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_stele_runs_as_a_module_too() -> None:
    for module in ("stele", "stele.compiler.cli"):
        done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("stele ")


def test_a_new_part_goes_to_the_expansion_around(tolls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(tolls / "rulings")
    monkeypatch.chdir(tolls / "cards")
    assert main(["new", "card", "Arch"]) == 0
    assert (tolls / "cards" / "arch.yaml").is_file()


@pytest.mark.parametrize(
    ("here", "save"),
    [
        pytest.param("", "game.json", id="beside the folder"),
        pytest.param("tolls", "../game.json", id="in the expansion"),
        pytest.param("tolls/cards", "../../game.json", id="in a folder of the expansion"),
        pytest.param("elsewhere", "../game.json", id="the save lies beside the folder"),
        pytest.param("", "elsewhere/game.json", id="the save lies elsewhere"),
    ],
)
def test_a_saved_game_finds_the_expansion_it_names(
    tolls: Path, here: str, save: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tolls.parent / "elsewhere").mkdir()
    monkeypatch.chdir(tolls.parent / here)
    named = str(tolls)
    assert main(["play", named, "--watch", "--players", "3", "--bot", "random", "--save", save]) == 0
    capsys.readouterr()
    assert main(["why", save]) == 0
    assert " points" in capsys.readouterr().out


def test_a_saved_game_whose_expansions_are_not_found_asks_for_their_folders(
    tolls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tolls.parent / "elsewhere" / "tolls").mkdir(parents=True)
    monkeypatch.chdir(tolls.parent / "elsewhere")
    assert main(["play", str(tolls), "--watch", "--players", "3", "--bot", "random", "--save", "game.json"]) == 0
    capsys.readouterr()
    # What is called so but is another expansion is not taken.
    other = tolls.parent / "elsewhere" / "tolls" / "expansion.yaml"
    other.write_text(FILES["expansion.yaml"].replace("id: tolls", "id: others"), encoding="utf-8")
    assert main(["why", "game.json"]) == 1
    assert "`tolls` does not come with Stele; name its folder: `--folder PATH/tolls`" in capsys.readouterr().err
    assert main(["why", "game.json", "--folder", "../tolls"]) == 0
    assert main(["why", "game.json", "--folder", "../tols"]) == 1
    assert "did you mean `tolls`?" in capsys.readouterr().out


def test_a_file_without_rulings_or_content_is_told_so(tolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(tolls / "rules.yaml")]) == 1
    assert "no ruling stands in" in capsys.readouterr().err
    (tolls / "README.md").write_text("Tolls", encoding="utf-8")
    for command in ("check", "test"):
        assert main([command, str(tolls / "README.md")]) == 1
        assert "is no content of an expansion" in capsys.readouterr().err
    shutil.rmtree(tolls / "rulings")
    assert main(["test", str(tolls)]) == 0
    assert capsys.readouterr().out == "no rulings\n"


def test_an_item_is_not_missed_in_a_folder_that_is_not_there(
    tolls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tolls / "cards")
    assert main(["show", "tollhouse", "tolls"]) == 1
    seen = capsys.readouterr()
    assert seen.out.count("error[E0108]") == 1
    assert seen.err == ""


def test_schemas_are_written_into_expansions_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain").mkdir()
    assert main(["schema", str(tmp_path / "plain")]) == 1
    assert "is no expansion: it has no `expansion.yaml`" in capsys.readouterr().err
    assert list((tmp_path / "plain").iterdir()) == []
