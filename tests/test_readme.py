"""What the README shows works: its expansion is written out, checked, shown and played."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.cli.arguments import parser
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def written(folder: Path, name: str) -> Path:
    """Write an expansion of the README into a folder."""
    for block in re.findall(rf"```yaml\n(# {name}/.*?)```", README, re.DOTALL):
        file = folder / block.splitlines()[0].removeprefix("# ")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block, encoding="utf-8")
    return folder / name


@pytest.fixture
def expansion(tmp_path: Path) -> Path:
    """The expansion of the README, in a folder."""
    return written(tmp_path, "my-expansion")


def test_the_expansion_of_the_readme_checks_shows_and_plays(
    expansion: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sorted(file.name for file in expansion.rglob("*.yaml")) == ["cards.yaml", "expansion.yaml"]
    assert main(["check", "--strict", str(expansion)]) == 0
    assert main(["show", "tollhouse-guild", str(expansion)]) == 0
    for players in ("3", "7"):
        simulated = ["simulate", str(expansion), "--players", players, "--games", "6", "--bots", "random"]
        assert main([*simulated, "--processes", "1"]) == 0
    assert "6 games" in capsys.readouterr().out


def test_every_command_of_the_readme_can_be_typed() -> None:
    typed = re.findall(r"^\$ stele (.*)$", README, re.MULTILINE)
    assert len(typed) >= 5
    for line in typed:
        parser().parse_args(shlex.split(line, comments=True))
