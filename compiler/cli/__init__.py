"""The `stele` command: one subcommand per thing a person does.

In: what was typed after `stele`. Out: text on the terminal, files, and an exit code: 0 clean,
1 findings, 2 wrong usage, 70 a bug of ours.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from stele.compiler.cli.arguments import parsed
from stele.compiler.cli.paint import CannotPrint, visible_streams, write_problem

BUG = 70
LEFT = 141  # what the shell says of a program whose reader has left


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    with visible_streams():
        try:
            try:
                return run(sys.argv[1:] if arguments is None else arguments)
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
        except BrokenPipeError:
            # The reader of our output has left; there is nobody to tell.
            return silenced(LEFT)
        except CannotPrint as problem:
            with suppress(CannotPrint, BrokenPipeError):
                write_problem(f"cannot print: {problem}", sys.stderr)
                sys.stderr.flush()
            return silenced(1)


def run(arguments: Sequence[str]) -> int:
    """Run the command, whatever comes."""
    try:
        options = parsed(arguments)
        # Only the command that is run is loaded, so that a short one is also a fast one.
        code: int = importlib.import_module(f"stele.compiler.cli.{options.command}").run(options)
        return code
    except KeyboardInterrupt:
        return 130
    except (BrokenPipeError, CannotPrint):
        raise
    except OSError as problem:
        # A disk, a folder or a device does not do what we ask of it.
        what = "cannot go on" if problem.filename is None else f"cannot use {problem.filename}"
        write_problem(f"{what}: {problem.strerror or problem}", sys.stderr)
        return 1
    except Exception as problem:  # noqa: BLE001 - whatever else it is, content cannot be blamed for it
        from stele.runtime import Runaway

        if isinstance(problem, Runaway):
            write_problem(f"{problem}; give fewer at once, or add a limit such as `once per turn`", sys.stderr)
            return 1
        traceback.print_exc()
        print("stele: this is a bug of Stele's, not a mistake of yours; please report it", file=sys.stderr)
        return BUG


def silenced(code: int) -> int:
    """Return an exit code when nothing can be printed any more, not even when Python leaves."""
    for number in (1, 2):
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    return code
