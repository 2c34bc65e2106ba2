"""Ways to pay that the closed form does not know: all ways to leave out, make or buy single units
are tried.

That is so where prices differ inside one source, where it matters who sells, and where not all
units of a joint cost may be left out. It is also what the closed form is tested against.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.runtime.derive import lanes_of
from stele.runtime.options import FREE_LEFT, FREE_RIGHT, FROM_BANK, FROM_BANK_MASK, PAYEES
from stele.runtime.pay import NEVER, NOTHING_BOUGHT, PAY_BITS, PAY_MASK, TOTAL, Demand, Split, payment, undominated
from stele.runtime.row import ABSENT, LANE_MASK, LEFT, NUMBER, PARTNER, PLAYERS, RIGHT, SIDE, TALLY, USES, Row, bits
from stele.runtime.ruleset import FarOffer
from stele.runtime.sellers import Deal, Seller, Vector, offers
from stele.runtime.sellers import unbeaten as unbeaten_deals
from stele.runtime.supplies import Supplies
from stele.runtime.ways import (
    Means,
    Plan,
    Way,
    Ways,
    cheapest_first,
    in_order,
    unbeaten,
    undominated_by_sides,
    with_rebates,
)

Units = tuple[int, ...]
State = tuple[Units, int, int]  # what is still asked for, coins to the bank, units from the bank


class Search:
    """Tries what the seats of a game may pay."""

    def __init__(self, engine: Supplies) -> None:
        tables = self.tables = engine.tables
        self.engine = engine
        self.resources = range(len(tables.resources))
        self.closed = Ways(engine.payer)
        kit = [ware.lane for ware in tables.wares] + [that.lane for that in tables.made_that]
        self.far_lanes = lanes_of([offer.lane for offer in tables.far_offers])
        self.rebate_lanes = lanes_of([rebate.lane for rebate in tables.rebates])
        self.buy_lanes = lanes_of([trigger.lane for trigger in tables.triggers if trigger.event == "buy"])
        self.unit_lanes = lanes_of(kit) | self.far_lanes | self.rebate_lanes | self.buy_lanes
        # Who is paid matters to a guest's guide, and to a seat that may not buy from its partner.
        self.sides_matter = bool(tables.guests or tables.partners)
        self.demands: list[dict[Units, Demand]] = [{} for _ in engine.parts]
        self.made: dict[tuple[int, int, bool, tuple[bool, ...]], frozenset[int]] = {}

    def ways(self, row: Row, seat: int, coins: int, units: Units, wild: int) -> list[int]:
        """Return all ways to pay coins and units, of which some may be left out, that no other way
        beats.
        """
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

    # --- more than two sellers --------------------------------------------------------------------

    def sellers(self, row: Row, seat: int) -> list[Seller]:
        """Return all who sell to a seat now: its left and right neighbour, then the others in the
        order of their seats.
        """
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
            Seller(row[other + NUMBER], self.engine.sold_far(row, other, seat), prices)
            for other in self.engine.seats[row[PLAYERS]]
            if other != seat and other not in near and not (row[seat + ABSENT] or row[other + ABSENT])
        ]

    def far_offers(self, row: Row, seat: int) -> list[FarOffer]:
        """Return the offers of seats that are no neighbours."""
        return [offer for offer in self.tables.far_offers if row[seat + TALLY] >> offer.lane & LANE_MASK]

    def far_ways(
        self, row: Row, seat: int, coins: int, units: Units, waived: int, means: Means, limit: int
    ) -> list[int]:
        """Return all ways to pay coins and units to many sellers that no other way beats, up to a
        limit of coins.
        """
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
        """Yield, for each use of units from elsewhere, coins and units of the bank and the coins
        that sellers may get.
        """
        payer = self.engine.payer
        asked = [
            (index, tuple(units[good] for good in part.goods))
            for index, part in enumerate(payer.parts)
            if any(units[good] for good in part.goods)
        ]
        plans = self.closed.plans(means.kit, tuple(index for index, _ in asked), waived)
        if self.sides_matter and not means.watches:
            plans = self.fewest_bought(row, seat, asked, plans)
        for bank, number, uses in plans:
            vectors = {(0,) * len(sellers)}
            for (index, of_part), (added, less) in zip(asked, uses, strict=True):
                part = payer.parts[index]
                own = part.grown(row[seat + payer.own + index], added)
                some = offers(part, index, of_part, own, less, sellers, means.watches)
                vectors = {tuple(map(int.__add__, one, more)) for one in vectors for more in some}
                vectors = {paid for paid in vectors if bank + sum(paid) <= room}
            yield bank, number, vectors

    def fewest_bought(self, row: Row, seat: int, asked: list[tuple[int, Units]], plans: list[Plan]) -> list[Plan]:
        """Return the plans that leave the fewest units to be bought from others, for each number of
        units from the bank.
        """
        payer = self.engine.payer
        fewest: dict[int, tuple[int, list[Plan]]] = {}
        for plan in plans:
            short = 0
            for (index, of_part), (added, less) in zip(asked, plan[2], strict=True):
                own = payer.parts[index].grown(row[seat + payer.own + index], added)
                short += max(0, payer.parts[index].missing(own, self.demand(index, of_part).packed) - less)
            least, found = fewest.get(plan[1], (short, []))
            if short <= least:
                fewest[plan[1]] = short, [*(found if short == least else ()), plan]
        return [plan for _, found in fewest.values() for plan in found]

    def means(self, row: Row, seat: int, sellers: list[Seller] | None = None) -> Means:
        """Return what a seat has for its payments beside its production."""
        raise NotImplementedError

    def own_first(self, row: Row, seat: int, states: set[State]) -> set[State]:
        """Return the states that leave the fewest units to be bought next door, for each number of
        units from the bank.
        """
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
        """Return what may remain when so many units of some goods need not be paid.

        Nothing is given away unused.
        """
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
        # Of what the board makes only while the seat leads somewhere, it makes what it leads for
        # now.
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
        """Return all ways to buy units, as coins to the left and to the right: those that own
        production does not cover, and others too if something reacts to purchases.
        """
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


def one_less(units: Units, good: int) -> Units:
    """Return units with one less of one of the goods."""
    return (*units[:good], units[good] - 1, *units[good + 1 :])
