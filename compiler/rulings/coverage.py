"""Find what rulings do not prove: rules that none covers, clauses that none misses, conditions that
none sees both ways.

Each clause is left out in turn, each condition made true for good, and the rulings that name the
item are played again. If all of them still hold, nobody would notice a mistake there. What may be
chosen and never is, `choices` finds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit
from stele.compiler.common.span import Span
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause, Test
from stele.compiler.front.rulings import Ruling, words_in
from stele.compiler.front.unparse import clause_text, test_text
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.lower.program import lower
from stele.compiler.rulings.runner import Outcome, run_ruling
from stele.runtime import Rules
from stele.runtime import open as open_ruleset

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that no ruling proves."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked at, and what of it is not proven."""

    total: int
    gaps: tuple[Gap, ...]

    @property
    def percent(self) -> float:
        """Return the share that is proven; of nothing, all is."""
        return 100.0 if not self.total else 100.0 * (self.total - len(self.gaps)) / self.total


# --- rules ----------------------------------------------------------------------------------------


def uncovered(content: items.Content, covered: set[str]) -> list[items.Rule]:
    """Return the rules of an expansion that no ruling names and that name no test.

    Components are on the items themselves.
    """
    return [rule for rule in counted(content) if rule.id not in covered]


def counted(content: items.Content) -> list[items.Rule]:
    """Return the rules that a ruling can prove."""
    return [rule for rule in content.rules if rule.kind != "component" and not rule.tested_by]


def unshowable(contents: Sequence[items.Content], covered: set[str], known: set[str]) -> list[items.Rule]:
    """Return the rules about expansions that nobody has written yet: no scene can show what they
    say.
    """
    missing = [rule for content in contents for rule in uncovered(content, covered)]
    return [rule for rule in missing if any(name.text not in known for name in rule.needs)]


def rule_coverage(contents: Sequence[items.Content], covered: set[str], known: set[str]) -> Coverage:
    """Return which rules no ruling names."""
    without = unshowable(contents, covered, known)
    missing = [rule for content in contents for rule in uncovered(content, covered) if rule not in without]
    gaps = tuple(Gap(rule.span, f"{rule.id} · {rule.says}") for rule in missing)
    return Coverage(sum(len(counted(content)) for content in contents) - len(without), gaps)


# --- tables ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Bench:
    """Compiles the sets of expansions that rulings are about, as they are or with a change."""

    checked: Checked
    place: Path
    sets: dict[tuple[frozenset[str], str], Resolved] = field(default_factory=dict)
    written: int = 0

    def set_of(self, ruling: Ruling) -> tuple[frozenset[str], str]:
        """Return the expansions and the variant that a ruling is about."""
        contents = self.checked.contents
        named = [ruling.expansion, *(name.text for name in ruling.needs)]
        return frozenset(other for name in named for other in reached(contents[name], contents)), ruling.variant

    def program(self, key: tuple[frozenset[str], str], change: Change | None = None) -> ir.Program:
        """Return a set, lowered."""
        if key not in self.sets:
            self.sets[key] = in_play(self.checked.contents, self.checked.by_expansion, *key)[0]
        contents = self.sets[key].contents
        return lower(contents if change is None else tuple(change(content) for content in contents), key[1])

    def open(self, program: ir.Program) -> Rules:
        """Return a lowered set, so that it can be played."""
        self.written += 1
        file = self.place / f"ruleset_{self.written}.py"
        file.write_text(emit(program), encoding="utf-8")
        return open_ruleset(file)

    def changed(self, key: tuple[frozenset[str], str], change: Change) -> Rules | None:
        """Return a set with a change; nothing if it cannot be compiled with it."""
        try:
            return self.open(self.program(key, change))
        except AssertionError:
            return None


Change = Callable[[items.Content], items.Content]


def clause_coverage(checked: Checked, asked: set[str], outcomes: Sequence[Outcome]) -> Coverage:
    """Return which clauses no ruling misses, and which conditions none sees both ways.

    Only rulings that hold can tell.
    """
    holding = [outcome.ruling for outcome in outcomes if not outcome.failures and not outcome.gap]
    words = {id(ruling): set(words_in((ruling.given, *ruling.when, ruling.then))) for ruling in holding}
    gaps: list[Gap] = []
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(checked, Path(folder))
        for expansion in sorted(asked):
            for item, clause in clauses(checked.contents[expansion]):
                naming = [ruling for ruling in holding if not item or item in words[id(ruling)]]
                naming.sort(key=lambda ruling: (len(bench.set_of(ruling)[0]), ruling.variant))
                total += 1
                if not is_missed(naming, without(clause.span), bench):
                    why = "no ruling fails without it" if naming else f"no ruling names `{item}`"
                    gaps.append(Gap(clause.span, f"{clause_text(clause)} · {why}"))
                for test in clause.tests:
                    total += 1
                    # That it was never true shows when the clause is left out.
                    if not is_missed(naming, always(clause.span, test), bench):
                        gaps.append(Gap(test.span, f"{test_text(test)} · no ruling sees that it is not so"))
    return Coverage(total, tuple(gaps))


def clauses(content: items.Content) -> Iterator[tuple[str, Clause]]:
    """Yield every clause of an expansion with the id of its item.

    Those that are no item's may matter in every ruling.
    """
    flow = content.flow
    items_of: list[tuple[str, object]] = [(card.id, card) for card in content.cards]
    items_of += [(board.id, board) for board in content.boards]
    items_of += [(place.id, place) for place in content.places]
    everywhere: tuple[object, ...] = content.vocabulary.lines
    if flow is not None:
        items_of += [(action.id, action) for action in flow.actions]
        items_of += [(rider.id, rider) for rider in flow.riders]
        everywhere = (flow.everyone, everywhere)
    for id, item in (*items_of, ("", everywhere)):
        yield from ((id, clause) for clause in nodes(item, Clause))


def is_missed(rulings: Sequence[Ruling], change: Change, bench: Bench) -> bool:
    """Tell whether any of some rulings fails when expansions are changed."""
    compiled: dict[tuple[frozenset[str], str], Rules | None] = {}
    for ruling in rulings:
        key = bench.set_of(ruling)
        if key not in compiled:
            compiled[key] = bench.changed(key, change)
        rules = compiled[key]
        if rules is None or run_ruling(ruling, rules).failures:
            return True
    return False


# --- changes --------------------------------------------------------------------------------------


def without(place: Span) -> Change:
    """Return the change that leaves out the clause at a place."""
    return lambda content: changed(content, place, lambda clause: None)


def always(place: Span, test: Test) -> Change:
    """Return the change that makes a condition of the clause at a place hold for good."""
    kept = test.span

    def loose(clause: Clause) -> Clause:
        return replace(clause, tests=tuple(one for one in clause.tests if one.span != kept))

    return lambda content: changed(content, place, loose)


def changed(content: items.Content, place: Span, new: Callable[[Clause], Clause | None]) -> items.Content:
    """Return an expansion with another clause, or none, at a place."""

    def part(tree: T) -> T:
        if not any(clause.span == place for clause in nodes(tree, Clause)):
            return tree
        rebuilt: Any = tree
        if isinstance(tree, tuple):
            rebuilt = tuple(one for old in tree if (one := put(old)) is not None or old is None)
        elif is_dataclass(tree) and not isinstance(tree, type):
            old_parts = {name.name: getattr(tree, name.name) for name in fields(tree) if name.name != "span"}
            rebuilt = replace(tree, **{name: put(old) for name, old in old_parts.items()})
        typed: T = rebuilt
        return typed

    def put(old: Any) -> Any:
        return new(old) if isinstance(old, Clause) and old.span == place else part(old)

    return replace(
        content,
        cards=part(content.cards),
        boards=part(content.boards),
        places=part(content.places),
        flow=part(content.flow),
        vocabulary=part(content.vocabulary),
    )
