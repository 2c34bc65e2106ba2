"""Read rulings: questions with answers, and scenes that prove them.

A document of the kind `rulings` becomes a list of `Ruling`; scenes stay YAML trees with places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.fields import scalars, text
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Ruling:
    """One ruling; its scene stays a tree with places, for the runner."""

    id: str
    expansion: str
    question: str
    answer: str
    covers: tuple[Scalar, ...]
    needs: tuple[Scalar, ...]  # expansions besides its own and those that it requires
    played: tuple[Scalar, ...]  # the variant, if it is not the usual game
    given: YamlMapping
    when: tuple[YamlMapping, ...]
    then: YamlMapping
    gap: str  # why it is known not to hold, or nothing
    span: Span = field(compare=False)

    @property
    def variant(self) -> str:
        """Return the id of the variant that is played, or nothing."""
        return self.played[0].text if self.played else ""


# What a file holds, for the expansion it was read for.
read_before: Memo[tuple[str, tuple[Ruling, ...]]] = Memo()


def rulings_of(documents: Sequence[Document], contents: Sequence[items.Content]) -> list[Ruling]:
    """Return the rulings of all documents whose shape is sound."""
    folders = {content.expansion.span.path.rpartition("/")[0]: content.expansion.id for content in contents}
    found: list[Ruling] = []
    for document in documents:
        if document.kind == "rulings":
            expansion = folders.get(document.text.path.rpartition("/rulings/")[0], "")
            kept = read_before.get(document)
            if kept is None or kept[0] != expansion:
                kept = (expansion, tuple(rulings_in(document, expansion)))
                read_before.keep(document, kept)
            found.extend(kept[1])
    return found


def rulings_in(document: Document, expansion: str) -> Iterator[Ruling]:
    """Yield the rulings of one document."""
    listed = document.root.get("rulings") if isinstance(document.root, YamlMapping) else None
    for node in listed.items if isinstance(listed, YamlSequence) else ():
        if isinstance(node, YamlMapping) and (ruling := read_ruling(node, expansion)) is not None:
            yield ruling


def read_ruling(node: YamlMapping, expansion: str) -> Ruling | None:
    """Return one ruling, or nothing if its shape is unsound."""
    identity, given, then, when = node.get("id"), node.get("given"), node.get("then"), node.get("when")
    if not (isinstance(identity, Scalar) and isinstance(given, YamlMapping) and isinstance(then, YamlMapping)):
        return None
    steps = when.items if isinstance(when, YamlSequence) else ()
    return Ruling(
        identity.text,
        expansion,
        text(node, "question"),
        text(node, "answer"),
        tuple(scalars(node.get("covers"))),
        tuple(scalars(node.get("with"))),
        tuple(scalars(node.get("variant"))),
        given,
        tuple(step for step in steps if isinstance(step, YamlMapping)),
        then,
        text(node, "expected-gap"),
        identity.span,
    )


def covered_by(rulings: Sequence[Ruling]) -> set[str]:
    """Return the rules that rulings prove; one that is known to fail proves nothing."""
    return {cover.text for ruling in rulings if not ruling.gap for cover in ruling.covers}


def entries(node: Node | None) -> list[tuple[Scalar, Node]]:
    """Return the entries of a mapping, or none."""
    return [(entry.key, entry.value) for entry in node.entries] if isinstance(node, YamlMapping) else []


def words_in(nodes: tuple[Node, ...]) -> Iterator[str]:
    """Yield every text of a scene."""
    for node in nodes:
        match node:
            case Scalar():
                yield node.text
            case YamlSequence(parts):
                yield from words_in(parts)
            case YamlMapping(entries):
                yield from words_in(tuple(part for entry in entries for part in (entry.key, entry.value)))
