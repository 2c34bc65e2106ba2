"""Whom a clause means and where it looks: seats, zones and the cities of others."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.names import Name


class Seats(Enum):
    """Seats seen from the owner of a clause."""

    YOU = "you"
    LEFT = "left"
    RIGHT = "right"
    ACROSS = "the other side"  # who shares the place where the item lies
    NEIGHBOURS = "neighbours"
    A_NEIGHBOUR = "a neighbour"  # in an event: any of them; in an act: the one you choose
    A_PLAYER = "a player"
    ANOTHER_PLAYER = "another player"
    THEY = "they"  # whose event it is, or who was chosen
    EACH_NEIGHBOUR = "each neighbour"  # in comparisons: all of them
    EACH_OTHER_PLAYER = "each other player"
    OTHERS = "others"
    EVERYONE = "everyone"
    PARTNER = "partner"
    VICTOR = "the victor"
    LOSER = "the loser"
    ANYONE = "anyone"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Zone:
    """`city`: the own place of that name, or the table's; `city of left`: that of those seats."""

    name: Name
    span: Span = field(compare=False)
    of: Seats | None = None


@dataclass(frozen=True, slots=True)
class CitiesOf:
    """`neighbours`: the cities of those seats."""

    seats: Seats
    span: Span = field(compare=False)


Where = Zone | CitiesOf


@dataclass(frozen=True, slots=True)
class Place:
    """`in city and neighbours`."""

    parts: tuple[Where, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TheyHave:
    """`they have`: with the one who is affected."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class YouHave:
    """`you have`: with the owner of the clause, whoever the sentence is about."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Here:
    """`here`: the place where the item lies."""

    span: Span = field(compare=False)
