"""Flat rows of numbers out of lists, and the lanes of counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from stele.runtime.state.cells import LANE_BITS, LANE_MASK, LANES, PLACE_MASK, WORD, cells

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row


def flat_from(lengths: Iterable[int]) -> Row:
    """Return where each of some lists begins behind the others, and where the last one ends."""
    return cells([0, *accumulate(lengths)])


def columns(lists: Sequence[Sequence[tuple[int, ...]]], width: int) -> list[Row]:
    """Return the columns of lists of rows that lie behind each other."""
    rows = [row for listed in lists for row in listed]
    return [cells([row[column] for row in rows]) for column in range(width)]


def next_lane(lane: int) -> int:
    """Return the lane behind another one."""
    shift = lane & PLACE_MASK
    return lane + LANE_BITS if shift < LANE_BITS * (LANES - 1) else (lane >> WORD) + 1 << WORD


def lanes_in(lanes: Iterable[int], word: int) -> int:
    """Return the mask of those lanes that lie in a word."""
    mask = 0
    for lane in lanes:
        if lane >> WORD == word:
            mask |= LANE_MASK << (lane & PLACE_MASK)
    return mask
