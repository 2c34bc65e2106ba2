"""`stele fix`: put right what is clearly wrong; `--diff` only shows it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stele.compiler.cli.fmt import diff_pieces, missing
from stele.compiler.cli.meant import around, meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count
from stele.compiler.common.diagnostics import render
from stele.compiler.driver.cache import write_whole
from stele.compiler.driver.workspace import shown_path
from stele.compiler.tools.fixer import repair


def run(options: argparse.Namespace) -> int:
    """Repair and write, or show what would be written."""
    fixed, left = 0, 0
    if not options.folders and around(Path.cwd()) is None:
        write_problem("no expansion was named, and this folder lies in none", sys.stderr)
        return 2
    for folder in meant(options.folders):
        absent = missing(folder)
        for diagnostic in absent:
            left += 1
            write(render(diagnostic, {}), sys.stdout)
        if absent:
            continue
        repaired = repair(folder)
        fixed += repaired.count
        left += len(repaired.left)
        for file, text in repaired.texts.items():
            if options.diff:
                old = file.read_text("utf-8", errors="replace")
                write(diff_pieces(old, text, shown_path(file)), sys.stdout)
            else:
                write_whole(file, text)
                write([("good", "fixed"), ("", f": {shown_path(file)}\n")], sys.stdout)
    would = "would be put right" if options.diff else "put right"
    rest = f", {left} left; `stele check` shows them" if left else ""
    write([("good" if fixed else "", f"{count(fixed, 'finding')} {would}"), ("", f"{rest}\n")], sys.stdout)
    return 1 if left or (fixed and options.diff) else 0
