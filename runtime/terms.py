"""What a seat pays when more than printed costs and neighbours' prices count.

Costs may be changed by what is in play, units may come from the bank or be made depending on what else is made, the first
unit bought may be cheaper, something may react to purchases, and a rider may join its cost to that of an action. `ways`
knows the closed form. Where it does not hold, because prices differ inside one source, it matters who sells, or not all
units of a joint cost may be left out, all ways to leave out, make or buy single units are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stele.runtime.derive import lanes_of
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    ACTIONS,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    FROM_BANK,
    FROM_BANK_MASK,
    MANNER,
    MANNER_MASK,
    PAYEES,
    RIDER,
    RIDER_MASK,
    STAGE,
    STAGE_MASK,
)
from stele.runtime.pay import (
    NEVER,
    NOTHING_BOUGHT,
    ONE_BANK,
    PAY_BITS,
    PAY_MASK,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    Demand,
    Split,
    payment,
    undominated,
)
from stele.runtime.row import (
    ABSENT,
    AGE,
    BLOCKED,
    CHAINED,
    COVERED,
    LANE,
    LANE_MASK,
    LEFT,
    NUMBER,
    PARTNER,
    PLAYERS,
    RIGHT,
    SIDE,
    TALLY,
    USES,
    Row,
    bits,
)
from stele.runtime.ruleset import FREE, Change, Cost, FarOffer, Rider, Window
from stele.runtime.sellers import Deal, Seller, Vector, offers, searched
from stele.runtime.sellers import unbeaten as unbeaten_deals
from stele.runtime.supplies import Supplies
from stele.runtime.ways import (
    Goods,
    Means,
    Stands,
    Way,
    Ways,
    cheapest_first,
    in_order,
    sides,
    unbeaten,
    undominated_by_sides,
    with_rebates,
)

Units = tuple[int, ...]
State = tuple[Units, int, int]  # what is still asked for, coins to the bank, units from the bank
NO_UNITS: Units = ()
MOST_MEMORY = 10_000
CHAINS = (BY_CHAIN & BY_NEAR_CHAIN) << MANNER  # a bit of both manners to build by a chain, and of no other


class Rates:
    """What standing changes of a seat and its neighbours make of costs, worked out once."""

    __slots__ = ("costs", "near", "own", "touched")

    def __init__(self, own: int, near: int) -> None:
        self.own, self.near = own, near  # lanes of the tally; of both neighbours together
        self.touched: dict[int, int] = {}  # by play step, the mask of cards and costs that are changed
        self.costs: dict[tuple[int, int | None, int], tuple[int, Units, int]] = {}


class Changes(NamedTuple):
    """What changes the costs of a seat in a play step: all that it touches, and what is paid for as it is printed all the same."""

    rates: Rates
    touched: int
    as_printed: int


class Terms:
    """Tells what the seats of a game pay, with everything that changes it."""

    def __init__(self, engine: Supplies) -> None:
        tables = self.tables = engine.tables
        self.engine = engine
        self.resources = range(len(tables.resources))
        kit = [ware.lane for ware in tables.wares] + [that.lane for that in tables.made_that]
        far = [offer.lane for offer in tables.far_offers]
        held = [*kit, *far, *(rebate.lane for rebate in tables.rebates)]
        self.far_lanes = lanes_of(far)
        self.made_lanes = lanes_of([that.lane for that in tables.made_that])
        limited = [ware.lane for ware in tables.wares if ware.per] + [
            rebate.lane for rebate in tables.rebates if rebate.per
        ]
        self.use_lanes = lanes_of(limited)
        self.known_means: dict[tuple[object, ...], Means] = {}
        own = [change.lane for change in tables.changes if not change.for_neighbours]
        self.buy_lanes = lanes_of([trigger.lane for trigger in tables.triggers if trigger.event == "buy"])
        self.change_lanes, self.unit_lanes = lanes_of(own), lanes_of(held) | self.buy_lanes
        # Who is paid matters to a guest's guide, and to a seat that may not buy from its partner.
        self.rebate_lanes = lanes_of([rebate.lane for rebate in tables.rebates])
        self.sides_matter = bool(tables.guests or tables.partners)
        self.own_lanes = self.change_lanes | self.unit_lanes
        self.all_cards = (1 << len(engine.card_of)) - 1
        self.everything = (1 << len(engine.card_of) + len(engine.costs)) - 1
        self.all_costs = self.everything ^ self.all_cards
        without_goods = [number for number, cost in enumerate(engine.costs) if not cost.goods]
        self.without_goods = 0
        for number in without_goods:
            self.without_goods |= engine.payer.spread[number]
        self.rates: dict[tuple[int, int], Rates] = {}
        self.closed = Ways(engine.payer)
        self.wares = [(ware, frozenset(ware.goods)) for ware in tables.wares]
        self.near_lanes = lanes_of([change.lane for change in tables.changes if change.for_neighbours])
        self.matter = bool(self.own_lanes or self.near_lanes or tables.riders or tables.partners)
        self.units = [tuple(dict(cost.goods).get(good, 0) for good in self.resources) for cost in engine.costs]
        self.demands: list[dict[Units, Demand]] = [{} for _ in engine.parts]
        self.made: dict[tuple[int, int, bool, tuple[bool, ...]], frozenset[int]] = {}
        self.riders = [
            [(number + 1, rider) for number, rider in enumerate(tables.riders) if rider.action == action]
            for action in range(len(tables.actions))
        ]
        self.near_cards = 0  # those that a neighbour may make cheaper
        for change in tables.changes:
            if change.for_neighbours:
                near = self.all_cards if change.colours is None else engine.coloured(self.all_cards, change.colours)
                self.near_cards |= near
        # For each play step the riders on what its cards may be used for.
        self.stage_riders, self.build_riders, self.idle_riders = (
            [
                [one for action in play.actions if tables.actions[action].pays == pays for one in self.riders[action]]
                for play in tables.plays
            ]
            for pays in ("stage", "card", "nothing")
        )

    def apply_to(self, row: Row, seat: int) -> bool:
        """Tell whether anything changes what a seat pays."""
        if row[seat + TALLY] & self.own_lanes:
            return True
        return self.near(row, seat) > 0

    # --- options ----------------------------------------------------------------------------------------------------

    def changes(self, row: Row, seat: int, play: int, hand: int, held: int, near: int) -> Changes | None:
        """Return what changes the costs of a seat that plays some cards, or nothing if they are paid as they are printed.

        `held` is what the seat has that may change them, `near` what both neighbours have.
        """
        rates = self.rates_of(held, near)
        touched = rates.touched.get(play)
        if touched is None:
            touched = self.touched(rates, play)
        mask = self.everything ^ touched
        if held & self.unit_lanes:
            # Who gains by purchases may buy all that has goods in its cost; with units from elsewhere only what is covered anyway
            # is paid as it is printed.
            mask &= self.without_goods if held & self.buy_lanes else row[seat + COVERED]
        elif not touched & (hand | self.all_costs):
            return None
        return Changes(rates, touched, mask)

    def near(self, row: Row, seat: int) -> int:
        """Return what both neighbours have together that changes costs for a seat, as lanes of a tally."""
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
        """Return the mask of cards and costs that are changed for an action of a play step by what is held."""
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
        # What is not changed and cannot be reached with units from elsewhere either needs no further look.
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
        """Add an option for each way to pay for a cost, given by its number, as it is now, with so many coins at most."""
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
        """Return what a seat has for its payments beside its production, worked out once for all who have the same."""
        payer = self.engine.payer
        price = seat + payer.price
        held = row[seat + TALLY] & self.unit_lanes
        made: list[Goods] = []
        if held & self.made_lanes:
            for that in self.tables.made_that:
                times = (held >> that.lane & LANE_MASK) * that.number
                if times:
                    made += [self.goods_that(row, seat, that.colours, that.board, that.is_negated)] * times
        uses = row[seat + USES] & self.use_lanes
        numbers = tuple(seller.number for seller in sellers) if sellers else ()
        key = held, uses, tuple(made), tuple(row[price : price + payer.price_cells]), numbers
        known = self.known_means.get(key)
        if known is None:
            if len(self.known_means) > MOST_MEMORY:
                self.known_means.clear()
            known = self.known_means[key] = self.means_of(held, uses, tuple(made), key[3], sellers)
        return known

    def means_of(
        self, held: int, uses: int, made: tuple[Goods, ...], prices: Vector, sellers: list[Seller] | None
    ) -> Means:
        """Return what follows from what a seat holds, what it has made of it, and what neighbours ask for."""
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
        # Several prices for one source, or none, and to whom it matters who sells: only a search can tell.
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
        """Return all ways to pay for a cost, given by its number, as it is now: coins, units, and how many are waived."""
        sellers = self.sellers(row, seat) if row[seat + TALLY] & self.far_lanes else None
        means = self.means(row, seat, sellers)
        ways: list[int] = []
        self.add_ways(row, seat, number, cost, means, self.stands(row, seat, means, sellers), PAY_MASK, 0, ways)
        return ways

    def searched_ways(self, row: Row, seat: int, cost: tuple[int, Units, int], means: Means, limit: int) -> list[int]:
        """Return all ways to pay for a cost if the closed form does not hold; what costs more than a limit may be missing."""
        coins, units, waived = cost
        if row[seat + TALLY] & self.far_lanes:
            return self.far_ways(row, seat, coins, units, waived, means, limit)
        return self.ways(row, seat, coins, units, waived)

    def add_rides(self, row: Row, seat: int, play: int, coins: int, staged: list[int]) -> None:
        """Add to stages that can be paid for every rider on them."""
        first = len(staged)
        for index, rider in self.stage_riders[play]:
            asked = self.asked_by(row, seat, rider, coins)
            if asked is None:
                continue
            if not asked.goods:
                self.ride_for_coins(index, asked, coins, staged, first)
                continue
            marks = {option & STAGE_MASK << STAGE for option in staged[:first]}
            for mark, cost in self.engine.open_stages(row, seat):
                if mark in marks:
                    ways = self.riding(row, seat, rider.action, cost, None, coins, index, asked)
                    staged += [rider.action << ACTION | mark | way for way in ways]

    def add_riding_builds(self, row: Row, seat: int, play: int, coins: int, hand: int, options: list[int]) -> list[int]:
        """Add to ways to build the cards of a hand every rider on them; return those that are by no chain."""
        engine, first = self.engine, len(options)
        _, build, _, _, builds = engine.choices[play]
        for index, rider in self.build_riders[play]:
            asked = self.asked_by(row, seat, rider, coins)
            if asked is None:
                continue
            if not asked.goods:
                self.ride_for_coins(index, asked, coins, options, first)
                continue
            permitted = engine.permitted(row, seat) & engine.with_a_cost if builds else 0
            alone = self.riding(row, seat, rider.action, None, None, coins, index, asked)
            for card in bits(hand):
                base = build | engine.this[card]
                ways = self.riding(row, seat, rider.action, engine.cost[card], engine.colour[card], coins, index, asked)
                options += [base | way for way in ways]
                for manner, mask in ((BY_CHAIN, row[seat + CHAINED]), (BY_PERMIT, permitted)):
                    if mask >> card & 1:
                        options += [base | manner << MANNER | way for way in alone]
        return [option for option in options[first:] if not option & CHAINS]

    def add_idle_rides(self, row: Row, seat: int, play: int, coins: int, options: list[int]) -> None:
        """Add to actions for which nothing is paid every rider on them."""
        for index, rider in self.idle_riders[play]:
            asked = self.asked_by(row, seat, rider, coins)
            if asked is not None:
                ways = self.riding(row, seat, rider.action, None, None, coins, index, asked)
                used = [
                    option for option in options if option & (ACTIONS | RIDER_MASK << RIDER) == rider.action << ACTION
                ]
                options += [option | way for option in used for way in ways]

    def asked_by(self, row: Row, seat: int, rider: Rider, coins: int) -> Cost | None:
        """Return what a rider costs a seat now, or nothing if it may not be used or costs too many coins."""
        if rider.per and row[seat + USES] >> rider.lane & LANE_MASK:
            return None
        asked = self.rider_cost(row, rider)
        return asked if asked is not None and asked.coins <= coins else None

    def ride_for_coins(self, index: int, asked: Cost, coins: int, options: list[int], first: int) -> None:
        """Add to the first options a rider that costs coins only: they come on top of every way to pay for an action."""
        more, limit = asked.coins * ONE_BANK | index << RIDER, coins - asked.coins
        options += [option + more for option in options[:first] if option >> TOTAL & PAY_MASK <= limit]

    def fair(self, row: Row, seat: int, options: list[int]) -> list[int]:
        """Return the options without purchases from a partner for what could be built by a chain, and without stages whose
        card would go to a partner that has it already."""
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
        """Return the options without purchases from a partner for building what could be built by a chain."""
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

    def payable(self, ways: list[int], coins: int) -> list[int]:
        """Return the ways that cost at most so many coins; they begin with the cheapest."""
        if not ways or ways[-1] >> TOTAL & PAY_MASK <= coins:
            return ways
        return [way for way in ways if way >> TOTAL & PAY_MASK <= coins]

    def riding(
        self,
        row: Row,
        seat: int,
        action: int,
        number: int | None,
        colour: int | None,
        coins: int,
        index: int,
        asked: Cost,
    ) -> list[int]:
        """Return the ways to pay for an action together with what a rider asks for; without a number the action costs nothing."""
        price, units, less = 0, NO_UNITS, 0
        if number is not None:
            price, units, less = self.changed(
                self.rates_of(row[seat + TALLY], self.near(row, seat)), number, colour, action
            )
        # What is less on the action does not pay for the rider.
        rode = dict(asked.goods)
        units = units or tuple(0 for _ in self.resources)
        found: list[int] = []
        for waived, _, _ in self.left_out((units, 0, 0), frozenset(self.resources), less):
            joint = tuple(waived[good] + rode.get(good, 0) for good in self.resources)
            found += [way | index << RIDER for way in self.ways(row, seat, price + asked.coins, joint, 0)]
        return self.payable(sorted(set(found), key=cheapest_first), coins)

    def rider_cost(self, row: Row, rider: Rider) -> Cost | None:
        """Return what a rider costs now, or nothing if it takes a token and there is none."""
        if rider.takes < 0:
            return rider.cost
        age, supply = row[AGE], self.tables.supplies[rider.takes]
        if not age or not row[supply.cell + age - 1]:
            return None
        card = self.engine.card_on(row, supply, age)
        if card < 0:
            return None
        return self.engine.costs[self.engine.cost[card]] if rider.cost is None else rider.cost

    # --- costs ------------------------------------------------------------------------------------------------------

    def card_ways(self, row: Row, seat: int, card: int, action: int, less: int = 0) -> list[int]:
        """Return all ways to pay for a card that no other way beats; `less` coins are taken off the printed cost."""
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
        """Return a cost as it is now: coins, units (nothing if there are none), and how many of them may be left out; no
        colour means a stage."""
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

    # --- ways to pay ------------------------------------------------------------------------------------------------

    def ways(self, row: Row, seat: int, coins: int, units: Units, wild: int) -> list[int]:
        """Return all ways to pay coins and units, of which some may be left out, that no other way beats."""
        held, uses = row[seat + TALLY], row[seat + USES]
        if held & self.far_lanes and any(units):
            return self.far_ways(row, seat, coins, units, wild, self.means(row, seat), PAY_MASK)
        # Who plays with a partner uses own production first, whatever a purchase would bring.
        watches = bool(held & self.buy_lanes) and not self.tables.partners
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
        if self.sides_matter and not watches:
            states = self.own_first(row, seat, states)
        less_left = less_right = 0
        if held & self.rebate_lanes:
            less_left, less_right = self.rebate(held, uses, "left"), self.rebate(held, uses, "right")
        found: set[Way] = set()
        for left, bank, number in states:
            for to_left, to_right in self.purchases(row, seat, left, watches):
                flags = number << FROM_BANK
                cheaper_left, cheaper_right = max(0, to_left - less_left), max(0, to_right - less_right)
                flags |= FREE_LEFT if to_left and not cheaper_left else 0
                flags |= FREE_RIGHT if to_right and not cheaper_right else 0
                found.add((coins + bank, cheaper_left, cheaper_right, flags))
        return in_order(unbeaten(list(found), watches or self.sides_matter))

    # --- more than two sellers --------------------------------------------------------------------------------------

    def sellers(self, row: Row, seat: int) -> list[Seller]:
        """Return all who sell to a seat now: its left and right neighbour, then the others in the order of their seats."""
        payer = self.engine.payer
        classes = range(len(self.tables.price_classes))
        near = row[seat + LEFT], row[seat + RIGHT]
        parts = len(payer.parts)
        found = [
            Seller(
                -1, row[other + sale : other + sale + parts], [row[seat + payer.price + 2 * n + side] for n in classes]
            )
            for side, (other, sale) in enumerate(zip(near, (payer.sale, payer.sale_left), strict=True))
        ]
        prices = [
            min((offer.price for offer in self.far_offers(row, seat) if set(goods) <= set(offer.goods)), default=NEVER)
            for goods in self.tables.price_classes
        ]
        return found + [
            Seller(row[other + NUMBER], row[other + payer.sale : other + payer.sale + parts], prices)
            for other in self.engine.seats[row[PLAYERS]]
            if other != seat and other not in near and not (row[seat + ABSENT] or row[other + ABSENT])
        ]

    def far_offers(self, row: Row, seat: int) -> list[FarOffer]:
        """Return the offers of seats that are no neighbours."""
        return [offer for offer in self.tables.far_offers if row[seat + TALLY] >> offer.lane & LANE_MASK]

    def far_ways(
        self, row: Row, seat: int, coins: int, units: Units, waived: int, means: Means, limit: int
    ) -> list[int]:
        """Return all ways to pay coins and units to many sellers that no other way beats, up to a limit of coins."""
        sellers = self.sellers(row, seat)
        # Who sells matters if something reacts to it, to a guest's guide, and for a partner.
        partner = row[row[seat + PARTNER] + NUMBER] if row[seat + PARTNER] else -1
        matters = [0, 1] if means.watches or self.sides_matter else []
        matters += [
            place for place, seller in enumerate(sellers) if self.sides_matter and seller.number == partner >= 0
        ]
        room = limit - coins + means.less_left + means.less_right
        found: set[Deal] = set()
        for bank, number, vectors in self.far_deals(row, seat, units, waived, means, sellers, room):
            for paid in vectors:
                sold = tuple(paid[place] > 0 for place in matters)
                _, left, right, flags = with_rebates(
                    0, (paid[0], paid[1]), number << FROM_BANK, means.less_left, means.less_right
                )
                found.add((coins + bank, (left, right, *paid[2:]), flags, sold))
        ways = []
        for bank, paid, flags, _ in unbeaten_deals(found):
            way = payment(bank, paid[0], paid[1]) | flags
            for seller, part in zip(sellers[2:], paid[2:], strict=True):
                way += part << TOTAL | part << PAYEES + PAY_BITS * seller.number
            ways.append(way)
        return sorted(ways, key=cheapest_first)

    def far_deals(
        self, row: Row, seat: int, units: Units, waived: int, means: Means, sellers: list[Seller], room: int
    ) -> Iterator[tuple[int, int, set[Vector]]]:
        """Yield, for each use of units from elsewhere, coins and units of the bank and the coins that sellers may get."""
        payer = self.engine.payer
        asked = [
            (index, tuple(units[good] for good in part.goods))
            for index, part in enumerate(payer.parts)
            if any(units[good] for good in part.goods)
        ]
        for bank, number, uses in self.closed.plans(means.kit, tuple(index for index, _ in asked), waived):
            vectors = {(0,) * len(sellers)}
            for (index, of_part), (added, less) in zip(asked, uses, strict=True):
                part = payer.parts[index]
                own = part.grown(row[seat + payer.own + index], added)
                some = offers(part, index, of_part, own, less, sellers, means.watches)
                vectors = {tuple(map(int.__add__, one, more)) for one in vectors for more in some}
                vectors = {paid for paid in vectors if bank + sum(paid) <= room}
            yield bank, number, vectors

    # --- what a payment leaves --------------------------------------------------------------------------------------

    def note_use(self, row: Row, seat: int, option: int) -> None:
        """Note, for every window that takes unused units, how many of them the payment of an option uses at least."""
        for window in self.tables.windows:
            for good, number in window.unused:
                units = self.own_units(row, seat, good)
                left = self.left_over(row, seat, option, good, min(number, units))
                before = row[seat + USES] >> window.lane + LANE & LANE_MASK
                # A second payment of a turn may use the same units again.
                row[seat + USES] += max(0, units - left - before) << window.lane + LANE

    def unused(self, row: Row, seat: int, window: Window) -> bool:
        """Tell whether a seat still has the units that a window takes."""
        spent = row[seat + USES] >> window.lane + LANE & LANE_MASK
        return all(self.own_units(row, seat, good) - spent >= number for good, number in window.unused)

    def own_units(self, row: Row, seat: int, good: int) -> int:
        """Return how many units of one of the goods a seat produces if it makes as many as it can."""
        payer = self.engine.payer
        index = next(index for index, part in enumerate(payer.parts) if good in part.goods)
        part = payer.parts[index]
        units = part.lane(row[seat + payer.own + index], 1 << part.goods.index(good))
        return units + sum(good in goods for goods in self.means(row, seat).kit.made)

    def left_over(self, row: Row, seat: int, option: int, good: int, most: int) -> int:
        """Return how many units of one of the goods, up to a number, may be left after paying as an option says."""
        engine, action = self.engine, self.tables.actions[option >> ACTION & ACTION_MASK]
        card, rider = option >> CARD & CARD_MASK, option >> RIDER & RIDER_MASK
        units, waived = [0 for _ in self.resources], 0
        coins = 0
        if action.pays != "nothing" and not option >> MANNER & MANNER_MASK:
            is_card = action.pays == "card"
            stage = 0 if is_card else engine.stage_meant(row, seat, option)
            number = engine.cost[card] if is_card else engine.stage_costs[row[seat + SIDE]][stage]
            colour = engine.colour[card] if is_card else None
            coins, asked, waived = self.changed(
                self.rates_of(row[seat + TALLY], self.near(row, seat)), number, colour, option >> ACTION & ACTION_MASK
            )
            units = list(asked) or units
        if rider:
            price = self.rider_cost(row, self.tables.riders[rider - 1]) or FREE
            coins += price.coins
            for one, number in price.goods:
                units[one] += number
        if any(units):
            means = self.means(row, seat)
            for kept in range(most, 0, -1):
                if self.leaves(row, seat, option, (coins, tuple(units), waived), means, good, kept):
                    return kept
            return 0
        return most

    def leaves(
        self, row: Row, seat: int, option: int, cost: tuple[int, Units, int], means: Means, good: int, kept: int
    ) -> bool:
        """Tell whether a cost may be paid as an option says so that own production keeps so many units of one of the goods."""
        payer, (coins, units, waived) = self.engine.payer, cost
        # Only who is paid has sold anything; the two neighbours always stand first.
        sellers, paid = [], []
        sides = (option & (PAY_MASK << TO_LEFT | FREE_LEFT), option & (PAY_MASK << TO_RIGHT | FREE_RIGHT))
        for place, seller in enumerate(self.sellers(row, seat)):
            got = option >> PAYEES + PAY_BITS * seller.number & PAY_MASK if seller.number >= 0 else 0
            if place < 2:
                got = option >> (TO_RIGHT if place else TO_LEFT) & PAY_MASK
                seller.sales = seller.sales if sides[place] else [0] * len(seller.sales)
            elif not got:
                continue
            sellers.append(seller)
            paid.append(got)
        free = option & (FREE_LEFT | FREE_RIGHT)
        wares = option >> FROM_BANK & FROM_BANK_MASK
        asked = [
            (index, tuple(units[one] for one in part.goods), tuple(kept * (one == good) for one in part.goods))
            for index, part in enumerate(payer.parts)
        ]
        asked = [(index, of_part, spare) for index, of_part, spare in asked if any(of_part) or any(spare)]
        for bank, number, uses in self.closed.plans(means.kit, tuple(index for index, _, _ in asked), waived):
            if number != wares or coins + bank != option & PAY_MASK:
                continue
            vectors = {(0,) * len(sellers)}
            for (index, of_part, spare), (added, less) in zip(asked, uses, strict=True):
                part = payer.parts[index]
                own = part.grown(row[seat + payer.own + index], added)
                some = set(searched(part, index, of_part, own, less, sellers, spare))
                vectors = {tuple(map(int.__add__, one, more)) for one in vectors for more in some}
            for vector in vectors:
                way = with_rebates(0, (vector[0], vector[1]), 0, means.less_left, means.less_right)
                if [*way[1:3], *vector[2:]] == paid and way[3] == free:
                    return True
        return False

    def own_first(self, row: Row, seat: int, states: set[State]) -> set[State]:
        """Return the states that leave the fewest units to be bought next door, for each number of units from the bank."""
        short = {state: self.missing(row, seat, state[0]) for state in states}
        fewest: dict[int, int] = {}
        for (_, _, number), units in short.items():
            fewest[number] = min(units, fewest.get(number, units))
        return {state for state, units in short.items() if units == fewest[state[2]]}

    def missing(self, row: Row, seat: int, units: Units) -> int:
        """Return how many units own production does not cover."""
        payer, found = self.engine.payer, 0
        for index, part in enumerate(payer.parts):
            asked = tuple(units[good] for good in part.goods)
            if any(asked):
                found += part.missing(row[seat + payer.own + index], self.demand(index, asked).packed)
        return found

    def is_covered(self, row: Row, seat: int, units: Units, wild: int) -> bool:
        """Tell whether own production covers all but as many units as may be left out."""
        return self.missing(row, seat, units) <= wild

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
        # What a city does not have it may not have through its neighbours' cards either.
        cards = engine.coloured(engine.held_cards(row, seat, is_negated), colours) if colours else 0
        start = engine.sides[row[seat + SIDE]].start
        # Of what the board makes only while the seat leads somewhere, it makes what it leads for now.
        leading = tuple(engine.is_leading(row, seat, side) for side, _ in start.leads) if board else ()
        key = cards, row[seat + SIDE] if board else -1, is_negated, leading
        known = self.made.get(key)
        if known is None:
            sources = [self.tables.cards[engine.card_of[card]].effects for card in bits(cards)]
            sources += (
                [start, *(lead for (_, lead), leads in zip(start.leads, leading, strict=True) if leads)]
                if board
                else []
            )
            known = frozenset(good for effects in sources for made in effects.made for good in made.goods)
            known = frozenset(self.resources) - known if is_negated else known
            if len(self.made) > 10_000:
                self.made.clear()
            self.made[key] = known
        return known

    def rebate(self, held: int, uses: int, side: str) -> int:
        """Return how many coins the first unit from one side is cheaper."""
        less = 0
        for rebate in self.tables.rebates:
            if rebate.side == side:
                used = uses >> rebate.lane & LANE_MASK if rebate.per else 0
                less += max(0, (held >> rebate.lane & LANE_MASK) - used) * rebate.less
        return less

    def purchases(self, row: Row, seat: int, units: Units, watches: bool) -> list[Split]:
        """Return all ways to buy units, as coins to the left and to the right: those that own production does not cover,
        and others too if something reacts to purchases."""
        payer = self.engine.payer
        left, right = row[seat + LEFT] + payer.sale, row[seat + RIGHT] + payer.sale_left
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


def one_less(units: Units, good: int) -> Units:
    """Return units with one less of one of the goods."""
    return (*units[:good], units[good] - 1, *units[good + 1 :])
