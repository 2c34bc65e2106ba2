"""Write the steps of the flow as Python: one function for each, which returns the next one."""

from __future__ import annotations

from collections import Counter

from stele.compiler.codegen.clauses import guarded
from stele.compiler.codegen.draft import ModuleDraft, NotYet
from stele.compiler.codegen.places import (
    asks_last_of,
    place_act,
)
from stele.compiler.codegen.tables import duties, hosts
from stele.compiler.front.walk import nodes
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import constant
from stele.runtime.derive.reactions import EVENTS

# Where seats are asked, where an age begins, and before what scenes can stop: conflicts, and the
# ends of turns.
PAUSES = (acts.CarryOut, acts.AskGuest, acts.StartAge, acts.Fight, acts.NextTurn)


class StepWriter:
    """Writes the bodies of the functions of steps."""

    def __init__(self, draft: ModuleDraft) -> None:
        self.draft, self.program = draft, draft.program

    def step(self, number: int) -> list[str]:
        """Return the lines of one step."""
        program = self.program
        step = program.steps[number]
        here, following = f"STEP_{constant(step.name)}", self.goes_on(number + 1)
        go_on = f"return {following}"
        match step.act:
            case acts.StartAge():
                lapsed = ["row[AGAIN] = 0"] if self.turns_again() else []
                return ["start_age(t, row)", *lapsed, *self.settled("end_of_age(t, row)"), go_on]
            case acts.DealCards(decks, cards, zone):
                deck = by_age([f"DECK_{constant(deck)}" for deck in decks])
                dealt = f"deal(t, row, chosen, number, ZONE_{constant(zone)})"
                return [*deck, *by_seats(cards), dealt, *self.settled(), go_on]
            case acts.LayCards(decks, cards, zone):
                deck = by_age([f"DECK_{constant(deck)}" for deck in decks])
                return [*deck, *by_seats(cards), f"lay_out(t, row, chosen, number, ZONE_{constant(zone)})", go_on]
            case acts.SettleSupplies():
                return ["settle_supplies(t, row)", go_on]
            case acts.SettleDemands():
                asked = f"REQUEST_{constant(step.name)}"
                return [f"if settle_demands(t, row, {asked}):", f"    return {here}", go_on]
            case acts.FirstTurn():
                return ["row[TURN] = 0", *self.forgotten(), go_on]
            case acts.BeginChoosing(play):
                begun = [f"begin_duties(t, row, PLAY_{constant(play)})"] if duties(program) else []
                begun += [] if self.is_in_turns(number) else self.forgotten()
                return [*begun, "open_windows(t, row, 0)", go_on]
            case acts.OpenWindows():
                return ["open_windows(t, row, 1)", go_on]
            case acts.AskAll(play):
                drawn = [f"draw_for_guest(t, row, PLAY_{constant(play)})"] if hosts(program, play) else []
                asked = "ask_all" if program.guest is None else "ask_players"
                if not self.turns_again():
                    return [*drawn, f"{asked}(t, row, PLAY_{constant(play)})", go_on]
                drawn = ["if not row[ALONE]:", *(f"    {line}" for line in drawn)] if drawn else []
                return [*drawn, f"{asked}(t, row, PLAY_{constant(play)})", "ask_only(row)", go_on]
            case acts.AskGuest(play):
                asked = f"ask_guest(t, row, PLAY_{constant(play)})"
                return [*(["if not row[ALONE]:", f"    {asked}"] if self.turns_again() else [asked]), go_on]
            case acts.CarryOut(play, is_last):
                carried = "carry_out_with_guest" if hosts(program, play) and not is_last else "carry_out"
                noted = [f"note_plays(t, row, PLAY_{constant(play)})"] if self.draft.deeds else []
                done = any(play == one.play for one in nodes(program, ir.Oblige)) and not is_last
                ended = [f"fulfil(t, row, PLAY_{constant(play)})"] if done else []
                if self.draft.has_first and carried == "carry_out":
                    seats = "in_order(t, row, t.seats[row[PLAYERS]])"
                    return [*noted, f"carry_out_for(t, row, PLAY_{constant(play)}, {seats})", *ended, go_on]
                return [*noted, f"{carried}(t, row, PLAY_{constant(play)})", *ended, go_on]
            case acts.AskLast(_, zone, turns) | acts.AskLastOf(_, zone, turns=turns):
                passed = self.goes_on(after_settling(number + 2, program))
                own = f"ask_last(t, row, ZONE_{constant(zone)})"
                test = asks_last_of(step.act) if isinstance(step.act, acts.AskLastOf) else own
                test = f"row[TURN] + 1 != number or not {test}"
                return [*by_seats(turns), f"if {test}:", f"    return {passed}", go_on]
            case acts.LayBoards() | acts.SettlePlaces():
                return [place_act(step.act), go_on]
            case acts.ClearZone(zone, to, only, ages, spared):
                kept = -1
                if spared:
                    if spared not in self.draft.spared:
                        self.draft.spared.append(spared)
                    kept = self.draft.spared.index(spared)
                moved = f"clear(t, row, ZONE_{constant(zone)}, ZONE_{constant(to)}, {kept})"
                only_if = ["row[TURN] + 1 == number"] if only is not None else []
                if ages:
                    only_if.append(f"({' or '.join(f'row[AGE] == {age}' for age in ages)})")
                numbers = by_seats(only) if only is not None else []
                return [*numbers, *guarded(only_if, moved), go_on]
            case acts.RaiseMoment(moment):
                return [f"raise_moment(t, row, {EVENTS.index(moment)})", go_on]
            case acts.SettleLate():
                # What was decided may have taken or brought tokens.
                supplied = ["if not row[FRAMES]:", "    settle_supplies(t, row)"] if program.supplies else []
                return [*supplied, "if not row[FRAMES]:", f"    {go_on}", "settle(t, row)", f"return {here}"]
            case acts.SettleLosses(unpaid):
                cell = f"TOKEN_{constant(unpaid)}" if unpaid else "0"
                return [f"if settle_losses(t, row, {cell}):", f"    return {here}", go_on]
            case acts.HandOn(zone, sides, unless):
                chosen = by_age([repr(side) for side in sides])
                handed = [*chosen, self.handed_on(zone), go_on]
                if unless is not None:
                    return [*by_seats(unless), "if row[TURN] + 1 == number:", f"    {go_on}", *handed]
                return handed
            case acts.TurnAgain(play, back):
                again = [*self.forgotten(), *self.settled("end_of_turn(t, row)"), f"return {self.goes_on(back)}"]
                return [f"if begin_again(t, row, PLAY_{constant(play)}):", *(f"    {line}" for line in again), go_on]
            case acts.NextTurn(turns, back):
                goes = f"return {self.goes_on(back)} if row[TURN] < number else {following}"
                return [
                    "row[TURN] += 1",
                    *self.forgotten(),
                    *self.settled("end_of_turn(t, row)"),
                    *by_seats(turns),
                    goes,
                ]
            case acts.Fight(win, lose, tokens, leaves):
                won = by_age([f"T_{constant(token)}" for token in win], "won")
                given = by_age([f"T_{constant(token)}" for token in lose], "given")
                return [*won, *given, f"fight(t, row, SHIELDS, won, given, {tokens}, {leaves!r})", go_on]
            case acts.NextAge(ages, back):
                return [f"return STEP_{constant(program.steps[back].name)} if row[AGE] < {ages} else {following}"]
            case _:
                raise NotYet(type(step.act).__doc__ or type(step.act).__name__)

    def forgotten(self) -> list[str]:
        """Return the line that forgets what was done in a turn, if anything asks for that."""
        return ["forget_deeds(t, row)"] if self.draft.deeds else []

    def is_in_turns(self, number: int) -> bool:
        """Tell whether a step is one of those of a turn."""
        before = [one.act for one in self.program.steps[:number]]
        begun = sum(isinstance(act, acts.FirstTurn) for act in before)
        return begun > sum(isinstance(act, acts.NextTurn) for act in before)

    def settled(self, ended: str = "") -> list[str]:
        """Return the lines that end what lasted, and settle what stands or waits for conditions now
        that an age, a turn or who has which cards is another; nothing where nothing reads that.
        """
        held = self.program.held
        stands = any(nodes(held, ir.While))
        waits = any(isinstance(one.standing, ir.Trigger) and one.standing.soon is not None for one in held)
        ends = [ended] if ended and stands else []
        return [*ends, "end_batch(t, row)"] if stands or waits else []

    def turns_again(self) -> bool:
        """Tell whether anybody may take another turn."""
        return any(isinstance(step.act, acts.TurnAgain) for step in self.program.steps)

    def handed_on(self, zone: str) -> str:
        """Return the line that passes the cards of a zone on."""
        played = next((play for play in self.program.plays if play.zone == zone), None)
        if played is None:
            return f"hand_on_all(t, row, ZONE_{constant(zone)}, chosen)"
        return f"hand_on(t, row, PLAY_{constant(played.id)}, chosen)"

    def goes_on(self, number: int) -> str:
        """Return how a step goes on: at once with the next one, or, if the game can stop before it,
        by its number.
        """
        if number >= len(self.program.steps):
            return "END"
        step = self.program.steps[number]
        if isinstance(step.act, PAUSES):
            return f"STEP_{constant(step.name)}"
        return f"step_{step.name}(t, row)"


def by_age(values: list[str], name: str = "chosen") -> list[str]:
    """Return the lines that choose a value by the age."""
    if len(set(values)) == 1:
        return [f"{name} = {values[0]}"]
    lines = [f"{name} = {values[-1]}"]
    for age, value in enumerate(values[:-1], 1):
        if value != values[-1]:
            lines += [f"if row[AGE] == {age}:", f"    {name} = {value}"]
    return lines


def by_seats(numbers: acts.ByPlayers) -> list[str]:
    """Return the lines that choose a number by how many seats there are."""
    values = dict(numbers)
    usual = Counter(values.values()).most_common(1)[0][0]
    lines = [f"number = {usual}"]
    for players, value in sorted(values.items()):
        if value != usual:
            lines += [f"if row[PLAYERS] == {players}:", f"    number = {value}"]
    return lines


def after_settling(number: int, program: ir.Program) -> int:
    """Return the next step that does more than settle what was played."""
    while isinstance(program.steps[number].act, (acts.SettlePlaces, acts.SettleSupplies)):
        number += 1
    return number
