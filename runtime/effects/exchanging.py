"""Cards that change places: all of two places, two that are picked, or one that is picked and one
by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.cards import city_at, is_nowhere, lying, owner_of
from stele.runtime.effects.entering import rebuild
from stele.runtime.state.cells import CARD, CARD_MASK, NUMBER, PLACE_MASK, PLAYERS, WORD, WORD_CARDS, highest, zeros
from stele.runtime.state.laid import note_laid
from stele.runtime.table.piles import shuffle_cards
from stele.runtime.table.places import around

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def swap_all(t: Core, row: Row, place: i64, places: Row) -> i64:
    """Let all cards of a place change places with those of the first of others, if there is any;
    return how many cells have changed.
    """
    if not len(places):
        return 0
    other: i64 = places[0]
    if place == other or is_nowhere(t, row, other) or is_nowhere(t, row, place):
        return 0
    done: i64 = 0
    for word in range(t.words):
        kept: i64 = row[place + word]
        row[place + word] = row[other + word]
        row[other + word] = kept
        if kept or row[place + word]:
            done += 1
    if city_at(t, row, place) >= 0:
        swap_marks(t, row, city_at(t, row, place), city_at(t, row, other))
        rebuild(t, row, city_at(t, row, place))
        rebuild(t, row, city_at(t, row, other))
    return done


def swap_marks(t: Core, row: Row, seat: i64, other: i64) -> None:
    """Let coins on cards go with all cards of two cities."""
    if t.has_marked:
        for word in range(t.words):
            kept: i64 = row[seat + t.marked + word]
            row[seat + t.marked + word] = row[other + t.marked + word]
            row[other + t.marked + word] = kept


def pairs(t: Core, row: Row, out: Row, own: i64, places: Row, cards: i64, theirs: i64, is_equal: bool) -> i64:
    """List pairs of a card of one place, in the low bits, and one of another that may change
    places: perhaps without coins in their costs and with equally many units, and no city gets what
    it has. Return how many there are.
    """
    number: i64 = 0
    given_ones: Row = swappable(t, row, own, cards, is_equal)
    for other in places:
        if row[owner_of(t, row, other) + NUMBER] >= row[PLAYERS] - t.guests:
            continue  # where a player is chosen, a guest is none
        for taken in swappable(t, row, other, theirs, is_equal):
            for given in given_ones:
                if is_equal and t.cost_units[t.cost[given]] != t.cost_units[t.cost[taken]]:
                    continue
                if fits_for(t, row, own, taken, given) and fits_for(t, row, other, given, taken):
                    out[number] = taken << CARD | given
                    number += 1
    return number


def swappable(t: Core, row: Row, place: i64, cards: i64, is_equal: bool) -> Row:
    """Return the cards of a place that are meant, perhaps only those without coins in their
    costs.
    """
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[place + word] & t.card_sets[cards * t.words + word]
        while rest:
            bit = highest(rest)
            rest ^= t.bits[bit]
            card: i64 = (word << WORD) + bit
            if not is_equal or not t.cost_coins[t.cost[card]]:
                found[number] = card
                number += 1
    return found[:number]


def fits_for(t: Core, row: Row, place: i64, card: i64, leaving: i64) -> bool:
    """Tell whether a card may come to a place from which another one leaves."""
    seat: i64 = city_at(t, row, place)
    return seat < 0 or not has_twin(t, row, seat, card, leaving)


def has_twin(t: Core, row: Row, seat: i64, card: i64, leaving: i64) -> bool:
    """Tell whether a card has a twin around a seat, other than a card that leaves."""
    if t.kind[card] == t.kind[leaving]:
        return True
    for i in range(t.or_from[t.entry[card]], t.or_from[t.entry[card] + 1]):
        word: i64 = t.or_cell[i] - t.blocked
        if word < 0 or word >= t.words:
            continue
        shown: i64 = around(t, row, seat, word)
        if leaving >> WORD == word:
            shown &= ~t.bits[leaving & PLACE_MASK]
        if shown & t.or_mask[i]:
            return True
    return False


def swap_cards(t: Core, row: Row, option: i64, own: i64, places: Row) -> None:
    """Let two cards change places with what lies on them: they work in their new cities, but
    nothing is built.
    """
    exchange(t, row, option >> CARD & CARD_MASK, option & CARD_MASK, lying(t, row, places, option), own)


def swap_at_random(t: Core, row: Row, option: i64, own: i64, places: Row, cards: i64) -> i64:
    """Let the picked card change places with one of the first of other places, by chance; return
    how many did.
    """
    if not len(places):
        return 0
    return swap_with_one(t, row, option, own, places[0], swappable(t, row, places[0], cards, False))


def swap_with_one(t: Core, row: Row, option: i64, own: i64, other: i64, found: Row) -> i64:
    """Let the picked card change places with one of some cards of another place, by chance; return
    how many did.
    """
    if is_nowhere(t, row, other) or not len(found):
        return 0
    shuffle_cards(t, row, found, len(found))
    exchange(t, row, found[0], option >> CARD & CARD_MASK, other, own)
    return 1


def exchange(t: Core, row: Row, taken: i64, given: i64, other: i64, own: i64) -> None:
    """Let two cards change places."""
    shift(t, row, other, own, taken)
    shift(t, row, own, other, given)
    if t.laid:
        note_laid(t, row, taken)
        note_laid(t, row, given)
    seat: i64 = city_at(t, row, own)
    rival: i64 = city_at(t, row, other)
    if seat >= 0:
        if t.has_marked:
            shift(t, row, rival + t.marked, seat + t.marked, taken)
            shift(t, row, seat + t.marked, rival + t.marked, given)
        rebuild(t, row, seat)
        rebuild(t, row, rival)


def shift(t: Core, row: Row, place: i64, to: i64, card: i64) -> None:
    """Move a card, or what lies on it, if it is there."""
    word: i64 = card >> WORD
    bit: i64 = row[place + word] & t.bits[card & PLACE_MASK]
    row[place + word] ^= bit
    row[to + word] |= bit
