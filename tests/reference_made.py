"""The reference for sentences wherever they may stand: the base game with acts, events and moments
as `meaning` has them, and none of what only one board or card does.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.runtime import Meaning
from tests import reference_between as between
from tests.reference_acting import Act, Acting, Answers, Decision, NothingToChoose
from tests.reference_between import DECLINE
from tests.reference_city import Had, Held, Key
from tests.reference_effects import Waiting
from tests.reference_events import Event
from tests.reference_known import unknown, unknown_anywhere
from tests.reference_late import Question, Steps
from tests.reference_reacting import kind_of, reacts
from tests.reference_reading import KINDS, Reading, Scene, stands
from tests.reference_settling import Settling
from tests.reference_table import id_of

PLAYED = (items.PlayStep, items.Run)  # what makes a turn; then hands are passed
LAST_RANK = 90  # of what may be done before choosing or after playing


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
    """What a seat may do before it chooses, or after it has played; what has no limit once for each
    that is in play.
    """

    held: Held
    further: int


class MadeReference(Settling):
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
                    self.forget()
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
                    if not is_turn:
                        self.forget()
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
        """Begin another turn for those who take one and have a card left; tell whether anybody
        has.
        """
        self.alone = {
            seat for seat in self.again if seat in self.table.players and self.table.cities[seat].zones["hand"]
        }
        self.again = set()
        if self.alone:
            self.end_turn()
        return bool(self.alone)

    def forget(self) -> None:
        """Forget what was done in the turn before."""
        for city in self.table.cities:
            city.done = []

    def end_turn(self) -> None:
        """End what lasts for a turn, and let what is for the next one begin."""
        for city in self.table.cities:
            city.had = [one for had in city.had for one in next_of(had)]
            city.done = []
        self.end_batch()

    # --- acts -------------------------------------------------------------------------------------

    def carry_out(self, chosen: dict[int, Meaning], step: items.PlayStep) -> None:
        """Carry out a simultaneous step, one seat after the other from the first player on."""
        for seat, meaning in chosen.items():
            city, action = self.table.cities[seat], self.book.actions[meaning.action]
            city.done.append(("use", meaning.card, meaning.action))
            if action.cost == "stage":
                city.done.append(("stage", "", ""))
            elif action.cost == "card" and action.builds:
                city.done.append(("build", meaning.card, ""))
            had = [one._replace(turns=one.turns - 1) if one.lasting == "cards" else one for one in city.had]
            city.had = [one for one in had if one.lasting != "cards" or one.turns]
        super().carry_out({seat: chosen[seat] for seat in self.reading.in_order(chosen)}, step)

    def happen(self, seat: int, held: Held, stage: int = -1) -> None:
        """Let a clause happen if it is one that happens at once."""
        clause = held.clause
        if clause.moment is not None or clause.limit is not None or isinstance(clause.sentence, tuple(KINDS)):
            return
        self.begin(self.scene_of(seat, held), clause)

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

    def acting_for(self, scene: Scene) -> Acting:
        """Return what reads how much a sentence comes to."""
        return Acting(self, scene, self.reading)

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
        """Ask who has a choice; return what was chosen, or nothing if there was nothing to
        choose.
        """
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
        """Tell whether something may be done at a moment; what is limited and has none is before
        choosing.
        """
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


def as_act(clause: n.Clause) -> n.Clause:
    """Return what stands as something that begins, and adds up each time."""
    if isinstance(clause.sentence, tuple(KINDS)) and not isinstance(clause.sentence, n.Score):
        return replace(clause, sentence=n.Have(Seats.YOU, clause.sentence, None, clause.sentence.span))
    return clause


def next_of(had: Had) -> list[Had]:
    """Return what becomes of something that stands for a time when a turn ends."""
    if had.lasting == "next":
        return [had._replace(lasting="turn")]
    if had.lasting != "turn":
        return [had]
    return [had._replace(turns=had.turns - 1)] if had.turns > 1 else []
