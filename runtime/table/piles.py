"""Piles: cards that are shuffled and dealt, laid out, drawn or mixed into another deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import (
    CARD,
    COMPILED,
    PLACE_MASK,
    PLAYERS,
    WORD,
    WORD_CARDS,
    bring_up,
    highest,
    shuffle,
    zeros,
)

PLACES: Final = 64  # of a word in a mask of all words
ALL_PLACES: Final = (1 << 62) - 1

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def deal(t: Core, row: Row, deck: i64, cards: i64, zone: i64) -> None:
    """Deal cards of a deck to every seat."""
    bits = t.bits
    cell: i64 = t.decks + deck * t.words
    pile: Row = drawable(t, row, deck)
    shuffle_cards(t, row, pile, len(pile))
    number: i64 = 0
    seats = t.seats[row[PLAYERS]]
    if t.guests and zone != t.guest_zone:
        seats = seats[: row[PLAYERS] - 1]
    words = t.deck_words[deck]
    if not COMPILED:
        deal_known(t, row, pile, cards, seats, zone, cell, words)
        return
    for seat in seats:
        to: i64 = seat + zone
        if len(words) == 1:
            hand: i64 = 0
            for card in pile[number : number + cards]:
                hand |= bits[card & PLACE_MASK]
            row[to + words[0]] |= hand
        else:
            for card in pile[number : number + cards]:
                row[to + (card >> WORD)] |= bits[card & PLACE_MASK]
        for word in words:
            row[cell + word] &= ~row[to + word]
        number += cards


def deal_known(t: Core, row: Row, pile: Row, cards: int, seats: Row, zone: int, cell: int, words: Row) -> None:
    """Deal the first cards of a pile, by masks of all words in one number."""
    mask, dealt = t.lists.masks.__getitem__, 0
    for number, seat in enumerate(seats):
        hand = sum(map(mask, pile[number * cards : number * cards + cards]))
        dealt |= hand
        for word in words:
            row[seat + zone + word] |= hand >> word * PLACES & ALL_PLACES
    for word in words:
        row[cell + word] &= ~(dealt >> word * PLACES)


def shuffle_cards(t: Core, row: Row, pile: Row, number: i64) -> None:
    """Shuffle the first of some cards before they are drawn."""
    shuffle(row, pile, number)
    if len(t.cards_on_top):
        bring_up(t.cards_on_top, pile, number)


def drawable(t: Core, row: Row, deck: i64) -> Row:
    """Return the cards that a deck has left."""
    bits = t.bits
    cell: i64 = t.decks + deck * t.words
    pile: Row = t.piles[row[PLAYERS] * t.deck_count + deck][:]
    number: i64 = 0
    whole = t.whole[row[PLAYERS] * t.deck_count + deck]
    for word in t.deck_words[deck]:
        if row[cell + word] != whole[number]:
            break
        number += 1
    if number == len(whole):
        return pile
    if not COMPILED:
        return known_pile(t, row, deck, pile)
    number = 0
    for card in pile:
        if row[cell + (card >> WORD)] & bits[card & PLACE_MASK]:
            pile[number] = card
            number += 1
    return pile[:number]


def known_pile(t: Core, row: Row, deck: i64, pile: Row) -> Row:
    """Return the cards of a pile that a deck has left, by what is remembered of each word."""
    cell = t.decks + deck * t.words
    found: list[int] = []
    for word in reversed(t.deck_words[deck]):
        rest = row[cell + word]
        upper, middle, lower, above, between, of_middle, of_lower = t.lists.copies[word]
        found += upper[rest >> above] + middle[rest >> between & of_middle] + lower[rest & of_lower]
    if t.lists.is_sorted[row[PLAYERS] * t.deck_count + deck]:
        return found[::-1]  # type: ignore[return-value]
    left = set(found)
    return [card for card in pile if card in left]  # type: ignore[return-value]


def lay_out(t: Core, row: Row, deck: i64, cards: i64, zone: i64) -> None:
    """Lay random cards of a deck into a zone of the table."""
    pile: Row = drawable(t, row, deck)
    shuffle_cards(t, row, pile, len(pile))
    for i in range(min(cards, len(pile))):
        card: i64 = pile[i]
        bit: i64 = t.bits[card & PLACE_MASK]
        row[t.decks + deck * t.words + (card >> WORD)] ^= bit
        row[zone + (card >> WORD)] |= bit


def undealt(t: Core, row: Row, cards: i64) -> Row:
    """Return the cards of a set that lie in their own decks."""
    pile: Row = zeros(t.words * WORD_CARDS)
    found: i64 = 0
    for word in range(t.words):
        lying: i64 = 0
        for deck in range(t.deck_count):  # what is mixed into another deck is not unused: it will be dealt
            lying |= row[t.decks + deck * t.words + word] & t.home[deck * t.words + word]
        rest: i64 = lying & t.card_sets[cards * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            pile[found] = (word << WORD) + place
            found += 1
    return pile[:found]


def draw_first(t: Core, row: Row, to: i64, pile: Row, number: i64) -> Row:
    """Draw the first of some cards of decks into a zone, given by its first cell; return them."""
    for i in range(min(number, len(pile))):
        card: i64 = pile[i]
        bit: i64 = t.bits[card & PLACE_MASK]
        for deck in range(t.deck_count):
            row[t.decks + deck * t.words + (card >> WORD)] &= ~bit
        row[to + (card >> WORD)] |= bit
    return pile[:number]


def mix(t: Core, row: Row, deck: i64, source: i64, cards: i64) -> None:
    """Mix random cards of one deck into another."""
    cell: i64 = t.decks + source * t.words
    pile: Row = drawable(t, row, source)
    shuffle_cards(t, row, pile, len(pile))
    for i in range(min(cards, len(pile))):
        bit = t.bits[pile[i] & PLACE_MASK]
        word = pile[i] >> WORD
        row[cell + word] ^= bit
        row[t.decks + deck * t.words + word] |= bit


def remove(t: Core, row: Row, kind: i64) -> None:
    """Take a card out of the game, all its copies."""
    for code in range(len(t.kind)):
        if t.kind[code] == kind:
            for deck in range(t.deck_count):
                row[t.decks + deck * t.words + (code >> WORD)] &= ~t.bits[code & PLACE_MASK]


def list_kinds(t: Core, row: Row, out: Row, zone: i64, cards: i64, but: i64) -> i64:
    """List one of each kind of card in a zone that is in a set of cards, but for those in other
    cells, all given by their first cell; -1 means any card, or no others. Return how many there
    are.
    """
    if not COMPILED:
        return list_known(t, row, out, zone, cards, but)
    number: i64 = 0
    kind: i64 = -1
    for word in range(t.words):
        rest: i64 = row[zone + word]
        if rest and cards >= 0:
            rest &= t.card_sets[cards * t.words + word]
        if rest and but >= 0:
            rest &= ~row[but + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if t.kind[card] != kind:
                kind = t.kind[card]
                out[number] = card << CARD
                number += 1
    return number


def list_known(t: Core, row: Row, out: Row, zone: int, cards: int, but: int) -> int:
    """List cards as `list_kinds` does, by what is remembered of each word."""
    found: list[int] = []
    for word in range(t.words):
        rest = row[zone + word]
        if rest and cards >= 0:
            rest &= t.card_sets[cards * t.words + word]
        if rest and but >= 0:
            rest &= ~row[but + word]
        if rest:
            upper, middle, lower, above, between, of_middle, of_lower = t.lists.kinds[word]
            found += upper[rest >> above] + middle[rest >> between & of_middle] + lower[rest & of_lower]
    for number, option in enumerate(found):
        out[number] = option
    return len(found)
