"""Points at the end: constants stand in a cell, the rest is worked out; what is left to choose is
taken so that a seat has most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.assigning import Open, assign, entry_points, look_for_extremes, pushed
from stele.runtime.effects.entering import built_stage
from stele.runtime.effects.finishing import winning
from stele.runtime.effects.keeping import kept_points
from stele.runtime.effects.standing import in_force
from stele.runtime.state.cells import (
    CARD_MASK,
    COINS,
    LEVEL,
    OVER,
    PLACE_MASK,
    PLAYERS,
    POINTS,
    SIDE,
    STAGES,
    WORD,
    highest,
    zeros,
)
from stele.runtime.table.places import face_at, is_idle, serving

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

TIE: Final = 1048576  # more than partners can have in coins


def total(t: Core, row: Row, seat: i64) -> i64:
    """Return the points of a seat as if the game ended now."""
    points: i64 = row[seat + POINTS]
    for i in range(len(t.token_cell)):
        points += row[seat + t.token_cell[i]] * t.token_points[i]
    for i in range(len(t.line_scores)):
        points += t.points(row, seat, t.line_scores[i])
    if t.kept_count:
        points += kept_points(t, row, seat)
    return points + assigned(t, row, seat).best


def assigned(t: Core, row: Row, seat: i64) -> Open:
    """Return what a seat has in play with points that have to be worked out, and the choices that
    bring most of them.
    """
    opened = Open(t)
    if t.has_extremes:
        look_for_extremes(t, row, seat, opened)
    for i in range(len(t.line_open)):
        opened.scores = pushed(opened.scores, opened.score_count, t.line_open[i])
        opened.score_count += 1
    points: i64 = entry_points(t, row, seat, t.side_start[row[seat + SIDE]], opened)
    points += entry_points(t, row, seat, t.everyone, opened)
    for stage in range(row[seat + STAGES]):
        built: i64 = t.stage_from[row[seat + SIDE]] + built_stage(t, row, seat, stage)
        points += entry_points(t, row, seat, t.stage_entry[built], opened)
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.scoring[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.entry[(word << WORD) + place], opened)
    for slot in range(t.copy_slots):
        copy: i64 = row[seat + t.copies + slot]
        if not copy:
            break
        if not is_idle(t, row, seat, copy):
            points += entry_points(t, row, seat, t.code_entry[(copy - 1) & CARD_MASK], opened)
    for i in range(len(t.while_scores)):
        number: i64 = t.while_scores[i]
        for _ in range(in_force(t, row, seat, number)):
            points += entry_points(t, row, seat, t.while_entry[number], opened)
    if t.reveals:
        points += revealed_points(t, row, seat, opened)
    if t.has_marked:
        points += number_marked(t, row, seat)
    if t.place_count:
        points += shared_points(t, row, seat, opened)
    assign(t, row, seat, opened, points)
    return opened


def revealed_points(t: Core, row: Row, seat: i64, opened: Open) -> i64:
    """Return the points of cards that were turned up, but for those that are always the same."""
    points: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.revealed + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.code_entry[(word << WORD) + place], opened)
    return points


def number_marked(t: Core, row: Row, seat: i64) -> i64:
    """Return on how many cards a coin lies."""
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.marked + word]
        while rest:
            rest &= rest - 1
            number += 1
    return number


def shared_points(t: Core, row: Row, seat: i64, opened: Open) -> i64:
    """Return the points of what serves a seat at places that it shares."""
    points: i64 = 0
    for word in t.place_words:
        rest: i64 = serving(t, row, seat, word, False) & t.scoring[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.entry[(word << WORD) + place], opened)
    for kind in range(t.place_count):
        for side in range(2):
            face: i64 = face_at(t, row, kind, seat, side)
            if face < 0:
                continue
            for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
                if t.bonus_step[i] <= row[seat + t.place_cell[kind] + LEVEL + side]:
                    points += entry_points(t, row, seat, t.bonus_entry[2 * i + side], opened)
    return points


def seat_bit(t: Core, row: Row, seat: i64) -> i64:
    """Return a seat as a mask of one number."""
    return t.bits[(seat - t.table_cells) // t.seat_cells & PLACE_MASK]


def seat_bits(t: Core, row: Row, seats: Row) -> i64:
    """Return some seats as a mask of their numbers."""
    found: i64 = 0
    for seat in seats:
        found |= seat_bit(t, row, seat)
    return found


def winners(t: Core, row: Row) -> i64:
    """Return the seats with the best result as a mask, partners together; coins may break a tie."""
    seats = t.seats[row[PLAYERS]]
    count: i64 = row[PLAYERS] - t.guests
    if t.may_end and row[OVER] > 1:
        return winning(t, row, count)
    results: Row = zeros(count)
    for index in range(count):
        results[index] = total(t, row, seats[index]) * TIE
        if t.coins_break_ties:
            results[index] += row[seats[index] + COINS]
    best: i64 = 0
    found: i64 = 0
    for index in range(count):
        result: i64 = results[index]
        if t.partners:
            result += results[index ^ 1]
        if result > best or not found:
            best = result
            found = 0
        if result == best:
            found |= t.bits[index]
    return found
