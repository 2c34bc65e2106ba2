"""The syntax tree of clauses and costs: frozen, typed, each node with its place.

`gain 1 coin per brown card in city` is
`Clause(sentence=Gain(gift=Coins(1), per=Per(1, Cards((brown,)), Place((Zone(city),)))))`.
Two trees are equal wherever they were written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stele.compiler.common.span import Span


class Role(Enum):
    """What a name must stand for in its place; the value is how a message calls it."""

    RESOURCE = "resource"
    GROUP = "resource group"
    COLOUR = "colour"
    SYMBOL = "symbol"
    TOKEN = "token"
    ZONE = "zone"
    DECK = "deck"
    LINE = "score line"
    NOUN = "noun"
    CARD = "card"
    BOARD = "board"
    ACTION = "action"
    RIDER = "rider"
    MOMENT = "moment"
    SUPPLY = "supply"
    VARIANT = "variant"
    EXPANSION = "expansion"


@dataclass(frozen=True, slots=True)
class Name:
    """A word of the author's that stands for something declared; `target` is `expansion.id` once it is resolved."""

    text: str
    role: Role
    span: Span = field(compare=False)
    target: str | None = None


# --- counting -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards:
    """`brown or grey card`, `age 2 card`, `card`: no colour means any, no age means any."""

    colours: tuple[Name, ...]
    age: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NamedCards:
    """`leader`: a noun that content declares for some cards."""

    noun: Name
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
class AllCoins:
    """`coins`: the treasury."""

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
class Colours:
    """`different colour`: how many colours there are among the cards, or among those of colours that decks of an age have."""

    of_ages: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsOfOneColour:
    """`card of one colour`: the cards of the colour that is best."""

    span: Span = field(compare=False)


Which = Cards | NamedCards
Countable = (
    Cards
    | NamedCards
    | Tokens
    | Symbols
    | SetOf
    | SquareOf
    | Stages
    | AllCoins
    | AllShields
    | AgesBegun
    | Colours
    | CardsOfOneColour
)


class Seats(Enum):
    """Seats seen from the owner of a clause."""

    YOU = "you"
    LEFT = "left"
    RIGHT = "right"
    ACROSS = "the other side"  # who shares the place where the item lies
    NEIGHBOURS = "neighbours"
    OTHERS = "others"
    EVERYONE = "everyone"
    PARTNER = "partner"
    VICTOR = "the victor"
    ANYONE = "anyone"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Zone:
    """`city`: the owner's own place of that name, or the table's."""

    name: Name
    span: Span = field(compare=False)


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
class Here:
    """`here`: the place where the item lies."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Per:
    """`per 3 coins`, `per brown card in city`: rounded down."""

    divisor: int
    what: Countable
    place: Place | TheyHave | Here | None
    span: Span = field(compare=False)


# --- when -----------------------------------------------------------------------------------------------------------


class Period(Enum):
    """How often a limit renews itself, and what a point is the edge of."""

    GAME = "game"
    AGE = "age"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class BuildsCard:
    """`you build a yellow card`, `you build a card at a frontier`."""

    cards: Which
    at: Name | None
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
class GainsToken:
    """`you gain a victory token`."""

    token: Tokens
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GainsCoins:
    """`you gain coins from bank`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class UsesCard:
    """`you use a card to discard`."""

    cards: Which
    action: Name
    span: Span = field(compare=False)


Event = BuildsCard | BuildsStage | BuildsByChain | BuysFromNeighbour | GainsToken | GainsCoins | UsesCard


@dataclass(frozen=True, slots=True)
class When:
    """`when you build by chain,`."""

    event: Event
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
    """`instead of gaining a defeat token in conflict,`."""

    token: Tokens
    in_conflict: bool
    span: Span = field(compare=False)


Moment = When | AtEdge | AtConflict | BeforeChoosing | AfterPlaying | InsteadOf


@dataclass(frozen=True, slots=True)
class Once:
    """`once per age,`, `once per neighbour per turn,`: counted for each instance on its own."""

    period: Period
    per_neighbour: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """`6 shields`, `2 red cards in city`."""

    number: int
    what: Countable
    where: Where | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InAge:
    """`age 2`."""

    age: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HasMajority:
    """`majority at left`."""

    side: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardOfAge:
    """`the card is of age 3`: the card that was used for the stage."""

    age: int
    span: Span = field(compare=False)


Fact = AtLeast | InAge | HasMajority | CardOfAge


@dataclass(frozen=True, slots=True)
class Test:
    """One condition or its opposite."""

    is_negated: bool
    fact: Fact
    span: Span = field(compare=False)


# --- what -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Some:
    """`2 ore`."""

    number: int
    resource: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """`wood or clay`."""

    resources: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SomeThat:
    """`1 resource that your brown cards, grey cards or board do not produce`."""

    number: int
    colours: tuple[Name, ...]
    board: bool
    is_negated: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Produce:
    """`produce wood or clay, not for sale`."""

    goods: Some | OneOf | SomeThat
    for_sale: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Buy:
    """`buy raw resources from right for 1`; no group means any resource."""

    group: Name | None
    seller: Seats
    price: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rebate:
    """`the first resource bought from left costs 1 less`."""

    side: Seats
    less: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Coins:
    """`3 coins`."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ThatMany:
    """`that many`: what the die showed."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class It:
    """`it`: what would have been gained."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Gain:
    """`everyone gains 6 coins`."""

    who: Seats
    gift: Coins | Tokens | ThatMany | It
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllTokens:
    """`all defeat tokens`: as many as there are."""

    kind: Name
    worth: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Lose:
    """`others lose 2 coins`, `lose all defeat tokens`."""

    who: Seats
    loss: Coins | Tokens | AllTokens
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Score:
    """`score 1 point per 3 coins`."""

    who: Seats
    points: int | ThatMany
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ScoreLess:
    """`score 5 points, less 1 per grey card in city`."""

    points: int
    less: int
    per: Per
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
class Less:
    """`1 resource less`, `2 coins less`."""

    number: int
    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`no resources`, `no coins`."""

    is_coins: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CostChange:
    """`green cards cost 1 resource less`, `leaders cost no coins to recruit`; no action means whatever they are used for."""

    what: Which | Stages
    change: Less | Nothing
    action: Name | None
    for_neighbours: bool
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
class AnyOrder:
    """`stages in any order`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OfThem:
    """`1 of them`."""

    number: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class UsedCard:
    """`the card under this stage`: the one that the stage was built with."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ByChain:
    """`by chain from neighbours`; no place means from the own city."""

    where: Where | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Free:
    """`for free`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Build:
    """`build a card from discard for free`; no source means from hand."""

    who: Seats
    what: Which | OfThem | UsedCard
    source: Name | None
    chain: ByChain | None
    price: Free | Less | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlayLast:
    """`play the last card of the age`, `play the last card of left`."""

    of: Seats
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Play:
    """`play a leader from leader-hand for 2 coins less`, `play 1 of them for free`; they have no other source."""

    cards: Which | OfThem
    source: Name | None
    price: Free | Less | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Copy:
    """`copy a leader in neighbours`, `copy stage 1 or a yellow card in neighbours`."""

    cards: Which
    stage: int | None
    place: Place | TheyHave | Here
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CopyBoard:
    """`copy the board of partner`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unused:
    """`2 unused clay`, `3 unused resources`: own production that the own card did not use."""

    number: int
    resource: Name | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Exchange:
    """`must spend 1 diplomacy token to sit out`, `pay 1 coin and 2 victory tokens worth 1 to ...`."""

    must: bool
    verb: str
    price: tuple[Coins | Tokens | Unused, ...]
    result: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SitOut:
    """`sit out`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw 3 unused guilds, build 1 of them for free`, `draw 4 unused leaders into leader-hand`."""

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
class TakeSeat:
    """`take another seat`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """`leave the table`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReturnToTable:
    """`return to the table`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SwapHands:
    """`swap hands with a player`."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SwapCards:
    """`swap a card of equal cost with a player`."""

    cards: Which
    equal_cost: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReplaceBoard:
    """`replace your board with 1 of 3 unused boards, either side`; without the last words on the same side."""

    number: int
    drawn: int
    either_side: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class DiscardTokens:
    """`everyone discards 1 defeat token`."""

    who: Seats
    tokens: Tokens
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """`others discard a card from hand`."""

    who: Seats
    cards: Which
    source: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Oblige:
    """`others must discard their next card from hand`: the action with that name, whatever else it could be used for."""

    who: Seats
    action: Name
    source: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal the card under this stage unless blue`."""

    unless: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Put:
    """`put 1 coin on a card in city`."""

    number: int
    cards: Which
    place: Place | TheyHave | Here
    span: Span = field(compare=False)


Sentence = (
    Produce
    | Buy
    | Rebate
    | Gain
    | Lose
    | Score
    | ScoreLess
    | Shields
    | Science
    | CopiedScience
    | ScienceOf
    | Convert
    | CostChange
    | AlsoCount
    | Double
    | MoreCards
    | AnyOrder
    | Build
    | PlayLast
    | Play
    | Copy
    | CopyBoard
    | Exchange
    | SitOut
    | Draw
    | Roll
    | TakeSeat
    | LeaveTable
    | ReturnToTable
    | SwapHands
    | SwapCards
    | ReplaceBoard
    | DiscardTokens
    | DiscardCard
    | Oblige
    | Reveal
    | Put
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


# --- costs ----------------------------------------------------------------------------------------------------------


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
