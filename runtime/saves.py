"""Read what was saved: a text from anywhere becomes a row that a game can have, or is refused."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from stele.runtime.effects.entering import link, rebuild
from stele.runtime.effects.events import SOON_HELD, SOON_SEATS, end_batch
from stele.runtime.ruleset import Tables
from stele.runtime.state.cells import (
    AGAIN,
    AGE,
    ALONE,
    COINS,
    DEMANDED,
    END,
    FALLEN,
    FIRST,
    FRAMES,
    LEFT,
    MOST_GAINED,
    MOST_HELD,
    MOVED,
    NEWCOMERS,
    NEXT,
    NUMBER,
    OBLIGED,
    OVER,
    OWING,
    PARTNER,
    PLAYERS,
    POINTS,
    PURSE,
    RANDOM,
    RIGHT,
    SIDE,
    STAGES,
    STATE,
    STEP,
    TURN,
    UNSETTLED,
)
from stele.runtime.table.seats import nowhere

if TYPE_CHECKING:
    from stele.runtime.names import Names
    from stele.runtime.state.cells import Row


MOST_SIGNS = 1 << 20  # of a save; one of eight seats with all expansions has some ten thousand
MOST_BITS = 63  # of a cell
KEYS = frozenset({"ruleset", "expansions", "variant", "row", "seal"})
SEATS = (OWING, UNSETTLED, FALLEN, DEMANDED, OBLIGED, AGAIN, ALONE)  # masks of seats
LONGEST_ID = 40
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class NotSaved(ValueError):
    """A text that no game was saved as."""


class Save(NamedTuple):
    """What a save says: by which rules it is played, and where it stands."""

    ruleset: str
    expansions: tuple[str, ...]  # ids, never paths
    variant: str
    row: list[int]


def save_text(tables: Tables, row: Sequence[int] | Row) -> str:
    """Return a game as a text."""
    saved: dict[str, Any] = {"ruleset": tables.content, "expansions": tables.expansions}
    if tables.variant:
        saved["variant"] = tables.variant
    return json.dumps({**saved, "row": list(row), "seal": seal(row)}, separators=(",", ":"))


def seal(row: Sequence[int] | Row) -> str:
    """Return what tells that a row was not changed by a slip."""
    return hashlib.blake2b(repr(list(row)).encode(), digest_size=8).hexdigest()


def read_save(text: str) -> Save:
    """Return what a save says; whatever does not have the shape of one is refused."""
    saved = read_object(text)
    ruleset, listed, variant, row = (saved.get(key) for key in ("ruleset", "expansions", "variant", "row"))
    if not isinstance(ruleset, str) or not isinstance(listed, list) or not all(map(is_id, listed)):
        raise NotSaved("this is not a saved game")
    if not KEYS.issuperset(saved) or (variant is not None and not is_id(variant)):
        raise NotSaved("this is not a saved game")
    if not isinstance(row, list) or not all(type(cell) is int for cell in row):
        raise NotSaved("this is not a saved game")
    if saved.get("seal") != seal(row):
        raise NotSaved("this saved game was changed or damaged after it was saved")
    return Save(ruleset, tuple(listed), variant or "", row)


def is_id(value: object) -> bool:
    """Tell whether a value is an id: such a name leads into no other folder."""
    return isinstance(value, str) and len(value) <= LONGEST_ID and ID.fullmatch(value) is not None


def read_object(text: str) -> dict[str, Any]:
    """Return a JSON object in which every key stands once; anything else is refused."""
    if len(text) > MOST_SIGNS:
        raise NotSaved("this is too long for a saved game")
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError) as problem:
        raise NotSaved("this is not a saved game") from problem
    if not isinstance(value, dict):
        raise NotSaved("this is not a saved game")
    return value


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs as a mapping if no key stands twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def refuse(word: str) -> None:
    """Refuse a number that is none."""
    raise ValueError(word)


def require_row(rules: Names, row: Row) -> None:
    """Refuse a row that no game of these rules can have: of another length, or with numbers that
    point nowhere.
    """
    tables, core = rules.tables, rules.core
    seats = row[PLAYERS] if len(row) else -1
    if seats - tables.guests not in tables.numbers or len(row) != len(rules.start.rows[seats]):
        raise NotSaved("this saved game is not complete")
    offsets = list(core.seats[seats])
    beside = {*offsets, nowhere(core, row)} if tables.moves else set(offsets)
    within: dict[int, Callable[[int], bool]] = {
        STEP: lambda cell: cell == END or 0 <= cell < len(rules.asks.kinds),
        AGE: lambda cell: cell <= tables.ages,
        TURN: lambda cell: cell <= 2 * max(tables.turns.values(), default=0) + 2,
        RANDOM: lambda cell: cell <= STATE,
        FRAMES: lambda cell: cell <= tables.most_frames,
    }
    within[FIRST] = lambda cell: cell < seats
    within[OVER] = lambda cell: cell < 2 << seats
    within |= dict.fromkeys(SEATS, lambda cell: cell < 1 << seats)
    for zone in (zone for zone in tables.zones if not zone.is_sequence):
        for first in [seat + zone.cell for seat in offsets] if zone.of_seat else [zone.cell]:
            within |= {first + word: rules.is_mask(word) for word in range(core.words)}
    for one in tables.positions:
        for first in offsets if one.of_seat else [0]:
            within[first + one.cell] = lambda cell, most=one.most: cell <= most  # type: ignore[misc]
    for number, seat in enumerate(offsets):
        within[seat + NUMBER] = number.__eq__
        within[seat + SIDE] = lambda cell: cell < len(tables.sides)
        within[seat + STAGES] = lambda cell, seat=seat: cell <= len(tables.sides[row[seat + SIDE]].stages)  # type: ignore[misc]
        within[seat + COINS] = within[seat + PURSE] = lambda cell: cell <= MOST_HELD
        within[seat + LEFT] = within[seat + RIGHT] = within[seat + NEXT] = beside.__contains__
        within[seat + PARTNER] = lambda cell: cell == 0 or cell in offsets
        within |= {seat + core.kept + at: lambda cell: cell <= MOST_GAINED for at in range(2 * core.kept_count)}
        within |= {
            seat + core.soon + at: lambda cell: cell & SOON_SEATS < 1 << seats and cell >> SOON_HELD <= MOST_HELD
            for at in range(len(core.soon_test))
        }
        within |= {seat + token.cell: lambda cell: cell <= MOST_HELD for token in tables.tokens}
    signed = {STEP, *(seat + POINTS for seat in offsets)}
    if any((cell < 0 and at not in signed) or int(cell).bit_length() > MOST_BITS for at, cell in enumerate(row)):
        raise NotSaved("this saved game holds numbers that no game has")
    if not all(fits(row[at]) for at, fits in within.items()) or not is_ring(rules, row, offsets):
        raise NotSaved("this saved game holds numbers that no game has")
    if not is_consistent(rules, row, offsets):
        raise NotSaved("this saved game holds numbers that no game has")


def is_consistent(rules: Names, row: Row, offsets: list[int]) -> bool:
    """Tell whether what is kept of a seat follows from what lies in its city.

    Goods that nothing makes would be more ways to pay than anybody can list.
    """
    rebuilt = row[:]
    for seat in offsets:
        rebuild(rules.core, rebuilt, seat)
    if rules.core.has_events:  # what may react is listed again, whether anything has entered or not
        rebuilt[NEWCOMERS] = (1 << len(offsets)) - 1
    end_batch(rules.core, rebuilt)
    return list(rebuilt) == list(row)


def is_ring(rules: Names, row: Row, offsets: list[int]) -> bool:
    """Tell whether all seats sit in one ring, and who is present sits beside who is present."""
    order = [offsets[0]]
    for _ in offsets[1:]:
        order.append(row[order[-1] + NEXT])
    if sorted(order) != offsets or row[order[-1] + NEXT] != offsets[0]:
        return False
    if row[MOVED] != (order != offsets):
        return False
    if not rules.tables.moves:
        pairs = zip(order, [*order[1:], *order[:1]], strict=True)
        return all(row[one + LEFT] == other and row[other + RIGHT] == one for one, other in pairs)
    linked = row[:]
    link(rules.core, linked)
    return all(row[seat + side] == linked[seat + side] for seat in offsets for side in (LEFT, RIGHT))
