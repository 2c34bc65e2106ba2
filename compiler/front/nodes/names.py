"""Names of a clause: what each must stand for, and what it stands for once it is resolved."""

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
    TRACK = "track"
    MARKER = "marker"
    FACE = "face"
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
    """A word of the author's that stands for something declared; `target` is `expansion.id` once it
    is resolved.
    """

    text: str
    role: Role
    span: Span = field(compare=False)
    target: str | None = None
