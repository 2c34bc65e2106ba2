"""Turn validated documents into typed items, with every clause and cost parsed.

The YAML of a card becomes a `Card` whose effect is a tuple of `Clause`. Shape is no longer in doubt
here: what the schema found wrong is left out, but its id is kept, so that nothing later complains
about a missing name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.front import items
from stele.compiler.front.component_parser import board, card, place
from stele.compiler.front.fields import entry, flag, name_of, names, scalars, text, text_of
from stele.compiler.front.flow_parser import flow, patches, variant
from stele.compiler.front.item_reader import ROLES, ItemReader
from stele.compiler.front.nodes import Role
from stele.compiler.front.salvage import UNREAD, salvaged
from stele.compiler.front.schema import ValidatedDocument
from stele.compiler.front.source import Node, Scalar, YamlMapping
from stele.compiler.front.vocabulary_parser import vocabulary


def parse(documents: list[ValidatedDocument], found: list[Diagnostic]) -> items.Content | None:
    """Return an expansion's content, or nothing if it is not even known which expansion it is."""
    by_kind: dict[str, list[ValidatedDocument]] = {}
    for document in documents:
        by_kind.setdefault(document.document.kind, []).append(document)
    identity = by_kind.get("expansion", [])
    known = known_identity(identity[0]) if identity else None
    if known is None:
        return None
    expansion = parse_expansion(known)
    parts = [parse_document(shaped, expansion.provenance, found) for kind in KINDS for shaped in by_kind.get(kind, [])]
    return items.Content(
        expansion,
        next((part.vocabulary for part in parts if part.vocabulary is not None), NO_WORDS),
        next((part.flow for part in parts if part.flow is not None), None),
        tuple(card for part in parts for card in part.cards),
        tuple(board for part in parts for board in part.boards),
        tuple(place for part in parts for place in part.places),
        tuple(rule for part in parts for rule in part.rules),
        tuple(patch for part in parts for patch in part.patches),
        tuple(variant for part in parts for variant in part.variants),
        tuple(unsound for part in parts for unsound in part.unsound),
        frozenset(shaped.document.kind for shaped in documents if not shaped.is_listed()),
        tuple(language for part in parts for language in part.languages),
        tuple(one for part in parts for one in part.partial),
    )


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What one file of an expansion declares, and what is wrong with it."""

    provenance: str  # of the whole expansion
    vocabulary: items.Vocabulary | None
    flow: items.Flow | None
    cards: tuple[items.Card, ...]
    boards: tuple[items.Board, ...]
    places: tuple[items.PlaceBoard, ...]
    rules: tuple[items.Rule, ...]
    patches: tuple[items.Patch, ...]
    variants: tuple[items.Variant, ...]
    languages: tuple[items.Language, ...]
    unsound: tuple[items.Declared, ...]
    partial: tuple[Any, ...]
    found: tuple[Diagnostic, ...]


KINDS = ("vocabulary", "flow", "cards", "boards", "rules", "language")
NO_WORDS = items.Vocabulary()
parsed_before: Memo[ParsedFile] = Memo()


def parse_document(shaped: ValidatedDocument, provenance: str, found: list[Diagnostic]) -> ParsedFile:
    """Return what one file declares.

    The very same if it was parsed before, so that what follows from it can be kept.
    """
    part = parsed_before.get(shaped.document)
    if part is None or part.provenance != provenance:
        own: list[Diagnostic] = []
        kind, reader = shaped.document.kind, ItemReader(shaped, provenance, own)
        part = ParsedFile(
            provenance,
            vocabulary(reader) if kind == "vocabulary" else None,
            flow(reader) if kind == "flow" else None,
            tuple(reader.each("cards", card)) if kind == "cards" else (),
            tuple(reader.each("boards", board)) if kind == "boards" else (),
            tuple(reader.each("places", place)) if kind == "boards" else (),
            tuple(reader.each("rules", rule)) if kind == "rules" else (),
            tuple(patches(reader)) if kind == "flow" else (),
            tuple(reader.each("variants", variant)) if kind == "flow" else (),
            tuple(languages(reader)) if kind == "language" else (),
            tuple(reader.unsound),
            tuple(reader.partial),
            tuple(own),
        )
        parsed_before.keep(shaped.document, part)
    found.extend(part.found)
    return part


def known_identity(shaped: ValidatedDocument) -> YamlMapping | None:
    """Return what `expansion.yaml` says, without what is wrong in it.

    Nothing if it does not tell what the expansion is called or what it builds on.
    """
    root = shaped.document.root
    if not isinstance(root, YamlMapping) or shaped.is_sound():
        return root if isinstance(root, YamlMapping) else None
    known = salvaged(shaped.document, shaped.unsound)
    if not isinstance(known, YamlMapping) or text(known, "id") == UNREAD:
        return None
    return known if known.get("requires") is not None and known.get("requires") == root.get("requires") else None


def parse_expansion(node: YamlMapping) -> items.Expansion:
    """Return what `expansion.yaml` says."""
    identity = entry(node, "id")
    requires = node.get("requires")
    pairs = requires.entries if isinstance(requires, YamlMapping) else ()
    return items.Expansion(
        text(node, "id"),
        text(node, "name"),
        text(node, "version"),
        flag(node, "official"),
        tuple((name_of(pair.key, Role.EXPANSION), text_of(pair.value)) for pair in pairs),
        text(node, "provenance", "public" if flag(node, "official") else "original"),
        identity.span,
        tuple(part.text for part in scalars(node.get("boards-elsewhere"))),
        identity.source.names.edition,
    )


def rule(node: YamlMapping, _: ItemReader) -> items.Rule:
    """Read an entry of the rule index."""
    return items.Rule(
        text(node, "id"),
        text(node, "says"),
        text(node, "kind"),
        names(node, "needs", Role.EXPANSION),
        text(node, "source"),
        text(node, "ambiguity"),
        text(node, "decision"),
        text(node, "tested-by"),
        entry(node, "id").span,
    )


def languages(reader: ItemReader) -> Iterator[items.Language]:
    """Read a file of names in another language, called by the code of that.

    An unsound name is left out.
    """
    root = reader.shaped.document.root
    if not isinstance(root, YamlMapping):
        return
    code = reader.shaped.document.text.path.rpartition("/")[2].partition(".")[0]
    told = {key: text(root, key) if reader.shaped.is_sound(key) else "" for key in ("name", "about")}
    words = [
        word(pair.key, pair.value, ROLES[part.key.text])
        for part in root.entries
        if part.key.text in ROLES and isinstance(part.value, YamlMapping)
        for pair in part.value.entries
        if reader.shaped.is_sound(part.key.text, pair.key.text)
    ]
    yield items.Language(code, told["name"], told["about"], tuple(words), root.span)


def word(key: Scalar, node: Node, role: Role) -> items.Word:
    """Read what one thing is called: a text, or a name with its forms."""
    of = name_of(key, role)
    if not isinstance(node, YamlMapping):
        return items.Word(of, text_of(node))
    elides = node.get("elides") is None or flag(node, "elides")
    return items.Word(
        of,
        text(node, "name"),
        text(node, "title"),
        text(node, "gender"),
        text(node, "plural"),
        text(node, "feminine"),
        text(node, "feminine-plural"),
        elides,
        text(node, "guest"),
    )
