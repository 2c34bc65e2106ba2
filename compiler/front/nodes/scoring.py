"""Sentences about points, shields and symbols."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Scale, ThatMany
from stele.compiler.front.nodes.counting import AllCoins, AllShields, Per, Stages, Symbols, Tokens, Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Here, Place, Seats, TheyHave
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class Score:
    """`score 1 point per 3 coins`."""

    who: Subject
    points: int | ThatMany | Scale
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Shields:
    """`2 shields against left`; no side means against everyone."""

    number: int
    against: Seats | None
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Science:
    """`science compass or gear`: one symbol, the best one at the end."""

    symbols: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CopiedScience:
    """`science copied from a green card in neighbours`."""

    cards: Which
    place: Place | TheyHave | Here
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ScienceOf:
    """`science of your least symbol`."""

    is_most: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Convert:
    """`convert 2 science symbols`."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AlsoCount:
    """`purple cards also count your city`."""

    cards: Which
    zone: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Double:
    """`coins from yellow cards count double`."""

    is_coins: bool
    cards: Which
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MoreCards:
    """`count 1 more card at each frontier`."""

    number: int
    zone: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Worth:
    """`victory tokens are worth 1 point less for everyone`: so many points, below zero less."""

    what: Which | Tokens
    points: int
    per: Per | None
    whom: Subject
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CountAs:
    """`brown cards also count as grey cards`, or instead of as what they are."""

    what: Which
    as_what: Which
    is_also: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CountMore:
    """`count 1 more brown card`: wherever such things are counted."""

    number: int
    what: Which | Tokens | Symbols | Stages | AllCoins | AllShields
    span: Span = field(compare=False)


ScoringSentence = (
    Score
    | Shields
    | Science
    | CopiedScience
    | ScienceOf
    | Convert
    | AlsoCount
    | Double
    | MoreCards
    | Worth
    | CountAs
    | CountMore
)
