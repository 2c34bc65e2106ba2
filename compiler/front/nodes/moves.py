"""Sentences that move something from one seat, or one place, to another."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Coins
from stele.compiler.front.nodes.counting import Per, Tokens, UsedCard, Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Seats, Where, Zone
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


class SoMany(Enum):
    """How many cards, if it is no number."""

    ALL = "all"
    THAT_MANY = "that many"


@dataclass(frozen=True, slots=True)
class OfThem:
    """`1 of them`: of the cards that were drawn, given up or revealed before."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ThisCard:
    """`this card`: the one on which the clause stands."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EventCard:
    """`the card`: the one that the event is about, wherever it lies."""

    span: Span = field(compare=False)


class MoveVerb(Enum):
    """How cards are moved; `put` says where to, the others mean a place."""

    PUT = "put"
    DISCARD = "discard"
    GIVE = "give"
    TAKE = "take"
    REVEAL = "reveal"


@dataclass(frozen=True, slots=True)
class MoveCards:
    """`put a blue card from city of left into discard`, `others discard 2 cards from hand`, `give a
    card from hand to right`.
    """

    verb: MoveVerb
    who: Subject
    number: int | SoMany
    cards: Which | OfThem | UsedCard | ThisCard | EventCard
    source: Where | None
    into: Where | None  # only of `put`
    other: Seats | None  # to whom, only of `give`
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LookAt:
    """`look at hand of left`: its cards lie open to who looks until the clause ends."""

    who: Subject
    place: Zone
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw 4 unused leaders into leader-hand`, `draw 2 cards from discard into hand, keep 1`: by
    chance. Those that go nowhere are `them`.
    """

    who: Subject
    number: int
    cards: Which
    source: Where | None  # none means out of decks, what was not dealt
    into: Zone | None
    keep: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SwapZones:
    """`swap hand with a player`, `swap hands with left`: all cards; no name means the hand."""

    zone: Name | None
    other: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SwapCards:
    """`swap a card of equal cost with a player`, `swap a brown card from city for a grey card with
    left`; no place means the city, and both are of one kind if nothing else is said of the other.
    """

    cards: Which
    equal_cost: bool
    source: Zone | None
    theirs: Which | None
    other: Seats
    span: Span = field(compare=False)


MoveSentence = Transfer | MoveCards | LookAt | Draw | SwapZones | SwapCards
