"""Payments with more than neighbours' prices: units from elsewhere, rebates, reactions, and many
sellers, checked against a search that gives every single unit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from stele.runtime import Ask, Game, Rules
from stele.runtime.effects.entering import stage_meant
from stele.runtime.inspector import payments
from stele.runtime.payment.instead import payable
from stele.runtime.payment.leftovers import left_over, market_paid, own_units
from stele.runtime.payment.market_ways import PAYEES
from stele.runtime.payment.terms import ALL_WAIVED, WAIVED, adjusted, means_of
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    BY_NUMBER,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    LANE_SHIFT,
    LEFT,
    MANNER,
    MANNER_MASK,
    NUMBER,
    PAY_MASK,
    PAYS_OTHERWISE,
    RIGHT,
    SIDE,
    TO_LEFT,
    TO_RIGHT,
    UNITS,
    UNITS_MASK,
    WORD,
    count,
    zeros,
)
from stele.runtime.turn.kernel import options_of
from tests.conftest import sampled
from tests.invariants import in_play
from tests.purchases import Case, Sources, Way, keeping, searched
from tests.rows import bits, seats_of

# --- cases of random games ------------------------------------------------------------------------


def sources(game: Game, seat: int, for_sale: bool) -> Sources:
    """Return every single unit that a seat makes, or sells."""
    made = [one for effects in in_play(game.rules, game.row, seat) for one in effects.made]
    units = [frozenset(one.goods) for one in made if one.for_sale or not for_sale for _ in range(one.number)]
    return tuple(sorted(units, key=sorted))


@dataclass(frozen=True)
class Paid:
    """What may have to be paid for: by the number of its cost, a card of some colour or a stage
    (-1), used for an action.
    """

    cost: int
    colour: int
    action: int


def all_paid(game: Game, seat: int) -> list[Paid]:
    """Return everything with a cost that a seat may build with the cards of an age."""
    core, play = game.rules.core, game.rules.tables.hand
    build, stage = core.play_build[play] >> ACTION, core.play_stage[play] >> ACTION
    first, end = core.stage_from[game.row[seat + SIDE]], core.stage_from[game.row[seat + SIDE] + 1]
    found = {(core.cost[code], core.colour[code], build) for code in range(len(core.kind)) if core.colour[code] >= 0}
    found |= {(cost, -1, stage) for cost in core.stage_cost[first:end]}
    return [Paid(*one) for one in sorted(found)]


def sellers_of(game: Game, seat: int) -> list[int]:
    """Return the neighbours of a seat, and all others if something lets it buy from them."""
    core, row = game.rules.core, game.row
    near = [row[seat + LEFT], row[seat + RIGHT]]
    is_far = any(count(core, row, seat, offer.lane) for offer in game.rules.tables.far_offers)
    return near + [one for one in seats_of(game) if is_far and one != seat and one not in near]


def price_of(game: Game, seat: int, seller: int, good: int) -> int:
    """Return what a seat pays a seller, given by its place among all, for one of the goods."""
    core, tables, row = game.rules.core, game.rules.tables, game.row
    if seller < 2:
        number = next(number for number, goods in enumerate(tables.price_classes) if good in goods)
        return row[seat + core.prices + 2 * number + seller]
    held = [offer for offer in tables.far_offers if good in offer.goods and count(core, row, seat, offer.lane)]
    return min((offer.price for offer in held), default=0)


def case_of(game: Game, seat: int, paid: Paid) -> Case | None:
    """Return what a seat is asked for now, and what it could pay with; nothing if there are no
    units to pay.
    """
    core, row = game.rules.core, game.row
    means = means_of(core, row, seat)
    extras = [frozenset(bits(goods)) for goods in means.goods[: means.count]]
    price = adjusted(core, row, seat, paid.cost, max(paid.colour, 0), paid.colour < 0, paid.action)
    if price >> ALL_WAIVED & 1:
        return None
    goods = core.cost_goods[paid.cost * core.resources : (paid.cost + 1) * core.resources]
    sellers = sellers_of(game, seat)
    return Case(
        price & 65535,
        tuple(good for good, number in enumerate(goods) for _ in range(number)),
        price >> WAIVED & 255,
        sources(game, seat, False),
        tuple(sources(game, one, True) for one in sellers),
        tuple(tuple(price_of(game, seat, n, good) for good in range(core.resources)) for n in range(len(sellers))),
        tuple(extras[: means.made]),
        tuple(zip(extras[means.made :], means.price[means.made : means.count], strict=True)),
        (means.less_left, means.less_right),
        means.watches,
        tuple(map(frozenset, game.rules.tables.parts)),
    )


def offered(game: Game, seat: int, paid: Paid) -> list[Way]:
    """Return the ways that are listed to pay for something now."""
    core, row, out = game.rules.core, game.row, zeros(1024)
    price = adjusted(core, row, seat, paid.cost, max(paid.colour, 0), paid.colour < 0, paid.action)
    end = payable(core, row, out, 0, seat, paid.cost, price, means_of(core, row, seat), 0, PAY_MASK)
    return [as_way(option) for option in out[:end]]


def as_way(option: int) -> Way:
    """Return the way to pay of an option."""
    return Way(
        option & PAY_MASK,
        (option >> TO_LEFT & PAY_MASK, option >> TO_RIGHT & PAY_MASK),
        option >> UNITS & UNITS_MASK,
        (bool(option & FREE_LEFT), bool(option & FREE_RIGHT)),
    )


def hold_more(game: Game, seat: int, lane: int, number: int) -> None:
    """Let a seat have more of something in play."""
    game.row[seat + game.rules.core.tally + (lane >> WORD)] += number << (lane & LANE_SHIFT)


def lanes_of(rules: Rules) -> list[int]:
    """Return the lanes of all that changes what is paid."""
    tables = rules.tables
    lanes = [change.lane for change in tables.changes] + [ware.lane for ware in tables.wares]
    lanes += [rebate.lane for rebate in tables.rebates] + [that.lane for that in tables.made_that]
    return lanes + [trigger.lane for trigger in tables.triggers if trigger.event == "buy"]


def tables_at_random(
    rules: Rules, players: int, seed: int, share: float, always: Sequence[int] = ()
) -> Iterator[tuple[Game, int, Ask]]:
    """Yield copies of random games, who plays a card, and its decision: the same table, but with
    things in play that few games bring together, and with some that always are.
    """
    roll = random.Random(seed)
    game, lanes = rules.new_game(players, seed), lanes_of(rules)
    while (ask := game.pending()) is not None:
        if ask.kind == "play" and ask.play == rules.tables.hand and roll.random() < share:
            copy, seat = game.clone(), seats_of(game)[ask.about]
            for lane in (*roll.sample(lanes, roll.randint(1, 3)), *always):
                number = roll.choice([1, 1, 2])
                copy.row[seat + rules.core.tally + (lane >> WORD)] += number << (lane & LANE_SHIFT)
                copy.row[seat + rules.core.concerns] += PAYS_OTHERWISE
            yield copy, seat, ask
        game.answer(ask, roll.choice(ask.options))


@pytest.mark.parametrize("seed", sampled(range(6), 3))
def test_ways_to_pay_are_those_that_a_search_over_single_units_finds(load: Callable[..., Rules], seed: int) -> None:
    compared = 0
    for game, seat, _ in tables_at_random(load("leaders", "cities"), 4, seed, 0.2):
        for paid in all_paid(game, seat):
            if (case := case_of(game, seat, paid)) is None:
                continue
            found = offered(game, seat, paid)
            assert len(set(found)) == len(found)
            assert set(found) == searched(case), case
            totals = [sum(way.paid, way.bank) for way in found]
            assert totals == sorted(totals), "the cheapest first"
            compared += bool(case.waived or case.made or case.wares or case.watches or any(case.less))
    assert compared > 500


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_what_many_sellers_get_is_what_a_search_over_single_units_finds(load: Callable[..., Rules], seed: int) -> None:
    rules = load("lost-wonders", "leaders", "cities")
    far = [rules.tables.far_offers[seed % 2].lane]
    compared = 0
    for game, seat, _ in tables_at_random(rules, 5, seed, 0.6, far):
        for paid in all_paid(game, seat)[seed % 3 :: 3]:
            case = case_of(game, seat, paid)
            # Of several rebates no more counts than the first unit costs, which sums do not say.
            if case is None or len(case.units) > 4 or max(case.less) > 1:
                continue
            found = payments(rules.core, game.row, seat, paid.cost, paid.colour, paid.action)
            others = [game.row[one + NUMBER] for one in sellers_of(game, seat)[2:]]
            listed = {(way.bank, way.left, way.right, *(dict(way.others).get(n, 0) for n in others)) for way in found}
            assert listed == {(way.bank, *way.paid) for way in searched(case)}, case
            compared += len(listed) > 1
    assert compared > 100


# --- what payments leave --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_a_payment_leaves_as_much_as_the_best_way_to_give_its_units(load: Callable[..., Rules], seed: int) -> None:
    rules = load("lost-wonders", "leaders", "cities")
    core, (good, wanted) = rules.core, next(window.unused[0] for window in rules.tables.windows if window.unused)
    compared = used = 0
    for game, seat, ask in tables_at_random(rules, 5, seed, 1):
        units = own_units(core, game.row, seat, good)
        for option in options_of(core, game.row, seat, ask.play, 30) if units else ():
            pays = core.action_pays[option >> ACTION & ACTION_MASK]
            if not pays or option >> MANNER & MANNER_MASK or option & BY_NUMBER:
                continue
            stage = core.stage_from[game.row[seat + SIDE]] + stage_meant(core, game.row, seat, option)
            code = option >> CARD & CARD_MASK
            cost, colour = (core.stage_cost[stage], -1) if pays == 2 else (core.cost[code], core.colour[code])
            if core.cost_last[cost] != cost:  # which of several was paid is not known
                continue
            case = case_of(game, seat, Paid(cost, colour, option >> ACTION & ACTION_MASK))
            beside, means = zeros(PAYEES), means_of(core, game.row, seat)
            market = market_paid(core, game.row, seat, option, beside)
            left = left_over(core, game.row, seat, option, beside, good, units, means, market)
            best = units if case is None else keeping(case, as_way(option), good)
            assert left <= best, (case, option)
            assert min(left, wanted) == min(best, wanted), (case, option)  # nobody counts further
            compared += 1
            used += left < units
    assert compared > 150
    assert used > 20
