"""Derive whether a seat could have more of something in play than its lane can count."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stele.runtime.state.cells import LANE_MASK

if TYPE_CHECKING:
    from stele.runtime.declared import Effects
    from stele.runtime.ruleset import Tables

OFTEN = 60  # how often something that is no card may come to a seat, as a rider or a bonus does


def is_crowded(tables: Tables, copies: int) -> bool:
    """Tell whether all that could ever come into one city is more than a lane can count; `copies`
    is how many things a seat may copy.
    """
    total: Counter[int] = Counter()
    largest: Counter[int] = Counter()  # the most that one card has
    for card in tables.cards:
        of_card = counts_of(card.effects)
        if card.colour >= 0:
            total[tables.colours[card.colour][1]] += max(1, len(card.players))
        for lane, number in of_card.items():
            total[lane] += number * max(1, len(card.players))
            largest[lane] = max(largest[lane], number)
    stages = [Counter({tables.stage_lane: len(side.stages)}) for side in tables.sides]
    for side, of_side in zip(tables.sides, stages, strict=True):
        for effects in (side.start, *(stage.effects for stage in side.stages)):
            of_side += counts_of(effects)
    for lane in {lane for of_side in stages for lane in of_side}:
        total[lane] += max(of_side[lane] for of_side in stages)
    often = [rider.effects for rider in tables.riders] + [e for card in tables.cards for _, e in card.moments]
    often += [
        effects
        for place in tables.places
        for side in place.sides
        for b in side.bonuses
        for effects in (b.left, b.right)
    ]
    often += [option for side in tables.sides for stage in side.stages for option in stage.effects.choose]
    further = Counter({lane: copies * number for lane, number in largest.items()})
    for effects in (tables.everyone, *often):
        for lane, number in counts_of(effects).items():
            further[lane] = max(further[lane], OFTEN * number)
    return any(total[lane] + further[lane] > LANE_MASK for lane in total | further) or len(tables.cards) > LANE_MASK


def counts_of(effects: Effects) -> Counter[int]:
    """Return what something adds to each lane, also while its owner leads somewhere."""
    found: Counter[int] = Counter()
    for one in (effects, *(lead for _, lead in effects.leads)):
        for lane, number in one.counts:
            found[lane] += number
    return found
