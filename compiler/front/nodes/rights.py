"""Sentences about what seats may do, and may not do: to build, to use a card, to buy, to sell."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.building import ByChain
from stele.compiler.front.nodes.counting import Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Seats
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class BuildingOf:
    """`build a red card for free`, `build by chain from neighbours`, in one way or in any."""

    cards: Which | None  # none means any
    chain: ByChain | None
    is_free: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuildingStages:
    """`build a stage`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class UseOf:
    """`use a card to discard`."""

    cards: Which
    action: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlayingLast:
    """`play the last card of the age`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Trading:
    """`buy from you`, `sell to left`."""

    is_sale: bool
    other: Seats
    span: Span = field(compare=False)


Deed = BuildingOf | BuildingStages | UseOf | PlayingLast | Trading


@dataclass(frozen=True, slots=True)
class Right:
    """`may always build by chain from neighbours`."""

    whom: Subject
    deed: Deed
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ban:
    """`others may not use a card to discard`."""

    whom: Subject
    deed: Deed
    span: Span = field(compare=False)


RightSentence = Right | Ban
