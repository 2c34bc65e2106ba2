"""Events and what reacts to them, as the reference sees it.

What happens in one step is queued. When all of it has happened, what was in play before the step
reacts: to the first event first, and once to an event and all that follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.runtime import Meaning
from tests.reference_city import Held
from tests.reference_pay import is_used
from tests.reference_table import Book, Table, id_of


class Event(NamedTuple):
    """Something that a seat has done: of which kind, and with what."""

    kind: str  # build, chain, stage, use, buy, coins, token
    seat: int
    root: int = 0  # the event without a cause from which it follows
    what: str = ""  # a card, or a kind of token
    at: str = ""  # the place shared with a neighbour where it was built
    action: str = ""
    sides: tuple[str, ...] = ()  # from which something was bought
    pieces: int = 1
    source: str = ""  # the zone in which a card lay, or `seat` for coins of another seat
    other: int = -1  # against whom a conflict went


class Events:
    """A table on which things happen that others react to."""

    table: Table
    book: Book

    def __init__(self) -> None:
        self.queue: list[Event] = []
        self.root = 0  # of what happens now, if a reaction brings it about
        self.roots = 0
        self.reacted: set[tuple[int, int, int]] = set()  # root, seat, and place in the list of the seat
        self.reactors: dict[int, list[n.Clause]] = {}  # what may react, as it entered

    def raise_event(self, event: Event) -> None:
        """Queue an event; one that nothing else has brought about is a root."""
        if not event.root:
            self.roots += not self.root
            event = event._replace(root=self.root or self.roots)
        self.queue.append(event)

    def raise_played(self, seat: int, meaning: Meaning) -> None:
        """Raise what a seat has done with a card; all of it has one root."""
        action = self.book.actions[meaning.action]
        self.roots += 1
        played = Event("use", seat, self.roots, meaning.card, meaning.at, meaning.action, tuple(sides_bought(meaning)))
        if action.cost == "card" and action.builds:
            self.raise_event(played._replace(kind="build"))
        if meaning.manner in ("chain", "neighbour"):
            self.raise_event(played._replace(kind="chain"))
        if action.cost == "stage":
            self.raise_event(played._replace(kind="stage"))
        self.raise_event(played)
        if played.sides:
            self.raise_event(played._replace(kind="buy"))

    # --- gains ------------------------------------------------------------------------------------

    def gain(self, seat: int, coins: int) -> bool:
        """Give a seat coins from the bank; tell whether there were any."""
        self.table.cities[seat].coins += coins
        if coins:
            self.raise_event(Event("coins", seat))
        return coins > 0

    def gain_tokens(self, seat: int, kind: str, wanted: int = 1) -> bool:
        """Give a seat tokens of a kind, as many as there are; tell whether there were any."""
        cities, supply = self.table.cities, self.book.tokens[kind].supply
        number = wanted if supply is None else min(wanted, supply - sum(city.tokens[kind] for city in cities))
        cities[seat].tokens[kind] += number
        if number:
            self.raise_event(Event("token", seat, what=kind, pieces=number))
        return number > 0

    # --- reactions --------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let what happens now read the table as it is at the beginning."""
        self.table.see()
        yield
        self.table.seen = None

    def end_batch(self) -> None:
        """End what happens together: what was in play before reacts, then what has entered may."""
        while self.queue:
            event = self.queue.pop(0)
            self.root = event.root
            for place, clause in enumerate(self.reactors.get(event.seat, ())):
                self.react(event, place, clause)
        self.root = self.roots = 0
        self.reacted.clear()
        for seat in self.table.seats:
            present = [held.clause for held in self.reacting(seat)]
            self.reactors[seat] = brought_up_to_date(self.reactors.get(seat, []), present)

    def reacting(self, seat: int) -> list[Held]:
        """Return all that a seat has in play that may react."""
        return [held for held in self.table.held(seat) if isinstance(held.clause.moment, n.When)]

    def react(self, event: Event, place: int, clause: n.Clause) -> None:
        """Let one thing react to an event, once for each piece, unless it has reacted to the root
        before.
        """
        assert isinstance(clause.moment, n.When)
        key = event.root, event.seat, place
        if not self.is_about(clause.moment.event, event) or key in self.reacted:
            return
        if not any(held.clause is clause for held in self.reacting(event.seat)):
            return  # it has left meanwhile
        self.reacted.add(key)
        is_apart = clause.limit is not None and clause.limit.per_neighbour
        for side in event.sides if is_apart else [""] * event.pieces:
            self.fire(event.seat, clause, side)

    def is_about(self, awaited: n.Event, event: Event) -> bool:
        """Tell whether an event is what is waited for."""
        match awaited:
            case n.BuildsCard(which):
                is_there = event.kind == "build" and self.table.places.fires_at(awaited, event.at)
                return is_there and self.book.fits(event.what, which)
            case n.BuildsByChain():
                return event.kind == "chain"
            case n.BuildsStage():
                return event.kind == "stage"
            case n.UsesCard(which, use):
                is_used = event.kind == "use" and event.action == id_of(use) and self.book.fits(event.what, which)
                self.table.events["cards used for what something waits for"] += is_used
                return is_used
            case n.BuysFromNeighbour():
                return event.kind == "buy"
            case n.GainsCoins():
                return event.kind == "coins"
            case n.GainsToken(tokens):
                return event.kind == "token" and event.what in self.book.kinds(tokens)
        raise AssertionError(f"{awaited.span}: the reference does not know this event")

    def fire(self, seat: int, clause: n.Clause, side: str) -> None:
        """Let a reaction happen unless it is used up; a use is spent only if something was done."""
        alike = [held for held in self.reacting(seat) if held.clause is clause]
        left = [held for held in alike if not is_used(self.table, seat, held, side)]
        if not left:
            return
        match clause.sentence:
            case n.Gain(Seats.YOU, n.Coins(number), per):
                is_done = self.gain(seat, number * self.table.counted(seat, per))
            case n.Gain(Seats.YOU, n.Tokens(number) as tokens, per):
                is_done = self.gain_tokens(seat, self.book.kinds(tokens)[0], number * self.table.counted(seat, per))
            case _:
                raise AssertionError(f"{clause.span}: the reference does not know this trigger")
        if is_done:
            self.use(seat, left[0], side)

    def use(self, seat: int, held: Held, side: str = "") -> None:
        """Remember that something limited was used; it can be used up once only."""
        if held.clause.limit is not None:
            self.table.cities[seat].used[held.key, side, held.clause.limit.period] = 1


def brought_up_to_date(listed: list[n.Clause], present: list[n.Clause]) -> list[n.Clause]:
    """Return what may react now: what was listed and is still there, then what has entered."""
    left = Counter(map(id, present))
    found = []
    for clause in (*listed, *present):
        if left[id(clause)]:
            left[id(clause)] -= 1
            found.append(clause)
    return found


def sides_bought(meaning: Meaning) -> list[str]:
    """Return the sides from which something was bought, for coins or for nothing."""
    bought = {"left": meaning.left > 0 or meaning.free[0], "right": meaning.right > 0 or meaning.free[1]}
    return [side for side, is_bought in bought.items() if is_bought]
