"""Pay by giving every single unit in every way: what the arithmetic of payments is held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from stele.runtime.state.cells import UNITS_MASK

Goods = frozenset[int]
Sources = tuple[Goods, ...]
Units = tuple[int, ...]  # the goods that are asked for, one for each unit, in order
Coins = tuple[int, ...]  # by seller


@dataclass(frozen=True)
class Case:
    """What a seat is asked for, and all that it could pay with."""

    coins: int
    units: Units
    waived: int
    own: Sources
    sellers: tuple[Sources, ...]
    prices: tuple[tuple[int, ...], ...]  # by seller and resource
    made: Sources  # units that are made out of what is known only now
    wares: tuple[tuple[Goods, int], ...]  # units of the bank, with their prices
    less: tuple[int, int]  # by how much the first unit of the left and of the right is cheaper
    watches: bool  # something reacts to purchases
    parts: tuple[Goods, ...]  # goods that may share a source


@dataclass(frozen=True, order=True)
class Way:
    """One way to pay: to the bank, to all sellers; how many units of the bank, and whether a
    neighbour has sold for nothing.
    """

    bank: int
    paid: Coins
    wares: int = 0
    free: tuple[bool, bool] = (False, False)

    @cached_property
    def sold(self) -> tuple[bool, bool]:
        """Tell whether the left and the right neighbour have sold anything."""
        return self.free[0] or self.paid[0] > 0, self.free[1] or self.paid[1] > 0


def searched(case: Case) -> set[Way]:
    """Return all ways that no other beats, by giving every unit in every way."""
    states = {(case.units, 0, 0)}
    for _ in range(case.waived):
        states = {(without(units, good), 0, 0) for units, _, _ in states for good in units} or states
    for goods in case.made:
        used = {
            (left, 0, 0) for units, _, _ in states for left in [without(units, good) for good in units if good in goods]
        }
        unfit = {state for state in states if not goods & {*state[0]}}
        states = states | used if case.watches else used | unfit
    for goods, price in case.wares:
        states |= {
            (without(units, good), bank + price, number + 1)
            for units, bank, number in states
            for good in units
            if good in goods and number < UNITS_MASK
        }
    found = {
        cheaper(case, Way(case.coins + bank, paid, number))
        for units, bank, number in states
        for paid in bought(case, units)
    }
    return {way for way in found if not any(beats(other, way, case.watches) for other in found if other != way)}


def without(units: Units, good: int) -> Units:
    """Return units with one less of one of the goods."""
    place = units.index(good)
    return units[:place] + units[place + 1 :]


def bought(case: Case, units: Units) -> set[Coins]:
    """Return what all sellers may get for units; if nothing reacts to purchases, only what no other
    way beats.
    """
    found = {(0,) * len(case.sellers)}
    for part in case.parts:  # no source has goods of two
        asked = tuple(good for good in units if good in part)
        own, *sellers = (tuple(one for one in some if one & {*asked}) for some in (case.own, *case.sellers))
        of_part = given(asked, own, tuple(sellers), case.prices)
        found = {tuple(map(int.__add__, one, more)) for one in found for more in of_part}
    if case.watches:
        return found
    return {one for one in found if not any(is_less(other, one) for other in found)}


def is_less(one: Coins, other: Coins) -> bool:
    """Tell whether nobody gets more by one way, and somebody less."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


@cache
def given(
    units: Units, own: Sources, sellers: tuple[Sources, ...], prices: tuple[tuple[int, ...], ...]
) -> frozenset[Coins]:
    """Return what sellers get by every way to give every unit from one source."""
    if not units:
        return frozenset({(0,) * len(sellers)})
    good, rest = units[0], units[1:]
    found: set[Coins] = set()
    for source in {source for source in own if good in source}:
        found |= given(rest, one_less(own, source), sellers, prices)
    for number, sources in enumerate(sellers):
        price = prices[number][good]
        for source in {source for source in sources if good in source} if price else ():
            after = (*sellers[:number], one_less(sources, source), *sellers[number + 1 :])
            for paid in given(rest, own, after, prices):
                found.add((*paid[:number], paid[number] + price, *paid[number + 1 :]))
    return frozenset(found)


def one_less(sources: Sources, used: Goods) -> Sources:
    """Return sources without one of them."""
    place = sources.index(used)
    return sources[:place] + sources[place + 1 :]


def cheaper(case: Case, way: Way) -> Way:
    """Return a way with what the first unit of each neighbour costs less."""
    tops = [max(prices) for prices in case.prices]  # no unit is given for less than nothing
    near = [max(0, coins - min(less, top)) for coins, less, top in zip(way.paid, case.less, tops, strict=False)]
    free = [coins > 0 and not left for coins, left in zip(way.paid, near, strict=False)]
    return replace(way, paid=(*near, *way.paid[2:]), free=(free[0], free[1]))


def beats(one: Way, other: Way, by_sides: bool) -> bool:
    """Tell whether a way costs nobody more than another; of two that cost the same the one with
    fewer marks.
    """
    if by_sides and one.sold != other.sold:
        return False
    costs, others = (one.bank, *one.paid), (other.bank, *other.paid)
    return is_less(costs, others) or (costs == others and one < other)


# --- what payments leave --------------------------------------------------------------------------


State = tuple[Coins, Sources, tuple[Sources, ...], int, int, int]


def paying(
    case: Case, unit: int, coins: Coins, own: Sources, sellers: tuple[Sources, ...], waived: int, bank: int, wares: int
) -> Iterator[State]:
    """Yield all ways to give one unit, as coins of neighbours, what everyone has left, units that
    may still be waived, and coins and units of the bank.
    """
    if waived:
        yield coins, own, sellers, waived - 1, bank, wares
    if wares < len(case.wares) and unit in case.wares[wares][0]:
        yield coins, own, sellers, waived, bank + case.wares[wares][1], wares + 1
    for source in {source for source in own if unit in source}:
        yield coins, one_less(own, source), sellers, waived, bank, wares
    for source in {source for source in sellers[0] if unit in source}:
        rest = one_less(sellers[0], source), sellers[1]
        yield (coins[0] + case.prices[0][unit], coins[1]), own, rest, waived, bank, wares
    for source in {source for source in sellers[1] if unit in source}:
        rest = sellers[0], one_less(sellers[1], source)
        yield (coins[0], coins[1] + case.prices[1][unit]), own, rest, waived, bank, wares


def keeping(case: Case, way: Way, good: int) -> int:
    """Return how many units of one of the goods own production may still give after a way to pay,
    by giving every unit in every way; -1 if it cannot be paid in that way.
    """
    own = tuple(sorted(case.own + case.made, key=sorted))  # what is known only now is made too
    states: set[State] = {((0, 0), own, case.sellers, case.waived, 0, 0)}
    for unit in case.units:
        states = {after for state in states for after in paying(case, unit, *state)}
    left = [
        sum(good in source for source in own)
        for coins, own, _, _, bank, wares in states
        if cheaper(case, Way(case.coins + bank, coins, wares)) == way
    ]
    return max(left, default=-1)
