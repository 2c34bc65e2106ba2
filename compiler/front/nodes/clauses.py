"""Sentences that contain a sentence, and the clause around them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import Coins, Unused
from stele.compiler.front.nodes.building import BuildingSentence
from stele.compiler.front.nodes.conditions import Lasting, Moment, Once, Test
from stele.compiler.front.nodes.counting import Tokens
from stele.compiler.front.nodes.gains import GainSentence
from stele.compiler.front.nodes.moves import MoveSentence
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Seats
from stele.compiler.front.nodes.resources import ResourceSentence
from stele.compiler.front.nodes.scoring import ScoringSentence
from stele.compiler.front.nodes.table import TableSentence


@dataclass(frozen=True, slots=True)
class Exchange:
    """`must spend 1 diplomacy token to sit out`, `pay 1 coin and 2 victory tokens to ...`."""

    must: bool
    verb: str
    price: tuple[Coins | Tokens | Unused, ...]
    result: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw 3 unused guilds, build 1 of them for free`, `draw 4 unused leaders into hand`."""

    number: int
    noun: Name
    into: Name | None
    result: Sentence | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll a die, gain that many coins`."""

    result: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Have:
    """`this turn, red cards cost no resources`, `others have -1 shield until end of age`: something
    stands from now on, perhaps for a time.
    """

    who: Seats
    what: Sentence
    lasting: Lasting | None
    span: Span = field(compare=False)


CompoundSentence = Exchange | Draw | Roll | Have

Sentence = (
    ResourceSentence
    | GainSentence
    | MoveSentence
    | ScoringSentence
    | BuildingSentence
    | TableSentence
    | CompoundSentence
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
