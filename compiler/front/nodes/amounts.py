"""What is gained, lost or paid: coins, tokens, prices, and the cost of a card or stage."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.names import Name


@dataclass(frozen=True, slots=True)
class Coins:
    """`3 coins`."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ThatMany:
    """`that many`: what the die showed."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class It:
    """`it`: what would have been gained."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllTokens:
    """`all defeat tokens`: as many as there are."""

    kind: Name
    worth: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unused:
    """`2 unused clay`, `3 unused resources`: own production that the own card did not use."""

    number: int
    resource: Name | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Free:
    """`for free`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Less:
    """`1 resource less`, `2 coins less`."""

    number: int
    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`no resources`, `no coins`."""

    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Goods:
    """`2 wood`."""

    number: int
    resource: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Different:
    """`2 different raw`."""

    number: int
    group: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cost:
    """`2 wood, 1 glass`; without parts it is `free`."""

    parts: tuple[Coins | Goods | Different, ...]
    span: Span = field(compare=False)
