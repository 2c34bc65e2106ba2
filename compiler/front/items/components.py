"""What lies on the table: cards, wonder boards and boards of shared places."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes import Clause, Cost, Name


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Card:
    """One card; its copies are told apart by the printed number of players."""

    id: str
    name: str
    deck: Name
    colour: Name | None
    cost: Cost | None
    players: tuple[int, ...]
    chain: tuple[Name, ...]
    identity: str
    effect: tuple[Clause, ...]
    moments: tuple[tuple[Name, tuple[Clause, ...]], ...]
    rank: int
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)

    def copies(self, players: int) -> int:
        """Return how many copies are used with so many players."""
        return sum(number <= players for number in self.players) if self.players else 1


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a board; of the effects in `choose` its owner has one."""

    cost: Cost | None
    effect: tuple[Clause, ...]
    choose: tuple[tuple[Clause, ...], ...]
    rank: int
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board."""

    id: str
    start: tuple[Clause, ...]
    stages: tuple[Stage, ...]
    limits: Limits
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SideName:
    """`venezia` or `venezia-b`: a board or one side of it; perhaps one that is not in play."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Limits:
    """At which tables a board, or one side of it, is not used."""

    least: int = 1
    most: int = 99
    most_alone: int = 99  # without an official expansion besides what is required
    only_in: tuple[str, ...] = ()
    never_in: tuple[str, ...] = ()
    not_with: tuple[SideName, ...] = ()
    not_beside: tuple[SideName, ...] = ()
    not_left: tuple[SideName, ...] = ()
    not_right: tuple[SideName, ...] = ()
    needs: tuple[str, ...] = ()  # expansions
    removes: tuple[Name, ...] = ()  # cards
    advice: Limits | None = None  # what is obeyed only if boards are dealt


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Board:
    """One wonder board."""

    id: str
    name: str
    title: str
    sides: tuple[Side, ...]
    limits: Limits
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """One side of the board of a shared place."""

    id: str
    room: tuple[tuple[Name, int], ...]
    ladder: tuple[tuple[int, tuple[Clause, ...]], ...]
    alone: int  # from this difference on the cards serve only who leads; 0 means never
    for_sale: bool
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class PlaceBoard:
    """One board of a place that two neighbours share."""

    id: str
    name: str
    zone: Name
    copies: int
    sides: tuple[PlaceSide, ...]
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)
