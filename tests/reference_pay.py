"""What a seat may pay, found by trying everything: which units are left out, made, bought from the
bank or next door.

Every source may serve every unit; offered is what no other way beats. Where something reacts to
purchases, ways that differ in who sold something are not compared, so it may be worth while to buy
what the own city makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from tests.reference_table import Held, Table, id_of

Goods = tuple[str, ...]  # units, in order; a resource stands there once for each unit
Sources = tuple[frozenset[str], ...]  # each gives one unit out of some resources
Prices = tuple[tuple[tuple[str, str], int], ...]  # (side, resource) and what a unit costs
Bought = tuple[tuple[int, ...], tuple[int, ...]]  # what each unit from the left and from the right costs
Ware = tuple[frozenset[str], int]


class Way(NamedTuple):
    """One way to pay."""

    bank: int
    left: int
    right: int
    units: int  # bought from the bank
    free: tuple[bool, bool]  # whether something was bought for nothing from the left, from the right

    @property
    def total(self) -> int:
        """Return all coins."""
        return self.bank + self.left + self.right

    @property
    def sides(self) -> tuple[bool, bool]:
        """Tell whether something was bought from the left, from the right."""
        return self.left > 0 or self.free[0], self.right > 0 or self.free[1]


class Market(NamedTuple):
    """All that decides what a seat pays."""

    changes: tuple[n.CostChange, ...]  # of costs
    own: Sources
    left: Sources  # what the left neighbour sells
    right: Sources
    costs: Prices
    makers: Sources  # own units that depend on what else is produced
    wares: tuple[Ware, ...]  # units of the bank
    less_left: int  # off the first unit from the left
    less_right: int
    sides_matter: bool  # whether it is of interest who sells something
    own_first: bool  # whether nothing may be bought that the own city can make


def market_of(table: Table, seat: int) -> Market:
    """Return the market as it is for a seat now."""
    holds = table.held(seat)
    moments = [held.clause.moment for held in holds]
    watches = any(isinstance(one, n.When) and isinstance(one.event, n.BuysFromNeighbour) for one in moments)
    return Market(
        tuple(changes(table, seat)),
        produced(holds, False),
        tuple(unit for other in table.seats_of(seat, Seats.LEFT) for unit in sold(table, other, seat)),
        tuple(unit for other in table.seats_of(seat, Seats.RIGHT) for unit in sold(table, other, seat)),
        prices(table, holds),
        tuple(makers_of(table, seat, holds)),
        tuple(wares_of(table, seat, holds)),
        rebate(table, seat, holds, Seats.LEFT),
        rebate(table, seat, holds, Seats.RIGHT),
        # It also matters to who plays for a guest, and to partners, which of the others gets coins.
        watches or table.book.guest is not None or table.book.flow.partners,
        # Buying what the own city makes is of use only where something reacts to it, and partners
        # must not do it.
        table.book.flow.partners or not watches,
    )


def ways_for_card(table: Table, seat: int, market: Market, card: str, action: str, less: int = 0) -> frozenset[Way]:
    """Return all ways to pay for a card used for an action.

    Without an action it is played by an effect.
    """
    cost = table.book.cards[card].cost
    assert cost is not None
    coins, goods, waived = changed(table, market, cost, card, action)
    # What could be built by a chain is not paid with resources of a partner (rule
    # cities.team.no-trade-if-chain).
    partner = table.partner(seat)
    is_chained = table.chains(seat, card) or any(table.places.chained(seat, card, action))
    if partner is not None and action and is_chained:
        market = market._replace(
            left=() if table.left(seat) == partner else market.left,
            right=() if table.right(seat) == partner else market.right,
        )
    return ways(market, max(0, coins - less), goods, waived)


def ways_for_stage(table: Table, seat: int, market: Market, action: str) -> frozenset[Way]:
    """Return all ways to pay for the next stage; none if all are built."""
    stages = table.side(seat).stages
    built = table.cities[seat].stages
    if built == len(stages):
        return frozenset()
    cost = stages[built].cost
    assert cost is not None
    return ways(market, *changed(table, market, cost, "", action))


def changed(table: Table, market: Market, cost: n.Cost, card: str, action: str) -> tuple[int, Goods, int]:
    """Return a cost as it is for a seat: coins, units, and how many units need not be paid.

    No card means a stage.
    """
    coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
    goods = [id_of(part.resource) for part in cost.parts if isinstance(part, n.Goods) for _ in range(part.number)]
    waived = 0
    for change in market.changes:
        if change.action is not None and id_of(change.action) != action:
            continue
        if isinstance(change.what, n.Stages) == bool(card):
            continue
        if not isinstance(change.what, n.Stages) and not table.book.fits(card, change.what):
            continue
        match change.change:
            case n.Nothing(True):
                coins = 0
            case n.Nothing(False):
                goods = []
            case n.Less(number, True):
                coins = max(0, coins - number)
            case n.Less(number, False):
                waived += number
    return coins, tuple(sorted(goods)), min(waived, len(goods))


def changes(table: Table, seat: int) -> Iterator[n.CostChange]:
    """Yield the changes of costs that concern a seat: its own, and those its neighbours have for
    it.
    """
    for other in (seat, *table.seats_of(seat, Seats.NEIGHBOURS)):
        for held in table.held(other):
            if isinstance(held.clause.sentence, n.CostChange):
                change = held.clause.sentence
                if change.for_neighbours == (other != seat):
                    yield change


@lru_cache(maxsize=50_000)
def ways(market: Market, coins: int, goods: Goods, waived: int) -> frozenset[Way]:
    """Return all ways to pay coins and units, of which some need not be paid, that no other way
    beats.
    """
    tried: list[tuple[int, int, Bought]] = []
    own = tuple(sorted((*market.own, *market.makers), key=sorted))
    for rest, bank, units in remaining(goods, waived, market.wares):
        sources = (relevant(sources, rest) for sources in (own, market.left, market.right))
        tried += [(bank, units, bought) for bought in purchases(rest, *sources, market.costs)]
    if market.own_first:
        fewest: dict[int, int] = {}
        for _, units, bought in tried:
            fewest[units] = min(fewest.get(units, 99), sum(map(len, bought)))
        tried = [one for one in tried if sum(map(len, one[2])) == fewest[one[1]]]
    found: set[Way] = set()
    for bank, units, (from_left, from_right) in tried:
        # The buyer says which unit is the first; it is best the dearest.
        to_left = sum(from_left) - min(market.less_left, max(from_left, default=0))
        to_right = sum(from_right) - min(market.less_right, max(from_right, default=0))
        free = bool(from_left) and to_left == 0, bool(from_right) and to_right == 0
        found.add(Way(coins + bank, to_left, to_right, units, free))
    return frozenset(way for way in found if not any(beats(other, way, market.sides_matter) for other in found))


def beats(one: Way, other: Way, sides_matter: bool) -> bool:
    """Tell whether one way is better than another: nobody gets more, and nothing that may be seen
    later differs.
    """
    if one == other or (sides_matter and one.sides != other.sides):
        return False
    if one[:3] == other[:3]:
        # Between equals the one with fewer units from the bank, then with less for nothing, then
        # with that from the left.
        return (one.units, one.free[1], one.free[0]) < (other.units, other.free[1], other.free[0])
    return all(a <= b for a, b in zip(one[:3], other[:3], strict=True))


# --- what a city can do with its production -------------------------------------------------------


def sold(table: Table, seller: int, buyer: int) -> Sources:
    """Return each unit that a neighbour sells to a seat."""
    return produced(table.places.for_sale(seller, buyer), True)


def produced(holds: Sequence[Held], for_sale_only: bool) -> Sources:
    """Return each unit that clauses produce by themselves."""
    units: list[frozenset[str]] = []
    for held in holds:
        match held.clause.sentence:
            case n.Produce(n.Some(number, resource), for_sale) if for_sale or not for_sale_only:
                units += [frozenset({id_of(resource)})] * number
            case n.Produce(n.OneOf(resources), for_sale) if for_sale or not for_sale_only:
                units.append(frozenset(id_of(resource) for resource in resources))
    return tuple(sorted(units, key=sorted))


def makers_of(table: Table, seat: int, holds: Sequence[Held]) -> Iterator[frozenset[str]]:
    """Yield the goods of each unit that depends on what else the city produces."""
    for held in holds:
        match held.clause.sentence:
            case n.Produce(n.SomeThat(number, colours, board, is_negated)):
                named = [id_of(colour) for colour in colours]
                start = table.side(seat).start if board else ()
                clauses = [clause for clause in start if table.places.allows(seat, clause)]
                for card in (*table.cards(seat), *table.places.made_in(seat, is_negated)):
                    clauses += table.book.cards[card].effect if table.book.colour(card) in named else ()
                made: set[str] = set()
                for clause in clauses:
                    match clause.sentence:
                        case n.Produce(n.Some(_, resource)):
                            made.add(id_of(resource))
                        case n.Produce(n.OneOf(resources)):
                            made |= {id_of(resource) for resource in resources}
                for _ in range(number):
                    yield frozenset(table.book.resources) - made if is_negated else frozenset(made)


def wares_of(table: Table, seat: int, holds: Sequence[Held]) -> Iterator[Ware]:
    """Yield what may be bought from the bank now, and its price."""
    for held in holds:
        match held.clause.sentence:
            case n.Buy(group, Seats.BANK, price) if not is_used(table, seat, held):
                yield frozenset(r for r in table.book.resources if in_group(table, r, group)), price


def rebate(table: Table, seat: int, holds: Sequence[Held], side: Seats) -> int:
    """Return how many coins the first unit from one side is cheaper now."""
    less = 0
    for held in holds:
        match held.clause.sentence:
            case n.Rebate(from_side, number) if from_side is side and not is_used(table, seat, held):
                less += number
    return less


def is_used(table: Table, seat: int, held: Held, side: str = "") -> bool:
    """Tell whether something limited was used already; a limit may be for each side."""
    return held.clause.limit is not None and table.cities[seat].used[held.key, side] > 0


def prices(table: Table, holds: Sequence[Held]) -> Prices:
    """Return what a unit costs from each side; what is not offered is missing."""
    found: dict[tuple[str, str], int] = {}
    for held in holds:
        match held.clause.sentence:
            case n.Buy(group, seller, price) if seller is not Seats.BANK:
                for resource in table.book.resources:
                    for side in ("left", "right"):
                        if seller in (Seats.NEIGHBOURS, Seats(side)) and in_group(table, resource, group):
                            found[side, resource] = min(price, found.get((side, resource), price))
    return tuple(sorted(found.items()))


def in_group(table: Table, resource: str, group: n.Name | None) -> bool:
    """Tell whether a resource belongs to a group; no group means any."""
    return group is None or id_of(group) in table.book.groups[resource]


# --- trying everything ----------------------------------------------------------------------------


def remaining(goods: Goods, waived: int, wares: tuple[Ware, ...]) -> set[tuple[Goods, int, int]]:
    """Return what may remain to be produced or bought, with the coins and units of the bank that it
    takes.
    """
    states = {goods}
    for _ in range(waived):
        states = {rest for state in states for rest in one_less(state, frozenset(state))}
    found = {(state, 0, 0) for state in states}
    for ware, price in wares:
        found |= {(rest, bank + price, units + 1) for state, bank, units in found for rest in one_less(state, ware)}
    return found


def one_less(goods: Goods, which: frozenset[str]) -> list[Goods]:
    """Return the goods without one unit of some resource, in every way."""
    return [
        (*goods[: goods.index(good)], *goods[goods.index(good) + 1 :]) for good in sorted(set(goods)) if good in which
    ]


def relevant(sources: Sources, goods: Goods) -> Sources:
    """Return the sources as far as they can serve these goods."""
    served = [source & frozenset(goods) for source in sources]
    return tuple(sorted((source for source in served if source), key=sorted))


@lru_cache(maxsize=200_000)
def purchases(goods: Goods, own: Sources, left: Sources, right: Sources, costs: Prices) -> frozenset[Bought]:
    """Return every way to buy units, by trying every source for every unit."""
    if not goods:
        return frozenset({((), ())})
    good, rest = goods[0], goods[1:]
    known = dict(costs)
    found: set[Bought] = set()
    for source in set(own):
        if good in source:
            found |= purchases(rest, without(own, source), left, right, costs)
    if ("left", good) in known:
        for source in set(left):
            if good in source:
                for from_left, from_right in purchases(rest, own, without(left, source), right, costs):
                    found.add((tuple(sorted((*from_left, known["left", good]))), from_right))
    if ("right", good) in known:
        for source in set(right):
            if good in source:
                for from_left, from_right in purchases(rest, own, left, without(right, source), costs):
                    found.add((from_left, tuple(sorted((*from_right, known["right", good])))))
    return frozenset(found)


def without(sources: Sources, source: frozenset[str]) -> Sources:
    """Return sources without one of them."""
    place = sources.index(source)
    return sources[:place] + sources[place + 1 :]
