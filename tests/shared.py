"""Shipped content that each worker of a run reads and checks once, whoever asks for it.

Only what stands under `content/` is remembered, by the means of `stele watch`: a file that changes
is read again. Whatever a test writes itself is read and checked anew, and so is every set of
expansions of which it is a part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from stele.compiler.analysis import sets
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.analysis.sets import KnownSets
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver import workspace
from stele.compiler.driver.workspace import Memory
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import shipped
from stele.compiler.front.folder import Folder, Known, load
from stele.compiler.front.source import Document

read, check_one = workspace.read_folder, sets.check_set


def remember_shipped(patch: pytest.MonkeyPatch) -> None:
    """Let all checks share one memory of shipped content for each way its paths are shown in
    messages.
    """
    memories: defaultdict[str, Memory] = defaultdict(Memory)
    known: dict[int, tuple[items.Content, Memory]] = {}

    def load_folder(
        path: Path, shown: str, found: list[Diagnostic], files: Known | None = None, is_played_only: bool = False
    ) -> Folder:
        if path.parent == shipped():
            files = memories[shown.removesuffix(path.name)].files
        return load(path, shown, found, files, is_played_only)

    def read_folder(
        path: Path, shown: str, memory: Memory | None, found: list[Diagnostic]
    ) -> tuple[Folder, items.Content | None]:
        if path.parent != shipped():
            return read(path, shown, memory, found)
        memory = memories[shown.removesuffix(path.name)]
        folder, content = read(path, shown, memory, found)
        if content is not None:
            known[id(content)] = (content, memory)
        return folder, content

    def check_set(
        contents: Mapping[str, items.Content],
        documents: Mapping[str, Sequence[Document]],
        ids: frozenset[str],
        variant: str,
        wrong: frozenset[str],
        kept: KnownSets | None,
    ) -> tuple[Resolved, list[Diagnostic]]:
        if all(id(contents[one]) in known for one in ids):
            kept = known[id(contents[min(ids)])][1].sets
        return check_one(contents, documents, ids, variant, wrong, kept)

    patch.setattr(workspace, "load", load_folder)
    patch.setattr(workspace, "read_folder", read_folder)
    patch.setattr(sets, "check_set", check_set)


def forget_shipped(patch: pytest.MonkeyPatch) -> None:
    """Let checks read everything again."""
    patch.setattr(workspace, "load", load)
    patch.setattr(workspace, "read_folder", read)
    patch.setattr(sets, "check_set", check_one)
