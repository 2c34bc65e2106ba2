"""What reacts wherever a sentence may stand, as the reference sees it: events, `as soon as`, and
what happens instead of something else.

What happens in one step is queued. When all of it has happened, what was in play before reacts, who
did it first and then the others as they sit; then what waits for conditions that hold now.
"""

from __future__ import annotations

from typing import Any

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.walk import nodes
from tests.reference import Reference
from tests.reference_city import Held, Key, Unknown
from tests.reference_events import Event
from tests.reference_reading import KINDS, Reading, Scene
from tests.reference_table import id_of
from tests.reference_tracks import is_awaited

ANY_OF = (Seats.A_NEIGHBOUR, Seats.ANOTHER_PLAYER, Seats.ANYONE)
# In which order things of one card enter that react: by what they wait for.
KINDS_OF_EVENTS = (
    "build", "stage", "chain", "use", "buy", "coins", "token", "discard", "lose coins", "win", "loss",
    "start of turn", "end of turn", "start of age", "end of age", "end of game", "at conflict",
    "instead coins", "instead token", "instead lose coins", "instead win", "instead loss",
    "draw", "play", "copy", "as soon", "reach", "turn",
)  # fmt: skip


class Reacting(Reference):
    """A game in which any sentence may wait for what happens."""

    soon: dict[tuple[int, Key], set[int]]
    listed: dict[int, list[Held]]
    is_replacing: bool

    def begin(self, scene: Scene, clause: n.Clause, is_price: bool = False, is_moment: bool = False) -> int:
        """Begin a clause; return how much was done."""
        raise NotImplementedError

    def give_coins(self, seat: int, coins: int) -> int:
        """Give a seat coins from the bank, whatever might happen instead."""
        raise NotImplementedError

    def give_kind(self, seat: int, kind: str, wanted: int) -> int:
        """Give a seat tokens, whatever might happen instead."""
        raise NotImplementedError

    @property
    def reading(self) -> Reading:
        """Return the table on which any sentence can be read."""
        assert isinstance(self.table, Reading)
        return self.table

    def scene_of(self, seat: int, held: Held) -> Scene:
        """Return the scene of something that a seat has in play."""
        return Scene(seat, line=held.line, rank=held.rank, item=held.key[0].removeprefix("card "))

    def end_batch(self) -> None:
        """End what happens together: it is reacted to, then what waits for conditions happens."""
        self.settle_events()
        self.wake()

    def settle_events(self) -> None:
        """Let what was in play before react to all that has happened, and to what follows."""
        while self.queue:
            event = self.queue.pop(0)
            self.root = event.root
            for watcher in self.watchers(event.seat):
                for place, held in enumerate(list(self.listed.get(watcher, ()))):
                    self.react_to(event, watcher, place, held)
        self.root = self.roots = 0
        self.reacted.clear()
        for seat in self.table.seats:
            self.listed[seat] = self.brought_up_to_date(seat)

    def watchers(self, actor: int) -> list[int]:
        """Return who may react to what somebody does: itself first, then the others as they sit."""
        order = self.table.order
        place = order.index(actor)
        cities = self.table.cities
        others = [seat for seat in (*order[place + 1 :], *order[:place]) if not cities[seat].absent]
        return [actor, *([] if cities[actor].absent else others)]

    def brought_up_to_date(self, seat: int) -> list[Held]:
        """Return what of a seat may react now: what was there before, then what has entered."""
        present = [held for held in self.reading.held_apart(seat) if reacts(held.clause)]
        known = [held for held in self.listed.get(seat, []) if held in present]
        new = [held for held in present if held not in known]
        new.sort(key=lambda held: (place_of_kind(kind_of(held.clause.moment)), self.place_of(held)))
        return known + new

    def place_of(self, held: Held) -> int:
        """Return at which place things stand that enter together: in the order in which they are
        declared, but things that are the same stand together.
        """
        clause = held.clause
        is_of_item = any(True for kind in (n.Score, n.ThisCard, n.Copy) for _ in nodes(clause, kind))
        cards = [id for id, card in self.book.cards.items() if clause in card.effect and not is_of_item]
        return self.book.number.get(cards[0] if cards else held.key[0].removeprefix("card "), 0)

    def react_to(self, event: Event, watcher: int, place: int, held: Held) -> None:
        """Let one thing react to an event, once for each piece, unless it has reacted to the
        root.
        """
        moment = held.clause.moment
        if moment is None or not self.concerns(event, watcher, moment):
            return
        key = event.root, watcher, place
        if held not in self.reading.held_apart(watcher) or key in self.reacted:
            return
        self.reacted.add(key)
        is_apart = held.clause.limit is not None and held.clause.limit.per_neighbour
        times = 1 if event.kind in ("coins", "lose coins") else event.pieces
        for side in event.sides if is_apart else [""] * times:
            if not self.react_once(event, watcher, held, side):
                return

    def react_once(self, event: Event, watcher: int, held: Held, side: str) -> bool:
        """Let something react unless it is used up; a use is spent only if something was done."""
        left = self.unused(watcher, held, side)
        if left is None:
            return False
        scene = self.scene_of(watcher, held)
        scene.they = event.seat
        scene.what = event.what
        scene.other = event.other
        scene.is_beaten = event.kind == "loss"
        scene.many = event.pieces if event.kind in ("coins", "lose coins") else 1
        if self.begin(scene, held.clause, is_moment=True):
            self.use(watcher, left, side)
        return True

    def copies(self, card: str) -> bool:
        """Tell whether a card copies something when it enters play."""
        return any(
            isinstance(clause.sentence, n.Copy) and clause.moment is None for clause in self.book.cards[card].effect
        )

    def unused(self, seat: int, held: Held, side: str = "") -> Held | None:
        """Return what of several alike is not used up, or nothing."""
        limit = held.clause.limit
        if limit is None:
            return held
        alike = [one for one in self.reading.held_apart(seat) if one.clause is held.clause]
        used = self.table.cities[seat].used[self.key_of(held), side, limit.period]
        return held if used < limit.times * len(alike) else None

    def key_of(self, held: Held) -> Key:
        """Return under which key uses are counted: together for all that are the same."""
        is_right = isinstance(held.clause.sentence, (n.Build, *KINDS)) and held.clause.moment is None
        return held.key if is_right else ("alike", self.place_of(held), 0)

    def use(self, seat: int, held: Held, side: str = "") -> None:
        """Remember that something limited was used."""
        if held.clause.limit is not None:
            self.table.cities[seat].used[self.key_of(held), side, held.clause.limit.period] += 1

    def concerns(self, event: Event, watcher: int, moment: n.Moment) -> bool:
        """Tell whether an event is what is waited for."""
        match moment:
            case n.When(awaited, who):
                return self.is_actor(watcher, who, event.seat) and self.is_such(awaited, event)
            case n.AtEdge() | n.AtConflict():
                return watcher == event.seat and event.kind == kind_of(moment)
        return False

    def is_actor(self, watcher: int, who: Seats, actor: int) -> bool:
        """Tell whether who has done something is one of those who are meant."""
        match who:
            case Seats.YOU:
                return watcher == actor
            case Seats.LEFT | Seats.RIGHT:
                return actor in self.table.seats_of(watcher, who)
            case Seats.A_NEIGHBOUR:
                return actor in self.reading.near(watcher)
            case Seats.ANOTHER_PLAYER:
                return watcher != actor
        return True

    def is_such(self, awaited: n.Event, event: Event) -> bool:
        """Tell whether an event is of the kind that is awaited."""
        match awaited:
            case n.BuildsCard(manner=n.Manner()):
                raise Unknown("BuildsCard in a manner")
            case n.BuildsCard(which):
                return event.kind == "build" and self.book.fits(event.what, which)
            case n.BuildsByChain():
                return event.kind == "chain"
            case n.BuildsStage():
                return event.kind == "stage"
            case n.UsesCard(which, use):
                return event.kind == "use" and event.action == id_of(use) and self.book.fits(event.what, which)
            case n.BuysFromNeighbour():
                return event.kind == "buy"
            case n.GainsCoins(from_bank):
                return event.kind == "coins" and not (from_bank and event.source)
            case n.LosesCoins():
                return event.kind == "lose coins"
            case n.GainsToken(tokens):
                return event.kind == "token" and event.what in self.book.kinds(tokens)
            case n.EndsConflict(is_won):
                return event.kind == ("win" if is_won else "loss")
            case n.HandlesCard(deed, which, source):
                is_there = source is None or event.source == id_of(source)
                return event.kind == deed.value and is_there and self.book.fits(event.what, which)
            case n.ReachesStep() | n.TurnsMarker():
                return is_awaited(awaited, event.kind, event.what, event.action)
        raise Unknown(type(awaited).__name__)

    # --- as soon as -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let happen what waits for conditions that hold now and did not before, once for each seat
        of which they speak, whatever follows from it.
        """
        woken: set[tuple[int, Key, int]] = set()
        while True:
            fresh: list[tuple[int, Held, int]] = []
            now: dict[tuple[int, Key], set[int]] = {}
            for seat in self.table.seats:
                for held in () if self.table.cities[seat].absent else self.reading.held_apart(seat):
                    if isinstance(held.clause.moment, n.AsSoonAs):
                        now[seat, held.key] = self.true_of(seat, held.clause.moment)
                        new = now[seat, held.key] - self.soon.get((seat, held.key), set())
                        fresh += [(seat, held, they) for they in sorted(new) if (seat, held.key, they) not in woken]
            self.soon = now
            woken |= {(seat, held.key, they) for seat, held, they in fresh}
            if not fresh:
                return
            fresh.sort(key=lambda one: (self.place_of(one[1]), one[0], one[2]))
            for seat, held, they in fresh:
                self.react_once(Event("as soon", they, pieces=0), seat, held, "")
            self.settle_events()

    def true_of(self, seat: int, moment: n.AsSoonAs) -> set[int]:
        """Return of whom conditions are true: of one of several, if they say so, else of the
        owner.
        """
        match moment.tests:
            case (n.Test(False, n.AtLeast() | n.Compared() | n.Foremost() as fact),) if fact.who in ANY_OF:
                scene = Scene(seat)
                return {
                    other for other in self.reading.rivals(scene, fact.who) if self.reading.is_so(scene, fact, other)
                }
        return {seat} if self.reading.holds(Scene(seat, they=seat), moment.tests) else set()

    # --- instead ----------------------------------------------------------------------------------

    def replaced(self, event: Event, is_in_conflict: bool = False) -> bool:
        """Tell whether something happens instead of an event, and let it happen; what happens
        instead is not replaced again.
        """
        if self.is_replacing:
            return False
        for watcher in self.watchers(event.seat):
            for held in list(self.listed.get(watcher, ())):
                moment = held.clause.moment
                if not isinstance(moment, n.InsteadOf) or kind_of(moment) != event.kind:
                    continue
                if not self.is_actor(watcher, moment.who, event.seat) or (moment.in_conflict and not is_in_conflict):
                    continue
                awaited = moment.event
                if isinstance(awaited, n.GainsToken) and event.what not in self.book.kinds(awaited.token):
                    continue
                if held in self.reading.held_apart(watcher) and self.replaces(watcher, held, event):
                    return True
        return False

    def replaces(self, watcher: int, held: Held, event: Event) -> bool:
        """Let one thing happen instead of an event; tell whether it did."""
        left = self.unused(watcher, held)
        if left is None:
            return False
        scene = self.scene_of(watcher, held)
        scene.they, scene.what, scene.other = event.seat, event.what, event.other
        scene.is_beaten = event.kind == "instead loss" or event.action == "beaten"
        scene.many = event.pieces
        known = {id(one.what) for one in self.waiting}
        self.is_replacing = True
        done = self.begin(scene, held.clause, True, True)
        self.is_replacing = False
        for one in self.waiting:
            what: Any = one.what
            if id(what) not in known and event.kind != "instead lose coins":
                what.otherwise = lambda: self.undergo(event)
        if done:
            self.use(watcher, left)
        return done > 0

    def undergo(self, event: Event) -> None:
        """Let an event happen after all, since nothing else was wanted."""
        match event.kind:
            case "instead coins":
                self.give_coins(event.seat, event.pieces)
            case "instead token":
                self.give_kind(event.seat, event.what, 1)
            case _:
                self.raise_event(Event(event.kind.removeprefix("instead "), event.seat, other=event.other))
                self.give_kind(event.seat, event.what, event.pieces)


def reacts(clause: n.Clause) -> bool:
    """Tell whether something waits for a moment; what copies at the end of the game is no act."""
    return clause.moment is not None and not isinstance(clause.sentence, (n.Copy, n.Reveal))


def place_of_kind(kind: str) -> int:
    """Return at which place what waits for a kind of event stands among what enters together."""
    return KINDS_OF_EVENTS.index(kind) if kind in KINDS_OF_EVENTS else len(KINDS_OF_EVENTS)


def kind_of(moment: n.Moment | None) -> str:
    """Return what a moment waits for, as events call it."""
    match moment:
        case n.When(event):
            return kind_of_event(event)
        case n.AtEdge(is_end, period):
            return f"{'end' if is_end else 'start'} of {period.value}"
        case n.AtConflict():
            return "at conflict"
        case n.AsSoonAs():
            return "as soon"
        case n.InsteadOf(event):
            kinds = {"coins": "instead coins", "token": "instead token", "lose coins": "instead lose coins"}
            called = kind_of_event(event)
            return kinds.get(called, f"instead {called}")
    return "as soon"


def kind_of_event(event: n.Event) -> str:
    """Return the kind of an event."""
    match event:
        case n.BuildsCard():
            return "build"
        case n.BuildsStage():
            return "stage"
        case n.BuildsByChain():
            return "chain"
        case n.UsesCard():
            return "use"
        case n.BuysFromNeighbour():
            return "buy"
        case n.GainsCoins():
            return "coins"
        case n.GainsToken():
            return "token"
        case n.LosesCoins():
            return "lose coins"
        case n.EndsConflict(is_won):
            return "win" if is_won else "loss"
        case n.HandlesCard(deed):
            return deed.value
        case n.ReachesStep():
            return "reach"
        case n.TurnsMarker():
            return "turn"
    return type(event).__name__
