"""Payments: every way that no other beats, checked against a search that knows no arithmetic."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from stele.runtime.pay import PAY_MASK, Part, Payer, parts_of, payment
from stele.runtime.row import LEFT, RIGHT, SIDE, TALLY, Row
from stele.runtime.sellers import Seller, offers, searched

from stele.compiler import load
from stele.runtime import Game, Rules
from stele.runtime.derive import Entry
from stele.runtime.ruleset import Cost, Effects, Late, Made, Tables, Window
from tests.conftest import sampled
from tests.table import At, legal, table

Sources = tuple[frozenset[int], ...]
CASES = 3_000
NO_LATE = Late(lambda row, seat: [], lambda row, seat, option: None, "", "")


def brute(
    goods: tuple[int, ...], own: Sources, left: Sources, right: Sources, prices: dict[tuple[str, int], int]
) -> set[tuple[int, int]]:
    """Return all undominated (left, right) splits by trying every source for every unit."""

    @cache
    def search(units: tuple[int, ...], mine: Sources, theirs: Sources, others: Sources) -> frozenset[tuple[int, int]]:
        if not units:
            return frozenset({(0, 0)})
        good, rest = units[0], units[1:]
        found: set[tuple[int, int]] = set()
        for side, sources in (("own", mine), ("left", theirs), ("right", others)):
            price = 0 if side == "own" else prices[side, good]
            if side != "own" and not price:
                continue
            for source in set(sources):
                if good not in source:
                    continue
                after = list(sources)
                after.remove(source)
                following = tuple(after)
                inner = search(
                    rest,
                    following if side == "own" else mine,
                    following if side == "left" else theirs,
                    following if side == "right" else others,
                )
                for to_left, to_right in inner:
                    found.add(
                        (to_left + (price if side == "left" else 0), to_right + (price if side == "right" else 0))
                    )
        return frozenset(pareto(found))

    return set(search(goods, own, left, right))


def pareto(splits: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the splits that no other beats."""
    return {a for a in splits if not any(b != a and b[0] <= a[0] and b[1] <= a[1] for b in splits)}


def random_sources(roll: random.Random, goods: list[tuple[int, ...]], most: int) -> list[Made]:
    """Return some sources, single, double and of choice, within the parts."""
    made = []
    for _ in range(roll.randint(0, most)):
        part = roll.choice(goods)
        if roll.random() < 0.5:
            made.append(Made((roll.choice(part),), roll.choice([1, 1, 1, 2])))
        else:
            made.append(Made(tuple(roll.sample(part, roll.randint(min(2, len(part)), len(part))))))
    return made


def units(made: list[Made]) -> Sources:
    """Return every single unit that sources give."""
    return tuple(frozenset(source.goods) for source in made for _ in range(source.number))


def solved(
    tables: Tables, cost: Cost, own: list[Made], left: list[Made], right: list[Made], prices: list[int]
) -> list[int]:
    """Return what the solver offers."""
    payer = Payer(tables, (cost,))
    row: Row = [0] * 200
    seats = (0, 60, 120)
    row[seats[0] + LEFT], row[seats[0] + RIGHT] = seats[1], seats[2]
    for seat, made, cell in ((0, own, tables.own_cell), (60, left, tables.sale_cell), (120, right, tables.sale_cell)):
        for source in made:
            for index, part in enumerate(payer.parts):
                if set(source.goods) & set(part.goods):
                    row[seat + cell + index] = part.grown(row[seat + cell + index], part.source(source))
    for index, price in enumerate(prices):
        row[tables.price_cell + index] = price
    payer.refresh(row, 0)
    return payer.payments(row, 0, 0)


def compared(roll: random.Random, tables: Tables) -> None:
    """Compare the solver with the search on one random case."""
    parts = list(tables.parts)
    chosen = roll.choices(range(7), k=roll.randint(1, 6))
    cost = Cost(roll.choice([0, 0, 1, 3]), tuple((good, chosen.count(good)) for good in sorted(set(chosen))))
    own, left, right = (random_sources(roll, parts, most) for most in (4, 4, 4))
    prices = [
        roll.choice([1, 2, 2, 0]) if roll.random() < 0.2 else roll.choice([1, 2]) for _ in tables.price_classes * 2
    ]
    class_of = {good: number for number, goods in enumerate(tables.price_classes) for good in goods}
    by_good = {("left", good): prices[2 * number] for good, number in class_of.items()}
    by_good |= {("right", good): prices[2 * number + 1] for good, number in class_of.items()}
    wanted = brute(tuple(sorted(chosen)), units(own), units(left), units(right), by_good)
    offered = solved(tables, cost, own, left, right, prices)
    assert len(offered) == len(set(offered))
    assert {parts_of(way)[1:] for way in offered} == wanted, (cost, own, left, right, prices)
    assert all(parts_of(way)[0] == cost.coins for way in offered)
    keys = [(sum(parts_of(way)), -parts_of(way)[1]) for way in offered]
    assert all(one <= other for one, other in pairwise(keys)), "the cheapest first, ties to the left"


@pytest.mark.parametrize("chunk", sampled(range(7), 3))
def test_payments_agree_with_a_search_over_every_source(rules: Rules, chunk: int) -> None:
    roll = random.Random(chunk)
    for _ in range(CASES):
        compared(roll, rules.tables)


@pytest.mark.parametrize("chunk", sampled(range(2), 2))
def test_sources_that_mix_goods_of_different_prices_are_searched(rules: Rules, chunk: int) -> None:
    mixed = replace(
        rules.tables, parts=((0, 1, 4), (2, 3), (5, 6)), own_cell=20, price_cell=23, sale_cell=27, joint_cell=30
    )
    roll = random.Random(100 + chunk)
    for _ in range(500):
        compared(roll, mixed)


def test_more_sources_than_any_cost_asks_for_change_nothing(rules: Rules) -> None:
    made = [Made((0,), 2)] * 20
    assert solved(rules.tables, Cost(0, ((0, 3),)), made, [], [], [2, 2, 2, 2]) == [payment(0, 0, 0)]
    assert solved(rules.tables, Cost(0, ((0, 3),)), [], made, made, [2, 2, 2, 2])[0] == payment(0, 6, 0)


def test_a_source_is_counted_whole_whatever_its_order(rules: Rules) -> None:
    engine = rules.engine
    sources = [Made((0,), 2), Made((0, 1)), Made((2, 3)), Made((3,), 2)]
    cells = set()
    for order in (sources, sources[::-1]):
        row = engine.new_row(3, 1, [0, 2, 4])
        for made in order:
            engine.enter(row, engine.seats[3][0], Entry(Effects(made=(made,)), engine))
        cells.add(tuple(row))
    assert len(cells) == 1


# --- at the table ---------------------------------------------------------------------------------


def test_all_splits_between_two_sellers_are_offered(rules: Rules) -> None:
    seats = [
        At("ephesos", coins=6, hand=["aqueduct"]),
        At("gizah", city=["stone-pit", "quarry"]),
        At("rhodos", city=["quarry"]),
    ]
    game = table(rules, seats, age=2)
    builds = sorted(option[4:] for option in legal(game) if option[0] == "build")
    assert builds == [(2, 4), (4, 2), (6, 0)]


def test_each_trading_post_works_on_its_side_and_for_its_goods_only(rules: Rules) -> None:
    seats = [
        At("rhodos", coins=9, city=["east-trading-post"], hand=["library"]),  # 2 stone, 1 textile
        At("gizah", city=["quarry", "loom-age-1"]),
        At("halikarnassos", city=["quarry", "loom-age-2"]),
    ]
    game = table(rules, seats, age=2)
    # Stone costs 1 on the right and 2 on the left, textile 2 on both sides.
    splits = {option[4:] for option in legal(game) if option[0] == "build"}
    assert splits == {(0, 4), (2, 2), (4, 1), (6, 0)}


def test_the_price_is_not_lowered_twice(rules: Rules) -> None:
    seats = [
        At("olympia", "b", coins=9, stages=1, city=["west-trading-post"], hand=["walls"]),
        At("gizah", city=["quarry"]),
        At("rhodos"),
    ]
    game = table(rules, seats, age=2)
    assert {option[4:] for option in legal(game) if option[0] == "build"} == {(3, 0)}


def test_a_choice_of_a_neighbour_sells_one_unit_only(rules: Rules) -> None:
    seats = [
        At("gizah", coins=9, hand=["temple"]),
        At("rhodos", city=["clay-pit"]),
        At("alexandria", city=["clay-pit"]),
    ]
    game = table(rules, [seats[0], seats[1], replace(seats[2], city=("tree-farm",))], age=2)
    # Temple: 1 wood, 1 clay, 1 glass; wood or clay from the tree farm, clay from the clay pit,
    # glass from the right.
    assert {option[4:] for option in legal(game) if option[0] == "build"} == {(2, 4)}


def test_resources_of_stages_and_yellow_cards_cannot_be_bought(rules: Rules) -> None:
    seats = [At("gizah", coins=9, hand=["stockade"]), At("alexandria", stages=2, city=["caravansery"]), At("rhodos")]
    game = table(rules, seats)
    assert not any(option[0] == "build" for option in legal(game))


def test_coins_limit_what_is_offered(rules: Rules) -> None:
    seats = [
        At("ephesos", coins=5, hand=["aqueduct"]),
        At("gizah", city=["stone-pit", "quarry"]),
        At("rhodos", city=["quarry"]),
    ]
    assert not any(option[0] == "build" for option in legal(table(rules, seats, age=2)))


# --- with units from elsewhere --------------------------------------------------------------------


def looked_into(game: Game) -> int:
    """Compare, for the seat that decides, the closed form with the search on every cost of the
    game.
    """
    engine, row = game.rules.engine, game.row
    ask = game.pending()
    assert ask is not None
    seat, terms = engine.seats[row[0]][ask.about], engine.terms
    sellers = terms.sellers(row, seat) if row[seat + TALLY] & terms.far_lanes else None
    rates = terms.rates_of(row[seat + TALLY], terms.near(row, seat))
    means = terms.means(row, seat, sellers)
    costs: list[tuple[int, int | None, int]] = [(engine.cost[card], engine.colour[card], 0) for card in engine.first]
    costs += [(number, None, 1) for number in set(engine.stage_costs[row[seat + SIDE]])]
    compared = 0
    for number, colour, action in costs:
        coins, units, waived = terms.changed(rates, number, colour, action)
        if not units:
            continue
        assert means.is_closed
        found = terms.ways_of(row, seat, number, (coins, units, waived))
        assert found == terms.ways(row, seat, coins, units, waived), (row, seat, number, colour)
        # What knows many sellers must find the same, whether there are more than two or not.
        assert found == terms.far_ways(row, seat, coins, units, waived, means, PAY_MASK), (row, seat, number, colour)
        compared += waived > 0 or means.kit.spare > 0 or means.watches or means.less_left + means.less_right > 0
    return compared


@pytest.mark.parametrize("seed", sampled(range(6), 3))
def test_ways_in_closed_form_are_those_that_a_search_over_single_units_finds(seed: int) -> None:
    rules = load("leaders", "cities")
    terms = rules.engine.terms
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
            copy = game.clone()
            for lane in roll.sample(lanes, roll.randint(1, 3)):
                copy.row[rules.seats[4][ask.about] + TALLY] += roll.choice([1, 1, 2]) << lane
            compared += looked_into(copy)
        game.answer(ask, roll.choice(ask.options))
    assert compared > 500
    assert not terms.sides_matter


# --- many sellers ---------------------------------------------------------------------------------


def handed_over(
    goods: tuple[int, ...], own: Sources, sellers: list[Sources], prices: list[dict[int, int]], waived: int
) -> set[tuple[tuple[int, ...], Sources, int]]:
    """Return (coins of each seller, own sources left, units still waived) of every way to give
    every unit.
    """
    states = {((0,) * len(sellers), own, tuple(sellers), waived)}
    for good in goods:
        after = set()
        for coins, mine, theirs, spare in states:
            if spare:
                after.add((coins, mine, theirs, spare - 1))
            for source in {source for source in mine if good in source}:
                after.add((coins, without(mine, source), theirs, spare))
            for number, sources in enumerate(theirs):
                if not prices[number][good]:
                    continue
                for source in {source for source in sources if good in source}:
                    paid = (*coins[:number], coins[number] + prices[number][good], *coins[number + 1 :])
                    rest = (*theirs[:number], without(sources, source), *theirs[number + 1 :])
                    after.add((paid, mine, rest, spare))
        states = after
    return {(coins, mine, spare) for coins, mine, _, spare in states}


def without(sources: Sources, used: frozenset[int]) -> Sources:
    """Return sources with one of them used."""
    left = list(sources)
    left.remove(used)
    return tuple(sorted(left, key=sorted))


def least(vectors: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return the vectors that no other beats."""
    return {
        one
        for one in vectors
        if not any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in vectors)
    }


def as_units(made: list[Made], goods: tuple[int, ...]) -> Sources:
    """Return every single unit, of those goods only, in a fixed order."""
    return tuple(sorted((source for source in units(made) if source & set(goods)), key=sorted))


@pytest.mark.parametrize("chunk", sampled(range(4), 4))
@pytest.mark.parametrize("is_mixed", [False, True], ids=["one price", "several prices inside a source"])
def test_what_many_sellers_get_is_what_a_search_over_every_source_finds(
    rules: Rules, chunk: int, is_mixed: bool
) -> None:
    unused = tuple((good, 2) for good in range(len(rules.tables.resources)))
    tables = replace(rules.tables, windows=(Window(0, "after", "turn", unused, NO_LATE),))
    if is_mixed:
        tables = replace(tables, parts=((0, 1, 4), (2, 3), (5, 6)))
    roll = random.Random(1_000 + chunk)
    bought = kept_some = 0
    for _ in range(150):
        index = roll.randrange(2)
        goods = tables.parts[index]
        chosen = tuple(sorted(roll.choices(goods, k=roll.randint(1, 4))))
        payer = Payer(tables, (Cost(0, tuple((good, chosen.count(good)) for good in sorted(set(chosen)))),))
        part = payer.parts[index]
        asked = tuple(chosen.count(good) for good in goods)
        own = random_sources(roll, [goods], 3)
        sales = [random_sources(roll, [goods], 2) for _ in range(roll.randint(2, 4))]
        by_class = [[roll.choice([0, 1, 1, 2]) for _ in tables.price_classes] for _ in sales]
        waived = roll.choice([0, 0, 1]) if len(chosen) > 1 else 0

        def packed(made: list[Made], part: Part = part) -> int:
            total = 0
            for source in made:
                total = part.grown(total, part.source(source))
            return total

        sellers = [
            Seller(number, [packed(made)] * (index + 1), prices)
            for number, (made, prices) in enumerate(zip(sales, by_class, strict=True))
        ]
        of_good = [{good: prices[part.classes[i]] for i, good in enumerate(goods)} for prices in by_class]
        every = handed_over(chosen, as_units(own, goods), [as_units(made, goods) for made in sales], of_good, waived)
        found = offers(part, index, asked, packed(own), waived, sellers, may_buy_all=False)
        assert least(found) == least({coins for coins, _, _ in every}), (chosen, own, sales, by_class)
        if not is_mixed:
            assert found == least(found)
            everything = offers(part, index, asked, packed(own), waived, sellers, may_buy_all=True)
            assert everything == {coins for coins, _, spare in every if not spare}
        for kept in (1, 2):
            good = roll.choice(goods)
            spare = tuple(kept * (one == good) for one in goods)
            leaving = {coins for coins, mine, _ in every if sum(good in source for source in mine) >= kept}
            assert set(searched(part, index, asked, packed(own), waived, sellers, spare)) == leaving
            kept_some += bool(leaving)
        bought += len(found)
    assert bought > 50
    assert kept_some > 20
