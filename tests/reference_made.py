"""The reference for sentences wherever they may stand: the base game with acts, events and moments
as `meaning` has them, and none of what only one board or card does.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.compiler.front.walk import nodes
from stele.runtime import Meaning
from tests import reference_between as between
from tests.reference import Reference
from tests.reference_acting import Act, Acting, Answers, Decision, NothingToChoose
from tests.reference_between import DECLINE
from tests.reference_city import Had, Held, Key, Unknown
from tests.reference_effects import Waiting
from tests.reference_events import Event
from tests.reference_known import unknown, unknown_anywhere
from tests.reference_late import Question, Steps
from tests.reference_reading import KINDS, Reading, Scene, stands
from tests.reference_table import id_of
from tests.reference_tracks import is_awaited

ANY_OF = (Seats.A_NEIGHBOUR, Seats.ANOTHER_PLAYER, Seats.ANYONE)
PLAYED = (items.PlayStep, items.Run)  # what makes a turn; then hands are passed
LAST_RANK = 90  # of what may be done before choosing or after playing
# In which order things of one card enter that react: by what they wait for.
KINDS_OF_EVENTS = (
    "build", "stage", "chain", "use", "buy", "coins", "token", "discard", "lose coins", "win", "loss",
    "start of turn", "end of turn", "start of age", "end of age", "end of game", "at conflict",
    "instead coins", "instead token", "instead lose coins", "instead win", "instead loss",
    "draw", "play", "copy", "as soon", "reach", "turn",
)  # fmt: skip


class GameOver(Exception):
    """The game has ended before its time."""


@dataclass
class Part:
    """An act that waits for a decision."""

    act: Act
    decision: Decision
    otherwise: Callable[[], object] | None = None  # what happens after all if nothing is chosen


@dataclass
class Window:
    """What a seat may do before it chooses, or after it has played; what has no limit once for each that
    is in play.
    """

    held: Held
    further: int


@dataclass(frozen=True)
class Demand:
    """Coins that somebody loses when losses are settled."""

    scene: Scene
    sentence: n.Lose
    then: n.Clause | None


class MadeReference(Reference):
    """A game of the base game with sentences that the grammar makes."""

    def __init__(
        self,
        contents: Sequence[items.Content],
        boards: list[tuple[str, str]],
        state: int,
        lying: Sequence[str],
        variant: str = "",
    ) -> None:
        self.view: Reading | None = None
        self.is_over = False
        self.winners: set[int] = set()
        self.sitting_out: set[int] = set()
        self.soon: dict[tuple[int, Key], set[int]] = {}
        self.again: set[int] = set()  # who takes another turn when this one is over
        self.alone: set[int] = set()  # who plays now while others wait, or nobody
        self.is_begun = False
        self.is_replacing = False
        self.listed: dict[int, list[Held]] = {}
        super().__init__(contents, boards, state, lying, variant)

    def table_for(self, boards: list[tuple[str, str]]) -> Reading:
        """Return the table at which a game is played."""
        return Reading(self.book, boards)

    def unknown(self, clause: n.Clause) -> str:
        """Name what is not known of a clause, or nothing."""
        return unknown(clause) and unknown_anywhere(clause)

    def declared_winners(self, winners: list[int]) -> list[int]:
        """Return who has won the game: whoever a sentence says, whatever points decide."""
        return sorted(self.winners) or winners

    @property
    def reading(self) -> Reading:
        """Return the table on which any sentence can be read."""
        assert isinstance(self.table, Reading)
        return self.table

    # --- the course of a game ---------------------------------------------------------------------

    def play(self) -> Steps:
        """Play a whole game."""
        try:
            yield from super().play()
            yield from self.moment("end of game", "end of game")
        except GameOver:
            pass

    def renew(self, period: Period) -> None:
        """Let limits renew themselves; what lasts for an age ends with it."""
        super().renew(period)
        if period is Period.AGE:
            for city in self.table.cities:
                city.had = [had for had in city.had if had.lasting != "age"]
            self.end_batch()

    def steps(self, steps: Sequence[items.Step], is_turn: bool = False, is_last: bool = False) -> Steps:
        """Play some steps, inside of turns or not; the last turn has steps of its own."""
        if steps is self.book.flow.age:
            self.again = set()
            yield from self.moment("start of age", "start of age")
        for step in steps:
            match step:
                case items.Turns(_, count, each):
                    number = count.at(len(self.table.seats)) or 0
                    self.table.turn = 0
                    for turn in range(number):
                        is_last = turn == number - 1
                        ends = [place for place, one in enumerate(each, 1) if isinstance(one, PLAYED)][-1]
                        self.is_begun = False
                        while not self.is_begun or self.begin_again():
                            yield from self.moment("start of turn", "start of turn")
                            yield from self.steps(each[:ends], True, is_last)
                            self.is_begun = True
                        yield from self.steps(each[ends:], True, is_last)
                        self.table.turn = turn + 1
                        self.end_turn()
                        self.may_be_over()
                case items.PlayStep():
                    between.call_duties(self.table, id_of(step.source))
                    if is_turn and self.table.age and self.has_windows(n.BeforeChoosing):
                        self.open_windows(n.BeforeChoosing)
                        self.step = f"{step.id} windows"
                        yield from self.decided()
                    self.renew(Period.TURN)
                    for city in self.table.cities:
                        city.purse = city.coins
                    seats = [seat for seat in self.table.players if self.table.zone(seat, step.source)]
                    seats = [seat for seat in seats if seat in self.alone or not self.alone]
                    yield from self.simultaneous("play", step, seats, False)
                    between.end_duties(self.table)
                case items.Run():
                    if is_turn:
                        self.open_windows(n.AfterPlaying)
                    self.step = step.id
                    yield from self.decided()
                    self.step = f"{step.id} losses"
                    yield from self.settle_losses()
                    self.may_be_over()
                    if is_turn:
                        yield from self.moment("end of turn", "end of turn")
                case items.Deal():
                    yield from super().steps([step], is_turn, is_last)
                    self.end_batch()
                case items.ConflictStep():
                    yield from self.moment("at conflict", "at conflict")
                    self.renew(Period.TURN)
                    self.fight(step)
                    self.step = f"{step.id} decided"
                    yield from self.decided()
                    self.step = f"{step.id} losses"
                    yield from self.settle_losses()
                    self.may_be_over()
                case _:
                    yield from super().steps([step], is_turn, is_last)
        if steps is self.book.flow.age:
            yield from self.moment("end of age", "end of age")

    def simultaneous(
        self, kind: str, step: items.PlayStep, seats: Sequence[int], hosts: bool, cards_of: str = ""
    ) -> Steps:
        """Ask some seats for a card and an action, then carry out all of it together."""
        yield from super().simultaneous(kind, step, seats, hosts, cards_of)
        self.may_be_over()

    def may_be_over(self) -> None:
        """End the game if it is over and nothing of what has happened waits."""
        if self.is_over and not self.waiting and not any(city.due for city in self.table.cities):
            raise GameOver

    def moment(self, kind: str, name: str) -> Steps:
        """Let a moment come for all seats, with what is decided and lost by it."""
        if not any(kind_of(clause.moment) == kind for clause in self.book.clauses() if reacts(clause)):
            return
        for seat in self.reading.in_order(self.table.seats):
            if not self.table.cities[seat].absent:
                self.raise_event(Event(kind, seat))
        self.end_batch()
        self.step = f"{name} decided"
        yield from self.decided()
        self.step = f"{name} losses"
        yield from self.settle_losses()
        self.may_be_over()

    def begin_again(self) -> bool:
        """Begin another turn for those who take one and have a card left; tell whether anybody has."""
        self.alone = {
            seat for seat in self.again if seat in self.table.players and self.table.cities[seat].zones["hand"]
        }
        self.again = set()
        if self.alone:
            self.end_turn()
        return bool(self.alone)

    def end_turn(self) -> None:
        """End what lasts for a turn, and let what is for the next one begin."""
        for city in self.table.cities:
            city.had = [one for had in city.had for one in next_of(had)]
        self.end_batch()

    # --- acts -------------------------------------------------------------------------------------

    def carry_out(self, chosen: dict[int, Meaning], step: items.PlayStep) -> None:
        """Carry out a simultaneous step, one seat after the other from the first player on."""
        super().carry_out({seat: chosen[seat] for seat in self.reading.in_order(chosen)}, step)

    def happen(self, seat: int, held: Held, stage: int = -1) -> None:
        """Let a clause happen if it is one that happens at once."""
        clause = held.clause
        if clause.moment is not None or clause.limit is not None or isinstance(clause.sentence, tuple(KINDS)):
            return
        self.begin(self.scene_of(seat, held), clause)

    def scene_of(self, seat: int, held: Held) -> Scene:
        """Return the scene of something that a seat has in play."""
        return Scene(seat, line=held.line, rank=held.rank, item=held.key[0].removeprefix("card "))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let what happens now read the table as it is at the beginning."""
        self.view = self.reading.frozen()
        yield
        self.view = None

    def is_act(self, clause: n.Clause) -> bool:
        """Tell whether a clause happens at once."""
        return clause.moment is None and clause.limit is None and not isinstance(clause.sentence, tuple(KINDS))

    def begin(self, scene: Scene, clause: n.Clause, is_price: bool = False, is_moment: bool = False) -> int:
        """Begin a clause: it happens up to its first decision. Return how much was done."""
        view = self.view or self.reading
        if not view.holds(scene, clause.tests):
            return 0
        return self.go_on(scene, Acting(self, scene, view, is_moment).clause(as_act(clause), is_price), None)

    def go_on(self, scene: Scene, act: Act, answers: Answers | None) -> int:
        """Go on with an act up to its next decision, which waits; return how much was done."""
        try:
            decision = next(act) if answers is None else act.send(answers)
        except StopIteration as end:
            return int(end.value)
        except NothingToChoose:
            return 0
        self.suspend(scene.rank, scene.me, Part(act, decision))
        return 1

    def suspend(self, rank: int, seat: int, what: Part | Window) -> None:
        """Let something wait for its decision."""
        self.entries += 1
        self.waiting.append(Waiting(rank, seat, self.entries, what, "", -1))  # type: ignore[arg-type]

    def decided(self) -> Steps:
        """Let everything be decided that waits."""
        while self.waiting:
            self.acting = first = min(self.waiting, key=lambda one: one[:3])
            self.waiting.remove(first)
            what: Any = first.what
            if isinstance(what, Window):
                yield from self.window(first.seat, what)
            else:
                yield from self.part(first, what)
            self.end_batch()
            self.acting = None
        self.may_be_over()

    def part(self, first: Waiting, part: Part) -> Steps:
        """Let an act go on after its decision."""
        answers = yield from self.answers_to(part.decision)
        if not answers and part.otherwise is not None:
            part.otherwise()
        elif answers is not None:
            self.go_on(Scene(first.seat, rank=first.rank), part.act, answers)

    def answers_to(self, decision: Decision) -> Generator[Question, Meaning, Answers | None]:
        """Ask who has a choice; return what was chosen, or nothing if there was nothing to choose."""
        answers: dict[int, Meaning] = {}
        options = {seat: frozenset(decision.options(seat)) for seat in decision.seats}
        asked = [seat for seat, open_to in options.items() if len(open_to) > 1 or (open_to and decision.is_optional)]
        asked.sort()  # they decide together: who is asked first does not matter
        for place, seat in enumerate(asked):
            offered = options[seat] | {DECLINE} if decision.is_optional else options[seat]
            answer = yield self.asked("late", seat, offered, asked[place + 1 :])
            self.chosen[seat] = answer
            if answer != DECLINE:
                answers[seat] = answer
        self.chosen = {}
        for seat, open_to in options.items():
            if seat not in asked and open_to:
                (answers[seat],) = open_to
        is_any = any(options.values())
        return {seat: answers[seat] for seat in decision.seats if seat in answers} if is_any else None

    def could(self, scene: Scene, sentence: n.Sentence) -> bool:
        """Tell whether a sentence could do anything for somebody now."""
        return self.could_clause(scene, n.Clause(None, None, (), sentence, None, sentence.span))

    def could_clause(self, scene: Scene, clause: n.Clause, is_moment: bool = True) -> bool:
        """Tell whether a clause would stand, or do anything for somebody now."""
        if stands(clause) and not (is_moment and isinstance(clause.sentence, n.Score)):
            return True
        trial = self.trial()
        done = trial.begin(replace(scene), clause)
        if done > len(trial.waiting):
            return True
        parts = [one.what for one in trial.waiting]
        return any(
            isinstance(part, Part) and any(part.decision.options(seat) for seat in part.decision.seats)
            for part in parts
        )

    def trial(self) -> MadeReference:
        """Return the same game apart, in which nothing waits."""
        trial = copy.copy(self)
        trial.table = self.reading.frozen()
        trial.view = None
        trial.queue, trial.waiting = [], []
        trial.random = copy.copy(self.random)
        trial.again = set(self.again)
        trial.winners, trial.sitting_out = set(self.winners), set(self.sitting_out)
        return trial

    # --- what is gained, lost and moved -----------------------------------------------------------

    def gain(self, seat: int, coins: int) -> bool:
        """Give a seat coins from the bank; tell whether there were any."""
        return self.gain_coins(seat, coins) > 0

    def gain_coins(self, seat: int, coins: int) -> int:
        """Give a seat coins from the bank, unless something else happens; return how many."""
        if coins > 0 and self.replaced(Event("instead coins", seat, pieces=coins)):
            return 0
        return self.give_coins(seat, coins)

    def give_coins(self, seat: int, coins: int) -> int:
        """Give a seat coins from the bank, whatever might happen instead; return how many."""
        self.table.cities[seat].coins += coins
        if coins > 0:
            self.raise_event(Event("coins", seat, pieces=coins))
        return coins

    def gain_kind(self, seat: int, kind: str, wanted: int) -> int:
        """Give a seat tokens of a kind, each unless something else happens; return how many."""
        number = wanted
        for _ in range(wanted):
            number -= self.replaced(Event("instead token", seat, what=kind))
        return self.give_kind(seat, kind, number)

    def give_kind(self, seat: int, kind: str, wanted: int) -> int:
        """Give a seat tokens, as many as there are, whatever might happen instead; return how many."""
        supply, cities = self.book.tokens[kind].supply, self.table.cities
        left = wanted if supply is None else min(wanted, supply - sum(city.tokens[kind] for city in cities))
        cities[seat].tokens[kind] += left
        if left > 0:
            self.raise_event(Event("token", seat, what=kind, pieces=left))
        return left

    def drop(self, seat: int, kinds: Sequence[str], wanted: int) -> int:
        """Take tokens of some kinds from a seat, as many as there are; return how many."""
        tokens, done = self.table.cities[seat].tokens, 0
        for kind in kinds:
            taken = min(max(0, wanted - done), tokens[kind])
            tokens[kind] -= taken
            done += taken
        return done

    def move_things(self, giver: int, taker: int, kind: str, wanted: int) -> int:
        """Move coins or tokens from one seat to another, as many as there are; return how many."""
        one, other = self.table.cities[giver], self.table.cities[taker]
        has = one.tokens[kind] if kind else one.coins
        moved = max(0, min(wanted, has))
        if giver == taker or not moved:
            return 0
        if kind:
            one.tokens[kind] -= moved
            other.tokens[kind] += moved
            self.raise_event(Event("token", taker, what=kind, pieces=moved))
            return moved
        one.coins -= moved
        one.purse = min(one.purse, one.coins)
        other.coins += moved
        self.raise_event(Event("lose coins", giver, pieces=moved))
        self.raise_event(Event("coins", taker, pieces=moved, source="seat"))
        return moved

    # --- losses -----------------------------------------------------------------------------------

    def demand(self, seat: int, scene: Scene, sentence: n.Lose, then: n.Clause | None) -> bool:
        """Demand coins of a seat, unless something else happens; tell whether they are demanded."""
        demand = Demand(replace(scene), sentence, then)
        coins = self.owed(seat, demand)
        if coins > 0 and self.replaced(Event("instead lose coins", seat, pieces=coins, other=scene.me)):
            return False
        self.table.cities[seat].due.append((demand, scene.me))  # type: ignore[arg-type]
        return True

    def owed(self, seat: int, demand: Demand) -> int:
        """Return how many coins one demand takes of a seat if it is settled now."""
        acting = Acting(self, replace(demand.scene), self.reading)
        loss = demand.sentence.loss
        assert not isinstance(loss, n.AllTokens)
        return acting.number(loss, demand.sentence.per, seat)

    def settle_losses(self) -> Steps:
        """Settle what was demanded: all of it is read, then all pay together, as much as they have."""
        taken: list[tuple[tuple[int, int, int], Demand, int]] = []
        paid: dict[int, int] = {}
        for seat, city in enumerate(self.table.cities):
            city.due = [] if city.absent else city.due
            left, before = city.coins, Counter[tuple[int, int]]()
            demands: list[Any] = [demand for demand, _ in city.due]
            for demand in demands:
                coins = min(left, self.owed(seat, demand))
                left -= coins
                place = (self.book.number.get(demand.scene.item, 0), demand.scene.me)
                taken.append(((*place, before[place]), demand, coins))
                before[place] += 1
            paid[seat] = city.coins - left
        if not taken:
            return
        for seat, coins in paid.items():
            self.table.cities[seat].due = []
            self.table.cities[seat].coins -= coins
            if coins > 0:
                self.raise_event(Event("lose coins", seat, pieces=coins))
        for key in sorted({key for key, _, _ in taken}):
            alike = [(demand, coins) for one, demand, coins in taken if one == key]
            many, demand = sum(coins for _, coins in alike), alike[0][0]
            if many and demand.then is not None:
                self.begin(replace(demand.scene, many=many), demand.then)
        self.end_batch()
        yield from ()

    # --- events -----------------------------------------------------------------------------------

    def raise_played(self, seat: int, meaning: Meaning) -> None:
        """Raise what a seat has done with a card; all of it has one root."""
        action = self.book.actions[meaning.action]
        self.roots += not self.root
        root = self.root or self.roots
        played = Event("use", seat, root, meaning.card, "", meaning.action)
        if action.cost == "card":
            self.raise_event(played._replace(kind="play", source="hand"))
            if action.builds:
                self.raise_event(played._replace(kind="build"))
            if meaning.manner in ("chain", "neighbour"):
                self.raise_event(played._replace(kind="chain"))
        if action.cost == "stage":
            self.raise_event(played._replace(kind="stage"))
        self.raise_event(played)
        if id_of(action.to) == "discard":
            self.raise_event(played._replace(kind="discard", source="hand"))
        bought = [Seats.LEFT] * (meaning.left > 0 or meaning.free[0]) + [Seats.RIGHT] * (
            meaning.right > 0 or meaning.free[1]
        )
        if bought:
            self.raise_event(played._replace(kind="buy", sides=tuple(side.value for side in bought)))
            for coins, side in ((meaning.left, Seats.LEFT), (meaning.right, Seats.RIGHT)):
                for seller in self.table.seats_of(seat, side) if coins else ():
                    self.raise_event(Event("coins", seller, root, pieces=coins, source="seat"))

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
        """Return at which place things stand that enter together: in the order in which they are declared,
        but things that are the same stand together.
        """
        clause = held.clause
        is_of_item = any(True for kind in (n.Score, n.ThisCard, n.Copy) for _ in nodes(clause, kind))
        cards = [id for id, card in self.book.cards.items() if clause in card.effect and not is_of_item]
        return self.book.number.get(cards[0] if cards else held.key[0].removeprefix("card "), 0)

    def react_to(self, event: Event, watcher: int, place: int, held: Held) -> None:
        """Let one thing react to an event, once for each piece, unless it has reacted to the root."""
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
        """Return of whom conditions are true: of one of several, if they say so, else of the owner."""
        match moment.tests:
            case (n.Test(False, n.AtLeast() | n.Compared() | n.Foremost() as fact),) if fact.who in ANY_OF:
                scene = Scene(seat)
                return {
                    other for other in self.reading.rivals(scene, fact.who) if self.reading.is_so(scene, fact, other)
                }
        return {seat} if self.reading.holds(Scene(seat, they=seat), moment.tests) else set()

    # --- instead ----------------------------------------------------------------------------------

    def replaced(self, event: Event, is_in_conflict: bool = False) -> bool:
        """Tell whether something happens instead of an event, and let it happen; what happens instead is
        not replaced again.
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

    # --- windows ----------------------------------------------------------------------------------

    def open_windows(self, moment: type[n.BeforeChoosing | n.AfterPlaying]) -> None:
        """Offer every seat what it may do before choosing, or after playing."""
        for seat in sorted(self.alone) or self.table.seats:
            opened: list[Held] = []
            for held in self.reading.held_apart(seat):
                if self.is_window(held.clause, moment) and self.unused(seat, held) is not None:
                    opened += [] if any(held.clause is one.clause for one in opened) else [held]
            opened.sort(key=self.place_of)
            for held in opened:
                alike = sum(one.clause is held.clause for one in self.reading.held_apart(seat))
                self.suspend(LAST_RANK, seat, Window(held, alike - 1 if held.clause.limit is None else 0))

    def has_windows(self, moment: type[n.BeforeChoosing | n.AfterPlaying]) -> bool:
        """Tell whether anything is ever offered at a moment."""
        return any(self.is_window(clause, moment) for clause in self.book.clauses())

    def is_window(self, clause: n.Clause, moment: type[n.BeforeChoosing | n.AfterPlaying]) -> bool:
        """Tell whether something may be done at a moment; what is limited and has none is before choosing."""
        if clause.moment is None and clause.limit is not None and moment is n.BeforeChoosing:
            is_build = isinstance(clause.sentence, n.Build) and clause.sentence.source is None
            return not is_build and not isinstance(clause.sentence, tuple(KINDS))
        return isinstance(clause.moment, moment) and not isinstance(clause.sentence, n.Reveal)

    def window(self, seat: int, window: Window) -> Steps:
        """Let a seat do what it may do, or not; if it is limited it is offered again."""
        left = self.unused(seat, window.held)
        if left is None or window.held not in self.reading.held_apart(seat):
            return
        scene = self.scene_of(seat, window.held)
        clause = window.held.clause
        if not self.reading.holds(scene, clause.tests):
            return
        act = Acting(self, scene, self.reading, True).asked_first(as_act(replace(clause, tests=())), False)
        answers = yield from self.answers_to(next(act))
        if answers:
            self.use(seat, left)
            self.go_on(scene, act, answers)
            if clause.limit is not None:
                self.suspend(LAST_RANK, seat, window)
        if answers is not None and window.further:
            self.suspend(LAST_RANK, seat, Window(window.held, window.further - 1))

    # --- conflicts --------------------------------------------------------------------------------

    def fight(self, step: items.ConflictStep) -> None:
        """Compare all neighbours; two fight once, one alone does not fight."""
        table = self.table
        win, lose = step.win.at(table.age), step.lose.at(table.age)
        assert win is not None
        assert lose is not None
        absent, self.sitting_out = self.sitting_out, set()
        ring = [seat for seat in table.ring() if not (step.leaves and seat in absent)]
        pairs = [(seat, ring[(place + 1) % len(ring)]) for place, seat in enumerate(ring)]
        if len(ring) < 3:
            pairs = pairs[: len(ring) - 1]
        ahead = [table.strength(a, Seats.LEFT, b) - table.strength(b, Seats.RIGHT, a) for a, b in pairs]
        for (one, other), lead in zip(pairs, ahead, strict=True):
            if lead and table.partner(one) != other:
                victor, loser = (one, other) if lead > 0 else (other, one)
                times = 1 if absent & {one, other} else step.tokens
                self.settle_pair(victor, loser, (id_of(win), id_of(lose)), times)
        self.end_batch()

    def settle_pair(self, victor: int, loser: int, tokens: tuple[str, str], times: int) -> None:
        """Give the stronger and the weaker of two seats their tokens; of either something else may
        happen instead.
        """
        win, lose = tokens
        is_won = not self.replaced(Event("instead win", victor, what=win, pieces=times, other=loser))
        is_beaten = not self.replaced(Event("instead loss", loser, what=lose, pieces=times, other=victor))
        if is_won:
            self.raise_event(Event("win", victor, other=loser))
        if is_beaten:
            self.raise_event(Event("loss", loser, other=victor))
        for _ in range(times):
            won = Event("instead token", victor, what=win, other=loser)
            if is_won and not self.replaced(won, True):
                self.give_kind(victor, win, 1)
            lost = Event("instead token", loser, what=lose, other=victor, action="beaten")
            if is_beaten and not self.replaced(lost, True):
                self.give_kind(loser, lose, 1)


def place_of_kind(kind: str) -> int:
    """Return at which place what waits for a kind of event stands among what enters together."""
    return KINDS_OF_EVENTS.index(kind) if kind in KINDS_OF_EVENTS else len(KINDS_OF_EVENTS)


def as_act(clause: n.Clause) -> n.Clause:
    """Return what stands as something that begins, and adds up each time."""
    if isinstance(clause.sentence, tuple(KINDS)) and not isinstance(clause.sentence, n.Score):
        return replace(clause, sentence=n.Have(Seats.YOU, clause.sentence, None, clause.sentence.span))
    return clause


def reacts(clause: n.Clause) -> bool:
    """Tell whether something waits for a moment; what copies at the end of the game is no act."""
    return clause.moment is not None and not isinstance(clause.sentence, (n.Copy, n.Reveal))


def next_of(had: Had) -> list[Had]:
    """Return what becomes of something that stands for a time when a turn ends."""
    if had.lasting == "next":
        return [had._replace(lasting="turn")]
    if had.lasting != "turn":
        return [had]
    return [had._replace(turns=had.turns - 1)] if had.turns > 1 else []


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
