"""The things that content declares: typed, frozen, with names that a later stage resolves.

A card's YAML becomes a `Card`; `colour: brown` becomes `Name("brown", Role.COLOUR)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes import Clause, Cost, Name
from stele.compiler.front.source import Node


class Held:
    """A piece of YAML that is kept as it was written; nothing walks into it."""

    def __init__(self, node: Node) -> None:
        self.node = node


@dataclass(frozen=True, slots=True)
class Expansion:
    """A folder of content."""

    id: str
    name: str
    version: str
    official: bool
    requires: tuple[tuple[Name, str], ...]
    provenance: str
    span: Span = field(compare=False)
    boards_elsewhere: tuple[str, ...] = ()  # boards that limits may name although nobody here declares them


@dataclass(frozen=True, slots=True)
class Group:
    """A kind of resource."""

    id: str
    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Resource:
    """What structures cost and cities produce."""

    id: str
    name: str
    groups: tuple[Name, ...]
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Colour:
    """A kind of card."""

    id: str
    name: str
    title: str
    line: Name | None
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A scientific symbol."""

    id: str
    name: str
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Noun:
    """A word for cards of some colour."""

    id: str
    plural: str
    colour: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TokenGroup:
    """Tokens that count as one kind."""

    id: str
    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of token."""

    id: str
    name: str
    group: Name | None
    points: int
    line: Name | None
    supply: int | None
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ZoneItem:
    """A place where cards lie."""

    id: str
    name: str
    owner: str
    seen_by: str
    order: str
    main: bool
    unique: bool
    deck: Name | None
    holds: int  # how many cards a place that neighbours share takes in all; 0 means any number
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A number that may depend on how many play."""

    fixed: int | None
    table: tuple[tuple[int, int], ...]
    span: Span = field(compare=False)
    spans: tuple[Span, ...] = field(default=(), compare=False)  # of each number of the table

    def at(self, players: int) -> int | None:
        """Return the number for so many players, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(players)

    def place(self, players: int) -> Span:
        """Return where the number for so many players is written."""
        places = zip(self.table, self.spans, strict=True)
        return next((span for (number, _), span in places if number == players), self.span)


@dataclass(frozen=True, slots=True)
class Addition:
    """Random cards of another deck that are mixed in."""

    id: str
    source: Name
    cards: ByPlayers
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with one back."""

    id: str
    name: str
    age: int | None
    adds: tuple[Addition, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet."""

    id: str
    name: str
    of_boards: bool
    effect: tuple[Clause, ...]
    rank: int  # where it stands on the sheet, before the order of expansions
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MomentItem:
    """A moment at which cards have further effects; points of it count on a line."""

    id: str
    name: str
    line: Name | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Vocabulary:
    """The nouns of an expansion."""

    groups: tuple[Group, ...] = ()
    resources: tuple[Resource, ...] = ()
    colours: tuple[Colour, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    nouns: tuple[Noun, ...] = ()
    token_groups: tuple[TokenGroup, ...] = ()
    tokens: tuple[Token, ...] = ()
    zones: tuple[ZoneItem, ...] = ()
    decks: tuple[Deck, ...] = ()
    lines: tuple[Line, ...] = ()
    moments: tuple[MomentItem, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Card:
    """One card; its copies are told apart by the printed number of players."""

    id: str
    name: str
    deck: Name
    colour: Name | None
    cost: Cost | None
    players: tuple[int, ...]
    chain: tuple[Name, ...]
    identity: str
    effect: tuple[Clause, ...]
    moments: tuple[tuple[Name, tuple[Clause, ...]], ...]
    rank: int
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)

    def copies(self, players: int) -> int:
        """Return how many copies are used with so many players."""
        return sum(number <= players for number in self.players) if self.players else 1


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a board; of the effects in `choose` its owner has one."""

    cost: Cost | None
    effect: tuple[Clause, ...]
    choose: tuple[tuple[Clause, ...], ...]
    rank: int
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board."""

    id: str
    start: tuple[Clause, ...]
    stages: tuple[Stage, ...]
    limits: Limits
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SideName:
    """`venezia` or `venezia-b`: a board or one side of it; perhaps one that is not in play."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Limits:
    """At which tables a board, or one side of it, is not used."""

    least: int = 1
    most: int = 99
    most_alone: int = 99  # without an official expansion besides what is required
    only_in: tuple[str, ...] = ()
    never_in: tuple[str, ...] = ()
    not_with: tuple[SideName, ...] = ()
    not_beside: tuple[SideName, ...] = ()
    not_left: tuple[SideName, ...] = ()
    not_right: tuple[SideName, ...] = ()
    needs: tuple[str, ...] = ()  # expansions
    removes: tuple[Name, ...] = ()  # cards
    advice: Limits | None = None  # what is obeyed only if boards are dealt


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Board:
    """One wonder board."""

    id: str
    name: str
    title: str
    sides: tuple[Side, ...]
    limits: Limits
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlaceSide:
    """One side of the board of a shared place."""

    id: str
    room: tuple[tuple[Name, int], ...]
    ladder: tuple[tuple[int, tuple[Clause, ...]], ...]
    alone: int  # from this difference on the cards serve only who leads; 0 means never
    for_sale: bool
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class PlaceBoard:
    """One board of a place that two neighbours share."""

    id: str
    name: str
    zone: Name
    copies: int
    sides: tuple[PlaceSide, ...]
    note: str
    needs: tuple[Name, ...]
    provenance: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ByAge:
    """A name that may depend on the age."""

    fixed: Name | None
    table: tuple[tuple[int, Name], ...]
    span: Span = field(compare=False)

    def at(self, age: int) -> Name | None:
        """Return the name for an age, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(age)


@dataclass(frozen=True, slots=True)
class BySide:
    """`left` or `right`, the same in every age or one for each."""

    fixed: str | None
    table: tuple[tuple[int, str], ...]
    span: Span = field(compare=False)

    def at(self, age: int) -> str | None:
        """Return the side for an age, or nothing if none is given."""
        return self.fixed if self.fixed is not None else dict(self.table).get(age)


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
    """Let the effects of a moment happen: those that wait for a decision, or what cards with a supply ask for."""

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
    """Tokens that lie on cards of the table, one card of each age; when the last is gone, a moment of the card comes."""

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
    """What an expansion says about the tables of a board, or of one side of it, whoever declares that."""

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


@dataclass(frozen=True, slots=True)
class Patch:
    """A change to a value of another expansion, or of this one when others are in play."""

    adds: bool
    path: tuple[str, ...]
    value: Held
    at: Held  # the path as it was written
    needs: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat at which nobody sits."""

    name: str
    plays: str
    guide: BySide
    last_resort: tuple[Name, ...]
    chains_first: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """Another way to play: a named set of patches, and perhaps a seat more."""

    id: str
    name: str
    players: tuple[int, ...]
    guest: Guest | None
    patches: tuple[Patch, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the rule index."""

    id: str
    says: str
    kind: str
    needs: tuple[Name, ...]
    source: str
    ambiguity: str
    decision: str
    tested_by: str  # a test, where no ruling can show the rule
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """What a declared thing is called in another language, and its forms there; one that is not given is the regular one."""

    of: Name
    name: str
    title: str = ""  # the longer name of a colour or a board
    gender: str = ""
    plural: str = ""
    feminine: str = ""
    feminine_plural: str = ""
    elides: bool = True  # whether words before it lose their last vowel, if it begins with one or with an h
    guest: str = ""  # who sits at the further seat of a variant


@dataclass(frozen=True, slots=True)
class Language:
    """What one expansion is called in another language, and all that it declares, as far as it is told."""

    code: str
    name: str
    about: str
    words: tuple[Word, ...]
    span: Span = field(compare=False)


RULE = "rule"  # what a rule is declared as; no clause names one, so it has no role


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that was named but is unsound: nothing more is known, so nothing more is said about it."""

    role: str
    id: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Content:
    """All of one expansion."""

    expansion: Expansion
    vocabulary: Vocabulary
    flow: Flow | None
    cards: tuple[Card, ...]
    boards: tuple[Board, ...]
    places: tuple[PlaceBoard, ...]
    rules: tuple[Rule, ...]
    patches: tuple[Patch, ...]
    variants: tuple[Variant, ...]
    unsound: tuple[Declared, ...]  # declared, but with mistakes of its own
    unread: frozenset[str]  # kinds of file of which one could not be read, so that more is declared than is known
    languages: tuple[Language, ...] = ()
