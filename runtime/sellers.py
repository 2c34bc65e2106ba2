"""Payments to more than two sellers, and what a payment leaves of the own production.

What a set of sellers can add to the own production is a number, again by Hall's theorem, so the
units that each of them may sell are found without trying single goods: no set of sellers sells more
than it adds, and all together sell what is missing. Only goods with different prices inside one
source need a search, and so does the question which own units were used: then every unit is given
to everyone who may give it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stele.runtime.pay import NEVER, Part

Vector = tuple[int, ...]  # one number for each seller


class Seller:
    """One who sells: its number for options, what it has of each part, and its price for each class
    of goods.
    """

    __slots__ = ("number", "prices", "sales")

    def __init__(self, number: int, sales: list[int], prices: list[int]) -> None:
        self.number = number
        self.sales = sales
        self.prices = prices


def offers(
    part: Part, index: int, asked: Vector, own: int, waived: int, sellers: list[Seller], may_buy_all: bool
) -> set[Vector]:
    """Return the coins that sellers may get for what is asked of one part, of which some units are
    waived.

    What own production covers is bought only if all may be bought.
    """
    prices = [[seller.prices[number] for number in part.classes] for seller in sellers]
    goods = [place for place, number in enumerate(asked) if number]
    if any(len({of_seller[place] for place in goods}) > 1 for of_seller in prices):
        return set(searched(part, index, asked, own, waived, sellers))
    price = [of_seller[goods[0]] for of_seller in prices]
    selling = [place for place, seller in enumerate(sellers) if seller.sales[index] and price[place] != NEVER]
    sales = [sellers[place].sales[index] for place in selling]
    found = set()
    for units in vectors(part, part.demand(asked), sum(asked), own, waived, sales, may_buy_all):
        coins = [0] * len(sellers)
        for place, number in zip(selling, units, strict=True):
            coins[place] = number * price[place]
        found.add(tuple(coins))
    return found


def vectors(
    part: Part, demand: int, size: int, own: int, waived: int, sales: list[int], may_buy_all: bool
) -> list[Vector]:
    """Return all numbers of units that sellers may sell of a demand."""
    joint = [0]  # what each set of sellers has
    for sale in sales:
        joint += [part.grown(sources, sale) for sources in joint]
    together = [part.missing(part.grown(own, sources), demand) for sources in joint]
    apart = [part.missing(sources, demand) for sources in joint] if may_buy_all else []
    return vectors_of(together, size, waived, apart)


def vectors_of(together: Sequence[int], size: int, waived: int, apart: Sequence[int]) -> list[Vector]:
    """Return all numbers of units that sellers may sell of a demand of some size, given what is
    missing with each set of them.

    `apart` is what is missing with them alone, without own production; it is given if they may sell
    more than has to be bought.
    """
    need = max(0, together[0] - waived)
    everyone = len(together) - 1
    if waived > size or together[everyone] > waived:
        return []
    if not need and not apart:
        return [(0,) * everyone.bit_length()]
    if apart:
        need = size - waived
        most = [min(need, size - missing) for missing in apart]
        # What a set of sellers does not sell, own production and the other sellers have to give.
        least = [need - size + together[everyone ^ some] for some in range(len(together))]
    else:
        most = [need - max(0, missing - waived) for missing in together]
        least = [0] * everyone + [need]
    found: list[tuple[Vector, list[int]]] = [((), [0])]  # units of the first sellers, and of each set of them
    for place in range(everyone.bit_length()):
        first = 1 << place
        rest = everyone & ~(2 * first - 1)
        longer = []
        for units, sums in found:
            for number in range(most[first] + 1):
                more = [total + number for total in sums]
                if any(total > most[first | some] for some, total in enumerate(more)):
                    break
                if more[-1] + most[rest] >= least[-1]:
                    longer.append(((*units, number), sums + more))
        found = longer
    return [units for units, sums in found if all(map(int.__ge__, sums, least))]


def searched(
    part: Part, index: int, asked: Vector, own: int, waived: int, sellers: list[Seller], kept: Vector | None = None
) -> Iterator[Vector]:
    """Yield the coins that sellers may get, by trying who gives each unit.

    `kept` is what own production has to leave.
    """
    kept = kept or (0,) * len(asked)
    prices = [[seller.prices[number] for number in part.classes] for seller in sellers]
    open_ways: set[tuple[tuple[Vector, ...], int]] = {(((),) * (1 + len(sellers)), 0)}  # units of everyone, and waived
    for place, number in enumerate(asked):
        # Nobody gives more units of one of the goods than it has, whatever it gives of the others.
        most = {0: part.lane(own, 1 << place) - kept[place]}
        for giver, (seller, price) in enumerate(zip(sellers, prices, strict=True), 1):
            if price[place] != NEVER:
                most[giver] = part.lane(seller.sales[index], 1 << place)
        most = {giver: units for giver, units in most.items() if units > 0}
        further = set()
        for given, gone in open_ways:
            for shares in compositions(number, tuple(most.values()), waived - gone):
                units = dict(zip(most, shares, strict=True))
                after = tuple((*before, units.get(giver, 0)) for giver, before in enumerate(given))
                further.add((after, gone + number - sum(shares)))
        open_ways = further
    for given, _ in open_ways:
        left = part.demand(tuple(a + b for a, b in zip(given[0], kept, strict=True)))
        if part.missing(own, left):
            continue
        if any(part.missing(s.sales[index], part.demand(u)) for s, u in zip(sellers, given[1:], strict=True)):
            continue
        yield tuple(
            sum(number * price for number, price in zip(units, of_seller, strict=True))
            for units, of_seller in zip(given[1:], prices, strict=True)
        )


def compositions(number: int, most: Vector, spare: int) -> Iterator[Vector]:
    """Yield all ways to share out a number, or up to `spare` less than it, among some that take so
    many at most.
    """
    if not most:
        if number <= spare:
            yield ()
        return
    for here in range(min(number, most[0]) + 1):
        for rest in compositions(number - here, most[1:], spare):
            yield (here, *rest)


# Coins to the bank, to the sellers; flags; which of those sellers that matter have sold something.
Deal = tuple[int, Vector, int, tuple[bool, ...]]


def unbeaten(deals: set[Deal]) -> list[Deal]:
    """Return the deals that no other beats with the same sellers, of those that matter."""
    best: list[tuple[int, Deal]] = []
    for total, deal in sorted((deal[0] + sum(deal[1]), deal) for deal in deals):
        bank, coins, _, sold = deal
        for less, other in best:
            # Of two that cost as much in all none beats the other, unless only their flags differ.
            may_beat = other[3] == sold and (less < total or other[:2] == deal[:2])
            if may_beat and other[0] <= bank and all(map(int.__le__, other[1], coins)):
                break
        else:
            best.append((total, deal))
    return [deal for _, deal in best]
