"""When, how often and on what condition a clause happens: moments, limits and tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.counting import Bound, Cards, Countable, Tokens, UsedCard, Which
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.places import Place, Seats, Where


class Period(Enum):
    """How often a limit renews itself, and what a point is the edge of."""

    GAME = "game"
    AGE = "age"
    TURN = "turn"


class Manner(Enum):
    """How a card is built that is not paid for."""

    CHAIN = "by chain"
    FREE = "for free"  # by a chain, a right or a sentence


@dataclass(frozen=True, slots=True)
class BuildsCard:
    """`you build a yellow card`, `you build a card at a frontier`."""

    cards: Which
    at: Name | None
    manner: Manner | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuildsStage:
    """`you build a stage`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuildsByChain:
    """`you build by chain`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuysFromNeighbour:
    """`you buy from a neighbour`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SellsToNeighbour:
    """`you sell to a neighbour`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LosesToken:
    """`another player loses a defeat token`."""

    token: Tokens
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TiesConflict:
    """`you tie a conflict`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GainsToken:
    """`you gain a victory token`."""

    token: Tokens
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GainsCoins:
    """`you gain coins`, `you gain coins from bank`: without what others pay or what is taken."""

    from_bank: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LosesCoins:
    """`left loses coins`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class UsesCard:
    """`you use a card to discard`."""

    cards: Which
    action: Name
    span: Span = field(compare=False)


class CardDeed(Enum):
    """What somebody does with a card, as an event."""

    DISCARD = "discard"
    DRAW = "draw"
    PLAY = "play"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class HandlesCard:
    """`another player discards a card`, `you play a leader from leader-hand`."""

    deed: CardDeed
    cards: Which
    source: Name | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EndsConflict:
    """`you win a conflict`, `left loses a conflict`."""

    is_won: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReachesStep:
    """`you reach step 4 of fleet`: by going on, however far."""

    step: int
    track: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TurnsMarker:
    """`anyone turns the day to night`: no face means any."""

    marker: Name
    face: Name | None
    span: Span = field(compare=False)


Event = (
    BuildsCard
    | BuildsStage
    | BuildsByChain
    | BuysFromNeighbour
    | SellsToNeighbour
    | LosesToken
    | TiesConflict
    | GainsToken
    | GainsCoins
    | LosesCoins
    | UsesCard
    | HandlesCard
    | EndsConflict
    | ReachesStep
    | TurnsMarker
)


@dataclass(frozen=True, slots=True)
class When:
    """`when you build by chain,`, `when a neighbour builds a red card,`."""

    event: Event
    who: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtEdge:
    """`at end of game,`, `at start of age,`."""

    is_end: bool
    period: Period
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtConflict:
    """`at conflict,`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class BeforeChoosing:
    """`before choosing,`: a window before the cards of the turn are chosen."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AfterPlaying:
    """`after playing,`: a window after the own card of the turn is resolved."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InsteadOf:
    """`instead of gaining a defeat token in conflict,`, `instead of left gaining coins,`."""

    event: GainsToken | GainsCoins | LosesCoins | EndsConflict
    in_conflict: bool
    span: Span = field(compare=False)
    who: Seats = Seats.YOU


@dataclass(frozen=True, slots=True)
class AsSoonAs:
    """`as soon as 7 coins,`: when conditions that did not hold do."""

    tests: tuple[Test, ...]
    span: Span = field(compare=False)


Moment = When | AtEdge | AtConflict | BeforeChoosing | AfterPlaying | InsteadOf | AsSoonAs


@dataclass(frozen=True, slots=True)
class Once:
    """`once per age,`, `twice per game,`, `once per neighbour per turn,`: counted for each instance
    on its own.
    """

    period: Period
    per_neighbour: bool
    span: Span = field(compare=False)
    times: int = 1


class Lasting(Enum):
    """How long something stands."""

    THIS_TURN = "this turn"
    NEXT_TURN = "next turn"
    END_OF_TURN = "until end of turn"
    END_OF_AGE = "until end of age"


@dataclass(frozen=True, slots=True)
class ForTurns:
    """`for the next 2 turns`: those that follow the one in which it begins."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ForCards:
    """`for the next 2 cards`: until its owner has used so many cards more in its turns."""

    number: int
    span: Span = field(compare=False)


Duration = Lasting | ForTurns | ForCards


@dataclass(frozen=True, slots=True)
class AtLeast:
    """`6 shields`, `at most 2 red cards in city`, `no brown card in city`, `left has 3 coins`."""

    number: int
    what: Countable
    where: Where | Place | None
    span: Span = field(compare=False)
    bound: Bound = Bound.LEAST
    who: Seats = Seats.YOU


@dataclass(frozen=True, slots=True)
class RivalThing:
    """`than victory tokens`: something else that the same seat has."""

    what: Countable
    where: Where | Place | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compared:
    """`more blue cards in city than each neighbour`, `left has fewer coins than right`, `more
    defeat tokens than victory tokens`.
    """

    is_more: bool
    what: Countable
    where: Where | Place | None
    than: Seats | RivalThing
    who: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Foremost:
    """`most shields`, `alone fewest coins among neighbours`."""

    is_most: bool
    is_alone: bool
    what: Countable
    where: Where | Place | None
    among: Seats | None
    who: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SoManyPlayers:
    """`at least 5 players`."""

    number: int
    bound: Bound
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InAge:
    """`age 2`."""

    age: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InTurn:
    """`turn 3`: of the age."""

    turn: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HasMajority:
    """`majority at left`."""

    side: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardIs:
    """`the card is of age 3`, `the card is blue or red`: the card of the event, or that under the
    stage.
    """

    cards: Cards
    used: UsedCard | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MarkerIs:
    """`the day is night`: which face is up."""

    marker: Name
    face: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`no brown card in city or at least 9 coins`."""

    tests: tuple[Test, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class DoneThisTurn:
    """`you built a red card this turn`, `nobody built a stage this turn`: with `nobody` the
    opposite of anyone.
    """

    deed: BuildsCard | BuildsStage | UsesCard
    who: Seats
    span: Span = field(compare=False)


Fact = (
    AtLeast
    | Compared
    | Foremost
    | SoManyPlayers
    | InAge
    | InTurn
    | HasMajority
    | CardIs
    | MarkerIs
    | DoneThisTurn
    | AnyOf
)


@dataclass(frozen=True, slots=True)
class Test:
    """One condition or its opposite."""

    is_negated: bool
    fact: Fact
    span: Span = field(compare=False)
