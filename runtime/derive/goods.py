"""What costs ask for, and the arithmetic of the parts of what is produced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stele.runtime.declared import Made
from stele.runtime.derive.prices import note_prices
from stele.runtime.ruleset import Cost
from stele.runtime.state.cells import (
    cells,
)
from stele.runtime.state.flat import flat_from

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


class Part:
    """Goods that may share a source: their subsets in pieces of at most 62 bits."""

    def __init__(
        self, goods: tuple[int, ...], costs: Sequence[Cost], is_joined: bool, more: Sequence[int], added: int = 0
    ) -> None:
        self.goods = goods
        self.more = Cost(0, tuple((good, more[good]) for good in goods if more[good]))  # beside any cost
        self.is_joined = is_joined  # two costs may be paid together
        demands = [tuple(dict(cost.goods).get(good, 0) for good in goods) for cost in costs]
        self.added = added  # units of any kind, beside any cost
        largest = (max([sum(units) for units in demands] + [1]) << is_joined) + added
        self.width = (largest + sum(more[good] for good in goods)).bit_length() + 1
        subsets = list(range(1, 1 << len(goods)))
        lanes = 62 // self.width
        self.pieces = [subsets[start : start + lanes] for start in range(0, len(subsets), lanes)]

    def packed(self, piece: int, number: Callable[[int], int]) -> int:
        """Return a number with one lane for each subset of a piece."""
        return sum(number(subset) << place * self.width for place, subset in enumerate(self.pieces[piece]))

    def demand(self, piece: int, cost: Cost) -> int:
        """Return what a cost asks for."""
        units = dict(cost.goods)
        wanted = [units.get(good, 0) for good in self.goods]
        return self.packed(piece, lambda subset: sum(n for i, n in enumerate(wanted) if subset >> i & 1))

    def source(self, piece: int, made: Made) -> int:
        """Return what a source gives."""
        touched = sum(1 << i for i, good in enumerate(self.goods) if good in made.goods)
        most = (1 << self.width - 1) - 1
        return self.packed(piece, lambda subset: min(made.number, most) if subset & touched else 0)

    def goods_in(self, subset: int) -> int:
        """Return a subset as a mask of resources."""
        return sum(1 << good for place, good in enumerate(self.goods) if subset >> place & 1)

    def guard(self, piece: int) -> int:
        """Return the highest bit of every lane."""
        return self.packed(piece, lambda _: 1 << self.width - 1)

    def lanes(self, piece: int, packed: int) -> list[int]:
        """Return the lanes of a packed number."""
        mask = (1 << self.width) - 1
        return [packed >> place * self.width & mask for place in range(len(self.pieces[piece]))]


def pay(d: Deriving) -> None:
    """Note what costs ask for, and the arithmetic of their parts."""
    t, tables, pieces = d.t, d.tables, d.pieces
    class_of = {good: number for number, goods in enumerate(tables.price_classes) for good in goods}
    t.parts, t.pieces = len(d.parts), len(pieces)
    assert t.pieces == d.layout.pieces, "what is produced takes other cells than were laid out"
    t.own, t.prices, t.sale = tables.own_cell, tables.price_cell, tables.sale_cell
    t.offers = d.layout.offers if tables.tolls else t.prices
    t.prices_end, t.moves = t.prices + 2 * len(tables.price_classes), tables.moves
    t.with_left = tables.joint_cell
    t.with_right, t.with_both = t.with_left + len(pieces), t.with_left + 2 * len(pieces)
    t.piece_from = flat_from([len(part.pieces) for part in d.parts])
    t.guard = cells([part.guard(piece) for part, piece in pieces])
    t.shift = cells([part.width - 1 for part, _ in pieces])
    demands = [[part.demand(piece, cost) for cost in d.costs] for part, piece in pieces]
    tops = []
    for (part, piece), asked in zip(pieces, demands, strict=True):
        most = [max(lanes) for lanes in zip(*(part.lanes(piece, demand) for demand in asked), strict=True)]
        top = sum(((lane << part.is_joined) + part.added) << place * part.width for place, lane in enumerate(most))
        tops.append(top + part.demand(piece, part.more))
    t.top = cells(tops)
    t.price_class = cells([2 * class_of[part.goods[0]] for part in d.parts])
    t.good_class = cells([2 * class_of[good] for good in range(len(tables.resources))])
    note_prices(t, tables, [sorted({class_of[good] for good in part.goods}) for part in d.parts])
    t.cost_coins = cells([cost.coins for cost in d.costs])
    t.cost_last = cells([number + len(cost.others) for number, cost in enumerate(d.costs)])
    t.cost_units = cells([sum(number for _, number in cost.goods) for cost in d.costs])
    t.size = cells([sum(n for good, n in cost.goods if good in part.goods) for cost in d.costs for part in d.parts])
    t.part_goods = cells([sum(1 << good for good in part.goods) for part in d.parts])
    t.resources = len(tables.resources)
    t.good_part = cells(
        [next(i for i, part in enumerate(d.parts) if good in part.goods) for good in range(t.resources)]
    )
    units = [Cost(0, ((good, 1),)) for good in range(t.resources)]
    t.good_demand = cells([part.demand(piece, unit) for unit in units for part, piece in pieces])
    t.cost_goods = cells([dict(cost.goods).get(good, 0) for cost in d.costs for good in range(t.resources)])
    t.all_goods = (1 << len(tables.resources)) - 1
    lanes = [[part.goods_in(subset) for subset in part.pieces[piece]] for part, piece in pieces]
    t.lane_from, t.lane_goods = flat_from(map(len, lanes)), cells([goods for listed in lanes for goods in listed])
    t.demand = cells([demands[piece][cost] for cost in range(len(d.costs)) for piece in range(len(pieces))])
