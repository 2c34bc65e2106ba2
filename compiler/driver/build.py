"""Build a ruleset from expansions: check, lower, emit.

Kept on disk by the hash of all that goes into it.

`load("base")` compiles once and opens the kept module from then on; nothing changed means no work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import stele.runtime
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit, moved
from stele.compiler.common.diagnostics import plain
from stele.compiler.driver.cache import game_key, keep, kept_path, stable_path
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.ir.program import Program
from stele.compiler.lower.program import lower
from stele.runtime import Refused, Rules

MOST_TRIES = 5  # to compile what is saved while it is compiled


@dataclass(frozen=True, slots=True)
class Built:
    """A module's text, or what stands in its way."""

    text: str | None
    checked: Checked


class Broken(Exception):
    """Content has errors, so there is nothing to play.

    The message shows them as `stele check` does.
    """

    def __init__(self, checked: Checked) -> None:
        found = [plain(diagnostic, checked.texts) for diagnostic in checked.diagnostics if diagnostic.is_error]
        super().__init__("\n" + "\n".join(found))
        self.checked = checked


def build(folders: Sequence[Path], variant: str = "") -> Built:
    """Compile expansions, with all they require, into one module; a variant is another module."""
    # Check everything; errors stop here.
    checked = check_folders(folders, stable_path)
    if checked.has_errors:
        return Built(None, checked)
    # Compile what was asked for.
    return Built(compiled(checked, checked.ids_in(folders), variant), checked)


def compiled(checked: Checked, expansions: Iterable[str], variant: str = "") -> str:
    """Return the module of expansions that were checked, with all they require."""
    # Write the program as a Python module.
    return emit(program_of(checked, expansions, variant))


def program_of(checked: Checked, expansions: Iterable[str], variant: str = "") -> Program:
    """Return the program of expansions that were checked, with all they require."""
    contents = checked.contents
    ids = frozenset(id for expansion in expansions for id in reached(contents[expansion], contents))
    # Apply patches and resolve names in the set as it is in play.
    resolved, _ = in_play(contents, checked.by_expansion, ids, variant)
    # Lower clauses and steps to the program.
    return lower(resolved.contents, variant)


def load(*expansions: str | Path, variant: str = "") -> Rules:
    """Return the rules of some expansions, given by id or folder (without any: all shipped ones).

    Compiled if need be.
    """
    return stele.runtime.open(kept_file(folders_of(expansions), variant))


def kept_file(folders: Sequence[Path], variant: str = "", checked: Checked | None = None) -> Path:
    """Return the file of a compiled set of expansions.

    It is written if need be, from what was checked before if given.
    """
    if checked is not None and not checked.has_errors:
        name = module_name(folders, variant, checked.digests)
        return kept_path(name) or keep(name, stable_module(folders, variant, checked))
    for _ in range(MOST_TRIES):
        name = module_name(folders, variant)
        if (file := kept_path(name)) is not None:
            return file
        text = stable_module(folders, variant, None)
        # A file that was saved meanwhile may be in the text or not, so the name may be wrong.
        if name == module_name(folders, variant):
            return keep(name, text)
    raise Refused("the content was saved again and again while it was compiled")


def module_name(folders: Sequence[Path], variant: str, read: Mapping[Path, str] | None = None) -> str:
    """Return what a compiled set is called in the cache."""
    return f"ruleset_{game_key(folders, variant, read)[:24]}.py"


def stable_module(folders: Sequence[Path], variant: str, checked: Checked | None) -> str:
    """Return the module of expansions as it is on every machine, whatever messages call their
    folders.
    """
    if checked is not None and not checked.has_errors:
        return moved(compiled(checked, checked.ids_in(folders), variant), stable_folders(checked))
    built = build(folders, variant)
    if built.text is None:
        raise Broken(built.checked)
    return built.text


def stable_folders(checked: Checked) -> dict[str, str]:
    """Return how folders are called in compiled modules, by what messages call them."""
    shown = {id: content.expansion.span.path.rpartition("/")[0] for id, content in checked.contents.items()}
    return {shown[id]: stable_path(place) for id, place in checked.places.items()}
