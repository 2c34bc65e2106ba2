"""The search index of a site.

What can be found, by name, by fact and by text, as a script that works without a network.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stele.compiler.docs.model.listings import ListingEntry, entries
from stele.compiler.docs.model.views import Viewer
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.walk import nodes


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that can be found: its name, what it is, where it is, its facts and its text."""

    name: str
    kind: str
    href: str
    facts: tuple[str, ...]
    text: str
    shown: str


def index(viewer: Viewer, more: Iterable[Found] = ()) -> str:
    """Return the script with all that can be found."""
    listed = [*(found(entry, viewer) for entry in entries(viewer)), *rules_found(viewer), *more]
    rows = [
        {"n": one.name, "k": one.kind, "u": one.href, "f": list(one.facts), "s": one.text, "d": one.shown}
        for one in listed
    ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    # Inside a file of its own no markup is read, but a page may be put together by others: keep
    # `</` out of it.
    return "window.steleIndex = [\n" + lines.replace("</", "<\\/").replace("\u2028", "\\u2028") + "\n];\n"


def found(entry: ListingEntry, viewer: Viewer) -> Found:
    """Return how an item is found."""
    view = entry.view
    effects = [effect for section in view.sections for effect in (*section.effects, *sum(section.choices, ()))]
    prices = [section.price.sentence for section in view.sections if section.price is not None]
    facts = tuple(dict.fromkeys(facts_of(entry, viewer)))
    words = [effect.sentence for effect in effects]
    words += [*prices, view.title, view.note, *(link.text for link in (*view.chained_from, *view.leads_to))]
    kind = " · ".join([view.expansion.text, *(value for _, value in view.facts)])
    shown = " ".join(effect.sentence for effect in effects)[:160]
    return Found(view.name, kind, view.href, facts, " ".join(word for word in words if word), shown)


def facts_of(entry: ListingEntry, viewer: Viewer) -> Iterator[str]:
    """Yield the facts of an item: colour, age, goods that it asks for or makes, expansion, kind."""
    item, speaker = entry.item, viewer.speaker
    yield viewer.say(f"kind-{entry.view.kind}")
    yield entry.view.expansion.text
    if isinstance(item, items.Card):
        if item.colour is not None:
            yield speaker.title(Role.COLOUR, item.colour.target or "").text
        deck = viewer.reference.decks.get(item.deck.target or "")
        if deck is not None and deck.age is not None:
            yield f"age{deck.age}"
    named = [name for cost in entry.costs for name in nodes(cost, n.Name)]
    named += [name for made in nodes(entry.clauses and tuple(entry.clauses), n.Produce) for name in nodes(made, n.Name)]
    for name in named:
        if name.role in (Role.RESOURCE, Role.GROUP):
            yield speaker.title(name.role, name.target or "").text
    for science in nodes(tuple(entry.clauses), n.Science):
        for name in science.symbols:
            yield speaker.title(Role.SYMBOL, name.target or "").text


def rules_found(viewer: Viewer) -> Iterator[Found]:
    """Yield how rules and rulings are found."""
    for view in viewer.views.values():
        answer = f"{view.apart} {view.answer}" if view.apart else view.answer
        yield Found(view.question, viewer.say("kind-ruling"), view.href, (), answer, answer[:160])
    for id, (rule, _) in viewer.rules.items():
        yield Found(id, viewer.say("kind-rule"), viewer.rule_link(id).href, (), rule.says, rule.says[:160])
