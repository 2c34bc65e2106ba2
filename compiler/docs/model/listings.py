"""Lists of items: by name, colour, age, cost and keyword.

And the groups of an expansion's overview.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from stele.compiler.docs.model.reference import Item, items_of, role_of
from stele.compiler.docs.model.views import ItemView, Viewer, keywords_of
from stele.compiler.docs.text.phrasing import sort_key
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.walk import nodes

NOTHING = Markup()


@dataclass(frozen=True, slots=True)
class ListingRow:
    """One item in a list."""

    name: str
    is_foreign: bool
    kind: str
    href: str
    cost: Markup
    says: str
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class ListingGroup:
    """Some items under a title."""

    id: str
    title: str
    icon: Markup
    rows: tuple[ListingRow, ...]


@dataclass(frozen=True, slots=True)
class ListingEntry:
    """An item with its view and its expansion."""

    content: items.Content
    item: Item
    view: ItemView
    kind: str  # the deck of a card, or which kind of board

    @property
    def clauses(self) -> list[n.Clause]:
        """Return all clauses of the item."""
        return list(nodes(self.item, n.Clause))

    @property
    def costs(self) -> list[n.Cost]:
        """Return all costs of the item."""
        return list(nodes(self.item, n.Cost))


def entries(viewer: Viewer) -> list[ListingEntry]:
    """Return every item of a reference."""
    reference = viewer.reference
    pairs = [(content, item) for content in reference.contents for item in items_of(content, reference.ids)]
    return [
        ListingEntry(content, item, view, distinguishing_kind(item, view, viewer))
        for (content, item), view in zip(pairs, viewer.item_views, strict=True)
    ]


def distinguishing_kind(item: Item, view: ItemView, viewer: Viewer) -> str:
    """Return what tells items of one name apart."""
    if isinstance(item, items.Card):
        return viewer.speaker.title(Role.DECK, item.deck.target or "").text
    return viewer.say(f"kind-{view.kind}")


def row(entry: ListingEntry) -> ListingRow:
    """Return an item as lists show it: what it costs, and what it does in short."""
    view = entry.view
    first = view.sections[0] if view.sections else None
    cost = first.price.icons if first is not None and first.price is not None else NOTHING
    says = " ".join(effect.sentence for section in view.sections for effect in section.effects)
    if not isinstance(entry.item, items.Card):
        cost, says = NOTHING, view.title
    return ListingRow(view.name, view.is_foreign, entry.kind, view.href, cost, says, view.is_proposed)


def grouped(
    listed: Sequence[ListingEntry],
    keys: Callable[[ListingEntry], Iterable[tuple[str, str, Markup]]],
    order: Sequence[str] = (),
) -> tuple[ListingGroup, ...]:
    """Return items by the (id, title, icon) that each gives.

    Groups in the given order, or in that of their ids.
    """
    found: dict[str, tuple[str, Markup, list[ListingRow]]] = {}
    for entry in sorted(listed, key=lambda entry: sort_key(entry.view.name)):
        for id, title, icon in dict.fromkeys(keys(entry)):
            found.setdefault(id, (title, icon, []))[2].append(row(entry))
    ids = [id for id in order if id in found] or sorted(found)
    return tuple(ListingGroup(id, found[id][0], found[id][1], tuple(found[id][2])) for id in ids)


def by_name(viewer: Viewer) -> tuple[ListingGroup, ...]:
    """Return all items by their first letter."""

    def letter(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        first = sort_key(entry.view.name)[:1].upper()
        return [(f"letter-{first}" if first.isalnum() else "letter-other", first, NOTHING)]

    return grouped(entries(viewer), letter)


def by_colour(viewer: Viewer) -> tuple[ListingGroup, ...]:
    """Return all cards by colour; those without one, and boards, come last."""
    colours = viewer.reference.colours

    def colour(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        target = entry.item.colour.target if isinstance(entry.item, items.Card) and entry.item.colour else None
        if target is None:
            kind = "plain" if isinstance(entry.item, items.Card) else entry.view.kind
            return [(f"kind-{kind}", viewer.say(f"group-{kind}"), NOTHING)]
        title = viewer.speaker.title(Role.COLOUR, target).text
        return [(f"colour-{target}", title, viewer.icons.noun(Role.COLOUR, target))]

    order = [*(f"colour-{target}" for target in colours), "kind-plain", "kind-board", "kind-place"]
    return grouped(entries(viewer), colour, order)


def by_age(viewer: Viewer) -> tuple[ListingGroup, ...]:
    """Return all cards by the age of their deck."""

    def age(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        if not isinstance(entry.item, items.Card):
            return []
        deck = viewer.reference.decks.get(entry.item.deck.target or "")
        if deck is None or deck.age is None:
            return [("age-none", viewer.say("group-no-age"), NOTHING)]
        return [(f"age-{deck.age}", viewer.say("group-age", number=deck.age), NOTHING)]

    return grouped(entries(viewer), age)


def by_cost(viewer: Viewer) -> tuple[ListingGroup, ...]:
    """Return all items by what they ask for: nothing, coins, each good."""

    def asked(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        found = []
        for cost in entry.costs:
            if not cost.parts:
                found.append(("free", viewer.say("group-free"), NOTHING))
            for part in cost.parts:
                match part:
                    case n.Coins():
                        found.append(("coins", viewer.say("group-coins"), viewer.icons.glyph("coin")))
                    case n.Goods(_, name) | n.Different(_, name):
                        title = viewer.speaker.title(name.role, name.target or "").text
                        icon = viewer.icons.noun(name.role, name.target or "")
                        found.append((f"{name.role.value.replace(' ', '-')}-{name.target}", title, icon))
        return found

    goods = [
        f"{Role.RESOURCE.value}-{content.expansion.id}.{resource.id}"
        for content in viewer.reference.contents
        for resource in content.vocabulary.resources
    ]
    groups = [
        f"{Role.GROUP.value.replace(' ', '-')}-{content.expansion.id}.{group.id}"
        for content in viewer.reference.contents
        for group in content.vocabulary.groups
    ]
    return grouped(entries(viewer), asked, ["free", "coins", *goods, *groups])


def by_keyword(viewer: Viewer) -> tuple[ListingGroup, ...]:
    """Return all items by the constructs that their clauses use."""

    def used(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        kinds = [kind for clause in entry.clauses for kind in keywords_of(clause)]
        return [(kind.lower(), viewer.keyword(kind).text, NOTHING) for kind in kinds]

    listed = grouped(entries(viewer), used)
    return tuple(sorted(listed, key=lambda group: sort_key(group.title)))


def of_expansion(viewer: Viewer, content: items.Content) -> tuple[ListingGroup, ...]:
    """Return the items of one expansion, cards by deck and colour."""

    def kind(entry: ListingEntry) -> list[tuple[str, str, Markup]]:
        item = entry.item
        if not isinstance(item, items.Card):
            return [(f"kind-{entry.view.kind}", viewer.say(f"group-{entry.view.kind}"), NOTHING)]
        deck = viewer.speaker.title(Role.DECK, item.deck.target or "").text
        return [(f"deck-{item.deck.target}", deck, NOTHING)]

    own = [entry for entry in entries(viewer) if entry.content is content]
    order = [f"deck-{target}" for target in viewer.reference.decks]
    groups = grouped(own, kind, [*order, "kind-board", "kind-place"])
    return tuple(replace(group, id=group.id.replace(".", "-")) for group in groups)


def counts(viewer: Viewer, content: items.Content) -> str:
    """Return what an expansion holds, in numbers."""
    listed = items_of(content, viewer.reference.ids)
    numbers = {
        "count-cards": sum(role_of(item) is Role.CARD for item in listed),
        "count-boards": sum(isinstance(item, items.Board) for item in listed),
        "count-places": sum(isinstance(item, items.PlaceBoard) for item in listed),
        "count-rules": len(content.rules),
        "count-rulings": sum(ruling.expansion == content.expansion.id for ruling in viewer.reference.rulings),
    }
    return " · ".join(viewer.say(key, number=number) for key, number in numbers.items() if number)
