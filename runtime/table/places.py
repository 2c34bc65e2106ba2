"""Places that each two neighbours share: where they are, what lies there, and what may be laid.

A seat has its own cards at the place on its left (0) and at the one on its right (1); together with
those of the neighbour they are the cards of the place. Its owners are those between whom its board
was laid, whoever sits where later on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BARRED,
    BOARD,
    BY_CHAIN,
    CARD,
    CARD_MASK,
    COMPILED,
    COPY_HOST,
    LEVEL,
    MANNER,
    NUMBER,
    OPENED,
    PLACE_MASK,
    PLAYERS,
    UNSETTLED,
    WORD,
    count,
    highest,
    ones,
    ones_among,
    ones_in,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

LEFT_END: Final = 0
RIGHT_END: Final = 1


def across(t: Core, row: Row, seat: i64, side: i64) -> i64:
    """Return who shares the place on one side of a seat."""
    return row[seat + t.across + side]


def holder(t: Core, row: Row, seat: i64, side: i64) -> i64:
    """Return who has the place on one side of a seat on the right."""
    return seat if side == RIGHT_END else across(t, row, seat, LEFT_END)


def face_at(t: Core, row: Row, kind: i64, seat: i64, side: i64) -> i64:
    """Return which side of its board the place on one side of a seat shows, or -1 if none was laid
    there.
    """
    laid: i64 = row[holder(t, row, seat, side) + t.place_cell[kind] + BOARD]
    return t.face_from[kind] + laid - 1 if laid else -1


def cards_there(t: Core, row: Row, kind: i64, seat: i64, side: i64, word: i64) -> i64:
    """Return all cards of a word at the place on one side of a seat, whoever laid them."""
    other: i64 = row[seat + t.across + side] + t.place_zone[2 * kind + 1 - side]
    return row[seat + t.place_zone[2 * kind + side] + word] | row[other + word]


def around(t: Core, row: Row, seat: i64, word: i64) -> i64:
    """Return the cards of a word of which a seat may have no other copy: those in its city, those
    that are turned up, and those at places.
    """
    cards: i64 = row[seat + t.main + word]
    if t.reveals:
        cards |= row[seat + t.revealed + word]
    for kind in range(t.place_count):
        cards |= cards_there(t, row, kind, seat, LEFT_END, word) | cards_there(t, row, kind, seat, RIGHT_END, word)
    return cards


def serving(t: Core, row: Row, seat: i64, word: i64, own_only: bool) -> i64:
    """Return the cards of a word at places that serve a seat, perhaps without those that neighbours
    have laid.
    """
    cards: i64 = 0
    for kind in range(t.place_count):
        for side in range(2):
            if row[seat + t.place_cell[kind] + BARRED + side]:
                continue
            if own_only:
                cards |= row[seat + t.place_zone[2 * kind + side] + word]
            else:
                cards |= cards_there(t, row, kind, seat, side, word)
    return cards


def cards_at(t: Core, row: Row, seat: i64, kind: i64, sides: i64, cards: i64) -> i64:
    """Return how many cards of a set serve a seat at places on its left (1), right (2) or both
    (3).
    """
    number: i64 = 0
    for side in range(2):
        if not sides & t.bits[side] or row[seat + t.place_cell[kind] + BARRED + side]:
            continue
        for word in t.place_words:
            number += ones(cards_there(t, row, kind, seat, side, word) & t.card_sets[cards * t.words + word])
    return number


def is_leading(t: Core, row: Row, seat: i64, side: i64) -> bool:
    """Tell whether a seat has the majority at a place shared with its left (0) or right (1)
    neighbour.
    """
    for kind in range(t.place_count):
        if row[seat + t.place_cell[kind] + LEVEL + side]:
            return True
    return False


def doubt(t: Core, row: Row, seat: i64) -> None:
    """Let the places that a seat shares be compared again."""
    left: i64 = across(t, row, seat, LEFT_END)
    row[UNSETTLED] |= t.bits[row[seat + NUMBER]] | t.bits[row[left + NUMBER]]


def lead(t: Core, row: Row, kind: i64, seat: i64) -> i64:
    """Return by how many cards a seat leads at the place on its right."""
    other: i64 = row[seat + t.across + RIGHT_END]
    own: i64 = seat + t.place_zone[2 * kind + RIGHT_END]
    theirs: i64 = other + t.place_zone[2 * kind + LEFT_END]
    cards: i64 = ones_in(row, own, own + t.words) - ones_in(row, theirs, theirs + t.words)
    for i in range(t.more_from[kind], t.more_from[kind + 1]):
        word: i64 = t.tally + (t.more_lane[i] >> WORD)
        if (row[seat + word] | row[other + word]) & t.more_mask[i]:
            more: i64 = count(t, row, seat, t.more_lane[i]) - count(t, row, other, t.more_lane[i])
            cards += more * t.more_number[i]
    return cards


def is_idle(t: Core, row: Row, seat: i64, held: i64) -> bool:
    """Tell whether a copy is hosted by a place that serves only the other owner."""
    host: i64 = (held - 1) >> COPY_HOST
    return host > 0 and row[seat + t.place_cell[(host - 1) >> 1] + BARRED + (host - 1 & 1)] > 0


def held_between(t: Core, row: Row, seat: i64, other: i64, lane: i64) -> i64:
    """Return how many of what a seat holds come from copies at places that two seats share."""
    found: i64 = 0
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if not held:
            break
        host: i64 = (held - 1) >> COPY_HOST
        if not host or is_idle(t, row, seat, held):
            continue
        if across(t, row, seat, host - 1 & 1) == other:
            entry: i64 = t.code_entry[(held - 1) & CARD_MASK]
            for i in range(t.add_from[entry], t.add_from[entry + 1]):
                if t.add_cell[i] == t.tally + (lane >> WORD):
                    found += t.add_number[i] >> (lane & PLACE_MASK) & 511
    return found


def goods_there(t: Core, row: Row, seat: i64, made: i64) -> i64:
    """Return the goods that cards at places produce for a seat. What it is said not to produce, it
    may not have through its neighbours' cards either.
    """
    goods: i64 = 0
    for word in t.place_words:
        cards: i64 = serving(t, row, seat, word, t.made_negated[made] > 0)
        rest: i64 = cards & t.made_cards[made * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            goods |= t.entry_goods[t.entry[(word << WORD) + place]]
    return goods


def goods_of_leads(t: Core, row: Row, seat: i64, entry: i64) -> i64:
    """Return the goods of what stands now because its owner leads."""
    goods: i64 = 0
    for i in range(t.lead_from[entry], t.lead_from[entry + 1]):
        if is_leading(t, row, seat, t.lead_side[i]):
            goods |= t.entry_goods[t.lead_entry[i]]
    return goods


# --- room -----------------------------------------------------------------------------------------


def room_cell(t: Core, kind: i64, side: i64) -> i64:
    """Return the first cell of a seat with the cards that fit into a place."""
    return t.place_cell[kind] + OPENED + (2 + side) * t.words


def make_room(t: Core, row: Row, kind: i64, seat: i64) -> None:
    """Work out again which cards fit into the place on the right of a seat, which has a board."""
    other: i64 = across(t, row, seat, RIGHT_END)
    own: i64 = seat + t.place_zone[2 * kind + RIGHT_END]
    theirs: i64 = other + t.place_zone[2 * kind + LEFT_END]
    room: i64 = seat + room_cell(t, kind, RIGHT_END)
    their_room: i64 = other + room_cell(t, kind, LEFT_END)
    face: i64 = face_at(t, row, kind, seat, RIGHT_END)
    number: i64 = ones_in(row, own, own + t.words) + ones_in(row, theirs, theirs + t.words)
    is_full = 0 < t.place_holds[kind] <= number
    for word in t.place_words:
        fitting: i64 = 0
        if not is_full:
            fitting = t.face_cards[face * t.words + word]
        row[room + word] = fitting
        row[their_room + word] = fitting
    if number and not is_full:
        for i in range(t.room_from[face], t.room_from[face + 1]):
            leave_room(t, row, i, own, theirs, room, their_room)


def leave_room(t: Core, row: Row, i: i64, own: i64, theirs: i64, room: i64, their_room: i64) -> None:
    """Let no other card of a colour fit into a place if there are as many as there may be."""
    of_colour: i64 = t.room_colour[i] * t.words
    number: i64 = ones_among(row, own, t.of_colour, of_colour, t.words)
    number += ones_among(row, theirs, t.of_colour, of_colour, t.words)
    if number >= t.room_number[i]:
        for word in t.place_words:
            row[room + word] &= ~t.of_colour[of_colour + word]
            row[their_room + word] &= ~t.of_colour[of_colour + word]


def fill_room(t: Core, row: Row, kind: i64, seat: i64, card: i64) -> None:
    """Note that a card lies in the place on the right of a seat: perhaps no other one of its colour
    fits there, or none at all.
    """
    other: i64 = row[seat + t.across + RIGHT_END]
    own: i64 = seat + t.place_zone[2 * kind + RIGHT_END]
    theirs: i64 = other + t.place_zone[2 * kind + LEFT_END]
    room: i64 = seat + room_cell(t, kind, RIGHT_END)
    their_room: i64 = other + room_cell(t, kind, LEFT_END)
    number: i64 = ones_in(row, own, own + t.words) + ones_in(row, theirs, theirs + t.words)
    if 0 < t.place_holds[kind] <= number:
        for word in t.place_words:
            row[room + word] = 0
            row[their_room + word] = 0
        return
    face: i64 = face_at(t, row, kind, seat, RIGHT_END)
    for i in range(t.room_from[face], t.room_from[face + 1]):
        if t.room_colour[i] == t.colour[card]:
            leave_room(t, row, i, own, theirs, room, their_room)


def turn_options(t: Core, row: Row, out: Row, seat: i64, kind: i64) -> i64:
    """List the sides on which a seat may lay the board on its right; return how many there are.
    Those of one board follow each other.
    """
    laid: i64 = row[seat + t.place_cell[kind] + BOARD] - 1
    first: i64 = t.face_from[kind]
    board: i64 = t.face_board[first + laid]
    while laid and t.face_board[first + laid - 1] == board:
        laid -= 1
    number: i64 = 0
    while first + laid < t.face_from[kind + 1] and t.face_board[first + laid] == board:
        out[number] = laid << CARD
        number += 1
        laid += 1
    return number


def turn_board(t: Core, row: Row, seat: i64, kind: i64, option: i64) -> None:
    """Lay the board on the right of a seat on one of its sides."""
    row[seat + t.place_cell[kind] + BOARD] = 1 + (option >> CARD & CARD_MASK)
    make_room(t, row, kind, seat)


# --- options --------------------------------------------------------------------------------------


def elsewhere(t: Core, row: Row, out: Row, end: i64, seat: i64, play: i64) -> i64:
    """List ways to build cards once more for each place with room for them; chains start at each
    place anew. Return where they end.
    """
    last: i64 = end
    for i in range(t.placing_from[play], t.placing_from[play + 1]):
        action: i64 = t.placing_action[i]
        change: i64 = action - t.play_build[play]
        room: i64 = seat + t.placing_room[i]
        for j in range(end):
            option: i64 = out[j]
            card: i64 = option >> CARD & CARD_MASK
            if row[room + (card >> WORD)] & t.bits[card & PLACE_MASK] and not option >> MANNER & BY_CHAIN:
                out[last] = option + change
                last += 1
        for word in t.play_words[play][row[AGE]]:
            opened: i64 = row[seat + t.placing_opened[i] + word]
            if opened:
                opened &= row[seat + t.play_zone[play] + word] & row[room + word] & ~row[seat + t.blocked + word]
                last = chained_there(t, row, out, last, action, word, opened)
    return last


def chained_there(t: Core, row: Row, out: Row, end: i64, action: i64, word: i64, cards: i64) -> i64:
    """List cards of a word that may be built by a chain at a place; return where they end."""
    last: i64 = end
    rest: i64 = once_each(t, row, word, cards)
    while rest:
        place = highest(rest)
        rest ^= t.bits[place]
        out[last] = action | BY_CHAIN << MANNER | (word << WORD) + place << CARD
        last += 1
    return last


def once_each(t: Core, row: Row, word: i64, cards: i64) -> i64:
    """Return one copy of each of some cards of a word."""
    known: i64 = row[PLAYERS] * t.words + word
    i: i64 = t.further_from[known]
    while i < t.further_from[known + 1] and cards:
        cards &= ~(cards << t.further[i] & t.further[i + 1])
        i += 2
    return cards


def also_there(t: Core, row: Row, out: Row, end: i64, seat: i64) -> i64:
    """List cards that may be built for nothing once more for each place with room for them; return
    where they end.
    """
    last: i64 = end
    for action in t.placing_late:
        kind: i64 = t.action_place[action >> ACTION]
        room: i64 = seat + room_cell(t, kind, t.action_side[action >> ACTION])
        if not COMPILED:
            fitting = sum([row[room + word] << (word << WORD) for word in t.place_words])
            found = [option | action for option in out[:end] if fitting >> (option >> CARD & CARD_MASK) & 1]
            out[last : last + len(found)] = found  # type: ignore[assignment, index]
            last += len(found)
            continue
        for i in range(end):
            card: i64 = out[i] >> CARD & CARD_MASK
            if row[room + (card >> WORD)] & t.bits[card & PLACE_MASK]:
                out[last] = out[i] | action
                last += 1
    return last


def place_of(t: Core, option: i64) -> i64:
    """Return the kind of place to which an option takes its card, or -1."""
    return t.action_place[option >> ACTION & ACTION_MASK]


def sells_there(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether cards in a place of a seat are for sale."""
    for kind in range(t.place_count):
        for side in range(2):
            face: i64 = face_at(t, row, kind, seat, side)
            if face >= 0 and t.face_for_sale[face]:
                return True
    return False
