"""One city as the reference sees it: what lies there, what is owed, asked for and used up.

A clause in play is a `Held`: the clause itself with what tells its instance from others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period

Key = tuple[str, int, int]
Use = tuple[Key, str, Period]  # an instance, perhaps on the side of a neighbour, and when it may be used again
Duty = tuple[str, str]  # a zone, and the action for which a card of it must be used


class Unknown(Exception):
    """A construct of the language whose meaning the reference does not know."""

    def __init__(self, construct: str) -> None:
        super().__init__(f"the reference does not know {construct}")
        self.construct = construct


class Held(NamedTuple):
    """A clause in play: its instance, on which line it scores, and in which rank it acts."""

    key: Key  # the item, which of several copies of it, which clause
    clause: n.Clause
    line: str
    rank: int
    at: str = ""  # the place shared with a neighbour where it is, as its owner sees it


class Had(NamedTuple):
    """Something that stands because of an act: from which turn on, and for how long."""

    clause: n.Clause
    line: str
    lasting: str  # ever, turn, age, or next: from the next turn on
    turns: int  # for so many


@dataclass
class City:
    """One seat."""

    board: str
    side: str
    coins: int
    zones: dict[str, list[str]]
    built: list[int] = field(default_factory=list)  # the stages, as they were built
    purse: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    # Cards elsewhere whose effects hold here too, and the line on which they count: that of what
    # copies them.
    copies: list[tuple[str, str]] = field(default_factory=list)
    used: Counter[Use] = field(default_factory=Counter)  # what is limited
    due: list[tuple[n.Lose, int]] = field(default_factory=list)  # losses, and the seats that caused them
    absent: bool = False  # whether the city has left the table
    marks: dict[int, str] = field(default_factory=dict)  # the card under each stage, unless it went elsewhere
    shown: list[str] = field(default_factory=list)  # cards under stages that were turned up
    replaced: bool = False  # whether the board is not that of the beginning
    drawn: list[str] = field(default_factory=list)  # boards out of which one will be taken
    given: list[tuple[str, str]] = field(
        default_factory=list
    )  # cards that others gave up, and the zones where they lie
    coined: list[str] = field(default_factory=list)  # cards in the city on which coins lie
    heaps: dict[str, int] = field(default_factory=dict)  # how many lie there, if not one
    asked_next: set[Duty] = field(default_factory=set)  # what the seat must do the next time it chooses
    asked_now: set[Duty] = field(default_factory=set)
    spent: Counter[str] = field(default_factory=Counter)  # own units that were used this turn, by resource
    had: list[Had] = field(default_factory=list)  # what stands because of an act, perhaps for a time
    done: list[tuple[str, str, str]] = field(default_factory=list)  # this turn: what, with which card, for what
    kept: Counter[str] = field(default_factory=Counter)  # points that were given at once, by line

    @property
    def stages(self) -> int:
        """Return how many stages are built."""
        return len(self.built)
