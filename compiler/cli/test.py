"""`stele test`: play the rulings of expansions, the executable FAQ."""

from __future__ import annotations

import argparse
import sys

from stele.compiler import items
from stele.compiler.cli.paint import write
from stele.compiler.cli.report import count, report
from stele.compiler.court import judge_all
from stele.compiler.places import folders_of
from stele.compiler.project import Checked, check_folders
from stele.compiler.referee import Verdict
from stele.compiler.rulings import rulings_of


def run(options: argparse.Namespace) -> int:
    """Check, play and print."""
    folders = folders_of(options.folders)
    checked = check_folders(folders)
    if checked.has_errors:
        report(checked.diagnostics, checked)
        return 1
    asked = {id for id, place in checked.places.items() if place in [folder.resolve() for folder in folders]}
    rulings = [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion in asked]
    rulings = [ruling for ruling in rulings if options.word in ruling.id]
    verdicts = judge_all(rulings, checked)
    failed = [verdict for verdict in verdicts if verdict.failures]
    for verdict in failed:
        show(verdict)
    if options.coverage:
        show_coverage(checked, asked)
    write(
        [("good" if not failed else "error", f"{len(verdicts) - len(failed)} passed, {len(failed)} failed\n")],
        sys.stdout,
    )
    return 1 if failed else 0


def show(verdict: Verdict) -> None:
    """Print a ruling that does not hold."""
    ruling = verdict.ruling
    write(
        [("error", "failed"), ("strong", f": {ruling.id}\n"), ("place", " --> "), ("", f"{ruling.span}\n")], sys.stdout
    )
    write([("", f"  {ruling.question} {ruling.answer}\n")], sys.stdout)
    for failure in verdict.failures:
        write([("mark", "  "), ("", f"{failure}\n")], sys.stdout)
    for line in verdict.context:
        write([("faint", f"    {line}\n")], sys.stdout)


def show_coverage(checked: Checked, asked: set[str]) -> None:
    """Print the rules of expansions that neither a ruling nor a test covers; components are on the cards and boards themselves."""
    rulings = rulings_of(checked.documents, checked.game.contents)
    covered = {cover.text for ruling in rulings for cover in ruling.covers}
    contents = [content for content in checked.game.contents if content.expansion.id in asked]
    missing = [rule for content in contents for rule in uncovered(content, covered)]
    known = {content.expansion.id for content in checked.game.contents}
    # What a rule says of an expansion that nobody has written yet, no scene can show.
    without = [rule for rule in missing if any(name.text not in known for name in rule.needs)]
    for rule in missing:
        if rule not in without:
            write([("warning", "not covered"), ("", f": {rule.id} · {rule.says}\n")], sys.stdout)
    for rule in without:
        needs = ", ".join(name.text for name in rule.needs if name.text not in known)
        write([("faint", f"cannot be shown without {needs}: {rule.id} · {rule.says}\n")], sys.stdout)
    write([("", f"{count(len(missing) - len(without), 'rule')} not covered by a ruling or a test")], sys.stdout)
    write([("", f", and {len(without)} about expansions that are not here\n" if without else "\n")], sys.stdout)


def uncovered(content: items.Content, covered: set[str]) -> list[items.Rule]:
    """Return the rules of an expansion that no ruling names and that name no test."""
    rules = (rule for rule in content.rules if rule.kind != "component" and not rule.tested_by)
    return [rule for rule in rules if rule.id not in covered]
