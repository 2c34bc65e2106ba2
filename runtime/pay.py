"""Find all ways to pay a cost that no other way beats.

Each source gives one unit out of a set of goods, so what a set of sources cannot cover of a demand is the largest
shortfall over all subsets of goods (Hall). The number of sources that touch a subset is kept in one lane of a packed
number, so that adding a source is one addition and "is it covered?" is one subtraction. For goods that share a price
the ways to split a purchase between two sellers are then one interval; only goods with different prices inside one
source need a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from stele.runtime.row import LEFT, RIGHT, Row
from stele.runtime.ruleset import Cost, Made, Tables

# A payment is one number: coins to the bank, to the left and to the right neighbour, and their total on top.
PAY_BITS = 10
PAY_MASK = (1 << PAY_BITS) - 1
TO_LEFT = PAY_BITS
TO_RIGHT = 2 * PAY_BITS
TOTAL = 3 * PAY_BITS
PAYMENT_BITS = 4 * PAY_BITS

NEVER = 0  # the price of what is not offered
MOST_MEMORY = 60_000

Payments = tuple[int, ...]
Split = tuple[int, int]  # coins to the left, coins to the right


def payment(bank: int, left: int, right: int) -> int:
    """Return a payment as one number."""
    return (bank + left + right) << TOTAL | right << TO_RIGHT | left << TO_LEFT | bank


def parts_of(paid: int) -> tuple[int, int, int]:
    """Return (bank, left, right) of a payment."""
    return paid & PAY_MASK, paid >> TO_LEFT & PAY_MASK, paid >> TO_RIGHT & PAY_MASK


class Part:
    """Goods that may share a source, and the packed arithmetic on them."""

    def __init__(self, goods: tuple[int, ...], largest: int, classes: tuple[int, ...]) -> None:
        self.goods = goods
        self.classes = classes  # the price class of each of the goods
        self.is_uniform = len(set(classes)) == 1
        self.width = largest.bit_length() + 1
        self.subsets = range(1, 1 << len(goods))
        self.guard = sum(1 << (subset * self.width - 1) for subset in self.subsets)
        self.values = ~self.guard
        self.memory: dict[tuple[int, int], int] = {}

    def lanes(self, numbers: Callable[[int], int]) -> int:
        """Return a packed number with one lane for each subset of the goods."""
        return sum(numbers(subset) << (subset - 1) * self.width for subset in self.subsets)

    def source(self, made: Made) -> int:
        """Return the packed number of a source."""
        touched = sum(1 << i for i, good in enumerate(self.goods) if good in made.goods)
        limit = (1 << (self.width - 1)) - 1
        return self.lanes(lambda subset: min(made.number, limit) if subset & touched else 0)

    def demand(self, units: tuple[int, ...]) -> int:
        """Return the packed number of a demand, given in the order of the goods."""
        return self.lanes(lambda subset: sum(n for i, n in enumerate(units) if subset >> i & 1))

    def add(self, one: int, other: int) -> int:
        """Return the sum of two packed numbers; a full lane stays full."""
        total = one + other
        over = total & self.guard
        if over:
            total = (total | (over - (over >> (self.width - 1)))) & self.values
        return total

    def missing(self, sources: int, demand: int) -> int:
        """Return how many units of a demand the sources cannot cover."""
        if (sources | self.guard) - demand & self.guard == self.guard:
            return 0
        key = (sources, demand)
        known = self.memory.get(key)
        if known is None:
            if len(self.memory) > MOST_MEMORY:
                self.memory.clear()
            known = self.memory[key] = self.shortfall(sources, demand)
        return known

    def shortfall(self, sources: int, demand: int) -> int:
        """Return the largest difference between demand and sources over all subsets."""
        lane = (1 << self.width) - 1
        largest = 0
        while demand:
            difference = (demand & lane) - (sources & lane)
            largest = max(largest, difference)
            demand >>= self.width
            sources >>= self.width
        return largest


def payer(
    tables: Tables, costs: tuple[Cost, ...]
) -> tuple[list[Part], Callable[[Row, int], Callable[[int], Payments]]]:
    """Return the parts, and the function that, for a seat as it stands, tells all payments of a cost by its number."""
    class_of = {good: number for number, goods in enumerate(tables.price_classes) for good in goods}
    parts = []
    for goods in tables.parts:
        largest = max([sum(n for good, n in cost.goods if good in goods) for cost in costs] + [1])
        parts.append(Part(goods, largest, tuple(class_of[good] for good in goods)))
    demands = [
        [
            (number, units, part.demand(units))
            for number, part in enumerate(parts)
            if any(units := tuple(dict(cost.goods).get(good, 0) for good in part.goods))
        ]
        for cost in costs
    ]
    plain: list[Payments | None] = [(payment(cost.coins, 0, 0),) if not cost.goods else None for cost in costs]
    own_first, own_last = tables.own_cell, tables.sale_cell
    sale_first, sale_last = tables.sale_cell, tables.sale_cell + len(parts)
    part_count = len(parts)
    memory: dict[tuple[int, ...], dict[int, Payments]] = {}

    def solve(key: tuple[int, ...], number: int) -> Payments:
        """Return all payments of a cost that no other beats, the cheapest first, ties to the left."""
        splits: list[Split] = [(0, 0)]
        for index, units, demand in demands[number]:
            part = parts[index]
            own, left, right = key[index], key[own_last - own_first + index], key[-part_count + index]
            prices = key[part_count : own_last - own_first]
            found = list(part_splits(part, units, demand, own, left, right, prices))
            if not found:
                return ()
            splits = [(a + c, b + d) for a, b in splits for c, d in found]
        best = undominated(splits)
        coins = costs[number].coins
        return tuple(payment(coins, left, right) for left, right in sorted(best, key=lambda s: (s[0] + s[1], -s[0])))

    def payments(row: Row, seat: int) -> Callable[[int], Payments]:
        """Return a function from a cost's number to all payments of it, for this seat now."""
        left, right = row[seat + LEFT], row[seat + RIGHT]
        key = (
            *row[seat + own_first : seat + own_last],
            *row[left + sale_first : left + sale_last],
            *row[right + sale_first : right + sale_last],
        )
        known = memory.get(key)
        if known is None:
            if len(memory) > MOST_MEMORY:
                memory.clear()
            known = memory[key] = {}
        found = known.get

        def pay(number: int) -> Payments:
            ways = plain[number]
            if ways is None:
                ways = found(number)
                if ways is None:
                    ways = known[number] = solve(key, number)
            return ways

        return pay

    return parts, payments


def part_splits(
    part: Part, units: tuple[int, ...], demand: int, own: int, left: int, right: int, prices: tuple[int, ...]
) -> Iterator[Split]:
    """Yield ways to buy what is missing of one part, as coins to the left and to the right."""
    need = part.missing(own, demand)
    if need == 0:
        yield 0, 0
        return
    if not part.is_uniform:
        yield from searched(part, units, own, left, right, prices)
        return
    price_left, price_right = prices[2 * part.classes[0]], prices[2 * part.classes[0] + 1]
    left = left if price_left != NEVER else 0
    right = right if price_right != NEVER else 0
    with_left = part.add(own, left)
    if part.missing(part.add(with_left, right), demand):
        return
    least = part.missing(part.add(own, right), demand)
    most = need - part.missing(with_left, demand)
    for bought in range(least, most + 1):
        yield bought * price_left, (need - bought) * price_right


def searched(
    part: Part, units: tuple[int, ...], own: int, left: int, right: int, prices: tuple[int, ...]
) -> Iterator[Split]:
    """Yield ways to buy when goods of one source have different prices: try how many of each come from whom."""
    ways = [[(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)] for n in units]
    seen: set[Split] = set()
    for choice in product(*ways):
        coins_left = coins_right = 0
        is_offered = True
        for (_, from_left, from_right), number in zip(choice, part.classes, strict=True):
            is_offered &= not (from_left and prices[2 * number] == NEVER)
            is_offered &= not (from_right and prices[2 * number + 1] == NEVER)
            coins_left += from_left * prices[2 * number]
            coins_right += from_right * prices[2 * number + 1]
        split = (coins_left, coins_right)
        if not is_offered or split in seen:
            continue
        if (
            part.missing(own, part.demand(tuple(way[0] for way in choice)))
            or part.missing(left, part.demand(tuple(way[1] for way in choice)))
            or part.missing(right, part.demand(tuple(way[2] for way in choice)))
        ):
            continue
        seen.add(split)
        yield split


def undominated(splits: list[Split]) -> list[Split]:
    """Return the splits of which no other costs less with one neighbour and no more with the other."""
    best: list[Split] = []
    lowest = -1
    for left, right in sorted(set(splits)):
        if lowest < 0 or right < lowest:
            best.append((left, right))
            lowest = right
    return best
