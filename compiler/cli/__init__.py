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

from stele.compiler.cli.arguments import parsed

BUG = 70


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options = parsed(sys.argv[1:] if arguments is None else arguments)
    try:
        # Only the command that is run is loaded, so that a short one is also a fast one.
        code: int = importlib.import_module(f"stele.compiler.cli.{options.command}").run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # noqa: BLE001 - whatever else it is, content cannot be blamed for it
        from stele.compiler.cli.paint import write_problem
        from stele.runtime import Runaway

        if isinstance(problem, Runaway):
            write_problem(f"{problem}; give fewer at once, or add a limit such as `once per turn`", sys.stderr)
            return 1
        traceback.print_exc()
        print("stele: this is a bug of Stele's, not a mistake of yours; please report it", file=sys.stderr)
        return BUG
