"""The documents keep what they promise: every clause they show parses, every command they show
exists.
"""

from __future__ import annotations

import re

import pytest
import yaml

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front.clause_parser import parse_clause
from tests.conftest import ROOT, scalar

ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
NOTE = (ROOT / "KERNEL.md").read_text(encoding="utf-8").split("## The kernel note")[1]


def clauses() -> list[str]:
    """Return every clause of the kernel note."""
    listed: list[str] = []
    for line in re.findall(r"^(?:effect|start|everyone): .*$", NOTE, re.MULTILINE):
        value = next(iter(yaml.safe_load(line).values()))
        listed += [value] if isinstance(value, str) else value
    return listed


@pytest.mark.parametrize("text", clauses())
def test_a_clause_of_the_kernel_note_parses(text: str) -> None:
    found: list[Diagnostic] = []
    assert parse_clause(scalar(text), found) is not None, found


@pytest.mark.parametrize(
    "subject",
    [
        "Courtesan's Guild", "Tomyris", "Berenice", "Rome B", "Secret Warehouse", "Diplomacy with and without teams",
        "The Free City", "Edifice participation and its last pawn", "A card with a trigger under a frontier",
        "Cyprus A stage 2", "Moenia A", "The last card of the neighbour", "Brigadoon", "Temporal Paradox",
        "Caylus' royal favour", "Beijing B stage 3", "Citadels' Magician and Diplomat", "Yamato", "Rapa Nui",
        "DoppelWonder",
    ],
)  # fmt: skip
def test_the_kernel_note_says_how_each_hard_rule_is_written(subject: str) -> None:
    section = NOTE.split(f"**{subject}", 1)[1].split("\n**", 1)[0]
    assert "```yaml" in section


PATH = re.compile(r"`((?:compiler|runtime|lab)/[\w/]+\.py)`")


def test_every_module_is_named_in_the_architecture_by_its_path_and_every_path_is_a_module() -> None:
    files = (file for folder in ("compiler", "runtime", "lab") for file in (ROOT / folder).rglob("*.py"))
    modules = {file.relative_to(ROOT).as_posix() for file in files if file.name != "__init__.py"}
    named = set(PATH.findall(ARCHITECTURE))
    named = {path for path in named if not path.endswith("/__init__.py") or not (ROOT / path).is_file()}
    assert len(modules) > 100
    assert sorted(modules - named) == [], "not named"
    assert sorted(named - modules) == [], "not there"
