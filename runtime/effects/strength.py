"""Strength: the shields of a seat, those that are printed and those that are worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import count, shown_to
from stele.runtime.table.places import across

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

BOTH_SIDES: Final = 3  # with a further bit they count in conflicts only


def strength(t: Core, row: Row, seat: i64, shields: i64, side: i64, opponent: i64) -> i64:
    """Return the shields of a seat against an opponent on its left (1) or right (2)."""
    found: i64 = count(t, row, seat, shields)
    for word in t.strength_lanes.words:
        if row[seat + t.tally + word] & t.strength_lanes.masks[word]:
            found += worked_out(t, row, seat, side, opponent)
            break
    return left_of(t, row, seat, found)


def worked_out(t: Core, row: Row, seat: i64, side: i64, opponent: i64) -> i64:
    """Return the shields of a seat that are not printed."""
    found: i64 = 0
    for i in range(len(t.strength_lane)):
        held: i64 = count(t, row, seat, t.strength_lane[i])
        if held and (t.strength_sides[i] & side or is_across(t, row, seat, t.strength_sides[i], opponent)):
            found += held * t.points(row, seat, t.strength_points[i])
    return found


def left_of(t: Core, row: Row, seat: i64, found: i64) -> i64:
    """Return shields without those that are taken away."""
    if t.fewer_shields < 0:
        return found
    return max(0, found - count(t, row, seat, t.fewer_shields))


def is_across(t: Core, row: Row, seat: i64, sides: i64, opponent: i64) -> bool:
    """Tell whether an opponent shares a place on one of those sides with a seat."""
    if sides & 4:
        return opponent == across(t, row, seat, 0)
    return sides & 8 > 0 and opponent == across(t, row, seat, 1)


def shields(t: Core, row: Row, me: i64, seat: i64, lane: i64) -> i64:
    """Return all shields of a seat but those against one side, as another seat counts them."""
    found: i64 = seen_by(t, row, me, seat, lane)
    for i in range(len(t.strength_lane)):
        if t.strength_sides[i] == BOTH_SIDES:
            held: i64 = seen_by(t, row, me, seat, t.strength_lane[i])
            if held:
                found += held * t.points(row, seat, t.strength_points[i])
    return left_of(t, row, seat, found)


def seen_by(t: Core, row: Row, me: i64, seat: i64, lane: i64) -> i64:
    """Return one count of a seat as another one sees it."""
    if t.place_count:
        return shown_to(t, row, me, seat, lane)
    return count(t, row, seat, lane)
