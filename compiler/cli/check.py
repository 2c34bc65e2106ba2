"""`stele check`: say what is wrong with content, or that nothing is."""

from __future__ import annotations

import argparse
import sys

from stele.compiler.cli.paint import write
from stele.compiler.driver.cache import content_key, keep_text, kept_text
from stele.compiler.front.expansion_paths import folders_of


def run(options: argparse.Namespace) -> int:
    """Check and print; what was clean and has not changed since is clean."""
    folders = folders_of(options.folders)
    key = content_key(folders)
    name = f"{'strictly_' if options.strict else ''}clean_{key[:24]}.txt"
    if options.format == "text" and not options.provenance and (summed_up := kept_text(name)) is not None:
        write([("good", "ok"), ("", f": {summed_up}")], sys.stdout)
        return 0
    # The parsers are loaded only if there is something to parse.
    from stele.compiler.cli.formats import formatted
    from stele.compiler.cli.report import report, summary
    from stele.compiler.common.diagnostics import in_order
    from stele.compiler.driver.check import check_folders, clashes, unaccounted

    checked = check_folders(folders)
    checked.diagnostics[:] = in_order([*checked.diagnostics, *clashes(checked, folders)])
    if options.provenance:
        from stele.compiler.cli.provenance import list_proposed

        list_proposed(checked, folders)
    if options.strict:
        checked.diagnostics.extend(unaccounted(checked, folders))
    if options.format == "text":
        report(checked.diagnostics, checked)
    else:
        sys.stdout.write(formatted(options.format, checked, options.strict))
    if not checked.diagnostics and key == content_key(folders):  # no file was saved meanwhile
        keep_text(name, f"{summary(checked)}\n")
    if checked.has_errors or (options.strict and checked.diagnostics):
        return 1
    return 0
