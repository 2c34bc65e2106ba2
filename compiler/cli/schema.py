"""`stele schema`: write the JSON Schemas of content files beside the content, where an editor finds
them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stele.compiler.cli.meant import around
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count
from stele.compiler.common.files import write_whole
from stele.compiler.driver.workspace import shown_path
from stele.compiler.tools.scaffold import SCHEMA, CannotStart, require_own, schemas


def run(options: argparse.Namespace) -> int:
    """Write them, those that are there already too: they may be of another version."""
    if options.folder is None and around(Path.cwd()) is None:
        write_problem("no expansion was named, and this folder lies in none", sys.stderr)
        return 2
    folder = Path(options.folder or ".")
    folder = (around(folder) or folder) if folder.is_dir() else folder
    try:
        if not folder.is_dir():
            raise NotADirectoryError(20, "there is no such folder", str(folder))
        if around(folder) is None:
            raise CannotStart(f"{folder} is no expansion: it has no `expansion.yaml`")
        written = schemas(folder)
        require_own(folder, written)
        (folder / SCHEMA).mkdir(exist_ok=True)
        for file, text in written.items():
            write_whole(file, text)
    except CannotStart as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    except OSError as problem:
        write_problem(f"cannot write to {folder}: {problem.strerror}", sys.stderr)
        return 1
    write(
        [
            ("good", "written"),
            ("", f": {count(len(written), 'schema')} in {shown_path((folder / SCHEMA).resolve())}\n"),
        ],
        sys.stdout,
    )
    write(
        [("", f"a file names its schema in its first line: # yaml-language-server: $schema=../{SCHEMA}/cards.json\n")],
        sys.stdout,
    )
    return 0
