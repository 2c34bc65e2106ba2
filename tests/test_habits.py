"""Hooks, action and workflows do what they say: their commands are run as they stand."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from stele.compiler.cli.arguments import parser
from stele.compiler.front.nodes import Sentence
from tests.conftest import ROOT


def read(name: str) -> Any:
    """Return what a YAML file of the repository says."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STEPS = {step["name"]: step["run"] for step in read("action.yml")["runs"]["steps"] if "run" in step}


def run_step(name: str, folders: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a step of the action as GitHub does, with the `stele` of this
    environment.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEPS[name]],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PATH": path, "FOLDERS": folders, "STRICT": "false", **more},
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Check", "Layout"])
def test_the_action_is_content_with_sound_folders(name: str) -> None:
    done = run_step(name, "tests/expansions/gardens content/base")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_action_shows_findings_at_their_lines_and_fails() -> None:
    done = run_step("Check", "tests/bad/E0505_unpayable")
    assert done.returncode == 1
    assert re.search(r"^::error file=tests/bad/E0505_unpayable/.*,line=\d+", done.stdout, re.MULTILINE)


@pytest.mark.slow
def test_the_action_plays_the_rulings_of_a_folder() -> None:
    done = run_step("Rulings", "tests/expansions/gardens")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout


@pytest.mark.slow
def test_no_value_of_a_workflow_becomes_a_part_of_a_script(tmp_path: Path) -> None:
    bait = tmp_path / "bait"
    done = run_step("Check", f"content/base; touch {bait}")
    assert done.returncode != 0
    assert not bait.exists()
    assert not any("${{" in script for script in STEPS.values())


def test_hooks_for_content_call_commands_that_there_are() -> None:
    hooks = read(".pre-commit-hooks.yaml")
    assert [hook["id"] for hook in hooks] == ["stele-check", "stele-fmt"]
    for hook in hooks:
        command: list[str] = [*hook["entry"].split(), *hook["args"]]
        assert command[0] in PROJECT["scripts"]
        parser().parse_args(command[1:])  # leaves the program if one of them is unknown


def test_hooks_for_this_repository_call_tools_of_its_environment() -> None:
    local = [hook for repo in read(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    for hook in local:
        tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
        there = (ROOT / tool).is_file() or Path(sys.executable).with_name(tool).is_file()
        assert there, hook["entry"]


@pytest.mark.parametrize(
    ("message", "is_taken"),
    [
        pytest.param("Name the thing changed\n\nAnd say why.\n", True, id="a subject and a body"),
        pytest.param("Name the thing changed\n# a comment of git\n", True, id="comments of git"),
        pytest.param("N" * 73 + "\n", False, id="too long"),
        pytest.param("Name it.\n", False, id="a full stop"),
        pytest.param("Name it\nand go on\n", False, id="a body that is not apart"),
        pytest.param("# only a comment\n", False, id="nothing"),
    ],
)
def test_a_commit_has_a_subject_of_72_columns(tmp_path: Path, message: str, is_taken: bool) -> None:
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    done = subprocess.run([ROOT / ".ci" / "commit-subject", file], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == is_taken, done.stderr


def test_the_workflow_proves_every_version_that_the_project_promises() -> None:
    matrix = read(".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={matrix['python'][0]}"
    assert [one["python"] for one in matrix["include"] if one.get("unproven")] == ["3.14"]


def test_the_changelog_begins_with_this_version_and_its_day() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$", text, re.MULTILINE)
    assert released[0][0] == PROJECT["version"]
    assert [day for _, day in released] == sorted((day for _, day in released), reverse=True)


PROSE = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "API.md",
    "KERNEL.md",
    "compiler/docs/guide.md",
    "compiler/docs/recipes.md",
]


@pytest.mark.parametrize("name", PROSE)
def test_prose_is_wrapped_at_100_columns(name: str) -> None:
    text = re.sub(r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    # Tables cannot be wrapped, and what is one word cannot either.
    long = [line for line in text.splitlines() if len(line) > 100 and not line.startswith("|") and " <- " not in line]
    assert [line for line in long if not re.fullmatch(r"\s*(?:[-*>] )?\S+|!\[.*", line)] == []


def wide_prose(file: Path) -> Iterator[int]:
    """Yield the lines of comments of their own and of docstrings that are wider than 100
    columns.
    """
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if (
            token.type == tokenize.COMMENT
            and token.line.strip().startswith("#")
            and len(lines[token.start[0] - 1]) > 100
        ):
            yield token.start[0]
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() if ast.get_docstring(node):
                said = node.body[0]
                yield from (n for n in range(said.lineno, (said.end_lineno or 0) + 1) if len(lines[n - 1]) > 100)


@pytest.mark.slow
def test_comments_and_docstrings_are_wrapped_at_100_columns() -> None:
    files = [file for folder in ("compiler", "runtime", "lab", "tests") for file in (ROOT / folder).rglob("*.py")]
    wide = [f"{f.relative_to(ROOT)}:{n}" for f in files if "golden" not in f.parts for n in wide_prose(f)]
    assert wide == []


def names_a_sentence(file: Path, sentences: set[str]) -> bool:
    """Tell whether a module names a kind of sentence: as `n.Gain`, by importing it, or by declaring
    it.
    """
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id="n"), attr=name) if name in sentences:
                return True
            case ast.ImportFrom(module=str(module), names=names) if "front.nodes" in module:
                if sentences & {one.name for one in names}:
                    return True
    return False


def test_contributing_lists_every_file_that_a_new_construct_touches() -> None:
    section = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## A new construct", 1)[1].split("\n## ", 1)[0]
    )
    named = re.findall(r"`((?:compiler|grammar|tests)/[^`]+)`", section)
    listed = {file for path in named for file in ROOT.glob(path)}
    assert all(any(ROOT.glob(path)) for path in named), "a path that is not there"
    beside = {(ROOT / path).with_name(other) for path in named for other in re.findall(r"`(\w+\.py)`", section)}
    sentences = {kind.__name__ for kind in get_args(Sentence)}
    assert len(sentences) > 30
    naming = {file for file in (ROOT / "compiler").rglob("*.py") if names_a_sentence(file, sentences)}
    missing = {file.relative_to(ROOT).as_posix() for file in naming - listed - beside}
    assert missing == set()


# --- the runtime is small pieces ------------------------------------------------------------------

BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
MOST_LINES, MOST_LEVELS, MOST_OF_A_MODULE = 60, 6, 500
LONG_MODULES: set[str] = set()  # may only shrink


def levels(node: ast.AST) -> int:
    """Return how deep blocks stand in each other; `elif` is no deeper than `if`."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        is_elif = isinstance(child, ast.If) and isinstance(node, ast.If) and child in node.orelse
        deepest = max(deepest, levels(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


def only_declares(function: ast.FunctionDef) -> bool:
    """Tell whether a function does nothing but give attributes their first values."""
    return all(isinstance(line, ast.Assign | ast.AnnAssign) for line in function.body)


def test_functions_of_the_runtime_are_short_and_flat() -> None:
    long, deep = [], []
    for file in sorted((ROOT / "runtime").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                name = f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
                lines = (node.end_lineno or 0) - node.lineno + 1
                long += [name] if lines > MOST_LINES and not (node.name == "__init__" and only_declares(node)) else []
                deep += [name] if levels(node) > MOST_LEVELS else []
    assert long == []
    assert deep == []


def test_modules_of_the_runtime_have_one_subject() -> None:
    files = (file for file in (ROOT / "runtime").rglob("*.py") if file.name != "__init__.py")
    long = {
        file.relative_to(ROOT).as_posix() for file in files if len(file.read_text().splitlines()) > MOST_OF_A_MODULE
    }
    assert long == LONG_MODULES
