"""Say what a city produces: its sources, each one unit out of some goods, and units of each good.

What the items of a city say is held against what the engine pays with.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.rulings.scene import Scene, Unplayable
from stele.runtime.declared import Effects
from stele.runtime.effects.standing import in_force
from stele.runtime.leaves import Leaves
from stele.runtime.payment.terms import goods_that
from stele.runtime.state.cells import count
from stele.runtime.table.places import is_leading

Goods = tuple[int, ...]


def sources_of(scene: Scene, seat: int) -> list[list[str]]:
    """Return what a city could use this turn: each source with the goods it chooses among, in order
    of declaration.
    """
    made = sorted(tuple(sorted(goods)) for goods in standing_sources(scene, seat))
    must_agree(scene, seat, made)
    made += sorted(tuple(sorted(goods)) for goods in sources_that(scene, seat))
    return [[scene.tables.resources[good] for good in goods] for goods in made]


def units_of(scene: Scene, seat: int) -> dict[str, int]:
    """Return how many units of each good a city could use this turn, if it used no other."""
    sources = sources_of(scene, seat)
    counts = {good: sum(good in goods for goods in sources) for good in scene.tables.resources}
    return {good: count for good, count in counts.items() if count}


def standing_sources(scene: Scene, seat: int) -> Iterator[Goods]:
    """Yield the sources that items in play have of themselves."""
    row, leads = scene.game.row, scene.side_of(seat).start.leads
    leading: list[Effects] = [lead for side, lead in leads if is_leading(scene.core, row, seat, side)]
    items = [effects for _, effects, _ in Leaves(scene.rules, row, seat).items()]
    whiles = sorted(scene.tables.whiles, key=lambda one: one.rank)
    for number, one in enumerate(whiles):
        leading += [one.effects] * in_force(scene.core, row, seat, number)
    for effects in (scene.tables.everyone, *items, *leading):
        for made in effects.made:
            yield from [made.goods] * made.number


def sources_that(scene: Scene, seat: int) -> Iterator[Goods]:
    """Yield the sources that give what other things of the city produce, or do not."""
    core, row = scene.core, scene.game.row
    for number, that in enumerate(scene.tables.made_that):
        mask = goods_that(core, row, seat, number)
        goods = tuple(good for good in range(len(scene.tables.resources)) if mask >> good & 1)
        yield from [goods] * (that.number * count(core, row, seat, that.lane) if goods else 0)


def must_agree(scene: Scene, seat: int, sources: list[Goods]) -> None:
    """See to it that the engine pays with the same sources, as far as any cost asks for them."""
    core = scene.core
    for piece in range(core.pieces):
        width = core.shift[piece] + 1
        lanes = core.lane_goods[core.lane_from[piece] : core.lane_from[piece + 1]]
        for place, subset in enumerate(lanes):
            paid, most = (
                packed >> place * width & (1 << width) - 1
                for packed in (scene.game.row[seat + core.own + piece], core.top[piece])
            )
            if paid != min(sum(any(subset >> good & 1 for good in one) for one in sources), most):
                names = " or ".join(name for good, name in enumerate(scene.tables.resources) if subset >> good & 1)
                raise Unplayable(f"the engine pays with other sources of {names} than lie in the city")
