"""`stele watch`: check an expansion whenever one of its files is saved, and play the rulings that
the change touches.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from stele.compiler.cli.meant import around, meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count, report
from stele.compiler.cli.test import show, tally
from stele.compiler.common.files import ChangedMeanwhile
from stele.compiler.driver.build_output import BuildFile, ForeignFile, build_file
from stele.compiler.front.expansion_paths import near_expansion
from stele.compiler.tools.watcher import Look, Watcher


def run(options: argparse.Namespace) -> int:
    """Look at the folder until the user has had enough."""
    place = around(Path.cwd()) if options.folder is None else meant([options.folder])[0]
    if place is None:
        write_problem("no expansion was named, and this folder lies in none", sys.stderr)
        return 2
    watcher = Watcher(place)
    if not (watcher.folder / "expansion.yaml").is_file():
        help = near_expansion(place, options.folder)
        text = f"`{options.folder}` is no expansion: it has no `expansion.yaml`" + (f"; {help}" if help else "")
        write_problem(text, sys.stderr)
        return 1
    try:
        output = None if options.output is None else build_file(Path(options.output))
    except ForeignFile as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    except OSError as problem:
        write_problem(f"cannot write {options.output}: {problem.strerror}", sys.stderr)
        return 1
    while True:
        began = time.perf_counter()
        look = watcher.look()
        is_put = look is None or show_look(look, output, time.perf_counter() - began, options.once)
        if options.once:
            is_good = look is not None and not look.checked.has_errors and not any(v.failures for v in look.outcomes)
            return 0 if is_good and is_put else 1
        time.sleep(options.every)


def show_look(look: Look, output: BuildFile | None, seconds: float, is_last: bool) -> bool:
    """Print what came of a change; a good build is copied to where the user wants it.

    False if that cannot be done.
    """
    is_put = True
    report(look.checked.diagnostics, look.checked)
    failed = [outcome for outcome in look.outcomes if outcome.failures]
    for outcome in failed:
        show(outcome)
    if look.outcomes:
        passed = tally(look.outcomes)
        write([("error" if failed else "good", passed), ("", " of the rulings that the change touches\n")], sys.stdout)
    if look.build is not None and output is not None:
        if look.checked.has_errors:
            write([("", f"{output.file} is still the last good build\n")], sys.stdout)
        else:
            is_put = put(look.build, output)
    then = "\n" if is_last else "; waiting for the next change\n\n"
    write([("faint", f"{count(round(seconds * 1000), 'millisecond')}{then}")], sys.stdout)
    sys.stdout.flush()
    return is_put


def put(build: Path, output: BuildFile) -> bool:
    """Put a build where the user wants it; false if that cannot be done."""
    try:
        output.put(build.read_text(encoding="utf-8"))
    except ChangedMeanwhile as problem:
        write_problem(f"{output.file} is left as it is: {problem}; name another file", sys.stderr)
    except OSError as problem:
        write_problem(f"cannot write {output.file}: {problem.strerror}", sys.stderr)
    else:
        write([("good", "built"), ("", f": {output.file}\n")], sys.stdout)
        return True
    return False
