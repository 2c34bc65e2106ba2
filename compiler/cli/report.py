"""Print what a check has found."""

from __future__ import annotations

import sys
from collections import Counter

from stele.compiler.cli.paint import write
from stele.compiler.common.diagnostics import Diagnostic, render
from stele.compiler.driver.check import Checked


def report(diagnostics: list[Diagnostic], checked: Checked) -> None:
    """Print findings and a line that sums them up."""
    for diagnostic in diagnostics:
        write([*render(diagnostic, checked.texts), ("", "\n")], sys.stdout)
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    if diagnostics:
        parts = [count(errors, "error")] if errors else []
        parts += [count(warnings, "warning")] if warnings else []
        first = diagnostics[0].code.id
        more = f"; to learn more: stele explain {first}\n"
        write([("error" if errors else "warning", " and ".join(parts)), ("", more)], sys.stdout)
    if not errors:
        write([("good", "ok"), ("", f": {summary(checked)}\n")], sys.stdout)


def summary(checked: Checked) -> str:
    """Return what was checked, in numbers; what patches add counts like what is declared."""
    contents = checked.game.contents
    ids = [content.expansion.id for content in contents]
    patches = [patch for content in contents for patch in content.patches]
    added = Counter(patch.path[1:] for patch in patches if patch.adds and all(need.text in ids for need in patch.needs))
    cards = sum(len(content.cards) for content in contents) + added["cards",]
    boards = sum(len(content.boards) for content in contents) + added["boards",]
    rules = sum(len(content.rules) for content in contents)
    return f"{', '.join(ids)}: {count(cards, 'card')}, {count(boards, 'board')}, {count(rules, 'rule')}"


def count(number: int, word: str) -> str:
    """Return `1 card` or `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
