"""Sentences that give and take: coins and tokens gained or lost, cards and tokens discarded."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import AllTokens, Coins, HalfOf, It, Scale, ThatMany
from stele.compiler.front.nodes.counting import AllCoins, Per, Tokens, Which
from stele.compiler.front.nodes.moves import EventCard, ThisCard
from stele.compiler.front.nodes.places import Here, Place, TheyHave
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class Gain:
    """`everyone gains 6 coins`; shared among them, each has the same part of it."""

    who: Subject
    gift: Coins | Tokens | ThatMany | HalfOf | Scale | It
    per: Per | None
    span: Span = field(compare=False)
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class Lose:
    """`others lose 2 coins`, `lose all defeat tokens`."""

    who: Subject
    loss: Coins | Tokens | ThatMany | HalfOf | Scale | AllTokens | AllCoins
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class DiscardTokens:
    """`everyone discards 1 defeat token`."""

    who: Subject
    tokens: Tokens
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Put:
    """`put 1 coin on a card in city`, `put 1 coin on this card`."""

    number: int
    cards: Which | ThisCard | EventCard
    place: Place | TheyHave | Here | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TakeOff:
    """`take 1 coin from a card in city`, `take 2 coins from this card`."""

    who: Subject
    number: int
    cards: Which | ThisCard | EventCard
    place: Place | TheyHave | Here | None
    span: Span = field(compare=False)


GainSentence = Gain | Lose | DiscardTokens | Put | TakeOff
