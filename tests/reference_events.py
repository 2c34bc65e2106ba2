"""Events and what reacts to them, as the reference sees it.

What happens in one step is queued. When all of it has happened, what was in play before the step
reacts: to the first event first, and once to an event and all that follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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


class Fought(NamedTuple):
    """A conflict: what the stronger and the weaker gain, how often, and who takes no part."""

    win: str
    lose: str
    tokens: int
    sitting_out: tuple[int, ...]


class Events:
    """A table on which things happen that others react to."""

    table: Table
    book: Book
    fought: Fought | None = None  # the conflict at hand

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

    def drop(self, seat: int, kinds: Sequence[str], wanted: int) -> int:
        """Take tokens of some kinds from a seat, as many as there are; return how many."""
        tokens, done = self.table.cities[seat].tokens, 0
        for kind in kinds:
            taken = min(max(0, wanted - done), tokens[kind])
            tokens[kind] -= taken
            done += taken
        return done

    # --- conflicts --------------------------------------------------------------------------------

    def win_over(self, victor: int, loser: int) -> None:
        """Let one of two seats win the conflict at hand and the other one lose it: both gain
        tokens.
        """
        assert self.fought is not None
        win, lose, tokens, sitting_out = self.fought
        self.raise_event(Event("win", victor, other=loser))
        self.raise_event(Event("loss", loser, other=victor))
        for _ in range(1 if {victor, loser} & set(sitting_out) else tokens):
            self.gain_tokens(victor, win)
            self.give_to_loser(loser, lose, victor)

    def give_to_loser(self, loser: int, kind: str, victor: int) -> None:
        """Give a token of a conflict to who has lost it, or to the victor if something says so."""
        holds = [held for held in self.table.held(loser) if not self.table.places.is_between(loser, held, victor)]
        is_sent = any(gives_to_victor(self.book, held.clause, kind) for held in holds)
        self.gain_tokens(victor if is_sent else loser, kind)

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
            self.fire(event, clause, side)

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
            case n.EndsConflict(is_won):
                return event.kind == ("win" if is_won else "loss")
            case n.TiesConflict():
                return event.kind == "tie"
        raise AssertionError(f"{awaited.span}: the reference does not know this event")

    def fire(self, event: Event, clause: n.Clause, side: str) -> None:
        """Let a reaction happen unless it is used up; a use is spent only if something was done."""
        seat = event.seat
        alike = [held for held in self.reacting(seat) if held.clause is clause]
        left = [held for held in alike if not is_used(self.table, seat, held, side)]
        if not left:
            return
        match clause.sentence:
            case n.Gain(Seats.YOU | Seats.EVERYONE as who, n.Coins(number), per):
                coins = number * self.table.counted(seat, per)
                coins *= self.table.times_given(seat, left[0], True) if who is Seats.YOU else 1
                is_done = sum(self.gain(other, coins) for other in self.table.seats_of(seat, who)) > 0
            case n.Gain(Seats.LOSER, n.Tokens(number) as tokens, None):
                kind = self.book.kinds(tokens)[0]
                loser, victor = (seat, event.other) if event.kind == "loss" else (event.other, seat)
                for _ in range(number):
                    self.give_to_loser(loser, kind, victor)
                is_done = number > 0
            case n.WinConflict(is_won, Seats.YOU):
                victor, loser = (seat, event.other) if is_won else (event.other, seat)
                self.win_over(victor, loser)
                is_done = True
            case n.Build(Seats.YOU, _, n.Zone()) | n.May(Seats.YOU):
                self.wait(seat, left[0], -1, (seat, event.what))
                is_done = True
            case n.Gain(Seats.YOU, n.Tokens(number) as tokens, per):
                is_done = self.gain_tokens(seat, self.book.kinds(tokens)[0], number * self.table.counted(seat, per))
            case _:
                raise AssertionError(f"{clause.span}: the reference does not know this trigger")
        if is_done:
            self.use(seat, left[0], side)

    def wait(self, seat: int, held: Held, stage: int, about: tuple[int, str] = (-1, "")) -> None:
        """Let something wait for its decision."""
        raise NotImplementedError

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


def gives_to_victor(book: Book, clause: n.Clause, kind: str) -> bool:
    """Tell whether a clause gives a token that would be gained in a conflict to the victor."""
    match clause:
        case n.Clause(
            moment=n.InsteadOf(n.GainsToken(tokens), True, who=Seats.YOU), sentence=n.Gain(Seats.VICTOR, n.It())
        ):
            return kind in book.kinds(tokens)
    return False
