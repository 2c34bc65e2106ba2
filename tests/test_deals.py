"""Payments with more than neighbours' prices: units from elsewhere, rebates, reactions, and many
sellers, checked against a search that gives every single unit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

import pytest

from stele.runtime import Game, Rules
from stele.runtime.payment.terms import ALL_WAIVED, WAIVED, adjusted, means_of, payable
from stele.runtime.state.cells import (
    ACTION,
    FREE_LEFT,
    FREE_RIGHT,
    LANE_SHIFT,
    LEFT,
    PAY_MASK,
    RIGHT,
    SIDE,
    TO_LEFT,
    TO_RIGHT,
    UNITS,
    UNITS_MASK,
    WORD,
    zeros,
)
from tests.conftest import sampled
from tests.invariants import in_play
from tests.rows import bits, seats_of

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
    near = [max(0, coins - less) for coins, less in zip(way.paid, case.less, strict=False)]
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


# --- cases of random games ------------------------------------------------------------------------


def sources(game: Game, seat: int, for_sale: bool) -> Sources:
    """Return every single unit that a seat makes, or sells."""
    made = [one for effects in in_play(game.rules, game.row, seat) for one in effects.made]
    units = [frozenset(one.goods) for one in made if one.for_sale or not for_sale for _ in range(one.number)]
    return tuple(sorted(units, key=sorted))


def cases(game: Game, seat: int) -> Iterator[tuple[int, int, Case]]:
    """Yield number, price and case of every cost with units that a seat may have to pay."""
    core, tables, row = game.rules.core, game.rules.tables, game.row
    means = means_of(core, row, seat)
    extras = [frozenset(bits(goods)) for goods in means.goods[: means.count]]
    classes = [next(n for n, of in enumerate(tables.price_classes) if good in of) for good in range(core.resources)]
    prices = tuple(tuple(row[seat + core.prices + 2 * n + side] for n in classes) for side in range(2))
    near = tuple(sources(game, row[seat + side], True) for side in (LEFT, RIGHT))
    own = sources(game, seat, False)
    first, end = core.stage_from[row[seat + SIDE]], core.stage_from[row[seat + SIDE] + 1]
    paid = {(core.cost[code], core.colour[code], False) for code, kind in enumerate(core.kind) if kind >= 0}
    paid |= {(cost, 0, True) for cost in core.stage_cost[first:end]}
    for cost, colour, is_stage in sorted(paid):
        action = (core.play_stage if is_stage else core.play_build)[tables.hand] >> ACTION
        price = adjusted(core, row, seat, cost, max(colour, 0), is_stage, action)
        if price >> ALL_WAIVED & 1:
            continue
        goods = core.cost_goods[cost * core.resources : (cost + 1) * core.resources]
        case = Case(
            price & 65535,
            tuple(good for good, number in enumerate(goods) for _ in range(number)),
            price >> WAIVED & 255,
            own,
            near,
            prices,
            tuple(extras[: means.made]),
            tuple(zip(extras[means.made :], means.price[means.made : means.count], strict=True)),
            (means.less_left, means.less_right),
            means.watches,
            tuple(map(frozenset, tables.parts)),
        )
        yield cost, price, case


def offered(game: Game, seat: int, cost: int, price: int) -> list[Way]:
    """Return the ways that are listed to pay a cost as it is now."""
    core, out = game.rules.core, zeros(1024)
    end = payable(core, game.row, out, 0, seat, cost, price, means_of(core, game.row, seat), 0, PAY_MASK)
    return [
        Way(
            way & PAY_MASK,
            (way >> TO_LEFT & PAY_MASK, way >> TO_RIGHT & PAY_MASK),
            way >> UNITS & UNITS_MASK,
            (bool(way & FREE_LEFT), bool(way & FREE_RIGHT)),
        )
        for way in out[:end]
    ]


def hold_more(game: Game, seat: int, lane: int, number: int) -> None:
    """Let a seat have more of something in play."""
    game.row[seat + game.rules.core.tally + (lane >> WORD)] += number << (lane & LANE_SHIFT)


def looked_into(game: Game, seat: int) -> int:
    """Compare what is offered with the search on every cost of the game; return how many of them
    are not paid as they are printed.
    """
    compared = 0
    for cost, price, case in cases(game, seat):
        found = offered(game, seat, cost, price)
        assert len(set(found)) == len(found)
        assert set(found) == searched(case), case
        assert [sum(way.paid, way.bank) for way in found] == sorted(sum(way.paid, way.bank) for way in found)
        compared += bool(case.waived or case.made or case.wares or case.watches or any(case.less))
    return compared


@pytest.mark.parametrize("seed", sampled(range(6), 3))
def test_ways_to_pay_are_those_that_a_search_over_single_units_finds(load: Callable[..., Rules], seed: int) -> None:
    rules = load("leaders", "cities")
    tables = rules.tables
    lanes = [change.lane for change in tables.changes] + [ware.lane for ware in tables.wares]
    lanes += [rebate.lane for rebate in tables.rebates] + [that.lane for that in tables.made_that]
    lanes += [trigger.lane for trigger in tables.triggers if trigger.event == "buy"]
    roll = random.Random(seed)
    compared = 0
    game = rules.new_game(4, seed)
    while (ask := game.pending()) is not None:
        if ask.kind == "play" and roll.random() < 0.2:
            # The same table, with things in play that few random games bring together.
            copy, seat = game.clone(), seats_of(game)[ask.about]
            for lane in roll.sample(lanes, roll.randint(1, 3)):
                hold_more(copy, seat, lane, roll.choice([1, 1, 2]))
            compared += looked_into(copy, seat)
        game.answer(ask, roll.choice(ask.options))
    assert compared > 500
