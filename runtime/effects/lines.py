"""Points on a line of the score sheet as they stand now: without what reads points itself, and
without choices that are open to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import built_stage
from stele.runtime.effects.scoring import number_marked
from stele.runtime.effects.standing import in_force
from stele.runtime.state.cells import CARD_MASK, COPY_LINE, LEVEL, SIDE, STAGES, WORD, highest
from stele.runtime.table.places import face_at, is_idle, serving

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

ANY_LINE: Final = -1
LINES: Final = 255  # a mask of the line on which a copy counts


def points_on(t: Core, row: Row, seat: i64, line: i64, is_printed: bool) -> i64:
    """Return the points of a seat on a line, or on all of them; for what stands only those that are
    printed, given or on tokens, whatever holds.
    """
    points: i64 = 0
    for i in range(len(t.token_cell)):
        if line in (ANY_LINE, t.asked.token_line[i]):
            points += row[seat + t.token_cell[i]] * t.token_points[i]
    for i in range(len(t.asked.line)):
        if line in (ANY_LINE, t.asked.line[i]):
            points += one_score(t, row, seat, t.asked.line_fixed[i], t.asked.line_points[i], is_printed)
    for clause in range(t.kept_count):
        if line in (ANY_LINE, t.asked.kept_line[clause]):
            points += row[seat + t.kept + 2 * clause] - row[seat + t.kept + 2 * clause + 1]
    if t.has_marked and line in (ANY_LINE, t.board_line):
        points += number_marked(t, row, seat)
    return points + points_in_play(t, row, seat, line, is_printed)


def points_in_play(t: Core, row: Row, seat: i64, line: i64, is_printed: bool) -> i64:
    """Return the points on a line of all that a seat has in play."""
    points: i64 = item_points(t, row, seat, t.side_start[row[seat + SIDE]], line, is_printed)
    points += item_points(t, row, seat, t.everyone, line, is_printed)
    for stage in range(row[seat + STAGES]):
        built: i64 = t.stage_from[row[seat + SIDE]] + built_stage(t, row, seat, stage)
        points += item_points(t, row, seat, t.stage_entry[built], line, is_printed)
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.asked.cards[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += item_points(t, row, seat, t.entry[(word << WORD) + place], line, is_printed)
    for slot in range(t.copy_slots):
        copy: i64 = row[seat + t.copies + slot]
        if not copy:
            break
        counts_on: i64 = (copy - 1) >> COPY_LINE & LINES
        if line in (ANY_LINE, counts_on) and not is_idle(t, row, seat, copy):
            points += item_points(t, row, seat, t.code_entry[(copy - 1) & CARD_MASK], ANY_LINE, is_printed)
    if not is_printed:
        for number in t.asked.whiles:
            for _ in range(in_force(t, row, seat, number)):
                points += item_points(t, row, seat, t.while_entry[number], line, False)
    if t.reveals and line in (ANY_LINE, t.board_line):
        for word in range(t.words):
            turned: i64 = row[seat + t.revealed + word]
            while turned:
                place = highest(turned)
                turned ^= t.bits[place]
                points += item_points(t, row, seat, t.code_entry[(word << WORD) + place], ANY_LINE, is_printed)
    if t.place_count:
        points += points_at_places(t, row, seat, line, is_printed)
    return points


def points_at_places(t: Core, row: Row, seat: i64, line: i64, is_printed: bool) -> i64:
    """Return the points on a line of what serves a seat at places that it shares."""
    points: i64 = 0
    for word in t.place_words:
        rest: i64 = serving(t, row, seat, word, False) & t.asked.cards[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += item_points(t, row, seat, t.entry[(word << WORD) + place], line, is_printed)
    for kind in range(t.place_count):
        for side in range(2):
            face: i64 = face_at(t, row, kind, seat, side)
            if face < 0:
                continue
            for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
                if t.bonus_step[i] <= row[seat + t.place_cell[kind] + LEVEL + side]:
                    points += item_points(t, row, seat, t.bonus_entry[2 * i + side], line, is_printed)
    return points


def item_points(t: Core, row: Row, seat: i64, entry: i64, line: i64, is_printed: bool) -> i64:
    """Return the points on a line of one thing in play."""
    points: i64 = 0
    for i in range(t.asked.item_from[entry], t.asked.item_from[entry + 1]):
        if line in (ANY_LINE, t.asked.item_line[i]):
            points += one_score(t, row, seat, t.asked.item_fixed[i], t.asked.item_points[i], is_printed)
    return points


def one_score(t: Core, row: Row, seat: i64, fixed: i64, worked_out: i64, is_printed: bool) -> i64:
    """Return the points of one clause: those that are printed, or what is worked out."""
    if is_printed or worked_out < 0:
        return fixed
    return t.points(row, seat, worked_out)
