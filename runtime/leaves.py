"""Count points with leaves: by line, each with what it comes from and where that is written.

This is for people; `scoring` counts the same totals for programs. Choices that remain open to the
end are never asked: those count that bring most, as `assigning` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from stele.runtime.declared import CopyAtEnd, Effects, Scoring
from stele.runtime.effects.entering import built_stage
from stele.runtime.effects.scoring import assigned
from stele.runtime.effects.standing import in_force
from stele.runtime.score import COIN_ON_IT, Leaf, Score
from stele.runtime.state.cells import (
    BARRED,
    CARD_MASK,
    COINS,
    COPY_LINE,
    LANE_SHIFT,
    LEVEL,
    SIDE,
    STAGES,
    WORD,
)
from stele.runtime.table.places import cards_there, face_at, is_idle

if TYPE_CHECKING:
    from stele.runtime.names import Names
    from stele.runtime.state.cells import Row

LINES = 255  # a mask of the line on which a copy counts


@dataclass(slots=True)
class OpenItems:
    """What is still open at the end, with the names of items: clauses that read symbols, and
    copies.
    """

    scores: list[tuple[str, Scoring]] = field(default_factory=list)
    copies: list[tuple[str, CopyAtEnd, int]] = field(default_factory=list)  # points count on this line


class Leaves:
    """Counts one seat of a game."""

    def __init__(self, rules: Names, row: Row, seat: int) -> None:
        self.rules, self.row, self.seat = rules, row, seat
        self.core, self.tables = rules.core, rules.tables
        self.found: list[Leaf] = []
        self.open = OpenItems()

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
            self.open.copies += [(name, copy, copy.line if on < 0 else on) for copy in effects.copies]
        if self.core.has_marked:
            for code in self.cards(self.core.marked):
                self.leaf(self.rules.code_title(code), COIN_ON_IT, tables.board_line)
        for number, kept in enumerate(tables.kept):
            cell = seat + self.core.kept + 2 * number
            if row[cell] != row[cell + 1]:
                points = row[cell] - row[cell + 1]
                self.found.append(Leaf(tables.lines[kept.line].id, kept.title, kept.text, points, kept.place))
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
        leaves = tuple(sorted(self.together(), key=lambda leaf: order[leaf.line]))
        sums = {line.id: sum(leaf.points for leaf in leaves if leaf.line == line.id) for line in tables.lines}
        return Score(seat, row[seat + COINS], leaves, tuple(sums.items()), sum(sums.values()))

    def together(self) -> Iterator[Leaf]:
        """Yield what was found; points that stand one by one for a while are told in one."""
        standing = {one.title for one in self.tables.whiles if one.title}
        sums: dict[tuple[str, str, str, str], Leaf] = {}
        for leaf in self.found:
            if leaf.item not in standing:
                yield leaf
                continue
            key = leaf.line, leaf.item, leaf.clause, leaf.place
            known = sums.get(key)
            sums[key] = leaf if known is None else replace(known, points=known.points + leaf.points)
        yield from sums.values()

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
        yield "everyone", self.tables.everyone, -1
        for number in range(row[seat + STAGES]):
            stage = built_stage(core, row, seat, number)
            yield f"{side.name}, stage {stage + 1}", side.stages[stage].effects, -1
        for code in self.cards(core.main):
            yield rules.code_title(code), rules.code_effects(code), -1
        if core.reveals:
            for code in self.cards(core.revealed):
                yield f"{rules.code_title(code)}, turned up", rules.code_effects(code), self.tables.board_line
        for number, lane in enumerate(core.while_lane):
            one = next(one for one in self.tables.whiles if one.lane == lane)
            for _ in range(in_force(core, row, seat, number)):
                yield one.title or one.text, one.effects, -1
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

    def best(self) -> tuple[list[list[int]], dict[int, int]]:
        """Return the cards of each copy, and how many symbols more there are, if all is chosen so
        that it brings most.
        """
        opened = assigned(self.core, self.row, self.seat)
        chosen: list[list[int]] = [[] for _ in self.open.copies]
        rest = [(place, copy) for place, (_, copy, _) in enumerate(self.open.copies)]
        for number in range(opened.copy_count):
            meant = self.core.end_copies[opened.copies[number]]
            found = next((place, copy) for place, copy in rest if copy is meant)
            rest.remove(found)
            taken = opened.best_chosen[2 * number : 2 * number + 2]
            chosen[found[0]] = [code - 1 for code in taken if code]
        return chosen, {symbol: number for symbol, number in enumerate(opened.best_symbols) if number}

    def with_symbols(self, symbols: dict[int, int], times: int) -> None:
        """Count symbols as if they were there, or no longer."""
        for symbol, number in symbols.items():
            lane = self.core.symbol_lane[symbol]
            self.row[self.seat + self.core.tally + (lane >> WORD)] += times * number << (lane & LANE_SHIFT)
