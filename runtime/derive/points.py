"""Note points that have to be worked out at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.assigning import CONVERTED
from stele.runtime.state.cells import (
    PLACE_MASK,
    WORD,
    cells,
)
from stele.runtime.state.flat import columns, flat_from

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stele.runtime.declared import Scoring
    from stele.runtime.derive.deriving import Deriving

READS_POINTS = 7  # the rank of what gives points for points


def score(d: Deriving) -> None:
    """Note points that have to be worked out."""
    t, tables, layout = d.t, d.tables, d.layout
    tokens = [token for token in tables.tokens if token.points]
    t.token_cell, t.token_points = columns([[(token.cell, token.points) for token in tokens]], 2)
    lines = [score for line in tables.lines for score in line.scores]
    t.line_scores = cells([d.points_of(s.points) for s in lines if not s.reads_symbols])
    t.line_open = cells([d.points_of(s.points) for s in lines if s.reads_symbols])
    t.symbol_lane = cells([lane for _, lane in tables.symbols])
    worked_out = [[s for s in effects.scores if callable(s.points)] for effects in d.entries]
    fixed = [[d.points_of(s.points) for s in listed if not s.reads_symbols] for listed in worked_out]
    opened = [[d.points_of(s.points) for s in listed if s.reads_symbols] for listed in worked_out]
    t.score_from, t.score = flat_from(map(len, fixed)), cells([n for listed in fixed for n in listed])
    t.open_from, t.open_score = flat_from(map(len, opened)), cells([n for listed in opened for n in listed])
    wild: list[list[int]] = [
        [*(sum(1 << symbol for symbol in symbols) for symbols in effects.wild), *[CONVERTED] * len(effects.converts)]
        for effects in d.entries
    ]
    t.wild_from, t.wild = flat_from(map(len, wild)), cells([mask for listed in wild for mask in listed])
    extremes = [[int(is_most) for is_most in effects.extremes] for effects in d.entries]
    t.extreme_from, t.extreme = flat_from(map(len, extremes)), cells([n for listed in extremes for n in listed])
    t.has_extremes = any(extremes)
    t.coins_break_ties = bool(tables.tie)
    copies = [effects.copies for effects in d.entries]
    t.copy_from = flat_from(map(len, copies))
    t.end_copies = [copy for listed in copies for copy in listed]
    t.copy_cities = cells([layout.cities.index(copy.cities) for listed in copies for copy in listed])
    t.copy_colours = cells([m for listed in copies for copy in listed for m in d.masks_among(copy.cards)])
    masks = [effects.masks for effects in d.entries]
    t.mask_from = flat_from(map(len, masks))
    t.mask_cities = cells([layout.cities.index(mask.cities) for listed in masks for mask in listed])
    t.mask_colours = cells([m for listed in masks for mask in listed for m in d.masks_among(mask.cards)])
    if tables.reads_points:
        read_points(d)
    lanes = {lane for _, lane in tables.symbols}
    symbols = [
        [(layout.tally + (lane >> WORD), n << (lane & PLACE_MASK)) for lane, n in effects.counts if lane in lanes]
        for effects in d.entries
    ]
    t.symbol_from, (t.symbol_cell, t.symbol_number) = flat_from(map(len, symbols)), columns(symbols, 2)
    known = list(dict.fromkeys(tuple(listed) for listed in symbols if listed))
    t.symbol_kinds = len(known) + 1
    t.symbol_kind = cells([known.index(tuple(listed)) + 1 if listed else 0 for listed in symbols])
    copiers = [[late.ask for late in card.effects.late if late.kind == "copy"] for card in tables.cards]
    t.copying = cells([layout.late.index(copiers[k][0]) if k >= 0 and copiers[k] else -1 for k in t.kind])

    def scored(entry: int) -> bool:
        return any(of[entry] for of in (fixed, opened, wild, extremes, copies, masks))

    t.while_scores = cells([number for number, entry in enumerate(t.while_entry) if scored(entry)])
    scoring = [0] * layout.words
    for index, copies_of in enumerate(d.copies):
        entry = d.entry_cards.index(index)
        if scored(entry):
            for code in copies_of:
                scoring[code >> WORD] |= 1 << (code & PLACE_MASK)
    t.scoring = cells(scoring)


def read_points(d: Deriving) -> None:
    """Note on which lines what counts, where points are read as they stand: whatever reads them
    itself is left out.
    """
    t, tables = d.t, d.tables
    t.asked.token_line = cells([token.line for token in tables.tokens if token.points])
    t.asked.kept_line = cells([kept.line for kept in tables.kept])
    of_lines = [scored_row(d, scoring, line) for line, of in enumerate(tables.lines) for scoring in read(of.scores)]
    t.asked.line, t.asked.line_fixed, t.asked.line_points = columns([of_lines], 3)
    of_entries = [[scored_row(d, scoring, scoring.line) for scoring in read(effects.scores)] for effects in d.entries]
    t.asked.item_from = flat_from(map(len, of_entries))
    t.asked.item_line, t.asked.item_fixed, t.asked.item_points = columns(of_entries, 3)
    whiles = sorted(tables.whiles, key=lambda one: one.rank)
    t.asked.whiles = cells(
        [number for number, one in enumerate(whiles) if of_entries[t.while_entry[number]] and one.rank < READS_POINTS]
    )
    lined = [0] * d.layout.words
    for index, copies in enumerate(d.copies):
        for code in copies if of_entries[d.entry_cards.index(index)] else ():
            lined[code >> WORD] |= 1 << (code & PLACE_MASK)
    t.asked.cards = cells(lined)


def read(scores: Iterable[Scoring]) -> list[Scoring]:
    """Return what counts where points are read."""
    return [scoring for scoring in scores if not scoring.reads_points]


def scored_row(d: Deriving, scoring: Scoring, line: int) -> tuple[int, int, int]:
    """Return the line of a clause, what is printed of its points, and what works them out."""
    if isinstance(scoring.points, int):
        return line, scoring.points, -1
    return line, scoring.printed, d.points_of(scoring.points)
