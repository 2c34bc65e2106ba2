"""Write findings for programs: JSON, GitHub annotations, SARIF and JUnit.

Each is one text made of the same diagnostics that `stele check` shows to people.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from stele.compiler.common.codes import CODES
from stele.compiler.common.diagnostics import Diagnostic, Note, plain
from stele.compiler.common.files import path_bytes
from stele.compiler.common.span import Span
from stele.compiler.common.words import CONTROL, visible
from stele.compiler.driver.check import Checked
from stele.compiler.front.source import UNPRINTABLE
from stele.compiler.tools.error_pages import pages
from stele.compiler.tools.provenance import Value

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True, slots=True)
class Narrow:
    """A check of some files, and what is wrong in others of their expansions."""

    files: frozenset[Path]  # resolved
    errors: int  # in other files
    told: str  # about these errors, if there are any


def formatted(
    format: str,
    checked: Checked,
    is_strict: bool,
    narrow: Narrow | None = None,
    proposed: Sequence[Value] | None = None,
) -> str:
    """Return the findings of a check in a format for programs; JSON has room for values that are
    proposed too.
    """
    told = narrow.told if narrow is not None else ""
    match format:
        case "json":
            return as_json(checked, narrow, proposed)
        case "github":
            return as_github(checked.diagnostics, told)
        case "sarif":
            return as_sarif(checked.diagnostics, told)
        case "junit":
            return as_junit(checked, is_strict, narrow)
        case _:
            raise AssertionError(format)


def severity(diagnostic: Diagnostic) -> str:
    """Return `error` or `warning`."""
    return "error" if diagnostic.is_error else "warning"


def whole_message(diagnostic: Diagnostic) -> str:
    """Return the sentence with what helps."""
    lines = [diagnostic.message, *filter(None, [diagnostic.help]), *diagnostic.footers]
    return "\n".join(visible(line) for line in lines)


def json_text(data: object) -> str:
    """Return data as JSON that shows no control character to a terminal."""
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    return CONTROL.sub(lambda sign: sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}", text)


# --- JSON -----------------------------------------------------------------------------------------


def as_json(checked: Checked, narrow: Narrow | None, proposed: Sequence[Value] | None = None) -> str:
    """Return one object with a list of findings."""
    found = checked.diagnostics
    errors = sum(diagnostic.is_error for diagnostic in found)
    whole = {
        "version": 1,
        "errors": errors,
        "warnings": len(found) - errors,
        **({"errors_elsewhere": narrow.errors} if narrow is not None else {}),
        "findings": [finding(diagnostic) for diagnostic in found],
        **({"proposed": [proposed_value(value) for value in proposed]} if proposed is not None else {}),
    }
    return json_text(whole)


def finding(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return one finding as plain data."""
    return {
        "code": diagnostic.code.id,
        "severity": severity(diagnostic),
        "message": diagnostic.message,
        **place(diagnostic.span),
        "help": diagnostic.help,
        "notes": [{"message": note.message, **place(note.span)} for note in diagnostic.notes],
        "footers": list(diagnostic.footers),
        "edits": [{**place(edit.span), "text": edit.text} for edit in diagnostic.edits],
    }


def proposed_value(value: Value) -> dict[str, Any]:
    """Return a value that no source documents as plain data."""
    return {"item": value.item, "field": value.field, "says": value.says, **place(value.span)}


def place(span: Span) -> dict[str, Any]:
    """Return a place as plain data.

    Lines and columns are counted from 1, the end column is the first one behind.
    """
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# --- GitHub ---------------------------------------------------------------------------------------


def as_github(found: Sequence[Diagnostic], told: str) -> str:
    """Return one workflow command for each finding.

    GitHub shows them beside the lines of a change.
    """
    elsewhere = f"::error::{in_message(visible(told))}\n" if told else ""
    return "".join(f"{annotation(diagnostic)}\n" for diagnostic in found) + elsewhere


def annotation(diagnostic: Diagnostic) -> str:
    """Return one workflow command."""
    span = diagnostic.span
    # GitHub refuses columns if a place goes over several lines.
    columns = [("col", span.column), ("endColumn", max(span.column, span.end_column - 1))]
    properties = [("file", span.path), ("line", span.line), ("endLine", span.end_line)]
    properties += columns if span.end_line == span.line else []
    properties.append(("title", diagnostic.code.id))
    listed = ",".join(f"{key}={in_property(str(value))}" for key, value in properties)
    return f"::{severity(diagnostic)} {listed}::{in_message(whole_message(diagnostic))}"


def in_message(text: str) -> str:
    """Return a text as the message of a workflow command."""
    return visible(text, "\n").replace("%", "%25").replace("\n", "%0A")


def in_property(text: str) -> str:
    """Return a text as a property of a workflow command."""
    return in_message(visible(text)).replace(":", "%3A").replace(",", "%2C")


# --- SARIF ----------------------------------------------------------------------------------------


def as_sarif(found: Sequence[Diagnostic], told: str) -> str:
    """Return a log in the Static Analysis Results Interchange Format, version 2.1.0."""
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "stele",
                "semanticVersion": version("stele-rules"),
                "rules": [sarif_rule(code.id) for code in CODES],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [sarif_result(diagnostic) for diagnostic in found],
    }
    if told:
        notification = {"level": "error", "message": {"text": visible(told)}}
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": [notification]}]
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(log)


def sarif_rule(id: str) -> dict[str, Any]:
    """Return what a log says about a code."""
    page = pages()[id]
    return {
        "id": id,
        "shortDescription": {"text": page.code.about},
        "fullDescription": {"text": page.means},
        "help": {"text": f"{page.why} See `stele explain {id}`."},
        "defaultConfiguration": {"level": "error" if page.code.is_error else "warning"},
    }


def sarif_result(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return one finding of a log."""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": CODES.index(diagnostic.code),
        "level": severity(diagnostic),
        "message": {"text": whole_message(diagnostic)},
        "locations": [{"physicalLocation": sarif_place(diagnostic.span)}],
    }
    if diagnostic.notes:
        result["relatedLocations"] = [sarif_note(index, note) for index, note in enumerate(diagnostic.notes, 1)]
    if diagnostic.edits:
        changes: dict[str, list[dict[str, Any]]] = {}
        for edit in diagnostic.edits:
            replacement = {"deletedRegion": region(edit.span), "insertedContent": {"text": edit.text}}
            changes.setdefault(edit.span.path, []).append(replacement)
        listed = [{"artifactLocation": {"uri": uri(path)}, "replacements": each} for path, each in changes.items()]
        result["fixes"] = [{"artifactChanges": listed}]
    return result


def sarif_note(number: int, note: Note) -> dict[str, Any]:
    """Return a second place."""
    return {"id": number, "message": {"text": note.message}, "physicalLocation": sarif_place(note.span)}


def sarif_place(span: Span) -> dict[str, Any]:
    """Return a place."""
    return {"artifactLocation": {"uri": uri(span.path)}, "region": region(span)}


def region(span: Span) -> dict[str, int]:
    """Return a stretch of a file."""
    start = {"startLine": span.line, "startColumn": span.column}
    return {**start, "endLine": span.end_line, "endColumn": span.end_column}


def uri(path: str) -> str:
    """Return a path as a reference."""
    return ("file://" if path.startswith("/") else "") + quote(path_bytes(path))


# --- JUnit ----------------------------------------------------------------------------------------


def as_junit(checked: Checked, is_strict: bool, narrow: Narrow | None) -> str:
    """Return a report with one test case for each file, of a narrow check only for those named.

    It fails if something is wrong in the file.
    """
    paths = [document.text.path for document in checked.documents]
    if narrow is not None:
        paths = [path for path in paths if Path(path).resolve() in narrow.files]
    by_file: dict[str, list[Diagnostic]] = {path: [] for path in paths}
    for diagnostic in checked.diagnostics:
        by_file.setdefault(diagnostic.span.path, []).append(diagnostic)
    cases = [junit_case(path, found, checked, is_strict) for path, found in by_file.items()]
    failures = sum("<failure" in case for case in cases)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="0"'
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="stele" {counts}>\n'
    return head + f'  <testsuite name="stele check" {counts}>\n{"".join(cases)}  </testsuite>\n</testsuites>\n'


def junit_case(path: str, found: Sequence[Diagnostic], checked: Checked, is_strict: bool) -> str:
    """Return the test case of one file."""
    head = f'    <testcase classname="stele.check" name={quoteattr(printable(path))}'
    failing = [diagnostic for diagnostic in found if diagnostic.is_error or is_strict]
    shown = printable("\n".join(plain(diagnostic, checked.texts) for diagnostic in found))
    if failing:
        first = failing[0]
        kind = f"type={quoteattr(first.code.id)} message={quoteattr(printable(first.message))}"
        return f"{head}>\n      <failure {kind}>{escape(shown)}</failure>\n    </testcase>\n"
    if found:
        return f"{head}>\n      <system-out>{escape(shown)}</system-out>\n    </testcase>\n"
    return f"{head}/>\n"


def printable(text: str) -> str:
    """Return a text that may stand in XML and on a terminal."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", visible(text, "\t\n"))
