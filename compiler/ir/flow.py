"""The flow in the intermediate form: each step says what it does and what comes next."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span

ByPlayers = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StartAge:
    """The next age begins."""


@dataclass(frozen=True, slots=True)
class DealCards:
    """Every seat gets cards of the deck of the age."""

    decks: tuple[str, ...]
    cards: ByPlayers
    zone: str


@dataclass(frozen=True, slots=True)
class LayCards:
    """Cards of the deck of the age are laid on the table."""

    decks: tuple[str, ...]
    cards: ByPlayers
    zone: str


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """Turns are counted from the beginning."""


@dataclass(frozen=True, slots=True)
class BeginChoosing:
    """What may be done before cards are chosen is offered.

    What was asked for the next time is asked for now.
    """

    play: str


@dataclass(frozen=True, slots=True)
class AskAll:
    """Every seat owes a choice."""

    play: str


@dataclass(frozen=True, slots=True)
class AskGuest:
    """Who plays for the guest owes a choice for it."""

    play: str


@dataclass(frozen=True, slots=True)
class CarryOut:
    """What was chosen happens, all together."""

    play: str
    is_last: bool


@dataclass(frozen=True, slots=True)
class AskLast:
    """On the last turn, seats that may play what they would lose owe a choice."""

    play: str
    zone: str
    turns: ByPlayers


@dataclass(frozen=True, slots=True)
class AskLastOf:
    """On the last turn, seats that may play the last card of a neighbour owe a choice."""

    play: str
    zone: str
    to: str
    side: str
    turns: ByPlayers


@dataclass(frozen=True, slots=True)
class LayBoards:
    """Every two neighbours get a board for the place they share."""

    place: str


@dataclass(frozen=True, slots=True)
class SettlePlaces:
    """Shared places are compared: bonuses are won and lost."""

    is_first: bool  # of the turn


@dataclass(frozen=True, slots=True)
class ClearZone:
    """What is left in a zone moves on."""

    zone: str
    to: str
    turns: ByPlayers | None  # only on the last of so many turns
    ages: tuple[int, ...]  # only in these, if any
    spared: tuple[tuple[str, str, int], ...]  # board, side, stage: who has not built it keeps the cards


@dataclass(frozen=True, slots=True)
class SettleSupplies:
    """Who has tokens of a supply that is empty now has what its card gives."""


@dataclass(frozen=True, slots=True)
class SettleDemands:
    """Who has nothing of a supply that is not empty gives what its card asks for, or takes a
    token.
    """

    supply: str
    moment: str
    unpaid: tuple[str, ...]  # tokens by age, or none
    to: str  # where cards go


@dataclass(frozen=True, slots=True)
class RaiseMoment:
    """A moment comes for every seat."""

    moment: str  # such as end-of-turn


@dataclass(frozen=True, slots=True)
class SettleLate:
    """Suspended effects act, one after the other."""


@dataclass(frozen=True, slots=True)
class OpenWindows:
    """What seats may do after playing is offered to them."""


@dataclass(frozen=True, slots=True)
class SettleLosses:
    """What was demanded during the turn is paid."""

    unpaid: str  # the token for each coin that is not paid


@dataclass(frozen=True, slots=True)
class HandOn:
    """Cards go to a neighbour."""

    zone: str
    to_left: tuple[bool, ...]  # by age
    turns: ByPlayers | None  # not on the last of so many turns


@dataclass(frozen=True, slots=True)
class TurnAgain:
    """Who takes another turn plays alone, from the first step of the turn on."""

    play: str
    back: int


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Back to the first step of the turn, until all turns are over."""

    turns: ByPlayers
    back: int


@dataclass(frozen=True, slots=True)
class Fight:
    """Neighbours compare."""

    win: tuple[str, ...]  # by age
    lose: tuple[str, ...]
    tokens: int
    leaves: bool


@dataclass(frozen=True, slots=True)
class NextAge:
    """Back to the first step of the age, until all ages are over."""

    ages: int
    back: int


Act = (
    StartAge
    | DealCards
    | LayCards
    | FirstTurn
    | BeginChoosing
    | AskAll
    | AskGuest
    | CarryOut
    | AskLast
    | AskLastOf
    | LayBoards
    | SettlePlaces
    | ClearZone
    | OpenWindows
    | SettleSupplies
    | SettleDemands
    | RaiseMoment
    | SettleLate
    | SettleLosses
    | HandOn
    | TurnAgain
    | NextTurn
    | Fight
    | NextAge
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the flow."""

    name: str
    act: Act
    span: Span = field(compare=False)
