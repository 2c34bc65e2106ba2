"""Lower the flow: steps of content become a list of steps, each with what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.lower.clauses import SIDES, Clauses, id_of, snake

# Events that may follow from a conflict.
OF_CONFLICTS = ("win", "lose", "token", "coins", "lose-coins")


class FlowLowering(Clauses):
    """Lowers the flow of one set of expansions."""

    def by_players(self, number: items.ByPlayers) -> acts.ByPlayers:
        """Return a number for each number of players."""
        assert self.flow.players is not None
        least, most = self.flow.players
        return tuple((players, number.at(players) or 0) for players in range(least, most + 1))

    def steps(self) -> Iterator[acts.Step]:
        """Yield all steps: what comes before the first age, an age and the return to its first
        step, the end.
        """
        flow, slots = self.flow, self.flow.slots
        assert flow.ages is not None
        before = [acts.Step("begun_decided", acts.SettleLate(), flow.span)] if self.start_asks else []
        before += self.run(slots.before_first_age, len(before))
        yield from before
        first = len(before)
        yield acts.Step("start_age", acts.StartAge(), flow.span)
        begun = tuple(self.moment("start-of-age", flow.span))
        age = [*begun, *self.run((*slots.start_of_age, *flow.age), first + 1 + len(begun))]
        age += self.moment("end-of-age", flow.span)
        yield from age
        yield acts.Step("next_age", acts.NextAge(flow.ages, first), flow.span)
        yield from self.run(slots.end_of_game, first + len(age) + 2)
        yield from self.moment("end-of-game", flow.span)

    def run(self, steps: Iterable[items.Step], number: int) -> Iterator[acts.Step]:
        """Yield the steps that some steps of the flow become.

        `number` is the place of the first of them.
        """
        for step in steps:
            for lowered in self.step(step, number, None):
                yield replace(lowered, name=self.unique(f"step_{lowered.name}").removeprefix("step_"))
                number += 1

    def step(self, step: items.Step, number: int, turns: acts.ByPlayers | None) -> Iterator[acts.Step]:
        """Yield the steps that one step of the flow becomes.

        `number` is the place of the first of them.
        """
        ages = range(1, (self.flow.ages or 0) + 1)
        name, span = snake(step.id), step.span
        match step:
            case items.Deal(_, source, cards, to):
                decks = tuple(id_of(deck) for age in ages if (deck := source.at(age)))
                is_of_seat = next(zone.owner == "seat" for zone in self.zones if zone.id == id_of(to))
                kind = acts.DealCards if is_of_seat else acts.LayCards
                yield acts.Step(name, kind(decks, self.by_players(cards), id_of(to)), span)
            case items.Turns(_, count, each):
                yield acts.Step(name, acts.FirstTurn(), span)
                inner = self.by_players(count)
                back = place = number + 1
                for lowered in self.moment("start-of-turn", span, name):
                    yield lowered
                    place += 1
                ends = self.last_of_turn(each)
                for part in each:
                    for lowered in self.step(part, place, inner):
                        yield lowered
                        place += 1
                    if part is ends:
                        played = nodes(each, items.PlayStep)[0].id
                        yield acts.Step(f"{name}_again", acts.TurnAgain(played, back), span)
                        place += 1
                yield acts.Step(f"{name}_next", acts.NextTurn(inner, back), span)
            case items.PlayStep():
                clauses = self.all_clauses()
                obliged = any(id_of(one.source) == id_of(step.source) for one in nodes(clauses, n.Oblige))
                is_turn = step in nodes(self.turns_of_the_age(), items.PlayStep)
                if obliged or (is_turn and self.has_windows("before")):
                    yield acts.Step(f"{name}_before", acts.BeginChoosing(step.id), span)
                if is_turn and self.has_windows("before"):
                    yield acts.Step(f"{name}_windows", acts.SettleLate(), span)
                yield acts.Step(name, acts.AskAll(step.id), span)
                guest = self.variant.guest if self.variant is not None else None
                if guest is not None and guest.plays == step.id:
                    yield acts.Step(f"{name}_guest", acts.AskGuest(step.id), span)
                yield acts.Step(f"{name}_carried_out", acts.CarryOut(step.id, False), span)
                if any(a.cost != "nothing" for a in self.flow.actions if is_named(a, step)):
                    yield from self.settled(name, span, True)
            case items.Clear(_, zone, to, only_last, only_ages, spares):
                plays = nodes(self.flow.age, items.PlayStep)
                play = next((play for play in plays if id_of(play.source) == id_of(zone)), None)
                if play is not None and turns is not None:
                    yield acts.Step(f"{name}_asked", acts.AskLast(play.id, id_of(zone), turns), span)
                    yield acts.Step(f"{name}_carried_out", acts.CarryOut(play.id, True), span)
                    yield from self.settled(name, span, False)
                    yield from self.last_of_others(name, play.id, step, turns)
                spared = tuple(self.playing_from(id_of(zone))) if spares else ()
                last = turns if only_last else None
                yield acts.Step(name, acts.ClearZone(id_of(zone), id_of(to), last, only_ages, spared), span)
            case items.Run(_, n.Name() as moment, n.Name() as supply, instead, goes_to):
                tokens = tuple(id_of(token) for age in ages if instead is not None and (token := instead.at(age)))
                target = "" if goes_to is None else id_of(goes_to)
                yield acts.Step(name, acts.SettleDemands(id_of(supply), id_of(moment), tokens, target), span)
            case items.Run():
                if turns is not None and any(nodes(self.all_clauses(), n.AfterPlaying)):
                    yield acts.Step(f"{name}_windows", acts.OpenWindows(), span)
                    number += 1
                yield acts.Step(name, acts.SettleLate(), span)
                yield from self.slot(self.flow.slots.end_of_turn if turns is not None else (), number + 1, turns)
                yield from self.settled_losses(name, span)
                yield from self.moment("end-of-turn", span, name) if turns is not None else ()
            case items.Pass(_, zone, to, except_last):
                sides = tuple(to.at(age) == "left" for age in ages)
                yield acts.Step(name, acts.HandOn(id_of(zone), sides, turns if except_last else None), span)
            case items.ConflictStep(_, win, lose, tokens, leaves):
                wins = tuple(id_of(token) for age in ages if (token := win.at(age)))
                losses = tuple(id_of(token) for age in ages if (token := lose.at(age)))
                before = tuple(self.slot(self.flow.slots.before_conflict, number, turns))
                begun = tuple(self.moment("at-conflict", span, name))
                yield from before
                yield from begun
                yield acts.Step(name, acts.Fight(wins, losses, tokens, leaves), span)
                decided = (acts.Step(f"{name}_decided", acts.SettleLate(), span),) if self.conflicts_ask() else ()
                settled = (*decided, *self.settled_losses(name, span))
                yield from settled
                after = number + len(before) + len(begun) + len(settled) + 1
                yield from self.slot(self.flow.slots.after_conflict, after, turns)
            case items.Lay(_, zone):
                yield acts.Step(name, acts.LayBoards(id_of(zone)), span)
                yield acts.Step(f"{name}_turned", acts.SettleLate(), span)
            case _:
                assert_never(step)

    def last_of_turn(self, steps: tuple[items.Step, ...]) -> items.Step | None:
        """Return the step behind which another turn may begin, before what is left of hands goes
        anywhere; nothing if nobody ever takes one, or these turns do not play the cards of an age.
        """
        takes_any = any(nodes(self.all_clauses(), n.TakeTurn))
        if not takes_any or not any(nodes(steps, items.PlayStep)):
            return None
        return [step for step in steps if isinstance(step, (items.PlayStep, items.Run))][-1]

    def conflicts_ask(self) -> bool:
        """Tell whether anything that follows from a conflict, or happens instead of it, waits for a
        decision.
        """
        triggers = [held.standing for held in self.held.values() if isinstance(held.standing, ir.Trigger)]
        followed = [one for one in triggers if one.event in OF_CONFLICTS or one.event.startswith("instead-")]
        return any(nodes(tuple(one.once for one in followed), ir.Suspend))

    def has_windows(self, moment: str) -> bool:
        """Tell whether anything is offered at a moment of a turn."""
        windows = [held.standing for held in self.held.values() if isinstance(held.standing, ir.Window)]
        return any(window.moment == moment for window in windows)

    def settled(self, name: str, span: Span, is_first: bool) -> Iterator[acts.Step]:
        """Yield the steps that settle what is shared, after cards were played, if anything is."""
        if self.shared:
            yield acts.Step(f"{name}_settled", acts.SettlePlaces(is_first), span)
        if self.flow.supplies:
            yield acts.Step(f"{name}_supplied", acts.SettleSupplies(), span)

    def moment(self, moment: str, span: Span, name: str = "") -> Iterator[acts.Step]:
        """Yield the steps in which a moment comes, if anything waits for it: what happens then,
        what is decided, what is given up.
        """
        triggers = [held.standing for held in self.held.values() if isinstance(held.standing, ir.Trigger)]
        if not any(trigger.event == moment for trigger in triggers):
            return
        called = "_".join(filter(None, (name, snake(moment))))
        yield acts.Step(called, acts.RaiseMoment(moment), span)
        yield acts.Step(f"{called}_decided", acts.SettleLate(), span)
        yield from self.settled_losses(called, span)

    def settled_losses(self, name: str, span: Span) -> Iterator[acts.Step]:
        """Yield the step that settles what was demanded, if anything ever is."""
        if self.losses:
            unpaid = id_of(self.flow.unpaid) if self.flow.unpaid is not None else ""
            yield acts.Step(f"{name}_losses", acts.SettleLosses(unpaid), span)

    def last_of_others(self, name: str, play: str, step: items.Clear, turns: acts.ByPlayers) -> Iterator[acts.Step]:
        """Yield the steps in which last cards of neighbours are played."""
        kinds = {held.standing.kind for held in self.held.values() if isinstance(held.standing, ir.Permit)}
        for side in SIDES:
            if f"last-{side}" in kinds:
                asked = acts.AskLastOf(play, id_of(step.zone), id_of(step.to), side, turns)
                yield acts.Step(f"{name}_of_{side}_asked", asked, step.span)
                yield acts.Step(f"{name}_of_{side}_carried_out", acts.CarryOut(play, True), step.span)
                yield from self.settled(f"{name}_of_{side}", step.span, False)

    def hand(self) -> str:
        """Return the play step in which the cards of an age are played: of those in its turns the
        one that plays what was dealt first.
        """
        plays = list(nodes(self.turns_of_the_age(), items.PlayStep))
        dealt = [id_of(deal.to) for deal in nodes(self.flow.age, items.Deal)]
        played = [play for zone in dealt for play in plays if id_of(play.source) == zone]
        return next((play.id for play in (*played, *plays)), "")

    def all_clauses(self) -> tuple[object, ...]:
        """Return everything in which clauses stand, actions, riders and places of the game too."""
        return tuple(self.boards), tuple(self.cards), tuple(self.places), self.flow

    def slot(self, steps: Iterable[items.Step], place: int, turns: acts.ByPlayers | None) -> Iterator[acts.Step]:
        """Yield the steps of a slot; what is inside a slot has no slots of its own."""
        if self.is_in_slot:
            return
        self.is_in_slot = True
        for part in steps:
            for lowered in self.step(part, place, turns):
                yield lowered
                place += 1
        self.is_in_slot = False

    def playing_from(self, zone: str) -> Iterator[tuple[str, str, int]]:
        """Yield (board, side, number) of every stage that plays from a zone."""
        for board in self.boards:
            for side in board.sides:
                for number, stage in enumerate(side.stages):
                    if any(play.source and id_of(play.source.name) == zone for play in nodes(stage.effect, n.Play)):
                        yield board.id, side.id, number


def is_named(action: items.Action, play: items.PlayStep) -> bool:
    """Tell whether an action is one of those of a step."""
    return any(id_of(name) == action.id for name in play.actions)
