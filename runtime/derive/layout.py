"""Where things lie, as the emitted module says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stele.runtime.declared import Among, Deed


@dataclass(frozen=True)
class Layout:
    """Where things lie, as the emitted module says."""

    words: int
    first: Sequence[int]  # by card: the code of its first copy
    hands: Sequence[Sequence[Sequence[int]]]  # by play step and age: words that may lie in its zone
    filled: Sequence[bool]  # by deck: whether any card may come into it
    blocked: int
    chained: int
    offers: int
    tally: int
    tally_words: int
    uses: int
    slots: int
    pieces: int
    derived: Sequence[int]  # cells of a seat that follow from what is in play
    revealed: int
    marked: int
    drawn: int
    drawn_boards: int
    duty: int
    force: int
    timed: int
    reactors: int
    reactor_cells: int
    queue: int
    reacted: int
    queue_slots: int
    concerns: int
    copies: int
    copy_slots: int
    due: int
    due_slots: int
    kept: int
    soon: int
    across: int
    shared: int
    heaps: int
    laid: int
    shown_symbols: Sequence[int]  # lanes, each with the number of the set of cards that show it
    card_sets: Sequence[Among]
    spared: Sequence[Sequence[int]]
    steps: Sequence[Callable[..., int]]
    acts: Sequence[Callable[..., object]]
    points: Sequence[Callable[..., object]]
    cities: Sequence[Callable[..., object]]
    late: Sequence[Callable[..., object]]
    askers: Sequence[Callable[..., object]]
    done: int = 0
    deeds: Sequence[Deed] = ()  # what may have been done this turn
