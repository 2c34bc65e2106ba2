"""`stele check`: say what is wrong with content, or that nothing is."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from stele.compiler.cli.meant import files_meant, meant, no_content
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.driver.cache import content_key, keep_text, kept_text


def run(options: argparse.Namespace) -> int:
    """Check and print; what was clean and has not changed since is clean."""
    folders, files = meant(options.folders), files_meant(options.folders)
    if strange := no_content(files):
        write_problem(f"{strange} is no content of an expansion", sys.stderr)
        return 1
    if options.provenance and options.format not in ("text", "json"):
        write_problem(f"--provenance goes with --format text or json; {options.format} has no place for it", sys.stderr)
        return 2
    key = content_key(folders)
    name = f"{'strictly_' if options.strict else ''}clean_{key[:24]}.txt"
    if options.format == "text" and not options.provenance and (summed_up := kept_text(name)) is not None:
        write([("good", "ok"), ("", f": {summed_up}")], sys.stdout)
        return 0
    # The parsers are loaded only if there is something to parse.
    from stele.compiler.cli.formats import Narrow, formatted
    from stele.compiler.cli.report import count, report, summary
    from stele.compiler.common.diagnostics import in_order
    from stele.compiler.driver.check import check_folders, clashes, outdated, unaccounted
    from stele.compiler.driver.known import EarlierRuns
    from stele.compiler.driver.workspace import shown_path

    earlier = EarlierRuns(shows_warnings=True)
    checked = check_folders(folders, earlier=earlier)
    further = [*outdated(checked, folders), *clashes(checked, folders, earlier=earlier)]
    checked.diagnostics[:] = in_order([*checked.diagnostics, *further])
    proposed = None
    if options.provenance:
        from stele.compiler.cli.provenance import list_proposed, proposed_in

        if options.format == "text":
            list_proposed(checked, folders)
        else:
            proposed = proposed_in(checked, folders)
    if options.strict:
        checked.diagnostics.extend(unaccounted(checked, folders))
    # Who names a file wants to hear about that file; errors elsewhere are told, but not shown.
    is_narrow = bool(files) and len(files) == len(options.folders)
    elsewhere = [d for d in checked.diagnostics if is_narrow and Path(os.path.realpath(d.span.path)) not in files]
    checked.diagnostics[:] = [d for d in checked.diagnostics if d not in elsewhere]
    errors = sum(diagnostic.is_error for diagnostic in elsewhere)
    there = " ".join(map(shown_path, folders))
    told = f"{count(errors, 'error')} in other files; `stele check {there}` shows them" if errors else ""
    if told:
        write_problem(told, sys.stderr)
    if options.format == "text" and (checked.diagnostics or not errors):
        report(checked.diagnostics, checked)
    elif options.format != "text":
        narrow = Narrow(frozenset(files), errors, told) if is_narrow else None
        sys.stdout.write(formatted(options.format, checked, options.strict, narrow, proposed))
    if not checked.diagnostics and not elsewhere and key == content_key(folders):  # no file was saved meanwhile
        keep_text(name, f"{summary(checked)}\n")
    if checked.has_errors or errors or (options.strict and checked.diagnostics):
        return 1
    return 0
