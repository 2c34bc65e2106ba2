"""Write a program for the new core: functions over `(t, row)`, all numbers within 63 bits.

It covers what the core plays so far; `NotYet` names the first thing that it does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from stele.compiler.codegen.core_places import (
    asks_last_of,
    cards_at,
    is_leading,
    place_act,
    place_sizes,
    turning,
    turning_lines,
)
from stele.compiler.codegen.tables import constant_coins, duties, hosts, names, place, sells_by_side, tables
from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import Seat, constant
from stele.runtime.derive.core import EVENTS
from stele.runtime.effects.events import TO_A_CELL as REACTORS_TO_A_CELL
from stele.runtime.state.cells import LANE_BITS, LANES, POINTS, SEAT_CELLS, TABLE_CELLS, WORD, WORD_CARDS

COMPILED = "# Compiled by stele from "  # the beginning of every module
HEADER = (
    COMPILED
    + '''{folders}. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of {names}: tables and plain functions over a row of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

{imports}
if TYPE_CHECKING:
    from mypy_extensions import i64
    from stele.runtime.state.cells import Row
'''
)

# All that emitted code may call, by the module of `stele.runtime` it comes from; a module imports
# what it uses of it.
PRIMITIVES = {
    "table.boards": ("board_options", "draw_boards", "take_board"),
    "state.cells": (
        "AGE",
        "COINS",
        "END",
        "FRAMES",
        "LEFT",
        "MOST_GAINED",
        "PLAYERS",
        "PURSE",
        "RIGHT",
        "TURN",
        "count",
        "shown",
        "shown_to",
    ),
    "effects.choosing": (
        *(
            "build_anywhere",
            "options_anywhere",
            "build_free",
            "cards_in",
            "copy",
            "copy_options",
            "effect_options",
            "play_priced",
        ),
        *("priced_options", "settle", "zone_options"),
    ),
    "effects.entering": ("suspend",),
    "effects.losses": ("owe", "settle_losses"),
    "effects.events": ("gain", "gain_tokens", "lose_tokens", "raise_moment"),
    "turn.guest": ("ask_guest", "ask_players", "carry_out_with_guest", "draw_for_guest"),
    "table.piles": ("deal", "draw", "lay_out"),
    "table.places": ("cards_at", "is_leading", "turn_board", "turn_options"),
    "effects.scoring": ("seat_bit",),
    "table.seats": ("everyone", "neighbours", "one", "others", "player_options", "seat_options"),
    "table.sharing": ("ask_last_of", "lay_boards", "settle_places"),
    "table.supplies": ("settle_demands", "settle_supplies"),
    "effects.strength": ("shields",),
    "effects.swaps": (
        *("begin_duties", "fulfil", "give_used_card", "hand_over", "has_left", "marker_options", "oblige"),
        *("put_coins", "sit_there", "swap_cards", "swap_options", "swap_zones", "them_options", "zone_cards"),
    ),
    "state.tables": ("Core",),
    "turn.conflict": ("fight",),
    "turn.steps": ("ask_all", "ask_last", "carry_out", "clear", "hand_on", "start_age"),
    "effects.windows": ("open_windows",),
}
# The tables are data: they are written behind the functions, or, where those are compiled, beside
# them.
DECLARATIONS = {
    "derive.core": ("Layout", "derived"),
    "game": ("Rules",),
    "ruleset": (
        *("FREE", "Action", "Addition", "Bonus", "Card", "Change", "CopyAtEnd", "Cost", "Deck", "Demand", "Effects"),
        *("FarOffer", "Guest", "Instead", "Late", "Limits", "Line", "Made", "MadeThat", "MoreCards", "Offer", "Permit"),
        *(
            "PlaceSide",
            "Play",
            "Rebate",
            "Request",
            "Rider",
            "Scoring",
            "SharedPlace",
            "Side",
            "Stage",
            "Strength",
            "Supply",
            "Tables",
        ),
        *("Token", "Trigger", "Ware", "Window", "Zone"),
    ),
}


def imports(known: Mapping[str, tuple[str, ...]], text: str) -> str:
    """Return the imports of all known names that a text uses."""
    words = set(re.findall(r"\w+", re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|#.*", "", text)))
    lines = []
    for module, listed in known.items():
        if used := [name for name in listed if name in words]:
            line = f"from stele.runtime.{module} import {', '.join(used)}"
            if len(line) > 118:
                line = "\n".join([f"from stele.runtime.{module} import (", *(f"    {name}," for name in used), ")"])
            lines.append(line)
    return "\n".join(lines) + "\n"


class NotYet(Exception):
    """Something that the core does not play yet."""


def emit_core(program: ir.Program) -> tuple[str, str]:
    """Return the functions of a module and its tables, which follow them or import them."""
    emission = Emission(program)
    functions = "\n".join(emission.with_places(emission.functions()))
    data = "\n".join(emission.tables())
    data = re.sub(r"\b[a-z_]\w*\b", lambda word: emission.shared.get(word[0], word[0]), data)
    folders = ", ".join(f"content/{id}" for id in program.expansions)
    names = " + ".join(program.expansions)
    header = HEADER.format(folders=folders, names=names, imports=imports(PRIMITIVES, functions))
    return f"{header}\n{functions}\n", f"{imports(DECLARATIONS, data)}\n{data}\n"


class Emission:
    """Writes one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.first, self.words = card_codes(program)
        self.written: dict[tuple[str, ...], str] = {}
        self.places: dict[str, list[str]] = {}  # by function: where what it means is written
        self.shared: dict[str, str] = {}  # by the name of a clause the function that it shares
        self.sets: dict[tuple[tuple[str, ...], int], int] = {}  # colours and age that clauses name
        self.spared: list[tuple[tuple[str, str, int], ...]] = []
        folded = {one for action in program.actions for one in action.once if constant_coins(one)}
        one_shots = [one for one in dict.fromkeys(nodes(program, ir.OneShot)) if one not in folded]
        self.suspended: list[str] = []  # parts of clauses that other parts suspend
        self.acts = [one for one in one_shots if len(one.segments) == 1]
        self.lates = [one for one in one_shots if len(one.segments) > 1]
        self.points = [one for one in nodes(program, ir.Points) if not isinstance(one.points, ir.Const)]
        self.strengths = [held for held in program.held if isinstance(held.standing, ir.Strength)]
        self.copies = nodes_of(program, ir.CopyAtEnd, ir.Mask)
        self.has_copies = bool(list(nodes(program, ir.CopyChosen)) or program.supplies)
        self.choices = self.choice_codes()

    def with_places(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield lines with the places of each function, which are known when all are written."""
        for line in list(lines):
            if line.startswith(PLACES_OF):
                yield from (f"    # {here}" for here in self.places[line.removeprefix(PLACES_OF)])
            else:
                yield line

    def functions(self) -> Iterator[str]:
        """Yield layout and functions line by line."""
        body = list(self.bodies())
        yield from self.layout()
        suspended = [self.shared.get(f"{part}_ask", f"{part}_ask") for part in self.suspended]
        lates = self.late_names("ask")
        for part, ask in sorted(set(zip(self.suspended, suspended, strict=True))):
            yield f"LATE_{constant(part)}: Final = {lates.index(ask)}"
        yield from body

    def bodies(self) -> Iterator[str]:
        """Yield functions line by line."""
        program = self.program
        yield ""
        yield "# --- effects: one function for each clause that has to be worked out during play"
        for one in self.acts:
            yield from self.function(one.name, "seen: Row, me: i64", "i64", one.text, one.span, self.operations(one, 0))
        for one in self.lates:
            ask, then = self.operations(one, 0), self.operations(one, 1)
            yield from self.late_functions(one, ask, then)
        for shared in program.places:
            yield from self.turning(shared)
        for loss in self.program.losses:
            value = self.value(loss.coins)
            yield from self.function(loss.name, "me: i64, they: i64", "i64", loss.text, loss.span, value)
        for held in self.strengths:
            assert isinstance(held.standing, ir.Strength)
            value = self.value(held.standing.shields)
            yield from self.function(held.standing.name, "me: i64", "i64", held.text, held.span, value)
        for scored in self.points:
            value = self.value(scored.points)
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

    def late_functions(self, one: ir.OneShot, ask: list[str], then: list[str]) -> Iterator[str]:
        """Yield both functions of a clause with a decision, unless another one means the same."""
        key = (one.text, *ask, *then)
        if key in self.written:
            for end in ENDS:
                self.share(f"{one.name}_{end}", f"{self.written[key]}_{end}", one.span)
            return
        self.written[key] = one.name
        arguments = {"ask": ("out: Row, me: i64", "i64"), "then": ("me: i64, option: i64, line: i64", "None")}
        for end, body in zip(ENDS, (ask, then), strict=True):
            yield from self.definition(f"{one.name}_{end}", *arguments[end], one.text, one.span, body)

    def turning(self, shared: ir.SharedPlace) -> Iterator[str]:
        """Yield the functions of the decision on which side a board lies."""
        name, (ask, then) = turning(shared), turning_lines(shared)
        text, span = f"lay a board of {shared.name}", shared.span
        yield from self.function(f"{name}_ask", "out: Row, me: i64", "i64", text, span, ask)
        yield from self.function(f"{name}_then", "me: i64, option: i64, line: i64", "None", text, span, then)

    def function(
        self, name: str, arguments: str, result: str, text: str, span: Span, body: Sequence[str]
    ) -> Iterator[str]:
        """Yield a function over the tables and the row."""
        key = (arguments, result, text, *body)
        if key in self.written:  # clauses that mean the same share one function
            self.share(name, self.written[key], span)
            return
        self.written[key] = name
        yield from self.definition(name, arguments, result, text, span, body)

    def share(self, name: str, written: str, span: Span) -> None:
        """Let what is called by a name be a function that is written already."""
        self.shared[name] = written
        if (here := place(span)) not in self.places[written]:
            self.places[written].append(here)

    def definition(
        self, name: str, arguments: str, result: str, text: str, span: Span, body: Sequence[str]
    ) -> Iterator[str]:
        """Yield a function."""
        yield ""
        yield ""
        yield f"def {name}(t: Core, row: Row{', ' if arguments else ''}{arguments}) -> {result}:"
        yield f"    {text!r}"
        yield f"{PLACES_OF}{name}"
        self.places[name] = [place(span)]
        yield from (f"    {line}" for line in body)

    # --- layout -----------------------------------------------------------------------------------

    def layout(self) -> Iterator[str]:
        """Yield the constants: the only part that shifts when something is added."""
        program, words = self.program, self.words
        yield "# --- layout: numbers of cells, lanes and things; only this part shifts when something is added"
        yield ""
        has_events = any(isinstance(held.standing, ir.Trigger) for held in program.held)
        self.reactor_cells = self.cells_for_reactors() if has_events else 0
        cell = TABLE_CELLS + 2 * program.most_frames  # each with what it is about
        for zone in program.zones:
            if not zone.of_seat and not zone.deck:
                yield f"ZONE_{constant(zone.id)}: Final = {cell}"
                cell += words
        for supply in program.supplies:
            yield f"LEFT_OF_{constant(supply.id)}: Final = {cell}"  # one cell for each age
            cell += program.ages
        self.queue_slots = 16 * program.players[1] if has_events else 0
        yield f"QUEUE: Final = {cell}"
        yield f"REACTED: Final = {cell + self.queue_slots}"
        cell += 2 * self.queue_slots
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
        slots *= 3 if list(nodes(program, ir.TakeBoard)) else 1  # cards stay where the board goes
        lane_names = [
            *(f"COLOUR_{constant(id)}" for id in program.colours),
            *(f"SYMBOL_{constant(id)}" for id in program.symbols),
            "STAGES_BUILT",
            "SHIELDS",
        ]
        # Rights to build lie in one word, so that one look tells whether there are any.
        rights = [held for held in program.held if isinstance(held.standing, ir.Permit)]
        lane_names += [""] * (-len(lane_names) % LANES if rights else 0)
        # What may be used so often, then what counts for payments, so that they take few words.
        others = sorted((held for held in program.held if held not in rights), key=lane_order)
        for held in (*rights, *others):
            lane_names += [held.lane, ""] if counts_twice(held.standing) else [held.lane]
        tally_words = -(-len(lane_names) // LANES)
        self.copy_slots = 12 if self.has_copies else 0
        self.due_slots = 16 if program.losses else 0
        draws = [*nodes_of(program, ir.ChooseToGiveUp, ir.DrawBoards), *nodes(program, ir.ChooseOfThem)]
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
            *([("SALE_LEFT", self.pieces())] if sells_by_side(program) else []),
            ("JOINT", 3 * self.pieces()),
            ("REVEALED", words if list(nodes(program, ir.Reveal)) else 0),
            ("MARKED", words if list(nodes(program, ir.MarkChosen)) else 0),
            ("DRAWN", words if draws else 0),
            ("DUTY", int(bool(duties(program)))),
            ("REACTORS", self.reactor_cells),
            ("CONCERNS", 1),
            ("COPIES", self.copy_slots),
            ("DUE", self.due_slots),
            *place_sizes(program, words, tally_words),
        ]
        for (name, _), start in zip(sizes, accumulate((size for _, size in sizes), initial=cell), strict=False):
            yield f"{name}: Final = {start}"
        yield f"SEAT_CELLS: Final = {cell + sum(size for _, size in sizes)}"
        follows = ("TALLY", "CONCERNS", "BLOCKED", "CHAINED", "OWN", "PRICES", "SALE", "SALE_LEFT", "SHARED")
        starts = dict(zip((name for name, _ in sizes), accumulate((n for _, n in sizes), initial=cell), strict=False))
        self.derived = [POINTS, *(starts[key] + i for key, size in sizes if key in follows for i in range(size))]
        yield ""
        for number, name in enumerate(lane_names):
            if name:
                yield f"{name}: Final = {number // LANES << WORD | number % LANES * LANE_BITS}"
        for prefix, ids in (
            ("RESOURCE", program.resources),
            ("DECK", tuple(deck.id for deck in program.decks)),
            ("LINE", tuple(line.id for line in program.lines)),
            ("ACTION", tuple(action.id for action in program.actions)),
            ("PLAY", tuple(play.id for play in program.plays)),
            ("LOSS", tuple(loss.name for loss in program.losses)),
            ("RIDER", tuple(rider.id for rider in program.riders)),
            ("PLACE", tuple(shared.id for shared in program.places)),
            ("SUPPLY", tuple(supply.id for supply in program.supplies)),
            ("REQUEST", tuple(step.name for step in program.steps if isinstance(step.act, acts.SettleDemands))),
            ("DUTY", tuple(f"{play}-{used}" for play, used in duties(program))),
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

    def cells_for_reactors(self) -> int:
        """Return how many cells the list of what may react takes: each thing that reacts may lie in
        a city and be copied there.
        """
        lanes = {held.lane for held in self.program.held if isinstance(held.standing, ir.Trigger)}
        items = [effects for effects in nodes(self.program, ir.Effects) if lanes & lanes_of(effects)]
        return min(MOST_REACTOR_CELLS, -(-2 * len(items) // REACTORS_TO_A_CELL))

    def pieces(self) -> int:
        """Return how many cells what is produced takes."""
        costs = [card.cost for card in self.program.cards]
        costs += [cost for side in self.program.sides for cost, _ in side.stages]
        costs += [rider.cost for rider in self.program.riders if rider.cost is not None]
        is_joined = bool(self.program.riders)  # two costs may be paid together
        total = 0
        for goods in self.program.parts:
            largest = max([sum(n for good, n in cost.goods if good in goods) for cost in costs] + [1])
            windows = [held.standing for held in self.program.held if isinstance(held.standing, ir.Window)]
            more = sum(max([dict(window.unused).get(good, 0) for window in windows] + [0]) for good in goods)
            lanes = 62 // (((largest << is_joined) + more).bit_length() + 1)
            total += -(-((1 << len(goods)) - 1) // lanes)
        return total

    # --- effects ----------------------------------------------------------------------------------

    def value(self, expr: ir.Expr) -> list[str]:
        """Return the lines of a function that works out one number."""
        writer = Expressions(self)
        result = writer.text(expr)
        return [*writer.before, f"return {result}"]

    def operations(self, one: ir.OneShot, segment: int) -> list[str]:
        """Return the lines of one segment of a clause."""
        is_act = len(one.segments) == 1
        writer = Expressions(self, "seen" if is_act else "row")
        found: list[str] = []
        if one.tests and segment == 0:
            test = writer.tests(one.tests)
            found = [*writer.before, f"if not ({test}):", "    return 0"]
            writer.before = []
        ops = one.segments[segment].ops
        if not is_act and segment == 0:
            return [*found, *(line for op in ops for line in self.operation(op, one, writer))]
        return [*found, *self.done_in_order(ops, one, writer, is_act)]

    def done_in_order(self, ops: Sequence[ir.Op], one: ir.OneShot, writer: Expressions, is_act: bool) -> list[str]:
        """Return the lines of operations one after another. How much is done is counted if that is
        asked for: by who calls an act, and by what stands behind `then`.
        """
        is_counted = is_act or ir.Then() in ops
        found = [f"{DONE}0"] if is_counted else []
        for op in ops:
            if isinstance(op, ir.Then):
                found += ["if not done:", "    return 0" if is_act else "    return"]
                writer.row = "row"  # what stands behind `then` is read when it is reached
                continue
            lines = self.operation(op, one, writer)
            if not is_counted:
                lines = [line.replace(ADDED, "", 1) for line in lines]
            elif not any(ADDED in line for line in lines):
                lines = [*lines, f"{ADDED}1"]
            found += lines
        if not is_act:
            return found
        if len(found) == 2 and found[1].startswith(ADDED):
            return [f"return {found[1].removeprefix(ADDED)}"]
        return [*found, "return done"]

    def operation(self, op: ir.Op, one: ir.OneShot, writer: Expressions) -> list[str]:
        """Return the lines of one operation."""
        match op:
            case ir.Gain(who, coins):
                return self.for_each(who, lambda they: f"gain(t, row, {they}, {writer.amount(coins)})", writer)
            case ir.GainTokens(who, token, amount):
                kind = f"T_{constant(token)}"
                return self.for_each(
                    who, lambda they: f"gain_tokens(t, row, {they}, {kind}, {writer.amount(amount)})", writer
                )
            case ir.LoseTokens(who, kinds):
                each = [self.for_each(who, partial(lose_tokens, kind=kind), writer) for kind in kinds]
                return [line for lines in each for line in lines]
            case ir.Owe(who, loss):
                return [f"{ADDED}owe(t, row, me, LOSS_{constant(loss)}, {WHO[who]})"]
            case ir.Suspend(part, rank):
                self.suspended.append(part)
                return [f"suspend(t, row, LATE_{constant(part)}, me, {rank}, 0)"]
            case ir.Draw(number, colours, zone):
                return [f"{ADDED}draw(t, row, me, {self.cards(colours)}, {number}, ZONE_{constant(zone)})"]
            case ir.Choose(zone, colours):
                listed = "options_anywhere" if self.program.places else "zone_options"
                return [f"return {listed}(t, row, out, me, {self.zone(zone)}, {self.cards(colours)})"]
            case ir.LayChosen(zone):
                built = "build_anywhere" if self.program.places else "build_free"
                return [f"{built}(t, row, me, {self.zone(zone)}, option)"]
            case ir.ChooseToPlay(zone, colours, less):
                words = f"{self.zone(zone)}, {self.cards(colours)}, {less}"
                return [f"return priced_options(t, row, out, me, {words})"]
            case ir.PlayChosen(zone):
                return [f"play_priced(t, row, me, {self.zone(zone)}, option, {coins_less(one)})"]
            case ir.ChooseCopy(colours, cities, age, stage):
                seats = WHO_OF_SEATS.get(cities)
                if seats is None:
                    raise NotYet(f"{one.text}: copies of {cities}")
                return [f"return copy_options(t, row, out, me, {seats}, {self.cards(colours, age)}, {stage})"]
            case ir.ChooseEffect(board, side, stage):
                first, number = self.choices[board, side, stage]
                return [f"return effect_options(t, out, {first}, {number})"]
            case ir.GiveUsedCard():
                return ["give_used_card(t, row, me)"]
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
            case ir.ChooseExchange(price, given, got):
                tests = [f"row[me + PURSE] >= {price}"] if price else []
                tests += [f"row[me + TOKEN_{constant(token)}] >= {n}" for token, n in given]
                tests += [f"has_left(t, row, T_{constant(token)}, {n})" for token, n in got]
                return [*guarded(tests, "return 1"), *(["return 0"] if tests else [])]
            case ir.Give(price, given):
                lines = [f"row[me + {cell}] -= {price}" for cell in ("COINS", "PURSE") if price]
                return lines + [f"row[me + TOKEN_{constant(token)}] -= {n}" for token, n in given]
            case ir.ChoosePlayer():
                return ["return player_options(t, row, out, me)"]
            case ir.SwapZones(zone):
                return [f"swap_zones(t, row, me, option, ZONE_{constant(zone)})"]
            case ir.ChooseSwap(colours, equal_cost):
                return [f"return swap_options(t, row, out, me, {self.cards(colours)}, {equal_cost!r})"]
            case ir.SwapChosen():
                return ["swap_cards(t, row, me, option)"]
            case ir.ChooseToMark(put, colours):
                return [f"return marker_options(t, row, out, me, {put}, {self.cards(colours)})"]
            case ir.MarkChosen(put):
                return [f"put_coins(t, row, me, option, {put})"]
            case ir.ChooseToGiveUp(zone, colours):
                return [f"return zone_cards(t, row, out, {self.zone(zone)}, {self.cards(colours)})"]
            case ir.GiveUpChosen(zone, to):
                return [f"hand_over(t, row, {self.zone(zone)}, {self.zone(to)}, option)"]
            case ir.ChooseOfThem():
                return ["return them_options(t, row, out, me)"]
            case ir.Oblige(who, play, used):
                return [f"oblige(t, row, {WHO[who]}, DUTY_{constant(play)}_{constant(used)})"]
            case ir.CopyChosen(line):
                return [f"copy(t, row, me, option, LINE_{constant(line)}, line)"]
            case _:
                raise NotYet(f"{one.text}: {type(op).__name__}")

    def choice_codes(self) -> dict[tuple[str, str, int], tuple[int, int]]:
        """Return, by board, side and stage, the first code of what may be chosen there and how many
        there are; they follow the codes of cards.
        """
        code = self.words << WORD
        if self.has_copies:
            code += sum(len(side.stages) for side in self.program.sides)
        found = {}
        for side in self.program.sides:
            for stage, (_, effects) in enumerate(side.stages):
                found[side.board, side.side, stage] = code, len(effects.choose)
                code += len(effects.choose)
        return found

    def for_each(self, who: ir.Who, line: Callable[[str], str], writer: Expressions) -> list[str]:
        """Return an operation for each of some seats, with how much it does."""
        they = "me" if who is ir.Who.ME else "they"
        text = f"{ADDED}{line(they)}"
        found, writer.before = [*writer.before, text], []
        return found if who is ir.Who.ME else [f"for they in {WHO[who]}:", *(f"    {each}" for each in found)]

    def cards(self, colours: tuple[str, ...], age: int = 0) -> int:
        """Return the number of a set of cards that clauses name."""
        return self.sets.setdefault((colours, age), len(self.sets))

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
                return [*deck, *by_seats(cards), f"deal(t, row, chosen, number, ZONE_{constant(zone)})", go_on]
            case acts.LayCards(decks, cards, zone):
                deck = by_age([f"DECK_{constant(deck)}" for deck in decks])
                return [*deck, *by_seats(cards), f"lay_out(t, row, chosen, number, ZONE_{constant(zone)})", go_on]
            case acts.SettleSupplies():
                return ["settle_supplies(t, row)", go_on]
            case acts.SettleDemands():
                asked = f"REQUEST_{constant(step.name)}"
                return [f"if settle_demands(t, row, {asked}):", f"    return {here}", go_on]
            case acts.FirstTurn():
                return ["row[TURN] = 0", go_on]
            case acts.BeginChoosing(play):
                begun = [f"begin_duties(t, row, PLAY_{constant(play)})"] if duties(program) else []
                return [*begun, "open_windows(t, row, 0)", go_on]
            case acts.OpenWindows():
                return ["open_windows(t, row, 1)", go_on]
            case acts.AskAll(play):
                drawn = [f"draw_for_guest(t, row, PLAY_{constant(play)})"] if hosts(program, play) else []
                asked = "ask_all" if program.guest is None else "ask_players"
                return [*drawn, f"{asked}(t, row, PLAY_{constant(play)})", go_on]
            case acts.AskGuest(play):
                return [f"ask_guest(t, row, PLAY_{constant(play)})", go_on]
            case acts.CarryOut(play, is_last):
                carried = "carry_out_with_guest" if hosts(program, play) and not is_last else "carry_out"
                done = any(play == one.play for one in nodes(program, ir.Oblige)) and not is_last
                ended = [f"fulfil(t, row, PLAY_{constant(play)})"] if done else []
                return [f"{carried}(t, row, PLAY_{constant(play)})", *ended, go_on]
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
                    if spared not in self.spared:
                        self.spared.append(spared)
                    kept = self.spared.index(spared)
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
                handed = [*chosen, f"hand_on(t, row, {self.played(zone)}, chosen)", go_on]
                if unless is not None:
                    return [*by_seats(unless), "if row[TURN] + 1 == number:", f"    {go_on}", *handed]
                return handed
            case acts.NextTurn(turns, back):
                goes = f"return {self.goes_on(back)} if row[TURN] < number else {following}"
                return ["row[TURN] += 1", *by_seats(turns), goes]
            case acts.Fight(win, lose, tokens, leaves):
                won = by_age([f"T_{constant(token)}" for token in win], "won")
                given = by_age([f"T_{constant(token)}" for token in lose], "given")
                return [*won, *given, f"fight(t, row, SHIELDS, won, given, {tokens}, {leaves!r})", go_on]
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
        """Return how a step goes on: at once with the next one, or, if the game can stop before it,
        by its number.
        """
        if number >= len(self.program.steps):
            return "END"
        step = self.program.steps[number]
        if isinstance(step.act, PAUSES):
            return f"STEP_{constant(step.name)}"
        return f"step_{step.name}(t, row)"

    # --- what the tables and functions become -----------------------------------------------------

    def rules(self) -> Iterator[str]:
        """Yield the class that brings tables and functions together."""
        yield "class Handlers(Core):"
        yield '    """The functions of this module by their numbers."""'
        late_asks, late_thens = self.late_names("ask"), self.late_names("then")
        yield from dispatch("step", "number: i64", "i64", "", [f"step_{step.name}" for step in self.program.steps])
        yield from dispatch("happen", "seen: Row, me: i64, number: i64", "i64", "seen, me", self.named(self.acts))
        yield from dispatch("points", "me: i64, number: i64", "i64", "me", self.point_names())
        losses = [self.shared.get(loss.name, loss.name) for loss in self.program.losses]
        yield from dispatch("loss", "me: i64, they: i64, number: i64", "i64", "me, they", losses)
        yield from dispatch(
            "cities", "me: i64, number: i64", "i64", "me", self.shared_once([one.name for one in self.copies])
        )
        yield from dispatch("ask", "out: Row, me: i64, number: i64", "i64", "out, me", late_asks)
        arguments = "me: i64, number: i64, option: i64, line: i64"
        yield from dispatch("then", arguments, "None", "me, option, line", late_thens)

    def tables(self) -> Iterator[str]:
        """Yield the tables line by line."""
        yield from tables(self.program)
        yield ""
        yield f"FIRST = {self.first!r}"
        yield "CORE = Handlers()"
        yield "START, ASKS = derived("
        yield "    CORE,"
        yield "    TABLES,"
        yield "    Layout("
        late_asks = self.late_names("ask")
        yield f"        words={self.words},"
        yield "        first=FIRST,"
        yield f"        hands={self.hands()!r},"
        yield "        blocked=BLOCKED,"
        yield "        chained=CHAINED,"
        yield "        tally=TALLY,"
        yield f"        tally_words={self.tally_words},"
        yield "        uses=USES,"
        yield f"        slots={self.slots},"
        yield f"        pieces={self.pieces()},"
        yield f"        derived={self.derived!r},"
        for key in (
            "reactors",
            "queue",
            "reacted",
            "copies",
            "due",
            "drawn",
            "concerns",
            "duty",
            "revealed",
            "across",
            "shared",
        ):
            yield f"        {key}={key.upper()},"
        yield f"        marked={'MARKED' if list(nodes(self.program, ir.MarkChosen)) else 0},"
        yield f"        reactor_cells={self.reactor_cells},"
        yield f"        queue_slots={self.queue_slots},"
        yield f"        copy_slots={self.copy_slots},"
        yield f"        due_slots={self.due_slots},"
        sets = ", ".join(f"({names('C', colours)}, {age})" for colours, age in self.sets)
        yield f"        card_sets=[{sets}],"
        sides = [(side.board, side.side) for side in self.program.sides]
        spared = [[n for board, side, stage in one for n in (sides.index((board, side)), stage)] for one in self.spared]
        yield f"        spared={spared!r},"
        yield f"        acts=[{', '.join(self.named(self.acts))}],"
        yield f"        points=[{', '.join(self.point_names())}],"
        yield f"        cities=[{', '.join(self.shared_once([one.name for one in self.copies]))}],"
        yield f"        late=[{', '.join(late_asks)}],"
        yield "    ),"
        yield ")"
        yield f"RULES = Rules(TABLES, CORE, START, ASKS, [{', '.join(late_asks)}])"
        yield ""

    def point_names(self) -> list[str]:
        """Return the functions that work out points, or shields."""
        strengths = [held.standing.name for held in self.strengths if isinstance(held.standing, ir.Strength)]
        return [*self.named(self.points), *self.shared_once(strengths)]

    def named(self, clauses: Sequence[ir.OneShot | ir.Points]) -> list[str]:
        """Return the functions of clauses, each once."""
        return self.shared_once([clause.name for clause in clauses])

    def shared_once(self, names: Sequence[str]) -> list[str]:
        """Return functions by their names, each once."""
        return list(dict.fromkeys(self.shared.get(name, name) for name in names))

    def late_names(self, part: str) -> list[str]:
        """Return the functions that ask, or go on, for suspended effects: one pair for each pair of
        meanings, then those of boards that are turned.
        """
        pairs = [tuple(self.shared.get(f"{one.name}_{end}", f"{one.name}_{end}") for end in ENDS) for one in self.lates]
        turned = [f"{turning(shared)}_{part}" for shared in self.program.places]
        return [*(pair[ENDS.index(part)] for pair in dict.fromkeys(pairs)), *turned]

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
            anywhen = sorted(self.words_in(play.zone, word_of, frozenset())) or list(range(self.words))
            by_age = [anywhen]
            for age in range(program.ages):
                dealt = [
                    s.act.decks[age]
                    for s in program.steps
                    if isinstance(s.act, acts.DealCards) and s.act.zone == play.zone
                ]
                moved = any(op.zone == play.zone for op in nodes(program, ir.Draw))
                moved = moved or any(a.to == play.zone for a in program.actions) or not dealt
                words = {word for deck in dealt for word in word_of[deck]}
                by_age.append(anywhen if moved else sorted(words))
            found.append(by_age)
        return found

    def words_in(self, zone: str, word_of: dict[str, set[int]], seen: frozenset[str]) -> set[int]:
        """Return the words of all that is dealt into a zone, drawn into it, or laid there out of
        another one.
        """
        program, found = self.program, set[int]()
        for step in program.steps:
            if isinstance(step.act, acts.DealCards) and step.act.zone == zone:
                found |= {word for deck in step.act.decks for word in word_of[deck]}
        for draw in nodes(program, ir.Draw):
            if draw.zone == zone:
                drawn = zip(program.cards, self.first, strict=True)
                found |= {first >> WORD for card, first in drawn if not draw.colours or card.colour in draw.colours}
        for play in program.plays:
            moves = any(action.to == zone and action.id in play.actions for action in program.actions)
            if moves and play.zone not in seen:
                found |= self.words_in(play.zone, word_of, seen | {zone})
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


DONE = "done: i64 = "
ADDED = "done += "  # before a call that tells how much it does
PLACES_OF = "\0"  # before the name of a function, where its places will stand
ENDS = ("ask", "then")
# Where seats are asked, where an age begins, and before what scenes can stop: conflicts, and the
# ends of turns.
PAUSES = (acts.CarryOut, acts.AskGuest, acts.StartAge, acts.Fight, acts.NextTurn)
SEAT = {Seat.ME: "me", Seat.LEFT: "row[me + LEFT]", Seat.RIGHT: "row[me + RIGHT]", Seat.THEY: "they"}
WHO = {
    ir.Who.ME: "one(me)",
    ir.Who.LEFT: "one(row[me + LEFT])",
    ir.Who.RIGHT: "one(row[me + RIGHT])",
    ir.Who.NEIGHBOURS: "neighbours(t, row, me)",
    ir.Who.OTHERS: "others(t, row, me)",
    ir.Who.EVERYONE: "everyone(t, row, me)",
}
WHO_OF_SEATS = {
    (Seat.LEFT, Seat.RIGHT): "neighbours(t, row, me)",
    (Seat.LEFT,): "one(row[me + LEFT])",
    (Seat.RIGHT,): "one(row[me + RIGHT])",
}


def lose_tokens(seat: str, kind: str) -> str:
    """Return the call that takes all tokens of a kind from a seat."""
    return f"lose_tokens(t, row, {seat}, T_{constant(kind)})"


def coins_less(one: ir.OneShot) -> int:
    """Return how many coins a card costs less that a clause lets somebody play."""
    return next((op.less for op in nodes(one, ir.ChooseToPlay)), 0)


def guarded(tests: list[str], line: str) -> list[str]:
    """Return a line behind conditions, if there are any."""
    return [f"if {' and '.join(tests)}:", f"    {line}"] if tests else [line]


def by_seats(numbers: acts.ByPlayers) -> list[str]:
    """Return the lines that choose a number by how many seats there are."""
    values = dict(numbers)
    usual = Counter(values.values()).most_common(1)[0][0]
    lines = [f"number = {usual}"]
    for players, value in sorted(values.items()):
        if value != usual:
            lines += [f"if row[PLAYERS] == {players}:", f"    number = {value}"]
    return lines


def counts_twice(standing: ir.Standing) -> bool:
    """Tell whether two lanes count uses: one for each neighbour, or one for units beside the
    uses.
    """
    match standing:
        case ir.Trigger(per_neighbour=per_neighbour):
            return per_neighbour
        case ir.Window(unused=unused):
            return bool(unused)
        case _:
            return False


def after_settling(number: int, program: ir.Program) -> int:
    """Return the next step that does more than settle what was played."""
    while isinstance(program.steps[number].act, (acts.SettlePlaces, acts.SettleSupplies)):
        number += 1
    return number


MOST_REACTOR_CELLS = 6


def lanes_of(effects: ir.Effects) -> set[str]:
    """Return the lanes in which something counts."""
    return {effect.lane for effect in nodes(effects.effects, ir.AddCount)}


LANE_ORDER = (ir.Trigger, ir.Ware, ir.Rebate, ir.MadeThat, ir.FarOffer, ir.Change)


def lane_order(held: ir.Held) -> int:
    """Return the place of what is held among kinds that lie together."""
    kinds = [number for number, kind in enumerate(LANE_ORDER) if isinstance(held.standing, kind)]
    return kinds[0] if kinds else len(LANE_ORDER)


class Expressions:
    """Writes expressions; what needs a loop stands in lines before."""

    def __init__(self, emission: Emission, row: str = "row") -> None:
        self.emission = emission
        self.row = row  # what is read: the row, or how it was before anything of a batch happened
        self.before: list[str] = []
        self.names = 0

    def text(self, expr: ir.Expr) -> str:
        """Return an expression as Python."""
        match expr:
            case ir.Const(number):
                return str(number)
            case ir.Count(lane, seat):
                return f"count(t, {self.row}, {self.seat(seat)}, {lane})"
            case ir.Shown(lane, Seat.THEY):
                return f"shown_to(t, {self.row}, me, they, {lane})"
            case ir.Shown(lane, seat):
                return f"shown(t, {self.row}, {self.seat(seat)}, {lane})"
            case ir.CardsAt(colours=colours):
                return cards_at(expr, self.emission.cards(colours), self.row)
            case ir.ShieldsOf(seat, seat_sees):
                if not any(strong.against == "" for strong in nodes(self.emission.program.held, ir.Strength)):
                    return self.text(seat_sees)
                return f"shields(t, {self.row}, me, {self.seat(seat)}, SHIELDS)"
            case ir.CoinsOf(seat):
                return f"{self.row}[{self.seat(seat)} + COINS]"
            case ir.TokensOf(token, seat):
                return f"{self.row}[{self.seat(seat)} + TOKEN_{constant(token)}]"
            case ir.AgeNow():
                return f"{self.row}[AGE]"
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
            case ir.CardsIn(zone, colours, seat):
                where = "" if seat is None else f"{self.seat(seat)} + "
                return f"cards_in(t, {self.row}, {where}ZONE_{constant(zone)}, {self.emission.cards(colours)})"
            case ir.SumOver(who, part):
                return self.summed(who, part)
            case ir.IfTrue(tests, part):
                return f"({self.inner(part)} if {self.tests(tests)} else 0)"
            case _:
                raise NotYet(type(expr).__name__)

    def amount(self, expr: ir.Expr) -> str:
        """Return what is gained as Python: what grows with what one has stays within a cell."""
        text = self.text(expr)
        return f"min({text}, MOST_GAINED)" if nodes_of(expr, ir.CoinsOf, ir.TokensOf) else text

    def seat(self, seat: Seat) -> str:
        """Return a seat."""
        return SEAT[seat] if self.row == "row" else SEAT[seat].replace("row[", f"{self.row}[")

    def summed(self, who: ir.Who, part: ir.Expr) -> str:
        """Return the name of a sum over several seats, each of which is `they`."""
        self.names += 1
        name = f"sum_{self.names}"
        inside = Expressions(self.emission, self.row)
        inside.names = 10 * self.names
        text = inside.text(part)
        self.before += [f"{name}: i64 = 0", f"for they in {WHO[who]}:"]
        self.before += [f"    {line}" for line in (*inside.before, f"{name} += {text}")]
        return name

    def tests(self, listed: tuple[ir.Test, ...]) -> str:
        """Return conditions as Python."""
        return " and ".join(self.test(one) for one in listed)

    def test(self, one: ir.Test) -> str:
        """Return one condition as Python."""
        match one:
            case ir.AtLeast(number, expr, is_negated):
                return f"{self.inner(expr)} {'<' if is_negated else '>='} {number}"
            case ir.InAge(age, is_negated):
                return f"{self.row}[AGE] {'!=' if is_negated else '=='} {age}"
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
