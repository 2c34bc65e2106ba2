"""The rule index of an expansion, and its rulings as questions and answers."""

from __future__ import annotations

from dataclasses import dataclass

from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, RulingView, Viewer
from stele.compiler.front import items


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule with what proves it."""

    id: str
    says: str
    kind: str
    source: str
    ambiguity: str
    decision: str
    tested_by: str
    needs: tuple[Link, ...]
    rulings: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules of one subject."""

    id: str
    title: str
    rules: tuple[RuleRow, ...]


def rules(viewer: Viewer, content: items.Content) -> Page:
    """Return the rule index of an expansion."""
    proofs: dict[str, list[RulingView]] = {}
    for ruling in viewer.reference.rulings:
        for cover in ruling.covers:
            proofs.setdefault(cover.text, []).append(viewer.views[ruling.expansion, ruling.id])
    groups: dict[str, list[RuleRow]] = {}
    for rule in content.rules:
        subject = ([*rule.id.split("."), ""])[1]
        links = tuple(Link(view.question, view.href) for view in proofs.get(rule.id, ()))
        needs = tuple(
            viewer.expansion_link(name.text) if name.text in viewer.reference.ids else Link(name.text, "")
            for name in rule.needs
        )
        words = (rule.id, rule.says, rule.kind, rule.source, rule.ambiguity, rule.decision, rule.tested_by)
        groups.setdefault(subject, []).append(RuleRow(*words, needs, links))
    values = {
        "expansion": viewer.expansion_link(content.expansion.id),
        "count": len(content.rules),
        "proven": sum(rule.id in proofs or bool(rule.tested_by) for rule in content.rules),
        "groups": tuple(
            RuleGroup(f"subject-{subject}", subject.replace("-", " ").capitalize(), tuple(rows))
            for subject, rows in groups.items()
        ),
    }
    return Page(f"{content.expansion.id}/rules.html", viewer.say("own-rules"), "rules.html.j2", values)


@dataclass(frozen=True, slots=True)
class RulingGroup:
    """The rulings of one file."""

    id: str
    title: str
    rulings: tuple[RulingView, ...]


def rulings(viewer: Viewer, content: items.Content) -> Page:
    """Return the FAQ of an expansion, by file."""
    groups: dict[str, list[RulingView]] = {}
    for ruling in viewer.reference.rulings:
        if ruling.expansion == content.expansion.id:
            file = ruling.span.path.rpartition("/")[2].partition(".")[0]
            groups.setdefault(file, []).append(viewer.views[ruling.expansion, ruling.id])
    values = {
        "expansion": viewer.expansion_link(content.expansion.id),
        "count": sum(len(listed) for listed in groups.values()),
        "groups": tuple(
            RulingGroup(f"file-{file}", file.replace("-", " ").capitalize(), tuple(listed))
            for file, listed in groups.items()
        ),
    }
    return Page(f"{content.expansion.id}/rulings.html", viewer.say("own-rulings"), "rulings.html.j2", values)
