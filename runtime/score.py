"""Count points: by line, with leaves that say where each point comes from.

Choices that remain open to the end are never asked. For each seat the engine takes the joint assignment of copied cards
and wild symbols with the greatest total; among equals the first in order of declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from stele.runtime.engine import Engine
from stele.runtime.row import COINS, SIDE, STAGES, TALLY, Row, bits
from stele.runtime.ruleset import CopyAtEnd, Effects, Scoring

MOST_ASSIGNMENTS = 20_000


@dataclass(frozen=True, slots=True)
class Leaf:
    """Some points of one seat: on which line, from what, why, and where that is written."""

    line: str
    item: str
    clause: str
    points: int
    place: str


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat."""

    seat: int
    coins: int
    leaves: tuple[Leaf, ...]
    lines: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """What the open choices of a seat come to: the card of each copy, and the tally with all symbols."""

    cards: tuple[int, ...]
    tally: int


def items_of(engine: Engine, row: Row, seat: int) -> Iterator[tuple[str, Effects]]:
    """Yield (name, effects) of all that a seat has in play."""
    tables = engine.tables
    side = engine.sides[row[seat + SIDE]]
    yield side.name, side.start
    for number in range(row[seat + STAGES]):
        yield f"{side.name}, stage {number + 1}", side.stages[number].effects
    for card in bits(row[seat + engine.main]):
        definition = tables.cards[engine.card_of[card]]
        yield definition.name, definition.effects


def score_seat(engine: Engine, row: Row, seat: int) -> Score:
    """Return the points of one seat with their leaves."""
    tables = engine.tables
    items = list(items_of(engine, row, seat))
    fixed: list[tuple[int, Leaf]] = []
    symbol_scores: list[tuple[str, Scoring]] = []
    wild: list[tuple[int, ...]] = []
    copies: list[tuple[str, CopyAtEnd]] = []

    def leaf(item: str, scoring: Scoring, line: int) -> None:
        points = points_of(scoring, row, seat)
        if points:
            fixed.append((line, Leaf(tables.lines[line].id, item, scoring.text, points, scoring.place)))

    for token in tables.tokens:
        held = row[seat + token.cell]
        if held and token.points:
            says = f"{held} of {token.points}"
            line = tables.lines[token.line].id
            fixed.append((token.line, Leaf(line, token.name, says, held * token.points, "")))
    for number, sheet_line in enumerate(tables.lines):
        for scoring in sheet_line.scores:
            if scoring.reads_symbols:
                symbol_scores.append((sheet_line.name, scoring))
            else:
                leaf(sheet_line.name, scoring, number)
    for name, effects in items:
        for scoring in effects.scores:
            if scoring.reads_symbols:
                symbol_scores.append((name, scoring))
            else:
                leaf(name, scoring, scoring.line)
        wild += effects.wild
        copies += [(name, copy) for copy in effects.copies]
    best = best_assignment(engine, row, seat, symbol_scores, wild, copies)
    old = row[seat + TALLY]
    row[seat + TALLY] = best.tally
    for (name, _), card in zip(copies, best.cards, strict=True):
        if card >= 0:
            definition = tables.cards[engine.card_of[card]]
            for scoring in definition.effects.scores:
                leaf(f"{name}: {definition.name}", scoring, tables.board_line)
    for name, scoring in symbol_scores:
        leaf(name, scoring, scoring.line)
    row[seat + TALLY] = old
    order = {line.id: number for number, line in enumerate(tables.lines)}
    leaves = tuple(sorted((leaf for _, leaf in fixed), key=lambda leaf: order[leaf.line]))
    sums = {line.id: 0 for line in tables.lines}
    for entry in leaves:
        sums[entry.line] += entry.points
    total = sum(sums.values())
    return Score(seat, row[seat + COINS], leaves, tuple(sums.items()), total)


def best_assignment(
    engine: Engine,
    row: Row,
    seat: int,
    symbol_scores: list[tuple[str, Scoring]],
    wild: list[tuple[int, ...]],
    copies: list[tuple[str, CopyAtEnd]],
) -> Assignment:
    """Return the joint assignment with the greatest total; the first among equals."""
    tables = engine.tables
    old = row[seat + TALLY]
    best = Assignment(tuple(-1 for _ in copies), old)
    if not wild and not copies:
        return best
    most = None
    tried = 0
    for chosen in product(*(copied_cards(engine, row, seat, copy) or [-1] for _, copy in copies)):
        effects = [tables.cards[engine.card_of[card]].effects for card in chosen if card >= 0]
        fixed = [scoring for copied in effects for scoring in copied.scores if not scoring.reads_symbols]
        points = sum(points_of(scoring, row, seat) for scoring in fixed)
        reading = [scoring for _, scoring in symbol_scores]
        reading += [scoring for copied in effects for scoring in copied.scores if scoring.reads_symbols]
        open_symbols = [*wild, *(options for copied in effects for options in copied.wild)]
        base = old + sum(
            number << lane for copied in effects for lane, number in copied.counts if is_symbol(engine, lane)
        )
        for symbols in product(*open_symbols):
            if tuple(sorted(symbols)) != symbols and len(set(open_symbols)) == 1:
                continue  # the same symbols in another order
            tried += 1
            if tried > MOST_ASSIGNMENTS:
                break
            row[seat + TALLY] = base + sum(1 << tables.symbols[symbol][1] for symbol in symbols)
            total = points + sum(points_of(scoring, row, seat) for scoring in reading)
            if most is None or total > most:
                most, best = total, Assignment(chosen, row[seat + TALLY])
        row[seat + TALLY] = old
    return best


def points_of(scoring: Scoring, row: Row, seat: int) -> int:
    """Return the points of one clause."""
    return scoring.points if isinstance(scoring.points, int) else scoring.points(row, seat)


def is_symbol(engine: Engine, lane: int) -> bool:
    """Tell whether a lane of the tally counts a symbol."""
    return any(lane == other for _, other in engine.tables.symbols)


def copied_cards(engine: Engine, row: Row, seat: int, copy: CopyAtEnd) -> list[int]:
    """Return the cards that a copy may choose among, one of each kind."""
    cards = 0
    for city in copy.cities(row, seat):
        cards |= row[city + engine.main]
    if copy.colours:
        cards &= sum(engine.of_colour[colour] for colour in copy.colours)
    found = []
    while cards:
        card = (cards & -cards).bit_length() - 1
        cards &= engine.others[card]
        found.append(card)
    return found


def total_of(engine: Engine, row: Row, seat: int) -> int:
    """Return the total of one seat without its leaves: the same points, counted faster."""
    tables = engine.tables
    total = sum(row[seat + cell] * points for cell, points in engine.token_points)
    for scoring in engine.line_scores:
        total += points_of(scoring, row, seat)
    symbol_scores = list(engine.line_symbol_scores)
    wild: list[tuple[int, ...]] = []
    copies: list[tuple[str, CopyAtEnd]] = []
    side = engine.sides[row[seat + SIDE]]
    effects = [side.start, *(stage.effects for stage in side.stages[: row[seat + STAGES]])]
    cards = row[seat + engine.main]
    while cards:
        low = cards & -cards
        cards ^= low
        effects.append(tables.cards[engine.card_of[low.bit_length() - 1]].effects)
    for one in effects:
        for scoring in one.scores:
            if scoring.reads_symbols:
                symbol_scores.append(("", scoring))
            else:
                points = scoring.points
                total += points if isinstance(points, int) else points(row, seat)
        if one.wild or one.copies:
            wild += one.wild
            copies += [("", copy) for copy in one.copies]
    if wild or copies:
        best = best_assignment(engine, row, seat, symbol_scores, wild, copies)
        old = row[seat + TALLY]
        row[seat + TALLY] = best.tally
        for card in best.cards:
            if card >= 0:
                total += sum(points_of(s, row, seat) for s in tables.cards[engine.card_of[card]].effects.scores)
        total += sum(points_of(scoring, row, seat) for _, scoring in symbol_scores)
        row[seat + TALLY] = old
    else:
        total += sum(points_of(scoring, row, seat) for _, scoring in symbol_scores)
    return total
