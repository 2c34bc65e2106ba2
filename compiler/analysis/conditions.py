"""Tell which conditions can be true together, whatever the seats have.

A condition becomes differences between numbers: how many of a thing one seat has, less how many
another has, is at most so much. Of seats that nobody names there are as many as the conditions may
speak of. What is not known is left free, so that what is said to exclude each other always does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats

MOST_TRIED = 3_000  # of ways for conditions to be true, after which they count as possible

Number = Hashable  # what is counted, and with whom; nothing is the number 0


@dataclass(frozen=True, slots=True)
class Difference:
    """One number less another is at most so much."""

    one: Number
    other: Number
    most: int


@dataclass(frozen=True, slots=True)
class All:
    """All of these."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Any of these."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Loose:
    """What is not known in full: what follows from it, and what from its opposite."""

    said: Formula
    denied: Formula


Formula = Difference | All | Any | Loose


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A seat that no condition names, beside the neighbours."""

    place: int


@dataclass(frozen=True, slots=True)
class Held:
    """How many of a thing a seat has somewhere."""

    what: n.Countable
    where: n.Where | n.Place | None
    seat: Seats | Unnamed


Seat = Seats | Unnamed
AROUND: tuple[Seat, ...] = (Seats.LEFT, Seats.RIGHT)
GROUPS = (
    Seats.A_NEIGHBOUR,
    Seats.EACH_NEIGHBOUR,
    Seats.ANOTHER_PLAYER,
    Seats.EACH_OTHER_PLAYER,
    Seats.ANYONE,
    Seats.PARTNER,
)
EVERY = (Seats.EACH_NEIGHBOUR, Seats.EACH_OTHER_PLAYER, Seats.PARTNER)
KNOWN = (Seats.YOU, *AROUND, Seats.PARTNER)
BELOW_ZERO = (n.AllShields, n.AllPoints, n.LinePoints)  # what a seat may have less than nothing of


@dataclass(frozen=True, slots=True)
class Range:
    """The most ages there are, and the numbers of players of which a game may be."""

    ages: int | None = None
    players: tuple[int, int] | None = None


def are_possible(tests: Sequence[n.Test], limits: Range = Range()) -> bool:
    """Tell whether conditions may all be true, at a table of some size."""
    unnamed = range(sum(of_groups(test.fact) for test in tests) + 1)
    partners: tuple[tuple[Seat, ...], ...] = ((), (Seats.PARTNER,))
    return World(tests, limits, (Seats.LEFT,), ()).is_possible() or any(
        World(tests, limits, AROUND, (*partner, *(Unnamed(place) for place in range(number)))).is_possible()
        for number in unnamed
        for partner in (partners if is_about_partner(tests) else partners[:1])
    )


def opposite(test: n.Test) -> n.Test:
    """Return the opposite of a condition."""
    return n.Test(not test.is_negated, test.fact, test.span)


class World:
    """The seats of a game, as far as conditions speak of them."""

    def __init__(
        self, tests: Sequence[n.Test], limits: Range, around: tuple[Seat, ...], others: tuple[Seat, ...]
    ) -> None:
        self.limits = limits
        self.around = around  # with two players one is left and right
        self.others = (*around, *others)
        self.partners = tuple(seat for seat in others if seat is Seats.PARTNER)
        self.formula = All(tuple(self.of_test(test) for test in tests))

    # --- what conditions say ----------------------------------------------------------------------

    def of_test(self, test: n.Test) -> Formula:
        """Return what a condition says."""
        said = self.of_fact(test.fact)
        return negated(said) if test.is_negated else said

    def of_fact(self, fact: n.Fact) -> Formula:
        """Return what a fact says."""
        match fact:
            case n.AnyOf(tests):
                return Any(tuple(self.of_test(test) for test in tests))
            case n.SoManyPlayers(number, bound):
                return bounded("players", number, bound)
            case n.InAge(age):
                return bounded("age", age, n.Bound.EXACTLY)
            case n.InTurn(turn):
                return bounded("turn", turn, n.Bound.EXACTLY)
            case n.MarkerIs(marker, face):  # each face has a number of its own
                return bounded(f"the {marker.text}", int.from_bytes(face.text.encode(), "big"), n.Bound.EXACTLY)
            case n.CardIs(cards, used):
                return bounded(("the card", cards, used is None), 1, n.Bound.LEAST)
            case n.DoneThisTurn(deed, who):
                return self.of_holders(who, Seats.YOU, lambda seat: bounded(("done", deed, seat), 1, n.Bound.LEAST))
            case n.HasMajority(side):
                return bounded(("majority", side), 1, n.Bound.LEAST)
            case n.AtLeast() | n.Compared() | n.Foremost():
                said = self.of_holders(fact.who, Seats.YOU, lambda seat: self.of_seat(fact, seat))
                # That each of several is behind somebody may be so with more seats than are here.
                is_loose = isinstance(fact, n.Foremost) and fact.who in GROUPS
                return Loose(said, All(())) if is_loose else said

    def of_seat(self, fact: n.AtLeast | n.Compared | n.Foremost, seat: Seat) -> Formula:
        """Return what a fact says of one seat."""
        own = Held(fact.what, fact.where, seat)
        match fact:
            case n.AtLeast(number, bound=bound):
                return bounded(own, number, bound)
            case n.Compared(is_more, than=n.RivalThing(what, where)):
                return more(own, Held(what, where, seat), is_more, True)
            case n.Compared(is_more, what, where, than):
                assert isinstance(than, Seats)
                return self.of_holders(than, seat, lambda rival: more(own, Held(what, where, rival), is_more, True))
            case n.Foremost(is_most, is_alone, what, where, among):
                rivals = (Seats.YOU, *self.around) if among is Seats.NEIGHBOURS else (Seats.YOU, *self.others)
                said = [
                    more(own, Held(what, where, rival), is_most, is_alone)
                    for rival in rivals
                    if are_apart(rival, seat) or not is_alone
                ]
                return All((*said, bounded(own, 1, n.Bound.LEAST)) if is_most else tuple(said))

    def of_holders(self, who: Seats, of: Seat, said: Callable[[Seat], Formula]) -> Formula:
        """Return what is said of a seat, or of each or any of several, seen from another."""
        if who not in GROUPS:
            return said(who if who is not Seats.RIGHT else self.around[-1])
        everyone: tuple[Seat, ...] = (Seats.YOU, *self.others)
        is_each = who in EVERY
        if who is Seats.ANYONE or of is Seats.YOU:
            seats = {Seats.A_NEIGHBOUR: self.around, Seats.EACH_NEIGHBOUR: self.around}.get(who, self.others)
            seats = {Seats.PARTNER: self.partners, Seats.ANYONE: everyone}.get(who, seats)
            found = tuple(said(seat) for seat in seats)
            return All(found) if is_each else Any(found)
        # Seen from another seat only some are certain to be meant.
        certain: tuple[Seat, ...] = ()
        if who in (Seats.ANOTHER_PLAYER, Seats.EACH_OTHER_PLAYER):
            certain = tuple(seat for seat in everyone if are_apart(seat, of))
        elif who is not Seats.PARTNER and of in AROUND:
            certain = (Seats.YOU,)
        found = tuple(said(seat) for seat in certain)
        return Loose(All(found), All(())) if is_each else Loose(All(()), negated(Any(found)))

    # --- whether it can be so ---------------------------------------------------------------------

    def is_possible(self) -> bool:
        """Tell whether numbers can be found with which all is true."""
        self.tried = 0
        return self.can_hold([self.formula], [])

    def can_hold(self, left: list[Formula], known: list[Difference]) -> bool:
        """Tell whether what is left can be true beside what is known."""
        choices: list[tuple[Formula, ...]] = []
        while left:
            match left.pop():
                case Difference() as difference:
                    known = [*known, difference]
                case Loose(said):
                    left.append(said)
                case All(parts):
                    left.extend(parts)
                case Any(parts):
                    choices.append(parts)
        self.tried += 1
        if self.tried > MOST_TRIED:
            return True
        if not self.is_consistent(known):
            return False
        if not choices:
            return True
        first, *others = sorted(choices, key=len)
        return any(self.can_hold([part, *(Any(other) for other in others)], known) for part in first)

    def is_consistent(self, known: Sequence[Difference]) -> bool:
        """Tell whether numbers can be found for differences: nothing is less than itself, over
        whichever others.
        """
        numbers = list(dict.fromkeys(one for part in known for one in (part.one, part.other) if one is not None))
        edges = [*known, *self.given(numbers)]
        least: dict[Number, int] = dict.fromkeys([None, *numbers], 0)
        for _ in range(len(least) + 1):
            is_changed = False
            for edge in edges:
                if least[edge.other] + edge.most < least[edge.one]:
                    least[edge.one] = least[edge.other] + edge.most
                    is_changed = True
            if not is_changed:
                return True
        return False

    def given(self, numbers: Sequence[Number]) -> Iterator[Difference]:
        """Yield what is always true of numbers: their least and most, and that some of a thing are
        not more than all.
        """
        for one in numbers:
            if isinstance(one, Held):
                if not isinstance(one.what, BELOW_ZERO):
                    yield at_least(one, 0)
                yield from (Difference(one, other, 0) for other in numbers if is_part(one, other))
            elif one == "players" and self.limits.players is not None:
                yield from (at_least(one, self.limits.players[0]), at_most(one, self.limits.players[1]))
            elif one == "age":
                yield at_least(one, 1)
                if self.limits.ages is not None:
                    yield at_most(one, self.limits.ages)
            elif isinstance(one, tuple):
                yield from (at_least(one, 0), at_most(one, 1))


# --- formulas -------------------------------------------------------------------------------------


def negated(formula: Formula) -> Formula:
    """Return what is true if a formula is not."""
    match formula:
        case Difference(one, other, most):
            return Difference(other, one, -most - 1)
        case All(parts):
            return Any(tuple(negated(part) for part in parts))
        case Any(parts):
            return All(tuple(negated(part) for part in parts))
        case Loose(said, denied):
            return Loose(denied, said)


def at_least(one: Number, number: int) -> Difference:
    """Return that a number is at least so much."""
    return Difference(None, one, -number)


def at_most(one: Number, number: int) -> Difference:
    """Return that a number is at most so much."""
    return Difference(one, None, number)


def bounded(one: Number, number: int, bound: n.Bound) -> Formula:
    """Return what a bound says of a number."""
    if bound is n.Bound.LEAST:
        return at_least(one, number)
    if bound is n.Bound.MOST:
        return at_most(one, number)
    return All((at_least(one, number), at_most(one, number)))


def more(own: Number, other: Number, is_more: bool, is_strict: bool) -> Difference:
    """Return that one number is more than another, or less; or as much, if that counts too."""
    most = -1 if is_strict else 0
    return Difference(other, own, most) if is_more else Difference(own, other, most)


def is_part(one: Number, other: Number) -> bool:
    """Tell whether what is counted as one number is all counted as another, too."""
    match one, other:
        case Held(n.Cards() as few, where, seat), Held(n.Cards() as many, there, same) if one != other:
            is_any = not many.colours or (bool(few.colours) and {*few.colours} <= {*many.colours})
            is_free = few.of_that_colour is many.of_that_colour or not many.of_that_colour
            is_free = is_free and many.age in (None, few.age) and {*many.filters} <= {*few.filters}
            return where == there and seat == same and is_any and is_free
        case _:
            return False


def are_apart(one: Seat, other: Seat) -> bool:
    """Tell whether two seats are certainly not the same: a partner may sit anywhere."""
    if one == other or not all(isinstance(seat, Unnamed) or seat in KNOWN for seat in (one, other)):
        return False
    return Seats.YOU in (one, other) or Seats.PARTNER not in (one, other)


def is_about_partner(tests: Sequence[n.Test]) -> bool:
    """Tell whether conditions speak of a partner, who need not be there."""
    return any(
        is_about_partner(test.fact.tests)
        if isinstance(test.fact, n.AnyOf)
        else Seats.PARTNER in (getattr(test.fact, "who", None), getattr(test.fact, "than", None))
        for test in tests
    )


def of_groups(fact: n.Fact) -> int:
    """Return how many seats a fact may speak of that have no name."""
    match fact:
        case n.AnyOf(tests):
            return sum(of_groups(test.fact) for test in tests)
        case n.Compared():
            return (fact.who in GROUPS) + (fact.than in GROUPS)
        case n.AtLeast() | n.DoneThisTurn():
            return int(fact.who in GROUPS)
        case n.Foremost():
            return 1 + (fact.who in GROUPS)
        case _:
            return 0
