"""`stele build`: compile expansions into one Python module."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stele.compiler.build import build, folders_of, write_whole
from stele.compiler.cli.check import report
from stele.compiler.cli.paint import write, write_problem

if TYPE_CHECKING:
    from stele.compiler.cli.check import Commands


def add_build(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("build", help="compile expansions into a Python module", description=__doc__)
    parser.add_argument("expansions", nargs="*", metavar="EXPANSION", help="ids or folders; without any all shipped")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it; without it to the terminal")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compile and write."""
    built = build(folders_of(options.expansions))
    if built.text is None:
        report(built.checked.diagnostics, built.checked)
        return 1
    if options.output is None:
        sys.stdout.write(built.text)
        return 0
    try:
        write_whole(Path(options.output), built.text)
    except OSError as problem:
        write_problem(f"cannot write {options.output}: {problem.strerror}", sys.stderr)
        return 1
    lines = built.text.count("\n")
    write([("good", "built"), ("", f": {options.output}, {lines} lines\n")], sys.stdout)
    return 0
