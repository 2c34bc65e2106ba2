"""Watch a folder: check what has changed, keep the last good build, play the rulings it touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stele.compiler.driver.build import kept_file
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import FileStamps, Memory, stamp_of
from stele.compiler.front import items
from stele.compiler.front.rulings import Ruling, rulings_of, words_in
from stele.compiler.rulings.pool import run_rulings
from stele.compiler.rulings.runner import Outcome


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one look at a folder that had changed."""

    checked: Checked
    outcomes: tuple[Outcome, ...]  # of the rulings that the change touches
    build: Path | None  # the last good one


@dataclass(slots=True)
class Watcher:
    """Knows what the folder was like before."""

    folder: Path
    memory: Memory = field(default_factory=Memory)
    stamps_read: Mapping[Path, FileStamps] = field(default_factory=dict)
    content: items.Content | None = None  # as it was when all was right
    rulings: dict[str, Ruling] = field(default_factory=dict)
    build: Path | None = None

    def look(self) -> Look | None:
        """Return what came of a change, or nothing if there was none."""
        before = self.stamps()
        if before == self.stamps_read:
            return None
        checked = check_folders([self.folder], memory=self.memory)
        # Not what the files are like by now: one may have been saved after it was read.
        self.stamps_read = {path: kept[0].files for path, kept in self.memory.folders.items()} | before
        if checked.has_errors:
            return Look(checked, (), self.build)
        self.build = kept_file([self.folder], checked=checked)
        own = next(id for id, place in checked.places.items() if place == self.folder.resolve())
        content = checked.game.content(own)
        listed = [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion == own]
        touched = [ruling for ruling in listed if self.is_touched(ruling, content)]
        self.content, self.rulings = content, {ruling.id: ruling for ruling in listed}
        return Look(checked, tuple(run_rulings(touched, checked)), self.build)

    def stamps(self) -> dict[Path, FileStamps]:
        """Return what changes when a file does, of the folder and of those that it builds on."""
        return {path: stamp_of(path) for path in (self.folder.resolve(), *self.memory.folders)}

    def is_touched(self, ruling: Ruling, content: items.Content) -> bool:
        """Tell whether a ruling may come to something else than before."""
        before = self.content
        if before is None or self.rulings.get(ruling.id) != ruling:
            return True
        if (before.vocabulary, before.flow) != (content.vocabulary, content.flow) or patches_of(before) != patches_of(
            content
        ):
            return True
        changed = set(different(before.cards, content.cards)) | set(different(before.boards, content.boards))
        return not changed.isdisjoint(words_in((ruling.given, *ruling.when, ruling.then)))


def patches_of(content: items.Content) -> list[object]:
    """Return what an expansion changes of others, so that it can be compared."""
    listed = [*content.patches, *(patch for variant in content.variants for patch in variant.patches)]
    return [(patch.adds, patch.path, patch.value.node, patch.needs) for patch in listed]


def different(
    before: tuple[items.Card, ...] | tuple[items.Board, ...], now: tuple[items.Card, ...] | tuple[items.Board, ...]
) -> Iterator[str]:
    """Yield the ids of items that are new, gone or changed."""
    old, new = {item.id: item for item in before}, {item.id: item for item in now}
    yield from (id for id in {**old, **new} if old.get(id) != new.get(id))
