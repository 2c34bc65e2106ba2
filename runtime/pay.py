"""Find all ways to pay a cost that no other way beats.

Each source gives one unit out of a set of goods, so what a set of sources cannot cover of a demand
is the largest shortfall over all subsets of goods (Hall). The number of sources that touch a subset
is kept in one lane of a packed number, so that adding a source is one addition and "is it covered?"
is one subtraction. For goods that share a price the ways to split a purchase between two sellers
are then one interval; only goods with different prices inside one source need a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from stele.runtime.row import COVERED, LEFT, REACHED, RIGHT, Row
from stele.runtime.ruleset import Cost, Made, Tables

# A payment is one number: coins to the bank, to the left and to the right neighbour, and their
# total on top.
PAY_BITS = 10
PAY_MASK = (1 << PAY_BITS) - 1
TO_LEFT = PAY_BITS
TO_RIGHT = 2 * PAY_BITS
TOTAL = 3 * PAY_BITS
PAYMENT_BITS = 4 * PAY_BITS

ONE_BANK = 1 | 1 << TOTAL
ONE_LEFT = 1 << TO_LEFT | 1 << TOTAL
ONE_RIGHT = 1 << TO_RIGHT | 1 << TOTAL

NEVER = 0  # the price of what is not offered
MOST_MEMORY = 60_000

Stall = tuple[bytes, bytes, bytes, int, int, bool]
Market = list[Stall | None]
Split = tuple[int, int]  # coins to the left, coins to the right


def payment(bank: int, left: int, right: int) -> int:
    """Return a payment as one number."""
    return (bank + left + right) << TOTAL | right << TO_RIGHT | left << TO_LEFT | bank


def parts_of(paid: int) -> tuple[int, int, int]:
    """Return (bank, left, right) of a payment."""
    return paid & PAY_MASK, paid >> TO_LEFT & PAY_MASK, paid >> TO_RIGHT & PAY_MASK


class Part:
    """Goods that may share a source, and the packed arithmetic on them."""

    def __init__(
        self,
        goods: tuple[int, ...],
        demands: list[tuple[int, ...]],
        classes: tuple[int, ...],
        spread: list[int],
        more: tuple[int, ...],
    ) -> None:
        self.goods = goods
        self.classes = classes  # the price class of each of the goods
        self.is_uniform = len(set(classes)) == 1
        self.asked = demands  # by the number of the cost
        # `more` is what may be asked for on top of any cost.
        largest = max([sum(units) for units in demands] + [1]) + sum(more)
        self.first_price = 2 * classes[0]
        self.width = largest.bit_length() + 1
        self.subsets = range(1, 1 << len(goods))
        self.guard = sum(1 << (subset * self.width - 1) for subset in self.subsets)
        self.shift = self.width - 1
        self.covers: dict[int, int] = {}
        self.demanded: dict[tuple[int, ...], int] = {}
        # More sources than any cost asks for make no difference, so no lane needs to count further.
        # Many costs ask for the same of this part, or for nothing.
        packed = [self.demand(units) for units in demands]
        self.distinct = [demand for demand in dict.fromkeys(packed) if demand]
        self.of_cost = [self.distinct.index(demand) if demand else -1 for demand in packed]
        self.always = sum(mask for mask, demand in zip(spread, packed, strict=True) if not demand)
        self.masks = [
            sum(mask for mask, other in zip(spread, packed, strict=True) if other == demand) for demand in self.distinct
        ]
        further = self.demand(more)
        self.most = [
            max([self.lane(demand, subset) for demand in self.distinct] + [0]) + self.lane(further, subset)
            for subset in self.subsets
        ]
        self.top = self.lanes(lambda subset: self.most[subset - 1])
        self.ceiling = self.top | self.guard
        self.rows: dict[int, bytes] = {}
        # All distinct demands behind each other, each in a block of whole bytes with a bit to spare
        # above its lanes.
        self.lane_bits = len(self.subsets) * self.width
        self.block = self.lane_bits // 8 + 1
        self.repeated = sum(1 << 8 * self.block * number for number in range(len(self.distinct)))
        self.all_demands = sum(demand << 8 * self.block * number for number, demand in enumerate(self.distinct))
        self.all_guards = self.guard * self.repeated
        self.all_lanes = ((1 << self.lane_bits) - 1) * self.repeated
        self.all_spare = self.repeated << self.lane_bits
        everything = 1 << len(goods)  # the lane of all goods counts every unit
        self.sizes = [self.lane(demand, everything - 1) for demand in self.distinct]

    def lane(self, packed: int, subset: int) -> int:
        """Return the lane of one subset."""
        return packed >> (subset - 1) * self.width & (1 << self.width) - 1

    def lanes(self, numbers: Callable[[int], int]) -> int:
        """Return a packed number with one lane for each subset of the goods."""
        return sum(numbers(subset) << (subset - 1) * self.width for subset in self.subsets)

    def source(self, made: Made) -> int:
        """Return the packed number of a source."""
        touched = sum(1 << i for i, good in enumerate(self.goods) if good in made.goods)
        limit = (1 << (self.width - 1)) - 1
        return self.lanes(lambda subset: min(made.number, limit) if subset & touched else 0)

    def demand(self, units: tuple[int, ...]) -> int:
        """Return the packed number of a demand, given in the order of the goods.

        A search asks for few of them, often.
        """
        known = self.demanded.get(units)
        if known is None:
            if len(self.demanded) > MOST_MEMORY:
                self.demanded.clear()
            known = self.lanes(lambda subset: sum(n for i, n in enumerate(units) if subset >> i & 1))
            self.demanded[units] = known
        return known

    def add(self, one: int, other: int) -> int:
        """Return the sum of two packed numbers; a full lane stays full."""
        # Only numbers that are never negative: Python is slow with the bits of negative ones.
        total = one + other
        over = total & self.guard
        return (total | (over - (over >> self.shift))) ^ over if over else total

    def grown(self, sources: int, more: int) -> int:
        """Return the sum of two packed numbers, each lane counted no further than any cost asks
        for.

        The sources are counted in this way already, so that no lane of the sum, with its guard bit,
        is above a guarded ceiling.
        """
        guard = self.guard
        total = sources + more
        over = self.ceiling - total & guard ^ guard  # the lanes that are above the most that is asked for
        if over:
            total ^= (total ^ self.top) & (over | over - (over >> self.shift))
        return total

    def cover(self, sources: int) -> int:
        """Return the mask of all that has a cost which the sources cover."""
        if len(self.covers) > MOST_MEMORY:
            self.covers.clear()
        mask = self.always
        for units, spread in zip(self.rows.get(sources) or self.row(sources), self.masks, strict=True):
            if not units:
                mask |= spread
        self.covers[sources] = mask
        return mask

    def row(self, sources: int) -> bytes:
        """Return how many units of each distinct demand the sources miss: as `missing` does, for
        all of them at once.
        """
        if len(self.rows) > MOST_MEMORY:
            self.rows.clear()
        guards, lane_bits = self.all_guards, self.lane_bits
        left = (sources | self.guard) * self.repeated - self.all_demands
        units = 0
        short = left & guards ^ guards
        while short:
            units += (short + self.all_lanes & self.all_spare) >> lane_bits  # one for each block that falls short
            left += short >> self.shift
            short = left & guards ^ guards
        known = units.to_bytes(self.block * len(self.distinct), "little")[:: self.block]
        self.rows[sources] = known
        return known

    def lacks(self, sources: int, number: int) -> int:
        """Return how many units of a distinct demand, given by its number, the sources miss."""
        return (self.rows.get(sources) or self.row(sources))[number]

    def missing(self, sources: int, demand: int) -> int:
        """Return how many units of a demand the sources cannot cover: the largest difference over
        all subsets.

        A lane that falls short has lost its guard bit; one unit at a time is given to all those
        lanes.
        """
        guard = self.guard
        left = (sources | guard) - demand
        units = 0
        short = left & guard ^ guard
        while short:
            left += short >> self.shift
            units += 1
            short = left & guard ^ guard
        return units


class Demand:
    """What a cost asks for of one part."""

    __slots__ = ("index", "packed", "part", "units")

    def __init__(self, index: int, part: Part, units: tuple[int, ...]) -> None:
        self.index = index
        self.part = part
        self.units = units
        self.packed = part.demand(units)

    def splits(self, own: int, left: int, right: int, prices: tuple[int, ...]) -> list[Split]:
        """Return all ways to buy what is missing that no other beats, as coins to the left and to
        the right.
        """
        part, demand = self.part, self.packed
        need = part.missing(own, demand)
        if need == 0:
            return NOTHING_BOUGHT
        if part.missing(part.add(part.add(own, left), right), demand):
            return []
        # Goods of several price classes may still have one price now.
        if not part.is_uniform and len({prices[2 * n : 2 * n + 2] for n in part.classes}) > 1:
            return undominated(list(self.searched(own, left, right, prices)))
        price_left, price_right = prices[2 * part.classes[0]], prices[2 * part.classes[0] + 1]
        with_left = part.add(own, left) if price_left != NEVER else own
        with_right = part.add(own, right) if price_right != NEVER else own
        if part.missing(part.add(with_left, right) if price_right != NEVER else with_left, demand):
            return []
        least = part.missing(with_right, demand)
        most = need - part.missing(with_left, demand)
        return [(n * price_left, (need - n) * price_right) for n in range(least, most + 1)]

    def searched(self, own: int, left: int, right: int, prices: tuple[int, ...]) -> Iterator[Split]:
        """Yield ways to buy when goods of one source have different prices: try how many of each
        come from whom.
        """
        part = self.part
        splits = ([(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)] for n in self.units)
        for choice in product(*splits):
            coins_left = coins_right = 0
            is_offered = True
            for (_, from_left, from_right), number in zip(choice, part.classes, strict=True):
                is_offered &= not (from_left and prices[2 * number] == NEVER)
                is_offered &= not (from_right and prices[2 * number + 1] == NEVER)
                coins_left += from_left * prices[2 * number]
                coins_right += from_right * prices[2 * number + 1]
            if is_offered and not (
                part.missing(own, part.demand(tuple(way[0] for way in choice)))
                or part.missing(left, part.demand(tuple(way[1] for way in choice)))
                or part.missing(right, part.demand(tuple(way[2] for way in choice)))
            ):
                yield coins_left, coins_right


NO_STALL: Stall = (b"", b"", b"", 0, 0, False)
NOTHING_BOUGHT: list[Split] = [(0, 0)]


class Payer:
    """Tells, for a seat as it stands, all payments of a cost by its number.

    Costs are also known as masks: `spread` says for each cost which bits stand for it, so that what
    is covered can be read for many cards at once.
    """

    def __init__(self, tables: Tables, costs: tuple[Cost, ...], spread: list[int] | None = None) -> None:
        self.spread = [1 << number for number in range(len(costs))] if spread is None else spread
        class_of = {good: number for number, goods in enumerate(tables.price_classes) for good in goods}
        self.costs = costs
        self.own, self.sale = tables.own_cell, tables.sale_cell
        self.sale_left = tables.sale_left_cell or tables.sale_cell  # what a seat sells to its left neighbour
        self.joint = tables.joint_cell
        self.price, self.price_cells = tables.price_cell, 2 * len(tables.price_classes)
        self.parts: list[Part] = []
        for goods in tables.parts:
            units = [tuple(dict(cost.goods).get(good, 0) for good in goods) for cost in costs]
            unused = [dict(window.unused) for window in tables.windows]
            more = tuple(max([units.get(good, 0) for units in unused] + [0]) for good in goods)
            self.parts.append(Part(goods, units, tuple(class_of[good] for good in goods), self.spread, more))
        self.demands: list[list[Demand]] = []
        for number in range(len(costs)):
            self.demands.append(
                [Demand(i, p, p.asked[number]) for i, p in enumerate(self.parts) if any(p.asked[number])]
            )
        self.market_arithmetic = [
            (part.rows.get, self.own + i, self.joint + 3 * i, self.price + part.first_price, part)
            for i, part in enumerate(self.parts)
        ]
        self.mask_arithmetic = [
            (part.covers.get, part.cover, self.own + i, self.joint + 3 * i + 2) for i, part in enumerate(self.parts)
        ]
        self.empty_market: Market = [None] * len(self.parts)
        self.part_demands = [
            [(demand.index, demand.part.of_cost[number]) for demand in demands]
            for number, demands in enumerate(self.demands)
        ]
        # What is covered by own production costs only its coins.
        self.plain = [payment(cost.coins, 0, 0) for cost in costs]

    def refresh(self, row: Row, seat: int) -> None:
        """Work out again all that follows from own production and from what both neighbours
        sell.
        """
        for index in range(len(self.parts)):
            self.refresh_part(row, seat, index)
        self.refresh_masks(row, seat)

    def refresh_part(self, row: Row, seat: int, index: int) -> None:
        """Work out again what a seat has of one part together with its left, its right and both
        neighbours.
        """
        grown = self.parts[index].grown
        alone = row[seat + self.own + index]
        left, right = row[row[seat + LEFT] + self.sale + index], row[row[seat + RIGHT] + self.sale_left + index]
        joint = seat + self.joint + 3 * index
        with_left = row[joint] = grown(alone, left) if left else alone
        row[joint + 1] = grown(alone, right) if right else alone
        row[joint + 2] = grown(with_left, right) if right else with_left

    def refresh_left(self, row: Row, seat: int, index: int) -> None:
        """Work out again what a seat has of one part after its left neighbour's sale has
        changed.
        """
        grown, joint = self.parts[index].grown, seat + self.joint + 3 * index
        left, right = row[row[seat + LEFT] + self.sale + index], row[row[seat + RIGHT] + self.sale_left + index]
        with_left = row[joint] = grown(row[seat + self.own + index], left)
        row[joint + 2] = grown(with_left, right) if right else with_left

    def refresh_right(self, row: Row, seat: int, index: int) -> None:
        """Work out again what a seat has of one part after its right neighbour's sale has
        changed.
        """
        grown, joint = self.parts[index].grown, seat + self.joint + 3 * index
        right = row[row[seat + RIGHT] + self.sale_left + index]
        row[joint + 1] = grown(row[seat + self.own + index], right)
        row[joint + 2] = grown(row[joint], right)

    def refresh_masks(self, row: Row, seat: int) -> None:
        """Work out again what is covered alone, and with both neighbours."""
        covered = reached = -1
        for known, cover, own, both in self.mask_arithmetic:
            sources = row[seat + own]
            covered &= known(sources) or cover(sources)
            sources = row[seat + both]
            reached &= known(sources) or cover(sources)
        row[seat + COVERED] = covered
        row[seat + REACHED] = reached

    def stall(self, row: Row, seat: int, index: int) -> Stall:
        """Return what own production, with the left, with the right neighbour misses of one part,
        and unit prices.
        """
        known, own, joint, price, part = self.market_arithmetic[index]
        price_left, price_right = row[seat + price], row[seat + price + 1]
        if not (price_left and price_right and part.is_uniform):
            return NO_STALL  # several prices for one source, or none: `solve` knows how
        alone, with_left, with_right = row[seat + own], row[seat + joint], row[seat + joint + 1]
        return (
            known(alone) or part.row(alone),
            known(with_left) or part.row(with_left),
            known(with_right) or part.row(with_right),
            price_left * ONE_LEFT,
            price_right * ONE_RIGHT,
            price_left > price_right,
        )

    def buy(
        self, row: Row, seat: int, number: int, market: Market, limit: int, option: int, options: list[int]
    ) -> None:
        """Add an option for each payment below a limit of a cost that all sources together cover.

        The cheapest comes first, ties to the left. `market` holds what is known of each part; it
        begins empty and is filled as it is needed.
        """
        base = self.plain[number]
        step = count = 0
        for index, demand in self.part_demands[number]:
            stall = market[index]
            if stall is None:
                stall = market[index] = self.stall(row, seat, index)
            alone, with_left, with_right, one_left, one_right, is_right_cheaper = stall
            need = alone[demand] if one_left else 1
            if need:
                if not one_left or (step and with_right[demand] != need - with_left[demand]):
                    # Prices that need a search, or two parts with a choice of seller.
                    options += [option | way for way in self.solve(number, row, seat) if way < limit]
                    return
                least = with_right[demand]
                most = need - with_left[demand]
                if least != most:
                    count = most - least
                    if is_right_cheaper:
                        most = least
                        step = one_left - one_right
                    else:
                        step = one_right - one_left
                base += most * one_left + (need - most) * one_right
        if not step:
            if base < limit:
                options.append(option | base)
            return
        for _ in range(count + 1):
            if base < limit:
                options.append(option | base)
            base += step

    def solve(self, number: int, row: Row, seat: int) -> list[int]:
        """Work out the payments of any cost."""
        left, right = row[seat + LEFT] + self.sale, row[seat + RIGHT] + self.sale_left
        own, prices = seat + self.own, tuple(row[seat + self.price : seat + self.price + self.price_cells])
        splits = NOTHING_BOUGHT
        for demand in self.demands[number]:
            index = demand.index
            found = demand.splits(row[own + index], row[left + index], row[right + index], prices)
            if not found:
                return []
            if splits is NOTHING_BOUGHT:
                splits = found
            elif found is not NOTHING_BOUGHT:
                splits = undominated([(a + c, b + d) for a, b in splits for c, d in found])
        bank = self.costs[number].coins
        splits = sorted(splits, key=lambda split: (split[0] + split[1], -split[0])) if len(splits) > 1 else splits
        return [payment(bank, *split) for split in splits]

    def shortfalls(
        self, row: Row, seat: int, number: int, resources: tuple[str, ...]
    ) -> Iterator[tuple[list[str], int]]:
        """Yield (goods, units) that neither own production nor what is for sale covers."""
        left, right = row[seat + LEFT] + self.sale, row[seat + RIGHT] + self.sale_left
        for demand in self.demands[number]:
            part, index = demand.part, demand.index
            sources = part.add(part.add(row[seat + self.own + index], row[left + index]), row[right + index])
            if short := part.missing(sources, demand.packed):
                goods = [g for g, n in zip(part.goods, demand.units, strict=True) if n]
                yield [resources[good] for good in goods], short

    def payments(self, row: Row, seat: int, number: int) -> list[int]:
        """Return all payments of one cost."""
        if row[seat + COVERED] & self.spread[number]:
            return [self.plain[number]]
        ways: list[int] = []
        if row[seat + REACHED] & self.spread[number]:
            self.buy(row, seat, number, self.empty_market[:], 1 << PAYMENT_BITS, 0, ways)
        return ways


def undominated(splits: list[Split]) -> list[Split]:
    """Return the splits of which no other costs less with one neighbour and no more with the
    other.
    """
    best: list[Split] = []
    lowest = -1
    for left, right in sorted(set(splits)):
        if lowest < 0 or right < lowest:
            best.append((left, right))
            lowest = right
    return best
