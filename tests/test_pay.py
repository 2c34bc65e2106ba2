"""Payments: every way that no other beats, checked against a search that knows no arithmetic."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest

from stele.runtime import Rules
from stele.runtime.declared import NO_EFFECTS, FarOffer, Made
from stele.runtime.derive.deriving import Deriving
from stele.runtime.derive.goods import pay
from stele.runtime.derive.layout import Layout
from stele.runtime.derive.lists import remembered_demands
from stele.runtime.derive.turns import terms
from stele.runtime.inspector import Payment, codes_by_card, payments
from stele.runtime.payment.production import grown, refresh
from stele.runtime.ruleset import Card, Cost, Tables
from stele.runtime.state.cells import LANE_BITS, LEFT, NUMBER, PAYS_OTHERWISE, PLAYERS, RIGHT, cells
from stele.runtime.state.tables import Core
from tests.conftest import sampled
from tests.purchases import Case, searched
from tests.rows import put_into_city, seats_of
from tests.table import At, legal, table

Sources = tuple[frozenset[int], ...]
CASES = 3_000
NOTHING = Case(0, (), 0, (), (), (), (), (), (0, 0), False, ())


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


def payer(tables: Tables, cost: Cost, seats: int = 3) -> Deriving:
    """Return what is known of paying one cost, and nothing else of a game."""
    layout = SimpleNamespace(pieces=0, tally_words=1)
    card = Card("card", "Card", 0, cost=cost)
    plain = replace(tables, cards=(card,), sides=(), riders=(), everyone=NO_EFFECTS)  # nobody has to sell
    deriving = Deriving(Core(), plain, cast("Layout", layout))
    layout.pieces = len(deriving.pieces)
    pay(deriving)
    terms(deriving)
    t = deriving.t
    remembered_demands(deriving)
    t.sale_left, t.table_cells = t.sale, tables.table_cells
    t.tally, t.concerns, t.seat_cells = tables.seat_cells, tables.seat_cells + 1, tables.seat_cells + 2
    t.seats = [cells([t.table_cells + number * t.seat_cells for number in range(many)]) for many in range(seats + 1)]
    return deriving


def solved(
    tables: Tables, cost: Cost, own: list[Made], sales: Sequence[list[Made]], prices: list[int]
) -> list[Payment]:
    """Return what the solver offers; those who sell are the left neighbour, the right one, and all
    others.
    """
    deriving = payer(tables, cost, len(sales) + 1)
    t = deriving.t
    row = cells([0] * (t.table_cells + (len(sales) + 1) * t.seat_cells))
    row[PLAYERS] = len(sales) + 1
    seat, *others = t.seats[len(sales) + 1]
    for number, other in enumerate(others, 1):
        row[other + NUMBER] = number
    row[seat + LEFT], row[seat + RIGHT] = others[:2]
    for offer in tables.far_offers:
        row[seat + t.tally] |= 1 << offer.lane
        row[seat + t.concerns] += PAYS_OTHERWISE
    for first, made in ((seat + t.own, own), *zip([other + t.sale for other in others], sales, strict=True)):
        for source in made:
            for piece, (part, number) in enumerate(deriving.pieces):
                if set(source.goods) & set(part.goods):
                    row[first + piece] = grown(t, piece, row[first + piece], part.source(number, source))
    for index, price in enumerate(prices):
        row[seat + t.prices + index] = price
    for piece in range(t.pieces):
        refresh(t, row, seat, piece)
    return payments(t, row, seat, 0, 0, 0)


def classes_of(tables: Tables) -> list[int]:
    """Return the price class of each resource."""
    classes = enumerate(tables.price_classes)
    of_good = {good: number for number, goods in classes for good in goods}
    return [of_good[good] for good in range(len(tables.resources))]


def compared(roll: random.Random, tables: Tables) -> None:
    """Compare the solver with the search on one random case."""
    parts = list(tables.parts)
    chosen = roll.choices(range(7), k=roll.randint(1, 6))
    cost = Cost(roll.choice([0, 0, 1, 3]), tuple((good, chosen.count(good)) for good in sorted(set(chosen))))
    own, left, right = (random_sources(roll, parts, most) for most in (4, 4, 4))
    prices = [
        roll.choice([1, 2, 2, 0]) if roll.random() < 0.2 else roll.choice([1, 2]) for _ in tables.price_classes * 2
    ]
    by_good = {("left", good): prices[2 * number] for good, number in enumerate(classes_of(tables))}
    by_good |= {("right", good): prices[2 * number + 1] for good, number in enumerate(classes_of(tables))}
    wanted = brute(tuple(sorted(chosen)), units(own), units(left), units(right), by_good)
    offered = solved(tables, cost, own, (left, right), prices)
    assert len(offered) == len(set(offered))
    assert {(way.left, way.right) for way in offered} == wanted, (cost, own, left, right, prices)
    assert all(way.bank == cost.coins for way in offered)
    keys = [(way.total, -way.left) for way in offered]
    is_by_number = len(set(prices)) > 1 and (0 in prices or len(tables.parts) > 2)  # in the list of a market
    assert is_by_number or all(one <= other for one, other in pairwise(keys)), "the cheapest first, ties to the left"


@pytest.mark.parametrize("chunk", sampled(range(7), 3))
def test_payments_agree_with_a_search_over_every_source(rules: Rules, chunk: int) -> None:
    roll = random.Random(chunk)
    for _ in range(CASES):
        compared(roll, rules.tables)


def mixed(tables: Tables) -> Tables:
    """Return tables in which goods of two price classes may share a source."""
    return replace(tables, parts=((0, 1, 4), (2, 3), (5, 6)), own_cell=20, price_cell=23, sale_cell=27, joint_cell=30)


@pytest.mark.parametrize("chunk", sampled(range(2), 2))
def test_sources_that_mix_goods_of_different_prices_are_searched(rules: Rules, chunk: int) -> None:
    roll = random.Random(100 + chunk)
    for _ in range(500):
        compared(roll, mixed(rules.tables))


def test_more_sources_than_any_cost_asks_for_change_nothing(rules: Rules) -> None:
    made = [Made((0,), 2)] * 20
    assert solved(rules.tables, Cost(0, ((0, 3),)), made, ([], []), [2, 2, 2, 2]) == [Payment(0, 0, 0)]
    assert solved(rules.tables, Cost(0, ((0, 3),)), [], (made, made), [2, 2, 2, 2])[0] == Payment(0, 6, 0)


def test_a_source_is_counted_whole_whatever_its_order(rules: Rules) -> None:
    codes = codes_by_card(rules)
    cards = ["lumber-yard", "tree-farm", "excavation", "sawmill", "loom-age-1", "caravansery"]
    rows = []
    for order in (cards, cards[::-1], cards[3:] + cards[:3]):
        game = rules.new_game(3, 1, [("rhodos", "a"), ("gizah", "a"), ("olympia", "a")])
        for card in order:
            put_into_city(rules.core, game.row, seats_of(game)[0], codes[card][0])
        rows.append(list(game.row))
    assert (
        rows[0]
        == rows[1]
        == rows[2]
        != list(rules.new_game(3, 1, [("rhodos", "a"), ("gizah", "a"), ("olympia", "a")]).row)
    )


@pytest.mark.parametrize("chunk", sampled(range(4), 4))
@pytest.mark.parametrize("is_mixed", [False, True], ids=["one price", "several prices inside a source"])
def test_what_many_sellers_get_is_what_a_search_over_every_source_finds(
    rules: Rules, chunk: int, is_mixed: bool
) -> None:
    tables, roll = rules.tables, random.Random(1_000 + chunk)
    if is_mixed:
        tables = mixed(tables)
    split = 0
    for _ in range(150):
        goods = tables.parts[roll.randrange(2)]
        chosen = tuple(sorted(roll.choices(goods, k=roll.randint(1, 4))))
        cost = Cost(0, tuple((good, chosen.count(good)) for good in sorted(set(chosen))))
        own = random_sources(roll, [goods], 3)
        sales = [random_sources(roll, [goods], 2) for _ in range(roll.randint(2, 4))]
        far = [roll.choice([0, 1, 1, 2]) for _ in tables.price_classes]
        near = [roll.choice([0, 1, 1, 2]) for _ in tables.price_classes * 2]
        offers = [
            FarOffer(LANE_BITS * number, of_class, price, "", "")
            for number, (of_class, price) in enumerate(zip(tables.price_classes, far, strict=True))
            if price
        ]
        found = solved(replace(tables, far_offers=tuple(offers)), cost, own, sales, near)
        others = range(3, len(sales) + 1)
        listed = {(way.left, way.right, *(dict(way.others).get(number, 0) for number in others)) for way in found}
        by_class = [near[::2], near[1::2], *[far] * len(others)]
        case = replace(
            NOTHING,
            units=chosen,
            own=units(own),
            sellers=tuple(map(units, sales)),
            prices=tuple(tuple(prices[n] for n in classes_of(tables)) for prices in by_class),
            parts=tuple(map(frozenset, tables.parts)),
        )
        assert listed == {way.paid for way in searched(case)}, case
        split += len(listed) > 1
    assert split > 20


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
