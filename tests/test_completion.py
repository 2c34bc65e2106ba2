"""What a shell is told when somebody presses Tab."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.cli.arguments import commands_of, parser
from stele.compiler.cli.completion import SCRIPTS, candidates
from stele.compiler.common.codes import CODES
from stele.compiler.front.expansion_paths import shipped_folders

SHIPPED = [folder.name for folder in shipped_folders()]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an expansion, a folder that leads on to one, and a file."""
    for name in ("orchard", "mine/rivers"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "expansion.yaml").write_text("id: x\n")
    (tmp_path / "game.json").write_text("{}")
    (tmp_path / ".hidden").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("", list(commands_of(parser())), id="commands"),
        pytest.param("si", ["simulate"], id="the rest of a command"),
        pytest.param("--v", ["--version"], id="an option of all"),
        pytest.param("check --fo", ["--format"], id="an option"),
        pytest.param("check --format ", ["text", "json", "github", "sarif", "junit"], id="values of an option"),
        pytest.param("check --format=js", ["--format=json"], id="a value behind a sign, in one word"),
        pytest.param("check --format = js", ["json"], id="a value behind a sign, as bash splits it"),
        pytest.param("check --format =", ["text", "json", "github", "sarif", "junit"], id="nothing behind a sign"),
        pytest.param("check o", ["orchard"], id="an expansion beside"),
        pytest.param("check ", [*SHIPPED, "mine/", "orchard"], id="all expansions"),
        pytest.param("check mine/", ["mine/rivers"], id="an expansion further down"),
        pytest.param("check orchard mi", ["mine/"], id="one more"),
        pytest.param("docs -o ", ["mine/", "orchard"], id="a folder"),
        pytest.param("docs --only orc", ["orchard"], id="an expansion of an option"),
        pytest.param("why g", ["game.json"], id="a file"),
        pytest.param("new ", ["expansion", "card", "board", "ruling"], id="a kind"),
        pytest.param("new card ", [], id="nothing is known"),
        pytest.param("explain E01", [code.id for code in CODES if code.id.startswith("E01")], id="a code"),
        pytest.param("simulate --bots greedy r", ["random"], id="one of many values"),
        pytest.param("simulate --bots greedy --pl", ["--players"], id="an option after many values"),
        pytest.param("watch orchard o", [], id="enough arguments"),
        pytest.param("nonsense o", [], id="no command"),
        pytest.param("check --format /", [], id="no value"),
        pytest.param("completion ", ["bash", "zsh", "fish"], id="shells"),
    ],
)
def test_a_word_is_completed_from_the_parsers(typed: str, expected: list[str]) -> None:
    assert [word for word, _ in candidates(typed.split(" "))] == expected


def test_a_script_asks_and_is_answered_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "--", "fm"]) == 0
    assert capsys.readouterr().out == "fmt\tlay out content files in the canonical way\n"


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_shell_has_a_script_that_it_understands(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "stele completion -- " in script
    if program := shutil.which(shell):
        flag = "--no-execute" if shell == "fish" else "-n"
        subprocess.run([program, flag], input=script, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_names_of_expansions(here: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "stele").write_text(f'#!/bin/sh\nexec {sys.executable} -m stele "$@"\n')
    (programs / "stele").chmod(0o755)
    asks = f'PATH={programs}:$PATH; {SCRIPTS["bash"]}\nCOMP_WORDS=(stele check orc) COMP_CWORD=2; _stele; echo "$COMPREPLY"'
    done = subprocess.run(["bash", "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout == "orchard\n"
