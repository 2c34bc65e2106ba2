"""Whole games on the core: set up, ask, answer, and play many at random without a way back to
Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.choosing import asked
from stele.runtime.effects.entering import enter, follow, relink
from stele.runtime.effects.events import end_batch
from stele.runtime.effects.finishing import finish
from stele.runtime.effects.losses import loss_options
from stele.runtime.effects.scoring import total
from stele.runtime.state.cells import (
    CHOICE,
    COINS,
    COMPILED,
    END,
    FRAME_MASK,
    LANE_GUARDS,
    LANE_MASK,
    MOST_HELD,
    NONE,
    OWING,
    PLAYERS,
    PURSE,
    RANDOM,
    REACTIONS,
    SIDE,
    STEP,
    TABLE_CELLS,
    Runaway,
    below,
    cells,
    seeded,
)
from stele.runtime.state.room import FEW_OPTIONS, more_room, room_for
from stele.runtime.table.boards import deal_boards
from stele.runtime.table.piles import mix, remove
from stele.runtime.table.supplies import demand_options
from stele.runtime.turn.guest import guest_options
from stele.runtime.turn.kernel import legal, options_of
from stele.runtime.turn.listing import listed

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

list_options = options_of if COMPILED else listed
PLAY: Final = 0
LAST: Final = 1
LATE: Final = 2
LOSS: Final = 3
GUEST: Final = 4
DEMAND: Final = 5


class Asks:
    """Who is asked what where the flow waits: by step the kind of decision, and a play step."""

    def __init__(self, kinds: list[int], plays: list[int]) -> None:
        self.kinds: Row = cells(kinds)
        self.plays: Row = cells(plays)


class Start:
    """How games begin: the row by number of seats, boards, and decks that are mixed."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.everyone: i64 = 0  # an entry
        self.mixes: list[Row] = []  # by number of seats: deck, source, cards


def new_row(t: Core, start: Start, players: i64, seed: int) -> Row:
    """Return the row of a new game with random boards, before its first step."""
    row: Row = start.rows[players + t.guests][:]
    row[RANDOM] = seeded(seed)
    deal_boards(t, row)
    return set_up(t, start, row)


def seated_row(t: Core, start: Start, sides: Row, seed: int) -> Row:
    """Return the row of a new game at which every seat has a side of a board, before its first
    step.
    """
    row: Row = start.rows[len(sides)][:]
    row[RANDOM] = seeded(seed)
    seats = t.seats[len(sides)]
    for index in range(len(sides)):
        row[seats[index] + SIDE] = sides[index]
    return set_up(t, start, row)


def set_up(t: Core, start: Start, row: Row) -> Row:
    """Let boards work and mix decks; the sides of the seats are known."""
    seats = t.seats[row[PLAYERS]]
    for index in range(len(seats)):
        side: i64 = row[seats[index] + SIDE]
        for i in range(t.removed_from[side], t.removed_from[side + 1]):
            remove(t, row, t.removed[i])
        enter(t, row, seats[index], start.everyone)
        enter(t, row, seats[index], t.side_start[side])
    relink(t, row)
    mixes = start.mixes[row[PLAYERS]]
    place: i64 = 0
    while place < len(mixes):
        mix(t, row, mixes[place], mixes[place + 1], mixes[place + 2])
        place += 3
    for index in range(len(seats)):
        follow(t, row, seats[index], start.everyone)
        follow(t, row, seats[index], t.side_start[row[seats[index] + SIDE]])
    end_batch(t, row)
    return row


def advance(t: Core, row: Row) -> bool:
    """Take steps until somebody has to choose; tell whether anybody has, or the game is over."""
    if row[OWING]:
        return True
    while not row[OWING] and row[STEP] != END:
        if COMPILED:
            row[STEP] = t.step(row, row[STEP])
        else:
            row[STEP] = t.lists.steps[row[STEP]](t, row)
        row[REACTIONS] = 0
        if t.may_end:
            finish(t, row)
    require_bounds(t, row)
    return row[OWING] != 0


def take_step(t: Core, row: Row) -> None:
    """Take the step that is due, with all that follows from it at once."""
    row[STEP] = t.step(row, row[STEP])
    row[REACTIONS] = 0
    if t.may_end:
        finish(t, row)
    require_bounds(t, row)


def require_bounds(t: Core, row: Row) -> None:
    """Stop a game in which somebody has more than can be offered, counted and saved."""
    most: i64 = 0
    if COMPILED:
        for cell in t.held[row[PLAYERS]]:
            most = max(most, row[cell])
    else:
        most = max(t.lists.held[row[PLAYERS]](row))
    if most > MOST_HELD:
        raise Runaway(f"the game stops: somebody has more than {MOST_HELD} coins or tokens of one kind")
    if t.is_crowded:
        require_room(t, row)


def require_room(t: Core, row: Row) -> None:
    """Stop a game in which somebody has so much of something in play that its count is half
    full.
    """
    for seat in t.seats[row[PLAYERS]]:
        full: i64 = row[seat + t.concerns]
        for word in range(t.tally_words):
            full |= row[seat + t.tally + word]
        if full & LANE_GUARDS:
            raise Runaway(f"the game stops: somebody has more than {LANE_MASK >> 1} of something in play")


def pending(t: Core, asks: Asks, row: Row) -> tuple[int, list[int]] | None:
    """Return the number of the seat that has to choose and what from, or nothing at the end."""
    if not row[OWING] and not advance(t, row):
        return None
    owing = row[OWING]
    number = int(owing & -owing).bit_length() - 1
    seat = t.seats[row[PLAYERS]][number]
    step = row[STEP]
    kind = asks.kinds[step]
    if kind < LATE:
        coins = row[seat + (COINS if kind == PLAY else PURSE)]
        return number, list_options(t, row, seat, asks.plays[step], coins)
    return number, otherwise(t, row, seat, kind, asks.plays[step])


def otherwise(t: Core, row: Row, seat: int, kind: int, play: int) -> list[int]:
    """Return the options of a decision that is not about a card of a play step."""
    out = room_for(FEW_OPTIONS)
    while True:
        try:
            number = other_options(t, row, out, seat, kind, play)
            return [out[i] for i in range(number)]
        except IndexError:
            out = more_room(out)


def other_options(t: Core, row: Row, out: Row, seat: i64, kind: i64, play: i64) -> i64:
    """List the options of a decision that is not about a card of a play step; return how many there
    are.
    """
    if kind == LOSS:
        return loss_options(t, row, out, seat)
    if kind == DEMAND:
        return demand_options(t, row, out, seat, play)
    if kind == GUEST:
        return guest_options(t, row, out, play)
    effect: i64 = row[TABLE_CELLS] & FRAME_MASK
    number: i64 = asked(t, row, out, seat, effect)
    if not t.is_mandatory[effect]:
        out[number] = NONE
        number += 1
    return number


def answer(t: Core, row: Row, number: int, option: int) -> None:
    """Keep what a seat has chosen."""
    row[t.table_cells + number * t.seat_cells + CHOICE] = option + 1
    row[OWING] ^= t.bits[number]


def play_out(t: Core, asks: Asks, row: Row, out: Row, rolls: Row) -> i64:
    """Play a game to its end at random; return the number of decisions. `rolls` has a generator of
    its own.
    """
    decisions: i64 = 0
    while advance(t, row):
        owing: i64 = row[OWING]
        number: i64 = 0
        while owing:
            if owing & 1:
                seat: i64 = t.seats[row[PLAYERS]][number]
                try:
                    row[seat + CHOICE] = at_random(t, asks, row, out, seat, rolls) + 1
                except IndexError:
                    out = more_room(out)
                    continue
                decisions += 1
            owing >>= 1
            number += 1
        row[OWING] = 0
    return decisions


def at_random(t: Core, asks: Asks, row: Row, out: Row, seat: i64, rolls: Row) -> i64:
    """Return one of the options of a seat."""
    kind: i64 = asks.kinds[row[STEP]]
    play: i64 = asks.plays[row[STEP]]
    if kind >= LATE:
        return out[below(rolls, other_options(t, row, out, seat, kind, play))]
    coins: i64 = row[seat + COINS]
    if kind == LAST:
        coins = row[seat + PURSE]
    if COMPILED:
        return out[below(rolls, legal(t, row, out, seat, play, coins))]
    options = listed(t, row, seat, play, coins)
    return options[below(rolls, len(options))]


def play_many(t: Core, asks: Asks, start: Start, players: int, seeds: list[int]) -> list[list[int]]:
    """Play games at random, each from a seed; return the totals of every seat."""
    out = room_for(FEW_OPTIONS)
    results = []
    for seed in seeds:
        row = new_row(t, start, players, seed)
        rolls = cells([0, seeded(~seed & 0xFFFFFFFF)])
        play_out(t, asks, row, out, rolls)
        results.append([total(t, row, seat) for seat in t.seats[players + t.guests][:players]])
    return results
