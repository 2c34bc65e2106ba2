"""Find expansion folders and take them through the stages, from text to a checked game.

The order of the stages is legible in `check_folders`: load, validate, parse, resolve, check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stele.compiler import items
from stele.compiler.check import check
from stele.compiler.diagnostics import Diagnostic, in_order
from stele.compiler.parse import parse
from stele.compiler.places import find, shipped_folders
from stele.compiler.resolve import Resolved, resolve
from stele.compiler.rulings import check_rulings, rulings_of
from stele.compiler.schema import validate
from stele.compiler.source import Document, Folder, load
from stele.compiler.span import Text


@dataclass(frozen=True, slots=True)
class Checked:
    """What a run over some folders came to."""

    game: Resolved
    diagnostics: list[Diagnostic]
    documents: Sequence[Document]

    @property
    def texts(self) -> Mapping[str, Text]:
        """Return the text of every file that was read, by its path in messages."""
        return {document.text.path: document.text for document in self.documents}

    @property
    def has_errors(self) -> bool:
        """Tell whether anything stops the build."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


def shown_path(path: Path) -> str:
    """Return a path as messages show it: relative to where the user is, if it lies below."""
    here = Path.cwd().resolve()
    return path.relative_to(here).as_posix() or "." if path.is_relative_to(here) else path.as_posix()


def check_folders(folders: Sequence[Path], shown: Callable[[Path], str] = shown_path) -> Checked:
    """Check expansion folders, together with whatever they require or may meet."""
    found: list[Diagnostic] = []
    loaded: dict[Path, Folder] = {}
    contents: dict[str, items.Content] = {}
    broken: set[str] = set()
    queue = [folder.resolve() for folder in folders]
    while queue:
        path = queue.pop(0)
        if path in loaded:
            continue
        loaded[path] = load(path, shown(path), found)
        content = parse(validate(loaded[path], found), found)
        if content is None:
            broken.add(path.name)
            continue
        contents.setdefault(content.expansion.id, content)
        queue += [beside for id in mentioned(content) if id not in contents and (beside := find(id, path))]
    offered = [folder.name for folder in shipped_folders()]
    game = check(resolve(list(contents.values()), broken, offered, found), found)
    documents = [document for folder in loaded.values() for document in folder.documents]
    found.extend(check_rulings(rulings_of(documents, game.contents), game.contents))
    return Checked(game, in_order(found), documents)


def mentioned(content: items.Content) -> list[str]:
    """Return the ids of the expansions that a content requires or may meet."""
    named = [name.text for name, _ in content.expansion.requires]
    named += [name.text for card in content.cards for name in card.needs]
    named += [name.text for board in content.boards for name in board.needs]
    return list(dict.fromkeys(named))
