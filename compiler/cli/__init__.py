"""The `stele` command: one subcommand per thing a person does.

In: what was typed after `stele`. Out: text on the terminal, files, and an exit code: 0 clean,
1 findings, 2 wrong usage, 70 a bug of ours, 130 interrupted, 141 if the reader has left.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130  # what the shell says of a program that was stopped by Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; Ctrl-C is quiet, while modules are loaded too."""
    try:
        from stele.compiler.cli.command import run_typed

        return run_typed(sys.argv[1:] if arguments is None else arguments)
    except BaseException as problem:
        if is_interrupted(problem):
            return INTERRUPTED
        raise


def is_interrupted(problem: BaseException | None) -> bool:
    """Tell whether Ctrl-C is behind an exception: what is being loaded may wrap it into another."""
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__ or problem.__context__
    return problem is not None
