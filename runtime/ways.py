"""All ways to pay a cost with units from elsewhere, without trying single units.

Units that need not be paid, units of the bank and units that are made of one good out of some are sources like all others,
so they only make the shortfalls of `pay` smaller; what has to be tried is which part each of them is used in. Who may buy
what it could make itself, because something reacts to purchases, may buy any numbers of units that form a base: no set of
sellers gives more than it can, and own production gives the rest.
"""

from __future__ import annotations

from stele.runtime.options import FREE_LEFT, FREE_RIGHT, FROM_BANK, FROM_BANK_MASK
from stele.runtime.pay import (
    NOTHING_BOUGHT,
    PAY_MASK,
    PAYMENT_BITS,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    Market,
    Payer,
    Split,
    payment,
    undominated,
)
from stele.runtime.row import LEFT, REACHED, RIGHT, Row
from stele.runtime.ruleset import Made

Goods = frozenset[int]
Way = tuple[int, int, int, int]  # coins to the bank, to the left, to the right; flags
Use = tuple[int, int]  # sources that are added to one part, units of it that need not be paid
Plan = tuple[int, int, tuple[Use, ...]]  # coins to the bank, units from it, what is used where
NO_LIMIT = 1 << PAYMENT_BITS


class Means:
    """What a seat has for its payments now, beside its production and that of its neighbours."""

    __slots__ = ("less_left", "less_right", "made", "market", "spare", "wares", "watches")

    def __init__(self, market: Market) -> None:
        self.watches = False  # whether something reacts to purchases
        self.made: list[Goods] = []  # each one unit of one of these
        self.wares: list[tuple[Goods, int]] = []  # each one unit of one of these for so many coins
        self.less_left = self.less_right = 0  # coins that the first unit is cheaper
        self.spare = 0  # units that are neither produced nor bought next door
        self.market = market


class Ways:
    """Tells all ways to pay for a seat as it stands."""

    def __init__(self, payer: Payer) -> None:
        self.payer = payer
        self.sources: dict[tuple[int, Goods], int] = {}

    def within(self, row: Row, seat: int, units: int) -> int:
        """Return the mask of what lacks no more than so many units of any part if all that is for sale is bought."""
        if not units:
            return row[seat + REACHED]
        mask = -1
        both = seat + self.payer.joint + 2
        for part in self.payer.parts:
            mask &= part.within(row[both], units)
            both += 3
        return mask

    def closed(
        self, row: Row, seat: int, number: int, coins: int, waived: int, means: Means, any_seller: bool
    ) -> list[int] | None:
        """Return all ways to pay coins and the units of a cost, of which some are waived, that no other way beats.

        Nothing is returned if only a search can tell: if prices differ inside one source, or if who sells matters.
        """
        payer, market, watches = self.payer, means.market, means.watches
        asked = payer.part_demands[number]
        needed = 0
        for index, demand in asked:
            stall = market[index]
            if stall is None:
                stall = market[index] = payer.stall(row, seat, index)
            if not stall[3]:
                return None
            needed += stall[0][demand]
        if needed <= waived and not watches:
            return [payment(coins, 0, 0)]
        spare = means.spare + waived
        if not spare:
            if not row[seat + REACHED] & payer.spread[number]:
                return []
        elif self.lacking(row, seat, number) > spare:
            return []
        if not any_seller:
            return None
        if not spare and not watches:
            found: list[int] = []
            payer.buy(row, seat, number, market, NO_LIMIT, 0, found)
            more = (coins - payer.costs[number].coins) * (1 << TOTAL | 1)
            if more:
                found = [way + more for way in found]
            if not (means.less_left or means.less_right):
                return found
            return best_ways([(way & PAY_MASK, way, 0) for way in found], means)
        splits: list[tuple[int, int, int]] = []
        for bank, units, uses in self.plans(number, waived, means):
            bought = self.bought_by_sides if watches else self.bought
            flags = units << FROM_BANK
            for to_left, to_right in bought(row, seat, number, uses, market):
                splits.append((coins + bank, to_right << TO_RIGHT | to_left << TO_LEFT, flags))
        return best_ways(splits, means)

    def lacking(self, row: Row, seat: int, number: int) -> int:
        """Return how many units of a cost neither the seat nor its neighbours have."""
        payer = self.payer
        both = seat + payer.joint + 2
        total = 0
        for index, demand in payer.part_demands[number]:
            part, sources = payer.parts[index], row[both + 3 * index]
            total += (part.rows.get(sources) or part.row(sources))[demand]
        return total

    def plans(self, number: int, waived: int, means: Means) -> list[Plan]:
        """Return all ways to use units from elsewhere: each in one of the parts that a cost asks for."""
        payer = self.payer
        asked = payer.part_demands[number]
        parts = [payer.parts[index] for index, _ in asked]
        most = [payer.parts[index].sizes[demand] for index, demand in asked]
        plans: list[Plan] = [(0, 0, tuple((0, units) for units in shares)) for shares in shared_out(waived, most)]
        for goods in means.made:
            sources = [self.source(index, goods) for index, _ in asked]
            if any(sources):
                plans = [
                    (bank, units, with_use(uses, place, parts[place].add(uses[place][0], source), 0))
                    for bank, units, uses in plans
                    for place, source in enumerate(sources)
                    if source
                ]
        for goods, price in means.wares:
            sources = [self.source(index, goods) for index, _ in asked]
            # Any unit of a part is one that need not be paid otherwise; one of some goods is a source.
            whole = [goods.issuperset(part.goods) for part in parts]
            plans += [
                (
                    bank + price,
                    units + 1,
                    with_use(uses, place, uses[place][0], 1)
                    if whole[place]
                    else with_use(uses, place, parts[place].add(uses[place][0], source), 0),
                )
                for bank, units, uses in plans
                if units < FROM_BANK_MASK
                for place, source in enumerate(sources)
                if source and uses[place][1] < most[place]
            ]
        return list(dict.fromkeys(plans)) if means.spare > 1 else plans

    def source(self, index: int, goods: Goods) -> int:
        """Return a unit out of some goods as a source of one part; nothing if it has none of them."""
        known = self.sources.get((index, goods))
        if known is None:
            part = self.payer.parts[index]
            known = part.source(Made(tuple(goods))) if goods.intersection(part.goods) else 0
            self.sources[index, goods] = known
        return known

    def bought(self, row: Row, seat: int, number: int, uses: tuple[Use, ...], market: Market) -> list[Split]:
        """Return all ways to buy what is missing that no other beats, with units from elsewhere used as planned."""
        payer = self.payer
        splits = NOTHING_BOUGHT
        for (index, demand), (added, waived) in zip(payer.part_demands[number], uses, strict=True):
            part, stall = payer.parts[index], market[index]
            assert stall is not None
            missing = part.rows.get
            joint = seat + payer.joint + 3 * index
            if added:
                grown = part.grown
                sources = grown(row[joint + 2], added)
                if (missing(sources) or part.row(sources))[demand] > waived:
                    return []
                sources = grown(row[seat + payer.own + index], added)
                need = (missing(sources) or part.row(sources))[demand] - waived
                if need <= 0:
                    continue
                sources = grown(row[joint], added)
                with_left = (missing(sources) or part.row(sources))[demand]
                sources = grown(row[joint + 1], added)
                with_right = (missing(sources) or part.row(sources))[demand]
            else:
                sources = row[joint + 2]
                if (missing(sources) or part.row(sources))[demand] > waived:
                    return []
                need = stall[0][demand] - waived
                if need <= 0:
                    continue
                with_left, with_right = stall[1][demand], stall[2][demand]
            least = with_right - waived if with_right > waived else 0
            most = need - with_left + waived if with_left > waived else need
            to_left, to_right = stall[3] >> TOTAL, stall[4] >> TOTAL
            found = [(n * to_left, (need - n) * to_right) for n in range(least, most + 1)]
            if splits is NOTHING_BOUGHT:
                splits = found
            else:
                splits = undominated([(a + c, b + d) for a, b in splits for c, d in found])
        return splits

    def bought_by_sides(self, row: Row, seat: int, number: int, uses: tuple[Use, ...], market: Market) -> list[Split]:
        """Return all ways to buy units, also those that could be made, that no other with the same sellers beats."""
        payer = self.payer
        splits = NOTHING_BOUGHT
        for (index, demand), (added, waived) in zip(payer.part_demands[number], uses, strict=True):
            part, stall = payer.parts[index], market[index]
            assert stall is not None
            size = part.sizes[demand]
            joint = seat + payer.joint + 3 * index
            left, right = row[row[seat + LEFT] + payer.sale + index], row[row[seat + RIGHT] + payer.sale + index]
            own = [row[seat + payer.own + index], *row[joint : joint + 3]]
            if added:
                own = [part.grown(sources, added) for sources in own]
            alone, with_left, with_right, with_both = [size - part.lacks(sources, demand) for sources in own]
            of_left, of_right = size - part.lacks(left, demand), size - part.lacks(right, demand)
            of_both = size - part.lacks(part.grown(left, right), demand)
            size -= waived
            if with_both < size:
                return []
            to_left, to_right = stall[3] >> TOTAL, stall[4] >> TOTAL
            found = [
                (a * to_left, b * to_right)
                for a in range(max(0, size - with_right), min(of_left, size) + 1)
                for b in range(max(0, size - with_left, size - a - alone), min(of_right, of_both - a, size - a) + 1)
            ]
            splits = undominated_by_sides([(a + c, b + d) for a, b in splits for c, d in found])
        return splits


def shared_out(units: int, most: list[int]) -> list[tuple[int, ...]]:
    """Return all ways to share out units among places that take at most so many."""
    if len(most) == 1:
        return [(units,)]
    if not units:
        return [(0,) * len(most)]
    return [
        (here, *rest)
        for here in range(max(0, units - sum(most[1:])), min(units, most[0]) + 1)
        for rest in shared_out(units - here, most[1:])
    ]


def with_use(uses: tuple[Use, ...], place: int, added: int, waived: int) -> tuple[Use, ...]:
    """Return what is used where with other sources in one place, and so many more units waived there."""
    return (*uses[:place], (added, uses[place][1] + waived), *uses[place + 1 :])


def best_ways(splits: list[tuple[int, int, int]], means: Means) -> list[int]:
    """Return payments with rebates taken off, without those that another beats, the cheapest first.

    Each is given as coins to the bank, coins to both sides in their places, and flags.
    """
    less_left, less_right = means.less_left, means.less_right
    ways: set[Way] = set()
    for bank, split, flags in splits:
        left, right = split >> TO_LEFT & PAY_MASK, split >> TO_RIGHT & PAY_MASK
        if left and less_left:
            left -= less_left
            if left <= 0:
                left = 0
                flags |= FREE_LEFT
        if right and less_right:
            right -= less_right
            if right <= 0:
                right = 0
                flags |= FREE_RIGHT
        ways.add((bank, left, right, flags))
    return in_order(unbeaten(ways, means.watches))


def unbeaten(ways: set[Way], by_sides: bool) -> list[Way]:
    """Return the ways that no other beats; if it matters who sells, only one with the same sellers can."""
    best: list[Way] = []
    for way in sorted(ways):  # a way can be beaten only by one before it
        _, left, right, _ = way
        for other in best:
            if other[1] <= left and other[2] <= right and (not by_sides or sides(other) == sides(way)):
                break
        else:
            best.append(way)
    return best


def in_order(ways: list[Way]) -> list[int]:
    """Return ways as payments with flags, the cheapest first."""
    payments = [payment(*way[:3]) | way[3] for way in ways]
    return sorted(payments, key=cheapest_first) if len(payments) > 1 else payments


def undominated_by_sides(splits: list[Split]) -> list[Split]:
    """Return the splits that no other with the same sellers beats."""
    alike: dict[tuple[bool, bool], list[Split]] = {}
    for split in splits:
        alike.setdefault((split[0] > 0, split[1] > 0), []).append(split)
    return [split for some in alike.values() for split in undominated(some)]


def sides(way: Way) -> tuple[bool, bool]:
    """Tell whether something is bought from the left and from the right."""
    _, left, right, flags = way
    return bool(left or flags & FREE_LEFT), bool(right or flags & FREE_RIGHT)


def cheapest_first(way: int) -> tuple[int, int, int]:
    """Return what ways are sorted by: the total, then as much as possible to the left."""
    return way >> TOTAL & PAY_MASK, -(way >> TO_LEFT & PAY_MASK), way
