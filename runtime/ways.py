"""All ways to pay a cost with units from elsewhere, without trying single units.

Units that are waived, units of the bank and units that are made of one good out of some are sources like all others, so they
only make the shortfalls of `pay` smaller; what has to be tried is which part each of them is used in. Who may buy what it
could make itself, because something reacts to purchases, may buy any numbers of units that form a base: no set of sellers
gives more than it can, and own production gives the rest.
"""

from __future__ import annotations

from stele.runtime.options import FREE_LEFT, FREE_RIGHT, FROM_BANK, FROM_BANK_MASK
from stele.runtime.pay import (
    MOST_MEMORY,
    NOTHING_BOUGHT,
    PAY_MASK,
    TO_LEFT,
    TOTAL,
    Payer,
    Split,
    payment,
    undominated,
)
from stele.runtime.row import LEFT, REACHED, RIGHT, Row
from stele.runtime.ruleset import Made
from stele.runtime.sellers import Seller

Goods = frozenset[int]
Way = tuple[int, int, int, int]  # coins to the bank, to the left, to the right; flags
Use = tuple[int, int]  # sources that are added to a part, units of it that are waived
Plan = tuple[int, int, tuple[Use, ...]]  # coins to the bank, units from it, what is used where
# What own production, with the left, with the right, with both neighbours misses; the prices of both.
Stand = tuple[bytes, bytes, bytes, bytes, int, int]


class Kit:
    """Units that a seat can have from elsewhere, and what can be done with them by the parts that are asked for."""

    __slots__ = ("made", "plans", "reach", "spare", "wares")

    def __init__(self, made: tuple[Goods, ...], wares: tuple[tuple[Goods, int], ...], ways: Ways) -> None:
        self.made = made  # each one unit of one of these
        self.wares = wares  # each one unit of one of these for so many coins
        self.spare = len(made) + len(wares)
        self.reach = [0] * len(ways.payer.parts)  # all of them as sources of each part
        for goods in (*made, *(goods for goods, _ in wares)):
            for index, part in enumerate(ways.payer.parts):
                self.reach[index] = part.add(self.reach[index], ways.source(index, goods))
        self.plans: dict[tuple[tuple[int, ...], int], list[Plan]] = {}


class Means:
    """What a seat has for its payments now, beside its production and that of its neighbours."""

    __slots__ = ("kit", "less_left", "less_right", "stands", "watches")

    def __init__(self, kit: Kit, watches: bool, less_left: int, less_right: int) -> None:
        self.kit = kit
        self.watches = watches  # whether something reacts to purchases
        self.less_left, self.less_right = less_left, less_right  # coins that the first unit is cheaper
        self.stands: dict[tuple[int, int], Stand] = {}  # by part and what is added to it


class Ways:
    """Tells all ways to pay for a seat as it stands."""

    def __init__(self, payer: Payer) -> None:
        self.payer = payer
        self.sources: dict[tuple[int, Goods], int] = {}
        self.kits: dict[tuple[tuple[Goods, ...], tuple[tuple[Goods, int], ...]], Kit] = {}
        self.empty = self.kit((), ())
        self.asked = [(tuple(index for index, _ in demands), demands) for demands in payer.part_demands]

    def kit(self, made: tuple[Goods, ...], wares: tuple[tuple[Goods, int], ...]) -> Kit:
        """Return a kit, worked out once."""
        known = self.kits.get((made, wares))
        if known is None:
            if len(self.kits) > MOST_MEMORY // 100:
                self.kits.clear()
            known = self.kits[made, wares] = Kit(made, wares, self)
        return known

    def reached(self, row: Row, seat: int, kit: Kit) -> int:
        """Return the mask of what may be paid for with all that is for sale and each unit of a kit in every part."""
        if not kit.spare:
            return row[seat + REACHED]
        mask = -1
        both = seat + self.payer.joint + 2
        for part, added in zip(self.payer.parts, kit.reach, strict=True):
            sources = part.grown(row[both], added) if added else row[both]
            mask &= part.covers.get(sources) or part.cover(sources)
            both += 3
        return mask

    def reached_from(self, row: Row, seat: int, kit: Kit, sellers: list[Seller]) -> int:
        """Return the mask of what may be paid for with all that some sellers have, at any price, and each unit of a kit."""
        mask = -1
        for index, (part, added) in enumerate(zip(self.payer.parts, kit.reach, strict=True)):
            sources = part.grown(row[seat + self.payer.own + index], added)
            for seller in sellers:
                sources = part.grown(sources, seller.sales[index])
            mask &= part.covers.get(sources) or part.cover(sources)
        return mask

    def closed(self, row: Row, seat: int, number: int, coins: int, waived: int, means: Means) -> list[int] | None:
        """Return all ways to pay coins and the units of a cost, of which some are waived, that no other way beats.

        Nothing is returned if only a search can tell, because prices differ inside one source.
        """
        kit, stands, watches = means.kit, means.stands, means.watches
        less_left, less_right = means.less_left, means.less_right
        asked, demands = self.asked[number]
        plans = kit.plans.get((asked, waived))
        if plans is None:
            plans = kit.plans[asked, waived] = self.plans(kit, asked, waived)
        found: list[Way] = []
        for bank, units, uses in plans:
            splits = NOTHING_BOUGHT
            for (index, demand), (added, less) in zip(demands, uses, strict=True):
                stand = stands.get((index, added))
                if stand is None:
                    stand = stands[index, added] = self.stand(row, seat, index, added)
                alone, with_left, with_right, with_both, price_left, price_right = stand
                if not price_left:
                    return None
                if with_both[demand] > less:
                    break
                if watches:
                    numbers = self.bases(row, seat, index, demand, less, stand)
                    splits = undominated_by_sides(
                        [(a + n * price_left, b + m * price_right) for a, b in splits for n, m in numbers]
                    )
                    continue
                need = alone[demand] - less
                if need <= 0:
                    continue
                short = with_right[demand] - less
                most = need - max(0, with_left[demand] - less)
                some = [(n * price_left, (need - n) * price_right) for n in range(max(0, short), most + 1)]
                if splits is NOTHING_BOUGHT:
                    splits = some
                elif len(some) == 1:
                    more_left, more_right = some[0]
                    splits = [(a + more_left, b + more_right) for a, b in splits]
                else:
                    splits = undominated([(a + c, b + d) for a, b in splits for c, d in some])
            else:
                if splits is NOTHING_BOUGHT and not units:
                    return [payment(coins, 0, 0)]  # nothing is cheaper than to buy nothing
                flags = units << FROM_BANK
                if less_left or less_right:
                    found += [with_rebates(coins + bank, split, flags, less_left, less_right) for split in splits]
                else:
                    found += [(coins + bank, left, right, flags) for left, right in splits]
        return in_order(unbeaten(found, watches)) if found else []

    def stand(self, row: Row, seat: int, index: int, added: int) -> Stand:
        """Return what a seat misses of one part with some sources added, and what units of it cost."""
        payer = self.payer
        part = payer.parts[index]
        price = seat + payer.price + part.first_price
        joint = seat + payer.joint + 3 * index
        sources = [row[seat + payer.own + index], *row[joint : joint + 3]]
        if added:
            sources = [part.grown(packed, added) for packed in sources]
        alone, with_left, with_right, with_both = [part.rows.get(packed) or part.row(packed) for packed in sources]
        price_left, price_right = row[price], row[price + 1]
        if not (price_left and price_right and part.is_uniform):
            price_left = 0
        return alone, with_left, with_right, with_both, price_left, price_right

    def plans(self, kit: Kit, asked: tuple[int, ...], waived: int) -> list[Plan]:
        """Return all ways to use units from elsewhere: each in one of the parts that are asked for."""
        parts = [self.payer.parts[index] for index in asked]
        plans: list[Plan] = [(0, 0, tuple((0, units) for units in shares)) for shares in shared_out(waived, len(asked))]
        for goods in kit.made:
            sources = [self.source(index, goods) for index in asked]
            if any(sources):
                plans = [
                    (bank, units, with_use(uses, place, parts[place].add(uses[place][0], source), 0))
                    for bank, units, uses in plans
                    for place, source in enumerate(sources)
                    if source
                ]
        for goods, price in kit.wares:
            sources = [self.source(index, goods) for index in asked]
            # One of all goods of a part is a unit that need not be paid otherwise; one of some goods is a source.
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
                if source
            ]
        return list(dict.fromkeys(plans))

    def source(self, index: int, goods: Goods) -> int:
        """Return a unit out of some goods as a source of one part; nothing if it has none of them."""
        known = self.sources.get((index, goods))
        if known is None:
            part = self.payer.parts[index]
            known = part.source(Made(tuple(goods))) if goods.intersection(part.goods) else 0
            self.sources[index, goods] = known
        return known

    def bases(self, row: Row, seat: int, index: int, demand: int, waived: int, stand: Stand) -> list[Split]:
        """Return the numbers of units of one part that may be bought from the left and from the right, whoever makes them too.

        No seller and no two of them together give more than they have of what is asked for; the rest is made.
        """
        part = self.payer.parts[index]
        size = part.sizes[demand]
        left = row[row[seat + LEFT] + self.payer.sale + index]
        right = row[row[seat + RIGHT] + self.payer.sale_left + index]
        alone, with_left, with_right = (size - missing[demand] for missing in stand[:3])
        of_left, of_right = size - part.lacks(left, demand), size - part.lacks(right, demand)
        of_both = size - part.lacks(part.grown(left, right), demand)
        size -= waived
        return [
            (a, b)
            for a in range(max(0, size - with_right), min(of_left, size) + 1)
            for b in range(max(0, size - with_left, size - a - alone), min(of_right, of_both - a, size - a) + 1)
        ]


def shared_out(units: int, places: int) -> list[tuple[int, ...]]:
    """Return all ways to share out units among some places."""
    if places == 1:
        return [(units,)]
    return [(here, *rest) for here in range(units + 1) for rest in shared_out(units - here, places - 1)]


def with_use(uses: tuple[Use, ...], place: int, added: int, waived: int) -> tuple[Use, ...]:
    """Return what is used where with other sources in one place, and so many more units waived there."""
    return (*uses[:place], (added, uses[place][1] + waived), *uses[place + 1 :])


def with_rebates(bank: int, split: Split, flags: int, less_left: int, less_right: int) -> Way:
    """Return a way to pay with the first unit of each side cheaper; who sells for nothing has still sold."""
    left, right = split
    if left and less_left:
        left = max(0, left - less_left)
        flags |= 0 if left else FREE_LEFT
    if right and less_right:
        right = max(0, right - less_right)
        flags |= 0 if right else FREE_RIGHT
    return bank, left, right, flags


def unbeaten(ways: list[Way], by_sides: bool) -> list[Way]:
    """Return the ways that no other beats; if it matters who sells, only one with the same sellers can."""
    if len(ways) == 1:
        return ways
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
    payments = [payment(bank, left, right) | flags for bank, left, right, flags in ways]
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
