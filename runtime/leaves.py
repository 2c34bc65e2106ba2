"""Count points with leaves: by line, each with what it comes from and where that is written.

Choices that remain open to the end are never asked: of all joint assignments of copied cards,
borrowed symbols and wild symbols the one with the greatest total counts, the first among equals.
This is for people; `scoring` counts the same totals for programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING

from stele.runtime.effects.entering import built_stage
from stele.runtime.ruleset import CopyAtEnd, Effects, Scoring
from stele.runtime.score import COIN_ON_IT, Leaf, Score
from stele.runtime.state.cells import (
    BARRED,
    CARD,
    CARD_MASK,
    COINS,
    COPY_LINE,
    LANE_SHIFT,
    LEFT,
    LEVEL,
    NUMBER,
    PLAYERS,
    RIGHT,
    SIDE,
    STAGES,
    WORD,
    cells,
    count,
)
from stele.runtime.table.places import cards_there, face_at, is_idle, serving
from stele.runtime.table.seats import nowhere

if TYPE_CHECKING:
    from stele.runtime.names import Names
    from stele.runtime.state.cells import Row

MOST_ASSIGNMENTS = 20_000
LINES = 255  # a mask of the line on which a copy counts


@dataclass(slots=True)
class Open:
    """What is still open at the end: clauses that read symbols, and what symbols and cards may be
    chosen.
    """

    scores: list[tuple[str, Scoring]] = field(default_factory=list)
    wild: list[tuple[int, ...]] = field(default_factory=list)
    copies: list[tuple[str, CopyAtEnd, int]] = field(default_factory=list)  # points count on this line
    masks: list[CopyAtEnd] = field(default_factory=list)
    extremes: list[bool] = field(default_factory=list)  # of the symbol of which there are most, or least

    def add(self, name: str, effects: Effects, line: int) -> None:
        """Add what an item leaves open, except what it scores."""
        self.wild += effects.wild
        self.copies += [(name, copy, line) for copy in effects.copies]
        self.masks += effects.masks
        self.extremes += effects.extremes


class Leaves:
    """Counts one seat of a game."""

    def __init__(self, rules: Names, row: Row, seat: int) -> None:
        self.rules, self.row, self.seat = rules, row, seat
        self.core, self.tables = rules.core, rules.tables
        self.found: list[Leaf] = []
        self.open = Open()

    def score(self) -> Score:
        """Return the points of the seat."""
        tables, row, seat = self.tables, self.row, self.seat
        for token in tables.tokens:
            held = row[seat + token.cell]
            if held and token.points:
                line_id = tables.lines[token.line].id
                self.found.append(Leaf(line_id, token.name, f"{held} of {token.points}", held * token.points, ""))
        for number, line in enumerate(tables.lines):
            for scoring in line.scores:
                self.take(line.name, scoring, number)
        for name, effects, on in self.items():
            for scoring in effects.scores:
                self.take(name, scoring, scoring.line if on < 0 else on)
            self.open.add(name, effects, tables.board_line if on < 0 else on)
        if self.core.has_marked:
            for code in self.cards(self.core.marked):
                self.leaf(self.rules.code_title(code), COIN_ON_IT, tables.board_line)
        chosen, symbols = self.best()
        self.with_symbols(symbols, 1)
        for (name, _, on), codes in zip(self.open.copies, chosen, strict=True):
            for code in codes:
                for scoring in self.rules.code_effects(code).scores:
                    self.leaf(f"{name}: {self.rules.code_title(code)}", scoring, on)
        for name, scoring in self.open.scores:
            self.leaf(name, scoring, scoring.line)
        self.with_symbols(symbols, -1)
        order = {line.id: number for number, line in enumerate(tables.lines)}
        leaves = tuple(sorted(self.found, key=lambda leaf: order[leaf.line]))
        sums = {line.id: sum(leaf.points for leaf in leaves if leaf.line == line.id) for line in tables.lines}
        return Score(seat, row[seat + COINS], leaves, tuple(sums.items()), sum(sums.values()))

    def take(self, name: str, scoring: Scoring, line: int) -> None:
        """Count a clause now, or when symbols are known."""
        if scoring.reads_symbols:
            self.open.scores.append((name, replace(scoring, line=line)))
        else:
            self.leaf(name, scoring, line)

    def leaf(self, name: str, scoring: Scoring, line: int) -> None:
        """Add the points of one clause, if there are any."""
        points = self.points(scoring)
        if points:
            self.found.append(Leaf(self.tables.lines[line].id, name, scoring.text, points, scoring.place))

    def points(self, scoring: Scoring) -> int:
        """Return the points of one clause."""
        if isinstance(scoring.points, int):
            return scoring.points
        points: int = scoring.points(self.core, self.row, self.seat)
        return points

    def cards(self, zone: int) -> list[int]:
        """Return the cards of a zone of the seat, the lowest first."""
        row, first = self.row, self.seat + zone
        return [
            word << WORD | place
            for word in range(self.core.words)
            for place in range(63)
            if row[first + word] >> place & 1
        ]

    def items(self) -> Iterator[tuple[str, Effects, int]]:
        """Yield (name, effects, line) of all that the seat has in play; -1 means the line of each
        clause.
        """
        rules, row, seat, core = self.rules, self.row, self.seat, self.core
        side = self.tables.all_sides[row[seat + SIDE]]
        yield side.name, side.start, -1
        for number in range(row[seat + STAGES]):
            stage = built_stage(core, row, seat, number)
            yield f"{side.name}, stage {stage + 1}", side.stages[stage].effects, -1
        for code in self.cards(core.main):
            yield rules.code_title(code), rules.code_effects(code), -1
        if core.reveals:
            for code in self.cards(core.revealed):
                yield f"{rules.code_title(code)}, turned up", rules.code_effects(code), self.tables.board_line
        yield from self.shared()
        for slot in range(core.copy_slots):
            held = row[seat + core.copies + slot]
            if held and not is_idle(core, row, seat, held):
                code, line = (held - 1) & CARD_MASK, (held - 1) >> COPY_LINE & LINES
                copied = ", copied" if rules.is_copy(code) else ""
                yield rules.code_title(code) + copied, rules.code_effects(code), line

    def shared(self) -> Iterator[tuple[str, Effects, int]]:
        """Yield (name, effects, line) of all that serves the seat at places that it shares."""
        rules, row, seat, core = self.rules, self.row, self.seat, self.core
        for kind, place in enumerate(self.tables.places):
            for side in range(2):
                face = face_at(core, row, kind, seat, side)
                if face < 0:
                    continue
                board = place.sides[face - core.face_from[kind]]
                cell = seat + core.place_cell[kind]
                if not row[cell + BARRED + side]:
                    for word in range(core.words):
                        cards = cards_there(core, row, kind, seat, side, word)
                        for code in (word << WORD | n for n in range(63) if cards >> n & 1):
                            yield f"{rules.code_title(code)}, {board.name}", rules.code_effects(code), -1
                for bonus in board.bonuses:
                    if bonus.step <= row[cell + LEVEL + side]:
                        yield f"{board.name}, step {bonus.step}", bonus.right if side else bonus.left, -1

    # --- what is chosen at the end ----------------------------------------------------------------

    def best(self) -> tuple[tuple[tuple[int, ...], ...], dict[int, int]]:
        """Return the cards of each copy and the symbols that bring most; the first among equals."""
        nothing: tuple[tuple[int, ...], ...] = tuple(() for _ in self.open.copies)
        if not (self.open.wild or self.open.copies or self.open.masks or self.open.extremes):
            return nothing, {}
        most: int | None = None
        best: tuple[tuple[tuple[int, ...], ...], dict[int, int]] = nothing, {}
        tried = 0
        for chosen in product(*(self.copied(copy) for _, copy, _ in self.open.copies)):
            effects = [self.rules.code_effects(code) for codes in chosen for code in codes]
            scores = [scoring for one in effects for scoring in one.scores]
            points = sum(self.points(scoring) for scoring in scores if not scoring.reads_symbols)
            reading = [scoring for _, scoring in self.open.scores] + [s for s in scores if s.reads_symbols]
            wild = [*self.open.wild, *(options for one in effects for options in one.wild)]
            extremes = [*self.open.extremes, *(is_most for one in effects for is_most in one.extremes)]
            wild += [self.extreme(is_most) for is_most in extremes]
            masks = [*self.open.masks, *(mask for one in effects for mask in one.masks)]
            printed: dict[int, int] = {}
            for one in effects:
                for symbol, number in self.symbols_on(one).items():
                    printed[symbol] = printed.get(symbol, 0) + number
            for symbols in self.symbol_choices(wild, masks, printed):
                tried += 1
                if tried > MOST_ASSIGNMENTS:
                    break
                self.with_symbols(symbols, 1)
                total = points + sum(self.points(scoring) for scoring in reading)
                self.with_symbols(symbols, -1)
                if most is None or total > most:
                    most, best = total, (chosen, symbols)
        return best

    def with_symbols(self, symbols: dict[int, int], times: int) -> None:
        """Count symbols as if they were there, or no longer."""
        for symbol, number in symbols.items():
            lane = self.core.symbol_lane[symbol]
            self.row[self.seat + self.core.tally + (lane >> WORD)] += times * number << (lane & LANE_SHIFT)

    def extreme(self, is_most: bool) -> tuple[int, ...]:
        """Return the symbols of which the seat has most, or least; those that are chosen at the end
        do not count.
        """
        counts = [count(self.core, self.row, self.seat, lane) for lane in self.core.symbol_lane]
        wanted = (max if is_most else min)(counts, default=0)
        return tuple(symbol for symbol, number in enumerate(counts) if number == wanted)

    def symbols_on(self, effects: Effects) -> dict[int, int]:
        """Return the symbols of an item."""
        lanes = {lane: number for number, (_, lane) in enumerate(self.tables.symbols)}
        return {lanes[lane]: count for lane, count in effects.counts if lane in lanes}

    def symbol_choices(
        self, wild: list[tuple[int, ...]], masks: list[CopyAtEnd], printed: dict[int, int]
    ) -> Iterator[dict[int, int]]:
        """Yield what wild symbols and borrowed ones may come to, each sum once."""
        sums: dict[tuple[tuple[int, int], ...], None] = {tuple(sorted(printed.items())): None}
        for options in wild:
            sums = dict.fromkeys(more(one, {symbol: 1}) for one in sums for symbol in options)
        for borrowed in self.borrowed(masks):
            for one in sums:
                yield dict(more(one, dict(borrowed)))

    def borrowed(self, masks: list[CopyAtEnd]) -> list[tuple[tuple[int, int], ...]]:
        """Return what masks may add: the symbols of different cards, one for each, or of fewer if
        there are fewer.
        """
        found: dict[tuple[tuple[tuple[int, int], ...], frozenset[int]], None] = {((), frozenset()): None}
        for mask in masks:
            kinds: dict[tuple[tuple[int, int], ...], list[int]] = {}
            for code in self.in_cities(mask):
                symbols = tuple(sorted(self.symbols_on(self.rules.code_effects(code)).items()))
                if symbols:
                    kinds.setdefault(symbols, []).append(code)
            grown: dict[tuple[tuple[tuple[int, int], ...], frozenset[int]], None] = {}
            for one, taken in found:
                choices = [
                    (more(one, dict(symbols)), taken | {next(code for code in codes if code not in taken)})
                    for symbols, codes in kinds.items()
                    if any(code not in taken for code in codes)
                ]
                grown |= dict.fromkeys(choices or [(one, taken)])
            found = grown
        return list(dict.fromkeys(one for one, _ in found))

    def in_cities(self, copy: CopyAtEnd) -> list[int]:
        """Return the cards that a copy may look at."""
        seats: int = copy.cities(self.core, self.row, self.seat)
        row, core = self.row, self.core
        near = (self.seat, row[self.seat + LEFT], row[self.seat + RIGHT])
        found = []
        for city in dict.fromkeys((*near, *core.seats[row[PLAYERS]])):
            if seats >> row[city + NUMBER] & 1 and city != nowhere(core, row):
                cards = Leaves(self.rules, row, city).cards(core.main)
                if city == self.seat and core.place_count:
                    cards += self.cards_shared()
                fitting = [code for code in cards if not copy.colours or core.colour[code] in copy.colours]
                found += sorted(fitting, key=lambda code: core.kind[code])
        return found

    def cards_shared(self) -> list[int]:
        """Return the cards at places that serve the seat."""
        words = [
            (word << WORD, serving(self.core, self.row, self.seat, word, False)) for word in range(self.core.words)
        ]
        return [first | place for first, cards in words for place in range(63) if cards >> place & 1]

    def copied(self, copy: CopyAtEnd) -> list[tuple[int, ...]]:
        """Return what a copy may choose among, one of each kind: a card, or a card and what that
        one copies in turn.
        """
        found: list[tuple[int, ...]] = []
        kinds: dict[int, int] = {}
        for code in self.in_cities(copy):
            kinds.setdefault(self.core.kind[code], code)
        for _, code in sorted(kinds.items()):
            further: list[tuple[int, ...]] = [()]
            if self.core.is_copier[code]:
                out = cells([0] * 2048)
                number = self.core.ask(self.row, out, self.seat, self.core.copying[code])
                further = [(out[i] >> CARD & CARD_MASK,) for i in range(number)] or [()]
            found += [(code, *rest) for rest in further]
        return found or [()]


def more(one: tuple[tuple[int, int], ...], other: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the sum of two numbers of symbols."""
    total = dict(one)
    for symbol, number in other.items():
        total[symbol] = total.get(symbol, 0) + number
    return tuple(sorted(total.items()))
