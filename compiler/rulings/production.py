"""Say what a city produces: its sources, each one unit out of some goods, and units of each good.

What the items of a city say is held against what the engine pays with.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.runtime.row import LANE_MASK, SIDE, TALLY

from stele.compiler.rulings.scene import Scene, Unplayable
from stele.runtime.ruleset import Effects
from stele.runtime.score import items_of

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
    engine, row = scene.engine, scene.game.row
    start = engine.sides[row[seat + SIDE]].start
    leading: list[Effects] = [lead for side, lead in start.leads if engine.is_leading(row, seat, side)]
    items = [effects for _, effects, _ in items_of(engine, row, seat)]
    for effects in (scene.tables.everyone, *items, *leading):
        for made in effects.made:
            yield from [made.goods] * made.number


def sources_that(scene: Scene, seat: int) -> Iterator[Goods]:
    """Yield the sources that give what other things of the city produce, or do not."""
    row = scene.game.row
    for that in scene.tables.made_that:
        goods = scene.engine.terms.goods_that(row, seat, that.colours, that.board, that.is_negated)
        yield from [tuple(goods)] * (that.number * (row[seat + TALLY] >> that.lane & LANE_MASK) if goods else 0)


def must_agree(scene: Scene, seat: int, sources: list[Goods]) -> None:
    """See to it that the engine pays with the same sources, as far as any cost asks for them."""
    for index, part in enumerate(scene.engine.parts):
        lanes = scene.game.row[seat + scene.tables.own_cell + index]
        for subset in part.subsets:
            goods = {good for place, good in enumerate(part.goods) if subset >> place & 1}
            most = part.most[subset - 1]
            if min(part.lane(lanes, subset), most) != min(sum(bool(goods & set(one)) for one in sources), most):
                names = " or ".join(scene.tables.resources[good] for good in sorted(goods))
                raise Unplayable(f"the engine pays with other sources of {names} than lie in the city")
