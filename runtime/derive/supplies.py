"""Note riders, supplies, and what cards of the table ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.declared import Among
from stele.runtime.state.cells import (
    cells,
)
from stele.runtime.state.flat import flat_from

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def supplies(d: Deriving) -> None:
    """Note riders, supplies, and what cards of the table ask for."""
    t, tables, words = d.t, d.tables, d.layout.words
    t.rider_count = len(tables.riders)
    t.rider_action = cells([rider.action for rider in tables.riders])
    t.rider_cost = cells([-1 if r.cost is None else d.costs.index(r.cost) for r in tables.riders])
    t.rider_limited = cells([int(bool(rider.per)) for rider in tables.riders])
    t.rider_lane = cells([rider.lane for rider in tables.riders])
    t.rider_entry = cells(d.rider_entries)
    t.rider_takes = cells([rider.takes for rider in tables.riders])
    t.action_pays = cells([("nothing", "card", "stage").index(action.pays) for action in tables.actions])
    t.of_age = cells([mask for age in range(tables.ages + 1) for mask in d.masks_of((), age)])
    t.supply_cell = cells([supply.cell for supply in tables.supplies])
    t.supply_zone = cells([tables.zones[supply.zone].cell for supply in tables.supplies])
    t.supply_line = cells([supply.line for supply in tables.supplies])
    t.supply_token = cells([token for supply in tables.supplies for token in supply.tokens])
    t.supplied = sum({1 << token for supply in tables.supplies for token in supply.tokens})
    kinds = range(len(tables.cards))
    t.supply_code = cells([d.moment_codes.get((k, s.moment), -1) for s in tables.supplies for k in kinds])
    t.request_supply = cells([request.supply for request in tables.requests])
    unpaid = [list(request.unpaid) or [-1] * tables.ages for request in tables.requests]
    t.request_unpaid = cells([token for listed in unpaid for token in listed])
    t.request_to = cells([request.to for request in tables.requests])
    asked = [dict(card.demands).get(r.moment, ()) for r in tables.requests for card in tables.cards]
    t.demand_from = flat_from(map(len, asked))
    flat = [demand for listed in asked for demand in listed]
    t.demand_coins = cells([demand.coins for demand in flat])
    t.demand_tokens = cells([sum(1 << token for token in demand.tokens) for demand in flat])
    t.demand_number = cells([demand.number for demand in flat])
    sets = list(d.layout.card_sets)
    for demand in flat:
        if demand.colours is not None and Among(demand.colours) not in sets:
            sets.append(Among(demand.colours))
    t.demand_cards = cells([-1 if d.colours is None else sets.index(Among(d.colours)) for d in flat])
    t.card_sets = cells([mask for among in sets for mask in d.masks_among(among)])
    assert len(t.of_age) == (tables.ages + 1) * words
