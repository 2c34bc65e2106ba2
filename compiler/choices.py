"""Find what may be chosen in rulings and never is: actions, riders, and the ways to answer what clauses ask.

Every ruling is played once more, on a build of its own, and each decision is written down: what was offered and what was taken.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from stele.compiler import items
from stele.compiler.coverage import Bench, Coverage, Gap
from stele.compiler.nodes import Clause
from stele.compiler.project import Checked
from stele.compiler.referee import Decision, judge
from stele.compiler.rulings import Ruling
from stele.compiler.span import Span
from stele.compiler.tables import place
from stele.compiler.walk import nodes
from stele.compiler.wording import clause_text
from stele.runtime import Meaning, Rules

# A way to answer: the kind of thing, its id or place, and how.
Way = tuple[str, str, str]


def choice_coverage(checked: Checked, asked: set[str], rulings: Sequence[Ruling]) -> Coverage:
    """Return which options of expansions no ruling takes, also of rulings that fail."""
    offered: set[Way] = set()
    taken: set[Way] = set()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(checked, Path(folder))
        opened: dict[tuple[frozenset[str], str], Rules | None] = {}
        for ruling in rulings:
            key = bench.set_of(ruling)
            if key not in opened:
                opened[key] = bench.rules(key)
            rules = opened[key]
            assert rules is not None
            for decision in judge(ruling, rules).decisions:
                found = [way for meaning in decision.options for way in ways(decision, meaning)]
                offered.update(found)
                taken.update(ways(decision, decision.answer))
    gaps: list[Gap] = []
    total = 0
    for id in sorted(asked):
        for way, span, says in known_ways(checked.contents[id], offered):
            total += 1
            if way not in taken:
                gaps.append(Gap(span, f"{says} · {'no ruling takes it' if way in offered else 'never offered'}"))
    return Coverage(total, tuple(gaps))


def ways(decision: Decision, meaning: Meaning) -> Iterator[Way]:
    """Yield the ways in which an option answers: an action, its rider, or what is done with an offer of a clause."""
    if decision.place:
        choice = meaning.card if decision.kind == "choose" else ""
        yield "clause", decision.place, "declined" if meaning.action == "decline" else choice or "taken"
    elif decision.kind == "play":
        yield "action", meaning.action, ""
        if meaning.rider:
            yield "rider", meaning.rider, ""


def known_ways(content: items.Content, offered: set[Way]) -> Iterator[tuple[Way, Span, str]]:
    """Yield every way that an expansion declares, with its place and words; answers to clauses as far as they were offered."""
    if content.flow is not None:
        for action in content.flow.actions:
            yield ("action", action.id, ""), action.span, f"the action `{action.id}`"
        for rider in content.flow.riders:
            yield ("rider", rider.id, ""), rider.span, f"the rider `{rider.id}`"
    texts = {place(clause.span): (clause.span, clause_text(clause)) for clause in nodes(trees(content), Clause)}
    texts |= {
        place(stage.span): (stage.span, "what a stage lets choose") for stage in nodes(content.boards, items.Stage)
    }
    for _, where, how in sorted(way for way in offered if way[0] == "clause" and way[1] in texts):
        span, says = texts[where]
        doing = {"taken": "do it", "declined": "do without"}.get(how, f"choose `{how}`")
        yield ("clause", where, how), span, f"{says} · {doing}"


def trees(content: items.Content) -> tuple[object, ...]:
    """Return all of an expansion that clauses stand in."""
    return content.cards, content.boards, content.places, content.flow, content.vocabulary.lines
