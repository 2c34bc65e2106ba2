"""Points as data: by line, with leaves that say where each point comes from."""

from __future__ import annotations

from dataclasses import dataclass

from stele.runtime.declared import Scoring

COIN_ON_IT = Scoring(0, 1, "a coin lies on it", "")


@dataclass(frozen=True, slots=True)
class Leaf:
    """Some points of one seat: on which line, from what, why, and where that is written."""

    line: str
    item: str
    clause: str
    points: int
    place: str


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat."""

    seat: int
    coins: int
    leaves: tuple[Leaf, ...]
    lines: tuple[tuple[str, int], ...]
    total: int
