"""What a seat pays when more than printed costs and neighbours' prices count.

Costs may be changed by what is in play, units may come from the bank or be made depending on what else is made, the first
unit bought may be cheaper, something may react to purchases, and a rider may join its cost to that of an action. Then all
ways to leave out, make or buy single units are tried, and what remains is paid in closed form; a seat for which purchases
are watched may also buy what it could make, so for it who sells what is tried too.
"""

from __future__ import annotations

from collections.abc import Callable

from stele.runtime.derive import lanes_of
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    ACTIONS,
    BY_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    FROM_BANK,
    FROM_BANK_MASK,
    MANNER,
    RIDER,
)
from stele.runtime.pay import NOTHING_BOUGHT, PAY_MASK, TO_LEFT, TO_RIGHT, TOTAL, Demand, Split, payment, undominated
from stele.runtime.row import (
    AGE,
    BLOCKED,
    CHAINED,
    COVERED,
    LANE_MASK,
    LEFT,
    PARTNER,
    RIGHT,
    SIDE,
    STAGES,
    TALLY,
    USES,
    Row,
    bits,
)
from stele.runtime.ruleset import Change, Cost, Rider
from stele.runtime.supplies import Supplies

Units = tuple[int, ...]
State = tuple[Units, int, int]  # what is still asked for, coins to the bank, units from the bank


class Terms:
    """Tells what the seats of a game pay, with everything that changes it."""

    def __init__(self, engine: Supplies, plain: Callable[[Row, int, int, int, int], list[int]]) -> None:
        tables = self.tables = engine.tables
        self.engine = engine
        self.plain = plain  # the options of a seat that pays what is printed
        self.resources = range(len(tables.resources))
        held = [ware.lane for ware in tables.wares]
        held += [rebate.lane for rebate in tables.rebates]
        held += [that.lane for that in tables.made_that]
        own = [change.lane for change in tables.changes if not change.for_neighbours]
        self.buy_lanes = lanes_of([trigger.lane for trigger in tables.triggers if trigger.event == "buy"])
        self.change_lanes, self.unit_lanes = lanes_of(own), lanes_of(held) | self.buy_lanes
        # Who is paid matters to a guest's guide, and to a seat that may not buy from its partner.
        self.sides_matter = bool(tables.guests or tables.partners)
        self.own_lanes = self.change_lanes | self.unit_lanes
        self.all_cards = (1 << len(engine.card_of)) - 1
        self.everything = (1 << len(engine.card_of) + len(engine.costs)) - 1
        self.all_costs = self.everything ^ self.all_cards
        without_goods = [number for number, cost in enumerate(engine.costs) if not cost.goods]
        self.without_goods = 0
        for number in without_goods:
            self.without_goods |= engine.payer.spread[number]
        self.printed: dict[tuple[int, int, int], int] = {}
        self.near_lanes = lanes_of([change.lane for change in tables.changes if change.for_neighbours])
        self.matter = bool(self.own_lanes or self.near_lanes or tables.riders or tables.partners)
        self.units = [tuple(dict(cost.goods).get(good, 0) for good in self.resources) for cost in engine.costs]
        self.demands: list[dict[Units, Demand]] = [{} for _ in engine.parts]
        self.made: dict[tuple[int, int, int], frozenset[int]] = {}
        self.riders = [
            [(number + 1, rider) for number, rider in enumerate(tables.riders) if rider.action == action]
            for action in range(len(tables.actions))
        ]
        self.rides = [any(self.riders[action] for action in play.actions) for play in tables.plays]

    def apply_to(self, row: Row, seat: int) -> bool:
        """Tell whether anything changes what a seat pays."""
        if row[seat + TALLY] & self.own_lanes:
            return True
        near = self.near_lanes
        return bool(near and (row[row[seat + LEFT] + TALLY] | row[row[seat + RIGHT] + TALLY]) & near)

    # --- options ----------------------------------------------------------------------------------------------------

    def options(self, row: Row, seat: int, play: int, coins: int) -> list[int]:
        """Return everything a seat may do with the cards of a zone, spending at most so many coins."""
        engine = self.engine
        zone, build = engine.choices[play][:2]
        rides = self.rides[play]
        if not self.apply_to(row, seat):
            options = self.plain(row, seat, play, coins, -1)
            cards: list[int] = []
        else:
            as_printed = self.as_printed(row, seat, play)
            options = self.plain(row, seat, play, coins, as_printed)
            cards = engine.one_of_each(row[seat + zone])
            self.add_changed(row, seat, play, coins, as_printed, cards, options)
        if rides:
            cards = cards or engine.one_of_each(row[seat + zone])
            self.add_riders(row, seat, play, coins, cards, options)
        return self.fair(row, seat, options, build) if row[seat + PARTNER] and build >= 0 else options

    def as_printed(self, row: Row, seat: int, play: int) -> int:
        """Return the mask of cards and costs that a seat pays for as they are printed."""
        own = row[seat + TALLY]
        near = row[row[seat + LEFT] + TALLY] | row[row[seat + RIGHT] + TALLY]
        key = own & self.change_lanes, near & self.near_lanes, play
        mask = self.printed.get(key)
        if mask is None:
            if len(self.printed) > 10_000:
                self.printed.clear()
            mask = self.printed[key] = self.everything ^ self.touched(*key)
        # Who gains by purchases may buy all that has goods in its cost.
        if own & self.buy_lanes:
            return mask & self.without_goods
        # With units from elsewhere only what is covered anyway is paid as it is printed.
        return mask & row[seat + COVERED] if own & self.unit_lanes else mask

    def touched(self, own: int, near: int, play: int) -> int:
        """Return the mask of cards and costs that are changed for an action of a play step by what is held."""
        actions = self.tables.plays[play].actions
        mask = 0
        for change in self.tables.changes:
            if (
                change.action not in (-1, *actions)
                or not (near if change.for_neighbours else own) >> change.lane & LANE_MASK
            ):
                continue
            if change.colours is None:
                mask |= self.all_costs
            else:
                mask |= self.engine.coloured(self.all_cards, change.colours)
        return mask

    def add_changed(
        self, row: Row, seat: int, play: int, coins: int, as_printed: int, cards: list[int], options: list[int]
    ) -> None:
        """Add the options that are not paid for as they are printed."""
        engine = self.engine
        _, build, stage, _, _ = engine.choices[play]
        if build >= 0:
            known: dict[tuple[int, int], list[int]] = {}
            barred = row[seat + BLOCKED] | as_printed
            for card in cards:
                if barred >> card & 1:
                    continue
                key = engine.cost[card], self.tables.cards[engine.card_of[card]].colour
                ways = known.get(key)
                if ways is None:
                    cost = self.changed(row, seat, *key, build >> ACTION)
                    ways = known[key] = self.payable(self.ways(row, seat, *cost), coins)
                if ways:
                    base = build | engine.this[card]
                    options += [base | way for way in ways]
        if stage >= 0:
            costs, built = engine.stage_costs[row[seat + SIDE]], row[seat + STAGES]
            if built < len(costs) and not as_printed & engine.cost_bits[costs[built]]:
                cost = self.changed(row, seat, costs[built], None, stage >> ACTION)
                for way in self.payable(self.ways(row, seat, *cost), coins):
                    options += [stage | way | engine.this[card] for card in cards]

    def add_riders(self, row: Row, seat: int, play: int, coins: int, cards: list[int], options: list[int]) -> None:
        """Add every action together with each rider on it."""
        engine = self.engine
        _, build, stage, nothing, builds = engine.choices[play]
        if build >= 0:
            permitted = engine.permitted(row, seat) & engine.with_a_cost if builds else 0
            alone = self.riding(row, seat, build >> ACTION, None, None, coins)
            for card in cards:
                if row[seat + BLOCKED] >> card & 1:
                    continue
                base, colour = build | engine.this[card], self.tables.cards[engine.card_of[card]].colour
                ways = self.riding(row, seat, build >> ACTION, engine.cost[card], colour, coins)
                options += [base | way for way in ways]
                for manner, mask in ((BY_CHAIN, row[seat + CHAINED]), (BY_PERMIT, permitted)):
                    if mask >> card & 1:
                        options += [base | manner << MANNER | way for way in alone]
        if stage >= 0:
            costs, built = engine.stage_costs[row[seat + SIDE]], row[seat + STAGES]
            if built < len(costs):
                ways = self.riding(row, seat, stage >> ACTION, costs[built], None, coins)
                options += [stage | engine.this[card] | way for way in ways for card in cards]
        for number in nothing:
            ways = self.riding(row, seat, number >> ACTION, None, None, coins)
            options += [number | engine.this[card] | way for way in ways for card in cards]

    def fair(self, row: Row, seat: int, options: list[int], build: int) -> list[int]:
        """Return the options without purchases from a partner for what could be built by a chain, and without stages whose
        card would go to a partner that has it already."""
        stages, built = self.engine.sides[row[seat + SIDE]].stages, row[seat + STAGES]
        if built < len(stages) and stages[built].effects.gives:
            barred = row[row[seat + PARTNER] + BLOCKED]
            options = [
                option
                for option in options
                if self.tables.actions[option >> ACTION & ACTION_MASK].pays != "stage"
                or not barred >> (option >> CARD & CARD_MASK) & 1
            ]
        partner, chained = row[seat + PARTNER], row[seat + CHAINED]
        bought = PAY_MASK << TO_LEFT | FREE_LEFT if row[seat + LEFT] == partner else PAY_MASK << TO_RIGHT | FREE_RIGHT
        return [
            option
            for option in options
            if not (option & bought and option & ACTIONS == build and chained >> (option >> CARD & CARD_MASK) & 1)
        ]

    def payable(self, ways: list[int], coins: int) -> list[int]:
        """Return the ways that cost at most so many coins."""
        return [way for way in ways if way >> TOTAL & PAY_MASK <= coins]

    def riding(self, row: Row, seat: int, action: int, number: int | None, colour: int | None, coins: int) -> list[int]:
        """Return the ways to pay for an action together with each rider on it; without a number the action costs nothing."""
        found: list[int] = []
        for index, rider in self.riders[action]:
            if rider.per and row[seat + USES] >> rider.lane & LANE_MASK:
                continue
            price, units, less = 0, tuple(0 for _ in self.resources), 0
            if number is not None:
                price, units, less = self.changed(row, seat, number, colour, action)
            asked = self.rider_cost(row, rider)
            if asked is None:
                continue
            if not asked.goods:
                found += [way | index << RIDER for way in self.ways(row, seat, price + asked.coins, units, less)]
                continue
            # What is less on the action does not pay for the rider.
            rode = dict(asked.goods)
            for waived, _, _ in self.left_out((units, 0, 0), frozenset(self.resources), less):
                joint = tuple(waived[good] + rode.get(good, 0) for good in self.resources)
                found += [way | index << RIDER for way in self.ways(row, seat, price + asked.coins, joint, 0)]
        return self.payable(sorted(set(found), key=cheapest_first), coins)

    def rider_cost(self, row: Row, rider: Rider) -> Cost | None:
        """Return what a rider costs now, or nothing if it takes a token and there is none."""
        engine = self.engine
        if rider.takes < 0:
            return rider.cost
        supply = self.tables.supplies[rider.takes]
        if not engine.is_offered(row, supply):
            return None
        card = engine.card_on(row, supply, row[AGE])
        return self.tables.cards[engine.card_of[card]].cost if rider.cost is None else rider.cost

    # --- costs ------------------------------------------------------------------------------------------------------

    def card_ways(self, row: Row, seat: int, card: int, action: int, less: int = 0) -> list[int]:
        """Return all ways to pay for a card that no other way beats; `less` coins are taken off the printed cost."""
        engine = self.engine
        colour = self.tables.cards[engine.card_of[card]].colour
        if not less and not (self.matter and self.apply_to(row, seat)):
            return engine.payer.payments(row, seat, engine.cost[card])
        coins, units, wild = self.changed(row, seat, engine.cost[card], colour, action)
        return self.ways(row, seat, max(0, coins - less), units, wild)

    def stage_ways(self, row: Row, seat: int, number: int, action: int) -> list[int]:
        """Return all ways to pay for a stage by the number of its cost."""
        if not (self.matter and self.apply_to(row, seat)):
            return self.engine.payer.payments(row, seat, number)
        return self.ways(row, seat, *self.changed(row, seat, number, None, action))

    def changed(self, row: Row, seat: int, number: int, colour: int | None, action: int) -> tuple[int, Units, int]:
        """Return a cost as it is for a seat: coins, units, and how many units may be left out; no colour means a stage."""
        coins, units, less = self.engine.costs[number].coins, self.units[number], 0
        for change in self.tables.changes:
            if not concerns(change, colour, action):
                continue
            if change.for_neighbours:
                near = row[row[seat + LEFT] + TALLY] >> change.lane & LANE_MASK
                times = near + (row[row[seat + RIGHT] + TALLY] >> change.lane & LANE_MASK)
            else:
                times = row[seat + TALLY] >> change.lane & LANE_MASK
            if times:
                coins = 0 if change.no_coins else max(0, coins - times * change.coins)
                units = tuple(0 for _ in units) if change.no_resources else units
                less += times * change.resources
        return coins, units, min(less, sum(units))

    # --- ways to pay ------------------------------------------------------------------------------------------------

    def ways(self, row: Row, seat: int, coins: int, units: Units, wild: int) -> list[int]:
        """Return all ways to pay coins and units, of which some may be left out, that no other way beats."""
        held, uses = row[seat + TALLY], row[seat + USES]
        watches = bool(held & self.buy_lanes)
        if not any(units) or (not watches and self.is_covered(row, seat, units, wild)):
            return [payment(coins, 0, 0)]
        if not wild and not held & self.unit_lanes:
            splits = self.purchases(row, seat, units, False)
            return sorted((payment(coins, *split) for split in splits), key=cheapest_first)
        states = self.left_out((units, 0, 0), frozenset(self.resources), wild)
        for that in self.tables.made_that:
            for _ in range((held >> that.lane & LANE_MASK) * that.number):
                goods = self.goods_that(row, seat, that.colours, that.board, that.is_negated)
                made = {made for state in states for made in self.left_out(state, goods, 1)}
                states = states | made if watches else made
        for ware in self.tables.wares:
            for _ in range((held >> ware.lane & LANE_MASK) - (uses >> ware.lane & LANE_MASK if ware.per else 0)):
                states |= {
                    (one_less(left, good), bank + ware.price, number + 1)
                    for left, bank, number in states
                    for good in ware.goods
                    if left[good] and number < FROM_BANK_MASK
                }
        less_left = less_right = 0
        if held & self.engine.marks:
            less_left, less_right = self.rebate(row, seat, "left"), self.rebate(row, seat, "right")
        found: set[tuple[int, int, int, int]] = set()
        for left, bank, number in states:
            for to_left, to_right in self.purchases(row, seat, left, watches):
                flags = number << FROM_BANK
                cheaper_left, cheaper_right = max(0, to_left - less_left), max(0, to_right - less_right)
                flags |= FREE_LEFT if to_left and not cheaper_left else 0
                flags |= FREE_RIGHT if to_right and not cheaper_right else 0
                found.add((coins + bank, cheaper_left, cheaper_right, flags))
        best = self.unbeaten(found, watches or self.sides_matter)
        return sorted((payment(*way[:3]) | way[3] for way in best), key=cheapest_first)

    def is_covered(self, row: Row, seat: int, units: Units, wild: int) -> bool:
        """Tell whether own production covers all but as many units as may be left out."""
        payer = self.engine.payer
        for index, part in enumerate(payer.parts):
            asked = tuple(units[good] for good in part.goods)
            if any(asked):
                wild -= part.missing(row[seat + payer.own + index], self.demand(index, asked).packed)
        return wild >= 0

    def demand(self, index: int, asked: Units) -> Demand:
        """Return a demand of one part, worked out once."""
        known = self.demands[index].get(asked)
        if known is None:
            known = self.demands[index][asked] = Demand(index, self.engine.payer.parts[index], asked)
        return known

    def left_out(self, state: State, goods: frozenset[int], number: int) -> set[State]:
        """Return what may remain when so many units of some goods need not be paid; nothing is given away unused."""
        states = {state}
        for _ in range(number):
            states = {
                (one_less(units, good), bank, bought)
                for units, bank, bought in states
                for good in self.resources
                if good in goods and units[good]
            } or states
        return states

    def goods_that(
        self, row: Row, seat: int, colours: tuple[int, ...], board: bool, is_negated: bool
    ) -> frozenset[int]:
        """Return the goods that cards of some colours, and the board, produce; or all others."""
        engine = self.engine
        cards = engine.coloured(row[seat + engine.main], colours) if colours else 0
        key = cards, row[seat + SIDE] if board else -1, is_negated
        known = self.made.get(key)
        if known is None:
            sources = [self.tables.cards[engine.card_of[card]].effects for card in bits(cards)]
            sources += [engine.sides[row[seat + SIDE]].start] if board else []
            known = frozenset(good for effects in sources for made in effects.made for good in made.goods)
            known = frozenset(self.resources) - known if is_negated else known
            if len(self.made) > 10_000:
                self.made.clear()
            self.made[key] = known
        return known

    def rebate(self, row: Row, seat: int, side: str) -> int:
        """Return how many coins the first unit from one side is cheaper."""
        less = 0
        for rebate in self.tables.rebates:
            if rebate.side == side:
                held = row[seat + TALLY] >> rebate.lane & LANE_MASK
                less += max(0, held - (row[seat + USES] >> rebate.lane & LANE_MASK if rebate.per else 0)) * rebate.less
        return less

    def purchases(self, row: Row, seat: int, units: Units, watches: bool) -> list[Split]:
        """Return all ways to buy units, as coins to the left and to the right: those that own production does not cover,
        and others too if something reacts to purchases."""
        payer = self.engine.payer
        left, right = row[seat + LEFT] + payer.sale, row[seat + RIGHT] + payer.sale
        prices = tuple(row[seat + payer.price : seat + payer.price + payer.price_cells])
        by_sides = watches or self.sides_matter
        splits = NOTHING_BOUGHT
        for index, part in enumerate(payer.parts):
            asked = tuple(units[good] for good in part.goods)
            if not any(asked):
                continue
            demand = self.demand(index, asked)
            sources = row[seat + payer.own + index], row[left + index], row[right + index]
            found = list(set(demand.searched(*sources, prices))) if watches else demand.splits(*sources, prices)
            if not found:
                return []
            both = [(a + c, b + d) for a, b in splits for c, d in found]
            splits = undominated_by_sides(both) if by_sides else undominated(both)
        return splits

    def unbeaten(self, ways: set[tuple[int, int, int, int]], by_sides: bool) -> list[tuple[int, int, int, int]]:
        """Return the ways that no other beats; if it matters who sells, only one with the same sellers can."""
        best = []
        for way in ways:
            beaten = any(
                other != way
                and other[0] <= way[0]
                and other[1] <= way[1]
                and other[2] <= way[2]
                and (other[:3] != way[:3] or other[3] < way[3])
                and (not by_sides or sides(other) == sides(way))
                for other in ways
            )
            if not beaten:
                best.append(way)
        return best

    def mark(self, row: Row, seat: int, option: int) -> None:
        """Mark what may be used once per turn and was used with an option."""
        units = option >> FROM_BANK & FROM_BANK_MASK
        for ware in self.tables.wares if units else ():
            free = (row[seat + TALLY] >> ware.lane & LANE_MASK) - (row[seat + USES] >> ware.lane & LANE_MASK)
            used = min(units, max(0, free)) if ware.per else units
            row[seat + USES] += used << ware.lane if ware.per else 0
            units -= used
        bought_left, bought_right = sides((0, option >> TO_LEFT & PAY_MASK, option >> TO_RIGHT & PAY_MASK, option))
        for rebate in self.tables.rebates:
            held = row[seat + TALLY] >> rebate.lane & LANE_MASK
            used = row[seat + USES] >> rebate.lane & LANE_MASK
            if rebate.per and (bought_left if rebate.side == "left" else bought_right) and held > used:
                row[seat + USES] += held - used << rebate.lane


def concerns(change: Change, colour: int | None, action: int) -> bool:
    """Tell whether a change is about cards of this colour, or about stages, used for this action."""
    if change.action not in (-1, action):
        return False
    if colour is None or change.colours is None:
        return colour is None and change.colours is None
    return not change.colours or colour in change.colours


def undominated_by_sides(splits: list[Split]) -> list[Split]:
    """Return the splits that no other with the same sellers beats."""
    alike: dict[tuple[bool, bool], list[Split]] = {}
    for split in splits:
        alike.setdefault((split[0] > 0, split[1] > 0), []).append(split)
    return [split for some in alike.values() for split in undominated(some)]


def one_less(units: Units, good: int) -> Units:
    """Return units with one less of one of the goods."""
    return (*units[:good], units[good] - 1, *units[good + 1 :])


def sides(way: tuple[int, int, int, int]) -> tuple[bool, bool]:
    """Tell whether something is bought from the left and from the right."""
    _, left, right, flags = way
    return bool(left or flags & FREE_LEFT), bool(right or flags & FREE_RIGHT)


def cheapest_first(way: int) -> tuple[int, int, int]:
    """Return what ways are sorted by: the total, then as much as possible to the left."""
    return way >> TOTAL & PAY_MASK, -(way >> TO_LEFT & PAY_MASK), way
