"""What a seat pays when more than printed costs and neighbours' prices count.

Costs may be changed by what is in play, units may come from the bank or be made depending on what
else is made, the first unit bought may be cheaper, and something may react to purchases. `ways`
knows the closed form; where it does not hold, `search` tries.
"""

from __future__ import annotations

from typing import NamedTuple

from stele.runtime.derive import lanes_of
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    BY_CHAIN,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    FROM_BANK,
    FROM_BANK_MASK,
    MANNER,
    MANNER_MASK,
    PAYEES,
)
from stele.runtime.pay import NEVER, ONE_BANK, PAY_BITS, PAY_MASK, TO_LEFT, TO_RIGHT, TOTAL
from stele.runtime.row import BLOCKED, CHAINED, COVERED, LANE_MASK, LEFT, NUMBER, PARTNER, RIGHT, SIDE, TALLY, USES, Row
from stele.runtime.ruleset import Change
from stele.runtime.search import Search, Units
from stele.runtime.sellers import Seller, Vector
from stele.runtime.supplies import Supplies
from stele.runtime.ways import Goods, Means, Stands, sides

MOST_MEMORY = 10_000


class Rates:
    """What standing changes of a seat and its neighbours make of costs, worked out once."""

    __slots__ = ("costs", "near", "own", "touched")

    def __init__(self, own: int, near: int) -> None:
        self.own, self.near = own, near  # lanes of the tally; of both neighbours together
        self.touched: dict[int, int] = {}  # by play step, the mask of cards and costs that are changed
        self.costs: dict[tuple[int, int | None, int], tuple[int, Units, int]] = {}


class Changes(NamedTuple):
    """What changes the costs of a seat in a play step: all that it touches, and what is paid for as
    it is printed all the same.
    """

    rates: Rates
    touched: int
    as_printed: int


class Terms(Search):
    """Tells what the seats of a game pay, with everything that changes it."""

    def __init__(self, engine: Supplies) -> None:
        super().__init__(engine)
        tables = engine.tables
        self.made_lanes = lanes_of([that.lane for that in tables.made_that])
        self.varying_lanes = self.made_lanes | self.far_lanes  # what is had by them depends on more than on who has it
        limited = [ware.lane for ware in tables.wares if ware.per] + [
            rebate.lane for rebate in tables.rebates if rebate.per
        ]
        self.use_lanes = lanes_of(limited)
        self.known_means: dict[tuple[object, ...], Means] = {}
        own = [change.lane for change in tables.changes if not change.for_neighbours]
        self.change_lanes = lanes_of(own)
        self.own_lanes = self.change_lanes | self.unit_lanes
        self.all_cards = (1 << len(engine.card_of)) - 1
        self.everything = (1 << len(engine.card_of) + len(engine.costs)) - 1
        self.all_costs = self.everything ^ self.all_cards
        without_goods = [number for number, cost in enumerate(engine.costs) if not cost.goods]
        self.without_goods = 0
        for number in without_goods:
            self.without_goods |= engine.payer.spread[number]
        self.rates: dict[tuple[int, int], Rates] = {}
        self.wares = [(ware, frozenset(ware.goods)) for ware in tables.wares]
        self.near_lanes = lanes_of([change.lane for change in tables.changes if change.for_neighbours])
        self.matter = bool(self.own_lanes or self.near_lanes or tables.riders or tables.partners)
        self.units = [tuple(dict(cost.goods).get(good, 0) for good in self.resources) for cost in engine.costs]
        self.near_cards = 0  # those that a neighbour may make cheaper
        for change in tables.changes:
            if change.for_neighbours:
                near = self.all_cards if change.colours is None else engine.coloured(self.all_cards, change.colours)
                self.near_cards |= near

    def apply_to(self, row: Row, seat: int) -> bool:
        """Tell whether anything changes what a seat pays."""
        if row[seat + TALLY] & self.own_lanes:
            return True
        return self.near(row, seat) > 0

    # --- options ----------------------------------------------------------------------------------

    def changes(self, row: Row, seat: int, play: int, hand: int, held: int, near: int) -> Changes | None:
        """Return what changes the costs of a seat that plays some cards, or nothing if they are
        paid as they are printed.

        `held` is what the seat has that may change them, `near` what both neighbours have.
        """
        rates = self.rates_of(held, near)
        touched = rates.touched.get(play)
        if touched is None:
            touched = self.touched(rates, play)
        mask = self.everything ^ touched
        if held & self.unit_lanes:
            # Who gains by purchases may buy all that has goods in its cost; with units from
            # elsewhere only what is covered anyway is paid as it is printed.
            mask &= self.without_goods if held & self.buy_lanes else row[seat + COVERED]
        elif not touched & (hand | self.all_costs):
            return None
        return Changes(rates, touched, mask)

    def near(self, row: Row, seat: int) -> int:
        """Return what both neighbours have together that changes costs for a seat, as lanes of a
        tally.
        """
        lanes = self.near_lanes
        return (row[row[seat + LEFT] + TALLY] & lanes) + (row[row[seat + RIGHT] + TALLY] & lanes)

    def rates_of(self, held: int, near: int) -> Rates:
        """Return what follows for costs from what a seat and both neighbours have."""
        key = held & self.change_lanes, near
        rates = self.rates.get(key)
        if rates is None:
            if len(self.rates) > MOST_MEMORY:
                self.rates.clear()
            rates = self.rates[key] = Rates(*key)
        return rates

    def touched(self, rates: Rates, play: int) -> int:
        """Return the mask of cards and costs that are changed for an action of a play step by what
        is held.
        """
        actions = self.tables.plays[play].actions
        _, build, stage, _, _ = self.engine.choices[play]
        mask = 0
        for change in self.tables.changes:
            if (
                change.action not in (-1, *actions)
                or not (rates.near if change.for_neighbours else rates.own) >> change.lane & LANE_MASK
            ):
                continue
            if change.colours is None:
                mask |= self.all_costs if stage >= 0 else 0
            else:
                mask |= self.engine.coloured(self.all_cards, change.colours) if build >= 0 else 0
        rates.touched[play] = mask
        return mask

    def add_changed(
        self,
        row: Row,
        seat: int,
        play: int,
        coins: int,
        changes: Changes,
        hand: int,
        options: list[int],
        staged: list[int],
    ) -> None:
        """Add the cards of a hand, and the stages, that are not paid for as they are printed."""
        engine, rates = self.engine, changes.rates
        _, build, stage, _, _ = engine.choices[play]
        sellers = self.sellers(row, seat) if row[seat + TALLY] & self.far_lanes else None
        means = self.means(row, seat, sellers)
        # What is not changed and cannot be reached with units from elsewhere either needs no
        # further look.
        if sellers is None:
            open_to = changes.touched | self.closed.reached(row, seat, means.kit)
        else:
            open_to = changes.touched | self.closed.reached_from(row, seat, means.kit, sellers)
        open_to ^= open_to & changes.as_printed
        stands = self.stands(row, seat, means, sellers)
        rest = hand & open_to if build >= 0 else 0
        if rest:
            rest ^= rest & row[seat + BLOCKED]
            cost_of, colour_of, this, bit = engine.cost, engine.colour, engine.this, engine.bit
            known, action = rates.costs, build >> ACTION
            while rest:
                card = rest.bit_length() - 1
                rest ^= bit[card]
                number, colour = cost_of[card], colour_of[card]
                cost = known.get((number, colour, action)) or self.changed(rates, number, colour, action)
                self.add_ways(row, seat, number, cost, means, stands, coins, build | this[card], options)
        if stage >= 0 and open_to & self.all_costs:
            for mark, number in engine.open_stages(row, seat):
                if open_to & engine.cost_bits[number]:
                    cost = self.changed(rates, number, None, stage >> ACTION)
                    self.add_ways(row, seat, number, cost, means, stands, coins, stage | mark, staged)

    def add_ways(
        self,
        row: Row,
        seat: int,
        number: int,
        cost: tuple[int, Units, int],
        means: Means,
        stands: Stands,
        limit: int,
        option: int,
        options: list[int],
    ) -> None:
        """Add an option for each way to pay for a cost, given by its number, as it is now, with so
        many coins at most.
        """
        coins, units, waived = cost
        if coins > limit:
            return
        if not units:
            options.append(option | coins * ONE_BANK)
        elif means.is_closed:
            least, most, ways = self.closed.closed(stands, number, waived, means, limit - coins)
            if most + coins <= limit:
                option += coins * ONE_BANK
                options += [option + way for way in ways]
            elif least + coins <= limit:
                option += coins * ONE_BANK
                options += [option + way for way in ways if (way >> TOTAL & PAY_MASK) + coins <= limit]
        else:
            ways = self.searched_ways(row, seat, cost, means, limit)
            options += [option | way for way in ways if way >> TOTAL & PAY_MASK <= limit]

    def means(self, row: Row, seat: int, sellers: list[Seller] | None = None) -> Means:
        """Return what a seat has for its payments beside its production, worked out once for all
        who have the same.
        """
        payer = self.engine.payer
        price = seat + payer.price
        held = row[seat + TALLY] & self.unit_lanes
        if not held & self.varying_lanes:
            known = self.known_means.get(
                (held, row[seat + USES] & self.use_lanes, *row[price : price + payer.price_cells])
            )
            if known is not None:
                return known
        made: list[Goods] = []
        if held & self.made_lanes:
            for that in self.tables.made_that:
                times = (held >> that.lane & LANE_MASK) * that.number
                if times:
                    made += [self.goods_that(row, seat, that.colours, that.board, that.is_negated)] * times
        uses = row[seat + USES] & self.use_lanes
        numbers = tuple(seller.number for seller in sellers) if sellers else ()
        prices = tuple(row[price : price + payer.price_cells])
        key: tuple[object, ...] = (held, uses, *prices, *made, *numbers)
        known = self.known_means.get(key)
        if known is None:
            if len(self.known_means) > MOST_MEMORY:
                self.known_means.clear()
            known = self.known_means[key] = self.means_of(held, uses, tuple(made), prices, sellers)
        return known

    def means_of(
        self, held: int, uses: int, made: tuple[Goods, ...], prices: Vector, sellers: list[Seller] | None
    ) -> Means:
        """Return what follows from what a seat holds, what it has made of it, and what neighbours
        ask for.
        """
        payer = self.engine.payer
        wares: list[tuple[Goods, int]] = []
        for ware, goods in self.wares:
            times = (held >> ware.lane & LANE_MASK) - (uses >> ware.lane & LANE_MASK)
            if times > 0:
                wares += [(goods, ware.price)] * times
        of_parts = tuple(prices[part.first_price : part.first_price + 2] for part in payer.parts)
        numbers: tuple[int, ...] = ()
        if sellers:
            of_parts = tuple(tuple(seller.prices[part.classes[0]] for seller in sellers) for part in payer.parts)
            numbers = tuple(seller.number for seller in sellers)
        # Several prices for one source, or none, and to whom it matters who sells: only a search
        # can tell.
        is_closed = not self.sides_matter and all(part.is_uniform for part in payer.parts)
        terms = (
            bool(held & self.buy_lanes) and not self.tables.partners,
            self.rebate(held, uses, "left"),
            self.rebate(held, uses, "right"),
            of_parts,
            is_closed and (sellers is not None or NEVER not in prices),
        )
        known = self.closed.known.setdefault((terms, numbers), {})
        return Means(self.closed.kit(made, tuple(wares)), *terms, known)

    def stands(self, row: Row, seat: int, means: Means, sellers: list[Seller] | None) -> Stands:
        """Return where what a seat misses can be looked up."""
        stands = Stands(self.engine.payer, row, seat, sellers)
        for index, prices in enumerate(means.prices if sellers else ()):
            stands.selling[index] = tuple(
                place
                for place, (seller, price) in enumerate(zip(sellers or (), prices, strict=True))
                if seller.sales[index] and price != NEVER
            )
        return stands

    def ways_of(self, row: Row, seat: int, number: int, cost: tuple[int, Units, int]) -> list[int]:
        """Return all ways to pay for a cost, given by its number, as it is now: coins, units, and
        how many are waived.
        """
        sellers = self.sellers(row, seat) if row[seat + TALLY] & self.far_lanes else None
        means = self.means(row, seat, sellers)
        ways: list[int] = []
        self.add_ways(row, seat, number, cost, means, self.stands(row, seat, means, sellers), PAY_MASK, 0, ways)
        return ways

    def searched_ways(self, row: Row, seat: int, cost: tuple[int, Units, int], means: Means, limit: int) -> list[int]:
        """Return all ways to pay for a cost if the closed form does not hold.

        What costs more than a limit may be missing.
        """
        coins, units, waived = cost
        if row[seat + TALLY] & self.far_lanes:
            return self.far_ways(row, seat, coins, units, waived, means, limit)
        return self.ways(row, seat, coins, units, waived)

    def fair(self, row: Row, seat: int, options: list[int]) -> list[int]:
        """Return the options without purchases from a partner for what could be built by a chain,
        and without stages whose card would go to a partner that has it already.
        """
        stages = self.engine.sides[row[seat + SIDE]].stages
        if any(stage.effects.gives for stage in stages):
            barred = row[row[seat + PARTNER] + BLOCKED]
            options = [
                option
                for option in options
                if self.tables.actions[option >> ACTION & ACTION_MASK].pays != "stage"
                or not stages[self.engine.stage_meant(row, seat, option)].effects.gives
                or not barred >> (option >> CARD & CARD_MASK) & 1
            ]
        chained = row[seat + CHAINED]
        for option in options:  # a chain may start in a shared place too
            if option >> MANNER & MANNER_MASK == BY_CHAIN:
                chained |= self.engine.twins[option >> CARD & CARD_MASK]
        return self.not_from_partner(row, seat, options, chained)

    def not_from_partner(self, row: Row, seat: int, options: list[int], chained: int) -> list[int]:
        """Return the options without purchases from a partner for building what could be built by a
        chain.
        """
        partner = row[seat + PARTNER]
        bought = PAY_MASK << TO_LEFT | FREE_LEFT if row[seat + LEFT] == partner else 0
        bought |= PAY_MASK << TO_RIGHT | FREE_RIGHT if row[seat + RIGHT] == partner else 0
        bought |= PAY_MASK << PAYEES + PAY_BITS * row[partner + NUMBER]  # as one of many sellers
        return [
            option
            for option in options
            if not (option & bought and chained >> (option >> CARD & CARD_MASK) & 1)
            or self.tables.actions[option >> ACTION & ACTION_MASK].pays != "card"
        ]

    # --- costs ------------------------------------------------------------------------------------

    def card_ways(self, row: Row, seat: int, card: int, action: int, less: int = 0) -> list[int]:
        """Return all ways to pay for a card that no other way beats.

        `less` coins are taken off the printed cost.
        """
        engine = self.engine
        colour = self.tables.cards[engine.card_of[card]].colour
        if not less and not (self.matter and self.apply_to(row, seat)):
            return engine.payer.payments(row, seat, engine.cost[card])
        number = engine.cost[card]
        coins, units, waived = self.changed(
            self.rates_of(row[seat + TALLY], self.near(row, seat)), number, colour, action
        )
        return self.ways_of(row, seat, number, (max(0, coins - less), units, waived))

    def stage_ways(self, row: Row, seat: int, number: int, action: int) -> list[int]:
        """Return all ways to pay for a stage by the number of its cost."""
        if not (self.matter and self.apply_to(row, seat)):
            return self.engine.payer.payments(row, seat, number)
        cost = self.changed(self.rates_of(row[seat + TALLY], self.near(row, seat)), number, None, action)
        return self.ways_of(row, seat, number, cost)

    def changed(self, rates: Rates, number: int, colour: int | None, action: int) -> tuple[int, Units, int]:
        """Return a cost as it is now: coins, units (nothing if there are none), and how many of
        them may be left out; no colour means a stage.
        """
        known = rates.costs.get((number, colour, action))
        if known is not None:
            return known
        coins, units, less = self.engine.costs[number].coins, self.units[number], 0
        for change in self.tables.changes:
            times = (rates.near if change.for_neighbours else rates.own) >> change.lane & LANE_MASK
            if times and concerns(change, colour, action):
                coins = 0 if change.no_coins else max(0, coins - times * change.coins)
                units = tuple(0 for _ in units) if change.no_resources else units
                less += times * change.resources
        units = units if any(units) else ()
        known = rates.costs[number, colour, action] = coins, units, min(less, sum(units))
        return known

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
    """Tell whether a change is about cards of this colour, or about stages, used for this
    action.
    """
    if change.action not in (-1, action):
        return False
    if colour is None or change.colours is None:
        return colour is None and change.colours is None
    return not change.colours or colour in change.colours
