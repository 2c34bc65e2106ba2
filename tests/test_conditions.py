"""Which conditions can be true together: held against all small tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from stele.compiler.analysis.conditions import Range, are_possible, opposite
from stele.compiler.common.span import Span
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Bound, Name, Role, Seats

NOWHERE = Span("x.yaml", 1, 1, 1, 1)
COINS = n.AllCoins(NOWHERE)
BROWN = n.Cards((Name("brown", Role.COLOUR, NOWHERE),), None, NOWHERE)
BROWN_OR_GREY = n.Cards((*BROWN.colours, Name("grey", Role.COLOUR, NOWHERE)), None, NOWHERE)
CITY = n.Zone(Name("city", Role.ZONE, NOWHERE), NOWHERE)

NAMED = (Seats.YOU, Seats.LEFT, Seats.RIGHT)
HOLDERS = (*NAMED, Seats.A_NEIGHBOUR, Seats.EACH_NEIGHBOUR, Seats.ANYONE, Seats.ANOTHER_PLAYER, Seats.EACH_OTHER_PLAYER)
RIVALS = (*NAMED, Seats.A_NEIGHBOUR, Seats.EACH_NEIGHBOUR, Seats.ANOTHER_PLAYER, Seats.EACH_OTHER_PLAYER)
EACH = (Seats.EACH_NEIGHBOUR, Seats.EACH_OTHER_PLAYER)

Table = tuple[dict[n.Countable, int], ...]
OF_COINS: list[Table] = [
    tuple({COINS: number} for number in numbers)
    for players in (2, 3, 4)
    for numbers in product(range(5), repeat=players)
]
CITIES: list[dict[n.Countable, int]] = [
    {BROWN: brown, BROWN_OR_GREY: both} for both in range(4) for brown in range(both + 1)
]
OF_CARDS: list[Table] = [one for players in (2, 3) for one in product(CITIES, repeat=players)]


def seats_of(who: Seats, players: int, of: int) -> list[int]:
    """Return who is meant, seen from a seat."""
    left, right = (of + 1) % players, (of - 1) % players
    match who:
        case Seats.YOU:
            return [0]
        case Seats.LEFT:
            return [1 % players]
        case Seats.RIGHT:
            return [players - 1]
        case Seats.A_NEIGHBOUR | Seats.EACH_NEIGHBOUR:
            return sorted({left, right})
        case Seats.ANYONE:
            return list(range(players))
        case _:
            return [seat for seat in range(players) if seat != of]


def is_so(test: n.Test, table: Table) -> bool:
    """Tell whether a condition is true at a table, for its first seat."""
    return holds(test.fact, table) is not test.is_negated


def holds(fact: n.Fact, table: Table) -> bool:
    if isinstance(fact, n.AnyOf):
        return any(is_so(test, table) for test in fact.tests)
    assert isinstance(fact, (n.AtLeast, n.Compared, n.Foremost))
    among = (holds_for(fact, seat, table) for seat in seats_of(fact.who, len(table), 0))
    return all(among) if fact.who in EACH else any(among)


def holds_for(fact: n.AtLeast | n.Compared | n.Foremost, seat: int, table: Table) -> bool:
    own, players = table[seat][fact.what], len(table)
    match fact:
        case n.AtLeast(number, bound=bound):
            return {Bound.LEAST: own >= number, Bound.MOST: own <= number, Bound.EXACTLY: own == number}[bound]
        case n.Compared(is_more, what, _, than):
            assert isinstance(than, Seats)
            rivals = (table[rival][what] for rival in seats_of(than, players, seat))
            compared = (own > rival if is_more else own < rival for rival in rivals)
            return all(compared) if than in EACH else any(compared)
        case n.Foremost(is_most, is_alone, what, _, among):
            others = range(players) if among is None else {0, 1 % players, players - 1}
            found = [table[rival][what] for rival in others if rival != seat]
            if any((rival > own if is_most else rival < own) or (is_alone and rival == own) for rival in found):
                return False
            return not is_most or own > 0


def condition(choose: random.Random, things: Sequence[n.Countable], holders: Sequence[Seats], depth: int = 1) -> n.Test:
    """Return a condition about some things of some seats."""
    what, who = choose.choice(things), choose.choice(holders)
    where = None if what is COINS else CITY
    kind = choose.randrange(8 if depth else 6)
    rivals = NAMED if holders is NAMED else RIVALS
    fact: n.Fact
    if kind < 3:
        fact = n.AtLeast(choose.randrange(4), what, where, NOWHERE, choose.choice(list(Bound)), who)
    elif kind < 5 or (kind == 5 and holders is NAMED):
        fact = n.Compared(choose.random() < 0.5, what, where, choose.choice(rivals), who, NOWHERE)
    elif kind == 5:
        among = choose.choice([None, Seats.NEIGHBOURS])
        fact = n.Foremost(choose.random() < 0.5, choose.random() < 0.5, what, where, among, who, NOWHERE)
    else:
        fact = n.AnyOf(tuple(condition(choose, things, holders, 0) for _ in range(2)), NOWHERE)
    return n.Test(choose.random() < 0.3 and not isinstance(fact, n.AnyOf), fact, NOWHERE)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("things", "tables"), [((COINS,), OF_COINS), ((BROWN, BROWN_OR_GREY), OF_CARDS)])
def test_what_is_called_impossible_is_true_at_no_table(
    seed: int, things: Sequence[n.Countable], tables: list[Table]
) -> None:
    choose = random.Random(seed)
    found = 0
    for _ in range(60):
        tests = [condition(choose, things, HOLDERS) for _ in range(choose.randrange(1, 4))]
        if not are_possible(tests):
            found += 1
            witness = next((table for table in tables if all(is_so(test, table) for test in tests)), None)
            assert witness is None, f"{tests} are all true with {witness}"
    assert found > 1


@pytest.mark.parametrize("seed", range(6))
def test_what_is_impossible_for_seats_with_names_is_called_so(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(60):
        tests = [condition(choose, (COINS,), NAMED) for _ in range(choose.randrange(1, 4))]
        if not any(all(is_so(test, table) for test in tests) for table in OF_COINS):
            assert not are_possible(tests), tests


def test_the_opposite_of_a_condition_excludes_it() -> None:
    choose = random.Random(1)
    for _ in range(300):
        test = condition(choose, (COINS,), HOLDERS)
        assert is_so(test, OF_COINS[7]) is not is_so(opposite(test), OF_COINS[7])


def test_ages_and_players_have_an_end() -> None:
    limits = Range(3, (3, 7))
    of_age = [n.Test(True, n.InAge(age, NOWHERE), NOWHERE) for age in (1, 2, 3)]
    assert not are_possible(of_age, limits)
    assert are_possible(of_age[:2], limits)
    assert are_possible(of_age, Range())
    assert not are_possible([n.Test(False, n.SoManyPlayers(9, Bound.EXACTLY, NOWHERE), NOWHERE)], limits)
    assert not are_possible([n.Test(False, n.SoManyPlayers(2, Bound.MOST, NOWHERE), NOWHERE)], limits)
    assert are_possible([n.Test(False, n.SoManyPlayers(7, Bound.LEAST, NOWHERE), NOWHERE)], limits)
