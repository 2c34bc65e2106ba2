"""What the items of a compiled game do, as an emitted module declares it: what stands, what reacts,
what is suspended, what counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    that would be lost (`not-last`: it may not), or `order`: build stages in any order.
    """

    lane: int
    kind: str
    cards: Among
    per: str  # game, age, turn, or nothing if there is no limit
    text: str
    place: str
    sources: tuple[tuple[int, int], ...] = ()  # from where chains lead here: a zone, and whose, as a mask


@dataclass(frozen=True, slots=True)
class Change:
    """Some cards, or stages, cost less; or more, below zero."""

    lane: int
    cards: Among | None  # nothing means stages
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
class LossChange:
    """Each loss of coins is so much more, or less."""

    lane: int
    more: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens each time something else does."""

    lane: int
    event: str  # build, stage, chain, buy, token, coins, use, win, lose, or a moment such as end-of-turn
    cards: Among
    tokens: tuple[int, ...]  # or tracks and markers
    per: str
    per_neighbour: bool
    once: Handler
    text: str
    place: str
    at: int = -1  # only at this shared place, or this step or face
    action: int = -1  # what a card is used for, if that is the event
    who: str = "you"  # whose event it is: you, left, right, neighbour, another, anyone
    times: int = 1  # in each period, if there is a limit
    soon: Handler | None = None  # for whom conditions hold, if it happens as soon as they do


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
    title: str = ""  # the item whose points these are, if others may score them


@dataclass(frozen=True, slots=True)
class Window:
    """Something that may be done before cards are chosen, or after they were played.

    Its price may be units that the turn's payments have left.
    """

    lane: int  # the next lane of the uses counts the units that were used
    moment: str  # before, after
    per: str
    unused: tuple[tuple[int, int], ...]  # resource, or -1 if any will do, and number; one of them at most
    late: Late


@dataclass(frozen=True, slots=True)
class Kept:
    """Points that a clause gives at once: on which line, and of which item."""

    line: int
    title: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Deed:
    """What may have been done this turn: 0 a card was built, 1 a stage, 2 a card was used for an
    action.
    """

    kind: int
    cards: Among
    action: int = -1


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points on a line at the end of the game.

    `reads_symbols` if they depend on how wild symbols are chosen, `reads_points` if they do on
    points as they stand; `printed` is what stands there whatever holds, if more is worked out.
    """

    line: int
    points: Points
    text: str
    place: str
    reads_symbols: bool = False
    reads_points: bool = False
    printed: int = 0


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
    converts: tuple[bool, ...] = ()  # each any symbol in the place of one that is there
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
