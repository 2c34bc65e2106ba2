"""What a clause counts: `brown card`, `victory token`, `stage`; and `per` how many of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Here, Place, TheyHave, YouHave


class Bound(Enum):
    """How a number is compared: a bare one means at least."""

    LEAST = "at least"
    MOST = "at most"
    EXACTLY = "exactly"


@dataclass(frozen=True, slots=True)
class Costing:
    """`that cost coins`, `that cost at least 2 resources`: by what is printed."""

    bound: Bound
    number: int
    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Showing:
    """`with symbol compass`."""

    symbol: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Coined:
    """`with a coin on it`: in a city, by what lies on the card."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Lacked:
    """`with a symbol you lack`: one that is printed; the owner of the clause does not have it."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Outermost:
    """`the newest card`, `the oldest card`: of those in a place, by when they came there."""

    is_newest: bool
    span: Span = field(compare=False)


Filter = Costing | Showing | Coined | Lacked | Outermost


@dataclass(frozen=True, slots=True)
class Cards:
    """`brown or grey card`, `age 2 card`, `card`: no colour means any, no age means any."""

    colours: tuple[Name, ...]
    age: int | None
    span: Span = field(compare=False)
    of_that_colour: bool = False  # of the colour that was chosen before
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedCards:
    """`leader`: a noun that content declares for some cards."""

    noun: Name
    span: Span = field(compare=False)
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class CardNamed:
    """`"lighthouse"`: one card, by its id."""

    card: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tokens:
    """`2 victory tokens worth 1`, `a victory token`, `victory token`: tokens of a kind or group."""

    number: int
    kind: Name
    worth: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Symbols:
    """`compass symbol`."""

    kind: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetOf:
    """`set of brown, grey cards`: one of each; as many sets as the scarcest allows."""

    kinds: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SquareOf:
    """`square of compass symbols`."""

    what: Symbols
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stages:
    """`stage`: wonder stages that are built."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Steps:
    """`step on fleet`: how far somebody, or the table, has come on a track."""

    track: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllCoins:
    """`coins`: the treasury."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CoinsOn:
    """`coins on cards in city`, `coins on this card`."""

    cards: Which | None  # none means this card
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllPoints:
    """`points`: those that are scored."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllShields:
    """`shields`: the strength."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AgesBegun:
    """`age begun`: the number of the age."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Players:
    """`per player`: how many play, a guest not among them."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LinePoints:
    """`guilds points`, `points`: what a seat has on a line of the score sheet, or on all, as it
    stands.
    """

    line: Name | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Produced:
    """`resources produced`, `wood produced`: the units that a city makes each turn."""

    resource: Name | None  # none means any
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Colours:
    """`different colour`: how many colours there are among the cards, or among those of colours
    that decks of an age have.
    """

    of_ages: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsOfOneColour:
    """`card of one colour`: the cards of the colour that is best."""

    span: Span = field(compare=False)


Which = Cards | NamedCards | CardNamed

Countable = (
    Cards
    | NamedCards
    | CardNamed
    | Tokens
    | Symbols
    | SetOf
    | SquareOf
    | Stages
    | Steps
    | AllCoins
    | CoinsOn
    | AllShields
    | AgesBegun
    | Players
    | LinePoints
    | Produced
    | Colours
    | CardsOfOneColour
)


@dataclass(frozen=True, slots=True)
class Per:
    """`per 3 coins`, `per brown card in city, at most 6`: rounded down.

    `, less 1 per brown card in city` takes something off for each, instead of multiplying.
    """

    divisor: int
    what: Countable
    place: Place | TheyHave | YouHave | Here | None
    span: Span = field(compare=False)
    less: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class UsedCard:
    """`the card under this stage`: the one that the stage was built with."""

    span: Span = field(compare=False)
