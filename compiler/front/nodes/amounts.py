"""What is gained, lost or paid: coins, tokens, prices, and the cost of a card or stage."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.counting import AllCoins, AllPoints, Countable, Steps, Tokens, Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Here, Place, TheyHave, YouHave, Zone


@dataclass(frozen=True, slots=True)
class Coins:
    """`3 coins`."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ThatMany:
    """`that many coins`: as many as the last act really gave, took or moved, or as the event is
    about.
    """

    of: AllCoins | Tokens | AllPoints | Steps
    most: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HalfOf:
    """`half of coins, rounded down`: of what is held when it is carried out."""

    of: AllCoins | Tokens
    is_up: bool
    most: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Scale:
    """`1, 3, 6 coins for 1, 2, 3 grey cards in city`: the number beside the last step that is
    reached.
    """

    of: AllCoins | Tokens | AllPoints
    numbers: tuple[int, ...]
    steps: tuple[int, ...]
    what: Countable
    place: Place | TheyHave | YouHave | Here | None
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
class PaidCards:
    """`2 cards from hand`: a price in cards, which are discarded."""

    number: int
    cards: Which
    source: Zone
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
class More:
    """`1 resource more`, `2 coins more`."""

    number: int
    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`no resources`, `no coins`, `nothing`."""

    is_coins: bool | None  # neither of both means all
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
