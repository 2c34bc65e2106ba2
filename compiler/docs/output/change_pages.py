"""What changes when expansions are in play together, and where values come from."""

from __future__ import annotations

from dataclasses import dataclass

from stele.compiler.docs.model.addresses import rule_place
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.front.nodes import Role


@dataclass(frozen=True, slots=True)
class CombinationGroup:
    """What changes when some expansions are in play together."""

    id: str
    title: str
    changes: tuple[str, ...]
    items: tuple[Link, ...]
    rules: tuple[Link, ...]
    rulings: tuple[Link, ...]


def combinations(viewer: Viewer) -> Page:
    """Return what changes when expansions meet."""
    groups = []
    for combined in viewer.changes.combinations(sorted(viewer.reference.ids)):
        cards = [viewer.link(Role.CARD, target) for target in combined.cards]
        boards = [viewer.link(Role.BOARD, target) for target in (*combined.boards, *combined.places)]
        views = [viewer.views.get((ruling.expansion, ruling.id)) for ruling in combined.rulings]
        groups.append(
            CombinationGroup(
                "with-" + "-".join(combined.expansions),
                combined.title,
                tuple(change.text for change in combined.changes),
                (*cards, *boards),
                tuple(viewer.rule_link(rule) for rule in combined.rules),
                tuple(Link(view.question, view.href) for view in views if view is not None),
            )
        )
    return Page("meetings.html", viewer.say("menu-meetings"), "meetings.html.j2", {"groups": tuple(groups)})


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """One value that is ours."""

    item: Link
    field: str
    value: str
    place: str


@dataclass(frozen=True, slots=True)
class ProposedGroup:
    """The values of one expansion that are ours."""

    id: str
    expansion: Link
    provenance: str
    rows: tuple[ProposedRow, ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A rule that the rulebook leaves open, and what we decided."""

    rule: Link
    ambiguity: str
    decision: str


def provenance(viewer: Viewer) -> Page:
    """Return which values are ours, and what was decided on open points."""
    groups, points = [], []
    for content in viewer.reference.contents:
        id = content.expansion.id
        rows = tuple(
            ProposedRow(Link(view.name, view.href, view.is_foreign), source.field, source.value, source.place)
            for view in viewer.item_views
            if view.target.partition(".")[0] == id
            for source in view.sources
            if source.provenance == "proposed"
        )
        default = content.expansion.provenance
        if rows or default != "original":
            groups.append(ProposedGroup(f"expansion-{id}", viewer.expansion_link(id), default, rows))
        points += [
            OpenPoint(Link(rule.says, rule_place(id, rule.id)), rule.ambiguity, rule.decision)
            for rule in content.rules
            if rule.decision
        ]
    values = {"groups": tuple(groups), "points": tuple(points)}
    return Page("provenance.html", viewer.say("menu-provenance"), "provenance.html.j2", values)
