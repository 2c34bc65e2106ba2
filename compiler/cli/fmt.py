"""`stele fmt`: lay out content files in the one canonical way.

`--check` and `--diff` only say what would change.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stele.compiler.cli.meant import around, is_single, meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import count
from stele.compiler.common.diagnostics import Diagnostic, render
from stele.compiler.common.files import ChangedMeanwhile, write_over
from stele.compiler.common.lexicon import NO_NAMES, KnownNames
from stele.compiler.common.span import text_of
from stele.compiler.driver.workspace import shown_path
from stele.compiler.front.declared_names import names_of_folder
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.folder import files_of, refused
from stele.compiler.front.folder_files import SeenFile, is_below, state_of
from stele.compiler.front.source import Unreadable, decode, read_data
from stele.compiler.tools.formatter import CannotLayOut, lay_out


def run(options: argparse.Namespace) -> int:
    """Lay out and write, or say what would be written."""
    changed, failed, files = 0, 0, 0
    paths = folders_of(options.folders) if options.folders else meant([])
    for path in paths:
        for diagnostic in missing(path):
            failed += 1
            write(render(diagnostic, {}), sys.stdout)
    for kind, file in content_files(paths):
        files += 1
        shown = shown_path(file.resolve())
        data = b""
        try:
            data = read_data(file, shown)
            old = decode(data, shown)
            new = lay_out(old, shown, kind, names_around(file))
        except Unreadable as problem:
            failed += 1
            texts = {shown: text_of(shown, data.decode("utf-8", errors="replace"))}
            write([*render(problem.diagnostic, texts), ("", "\n")], sys.stdout)
            continue
        except CannotLayOut as problem:
            failed += 1
            write_problem(f"{shown} is left as it is: {problem}", sys.stderr)
            continue
        # What decoding leaves out counts too: a byte order mark at the beginning.
        if new.encode() == data:
            continue
        changed += 1
        if options.diff:
            write(diff_pieces(old, new, shown), sys.stdout)
        elif options.check:
            write([("warning", "not formatted"), ("", f": {shown}\n")], sys.stdout)
        else:
            failed += not put(file, new, data)
    if not changed and not failed:
        write([("good", "ok"), ("", f": {count(files, 'file')} in canonical layout\n")], sys.stdout)
    return 1 if failed or (changed and (options.check or options.diff)) else 0


def put(file: Path, text: str, read: bytes, done: str = "formatted") -> bool:
    """Write a file that still holds what was read, and say so; false if it is left as it is."""
    shown = shown_path(file.resolve())
    try:
        write_over(file, text, read)
    except ChangedMeanwhile as problem:
        write_problem(f"{shown} is left as it is: {problem}; run the command again", sys.stderr)
        return False
    except OSError as problem:
        write_problem(f"cannot write {shown}: {problem.strerror}", sys.stderr)
        return False
    write([("good", done), ("", f": {shown}\n")], sys.stdout)
    return True


KIND_OF_FOLDER = {"cards": "cards", "boards": "boards", "rulings": "rulings", "languages": "language"}


def content_files(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield (kind, file) of everything that was named: folders of expansions, or single files of
    them.
    """
    for path in paths:
        if missing(path):
            continue
        if is_single(path):
            yield KIND_OF_FOLDER.get(path.parent.name, path.stem), path
        else:
            yield from files_of(path, shown_path(path.resolve()), [])


def names_around(file: Path) -> KnownNames:
    """Return the names that are known where a file lies."""
    folder = around(file)
    return NO_NAMES if folder is None else names_of_folder(folder)


def missing(path: Path) -> list[Diagnostic]:
    """Return why a folder or a single file cannot be read."""
    found: list[Diagnostic] = []
    if is_single(path):
        folder = around(path)
        _, problem = state_of(path, folder is None or is_below(path, folder))
        if problem:
            found.append(refused(SeenFile(path, path.name, None, problem), shown_path(path.parent.resolve())))
    else:
        list(files_of(path, shown_path(path.resolve()), found))
    return [diagnostic for diagnostic in found if diagnostic.is_error]


def diff_pieces(old: str, new: str, shown: str) -> Iterator[tuple[str, str]]:
    """Yield what changes, line by line."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), shown, shown, lineterm="", n=1)
    for line in lines:
        style = {"+": "good", "-": "error", "@": "place"}.get(line[:1], "")
        yield style, f"{line}\n"
