"""Tell what changes when expansions are in play together.

Patches in words, items that need others, rules and rulings about several.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stele.compiler.analysis.compose import applies, reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.docs.text.flow_text import FlowSection, Point
from stele.compiler.docs.text.patch_text import PatchPhrase, PatchText
from stele.compiler.docs.text.phrasing import spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.front.source import Scalar


@dataclass(frozen=True, slots=True)
class ExpansionChange:
    """One change in words, and who brings it."""

    text: str
    by: str  # the id of an expansion
    paths: tuple[str, ...]  # as patches write them


@dataclass(frozen=True, slots=True)
class ExpansionCombination:
    """What is true only if some expansions are in play together."""

    expansions: tuple[str, ...]
    title: str
    changes: tuple[ExpansionChange, ...]
    cards: tuple[str, ...]  # targets
    boards: tuple[str, ...]
    places: tuple[str, ...]
    rules: tuple[str, ...]  # ids
    rulings: tuple[Ruling, ...]


class ExpansionChanges:
    """Tells combinations of checked expansions in one language; each set is put together once."""

    def __init__(self, checked: Checked, speaker: Speaker) -> None:
        self.checked = checked
        self.speaker = speaker
        self.alone = {content.expansion.id: content for content in checked.game.contents}
        self.rulings = rulings_of(checked.documents, checked.game.contents)
        self.together: dict[tuple[frozenset[str], str], tuple[items.Content, ...]] = {}

    def combinations(self, chosen: Iterable[str]) -> tuple[ExpansionCombination, ...]:
        """Return every combination of some of the chosen expansions, small ones first."""
        ids = self.closure(chosen)
        keys: dict[frozenset[str], None] = {}
        for id in [id for id in self.alone if id in ids]:
            for needs in self.needs_of(id):
                if needs and needs <= ids and (key := self.key(id, needs)):
                    keys.setdefault(key)
        order = list(self.alone)
        ranked = sorted(keys, key=lambda key: (len(key), [order.index(id) for id in order if id in key]))
        return tuple(self.combination(key) for key in ranked)

    def own_changes(self, id: str) -> tuple[ExpansionChange, ...]:
        """Return what an expansion changes in those that it builds on, whatever else is in play."""
        patches = [patch for patch in self.alone[id].patches if not patch.needs]
        return self.changes([(id, patch) for patch in patches], self.closure([id]))

    def own_section(self, id: str) -> FlowSection:
        """Return what an expansion and its variants change as one section of the flow.

        It may have no points.
        """
        points = [Point(change.text) for change in self.own_changes(id)]
        for variant in self.alone[id].variants:
            changes = tuple(Point(change.text) for change in self.variant_changes(id, variant))
            if changes:
                name = self.speaker.title(Role.VARIANT, f"{id}.{variant.id}").text
                points.append(Point(self.speaker.say("meetings.in-variant", variant=name), changes))
        return FlowSection("changes", self.speaker.say("meetings.title-changes"), tuple(points))

    def variant_changes(
        self, expansion: str, variant: items.Variant, among: Iterable[str] = ()
    ) -> tuple[ExpansionChange, ...]:
        """Return what a variant changes, in a set or in its expansion with all it requires."""
        ids = self.closure([expansion, *among])
        patches = [(expansion, patch) for patch in variant.patches if applies(patch, set(ids))]
        return self.changes(patches, ids, variant.id)

    # --- who meets whom ---------------------------------------------------------------------------

    def closure(self, chosen: Iterable[str]) -> frozenset[str]:
        """Return expansions with all that they require."""
        contents = self.checked.contents
        return frozenset(id for one in chosen for id in reached(contents[one], contents))

    def key(self, id: str, needs: frozenset[str]) -> frozenset[str]:
        """Return who is combined.

        An expansion and those it needs beyond what is required anyway.
        """
        met = {id, *needs}
        required = {other for one in met for other in self.closure([one]) if other != one}
        key = frozenset(met - required)
        return key if len(key) > 1 else frozenset()

    def needs_of(self, id: str) -> list[frozenset[str]]:
        """Return what parts of an expansion need besides itself."""
        content = self.alone[id]
        parts: list[Sequence[Name]] = [patch.needs for patch in content.patches]
        for listed_items in (content.cards, content.boards, content.places, content.rules):
            parts += [item.needs for item in listed_items]
        found = [frozenset(name.text for name in needs) for needs in parts]
        found += [frozenset(name.text for name in ruling.needs) for ruling in self.rulings_by(content)]
        return [needs - {id} for needs in dict.fromkeys(found)]

    def combination(self, key: frozenset[str]) -> ExpansionCombination:
        """Return all that is true of one combination."""
        order = [id for id in self.alone if id in key]
        contents = [self.alone[id] for id in order]
        title = spoken_list(self.speaker, [self.speaker.title(Role.EXPANSION, f"{id}.{id}").text for id in order])
        patches = [(c.expansion.id, patch) for c in contents for patch in c.patches if self.is_of(c, patch.needs, key)]
        return ExpansionCombination(
            tuple(order),
            title,
            self.changes(patches, self.closure(key)),
            tuple(target_in(c, card) for c in contents for card in c.cards if self.is_of(c, card.needs, key)),
            tuple(target_in(c, board) for c in contents for board in c.boards if self.is_of(c, board.needs, key)),
            tuple(target_in(c, place) for c in contents for place in c.places if self.is_of(c, place.needs, key)),
            tuple(rule.id for c in contents for rule in c.rules if self.is_of(c, rule.needs, key)),
            tuple(r for c in contents for r in self.rulings_by(c) if self.is_of(c, r.needs, key)),
        )

    def rulings_by(self, content: items.Content) -> list[Ruling]:
        """Return the rulings of an expansion."""
        return [ruling for ruling in self.rulings if ruling.expansion == content.expansion.id]

    def is_of(self, content: items.Content, needs: Sequence[Name | Scalar], key: frozenset[str]) -> bool:
        """Tell whether something of an expansion belongs to a combination."""
        names = frozenset(name.text for name in needs)
        return bool(names) and names <= self.alone.keys() and self.key(content.expansion.id, names) == key

    # --- what changes -----------------------------------------------------------------------------

    def set_of(self, ids: frozenset[str], variant: str = "") -> tuple[items.Content, ...]:
        """Return a set as it is when all of it is in play."""
        if (ids, variant) not in self.together:
            composed, _ = in_play(self.checked.contents, self.checked.by_expansion, ids, variant)
            self.together[ids, variant] = composed.contents
        return self.together[ids, variant]

    def changes(
        self, patches: Sequence[tuple[str, items.Patch]], ids: frozenset[str], variant: str = ""
    ) -> tuple[ExpansionChange, ...]:
        """Return patches in words; `ids` is the smallest set in which all of them apply."""
        if not patches:
            return ()
        # A variant changes what the set is without it; other patches change what each expansion
        # says by itself.
        before = self.set_of(ids) if variant else tuple(self.alone[id] for id in self.alone if id in ids)
        after = self.set_of(ids, variant)
        words = PatchText(self.speaker, before, after, self.checked.by_expansion)
        groups: dict[tuple[str, PatchPhrase], list[tuple[str, str]]] = {}
        for by, patch in patches:
            thing, told = words.change(patch)
            groups.setdefault((by, told), []).append((thing, ".".join(patch.path)))
        return tuple(
            ExpansionChange(
                words.said(told, list(dict.fromkeys(thing for thing, _ in parts))), by, tuple(path for _, path in parts)
            )
            for (by, told), parts in groups.items()
        )


def target_in(content: items.Content, item: items.Card | items.Board | items.PlaceBoard) -> str:
    """Return the target of an item."""
    return f"{content.expansion.id}.{item.id}"
