"""Read the folder of an expansion: which files are content, of which kind, in which order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stele.compiler.common.codes import E0104, E0108, W0603
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.files import is_text
from stele.compiler.common.span import Span
from stele.compiler.front import folder_files
from stele.compiler.front.declared_names import names_of_folder
from stele.compiler.front.expansion_paths import near_expansion
from stele.compiler.front.folder_files import SeenFile, seen_files, state_of
from stele.compiler.front.source import MOST_BYTES, Document, read

MOST_FILES = 1000  # of a folder
MOST_IN_ALL = 16 * MOST_BYTES


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Folder:
    """One expansion's files in the order in which they are read."""

    path: Path
    documents: tuple[Document, ...]


# What was read of each file, what it was like then, and what was wrong with it.
Known = dict[Path, tuple[object, Document, list[Diagnostic]]]


def load(
    path: Path, shown: str, found: list[Diagnostic], known: Known | None = None, is_played_only: bool = False
) -> Folder:
    """Read all files of an expansion, or those it is played with; `shown` is how its path stands in
    messages.

    A file that is `known` is not read again.
    """
    documents = []
    names = names_of_folder(path)
    for kind, file in files_of(path, shown, found):
        if is_played_only and kind not in PLAYED:
            continue
        name = f"{shown}/{file.relative_to(path).as_posix()}"
        stamp = (name, kind, file.stat().st_mtime_ns, file.stat().st_size, names) if known is not None else None
        kept = known.get(file) if known is not None else None
        if kept is None or kept[0] != stamp:
            own: list[Diagnostic] = []
            kept = (stamp, read(file, name, kind, own, names), own)
            if known is not None:
                known[file] = kept
        found.extend(kept[2])
        documents.append(kept[1])
    return Folder(path, tuple(documents))


def files_of(path: Path, shown: str, found: list[Diagnostic]) -> Iterator[tuple[str, Path]]:
    """Yield (kind, file) of everything in an expansion folder that is content."""
    seen = seen_files(path)
    identity = next((one for one in seen if one.place == "expansion.yaml"), None)
    if identity is None:
        message = "this folder has no `expansion.yaml`"
        if path.is_file():
            message = "this is a file, not the folder of an expansion"
        elif os.path.lexists(path) and not path.is_dir():
            message = f"{state_of(path)[1]}, and no folder of an expansion"
        elif not path.is_dir():
            message = f"there is no folder `{path.name}`, and no expansion of that name comes with Stele"
        near = next((f"call `{one.place}` expansion.yaml" for one in seen if yaml_place(one) == "expansion.yaml"), "")
        help = (
            near
            or near_expansion(path, shown)
            or "an expansion is a folder with an `expansion.yaml` that gives its id, name and version"
        )
        found.append(Diagnostic(E0108, message, Span(shown, 1, 1, 1, 1), help=help))
        return
    content = [one for one in seen if kind_of(one.place) or one.place in folder_files.FOLDERS]
    found.extend(unread(one, shown) for one in seen if one not in content)
    found.extend(refused(one, shown) for one in content if one.problem)
    if identity.problem:
        return
    sound = [one for one in content if not one.problem]
    if is_too_much(sound):
        message = f"this folder holds {len(sound)} content files with {sum(one.size for one in sound) >> 20} MiB"
        help = f"an expansion may have {MOST_FILES} files with {MOST_IN_ALL >> 20} MiB together; make two of it"
        found.append(Diagnostic(E0104, message, Span(shown, 1, 1, 1, 1), help=help))
        yield "expansion", identity.file
        return
    for kind in KINDS:
        yield from ((kind, path / one.place) for one in sound if kind_of(one.place) == kind)


def is_too_much(sound: Sequence[SeenFile]) -> bool:
    """Tell whether a folder has more content files, or more in them, than is read."""
    return len(sound) > MOST_FILES or sum(one.size for one in sound) > MOST_IN_ALL


def kind_of(place: str) -> str:
    """Return what a file declares, by its place in the folder; nothing if it is not read there."""
    folder, _, name = place.rpartition("/")
    if place in READ:
        return "language" if folder else name.removesuffix(".yaml")
    return folder if folder in FOLDERS and name.endswith(".yaml") else ""


# The languages, besides that of the content itself, in which sentences can be said.
LANGUAGES = ("fr",)
READ = (
    *(f"{name}.yaml" for name in folder_files.FILES),
    *(f"languages/{code}.yaml" for code in LANGUAGES),
)
FOLDERS = ("cards", "boards", "rulings")
PLAYED = ("expansion", "vocabulary", "flow", "cards", "boards")  # the rest says what is true of a game
KINDS = (*PLAYED, "rules", "rulings", "language")


def unread(one: SeenFile, shown: str) -> Diagnostic:
    """Return a warning for a file that nothing reads, since its place or its name is not one of
    content, or for a link to a folder.
    """
    place, meant = Path(one.place), yaml_place(one)
    help = "content is read from " + ", ".join([*READ, *(f"{folder}/*.yaml" for folder in FOLDERS)])
    if len(place.parts) == 1 and (folder := meant.removesuffix(".yaml")) in FOLDERS:
        help = f"move it to {folder}/{meant}"
    elif one.is_link and one.is_folder:
        help = f"put the files themselves into {place.parts[0]}/"
    elif place.suffix != ".yaml" and (meant in READ or place.parts[0] in FOLDERS):
        help = f"call it {meant}"
    what = "link to a folder" if one.is_link and one.is_folder else "folder" if one.is_folder else "file"
    return Diagnostic(W0603, f"this {what} is not read", Span(f"{shown}/{one.place}", 1, 1, 1, 1), help=help)


def yaml_place(one: SeenFile) -> str:
    """Return the place of a file if it were called as content is: `cards/b.YAML.txt` as
    `cards/b.yaml`.
    """
    place = Path(one.place)
    name = place.name.removesuffix(place.suffix) if place.suffix.lower() == ".txt" else place.name
    return place.with_name(name).with_suffix(".yaml").as_posix()


def refused(one: SeenFile, shown: str) -> Diagnostic:
    """Return why something is not read although it is called like content."""
    help = "content is regular files that lie in the folder; put a copy there, or remove it"
    if one.place in folder_files.FOLDERS and not one.is_folder:
        help = f"make a folder `{one.place}` and put it there, with a name that ends with .yaml; or remove it"
    if not is_text(one.place):
        help = "rename it; small letters, digits and hyphens are read everywhere"
    return Diagnostic(E0108, f"{one.problem}, and is not read", Span(f"{shown}/{one.place}", 1, 1, 1, 1), help=help)
