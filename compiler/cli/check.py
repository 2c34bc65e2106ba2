"""`stele check`: say what is wrong with content, or that nothing is."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from stele.compiler.build import folders_of
from stele.compiler.cli.paint import write
from stele.compiler.diagnostics import Diagnostic, render
from stele.compiler.project import Checked, check_folders

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_check(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "check",
        help="check content files",
        description="Check expansions, with everything they require. Without a folder: all that come with Stele.",
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="an expansion's folder, or a shipped one's id")
    parser.add_argument("--strict", action="store_true", help="let warnings count as findings too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check and print."""
    checked = check_folders(folders_of(options.folders))
    report(checked.diagnostics, checked)
    if checked.has_errors or (options.strict and checked.diagnostics):
        return 1
    return 0


def report(diagnostics: list[Diagnostic], checked: Checked) -> None:
    """Print findings and a line that sums them up."""
    for diagnostic in diagnostics:
        write([*render(diagnostic, checked.texts), ("", "\n")], sys.stdout)
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    if diagnostics:
        parts = [count(errors, "error")] if errors else []
        parts += [count(warnings, "warning")] if warnings else []
        write([("error" if errors else "warning", f"{' and '.join(parts)}\n")], sys.stdout)
    if not errors:
        write([("good", "ok"), ("", f": {summary(checked)}\n")], sys.stdout)


def summary(checked: Checked) -> str:
    """Return what was checked, in numbers."""
    contents = checked.game.contents
    names = ", ".join(content.expansion.id for content in contents)
    cards = sum(len(content.cards) for content in contents)
    boards = sum(len(content.boards) for content in contents)
    rules = sum(len(content.rules) for content in contents)
    return f"{names}: {count(cards, 'card')}, {count(boards, 'board')}, {count(rules, 'rule')}"


def count(number: int, word: str) -> str:
    """Return `1 card` or `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
