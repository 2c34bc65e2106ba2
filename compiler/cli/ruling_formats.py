"""Write what came of rulings for programs: JSON and JUnit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from stele.compiler.cli.formats import printable
from stele.compiler.rulings.runner import Outcome


def rulings_as_json(outcomes: Sequence[Outcome]) -> str:
    """Return one object with a list of rulings."""
    failed = sum(bool(outcome.failures) for outcome in outcomes)
    gaps = sum(outcome.is_known_gap for outcome in outcomes)
    whole = {
        "version": 1,
        "passed": len(outcomes) - failed - gaps,
        "failed": failed,
        "expected-gaps": gaps,
        "rulings": [ruling_data(outcome) for outcome in outcomes],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def ruling_data(outcome: Outcome) -> dict[str, object]:
    """Return a ruling and what came of it as plain data."""
    ruling = outcome.ruling
    return {
        "id": ruling.id,
        "expansion": ruling.expansion,
        "question": ruling.question,
        "answer": ruling.answer,
        "path": ruling.span.path,
        "line": ruling.span.line,
        "passed": not outcome.failures and not outcome.is_known_gap,
        "expected-gap": outcome.gap,
        "failures": outcome.failures,
        "context": outcome.context,
    }


def rulings_as_junit(outcomes: Sequence[Outcome]) -> str:
    """Return a report with one test case for each ruling, in a suite for each expansion."""
    suites = []
    for expansion in dict.fromkeys(outcome.ruling.expansion for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.ruling.expansion == expansion]
        cases = "".join(ruling_case(outcome) for outcome in own)
        suites.append(f'  <testsuite name="{expansion}" {junit_counts(own)}>\n{cases}  </testsuite>\n')
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="stele" {junit_counts(outcomes)}>\n'
    return head + "".join(suites) + "</testsuites>\n"


def junit_counts(outcomes: Sequence[Outcome]) -> str:
    """Return how many rulings were played and failed."""
    failures = sum(bool(outcome.failures) for outcome in outcomes)
    gaps = sum(outcome.is_known_gap for outcome in outcomes)
    return f'tests="{len(outcomes)}" failures="{failures}" errors="0" skipped="{gaps}"'


def ruling_case(outcome: Outcome) -> str:
    """Return the test case of one ruling."""
    ruling = outcome.ruling
    place = f'file={quoteattr(printable(ruling.span.path))} line="{ruling.span.line}"'
    head = f'    <testcase classname="{ruling.expansion}" name={quoteattr(printable(ruling.id))} {place}'
    if outcome.is_known_gap:
        message = quoteattr(printable(outcome.gap[0]))
        return f"{head}>\n      <skipped message={message}/>\n    </testcase>\n"
    if not outcome.failures:
        return f"{head}/>\n"
    asked = f"{ruling.question} {ruling.answer}"
    shown = printable("\n".join([asked, *outcome.failures, *outcome.context]))
    message = quoteattr(printable(outcome.failures[0]))
    return f"{head}>\n      <failure message={message}>{escape(shown)}</failure>\n    </testcase>\n"
