"""Note boards, their sides and stages, which may sit beside which, and what is held without lying
anywhere.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from stele.runtime.declared import NO_EFFECTS
from stele.runtime.ruleset import NO_LIMITS
from stele.runtime.seating import is_for, why_not_both
from stele.runtime.state.cells import (
    HAS_WINDOW,
    IS_SPECIAL,
    NO_CARD,
    PAYS_OTHERWISE,
    cells,
)
from stele.runtime.state.flat import flat_from

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def boards(d: Deriving) -> None:
    """Note sides and stages."""
    t, sides = d.t, d.tables.all_sides
    t.everyone = d.start.everyone = d.entry_of(d.tables.everyone)
    t.side_start = cells([d.entry_of(side.start) for side in sides])
    unused = {window.lane for window in d.tables.windows if window.unused}
    for side, entry in zip(sides, t.side_start, strict=True):
        effects = [stage.effects for stage in side.stages]
        is_watched = any(one.reveals or not unused.isdisjoint(lane for lane, _ in one.counts) for one in effects)
        d.side_concerns[entry] = IS_SPECIAL * any(one.gives for one in effects) | HAS_WINDOW * is_watched
        d.side_concerns[entry] |= PAYS_OTHERWISE * any(stage.cost.others for stage in side.stages)
    boards = list(dict.fromkeys(side.board for side in sides))  # the blank one comes last, and is never dealt
    t.boards = cells(list(range(len(boards) - 1)))
    t.side_board = cells([boards.index(side.board) for side in sides])
    t.board_from = flat_from([sum(side.board == board for side in sides) for board in boards[:-1]])
    letters = sorted({side.side for side in sides})
    t.side_letter = cells([letters.index(side.side) for side in sides])
    neighbours_of_boards(d)
    ids = {card.id: index for index, card in enumerate(d.tables.cards)}
    removed = [[ids[id] for id in side.removes if id in ids] for side in sides]
    t.removed_from, t.removed = flat_from(map(len, removed)), cells([kind for one in removed for kind in one])
    t.stage_from = flat_from([len(side.stages) for side in sides])
    t.stage_cost = cells([d.costs.index(stage.cost) for side in sides for stage in side.stages])
    stage_entries = [d.entry_of(stage.effects) for side in sides for stage in side.stages]
    d.stage_entries = set(stage_entries)
    d.action_entries = [d.entry_of(a.effects) if a.effects != NO_EFFECTS else -1 for a in d.tables.actions]
    t.stage_entry = cells(stage_entries)


def neighbours_of_boards(d: Deriving) -> None:
    """Note for how many players sides are, and which may sit at one table, beside each other,
    on the left, on the right.
    """
    t, tables = d.t, d.tables
    sides, guests = tables.all_sides, tables.guests
    t.side_players = cells(
        [
            sum(1 << seats for seats in range(tables.most + 1) if is_for(side, seats - guests, advised=True))
            for side in sides
        ]
    )
    said = [index for index, side in enumerate(sides) if side.limits != NO_LIMITS or side.advice != NO_LIMITS]
    beside = [15] * (len(sides) * len(sides))
    for one in said:
        for other in range(len(sides)):
            for new, old in ((one, other), (other, one)):
                fits = [
                    not why_not_both(sides[new], sides[old], bool(relation & 1), bool(relation & 2), advised=True)
                    for relation in range(4)
                ]
                beside[new * len(sides) + old] = sum(fit << relation for relation, fit in enumerate(fits))
    t.side_beside = cells(beside)


def held_codes(d: Deriving) -> None:
    """Number what is held without lying anywhere: what is chosen on a stage, and what cards
    give at moments. Last come tokens that are given up together.
    """
    t, tables = d.t, d.tables
    codes = d.code_entries
    if d.layout.copy_slots:
        t.stage_codes = len(codes)
        codes += [d.copied_entry_of(stage.effects) for side in tables.sides for stage in side.stages]
    for stage in (stage for side in tables.sides for stage in side.stages):
        codes += [d.entry_of(option) for option in stage.effects.choose]
    codes += [d.entry_of(option) for choice in tables.choices for option in choice.options]
    if tables.copies_boards:
        t.start_codes = len(codes)
        codes += [d.copied_entry_of(side.start) for side in tables.sides]
    for index, card in enumerate(tables.cards):
        for moment, effects in card.moments:
            d.moment_codes[index, moment] = len(codes)
            codes.append(d.entry_of(effects))
    t.code_entry = cells(codes)
    t.first_bundle = len(codes)
    bundles: list[tuple[int, ...]] = []
    for demand in (d for card in tables.cards for _, asked in card.demands for d in asked if d.tokens):
        for bundle in combinations_with_replacement(demand.tokens, demand.number):
            if bundle not in bundles:
                bundles.append(bundle)
    t.bundles = [cells([bundle.count(token) for token in range(len(tables.tokens))]) for bundle in bundles]
    assert len(codes) + len(bundles) < NO_CARD
    d.rider_entries = [d.entry_of(rider.effects) for rider in tables.riders]
