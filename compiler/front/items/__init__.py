"""The things that content declares: typed, frozen, with names that a later stage resolves.

A card's YAML becomes a `Card`; `colour: brown` becomes `Name("brown", Role.COLOUR)`.

In: fields that the parsers of documents read. Out: `Content`, one expansion with all its items.
"""

from __future__ import annotations

from stele.compiler.front.items.components import Board, Card, Limits, PlaceBoard, PlaceSide, Side, SideName, Stage
from stele.compiler.front.items.content import RULE, Content, Declared, Expansion, Language, Rule, Word
from stele.compiler.front.items.flow import (
    Action,
    Clear,
    ConflictStep,
    Deal,
    Flow,
    Lay,
    Pass,
    PlayStep,
    Restriction,
    Rider,
    Run,
    Slots,
    Step,
    Supply,
    Turns,
)
from stele.compiler.front.items.variants import Guest, Patch, Variant, YamlValue
from stele.compiler.front.items.varying import ByAge, ByPlayers, BySide
from stele.compiler.front.items.vocabulary import (
    Addition,
    Colour,
    Deck,
    Face,
    Group,
    Line,
    Marker,
    MomentItem,
    Noun,
    Resource,
    Symbol,
    Token,
    TokenGroup,
    Track,
    Vocabulary,
    ZoneItem,
)

__all__ = [
    "RULE",
    "Action",
    "Addition",
    "Board",
    "ByAge",
    "ByPlayers",
    "BySide",
    "Card",
    "Clear",
    "Colour",
    "ConflictStep",
    "Content",
    "Deal",
    "Deck",
    "Declared",
    "Expansion",
    "Face",
    "Flow",
    "Group",
    "Guest",
    "Language",
    "Lay",
    "Limits",
    "Line",
    "Marker",
    "MomentItem",
    "Noun",
    "Pass",
    "Patch",
    "PlaceBoard",
    "PlaceSide",
    "PlayStep",
    "Resource",
    "Restriction",
    "Rider",
    "Rule",
    "Run",
    "Side",
    "SideName",
    "Slots",
    "Stage",
    "Step",
    "Supply",
    "Symbol",
    "Token",
    "TokenGroup",
    "Track",
    "Turns",
    "Variant",
    "Vocabulary",
    "Word",
    "YamlValue",
    "ZoneItem",
]  # fmt: skip
