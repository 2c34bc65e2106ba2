"""Who may sit beside whom: what boards say about the table they are used at."""

from __future__ import annotations

from collections.abc import Sequence

from stele.runtime.ruleset import Limits, Side

MOST_TRIES = 20_000


class NoTable(ValueError):
    """The boards that are left cannot sit at one table."""


def why_not(sides: Sequence[Side], table: Sequence[int | None], place: int, players: int, advised: bool) -> str:
    """Say what forbids the board at a place of the table, or nothing.

    The next place is the left neighbour.

    A place without a board is not dealt yet. What is only advised is obeyed if boards are dealt,
    and not if somebody wants them all the same.
    """
    new = sides[table[place] or 0]
    if not is_for(new, players, advised):
        return f"{new.board} is not used with {players} players"
    for other, index in enumerate(table):
        if index is None or other == place:
            continue
        old = sides[index]
        is_left, is_right = other == (place + 1) % len(table), other == (place - 1) % len(table)
        if reason := why_not_both(new, old, is_left, is_right, advised):
            return reason
    return ""


def why_not_both(new: Side, old: Side, is_left: bool, is_right: bool, advised: bool) -> str:
    """Say what forbids a board beside another at one table, or nothing.

    The other may be its left or right neighbour.
    """
    for one, another, left, right in ((new, old, is_left, is_right), (old, new, is_right, is_left)):
        for limits in limits_of(one, advised):
            if is_named(another, limits.not_with):
                return f"{new.board} is not used together with {old.board}"
            if (
                ((left or right) and is_named(another, limits.not_beside))
                or (left and is_named(another, limits.not_left))
                or (right and is_named(another, limits.not_right))
            ):
                return f"{new.board} is not used beside {old.board}"
    return ""


def is_for(side: Side, players: int, advised: bool) -> bool:
    """Tell whether a side is used with so many players."""
    return all(limits.least <= players <= limits.most for limits in limits_of(side, advised))


def limits_of(side: Side, advised: bool) -> tuple[Limits, ...]:
    """Return what is said about a side: what is forbidden, and perhaps what is advised against."""
    return (side.limits, side.advice) if advised else (side.limits,)


def is_named(side: Side, names: tuple[str, ...]) -> bool:
    """Tell whether a side or its board is among some names."""
    return side.board in names or f"{side.board}-{side.side}" in names


def seated(sides: Sequence[Side], order: Sequence[int], seats: int, players: int) -> list[int] | None:
    """Return the first legal table, boards tried in an order of their sides.

    Nothing if none is found.
    """
    table: list[int | None] = [None] * seats
    tries = 0

    def fill(place: int) -> bool:
        nonlocal tries
        tries += 1
        if place == seats or tries > MOST_TRIES:
            return place == seats
        used = {sides[index].board for index in table[:place] if index is not None}
        for index in order:
            if sides[index].board in used:
                continue
            table[place] = index
            if not why_not(sides, table, place, players, True) and fill(place + 1):
                return True
            table[place] = None
        return False

    return [index for index in table if index is not None] if fill(0) else None
