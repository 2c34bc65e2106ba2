"""Count points: by line, with leaves that say where each point comes from.

Choices that remain open to the end are never asked. For each seat the engine takes the joint
assignment of copied cards, copied symbols and wild symbols with the greatest total; among equals
the first in order of declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from stele.runtime.engine import Engine
from stele.runtime.options import CARD, CARD_MASK
from stele.runtime.row import COINS, COPIED, LANE_MASK, MARKED, REVEALED, SIDE, TALLY, Row, bits
from stele.runtime.ruleset import CopyAtEnd, Effects, Scoring

MOST_ASSIGNMENTS = 20_000
COIN_ON_IT = Scoring(0, 1, "a coin lies on it", "")


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
    """What the open choices of a seat come to: the cards of each copy, and the tally with all
    symbols.
    """

    cards: tuple[tuple[int, ...], ...]
    tally: int


@dataclass(slots=True)
class Open:
    """What is still open at the end: clauses that read symbols, and what symbols and cards may be
    chosen.
    """

    scores: list[tuple[str, Scoring]]
    wild: list[tuple[int, ...]]
    copies: list[tuple[str, CopyAtEnd, int]]  # points of what is copied count on this line
    masks: list[CopyAtEnd]
    extremes: list[bool] = field(default_factory=list)

    def add(self, name: str, effects: Effects, line: int) -> None:
        """Add what an item leaves open, except what it scores."""
        self.wild += effects.wild
        self.copies += [(name, copy, line) for copy in effects.copies]
        self.masks += effects.masks
        self.extremes += effects.extremes

    @property
    def has_choices(self) -> bool:
        """Tell whether there is anything to choose."""
        return bool(self.wild or self.copies or self.masks or self.extremes)


def items_of(engine: Engine, row: Row, seat: int) -> Iterator[tuple[str, Effects, int]]:
    """Yield (name, effects, line) of all that a seat has in play.

    No line, -1, means that of each clause.
    """
    tables = engine.tables
    side = engine.sides[row[seat + SIDE]]
    yield side.name, side.start, -1
    for number in engine.built(row, seat):
        yield f"{side.name}, stage {number + 1}", side.stages[number].effects, -1
    for card in bits(row[seat + engine.main]):
        definition = tables.cards[engine.card_of[card]]
        yield definition.name, definition.effects, -1
    for card in bits(row[seat + REVEALED]):
        yield f"{engine.code_title(card)}, turned up", engine.copied_effects[card], tables.board_line
    for name, effects in engine.shared_items(row, seat):
        yield name, effects, -1
    for code, line in engine.copies_of(row, seat):
        is_copy = code < engine.first_own
        yield engine.code_title(code) + (", copied" if is_copy else ""), engine.copied_effects[code], line


def score_seat(engine: Engine, row: Row, seat: int) -> Score:
    """Return the points of one seat with their leaves."""
    tables = engine.tables
    fixed: list[tuple[int, Leaf]] = []
    still_open = Open([], [], [], [])

    def leaf(item: str, scoring: Scoring, line: int) -> None:
        points = points_of(scoring, row, seat)
        if points:
            fixed.append((line, Leaf(tables.lines[line].id, item, scoring.text, points, scoring.place)))

    for token in tables.tokens:
        held = row[seat + token.cell]
        if held and token.points:
            says = f"{held} of {token.points}"
            on = tables.lines[token.line].id
            fixed.append((token.line, Leaf(on, token.name, says, held * token.points, "")))
    for number, sheet_line in enumerate(tables.lines):
        for scoring in sheet_line.scores:
            if scoring.reads_symbols:
                still_open.scores.append((sheet_line.name, scoring))
            else:
                leaf(sheet_line.name, scoring, number)
    for name, effects, line in items_of(engine, row, seat):
        for scoring in effects.scores:
            if scoring.reads_symbols:
                still_open.scores.append((name, scoring if line < 0 else replace(scoring, line=line)))
            else:
                leaf(name, scoring, scoring.line if line < 0 else line)
        still_open.add(name, effects, tables.board_line if line < 0 else line)
    for card in bits(row[seat + MARKED]):
        leaf(engine.code_title(card), COIN_ON_IT, tables.board_line)
    best = best_assignment(engine, row, seat, still_open)
    old = row[seat + TALLY]
    row[seat + TALLY] = best.tally
    for (name, _, line), cards in zip(still_open.copies, best.cards, strict=True):
        for code in cards:
            for scoring in engine.copied_effects[code].scores:
                leaf(f"{name}: {engine.code_title(code)}", scoring, line)
    for name, scoring in still_open.scores:
        leaf(name, scoring, scoring.line)
    row[seat + TALLY] = old
    order = {line.id: number for number, line in enumerate(tables.lines)}
    leaves = tuple(sorted((leaf for _, leaf in fixed), key=lambda leaf: order[leaf.line]))
    sums = {line.id: 0 for line in tables.lines}
    for entry in leaves:
        sums[entry.line] += entry.points
    total = sum(sums.values())
    return Score(seat, row[seat + COINS], leaves, tuple(sums.items()), total)


def best_assignment(engine: Engine, row: Row, seat: int, still_open: Open) -> Assignment:
    """Return the joint assignment with the greatest total; the first among equals."""
    old = row[seat + TALLY]
    best = Assignment(tuple(() for _ in still_open.copies), old)
    if not still_open.has_choices:
        return best
    most = None
    tried = 0
    for chosen in product(*(copied_cards(engine, row, seat, copy) for _, copy, _ in still_open.copies)):
        effects = [engine.copied_effects[code] for codes in chosen for code in codes]
        fixed = [scoring for copied in effects for scoring in copied.scores if not scoring.reads_symbols]
        points = sum(points_of(scoring, row, seat) for scoring in fixed)
        reading = [scoring for _, scoring in still_open.scores]
        reading += [scoring for copied in effects for scoring in copied.scores if scoring.reads_symbols]
        wild = [*still_open.wild, *(options for copied in effects for options in copied.wild)]
        extremes = [*still_open.extremes, *(is_most for copied in effects for is_most in copied.extremes)]
        wild += [extreme_symbols(engine, old, is_most) for is_most in extremes]
        masks = [*still_open.masks, *(mask for copied in effects for mask in copied.masks)]
        base = old + sum(
            number << lane for copied in effects for lane, number in copied.counts if is_symbol(engine, lane)
        )
        for symbols in symbol_choices(engine, row, seat, wild, masks):
            tried += 1
            if tried > MOST_ASSIGNMENTS:
                break
            row[seat + TALLY] = base + symbols
            total = points + sum(points_of(scoring, row, seat) for scoring in reading)
            if most is None or total > most:
                most, best = total, Assignment(chosen, row[seat + TALLY])
        row[seat + TALLY] = old
    return best


def symbol_choices(
    engine: Engine, row: Row, seat: int, wild: list[tuple[int, ...]], masks: list[CopyAtEnd]
) -> Iterator[int]:
    """Yield what may be added to the tally for wild symbols and for symbols of others' cards, each
    sum once.
    """
    lanes = [lane for _, lane in engine.tables.symbols]
    sums = {0: None}
    for options in wild:
        sums = dict.fromkeys(one + (1 << lanes[symbol]) for one in sums for symbol in options)
    for borrowed in borrowed_symbols(engine, row, seat, masks):
        yield from (one + borrowed for one in sums)


def extreme_symbols(engine: Engine, tally: int, is_most: bool) -> tuple[int, ...]:
    """Return the symbols of which a tally has most, or least.

    Those that are chosen at the end do not count.
    """
    counts = [tally >> lane & LANE_MASK for _, lane in engine.tables.symbols]
    extreme = (max if is_most else min)(counts, default=0)
    return tuple(symbol for symbol, number in enumerate(counts) if number == extreme)


def borrowed_symbols(engine: Engine, row: Row, seat: int, masks: list[CopyAtEnd]) -> list[int]:
    """Return what masks may add to the tally: the symbols of different cards, one for each, or of
    fewer if there are fewer.
    """
    found: dict[tuple[int, frozenset[int]], None] = {(0, frozenset()): None}
    for mask in masks:
        cards = [
            (city, card)
            for city in dict.fromkeys(mask.cities(row, seat))
            for card in bits(engine.coloured(row[city + engine.main], mask.colours))
        ]
        # Cards with the same symbols are as good as each other, so only how many of each are taken
        # matters.
        kinds: dict[int, list[int]] = {}
        for _, card in cards:
            kinds.setdefault(symbols_on(engine, card), []).append(card)
        grown: dict[tuple[int, frozenset[int]], None] = {}
        for one, taken in found:
            choices = [
                (one + symbols, taken | {next(card for card in listed if card not in taken)})
                for symbols, listed in kinds.items()
                if symbols and any(card not in taken for card in listed)
            ]
            grown |= dict.fromkeys(choices or [(one, taken)])
        found = grown
    return list(dict.fromkeys(one for one, _ in found))


def symbols_on(engine: Engine, card: int) -> int:
    """Return the symbols of a card as they count in a tally."""
    counts = engine.tables.cards[engine.card_of[card]].effects.counts
    return sum(number << lane for lane, number in counts if is_symbol(engine, lane))


def points_of(scoring: Scoring, row: Row, seat: int) -> int:
    """Return the points of one clause."""
    return scoring.points if isinstance(scoring.points, int) else scoring.points(row, seat)


def is_symbol(engine: Engine, lane: int) -> bool:
    """Tell whether a lane of the tally counts a symbol."""
    return any(lane == other for _, other in engine.tables.symbols)


def copied_cards(engine: Engine, row: Row, seat: int, copy: CopyAtEnd) -> list[tuple[int, ...]]:
    """Return what a copy may choose among, one of each kind: a card, or a card and what that one
    copies in turn.
    """
    cards = 0
    for city in copy.cities(row, seat):
        cards |= engine.held_cards(row, city, False) if city == seat else row[city + engine.main]
    found: list[tuple[int, ...]] = []
    for card in engine.one_of_each(engine.coloured(cards, copy.colours)):
        lates = engine.tables.cards[engine.card_of[card]].effects.late
        further = [late.ask(row, seat) for late in lates if late.kind == "copy"]
        for chosen in product(*([option >> CARD & CARD_MASK for option in options] for options in further if options)):
            found.append((card, *chosen))
    return found or [()]


def total_of(engine: Engine, row: Row, seat: int) -> int:
    """Return the total of one seat without its leaves: the same points, counted faster."""
    tables = engine.tables
    total = sum(row[seat + cell] * points for cell, points in engine.token_points)
    for scoring in engine.line_scores:
        total += points_of(scoring, row, seat)
    still_open = Open(list(engine.line_symbol_scores), [], [], [])
    side = engine.sides[row[seat + SIDE]]
    effects = [side.start, *(side.stages[stage].effects for stage in engine.built(row, seat))]
    total += row[seat + MARKED].bit_count()
    cards = row[seat + engine.main]
    while cards:
        low = cards & -cards
        cards ^= low
        effects.append(tables.cards[engine.card_of[low.bit_length() - 1]].effects)
    if row[seat + REVEALED]:
        effects += [engine.copied_effects[card] for card in bits(row[seat + REVEALED])]
    if engine.kinds:
        effects += [shared for _, shared in engine.shared_items(row, seat)]
    if row[seat + COPIED]:
        effects += [engine.copied_effects[code] for code, _ in engine.copies_of(row, seat)]
    for one in effects:
        for scoring in one.scores:
            if scoring.reads_symbols:
                still_open.scores.append(("", scoring))
            else:
                points = scoring.points
                total += points if isinstance(points, int) else points(row, seat)
        if one.wild or one.copies or one.masks or one.extremes:
            still_open.add("", one, 0)
    if still_open.has_choices:
        best = best_assignment(engine, row, seat, still_open)
        old = row[seat + TALLY]
        row[seat + TALLY] = best.tally
        for chosen in best.cards:
            for card in chosen:
                total += sum(points_of(scoring, row, seat) for scoring in engine.copied_effects[card].scores)
        total += sum(points_of(scoring, row, seat) for _, scoring in still_open.scores)
        row[seat + TALLY] = old
    else:
        total += sum(points_of(scoring, row, seat) for _, scoring in still_open.scores)
    return total
