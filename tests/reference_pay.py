"""What a seat may pay, found by trying everything: which units are left out, made, bought from the
bank, next door or further away.

Every source may serve every unit; offered is what no other way beats. Where something reacts to
purchases, ways that differ in who sold something are not compared, so it may be worth while to buy
what the own city makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import NamedTuple

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from tests.reference_city import Held
from tests.reference_table import Table, clauses_of, id_of

Goods = tuple[str, ...]  # units, in order; a resource stands there once for each unit
Sources = tuple[frozenset[str], ...]  # each gives one unit out of some resources
Prices = tuple[tuple[tuple[int, str], int], ...]  # (place of a seller, resource) and what a unit costs
Bought = tuple[tuple[int, ...], ...]  # for each seller what each unit costs
# Coins, units (each choice of them), how many of them need not be paid, and how many more of any
# kind.
Cost = tuple[int, frozenset[Goods], int, int]
Ware = tuple[frozenset[str], int]
MOST_MORE = 4  # units that are added to a cost: a bound, since who pays chooses among all sets of them


class Way(NamedTuple):
    """One way to pay."""

    bank: int
    left: int
    right: int
    units: int  # bought from the bank
    free: tuple[bool, bool]  # whether something was bought for nothing from the left, from the right
    others: tuple[tuple[int, int], ...] = ()  # seats that are no neighbours, and the coins they get

    @property
    def total(self) -> int:
        """Return all coins."""
        return self.bank + self.left + self.right + sum(coins for _, coins in self.others)

    @property
    def sides(self) -> tuple[bool, bool]:
        """Tell whether something was bought from the left, from the right."""
        return self.left > 0 or self.free[0], self.right > 0 or self.free[1]


class Market(NamedTuple):
    """All that decides what a seat pays."""

    changes: tuple[tuple[n.CostChange, int], ...]  # of costs, and how many times
    resources: Goods
    own: Sources
    sales: tuple[Sources, ...]  # what each seller has: the left neighbour, the right one, then those further away
    far: tuple[int, ...]  # the seats further away
    costs: Prices
    makers: Sources  # own units that depend on what else is produced
    wares: tuple[Ware, ...]  # units of the bank
    less_left: int  # off the first unit from the left
    less_right: int
    sides_matter: bool  # whether it is of interest who sells something
    own_first: bool  # whether nothing may be bought that the own city can make
    partner: int  # a seat of which it also matters whether it sells something, or -1
    bank_tolls: tuple[tuple[n.Toll, int], ...]  # what payments to the bank cost more, and how many times


def market_of(table: Table, seat: int) -> Market:
    """Return the market as it is for a seat now."""
    holds = table.held(seat)
    moments = [held.clause.moment for held in holds]
    watches = any(isinstance(one, n.When) and isinstance(one.event, n.BuysFromNeighbour) for one in moments)
    near = [table.seats_of(seat, side) for side in (Seats.LEFT, Seats.RIGHT)]
    buys_far = any(isinstance(held.clause.sentence, n.Buy) and is_from_anyone(held.clause.sentence) for held in holds)
    others = table.seats_of(seat, Seats.OTHERS) if buys_far else []
    far = [other for other in others if [other] not in near]
    partner = table.partner(seat)
    return Market(
        tuple(changes(table, seat)),
        tuple(sorted(table.book.resources)),
        produced(holds, False),
        tuple(
            tuple(u for other in sellers for u in sold(table, other, seat)) for sellers in [*near, *([o] for o in far)]
        ),
        tuple(far),
        opened(table, seat, near, dearer(prices(table, holds, len(near) + len(far)), tolls(table, seat))),
        tuple(makers_of(table, seat, holds)),
        tuple(wares_of(table, seat, holds)),
        rebate(table, seat, holds, Seats.LEFT),
        rebate(table, seat, holds, Seats.RIGHT),
        # It also matters to who plays for a guest, and to partners, which of the others gets coins.
        watches or table.book.guest is not None or table.book.flow.partners,
        # Buying what the own city makes is of use only where something reacts to it, and partners
        # must not do it.
        table.book.flow.partners or not watches,
        -1 if partner is None else partner,
        tuple(bank_tolls(table, seat)),
    )


def is_from_anyone(buy: n.Buy) -> bool:
    """Tell whether everyone at the table sells."""
    return buy.seller is Seats.ANYONE


def ways_for_card(table: Table, seat: int, market: Market, card: str, action: str, less: int = 0) -> frozenset[Way]:
    """Return all ways to pay for a card used for an action.

    Without an action it is played by an effect.
    """
    coins, asked, waived, more = cost_of_card(table, market, card, action)
    # What could be built by a chain is not paid with resources of a partner (rule
    # cities.team.no-trade-if-chain).
    partner = table.partner(seat)
    is_chained = table.chains(seat, card) or any(table.places.chained(seat, card, action))
    if partner is not None and action and is_chained:
        sellers = (table.left(seat), table.right(seat), *market.far)
        sales = [() if seller == partner else sold for seller, sold in zip(sellers, market.sales, strict=True)]
        market = market._replace(sales=tuple(sales))
    return ways(market, max(0, coins - less), asked, waived, more)


def ways_for_stage(table: Table, seat: int, market: Market, stage: int, action: str, less: int = 0) -> frozenset[Way]:
    """Return all ways to pay for a stage, perhaps for some coins less."""
    coins, *goods = cost_of_stage(table, seat, market, stage, action)
    return ways(market, max(0, coins - less), *goods)


def cost_of_card(table: Table, market: Market, card: str, action: str) -> Cost:
    """Return what a card costs a seat now."""
    cost = table.book.cards[card].cost
    assert cost is not None
    return changed(table, market, cost, card, action)


def cost_of_stage(table: Table, seat: int, market: Market, stage: int, action: str) -> Cost:
    """Return what a stage costs a seat now."""
    cost = table.side(seat).stages[stage].cost
    assert cost is not None
    return changed(table, market, cost, "", action)


def changed(table: Table, market: Market, cost: n.Cost, card: str, action: str) -> Cost:
    """Return a cost as it is for a seat: coins, units, how many units need not be paid, and how
    many more there are of any kind.

    No card means a stage.
    """
    coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
    if coins:
        coins += sum(toll.coins * times for toll, times in market.bank_tolls if not is_excepted(table, card, toll))
    asked = asked_for(table, cost)
    waived = more = 0
    is_nothing = Counter[bool]()
    for change, times in market.changes:
        if change.action is not None and id_of(change.action) != action:
            continue
        if isinstance(change.what, n.Stages) == bool(card):
            continue
        if not isinstance(change.what, n.Stages) and not table.book.fits(card, change.what):
            continue
        match change.change:
            case n.Nothing(is_coins):
                for part in (True, False) if is_coins is None else (is_coins,):
                    is_nothing[part] += times
            case n.Less(number, True):
                coins -= number * times
            case n.Less(number, False):
                waived += number * times
            case n.More(number, True):
                coins += number * times
            case n.More(number, False):
                more += number * times
    coins = 0 if is_nothing[True] else max(0, coins)
    if is_nothing[False]:
        asked, more = frozenset({()}), 0
    more = min(more, MOST_MORE)
    return coins, asked, min(waived, len(next(iter(asked))) + more), more


def is_excepted(table: Table, card: str, toll: n.Toll) -> bool:
    """Tell whether payments for a card, or with no card for a stage, are what a toll is not about."""
    return bool(card) and toll.unless is not None and table.book.fits(card, toll.unless)


def bank_tolls(table: Table, seat: int) -> Iterator[tuple[n.Toll, int]]:
    """Yield what makes payments of a seat to the bank dearer or cheaper, and how many times."""
    for other in table.seats:
        for held in table.held(other):
            match held.clause.sentence:
                case n.Toll(True, whom=whom, per=per) as toll if seat in table.seats_of(other, whom):
                    yield toll, table.counted(other, per)


def asked_for(table: Table, cost: n.Cost) -> frozenset[Goods]:
    """Return the units that a cost asks for: where different ones are chosen, each choice."""
    goods = [id_of(part.resource) for part in cost.parts if isinstance(part, n.Goods) for _ in range(part.number)]
    chosen = [
        list(combinations([one for one in table.book.resources if in_group(table, one, part.group)], part.number))
        for part in cost.parts
        if isinstance(part, n.Different)
    ]
    return frozenset(tuple(sorted([*goods, *chain.from_iterable(one)])) for one in product(*chosen))


def changes(table: Table, seat: int) -> Iterator[tuple[n.CostChange, int]]:
    """Yield the changes of costs that concern a seat, its own and those that others have for it,
    and how many times.
    """
    for other in table.seats:
        for held in table.held(other):
            if isinstance(held.clause.sentence, n.CostChange):
                change = held.clause.sentence
                if seat in table.seats_of(other, change.whom):
                    yield change, table.counted(other, change.per)


@lru_cache(maxsize=50_000)
def ways(market: Market, coins: int, asked: frozenset[Goods], waived: int, more: int) -> frozenset[Way]:
    """Return all ways to pay coins and units, of which some need not be paid and to which some of
    any kind are added, that no other way beats.
    """
    tried = [
        (bank, units, bought)
        for rest, bank, units in remaining(with_more(asked, more, market.resources), waived, market.wares)
        for bought in bargains(market, rest)
    ]
    if market.own_first:
        fewest: dict[int, int] = {}
        for _, units, bought in tried:
            fewest[units] = min(fewest.get(units, 99), sum(map(len, bought)))
        tried = [one for one in tried if sum(map(len, one[2])) == fewest[one[1]]]
    found = {way_of(market, coins + bank, units, bought) for bank, units, bought in tried}
    return frozenset(way for way in found if not any(beats(other, way, market) for other in found))


def bargains(market: Market, goods: Goods) -> frozenset[Bought]:
    """Return every way to buy what the own city does not give of some units: as few as possible, or
    all that it may be of use to buy.
    """
    own, *sales = (relevant(sources, goods) for sources in (all_own(market), *market.sales))
    found: frozenset[Bought] = frozenset()
    for most in range(0 if market.own_first else len(goods), len(goods) + 1):
        found = found or purchases(goods, own, tuple(sales), market.costs, most)
    return found


def all_own(market: Market) -> Sources:
    """Return each unit that the own city gives."""
    return tuple(sorted((*market.own, *market.makers), key=sorted))


def way_of(market: Market, bank: int, units: int, bought: Bought) -> Way:
    """Return what is paid for units that were bought."""
    from_left, from_right, *from_others = bought
    # The buyer says which unit is the first; it is best the dearest.
    to_left = sum(from_left) - min(market.less_left, max(from_left, default=0))
    to_right = sum(from_right) - min(market.less_right, max(from_right, default=0))
    free = bool(from_left) and to_left == 0, bool(from_right) and to_right == 0
    paid = [(seat, sum(prices)) for seat, prices in zip(market.far, from_others, strict=True) if prices]
    return Way(bank, to_left, to_right, units, free, tuple(sorted(paid)))


def beats(one: Way, other: Way, market: Market) -> bool:
    """Tell whether one way is better than another: nobody gets more, and nothing that may be seen
    later differs.
    """
    paid, more = dict(one.others), dict(other.others)
    if one == other:
        return False
    if market.sides_matter and (one.sides, market.partner in paid) != (other.sides, market.partner in more):
        return False
    if (one[:3], paid) == (other[:3], more):
        # Between equals the one with fewer units from the bank, then with less for nothing, then
        # with that from the left.
        return (one.units, one.free[1], one.free[0]) < (other.units, other.free[1], other.free[0])
    is_less = all(a <= b for a, b in zip(one[:3], other[:3], strict=True))
    return is_less and all(coins <= more.get(seat, 0) for seat, coins in paid.items())


# --- what a payment leaves ------------------------------------------------------------------------


def made(market: Market, good: str) -> int:
    """Return how many units of one of the goods the own city can give; none means any."""
    return sum(bool(source) and (not good or good in source) for source in all_own(market))


def used_at_least(market: Market, cost: Cost, way: Way, good: str) -> int:
    """Return how many units of one of the goods the own city gives for a cost that is paid in one
    way, if it gives as few as it can: as many sources as possible stand idle.
    """
    own = all_own(market)
    able = [source for source in own if source and (not good or good in source)]
    for number in range(len(able), 0, -1):
        for idle in set(combinations(able, number)):
            rest = own
            for source in idle:
                rest = without(rest, source)
            if is_payable(market._replace(own=rest, makers=(), own_first=False), cost, way):
                return len(able) - number
    return len(able)


def is_payable(market: Market, cost: Cost, way: Way) -> bool:
    """Tell whether a cost may be paid in one way, whether that is clever or not."""
    coins, asked, waived, more = cost
    return any(
        way_of(market, coins + bank, units, bought) == way
        for rest, bank, units in remaining(with_more(asked, more, market.resources), waived, market.wares)
        for bought in bargains(market, rest)
    )


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
                holds_of_start = clauses_of("start", 0, start, "", 0)
                clauses = [one.clause for one in holds_of_start if table.places.allows(seat, one)]
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
    limit = held.clause.limit
    return limit is not None and table.cities[seat].used[held.key, side, limit.period] > 0


def tolls(table: Table, seat: int) -> int:
    """Return how much more each purchase costs a seat."""
    more = 0
    for other in table.seats:
        for held in table.held(other):
            match held.clause.sentence:
                case n.Toll(False, _, coins, per, whom) if seat in table.seats_of(other, whom):
                    more += coins * table.counted(other, per)
    return more


def opened(table: Table, buyer: int, near: Sequence[Sequence[int]], offered: Prices) -> Prices:
    """Return prices without those of neighbours from whom a seat may not buy."""
    closed = {
        seller
        for owner in table.seats
        for held in table.held(owner)
        if isinstance(held.clause.sentence, n.Ban) and isinstance(held.clause.sentence.deed, n.Trading)
        for seller in table.seats
        if (buyer, seller) in forbidden(table, owner, held.clause.sentence, held.clause.sentence.deed)
    }
    places = {place for place, sellers in enumerate(near) for seller in sellers if seller in closed}
    return tuple(one for one in offered if one[0][0] not in places)


def forbidden(table: Table, owner: int, ban: n.Ban, trading: n.Trading) -> set[tuple[int, int]]:
    """Return buyers with sellers who may not trade."""
    found = set()
    for seat in table.seats_of(owner, ban.whom):
        others = [owner] if trading.other is Seats.YOU else table.seats_of(seat, trading.other)
        found |= {(other, seat) if trading.is_sale else (seat, other) for other in others}
    return found


def dearer(offered: Prices, more: int) -> Prices:
    """Return prices that are changed: a unit that is bought costs at least one coin."""
    return tuple((place, min(20, max(1, price + more))) for place, price in offered)


def prices(table: Table, holds: Sequence[Held], sellers: int) -> Prices:
    """Return what a unit costs from each seller; what is not offered is missing."""
    found: dict[tuple[int, str], int] = {}
    selling = {
        Seats.LEFT: range(1),
        Seats.RIGHT: range(1, 2),
        Seats.NEIGHBOURS: range(2),
        Seats.ANYONE: range(sellers),
        Seats.BANK: range(0),
    }
    for held in holds:
        match held.clause.sentence:
            case n.Buy(group, seller, price):
                for place in selling[seller]:
                    for resource in table.book.resources:
                        if in_group(table, resource, group):
                            found[place, resource] = min(price, found.get((place, resource), price))
    return tuple(sorted(found.items()))


def in_group(table: Table, resource: str, group: n.Name | None) -> bool:
    """Tell whether a resource belongs to a group; no group means any."""
    return group is None or id_of(group) in table.book.groups[resource]


# --- trying everything ----------------------------------------------------------------------------


def with_more(asked: frozenset[Goods], more: int, resources: Goods) -> set[Goods]:
    """Return units with so many more, of any kinds, in every way."""
    added = list(combinations_with_replacement(resources, more))
    return {tuple(sorted((*goods, *extra))) for goods in asked for extra in added}


def remaining(asked: set[Goods], waived: int, wares: tuple[Ware, ...]) -> set[tuple[Goods, int, int]]:
    """Return what may remain to be produced or bought, with the coins and units of the bank that it
    takes.
    """
    states = asked
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
def purchases(goods: Goods, own: Sources, sales: tuple[Sources, ...], costs: Prices, most: int) -> frozenset[Bought]:
    """Return every way to buy units, at most so many, by trying every source for every unit."""
    if not goods:
        return frozenset({((),) * len(sales)})
    good, rest = goods[0], goods[1:]
    known = dict(costs)
    found: set[Bought] = set()
    for source in set(own):
        if good in source:
            found |= purchases(rest, without(own, source), sales, costs, most)
    for place, sold in enumerate(sales if most else ()):
        for source in set(sold) if (place, good) in known else ():
            if good in source:
                less = (*sales[:place], without(sold, source), *sales[place + 1 :])
                for bought in purchases(rest, own, less, costs, most - 1):
                    units = tuple(sorted((*bought[place], known[place, good])))
                    found.add((*bought[:place], units, *bought[place + 1 :]))
    return frozenset(found)


def without(sources: Sources, source: frozenset[str]) -> Sources:
    """Return sources without one of them."""
    place = sources.index(source)
    return sources[:place] + sources[place + 1 :]
