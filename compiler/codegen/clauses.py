"""Write what clauses do as Python: one function for each, two where somebody decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from stele.compiler.codegen.cards import CardWriter, Decided, Done
from stele.compiler.codegen.draft import ModuleDraft, NotYet
from stele.compiler.codegen.expressions import CONTEXT_MANY, SHARING, Expressions, relative
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import NameCard, PickToPlay
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Who

DONE = "done: i64 = "
ADDED = "done += "  # before a call that tells how much it does
# Where others decide, `they` are each of them, and the owner is known from what it is about.
OF_OTHERS = ["they: i64 = me", "me = owner_seat(t, row)"]
UNDERGONE = {
    "instead-token": "undergo_token(t, row)",
    "instead-coins": "undergo_coins(t, row)",
    "instead-lose-coins": "undergo_loss(t, row)",
    "instead-win": "undergo_conflict(t, row)",
    "instead-lose": "undergo_conflict(t, row)",
}
# Who has somebody on the left sits on the right of that one.
REVERSED = {Who.LEFT: Who.RIGHT, Who.RIGHT: Who.LEFT}


class ClauseWriter:
    """Writes the bodies of the functions of clauses."""

    def __init__(self, draft: ModuleDraft) -> None:
        self.draft, self.program = draft, draft.program

    def value(self, expr: ir.Expr) -> list[str]:
        """Return the lines of a function that works out one number."""
        writer = Expressions(self.draft)
        result = writer.text(expr)
        return [*writer.before, f"return {result}"]

    def soon(self, soon: ir.Soon) -> list[str]:
        """Return the lines of a function that tells, as a mask, for whom conditions hold."""
        writer = Expressions(self.draft)
        test = writer.tests(soon.tests)
        if soon.among is Who.ME:
            return [*writer.before, f"if not ({test}):", "    return 0", "return t.bits[row[me + NUMBER]]"]
        found = [*writer.before, f"if {test}:", "    found |= t.bits[row[they + NUMBER]]"]
        loop = f"for they in players_among(t, row, {relative(soon.among, 'me')}):"
        return ["found: i64 = 0", loop, *(f"    {line}" for line in found), "return found"]

    def times(self, stands: ir.While, lane: str) -> list[str]:
        """Return the lines of a function that works out how often something stands now for a seat:
        for who holds it, or for each of those for whom its holders have it.
        """
        if stands.until == "next":
            return ["return 0"]
        held = f"timed(t, row, me, {lane})" if stands.until else f"count(t, row, me, {lane})"
        held = f"min({held}, 1)" if stands.is_once else held
        is_plain = not stands.tests and stands.times == ir.Const(1) and stands.whom is Who.ME
        if is_plain:
            return [f"return {held}"]
        writer = Expressions(self.draft)
        tests = list(stands.tests)
        tests += stands.whom.tests if isinstance(stands.whom, ir.Filtered) else ()
        amount = "held" if stands.times == ir.Const(1) else f"min(held * ({writer.text(stands.times)}), MOST_TIMES)"
        test = writer.tests(tuple(tests))
        found = [
            *writer.before,
            *([f"if {test}:", f"    return {amount}", "return 0"] if test else [f"return {amount}"]),
        ]
        if stands.whom is Who.ME:
            return [f"held: i64 = {held}", "if not held:", "    return 0", *found]
        among: Who = stands.whom.among if isinstance(stands.whom, ir.Filtered) else stands.whom
        is_compared = isinstance(stands.whom, ir.Filtered) and stands.whom.is_compared
        added = [*writer.before, "they = whose"]
        added += [f"if {test}:", f"    found += {amount}"] if test else [f"found += {amount}"]
        return [
            "whose: i64 = me",
            "they: i64 = me",
            "found: i64 = 0",
            *(["if not len(players_among(t, row, one(me))):", "    return 0"] if is_compared else []),
            f"for me in {relative(REVERSED.get(among, among), 'whose')}:",
            f"    held: i64 = {held}",
            "    if held:",
            *(f"        {line}" for line in added),
            "return min(found, MOST_TIMES)",
        ]

    def askers(self, who: ir.Whom) -> list[str]:
        """Return the lines of a function that tells who decides."""
        writer = Expressions(self.draft)
        return writer.after(f"return {writer.whom(who)}")

    def operations(self, one: ir.OneShot, segment: int) -> list[str]:
        """Return the lines of one segment of a clause."""
        is_act = len(one.segments) == 1
        writer = Expressions(self.draft, "seen" if is_act else "row")
        is_own = one.by is Who.ME or one.is_own
        self.subject = "me" if is_own else "they"  # who decides
        found = [] if is_own else OF_OTHERS
        if one.tests and segment == 0:
            test = writer.tests(one.tests)
            found = [*found, *writer.before, f"if not ({test}):", "    return 0"]
            writer.before = []
        ops = one.segments[segment].ops
        if not is_act and segment == 0:
            return [*found, *(line for op in ops for line in self.operation(op, one, writer))]
        if not is_act and isinstance(one.segments[segment - 1].ops[-1], ir.ChooseSeats):
            found = [*found, "choose_seat(row, option)"]
        if ops and isinstance(ops[0], NameCard):  # it is no act by itself
            found = [*found, *self.operation(ops[0], one, writer)]
            ops = ops[1:]
        return [*found, *self.done_in_order(ops, one, writer)]

    def done_in_order(self, ops: Sequence[ir.Op], one: ir.OneShot, writer: Expressions) -> list[str]:
        """Return the lines of operations one after another; how much is done is counted."""
        found = [f"{DONE}0"]
        counted: list[str] = []  # how many each act has done
        for number, op in enumerate(ops):
            if isinstance(op, ir.Then):
                found += ["if not done:", "    return 0"]
                writer.row = "row"  # what stands behind `then` is read when it is reached
                if self.speaks_of_many(ops[number:]):
                    writer.many = f"many_{len(counted) + 1}"
                    found.append(f"{writer.many}: i64 = {' - '.join(['done', *counted])}")
                    counted.append(writer.many)
                continue
            if isinstance(op, ir.Check):
                test = writer.tests(op.tests)
                found += [*writer.before, f"if not ({test}):", "    return done"]
                writer.before = []
                continue
            lines = self.operation(op, one, writer)
            if not any(ADDED in line for line in lines):
                lines = [*lines, f"{ADDED}1"]
            found += lines
        if len(ops) == 1 and found[-1] == f"{ADDED}1":
            return [*found[1:-1], "return 1"]
        if len(found) == 2 and found[1].startswith(ADDED):
            return [f"return {found[1].removeprefix(ADDED)}"]
        return [*found, "return done"]

    def operation(self, op: ir.Op, one: ir.OneShot, writer: Expressions) -> list[str]:
        """Return the lines of one operation."""
        cards = CardWriter(self.draft, self.subject, coins_less(one))
        if isinstance(op, Decided):
            return cards.asked(op)
        if isinstance(op, Done):
            return cards.done(op, writer, lambda who, line: self.for_each(who, line, writer))
        match op:
            case ir.Gain(who, coins):
                shared = isinstance(coins, ir.SharedOut)
                return self.for_each(who, lambda they: f"gain(t, row, {they}, {writer.amount(coins)})", writer, shared)
            case ir.GainTokens(who, token, amount):
                kind, shared = f"T_{constant(token)}", isinstance(amount, ir.SharedOut)
                return self.for_each(
                    who, lambda they: f"gain_tokens(t, row, {they}, {kind}, {writer.amount(amount)})", writer, shared
                )
            case ir.GainIt(who, is_coins):
                if is_coins:
                    return self.for_each(who, lambda they: f"gain(t, row, {they}, {CONTEXT_MANY})", writer)
                return self.for_each(who, lambda they: f"gain_tokens(t, row, {they}, context_what(row), 1)", writer)
            case ir.PayNow((), number):
                return writer.after(f"{ADDED}pay_now(row, me, {writer.text(number)})")
            case ir.PayNow(kinds, number):
                some = " | ".join(f"t.bits[T_{constant(kind)}]" for kind in kinds)
                return writer.after(f"{ADDED}pay_tokens(t, row, me, {some}, {writer.text(number)})")
            case ir.MustPay(paid, given, to_sit_out):
                tests = [f"row[me + PURSE] >= {paid}"] if paid else []
                tests += [f"row[me + TOKEN_{constant(token)}] >= {n}" for token, n in given]
                tests += ["not row[SITTING_OUT] & t.bits[row[me + NUMBER]]"] if to_sit_out else []
                lines = [f"row[me + {cell}] -= {paid}" for cell in ("COINS", "PURSE") if paid]
                lines += [f"row[me + TOKEN_{constant(token)}] -= {n}" for token, n in given]
                return [f"if {' and '.join(tests)}:", *(f"    {line}" for line in lines), f"    {ADDED}1"]
            case ir.SitOut():
                return ["row[SITTING_OUT] |= t.bits[row[me + NUMBER]]"]
            case ir.BeAtTable(returns):
                return [f"{ADDED}be_at_table(t, row, me, {int(returns)})"]
            case ir.TurnUp(stage, unless):
                hidden = " | ".join(f"t.bits[C_{constant(colour)}]" for colour in unless) or "0"
                return [f"{ADDED}turn_up_under(t, row, me, {stage}, {hidden})"]
            case ir.WinConflict(is_won, who):
                return self.for_each(who, lambda they: f"win_conflict(t, row, {they}, {is_won!r})", writer)
            case ir.EndGame(None):
                return ["end_game(row)"]
            case ir.EndGame(winners):
                assert winners is not None
                return self.for_each(winners, lambda they: f"win_game(t, row, {they})", writer)
            case ir.ScoreNow(who, kept, points):
                slot = f"KEPT_{constant(kept)}"
                return self.for_each(
                    who, lambda they: f"keep_points(t, row, {they}, {slot}, {writer.amount(points)})", writer
                )
            case ir.Undergo(event):
                return [UNDERGONE[event]]
            case ir.LoseTokens(who, kinds, None):
                each = [self.for_each(who, partial(lose_tokens, kind=kind), writer) for kind in kinds]
                return [line for lines in each for line in lines]
            case ir.LoseTokens(who, kinds, number):
                some = " | ".join(f"t.bits[T_{constant(kind)}]" for kind in kinds)
                assert number is not None
                wanted = number
                return self.for_each(
                    who, lambda they: f"lose_some(t, row, {they}, {some}, {writer.text(wanted)})", writer
                )
            case ir.Have(who, lane, number):
                return self.for_each(who, lambda they: f"have(t, row, {they}, {lane}, {number})", writer)
            case ir.Owe(who, loss):
                many = writer.many if self.draft.reads_many(loss) else "-1"
                return writer.after(f"{ADDED}owe(t, row, me, LOSS_{constant(loss)}, {writer.whom(who)}, {many})")
            case ir.Suspend(part, rank, so_many):
                self.draft.suspended.append(part)
                if so_many and writer.many != CONTEXT_MANY:
                    return [f"suspend_with(t, row, LATE_{constant(part)}, me, {rank}, {writer.many})"]
                return [f"suspend(t, row, LATE_{constant(part)}, me, {rank}, 0)"]
            case ir.ChooseEffect(board, side, stage):
                first, number = self.draft.choices[board, side, stage]
                return [f"return effect_options(t, out, {first}, {number})"]
            case ir.ChooseSeat():
                return ["return seat_options(t, row, out, me)"]
            case ir.SitThere():
                return ["sit_there(t, row, me, option)"]
            case ir.DrawBoards(number, either_side):
                return [f"draw_boards(t, row, me, {number}, {either_side!r})"]
            case ir.ChooseBoard(either_side):
                return [f"return board_options(t, row, out, me, {either_side!r})"]
            case ir.TakeBoard():
                return ["take_board(t, row, me, option)"]
            case ir.ChooseExchange(price, given, got, paid, act):
                tests = [f"row[me + PURSE] >= {price}"] if price else []
                tests += [f"row[me + TOKEN_{constant(token)}] >= {n}" for token, n in given]
                tests += [f"has_left(t, row, T_{constant(token)}, {n})" for token, n in got]
                tests += [cards.has(meant, spot, n) for meant, spot, n in paid]
                tests += [f"can_do(t, row, me, {self.draft.act(act)})"] if act else []
                return [*guarded(tests, "return 1"), *(["return 0"] if tests else [])]
            case ir.Give(price, given):
                lines = [f"row[me + {cell}] -= {price}" for cell in ("COINS", "PURSE") if price]
                return lines + [f"row[me + TOKEN_{constant(token)}] -= {n}" for token, n in given]
            case ir.May(act):
                if not act:
                    return ["return 1"]
                return [f"return can_do(t, row, me, {self.draft.act(act)})"]
            case ir.Do(act):
                return [f"{ADDED}t.happen(row, row, me, {self.draft.act(act)})"]
            case ir.ChooseAlternative(choice):
                first, number = self.draft.alternatives[choice]
                return [f"return alternatives(t, row, out, me, {first}, {number})"]
            case ir.TakeAlternative(line):
                return [f"{ADDED}take_alternative(t, row, me, option, LINE_{constant(line)})"]
            case ir.Roll(choice, line):
                first, number = self.draft.alternatives[choice]
                rolled = f"({first} + below(row, {number})) << CARD"
                return [f"{ADDED}take_alternative(t, row, me, {rolled}, LINE_{constant(line)})"]
            case ir.ChooseSeats(among):
                return writer.after(f"return seat_choices(t, row, out, {writer.whom(among, self.subject)})")
            case ir.Transfer(is_taken, who, other, kinds, amount):
                return self.transfer(is_taken, who, other, kinds, amount, writer)
            case ir.GoOn(who, track, steps, is_back):
                verb, on = "go_back" if is_back else "go_on", f"P_{constant(track)}"
                return self.for_each(who, lambda they: f"{verb}(t, row, {they}, {on}, {writer.text(steps)})", writer)
            case ir.TurnTo(who, marker, face):
                turned = f"P_{constant(marker)}, {face}"
                return self.for_each(who, lambda they: f"turn_to(t, row, {they}, {turned})", writer)
            case ir.BecomeFirst(who):
                return self.for_each(who, lambda they: f"become_first(row, {they})", writer)
            case ir.TakeTurn(who):
                return self.for_each(who, lambda they: f"take_turn(t, row, {they})", writer)
            case ir.Oblige(who, play, used):
                return writer.after(f"oblige(t, row, {writer.whom(who)}, DUTY_{constant(play)}_{constant(used)})")
            case ir.CopyBoards(who, line):
                return writer.after(f"{ADDED}copy_boards(t, row, me, {writer.whom(who)}, LINE_{constant(line)})")
            case ir.CopyChosen(line):
                return [f"copy(t, row, me, option, LINE_{constant(line)}, line)"]
            case _:
                raise NotYet(f"{one.text}: {type(op).__name__}")

    def transfer(
        self, is_taken: bool, who: ir.Whom, other: Who, kinds: tuple[str, ...], amount: ir.Expr, writer: Expressions
    ) -> list[str]:
        """Return the lines of a transfer between each of some seats and others."""
        verb, thing = "take" if is_taken else "give", "tokens" if kinds else "coins"
        found: list[str] = []
        for kind in kinds or ("",):
            token = f"T_{constant(kind)}, " if kind else ""

            def line(they: str, token: str = token) -> str:
                number = writer.amount(amount)
                return f"{verb}_{thing}(t, row, {they}, {relative(other, they)}, {token}{number})"

            found += [f"{ADDED}{line('they')}"] if self.subject == "they" else self.for_each(who, line, writer)
        return found

    def speaks_of_many(self, ops: Sequence[ir.Op]) -> bool:
        """Tell whether operations speak of how many were done before."""
        losses = [self.draft.reads_many(op.loss) for op in ops if isinstance(op, ir.Owe)]
        suspended = [op.so_many for op in ops if isinstance(op, ir.Suspend)]
        return any(losses) or any(suspended) or any(nodes(tuple(ops), ir.ThatMany))

    def for_each(
        self, who: ir.Whom, line: Callable[[str], str], writer: Expressions, is_shared: bool = False
    ) -> list[str]:
        """Return an operation for each of some seats, with how much it does; who shares something
        is known before anybody has it.
        """
        if who is Who.ME:
            return writer.after(f"{ADDED}{line('me')}")
        meant = writer.whom(who)
        loop = writer.after(f"{SHARING} = {meant}" if is_shared else f"for they in {meant}:")
        loop += [f"for they in {SHARING}:"] if is_shared else []
        return [*loop, *(f"    {each}" for each in writer.after(f"{ADDED}{line('they')}"))]


def lose_tokens(seat: str, kind: str) -> str:
    """Return the call that takes all tokens of a kind from a seat."""
    return f"lose_tokens(t, row, {seat}, T_{constant(kind)})"


def coins_less(one: ir.OneShot) -> int:
    """Return how many coins a card costs less that a clause lets somebody play."""
    return next((op.less for op in nodes(one.segments, PickToPlay)), 0)


def guarded(tests: list[str], line: str) -> list[str]:
    """Return a line behind conditions, if there are any."""
    return [f"if {' and '.join(tests)}:", f"    {line}"] if tests else [line]
