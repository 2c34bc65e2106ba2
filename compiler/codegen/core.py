"""Write a program for the new core: functions over `(t, row)`, all numbers within 63 bits.

It covers what the core plays so far; `NotYet` names the first thing that it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from stele.compiler.codegen.emit import by_players
from stele.compiler.codegen.tables import constant_coins, place, tables
from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import Seat, constant
from stele.runtime.core.cells import LANE_BITS, LANES, SEAT_CELLS, TABLE_CELLS, WORD, WORD_CARDS

HEADER = '''# Compiled by stele from {folders}. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of {names}: tables and plain functions over a row of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import AGE, COINS, END, FRAMES, LEFT, RIGHT, TURN, count
from stele.runtime.core.scoring import seat_bit
from stele.runtime.core.tables import Core
from stele.runtime.core.turn import (
    ask_all,
    ask_last,
    build_free,
    carry_out,
    clear,
    deal,
    fight,
    hand_on,
    settle,
    start_age,
    zone_options,
)
if TYPE_CHECKING:
    from mypy_extensions import i64
    from stele.runtime.core.cells import Row
'''


# The tables are data: they are written behind the functions, or, where those are compiled, beside
# them.
TABLES = """from stele.runtime.core.derive import Layout, derived
from stele.runtime.ruleset import (
    FREE,
    Action,
    Addition,
    Card,
    CopyAtEnd,
    Cost,
    Deck,
    Effects,
    Late,
    Line,
    Made,
    Offer,
    Permit,
    Play,
    Scoring,
    Side,
    Stage,
    Tables,
    Token,
    Zone,
)
"""


class NotYet(Exception):
    """Something that the core does not play yet."""


def emit_core(program: ir.Program) -> tuple[str, str]:
    """Return the functions of a module and its tables, which follow them or import them."""
    emission = Emission(program)
    functions = "\n".join(emission.functions())
    return functions + "\n", "\n".join(emission.tables()) + "\n"


class Emission:
    """Writes one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        if program.guest or program.partners or program.riders or program.places or program.supplies:
            raise NotYet("guests, partners, riders, shared places and supplies")
        for held in program.held:
            if not isinstance(held.standing, ir.Permit):
                raise NotYet(f"{held.text}: {type(held.standing).__name__}")
        self.first, self.words = card_codes(program)
        folded = {one for action in program.actions for one in action.once if constant_coins(one)}
        one_shots = [one for one in dict.fromkeys(nodes(program, ir.OneShot)) if one not in folded]
        self.acts = [one for one in one_shots if len(one.segments) == 1]
        self.lates = [one for one in one_shots if len(one.segments) > 1]
        self.points = [one for one in nodes(program, ir.Points) if not isinstance(one.points, ir.Const)]
        self.copies = list(nodes(program, ir.CopyAtEnd))

    def functions(self) -> Iterator[str]:
        """Yield layout and functions line by line."""
        program = self.program
        folders = ", ".join(f"content/{id}" for id in program.expansions)
        yield HEADER.format(folders=folders, names=" + ".join(program.expansions))
        yield from self.layout()
        yield ""
        yield "# --- effects: one function for each clause that has to be worked out during play"
        for one in self.acts:
            yield from self.function(one.name, "me: i64", "None", one.text, one.span, self.operations(one, 0))
        for one in self.lates:
            ask, then = self.operations(one, 0), self.operations(one, 1)
            yield from self.function(f"{one.name}_ask", "out: Row, me: i64", "i64", one.text, one.span, ask)
            yield from self.function(f"{one.name}_then", "me: i64, option: i64", "None", one.text, one.span, then)
        for scored in self.points:
            value = [f"return {expression(scored.points)}"]
            yield from self.function(scored.name, "me: i64", "i64", scored.text, scored.span, value)
        for copy in self.copies:
            value = [f"return {' | '.join(f'seat_bit(t, row, {SEAT[seat]})' for seat in copy.cities)}"]
            yield from self.function(copy.name, "me: i64", "i64", copy.text, copy.span, value)
        yield ""
        yield ""
        yield "# --- flow: one function for each step; it returns the next one"
        for number, step in enumerate(program.steps):
            words = (type(step.act).__doc__ or "").strip()
            yield from self.function(f"step_{step.name}", "", "i64", words, step.span, self.step(number))
        yield ""
        yield ""
        yield from self.rules()

    def function(
        self, name: str, arguments: str, result: str, text: str, span: Span, body: Sequence[str]
    ) -> Iterator[str]:
        """Yield a function over the tables and the row."""
        yield ""
        yield ""
        yield f"def {name}(t: Core, row: Row{', ' if arguments else ''}{arguments}) -> {result}:"
        yield f"    {text!r}"
        yield f"    # {place(span)}"
        yield from (f"    {line}" for line in body)

    # --- layout -----------------------------------------------------------------------------------

    def layout(self) -> Iterator[str]:
        """Yield the constants: the only part that shifts when something is added."""
        program, words = self.program, self.words
        yield "# --- layout: numbers of cells, lanes and things; only this part shifts when something is added"
        yield ""
        cell = TABLE_CELLS + program.most_frames
        for zone in program.zones:
            if not zone.of_seat and not zone.deck:
                yield f"ZONE_{constant(zone.id)}: Final = {cell}"
                cell += words
        yield f"DECKS: Final = {cell}"
        for number, deck in enumerate(program.decks):
            for zone in program.zones:
                if zone.deck == deck.id:
                    yield f"ZONE_{constant(zone.id)}: Final = {cell + number * words}"
        cell += len(program.decks) * words
        yield f"TABLE_CELLS: Final = {cell}"
        yield ""
        cell = SEAT_CELLS
        slots = max((len(side.stages) for side in program.sides), default=0)
        lanes = [*program.colours, *program.symbols, "stages", "shields", *program.held]
        tally_words = -(-len(lanes) // LANES)
        seat_zones = [(f"ZONE_{constant(z.id)}", slots if z.is_sequence else words) for z in program.zones if z.of_seat]
        sizes = [
            ("TALLY", tally_words),
            ("USES", tally_words),
            *seat_zones,
            ("BLOCKED", words),
            ("CHAINED", words),
            *((f"TOKEN_{constant(token.id)}", 1) for token in program.tokens),
            ("OWN", self.pieces()),
            ("PRICES", 2 * len(program.price_classes)),
            ("SALE", self.pieces()),
            ("JOINT", 3 * self.pieces()),
        ]
        for (name, _), start in zip(sizes, accumulate((size for _, size in sizes), initial=cell), strict=False):
            yield f"{name}: Final = {start}"
        yield f"SEAT_CELLS: Final = {cell + sum(size for _, size in sizes)}"
        yield ""
        lane_names = [
            *(f"COLOUR_{constant(id)}" for id in program.colours),
            *(f"SYMBOL_{constant(id)}" for id in program.symbols),
            "STAGES_BUILT",
            "SHIELDS",
            *(held.lane for held in program.held),
        ]
        for number, name in enumerate(lane_names):
            yield f"{name}: Final = {number // LANES << WORD | number % LANES * LANE_BITS}"
        for prefix, ids in (
            ("RESOURCE", program.resources),
            ("DECK", tuple(deck.id for deck in program.decks)),
            ("LINE", tuple(line.id for line in program.lines)),
            ("ACTION", tuple(action.id for action in program.actions)),
            ("PLAY", tuple(play.id for play in program.plays)),
            ("STEP", tuple(step.name for step in program.steps)),
            ("T", tuple(token.id for token in program.tokens)),
            ("C", program.colours),
            ("S", program.symbols),
            ("Z", tuple(zone.id for zone in program.zones)),
        ):
            yield ""
            yield from (f"{prefix}_{constant(id)}: Final = {number}" for number, id in enumerate(ids))
        yield ""
        self.slots, self.tally_words = slots, tally_words

    def pieces(self) -> int:
        """Return how many cells what is produced takes."""
        costs = [card.cost for card in self.program.cards]
        costs += [cost for side in self.program.sides for cost, _ in side.stages]
        total = 0
        for goods in self.program.parts:
            largest = max([sum(n for good, n in cost.goods if good in goods) for cost in costs] + [1])
            lanes = 62 // (largest.bit_length() + 1)
            total += -(-((1 << len(goods)) - 1) // lanes)
        return total

    # --- effects ----------------------------------------------------------------------------------

    def operations(self, one: ir.OneShot, segment: int) -> list[str]:
        """Return the lines of one segment of a clause."""
        if one.tests:
            raise NotYet(f"{one.text}: a condition")
        found: list[str] = []
        for op in one.segments[segment].ops:
            match op:
                case ir.Gain(ir.Who.ME, coins):
                    found.append(f"row[me + COINS] += {expression(coins)}")
                case ir.Choose(zone, ()):
                    found.append(f"return zone_options(t, row, out, me, {self.zone(zone)})")
                case ir.LayChosen(zone):
                    found.append(f"build_free(t, row, me, {self.zone(zone)}, option)")
                case _:
                    raise NotYet(f"{one.text}: {type(op).__name__}")
        return found

    def zone(self, id: str) -> str:
        """Return the first cell of a zone."""
        zone = next(zone for zone in self.program.zones if zone.id == id)
        return f"{'me + ' if zone.of_seat else ''}ZONE_{constant(id)}"

    # --- flow -------------------------------------------------------------------------------------

    def step(self, number: int) -> list[str]:
        """Return the lines of one step."""
        program = self.program
        step = program.steps[number]
        here, following = f"STEP_{constant(step.name)}", self.goes_on(number + 1)
        go_on = f"return {following}"
        match step.act:
            case acts.StartAge():
                return ["start_age(t, row)", go_on]
            case acts.DealCards(decks, cards, zone):
                deck = by_age([f"DECK_{constant(deck)}" for deck in decks])
                return [*deck, f"deal(t, row, chosen, {self.by_players(cards)}, ZONE_{constant(zone)})", go_on]
            case acts.FirstTurn():
                return ["row[TURN] = 0", go_on]
            case acts.AskAll(play):
                return [f"ask_all(t, row, PLAY_{constant(play)})", go_on]
            case acts.CarryOut(play):
                return [f"carry_out(t, row, PLAY_{constant(play)})", go_on]
            case acts.AskLast(_, zone, turns):
                passed = self.goes_on(number + 2)
                test = f"row[TURN] + 1 != {self.by_players(turns)} or not ask_last(t, row, ZONE_{constant(zone)})"
                return [f"if {test}:", f"    return {passed}", go_on]
            case acts.ClearZone(zone, to, only, (), ()):
                moved = f"clear(t, row, {self.played(zone)}, ZONE_{constant(to)})"
                if only is None:
                    return [moved, go_on]
                return [f"if row[TURN] + 1 == {self.by_players(only)}:", f"    {moved}", go_on]
            case acts.SettleLate():
                return ["if not row[FRAMES]:", f"    {go_on}", "settle(t, row)", f"return {here}"]
            case acts.HandOn(zone, sides, unless):
                chosen = by_age([repr(side) for side in sides])
                handed = [*chosen, f"hand_on(t, row, {self.played(zone)}, chosen)", go_on]
                if unless is not None:
                    return [f"if row[TURN] + 1 == {self.by_players(unless)}:", f"    {go_on}", *handed]
                return handed
            case acts.NextTurn(turns, back):
                return [
                    "row[TURN] += 1",
                    f"return {self.goes_on(back)} if row[TURN] < {self.by_players(turns)} else {following}",
                ]
            case acts.Fight(win, lose, 1, _):
                tokens = [f"TOKEN_{constant(token)}" for token in win], [f"TOKEN_{constant(token)}" for token in lose]
                won, lost = by_age(tokens[0], "won"), by_age(tokens[1], "lost")
                return [*won, *lost, "fight(t, row, SHIELDS, won, lost)", go_on]
            case acts.NextAge(ages, back):
                return [f"return STEP_{constant(program.steps[back].name)} if row[AGE] < {ages} else {following}"]
            case _:
                raise NotYet(type(step.act).__doc__ or type(step.act).__name__)

    def played(self, zone: str) -> str:
        """Return the play step in which the cards of a zone are played."""
        found = next((play for play in self.program.plays if play.zone == zone), None)
        if found is None:
            raise NotYet("a zone from which nothing is played")
        return f"PLAY_{constant(found.id)}"

    def goes_on(self, number: int) -> str:
        """Return how a step goes on: at once with the next one, or, if that waits for decisions, by
        its number.
        """
        if number >= len(self.program.steps):
            return "END"
        step = self.program.steps[number]
        if isinstance(step.act, (acts.CarryOut, acts.StartAge)):  # where seats are asked, and where an age begins
            return f"STEP_{constant(step.name)}"
        return f"step_{step.name}(t, row)"

    def by_players(self, numbers: acts.ByPlayers) -> str:
        """Return a number that does not depend on how many play."""
        text = by_players(numbers)
        if not text.isdigit():
            raise NotYet("numbers by players")
        return text

    # --- what the tables and functions become -----------------------------------------------------

    def rules(self) -> Iterator[str]:
        """Yield the class that brings tables and functions together."""
        yield "class Rules(Core):"
        yield '    """The functions of this module by their numbers."""'
        late_asks, late_thens = [f"{one.name}_ask" for one in self.lates], [f"{one.name}_then" for one in self.lates]
        yield from dispatch("step", "number: i64", "i64", "", [f"step_{step.name}" for step in self.program.steps])
        yield from dispatch("happen", "me: i64, number: i64", "None", "me", [one.name for one in self.acts])
        yield from dispatch("points", "me: i64, number: i64", "i64", "me", [one.name for one in self.points])
        yield from dispatch("cities", "me: i64, number: i64", "i64", "me", [one.name for one in self.copies])
        yield from dispatch("ask", "out: Row, me: i64, number: i64", "i64", "out, me", late_asks)
        yield from dispatch("then", "me: i64, number: i64, option: i64", "None", "me, option", late_thens)

    def tables(self) -> Iterator[str]:
        """Yield the tables line by line."""
        yield TABLES
        yield from tables(self.program)
        yield ""
        yield f"FIRST = {self.first!r}"
        yield "RULES = Rules()"
        yield "START, ASKS = derived("
        yield "    RULES,"
        yield "    TABLES,"
        yield "    Layout("
        late_asks = [f"{one.name}_ask" for one in self.lates]
        yield f"        words={self.words},"
        yield "        first=FIRST,"
        yield f"        hands={self.hands()!r},"
        yield "        blocked=BLOCKED,"
        yield "        chained=CHAINED,"
        yield "        tally=TALLY,"
        yield f"        tally_words={self.tally_words},"
        yield "        uses=USES,"
        yield f"        slots={self.slots},"
        for key, listed in (("acts", self.acts), ("points", self.points), ("cities", self.copies)):
            yield f"        {key}=[{', '.join(one.name for one in listed)}],"
        yield f"        late=[{', '.join(late_asks)}],"
        yield "    ),"
        yield ")"

    def hands(self) -> list[list[list[int]]]:
        """Return, by play step and age, the words that may lie in its zone: those of the decks that
        are dealt there, with what is mixed into them.
        """
        program = self.program
        word_of = {
            card.deck: {
                first >> WORD for c, first in zip(program.cards, self.first, strict=True) if c.deck == card.deck
            }
            for card in program.cards
        }
        for deck in program.decks:
            for source, _ in deck.adds:
                word_of[deck.id] = word_of[deck.id] | word_of[source]
        found = []
        for play in program.plays:
            by_age = [list(range(self.words))]
            for age in range(program.ages):
                dealt = [
                    s.act.decks[age]
                    for s in program.steps
                    if isinstance(s.act, acts.DealCards) and s.act.zone == play.zone
                ]
                by_age.append(sorted({word for deck in dealt for word in word_of[deck]}))
            found.append(by_age)
        return found


def card_codes(program: ir.Program) -> tuple[list[int], int]:
    """Return the code of the first copy of each card, and the number of words: decks that are mixed
    lie in one word if they fit.
    """
    groups: list[list[str]] = []
    for deck in program.decks:
        joined = [deck.id, *(source for source, _ in deck.adds)]
        others = [group for group in groups if set(group) & set(joined)]
        groups = [group for group in groups if group not in others]
        groups.append(list(dict.fromkeys([*(id for group in others for id in group), *joined])))
    codes: dict[int, int] = {}
    word, place = -1, WORD_CARDS
    for group in groups:
        place = WORD_CARDS  # each group begins a word
        for number, card in enumerate(program.cards):
            if card.deck in group:
                copies = max(1, len(card.players))
                if place + copies > WORD_CARDS:
                    word, place = word + 1, 0
                codes[number] = word << WORD | place
                place += copies
    return [codes[number] for number in range(len(program.cards))], word + 1


def by_age(values: list[str], name: str = "chosen") -> list[str]:
    """Return the lines that choose a value by the age."""
    if len(set(values)) == 1:
        return [f"{name} = {values[0]}"]
    lines = [f"{name} = {values[-1]}"]
    for age, value in enumerate(values[:-1], 1):
        if value != values[-1]:
            lines += [f"if row[AGE] == {age}:", f"    {name} = {value}"]
    return lines


def dispatch(name: str, arguments: str, result: str, passed: str, functions: list[str]) -> Iterator[str]:
    """Yield a method that calls one of some functions by its number, in few comparisons."""
    yield ""
    yield f"    def {name}(self, row: Row, {arguments}) -> {result}:"
    call = f"(self, row{', ' if passed else ''}{passed})"
    yield from tree(functions, 0, call, "        ", result)


def tree(functions: list[str], first: int, call: str, indent: str, result: str) -> Iterator[str]:
    """Yield comparisons that halve what is left."""
    if not functions:
        yield f"{indent}raise NotImplementedError"
    elif len(functions) == 1:
        yield f"{indent}{'' if result == 'None' else 'return '}{functions[0]}{call}"
    else:
        half = len(functions) // 2
        yield f"{indent}if number < {first + half}:"
        yield from tree(functions[:half], first, call, indent + "    ", result)
        yield f"{indent}else:"
        yield from tree(functions[half:], first + half, call, indent + "    ", result)


SEAT = {Seat.ME: "me", Seat.LEFT: "row[me + LEFT]", Seat.RIGHT: "row[me + RIGHT]"}


def expression(expr: ir.Expr) -> str:
    """Return an expression as Python."""
    match expr:
        case ir.Const(number):
            return str(number)
        case ir.Count(lane, seat):
            return f"count(t, row, {SEAT[seat]}, {lane})"
        case ir.CoinsOf(seat):
            return f"row[{SEAT[seat]} + COINS]"
        case ir.TokensOf(token, seat):
            return f"row[{SEAT[seat]} + TOKEN_{constant(token)}]"
        case ir.Sum(parts):
            return " + ".join(inner(part) for part in parts)
        case ir.Least(parts):
            return nested("min", parts)
        case ir.Greatest(parts):
            return nested("max", parts)
        case ir.Times(number, part):
            return f"{number} * {inner(part)}"
        case ir.Over(part, divisor):
            return f"{inner(part)} // {divisor}"
        case ir.Squared(part):
            return f"{inner(part)} * {inner(part)}"
        case _:
            raise NotYet(type(expr).__name__)


def nested(function: str, parts: Sequence[ir.Expr]) -> str:
    """Return the least or greatest of several, two at a time."""
    found = expression(parts[0])
    for part in parts[1:]:
        found = f"{function}({found}, {expression(part)})"
    return found


def inner(expr: ir.Expr) -> str:
    """Return an expression that stands inside another one."""
    text = expression(expr)
    return f"({text})" if isinstance(expr, (ir.Sum, ir.Times, ir.Over, ir.Squared)) else text
