"""Sentences that contain a sentence, and the clause around them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Coins, PaidCards, Unused
from stele.compiler.front.nodes.building import AnyOrder, BuildingSentence, PlayLast
from stele.compiler.front.nodes.conditions import Duration, Moment, Once, Test
from stele.compiler.front.nodes.counting import Tokens, Which
from stele.compiler.front.nodes.gains import GainSentence
from stele.compiler.front.nodes.moves import MoveSentence
from stele.compiler.front.nodes.places import Seats, Where
from stele.compiler.front.nodes.resources import ResourceSentence
from stele.compiler.front.nodes.rights import RightSentence
from stele.compiler.front.nodes.scoring import (
    AlsoCount,
    CopiedScience,
    CountAs,
    CountMore,
    Double,
    MoreCards,
    Science,
    ScienceOf,
    ScoringSentence,
    Shields,
    Worth,
)
from stele.compiler.front.nodes.subjects import Subject
from stele.compiler.front.nodes.table import TableSentence
from stele.compiler.front.nodes.tracks import TrackSentence


@dataclass(frozen=True, slots=True)
class Exchange:
    """`must spend 1 diplomacy token to sit out`, `pay 1 coin and 2 victory tokens to ...`."""

    must: bool
    verb: str
    price: tuple[Coins | Tokens | Unused | PaidCards, ...]
    result: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll a die`: `that many` behind it is what the die shows."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """`choose a colour`: `that colour` behind it."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChooseNumber:
    """`choose a number from 1 to 3`: `that many` behind it."""

    least: int
    most: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """`choose a player`: `they` behind it."""

    among: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """`choose a card from hand`: `the card` behind it; of one of several seats, `they` are whose it
    was.
    """

    cards: Which
    source: Where
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """`gain 3 coins, or 1 shield`: one of them, as the owner chooses."""

    alternatives: tuple[Sentence, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class May:
    """`others may pay 1 coin to gain 1 victory token`: who wants to does it."""

    who: Subject
    what: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Have:
    """`this turn, red cards cost no resources`, `others have -1 shield until end of age`: something
    stands from now on, perhaps for a time.
    """

    who: Subject
    what: Sentence
    lasting: Duration | None
    span: Span = field(compare=False)


CompoundSentence = Exchange | Roll | Have | ChooseColour | ChooseNumber | ChooseSeat | ChooseCard | Either | May

Sentence = (
    ResourceSentence
    | RightSentence
    | GainSentence
    | MoveSentence
    | ScoringSentence
    | BuildingSentence
    | TableSentence
    | TrackSentence
    | CompoundSentence
)


# What stands, as long as its item is in play or for a time.
StandingSentence = (
    ResourceSentence
    | RightSentence
    | Shields
    | Science
    | CopiedScience
    | ScienceOf
    | AlsoCount
    | Double
    | MoreCards
    | Worth
    | CountAs
    | CountMore
    | AnyOrder
    | PlayLast
)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Clause:
    """One sentence with when, how often and on what condition it happens, and what follows."""

    moment: Moment | None
    limit: Once | None
    tests: tuple[Test, ...]
    sentence: Sentence
    then: Clause | None
    span: Span = field(compare=False)
