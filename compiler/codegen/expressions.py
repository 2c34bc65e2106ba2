"""Write expressions and conditions as Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stele.compiler.codegen.draft import ModuleDraft, NotYet
from stele.compiler.codegen.effect_rows import draws_strength_down
from stele.compiler.codegen.places import (
    cards_at,
    is_leading,
)
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Seat, Who

SEAT = {
    Seat.ME: "me",
    Seat.LEFT: "row[me + LEFT]",
    Seat.RIGHT: "row[me + RIGHT]",
    Seat.THEY: "they",
    Seat.RIVAL: "rival",
    Seat.CONTEXT: "context_seat(t, row)",
    Seat.OWNER: "owner_seat(t, row)",
}
WHO = {
    Who.ME: "one(me)",
    Who.LEFT: "beside(t, row, row[me + LEFT])",
    Who.RIGHT: "beside(t, row, row[me + RIGHT])",
    Who.NEIGHBOURS: "neighbours(t, row, me)",
    Who.OTHERS: "others(t, row, me)",
    Who.EVERYONE: "everyone(t, row, me)",
    Who.PARTNER: "partners(row, me)",
    Who.CONTEXT: "one(context_seat(t, row))",
    Who.VICTOR: "one(victor(t, row))",
    Who.LOSER: "one(loser(t, row))",
    Who.OWNER: "one(owner_seat(t, row))",
    Who.AROUND: "around(t, row, me)",
    Who.AROUND_LEFT: "together(one(me), beside(t, row, row[me + LEFT]))",
    Who.AROUND_RIGHT: "together(one(me), beside(t, row, row[me + RIGHT]))",
}


SEVERAL = (Who.OTHERS, Who.EVERYONE)  # in the order of their numbers
SHARING = "sharing"  # those among whom something is shared
CONTEXT_MANY = "context_many(row)"


def relative(who: Who, subject: str) -> str:
    """Return seats seen from somebody: `you` is always the owner."""
    return WHO[who] if who is Who.ME else re.sub(r"\bme\b", subject, WHO[who])


class Expressions:
    """Writes expressions; what needs a loop stands in lines before."""

    def __init__(self, draft: ModuleDraft, row: str = "row") -> None:
        self.draft = draft
        self.row = row  # what is read: the row, or how it was before anything of a batch happened
        self.many = CONTEXT_MANY  # how many were done before
        self.before: list[str] = []
        self.names = 0

    def after(self, line: str) -> list[str]:
        """Return a line behind all that has to stand before it."""
        found, self.before = [*self.before, line], []
        return found

    def text(self, expr: ir.Expr) -> str:
        """Return an expression as Python."""
        match expr:
            case ir.Const(number):
                return str(number)
            case ir.Count(lane, seat):
                return f"count(t, {self.row}, {self.seat(seat)}, {lane})"
            case ir.Shown(lane, Seat.THEY | Seat.RIVAL as seat):
                return f"shown_to(t, {self.row}, me, {SEAT[seat]}, {lane})"
            case ir.Shown(lane, seat):
                return f"shown(t, {self.row}, {self.seat(seat)}, {lane})"
            case ir.CardsAt(cards=cards) if cards.sifts:
                found = cards_at(expr, self.draft.cards(cards), self.row, "printed_at")
                return f"len({self.draft.told_apart(cards, found, 'EMPTY', self.row)})"
            case ir.CardsAt(cards=cards):
                return cards_at(expr, self.draft.cards(cards), self.row)
            case ir.ShieldsOf(seat, seat_sees):
                program = self.draft.program
                is_plain = not any(strong.against == "" for strong in nodes(program.held, ir.Strength))
                if is_plain and not draws_strength_down(program):
                    return self.text(seat_sees)
                return f"shields(t, {self.row}, me, {self.seat(seat)}, SHIELDS)"
            case ir.CoinsOf(seat):
                return f"{self.row}[{self.seat(seat)} + COINS]"
            case ir.TokensOf(token, seat):
                return f"{self.row}[{self.seat(seat)} + TOKEN_{constant(token)}]"
            case ir.StandsAt(position, seat):
                whose = "" if seat is None else f"{self.seat(seat)} + "
                return f"{self.row}[{whose}AT_{constant(position)}]"
            case ir.AgeNow():
                return f"{self.row}[AGE]"
            case ir.TurnNow():
                return f"({self.row}[TURN] + 1)"
            case ir.Produced(good, seat):
                what = f"RESOURCE_{constant(good)}" if good else "-1"
                return f"units_made(t, {self.row}, {self.seat(seat)}, {what})"
            case ir.PointsOf(line, seat, is_printed):
                on = f"LINE_{constant(line)}" if line else "-1"
                return f"points_on(t, {self.row}, {self.seat(seat)}, {on}, {is_printed!r})"
            case ir.PlayersNow():
                return f"(row[PLAYERS] - {int(self.draft.program.guest is not None)})"
            case ir.Sum(parts):
                return " + ".join(self.inner(part) for part in parts) or "0"
            case ir.Least(parts):
                return self.nested("min", parts)
            case ir.Greatest(parts):
                return f"max({self.nested('max', parts)}, 0)"
            case ir.Distinct(parts):
                return " + ".join(f"min({self.text(part)}, 1)" for part in parts) or "0"
            case ir.Times(number, part):
                return f"{number} * {self.inner(part)}"
            case ir.Over(part, divisor):
                return f"{self.inner(part)} // {divisor}"
            case ir.Squared(part):
                return f"{self.inner(part)} * {self.inner(part)}"
            case ir.CardsIn(zone, cards, seat):
                where = "" if seat is None else f"{self.seat(seat)} + "
                if cards.sifts:
                    places = f"one({where}ZONE_{constant(zone)})"
                    found = f"printed_in(t, {self.row}, {places}, {self.draft.cards(cards)})"
                    return f"len({self.draft.told_apart(cards, found, places, self.row)})"
                is_pile = any(one.id == zone and one.is_sequence for one in self.draft.program.zones)
                counted = "cards_in_pile" if is_pile else "cards_in"
                return f"{counted}(t, {self.row}, {where}ZONE_{constant(zone)}, {self.draft.cards(cards)})"
            case ir.CoinsOnCards(zone, cards, seat):
                places = f"one({self.seat(seat)} + ZONE_{constant(zone)})"
                found = f"printed_in(t, {self.row}, {places}, {self.draft.cards(cards)})"
                told = self.draft.told_apart(cards, found, places, self.row)
                return f"coins_on(t, {self.row}, {self.seat(seat)}, {told})"
            case ir.Capped(part, most):
                return f"{'min' if most >= 0 else 'max'}({self.text(part)}, {most})"
            case ir.Scaled(part, steps):
                return self.scaled(part, steps)
            case ir.ThatMany():
                return self.many
            case ir.SharedOut(part):
                return f"{self.inner(part)} // len({SHARING})"
            case ir.SumOver(who, part):
                return self.summed(who, part)
            case ir.IfTrue(tests, part):
                return f"({self.inner(part)} if {self.tests(tests)} else 0)"
            case _:
                raise NotYet(type(expr).__name__)

    def amount(self, expr: ir.Expr) -> str:
        """Return what is gained as Python: what grows with what one has stays within a cell."""
        text = self.text(expr)
        grows = nodes_of(expr, ir.CoinsOf, ir.TokensOf) or nodes(expr, ir.PointsOf)
        return f"min({text}, MOST_GAINED)" if grows else text

    def seat(self, seat: Seat) -> str:
        """Return a seat."""
        return SEAT[seat] if self.row == "row" else SEAT[seat].replace("row[", f"{self.row}[")

    def summed(self, who: Who, part: ir.Expr) -> str:
        """Return the name of a sum over several seats. Each of them has a name of its own, since
        the sum may stand where somebody else is `they`.
        """
        self.names += 1
        name = f"sum_{self.names}"
        inside = self.inside()
        text = inside.text(part)
        self.before += [f"{name}: i64 = 0", f"for each in {WHO[who]}:"]
        added = (*inside.before, f"{name} += {text}")
        self.before += ["    " + re.sub(r"\bthey\b", "each", line) for line in added]
        return name

    def scaled(self, part: ir.Expr, steps: tuple[tuple[int, int], ...]) -> str:
        """Return the name of the number beside the last step that is reached."""
        self.names += 1
        reached, name = f"reached_{self.names}", f"scaled_{self.names}"
        text = self.text(part)
        self.before += [f"{reached}: i64 = {text}", f"{name}: i64 = 0"]
        for step, number in sorted(steps):
            self.before += [f"if {reached} >= {step}:", f"    {name} = {number}"]
        return name

    def of_seats(self, test: ir.OfSeats) -> str:
        """Return the name of what is true of each, or of any, of several seats."""
        self.names += 1
        name, each = f"holds_{self.names}", SEAT[test.seat]
        inside = self.inside()
        text = inside.tests(test.tests)
        if test.apart is not None:
            text = f"{each} == {self.seat(test.apart)} {'or' if test.is_every else 'and not'} {text}"
        found = f"if {'not ' if test.is_every else ''}({text}):"
        among = f"players_among(t, row, {relative(test.who, self.seat(test.of))})"
        self.before += [f"{name} = {test.is_every!r}", f"for {each} in {among}:"]
        self.before += [f"    {line}" for line in (*inside.before, found, f"    {name} = {(not test.is_every)!r}")]
        return name

    def inside(self) -> Expressions:
        """Return a writer for what stands inside a loop."""
        inside = Expressions(self.draft, self.row)
        inside.names, inside.many = 10 * self.names, self.many
        return inside

    def whom(self, who: ir.Whom, subject: str = "me") -> str:
        """Return those whom an act is about, seen from somebody; what tells them stands before."""
        if isinstance(who, Who):
            return self.ordered(relative(who, subject)) if who in SEVERAL else relative(who, subject)
        self.names += 1
        name, inside = f"meant_{self.names}", self.inside()
        text = inside.tests(who.tests)
        among = relative(who.among, subject)
        among = f"players_among(t, row, {among})" if who.is_compared else among
        noted = [f"if {text}:", f"    {name} |= t.bits[row[they + NUMBER]]"]
        self.before += [f"{name}: i64 = 0", f"for they in {among}:"]
        self.before += [f"    {line}" for line in (*inside.before, *noted)]
        return self.ordered(f"seats_in(t, row, {name})")

    def ordered(self, seats: str) -> str:
        """Return seats as one goes after the other, if there is a first player."""
        return f"in_order(t, {self.row}, {seats})" if self.draft.has_first else seats

    def tests(self, listed: tuple[ir.Test, ...]) -> str:
        """Return conditions as Python."""
        return " and ".join(self.test(one) for one in listed)

    def test(self, one: ir.Test) -> str:
        """Return one condition as Python."""
        match one:
            case ir.AtLeast(number, expr, is_negated):
                return f"{self.inner(expr)} {'<' if is_negated else '>='} {number}"
            case ir.Compare(left, sign, right):
                return f"{self.inner(left)} {sign} {self.inner(right)}"
            case ir.OfSeats():
                return self.of_seats(one)
            case ir.AnyOf(parts):
                return f"({' or '.join(f'({self.tests(part)})' for part in parts)})"
            case ir.Opposite(tests):
                return f"not ({self.tests(tests)})"
            case ir.InAge(age, is_negated):
                return f"{self.row}[AGE] {'!=' if is_negated else '=='} {age}"
            case ir.CardIs(cards):
                return f"is_of_event(t, row, {self.draft.cards(cards)})"
            case ir.HasDone(deed, seat):
                return f"has_done(t, {self.row}, {self.seat(seat)}, {self.draft.deed(deed)})"
            case ir.LiesUnder(stage, cards):
                return f"lies_under(t, {self.row}, me, {stage}, {self.draft.cards(cards)})"
            case ir.IsLeading():
                return is_leading(one, self.row)
            case _:
                raise NotYet(type(one).__name__)

    def nested(self, function: str, parts: Sequence[ir.Expr]) -> str:
        """Return the least or greatest of several, two at a time."""
        found = self.text(parts[0])
        for part in parts[1:]:
            found = f"{function}({found}, {self.text(part)})"
        return found

    def inner(self, expr: ir.Expr) -> str:
        """Return an expression that stands inside another one."""
        text = self.text(expr)
        return f"({text})" if isinstance(expr, (ir.Sum, ir.Distinct, ir.Times, ir.Over, ir.Squared)) else text
