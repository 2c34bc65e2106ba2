"""Run what was typed, and turn whatever comes of it into an exit code."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from stele.compiler.cli import is_interrupted
from stele.compiler.cli.arguments import parsed
from stele.compiler.cli.paint import CannotPrint, visible_streams, write_problem
from stele.compiler.common.words import visible

BUG = 70
LEFT = 141  # what the shell says of a program whose reader has left


def run_typed(arguments: Sequence[str]) -> int:
    """Run the command; what cannot be printed is told or, if nobody reads it, not."""
    with visible_streams():
        try:
            try:
                return run(arguments)
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
    except (BrokenPipeError, CannotPrint):
        raise
    except OSError as problem:
        # A disk, a folder or a device does not do what we ask of it.
        what = "cannot go on" if problem.filename is None else f"cannot use {problem.filename}"
        why = "the folder you are in is not there any more" if is_nowhere(problem) else problem.strerror or problem
        write_problem(f"{what}: {why}", sys.stderr)
        return 1
    except Exception as problem:  # whatever else it is, content cannot be blamed for it
        if is_interrupted(problem):
            raise
        from stele.runtime import Refused, Runaway

        if isinstance(problem, Refused):  # a saved game that goes wrong later than where it stands
            write_problem(str(problem), sys.stderr)
            return 1
        if isinstance(problem, Runaway):
            write_problem(f"{problem}; give fewer at once, or add a limit such as `once per turn`", sys.stderr)
            return 1
        # On a terminal colours pass, and what went wrong may quote anything.
        sys.stderr.write(visible(traceback.format_exc(), "\n"))
        print("stele: this is a bug of Stele's, not a mistake of yours; please report it", file=sys.stderr)
        return BUG


def is_nowhere(problem: OSError) -> bool:
    """Tell whether something cannot be found since the current folder is gone."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return problem.filename is None
    return False


def silenced(code: int) -> int:
    """Return an exit code when nothing can be printed any more, not even when Python leaves."""
    for number in (1, 2):
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    return code
