"""`stele fix`: put right what is clearly wrong, or write a folder in the present edition of the
language; `--diff` only shows it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stele.compiler.cli.fmt import diff_pieces, missing, put
from stele.compiler.cli.meant import around, meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count
from stele.compiler.common.diagnostics import render
from stele.compiler.common.files import holds
from stele.compiler.common.lexicon import PRESENT_EDITION
from stele.compiler.driver.workspace import shown_path
from stele.compiler.tools.fixer import Repaired, repair
from stele.compiler.tools.upgrader import CannotUpgrade, upgrade


def run(options: argparse.Namespace) -> int:
    """Repair and write, or show what would be written."""
    fixed, changed, left, failed = 0, 0, 0, False
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
        try:
            repaired = upgrade(folder) if options.upgrade else repair(folder)
        except CannotUpgrade as problem:
            write_problem(f"{shown_path(folder)} stays as it is: {problem}", sys.stderr)
            failed = True
            continue
        left += len(repaired.left)
        if options.diff:
            for file, text in repaired.texts.items():
                old = repaired.read[file].decode("utf-8", errors="replace")
                write(diff_pieces(old, text, shown_path(file)), sys.stdout)
        elif not put_all(repaired):
            failed = True
            continue
        fixed, changed = fixed + repaired.count, changed + len(repaired.texts)
        if repaired.left and repaired.stopped_after:
            after = f"stopped after {count(repaired.stopped_after, 'round')}; run it again to put more right"
            write([("warning", shown_path(folder)), ("", f": {after}\n")], sys.stdout)
    would = "would be " if options.diff else ""
    what = f"{count(fixed, 'finding')} {would}put right"
    rest = f", {left} left; `stele check` shows them" if left else ""
    if options.upgrade:
        what = f"{count(changed, 'file')} {would}written in edition {PRESENT_EDITION}, {count(fixed, 'sentence')} anew"
        rest = f"; {count(left, 'error')} to be put right first, `stele check` shows them" if left else ""
    write([("good" if fixed else "", what), ("", f"{rest}\n")], sys.stdout)
    return 1 if left or failed or (changed and options.diff) else 0


def put_all(repaired: Repaired) -> bool:
    """Write the files of a folder; false if any was left as it is.

    Repairs of one folder belong together: if a file was saved meanwhile, none is written.
    """
    saved = [file for file in repaired.texts if holds(file) != repaired.read[file]]
    for file in saved:
        message = f"{shown_path(file)} was saved by somebody else meanwhile"
        write_problem(f"{message}; nothing of its folder is put right, run the command again", sys.stderr)
    if saved:
        return False
    written = [put(file, text, repaired.read[file], "fixed") for file, text in repaired.texts.items()]
    return all(written)
