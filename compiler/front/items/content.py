"""One expansion as a whole: its identity, its rules, its languages, all that it declares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stele.compiler.common.lexicon import PRESENT_EDITION
from stele.compiler.common.span import Span
from stele.compiler.front.items.components import Board, Card, PlaceBoard
from stele.compiler.front.items.flow import Flow
from stele.compiler.front.items.variants import Patch, Variant
from stele.compiler.front.items.vocabulary import Vocabulary
from stele.compiler.front.nodes import Name


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
    edition: int = PRESENT_EDITION  # of the clause language


RULE = "rule"  # what a rule is declared as; no clause names one, so it has no role


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
    """What a declared thing is called in another language, and its forms there.

    One that is not given is the regular one.
    """

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
    """What one expansion, and all that it declares, is called in another language."""

    code: str
    name: str
    about: str
    words: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that was named but is unsound: nothing more is known, so nothing more is said about
    it.
    """

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
    partial: tuple[Any, ...] = ()  # what could be read of items that are not sound; only its names are looked up
    is_patched: bool = False  # by expansions that are in play with it
