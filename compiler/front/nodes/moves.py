"""Sentences that move something from one seat, or one place, to another."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Coins
from stele.compiler.front.nodes.counting import Per, Tokens
from stele.compiler.front.nodes.places import Seats
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class Transfer:
    """`take 2 coins from a neighbour`, `give 1 omen token to left`.

    Whose neighbour it is, or whose left, is seen from the subject.
    """

    is_taken: bool  # or given
    who: Subject
    what: Coins | Tokens
    per: Per | None
    other: Seats
    span: Span = field(compare=False)


MoveSentence = Transfer
