"""Put a module together: layout, functions of clauses and steps, and the tables that name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from stele.compiler.codegen.clauses import ClauseWriter
from stele.compiler.codegen.draft import ModuleDraft
from stele.compiler.codegen.effect_rows import among, is_asked_of, place
from stele.compiler.codegen.expressions import SEAT, WHO
from stele.compiler.codegen.folding import folded
from stele.compiler.codegen.layout import Layout, asks_for_order, counts_coins, marks_cards
from stele.compiler.codegen.places import (
    turning,
    turning_lines,
)
from stele.compiler.codegen.primitives import ABOUT, COMPILED, DECLARATIONS, HEADER, PRIMITIVES, imports
from stele.compiler.codegen.steps import StepWriter
from stele.compiler.codegen.tables import tables
from stele.compiler.common.span import Span
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Seat, Who

PLACES_OF = "\0"  # before the name of a function, where its places will stand
ENDS = ("ask", "then")


def emit_core(program: ir.Program) -> tuple[str, str]:
    """Return the functions of a module and its tables, which follow them or import them."""
    emission = Emission(program)
    functions = "\n".join(folded(emission.with_places(emission.functions())))
    data = "\n".join(emission.tables())
    data = re.sub(r"\b[a-z_]\w*\b", lambda word: emission.shared.get(word[0], word[0]), data)
    data = "\n".join(folded(data.split("\n")))
    folders = ", ".join(f"content/{id}" for id in program.expansions)
    said = fill(f"{COMPILED}{folders}. Change the YAML, then run `stele build`.", 100, subsequent_indent="# ")
    names = fill(f"The rules of {' + '.join(program.expansions)}: {ABOUT}", 96)
    header = HEADER.format(said=said, names=names, imports=imports(PRIMITIVES, functions))
    return f"{header}\n{functions}\n", f"{imports(DECLARATIONS, data)}\n{data}\n"


def seat_mask(city: Seat | Who) -> str:
    """Return a seat, or several, as a mask of their numbers."""
    if isinstance(city, Who):
        return f"seat_bits(t, row, {WHO[city]})"
    return f"seat_bit(t, row, {SEAT[city]})"


DEEDS = ("build", "stage", "use")


def deed_row(deed: ir.Deed) -> str:
    """Return what may have been done this turn, as data."""
    used = f", ACTION_{constant(deed.used)}" if deed.used else ""
    return f"Deed({DEEDS.index(deed.kind)}, {among(deed.cards)}{used})"


class Emission:
    """Writes one program."""

    def __init__(self, program: ir.Program) -> None:
        self.draft = ModuleDraft(program)
        self.layout, self.clauses, self.steps = Layout(self.draft), ClauseWriter(self.draft), StepWriter(self.draft)
        self.written: dict[tuple[str, ...], str] = {}
        self.places: dict[str, list[str]] = {}  # by function: where what it means is written
        self.shared: dict[str, str] = {}  # by the name of a clause the function that it shares

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
        yield from self.layout.lines()
        suspended = [self.shared.get(f"{part}_ask", f"{part}_ask") for part in self.draft.suspended]
        lates = self.late_names("ask")
        for part, ask in sorted(set(zip(self.draft.suspended, suspended, strict=True))):
            yield f"LATE_{constant(part)}: Final = {lates.index(ask)}"
        acts = self.named(self.draft.acts)
        for act in sorted(set(self.draft.acts_done)):
            yield f"ACT_{constant(act)}: Final = {acts.index(self.shared.get(act, act))}"
        yield from body

    def bodies(self) -> Iterator[str]:
        """Yield functions line by line."""
        program = self.draft.program
        yield ""
        yield "# --- effects: one function for each clause that has to be worked out during play"
        for one in self.draft.acts:
            yield from self.function(
                one.name, "seen: Row, me: i64", "i64", one.text, one.span, self.clauses.operations(one, 0)
            )
        for one in self.draft.lates:
            ask, then = self.clauses.operations(one, 0), self.clauses.operations(one, 1)
            yield from self.late_functions(one, ask, then)
            if is_asked_of(one):
                by = self.clauses.askers(one.by)
                yield from self.function(f"{one.name}_by", "me: i64", "Row", "who decides", one.span, by)
        for shared in program.places:
            yield from self.turning(shared)
        for loss in self.draft.program.losses:
            value = self.clauses.value(loss.coins)
            yield from self.function(loss.name, "me: i64, they: i64", "i64", loss.text, loss.span, value)
        for held in self.draft.strengths:
            assert isinstance(held.standing, ir.Strength)
            value = self.clauses.value(held.standing.shields)
            yield from self.function(held.standing.name, "me: i64", "i64", held.text, held.span, value)
        for held in self.draft.whiles:
            assert isinstance(held.standing, ir.While)
            value = self.clauses.times(held.standing, held.lane)
            yield from self.function(held.standing.name, "me: i64", "i64", held.text, held.span, value)
        for soon in self.draft.soons:
            value = self.clauses.soon(soon)
            yield from self.function(soon.name, "me: i64", "i64", "for whom it is so", soon.span, value)
        for scored in self.draft.points:
            value = self.clauses.value(scored.points)
            yield from self.function(scored.name, "me: i64", "i64", scored.text, scored.span, value)
        for copy in self.draft.copies:
            value = [f"return {' | '.join(map(seat_mask, copy.cities))}"]
            yield from self.function(copy.name, "me: i64", "i64", copy.text, copy.span, value)
        yield ""
        yield ""
        yield "# --- flow: one function for each step; it returns the next one"
        for number, step in enumerate(program.steps):
            words = (type(step.act).__doc__ or "").strip()
            yield from self.function(f"step_{step.name}", "", "i64", words, step.span, self.steps.step(number))
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
        arguments = {"ask": ("out: Row, me: i64", "i64"), "then": ("me: i64, option: i64, line: i64", "i64")}
        for end, body in zip(ENDS, (ask, then), strict=True):
            yield from self.definition(f"{one.name}_{end}", *arguments[end], one.text, one.span, body)

    def turning(self, shared: ir.SharedPlace) -> Iterator[str]:
        """Yield the functions of the decision on which side a board lies."""
        name, (ask, then) = turning(shared), turning_lines(shared)
        text, span = f"lay a board of {shared.name}", shared.span
        yield from self.function(f"{name}_ask", "out: Row, me: i64", "i64", text, span, ask)
        yield from self.function(f"{name}_then", "me: i64, option: i64, line: i64", "i64", text, span, then)

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

    def rules(self) -> Iterator[str]:
        """Yield the class that brings tables and functions together."""
        yield "class Handlers(Core):"
        yield '    """The functions of this module by their numbers."""'
        late_asks, late_thens = self.late_names("ask"), self.late_names("then")
        yield from dispatch(
            "step", "number: i64", "i64", "", [f"step_{step.name}" for step in self.draft.program.steps]
        )
        yield from dispatch("happen", "seen: Row, me: i64, number: i64", "i64", "seen, me", self.named(self.draft.acts))
        yield from dispatch("points", "me: i64, number: i64", "i64", "me", self.point_names())
        losses = [self.shared.get(loss.name, loss.name) for loss in self.draft.program.losses]
        yield from dispatch("loss", "me: i64, they: i64, number: i64", "i64", "me, they", losses)
        yield from dispatch(
            "cities", "me: i64, number: i64", "i64", "me", self.shared_once([one.name for one in self.draft.copies])
        )
        yield from dispatch("ask", "out: Row, me: i64, number: i64", "i64", "out, me", late_asks)
        arguments = "me: i64, number: i64, option: i64, line: i64"
        yield from dispatch("then", arguments, "i64", "me, option, line", late_thens)
        yield from dispatch("askers", "me: i64, number: i64", "Row", "me", self.asker_names())

    def tables(self) -> Iterator[str]:
        """Yield the tables line by line."""
        yield from tables(self.draft.program)
        yield ""
        yield f"FIRST = {self.draft.first!r}"
        yield "CORE = Handlers()"
        yield "START, ASKS = derived("
        yield "    CORE,"
        yield "    TABLES,"
        yield "    Layout("
        late_asks = self.late_names("ask")
        yield f"        words={self.draft.words},"
        yield "        first=FIRST,"
        yield f"        hands={self.layout.hands()!r},"
        yield f"        filled={self.draft.filled!r},"
        yield "        blocked=BLOCKED,"
        yield "        chained=CHAINED,"
        yield "        offers=OFFERS,"
        yield "        tally=TALLY,"
        yield f"        tally_words={self.layout.tally_words},"
        yield "        uses=USES,"
        yield f"        slots={self.layout.slots},"
        yield f"        pieces={self.layout.pieces()},"
        yield f"        derived={self.layout.derived!r},"
        for key in (
            "force",
            "timed",
            "reactors",
            "queue",
            "reacted",
            "copies",
            "due",
            "kept",
            "soon",
            "drawn",
            "drawn_boards",
            "concerns",
            "duty",
            "revealed",
            "across",
            "shared",
        ):
            yield f"        {key}={key.upper()},"
        if self.draft.deeds:
            yield "        done=DONE,"
            yield f"        deeds=[{', '.join(map(deed_row, self.draft.deeds))}],"
        yield f"        marked={'MARKED' if marks_cards(self.draft.program) else 0},"
        yield f"        reactor_cells={self.layout.reactor_cells},"
        yield f"        queue_slots={self.layout.queue_slots},"
        yield f"        copy_slots={self.layout.copy_slots},"
        yield f"        due_slots={self.layout.due_slots},"
        yield f"        heaps={'HEAPS' if counts_coins(self.draft.program) else 0},"
        yield f"        laid={'LAID' if asks_for_order(self.draft.program) else 0},"
        shown = [
            part
            for symbol, number in self.draft.shown_symbols()
            for part in (f"SYMBOL_{constant(symbol)}", str(number))
        ]
        yield f"        shown_symbols=[{', '.join(shown)}],"
        sets = ", ".join(map(among, self.draft.sets))
        yield f"        card_sets=[{sets}],"
        sides = [(side.board, side.side) for side in self.draft.program.sides]
        spared = [
            [n for board, side, stage in one for n in (sides.index((board, side)), stage)] for one in self.draft.spared
        ]
        yield f"        spared={spared!r},"
        steps = [f"step_{step.name}" for step in self.draft.program.steps]
        yield f"        steps=[{', '.join(steps)}],"
        yield f"        acts=[{', '.join(self.named(self.draft.acts))}],"
        yield f"        points=[{', '.join(self.point_names())}],"
        yield f"        cities=[{', '.join(self.shared_once([one.name for one in self.draft.copies]))}],"
        yield f"        late=[{', '.join(late_asks)}],"
        yield f"        askers=[{', '.join(self.asker_names())}],"
        yield "    ),"
        yield ")"
        yield f"RULES = Rules(TABLES, CORE, START, ASKS, [{', '.join(late_asks)}])"
        yield ""

    def point_names(self) -> list[str]:
        """Return the functions that work out points, or shields."""
        strengths = [held.standing.name for held in self.draft.strengths if isinstance(held.standing, ir.Strength)]
        whiles = [held.standing.name for held in self.draft.whiles if isinstance(held.standing, ir.While)]
        soons = [soon.name for soon in self.draft.soons]
        return [
            *self.named(self.draft.points),
            *self.shared_once(strengths),
            *self.shared_once(whiles),
            *self.shared_once(soons),
        ]

    def asker_names(self) -> list[str]:
        """Return the functions that tell who is asked, where it is not the owner."""
        return self.shared_once([f"{one.name}_by" for one in self.draft.lates if is_asked_of(one)])

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
        pairs = [
            tuple(self.shared.get(f"{one.name}_{end}", f"{one.name}_{end}") for end in ENDS) for one in self.draft.lates
        ]
        turned = [f"{turning(shared)}_{part}" for shared in self.draft.program.places]
        return [*(pair[ENDS.index(part)] for pair in dict.fromkeys(pairs)), *turned]


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
