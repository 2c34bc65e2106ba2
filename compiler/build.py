"""Build a ruleset from expansions: check, lower, emit; kept on disk by the hash of all that goes into it.

`load("base")` compiles once and opens the kept module from then on; nothing changed means no work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import stele.runtime
from stele.compiler.cache import cache_folder, game_key, keep, stable_path
from stele.compiler.check import closure
from stele.compiler.diagnostics import plain
from stele.compiler.emit import emit
from stele.compiler.lower import lower
from stele.compiler.places import folders_of
from stele.compiler.project import Checked, check_folders
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
    name = f"ruleset_{game_key(folders)[:24]}.py"
    file = cache_folder() / name
    if not file.is_file():
        built = build(folders)
        if built.text is None:
            raise Broken(built.checked)
        keep(name, built.text)
    return file
