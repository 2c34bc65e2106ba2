"""Boards: which may sit beside which, how they are dealt, and how one replaces another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import follow, link, rebuild, suspend
from stele.runtime.effects.windows import LAST_RANK, offer_new, reveal_options, windows_held
from stele.runtime.state.cells import (
    ABSENT,
    CARD,
    CARD_MASK,
    ORDER,
    PLAYERS,
    SIDE,
    STAGES,
    WORD_CARDS,
    below,
    bring_up,
    highest,
    shuffle,
    zeros,
)
from stele.runtime.table.seats import as_seated

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_TRIES: Final = 1000


class NoTable(ValueError):
    """The boards cannot sit at one table."""


def may_sit(t: Core, table: Row, place: i64) -> bool:
    """Tell whether the side at a place of a table fits there; -1 is a place without a board. The
    next place is its left neighbour.
    """
    seats: i64 = len(table)
    new: i64 = table[place]
    if not t.side_players[new] & t.bits[seats]:
        return False
    sides: i64 = len(t.side_start)
    for other in range(seats):
        old: i64 = table[other]
        if old < 0 or other == place:
            continue
        relation: i64 = 0
        if other == (place + 1) % seats:
            relation += 1
        if other == (place - 1 + seats) % seats:
            relation += 2
        if not t.side_beside[new * sides + old] & t.bits[relation]:
            return False
    return True


def deal_boards(t: Core, row: Row) -> None:
    """Give every seat a random board on a random side, as their limits allow."""
    seats = t.seats[row[PLAYERS]]
    boards: i64 = len(t.board_from) - 1
    for _ in range(MOST_TRIES):
        order: Row = zeros(boards)
        for board in range(boards):
            order[board] = board
        shuffle(row, order, boards)
        table: Row = zeros(row[PLAYERS])
        for place in range(row[PLAYERS]):
            table[place] = -1
        chosen: i64 = 0
        for board in order:
            first: i64 = t.board_from[board]
            table[chosen] = first + below(row, t.board_from[board + 1] - first)
            if may_sit(t, table, chosen):
                chosen += 1
                if chosen == row[PLAYERS]:
                    for index in range(chosen):
                        row[seats[index] + SIDE] = table[index]
                    return
            else:
                table[chosen] = -1
    raise NoTable("there are not enough boards that may sit at one table")


def draw_boards(t: Core, row: Row, seat: i64, number: i64, either_side: bool) -> None:
    """Draw boards that nobody has or has drawn; one that could not be taken on any side is drawn
    again.
    """
    words: i64 = drawn_words(t)
    for word in range(words):
        row[seat + t.drawn_boards + word] = 0
    free: Row = zeros(len(t.board_from))
    found: i64 = 0
    used: Row = used_boards(t, row)
    table: Row = seated_sides(t, row)
    place: i64 = place_at_table(t, row, seat)
    for board in range(len(t.board_from) - 1):
        is_open = False
        for side in range(t.board_from[board], t.board_from[board + 1]):
            is_open = is_open or (not used[board] and is_takeable(t, table, place, side, either_side))
        if is_open:
            free[found] = board
            found += 1
    shuffle(row, free, found)
    if len(t.boards_on_top):
        bring_up(t.boards_on_top, free, found)
    for i in range(min(number, found)):
        row[seat + t.drawn_boards + free[i] // WORD_CARDS] |= t.bits[free[i] % WORD_CARDS]


def used_boards(t: Core, row: Row) -> Row:
    """Return by board whether anybody has it or has drawn it."""
    used: Row = zeros(len(t.board_from))
    for seat in t.seats[row[PLAYERS]]:
        used[t.side_board[row[seat + SIDE]]] = 1
        for word in range(drawn_words(t)):
            rest: i64 = row[seat + t.drawn_boards + word]
            while rest:
                place = highest(rest)
                rest ^= t.bits[place]
                used[word * WORD_CARDS + place] = 1
    return used


def drawn_words(t: Core) -> i64:
    """Return how many cells boards take that a seat has drawn."""
    return (len(t.board_from) - 1 + WORD_CARDS - 1) // WORD_CARDS


def has_drawn(t: Core, row: Row, seat: i64, board: i64) -> bool:
    """Tell whether a seat has drawn a board."""
    return row[seat + t.drawn_boards + board // WORD_CARDS] & t.bits[board % WORD_CARDS] != 0


def board_options(t: Core, row: Row, out: Row, seat: i64, either_side: bool) -> i64:
    """List the sides of the drawn boards that may be taken; return how many there are."""
    number: i64 = 0
    table: Row = seated_sides(t, row)
    place: i64 = place_at_table(t, row, seat)
    for board in range(len(t.board_from) - 1):
        if has_drawn(t, row, seat, board):
            for side in range(t.board_from[board], t.board_from[board + 1]):
                if is_takeable(t, table, place, side, either_side):
                    out[number] = side << CARD
                    number += 1
    return number


def seated_sides(t: Core, row: Row) -> Row:
    """Return the sides of all boards as their owners sit."""
    seated: Row = as_seated(t, row)
    table: Row = zeros(row[PLAYERS])
    for place in range(row[PLAYERS]):
        table[place] = row[seated[place] + SIDE]
    return table


def place_at_table(t: Core, row: Row, seat: i64) -> i64:
    """Return the place of a seat, as all sit."""
    seated: Row = as_seated(t, row)
    place: i64 = 0
    while seated[place] != seat:
        place += 1
    return place


def is_takeable(t: Core, table: Row, place: i64, side: i64, either_side: bool) -> bool:
    """Tell whether who sits at a place of a table may have a side of a board instead of its own."""
    own: i64 = table[place]
    if not either_side and t.side_letter[side] != t.side_letter[own]:
        return False
    if t.stage_from[side] == t.stage_from[side + 1]:
        return False
    table[place] = side
    may: bool = may_sit(t, table, place)
    table[place] = own
    return may


def take_board(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Replace the board of a seat: all it has stays, the first stage is built, gifts of the start
    are not given.
    """
    for word in range(drawn_words(t)):
        row[seat + t.drawn_boards + word] = 0
    row[seat + SIDE] = option >> CARD & CARD_MASK
    row[seat + STAGES] = 1
    row[seat + ORDER] = 1
    entry: i64 = t.stage_entry[t.stage_from[row[seat + SIDE]]]
    windows = windows_held(t, row, seat)
    absent: i64 = row[seat + ABSENT]
    row[seat + ABSENT] = 0
    if t.entry_table[entry] > 0:
        row[seat + ABSENT] = 1
    rebuild(t, row, seat)
    if row[seat + ABSENT] != absent:
        link(t, row)
    follow(t, row, seat, entry)
    offer_new(t, row, seat, windows)
    out: Row = zeros(t.slots)
    if t.reveals and reveal_options(t, row, out, seat):
        suspend(t, row, t.reveal, seat, LAST_RANK, 0)
