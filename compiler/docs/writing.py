"""Write a site so that only what has changed is made again, and nothing of anybody else's is touched.

A manifest in the folder says which files are ours and what each was made of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stele.compiler.cache import write_whole
from stele.compiler.docs.pages import folder

MANIFEST = ".stele-docs.json"


@dataclass(frozen=True, slots=True)
class Piece:
    """One file: what it is made of, and how to make it."""

    key: str
    make: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Written:
    """What a run came to: files written, files that were as they should be, files that are gone."""

    written: tuple[str, ...]
    kept: int
    removed: tuple[str, ...]


class Refused(Exception):
    """A folder into which nothing is written, with the reason."""


def piece(text: str) -> Piece:
    """Return a file whose text is already there."""
    return Piece(hashlib.sha256(text.encode()).hexdigest(), lambda: text)


def write(place: Path, pieces: Mapping[str, Piece], step: Callable[[str], None] = lambda name: None) -> Written:
    """Write files into a folder; what has not changed stays as it is, and pages that are no longer made are removed."""
    old = manifest(place)
    if old is None:
        raise Refused(f"{place} holds files that are not of a reference; name an empty or a new folder")
    keys = {name: f"{tools_key()}:{one.key}" for name, one in pieces.items()}
    written = []
    for name, one in pieces.items():
        file = place / name
        if old.get(name) != keys[name] or not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, one.make())
            written.append(name)
        step(name)
    gone = [name for name in old if name not in keys]
    for name in gone:
        (place / name).unlink(missing_ok=True)
    for parent in sorted({(place / name).parent for name in gone} - {place}, reverse=True):
        if parent.is_dir() and not any(parent.iterdir()):
            parent.rmdir()
    if written or gone:
        write_whole(place / MANIFEST, json.dumps(keys, indent=0, sort_keys=True) + "\n")
    return Written(tuple(written), len(keys) - len(written), tuple(gone))


def manifest(place: Path) -> dict[str, str] | None:
    """Return which files of a folder are ours and what they were made of; nothing if the folder is somebody else's."""
    file = place / MANIFEST
    if not file.is_file():
        return {} if not place.exists() or not any(place.iterdir()) else None
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return {}
    is_sound = isinstance(read, dict) and all(isinstance(value, str) and is_inside(name) for name, value in read.items())
    return read if is_sound else {}


def is_inside(name: str) -> bool:
    """Tell whether a name of the manifest stays in the folder."""
    return not Path(name).is_absolute() and ".." not in Path(name).parts


@cache
def tools_key() -> str:
    """Return a hash of templates, phrases and code of the reference, so that a new version makes everything anew."""
    digest = hashlib.sha256()
    for file in sorted(folder().rglob("*")):
        if file.suffix in (".py", ".j2", ".yaml", ".css", ".js"):
            digest.update(file.relative_to(folder()).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()[:16]
