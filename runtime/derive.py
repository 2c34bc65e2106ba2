"""Derive masks and packed numbers from a module's tables, once, when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from stele.runtime.options import ACTION, CARD, STAGE, STAGE_MASK
from stele.runtime.pay import Part, Payer
from stele.runtime.row import LANE, LANE_MASK, ORDER, SIDE, STAGES, TALLY, USES, Row, mask_of, pushed, unpacked
from stele.runtime.ruleset import BLANK, Cost, Effects, Late, Rider, Tables, Trigger

BOTH = (0, 1)  # the left and the right neighbour


class Entry:
    """What changes in a seat's cells when an item enters play."""

    __slots__ = (
        "adds_cards",
        "can_go",
        "delta",
        "gives",
        "happens",
        "has_more",
        "is_plain",
        "late",
        "leads",
        "once",
        "opens",
        "own",
        "parts",
        "prices",
        "rank",
        "sale",
        "sells",
        "stands",
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
        self.gives = effects.gives
        self.late = [engine.lates.index(late) for late in effects.late]
        self.rank = effects.rank
        self.table = 1 if effects.leaves else -1 if effects.returns else 0
        # What counts as more cards at a shared place.
        self.adds_cards = bool(self.delta & engine.more_lanes)
        self.opens = bool(self.delta & engine.window_lanes)  # something may be done before choosing or after playing
        self.has_more = bool(self.table or self.leads or self.adds_cards or self.opens)
        self.sells = bool(self.sale or any(lead.sale for _, lead in self.leads))
        self.is_plain = not (self.own or self.prices or self.has_more)  # nothing but the tally changes
        self.stands = bool(self.delta) or not self.is_plain  # something has to be worked out again when it goes
        self.can_go = not (self.prices or self.has_more)  # all of it can be taken away again
        self.happens = bool(self.once or self.late)


class Derived:
    """Masks and packed numbers, worked out once from the tables of a module."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        items = [card.effects for card in tables.cards]
        items += [effects for card in tables.cards for _, effects in card.moments]
        items += [effects for side in tables.sides for effects in (side.start, *(s.effects for s in side.stages))]
        items += [option for effects in items for option in effects.choose]
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
        self.more_lanes = lanes_of([more.lane for more in tables.more_cards])
        self.window_lanes = lanes_of([window.lane for window in tables.windows])
        self.derive_cards()
        self.derive_boards()
        self.everyone = Entry(tables.everyone, self)
        self.riders = [Entry(rider.effects, self) for rider in tables.riders]
        self.templates: dict[int, Row] = {}
        self.piles: dict[int, list[int]] = {}
        # Whether a side fits a number of seats, or another side beside it.
        self.sitting: dict[tuple[int, int, int], bool] = {}
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
        self.supplied = {token for supply in tables.supplies for token in supply.tokens}
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
        """Yield every cost that may have to be paid: printed ones, those of riders, and both
        together.
        """
        tables = self.tables
        of_cards = [card.cost for card in tables.cards]
        of_stages = [stage.cost for side in tables.sides for stage in side.stages]
        yield from of_cards
        yield from of_stages
        joined = {"card": of_cards, "stage": of_stages, "nothing": []}
        for rider in tables.riders:
            for price in self.prices_of(rider):
                yield price
                if price.goods:  # coins alone come on top of every way to pay
                    yield from (together(cost, price) for cost in joined[tables.actions[rider.action].pays])

    def prices_of(self, rider: Rider) -> list[Cost]:
        """Return what a rider may cost: its own cost, or those of the cards on which its supply may
        lie.
        """
        if rider.cost is not None:
            return [rider.cost]
        decks = self.tables.supplies[rider.takes].decks
        return list(dict.fromkeys(card.cost for card in self.tables.cards if card.deck in decks))

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
        self.order_lanes = lanes_of([permit.lane for permit in tables.permits if permit.kind == "order"])
        limited = [(permit.per, permit.lane) for permit in tables.permits]
        limited += [(window.per, window.lane) for window in tables.windows]
        limited += [(ware.per, ware.lane) for ware in tables.wares]
        limited += [(rebate.per, rebate.lane) for rebate in tables.rebates]
        for window in tables.windows:
            limited.append((window.per, window.lane))
            limited += [("turn", window.lane + LANE)] if window.unused else []
        self.unused_lanes = lanes_of([window.lane for window in tables.windows if window.unused])
        # Boards with a stage that takes unused units.
        self.unused_sides = {
            number
            for number, stages in enumerate(self.stages)
            if any(entry.delta & self.unused_lanes for entry in stages)
        }
        for trigger in tables.triggers:
            limited.append((trigger.per, trigger.lane))
            limited += [(trigger.per, trigger.lane + LANE)] if trigger.per_neighbour else []
        self.turn_lanes = lanes_of([lane for per, lane in limited if per == "turn"])
        self.but_turn_lanes = ~self.turn_lanes
        self.game_lanes = lanes_of([lane for per, lane in limited if per == "game"])
        self.age_lanes = lanes_of([lane for per, lane in limited if per in ("age", "turn")])
        self.triggers: dict[str, list[tuple[Trigger, int]]] = {}
        for trigger in tables.triggers:
            cards = sum(self.of_colour[colour] for colour in trigger.colours) if trigger.colours else -1
            self.triggers.setdefault(trigger.event, []).append((trigger, cards))
        self.on_play = lanes_of(
            [t.lane for t in tables.triggers if t.event in ("build", "stage", "chain", "buy", "use")]
        )
        self.strength_lanes = lanes_of([strong.lane for strong in tables.strengths])
        self.on_coins = self.triggers.get("coins", [])
        self.coin_lanes = lanes_of([trigger.lane for trigger, _ in self.on_coins])
        self.on_tokens = self.triggers.get("token", [])
        self.marks = lanes_of([ware.lane for ware in tables.wares] + [rebate.lane for rebate in tables.rebates])
        self.has_more = bool(self.on_play or self.marks or tables.riders or tables.far_offers)

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
        """Return, for each distance, the copies used with so many players that have a twin so many
        places before them.
        """
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
        self.colour = [cards[index].colour for index in self.card_of]
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
        self.producers = sum(mask for mask, entry in zip(copies, self.entries, strict=True) if entry.own)
        self.entry = [self.entries[index] for index in self.card_of]
        lanes = [1 << self.tables.colours[card.colour][1] if card.colour >= 0 else 0 for card in cards]
        self.colour_delta = [lanes[index] for index in self.card_of]
        self.of_age: dict[int, int] = {}
        for index, card in enumerate(cards):
            age = self.tables.decks[card.deck].age
            self.of_age[age] = self.of_age.get(age, 0) | copies[index]
        self.of_colour = [0] * len(self.tables.colours)
        for index, card in enumerate(cards):
            if card.colour >= 0:
                self.of_colour[card.colour] |= copies[index]

    def derive_boards(self) -> None:
        """Work out what boards and stages change."""
        number = {cost: index for index, cost in enumerate(self.costs)}
        # The last side is a blank one that is never dealt: it lets a table be set up without
        # boards.
        sides = self.sides = [*self.tables.sides, BLANK]
        self.starts = [Entry(side.start, self) for side in sides]
        boards = dict.fromkeys(side.board for side in self.tables.sides)
        self.faces = [[i for i, side in enumerate(sides) if side.board == board] for board in boards]
        self.stages = [[Entry(stage.effects, self) for stage in side.stages] for side in sides]
        for start, face, stages in zip(self.starts, sides, self.stages, strict=True):
            if any(stage.opens for stage in stages) or any(stage.effects.reveals for stage in face.stages):
                start.opens = start.has_more = True
                start.is_plain = False
        self.stage_costs = [[number[stage.cost] for stage in side.stages] for side in sides]
        # What can be copied: every card by its bit, then every stage.
        self.stage_codes: dict[tuple[int, int], int] = {}
        self.copied_effects = [self.tables.cards[index].effects for index in self.card_of]
        for side, face in enumerate(sides):
            for stage, built in enumerate(face.stages):
                self.stage_codes[side, stage] = len(self.copied_effects)
                self.copied_effects.append(built.effects)
        # Then what is no copy but held in the same way: what is chosen on a stage, and what cards
        # give at moments.
        self.first_own = len(self.copied_effects)
        self.own_names: list[tuple[str, str]] = []  # for programs and rulings, and for people
        self.option_codes: dict[tuple[str, str, int], list[int]] = {}
        for face in sides:
            for stage, built in enumerate(face.stages):
                codes = self.option_codes[face.board, face.side, stage] = []
                for place, option in enumerate(built.effects.choose, 1):
                    codes.append(self.first_own + len(self.own_names))
                    words = f"{face.board}-stage-{stage + 1}-option-{place}", f"{face.name}, stage {stage + 1}"
                    self.own_names.append(words)
                    self.copied_effects.append(option)
        self.moment_codes: dict[tuple[int, str], int] = {}
        for index, card in enumerate(self.tables.cards):
            for moment, effects in card.moments:
                self.moment_codes[index, moment] = self.first_own + len(self.own_names)
                self.own_names.append((card.id, card.name))
                self.copied_effects.append(effects)
        # Last what may be given up: some tokens of several kinds, in every way.
        self.bundles: list[tuple[int, ...]] = []
        self.first_bundle = len(self.copied_effects)
        for demand in (d for card in self.tables.cards for _, asked in card.demands for d in asked if d.tokens):
            for bundle in combinations_with_replacement(demand.tokens, demand.number):
                if bundle not in self.bundles:
                    self.bundles.append(bundle)
        self.copied_entries: dict[int, Entry] = {}
        # By board, the stages that are built, and whether there is a choice: which may be built
        # now, and what they cost.
        self.stages_left: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        self.in_order = [0]  # by number of stages, all built in their order
        for stage in range(max(len(side.stages) for side in sides)):
            self.in_order.append(pushed(self.in_order[-1], stage))
        self.has_gifts = any(entry.gives for entries in self.stages for entry in entries)

    def copied_entry(self, code: int) -> Entry:
        """Return what changes when something is copied: nobody can buy what a copy produces."""
        entry = self.copied_entries.get(code)
        if entry is None:
            effects = self.copied_effects[code]
            if code < self.first_own:
                effects = replace(effects, made=tuple(replace(made, for_sale=False) for made in effects.made))
            entry = self.copied_entries[code] = Entry(effects, self)
        return entry

    def code_name(self, code: int) -> str:
        """Return what a copied thing is called: the id of a card, or a board with the number of its
        stage.

        What is chosen on a stage has the number of the option, and tokens that are given up are
        named one by one.
        """
        if code < len(self.card_of):
            return self.tables.cards[self.card_of[code]].id
        if code >= self.first_bundle:
            return "-and-".join(self.tables.tokens[token].id for token in self.bundles[code - self.first_bundle])
        if code >= self.first_own:
            return self.own_names[code - self.first_own][0]
        side, stage = next(place for place, known in self.stage_codes.items() if known == code)
        return f"{self.sides[side].board}-stage-{stage + 1}"

    def code_title(self, code: int) -> str:
        """Return what a copied thing is called for a person."""
        if code < len(self.card_of):
            return self.tables.cards[self.card_of[code]].name
        if code >= self.first_own:
            return self.own_names[code - self.first_own][1]
        side, stage = next(place for place, known in self.stage_codes.items() if known == code)
        return f"{self.sides[side].name}, stage {stage + 1}"

    def offers_of(self, play: int) -> tuple[int, list[int], list[int], int, list[Callable[[int], int]], bool]:
        """Return, for each card, the options of a play step that need no thought: built, built at
        its coins, for nothing.
        """
        zone, build, stage, nothing, builds = self.choices[play]
        building = [build | this for this in self.this] if build >= 0 else []
        at_once = [built | way for built, way in zip(building, self.plain_way, strict=False)]
        for_nothing: list[Callable[[int], int]] = []
        for number in nothing:
            for_nothing.append([number | this for this in self.this].__getitem__)
        return zone, building, at_once, stage, for_nothing, builds

    def choices_of(self, play: int) -> tuple[int, int, int, list[int], bool]:
        """Return the zone of a play step and its options to pay for the card (-1 for none), to
        build a stage (-1 for none) and to pay nothing; and whether paying for the card counts as
        building it.
        """
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

    # --- stages -----------------------------------------------------------------------------------

    def built(self, row: Row, seat: int) -> Sequence[int]:
        """Return the stages that a seat has built, as they were built."""
        return unpacked(row[seat + ORDER]) if self.order_lanes else range(row[seat + STAGES])

    def open_stages(self, row: Row, seat: int) -> list[tuple[int, int]]:
        """Return the stages that a seat may build now: what an option says of each, and the number
        of its cost.
        """
        has_choice = row[seat + TALLY] & self.order_lanes > 0
        key = row[seat + SIDE], row[seat + (ORDER if self.order_lanes else STAGES)], has_choice
        known = self.stages_left.get(key)
        if known is None:
            built = self.built(row, seat)
            costs = self.stage_costs[row[seat + SIDE]]
            known = [(stage + 1 << STAGE, cost) for stage, cost in enumerate(costs) if stage not in built]
            if not has_choice:
                known = [(0, cost) for _, cost in known[:1]]
            self.stages_left[key] = known
        return known

    def stage_meant(self, row: Row, seat: int, option: int) -> int:
        """Return the stage that an option builds: the one it names, or the first that is not
        built.
        """
        chosen = option >> STAGE & STAGE_MASK
        built = self.built(row, seat)
        return chosen - 1 if chosen else next(stage for stage in range(len(built) + 1) if stage not in built)

    def add_stage(self, row: Row, seat: int, stage: int) -> None:
        """Count a stage as built; its effects come on top of that."""
        row[seat + STAGES] += 1
        row[seat + TALLY] += self.stage_delta
        if self.order_lanes:
            row[seat + ORDER] = pushed(row[seat + ORDER], stage)

    # --- cards ------------------------------------------------------------------------------------

    def permitted(self, row: Row, seat: int) -> int:
        """Return the mask of cards that a seat may build for nothing now."""
        held, uses = row[seat + TALLY], row[seat + USES]
        cards = 0
        for lane, fitting in self.build_permits:
            if held >> lane & LANE_MASK > uses >> lane & LANE_MASK:
                cards |= fitting
        return cards

    def held_cards(self, row: Row, seat: int, own_only: bool) -> int:
        """Return the cards that a seat has in play.

        `own_only` without those that neighbours have laid.
        """
        return row[seat + self.main]

    def is_leading(self, row: Row, seat: int, side: int) -> bool:
        """Tell whether a seat has the majority at a place shared with its left (0) or right (1)
        neighbour.
        """
        return False

    def coloured(self, cards: int, colours: tuple[int, ...]) -> int:
        """Return those of some cards that have one of these colours; none means any."""
        return cards & sum(self.of_colour[colour] for colour in colours) if colours else cards

    def one_of_each(self, cards: int) -> list[int]:
        """Return one copy of each card in a mask, the lowest first."""
        for distance, further in self.further[-1]:
            cards ^= cards & cards << distance & further
        found = []
        while cards:  # from the highest bit down: Python is slow with the lowest
            card = cards.bit_length() - 1
            cards ^= self.bit[card]
            found.append(card)
        found.reverse()
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
