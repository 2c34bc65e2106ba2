"""The nouns of an expansion: resources, colours, tokens, zones, decks, score lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.items.varying import ByPlayers
from stele.compiler.front.nodes import Clause, Name


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
class Track:
    """Steps that are gone one after another, by each seat or by the table."""

    id: str
    name: str
    steps: int
    owner: str
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a marker."""

    id: str
    name: str
    icon: str
    tint: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Marker:
    """A thing with faces, one of which is up: at first the first of them."""

    id: str
    name: str
    faces: tuple[Face, ...]
    owner: str
    span: Span = field(compare=False)


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
    tracks: tuple[Track, ...] = ()
    markers: tuple[Marker, ...] = ()
