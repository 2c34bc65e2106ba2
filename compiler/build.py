"""Build a ruleset from expansions: check, lower, emit; kept on disk by the hash of all that goes into it.

`load("base")` compiles once and opens the kept module from then on; nothing changed means no work.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import stele.runtime
from stele.compiler.check import closure
from stele.compiler.diagnostics import Diagnostic, plain
from stele.compiler.emit import emit
from stele.compiler.lower import lower
from stele.compiler.project import Checked, check_folders, find, shipped, shipped_folders
from stele.compiler.source import Mapping, files_of, read
from stele.runtime import Rules


@dataclass(frozen=True, slots=True)
class Built:
    """A module's text, or what stands in its way."""

    text: str | None
    checked: Checked


class Broken(Exception):
    """Content has errors, so there is nothing to play; the message shows them as `stele check` does."""

    def __init__(self, checked: Checked) -> None:
        found = [plain(diagnostic, checked.texts) for diagnostic in checked.diagnostics if diagnostic.is_error]
        super().__init__("\n" + "\n".join(found))
        self.checked = checked


def build(folders: Sequence[Path]) -> Built:
    """Compile expansions, with all they require, into one module."""
    checked = check_folders(folders, stable_path)
    if checked.has_errors:
        return Built(None, checked)
    asked = {folder.resolve() for folder in folders}
    ids: set[str] = set()
    for content in checked.game.contents:
        is_asked = any(stable_path(folder) == content.expansion.span.path.rpartition("/")[0] for folder in asked)
        if is_asked:
            ids |= closure(content, checked.game)
    contents = tuple(content for content in checked.game.contents if content.expansion.id in ids)
    return Built(emit(lower(contents)), checked)


def load(*expansions: str | Path) -> Rules:
    """Return the rules of some expansions, given by id or folder (without any: all shipped ones); compiled if need be."""
    return stele.runtime.open(kept_file(folders_of(expansions)))


def kept_file(folders: Sequence[Path]) -> Path:
    """Return the file of a compiled set of expansions; it is written if need be."""
    file = cache_folder() / f"ruleset_{key_of(folders)[:24]}.py"
    if not file.is_file():
        built = build(folders)
        if built.text is None:
            raise Broken(built.checked)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, built.text)
    return file


def write_whole(file: Path, text: str) -> None:
    """Write a file so that it is never seen half-written."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def cache_folder() -> Path:
    """Return where compiled modules are kept."""
    if given := os.environ.get("STELE_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stele"


def folders_of(expansions: Sequence[str | Path]) -> list[Path]:
    """Return the folders of expansions; an id of a shipped one will do. Without any: all shipped ones."""
    if not expansions:
        return shipped_folders()
    return [
        shipped() / path if not path.exists() and (shipped() / path).is_dir() else path
        for path in (Path(expansion) for expansion in expansions)
    ]


def key_of(folders: Sequence[Path]) -> str:
    """Return the hash of everything a compiled set depends on: its files and the compiler itself."""
    digest = hashlib.sha256(compiler_key().encode())
    digest.update(repr(sorted(stable_path(folder.resolve()) for folder in folders)).encode())
    for path in required(folders):
        for kind, file in files_of(path, stable_path(path), []):
            if kind in ("rules", "rulings"):
                continue  # they say what is true of the game, but the game is not made of them
            digest.update(f"{stable_path(path)}/{file.relative_to(path).as_posix()}\n".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def required(folders: Sequence[Path]) -> list[Path]:
    """Return folders with those they require, in a fixed order."""
    reached: dict[Path, None] = {}
    queue = [folder.resolve() for folder in folders]
    while queue:
        path = queue.pop(0)
        if path in reached:
            continue
        reached[path] = None
        found: list[Diagnostic] = []
        root = read(path / "expansion.yaml", path.name, "expansion", found).root
        requires = root.get("requires") if isinstance(root, Mapping) else None
        if isinstance(requires, Mapping):
            places = (find(entry.key.text, path) for entry in requires.entries)
            queue += [place for place in places if place is not None]
    return sorted(reached)


@cache
def compiler_key() -> str:
    """Return the hash of the compiler, the grammar and the runtime."""
    here = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for folder in ("compiler", "grammar", "runtime"):
        for file in sorted((here / folder).rglob("*")):
            if file.suffix in (".py", ".lark", ".json"):
                digest.update(file.relative_to(here).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()


def stable_path(path: Path) -> str:
    """Return how a folder is called in a compiled module: the same on every machine."""
    path = path.resolve()
    return f"content/{path.name}" if path.parent == shipped() else path.name
