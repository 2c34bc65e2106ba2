"""Bans: options that are not legal although they could be carried out, and actions that somebody
may take though the play step does not offer them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AWHILE,
    CARD,
    CARD_MASK,
    MANNER,
    MANNER_MASK,
    PLACE_MASK,
    WORD,
    count,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def is_restricted(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a seat may not do something, or may do more than a play step offers."""
    if not row[seat + t.concerns] & AWHILE:
        return False
    for lane in t.ban_lane:
        if count(t, row, seat, lane):
            return True
    for lane in t.use_lane:
        if count(t, row, seat, lane):
            return True
    return False


def allowed(t: Core, row: Row, out: Row, number: i64, seat: i64, play: i64) -> i64:
    """Leave out of some options what a seat may not do; if nothing is left, what is its last resort
    stays. Return how many there are.
    """
    kept: i64 = without_banned(t, row, out, number, seat)
    if kept:
        return kept
    resort: i64 = t.play_resort[play]
    for i in range(number):
        if out[i] >> ACTION & ACTION_MASK == resort:
            out[kept] = out[i]
            kept += 1
    return kept


def without_banned(t: Core, row: Row, out: Row, number: i64, seat: i64) -> i64:
    """Leave out of some options what a seat may not do, unless that is all; return how many are
    left, nothing if there are none.
    """
    kept: i64 = 0
    for i in range(number):
        if not is_banned(t, row, seat, out[i]):
            kept += 1
    if not kept:
        return 0
    place: i64 = 0
    for i in range(number):
        if not is_banned(t, row, seat, out[i]):
            out[place] = out[i]
            place += 1
    return kept


def is_banned(t: Core, row: Row, seat: i64, option: i64) -> bool:
    """Tell whether a seat may not do what an option says."""
    action: i64 = option >> ACTION & ACTION_MASK
    manner: i64 = option >> MANNER & MANNER_MASK
    card: i64 = option >> CARD & CARD_MASK
    for i in range(len(t.ban_lane)):
        if not t.ban_actions[i] & t.bits[action] or not t.ban_manners[i] & t.bits[manner]:
            continue
        is_meant = t.ban_cards[i * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK] > 0
        if is_meant and count(t, row, seat, t.ban_lane[i]):
            return True
    return False


def further_uses(t: Core, row: Row, out: Row, number: i64, codes: Row, seat: i64) -> i64:
    """List what a seat may do with some cards though the play step does not offer it; return where
    the options end.
    """
    for i in range(len(t.use_lane)):
        if not count(t, row, seat, t.use_lane[i]) or is_listed(out, number, t.use_action[i]):
            continue
        for j in range(len(codes)):
            card: i64 = codes[j]
            if t.use_cards[i * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK]:
                out[number] = t.use_action[i] << ACTION | card << CARD
                number += 1
    return number


def is_listed(out: Row, number: i64, action: i64) -> bool:
    """Tell whether some options are of an action."""
    for i in range(number):
        if out[i] >> ACTION & ACTION_MASK == action:
            return True
    return False
