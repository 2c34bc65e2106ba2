"""No control character of content, of a save or of a file's name reaches a terminal or a log."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stele.compiler.cli import main
from stele.compiler.cli.paint import VisibleStream, visible_console, write
from stele.compiler.common.span import text_of
from stele.compiler.driver.check import check_folders
from stele.compiler.front.source import YamlMapping, compose, plain
from tests.test_formats import in_a_terminal

RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069]")
FAKE = "ok: all is well"
SIGNS = [
    "\x1b[2J",
    "\x1b]0;title\x07",
    "\x07",
    "\r",
    "\x7f",
    "\x9b2J",
    "\u202e",
    "\u2066",
    "\u200b",
    f"\n{FAKE}",
    f"\n::error::{FAKE}",
]
NAME = f"Evil \n{FAKE}\n::error::x"
EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
CARDS = f"""cards:
  - id: evil
    name: {json.dumps(NAME)}
    deck: guilds
    colour: purple
    cost: free
    effect: score 1 point per stage in city
"""
LINES = f"lines:\n  - {{id: luck, name: {json.dumps(NAME)}, effect: score 1 point per stage in city}}\n"
IDS = ("baths", "altar", "theater", "lumber-yard", "clay-pit", "barracks", "loom-age-1")
PATCH = "patch:\n" + "".join(f"  - {{set: base.cards.{id}.name, to: {json.dumps(id + NAME)}}}\n" for id in IDS)
RULES = f"rules:\n  - {{id: fan.luck, says: {json.dumps(NAME)}, source: none, kind: scoring}}\n"
RULING = f"""rulings:
  - id: fails
    question: {json.dumps(NAME)}
    answer: {json.dumps(NAME)}
    covers: [fan.luck]
    given: {{seats: {{A: {{hand: [evil]}}, B: {{}}, C: {{}}}}}}
    when: [{{A: {{build: evil}}}}]
    then: {{A: {{coins: 99}}}}
"""


@pytest.fixture
def fan(tmp_path: Path) -> Path:
    """An expansion whose names would like to speak to the terminal."""
    folder = tmp_path / "fan"
    files = {
        "expansion.yaml": EXPANSION,
        "cards/c.yaml": CARDS,
        "vocabulary.yaml": LINES,
        "rules.yaml": RULES,
        "flow.yaml": PATCH,
        "rulings/r.yaml": RULING,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def assert_harmless(*texts: str) -> None:
    for text in texts:
        assert RAW.search(text) is None, repr(text)
        assert not [line for line in text.splitlines() if line.lstrip(" ✓").startswith((FAKE, "::error::"))], text


@pytest.fixture
def harmless(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Whatever a test prints is looked at."""
    yield capsys
    shown = capsys.readouterr()
    assert shown.out + shown.err
    assert_harmless(shown.out, shown.err)


COMMANDS = {
    "check": (["check", "FAN"], 0),
    "strict check": (["check", "--strict", "FAN"], 0),
    "show": (["show", "evil", "FAN"], 0),
    "test": (["test", "FAN"], 1),
    "watch": (["watch", "--once", "FAN"], 1),
    "play": (["play", "FAN", "--watch", "--players", "3"], 0),
    "simulate": (["simulate", "FAN", "--games", "2", "--processes", "1"], 0),
    "fmt": (["fmt", "--diff", "FAN"], 0),
    "an unknown item": (["show", NAME, "FAN"], 1),
    "an unknown folder": (["check", NAME], 1),
    "an unknown code": (["explain", NAME], 2),
    "an unknown ruling": (["test", "-k", NAME, "FAN"], 1),
    "an unknown variant": (["play", "FAN", "--variant", NAME], 1),
    "a save that is not there": (["why", NAME], 1),
}


@pytest.mark.parametrize(("command", "code"), COMMANDS.values(), ids=COMMANDS)
@pytest.mark.usefixtures("harmless")
def test_no_command_prints_a_control_character(fan: Path, command: list[str], code: int) -> None:
    assert main([str(fan) if word == "FAN" else word for word in command]) == code


@pytest.mark.usefixtures("harmless")
def test_a_hand_and_a_table_in_play_are_harmless(fan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "table\nscore\nwhy evil\nwhy \x1b[2J\nsave /nowhere/\x1b\n1\n\n1\n\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(words))
    assert main(["play", str(fan), "--players", "3"]) == 0


def test_why_is_harmless(fan: Path, harmless: pytest.CaptureFixture[str]) -> None:
    save = fan.parent / "game \x1b\u202e.json"
    assert main(["play", str(fan), "--watch", "--players", "3", "--save", str(save)]) == 0
    assert main(["why", str(save), "--folder", str(fan)]) == 0
    assert "Evil \\nok: all" in harmless.readouterr().out
    saved = json.loads(save.read_text())
    for key in ("ruleset", "variant", "expansions"):
        save.write_text(json.dumps(saved | {key: [NAME] if key == "expansions" else NAME}))
        assert main(["why", str(save), "--folder", str(fan)]) == 1


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("format", ["text", "json", "github", "sarif", "junit"])
def test_findings_about_strange_names_keys_and_files_are_harmless(
    fan: Path, capsys: pytest.CaptureFixture[str], sign: str, format: str
) -> None:
    text = json.dumps(f"x{sign}")
    (fan / "cards" / f"a{sign.replace('/', '')}.yaml").write_text(
        f"cards:\n  - {{id: {text}, {text}: 1, name: {text}, deck: {text}, effect: {text}, colour: {text}}}\n"
    )
    (fan / f"strange{sign.replace('/', '')}.yaml").write_text("x: 1\n")
    assert main(["check", "--format", format, str(fan)]) == 1
    shown = capsys.readouterr().out
    assert_harmless(shown)
    if format in ("json", "sarif"):
        assert json.loads(shown)
    elif format == "junit":
        assert ElementTree.fromstring(shown) is not None
    elif format == "github":
        assert all(line.startswith(("::error file=", "::warning file=")) for line in shown.splitlines())


@pytest.mark.parametrize("sign", [sign for sign in SIGNS if sign[0] != "\n"])
def test_an_escape_that_stands_for_a_control_character_is_refused(sign: str) -> None:
    found: list[object] = []
    root = compose(text_of("x.yaml", f"name: {json.dumps(sign)}\n"), found)  # type: ignore[arg-type]
    assert [finding.code.id for finding in found] == ["E0106"]  # type: ignore[attr-defined]
    assert isinstance(root, YamlMapping)
    assert RAW.search(plain(root)["name"]) is None


INVISIBLE = {
    "a turn of direction": "\u202e",
    "an isolate": "\u2066",
    "a mark of direction": "\u200f",
    "a space of no width": "\u200b",
    "a soft hyphen": "\u00ad",
    "a joiner between plain letters": "\u200d",
    "a filler": "\u3164",
    "a tag": "\U000e0041",
    "a mark of order": "\ufeff",
}
LANGUAGE = "name: Fan\n"
PLACES = {
    "an id": ("cards/c.yaml", "id: evil"),
    "a name": ("cards/c.yaml", "name: "),
    "a key": ("cards/c.yaml", "colour"),
    "a sentence": ("cards/c.yaml", "effect: score 1 point per stage"),
    "a name in a patch": ("flow.yaml", "to: "),
    "the question of a ruling": ("rulings/r.yaml", "question: "),
    "a rule": ("rules.yaml", "says: "),
    "another language": ("languages/fr.yaml", "name: "),
}


@pytest.mark.parametrize("sign", INVISIBLE.values(), ids=INVISIBLE)
@pytest.mark.parametrize(("place", "after"), PLACES.values(), ids=PLACES)
def test_what_nobody_sees_is_one_finding_and_taken_out_by_fix(fan: Path, place: str, after: str, sign: str) -> None:
    (fan / "languages").mkdir()
    (fan / "languages" / "fr.yaml").write_text(LANGUAGE, encoding="utf-8")
    file = fan / place
    written = file.read_text(encoding="utf-8").replace(json.dumps(NAME), "Evil").replace(NAME, "Evil")
    at = written.index(after) + len(after)
    at += 2 if after.endswith(" ") else -1
    file.write_text(written[:at] + sign + written[at:], encoding="utf-8")
    [found] = [one for one in check_folders([fan]).diagnostics if one.is_error]
    assert (found.code.id, found.span.path) == ("E0106", file.as_posix())
    assert main(["fmt", str(fan)]) == 1
    assert main(["fix", str(fan)]) == 0
    assert file.read_text(encoding="utf-8") == written


@pytest.mark.parametrize("sign", INVISIBLE.values(), ids=INVISIBLE)
def test_an_escape_or_a_comment_hides_nothing_either(fan: Path, sign: str) -> None:
    for text in (CARDS.replace("Evil ", f"Ev{sign.encode('unicode_escape').decode()}il "), f"{CARDS}# a{sign}b\n"):
        text = text.replace("\\xad", "\\u00ad")
        (fan / "cards" / "c.yaml").write_text(text, encoding="utf-8")
        assert [one.code.id for one in check_folders([fan]).diagnostics if one.is_error] == ["E0106"]


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀", "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "Öl’s", "\xa0x"]
)
def test_what_scripts_and_emoji_need_is_content(fan: Path, name: str) -> None:
    (fan / "cards" / "c.yaml").write_text(CARDS.replace(json.dumps(NAME), f'"{name}"'), encoding="utf-8")
    assert [one for one in check_folders([fan]).diagnostics if one.is_error] == []


def test_colours_are_ours_alone_on_a_terminal(fan: Path) -> None:
    (fan / "cards" / "\x1b[31mred.yaml").write_text("cards: [{id: \u202ex}]\n", encoding="utf-8")
    command = [sys.executable, "-m", "stele.compiler.cli"]
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": ""}
    del environment["NO_COLOR"]
    shown = [
        in_a_terminal([*command, *words, str(fan)], environment).decode()
        for words in (["check"], ["show", "evil"], ["play", "--watch", "--players", "3"])
    ]
    for text in shown:
        bare = re.sub("\x1b\\[[0-9;]*m|\r\n", "", text)
        assert RAW.search(bare) is None, bare
        assert "\x1b[31mred" not in text
    assert "\x1b[1;31merror" in shown[0]
    assert "\\x1b[31mred.yaml" in shown[0]


@pytest.mark.parametrize(
    "words",
    [["\x1b[31mred"], ["check", "--\x1b[31mred"], ["why", "a", "\x1b[31mred"], ["simulate", "--bots", "\x1b[31mred"]],
    ids=["a command", "an option", "one too many", "a bot"],
)
def test_wrong_usage_is_told_without_colours_of_others(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit):
        main(words)
    err = capsys.readouterr().err
    assert ("\\x1b[31mred" in err, "\x1b" in err) == (True, False)


def test_a_bug_of_ours_is_told_without_colours_of_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(options: object) -> int:
        raise AssertionError("\x1b[31mred")

    monkeypatch.setattr("stele.compiler.cli.explain.run", fail)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["explain"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("Traceback (most recent call last):\n  File")
    assert ("\\x1b[31mred" in err, "\x1b" in err) == (True, False)


def test_a_piece_is_one_line_and_a_console_takes_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    write([("strong", "a\x1b[2J\nb\n"), ("", "\n")], sys.stdout)
    console = visible_console()
    console.print("[red]c[/red] [/] :smile: \x1b[2J\nd", style="bold")
    assert capsys.readouterr().out == "a\\x1b[2J\\nb\n\n[red]c[/red] [/] :smile: \\x1b[2J\\nd\n"


def test_what_a_stream_cannot_say_is_escaped() -> None:
    data = io.BytesIO()
    stream = VisibleStream(io.TextIOWrapper(data, encoding="ascii"))
    stream.write("é\udcff\x1b…\n")
    stream.flush()
    assert data.getvalue() == b"\\xe9\\udcff\\x1b\\u2026\n"
