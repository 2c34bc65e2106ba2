"""Sentences about cards and stages: built, played, copied, revealed."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Free, Less
from stele.compiler.front.nodes.counting import UsedCard, Which
from stele.compiler.front.nodes.moves import OfThem
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Here, Place, Seats, TheyHave, Where, Zone
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class AnyOrder:
    """`stages in any order`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ByChain:
    """`by chain from neighbours`; no place means from the own city."""

    where: Where | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Build:
    """`build a card from discard for free`; no source means from hand."""

    who: Subject
    what: Which | OfThem | UsedCard
    source: Zone | None
    chain: ByChain | None
    price: Free | Less | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuildStage:
    """`build a stage for free`: without a card; without a price for its cost."""

    who: Subject
    price: Free | Less | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlayLast:
    """`play the last card of the age`, `play the last card of left`."""

    of: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Play:
    """`play a leader from leader-hand for 2 coins less`, `play 1 of them for free`.

    They have no other source.
    """

    who: Subject
    cards: Which | OfThem
    source: Zone | None
    price: Free | Less | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Copy:
    """`copy a leader in neighbours`, `copy stage 1 or a yellow card in neighbours`."""

    cards: Which
    stage: int | None
    place: Place | TheyHave | Here
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CopyBoard:
    """`copy the board of a neighbour`: what it gives at the start."""

    other: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Oblige:
    """`others must discard their next card from hand`: the action with that name, whatever else it
    could be used for.
    """

    who: Subject
    action: Name
    source: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal the card under this stage unless blue`."""

    unless: tuple[Name, ...]
    span: Span = field(compare=False)


BuildingSentence = AnyOrder | Build | BuildStage | PlayLast | Play | Copy | CopyBoard | Oblige | Reveal
