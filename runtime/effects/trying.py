"""Alternatives, and acts that may be declined: what can do nothing is not offered. Whether it can
is tried on a copy of the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.choosing import all_asked, recall
from stele.runtime.effects.entering import follow_as, forget, frame_seat, hold
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    FRAME_MASK,
    FRAMES,
    QUEUED,
    TABLE_CELLS,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def alternatives(t: Core, row: Row, out: Row, seat: i64, first: i64, many: i64) -> i64:
    """List those of several things, given by the first of their codes, that can do anything, or all
    of them if none can; return how many there are.
    """
    number: i64 = 0
    for code in range(first, first + many):
        if can_follow(t, row, seat, t.code_entry[code]):
            out[number] = code << CARD
            number += 1
    if not number:
        for code in range(first, first + many):
            out[number] = code << CARD
            number += 1
    return number


def take_alternative(t: Core, row: Row, seat: i64, option: i64, line: i64) -> i64:
    """Let one of several things happen, or stand for a seat and count on a line; return how much
    was done.
    """
    code: i64 = option >> CARD & CARD_MASK
    entry: i64 = t.code_entry[code]
    done: i64 = 0
    if t.entry_stands[entry]:
        hold(t, row, seat, code, line)
        done = 1
    seen: Row = row
    if t.act_from[entry + 1] - t.act_from[entry] > 1:
        seen = row[:]
    return done + follow_as(t, row, seen, seat, entry, line + 1)


def can_follow(t: Core, row: Row, seat: i64, entry: i64) -> bool:
    """Tell whether something would stand, or do anything."""
    if t.entry_stands[entry]:
        return True
    trial: Row = blank(row)
    done: i64 = follow_as(t, trial, trial, seat, entry, 0)
    return is_done(t, trial, done)


def can_do(t: Core, row: Row, seat: i64, act: i64) -> i64:
    """Return whether an act would do anything."""
    trial: Row = blank(row)
    done: i64 = t.happen(trial, trial, seat, act)
    if is_done(t, trial, done):
        return 1
    return 0


def blank(row: Row) -> Row:
    """Return a copy of a row in which no decision waits."""
    trial: Row = row[:]
    trial[FRAMES] = 0
    trial[QUEUED] = 0
    return trial


def is_done(t: Core, trial: Row, done: i64) -> bool:
    """Tell whether anything was done, or any decision that waits has something to choose from; each
    decision was counted as done.
    """
    if done > trial[FRAMES]:
        return True
    while trial[FRAMES]:
        effect: i64 = trial[TABLE_CELLS] & FRAME_MASK
        if is_asked(t, trial, effect):
            return True
        forget(t, trial)
    return False


def is_asked(t: Core, row: Row, effect: i64) -> bool:
    """Tell whether the first suspended effect leaves who decides anything to choose from."""
    seat: i64 = frame_seat(t, row)
    if t.late_askers[effect] < 0:
        return len(all_asked(t, row, seat, effect)) > 0
    recall(t, row, effect)
    for other in t.askers(row, seat, t.late_askers[effect]):
        if len(all_asked(t, row, other, effect)):
            return True
        recall(t, row, effect)
    return False
