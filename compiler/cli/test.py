"""`stele test`: play the rulings of expansions, the executable FAQ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.cli.formats import formatted
from stele.compiler.cli.meant import files_meant, meant, no_content
from stele.compiler.cli.paint import in_lines, write, write_problem
from stele.compiler.cli.report import count, report
from stele.compiler.cli.ruling_formats import rulings_as_json, rulings_as_junit
from stele.compiler.common.diagnostics import did_you_mean
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.known import EarlierRuns
from stele.compiler.front.rulings import covered_by, rulings_of
from stele.compiler.rulings.coverage import Coverage, clause_coverage, rule_coverage, unshowable
from stele.compiler.rulings.option_coverage import choice_coverage
from stele.compiler.rulings.pool import run_rulings
from stele.compiler.rulings.runner import Outcome


def run(options: argparse.Namespace) -> int:
    """Check, play and print."""
    if options.format != "text" and (options.coverage or options.threshold is not None):
        write_problem("`--coverage` and `--threshold` go with `--format text`", sys.stderr)
        return 2
    folders, files = meant(options.folders), files_meant(options.folders)
    if strange := no_content(files):
        write_problem(f"{strange} is no content of an expansion", sys.stderr)
        return 1
    checked = check_folders(folders, earlier=EarlierRuns(shows_warnings=False))
    if checked.has_errors and options.format != "text":
        sys.stdout.write(formatted(options.format, checked, False))
        return 1
    if checked.has_errors:
        report(checked.diagnostics, checked)
        return 1
    asked = {id for id, place in checked.places.items() if place in [folder.resolve() for folder in folders]}
    rulings = [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion in asked]
    if files and len(files) == len(options.folders):
        rulings = [ruling for ruling in rulings if Path(ruling.span.path).resolve() in files]
        if not rulings:
            write_problem(f"no ruling stands in {', '.join(options.folders)}", sys.stderr)
            return 1
    chosen = [ruling for ruling in rulings if options.word in ruling.id]
    if options.word and not chosen:
        help = did_you_mean(options.word, [ruling.id for ruling in rulings])
        write_problem(f"no ruling has `{options.word}` in its id" + (f"; {help}" if help else ""), sys.stderr)
        return 1
    outcomes = run_rulings(chosen, checked)
    failed = [outcome for outcome in outcomes if outcome.failures]
    if options.format != "text":
        sys.stdout.write(rulings_as_json(outcomes) if options.format == "json" else rulings_as_junit(outcomes))
        return 1 if failed else 0
    for outcome in failed:
        show(outcome)
    for outcome in outcomes:
        if outcome.is_known_gap:
            show_gap(outcome)
    if options.word:
        show_refusals(outcomes)
    enough = True
    if options.coverage or options.threshold is not None:
        enough = show_coverage(checked, asked, outcomes, options.threshold)
    write([("good" if not failed else "error", f"{tally(outcomes)}\n")], sys.stdout)
    return 1 if failed or not enough else 0


def tally(outcomes: Sequence[Outcome]) -> str:
    """Say how many rulings hold, how many do not, and of how many that is known."""
    if not outcomes:
        return "no rulings"
    failed, gaps = sum(bool(one.failures) for one in outcomes), sum(one.is_known_gap for one in outcomes)
    known = f", {count(gaps, 'known gap')}" if gaps else ""
    return f"{len(outcomes) - failed - gaps} passed, {failed} failed{known}"


def show(outcome: Outcome) -> None:
    """Print a ruling that does not hold."""
    ruling = outcome.ruling
    write(
        [("error", "failed"), ("strong", f": {ruling.id}\n"), ("place", " --> "), ("", f"{ruling.span}\n")], sys.stdout
    )
    write([("", f"  {ruling.question} {ruling.answer}\n")], sys.stdout)
    for failure in outcome.failures:
        write([("mark", "  "), ("", f"{failure}\n")], sys.stdout)
    for line in outcome.context:
        write([("faint", f"    {line}\n")], sys.stdout)


def show_gap(outcome: Outcome) -> None:
    """Print a ruling that is known not to hold."""
    ruling = outcome.ruling
    write([("warning", "known gap"), ("", f": {ruling.id}: {ruling.gap}\n")], sys.stdout)
    for failure in outcome.gap:
        write([("faint", f"    {failure}\n")], sys.stdout)


def show_refusals(outcomes: Sequence[Outcome]) -> None:
    """Print why steps were refused that had to be."""
    for outcome in (outcome for outcome in outcomes if not outcome.failures):
        for refusal in outcome.refusals:
            write([("faint", f"{outcome.ruling.id}: refused, {refusal}\n")], sys.stdout)


def show_coverage(checked: Checked, asked: set[str], outcomes: Sequence[Outcome], threshold: float | None) -> bool:
    """Print what no ruling proves, with its place: rules, clauses, conditions, options.

    Tell whether enough is proven.
    """
    rulings = rulings_of(checked.documents, checked.game.contents)
    covered = covered_by(rulings)
    contents = [content for content in checked.game.contents if content.expansion.id in asked]
    known = {content.expansion.id for content in checked.game.contents}
    rules, clauses = rule_coverage(contents, covered, known), clause_coverage(checked, asked, outcomes)
    choices = choice_coverage(checked, asked, [outcome.ruling for outcome in outcomes])
    for what, gaps in (("not covered", rules.gaps), ("not proven", clauses.gaps), ("not taken", choices.gaps)):
        for gap in gaps:
            write([("warning", what), ("", f": {gap.span}: {gap.message}\n")], sys.stdout)
    without = unshowable(contents, covered, known)
    for rule in without:
        needs = ", ".join(name.text for name in rule.needs if name.text not in known)
        write([("faint", f"cannot be shown without {needs}: {rule.id} · {rule.says}\n")], sys.stdout)
    write([("", f"{count(len(rules.gaps), 'rule')} not covered by a ruling or a test")], sys.stdout)
    write([("", f", and {len(without)} about expansions that are not here\n" if without else "\n")], sys.stdout)
    proven = (
        f"{clauses.total - len(clauses.gaps)} of {clauses.total} clauses and conditions proven: a ruling fails without them\n"
        f"{choices.total - len(choices.gaps)} of {count(choices.total, 'option')} taken in a ruling\n"
    )
    write(in_lines("", proven), sys.stdout)
    parts = (rules, clauses, choices)
    both = Coverage(sum(part.total for part in parts), tuple(gap for part in parts for gap in part.gaps))
    if threshold is not None and both.percent < threshold:
        write([("error", f"{both.percent:.1f} % is proven, less than {threshold:g} %\n")], sys.stdout)
        return False
    return True
