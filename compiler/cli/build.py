"""`stele build`: compile expansions into one Python module."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stele.compiler.cli.meant import meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import report
from stele.compiler.driver.build import build
from stele.compiler.driver.build_output import ForeignFile, build_file


def run(options: argparse.Namespace) -> int:
    """Compile and write."""
    built = build(meant(options.expansions), options.variant or "")
    if built.text is None:
        report(built.checked.diagnostics, built.checked)
        return 1
    variants = [variant.id for content in built.checked.contents.values() for variant in content.variants]
    if options.variant is not None and options.variant not in variants:
        known = ", ".join(f"`{id}`" for id in variants) or "none"
        write_problem(f"no variant is called `{options.variant}`; known are {known}", sys.stderr)
        return 1
    if options.output is None:
        sys.stdout.write(built.text)
        return 0
    try:
        build_file(Path(options.output)).put(built.text)
    except ForeignFile as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    except OSError as problem:
        write_problem(f"cannot write {options.output}: {problem.strerror}", sys.stderr)
        return 1
    lines = built.text.count("\n")
    write([("good", "built"), ("", f": {options.output}, {lines} lines\n")], sys.stdout)
    return 0
