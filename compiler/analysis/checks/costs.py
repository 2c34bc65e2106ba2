"""Check costs: each is written in one way, and somebody can pay it."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex, own_nodes
from stele.compiler.common.codes import E0505, E0508
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes


def check_cost_parts(content: items.Content) -> Iterator[Diagnostic]:
    """A cost asks for at least one of each thing, once."""
    for cost in own_nodes(content, n.Cost):
        seen: set[str] = set()
        for part in cost.parts:
            if part.number < 1:
                help = "leave it out" if any(other.number > 0 for other in cost.parts) else "write `free`"
                yield Diagnostic(E0508, "a cost asks for at least 1 of a thing", part.span, help=help)
            key = part.resource.text if isinstance(part, n.Goods) else type(part).__name__
            if key in seen:
                what = f"`{key}`" if isinstance(part, n.Goods) else "the same kind of thing"
                yield Diagnostic(E0508, f"{what} stands twice in one cost", part.span, help="add the numbers up")
            seen.add(key)


def check_payable(index: GameIndex) -> Iterator[Diagnostic]:
    """What a cost asks for can be produced."""
    made = {target for content in index.contents for target in produced_by(content)}
    sizes: dict[str, int] = {}
    for resource in (resource for content in index.contents for resource in content.vocabulary.resources):
        for group in resource.groups:
            sizes[group.target or ""] = sizes.get(group.target or "", 0) + 1
    for own in index.changed:
        for part in own_nodes(own, n.Goods) if index.is_sound else ():
            if part.resource.target not in made:
                message = f"nothing produces `{part.resource.text}`, so nobody can pay this"
                help = f"let a card or board `produce {part.resource.text}`, or ask for something else"
                yield Diagnostic(E0505, message, part.span, help=help)
        for different in own_nodes(own, n.Different):
            size = sizes.get(different.group.target or "", different.number)
            if different.number > size:
                message = f"`{different.group.text}` has only {size} different resources, so nobody can pay this"
                yield Diagnostic(E0505, message, different.span, help=f"ask for at most {size}")


produced_before: Memo[frozenset[str | None]] = Memo()


def produced_by(content: items.Content) -> frozenset[str | None]:
    """Return the resources that an expansion lets somebody produce, also with others that are not
    in play.
    """
    produced = produced_before.get(content)
    if produced is None:
        goods = tuple(produce.goods for produce in own_nodes(content, n.Produce))
        produced = frozenset(name.target for name in nodes(goods, Name))
        produced_before.keep(content, produced)
    return produced
