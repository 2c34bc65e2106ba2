"""`stele watch`: check an expansion whenever one of its files is saved, and play the rulings that
the change touches.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count, report
from stele.compiler.cli.test import show, tally
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.tools.watcher import Look, Watcher


def run(options: argparse.Namespace) -> int:
    """Look at the folder until the user has had enough."""
    watcher = Watcher(folders_of([options.folder])[0])
    if not (watcher.folder / "expansion.yaml").is_file():
        write_problem(f"`{options.folder}` is no expansion: it has no `expansion.yaml`", sys.stderr)
        return 1
    while True:
        began = time.perf_counter()
        look = watcher.look()
        if look is not None:
            show_look(look, options.output, time.perf_counter() - began)
        if options.once:
            return 1 if look is None or look.checked.has_errors or any(v.failures for v in look.outcomes) else 0
        time.sleep(options.every)


def show_look(look: Look, output: str | None, seconds: float) -> None:
    """Print what came of a change; a good build is copied to where the user wants it."""
    report(look.checked.diagnostics, look.checked)
    failed = [outcome for outcome in look.outcomes if outcome.failures]
    for outcome in failed:
        show(outcome)
    if look.outcomes:
        passed = tally(look.outcomes)
        write([("error" if failed else "good", passed), ("", " of the rulings that the change touches\n")], sys.stdout)
    if look.build is not None and output is not None:
        if look.checked.has_errors:
            write([("", f"{output} is still the last good build\n")], sys.stdout)
        else:
            shutil.copyfile(look.build, Path(output))
            write([("good", "built"), ("", f": {output}\n")], sys.stdout)
    write([("faint", f"{count(round(seconds * 1000), 'millisecond')}; waiting for the next change\n\n")], sys.stdout)
    sys.stdout.flush()
