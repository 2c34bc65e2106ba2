"""Riders: what goes with an action. Its cost joins that of the action in one payment."""

from __future__ import annotations

from stele.runtime.options import (
    ACTION,
    ACTIONS,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    MANNER,
    RIDER,
    RIDER_MASK,
    STAGE,
    STAGE_MASK,
)
from stele.runtime.pay import ONE_BANK, PAY_MASK, TOTAL
from stele.runtime.row import AGE, CHAINED, LANE_MASK, TALLY, USES, Row, bits
from stele.runtime.ruleset import Cost, Rider
from stele.runtime.search import Units
from stele.runtime.supplies import Supplies
from stele.runtime.terms import Terms
from stele.runtime.ways import cheapest_first

NO_UNITS: Units = ()
CHAINS = (BY_CHAIN & BY_NEAR_CHAIN) << MANNER  # a bit of both manners to build by a chain, and of no other


class Riders:
    """Adds riders to the options of a seat."""

    def __init__(self, engine: Supplies, terms: Terms) -> None:
        self.engine, self.terms = engine, terms
        tables = self.tables = engine.tables
        # For each play step the riders on what its cards may be used for.
        self.on_stages, self.on_builds, self.on_nothing = (
            [
                [
                    (number, rider)
                    for number, rider in enumerate(tables.riders, 1)
                    if rider.action in play.actions and tables.actions[rider.action].pays == pays
                ]
                for play in tables.plays
            ]
            for pays in ("stage", "card", "nothing")
        )

    def add_to_stages(self, row: Row, seat: int, play: int, coins: int, staged: list[int]) -> None:
        """Add to stages that can be paid for every rider on them."""
        first = len(staged)
        for index, rider in self.on_stages[play]:
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

    def add_to_builds(self, row: Row, seat: int, play: int, coins: int, hand: int, options: list[int]) -> list[int]:
        """Add to ways to build the cards of a hand every rider on them.

        Return those that are by no chain.
        """
        engine, first = self.engine, len(options)
        _, build, _, _, builds = engine.choices[play]
        for index, rider in self.on_builds[play]:
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

    def add_to_nothing(self, row: Row, seat: int, play: int, coins: int, options: list[int]) -> None:
        """Add to actions for which nothing is paid every rider on them."""
        for index, rider in self.on_nothing[play]:
            asked = self.asked_by(row, seat, rider, coins)
            if asked is not None:
                ways = self.riding(row, seat, rider.action, None, None, coins, index, asked)
                used = [
                    option for option in options if option & (ACTIONS | RIDER_MASK << RIDER) == rider.action << ACTION
                ]
                options += [option | way for option in used for way in ways]

    def asked_by(self, row: Row, seat: int, rider: Rider, coins: int) -> Cost | None:
        """Return what a rider costs a seat now, or nothing if it may not be used or costs too many
        coins.
        """
        if rider.per and row[seat + USES] >> rider.lane & LANE_MASK:
            return None
        asked = self.cost(row, rider)
        return asked if asked is not None and asked.coins <= coins else None

    def ride_for_coins(self, index: int, asked: Cost, coins: int, options: list[int], first: int) -> None:
        """Add to the first options a rider that costs coins only: they come on top of every way to
        pay for an action.
        """
        more, limit = asked.coins * ONE_BANK | index << RIDER, coins - asked.coins
        options += [option + more for option in options[:first] if option >> TOTAL & PAY_MASK <= limit]

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
        """Return the ways to pay for an action together with what a rider asks for.

        Without a number the action costs nothing.
        """
        price, units, less = 0, NO_UNITS, 0
        if number is not None:
            price, units, less = self.terms.changed(
                self.terms.rates_of(row[seat + TALLY], self.terms.near(row, seat)), number, colour, action
            )
        # What is less on the action does not pay for the rider.
        rode = dict(asked.goods)
        units = units or tuple(0 for _ in self.terms.resources)
        found: list[int] = []
        for waived, _, _ in self.terms.left_out((units, 0, 0), frozenset(self.terms.resources), less):
            joint = tuple(waived[good] + rode.get(good, 0) for good in self.terms.resources)
            found += [way | index << RIDER for way in self.terms.ways(row, seat, price + asked.coins, joint, 0)]
        return self.payable(sorted(set(found), key=cheapest_first), coins)

    def cost(self, row: Row, rider: Rider) -> Cost | None:
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
