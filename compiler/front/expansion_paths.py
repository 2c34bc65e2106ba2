"""Find the folders of expansions: shipped with Stele, named by a person, beside each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path


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
