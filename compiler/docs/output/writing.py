"""Write a site: only what has changed is made again, and nothing of anybody else's is touched.

A manifest in the folder says which files are ours and what each was made of. It is written before
anything else, so that a run that is interrupted can always be followed by another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from stele.compiler.common.files import TEMPORARY, read_regular, write_whole
from stele.compiler.docs.text.assets import tools_key

MANIFEST = ".stele-docs.json"
MOST_BYTES = 1 << 28  # of a page


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
    return (
        known is not None
        and known.made_of == made_of
        and all(holds_still(place / name, entry.sum) for name, entry in known.files.items())
    )


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
    left_behind = list(place.rglob(TEMPORARY))  # by a run that was killed
    require_inside(place, (*pieces, *known.files))
    old = known.files
    keys = {name: f"{tools_key()}:{one.key}" for name, one in pieces.items()}
    kept = {
        name: old[name]
        for name in keys
        if name in old and old[name].key == keys[name] and holds_still(place / name, old[name].sum)
    }
    changed = [name for name in keys if name not in kept]
    gone = [name for name in old if name not in keys]
    if changed or gone or known.made_of != made_of:
        # From now on the folder is ours and not up to date, whatever becomes of this run.
        place.mkdir(parents=True, exist_ok=True)
        write_manifest(place, Manifest("", {**dict.fromkeys([*gone, *changed], UNFINISHED), **kept}))
    made = dict(kept)
    for name, one in pieces.items():
        if name not in kept:
            text = one.make()
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(place / name, text, is_lasting=False)
            made[name] = Entry(keys[name], sum_of(text.encode()))
        step(name)
    for name in gone:
        (place / name).unlink(missing_ok=True)
    for parent in sorted({(place / name).parent for name in gone} - {place}, reverse=True):
        if parent.is_dir() and not any(parent.iterdir()):
            parent.rmdir()
    for file in left_behind:
        file.unlink(missing_ok=True)
    if changed or gone or known.made_of != made_of:
        write_manifest(place, Manifest(made_of, {name: made[name] for name in keys}))
    return Written(tuple(changed), len(kept), tuple(gone))


def require_inside(place: Path, names: Iterable[str]) -> None:
    """Refuse a folder in which a link would let files outside be written or removed."""
    whole = place.resolve()
    for folder in {(place / name).parent for name in names} | {place / name for name in names}:
        if not folder.resolve().is_relative_to(whole):
            raise ForeignFolder(f"{folder} is a link that leads out of {place}; remove it, or name another folder")


def holds_still(file: Path, expected: str) -> bool:
    """Tell whether a file is as it was written."""
    try:
        return sum_of(read_regular(file, MOST_BYTES)) == expected
    except OSError:
        return False


def sum_of(data: bytes) -> str:
    """Return what tells the bytes of a file from others."""
    return hashlib.blake2b(data, digest_size=12).hexdigest()


class Entry(NamedTuple):
    """What a file was made of, and what tells its bytes from others."""

    key: str
    sum: str


UNFINISHED = Entry("", "")  # a file of which nobody knows whether it was written


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which files of a folder are ours and what each was made of."""

    made_of: str
    files: Mapping[str, Entry]


def write_manifest(place: Path, known: Manifest) -> None:
    """Write down what is known of a folder."""
    held = {"made-of": known.made_of, "files": known.files}
    write_whole(place / MANIFEST, json.dumps(held, indent=0, sort_keys=True) + "\n", is_lasting=False)


def manifest(place: Path) -> Manifest | None:
    """Return what is known of a folder; nothing if it is somebody else's."""
    file = place / MANIFEST
    if not file.is_file():
        return Manifest("", {}) if not place.exists() or holds_nothing(place) else None
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError, RecursionError):
        return Manifest("", {})
    files = read.get("files") if isinstance(read, dict) else None
    if not isinstance(files, dict) or not all(is_inside(name) for name in files):
        return Manifest("", {})
    return Manifest(str(read.get("made-of")), {name: entry_of(value) for name, value in files.items()})


def entry_of(value: object) -> Entry:
    """Return what a manifest says of a file; one of another version does not say enough."""
    match value:
        case [str(key), str(sum)]:
            return Entry(key, sum)
        case _:
            return UNFINISHED


def holds_nothing(place: Path) -> bool:
    """Tell whether a folder is empty, but for what a run has left that was killed at once."""
    return place.is_dir() and all(file.match(TEMPORARY) for file in place.iterdir())


def is_inside(name: str) -> bool:
    """Tell whether a name of the manifest stays in the folder."""
    return bool(name) and not Path(name).is_absolute() and ".." not in Path(name).parts
