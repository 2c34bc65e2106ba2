"""What a payment leaves of own production, for those who may use it for something else."""

from __future__ import annotations

from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
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
)
from stele.runtime.pay import PAY_BITS, PAY_MASK, TO_LEFT, TO_RIGHT
from stele.runtime.riders import Riders
from stele.runtime.row import LANE, LANE_MASK, SIDE, TALLY, USES, Row
from stele.runtime.ruleset import FREE, Window
from stele.runtime.search import Units
from stele.runtime.sellers import searched
from stele.runtime.supplies import Supplies
from stele.runtime.terms import Terms
from stele.runtime.ways import Means, with_rebates


class Leftovers:
    """Notes what payments use, and tells what is left."""

    def __init__(self, engine: Supplies, terms: Terms, riders: Riders) -> None:
        self.engine, self.terms, self.riders, self.tables = engine, terms, riders, engine.tables

    def note_use(self, row: Row, seat: int, option: int) -> None:
        """Note, for every window that takes unused units, how many of them the payment of an option
        uses at least.
        """
        for window in self.tables.windows:
            for good, _ in window.unused:
                units = self.own_units(row, seat, good)
                # More than a window takes: some of it may still be lost this turn.
                left = self.left_over(row, seat, option, good, units)
                before = row[seat + USES] >> window.lane + LANE & LANE_MASK
                # A second payment of a turn may use the same units again.
                row[seat + USES] += max(0, units - left - before) << window.lane + LANE

    def unused(self, row: Row, seat: int, window: Window) -> bool:
        """Tell whether a seat still has the units that a window takes."""
        spent = row[seat + USES] >> window.lane + LANE & LANE_MASK
        return all(self.own_units(row, seat, good) - spent >= number for good, number in window.unused)

    def own_units(self, row: Row, seat: int, good: int) -> int:
        """Return how many units of one of the goods a seat produces if it makes as many as it
        can.
        """
        payer = self.engine.payer
        index = next(index for index, part in enumerate(payer.parts) if good in part.goods)
        part = payer.parts[index]
        units = part.lane(row[seat + payer.own + index], 1 << part.goods.index(good))
        return units + sum(good in goods for goods in self.terms.means(row, seat).kit.made)

    def left_over(self, row: Row, seat: int, option: int, good: int, most: int) -> int:
        """Return how many units of one of the goods, up to a number, may be left after paying as an
        option says.
        """
        engine, action = self.engine, self.tables.actions[option >> ACTION & ACTION_MASK]
        card, rider = option >> CARD & CARD_MASK, option >> RIDER & RIDER_MASK
        units, waived = [0 for _ in self.terms.resources], 0
        coins = 0
        if action.pays != "nothing" and not option >> MANNER & MANNER_MASK:
            is_card = action.pays == "card"
            stage = 0 if is_card else engine.stage_meant(row, seat, option)
            number = engine.cost[card] if is_card else engine.stage_costs[row[seat + SIDE]][stage]
            colour = engine.colour[card] if is_card else None
            coins, asked, waived = self.terms.changed(
                self.terms.rates_of(row[seat + TALLY], self.terms.near(row, seat)),
                number,
                colour,
                option >> ACTION & ACTION_MASK,
            )
            units = list(asked) or units
        if rider:
            price = self.riders.cost(row, self.tables.riders[rider - 1]) or FREE
            coins += price.coins
            for one, number in price.goods:
                units[one] += number
        if any(units):
            means = self.terms.means(row, seat)
            part = next(part for part in engine.payer.parts if good in part.goods)
            room = (1 << part.shift) - 1 - sum(units[one] for one in part.goods)  # what its lanes can count
            for kept in range(min(most, room), 0, -1):
                if self.leaves(row, seat, option, (coins, tuple(units), waived), means, good, kept):
                    return kept
            return 0
        return most

    def leaves(
        self, row: Row, seat: int, option: int, cost: tuple[int, Units, int], means: Means, good: int, kept: int
    ) -> bool:
        """Tell whether a cost may be paid as an option says so that own production keeps so many
        units of one of the goods.
        """
        payer, (coins, units, waived) = self.engine.payer, cost
        # Only who is paid has sold anything; the two neighbours always stand first.
        sellers, paid = [], []
        sides = (option & (PAY_MASK << TO_LEFT | FREE_LEFT), option & (PAY_MASK << TO_RIGHT | FREE_RIGHT))
        for place, seller in enumerate(self.terms.sellers(row, seat)):
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
        for bank, number, uses in self.terms.closed.plans(means.kit, tuple(index for index, _, _ in asked), waived):
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
