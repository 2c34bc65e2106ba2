"""Keep what was worked out, by the hash of all that it depends on.

Nothing changed means no work.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front.expansion_paths import find, shipped, shipped_folders
from stele.compiler.front.source import YamlMapping, read


def cache_folder() -> Path:
    """Return where things are kept."""
    if given := os.environ.get("STELE_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stele"


def game_key(folders: Sequence[Path], variant: str = "") -> str:
    """Return the hash of everything a compiled set depends on: its files, the variant and the
    compiler itself.
    """
    files = [file for path in required(folders) for file in yaml_files(path) if not is_about(file, path)]
    return key(folders, [(file.as_posix(), file) for file in files], variant)


def content_key(folders: Sequence[Path]) -> str:
    """Return the hash of everything that a check looks at: also what says something about the game,
    and what it may meet, which is shipped or lies beside what is required.
    """
    needed = required(folders)
    beside = [file.parent for path in needed for file in sorted(path.parent.glob("*/expansion.yaml"))]
    places = dict.fromkeys([*needed, *(path.resolve() for path in beside), *shipped_folders()])
    return key(folders, [(file.as_posix(), file) for path in places for file in yaml_files(path)])


def stable_key(folders: Sequence[Path]) -> str:
    """Return the hash of everything that a reference is made of, the same on every machine."""
    places = sorted({*required(folders), *shipped_folders()}, key=stable_path)
    files = [(path, file) for path in places for file in yaml_files(path)]
    return key(folders, [(f"{stable_path(path)}/{file.relative_to(path).as_posix()}", file) for path, file in files])


def key(folders: Sequence[Path], files: Iterable[tuple[str, Path]], variant: str = "") -> str:
    """Return the hash of files with their names, of which folders were asked for, of the variant
    and of the compiler.
    """
    digest = hashlib.sha256(compiler_key().encode() + variant.encode())
    digest.update(repr(sorted(stable_path(folder) for folder in folders)).encode())
    for name, file in files:
        digest.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def yaml_files(path: Path) -> list[Path]:
    """Return every YAML file below a folder, in a fixed order."""
    return sorted(file for file in path.rglob("*.y*ml") if file.is_file())


def is_about(file: Path, folder: Path) -> bool:
    """Tell files that say what is true of a game from those that the game is made of."""
    return file.relative_to(folder).parts[0] in ("rules.yaml", "rulings", "languages")


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
        requires = root.get("requires") if isinstance(root, YamlMapping) else None
        if isinstance(requires, YamlMapping):
            places = (find(entry.key.text, path) for entry in requires.entries)
            queue += [place for place in places if place is not None]
    return sorted(reached)


@cache
def compiler_key() -> str:
    """Return the hash of the compiler, the grammar and the runtime."""
    here = Path(__file__).resolve().parent.parent.parent
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


def keep(name: str, text: str) -> Path:
    """Keep a text under a name and return its file."""
    file = cache_folder() / name
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return file
