"""Write a site: only what has changed is made again, and nothing of anybody else's is touched.

A manifest in the folder says which files are ours and what each was made of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from stele.compiler.common.files import write_whole
from stele.compiler.docs.text.assets import tools_key

MANIFEST = ".stele-docs.json"


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file: what it is made of, and how to make it."""

    key: str
    make: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Written:
    """What a run came to: files written, files that were as they should be, files that are gone."""

    written: tuple[str, ...]
    kept: int
    removed: tuple[str, ...]


class ForeignFolder(Exception):
    """A folder into which nothing is written, with the reason."""


def piece(text: str) -> OutputFile:
    """Return a file whose text is already there."""
    return OutputFile(hashlib.sha256(text.encode()).hexdigest(), lambda: text)


def is_current(place: Path, made_of: str) -> bool:
    """Tell whether a folder holds all that would be written, because nothing has changed since."""
    known = manifest(place)
    return known is not None and known.made_of == made_of and all((place / name).is_file() for name in known.files)


def write(
    place: Path, pieces: Mapping[str, OutputFile], made_of: str = "", step: Callable[[str], None] = lambda name: None
) -> Written:
    """Write files into a folder.

    What has not changed stays as it is, and pages that are no longer made are removed. `made_of` is
    the hash of all that goes into them, for `is_current`.
    """
    known = manifest(place)
    if known is None:
        raise ForeignFolder(f"{place} holds files that are not of a reference; name an empty or a new folder")
    old = known.files
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
    if written or gone or known.made_of != made_of:
        held = {"made-of": made_of, "files": keys}
        write_whole(place / MANIFEST, json.dumps(held, indent=0, sort_keys=True) + "\n")
    return Written(tuple(written), len(keys) - len(written), tuple(gone))


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which files of a folder are ours and what each was made of."""

    made_of: str
    files: Mapping[str, str]


def manifest(place: Path) -> Manifest | None:
    """Return what is known of a folder; nothing if it is somebody else's."""
    file = place / MANIFEST
    if not file.is_file():
        return Manifest("", {}) if not place.exists() or not any(place.iterdir()) else None
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return Manifest("", {})
    files = read.get("files") if isinstance(read, dict) else None
    if not isinstance(files, dict) or not all(isinstance(key, str) and is_inside(name) for name, key in files.items()):
        return Manifest("", {})
    return Manifest(str(read.get("made-of")), files)


def is_inside(name: str) -> bool:
    """Tell whether a name of the manifest stays in the folder."""
    return not Path(name).is_absolute() and ".." not in Path(name).parts
