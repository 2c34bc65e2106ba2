"""Read what items of all documents have in common: lists, clauses, costs, provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from stele.compiler.common.codes import E0201
from stele.compiler.common.diagnostics import Diagnostic, Edit, did_you_mean, misspelt
from stele.compiler.front import items
from stele.compiler.front.clause_parser import parse_clauses, parse_cost
from stele.compiler.front.editions import in_present_edition
from stele.compiler.front.fields import names, scalars, text, text_of
from stele.compiler.front.nodes import Clause, Cost, Name, Role
from stele.compiler.front.salvage import salvaged
from stele.compiler.front.schema import ValidatedDocument
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence, value_at

T = TypeVar("T")

ROLES = {
    "groups": Role.GROUP,
    "resources": Role.RESOURCE,
    "colours": Role.COLOUR,
    "symbols": Role.SYMBOL,
    "nouns": Role.NOUN,
    "token-groups": Role.TOKEN,
    "tokens": Role.TOKEN,
    "zones": Role.ZONE,
    "tracks": Role.TRACK,
    "markers": Role.MARKER,
    "faces": Role.FACE,
    "decks": Role.DECK,
    "lines": Role.LINE,
    "cards": Role.CARD,
    "boards": Role.BOARD,
    "places": Role.BOARD,
    "actions": Role.ACTION,
    "riders": Role.RIDER,
    "supplies": Role.SUPPLY,
    "moments": Role.MOMENT,
    "variants": Role.VARIANT,
}


class ItemReader:
    """Reads the items of one document; collects findings and the ids of what is unsound."""

    def __init__(self, shaped: ValidatedDocument, provenance: str, found: list[Diagnostic]) -> None:
        self.shaped = shaped
        self.provenance = provenance
        self.found = found
        self.unsound: list[items.Declared] = []
        self.partial: list[Any] = []  # what could be read of unsound items

    def each(self, key: str, read: Callable[[YamlMapping, ItemReader], T]) -> Iterator[T]:
        """Yield the sound entries of a list; of the others keep the id, and what can be read."""
        root = self.shaped.document.root
        listed = root.get(key) if isinstance(root, YamlMapping) else None
        if not isinstance(listed, YamlSequence):
            return
        for index, item in enumerate(listed.items):
            if isinstance(item, YamlMapping) and self.shaped.is_sound(key, index):
                yield read(item, self)
            elif isinstance(item, YamlMapping) and isinstance(identity := item.get("id"), Scalar):
                role = ROLES[key].value if key in ROLES else items.RULE
                self.unsound.append(items.Declared(role, identity.text, identity.span))
                if isinstance(plural := item.get("plural"), Scalar) and plural.text != identity.text:
                    self.unsound.append(items.Declared(role, plural.text, plural.span))
            if not self.shaped.is_sound(key, index):
                rest = salvaged(self.shaped.document, self.shaped.unsound, key, index)
                self.partial += [read(rest, self)] if isinstance(rest, YamlMapping) else []

    def clauses(self, node: YamlMapping, key: str) -> tuple[Clause, ...]:
        """Read an effect: one clause or a list of them."""
        return self.clause_list(node.get(key))

    def clause_list(self, node: Node | None) -> tuple[Clause, ...]:
        """Read one clause or a list of them, each in the edition of the folder where it stands."""
        return tuple(
            in_present_edition(clause, part.source.names)
            for part in scalars(node)
            for clause in parse_clauses(part, self.found)
        )

    def cost(self, node: Scalar) -> Cost | None:
        """Read a cost."""
        return parse_cost(node, self.found)

    def expansions(self, node: YamlMapping) -> tuple[Name, ...]:
        """Read with which expansions an item is played: those of its document, and its own."""
        root = self.shaped.document.root
        assert isinstance(root, YamlMapping)
        return (*names(root, "with", Role.EXPANSION), *names(node, "with", Role.EXPANSION))

    def provenances(self, node: YamlMapping) -> tuple[tuple[str, str], ...]:
        """Read where values come from; the empty field name stands for the whole item."""
        given = node.get("provenance")
        if isinstance(given, YamlMapping):
            fields = [(part.key.text, text_of(part.value)) for part in given.entries]
            written = list(dict.fromkeys(keys_below(node, given)))
            for part in given.entries:
                if part.key.text not in written and value_at(node, part.key.text) is None:
                    message = f"there is no `{part.key.text}` here whose origin could be told"
                    help = did_you_mean(part.key.text, written) or "name a key of this item"
                    near = misspelt(part.key.text, written)
                    edits = (Edit(part.key.span, near),) if near else ()
                    self.found.append(Diagnostic(E0201, message, part.key.span, help=help, edits=edits))
            return (("", self.provenance), *fields)
        return (("", text(node, "provenance", self.provenance)),)


def keys_below(node: Node, apart: Node) -> Iterator[str]:
    """Yield every key of an item and of its parts, except those of one part."""
    if node is apart:
        return
    for part in node.items if isinstance(node, YamlSequence) else ():
        yield from keys_below(part, apart)
    for pair in node.entries if isinstance(node, YamlMapping) else ():
        yield pair.key.text
        yield from keys_below(pair.value, apart)
