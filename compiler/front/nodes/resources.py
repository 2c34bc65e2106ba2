"""Sentences about resources: production, trade and what things cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Less, More, Nothing
from stele.compiler.front.nodes.counting import Per, Stages, Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Seats
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class Some:
    """`2 ore`."""

    number: int
    resource: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """`wood or clay`."""

    resources: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SomeThat:
    """`1 resource that your brown cards, grey cards or board do not produce`."""

    number: int
    colours: tuple[Name, ...]
    board: bool
    is_negated: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Produce:
    """`produce wood or clay, not for sale`."""

    goods: Some | OneOf | SomeThat
    for_sale: bool
    span: Span = field(compare=False)
    per: Per | None = None


@dataclass(frozen=True, slots=True)
class ProduceMore:
    """`brown cards produce 1 more`: each of what it produces."""

    cards: Which
    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Buy:
    """`buy raw resources from right for 1`; no group means any resource."""

    group: Name | None
    seller: Seats
    price: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rebate:
    """`the first resource bought from left costs 1 less`."""

    side: Seats
    less: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CostChange:
    """`green cards cost 1 resource less`, `leaders cost no coins to recruit`, `red cards cost 1
    coin more per omen token for others`.

    No action means whatever they are used for.
    """

    what: Which | Stages
    change: Less | More | Nothing
    action: Name | None
    per: Per | None
    whom: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Toll:
    """`purchases cost 1 more for others`, `payments to the bank cost 1 less`: so many coins for
    each unit, or for each payment, but for those for some cards; below zero less.
    """

    is_to_bank: bool
    unless: Which | None
    coins: int
    per: Per | None
    whom: Subject
    span: Span = field(compare=False)


ResourceSentence = Produce | ProduceMore | Buy | Rebate | CostChange | Toll
