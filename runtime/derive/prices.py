"""Derive what has to be known of prices: whether goods that share a source may differ in them,
whether everything is always for sale, and whether payments may be too large for an option.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stele.runtime.payment.tolls import MOST_PRICE
from stele.runtime.state.cells import MOST_COINS, PAY_MASK, TOTAL_MASK, UNITS_MASK, cells

MOST_MORE = 4  # units of any kind that are added to a cost: who pays chooses among all sets of them

if TYPE_CHECKING:
    from stele.runtime.declared import Effects, Offer
    from stele.runtime.ruleset import Cost, Tables
    from stele.runtime.state.tables import Core


def note_prices(t: Core, tables: Tables, of_parts: list[list[int]]) -> None:
    """Note which prices have to be equal, given the classes of each part, and which may be missing;
    and whether payments may be too large.
    """
    pairs = [
        (2 * classes[0] + side, 2 * other + side) for classes in of_parts for other in classes[1:] for side in (0, 1)
    ]
    t.mixed_cell, t.mixed_with = cells([one for one, _ in pairs]), cells([other for _, other in pairs])
    always = [price_of(tables, tables.everyone.offers, cell) for cell in range(2 * len(tables.price_classes))]
    may_close = any(toll.closed for toll in tables.tolls)
    t.unsure = cells([cell for cell, price in enumerate(always) if may_close or not price])
    t.has_mixed = bool(pairs or len(t.unsure))
    offers = [offer.price for effects in all_effects(tables) for offer in effects.offers]
    dearest = max(always) if all(always) else max([0, *offers])
    if any(toll.more > 0 for toll in tables.tolls):
        dearest = MOST_PRICE
    costs = [card.cost for card in tables.cards] + [stage.cost for side in tables.sides for stage in side.stages]
    riders = [rider.cost for rider in tables.riders if rider.cost is not None]
    if any(rider.cost is None for rider in tables.riders):
        riders += costs
    bank = most_coins(costs) + most_coins(riders) + UNITS_MASK * max([0, *(ware.price for ware in tables.wares)])
    if any(change.coins < 0 for change in tables.changes):
        bank = max(bank, MOST_COINS)
    t.most_alike = most_units(costs) + most_units(riders) + most_more(tables)
    t.most_extras = t.most_alike * (len(tables.made_that) + len(tables.wares))
    bought = t.most_alike * dearest
    t.is_dear = max(bank, bought) > PAY_MASK or bank + bought > TOTAL_MASK


def most_more(tables: Tables) -> int:
    """Return how many units of any kind may be added to a cost."""
    return MOST_MORE if any(change.resources < 0 for change in tables.changes) else 0


def price_of(tables: Tables, offers: tuple[Offer, ...], cell: int) -> int:
    """Return the lowest price that some offers have for a class on one side, or 0."""
    goods = set(tables.price_classes[cell // 2])
    prices = [o.price for o in offers if goods <= set(o.goods) and (o.from_right if cell % 2 else o.from_left)]
    return min(prices, default=0)


def most_coins(costs: list[Cost]) -> int:
    """Return the coins of the dearest of some costs."""
    return max([0, *(cost.coins for cost in costs)])


def most_units(costs: list[Cost]) -> int:
    """Return the units of the largest of some costs."""
    return max([0, *(sum(number for _, number in cost.goods) for cost in costs)])


def all_effects(tables: Tables) -> Iterator[Effects]:
    """Yield everything that may enter play."""
    yield tables.everyone
    for card in tables.cards:
        yield card.effects
        yield from (effects for _, effects in card.moments)
    for side in tables.sides:
        yield side.start
        for stage in side.stages:
            yield from (stage.effects, *stage.effects.choose)
    for choice in tables.choices:
        yield from choice.options
    for rider in tables.riders:
        yield rider.effects
    for place in tables.places:
        for face in place.sides:
            yield from (effects for bonus in face.bonuses for effects in (bonus.left, bonus.right))
