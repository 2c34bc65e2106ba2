"""What `stele new` writes is right at once, and a newcomer needs five commands and no code."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from stele.compiler.cli import main
from stele.compiler.common.files import write_whole
from stele.compiler.front.folder import files_of

pytestmark = pytest.mark.slow


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new expansion, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "Sea Gardens"]) == 0
    return tmp_path / "sea-gardens"


def simulated(folder: Path) -> list[str]:
    return ["simulate", str(folder), "--games", "4", "--players", "3", "--bots", "random", "--processes", "1"]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param([], id="an expansion"),
        pytest.param(["card", "Great Arch"], id="a card"),
        pytest.param(["board", "isle-of-wool"], id="a board"),
        pytest.param(["ruling", "put-away"], id="a ruling"),
    ],
)
def test_a_start_checks_is_laid_out_passes_its_rulings_and_plays(fan: Path, more: list[str]) -> None:
    if more:
        assert main(["new", *more, "--in", str(fan)]) == 0
    assert main(["check", "--strict", str(fan)]) == 0
    assert main(["fmt", "--check", str(fan)]) == 0
    assert main(["test", str(fan)]) == 0
    assert main(simulated(fan)) == 0


def test_a_ruling_brings_a_rule_to_cover_if_there_is_none(fan: Path) -> None:
    (fan / "rules.yaml").unlink()
    (fan / "rulings" / "rulings.yaml").unlink()
    assert main(["new", "ruling", "put-away", "--in", str(fan)]) == 0
    assert main(["check", "--strict", str(fan)]) == 0
    assert main(["test", str(fan)]) == 0


def test_every_file_names_the_schema_of_its_kind_in_the_first_line(fan: Path) -> None:
    for item in (["card", "arch"], ["board", "isle"], ["ruling", "away"]):
        assert main(["new", *item, "--in", str(fan)]) == 0
    listed = list(files_of(fan, "fan", []))
    assert {kind for kind, _ in listed} == {"expansion", "vocabulary", "cards", "boards", "rules", "rulings"}
    for kind, file in listed:
        first = file.read_text(encoding="utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match is not None
        schema = json.loads((file.parent / match[1]).read_text(encoding="utf-8"))
        assert schema["$id"] == f"stele:{kind}"


def test_schemas_can_be_written_anew(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = (fan / "schema" / "cards.json").read_text(encoding="utf-8").replace('"title": "Cards"', '"title": "Old"')
    (fan / "schema" / "cards.json").write_text(old, encoding="utf-8")
    assert main(["schema", str(fan)]) == 0
    assert json.loads((fan / "schema" / "cards.json").read_text(encoding="utf-8"))["title"] == "Cards"
    assert main(["schema", str(fan / "nowhere")]) == 1
    assert "nowhere" in capsys.readouterr().err


def linked_folder(fan: Path) -> None:
    shutil.rmtree(fan / "schema")
    (fan / "schema").symlink_to(fan.parent / "mine")


def linked_file(fan: Path) -> None:
    (fan / "schema" / "rules.json").unlink()
    (fan / "schema" / "rules.json").symlink_to(fan.parent / "mine" / "rules.json")


def linked_to_nothing(fan: Path) -> None:
    (fan / "schema" / "rules.json").unlink()
    (fan / "schema" / "rules.json").symlink_to(fan.parent / "mine" / "new.json")


def other_file(fan: Path) -> None:
    (fan / "schema" / "rules.json").write_text('{"mine": 1}')


def pipe(fan: Path) -> None:
    (fan / "schema" / "rules.json").unlink()
    os.mkfifo(fan / "schema" / "rules.json")


@pytest.mark.parametrize("disturb", [linked_folder, linked_file, linked_to_nothing, other_file, pipe])
def test_schemas_are_written_over_nothing_else(
    fan: Path, disturb: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (fan.parent / "mine").mkdir()
    (fan.parent / "mine" / "rules.json").write_text('{"mine": 2}')
    disturb(fan)
    (fan / "schema" / "cards.json").unlink(missing_ok=True)

    def held() -> dict[Path, str]:
        return {file: file.read_text() if file.is_file() else "" for file in fan.parent.rglob("*")}

    before = held()
    assert main(["schema", str(fan)]) == 1
    assert "schema" in capsys.readouterr().err
    assert held() == before
    is_in_the_way = disturb in (linked_folder, linked_to_nothing)  # of one that is not there yet
    assert main(["new", "card", "Arch", "--in", str(fan)]) == is_in_the_way
    assert (held() == before) == is_in_the_way
    assert {file: held()[file] for file in before} == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["expansion", "Sea Gardens"], "is there already"),
        (["expansion", "base"], "comes with Stele"),
        (["expansion", "7"], "cannot be made an id"),
        (["expansion", "9lives"], "a letter first and 30 characters at most; say `--id ID` too"),
        (["expansion", ""], "a new expansion needs a name"),
        (["expansion", " "], "a new expansion needs a name"),
        (["card", "", "--in", "sea-gardens"], "a new card needs a name"),
        (["card", "altar", "--in", "sea-gardens"], "is declared already"),
        (["card", "arch"], "it has no `expansion.yaml`; say `--in FOLDER`"),
        (["card", "arch", "--in", "pipe"], "`pipe` has mistakes; `stele check pipe` shows them"),
        (["expansion", "/"], "`/` cannot be the folder of an expansion; give it a name"),
        (["expansion", "--", "--"], "`--` cannot be made an id"),
        (["card", "--", "--"], "`--` cannot be made an id"),
        (["card", "--in", "sea-gardens", "--", "-"], "`-` cannot be made an id"),
        (["expansion", "a\x1bb"], "cannot have the hidden character U+001B"),
        (["expansion", "a\tb"], "cannot have the hidden character U+0009"),
        (["expansion", "a\nb", "--id", "ab"], "cannot have the hidden character U+000A"),
        (["card", "a\u2028b", "--in", "sea-gardens"], "cannot have the hidden character U+2028"),
        (["board", "a\x85b", "--in", "sea-gardens"], "cannot have the hidden character U+0085"),
        (["ruling", "a\x7fb", "--in", "sea-gardens"], "cannot have the hidden character U+007F"),
        (["card", "a\u202eb", "--in", "sea-gardens"], "cannot have the hidden character U+202E"),
    ],
)
def test_nothing_is_overwritten_or_half_done(
    fan: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (fan.parent / "pipe").mkdir()
    os.mkfifo(fan.parent / "pipe" / "expansion.yaml")
    before = sorted(fan.parent.rglob("*"))
    assert main(["new", *arguments]) == 1
    assert message in capsys.readouterr().err
    assert sorted(fan.parent.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "folder", "id", "title"),
    [
        ("sub/dir/Name", "sub/dir/name", "name", "Name"),
        ("sub/dir/my-isle/", "sub/dir/my-isle", "my-isle", "My Isle"),
        ("../beside", "../beside", "beside", "Beside"),
        ("Éphèse!", "ephese", "ephese", "Éphèse!"),
        ("Köln & Größe", "koeln-groesse", "koeln-groesse", "Köln & Größe"),
        ("Ko\u0308ln", "koeln", "koeln", "Ko\u0308ln"),
        ("Łódź, Ærø", "lodz-aero", "lodz-aero", "Łódź, Ærø"),
        ("L'Île", "lile", "lile", "L'Île"),
        ("Wonders: more", "wonders-more", "wonders-more", "Wonders: more"),
    ],
)
def test_a_new_expansion_lies_where_its_name_says_and_has_an_id_of_plain_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: str, id: str, title: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert main(["new", "expansion", name]) == 0
    place = tmp_path / "here" / folder
    identity = yaml.safe_load((place / "expansion.yaml").read_text(encoding="utf-8"))
    assert (identity["id"], identity["name"]) == (id, title)
    assert main(["check", str(place)]) == 0


@pytest.mark.parametrize(
    "arguments", [["card", "And/Or"], ["board", "../No/Isle"], ["card", "Tower", "--in", "nowhere"]]
)
def test_a_new_part_is_put_into_no_other_folder_than_was_named(
    fan: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(fan)
    before = sorted(fan.parent.rglob("*"))
    assert main(["new", *arguments]) == 1
    assert "there is no folder `" in capsys.readouterr().err
    assert sorted(fan.parent.rglob("*")) == before


def test_a_new_expansion_may_be_the_folder_in_which_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "My Isle").mkdir()
    monkeypatch.chdir(tmp_path / "My Isle")
    assert main(["new", "expansion", "."]) == 0
    assert "id: my-isle\n" in (tmp_path / "My Isle" / "expansion.yaml").read_text(encoding="utf-8")
    assert main(["check"]) == 0


@pytest.mark.parametrize("name", ["true", "null", "on", "No", "Y"])
def test_a_word_that_yaml_takes_for_something_else_may_be_a_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", name]) == 0
    for kind in ("board", "card"):
        assert main(["new", "expansion", f"with-{kind}"]) == 0
        assert main(["new", kind, name, "--in", f"with-{kind}"]) == 0
        (tmp_path / f"with-{kind}" / "cards" / "cards.yaml").unlink()
        shutil.rmtree(tmp_path / f"with-{kind}" / "rulings")
        assert main(["new", "ruling", name, "--in", f"with-{kind}"]) == 0, "of the card that is called so"
    for place in (name.lower(), "with-board", "with-card"):
        assert main(["check", place]) == 0
        assert main(["fmt", "--check", place]) == 0
        assert main(["test", place]) == 0


def test_no_break_spaces_and_quotes_may_stand_in_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "L’Île\xa0: 'suite'"]) == 0
    assert main(["check", "lile-suite"]) == 0


@pytest.mark.parametrize("is_there", [False, True], ids=["a new folder", "a folder that is there"])
def test_a_start_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_there: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    if is_there:
        (tmp_path / "isle" / "cards").mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))

    def full(file: Path, text: str) -> None:
        if file.parent.name == "schema":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        write_whole(file, text)

    monkeypatch.setattr("stele.compiler.cli.new.write_whole", full)
    assert main(["new", "expansion", "deep/isle" if not is_there else "isle"]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "isle"]) == 0


def test_a_name_without_latin_letters_needs_an_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "Ἔφεσος"]) == 1
    assert "has no Latin letter for `ε`; say `--id ID` too" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["new", "expansion", "Ἔφεσος", "--id", "Ephesos"]) == 1
    assert "`Ephesos` is no id" in capsys.readouterr().err
    assert main(["new", "expansion", "Ἔφεσος", "--id", "ephesos"]) == 0
    assert "name: Ἔφεσος\n" in (tmp_path / "ephesos" / "expansion.yaml").read_text(encoding="utf-8")
    assert main(["check", "ephesos"]) == 0


def test_a_newcomer_needs_five_commands_and_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def type_in(command: str) -> str:
        assert main(shlex.split(command)[1:]) == 0, command
        return capsys.readouterr().out

    type_in("stele new expansion gardens")
    # In an editor: take the signs before the new colour away, and write a second card.
    vocabulary = Path("gardens/vocabulary.yaml")
    text = re.sub(r"^# (colours:|lines:|  - )", r"\1", vocabulary.read_text(encoding="utf-8"), flags=re.MULTILINE)
    vocabulary.write_text(text.replace("gardens-colour", "golden"), encoding="utf-8")
    cards = Path("gardens/cards/cards.yaml")
    second = """
  - id: summer-house
    name: Summer House
    deck: guilds
    colour: golden
    cost: 1 wood
    effect: [gain 1 favour token, score 1 point per golden card in city]
"""
    cards.write_text(cards.read_text(encoding="utf-8") + second, encoding="utf-8")
    assert type_in("stele check gardens").startswith("ok: ")
    assert type_in("stele test gardens") == "1 passed, 0 failed\n"
    assert "colour golden -> gardens.golden" in type_in("stele show summer-house gardens")
    assert "6 games" in type_in("stele simulate gardens --games 6 --processes 1")


def test_a_name_with_something_that_nobody_sees_is_refused(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(fan.rglob("*"))
    for words in (["card", "Gre\u202eat Arch", "--in", str(fan)], ["expansion", "Sea\u200bside"]):
        assert main(["new", *words]) == 1
        assert "hidden character" in capsys.readouterr().err
    assert sorted(fan.rglob("*")) == before
    assert not (fan.parent / "sea-side").exists()
