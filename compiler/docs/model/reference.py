"""Gather all that a reference is made of.

The checked tree, the set as it is in play, rulings, and the compiled module. `refer([content/base],
"en")` checks and compiles; pages ask the result and never the files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from stele.compiler.analysis.compose import applies, reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.cache import stable_path
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front import items
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.front.source import Document, YamlMapping
from stele.compiler.lower.program import lower
from stele.compiler.tools.provenance import Value, provenances
from stele.compiler.tools.source_map import node_of

Item = items.Card | items.Board | items.PlaceBoard


@dataclass(frozen=True)
class Reference:
    """A set of expansions, checked and compiled, and who speaks about it."""

    checked: Checked
    # Each by itself, in the order in which they build on each other; its items and words are as
    # they are when all of them are in play.
    contents: tuple[items.Content, ...]
    composed: tuple[items.Content, ...]  # as they are when all of them are in play
    module: str
    speaker: Speaker
    memory: Memory  # what the check has read: examples of pages build on the same folders

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of the expansions."""
        return frozenset(content.expansion.id for content in self.contents)

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Return the rulings of the expansions that are about nothing else, without those that are
        known to fail.
        """
        listed = rulings_of(self.checked.documents, self.checked.game.contents)
        return tuple(
            ruling
            for ruling in listed
            if not ruling.gap and ruling.expansion in self.ids and all(need.text in self.ids for need in ruling.needs)
        )

    @cached_property
    def patches(self) -> tuple[tuple[str, items.Patch], ...]:
        """Return the patches that apply in the set, each with the expansion that brings it."""
        listed = [(content.expansion.id, patch) for content in self.contents for patch in content.patches]
        return tuple((by, patch) for by, patch in listed if applies(patch, set(self.ids)))

    def changes_beyond(self, ruling: Ruling) -> list[tuple[str, items.Patch]]:
        """Return the patches that do not apply in the set of which a ruling speaks."""
        known = self.checked.contents
        named = [ruling.expansion, *(need.text for need in ruling.needs)]
        spoken_of = {id for name in named for id in reached(known[name], known)}
        return [(by, patch) for by, patch in self.patches if by not in spoken_of or not applies(patch, spoken_of)]

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Return the files of the expansions, by path."""
        return {
            d.text.path: d for id in self.checked.by_expansion if id in self.ids for d in self.checked.by_expansion[id]
        }

    @cached_property
    def values_in(self) -> dict[str, list[Value]]:
        """Return the values of items whose provenance is given, by file."""
        listed = [document for document in self.documents.values() if document.kind in ("cards", "boards")]
        return {document.text.path: list(provenances([document])) for document in listed}

    @cached_property
    def most_players(self) -> int:
        """Return the greatest number of players of the set."""
        return max((c.flow.players[1] for c in self.composed if c.flow and c.flow.players), default=0)

    @cached_property
    def least_players(self) -> int:
        """Return the least number of players without a variant."""
        return min((c.flow.players[0] for c in self.composed if c.flow and c.flow.players), default=0)

    def node(self, item: Item) -> YamlMapping | None:
        """Return the mapping in which an item is written."""
        return node_of(item.span, self.documents)

    def colour(self, card: items.Card) -> items.Colour | None:
        """Return the colour of a card."""
        return None if card.colour is None else self.colours.get(card.colour.target or "")

    @cached_property
    def colours(self) -> dict[str, items.Colour]:
        """Return all colours, by target."""
        return {f"{c.expansion.id}.{colour.id}": colour for c in self.contents for colour in c.vocabulary.colours}

    @cached_property
    def decks(self) -> dict[str, items.Deck]:
        """Return all decks, by target."""
        return {f"{c.expansion.id}.{deck.id}": deck for c in self.contents for deck in c.vocabulary.decks}

    @cached_property
    def unlocked(self) -> dict[str, tuple[str, ...]]:
        """Return which cards a card lets its owner build for free: targets by target."""
        found: dict[str, list[str]] = {}
        for content in self.contents:
            for card in content.cards:
                for name in card.chain:
                    found.setdefault(name.target or "", []).append(f"{content.expansion.id}.{card.id}")
        return {target: tuple(cards) for target, cards in found.items()}


def applicable(item: Item, ids: frozenset[str]) -> bool:
    """Tell whether all expansions that an item needs are there."""
    return all(name.text in ids for name in item.needs)


def items_of(content: items.Content, ids: frozenset[str]) -> list[Item]:
    """Return the cards, boards and places of an expansion that can be in play in a set."""
    listed: list[Item] = [*content.cards, *content.boards, *content.places]
    return [item for item in listed if applicable(item, ids)]


def role_of(item: Item) -> Role:
    """Return what names an item."""
    return Role.CARD if isinstance(item, items.Card) else Role.BOARD


def refer(folders: Sequence[Path], language: str) -> Reference | Checked:
    """Return the reference of expansions, with all they require.

    If there are mistakes, what was found.
    """
    memory = Memory()
    checked = check_folders(folders, stable_path, memory)
    if checked.has_errors:
        return checked
    asked = {folder.resolve() for folder in folders}
    chosen = [id for id, place in checked.places.items() if place in asked]
    ids = frozenset(id for one in chosen for id in reached(checked.contents[one], checked.contents))
    composed, _ = in_play(checked.contents, checked.by_expansion, ids)
    played = {content.expansion.id: content for content in composed.contents}
    own = [content for content in checked.game.contents if content.expansion.id in ids]
    contents = tuple(with_items_of(played[content.expansion.id], content) for content in own)
    module = emit(lower(composed.contents))
    return Reference(checked, contents, tuple(composed.contents), module, Speaker(language, contents), memory)


def with_items_of(played: items.Content, content: items.Content) -> items.Content:
    """Return an expansion with its items and words as others change them; how it runs and what is
    mixed into its decks stays its own.
    """
    vocabulary = replace(played.vocabulary, decks=content.vocabulary.decks)
    return replace(content, cards=played.cards, boards=played.boards, places=played.places, vocabulary=vocabulary)
