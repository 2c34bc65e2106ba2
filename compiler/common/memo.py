"""Keep what was worked out about a tree for as long as the tree lives.

Trees are frozen, so what is true of one stays true. It is known by its identity: two equal trees
may stand at different places.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Generic, TypeVar
from weakref import ref

V = TypeVar("V")


class Memo(Generic[V]):
    """A table by identity; an entry goes with its tree.

    A value must not hold the tree itself, or neither would ever go.
    """

    def __init__(self) -> None:
        self.entries: dict[int, tuple[ref[object], V]] = {}

    def get(self, tree: object) -> V | None:
        """Return what is kept about a tree."""
        entry = self.entries.get(id(tree))
        return None if entry is None else entry[1]

    def keep(self, tree: object, value: V) -> None:
        """Keep something about a tree."""
        # The call is `pop(key, reference)`, without a line of Python: a Ctrl-C that arrives in one
        # would be printed and lost.
        self.entries[id(tree)] = (ref(tree, partial(self.entries.pop, id(tree))), value)


@contextmanager
def uncollected() -> Iterator[None]:
    """Build trees without a search for circles among them: frozen nodes form none, and there are
    very many.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
