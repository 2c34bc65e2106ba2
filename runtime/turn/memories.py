"""Memories of the interpreted kernel: what the functions of the core say, kept by the few numbers
it follows from.

They are the same for every game, are filled as games go on, and are emptied when they grow large;
none of them knows a rule that is not in `payment`, `terms`, `deals` or `riders`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, TypeVar

from stele.runtime.payment.deals import unit_source
from stele.runtime.payment.instead import payable
from stele.runtime.payment.payment import sifted
from stele.runtime.payment.production import grown
from stele.runtime.payment.purchases import Means
from stele.runtime.payment.terms import (
    ALL_WAIVED,
    MORE,
    WAIVED,
    adjusted,
    as_printed,
    has_changes,
    means_of,
)
from stele.runtime.state.cells import (
    ACTION,
    AGE,
    BARRED,
    CARD,
    LEFT,
    LEVEL,
    ONE_BANK,
    ONE_LEFT,
    ONE_RIGHT,
    OPENED,
    PLACE_MASK,
    REACHED,
    RIGHT,
    SIDE,
    TOTAL,
    TOTAL_MASK,
    WORD,
    count,
    zeros,
)
from stele.runtime.turn.riders import BASE, ridden, rider_cost

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row
    from stele.runtime.state.lists import Hand, Lists
    from stele.runtime.state.tables import Core

MOST_MEMORY = 60_000
WITH_RIDERS = 1  # what goes with the ways to build cards
AT_PLACES = 2
MOST_TERMS = 5_000
MOST_WAYS = 5_000
MOST_STANDS = 20_000
NO_LIMIT = 1 << 62
Third = TypeVar("Third")
Split = tuple[Third, Third, Third, int, int, int, int]
Sources = int | tuple[int, ...]  # what is had of a part: one number for each of its pieces
Found = tuple[int, int, list[int]]  # the coins of the cheapest and of the dearest way, and all ways


class Codes(dict[int, list[int]]):
    """By some bits of a word: one of each card that they stand for, the highest first."""

    def __init__(self, further: list[tuple[int, int]], first: int) -> None:
        super().__init__()
        self.first = first
        place = first & PLACE_MASK
        self.further = [(distance, mask >> place) for distance, mask in further]

    def __missing__(self, mask: int) -> list[int]:
        if len(self) > MOST_MEMORY:
            self.clear()
        rest = mask
        for distance, further in self.further:
            rest &= ~(rest << distance & further)
        found = self[mask] = []
        while rest:
            place = rest.bit_length() - 1
            rest ^= 1 << place
            found.append(self.first + place)
        return found


class Kinds(dict[int, list[int]]):
    """By some bits of a word: an option for one of each kind of card that they stand for, the
    highest first.
    """

    def __init__(self, t: Core, first: int) -> None:
        super().__init__()
        self.first, self.kind = first, t.kind

    def __missing__(self, mask: int) -> list[int]:
        if len(self) > MOST_MEMORY:
            self.clear()
        codes = [self.first + place for place in range(mask.bit_length()) if mask >> place & 1]
        highest = {self.kind[code]: code << CARD for code in codes}
        found = self[mask] = list(highest.values())[::-1]
        return found


def thirds(firsts: list[int]) -> tuple[int, int]:
    """Return where a word is cut in three, so that no card has copies in two of them: `firsts` are
    the places of first copies.
    """
    low = max([first for first in firsts if first <= 21], default=0)
    return max([first for first in firsts if first <= low + 21], default=low), low


def split(of_third: Callable[[int], Third], word: int, high: int, low: int) -> Split[Third]:
    """Return memories of the cards of a word that is cut in three, each known by its first card."""
    upper, middle, lower = (of_third((word << WORD) + first) for first in (high, low, 0))
    return upper, middle, lower, high, low, (1 << high - low) - 1, (1 << low) - 1


class Prices(dict[tuple[int, int], tuple[int, int, bool]]):
    """By the prices of both neighbours: what one unit of each adds to an option, and whether the
    right one is lower.
    """

    def __missing__(self, prices: tuple[int, int]) -> tuple[int, int, bool]:
        left, right = prices
        found = self[prices] = left * ONE_LEFT, right * ONE_RIGHT, left > right
        return found


def hands_of(t: Core, play: int) -> list[list[list[Hand]]]:
    """Return, by number of seats and age, of each word that may lie in the zone of a play step
    where its cards lie, its number, where those are that are kept out and those that are chained,
    and their codes.
    """
    zone = t.play_zone[play]
    return [
        [
            [(zone + word, (word, t.blocked + word, t.chained + word, *of_seats[word])) for word in words]
            for words in t.play_words[play]
        ]
        for of_seats in t.lists.codes
    ]


def mixed_ways(lists: Lists, base: int, choices: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the ways to pay that no other beats, if several parts leave a choice of who sells: of
    each what one step changes, and how many there are. What they add to one way is remembered.
    """
    known = lists.mixes.get(choices)
    if known is None:
        if len(lists.mixes) > MOST_WAYS:
            lists.mixes.clear()
        found = [base]
        for step, steps in choices:
            found = [way + step * times for way in found for times in range(steps + 1)]
        end = sifted(found, 0, len(found), NO_LIMIT)  # type: ignore[arg-type]
        known = lists.mixes[choices] = [way - base for way in found[:end]]
    return [base + added for added in known]


# --- terms ----------------------------------------------------------------------------------------


class Rates:
    """What becomes of costs in a play step by what is in play."""

    def __init__(self, t: Core, row: Row, seat: int, play: int, times: list[int]) -> None:
        self.touched = t.lists.varied  # cards and stages whose costs are changed, one mask a word
        self.price = t.lists.prices_by_card[:]  # as `adjusted` says
        self.of_stage = t.lists.prices_of_stages.copy()  # by cost
        changes = [t.change_kinds[change] for change, number in enumerate(times) if number]
        kinds = reduce(or_, [change for change in changes if change >= 0], 0)
        for cost, kind, codes, masks in t.lists.costs if t.play_build[play] >= 0 else ():
            if kinds & t.bits[kind]:
                price = adjusted(t, row, seat, cost, kind, False, t.play_build[play] >> ACTION)
                if price != as_printed(t, cost):
                    self.touched = list(map(or_, self.touched, masks))
                for code in codes:
                    self.price[code] = price
        has_stages = t.play_stage[play] >= 0 and any(change < 0 for change in changes)
        for cost, masks in t.lists.costs_of_stages if has_stages else ():
            self.of_stage[cost] = adjusted(t, row, seat, cost, 0, True, t.play_stage[play] >> ACTION)
            if self.of_stage[cost] != as_printed(t, cost):
                self.touched = list(map(or_, self.touched, masks))


class Terms:
    """What changes what a seat pays in a play step, and what is known to follow from it."""

    def __init__(self, t: Core, rates: Rates | None, means: Means, known: dict[tuple[int, ...], Found]) -> None:
        self.rates, self.means, self.known = rates, means, known
        sources = [
            tuple(unit_source(t, piece, means.goods[extra]) for piece in range(t.pieces))
            for extra in range(means.count)
        ]
        alike = *means.goods, int(means.watches)  # what may be added to production
        self.kind = t.lists.kinds_of_terms.setdefault(alike, len(t.lists.kinds_of_terms))
        self.reach: tuple[int, ...] = ()  # all that may be had from elsewhere, in every part
        for of_unit in sources:
            self.reach = grown_all(t, 0, self.reach, of_unit) if self.reach else of_unit
        # By part: what units from elsewhere may add to it.
        self.adds: list[list[tuple[int, ...]]] = []
        for part in range(t.parts):
            first, end = t.piece_from[part], t.piece_from[part + 1]
            sums = {(0,) * (end - first): True}
            for of_unit in sources:
                sums.update({grown_all(t, first, one, of_unit[first:end]): True for one in list(sums)})
            self.adds.append(list(sums)[1:])


def grown_all(t: Core, first: int, sources: Sequence[int] | Row, more: Sequence[int]) -> tuple[int, ...]:
    """Return the sums of packed numbers of some pieces, from one on."""
    return tuple(
        grown(t, piece, had, added) for piece, (had, added) in enumerate(zip(sources, more, strict=True), first)
    )


class Purse:
    """How a seat pays now: terms, which cards and stages are not paid for as they are printed, and
    what is missing of each part.
    """

    __slots__ = ("more", "of_stage", "price", "reached", "seat", "simple", "stands", "terms", "touched")

    def __init__(self, t: Core, seat: int, terms: Terms, rates: Rates, reached: list[int]) -> None:
        self.seat, self.terms, self.reached = seat, terms, reached
        self.price, self.of_stage, self.touched = rates.price, rates.of_stage, rates.touched
        self.more = self.simple = t.lists.nothing  # what may be reached, and what of it is paid as printed
        self.stands: list[list[bytes] | None] = [None] * t.parts


def purse_of(t: Core, row: Row, seat: int, play: int, covered: list[int], reached: list[int]) -> Purse:
    """Return how a seat pays in a play step."""
    lists = t.lists
    key: tuple[int, ...] = (play,)
    first, end, masks = lists.term_cells
    held, uses = row[seat + first : seat + end], seat + t.uses - t.tally
    key += (
        *map(and_, held, masks),
        *map(and_, row[uses + first : uses + end], lists.use_masks),
        *row[seat + t.prices : seat + lists.prices_end],
    )
    if any(map(and_, held, lists.made_masks)):
        key += (row[seat + SIDE], *map(and_, row[seat + t.main : seat + t.main + t.words], lists.made_cards))
        if t.place_count:
            key += at_places(t, row, seat)
    terms = lists.terms.get(key) or new_terms(t, row, seat, play, key)
    assert terms.rates is not None
    purse = Purse(t, seat, terms, terms.rates, reached)
    if not terms.means.is_plain:
        purse.more, purse.simple = reached, lists.without_units if terms.means.watches else covered
        if terms.reach:
            purse.more = lists.known[4][
                grown_all(t, 0, row[seat + t.with_both : seat + t.with_both + t.pieces], terms.reach)
            ]
    return purse


def at_places(t: Core, row: Row, seat: int) -> tuple[int, ...]:
    """Return all at places that goods follow from: whom they serve, who leads, which cards lie
    there.
    """
    found: list[int] = []
    for kind in range(t.place_count):
        cell, made = seat + t.place_cell[kind], t.lists.made_cards
        found += row[cell + LEVEL : cell + REACHED]
        found += row[cell + BARRED : cell + OPENED]
        for side in range(2):
            own = seat + t.place_zone[2 * kind + side]
            theirs = row[seat + t.across + side] + t.place_zone[2 * kind + 1 - side]
            found += map(and_, row[own : own + t.words], made)
            found += map(and_, row[theirs : theirs + t.words], made)
    return tuple(found)


def new_terms(t: Core, row: Row, seat: int, play: int, key: tuple[int, ...]) -> Terms:
    """Work out what changes what a seat pays, and keep it; without a play step nothing does."""
    lists = t.lists
    means, rates = Means(t), None
    if play >= 0:
        means = means_of(t, row, seat)
        times = [count(t, row, seat, lane) for lane in t.change_lane] if has_changes(t, row, seat) else []
        changes = play, *times
        rates = lists.rates.get(changes)
        if rates is None:
            rates = lists.rates[changes] = Rates(t, row, seat, play, times)
    has = means.made, means.less_left, means.less_right, int(means.watches), int(means.by_sides), means.count
    alike = (*row[seat + t.prices : seat + lists.prices_end], *has, *means.goods, *means.price)
    if max(len(lists.terms), len(lists.rates), len(lists.ways)) > MOST_TERMS:
        for memory in (lists.terms, lists.rates, lists.ways):
            memory.clear()
    found = lists.terms[key] = Terms(t, rates, means, lists.ways.setdefault(alike, {}))
    return found


def stands_of(t: Core, row: Row, seat: int, part: int, terms: Terms) -> list[Sources]:
    """Return what a seat has of a part: alone, with the left, the right and both neighbours, each
    with all that may be added; if something reacts to purchases, then also what neighbours have.
    """
    first, end = t.piece_from[part], t.piece_from[part + 1]
    joint = (seat + t.own, seat + t.with_left, seat + t.with_right, seat + t.with_both)
    if end - first == 1:
        had: list[Sources] = [row[cell + first] for cell in joint]
        for (added,) in terms.adds[part]:
            had += [grown(t, first, row[cell + first], added) for cell in joint]
    else:
        had = [tuple(row[cell + first : cell + end]) for cell in joint]
        for added_to in terms.adds[part]:
            had += [grown_all(t, first, row[cell + first : cell + end], added_to) for cell in joint]
    if terms.means.watches:
        left, right = row[seat + LEFT] + t.sale, row[seat + RIGHT] + t.sale_left
        one, other = tuple(row[left + first : left + end]), tuple(row[right + first : right + end])
        sold = one, other, grown_all(t, first, one, other)
        had += [of_pieces[0] if end - first == 1 else of_pieces for of_pieces in sold]
    return had


def add_ways(
    t: Core, row: Row, cost: int, price: int, purse: Purse, most: int, option: int, options: list[int]
) -> None:
    """Add an option for each way to pay a cost as it is now, as `payable` lists them."""
    coins = price & 65535
    if coins > most:
        return
    option += coins * ONE_BANK
    if price >> ALL_WAIVED & 1:
        options.append(option)
        return
    lists, terms, stands = t.lists, purse.terms, purse.stands
    numbers: list[Any] = [lists.asked[cost]]
    if price >> MORE:  # what is chosen beside the cost is not remembered
        end = payable(t, row, out := zeros(1024), 0, purse.seat, cost, price, terms.means, 0, most)
        options += [option - coins * ONE_BANK + way for way in out[:end]]
        return
    if price >> WAIVED or terms.means.watches:
        numbers = [lists.sizes[cost], price >> WAIVED, 0]
    if cost in lists.choices:
        numbers = [~cost, price >> WAIVED]
        for part, asked in lists.choices[cost]:
            numbers += map(asked, stands[part] or known_stands(t, row, purse, part))
    else:
        for part, demand in lists.demands[cost][1]:
            numbers += [of_demand[demand] for of_demand in stands[part] or known_stands(t, row, purse, part)]
    key = tuple(numbers)
    found = terms.known.get(key)
    if found is None:
        if len(terms.known) > MOST_WAYS:
            terms.known.clear()
        out = zeros(1024)
        end = payable(t, row, out, 0, purse.seat, cost, price - coins, terms.means, 0, TOTAL_MASK)
        found = terms.known[key] = found_ways(list(out[:end]))
    least, dearest, ways = found
    if dearest + coins <= most:
        options += [option + way for way in ways]
    elif least + coins <= most:
        options += [option + way for way in ways if (way >> TOTAL & TOTAL_MASK) + coins <= most]


def known_stands(t: Core, row: Row, purse: Purse, part: int) -> list[bytes]:
    """Return what is missing of each demand of a part with what a seat has of it."""
    seat, known = purse.seat, t.lists.stands
    first, end = t.piece_from[part], t.piece_from[part + 1]
    had: list[int] = [purse.terms.kind, part]
    for cell in (t.own, t.with_left, t.with_right, t.with_both):
        had += row[seat + cell + first : seat + cell + end]
    if purse.terms.means.watches:
        left, right = row[seat + LEFT] + t.sale, row[seat + RIGHT] + t.sale_left
        had += row[left + first : left + end]
        had += row[right + first : right + end]
    key = tuple(had)
    rows = known.get(key)
    if rows is None:
        if len(known) > MOST_STANDS:
            known.clear()
        missing_of = t.lists.stalls[part][0]
        rows = known[key] = [missing_of[one] for one in stands_of(t, row, seat, part, purse.terms)]
    purse.stands[part] = rows
    return rows


def found_ways(ways: list[int]) -> Found:
    """Return ways with the coins of the cheapest and of the dearest one."""
    totals = [way >> TOTAL & TOTAL_MASK for way in ways]
    return min(totals, default=TOTAL_MASK), max(totals, default=0), ways


# --- riders ---------------------------------------------------------------------------------------


def add_riders(
    t: Core, row: Row, seat: int, action: int, purse: Purse | None, most: int, options: list[int], first: int
) -> None:
    """Add the options of an action from a place on once more with every rider on it, as `ride`
    does.
    """
    lists = t.lists
    end = len(options)
    for rider, mark, uses, used, supply, zone in lists.riders[action] if end > first else ():
        if row[seat + uses] & used:
            continue
        lying: tuple[int, ...] = (rider,)
        if zone:
            age = row[AGE]
            if not age or not row[supply + age - 1]:
                continue
            lying = (rider, age, *row[zone : zone + t.words])
        if lying not in lists.rider_costs:
            lists.rider_costs[lying] = rider_cost(t, row, seat, rider, TOTAL_MASK)
        cost = lists.rider_costs[lying]
        if cost < 0 or t.cost_coins[cost] > most:
            continue
        if not t.cost_units[cost]:
            limit, added = most - t.cost_coins[cost], t.cost_coins[cost] * ONE_BANK + mark
            options += [option + added for option in options[first:end] if option >> TOTAL & TOTAL_MASK <= limit]
            continue
        terms = purse.terms if purse is not None else plain_terms(t, row, seat)
        for base in dict.fromkeys([option & BASE for option in options[first:end]]):
            options += riding(t, row, seat, base | mark, cost, terms, most)


def plain_terms(t: Core, row: Row, seat: int) -> Terms:
    """Return the terms of a seat that pays for all as it is printed."""
    key = tuple(row[seat + t.prices : seat + t.lists.prices_end])
    return t.lists.terms.get(key) or new_terms(t, row, seat, -1, key)


def riding(t: Core, row: Row, seat: int, option: int, cost: int, terms: Terms, most: int) -> list[int]:
    """Return the options to pay for an action together with a rider's cost, as `ridden` lists
    them.
    """
    out = zeros(1024)
    return list(out[: ridden(t, row, out, 0, seat, option, cost, most, terms.means)])
