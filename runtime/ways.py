"""All ways to pay a cost with units from elsewhere, without trying single units.

Units that are waived, units of the bank and units that are made of one good out of some are sources
like all others, so they only make the shortfalls of `pay` smaller; what has to be tried is which
part each of them is used in. What follows from it depends on a few small numbers only, the
shortfalls of a demand with each set of sellers: it is worked out once for them.
"""

from __future__ import annotations

from stele.runtime.options import FREE_LEFT, FREE_RIGHT, FROM_BANK, FROM_BANK_MASK, PAYEES
from stele.runtime.pay import (
    MOST_MEMORY,
    NOTHING_BOUGHT,
    PAY_BITS,
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
from stele.runtime.sellers import Deal, Seller, Vector, vectors_of
from stele.runtime.sellers import unbeaten as unbeaten_deals

Goods = frozenset[int]
Way = tuple[int, int, int, int]  # coins to the bank, to the left, to the right; flags
Use = tuple[int, int]  # sources that are added to a part, units of it that are waived
Plan = tuple[int, int, tuple[Use, ...]]  # coins to the bank, units from it, what is used where
Pair = tuple[int, int]  # a part, what is added to it
Counts = tuple[int, ...]  # what is missing of a demand with each set of sellers
Found = tuple[int, int, list[int]]  # the coins of the cheapest and of the dearest way, and all ways


class Form:
    """Plans without what is added to parts: instead of it stand places in a list of parts, with or
    without something added.

    There is only one form of each kind, so that it can be known by its identity.
    """

    __slots__ = ("asked", "parts", "plans")

    def __init__(self, asked: tuple[int, ...], parts: tuple[int, ...], plans: tuple[Plan, ...]) -> None:
        self.asked = asked  # the parts that are asked for
        self.parts = parts  # the part of each place
        self.plans = plans


class Kit:
    """Units that a seat can have from elsewhere, and what can be done with them by the parts that
    are asked for.
    """

    __slots__ = ("made", "plans", "reach", "spare", "wares")

    def __init__(self, made: tuple[Goods, ...], wares: tuple[tuple[Goods, int], ...], ways: Ways) -> None:
        self.made = made  # each one unit of one of these
        self.wares = wares  # each one unit of one of these for so many coins
        self.spare = len(made) + len(wares)
        self.reach = [0] * len(ways.payer.parts)  # all of them as sources of each part
        for goods in (*made, *(goods for goods, _ in wares)):
            for index, part in enumerate(ways.payer.parts):
                self.reach[index] = part.add(self.reach[index], ways.source(index, goods))
        # By the parts that are asked for and the units that are waived; with the places of parts
        # and what is added there.
        self.plans: dict[tuple[tuple[int, ...], int], tuple[Form, list[Pair]]] = {}


class Means:
    """What a seat has for its payments beside its production: units from elsewhere, prices, and
    what is known to follow.
    """

    __slots__ = ("dearest", "is_closed", "kit", "known", "less_left", "less_right", "prices", "watches")

    def __init__(
        self,
        kit: Kit,
        watches: bool,
        less_left: int,
        less_right: int,
        prices: tuple[Vector, ...],
        is_closed: bool,
        known: dict[tuple[object, ...], Found],
    ) -> None:
        self.kit = kit
        self.watches = watches  # whether something reacts to purchases
        self.less_left, self.less_right = less_left, less_right  # coins that the first unit is cheaper
        self.prices = prices  # of each part, from each seller
        self.dearest = max(max(of_part) for of_part in prices)
        self.is_closed = is_closed  # whether no source has several prices
        self.known = known  # by what is missing


class Stands:
    """What a seat misses of every demand, alone and with each set of sellers, looked up as it is
    needed.
    """

    __slots__ = ("payer", "rows", "seat", "sellers", "selling", "table")

    def __init__(self, payer: Payer, table: Row, seat: int, sellers: list[Seller] | None = None) -> None:
        self.payer, self.table, self.seat = payer, table, seat
        self.sellers = sellers  # only if there are others than the two neighbours
        self.selling: dict[int, tuple[int, ...]] = {}  # by part, who has something of it
        self.rows: dict[Pair, list[bytes]] = {}

    def of(self, index: int, added: int, watches: bool) -> list[bytes]:
        """Return what is missing of the demands of one part with some sources added: by the set of
        sellers; if something reacts to purchases, then also what the sellers would leave without
        own production.
        """
        part, row, seat, payer = self.payer.parts[index], self.table, self.seat, self.payer
        own = row[seat + payer.own + index]
        sales: list[int] = []
        if self.sellers is None:
            joint = seat + payer.joint + 3 * index
            packed = [own, row[joint], row[joint + 1], row[joint + 2]]
            if added:
                packed = [part.grown(sources, added) for sources in packed]
            if watches:
                sales = [row[row[seat + LEFT] + payer.sale + index], row[row[seat + RIGHT] + payer.sale_left + index]]
        else:
            packed = [part.grown(own, added) if added else own]
            sales = [self.sellers[place].sales[index] for place in self.selling[index]]
            for sale in sales:
                packed += [part.grown(sources, sale) for sources in packed]
        if watches:
            apart = [0]
            for sale in sales:
                apart += [part.grown(sources, sale) for sources in apart]
            packed += apart
        known, found = part.rows.get, []
        for sources in packed:
            found.append(known(sources) or part.row(sources))
        return found


class Ways:
    """Tells all ways to pay for a seat as it stands."""

    def __init__(self, payer: Payer) -> None:
        self.payer = payer
        self.sources: dict[tuple[int, Goods], int] = {}
        self.kits: dict[tuple[tuple[Goods, ...], tuple[tuple[Goods, int], ...]], Kit] = {}
        self.forms: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[Plan, ...]], Form] = {}
        self.known_coins: dict[tuple[Vector, int, int, Vector, Vector], list[Vector]] = {}
        self.kept = 0  # how many ways are known
        self.known: dict[tuple[object, ...], dict[tuple[object, ...], Found]] = {}
        self.empty = self.kit((), ())
        self.asked = [(tuple(index for index, _ in demands), dict(demands)) for demands in payer.part_demands]

    def kit(self, made: tuple[Goods, ...], wares: tuple[tuple[Goods, int], ...]) -> Kit:
        """Return a kit, worked out once."""
        known = self.kits.get((made, wares))
        if known is None:
            if len(self.kits) > MOST_MEMORY // 100:
                self.kits.clear()
            known = self.kits[made, wares] = Kit(made, wares, self)
        return known

    def reached(self, row: Row, seat: int, kit: Kit) -> int:
        """Return the mask of what may be paid for with all that is for sale and each unit of a kit
        in every part.
        """
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
        """Return the mask of what may be paid for with all that some sellers have, at any price,
        and each unit of a kit.
        """
        mask = -1
        for index, (part, added) in enumerate(zip(self.payer.parts, kit.reach, strict=True)):
            sources = part.grown(row[seat + self.payer.own + index], added)
            for seller in sellers:
                sources = part.grown(sources, seller.sales[index])
            mask &= part.covers.get(sources) or part.cover(sources)
        return mask

    def closed(self, stands: Stands, number: int, waived: int, means: Means, room: int) -> Found:
        """Return all ways to pay the units of a cost, of which some are waived, that no other way
        beats.

        Ways to pay more than two sellers are left out if they cost more than there is room for.
        """
        asked, demands = self.asked[number]
        kit, watches, rows = means.kit, means.watches, stands.rows
        form, pairs = kit.plans.get((asked, waived)) or self.planned(kit, asked, waived)
        counts: list[int] = []
        for pair in pairs:
            known = rows.get(pair)
            if known is None:
                known = rows[pair] = stands.of(*pair, watches)
            demand = demands[pair[0]]
            for missing in known:
                counts.append(missing[demand])
        key: tuple[object, ...] = (form, *counts)
        sizes: tuple[int, ...] = ()
        if watches or stands.sellers is not None:
            sizes = tuple([self.payer.parts[index].sizes[demands[index]] for index in asked])
            if stands.sellers is None or room >= sum(sizes) * means.dearest:
                room = PAY_MASK
            key += (room, sizes, *[stands.selling.get(index) for index in asked])
        found = means.known.get(key)
        if found is None:
            self.kept += 1
            if self.kept > MOST_MEMORY:
                self.kept = 0
                for known_by_terms in self.known.values():
                    known_by_terms.clear()
            found = self.dealt(form, sizes, counts, means, stands, room) if sizes else self.split(form, counts, means)
            means.known[key] = found
        return found

    def split(self, form: Form, counts: list[int], means: Means) -> Found:
        """Return the ways to pay that follow from what is missing alone, with the left, the right
        and both neighbours.
        """
        found: list[Way] = []
        less_left, less_right = means.less_left, means.less_right
        for bank, units, uses in form.plans:
            splits = NOTHING_BOUGHT
            for index, (place, less) in zip(form.asked, uses, strict=True):
                alone, with_left, with_right, with_both = counts[4 * place : 4 * place + 4]
                if with_both > less:
                    break
                need = alone - less
                if need <= 0:
                    continue
                price_left, price_right = means.prices[index]
                short, most = max(0, with_right - less), need - max(0, with_left - less)
                some = [(n * price_left, (need - n) * price_right) for n in range(short, most + 1)]
                if splits is NOTHING_BOUGHT:
                    splits = some
                else:
                    splits = undominated([(a + c, b + d) for a, b in splits for c, d in some])
            else:
                flags = units << FROM_BANK
                found += [with_rebates(bank, split, flags, less_left, less_right) for split in splits]
        return found_ways(in_order(unbeaten(found, False)))

    def dealt(
        self, form: Form, sizes: tuple[int, ...], counts: list[int], means: Means, stands: Stands, room: int
    ) -> Found:
        """Return the ways to pay that follow from what is missing with each set of sellers, of whom
        there may be many.
        """
        selling = [stands.selling[index] if stands.sellers else (0, 1) for index in form.asked]
        sellers = stands.sellers[2:] if stands.sellers else []
        of_place: list[Vector] = []
        first = 0
        for index in form.parts:
            last = first + ((1 + means.watches) << len(selling[form.asked.index(index)]))
            of_place.append(tuple(counts[first:last]))
            first = last
        room += means.less_left + means.less_right
        nobody = (0,) * (2 + len(sellers))
        found: set[Deal] = set()
        for bank, units, uses in form.plans:
            paid = [nobody]
            for index, size, who, (place, less) in zip(form.asked, sizes, selling, uses, strict=True):
                coins = self.coins(of_place[place], size, less, who, means.prices[index])
                if coins != [nobody]:
                    sums = {tuple(map(int.__add__, one, more)) for one in paid for more in coins}
                    paid = [one for one in sums if bank + sum(one) <= room]
            for one in paid:
                sold = (one[0] > 0, one[1] > 0) if means.watches else ()
                flags = units << FROM_BANK
                _, left, right, flags = with_rebates(0, (one[0], one[1]), flags, means.less_left, means.less_right)
                found.add((bank, (left, right, *one[2:]), flags, sold))
        ways = []
        for bank, coins_of, flags, _ in unbeaten_deals(found):
            way = payment(bank, coins_of[0], coins_of[1]) | flags
            for seller, part in zip(sellers, coins_of[2:], strict=True):
                way += part << TOTAL | part << PAYEES + PAY_BITS * seller.number
            ways.append(way)
        return found_ways(sorted(ways, key=cheapest_first))

    def coins(self, missing: Vector, size: int, waived: int, who: Vector, prices: Vector) -> list[Vector]:
        """Return what sellers may get for a demand of one part, given what is missing with each set
        of those who have something, worked out once.
        """
        key = missing, size, waived, who, prices
        known = self.known_coins.get(key)
        if known is None:
            if len(self.known_coins) > MOST_MEMORY:
                self.known_coins.clear()
            sets = 1 << len(who)
            known = self.known_coins[key] = []
            for units in vectors_of(missing[:sets], size, waived, missing[sets:]):
                coins = [0] * len(prices)
                for place, number in zip(who, units, strict=True):
                    coins[place] = number * prices[place]
                known.append(tuple(coins))
        return known

    def planned(self, kit: Kit, asked: tuple[int, ...], waived: int) -> tuple[Form, list[Pair]]:
        """Return all plans to use units from elsewhere, and the parts with what is added to them
        there, each once.

        What is added does not matter for the form of the plans, so that many kits have the same.
        """
        plans = self.plans(kit, asked, waived)
        uses = [(index, added) for _, _, uses in plans for index, (added, _) in zip(asked, uses, strict=True)]
        pairs = list(dict.fromkeys(uses))
        formal = tuple(
            (
                bank,
                units,
                tuple((pairs.index((index, added)), less) for index, (added, less) in zip(asked, uses, strict=True)),
            )
            for bank, units, uses in plans
        )
        shape = asked, tuple(index for index, _ in pairs), formal
        form = self.forms.get(shape)
        if form is None:
            form = self.forms[shape] = Form(*shape)
        known = kit.plans[asked, waived] = form, pairs
        return known

    def plans(self, kit: Kit, asked: tuple[int, ...], waived: int) -> list[Plan]:
        """Return all ways to use units from elsewhere: each in one of the parts that are asked
        for.
        """
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
            # One of all goods of a part is a unit that need not be paid otherwise; one of some
            # goods is a source.
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
        """Return a unit out of some goods as a source of one part.

        Nothing if it has none of them.
        """
        known = self.sources.get((index, goods))
        if known is None:
            part = self.payer.parts[index]
            known = part.source(Made(tuple(goods))) if goods.intersection(part.goods) else 0
            self.sources[index, goods] = known
        return known


def found_ways(ways: list[int]) -> Found:
    """Return ways that begin with the cheapest, with the coins of the cheapest and of the
    dearest.
    """
    return (ways[0] >> TOTAL & PAY_MASK, ways[-1] >> TOTAL & PAY_MASK, ways) if ways else (PAY_MASK, PAY_MASK, ways)


def shared_out(units: int, places: int) -> list[tuple[int, ...]]:
    """Return all ways to share out units among some places."""
    if places == 1:
        return [(units,)]
    return [(here, *rest) for here in range(units + 1) for rest in shared_out(units - here, places - 1)]


def with_use(uses: tuple[Use, ...], place: int, added: int, waived: int) -> tuple[Use, ...]:
    """Return what is used where with other sources in one place, and so many more units waived
    there.
    """
    return (*uses[:place], (added, uses[place][1] + waived), *uses[place + 1 :])


def with_rebates(bank: int, split: Split, flags: int, less_left: int, less_right: int) -> Way:
    """Return a way to pay with the first unit of each side cheaper.

    Who sells for nothing has still sold.
    """
    left, right = split
    if left and less_left:
        left = max(0, left - less_left)
        flags |= 0 if left else FREE_LEFT
    if right and less_right:
        right = max(0, right - less_right)
        flags |= 0 if right else FREE_RIGHT
    return bank, left, right, flags


def unbeaten(ways: list[Way], by_sides: bool) -> list[Way]:
    """Return the ways that no other beats.

    If it matters who sells, only one with the same sellers can.
    """
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
