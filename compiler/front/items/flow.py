"""How a game runs: its steps, actions, riders and supplies."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.items.components import Limits, SideName
from stele.compiler.front.items.varying import ByAge, ByPlayers, BySide
from stele.compiler.front.nodes import Clause, Cost, Name


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal cards to every seat, or lay them on the table."""

    id: str
    source: ByAge
    cards: ByPlayers
    to: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Turns:
    """Repeat steps."""

    id: str
    count: ByPlayers
    each: tuple[Step, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlayStep:
    """Every seat chooses a card and an action; all are carried out together."""

    id: str
    source: Name
    actions: tuple[Name, ...]
    last_resort: Name | None  # what may be done in spite of a ban if nothing else may
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Clear:
    """Move what is left in a zone of every seat."""

    id: str
    zone: Name
    to: Name
    only_last: bool
    ages: tuple[int, ...]  # none means all
    spares_unbuilt: bool  # who has an unbuilt stage that plays from the zone keeps its cards
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """Hand the cards of a zone to the left or right neighbour."""

    id: str
    zone: Name
    to: BySide
    except_last: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ConflictStep:
    """Compare every pair of neighbours."""

    id: str
    win: ByAge
    lose: ByAge
    tokens: int
    leaves: bool  # who sits out leaves the ring; if not, the pair fights for one token
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Run:
    """Let the effects of a moment happen: those that wait for a decision, or what cards with a
    supply ask for.
    """

    id: str
    moment: Name | None  # nothing means the end of the turn
    supply: Name | None
    unpaid: ByAge | None  # the token for who cannot give all that is asked for
    to: Name | None  # where cards go that are given up
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a board of a shared place between each two neighbours."""

    id: str
    zone: Name
    span: Span = field(compare=False)


Step = Deal | Turns | PlayStep | Clear | Pass | ConflictStep | Run | Lay


@dataclass(frozen=True, slots=True)
class Action:
    """One way to use a chosen card."""

    id: str
    name: str
    cost: str
    to: Name
    builds: bool
    effect: tuple[Clause, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rider:
    """An optional extra on an action; its cost joins that of the action."""

    id: str
    name: str
    on: Name
    cost: Cost | None  # nothing means that of the card on which the supply lies
    takes: Name | None
    once_per: str
    effect: tuple[Clause, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Supply:
    """Tokens that lie on cards of the table, one card of each age.

    When the last is gone, a moment of the card comes.
    """

    id: str
    name: str
    of: ByAge
    on: Name
    number: ByPlayers
    when_empty: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Slots:
    """Named points of a game, and the steps that happen there."""

    before_first_age: tuple[Step, ...] = ()
    start_of_age: tuple[Step, ...] = ()
    end_of_turn: tuple[Step, ...] = ()
    before_conflict: tuple[Step, ...] = ()
    after_conflict: tuple[Step, ...] = ()
    end_of_game: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Restriction:
    """What an expansion says about the tables of a board, or of one side of it, whoever declares
    that.
    """

    board: SideName
    limits: Limits


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Flow:
    """How a game runs, or what an expansion adds to that."""

    players: tuple[int, int] | None
    ages: int | None
    coins: int | None
    everyone: tuple[Clause, ...]
    partners: bool  # seats side by side play together
    unpaid: Name | None  # the token for each coin of a loss that is not paid; without it a seat pays what it can
    actions: tuple[Action, ...]
    riders: tuple[Rider, ...]
    supplies: tuple[Supply, ...]
    never_in: tuple[tuple[str, Span], ...]  # variants in which this expansion is not played
    restrictions: tuple[Restriction, ...]
    age: tuple[Step, ...]
    slots: Slots
    tie: tuple[str, ...]
    span: Span = field(compare=False)

    def steps(self) -> tuple[Step, ...]:
        """Return all steps, those of the slots too."""
        slots = self.slots
        before = (*slots.before_first_age, *slots.start_of_age, *self.age)
        return (*before, *slots.end_of_turn, *slots.before_conflict, *slots.after_conflict, *slots.end_of_game)
