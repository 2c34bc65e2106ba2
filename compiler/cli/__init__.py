"""The `stele` command: one subcommand per thing a person does.

Exit codes: 0 clean, 1 findings, 2 wrong usage, 70 a bug of ours.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence

from stele.compiler.cli.build import add_build
from stele.compiler.cli.check import add_check
from stele.compiler.cli.play import add_play
from stele.compiler.cli.show import add_show
from stele.compiler.cli.simulate import add_simulate
from stele.compiler.cli.test import add_test
from stele.compiler.cli.why import add_why

BUG = 70


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="stele", description="Check, show, compile and play card-drafting games that are written in YAML."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_check(commands)
    add_show(commands)
    add_build(commands)
    add_play(commands)
    add_simulate(commands)
    add_why(commands)
    add_test(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception:  # noqa: BLE001 - whatever it is, content cannot be blamed for it
        traceback.print_exc()
        print("stele: this is a bug of Stele's, not a mistake of yours; please report it", file=sys.stderr)
        return BUG
