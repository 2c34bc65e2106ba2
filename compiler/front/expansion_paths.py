"""Find the folders of expansions: shipped with Stele, named by a person, beside each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.common.diagnostics import nearest


def shipped() -> Path:
    """Return the folder with the expansions that come with Stele."""
    return (Path(__file__).parent.parent.parent / "content").resolve()


def shipped_folders() -> list[Path]:
    """Return the folders of all expansions that come with Stele."""
    return sorted(file.parent for file in shipped().glob("*/expansion.yaml"))


def folders_of(expansions: Sequence[str | Path]) -> list[Path]:
    """Return the folders of expansions.

    An id of a shipped one will do. Without any: all shipped ones.
    """
    if not expansions:
        return shipped_folders()
    return [
        shipped() / path if not path.exists() and (shipped() / path).is_dir() else path
        for path in (Path(expansion) for expansion in expansions)
    ]


def near_expansion(path: Path, shown: str) -> str:
    """Return which expansion was meant by a path where there is none, or nothing: one inside, one
    beside it, or a shipped one. `shown` is how messages call the path.
    """
    if path.exists():
        inside = [f"`{shown}/{file.parent.name}`" for file in sorted(path.glob("*/expansion.yaml"))[:4]]
        return f"name an expansion in it: {', '.join(inside)}" if inside else ""
    before = shown.removesuffix(path.name)
    beside = {file.parent.name: before + file.parent.name for file in sorted(path.parent.glob("*/expansion.yaml"))}
    known = {folder.name: folder.name for folder in shipped_folders()} | beside
    near = nearest(path.name, known)
    return f"did you mean `{known[near]}`?" if near else ""


# Names of content are untrusted: only an id is looked for on the disk, so that no name leads into
# other folders.
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def find(id: str, beside: Path) -> Path | None:
    """Return the folder of an expansion: beside the one that names it, or shipped."""
    if len(id) > LONGEST or not ID.fullmatch(id):
        return None
    places = (beside.parent / id, shipped() / id)
    return next((place.resolve() for place in places if (place / "expansion.yaml").is_file()), None)
