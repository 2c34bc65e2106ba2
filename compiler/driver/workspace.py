"""Read folders with whatever they require or may meet, and keep what was read between checks of one
process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from stele.compiler.analysis.requirements import with_requirements
from stele.compiler.analysis.sets import KnownSets, all_needs
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.lexicon import KnownNames
from stele.compiler.common.memo import Memo
from stele.compiler.front import items
from stele.compiler.front.content_parser import parse
from stele.compiler.front.declared_names import names_of_folder
from stele.compiler.front.expansion_paths import find, shipped_folders
from stele.compiler.front.fields import mappings, scalars
from stele.compiler.front.folder import Folder, Known, load
from stele.compiler.front.folder_files import seen_files
from stele.compiler.front.schema import validate
from stele.compiler.front.source import Document, YamlMapping

FileStamps = list[tuple[str, int, int, int]]  # what files are called, and what changes when they do


class FolderStamp(NamedTuple):
    """What a folder is called in messages, and what its files are like."""

    shown: str
    files: FileStamps
    names: KnownNames  # with which its sentences are read


@dataclass(slots=True)
class Memory:
    """What earlier checks of one process have worked out, so that a small change costs little.

    A file that is the same is not read again; a set in which nothing that is played has changed is
    not checked again.
    """

    files: Known = field(default_factory=dict)
    folders: dict[Path, tuple[FolderStamp, Folder, items.Content | None, list[Diagnostic]]] = field(
        default_factory=dict
    )
    sets: KnownSets = field(default_factory=dict)


def shown_path(path: Path) -> str:
    """Return a path as messages show it: relative to where the user is, if it lies below, or in the
    expansion around.
    """
    here = Path.cwd().resolve()
    if path.is_relative_to(here):
        return path.relative_to(here).as_posix()
    for steps, folder in enumerate(here.parents, 1):
        if path.is_relative_to(folder) and (folder / "expansion.yaml").is_file():
            return Path(*[".."] * steps, path.relative_to(folder)).as_posix()
    return path.as_posix()


@dataclass(slots=True)
class Workspace:
    """The folders of a run, with whatever they require or may meet."""

    shown: Callable[[Path], str]
    memory: Memory | None
    found: list[Diagnostic]
    contents: dict[str, items.Content] = field(default_factory=dict)
    documents: dict[str, Sequence[Document]] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # what is there and could not be read
    loaded: set[Path] = field(default_factory=set)

    def add(self, folders: Sequence[Path]) -> None:
        """Read folders and all that they name."""
        # What leads nowhere is told by the name that was given.
        queue = [folder.resolve() if folder.exists() else Path(os.path.abspath(folder)) for folder in folders]
        while queue:
            path = queue.pop(0)
            if path in self.loaded:
                continue
            self.loaded.add(path)
            folder, content = read_folder(path, self.shown(path), self.memory, self.found)
            id = path.name if content is None else content.expansion.id
            self.documents.setdefault(id, folder.documents)
            if content is None:
                self.broken.add(id)
                continue
            self.contents.setdefault(id, content)
            self.places.setdefault(id, path)
            queue += self.unread([*mentioned(content), *met_in_rulings(folder)], path)

    def add_requirements(self, asked: Sequence[str]) -> None:
        """Let expansions require all that they name, so that the rest is looked at as if they did,
        and read that too.
        """
        for id in asked:
            content, documents = self.contents[id], self.documents[id]
            self.contents[id] = with_requirements(content, self.contents, documents, self.read, self.found)
            self.add(self.unread(mentioned(self.contents[id]), self.places[id]))

    def unread(self, ids: Sequence[str], beside: Path) -> list[Path]:
        """Return the folders of expansions that have not been read."""
        return [place for id in ids if id not in self.contents and (place := find(id, beside))]

    def read(self, path: Path) -> items.Content | None:
        """Return what an expansion declares, whatever is wrong with it."""
        return read_folder(path, self.shown(path), self.memory, [])[1]

    def ids_in(self, folders: Sequence[Path]) -> list[str]:
        """Return the expansions that lie in some folders."""
        return ids_in(folders, self.places)


def ids_in(folders: Sequence[Path], places: Mapping[str, Path]) -> list[str]:
    """Return the expansions that lie in some folders."""
    asked = {folder.resolve() for folder in folders}
    return [id for id, place in places.items() if place in asked]


def read_folder(
    path: Path, shown: str, memory: Memory | None, found: list[Diagnostic]
) -> tuple[Folder, items.Content | None]:
    """Return a folder's files and what they declare, from memory if nothing in it has changed."""
    stamp = FolderStamp(shown, stamp_of(path) if memory is not None else [], names_of_folder(path))
    if memory is not None and (kept := memory.folders.get(path)) is not None and kept[0] == stamp:
        found.extend(kept[3])
        return kept[1], kept[2]
    own: list[Diagnostic] = []
    folder = load(path, shown, own, memory.files if memory is not None else None)
    content = parse(validate(folder, own), own)
    found.extend(own)
    if memory is not None:
        memory.folders[path] = (stamp, folder, content, own)
    return folder, content


def stamp_of(path: Path) -> FileStamps:
    """Return what changes when a file below a folder does."""
    seen = [(one.file.as_posix(), one.state) for one in seen_files(path)]
    return [(name, *((s.st_mtime_ns, s.st_size, s.st_ino) if s is not None else (0, 0, 0))) for name, s in seen]


def mentioned(content: items.Content) -> list[str]:
    """Return the ids of the expansions that a content requires or may meet."""
    named = [name.text for name, _ in content.expansion.requires]
    named += [name.text for needs in all_needs(content) for name in needs]
    return list(dict.fromkeys(named))


met_before: Memo[tuple[str, ...]] = Memo()


def met_in_rulings(folder: Folder) -> tuple[str, ...]:
    """Return the ids of the expansions that rulings of a folder are also about."""
    kept = met_before.get(folder)
    if kept is None:
        roots = [document.root for document in folder.documents if document.kind == "rulings"]
        listed = [root.get("rulings") for root in roots if isinstance(root, YamlMapping)]
        rulings = [ruling for node in listed for ruling in mappings(node)]
        kept = tuple(dict.fromkeys(name.text for ruling in rulings for name in scalars(ruling.get("with"))))
        met_before.keep(folder, kept)
    return kept


def with_shipped(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    places: Iterable[Path],
    shown: Callable[[Path], str],
) -> tuple[dict[str, items.Content], dict[str, Sequence[Document]]]:
    """Return expansions together with those that come with Stele, as far as they are played and not
    read yet.
    """
    contents, documents = dict(contents), dict(documents)
    for path in (path for path in shipped_folders() if path not in places):
        folder = load(path, shown(path), [], is_played_only=True)
        content = parse(validate(folder, []), [])
        if content is not None and content.expansion.id not in contents:
            contents[content.expansion.id], documents[content.expansion.id] = content, folder.documents
    return contents, documents
