"""`stele new`: a commented start for an expansion, a card, a board or a ruling, which checks and
plays at once.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from stele.compiler.cli.meant import around
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.common.files import write_whole
from stele.compiler.driver.workspace import shown_path
from stele.compiler.tools.scaffold import SCHEMA, CannotStart, id_of, is_id, starter


def run(options: argparse.Namespace) -> int:
    """Write the files and say what comes next."""
    try:
        if not options.name.strip():
            raise CannotStart(f"a new {options.kind} needs a name")
        asked = Path(options.folder, options.name)
        # `stele new expansion .` starts one in a folder that is there.
        is_there = options.kind == "expansion" and Path(options.name).name in ("", "..")
        if is_there and not asked.resolve().name:
            raise CannotStart(f"`{asked}` cannot be the folder of an expansion; give it a name")
        title = asked.resolve().name if is_there else Path(options.name).name
        id = id_of(title) if options.id is None else options.id
        if not is_id(id):
            raise CannotStart(f"`{id}` is no id: small letters, digits and hyphens, 30 at most, a letter first")
        if options.kind == "expansion":
            folder = asked if is_there else asked.parent / id
        else:
            folder = folder_of_part(asked.parent)
        files = starter(options.kind, id, title, folder)
        taken = [file for file in files if file.exists()]
        if taken:
            raise CannotStart(f"`{taken[0]}` is there already")
        write_all(files)
    except CannotStart as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    except OSError as problem:
        if problem.filename is None:
            raise  # no file is to blame
        write_problem(f"cannot write {problem.filename}: {problem.strerror}", sys.stderr)
        return 1
    for file in files:
        if file.parent.name != SCHEMA:
            write([("good", "written"), ("", f": {shown_path(file.resolve())}\n")], sys.stdout)
    shown = shlex.quote(shown_path(folder.resolve()))
    write([("", f"next: stele check {shown}; stele test {shown}; stele simulate {shown}\n")], sys.stdout)
    return 0


def folder_of_part(named: Path) -> Path:
    """Return the folder of the expansion to which a part is added.

    One that is not there is not looked for further up: `And/Or` may be a name, and lose half of it.
    """
    if not os.path.lexists(named):
        raise CannotStart(f"there is no folder `{named}`; what stands before a `/` is one, and `--in` names one")
    return around(named) or named


def write_all(files: dict[Path, str]) -> None:
    """Write all of the files, or none: what stands half-way would be in the way of a second try."""
    made: list[Path] = []
    try:
        for file, text in files.items():
            for folder in reversed([file.parent, *file.parent.parents]):
                if not folder.exists():
                    folder.mkdir()
                    made.append(folder)
            write_whole(file, text)
            made.append(file)
    except BaseException:
        for place in reversed(made):
            with suppress(OSError):
                place.rmdir() if place.is_dir() else place.unlink()
        raise
