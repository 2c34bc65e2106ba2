"""Cards that are told apart by what has become of them, beside what is printed on them: where a
coin lies, where a symbol is shown that somebody lacks, which came last.

What is listed by what is printed is told apart afterwards, so that nothing else has to know of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.cards import lying, meant_in
from stele.runtime.state.cells import (
    BARRED,
    CARD,
    CARD_MASK,
    PLACE_MASK,
    PLAYERS,
    WORD,
    WORD_CARDS,
    count,
    highest,
    zeros,
)
from stele.runtime.table.piles import shuffle_cards
from stele.runtime.table.places import cards_there

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# --- which cards ----------------------------------------------------------------------------------


def printed_in(t: Core, row: Row, places: Row, cards: i64) -> Row:
    """Return the cards of some places that are meant by what is printed on them."""
    return meant_in(t, row, places, cards, -1)


def printed_at(t: Core, row: Row, seat: i64, kind: i64, sides: i64, cards: i64) -> Row:
    """Return the cards that serve a seat at places on its left (1), right (2) or both (3), and are
    meant by what is printed on them.
    """
    found: Row = zeros(2 * t.words * WORD_CARDS)
    number: i64 = 0
    for side in range(2):
        if not sides & t.bits[side] or row[seat + t.place_cell[kind] + BARRED + side]:
            continue
        for word in t.place_words:
            rest: i64 = cards_there(t, row, kind, seat, side, word) & t.card_sets[cards * t.words + word]
            while rest:
                bit = highest(rest)
                rest ^= t.bits[bit]
                found[number] = (word << WORD) + bit
                number += 1
    return found[:number]


def with_coins(t: Core, row: Row, found: Row) -> Row:
    """Keep of some cards those on which a coin lies: in a city."""
    kept: i64 = 0
    for card in found:
        for seat in t.seats[row[PLAYERS]]:
            if row[seat + t.marked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
                found[kept] = card
                kept += 1
    return found[:kept]


def coins_on(t: Core, row: Row, seat: i64, found: Row) -> i64:
    """Return how many coins lie on some cards of a city."""
    number: i64 = 0
    for card in found:
        if row[seat + t.marked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            number += row[t.heaps + card]
    return number


def with_lacked(t: Core, row: Row, seat: i64, found: Row) -> Row:
    """Keep of some cards those that show a symbol that a seat does not have."""
    lacked: Row = zeros(t.words)
    i: i64 = 0
    while i < len(t.shown_symbols):
        if not count(t, row, seat, t.shown_symbols[i]):
            for word in range(t.words):
                lacked[word] |= t.card_sets[t.shown_symbols[i + 1] * t.words + word]
        i += 2
    kept: i64 = 0
    for card in found:
        if lacked[card >> WORD] & t.bits[card & PLACE_MASK]:
            found[kept] = card
            kept += 1
    return found[:kept]


def outermost(t: Core, row: Row, places: Row, found: Row, is_newest: bool) -> Row:
    """Keep of some cards the newest of each place, or the oldest: by when they came there."""
    kept: Row = zeros(len(places))
    number: i64 = 0
    for place in places:
        best: i64 = -1
        for card in found:
            if not row[place + (card >> WORD)] & t.bits[card & PLACE_MASK]:
                continue
            if best < 0 or (row[t.laid + 1 + card] > row[t.laid + 1 + best]) == is_newest:
                best = card
        if best >= 0:
            kept[number] = best
            number += 1
    return kept[:number]


# --- what may be picked ---------------------------------------------------------------------------


def only_these(t: Core, row: Row, out: Row, number: i64, places: Row, found: Row) -> i64:
    """Keep of listed options those with one of some cards, or with a twin in the same place, for
    which it stands; return how many there are.
    """
    kept: i64 = 0
    for i in range(number):
        card: i64 = out[i] >> CARD & CARD_MASK
        place: i64 = lying(t, row, places, out[i])
        for other in found:
            if t.kind[other] == t.kind[card] and row[place + (other >> WORD)] & t.bits[other & PLACE_MASK]:
                out[kept] = out[i] + ((other - card) << CARD)
                kept += 1
                break
    return kept


def only_kinds(t: Core, out: Row, number: i64, found: Row) -> i64:
    """Keep of listed options those with a card of the kind of one of some others, wherever it lies,
    and those with no card; return how many there are.
    """
    kept: i64 = 0
    for i in range(number):
        card: i64 = out[i] >> CARD & CARD_MASK
        is_kept = card >= t.words << WORD
        for other in found:
            is_kept = is_kept or t.kind[other] == t.kind[card]
        if is_kept:
            out[kept] = out[i]
            kept += 1
    return kept


def only_pairs(t: Core, out: Row, number: i64, given: Row, taken: Row) -> i64:
    """Keep of listed pairs those of two cards of which each is among those that are meant; return
    how many there are.
    """
    kept: i64 = 0
    for i in range(number):
        if holds(given, out[i] & CARD_MASK) and holds(taken, out[i] >> CARD & CARD_MASK):
            out[kept] = out[i]
            kept += 1
    return kept


def holds(found: Row, card: i64) -> bool:
    """Tell whether a card is among some."""
    for one in found:
        if one == card:
            return True
    return False


def by_chance(t: Core, row: Row, found: Row) -> Row:
    """Return some cards shuffled."""
    shuffle_cards(t, row, found, len(found))
    return found
