"""Derive the flat tables of a rule set from what its module declares, once, when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import TYPE_CHECKING

from stele.runtime.derive.crowds import is_crowded
from stele.runtime.derive.places import BOTH, derive_places, enter_places
from stele.runtime.derive.prices import all_effects, most_more, note_prices
from stele.runtime.effects.events import FURTHER, ITSELF, ON_LEFT, ON_RIGHT
from stele.runtime.payment.production import Sums
from stele.runtime.payment.terms import as_printed
from stele.runtime.ruleset import NO_EFFECTS, NO_LIMITS, Among, Cost, Effects, Made, Tables
from stele.runtime.seating import is_for, why_not_both
from stele.runtime.state.cells import (
    ACTION,
    CARD,
    COINS,
    COMPILED,
    COSTS,
    HAS_RIGHT,
    HAS_WINDOW,
    IS_SPECIAL,
    LANE_MASK,
    LEFT,
    MAY_REACT,
    NEXT,
    NO_CARD,
    NUMBER,
    PARTNER,
    PAYS_OTHERWISE,
    PLACE_MASK,
    PLAYERS,
    POINTS,
    REACTING,
    RIDER,
    RIGHT,
    RIGHTS,
    STANDS_AWHILE,
    TABLE_CELLS,
    TOTAL,
    WORD,
    cells,
)
from stele.runtime.state.flat import columns, flat_from, lanes_in, next_lane
from stele.runtime.state.lists import Nothing
from stele.runtime.state.tables import Core
from stele.runtime.turn.games import DEMAND, GUEST, LAST, LATE, LOSS, PLAY, Asks, Start
from stele.runtime.turn.memories import AT_PLACES, WITH_RIDERS, Codes, Kinds, Prices, hands_of, split, thirds
from stele.runtime.turn.shortfalls import Covers, Within, missing_of

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row


@dataclass(frozen=True)
class Layout:
    """Where things lie, as the emitted module says."""

    words: int
    first: Sequence[int]  # by card: the code of its first copy
    hands: Sequence[Sequence[Sequence[int]]]  # by play step and age: words that may lie in its zone
    filled: Sequence[bool]  # by deck: whether any card may come into it
    blocked: int
    chained: int
    tally: int
    tally_words: int
    uses: int
    slots: int
    pieces: int
    derived: Sequence[int]  # cells of a seat that follow from what is in play
    revealed: int
    marked: int
    drawn: int
    drawn_boards: int
    duty: int
    force: int
    timed: int
    reactors: int
    reactor_cells: int
    queue: int
    reacted: int
    queue_slots: int
    concerns: int
    copies: int
    copy_slots: int
    due: int
    due_slots: int
    across: int
    shared: int
    card_sets: Sequence[Among]
    spared: Sequence[Sequence[int]]
    steps: Sequence[Callable[..., int]]
    acts: Sequence[Callable[..., object]]
    points: Sequence[Callable[..., object]]
    cities: Sequence[Callable[..., object]]
    late: Sequence[Callable[..., object]]
    askers: Sequence[Callable[..., object]]


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


class Deriving:
    """Fills the tables of one rule set."""

    def __init__(self, t: Core, tables: Tables, layout: Layout) -> None:
        self.t, self.tables, self.layout = t, tables, layout
        self.start = Start()
        stages = [stage.cost for side in tables.sides for stage in side.stages]
        riders = [rider.cost for rider in tables.riders if rider.cost is not None]
        self.costs = list(dict.fromkeys([*(card.cost for card in tables.cards), *stages, *riders]))
        unused = [dict(window.unused) for window in tables.windows]
        more = [max([units.get(good, 0) for units in unused] + [0]) for good in range(len(tables.resources))]
        t.most_more = most_more(tables)
        self.parts = [Part(goods, self.costs, bool(tables.riders), more, t.most_more) for goods in tables.parts]
        self.pieces = [(part, number) for part in self.parts for number in range(len(part.pieces))]
        self.entries: list[Effects] = []
        self.copied: dict[int, int] = {}
        self.entry_cards: list[int] = []  # the definition of which it is the entry, or -1
        self.entry_buyers: list[int] = []  # the neighbours that may buy what it produces
        self.entry_shared: list[bool] = []  # whether neighbours have it in common
        self.asks = Asks([], [])

    def run(self) -> None:
        """Fill everything."""
        self.place()
        self.pay()
        self.number_cards()
        self.piles()
        self.boards()
        self.held_codes()
        self.while_entries = {one.lane: self.entry_of(one.effects) for one in self.tables.whiles}
        enter_places(self.t, self.tables, self.entries, self.entry_of)
        self.enter()
        self.supplies()
        self.actions()
        derive_places(self.t, self.tables)
        self.t.is_crowded = is_crowded(self.tables, self.layout.copy_slots)
        self.rights()
        self.terms()
        self.events()
        self.score()
        self.begin()
        if not COMPILED:
            self.lists()

    # --- layout -----------------------------------------------------------------------------------

    def place(self) -> None:
        """Note where cells lie."""
        t, tables, layout = self.t, self.tables, self.layout
        t.guests, t.ages, t.most_frames = tables.guests, tables.ages, tables.most_frames
        t.table_cells, t.seat_cells, t.words = tables.table_cells, tables.seat_cells, layout.words
        t.main = tables.zones[tables.main_zone].cell
        t.blocked, t.chained = layout.blocked, layout.chained
        t.tally, t.tally_words, t.uses, t.slots = layout.tally, layout.tally_words, layout.uses, layout.slots
        t.partners = tables.partners
        t.revealed, t.marked, t.drawn = layout.revealed, layout.marked, layout.drawn
        t.drawn_boards = layout.drawn_boards
        t.duty = layout.duty
        t.board_line = tables.board_line
        if tables.guest is not None:
            t.guest_zone = tables.zones[tables.plays[tables.guest.play].zone].cell
            t.guest_from_left = cells([int(is_left) for is_left in tables.guest.from_left])
            t.guest_resorts = sum(1 << action for action in tables.guest.last_resort)
            t.guest_chains_first = tables.guest.chains_first
        t.copies, t.due = layout.copies, layout.due
        t.reactors, t.reactor_cells = layout.reactors, layout.reactor_cells
        t.reacts_to = layout.reactors + layout.reactor_cells
        t.queue, t.reacted, t.queue_slots = layout.queue, layout.reacted, layout.queue_slots
        t.across, t.shared, t.first_turning = layout.across, layout.shared, len(layout.late) - len(tables.places)
        t.concerns = layout.concerns
        t.copy_slots, t.due_slots = layout.copy_slots, layout.due_slots
        t.spared = [cells(list(stages)) for stages in layout.spared]
        t.under = next((zone.cell for zone in tables.zones if zone.is_sequence), 0)
        t.decks = tables.deck_cell
        t.derived = cells(list(layout.derived))
        t.seats = [
            cells([tables.table_cells + number * tables.seat_cells for number in range(players)])
            for players in range(tables.most + 1)
        ]
        counted = (COINS, *(token.cell for token in tables.tokens))
        t.held = [cells([seat + cell for seat in seats for cell in counted]) for seats in t.seats]

    def pay(self) -> None:
        """Note what costs ask for, and the arithmetic of their parts."""
        t, tables, pieces = self.t, self.tables, self.pieces
        class_of = {good: number for number, goods in enumerate(tables.price_classes) for good in goods}
        t.parts, t.pieces = len(self.parts), len(pieces)
        assert t.pieces == self.layout.pieces, "what is produced takes other cells than were laid out"
        t.own, t.prices, t.sale = tables.own_cell, tables.price_cell, tables.sale_cell
        t.prices_end, t.moves = t.prices + 2 * len(tables.price_classes), tables.moves
        t.with_left = tables.joint_cell
        t.with_right, t.with_both = t.with_left + len(pieces), t.with_left + 2 * len(pieces)
        t.piece_from = flat_from([len(part.pieces) for part in self.parts])
        t.guard = cells([part.guard(piece) for part, piece in pieces])
        t.shift = cells([part.width - 1 for part, _ in pieces])
        demands = [[part.demand(piece, cost) for cost in self.costs] for part, piece in pieces]
        tops = []
        for (part, piece), asked in zip(pieces, demands, strict=True):
            most = [max(lanes) for lanes in zip(*(part.lanes(piece, demand) for demand in asked), strict=True)]
            top = sum(((lane << part.is_joined) + part.added) << place * part.width for place, lane in enumerate(most))
            tops.append(top + part.demand(piece, part.more))
        t.top = cells(tops)
        t.price_class = cells([2 * class_of[part.goods[0]] for part in self.parts])
        t.good_class = cells([2 * class_of[good] for good in range(len(tables.resources))])
        note_prices(t, tables, [sorted({class_of[good] for good in part.goods}) for part in self.parts])
        t.cost_coins = cells([cost.coins for cost in self.costs])
        t.cost_units = cells([sum(number for _, number in cost.goods) for cost in self.costs])
        t.size = cells(
            [sum(n for good, n in cost.goods if good in part.goods) for cost in self.costs for part in self.parts]
        )
        t.part_goods = cells([sum(1 << good for good in part.goods) for part in self.parts])
        t.resources = len(tables.resources)
        t.good_part = cells(
            [next(i for i, part in enumerate(self.parts) if good in part.goods) for good in range(t.resources)]
        )
        units = [Cost(0, ((good, 1),)) for good in range(t.resources)]
        t.good_demand = cells([part.demand(piece, unit) for unit in units for part, piece in pieces])
        t.cost_goods = cells([dict(cost.goods).get(good, 0) for cost in self.costs for good in range(t.resources)])
        t.all_goods = (1 << len(tables.resources)) - 1
        lanes = [[part.goods_in(subset) for subset in part.pieces[piece]] for part, piece in pieces]
        t.lane_from, t.lane_goods = flat_from(map(len, lanes)), cells([goods for listed in lanes for goods in listed])
        t.demand = cells([demands[piece][cost] for cost in range(len(self.costs)) for piece in range(len(pieces))])

    # --- cards and boards -------------------------------------------------------------------------

    def number_cards(self) -> None:
        """Number copies, and note what is known of each."""
        t, tables, words = self.t, self.tables, self.layout.words
        size = words << WORD
        cost, colour, kind, entry = [0] * size, [-1] * size, [-1] * size, [-1] * size
        self.copies: list[list[int]] = []
        of_colour = [[0] * words for _ in tables.colours]
        with_a_cost = [0] * words
        for index, (card, first) in enumerate(zip(tables.cards, self.layout.first, strict=True)):
            copies = list(range(first, first + max(1, len(card.players))))
            self.copies.append(copies)
            number = self.entry_of(card.effects, index)
            for code in copies:
                cost[code], colour[code], kind[code] = self.costs.index(card.cost), card.colour, index
                entry[code] = number
                bit = 1 << (code & PLACE_MASK)
                if card.colour >= 0:
                    of_colour[card.colour][code >> WORD] |= bit
                if card.cost != Cost():
                    with_a_cost[code >> WORD] |= bit
        self.of_colour = of_colour
        t.home = cells(
            [
                sum(
                    1 << (code & PLACE_MASK)
                    for card, copies in zip(tables.cards, self.copies, strict=True)
                    if card.deck == deck
                    for code in copies
                    if code >> WORD == word
                )
                for deck in range(len(tables.decks))
                for word in range(words)
            ]
        )
        t.card_sets = cells([mask for among in self.layout.card_sets for mask in self.masks_among(among)])
        t.is_copier = cells(
            [
                int(kind[code] >= 0 and any(late.kind == "copy" for late in tables.cards[kind[code]].effects.late))
                for code in range(size)
            ]
        )
        t.kinds = len(tables.cards)
        # Cards work elsewhere if they are copied, or turned up under a stage.
        is_copied = self.layout.copy_slots > 0 or any(effects.reveals for effects in all_effects(tables))
        self.code_entries = [
            self.copied_entry_of(tables.cards[kind[code]].effects) if kind[code] >= 0 and is_copied else -1
            for code in range(size)
        ]
        t.cost, t.colour, t.kind, t.entry = cells(cost), cells(colour), cells(kind), cells(entry)
        t.of_colour = cells([mask for masks in of_colour for mask in masks])
        t.with_a_cost = cells(with_a_cost)
        self.further = [self.further_copies(players) for players in range(tables.most + 1)]
        t.further_from = flat_from([2 * len(pairs) for listed in self.further for pairs in listed])
        t.further = cells([number for listed in self.further for pairs in listed for pair in pairs for number in pair])

    def piles(self) -> None:
        """Note what may lie in each deck."""
        t, tables = self.t, self.tables
        decks = tables.decks
        mixed = [self.mixed_into(number) for number in range(len(decks))]
        piles = [
            [
                code
                for card, copies in zip(tables.cards, self.copies, strict=True)
                for code, printed in zip(copies, card.players or (0,), strict=True)
                if card.deck in into and printed <= players
            ]
            for players in range(tables.most + 1)
            for into in mixed
        ]
        t.deck_count = len(decks)
        t.piles = [cells(pile) for pile in piles]
        t.deck_words = [cells(sorted({code >> WORD for code in pile})) for pile in piles[-len(decks) :]]
        t.whole = [
            cells([sum(1 << (code & PLACE_MASK) for code in pile if code >> WORD == word) for word in words_of])
            for pile, words_of in zip(piles, t.deck_words * (tables.most + 1), strict=True)
        ]

    def mixing_order(self) -> list[int]:
        """Return all decks, each behind those that are mixed into it."""
        found: list[int] = []
        waiting = list(range(len(self.tables.decks)))
        while waiting:
            ready = [
                deck for deck in waiting if not {a.source for a in self.tables.decks[deck].adds} & set(waiting) - {deck}
            ]
            found += ready or waiting[:1]
            waiting = [deck for deck in waiting if deck not in found]
        return found

    def mixed_into(self, deck: int) -> set[int]:
        """Return all decks whose cards may come into one."""
        if self.layout.filled[deck]:
            return set(range(len(self.tables.decks)))
        found = [deck]
        for number in found:  # it grows meanwhile
            found += [a.source for a in self.tables.decks[number].adds if a.source not in found]
        return set(found)

    def masks_of(self, colours: tuple[int, ...], age: int = 0) -> list[int]:
        """Return, by word, the cards of some colours (none means any) and of an age (0 means
        any).
        """
        return self.masks_among(Among(colours, age))

    def masks_among(self, among: Among) -> list[int]:
        """Return, by word, the cards that are meant."""
        masks = [0] * self.layout.words
        for card, copies in zip(self.tables.cards, self.copies, strict=True):
            is_meant = among.only is None or card.id in among.only
            is_of_colour = not among.colours or card.colour in among.colours
            if is_meant and is_of_colour and among.age in (0, self.tables.decks[card.deck].age):
                for code in copies:
                    masks[code >> WORD] |= 1 << (code & PLACE_MASK)
        return masks

    def copied_entry_of(self, effects: Effects) -> int:
        """Return the number of what changes when something is copied: nobody can buy what a copy
        produces.
        """
        found = self.copied.get(id(effects))
        if found is None:
            kept = replace(effects, made=tuple(replace(made, for_sale=False) for made in effects.made))
            found = self.copied[id(effects)] = self.entry_of(kept)
        return found

    def further_copies(self, players: int) -> list[list[tuple[int, int]]]:
        """Return, by word and distance, the copies used with so many players that have a twin so
        many places before them.
        """
        found: list[dict[int, int]] = [{} for _ in range(self.layout.words)]
        for card, copies in zip(self.tables.cards, self.copies, strict=True):
            used = [c for c, printed in zip(copies, card.players or (0,), strict=True) if printed <= players]
            for one in used:
                for other in used:
                    if other > one:
                        masks = found[one >> WORD]
                        masks[other - one] = masks.get(other - one, 0) | 1 << (other & PLACE_MASK)
        return [sorted(masks.items()) for masks in found]

    def entry_of(self, effects: Effects, card: int = -1, sells_to: int = BOTH, is_shared: bool = False) -> int:
        """Return the number of what changes when something enters play; what is shared with a
        neighbour opens nothing in the city.
        """
        self.entries.append(effects)
        self.entry_cards.append(card)
        self.entry_buyers.append(sells_to)
        self.entry_shared.append(is_shared)
        return len(self.entries) - 1

    def boards(self) -> None:
        """Note sides and stages."""
        t, sides = self.t, self.tables.all_sides
        t.everyone = self.start.everyone = self.entry_of(self.tables.everyone)
        t.side_start = cells([self.entry_of(side.start) for side in sides])
        unused = {window.lane for window in self.tables.windows if window.unused}
        self.side_concerns: dict[int, int] = {}
        for side, entry in zip(sides, t.side_start, strict=True):
            effects = [stage.effects for stage in side.stages]
            is_watched = any(one.reveals or not unused.isdisjoint(lane for lane, _ in one.counts) for one in effects)
            self.side_concerns[entry] = IS_SPECIAL * any(one.gives for one in effects) | HAS_WINDOW * is_watched
        boards = list(dict.fromkeys(side.board for side in sides))  # the blank one comes last, and is never dealt
        t.boards = cells(list(range(len(boards) - 1)))
        t.side_board = cells([boards.index(side.board) for side in sides])
        t.board_from = flat_from([sum(side.board == board for side in sides) for board in boards[:-1]])
        letters = sorted({side.side for side in sides})
        t.side_letter = cells([letters.index(side.side) for side in sides])
        self.neighbours_of_boards()
        ids = {card.id: index for index, card in enumerate(self.tables.cards)}
        removed = [[ids[id] for id in side.removes if id in ids] for side in sides]
        t.removed_from, t.removed = flat_from(map(len, removed)), cells([kind for one in removed for kind in one])
        t.stage_from = flat_from([len(side.stages) for side in sides])
        t.stage_cost = cells([self.costs.index(stage.cost) for side in sides for stage in side.stages])
        stage_entries = [self.entry_of(stage.effects) for side in sides for stage in side.stages]
        self.stage_entries = set(stage_entries)
        self.action_entries = [
            self.entry_of(Effects(once=action.once)) if action.once else -1 for action in self.tables.actions
        ]
        t.stage_entry = cells(stage_entries)

    def neighbours_of_boards(self) -> None:
        """Note for how many players sides are, and which may sit at one table, beside each other,
        on the left, on the right.
        """
        t, tables = self.t, self.tables
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

    def held_codes(self) -> None:
        """Number what is held without lying anywhere: what is chosen on a stage, and what cards
        give at moments. Last come tokens that are given up together.
        """
        t, tables = self.t, self.tables
        codes = self.code_entries
        if self.layout.copy_slots:
            t.stage_codes = len(codes)
            codes += [self.copied_entry_of(stage.effects) for side in tables.sides for stage in side.stages]
        self.option_codes: dict[tuple[str, str, int], int] = {}
        for face in tables.sides:
            for stage, built in enumerate(face.stages):
                self.option_codes[face.board, face.side, stage] = len(codes)
                codes += [self.entry_of(option) for option in built.effects.choose]
        codes += [self.entry_of(option) for choice in tables.choices for option in choice.options]
        self.moment_codes: dict[tuple[int, str], int] = {}
        for index, card in enumerate(tables.cards):
            for moment, effects in card.moments:
                self.moment_codes[index, moment] = len(codes)
                codes.append(self.entry_of(effects))
        t.code_entry = cells(codes)
        t.first_bundle = len(codes)
        bundles: list[tuple[int, ...]] = []
        for demand in (d for card in tables.cards for _, asked in card.demands for d in asked if d.tokens):
            for bundle in combinations_with_replacement(demand.tokens, demand.number):
                if bundle not in bundles:
                    bundles.append(bundle)
        t.bundles = [cells([bundle.count(token) for token in range(len(tables.tokens))]) for bundle in bundles]
        assert len(codes) + len(bundles) < NO_CARD
        self.rider_entries = [self.entry_of(rider.effects) for rider in tables.riders]

    def supplies(self) -> None:
        """Note riders, supplies, and what cards of the table ask for."""
        t, tables, words = self.t, self.tables, self.layout.words
        t.rider_count = len(tables.riders)
        t.rider_action = cells([rider.action for rider in tables.riders])
        t.rider_cost = cells([-1 if r.cost is None else self.costs.index(r.cost) for r in tables.riders])
        t.rider_limited = cells([int(bool(rider.per)) for rider in tables.riders])
        t.rider_lane = cells([rider.lane for rider in tables.riders])
        t.rider_entry = cells(self.rider_entries)
        t.rider_takes = cells([rider.takes for rider in tables.riders])
        t.action_pays = cells([("nothing", "card", "stage").index(action.pays) for action in tables.actions])
        t.of_age = cells([mask for age in range(tables.ages + 1) for mask in self.masks_of((), age)])
        t.supply_cell = cells([supply.cell for supply in tables.supplies])
        t.supply_zone = cells([tables.zones[supply.zone].cell for supply in tables.supplies])
        t.supply_line = cells([supply.line for supply in tables.supplies])
        t.supply_token = cells([token for supply in tables.supplies for token in supply.tokens])
        t.supplied = sum({1 << token for supply in tables.supplies for token in supply.tokens})
        kinds = range(len(tables.cards))
        t.supply_code = cells([self.moment_codes.get((k, s.moment), -1) for s in tables.supplies for k in kinds])
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
        sets = list(self.layout.card_sets)
        for demand in flat:
            if demand.colours is not None and Among(demand.colours) not in sets:
                sets.append(Among(demand.colours))
        t.demand_cards = cells([-1 if d.colours is None else sets.index(Among(d.colours)) for d in flat])
        t.card_sets = cells([mask for among in sets for mask in self.masks_among(among)])
        assert len(t.of_age) == (tables.ages + 1) * words

    def enter(self) -> None:
        """Note what changes when something enters play."""
        t, tables, layout = self.t, self.tables, self.layout
        ors: list[list[tuple[int, int]]] = []
        adds: list[list[tuple[int, int]]] = []
        sources: list[list[tuple[int, int, int]]] = []
        offers: list[list[tuple[int, int]]] = []
        concerns: list[int] = []
        acts: list[list[int]] = []
        lates: list[list[int]] = []
        points = []
        twins, opened = self.relations()
        for number, (effects, card) in enumerate(zip(self.entries, self.entry_cards, strict=True)):
            counts = list(effects.counts)
            mask: dict[int, int] = {}
            if card >= 0:
                if tables.cards[card].colour >= 0:
                    counts.append((tables.colours[tables.cards[card].colour][1], 1))
                opens = [] if self.entry_shared[number] else opened[card]
                for first, marked in ((layout.blocked, twins[card]), (layout.chained, opens)):
                    for code in marked:
                        cell = first + (code >> WORD)
                        mask[cell] = mask.get(cell, 0) | 1 << (code & PLACE_MASK)
            if number in self.stage_entries:
                counts.append((tables.stage_lane, 1))
            added = self.counted(counts, self.entry_shared[number])
            if self.side_concerns.get(number, 0):
                added[layout.concerns] = added.get(layout.concerns, 0) | self.side_concerns[number]
            concerns.append(added.get(layout.concerns, 0))
            fixed = sum(score.points for score in effects.scores if isinstance(score.points, int))
            points.append(fixed)
            if fixed:
                added[POINTS] = fixed
            ors.append(sorted(mask.items()))
            adds.append(sorted(added.items()))
            sources.append(
                [
                    (piece, part.source(of_part, made), self.sold(number, made))
                    for made in effects.made
                    for piece, (part, of_part) in enumerate(self.pieces)
                    if set(made.goods) & set(part.goods)
                ]
            )
            offers.append(
                [
                    (tables.price_cell + 2 * number + side, offer.price)
                    for offer in effects.offers
                    for number, goods in enumerate(tables.price_classes)
                    for side, is_from in enumerate((offer.from_left, offer.from_right))
                    if is_from and set(goods) <= set(offer.goods)
                ]
            )
            acts.append([layout.acts.index(once) for once in effects.once])
            lates.append([layout.late.index(late.ask) for late in effects.late])
        t.or_from, (t.or_cell, t.or_mask) = flat_from(map(len, ors)), columns(ors, 2)
        t.add_from, (t.add_cell, t.add_number) = flat_from(map(len, adds)), columns(adds, 2)
        t.source_from = flat_from(map(len, sources))
        t.source_piece, t.source_units, t.source_sold = columns(sources, 3)
        t.offer_from, (t.offer_cell, t.offer_price) = flat_from(map(len, offers)), columns(offers, 2)
        t.act_from, t.act = flat_from(map(len, acts)), cells([act for listed in acts for act in listed])
        t.late_from, t.late = flat_from(map(len, lates)), cells([late for listed in lates for late in listed])
        leads = [t.lead_from[entry + 1] - t.lead_from[entry] + t.adds_cards[entry] for entry in range(len(acts))]
        t.entry_table = cells([int(effects.leaves) - int(effects.returns) for effects in self.entries])
        t.entry_concerns = cells(concerns)
        t.is_rare = cells([int(any(one)) for one in zip(offers, leads, t.entry_table, strict=True)])
        further = zip(sources, t.is_rare, t.entry_concerns, strict=True)
        t.is_plain = cells([int(not any(one)) for one in further])
        t.opens = cells([int(any(0 <= cell - layout.chained < layout.words for cell, _ in listed)) for listed in ors])
        self.sources = sources
        reacts = [concern & REACTING for concern in concerns]
        stays = [any(one) for one in zip(t.is_rare, reacts, strict=True)]
        t.can_go = cells([int(not is_lasting) for is_lasting in stays])
        t.producers = cells(
            [
                sum(
                    1 << (code & PLACE_MASK)
                    for code, entry in enumerate(t.entry)
                    if code >> WORD == word and entry >= 0 and sources[entry]
                )
                for word in range(layout.words)
            ]
        )
        t.entry_stands = cells([int(stands(effects)) for effects in self.entries])
        t.entry_gives = cells([int(effects.gives) for effects in self.entries])
        t.has_gifts = any(effects.gives for effects in self.entries)
        t.entry_reveals = cells([int(effects.reveals) for effects in self.entries])
        t.reveals = any(effects.reveals for effects in self.entries)
        t.entry_hidden = cells([sum(1 << colour for colour in effects.hidden) for effects in self.entries])
        t.entry_goods = cells(
            [sum({1 << good for made in effects.made for good in made.goods}) for effects in self.entries]
        )
        t.is_acting = cells([max(len(act), int(bool(late))) for act, late in zip(acts, lates, strict=True)])
        t.rank = cells([effects.rank for effects in self.entries])
        t.entry_points = cells(points)

    def sold(self, entry: int, made: Made) -> int:
        """Return to whom something is sold: 0 nobody, 1 both neighbours; if that may differ, 2 the
        left one, 4 the right one, 6 both.
        """
        buyers = self.entry_buyers[entry] if made.for_sale else 0
        return 2 * buyers if self.tables.sale_left_cell else int(buyers > 0)

    def counted(self, counts: list[tuple[int, int]], is_shared: bool) -> dict[int, int]:
        """Return, by cell, what is added to a seat's counts, given by lane, and to those that it
        has in common with a neighbour.
        """
        added: dict[int, int] = {}
        for lane, count in counts:
            cell = self.layout.tally + (lane >> WORD)
            added[cell] = added.get(cell, 0) + (count << (lane & PLACE_MASK))
            if is_shared:
                added[cell - self.layout.tally + self.layout.shared] = added[cell]
        for concern, lanes in self.concerns.items():
            if lanes & {lane for lane, _ in counts}:
                added[self.layout.concerns] = added.get(self.layout.concerns, 0) | concern
        return added

    @cached_property
    def concerns(self) -> dict[int, set[int]]:
        """Return lanes by what it means that one of them is held, as `cells` counts it."""
        tables = self.tables
        buys = {trigger.lane for trigger in tables.triggers if trigger.event == "buy"}
        had = {made.lane for made in tables.made_that} | {rebate.lane for rebate in tables.rebates}
        had |= {ware.lane for ware in tables.wares} | {offer.lane for offer in tables.far_offers}
        special = [permit for permit in tables.permits if permit.kind in ("chain", "order")]
        builds = {permit.lane for permit in tables.permits if permit.kind == "build"}
        return {
            PAYS_OTHERWISE: buys | had | {change.lane for change in tables.changes},
            STANDS_AWHILE: {one.lane for one in tables.whiles},
            COSTS: {change.lane for change in tables.changes},
            MAY_REACT: {trigger.lane for trigger in tables.triggers},
            IS_SPECIAL: {offer.lane for offer in tables.far_offers} | {one.lane for one in special},
            HAS_WINDOW: {window.lane for window in tables.windows},
            HAS_RIGHT: builds if len({lane >> WORD for lane in builds}) > 1 else set(),
        }

    def relations(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return, by card, the codes of its twins and of what it opens by a chain."""
        cards = self.tables.cards
        twins: dict[str, list[int]] = {}
        opened: dict[str, list[int]] = {}
        for card, copies in zip(cards, self.copies, strict=True):
            twins.setdefault(card.identity or card.id, []).extend(copies)
            for source in card.chain:
                opened.setdefault(source, []).extend(copies)
        is_unique = self.tables.zones[self.tables.main_zone].is_unique
        return (
            [twins[card.identity or card.id] if is_unique else [] for card in cards],
            [opened.get(card.id, []) for card in cards],
        )

    # --- turns ------------------------------------------------------------------------------------

    def actions(self) -> None:
        """Note actions and play steps."""
        t, tables = self.t, self.tables
        targets = [tables.zones[action.to] for action in tables.actions]
        t.action_cell = cells([zone.cell for zone in targets])
        t.action_of_seat = cells([int(zone.of_seat) for zone in targets])
        pays = [action.pays for action in tables.actions]
        t.action_discards = cells(
            [int(not zone.of_seat and p == "nothing") for zone, p in zip(targets, pays, strict=True)]
        )
        t.action_coins = cells([action.coins for action in tables.actions])
        t.action_entry = cells(self.action_entries)
        paying = [
            {pays: [n << ACTION for n in play.actions if tables.actions[n].pays == pays] for pays in PAYS}
            for play in tables.plays
        ]
        t.play_zone = cells([tables.zones[play.zone].cell for play in tables.plays])
        t.play_zone_number = cells([play.zone for play in tables.plays])
        t.zone_cells = cells([-1 if zone.is_sequence else zone.cell for zone in tables.zones])
        t.zone_of_seat = cells([int(zone.of_seat) for zone in tables.zones])
        t.play_build = cells([first_of(by["card"]) for by in paying])
        t.play_stage = cells([first_of(by["stage"]) for by in paying])
        t.play_nothing = [cells(by["nothing"]) for by in paying]
        builds = [bool(by["card"]) and tables.actions[by["card"][0] >> ACTION].builds for by in paying]
        t.play_builds = cells([int(is_build) for is_build in builds])
        t.play_words = [[cells(list(words)) for words in by_age] for by_age in self.layout.hands]
        kinds = {"play": PLAY, "last": LAST, "late": LATE, "loss": LOSS, "guest": GUEST, "demand": DEMAND}
        steps = range(max(tables.asks, default=0) + 1)
        asked = [tables.asks.get(step, ("play", 0)) for step in steps]
        self.asks = Asks([kinds[kind] for kind, _ in asked], [index for _, index in asked])

    def rights(self) -> None:
        """Note rights that are held and how often they may be used."""
        t, tables, words = self.t, self.tables, self.layout.words
        builds = [permit for permit in tables.permits if permit.kind == "build"]
        # The narrowest first: a right for any card is of more use later than one for a few.
        fitting = []
        for permit in builds:
            masks = [-1 if not permit.colours else 0 for _ in range(words)]
            for colour in permit.colours:
                masks = [mask | more for mask, more in zip(masks, self.of_colour[colour], strict=True)]
            fitting.append((permit.colours == (), sum(mask.bit_count() for mask in masks), permit.lane, masks))
        fitting.sort(key=lambda one: one[:2])
        t.permit_lane = cells([lane for _, _, lane, _ in fitting])
        t.permit_cards = cells([mask for *_, masks in fitting for mask in masks])
        in_words = sorted({lane >> WORD for _, _, lane, _ in fitting}) or [0]
        t.rights = self.layout.tally + in_words[0]
        held = lanes_in([lane for _, _, lane, _ in fitting], in_words[0])
        if len(in_words) > 1:
            t.rights, held = self.layout.concerns, RIGHTS
        t.play_rights = cells([held * is_build for is_build in t.play_builds])
        count = range(self.layout.tally_words)
        t.chain_lane = cells([permit.lane for permit in tables.permits if permit.kind == "chain"])
        order = [permit.lane for permit in tables.permits if permit.kind == "order"]
        t.has_order = bool(order)
        t.order_lane = cells(order)
        last = [permit.lane for permit in tables.permits if permit.kind == "last"]
        t.last_lanes = cells([lanes_in(last, word) for word in count])
        t.last_words = cells(sorted({lane >> WORD for lane in last}))
        limited = [(permit.per, permit.lane) for permit in tables.permits]
        limited += [(rider.per, rider.lane) for rider in tables.riders]
        for window in tables.windows:
            limited.append((window.per, window.lane))
            limited += [("turn", next_lane(window.lane))] if window.unused else []
        limited += [(ware.per, ware.lane) for ware in tables.wares]
        limited += [(rebate.per, rebate.lane) for rebate in tables.rebates]
        for trigger in tables.triggers:
            limited.append((trigger.per, trigger.lane))
            limited += [(trigger.per, next_lane(trigger.lane))] if trigger.per_neighbour else []
        by_age = [lane for per, lane in limited if per in ("age", "turn")]
        by_turn = [lane for per, lane in limited if per == "turn"]
        t.age_uses = cells([lanes_in(by_age, word) for word in count])
        t.turn_uses = cells([lanes_in(by_turn, word) for word in count])
        t.turn_words = cells([word for word in count if t.turn_uses[word]])
        t.age_words = cells([word for word in count if t.age_uses[word]])

    def terms(self) -> None:
        """Note what changes costs, and what is had beside production."""
        t, tables = self.t, self.tables
        count = range(self.layout.tally_words)
        t.change_lane = cells([change.lane for change in tables.changes])
        all_colours = (1 << 62) - 1
        t.change_colours = cells(
            [
                -1 if change.colours is None else sum(1 << colour for colour in change.colours) or all_colours
                for change in tables.changes
            ]
        )
        t.change_units = cells([change.resources for change in tables.changes])
        t.change_coins = cells([change.coins for change in tables.changes])
        t.change_no_units = cells([int(change.no_resources) for change in tables.changes])
        t.change_no_coins = cells([int(change.no_coins) for change in tables.changes])
        t.change_action = cells([change.action for change in tables.changes])
        t.made_lane = cells([made.lane for made in tables.made_that])
        t.made_number = cells([made.number for made in tables.made_that])
        t.made_cards = cells(
            [
                mask
                for made in tables.made_that
                for mask in (self.masks_of(made.colours) if made.colours else [0] * t.words)
            ]
        )
        t.made_board = cells([int(made.board) for made in tables.made_that])
        t.made_negated = cells([int(made.is_negated) for made in tables.made_that])
        t.ware_lane = cells([ware.lane for ware in tables.wares])
        t.ware_limited = cells([int(bool(ware.per)) for ware in tables.wares])
        t.ware_goods = cells([sum(1 << good for good in ware.goods) for ware in tables.wares])
        t.ware_price = cells([ware.price for ware in tables.wares])
        t.rebate_lane = cells([rebate.lane for rebate in tables.rebates])
        t.rebate_limited = cells([int(bool(rebate.per)) for rebate in tables.rebates])
        t.rebate_less = cells([rebate.less for rebate in tables.rebates])
        t.rebate_right = cells([int(rebate.side == "right") for rebate in tables.rebates])
        t.far_lane = cells([offer.lane for offer in tables.far_offers])
        t.far_goods = cells([sum(1 << good for good in offer.goods) for offer in tables.far_offers])
        t.far_price = cells([offer.price for offer in tables.far_offers])
        t.has_numbers = bool(tables.far_offers) or t.is_dear
        buys = [trigger.lane for trigger in tables.triggers if trigger.event == "buy"]
        own = self.concerns[PAYS_OTHERWISE]
        t.has_terms, t.has_marks = (
            bool(own or tables.partners or t.has_mixed or t.is_dear),
            bool(tables.wares or tables.rebates),
        )
        t.buy_lanes = cells([lanes_in(buys, word) for word in count])
        t.term_lanes = cells([lanes_in(own, word) for word in count])

    def events(self) -> None:
        """Note what reacts to events, and what counts in conflicts."""
        t, tables, layout = self.t, self.tables, self.layout
        triggers = sorted(tables.triggers, key=lambda trigger: EVENTS.index(trigger.event))
        t.has_events = bool(triggers)
        t.has_coin_events = any(trigger.event == "coins" for trigger in triggers)
        t.trigger_from = flat_from([sum(trigger.event == event for trigger in triggers) for event in EVENTS])
        t.trigger_lane = cells([trigger.lane for trigger in triggers])
        t.trigger_kind = cells([EVENTS.index(trigger.event) for trigger in triggers])
        t.trigger_who = cells([WHO[trigger.who] for trigger in triggers])
        watched = {trigger.event for trigger in triggers if trigger.who != "you"}
        t.is_watched = cells([int(event in watched) for event in EVENTS])
        sells = any(trigger.event == "coins" and trigger.at < 0 for trigger in triggers)  # who sells gains coins
        t.watches_plays = sells or not watched.isdisjoint(PLAYED)
        t.trigger_cards = cells([mask for trigger in triggers for mask in self.masks_among(trigger.cards)])
        t.trigger_detail = cells([trigger.action if trigger.event == "use" else trigger.at for trigger in triggers])
        t.trigger_sides = cells([int(trigger.per_neighbour) for trigger in triggers])
        t.trigger_other = cells([next_lane(trigger.lane) for trigger in triggers])
        t.trigger_limited = cells([trigger.times if trigger.per else 0 for trigger in triggers])
        t.trigger_tokens = cells([sum(1 << token for token in trigger.tokens) for trigger in triggers])
        t.instead_kinds = sum({1 << EVENTS.index(one.event) for one in triggers if one.event.startswith("instead-")})
        t.instead_tokens = 0
        for one in triggers:
            t.instead_tokens |= sum(1 << token for token in one.tokens if one.event == "instead-token")
        t.trigger_text = [trigger.text for trigger in triggers]
        t.trigger_act = cells([layout.acts.index(trigger.once) for trigger in triggers])
        t.loss_then = cells([-1 if then is None else layout.acts.index(then) for _, then in tables.losses])
        self.standing()
        t.absences = cells(list(tables.absences))
        t.fewer_shields = tables.fewer_shields
        t.strength_lane = cells([strong.lane for strong in tables.strengths])
        t.strength_masks = cells([lanes_in(t.strength_lane, word) for word in range(layout.tally_words)])
        t.strength_words = cells(sorted({lane >> WORD for lane in t.strength_lane}))
        t.strength_sides = cells([SIDES[strong.against] for strong in tables.strengths])
        t.strength_points = cells([self.points_of(strong.shields) for strong in tables.strengths])
        t.token_cells = cells([token.cell for token in tables.tokens])
        t.token_supply = cells([token.supply or -1 for token in tables.tokens])
        lates = [*(late for effects in self.entries for late in effects.late), *tables.suspended]
        windows = [window.late for window in tables.windows]
        kinds: dict[object, str] = {late.ask: late.kind for late in (*lates, *windows)}
        asked = [kinds.get(ask, "") for ask in layout.late[: t.first_turning]] + ["turn"] * t.place_count
        asked += [""] * (len(windows) + 1)
        optional = {late.ask for late in (*lates, *windows) if late.is_optional}
        may_decline = [ask in optional for ask in layout.late[: t.first_turning]] + [False] * len(asked)
        t.is_mandatory = cells(
            [int(kind in MANDATORY and not may) for kind, may in zip(asked, may_decline, strict=False)]
        )
        t.is_hosted = cells([int(kind == "copy") for kind in asked])
        by = {late.ask: layout.askers.index(late.by) for late in (*lates, *windows) if late.by is not None}
        after = {late.ask: layout.acts.index(late.after) for late in (*lates, *windows) if late.after is not None}
        otherwise = {
            one.ask: layout.acts.index(one.otherwise) for one in (*lates, *windows) if one.otherwise is not None
        }
        numbered = [*layout.late, *[None] * (len(asked) - len(layout.late))]
        t.late_askers = cells([-1 if ask is None else by.get(ask, -1) for ask in numbered])
        t.late_after = cells([-1 if ask is None else after.get(ask, -1) for ask in numbered])
        of_them = {late.ask for late in (*lates, *windows) if late.of_them}
        times = {late.ask: late.times for late in (*lates, *windows)}
        t.is_of_them = cells([int(ask in of_them) for ask in numbered])
        t.late_times = cells([1 if ask is None else times.get(ask, 1) for ask in numbered])
        t.late_otherwise = cells([-1 if ask is None else otherwise.get(ask, -1) for ask in numbered])
        t.window_first, t.reveal = len(layout.late), len(layout.late) + len(windows)
        t.window_lane = cells([window.lane for window in tables.windows])
        t.window_limited = cells([int(bool(window.per)) for window in tables.windows])
        t.window_moment = cells([int(window.moment == "after") for window in tables.windows])
        t.window_effect = cells([layout.late.index(window.late.ask) for window in tables.windows])
        t.window_good = cells([window.unused[0][0] if window.unused else -1 for window in tables.windows])
        t.window_units = cells([window.unused[0][1] if window.unused else 0 for window in tables.windows])
        t.window_spent = cells([next_lane(window.lane) for window in tables.windows])
        t.has_unused = any(window.unused for window in tables.windows)
        unused = {window.lane for window in tables.windows if window.unused}
        t.entry_unused = cells([int(any(lane in unused for lane, _ in e.counts)) for e in self.entries])
        t.has_marked = layout.marked > 0
        t.duty_play = cells([play for play, _ in tables.duties])
        t.duty_action = cells([action << ACTION for _, action in tables.duties])
        t.due_now = cells(
            [
                sum(2 << 2 * number for number, (step, _) in enumerate(tables.duties) if step == play)
                for play in range(len(tables.plays))
            ]
        )

    def standing(self) -> None:
        """Note what stands for a while, in the order of kinds."""
        t, layout = self.t, self.layout
        whiles = sorted(self.tables.whiles, key=lambda one: one.rank)
        t.has_standing, t.force, t.timed = bool(whiles), layout.force, layout.timed
        t.reads_own_kind = any(one.reads_own_kind for one in whiles)
        t.while_lane = cells([one.lane for one in whiles])
        words = sorted({lane >> WORD for lane in t.while_lane})
        t.while_words = cells(words)
        t.while_masks = cells([lanes_in(t.while_lane, word) for word in words])
        t.while_place = cells([words.index(lane >> WORD) for lane in t.while_lane])
        aliases = [(number, *one.alias) for number, one in enumerate(whiles) if one.alias]
        t.has_aliases = bool(aliases)
        t.alias_while, t.alias_from, t.alias_to, t.alias_is_added = columns([aliases], 4)
        triggers = sorted(self.tables.triggers, key=lambda trigger: EVENTS.index(trigger.event))
        t.trigger_colours = cells(
            [
                sum(1 << colour for colour in one.cards.colours if one.cards == Among(one.cards.colours))
                for one in triggers
            ]
        )
        t.while_end = cells([sum(other.rank <= one.rank for other in whiles) for one in whiles])
        t.has_timed = any(one.until for one in whiles)
        t.while_times = cells([self.points_of(one.times) for one in whiles])
        t.while_entry = cells([self.while_entries[one.lane] for one in whiles])
        t.while_own = cells([int(one.reads_own_kind) for one in whiles])
        t.turn_lanes = cells([one.lane for one in whiles if one.until == "turn"])
        t.next_lanes = cells([lane for one in whiles if one.becomes >= 0 for lane in (one.lane, one.becomes)])
        t.age_lanes = cells([one.lane for one in whiles if one.until == "age"])

    # --- points -----------------------------------------------------------------------------------

    def score(self) -> None:
        """Note points that have to be worked out."""
        t, tables, layout = self.t, self.tables, self.layout
        tokens = [token for token in tables.tokens if token.points]
        t.token_cell, t.token_points = columns([[(token.cell, token.points) for token in tokens]], 2)
        lines = [score for line in tables.lines for score in line.scores]
        t.line_scores = cells([self.points_of(s.points) for s in lines if not s.reads_symbols])
        t.line_open = cells([self.points_of(s.points) for s in lines if s.reads_symbols])
        t.symbol_lane = cells([lane for _, lane in tables.symbols])
        worked_out = [[s for s in effects.scores if callable(s.points)] for effects in self.entries]
        fixed = [[self.points_of(s.points) for s in listed if not s.reads_symbols] for listed in worked_out]
        opened = [[self.points_of(s.points) for s in listed if s.reads_symbols] for listed in worked_out]
        t.score_from, t.score = flat_from(map(len, fixed)), cells([n for listed in fixed for n in listed])
        t.open_from, t.open_score = flat_from(map(len, opened)), cells([n for listed in opened for n in listed])
        wild = [[sum(1 << symbol for symbol in symbols) for symbols in effects.wild] for effects in self.entries]
        t.wild_from, t.wild = flat_from(map(len, wild)), cells([mask for listed in wild for mask in listed])
        extremes = [[int(is_most) for is_most in effects.extremes] for effects in self.entries]
        t.extreme_from, t.extreme = flat_from(map(len, extremes)), cells([n for listed in extremes for n in listed])
        t.has_extremes = any(extremes)
        t.coins_break_ties = bool(tables.tie)
        copies = [effects.copies for effects in self.entries]
        t.copy_from = flat_from(map(len, copies))
        t.end_copies = [copy for listed in copies for copy in listed]
        t.copy_cities = cells([layout.cities.index(copy.cities) for listed in copies for copy in listed])
        t.copy_colours = cells([m for listed in copies for copy in listed for m in self.masks_among(copy.cards)])
        masks = [effects.masks for effects in self.entries]
        t.mask_from = flat_from(map(len, masks))
        t.mask_cities = cells([layout.cities.index(mask.cities) for listed in masks for mask in listed])
        t.mask_colours = cells([m for listed in masks for mask in listed for m in self.masks_among(mask.cards)])
        lanes = {lane for _, lane in tables.symbols}
        symbols = [
            [(layout.tally + (lane >> WORD), n << (lane & PLACE_MASK)) for lane, n in effects.counts if lane in lanes]
            for effects in self.entries
        ]
        t.symbol_from, (t.symbol_cell, t.symbol_number) = flat_from(map(len, symbols)), columns(symbols, 2)
        known = list(dict.fromkeys(tuple(listed) for listed in symbols if listed))
        t.symbol_kinds = len(known) + 1
        t.symbol_kind = cells([known.index(tuple(listed)) + 1 if listed else 0 for listed in symbols])
        copiers = [[late.ask for late in card.effects.late if late.kind == "copy"] for card in tables.cards]
        t.copying = cells([layout.late.index(copiers[k][0]) if k >= 0 and copiers[k] else -1 for k in t.kind])

        def scored(entry: int) -> bool:
            return any(of[entry] for of in (fixed, opened, wild, extremes, copies, masks))

        t.while_scores = cells([number for number, entry in enumerate(t.while_entry) if scored(entry)])
        scoring = [0] * layout.words
        for index, copies_of in enumerate(self.copies):
            entry = self.entry_cards.index(index)
            if scored(entry):
                for code in copies_of:
                    scoring[code >> WORD] |= 1 << (code & PLACE_MASK)
        t.scoring = cells(scoring)

    def points_of(self, points: object) -> int:
        """Return the number of a function that works out points."""
        return [function is points for function in self.layout.points].index(True)

    # --- the beginning ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Note how games begin."""
        tables, words = self.tables, self.layout.words
        for players in range(tables.most + 1):
            # Behind the seats lies one more, in which there is never anything, if seats may move.
            row = [0] * (tables.table_cells + (players + tables.moves) * tables.seat_cells)
            row[PLAYERS] = players
            seats = [tables.table_cells + number * tables.seat_cells for number in range(players)]
            for number, seat in enumerate(seats):
                row[seat + LEFT], row[seat + RIGHT] = seats[(number + 1) % players], seats[number - 1]
                row[seat + NEXT] = row[seat + LEFT]
                row[seat + NUMBER] = number
                row[seat + self.layout.across : seat + self.layout.across + 2] = row[seat + LEFT : seat + RIGHT + 1]
                row[seat + PARTNER] = seats[number ^ 1] if tables.partners and players % 2 == 0 else 0
                row[seat + COINS] = tables.coins
            for card, copies in zip(tables.cards, self.copies, strict=True):
                for code, printed in zip(copies, card.players or (0,), strict=True):
                    if printed <= players:
                        row[tables.deck_cell + card.deck * words + (code >> WORD)] |= 1 << (code & PLACE_MASK)
            for supply in tables.supplies:
                for age in range(tables.ages):
                    row[supply.cell + age] = supply.number.get(players, 0)
            self.start.rows.append(cells(row))
            self.start.mixes.append(
                cells(
                    [
                        number
                        for deck in self.mixing_order()
                        for addition in tables.decks[deck].adds
                        for number in (deck, addition.source, addition.cards.get(players, 0))
                    ]
                )
            )

    # --- memories of the interpreted kernel -------------------------------------------------------

    def lists(self) -> None:
        """Fill what only the interpreted kernel reads."""
        t, tables, lists, words = self.t, self.tables, self.t.lists, self.layout.words
        lists.held = [itemgetter(0, 0, *held) for held in t.held]  # two of them at least: they come as a tuple
        self.remembered_demands()
        lists.entries = [
            (
                pairs(t.or_cell, t.or_mask, t.or_from, entry),
                pairs(t.add_cell, t.add_number, t.add_from, entry),
                self.sources[entry],
                t.entry_concerns[entry],
                bool(t.is_rare[entry]),
            )
            for entry in range(len(self.entries))
        ]
        lists.no_stalls = [None] * len(self.parts)
        lists.is_dear = t.is_dear or t.has_mixed
        ridden = {rider.action << ACTION for rider in tables.riders}
        lists.prices = Prices()
        lists.word_shifts = [word << WORD for word in range(words)]
        lists.within = Within(t, words)
        lists.placings = [
            [
                (t.placing_action[i], t.placing_action[i] - action, t.placing_room[i], t.placing_opened[i])
                for i in range(t.placing_from[play], t.placing_from[play + 1])
            ]
            for play, action in enumerate(t.play_build)
        ]
        coins = [number << TOTAL | number for number in t.cost_coins]
        # Stages follow the words of cards: one bit for each of their costs.
        staged = list(dict.fromkeys(t.stage_cost))
        where = {cost: (words + place // 62, 1 << place % 62, cost, coins[cost]) for place, cost in enumerate(staged)}
        masks: list[list[int]] = [[0] * (words + 1 + len(staged) // 62) for _ in self.costs]
        for code, cost in enumerate(t.cost):
            if t.kind[code] >= 0:
                masks[cost][code >> WORD] |= 1 << (code & PLACE_MASK)
        for cost, (word, bit, _, _) in where.items():
            masks[cost][word] |= bit
        lists.stage_costs = [
            [*(where[cost] for cost in t.stage_cost[t.stage_from[side] : t.stage_from[side + 1]]), NO_STAGE]
            for side in range(len(t.stage_from) - 1)
        ]
        lists.bits = [t.bits[code & PLACE_MASK] for code in range(words << WORD)]
        lists.known = (
            *(t.own, t.own + t.pieces, t.with_both, t.with_both + t.pieces, Covers(t, masks)),
            *(list(t.cost), lists.bits),
            t.rights,
        )
        cuts = [thirds([c & PLACE_MASK for c in self.layout.first if c >> WORD == word]) for word in range(words)]
        lists.codes = [
            [split(partial(Codes, listed[word]), word, *cuts[word]) for word in range(words)] for listed in self.further
        ]
        lists.copies = [split(partial(Codes, []), word, *cuts[word]) for word in range(words)]
        lists.is_sorted = [list(pile) == sorted(pile) for pile in t.piles]
        lists.masks = [1 << code for code in range(words << WORD)]
        lists.kinds = [split(partial(Kinds, t), word, *cuts[word]) for word in range(words)]
        lists.steps = self.layout.steps
        for play, action in enumerate(t.play_build):
            building: list[int] = [action | code << CARD for code in range(words << WORD)] if action >= 0 else []
            at_once: list[int] = [option | coins[cost] for option, cost in zip(building, t.cost, strict=False)]
            nothing: list[list[int]] = [
                [n | code << CARD for code in range(words << WORD)] for n in t.play_nothing[play]
            ]
            getters: list[Nothing] = [
                (int(n), options.__getitem__, n in ridden)
                for n, options in zip(t.play_nothing[play], nothing, strict=True)
            ]
            lists.plays.append(
                (
                    *(hands_of(t, play), building, at_once, t.play_stage[play], getters, t.play_rights[play]),
                    WITH_RIDERS * (action in ridden) + AT_PLACES * (action >= 0 and bool(tables.places)),
                )
            )
        self.remembered_terms(masks)

    def remembered_demands(self) -> None:
        """Note what is remembered of each part, and what costs ask for of it."""
        t, lists = self.t, self.t.lists
        lists.sums = [Sums(t.guard[piece], t.top[piece], t.shift[piece]) for piece in range(t.pieces)]
        lists.demands = [(number << TOTAL | number, []) for number in t.cost_coins]
        for index in range(len(self.parts)):
            piece, size = t.piece_from[index], t.piece_from[index + 1] - t.piece_from[index]
            asked = [tuple(t.demand[cost * t.pieces + piece :][:size]) for cost in range(len(self.costs))]
            distinct = [demand for demand in dict.fromkeys(asked) if any(demand)]
            price = t.prices + t.price_class[index]
            own, left, right = (first + piece for first in (t.own, t.with_left, t.with_right))
            lists.stalls.append((missing_of(t, index, distinct), own, left, right, size, price))
            for (_, demands), demand in zip(lists.demands, asked, strict=True):
                if any(demand):
                    demands.append((index, distinct.index(demand)))

    def remembered_terms(self, masks: list[list[int]]) -> None:
        """Note by which cells it is remembered what a seat pays; `masks` are the cards and stages
        of each cost.
        """
        t, tables, lists, words = self.t, self.tables, self.t.lists, self.layout.words
        lists.nothing = [0] * len(masks[0])
        lists.without_units = lists.nothing
        for cost, of_cost in enumerate(masks):
            if not t.cost_units[cost]:
                lists.without_units = [one | other for one, other in zip(lists.without_units, of_cost, strict=True)]
        kinds: dict[tuple[int, int], list[int]] = {}
        for code, kind in enumerate(t.kind):
            if kind >= 0:
                kinds.setdefault((t.cost[code], t.colour[code]), []).append(code)
        for (cost, colour), codes in kinds.items():
            marked = lists.nothing[:]
            for code in codes:
                marked[code >> WORD] |= 1 << (code & PLACE_MASK)
            lists.costs.append((cost, colour, codes, marked))
        behind = [0] * words
        lists.costs_of_stages = [(cost, behind + masks[cost][words:]) for cost in dict.fromkeys(t.stage_cost)]
        printed = [as_printed(t, cost) for cost in range(len(self.costs))]
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


SIDES = {"left": 1, "right": 2, "": 3, "across-left": 4, "across-right": 8}
# Events as `effects.events` numbers them; those from the first moment on come for every seat.
EVENTS = (
    *("build", "stage", "chain", "use", "buy", "coins", "token", "discard", "lose-coins", "win", "lose"),
    *("start-of-turn", "end-of-turn", "start-of-age", "end-of-age", "end-of-game", "at-conflict"),
    *("instead-coins", "instead-token", "instead-lose-coins", "instead-win", "instead-lose"),
    *("draw", "play", "copy"),
)
PLAYED = ("build", "stage", "chain", "use", "buy", "discard", "play")
WHO = {
    "you": ITSELF,
    "left": ON_LEFT,
    "right": ON_RIGHT,
    "neighbour": ON_LEFT | ON_RIGHT,
    "another": ON_LEFT | ON_RIGHT | FURTHER,
    "anyone": ITSELF | ON_LEFT | ON_RIGHT | FURTHER,
}


def stands(effects: Effects) -> bool:
    """Tell whether anything of some effects stands, beside what happens."""
    return replace(effects, once=(), late=(), rank=0, texts=()) != NO_EFFECTS


MANDATORY = ("copy", "choose", "board", "turn", "pick", "seats")  # kinds of decision that cannot be declined
NO_STAGE = (0, 0, 0, 0)  # behind the last one: no bit of any word
PAYS = ("card", "stage", "nothing")


def pairs(ones: Row, others: Row, starts: Row, number: int) -> list[tuple[int, int]]:
    """Return two columns of one of the lists that lie behind each other."""
    listed = slice(starts[number], starts[number + 1])
    return list(zip(ones[listed], others[listed], strict=True))


def first_of(actions: list[int]) -> int:
    """Return the first of some actions, or -1."""
    return actions[0] if actions else -1


def derived(t: Core, tables: Tables, layout: Layout) -> tuple[Start, Asks]:
    """Fill the tables of a rule set; return how games begin, and who is asked what."""
    deriving = Deriving(t, tables, layout)
    deriving.run()
    assert TABLE_CELLS + tables.most_frames <= tables.table_cells
    return deriving.start, deriving.asks
