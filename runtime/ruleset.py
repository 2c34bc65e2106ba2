"""The shape of a compiled game: what an emitted module consists of, and the tables derived from it
once, when it is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# Functions of the module; what they take stands in `stele.runtime.state.tables`.
Handler = Callable[..., Any]
Points = int | Handler


@dataclass(frozen=True, slots=True)
class Made:
    """Goods produced each turn: so many units, each out of these."""

    goods: tuple[int, ...]
    number: int = 1
    for_sale: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """Goods that may be bought from a neighbour at a price."""

    goods: tuple[int, ...]
    from_left: bool
    from_right: bool
    price: int


@dataclass(frozen=True, slots=True)
class Among:
    """Which cards are meant, by what is printed on them."""

    colours: tuple[int, ...] = ()  # none means any
    age: int = 0  # 0 means any
    only: tuple[str, ...] | None = None  # the ids of all that are meant, if more is said of them


@dataclass(frozen=True, slots=True)
class Permit:
    """Something a seat may do: `build` a card for nothing once in a while, `last`: play the card
    that would be lost, or `order`: build stages in any order.
    """

    lane: int
    kind: str
    colours: tuple[int, ...]  # none means any
    per: str  # game, age, turn, or nothing if there is no limit
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Change:
    """Cards of some colours, or stages, cost less; or more, below zero."""

    lane: int
    colours: tuple[int, ...] | None  # nothing means stages
    resources: int
    coins: int
    no_resources: bool
    no_coins: bool
    action: int  # only if used for this; -1 means whatever for
    only_paid: bool  # only if coins are printed
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Ban:
    """Options that are not legal."""

    lane: int
    cards: Among
    actions: tuple[int, ...]
    manners: tuple[str, ...]  # chain, near-chain, permit; none means any
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class MayUse:
    """Cards that may be used for an action that a play step does not offer."""

    lane: int
    cards: Among
    action: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Toll:
    """Trade that does not take place, or costs so much more for each unit."""

    lane: int
    closed: tuple[str, ...]  # buy-left, buy-right, buy-far, sell-left, sell-right, sell-far
    more: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens each time something else does."""

    lane: int
    event: str  # build, stage, chain, buy, token, coins, use, win, lose, or a moment such as end-of-turn
    cards: Among
    tokens: tuple[int, ...]
    per: str
    per_neighbour: bool
    once: Handler
    text: str
    place: str
    at: int = -1  # only at this shared place
    action: int = -1  # what a card is used for, if that is the event
    who: str = "you"  # whose event it is: you, left, right, neighbour, another, anyone
    times: int = 1  # in each period, if there is a limit


@dataclass(frozen=True, slots=True)
class Strength:
    """Shields that are counted when they are needed."""

    lane: int
    shields: Handler
    against: (
        str  # left, right, or nothing for everyone; across-left, across-right: only who shares the place on that side
    )
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Ware:
    """A unit that may be bought from the bank."""

    lane: int
    goods: tuple[int, ...]
    price: int
    per: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class FarOffer:
    """Goods that may be bought from seats that are no neighbours."""

    lane: int
    goods: tuple[int, ...]
    price: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Rebate:
    """The first unit bought from one side is cheaper."""

    lane: int
    side: str
    less: int
    per: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class MadeThat:
    """Units of goods that other things of the city produce, or do not."""

    lane: int
    colours: tuple[int, ...]
    board: bool
    is_negated: bool
    number: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class MoreCards:
    """Cards that count for the majority at a shared place although they are not there."""

    lane: int
    number: int
    shared: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Late:
    """An effect that waits for a decision: which options it offers, and what it does with the
    chosen one.
    """

    ask: Handler
    then: Handler
    text: str
    place: str
    # What the options are if no cards that may be left: copy, choose, seat, board, turn, exchange,
    # player, swap; pick: a card that goes somewhere else.
    kind: str = ""
    less: int = 0  # coins that what is paid for costs less
    by: Handler | None = None  # who decides, if it is not the owner
    after: Handler | None = None  # the act that follows when all of them have
    otherwise: Handler | None = None  # the act that follows if it is declined
    is_optional: bool = False  # it may be declined although its kind may not
    times: int = 1  # how often it is decided; 0 as often as was done before
    of_them: bool = False  # the cards are some that were drawn or given up before


@dataclass(frozen=True, slots=True)
class While:
    """Something that stands as often as a function says: while a condition holds, or for a time."""

    lane: int
    times: Handler
    effects: Effects
    rank: int  # of its kind: lower ones are worked out first
    reads_own_kind: bool
    until: str  # turn, next, age, ever, or nothing if a condition decides
    becomes: int  # the lane of what it is when the next turn begins, or -1
    text: str
    place: str
    alias: tuple[int, ...] = ()  # cards of a colour count as another one: from, to, whether that is added


@dataclass(frozen=True, slots=True)
class Window:
    """Something that may be done before cards are chosen, or after they were played.

    Its price may be units that the turn's payments have left.
    """

    lane: int  # the next lane of the uses counts the units that were used
    moment: str  # before, after
    per: str
    unused: tuple[tuple[int, int], ...]  # resource, number; one of them at most
    late: Late


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points on a line at the end of the game.

    `reads_symbols` if they depend on how wild symbols are chosen.
    """

    line: int
    points: Points
    text: str
    place: str
    reads_symbols: bool = False


@dataclass(frozen=True, slots=True)
class CopyAtEnd:
    """At the end of the game one card of a set in those cities counts as if it were here;
    its points count on a line.
    """

    cards: Among
    cities: Handler
    text: str
    place: str
    line: int = -1


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a card, a stage or a board does."""

    counts: tuple[tuple[int, int], ...] = ()  # lane of the tally, number; all that is held is there too
    made: tuple[Made, ...] = ()
    offers: tuple[Offer, ...] = ()
    once: tuple[Handler, ...] = ()
    late: tuple[Late, ...] = ()
    scores: tuple[Scoring, ...] = ()
    wild: tuple[tuple[int, ...], ...] = ()  # each one symbol out of these
    copies: tuple[CopyAtEnd, ...] = ()
    masks: tuple[CopyAtEnd, ...] = ()  # the symbol of one card, each card once
    leaves: bool = False  # the seat leaves the table
    returns: bool = False  # the seat returns to the table
    reveals: bool = False  # the card under the stage may be turned up
    hidden: tuple[int, ...] = ()  # colours that may not be turned up
    gives: bool = False  # the card used for the stage goes to the partner
    extremes: tuple[bool, ...] = ()  # each one symbol more of the kind of which there are most, or least
    leads: tuple[tuple[int, Effects], ...] = ()  # what stands while the seat leads on the left (0) or right (1)
    choose: tuple[Effects, ...] = ()  # of which the owner has one
    rank: int = 0
    texts: tuple[str, ...] = ()  # the clauses themselves, for people


NO_EFFECTS = Effects()


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Things of which a clause lets one be chosen."""

    id: str
    options: tuple[Effects, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid: coins to the bank, and units of goods."""

    coins: int = 0
    goods: tuple[tuple[int, int], ...] = ()  # resource, number


FREE = Cost()


@dataclass(frozen=True, slots=True)
class Demand:
    """What a seat is asked for: coins, a card of some colours in its city, or tokens of some
    kinds.
    """

    coins: int
    colours: tuple[int, ...] | None  # nothing means no card
    tokens: tuple[int, ...]
    number: int  # of tokens


@dataclass(frozen=True, slots=True)
class Card:
    """One card definition.

    Each number in `players` is one copy, no number is one copy that is always used.
    """

    id: str
    name: str
    deck: int
    colour: int = -1  # it has none
    cost: Cost = FREE
    players: tuple[int, ...] = ()
    chain: tuple[str, ...] = ()
    identity: str = ""
    effects: Effects = NO_EFFECTS
    moments: tuple[tuple[str, Effects], ...] = ()  # what it gives at other moments than when it enters play
    demands: tuple[tuple[str, tuple[Demand, ...]], ...] = ()  # what it asks for at moments


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a side."""

    cost: Cost
    effects: Effects


@dataclass(frozen=True, slots=True)
class Limits:
    """At which tables a side of a board is not used.

    Names are those of boards or, with its letter, of one side.
    """

    least: int = 1  # players
    most: int = 99
    not_with: tuple[str, ...] = ()
    not_beside: tuple[str, ...] = ()
    not_left: tuple[str, ...] = ()  # what its left neighbour has not
    not_right: tuple[str, ...] = ()


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board."""

    board: str
    name: str
    side: str
    start: Effects
    stages: tuple[Stage, ...]
    limits: Limits = NO_LIMITS
    advice: Limits = NO_LIMITS  # obeyed if boards are dealt, not if somebody wants the board all the same
    removes: tuple[str, ...] = ()  # cards that are not used with it


BLANK = Side("", "Blank board", "", NO_EFFECTS, ())


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a lead by so many cards brings, for the owner who has the place on the left, or on the
    right.
    """

    step: int
    left: Effects
    right: Effects


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """One side of the board of a shared place."""

    board: str
    name: str
    side: str
    room: tuple[tuple[int, int], ...]  # colour, number of cards
    bonuses: tuple[Bonus, ...]
    alone: int = 0  # from this lead on the cards serve only the leader; 0 means never
    for_sale: bool = False
    copies: int = 1  # how many of the board there are


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A kind of place that each two neighbours share.

    `zones` are what a seat has laid on its left and on its right.
    """

    id: str
    name: str
    zones: tuple[int, int]
    cell: int
    holds: int  # 0 if there is no limit
    sides: tuple[PlaceSide, ...]


@dataclass(frozen=True, slots=True)
class Addition:
    """Random cards of another deck that are mixed in, by number of players."""

    source: int
    cards: dict[int, int]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with one back."""

    id: str
    name: str
    age: int
    adds: tuple[Addition, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards; `cell` is its cell in the table or in each seat."""

    id: str
    name: str
    cell: int
    of_seat: bool
    seen_by: str  # owner, everyone, nobody
    is_sequence: bool
    is_unique: bool
    deck: str = ""  # the deck of which the rest lies here


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of token; `cell` is its cell in each seat."""

    id: str
    name: str
    cell: int
    points: int
    line: int
    supply: int = 0  # 0 if there is no limit


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet."""

    id: str
    name: str
    scores: tuple[Scoring, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """One way to use a card; `pays` is what: card, stage or nothing."""

    id: str
    name: str
    pays: str
    to: int  # index of a zone
    coins: int = 0  # from the bank; what depends on nothing needs no function
    once: tuple[Handler, ...] = ()
    builds: bool = True  # whether paying for the card counts as building it
    base: int = -1  # the action of which this is another place
    place: int = -1  # a shared place
    side: int = 0  # on the left (0) or right (1)


@dataclass(frozen=True, slots=True)
class Rider:
    """An optional extra on an action; its cost joins that of the action."""

    id: str
    name: str
    action: int
    cost: Cost | None  # nothing means that of the card on which the supply lies
    per: str
    lane: int  # how often it was used
    effects: Effects
    takes: int = -1  # a supply of which one token is taken


@dataclass(frozen=True, slots=True)
class Supply:
    """Tokens on cards of the table, one card of each age.

    How many are left stands in one cell for each age.
    """

    id: str
    name: str
    cell: int
    tokens: tuple[int, ...]  # by age
    zone: int
    number: dict[int, int]  # at the beginning, by number of players
    moment: str  # of the card, for every token that was taken, when none is left
    line: int
    decks: tuple[int, ...]  # from which cards come there


@dataclass(frozen=True, slots=True)
class Request:
    """A step in which seats without a token of a supply that is not empty give what its card asks
    for at a moment.
    """

    supply: int
    moment: str
    unpaid: tuple[int, ...]  # by age: the token for who cannot give all of it; empty if there is none
    to: int  # the cell of the zone where cards go, or 0


@dataclass(frozen=True, slots=True)
class Play:
    """A step in which seats choose a card of a zone and an action."""

    id: str
    zone: int
    actions: tuple[int, ...]
    resort: int = -1  # what may be done in spite of a ban if nothing else may


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat at which nobody sits: a neighbour plays for it, and it does not win."""

    name: str
    play: int
    from_left: tuple[
        bool, ...
    ]  # by age: whether its left neighbour plays for it in the first turn; then they take turns
    last_resort: tuple[int, ...]  # actions it may take only if no card allows another
    chains_first: bool


WAIT = -1
END = -2


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything an emitted module says."""

    expansions: tuple[str, ...]
    content: str  # the hash of what it was compiled from
    numbers: tuple[int, ...]  # of players
    ages: int
    coins: int
    resources: tuple[str, ...]
    parts: tuple[tuple[int, ...], ...]  # goods that may share a source
    price_classes: tuple[tuple[int, ...], ...]  # goods that always have the same price
    colours: tuple[tuple[str, int], ...]  # id, lane of the tally
    symbols: tuple[tuple[str, int], ...]  # id, lane of the tally
    stage_lane: int
    shield_lane: int
    main_zone: int
    board_line: int
    tie: tuple[str, ...]
    everyone: Effects
    own_cell: int  # the first of the cells with what a seat produces, one for each part
    price_cell: int  # then its prices, left and right for each class
    sale_cell: int  # then what it sells, one for each part
    joint_cell: int  # then what it has together with its left, its right and both neighbours, three for each part
    seat_cells: int
    table_cells: int
    deck_cell: int  # the first of the cells with what is left of each deck
    cards: tuple[Card, ...]
    sides: tuple[Side, ...]
    decks: tuple[Deck, ...]
    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...]
    lines: tuple[Line, ...]
    actions: tuple[Action, ...]
    plays: tuple[Play, ...]
    asks: dict[int, tuple[str, int]] = field(default_factory=dict)  # step that waits: (kind, index)
    most_frames: int = 0
    turns: dict[int, int] = field(default_factory=dict)  # how many turns an age has, by number of players
    hand: int = -1  # the play step in which the cards of an age are played
    loops: tuple[tuple[int, int], ...] = ()  # the first and the last step of turns
    fights: tuple[int, ...] = ()  # the steps in which neighbours compare
    variant: str = ""
    variants: tuple[tuple[str, str, tuple[int, ...]], ...] = ()  # other ways to play: id, name, numbers of players
    guest: Guest | None = None
    partners: bool = False  # seats side by side play together
    moves: bool = False  # whether seats may leave the table or move
    permits: tuple[Permit, ...] = ()
    changes: tuple[Change, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    strengths: tuple[Strength, ...] = ()
    wares: tuple[Ware, ...] = ()
    rebates: tuple[Rebate, ...] = ()
    made_that: tuple[MadeThat, ...] = ()
    far_offers: tuple[FarOffer, ...] = ()
    windows: tuple[Window, ...] = ()
    whiles: tuple[While, ...] = ()
    bans: tuple[Ban, ...] = ()
    uses: tuple[MayUse, ...] = ()
    tolls: tuple[Toll, ...] = ()
    fewer_shields: int = -1  # the lane of shields that are taken away
    duties: tuple[tuple[int, int], ...] = ()  # what may be asked for: a play step, and an action in it
    losses: tuple[tuple[Handler, Handler | None], ...] = ()  # how many coins, and what follows when they are lost
    choices: tuple[Alternatives, ...] = ()
    suspended: tuple[Late, ...] = ()  # parts of clauses that other parts suspend
    riders: tuple[Rider, ...] = ()
    places: tuple[SharedPlace, ...] = ()
    more_cards: tuple[MoreCards, ...] = ()
    sale_left_cell: int = (
        0  # what a seat sells to its left neighbour, if that may differ from what it sells to the right
    )
    supplies: tuple[Supply, ...] = ()
    requests: tuple[Request, ...] = ()
    never: tuple[tuple[str, str], ...] = ()  # variants that are not played, and what is not played in them

    @property
    def all_sides(self) -> tuple[Side, ...]:
        """Return all sides that a seat may have: those of boards, and behind them a blank one."""
        return (*self.sides, BLANK)

    @property
    def least(self) -> int:
        """Return the smallest number of players."""
        return min(self.numbers)

    @property
    def guests(self) -> int:
        """Return how many seats nobody sits at."""
        return 0 if self.guest is None else 1

    @property
    def most(self) -> int:
        """Return the largest number of seats."""
        return max(self.numbers) + self.guests
