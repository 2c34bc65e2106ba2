"""What pages show, as plain data: texts and pictures, no markup of pages and no files.

A card becomes an `ItemView`: its face, its clauses with picture, sentence and text, its chains,
copies, rulings and provenance.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import assert_never

from markupsafe import Markup

from stele.compiler.analysis.compose import is_written_by
from stele.compiler.analysis.ruling_names import names_in
from stele.compiler.common.span import Span
from stele.compiler.docs.draw.card_faces import CardFaces
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.model.addresses import item_page, rule_place, ruling_place, word_place
from stele.compiler.docs.model.reference import Item, Reference, items_of, role_of
from stele.compiler.docs.text.expansion_changes import ExpansionChanges
from stele.compiler.docs.text.limits_text import Limit, board_limits
from stele.compiler.docs.text.phrasing import spoken_list
from stele.compiler.docs.text.scenes import SceneText, SceneWriter
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes
from stele.compiler.tools.source_map import is_changed_by, python_of, yaml_of


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads somewhere, seen from the folder of the site."""

    text: str
    href: str
    is_foreign: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One clause: its picture, its sentence, its text and where it is written."""

    icons: Markup
    sentence: str
    clause: str
    place: str
    keywords: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """One cost: its picture, its words and its text."""

    icons: Markup
    sentence: str
    cost: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an item: what it costs and what it does; of `choices` one is chosen."""

    title: str
    price: Price | None
    effects: tuple[Effect, ...]
    choices: tuple[tuple[Effect, ...], ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingView:
    """A question with its answer and the scene that proves it."""

    id: str
    expansion: str
    href: str
    question: str
    answer: str
    scene: SceneText
    rules: tuple[Link, ...]
    items: tuple[Link, ...]
    place: str
    apart: str  # that it is about the game without some change, if it is


@dataclass(frozen=True, slots=True)
class Source:
    """Where one value of an item comes from."""

    field: str
    value: str
    provenance: str
    place: str


@dataclass(frozen=True, slots=True)
class ItemView:
    """All about one card or board."""

    target: str
    id: str
    kind: str
    name: str
    is_foreign: bool
    expansion: Link
    title: str
    facts: tuple[tuple[str, str], ...]
    faces: tuple[Markup, ...]
    sections: tuple[Section, ...]
    chained_from: tuple[Link, ...]
    leads_to: tuple[Link, ...]
    copies: tuple[tuple[int, int], ...]
    limits: tuple[Limit, ...]
    needs: tuple[Link, ...]
    changed: tuple[str, ...]
    note: str
    rulings: tuple[RulingView, ...]
    also: tuple[Link, ...]
    sources: tuple[Source, ...]
    other_source: str
    yaml: str
    python: str
    place: str

    @property
    def href(self) -> str:
        """Return the page of the item."""
        return item_page(Role.CARD if self.kind == "card" else Role.BOARD, self.target)

    @property
    def is_proposed(self) -> bool:
        """Tell whether any value of it is proposed."""
        return self.other_source == "proposed" or any(source.provenance == "proposed" for source in self.sources)


class RulingTexts:
    """Finds rulings by what they say.

    All texts stand in one, so that a name is looked for once and not in each of them.
    """

    def __init__(self, views: Mapping[tuple[str, str], RulingView]) -> None:
        said = [f"{view.question} {view.answer}" for view in views.values()]
        self.keys = list(views)
        self.ids = [f"-{view.id}-" for view in views.values()]
        self.text = APART.join(said)
        self.starts = list(accumulate((len(text) + len(APART) for text in said), initial=0))

    def naming(self, name: str) -> frozenset[tuple[str, str]]:
        """Return the keys of the rulings whose question or answer holds a name as a word."""
        found = re.finditer(rf"\b{re.escape(name)}\b", self.text, re.IGNORECASE)
        return frozenset([self.keys[bisect_right(self.starts, word.start()) - 1] for word in found])


APART = "\0"  # stands in no text of content, so that no name reaches from one ruling into the next


# Items that rulings name, by the key under which patches find them.
PATCHED = {"cards": Role.CARD, "boards": Role.BOARD, "places": Role.BOARD}


class Viewer:
    """Makes views of a reference."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.speaker = reference.speaker
        self.icons = Icons(reference.contents, self.speaker)
        self.faces = CardFaces(reference.contents, self.speaker, self.icons)
        self.changes = ExpansionChanges(reference.checked, self.speaker)
        self.scenes = SceneWriter(self.speaker, reference.checked.game.contents)

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about items."""
        return self.speaker.say(f"site.{key}", **values)

    # --- links ------------------------------------------------------------------------------------

    def link(self, role: Role, target: str) -> Link:
        """Return the link to an item or to a word of the glossary."""
        title = self.speaker.title(role, target)
        is_item = role in (Role.CARD, Role.BOARD)
        return Link(title.text, item_page(role, target) if is_item else word_place(role, target), title.is_foreign)

    def expansion_link(self, id: str) -> Link:
        """Return the link to an expansion's overview."""
        title = self.speaker.title(Role.EXPANSION, f"{id}.{id}")
        return Link(title.text, f"{id}/index.html", title.is_foreign)

    def rule_link(self, id: str) -> Link:
        """Return the link to a rule; the text is what it says."""
        rule, expansion = self.rules.get(id, (None, ""))
        return Link(id, rule_place(expansion, id) if rule else "", note=rule.says if rule else "")

    @cached_property
    def rules(self) -> dict[str, tuple[items.Rule, str]]:
        """Return every rule with its expansion, by id."""
        return {r.id: (r, content.expansion.id) for content in self.reference.contents for r in content.rules}

    @cached_property
    def targets(self) -> dict[tuple[Role, str], list[str]]:
        """Return the targets of items by role and id.

        The same id may stand in several expansions.
        """
        found: dict[tuple[Role, str], list[str]] = {}
        for content in self.reference.contents:
            for item in items_of(content, self.reference.ids):
                found.setdefault((role_of(item), item.id), []).append(f"{content.expansion.id}.{item.id}")
        return found

    @cached_property
    def roles(self) -> dict[str, Role]:
        """Return the role of each item by its target."""
        return {target: role for (role, _), targets in self.targets.items() for target in targets}

    # --- rulings ----------------------------------------------------------------------------------

    @cached_property
    def named(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Return the items that each ruling names, by its expansion and id."""
        found = {}
        for ruling in self.reference.rulings:
            named = [(role, name.text) for role, name in names_in(ruling) if isinstance(role, Role)]
            listed = [target for pair in named for target in self.targets.get(pair, ())]
            found[ruling.expansion, ruling.id] = tuple(dict.fromkeys(listed))
        return found

    @cached_property
    def views(self) -> dict[tuple[str, str], RulingView]:
        """Return every ruling as pages show it, by its expansion and id."""
        return {(ruling.expansion, ruling.id): self.ruling(ruling) for ruling in self.reference.rulings}

    def ruling(self, ruling: Ruling) -> RulingView:
        """Return one ruling as pages show it."""
        return RulingView(
            ruling.id,
            ruling.expansion,
            ruling_place(ruling.expansion, ruling.id),
            ruling.question,
            ruling.answer,
            self.scenes.scene(ruling),
            tuple(self.rule_link(cover.text) for cover in ruling.covers),
            tuple(self.link(self.roles[target], target) for target in self.named[ruling.expansion, ruling.id]),
            f"{ruling.span.path}:{ruling.span.line}",
            self.apart(ruling),
        )

    def apart(self, ruling: Ruling) -> str:
        """Say that a ruling is about the game without what changes things that it names, if it
        is.
        """
        named = {(role, name.text) for role, name in names_in(ruling)}
        found = []
        for by, patch in self.reference.changes_beyond(ruling):
            if len(patch.path) > 2 and patch.path[1] in PATCHED and (PATCHED[patch.path[1]], patch.path[2]) in named:
                found.append((by, self.speaker.title(PATCHED[patch.path[1]], f"{patch.path[0]}.{patch.path[2]}").text))
        if not found:
            return ""
        expansions, changed = (list(dict.fromkeys(listed)) for listed in zip(*found, strict=True))
        names = [self.expansion_link(id).text for id in expansions]
        return self.say(
            "ruling-apart", expansions=spoken_list(self.speaker, names), items=spoken_list(self.speaker, changed)
        )

    def rulings_about(self, item: Item, target: str) -> tuple[tuple[RulingView, ...], tuple[Link, ...]]:
        """Return the rulings that speak of an item, and links to those that merely use it."""
        about: list[RulingView] = []
        also: list[RulingView] = []
        expansion, word = target.partition(".")[0], f"-{item.id}-"
        naming = self.ruling_texts.naming(item.name)
        for (key, view), id in zip(self.views.items(), self.ruling_texts.ids, strict=True):
            in_text = key in naming or word in id
            if target in self.named[key]:
                (about if in_text else also).append(view)
            elif in_text and view.expansion == expansion:
                about.append(view)
        return tuple(about), tuple([Link(view.question, view.href) for view in also])

    @cached_property
    def ruling_texts(self) -> RulingTexts:
        """Return what all rulings say, to look for names in them."""
        return RulingTexts(self.views)

    # --- parts ------------------------------------------------------------------------------------

    def effect(self, clause: n.Clause) -> Effect:
        """Return one clause as pages show it."""
        place = f"{clause.span.path}:{clause.span.line}"
        keywords = tuple(self.keyword(kind) for kind in keywords_of(clause))
        return Effect(self.icons.clause(clause), self.speaker.clause(clause), clause_text(clause), place, keywords)

    def effects(self, clauses: Iterable[n.Clause]) -> tuple[Effect, ...]:
        """Return clauses as pages show them."""
        return tuple(self.effect(clause) for clause in clauses)

    def price(self, cost: n.Cost | None) -> Price | None:
        """Return a cost as pages show it."""
        return None if cost is None else Price(self.icons.cost(cost), self.speaker.cost(cost), cost_text(cost))

    def keyword(self, kind: str) -> Link:
        """Return the keyword of a construct."""
        return Link(self.speaker.say(f"keywords.{kind}"), f"index-keyword.html#{kind.lower()}")

    def sections(self, item: Item) -> Iterator[Section]:
        """Yield the parts of an item."""
        match item:
            case items.Card():
                price = self.price(item.cost)
                yield Section("", price, self.effects(item.effect))
                for moment, clauses in item.moments:
                    title = self.speaker.title(Role.MOMENT, moment.target or "").text
                    yield Section(title, None, self.effects(clauses))
            case items.Board():
                for side in item.sides:
                    name = self.say("side", side=side.id.upper())
                    yield Section(self.say("start-of", side=name), None, self.effects(side.start))
                    for number, stage in enumerate(side.stages, 1):
                        title = self.say("stage", side=name, number=number)
                        choices = tuple(self.effects(choice) for choice in stage.choose)
                        yield Section(title, self.price(stage.cost), self.effects(stage.effect), choices)
            case items.PlaceBoard():
                for face in item.sides:
                    name = self.say("side", side=face.id.upper())
                    yield Section(name, None, (), lines=tuple(self.place_lines(face)))
                    for lead, clauses in face.ladder:
                        yield Section(self.say("lead", side=name, number=lead), None, self.effects(clauses))
            case _:
                assert_never(item)

    def place_lines(self, face: items.PlaceSide) -> Iterator[str]:
        """Yield what a side of a shared place says besides its ladder."""
        listed = ", ".join(
            self.say("room-of", colour=self.speaker.title(Role.COLOUR, name.target or "").text, number=number)
            for name, number in face.room
        )
        yield self.say("room", listed=listed)
        if face.alone:
            yield self.say("alone", number=face.alone)
        if face.for_sale:
            yield self.say("for-sale")

    def sources(self, written: Span) -> Iterator[Source]:
        """Yield where the values of an item come from, as far as it says so itself.

        `written` is its place.
        """
        for value in self.reference.values_in.get(written.path, ()):
            if written.line <= value.span.line <= written.end_line:
                field = ".".join(part for part in (value.item.partition(".")[2], value.field) if part)
                yield Source(field, value.says, value.provenance, f"{value.span.path}:{value.span.line}")

    # --- items ------------------------------------------------------------------------------------

    @cached_property
    def item_views(self) -> tuple[ItemView, ...]:
        """Return every item of the reference, in order."""
        return tuple(
            self.item(item, content)
            for content in self.reference.contents
            for item in items_of(content, self.reference.ids)
        )

    def item(self, item: Item, content: items.Content) -> ItemView:
        """Return one item as its page shows it."""
        target = f"{content.expansion.id}.{item.id}"
        role = role_of(item)
        title = self.speaker.title(role, target)
        node = self.reference.node(item)
        about, also = self.rulings_about(item, target)
        chain = item.chain if isinstance(item, items.Card) else ()
        patches = [
            (by, patch) for by, patch in self.reference.patches if is_changed_by(patch, target.partition(".")[0], item)
        ]
        sources = tuple(self.sources(node.span)) if node is not None else ()
        default = next((source.provenance for source in sources if not source.field), content.expansion.provenance)
        return ItemView(
            target,
            item.id,
            item_kind(item),
            title.text,
            title.is_foreign,
            self.expansion_link(content.expansion.id),
            self.speaker.heading(role, target).text if isinstance(item, items.Board) and item.title else "",
            tuple(self.facts(item)),
            tuple(self.drawn(item, content)),
            tuple(section for section in self.sections(item) if section != Section("", None, ())),
            tuple(self.link(Role.CARD, name.target or "") for name in chain),
            tuple(self.link(Role.CARD, other) for other in self.reference.unlocked.get(target, ())),
            tuple(self.copies(item)),
            board_limits(item, self.reference.contents, self.speaker) if isinstance(item, items.Board) else (),
            tuple(self.expansion_link(name.text) for name in item.needs),
            tuple(self.changed(item, patches)),
            item.note,
            about,
            also,
            tuple(source for source in sources if source.field),
            default,
            "" if node is None else yaml_of(node, self.reference.documents[item.span.path]),
            ""
            if node is None
            else python_of([node.span, *(patch.value.node.span for _, patch in patches)], self.reference.module),
            f"{item.span.path}:{item.span.line}",
        )

    def changed(self, item: Item, patches: Sequence[tuple[str, items.Patch]]) -> Iterator[str]:
        """Yield who adds an item, and what is changed in it and by whom."""
        adding = [(by, patch) for by, patch in patches if is_written_by(patch, item.span)]
        yield from (self.say("added-by", expansion=self.expansion_link(by).text) for by, _ in adding)
        for change in self.changes.changes([one for one in patches if one not in adding], self.reference.ids):
            yield self.say("changed-by", expansion=self.expansion_link(change.by).text, text=change.text)

    def drawn(self, item: Item, content: items.Content) -> Iterator[Markup]:
        """Yield the faces of an item: the card, or each side of the board."""
        match item:
            case items.Card():
                yield self.faces.card(content, item)
            case items.Board():
                yield from (self.faces.side(content, item, side) for side in item.sides)
            case items.PlaceBoard():
                yield from (self.faces.place(content, item, face) for face in item.sides)
            case _:
                assert_never(item)

    def facts(self, item: Item) -> Iterator[tuple[str, str]]:
        """Yield what is printed on an item besides cost and effect."""
        if isinstance(item, items.Card):
            colour = self.reference.colour(item)
            if colour is not None and item.colour is not None:
                name = self.speaker.title(Role.COLOUR, item.colour.target or "").text
                heading = self.speaker.heading(Role.COLOUR, item.colour.target or "").text
                yield self.say("colour"), f"{name} · {heading}" if heading != name else name
            deck = self.reference.decks.get(item.deck.target or "")
            yield self.say("deck"), self.speaker.title(Role.DECK, item.deck.target or "").text
            if deck is not None and deck.age is not None:
                yield self.say("age"), str(deck.age)
        elif isinstance(item, items.PlaceBoard):
            yield self.say("zone"), self.speaker.title(Role.ZONE, item.zone.target or "").text

    def copies(self, item: Item) -> Iterator[tuple[int, int]]:
        """Yield (players, copies) of a card for every number of players."""
        if isinstance(item, items.Card) and item.players:
            for players in range(self.reference.least_players, self.reference.most_players + 1):
                yield players, item.copies(players)


def item_kind(item: Item) -> str:
    """Return the kind of an item: what it is called in addresses and phrases."""
    match item:
        case items.Card():
            return "card"
        case items.Board():
            return "board"
        case items.PlaceBoard():
            return "place"
        case _:
            assert_never(item)


def keywords_of(clause: n.Clause) -> list[str]:
    """Return the names of the constructs that make a clause what it is.

    Its sentences, its moment, its limit, its count.
    """
    found = [type(part).__name__ for part in nodes(clause, object) if isinstance(part, KEYWORDS)]
    return list(dict.fromkeys(found))


KEYWORDS = (
    *n.Sentence.__args__,
    *n.Moment.__args__,
    n.Once,
    n.Test,
    n.SetOf,
    n.SquareOf,
)
