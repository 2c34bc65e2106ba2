"""A seat at which nobody sits: a neighbour plays for it, from its own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_CHAIN,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    LEFT,
    MANNER,
    MANNER_MASK,
    OWING,
    PLACE_MASK,
    PLAYERS,
    RIGHT,
    TURN,
    WORD,
    WORD_CARDS,
    below,
    highest,
    zeros,
)
from stele.runtime.table.first import in_order
from stele.runtime.table.piles import shuffle_cards
from stele.runtime.turn.kernel import legal
from stele.runtime.turn.steps import ask_all, carry_out_for

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def guest_seat(t: Core, row: Row) -> i64:
    """Return the seat at which nobody sits: the last one."""
    return t.seats[row[PLAYERS]][row[PLAYERS] - 1]


def guide(t: Core, row: Row) -> i64:
    """Return the seat that plays for the guest this turn; its neighbours take turns."""
    age: i64 = max(1, row[AGE]) - 1
    is_left = (t.guest_from_left[age] == 1) == (row[TURN] % 2 == 0)
    return row[guest_seat(t, row) + (LEFT if is_left else RIGHT)]


def ask_players(t: Core, row: Row, play: i64) -> None:
    """Let every player that has a card owe a choice, but not the guest, whose cards are a pile."""
    ask_all(t, row, play)
    row[OWING] &= t.bits[row[PLAYERS] - 1] - 1


def draw_for_guest(t: Core, row: Row, play: i64) -> None:
    """Let the guide draw a card of the guest's pile into its own hand."""
    zone: i64 = t.play_zone[play]
    guest: i64 = guest_seat(t, row)
    pile: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[guest + zone + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            pile[number] = (word << WORD) + place
            number += 1
    if number:
        card: i64 = picked(t, row, pile, number)
        row[guest + zone + (card >> WORD)] ^= t.bits[card & PLACE_MASK]
        row[guide(t, row) + zone + (card >> WORD)] |= t.bits[card & PLACE_MASK]


def picked(t: Core, row: Row, pile: Row, number: i64) -> i64:
    """Return a random card of a pile."""
    if len(t.cards_on_top):
        shuffle_cards(t, row, pile, number)
        return pile[0]
    return pile[below(row, number)]


def left_by_guide(t: Core, row: Row, play: i64, word: i64) -> i64:
    """Return the cards of a word that the guide has left when it has chosen its own."""
    guiding: i64 = guide(t, row)
    cards: i64 = row[guiding + t.play_zone[play] + word]
    chosen: i64 = row[guiding + CHOICE]
    if chosen:
        card: i64 = (chosen - 1) >> CARD & CARD_MASK
        if card >> WORD == word:
            cards &= ~t.bits[card & PLACE_MASK]
    return cards


def ask_guest(t: Core, row: Row, play: i64) -> None:
    """Let the guide owe a choice for the guest, if a card is left to it."""
    row[OWING] = 0
    for word in range(t.words):
        if left_by_guide(t, row, play, word):
            row[OWING] = t.bits[row[PLAYERS] - 1]


def guest_options(t: Core, row: Row, out: Row, play: i64) -> i64:
    """List what the guest may do with what its guide has left, by its obligations; return how many
    options there are.
    """
    guest: i64 = guest_seat(t, row)
    zone: i64 = guest + t.play_zone[play]
    pile: Row = row[zone : zone + t.words]
    for word in range(t.words):
        row[zone + word] = left_by_guide(t, row, play, word)
    number: i64 = legal(t, row, out, guest, play, row[guest + COINS])
    for word in range(t.words):
        row[zone + word] = pile[word]
    return obliged(t, out, number)


def obliged(t: Core, out: Row, end: i64) -> i64:
    """Keep what is no last resort, if there is anything, and of cards with a chain only that."""
    number: i64 = 0
    for i in range(end):
        if not t.guest_resorts & t.bits[out[i] >> ACTION & ACTION_MASK]:
            out[number] = out[i]
            number += 1
    if not number:
        number = end
    if not t.guest_chains_first:
        return number
    kept: i64 = 0
    for i in range(number):
        option: i64 = out[i]
        has_chain = False
        for j in range(number):
            if out[j] >> MANNER & MANNER_MASK == BY_CHAIN:
                has_chain = has_chain or (out[j] >> CARD & CARD_MASK) == (option >> CARD & CARD_MASK)
        if not has_chain or option >> MANNER & MANNER_MASK == BY_CHAIN:
            out[kept + end] = option
            kept += 1
    for i in range(kept):
        out[i] = out[end + i]
    return kept


def carry_out_with_guest(t: Core, row: Row, play: i64) -> None:
    """Carry out the guest's card, which its guide gives up, before those of the players."""
    guest: i64 = guest_seat(t, row)
    seats = t.seats[row[PLAYERS]]
    chosen: i64 = row[guest + CHOICE]
    if chosen:
        card: i64 = (chosen - 1) >> CARD & CARD_MASK
        zone: i64 = t.play_zone[play] + (card >> WORD)
        row[guide(t, row) + zone] ^= t.bits[card & PLACE_MASK]
        row[guest + zone] |= t.bits[card & PLACE_MASK]
        carry_out_for(t, row, play, seats[row[PLAYERS] - 1 :])
    carry_out_for(t, row, play, in_order(t, row, seats[: row[PLAYERS] - 1]))
