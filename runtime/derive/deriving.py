"""What is noted while the tables of a rule set are derived: entries by number, cards as masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from stele.runtime.declared import Among, Effects
from stele.runtime.derive.goods import Part
from stele.runtime.derive.layout import Layout
from stele.runtime.derive.places import BOTH
from stele.runtime.derive.prices import most_more
from stele.runtime.ruleset import Cost, Tables
from stele.runtime.state.cells import (
    COSTS,
    HAS_RIGHT,
    HAS_WINDOW,
    IS_SPECIAL,
    MAY_REACT,
    PAYS_OTHERWISE,
    PLACE_MASK,
    STANDS_AWHILE,
    WORD,
)
from stele.runtime.state.tables import Core
from stele.runtime.turn.games import Asks, Start


class Deriving:
    """The tables of one rule set, and what is noted on the way."""

    def __init__(self, t: Core, tables: Tables, layout: Layout) -> None:
        self.t, self.tables, self.layout = t, tables, layout
        self.start = Start()
        stages = [stage.cost for side in tables.sides for stage in side.stages]
        riders = [rider.cost for rider in tables.riders if rider.cost is not None]
        self.costs = with_others([*(card.cost for card in tables.cards), *stages, *riders])
        unused = [dict(window.unused) for window in tables.windows]
        more = [max([units.get(good, 0) for units in unused] + [0]) for good in range(len(tables.resources))]
        any_more = max([units.get(-1, 0) for units in unused] + [0])
        for goods in tables.parts:
            more[goods[0]] += any_more
        t.most_more = most_more(tables)
        self.parts = [Part(goods, self.costs, bool(tables.riders), more, t.most_more) for goods in tables.parts]
        self.pieces = [(part, number) for part in self.parts for number in range(len(part.pieces))]
        self.entries: list[Effects] = []
        self.copied: dict[int, int] = {}
        self.entry_cards: list[int] = []  # the definition of which it is the entry, or -1
        self.entry_buyers: list[int] = []  # the neighbours that may buy what it produces
        self.entry_shared: list[bool] = []  # whether neighbours have it in common
        self.asks = Asks([], [])
        # What is noted on the way.
        self.copies: list[list[int]] = []  # by card: the codes of its copies
        self.of_colour: list[list[int]] = []  # by colour and word
        self.further: list[list[list[tuple[int, int]]]] = []  # by number of players and word
        self.code_entries: list[int] = []
        self.moment_codes: dict[tuple[int, str], int] = {}
        self.side_concerns: dict[int, int] = {}  # by entry
        self.stage_entries: set[int] = set()
        self.action_entries: list[int] = []
        self.rider_entries: list[int] = []
        self.while_entries: dict[int, int] = {}  # by lane
        self.sources: list[list[tuple[int, int, int]]] = []  # by entry: pieces, units, to whom they are sold

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

    def entry_of(self, effects: Effects, card: int = -1, sells_to: int = BOTH, is_shared: bool = False) -> int:
        """Return the number of what changes when something enters play; what is shared with a
        neighbour opens nothing in the city.
        """
        self.entries.append(effects)
        self.entry_cards.append(card)
        self.entry_buyers.append(sells_to)
        self.entry_shared.append(is_shared)
        return len(self.entries) - 1

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
            STANDS_AWHILE: {
                *(one.lane for one in tables.whiles),
                *(ban.lane for ban in tables.bans),
                *(use.lane for use in tables.uses),
            },
            COSTS: {change.lane for change in tables.changes},
            MAY_REACT: {trigger.lane for trigger in tables.triggers},
            IS_SPECIAL: {offer.lane for offer in tables.far_offers} | {one.lane for one in special},
            HAS_WINDOW: {window.lane for window in tables.windows},
            HAS_RIGHT: builds if len({lane >> WORD for lane in builds}) > 1 else set(),
        }

    def points_of(self, points: object) -> int:
        """Return the number of a function that works out points."""
        return [function is points for function in self.layout.points].index(True)


def with_others(costs: Sequence[Cost]) -> list[Cost]:
    """Return each cost once, what may be paid instead of one right behind it."""
    found: list[Cost] = []
    for cost in dict.fromkeys(costs):
        found += [cost, *(Cost(cost.coins, goods) for goods in cost.others)]
    return found
