"""Find what rulings do not prove: rules that none covers, and clauses that none misses when they are left out.

Each clause of a card or board is left out in turn, the game is compiled without it, and the rulings that name the item are played. If all
of them still hold, nobody would notice a mistake in that clause.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stele.compiler import items
from stele.compiler.compose import reached
from stele.compiler.emit import emit
from stele.compiler.lower import lower
from stele.compiler.nodes import Clause
from stele.compiler.project import Checked, in_play
from stele.compiler.referee import Verdict, judge
from stele.compiler.rulings import Ruling
from stele.compiler.span import Span
from stele.compiler.watching import words_in
from stele.compiler.wording import clause_text
from stele.runtime import open as open_ruleset


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


def uncovered(content: items.Content, covered: set[str]) -> list[items.Rule]:
    """Return the rules of an expansion that no ruling names and that name no test; components are on the items themselves."""
    return [rule for rule in counted(content) if rule.id not in covered]


def counted(content: items.Content) -> list[items.Rule]:
    """Return the rules that a ruling can prove."""
    return [rule for rule in content.rules if rule.kind != "component" and not rule.tested_by]


def unshowable(contents: Sequence[items.Content], covered: set[str], known: set[str]) -> list[items.Rule]:
    """Return the rules about expansions that nobody has written yet: no scene can show what they say."""
    missing = [rule for content in contents for rule in uncovered(content, covered)]
    return [rule for rule in missing if any(name.text not in known for name in rule.needs)]


def rule_coverage(contents: Sequence[items.Content], covered: set[str], known: set[str]) -> Coverage:
    """Return which rules no ruling names."""
    without = unshowable(contents, covered, known)
    missing = [rule for content in contents for rule in uncovered(content, covered) if rule not in without]
    gaps = tuple(Gap(rule.span, f"{rule.id} · {rule.says}") for rule in missing)
    return Coverage(sum(len(counted(content)) for content in contents) - len(without), gaps)


Change = Callable[[items.Content], items.Content]


def clause_coverage(checked: Checked, asked: set[str], verdicts: Sequence[Verdict]) -> Coverage:
    """Return which clauses no ruling misses; only rulings that hold can tell."""
    holding = [verdict.ruling for verdict in verdicts if not verdict.failures]
    gaps: list[Gap] = []
    total = 0
    with tempfile.TemporaryDirectory() as place:
        for id in sorted(asked):
            for item, clause, change in clauses(checked.contents[id]):
                total += 1
                naming = [
                    ruling for ruling in holding if item in set(words_in((ruling.given, *ruling.when, ruling.then)))
                ]
                if not any(is_missed(ruling, id, change, checked, Path(place)) for ruling in naming):
                    why = "no ruling fails without it" if naming else f"no ruling names `{item}`"
                    gaps.append(Gap(clause.span, f"{clause_text(clause)} · {why}"))
    return Coverage(total, tuple(gaps))


def clauses(content: items.Content) -> Iterator[tuple[str, Clause, Change]]:
    """Yield every clause of cards and boards with the id of its item, and how to leave it out."""
    for index, card in enumerate(content.cards):
        for clause in card.effect:
            changed = replace(card, effect=tuple(other for other in card.effect if other is not clause))
            yield card.id, clause, with_card(index, changed)
    for index, board in enumerate(content.boards):
        for place, side in enumerate(board.sides):
            for clause in side.start:
                changed_side = replace(side, start=tuple(other for other in side.start if other is not clause))
                yield board.id, clause, with_side(index, board, place, changed_side)
            for number, stage in enumerate(side.stages):
                for clause in stage.effect:
                    effect = tuple(other for other in stage.effect if other is not clause)
                    stages = (*side.stages[:number], replace(stage, effect=effect), *side.stages[number + 1 :])
                    yield board.id, clause, with_side(index, board, place, replace(side, stages=stages))


def with_card(index: int, card: items.Card) -> Change:
    """Return the change that puts a card in the place of another."""
    return lambda content: replace(content, cards=(*content.cards[:index], card, *content.cards[index + 1 :]))


def with_side(index: int, board: items.Board, place: int, side: items.Side) -> Change:
    """Return the change that puts a side in the place of another."""
    changed = replace(board, sides=(*board.sides[:place], side, *board.sides[place + 1 :]))
    return lambda content: replace(content, boards=(*content.boards[:index], changed, *content.boards[index + 1 :]))


def is_missed(ruling: Ruling, id: str, change: Change, checked: Checked, place: Path) -> bool:
    """Tell whether a ruling fails when an expansion is changed."""
    contents = {**checked.contents, id: change(checked.contents[id])}
    named = [ruling.expansion, *(name.text for name in ruling.needs)]
    ids = frozenset(other for name in named for other in reached(contents[name], contents))
    composed, _ = in_play(contents, checked.by_expansion, ids, ruling.variant)
    file = place / f"mutant_{len(list(place.iterdir()))}.py"
    file.write_text(emit(lower(composed.contents, ruling.variant)), encoding="utf-8")
    return bool(judge(ruling, open_ruleset(file)).failures)
