"""Change each clause and each number of the flow in turn; a ruling must fail: `make mutate-content`.

What survives is either not covered by a ruling or cannot be seen at a table that is set up by hand; it is listed.
"""

from __future__ import annotations

import argparse
import sys
import types
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.emit import emit
from stele.compiler.lower import lower
from stele.compiler.places import folders_of
from stele.compiler.project import check_folders
from stele.compiler.referee import judge
from stele.compiler.rulings import Ruling, rulings_of
from stele.compiler.wording import clause_text
from stele.runtime import Rules

T = TypeVar("T")
NUMBERS = ("number", "points", "price", "divisor", "less")


@dataclass(frozen=True)
class Mutant:
    """The content with one thing changed."""

    name: str
    content: items.Content


def mutants(content: items.Content) -> Iterator[Mutant]:
    """Yield every mutant of an expansion."""
    for index, card in enumerate(content.cards):
        for changed, how in changed_effects(card.effect):
            yield Mutant(f"{card.span}: {card.id}, {how}", with_card(content, index, replace(card, effect=changed)))
        for cost, how in changed_costs(card.cost):
            yield Mutant(f"{card.span}: {card.id}, {how}", with_card(content, index, replace(card, cost=cost)))
        for number in range(len(card.chain)):
            chain = card.chain[:number] + card.chain[number + 1 :]
            yield Mutant(f"{card.span}: {card.id}, a chain less", with_card(content, index, replace(card, chain=chain)))
    for b, board in enumerate(content.boards):
        for s, side in enumerate(board.sides):
            for changed, how in changed_effects(side.start):
                yield Mutant(
                    f"{side.span}: {board.id} {side.id}, {how}", with_side(content, b, s, replace(side, start=changed))
                )
            for t, stage in enumerate(side.stages):
                name = f"{stage.span}: {board.id} {side.id} {t + 1}"
                for changed, how in changed_effects(stage.effect):
                    yield Mutant(f"{name}, {how}", with_stage(content, b, s, t, replace(stage, effect=changed)))
                for cost, how in changed_costs(stage.cost):
                    yield Mutant(f"{name}, {how}", with_stage(content, b, s, t, replace(stage, cost=cost)))
    for index, line in enumerate(content.vocabulary.lines):
        for changed, how in changed_effects(line.effect):
            lines = put(content.vocabulary.lines, index, replace(line, effect=changed))
            yield Mutant(
                f"{line.span}: {line.id}, {how}", replace(content, vocabulary=replace(content.vocabulary, lines=lines))
            )
    for index, token in enumerate(content.vocabulary.tokens):
        tokens = put(content.vocabulary.tokens, index, replace(token, points=token.points + 1))
        yield Mutant(
            f"{token.span}: {token.id}, points", replace(content, vocabulary=replace(content.vocabulary, tokens=tokens))
        )
    if content.flow is not None:
        yield from flow_mutants(content, content.flow)


def flow_mutants(content: items.Content, flow: items.Flow) -> Iterator[Mutant]:
    """Yield mutants of the flow that can be seen at a table: prices, actions, turns, passing, conflict."""
    for changed, how in changed_effects(flow.everyone):
        yield Mutant(f"{flow.span}: everyone, {how}", replace(content, flow=replace(flow, everyone=changed)))
    for index, action in enumerate(flow.actions):
        for changed, how in changed_effects(action.effect):
            actions = put(flow.actions, index, replace(action, effect=changed))
            yield Mutant(f"{action.span}: {action.id}, {how}", replace(content, flow=replace(flow, actions=actions)))
    for index, step in enumerate(flow.age):
        for changed_step, how in changed_steps(step):
            age = put(flow.age, index, changed_step)
            yield Mutant(f"{step.span}: {how}", replace(content, flow=replace(flow, age=age)))


def changed_steps(step: items.Step) -> Iterator[tuple[items.Step, str]]:
    """Yield a step with one thing changed."""
    match step:
        case items.Turns(_, count, each):
            yield replace(step, count=replace(count, fixed=(count.fixed or 0) - 1)), "a turn less"
            for index, inner in enumerate(each):
                for changed, how in changed_steps(inner):
                    yield replace(step, each=put(each, index, changed)), how
                if isinstance(inner, (items.Clear, items.Run)):
                    yield replace(step, each=each[:index] + each[index + 1 :]), f"without {inner.id}"
        case items.Pass(_, _, to):
            for index, (age, side) in enumerate(to.table):
                other = "right" if side == "left" else "left"
                yield replace(step, to=replace(to, table=put(to.table, index, (age, other)))), f"passing in age {age}"
        case items.ConflictStep(_, win, lose):
            for index, (age, _) in enumerate(win.table):
                token = win.table[(index + 1) % len(win.table)][1]
                yield (
                    replace(step, win=replace(win, table=put(win.table, index, (age, token)))),
                    f"winning in age {age}",
                )
            yield replace(step, win=win, lose=win), "losing"
            yield replace(step, win=lose), "winning"


def changed_effects(effect: tuple[n.Clause, ...]) -> Iterator[tuple[tuple[n.Clause, ...], str]]:
    """Yield effects with a clause deleted or a number in it changed."""
    for index, clause in enumerate(effect):
        yield effect[:index] + effect[index + 1 :], f"without `{clause_text(clause)}`"
        changed = changed_number(clause)
        if changed is not None:
            yield put(effect, index, changed), f"`{clause_text(changed)}`"


def changed_costs(cost: n.Cost | None) -> Iterator[tuple[n.Cost, str]]:
    """Yield costs with one unit more of one thing."""
    if cost is not None:
        for index, part in enumerate(cost.parts):
            yield (
                replace(cost, parts=put(cost.parts, index, replace(part, number=part.number + 1))),
                f"cost part {index + 1}",
            )


def changed_number(node: T) -> T | None:
    """Return a tree with its first number one higher, or nothing if it has none."""
    if not is_dataclass(node) or isinstance(node, type):
        return None
    for field in fields(node):
        value: Any = getattr(node, field.name)
        if field.name in NUMBERS and isinstance(value, int) and not isinstance(value, bool):
            return replace(node, **{field.name: value + 1})
        changed = changed_number(value)
        if changed is not None:
            return replace(node, **{field.name: changed})
    return None


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def with_card(content: items.Content, index: int, card: items.Card) -> items.Content:
    """Return the content with one card changed."""
    return replace(content, cards=put(content.cards, index, card))


def with_side(content: items.Content, board: int, index: int, side: items.Side) -> items.Content:
    """Return the content with one side of a board changed."""
    changed = replace(content.boards[board], sides=put(content.boards[board].sides, index, side))
    return replace(content, boards=put(content.boards, board, changed))


def with_stage(content: items.Content, board: int, side: int, index: int, stage: items.Stage) -> items.Content:
    """Return the content with one stage changed."""
    face = content.boards[board].sides[side]
    return with_side(content, board, side, replace(face, stages=put(face.stages, index, stage)))


def compiled(contents: tuple[items.Content, ...]) -> Rules:
    """Return the rules of contents, compiled in memory."""
    module = types.ModuleType("mutant")
    sys.modules["mutant"] = module
    exec(compile(emit(lower(contents)), "mutant", "exec"), module.__dict__)  # noqa: S102 - the text is our own emitter's
    rules = module.__dict__["RULES"]
    assert isinstance(rules, Rules)
    return rules


def killed(rulings: list[Ruling], rules: Rules) -> bool:
    """Tell whether a ruling fails."""
    return any(judge(ruling, rules).failures for ruling in rulings)


_state: dict[str, Any] = {}


def prepare(id: str) -> None:
    """Read the content once in each process."""
    checked = check_folders(folders_of([id]))
    contents = checked.game.contents
    _state["others"] = [content for content in contents if content.expansion.id != id]
    _state["mutants"] = list(mutants(checked.game.content(id)))
    _state["rulings"] = rulings_of(checked.documents, contents)


def work(index: int) -> tuple[str, bool]:
    """Try one mutant; one that cannot even be compiled or played is dead."""
    mutant: Mutant = _state["mutants"][index]
    # Rulings that name the changed item are the likeliest to fail, so they come first.
    word = mutant.name.split(": ", 1)[1].split(",")[0].split()[0]
    rulings = sorted(_state["rulings"], key=lambda ruling: word not in repr((ruling.given, ruling.when)))
    try:
        return mutant.name, killed(rulings, compiled((*_state["others"], mutant.content)))
    except (AssertionError, LookupError, ValueError, StopIteration):
        return mutant.name, True


def main() -> int:
    """Try all mutants and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansion", nargs="?", default="base")
    options = parser.parse_args()
    prepare(options.expansion)
    count = len(_state["mutants"])
    with ProcessPoolExecutor(initializer=prepare, initargs=(options.expansion,)) as pool:
        results = list(pool.map(work, range(count), chunksize=4))
    survivors = [name for name, is_dead in results if not is_dead]
    for name in survivors:
        print(f"survived: {name}")
    share = 100 * (count - len(survivors)) / count
    print(f"{count - len(survivors)} of {count} mutants make a ruling fail: {share:.1f} %")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
