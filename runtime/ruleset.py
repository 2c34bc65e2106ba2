"""The shape of a compiled game: what an emitted module consists of, and the tables derived from it
once, when it is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.runtime.declared import (
    NO_EFFECTS,
    Alternatives,
    Ban,
    Change,
    Effects,
    FarOffer,
    Handler,
    Kept,
    Late,
    LossChange,
    MadeThat,
    MayUse,
    MoreCards,
    Permit,
    Rebate,
    Scoring,
    Strength,
    Toll,
    Trigger,
    Ware,
    While,
    Window,
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid: coins to the bank, and units of goods."""

    coins: int = 0
    goods: tuple[tuple[int, int], ...] = ()  # resource, number
    others: tuple[tuple[tuple[int, int], ...], ...] = ()  # what may be paid instead of these goods, as many units each


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
class Position:
    """A track or a marker, which stands at a number from 0 on; `cell` is its cell in the table or
    in each seat.
    """

    kind: str  # track, marker
    id: str
    name: str
    cell: int
    of_seat: bool
    most: int
    faces: tuple[tuple[str, str], ...] = ()  # of a marker: id, name


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
    effects: Effects = NO_EFFECTS
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
    loss_changes: tuple[LossChange, ...] = ()
    fewer_shields: int = -1  # the lane of shields that are taken away
    duties: tuple[tuple[int, int], ...] = ()  # what may be asked for: a play step, and an action in it
    losses: tuple[tuple[Handler, Handler | None], ...] = ()  # how many coins, and what follows when they are lost
    may_end: bool = False  # whether anything ends the game before its time
    reads_points: bool = False  # whether anything reads points as they stand
    copies_boards: bool = False  # whether what boards give at the start is copied
    turns_up: bool = False  # whether an act turns up cards under stages
    kept: tuple[Kept, ...] = ()  # points that clauses give at once
    choices: tuple[Alternatives, ...] = ()
    suspended: tuple[Late, ...] = ()  # parts of clauses that other parts suspend
    positions: tuple[Position, ...] = ()
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
