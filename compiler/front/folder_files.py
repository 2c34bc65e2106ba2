"""List the YAML files of an expansion's folder: what lies in it is read, and nothing else.

A link may lead to another file of the folder. One that leads out of it would show what is not the
author's; a pipe or a device would never end.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from stele.compiler.common.files import is_text

MOST_SEEN = 20_000  # files and folders that are looked at where no content is read
PATTERN = "*.y*ml"
FILES = ("expansion", "vocabulary", "flow", "rules")
FOLDERS = ("cards", "boards", "rulings", "languages")


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A name that a content file could have, and why what has it is not read, if it is not."""

    file: Path
    place: str  # below the folder, with slashes
    state: os.stat_result | None
    problem: str = ""

    @property
    def is_folder(self) -> bool:
        """Tell whether it is a folder, or leads to one."""
        return self.state is not None and stat.S_ISDIR(self.state.st_mode)

    @property
    def size(self) -> int:
        """Return how many bytes it has."""
        return 0 if self.state is None else self.state.st_size

    @property
    def is_link(self) -> bool:
        """Tell whether it leads elsewhere."""
        return self.file.is_symlink()


def seen_files(path: Path) -> list[SeenFile]:
    """Return what is called like a content file below a folder, in a fixed order, and what stands
    in the place of a folder of content without being one.

    Folders whose names begin with a dot belong to other tools.
    """
    root = os.path.realpath(path)
    found = [seen_file(entry, root) for entry in entries(root) if is_meant(entry, root)]
    return sorted(found, key=lambda one: Path(one.place))


def entries(root: str) -> Iterator[os.DirEntry[str]]:
    """Yield everything below a folder but the folders that are called like folders; links are not
    followed.

    Folders of content come first and to their end, however much lies elsewhere.
    """
    read = {root, *(os.path.join(root, name) for name in FOLDERS)}
    queue, seen = [root], 0
    while queue:
        folder = queue.pop(0)
        try:
            with os.scandir(folder) as listing:
                below = sorted(listing, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in below:
            seen += folder not in read
            if seen > MOST_SEEN:
                return
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder or is_like_yaml(entry.name):
                yield entry
            if is_folder and not entry.name.startswith("."):
                queue.append(entry.path)
        if folder == root:
            queue.sort(key=lambda below: below not in read)


def is_meant(entry: os.DirEntry[str], root: str) -> bool:
    """Tell whether something is called like a content file or like a folder of content, or is a
    link to a folder where content is looked for.

    Some editors mark a file that is open by a link that leads nowhere.
    """
    above = os.path.dirname(entry.path)
    if above == root and entry.name in FOLDERS:
        return True
    inside = os.path.relpath(entry.path, root).split(os.sep)
    if inside[0] in FOLDERS and entry.is_symlink() and os.path.isdir(entry.path):
        return True
    if above == root or (os.path.dirname(above) == root and os.path.basename(above) in FOLDERS):
        stem, suffix = os.path.splitext(bare(entry.name))
        if suffix == ".json" and (above != root or stem in (*FILES, *FOLDERS)):
            return True
    return is_like_yaml(entry.name) and not entry.name.startswith(".#")


def is_like_yaml(name: str) -> bool:
    """Tell whether a file is called like a YAML file, if not quite."""
    return fnmatchcase(bare(name), PATTERN)


def bare(name: str) -> str:
    """Return the name that a file was meant to have: some editors put `.txt` behind every name."""
    return name.lower().removesuffix(".txt")


def seen_file(entry: os.DirEntry[str], root: str) -> SeenFile:
    """Return what is known of a file, or of what stands in the place of a folder."""
    file = Path(entry.path)
    place = file.relative_to(root).as_posix()
    is_inside = not entry.is_symlink() or is_below(entry.path, root)
    if not is_text(place):
        return SeenFile(file, place, None, "the name of this is not UTF-8")
    state, problem = state_of(entry.path, is_inside)
    if not problem and place in FOLDERS:
        problem = "this is a file in the place of a folder"
    return SeenFile(file, place, state, problem)


def is_below(file: str | Path, root: str | Path) -> bool:
    """Tell whether a file lies in a folder, wherever links lead."""
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root))


def state_of(file: str | Path, is_inside: bool = True) -> tuple[os.stat_result | None, str]:
    """Return what the disk knows of a file, and why it is not read, if it is not."""
    try:
        state = os.stat(file)
    except OSError as problem:
        return None, f"this leads nowhere: {problem.strerror}"
    if stat.S_ISDIR(state.st_mode):
        return state, "this is a link to a folder" if os.path.islink(file) else "this is a folder"
    if not is_inside:
        return state, "this is a link to a file elsewhere"
    return state, "" if stat.S_ISREG(state.st_mode) else "this is not a regular file"
