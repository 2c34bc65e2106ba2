"""Fill what only the interpreted kernel reads: lists, tuples and memories."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from stele.runtime.payment.production import Sums
from stele.runtime.payment.terms import as_printed
from stele.runtime.state.cells import (
    ACTION,
    CARD,
    LANE_MASK,
    PLACE_MASK,
    RIDER,
    TOTAL,
    WORD,
)
from stele.runtime.state.flat import lanes_in
from stele.runtime.state.lists import Nothing
from stele.runtime.turn.memories import AT_PLACES, WITH_RIDERS, Codes, Kinds, Prices, hands_of, split, thirds
from stele.runtime.turn.shortfalls import Covers, Within, missing_of

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving
    from stele.runtime.state.cells import Row


NO_STAGE = (0, 0, 0, 0)  # behind the last one: no bit of any word


def lists(d: Deriving) -> None:
    """Fill what only the interpreted kernel reads."""
    t, lists = d.t, d.t.lists
    lists.held = [itemgetter(0, 0, *held) for held in t.held]  # two of them at least: they come as a tuple
    lists.entries = [
        (
            pairs(t.or_cell, t.or_mask, t.or_from, entry),
            pairs(t.add_cell, t.add_number, t.add_from, entry),
            d.sources[entry],
            t.entry_concerns[entry],
            bool(t.is_rare[entry]),
        )
        for entry in range(len(d.entries))
    ]
    lists.is_varied = any(card.cost.others for card in d.tables.cards)
    lists.is_dear = t.is_dear or t.has_mixed or t.has_bans or lists.is_varied
    lists.steps = d.layout.steps
    remembered_cards(d)
    remembered_demands(d)
    masks = remembered_costs(d)
    remembered_plays(d)
    remembered_choices(d)
    remembered_terms(d, masks)


def remembered_cards(d: Deriving) -> None:
    """Note what is remembered of the cards of each word."""
    t, lists, words = d.t, d.t.lists, d.layout.words
    lists.word_shifts = [word << WORD for word in range(words)]
    lists.bits = [t.bits[code & PLACE_MASK] for code in range(words << WORD)]
    lists.masks = [1 << code for code in range(words << WORD)]
    cuts = [thirds([c & PLACE_MASK for c in d.layout.first if c >> WORD == word]) for word in range(words)]
    lists.codes = [
        [split(partial(Codes, listed[word]), word, *cuts[word]) for word in range(words)] for listed in d.further
    ]
    lists.copies = [split(partial(Codes, []), word, *cuts[word]) for word in range(words)]
    lists.kinds = [split(partial(Kinds, t), word, *cuts[word]) for word in range(words)]
    lists.is_sorted = [list(pile) == sorted(pile) for pile in t.piles]


def remembered_costs(d: Deriving) -> list[list[int]]:
    """Note which cards and stages are covered; return those of each cost, one mask a word. Stages
    follow the words of cards: one bit for each of their costs.
    """
    t, lists, words = d.t, d.t.lists, d.layout.words
    staged = list(dict.fromkeys(t.stage_cost))
    coins = [paid for paid, _ in lists.demands]
    where = {cost: (words + place // 62, 1 << place % 62, cost, coins[cost]) for place, cost in enumerate(staged)}
    masks: list[list[int]] = [[0] * (words + 1 + len(staged) // 62) for _ in d.costs]
    for code, cost in enumerate(t.cost):
        if t.kind[code] >= 0:
            masks[cost][code >> WORD] |= 1 << (code & PLACE_MASK)
    for cost, (word, bit, _, _) in where.items():
        masks[cost][word] |= bit
    lists.stage_costs = [
        [*(where[cost] for cost in t.stage_cost[t.stage_from[side] : t.stage_from[side + 1]]), NO_STAGE]
        for side in range(len(t.stage_from) - 1)
    ]
    lists.within, lists.prices, lists.no_stalls = Within(t, words), Prices(), [None] * len(d.parts)
    lists.known = (
        *(t.own, t.own + t.pieces, t.with_both, t.with_both + t.pieces, Covers(t, masks)),
        *(list(t.cost), lists.bits, t.rights),
    )
    return masks


def remembered_plays(d: Deriving) -> None:
    """Note what is remembered of each play step: its hands, and its options by card."""
    t, tables, lists, words = d.t, d.tables, d.t.lists, d.layout.words
    ridden = {rider.action << ACTION for rider in tables.riders}
    for play, action in enumerate(t.play_build):
        building: list[int] = [action | code << CARD for code in range(words << WORD)] if action >= 0 else []
        at_once = [option | lists.demands[cost][0] for option, cost in zip(building, t.cost, strict=False)]
        nothing: list[list[int]] = [[n | code << CARD for code in range(words << WORD)] for n in t.play_nothing[play]]
        getters: list[Nothing] = [
            (int(n), options.__getitem__, n in ridden) for n, options in zip(t.play_nothing[play], nothing, strict=True)
        ]
        lists.plays.append(
            (
                *(hands_of(t, play), building, at_once, t.play_stage[play], getters, t.play_rights[play]),
                WITH_RIDERS * (action in ridden) + AT_PLACES * (action >= 0 and bool(tables.places)),
            )
        )
        placings = range(t.placing_from[play], t.placing_from[play + 1])
        lists.placings.append(
            [
                (t.placing_action[i], t.placing_action[i] - action, t.placing_room[i], t.placing_opened[i])
                for i in placings
            ]
        )


def remembered_demands(d: Deriving) -> None:
    """Note what is remembered of each part, and what costs ask for of it."""
    t, lists = d.t, d.t.lists
    lists.sums = [Sums(t.guard[piece], t.top[piece], t.shift[piece]) for piece in range(t.pieces)]
    lists.demands = [(number << TOTAL | number, []) for number in t.cost_coins]
    for index in range(len(d.parts)):
        piece, size = t.piece_from[index], t.piece_from[index + 1] - t.piece_from[index]
        asked = [tuple(t.demand[cost * t.pieces + piece :][:size]) for cost in range(len(d.costs))]
        distinct = [demand for demand in dict.fromkeys(asked) if any(demand)]
        price = t.prices + t.price_class[index]
        own, left, right = (first + piece for first in (t.own, t.with_left, t.with_right))
        lists.stalls.append((missing_of(t, index, distinct), own, left, right, size, price))
        for (_, demands), demand in zip(lists.demands, asked, strict=True):
            if any(demand):
                demands.append((index, distinct.index(demand)))


def remembered_choices(d: Deriving) -> None:
    """Note of costs that may be paid otherwise what all their ways ask for of each part."""
    t, lists = d.t, d.t.lists
    for cost, last in enumerate(t.cost_last):
        if last == cost:
            continue
        asked: dict[int, list[int]] = {}
        for one in range(cost, last + 1):
            for part, demand in lists.demands[one][1]:
                asked.setdefault(part, []).append(demand)
        lists.choices[cost] = [(part, itemgetter(*dict.fromkeys(of_part))) for part, of_part in asked.items()]


def remembered_terms(d: Deriving, masks: list[list[int]]) -> None:
    """Note by which cells it is remembered what a seat pays; `masks` are the cards and stages
    of each cost.
    """
    t, tables, lists, words = d.t, d.tables, d.t.lists, d.layout.words
    lists.nothing = [0] * len(masks[0])
    lists.without_units = lists.nothing
    for cost, of_cost in enumerate(masks):
        if not t.cost_units[cost]:
            lists.without_units = [one | other for one, other in zip(lists.without_units, of_cost, strict=True)]
    kinds: dict[tuple[int, int], list[int]] = {}
    for code, kind in enumerate(t.kind):
        if kind >= 0:
            kinds.setdefault((t.cost[code], t.price_kind[code]), []).append(code)
    for (cost, kind), codes in kinds.items():
        marked = lists.nothing[:]
        for code in codes:
            marked[code >> WORD] |= 1 << (code & PLACE_MASK)
        lists.costs.append((cost, kind, codes, marked))
    behind = [0] * words
    lists.costs_of_stages = [(cost, behind + masks[cost][words:]) for cost in dict.fromkeys(t.stage_cost)]
    lists.varied = lists.nothing
    for cost, of_cost in enumerate(masks):
        if t.cost_last[cost] != cost:
            lists.varied = [one | other for one, other in zip(lists.varied, of_cost, strict=True)]
    printed = [as_printed(t, cost) for cost in range(len(d.costs))]
    lists.prices_by_card = [printed[cost] for cost in t.cost]
    lists.prices_of_stages = {cost: printed[cost] for cost in t.stage_cost}
    sizes = [tuple(t.size[cost * t.parts : (cost + 1) * t.parts]) for cost in range(len(masks))]
    lists.sizes = [sizes.index(size) for size in sizes]
    asked = [tuple(map(bool, size)) for size in sizes]
    lists.asked = [asked.index(parts) for parts in asked]
    lists.prices_end = t.prices + 2 * len(tables.price_classes)
    used = [word for word, mask in enumerate(t.term_lanes) if mask]
    first, end = (used[0], used[-1] + 1) if used else (0, 0)
    lists.term_cells = t.tally + first, t.tally + end, list(t.term_lanes)[first:end]
    limited = [ware.lane for ware in tables.wares if ware.per] + [r.lane for r in tables.rebates if r.per]
    lists.use_masks = [lanes_in(limited, word) for word in range(first, end)]
    lists.made_masks = [lanes_in([made.lane for made in tables.made_that], word) for word in range(first, end)]
    lists.made_cards = behind
    for made in range(len(tables.made_that)):
        more = t.made_cards[made * words : (made + 1) * words]
        lists.made_cards = [one | other for one, other in zip(lists.made_cards, more, strict=True)]
    for number, rider in enumerate(tables.riders):
        used_up = LANE_MASK << (rider.lane & PLACE_MASK) if rider.per else 0
        supply, zone = (t.supply_cell[rider.takes], t.supply_zone[rider.takes]) if rider.takes >= 0 else (0, 0)
        cells_of = t.uses + (rider.lane >> WORD), used_up, supply, zone
        lists.riders.setdefault(rider.action << ACTION, []).append((number, (number + 1) << RIDER, *cells_of))


def pairs(ones: Row, others: Row, starts: Row, number: int) -> list[tuple[int, int]]:
    """Return two columns of one of the lists that lie behind each other."""
    listed = slice(starts[number], starts[number + 1])
    return list(zip(ones[listed], others[listed], strict=True))
