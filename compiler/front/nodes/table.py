"""Sentences about the table: who takes part, who sits where, whose board it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class SitOut:
    """`sit out`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EndGame:
    """`end the game`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WinConflict:
    """`win the conflict`, `left loses the conflict`: the one at hand, that nobody has won."""

    is_won: bool  # or lost
    who: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WinGame:
    """`they win the game`."""

    who: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """`take another seat`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """`take another turn`: from the rest of the hand, before it is passed on."""

    who: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BecomeFirst:
    """`become first player`: who comes first where one goes after the other."""

    who: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """`leave the table`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReturnToTable:
    """`return to the table`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReplaceBoard:
    """`replace your board with 1 of 3 unused boards, either side`.

    Without the last words on the same side.
    """

    number: int
    drawn: int
    either_side: bool
    span: Span = field(compare=False)


TableSentence = (
    SitOut
    | EndGame
    | WinConflict
    | WinGame
    | TakeSeat
    | TakeTurn
    | BecomeFirst
    | LeaveTable
    | ReturnToTable
    | ReplaceBoard
)
