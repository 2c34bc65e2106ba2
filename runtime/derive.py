"""Derive masks and packed numbers from a module's tables, once, when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from stele.runtime.options import ACTION, CARD
from stele.runtime.pay import Part, Payer
from stele.runtime.row import LANE, LANE_MASK, TALLY, USES, Row, mask_of
from stele.runtime.ruleset import BLANK, Cost, Effects, Late, Tables, Trigger

BOTH = (0, 1)  # the left and the right neighbour


class Entry:
    """What changes in a seat's cells when an item enters play."""

    __slots__ = (
        "delta",
        "happens",
        "is_plain",
        "late",
        "leads",
        "once",
        "own",
        "parts",
        "prices",
        "rank",
        "sale",
        "table",
    )

    def __init__(self, effects: Effects, engine: Derived, sells_to: tuple[int, ...] = BOTH) -> None:
        tables = engine.tables
        sale_cells = {(tables.sale_left_cell, tables.sale_cell)[side] or tables.sale_cell for side in sells_to}
        self.delta = sum(number << lane for lane, number in effects.counts)
        self.own: list[tuple[int, int, Part]] = []
        self.sale: list[tuple[int, int, Part]] = []
        for made in effects.made:
            for index, part in enumerate(engine.parts):
                if set(made.goods) & set(part.goods):
                    source = part.source(made)
                    self.own.append((tables.own_cell + index, source, part))
                    if made.for_sale:
                        self.sale += [(cell + index, source, part) for cell in sorted(sale_cells)]
        self.leads: list[tuple[int, Entry]] = [(side, Entry(lead, engine)) for side, lead in effects.leads]
        self.parts: list[int] = sorted(
            {cell - tables.own_cell for cell, _, _ in self.own}
            | {index for _, lead in self.leads for index in lead.parts}
        )
        self.prices: list[tuple[int, int]] = []
        for offer in effects.offers:
            for number, goods in enumerate(tables.price_classes):
                if set(goods) <= set(offer.goods):
                    cell = tables.price_cell + 2 * number
                    self.prices += [(cell, offer.price)] if offer.from_left else []
                    self.prices += [(cell + 1, offer.price)] if offer.from_right else []
        self.once = effects.once
        self.late = [engine.lates.index(late) for late in effects.late]
        self.rank = effects.rank
        self.table = 1 if effects.leaves else -1 if effects.returns else 0
        self.is_plain = not (self.own or self.prices or self.table or self.leads)  # nothing but the tally changes
        self.happens = bool(self.once or self.late)


class Derived:
    """Masks and packed numbers, worked out once from the tables of a module."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        items = [card.effects for card in tables.cards]
        items += [effects for side in tables.sides for effects in (side.start, *(s.effects for s in side.stages))]
        items += [tables.everyone, *(rider.effects for rider in tables.riders)]
        bonuses = [bonus for place in tables.places for side in place.sides for bonus in side.bonuses]
        items += [effects for bonus in bonuses for effects in (bonus.left, bonus.right)]
        self.lates: list[Late] = [late for effects in items for late in effects.late]
        self.costs: tuple[Cost, ...] = tuple(dict.fromkeys(self.all_costs()))
        self.number_copies()
        # Every card has a bit, and after the cards every cost has one, for what is not on a card.
        of_cost = [0] * len(self.costs)
        for card, index in enumerate(self.card_of):
            of_cost[self.costs.index(tables.cards[index].cost)] |= 1 << card
        self.cost_bits = [1 << (len(self.card_of) + number) for number in range(len(self.costs))]
        spread = [cards | bit for cards, bit in zip(of_cost, self.cost_bits, strict=True)]
        self.payer = Payer(tables, self.costs, spread)
        self.parts = self.payer.parts
        self.derive_cards()
        self.derive_boards()
        self.everyone = Entry(tables.everyone, self)
        self.riders = [Entry(rider.effects, self) for rider in tables.riders]
        self.templates: dict[int, Row] = {}
        self.piles: dict[int, list[int]] = {}
        self.seats = [
            [tables.table_cells + number * tables.seat_cells for number in range(players)]
            for players in range(tables.most + 1)
        ]
        targets = [tables.zones[action.to] for action in tables.actions]
        self.targets = [(zone.cell, zone.of_seat, zone.is_sequence) for zone in targets]
        self.action_once = [action.once for action in tables.actions]
        self.action_coins = [action.coins for action in tables.actions]
        self.stage_delta = 1 << tables.stage_lane
        self.under = next(
            (target for action, target in zip(tables.actions, self.targets, strict=True) if action.pays == "stage"),
            (0, True, True),
        )[0]
        self.choices = [self.choices_of(number) for number in range(len(tables.plays))]
        self.offers = [self.offers_of(number) for number in range(len(tables.plays))]
        self.token_points = [(token.cell, token.points) for token in tables.tokens if token.points]
        scores = [(line.name, scoring) for line in tables.lines for scoring in line.scores]
        self.line_scores = [scoring for _, scoring in scores if not scoring.reads_symbols]
        self.line_symbol_scores = [(name, scoring) for name, scoring in scores if scoring.reads_symbols]
        self.main = tables.zones[tables.main_zone].cell
        self.derive_held()
        guest = tables.guest
        # The cell of the zone in which a guest plays; 0 if there is none.
        self.guest_zone = 0 if guest is None else tables.zones[tables.plays[guest.play].zone].cell

    def all_costs(self) -> Iterator[Cost]:
        """Yield every cost that may have to be paid: printed ones, those of riders, and both together."""
        tables = self.tables
        of_cards = [card.cost for card in tables.cards]
        of_stages = [stage.cost for side in tables.sides for stage in side.stages]
        yield from of_cards
        yield from of_stages
        joined = {"card": of_cards, "stage": of_stages, "nothing": []}
        for rider in tables.riders:
            yield rider.cost
            yield from (together(cost, rider.cost) for cost in joined[tables.actions[rider.action].pays])

    def derive_held(self) -> None:
        """Work out which lanes of the tally stand for what is held."""
        tables = self.tables
        permits = [
            (permit.lane, sum(self.of_colour[colour] for colour in permit.colours) if permit.colours else -1)
            for permit in tables.permits
            if permit.kind == "build"
        ]
        # The narrowest first: a permit for any card is of more use later than one for a few.
        self.build_permits = sorted(permits, key=lambda permit: (permit[1] < 0, permit[1].bit_count()))
        self.chain_permits = [permit for permit in tables.permits if permit.kind == "chain"]
        self.chain_lanes = lanes_of([permit.lane for permit in self.chain_permits])
        self.build_lanes = lanes_of([lane for lane, _ in permits]) | self.chain_lanes
        self.last_lanes = lanes_of([permit.lane for permit in tables.permits if permit.kind == "last"])
        self.last_of_lanes = [
            lanes_of([permit.lane for permit in tables.permits if permit.kind == kind])
            for kind in ("last-left", "last-right")
        ]
        limited = [(permit.per, permit.lane) for permit in tables.permits]
        limited += [(ware.per, ware.lane) for ware in tables.wares]
        limited += [(rebate.per, rebate.lane) for rebate in tables.rebates]
        for trigger in tables.triggers:
            limited.append((trigger.per, trigger.lane))
            limited += [(trigger.per, trigger.lane + LANE)] if trigger.per_neighbour else []
        self.turn_lanes = lanes_of([lane for per, lane in limited if per == "turn"])
        self.game_lanes = lanes_of([lane for per, lane in limited if per == "game"])
        self.age_lanes = lanes_of([lane for per, lane in limited if per in ("age", "turn")])
        self.triggers: dict[str, list[tuple[Trigger, int]]] = {}
        for trigger in tables.triggers:
            cards = sum(self.of_colour[colour] for colour in trigger.colours) if trigger.colours else -1
            self.triggers.setdefault(trigger.event, []).append((trigger, cards))
        self.on_play = lanes_of([t.lane for t in tables.triggers if t.event in ("build", "stage", "chain", "buy")])
        self.on_coins = self.triggers.get("coins", [])
        self.on_tokens = self.triggers.get("token", [])
        self.marks = lanes_of([ware.lane for ware in tables.wares] + [rebate.lane for rebate in tables.rebates])
        self.has_more = bool(self.on_play or self.marks or tables.riders)

    def number_copies(self) -> None:
        """Give every copy a bit; copies of one card stand side by side."""
        self.first: list[int] = []
        self.card_of: list[int] = []
        for index, card in enumerate(self.tables.cards):
            self.first.append(len(self.card_of))
            self.card_of += [index] * max(1, len(card.players))
        self.copies = [
            mask_of(list(range(start, start + max(1, len(card.players)))))
            for start, card in zip(self.first, self.tables.cards, strict=True)
        ]
        self.home = [
            sum(mask for mask, card in zip(self.copies, self.tables.cards, strict=True) if card.deck == deck)
            for deck in range(len(self.tables.decks))
        ]
        self.further = [self.further_copies(players) for players in range(self.tables.most + 1)]

    def further_copies(self, players: int) -> list[tuple[int, int]]:
        """Return, for each distance, the copies used with so many players that have a twin so many places before them."""
        found: dict[int, int] = {}
        for start, card in zip(self.first, self.tables.cards, strict=True):
            used = [start + i for i, printed in enumerate(card.players or (0,)) if printed <= players]
            for one in used:
                for other in used:
                    if other > one:
                        found[other - one] = found.get(other - one, 0) | 1 << other
        return sorted(found.items())

    def derive_cards(self) -> None:
        """Work out masks and numbers for every copy."""
        cards, copies = self.tables.cards, self.copies
        by_id = {card.id: index for index, card in enumerate(cards)}
        twins: dict[str, int] = {}
        opened: list[int] = [0] * len(cards)
        for index, card in enumerate(cards):
            twins[card.identity or card.id] = twins.get(card.identity or card.id, 0) | copies[index]
            for source in card.chain:
                if source in by_id:
                    opened[by_id[source]] |= copies[index]
        number = {cost: index for index, cost in enumerate(self.costs)}
        self.others = [~copies[index] for index in self.card_of]
        # A zone that takes twins blocks nothing.
        is_unique = self.tables.zones[self.tables.main_zone].is_unique
        self.twins = [twins[cards[index].identity or cards[index].id] * is_unique for index in self.card_of]
        self.opened = [opened[index] for index in self.card_of]
        self.cost = [number[cards[index].cost] for index in self.card_of]
        self.bit = [1 << card for card in range(len(self.card_of))]
        self.this = [card << CARD for card in range(len(self.card_of))]
        self.plain_way = [self.payer.plain[number] for number in self.cost]
        self.with_a_cost = mask_of([card for card, index in enumerate(self.card_of) if cards[index].cost != Cost()])
        self.entries = [Entry(card.effects, self) for card in cards]
        self.entry = [self.entries[index] for index in self.card_of]
        self.colour_lane = [self.tables.colours[card.colour][1] for card in cards]
        self.colour_delta = [1 << self.colour_lane[index] for index in self.card_of]
        self.of_age: dict[int, int] = {}
        for index, card in enumerate(cards):
            age = self.tables.decks[card.deck].age
            self.of_age[age] = self.of_age.get(age, 0) | copies[index]
        self.of_colour = [0] * len(self.tables.colours)
        for index, card in enumerate(cards):
            self.of_colour[card.colour] |= copies[index]

    def derive_boards(self) -> None:
        """Work out what boards and stages change."""
        number = {cost: index for index, cost in enumerate(self.costs)}
        # The last side is a blank one that is never dealt: it lets a table be set up without boards.
        sides = self.sides = [*self.tables.sides, BLANK]
        self.starts = [Entry(side.start, self) for side in sides]
        boards = dict.fromkeys(side.board for side in self.tables.sides)
        self.faces = [[i for i, side in enumerate(sides) if side.board == board] for board in boards]
        self.stages = [[Entry(stage.effects, self) for stage in side.stages] for side in sides]
        self.stage_costs = [[number[stage.cost] for stage in side.stages] for side in sides]
        # What can be copied: every card by its bit, then every stage.
        self.stage_codes: dict[tuple[int, int], int] = {}
        self.copied_effects = [self.tables.cards[index].effects for index in self.card_of]
        for side, face in enumerate(sides):
            for stage, built in enumerate(face.stages):
                self.stage_codes[side, stage] = len(self.copied_effects)
                self.copied_effects.append(built.effects)
        self.copied_entries: dict[int, Entry] = {}

    def copied_entry(self, code: int) -> Entry:
        """Return what changes when something is copied: nobody can buy what a copy produces."""
        entry = self.copied_entries.get(code)
        if entry is None:
            effects = self.copied_effects[code]
            made = tuple(replace(made, for_sale=False) for made in effects.made)
            entry = self.copied_entries[code] = Entry(replace(effects, made=made), self)
        return entry

    def code_name(self, code: int) -> str:
        """Return what a copied thing is called: the id of a card, or a board with the number of its stage."""
        if code < len(self.card_of):
            return self.tables.cards[self.card_of[code]].id
        side, stage = next(place for place, known in self.stage_codes.items() if known == code)
        return f"{self.sides[side].board}-stage-{stage + 1}"

    def code_title(self, code: int) -> str:
        """Return what a copied thing is called for a person."""
        if code < len(self.card_of):
            return self.tables.cards[self.card_of[code]].name
        side, stage = next(place for place, known in self.stage_codes.items() if known == code)
        return f"{self.sides[side].name}, stage {stage + 1}"

    def offers_of(self, play: int) -> tuple[int, list[int], list[int], int, list[Callable[[int], int]], bool]:
        """Return, for each card, the options of a play step that need no thought: built, built at its coins, for nothing."""
        zone, build, stage, nothing, builds = self.choices[play]
        building = [build | this for this in self.this] if build >= 0 else []
        at_once = [built | way for built, way in zip(building, self.plain_way, strict=False)]
        for_nothing: list[Callable[[int], int]] = []
        for number in nothing:
            for_nothing.append([number | this for this in self.this].__getitem__)
        return zone, building, at_once, stage, for_nothing, builds

    def choices_of(self, play: int) -> tuple[int, int, int, list[int], bool]:
        """Return the zone of a play step and its options to pay for the card (-1 for none), to build a stage (-1 for none)
        and to pay nothing; and whether paying for the card counts as building it."""
        step, actions = self.tables.plays[play], self.tables.actions
        card = next((number for number in step.actions if actions[number].pays == "card"), -1)
        stage = next((number for number in step.actions if actions[number].pays == "stage"), -1)
        nothing = [number << ACTION for number in step.actions if actions[number].pays == "nothing"]
        builds = card >= 0 and actions[card].builds
        return (
            self.tables.zones[step.zone].cell,
            card << ACTION if card >= 0 else -1,
            stage << ACTION if stage >= 0 else -1,
            nothing,
            builds,
        )

    # --- cards ------------------------------------------------------------------------------------------------------

    def permitted(self, row: Row, seat: int) -> int:
        """Return the mask of cards that a seat may build for nothing now."""
        held, uses = row[seat + TALLY], row[seat + USES]
        cards = 0
        for lane, fitting in self.build_permits:
            if held >> lane & LANE_MASK > uses >> lane & LANE_MASK:
                cards |= fitting
        return cards

    def held_cards(self, row: Row, seat: int, own_only: bool) -> int:
        """Return the cards that a seat has in play; `own_only` without those that neighbours have laid."""
        return row[seat + self.main]

    def is_leading(self, row: Row, seat: int, side: int) -> bool:
        """Tell whether a seat has the majority at a place shared with its left (0) or right (1) neighbour."""
        return False

    def coloured(self, cards: int, colours: tuple[int, ...]) -> int:
        """Return those of some cards that have one of these colours; none means any."""
        return cards & sum(self.of_colour[colour] for colour in colours) if colours else cards

    def one_of_each(self, cards: int) -> list[int]:
        """Return one copy of each card in a mask."""
        found = []
        while cards:
            card = (cards & -cards).bit_length() - 1
            cards &= self.others[card]
            found.append(card)
        return found


def together(cost: Cost, more: Cost) -> Cost:
    """Return two costs as one."""
    units = dict(cost.goods)
    for good, number in more.goods:
        units[good] = units.get(good, 0) + number
    return Cost(cost.coins + more.coins, tuple(sorted(units.items())))


def lanes_of(lanes: list[int]) -> int:
    """Return the mask of some lanes of a tally."""
    mask = 0
    for lane in lanes:
        mask |= LANE_MASK << lane
    return mask
