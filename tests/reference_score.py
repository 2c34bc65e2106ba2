"""The score sheets that a seat may hand in: all joint choices of what is open to the end, and the
best of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes
from tests.reference_city import Held
from tests.reference_table import Table, fixed_symbols, id_of

if TYPE_CHECKING:
    from tests.reference_reading import Reading

Sheet = frozenset[tuple[str, int]]  # (line, points) of every line with points


def best_sheets(table: Table, seat: int) -> tuple[int, set[Sheet]]:
    """Return the greatest total that the open choices allow, and every sheet that comes to it."""
    holds = table.held(seat)
    points: Counter[str] = Counter()
    for kind, number in table.cities[seat].tokens.items():
        token = table.book.tokens[kind]
        if token.line is not None:
            points[id_of(token.line)] += number * token.points
    points[table.book.board_line] += len(table.cities[seat].coined)
    points.update(table.cities[seat].kept)
    for line in table.book.lines:
        holds += [Held(("line", 0, 0), clause, line.id, 0) for clause in line.effect]
    add_points(table, seat, [held for held in holds if not reads_symbols(held.clause)], None, points)
    reading = [held for held in holds if reads_symbols(held.clause)]
    greatest, sheets = None, set[Sheet]()
    for copied in product(*(list(copied_effects(table, seat, held)) for held in holds)):
        extra = [held for effects in copied for held in effects]
        for symbols in symbol_choices(table, seat, [held.clause for held in (*holds, *extra)]):
            counted = Counter(points)
            add_points(table, seat, [*reading, *extra], symbols, counted)
            total = sum(counted.values())
            if greatest is None or total > greatest:
                greatest, sheets = total, set()
            if total == greatest:
                sheets.add(frozenset((line, number) for line, number in counted.items() if number))
    assert greatest is not None
    return greatest, sheets


def add_points(
    table: Table, seat: int, holds: Sequence[Held], symbols: Counter[str] | None, points: Counter[str]
) -> None:
    """Add the points of clauses, each to its line."""
    for held in holds:
        match held.clause:
            case n.Clause(moment=None, limit=None, sentence=n.Score(_, int() as number, per)):
                times = table.counted_for(seat, held, per, symbols)
                points[held.line] += scored(number, per, times) * table.times_given(seat, held, False)


def points_now(table: Reading, seat: int, line: str, is_printed: bool) -> int:
    """Return the points on a line, or on all if none is named, as they stand: what is given for
    points does not count, nor what is chosen at the end. What stands reads only what is printed or
    had.
    """
    city = table.cities[seat]
    points = Counter(city.kept)
    for kind, number in city.tokens.items():
        token = table.book.tokens[kind]
        if token.line is not None:
            points[id_of(token.line)] += number * token.points
    points[table.book.board_line] += len(city.coined)
    holds = [*table.held_apart(seat), *table.places.held(seat)]
    holds += [Held(("line", 0, 0), clause, one.id, 0) for one in table.book.lines for clause in one.effect]
    for held in (held for held in holds if not any(nodes(held.clause, n.LinePoints))):
        match held.clause:
            case n.Clause(moment=None, tests=(), sentence=n.Score(_, int() as number, None)) if is_printed:
                points[held.line] += number
            case n.Clause(moment=None, sentence=n.Score()) if not is_printed and table.is_in_force(seat, held):
                add_points(table, seat, [held], None, points)
    return points[line] if line else sum(points.values())


def scored(number: int, per: n.Per | None, times: int) -> int:
    """Return how many points a number comes to: something may be taken off for each, and there may
    be a most.
    """
    found = number * times if per is None or per.less is None else number - per.less * times
    return found if per is None or per.most is None else min(found, per.most)


def reads_symbols(clause: n.Clause) -> bool:
    """Tell whether the points of a clause depend on symbols."""
    match clause.sentence:
        case n.Score(_, _, n.Per(_, n.SetOf((n.Name(role=n.Role.SYMBOL), *_)))):
            return True
        case n.Score(_, _, n.Per(_, n.SquareOf() | n.Symbols())):
            return True
    return False


def copied_effects(table: Table, seat: int, copier: Held) -> Iterator[list[Held]]:
    """Yield what a clause may copy at the end of the game: nothing, unless it says so and there is
    something.
    """
    match copier.clause:
        case n.Clause(moment=n.AtEdge(), sentence=n.Copy(cards, None, n.Place() as place)):
            found = candidates(table, seat, cards, place)
            for card in found:
                yield from effects_at_end(table, seat, card, copier.line)
            if not found:
                yield []
        case _:
            yield []


def effects_at_end(table: Table, seat: int, card: str, line: str) -> Iterator[list[Held]]:
    """Yield the clauses of a copied card.

    If it copies another card when it enters play, that one's too.
    """
    clauses = table.book.cards[card].effect
    further: list[list[str]] = []
    for clause in clauses:
        match clause.sentence:
            case n.Copy(cards, None, n.Place() as place):
                further.append(candidates(table, seat, cards, place) or [""])
    for chosen in product(*further):
        more = [clause for other in chosen if other for clause in table.book.cards[other].effect]
        yield [Held(("copied", 0, 0), clause, line, 0) for clause in (*clauses, *more)]


def candidates(table: Table, seat: int, which: n.Which, place: n.Place) -> list[str]:
    """Return the cards of some cities that may be copied, one of each kind."""
    seats = [other for part in place.parts for other in table.place(seat, part)]
    found = [card for other in seats for card in table.cards(other) if table.book.fits(card, which)]
    return table.book.in_order(sorted(set(found)))


def symbol_choices(table: Table, seat: int, clauses: Sequence[n.Clause]) -> list[Counter[str]]:
    """Return all symbols that a seat may come to, each sum once.

    Which symbol is the least or the most is read on those that are fixed, before any is chosen.
    """
    fixed = fixed_symbols(clauses)
    sums = {as_key(fixed)}
    for clause in clauses:
        match clause.sentence:
            case n.Science(kinds) if len(kinds) > 1:
                sums = {as_key(Counter(dict(one)) + Counter([id_of(kind)])) for one in sums for kind in kinds}
            case n.ScienceOf(is_most):
                counts = [fixed[kind] for kind in table.book.symbols]
                wanted = max(counts) if is_most else min(counts)
                kinds_of = [kind for kind in table.book.symbols if fixed[kind] == wanted]
                sums = {as_key(Counter(dict(one)) + Counter([kind])) for one in sums for kind in kinds_of}
    borrowed = borrowed_symbols(table, seat, [c.sentence for c in clauses if isinstance(c.sentence, n.CopiedScience)])
    joint = {as_key(Counter(dict(one)) + Counter(dict(other))) for one in sums for other in borrowed}
    for _ in range(sum(c.sentence.number for c in clauses if isinstance(c.sentence, n.Convert))):
        joint |= {
            as_key(Counter(dict(one)) - Counter([old]) + Counter([new]))
            for one in joint
            for old, number in one
            for new in table.book.symbols
            if number
        }
    return [Counter(dict(one)) for one in sorted(joint)]


SymbolKey = tuple[tuple[str, int], ...]


def as_key(symbols: Counter[str]) -> SymbolKey:
    """Return symbols as something that can be kept in a set."""
    return tuple(sorted(symbols.items()))


def borrowed_symbols(table: Table, seat: int, masks: Sequence[n.CopiedScience]) -> set[SymbolKey]:
    """Return the symbols that masks may copy: each from another card, or none if no card is
    left.
    """
    states: set[tuple[SymbolKey, frozenset[tuple[int, str]]]] = {((), frozenset())}
    for mask in masks:
        assert isinstance(mask.place, n.Place)
        seats = [other for part in mask.place.parts for other in table.place(seat, part)]
        cards = [(other, card) for other in seats for card in table.cards(other) if table.book.fits(card, mask.cards)]
        following: set[tuple[SymbolKey, frozenset[tuple[int, str]]]] = set()
        for symbols, taken in states:
            free: dict[tuple[int, SymbolKey], tuple[int, str]] = {}
            for other, card in cards:
                on_card = as_key(fixed_symbols(table.book.cards[card].effect))
                if (other, card) not in taken and on_card:
                    free.setdefault((other, on_card), (other, card))  # in one city, equal cards are as good
            for (_, on_card), place in free.items():
                following.add((as_key(Counter(dict(symbols)) + Counter(dict(on_card))), taken | {place}))
            if not free:
                following.add((symbols, taken))
        states = following
    return {symbols for symbols, _ in states}
