"""The intermediate form: effects and flow that need no further thought, printable and checked.

`gain 1 coin per brown card in city and neighbours` is
`Gain(Sum((Count(COLOUR_BROWN, me), Count(COLOUR_BROWN, left), Count(COLOUR_BROWN, right))))`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir.cards import (
    BuildPicked,
    BuildUsed,
    CardSet,
    ChooseCopy,
    CoinsTaken,
    ForgetThem,
    GiveUsedCard,
    Look,
    MarkEventCard,
    MarkPicked,
    Move,
    MoveAll,
    MoveAtRandom,
    MoveEventCard,
    MoveUsed,
    NameCard,
    NoteDrawn,
    NotePicked,
    Pick,
    PickMarked,
    PickPair,
    PickStage,
    PickToMark,
    PickToPlay,
    PickUsed,
    PlayPicked,
    Seen,
    Spot,
    StagePicked,
    SwapAll,
    SwapAtRandom,
    SwapPicked,
    TakeFromEventCard,
    UsedPicked,
)
from stele.compiler.ir.flow import ByPlayers, NextAge, NextTurn, Step
from stele.compiler.ir.seats import Seat, Who
from stele.runtime.ruleset import Limits


@dataclass(frozen=True, slots=True)
class Filtered:
    """Those of some seats, each of which is `they`, of whom conditions are true."""

    among: Who
    tests: tuple[Test, ...]
    is_compared: bool = False  # then a guest is not among them


Whom = Who | Filtered


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    number: int


@dataclass(frozen=True, slots=True)
class Count:
    """One lane of a seat's tally."""

    lane: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """One lane of another seat's tally, without what it shares with its neighbours."""

    lane: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class ShieldsOf:
    """All shields of a seat; those that are printed are one lane of its tally."""

    seat: Seat
    printed: Count | Shown


@dataclass(frozen=True, slots=True)
class CoinsOf:
    """The coins of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TokensOf:
    """The tokens of one kind that a seat holds."""

    token: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class StandsAt:
    """Where a track or a marker stands, as a number; no seat means that of the table."""

    position: str  # its key
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Sum:
    """All together."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest of several."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """A multiple."""

    number: int
    expr: Expr


@dataclass(frozen=True, slots=True)
class Over:
    """A whole number of times, rounded down."""

    expr: Expr
    divisor: int


@dataclass(frozen=True, slots=True)
class Squared:
    """A number times itself."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class CardsIn:
    """Cards of a set in a zone; no seat means one of the table."""

    zone: str
    cards: CardSet
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Distinct:
    """How many of several counts are more than nothing."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CoinsOnCards:
    """Coins on cards of a set in the city of a seat."""

    zone: str
    cards: CardSet
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsAt:
    """Cards of a set in a place that neighbours share: on one side of the seat, or on
    both.
    """

    place: str
    sides: tuple[str, ...]
    cards: CardSet


@dataclass(frozen=True, slots=True)
class AgeNow:
    """The number of the age."""


@dataclass(frozen=True, slots=True)
class TurnNow:
    """The number of the turn in its age."""


@dataclass(frozen=True, slots=True)
class Produced:
    """The units of one of the goods, or of any, that a seat makes each turn."""

    good: str  # nothing means any
    seat: Seat


@dataclass(frozen=True, slots=True)
class PointsOf:
    """The points of a seat on a line as they stand, or only those that stand there whatever
    holds.
    """

    line: str  # nothing means all
    seat: Seat
    is_printed: bool


@dataclass(frozen=True, slots=True)
class PlayersNow:
    """How many play, guests apart."""


@dataclass(frozen=True, slots=True)
class Greatest:
    """The largest of several."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Capped:
    """A number that is no larger than another one; below zero, no smaller."""

    expr: Expr
    most: int


@dataclass(frozen=True, slots=True)
class Scaled:
    """The number beside the last step that is reached, or nothing."""

    expr: Expr
    steps: tuple[tuple[int, int], ...]  # each with its number


@dataclass(frozen=True, slots=True)
class ThatMany:
    """As many as were done before, or as the event is about."""


@dataclass(frozen=True, slots=True)
class SharedOut:
    """What each of those has who are given something together: the same whole part."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class SumOver:
    """The sum over several seats, each of which is `they`."""

    who: Who
    expr: Expr


@dataclass(frozen=True, slots=True)
class IfTrue:
    """Something, if conditions hold; else nothing."""

    tests: tuple[Test, ...]
    expr: Expr


Expr = (
    Const
    | Count
    | Shown
    | ShieldsOf
    | CoinsOf
    | TokensOf
    | StandsAt
    | Sum
    | Least
    | Greatest
    | Distinct
    | Times
    | Over
    | Squared
    | CardsIn
    | CoinsOnCards
    | CardsAt
    | AgeNow
    | PlayersNow
    | PointsOf
    | TurnNow
    | Produced
    | Capped
    | Scaled
    | ThatMany
    | SharedOut
    | SumOver
    | IfTrue
)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A count that is large enough, or not."""

    number: int
    expr: Expr
    is_negated: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers beside each other."""

    left: Expr
    sign: str  # of Python: <, <=, ==, >=, >
    right: Expr


@dataclass(frozen=True, slots=True)
class OfSeats:
    """Conditions on each of some seats, who is `they`, or on any of them; a guest does not
    compare. Whose neighbours or others they are may be said, and who is not among them.
    """

    who: Who
    is_every: bool
    tests: tuple[Test, ...]
    seat: Seat = Seat.THEY
    of: Seat = Seat.ME
    apart: Seat | None = None


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Any of several conditions, each of which may have parts."""

    parts: tuple[tuple[Test, ...], ...]


@dataclass(frozen=True, slots=True)
class Opposite:
    """Not all of some conditions."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class InAge:
    """The age, or any other."""

    age: int
    is_negated: bool


@dataclass(frozen=True, slots=True)
class CardIs:
    """The card of the event is one of some cards."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Deed:
    """What may have been done this turn: a card was built, a stage, or a card was used for an
    action.
    """

    kind: str  # build, stage, use
    cards: CardSet
    used: str = ""


@dataclass(frozen=True, slots=True)
class HasDone:
    """Whether a seat has done something this turn."""

    deed: Deed
    seat: Seat


@dataclass(frozen=True, slots=True)
class LiesUnder:
    """The card that a stage was built with is one of some cards."""

    stage: int  # from 0
    cards: CardSet


@dataclass(frozen=True, slots=True)
class IsLeading:
    """The majority at the place shared with the neighbour on one side, or not."""

    side: str
    is_negated: bool


Test = AtLeast | Compare | OfSeats | AnyOf | Opposite | InAge | CardIs | HasDone | LiesUnder | IsLeading


@dataclass(frozen=True, slots=True)
class Gain:
    """Coins from the bank."""

    who: Whom
    coins: Expr


@dataclass(frozen=True, slots=True)
class GainTokens:
    """Tokens of a kind."""

    who: Whom
    token: str
    number: Expr


@dataclass(frozen=True, slots=True)
class LoseTokens:
    """Tokens of some kinds, as many as there are; without a number all."""

    who: Whom
    tokens: tuple[str, ...]
    number: Expr | None


@dataclass(frozen=True, slots=True)
class GainIt:
    """What would have been gained, a token or coins, is gained by others."""

    who: Whom
    is_coins: bool


@dataclass(frozen=True, slots=True)
class PayNow:
    """Coins, or tokens of some kinds, are paid at once, all of them or none."""

    tokens: tuple[str, ...]  # none means coins
    number: Expr


@dataclass(frozen=True, slots=True)
class MustPay:
    """Coins and tokens are paid, all of them or none; nothing for what is so already."""

    coins: int
    tokens: tuple[tuple[str, int], ...]
    to_sit_out: bool


@dataclass(frozen=True, slots=True)
class SitOut:
    """The seat takes no part in the conflict at hand, or in the next one."""


@dataclass(frozen=True, slots=True)
class BeAtTable:
    """The seat returns to the table, or leaves it."""

    returns: bool


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The card under a stage is turned up, unless it has one of these colours."""

    stage: int  # its number; 0 means the last one
    unless: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WinConflict:
    """Seats win the conflict at hand against its other side, or lose it."""

    is_won: bool
    who: Whom


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game ends when the batch is done; seats may win it."""

    winners: Whom | None


@dataclass(frozen=True, slots=True)
class ScoreNow:
    """Points at once, kept as those of a clause."""

    who: Whom
    kept: str  # the name of what is kept
    points: Expr


@dataclass(frozen=True, slots=True)
class Undergo:
    """What was to be replaced happens after all."""

    event: str


@dataclass(frozen=True, slots=True)
class Owe:
    """Coins that are lost when losses are settled; how many is read then."""

    who: Whom
    loss: str


@dataclass(frozen=True, slots=True)
class Have:
    """Something stands for seats for a time."""

    who: Whom
    lane: str
    number: int


@dataclass(frozen=True, slots=True)
class Then:
    """What follows happens only if something was done before it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What follows happens only if conditions hold when it is reached."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Suspend:
    """A further part of the clause waits for its decision."""

    part: str  # its name
    rank: int
    so_many: bool = False  # whether it speaks of how many were done


@dataclass(frozen=True, slots=True)
class CopyChosen:
    """The effects of what is chosen hold here too, and count on a line."""

    line: str


@dataclass(frozen=True, slots=True)
class CopyBoards:
    """What the boards of some seats give at the start holds here too, and counts on a line."""

    who: Who
    line: str


@dataclass(frozen=True, slots=True)
class ChooseEffect:
    """A decision: one of the effects that a stage offers. It ends its segment.

    What is chosen holds like a copy.
    """

    board: str
    side: str
    stage: int


@dataclass(frozen=True, slots=True)
class ChooseAlternative:
    """A decision: one of the things that a clause lets choose, of those that can do anything. It
    ends its segment.
    """

    choice: str


@dataclass(frozen=True, slots=True)
class TakeAlternative:
    """What was chosen stands from now on, and counts on a line; what it does happens."""

    line: str


@dataclass(frozen=True, slots=True)
class Roll:
    """One of several things at random."""

    choice: str
    line: str


@dataclass(frozen=True, slots=True)
class Declinable:
    """The decision that follows may be declined."""


@dataclass(frozen=True, slots=True)
class Do:
    """An act of its own."""

    act: str


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """A decision: where else to sit. It ends its segment."""


@dataclass(frozen=True, slots=True)
class SitThere:
    """The seat moves."""


@dataclass(frozen=True, slots=True)
class DrawBoards:
    """Boards that nobody has are drawn."""

    number: int
    either_side: bool


@dataclass(frozen=True, slots=True)
class ChooseBoard:
    """A decision: one of the drawn boards. It ends its segment."""

    either_side: bool


@dataclass(frozen=True, slots=True)
class TakeBoard:
    """The board is replaced; its first stage is built."""


@dataclass(frozen=True, slots=True)
class ChooseExchange:
    """A decision: whether to give coins and tokens for others, if there are any.

    It ends its segment.
    """

    coins: int
    given: tuple[tuple[str, int], ...]  # kinds of tokens
    gained: tuple[tuple[str, int], ...]
    cards: tuple[tuple[CardSet, Spot, int], ...] = ()  # which are paid, from where, how many
    act: str = ""  # what it is for, if that might do nothing
    is_must: bool = False  # then it cannot be declined


@dataclass(frozen=True, slots=True)
class Give:
    """The coins and tokens of an exchange are paid."""

    coins: int
    given: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class May:
    """A decision: whether what follows is done; an act that can do nothing is not offered. It ends
    its segment.
    """

    act: str = ""


@dataclass(frozen=True, slots=True)
class ChooseSeats:
    """A decision: one of some seats, of whom is spoken from then on. It ends its segment."""

    among: Whom


@dataclass(frozen=True, slots=True)
class AskOf:
    """The next decision is made by each of some seats, all together, who do what stands behind it;
    when all have, the owner goes on.
    """

    who: Whom
    after: OneShot | None
    is_own: bool = False  # what stands behind it is theirs, not the owner's
    times: int = 1  # how often they decide, one decision after another; 0 as often as was done before


@dataclass(frozen=True, slots=True)
class Transfer:
    """Coins, or tokens of some kinds, go from one seat to another; the other ones are seen from the
    subject, who is not among them.
    """

    is_taken: bool  # or given
    who: Whom
    other: Who
    tokens: tuple[str, ...]  # none means coins
    number: Expr


@dataclass(frozen=True, slots=True)
class GoOn:
    """Seats go on, or back, on a track."""

    who: Whom
    track: str  # its key
    steps: Expr
    is_back: bool


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Seats take another turn when this one is over."""

    who: Whom


@dataclass(frozen=True, slots=True)
class BecomeFirst:
    """A seat is the first player from now on; of several the last one."""

    who: Whom


@dataclass(frozen=True, slots=True)
class TurnTo:
    """A marker is turned to a face, or, below 0, to the next one."""

    who: Whom
    marker: str  # its key
    face: int


@dataclass(frozen=True, slots=True)
class Oblige:
    """Seats must do something the next time they choose in a play step."""

    who: Whom
    play: str
    action: str


Decision = (
    Pick
    | PickToPlay
    | PickUsed
    | PickToMark
    | PickMarked
    | PickPair
    | PickStage
    | Look
    | May
    | ChooseSeats
    | ChooseCopy
    | ChooseSeat
    | ChooseEffect
    | ChooseAlternative
    | ChooseBoard
    | ChooseExchange
)
Op = (
    Gain
    | GainTokens
    | LoseTokens
    | Owe
    | GainIt
    | PayNow
    | Undergo
    | MustPay
    | SitOut
    | BeAtTable
    | TurnUp
    | WinConflict
    | EndGame
    | ScoreNow
    | Then
    | Check
    | Have
    | Suspend
    | May
    | ChooseSeats
    | AskOf
    | Transfer
    | Pick
    | PickToPlay
    | PickUsed
    | UsedPicked
    | PickToMark
    | PickMarked
    | PickPair
    | PickStage
    | Look
    | Move
    | MoveAll
    | MoveAtRandom
    | MoveUsed
    | MoveEventCard
    | MarkEventCard
    | NoteDrawn
    | NotePicked
    | NameCard
    | Seen
    | StagePicked
    | BuildPicked
    | BuildUsed
    | PlayPicked
    | MarkPicked
    | CoinsTaken
    | TakeFromEventCard
    | SwapPicked
    | SwapAll
    | SwapAtRandom
    | ChooseCopy
    | ChooseEffect
    | ChooseAlternative
    | TakeAlternative
    | Roll
    | Declinable
    | Do
    | CopyChosen
    | CopyBoards
    | GiveUsedCard
    | ChooseSeat
    | SitThere
    | DrawBoards
    | ChooseBoard
    | TakeBoard
    | ChooseExchange
    | Give
    | ForgetThem
    | Oblige
    | GoOn
    | TurnTo
    | TakeTurn
    | BecomeFirst
)


@dataclass(frozen=True, slots=True)
class Segment:
    """Operations that run without a pause; only the last one may be a decision."""

    ops: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class OneShot:
    """A clause that happens when its item enters play, or a part of one, split into segments at its
    decisions.
    """

    name: str
    text: str
    tests: tuple[Test, ...]
    segments: tuple[Segment, ...]
    span: Span = field(compare=False)
    by: Whom = Who.ME  # who decides: the owner, or each of some seats, all together
    after: OneShot | None = None  # what follows when they have
    is_optional: bool = False  # its decision may be declined
    is_own: bool = False  # it is about who decides, even if that is not the owner
    times: int = 1  # how often it is decided; 0 as often as was done before
    otherwise: OneShot | None = None  # what follows if its decision is declined


@dataclass(frozen=True, slots=True)
class Points:
    """A clause that counts at the end."""

    name: str
    text: str
    line: str
    points: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CopyAtEnd:
    """One card of a set in those cities counts as if it were here, its points on a line."""

    name: str
    text: str
    line: str
    cards: CardSet
    cities: tuple[Seat | Who, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AddCount:
    """So many more in a lane of the tally."""

    lane: str
    number: int


@dataclass(frozen=True, slots=True)
class Make:
    """Units of goods each turn."""

    goods: tuple[str, ...]
    number: int
    for_sale: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """Goods that may be bought from neighbours."""

    goods: tuple[str, ...]
    from_left: bool
    from_right: bool
    price: int


@dataclass(frozen=True, slots=True)
class Mask:
    """The symbol of one card of a set in those cities, chosen at the end, each card
    once.
    """

    name: str
    text: str
    cards: CardSet
    cities: tuple[Seat | Who, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Wild:
    """One symbol out of these, chosen at the end; perhaps in the place of one that is there."""

    symbols: tuple[str, ...]
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class AtTable:
    """The seat leaves the table, or returns to it."""

    leaves: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """The card under the stage may be turned up once, unless it has one of these colours."""

    unless: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extreme:
    """One symbol more of the kind of which there are least, or most, at the end."""

    is_most: bool


@dataclass(frozen=True, slots=True)
class WhileLeading:
    """Something that stands as long as the seat has the majority at the place shared with one
    side.
    """

    side: str
    effect: Effect


Effect = (
    OneShot | Points | CopyAtEnd | AddCount | Make | Offer | Wild | Mask | AtTable | Reveal | Extreme | WhileLeading
)


# --- what is held: each has a lane of the tally that tells how many of it are in play -------------


@dataclass(frozen=True, slots=True)
class Soon:
    """For whom conditions hold: for the owner, or for each of some seats, which is `they`."""

    name: str = field(compare=False)
    tests: tuple[Test, ...]
    among: Who
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Permit:
    """Something the owner may do."""

    kind: str
    cards: CardSet
    per: str
    sources: tuple[Spot, ...] = ()  # from where chains lead here


@dataclass(frozen=True, slots=True)
class Change:
    """Cards or stages cost less; or more, below zero."""

    cards: CardSet | None  # nothing means stages
    resources: int
    coins: int
    no_resources: bool
    no_coins: bool
    action: str  # only if used for this
    only_paid: bool = False  # only if coins are printed


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens each time something else does."""

    event: str  # build, stage, chain, buy, token, coins, use, win, lose, or a moment such as end-of-turn
    cards: CardSet
    tokens: tuple[str, ...]
    per: str
    per_neighbour: bool
    once: OneShot = field(compare=False)
    says: str
    at: str = ""  # only at this shared place
    action: str = ""  # what a card is used for, if that is the event
    who: str = "you"  # whose event it is: you, left, right, neighbour, another, anyone
    times: int = 1  # in each period, if there is a limit
    soon: Soon | None = None  # when it happens, if that is as soon as conditions hold


@dataclass(frozen=True, slots=True)
class Strength:
    """Shields that are counted when they are needed."""

    name: str = field(compare=False)
    shields: Expr
    against: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ware:
    """A unit that may be bought from the bank."""

    goods: tuple[str, ...]
    price: int
    per: str


@dataclass(frozen=True, slots=True)
class Rebate:
    """The first unit bought from one side is cheaper."""

    side: str
    less: int
    per: str


@dataclass(frozen=True, slots=True)
class MadeThat:
    """Units of goods that other things of the city produce, or do not."""

    colours: tuple[str, ...]
    board: bool
    is_negated: bool
    number: int


@dataclass(frozen=True, slots=True)
class FarOffer:
    """Goods that may be bought from seats that are no neighbours."""

    goods: tuple[str, ...]
    price: int


@dataclass(frozen=True, slots=True)
class Window:
    """Something that may be done before cards are chosen, or after they were played.

    Its price may be units that the turn's payments have left.
    """

    moment: str  # before, after
    per: str
    unused: tuple[tuple[str, int], ...]  # resource, or none if any will do, and number
    once: OneShot = field(compare=False)
    says: str


@dataclass(frozen=True, slots=True)
class While:
    """Something that stands while conditions hold, or for a time: so many times, for the owner or
    for others, each of whom is `they`.
    """

    name: str = field(compare=False)
    tests: tuple[Test, ...]
    effect: Effect
    rank: int
    until: str  # turn, next, age, ever, or nothing if the conditions decide
    becomes: str = ""  # the lane of what it is when the next turn begins
    times: Expr = Const(1)
    whom: Whom = Who.ME
    is_once: bool = False  # however many of it somebody has
    alias: tuple[str, str, bool] | None = None  # cards of a colour count as another one: is that added?
    title: str = ""  # the item whose points these are, if others may score them


@dataclass(frozen=True, slots=True)
class MoreCards:
    """Cards that count for the majority at a shared place although they are not there."""

    place: str
    number: int


@dataclass(frozen=True, slots=True)
class Ban:
    """Options that are not legal: such cards used for these actions, in one manner or in any."""

    cards: CardSet
    actions: tuple[str, ...]
    manners: tuple[str, ...]  # chain, near-chain, permit; none means any


@dataclass(frozen=True, slots=True)
class MayUse:
    """Cards that may be used for an action that a play step does not offer."""

    cards: CardSet
    action: str


@dataclass(frozen=True, slots=True)
class Toll:
    """Trade that does not take place, as buy-left or sell-far, or that costs so much more for each
    unit.
    """

    closed: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class LossChange:
    """Each loss of coins is so much more; or less, below zero."""

    more: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is counted although it is not there, or that changes what others count."""

    what: str


Standing = (
    Ban
    | MayUse
    | Toll
    | LossChange
    | Counted
    | Permit
    | Change
    | Trigger
    | Strength
    | Ware
    | Rebate
    | MadeThat
    | FarOffer
    | Window
    | MoreCards
    | While
)


@dataclass(frozen=True, slots=True)
class Held:
    """A lane of the tally, and what one of it means; clauses that mean the same share it."""

    lane: str
    text: str
    standing: Standing
    span: Span = field(compare=False)
    sharing: tuple[Span, ...] = field(default=(), compare=False)  # the places of all of them


@dataclass(frozen=True, slots=True)
class Loss:
    """How many coins someone loses, and what follows when they are lost."""

    name: str
    text: str
    coins: Expr
    then: OneShot | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """Points that a clause gives at once: on which line, and of which item."""

    name: str
    title: str
    text: str
    line: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Effects:
    """All that an item does."""

    effects: tuple[Effect, ...]
    rank: int
    texts: tuple[str, ...]  # the clauses themselves, for people
    choose: tuple[Effects, ...] = ()  # of which the owner has one


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Things of which a clause lets one be chosen."""

    name: str
    id: str  # how they are known in play, with the number of each behind it
    options: tuple[Effects, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a seat is asked for: coins, a card of some colours in the main zone, or tokens of some
    kinds.
    """

    coins: int
    colours: tuple[str, ...] | None  # nothing means no card
    tokens: tuple[str, ...]
    number: int  # of tokens


@dataclass(frozen=True, slots=True)
class Cost:
    """Coins and goods."""

    coins: int
    goods: tuple[tuple[str, int], ...]
    others: tuple[tuple[tuple[str, int], ...], ...] = ()  # what may be paid instead of these goods

    def units_of(self, goods: Collection[str]) -> int:
        """Return how many units of some goods it asks for at most."""
        return max(sum(n for good, n in asked if good in goods) for asked in (self.goods, *self.others))


@dataclass(frozen=True, slots=True)
class Card:
    """One card."""

    id: str
    name: str
    deck: str
    colour: str  # empty if it has none
    cost: Cost
    players: tuple[int, ...]
    chain: tuple[str, ...]
    identity: str
    effects: Effects
    moments: tuple[tuple[str, Effects], ...]
    demands: tuple[tuple[str, tuple[Demand, ...]], ...]  # by moment
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board."""

    board: str
    name: str
    side: str
    start: Effects
    stages: tuple[tuple[Cost, Effects], ...]
    limits: Limits
    advice: Limits
    removes: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """One side of the board of a shared place.

    A bonus is (difference, for whom it lies on the left, on the right).
    """

    board: str
    name: str
    side: str
    room: tuple[tuple[str, int], ...]
    bonuses: tuple[tuple[int, Effects, Effects], ...]
    alone: int
    for_sale: bool
    copies: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A kind of place that each two neighbours share."""

    id: str
    name: str
    holds: int
    sides: tuple[PlaceSide, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with one back; additions are (deck, ((players, cards), ...))."""

    id: str
    name: str
    age: int
    adds: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards."""

    id: str
    name: str
    of_seat: bool
    seen_by: str
    is_sequence: bool
    is_unique: bool
    deck: str  # the deck of which the rest lies here


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of token."""

    id: str
    name: str
    points: int
    line: str
    supply: int  # 0 if there is no limit


@dataclass(frozen=True, slots=True)
class Position:
    """A track or a marker: it stands at a number from 0 on."""

    kind: str  # track, marker
    id: str
    name: str
    of_seat: bool
    most: int
    faces: tuple[tuple[str, str], ...]  # of a marker: id, name

    @property
    def key(self) -> str:
        """Return what tells it from every other."""
        return f"{self.kind}-{self.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet."""

    id: str
    name: str
    scores: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """One way to use a card."""

    id: str
    name: str
    pays: str
    to: str
    builds: bool
    effects: Effects
    base: str = ""  # the action of which this is another place
    place: str = ""  # a shared place
    side: str = ""


@dataclass(frozen=True, slots=True)
class Rider:
    """An optional extra on an action."""

    id: str
    name: str
    action: str
    cost: Cost | None  # nothing means that of the card on which the supply lies
    per: str
    effects: Effects
    lane: str  # how often it was used
    takes: str  # a supply, or nothing


@dataclass(frozen=True, slots=True)
class Supply:
    """Tokens on cards of the table, one card of each age."""

    id: str
    name: str
    tokens: tuple[str, ...]  # by age
    zone: str
    number: ByPlayers
    moment: str  # of the card, when the last token is gone
    line: str
    decks: tuple[str, ...]  # from which cards come there


@dataclass(frozen=True, slots=True)
class Play:
    """A step in which seats choose."""

    id: str
    zone: str
    actions: tuple[str, ...]
    resort: str  # what may be done in spite of a ban if nothing else may; nothing if there is none


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat at which nobody sits."""

    name: str
    play: str
    from_left: tuple[bool, ...]  # by age: whether its left neighbour plays for it in the first turn
    last_resort: tuple[str, ...]
    chains_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A whole game, ready to be written as Python."""

    expansions: tuple[str, ...]
    variant: str
    variants: tuple[tuple[str, str, tuple[int, ...]], ...]  # other ways to play: id, name, numbers of players
    never: tuple[tuple[str, str], ...]  # variants that are not played, and the expansion that says so
    players: tuple[int, int]
    numbers: tuple[int, ...]  # of players that are possible
    guest: Guest | None
    partners: bool
    ages: int
    coins: int
    tie: tuple[str, ...]
    resources: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    price_classes: tuple[tuple[str, ...], ...]
    colours: tuple[str, ...]
    symbols: tuple[str, ...]
    zones: tuple[Zone, ...]
    main_zone: str
    tokens: tuple[Token, ...]
    positions: tuple[Position, ...]
    decks: tuple[Deck, ...]
    lines: tuple[Line, ...]
    board_line: str
    everyone: Effects
    held: tuple[Held, ...]
    losses: tuple[Loss, ...]
    kept: tuple[Kept, ...]  # points that clauses give at once
    suspended: tuple[OneShot, ...]  # parts of clauses that other parts suspend
    actions: tuple[Action, ...]
    riders: tuple[Rider, ...]
    supplies: tuple[Supply, ...]
    plays: tuple[Play, ...]
    hand: str  # the play step in which the cards of an age are played
    cards: tuple[Card, ...]
    sides: tuple[Side, ...]
    places: tuple[SharedPlace, ...]
    steps: tuple[Step, ...]
    most_frames: int
    done: tuple[OneShot, ...]  # acts that other parts do
    choices: tuple[Alternatives, ...]


def verify(program: Program) -> None:
    """Check what the later stages rely on; a failure is a mistake of ours, never of an author."""
    for one in nodes(program, OneShot):
        for segment in one.segments[:-1]:
            assert isinstance(segment.ops[-1], Decision), f"{one.name}: a segment ends without a decision"
        for segment in one.segments:
            assert not any(isinstance(op, Decision) for op in segment.ops[:-1]), (
                f"{one.name}: a decision inside a segment"
            )
        last = one.segments[-1].ops[-1:]  # what makes nothing in this set does nothing
        assert not any(isinstance(op, Decision) for op in last), f"{one.name}: nothing is done with the choice"
    lanes = {f"COLOUR_{constant(id)}" for id in program.colours} | {f"SYMBOL_{constant(id)}" for id in program.symbols}
    lanes |= {"SHIELDS", "FEWER_SHIELDS", "STAGES_BUILT", *(held.lane for held in program.held)}
    assert all(count.lane in lanes for count in nodes_of(program, Count, Shown))
    assert all(add.lane in lanes for add in nodes(program, AddCount))
    assert sorted(good for part in program.parts for good in part) == sorted(program.resources)
    assert sorted(good for goods in program.price_classes for good in goods) == sorted(program.resources)
    # What lasts for several turns is there once for each of them, as one function.
    # What follows a loss also follows if that is undergone after all.
    names = [node.name for node in dict.fromkeys(nodes_of(program, OneShot, Points))]
    names += [node.name for node in nodes_of(program, CopyAtEnd, Step)]
    assert len(names) == len(set(names)), "two functions have one name"
    for step in program.steps:
        if isinstance(step.act, (NextTurn, NextAge)):
            assert 0 <= step.act.back < len(program.steps)


def constant(id: str) -> str:
    """Return an id as the name of a constant."""
    return id.upper().replace("-", "_")
