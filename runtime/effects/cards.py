"""Cards that are selected and moved: places are known by their first cells, cards that are meant
by the number of their set.

A card that comes into a city stands there from then on, but is not built; one that leaves takes
all that stood by it along, and copies of it stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.deeds import note_built
from stele.runtime.effects.entering import enter, lay, relink
from stele.runtime.effects.events import BUILD, DISCARD, DRAW, FREE, raise_event
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    CONTEXT,
    CONTEXT_ROUND,
    CONTEXT_SEAT,
    CONTEXT_WHAT,
    NUMBER,
    PARTNER,
    PLACE_MASK,
    PLAYERS,
    ROUND_MASK,
    STAGES,
    WORD,
    WORD_CARDS,
    highest,
    zeros,
)
from stele.runtime.state.laid import note_laid
from stele.runtime.table.piles import draw_first, list_kinds, shuffle_cards, undealt
from stele.runtime.table.withdrawing import leave

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# --- places ---------------------------------------------------------------------------------------


def zones(seats: Row, zone: i64) -> Row:
    """Return the first cells of a zone of some seats."""
    found: Row = seats[:]
    for i in range(len(seats)):
        found[i] = seats[i] + zone
    return found


def decks(t: Core) -> Row:
    """Return the first cells of all decks."""
    found: Row = zeros(t.deck_count)
    for deck in range(t.deck_count):
        found[deck] = t.decks + deck * t.words
    return found


def lying(t: Core, row: Row, places: Row, option: i64) -> i64:
    """Return the first cell of the place in which the picked card lies."""
    card: i64 = option >> CARD & CARD_MASK
    for place in places:
        if row[place + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            return place
    return places[0]


def owner_of(t: Core, row: Row, place: i64) -> i64:
    """Return the seat of which this is a place, or -1 if it is one of the table or of nobody."""
    if place < t.table_cells or place >= t.table_cells + row[PLAYERS] * t.seat_cells:
        return -1
    return place - (place - t.table_cells) % t.seat_cells


def city_at(t: Core, row: Row, place: i64) -> i64:
    """Return the seat whose city this is, or -1 if it is another place."""
    seat: i64 = owner_of(t, row, place)
    if seat >= 0 and place == seat + t.main:
        return seat
    return -1


def is_nowhere(t: Core, row: Row, place: i64) -> bool:
    """Tell whether a place belongs to a seat that is not there; -1 is nowhere too."""
    return place < 0 or (place >= t.table_cells and owner_of(t, row, place) < 0)


def recipient(t: Core, row: Row, seats: Row, zone: i64) -> i64:
    """Return the first cell of a zone of that seat whose turn it is to get something, or -1 if all
    have got it.
    """
    number: i64 = row[CONTEXT] >> CONTEXT_ROUND & ROUND_MASK
    if number >= len(seats):
        return -1
    return seats[number] + zone


def name_holder(t: Core, row: Row, place: i64) -> None:
    """Speak from now on of the seat of which this is a place."""
    seat: i64 = owner_of(t, row, place)
    if seat >= 0:
        row[CONTEXT] += row[seat + NUMBER] + 1 - (row[CONTEXT] & CONTEXT_SEAT)


def name_card(t: Core, row: Row, option: i64, names_holder: bool) -> None:
    """Speak from now on of the card that was chosen, and perhaps of the seat where it lies."""
    card: i64 = option >> CARD & CARD_MASK
    row[CONTEXT] += (card - (row[CONTEXT] >> CONTEXT_WHAT & CARD_MASK)) << CONTEXT_WHAT
    if names_holder:
        name_holder(t, row, whereabouts(t, row, card))


# --- which cards ----------------------------------------------------------------------------------


def cards_among(t: Core, row: Row, out: Row, places: Row, cards: i64, but: i64) -> i64:
    """List the cards of several places, one of each kind in each of them, as `list_kinds` does;
    return how many there are.
    """
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    for place in places:
        listed: i64 = list_kinds(t, row, found, place, cards, but)
        for i in range(listed):
            out[number] = found[i]
            number += 1
    return number


def cards_in(t: Core, row: Row, zone: i64, cards: i64) -> i64:
    """Return how many of some cards lie in a zone, given by its first cell."""
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[zone + word] & t.card_sets[cards * t.words + word]
        while rest:
            rest &= rest - 1
            number += 1
    return number


def cards_in_pile(t: Core, row: Row, zone: i64, cards: i64) -> i64:
    """Return how many of some cards lie one on another in a zone, given by its first cell."""
    number: i64 = 0
    for slot in range(zone, zone + t.slots):
        card: i64 = row[slot] - 1
        if card >= 0 and t.card_sets[cards * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            number += 1
    return number


def meant_in(t: Core, row: Row, places: Row, cards: i64, to: i64) -> Row:
    """Return the cards of some places that are meant and may go to another one: not into a city
    that has a twin.
    """
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    city: i64 = city_at(t, row, to)
    for word in range(t.words):
        for place in places:
            rest: i64 = row[place + word] & t.card_sets[cards * t.words + word]
            if city >= 0:
                rest &= ~row[city + t.blocked + word]
            while rest:
                bit = highest(rest)
                rest ^= t.bits[bit]
                found[number] = (word << WORD) + bit
                number += 1
    return found[:number]


def unused(t: Core, row: Row) -> Row:
    """Return the first cells of all decks, for cards that were not dealt."""
    return decks(t)


# --- moves ----------------------------------------------------------------------------------------


def move(t: Core, row: Row, option: i64, source: i64, to: i64) -> i64:
    """Move the picked card from one place to another; return how many were moved."""
    card: i64 = still_there(t, row, source, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    return carry(t, row, card, source, to)


def still_there(t: Core, row: Row, place: i64, card: i64) -> i64:
    """Return a card that was picked in a place, another one of its kind if somebody who picked at
    the same time has it, or -1 if there is none.
    """
    if row[place + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return card
    for other in range(len(t.kind)):
        if t.kind[other] == t.kind[card] and row[place + (other >> WORD)] & t.bits[other & PLACE_MASK]:
            return other
    return -1


def discard(t: Core, row: Row, seat: i64, option: i64, source: i64, to: i64) -> i64:
    """Let a seat discard the picked card; return how many were moved."""
    card: i64 = still_there(t, row, source, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    return moved_by(t, row, card, source, to, seat, DISCARD)


def draw_picked(t: Core, row: Row, seat: i64, option: i64, source: i64, to: i64) -> i64:
    """Let a seat draw the picked card; return how many were moved."""
    card: i64 = still_there(t, row, source, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    return moved_by(t, row, card, source, to, seat, DRAW)


def carry(t: Core, row: Row, card: i64, source: i64, to: i64) -> i64:
    """Move a card from one place to another, both given by their first cells; return how many were
    moved: none from or to a seat that is not there, or into a city that has a twin.
    """
    word: i64 = card >> WORD
    bit: i64 = t.bits[card & PLACE_MASK]
    if source == to or is_nowhere(t, row, to) or not row[source + word] & bit:
        return 0
    giver: i64 = city_at(t, row, source)
    taker: i64 = city_at(t, row, to)
    if taker >= 0 and row[taker + t.blocked + word] & bit:
        return 0
    marked: i64 = 0
    if giver >= 0:
        if t.has_marked:
            marked = row[giver + t.marked + word] & bit
        leave(t, row, giver, card)
    else:
        row[source + word] ^= bit
    row[to + word] |= bit
    if t.laid:
        note_laid(t, row, card)
    if taker >= 0:
        if marked:
            row[taker + t.marked + word] |= bit
        enter(t, row, taker, t.entry[card])
        relink(t, row)
    return 1


def move_all(t: Core, row: Row, cards: i64, places: Row, to: i64, seat: i64, deed: i64) -> i64:
    """Move all cards of some places that are meant; what a seat does with each is an event, if the
    seat is not -1. Return how many were moved.
    """
    found: Row = meant_in(t, row, places, cards, to)
    return move_these(t, row, found, places, to, len(found), seat, deed)


def move_some(t: Core, row: Row, cards: i64, places: Row, to: i64, number: i64, seat: i64, deed: i64) -> i64:
    """Move some cards by chance, as many as there are, as `move_all` does; return how many."""
    found: Row = meant_in(t, row, places, cards, to)
    shuffle_cards(t, row, found, len(found))
    return move_these(t, row, found, places, to, number, seat, deed)


def move_these(t: Core, row: Row, found: Row, places: Row, to: i64, number: i64, seat: i64, deed: i64) -> i64:
    """Move the first of some cards, so many, as `move_all` does; return how many were moved."""
    done: i64 = 0
    for card in found:
        if done < number:
            done += moved_by(t, row, card, lying(t, row, places, card << CARD), to, seat, deed)
    return done


def draw(t: Core, row: Row, seat: i64, to: i64, cards: i64, number: i64) -> i64:
    """Let a seat draw random cards of decks, that were not dealt, into a zone; return how many."""
    found: Row = undealt(t, row, cards)
    shuffle_cards(t, row, found, len(found))
    return draw_these(t, row, seat, to, found, number)


def draw_these(t: Core, row: Row, seat: i64, to: i64, found: Row, number: i64) -> i64:
    """Let a seat draw the first of some cards of decks, so many, into a zone; return how many."""
    drawn: Row = draw_first(t, row, to, found, number)
    if t.has_events:
        for card in drawn:
            raise_event(t, row, seat, DRAW, card, -1, 1)
    return len(drawn)


def move_event_card(t: Core, row: Row, to: i64, seat: i64, deed: i64) -> i64:
    """Move the card that an event is about, from wherever it lies; what a seat does with it is an
    event, if the seat is not -1. Return how many were moved.
    """
    card: i64 = row[CONTEXT] >> CONTEXT_WHAT & 4095
    source: i64 = whereabouts(t, row, card)
    if source < 0 or source == to:
        return 0
    city: i64 = city_at(t, row, to)
    if city >= 0 and row[city + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return 0
    return moved_by(t, row, card, source, to, seat, deed)


def whereabouts(t: Core, row: Row, card: i64) -> i64:
    """Return the first cell of the zone in which a card lies, or -1 if it lies in none, or one on
    another.
    """
    word: i64 = card >> WORD
    bit: i64 = t.bits[card & PLACE_MASK]
    for zone in range(len(t.zone_cells)):
        cell: i64 = t.zone_cells[zone]
        if cell < 0:
            continue
        if not t.zone_of_seat[zone]:
            if row[cell + word] & bit:
                return cell
            continue
        for seat in t.seats[row[PLAYERS]]:
            if row[seat + cell + word] & bit:
                return seat + cell
    return -1


def moved_by(t: Core, row: Row, card: i64, source: i64, to: i64, seat: i64, deed: i64) -> i64:
    """Move a card; what a seat does with it is an event, if the seat is not -1. Return how many
    were moved.
    """
    done: i64 = carry(t, row, card, source, to)
    if done and seat >= 0 and t.has_events:
        raise_event(t, row, seat, deed, card, zone_at(t, row, source), 1)
    return done


def zone_at(t: Core, row: Row, place: i64) -> i64:
    """Return the number of the zone that a place is, or -1 if it is a deck."""
    seat: i64 = owner_of(t, row, place)
    of_seat: i64 = 0
    if seat >= 0:
        place -= seat
        of_seat = 1
    for zone in range(len(t.zone_cells)):
        if t.zone_cells[zone] == place and t.zone_of_seat[zone] == of_seat:
            return zone
    return -1


def move_used(t: Core, row: Row, seat: i64, to: i64) -> i64:
    """Move the card that the last stage was built with; return how many were moved."""
    slot: i64 = used_slot(t, row, seat)
    if slot < 0 or is_nowhere(t, row, to):
        return 0
    card: i64 = row[slot] - 1
    word: i64 = card >> WORD
    taker: i64 = city_at(t, row, to)
    if taker >= 0 and row[taker + t.blocked + word] & t.bits[card & PLACE_MASK]:
        return 0
    row[slot] = 0
    row[to + word] |= t.bits[card & PLACE_MASK]
    if t.laid:
        note_laid(t, row, card)
    if taker >= 0:
        enter(t, row, taker, t.entry[card])
        relink(t, row)
    return 1


def used_slot(t: Core, row: Row, seat: i64) -> i64:
    """Return the cell of the card that the last stage was built with, or -1 if there is none."""
    slot: i64 = seat + t.under + row[seat + STAGES] - 1
    while slot >= seat + t.under and not row[slot]:
        slot -= 1
    if slot < seat + t.under:
        return -1
    return slot


def build_used(t: Core, row: Row, seat: i64, builder: i64) -> i64:
    """Let a seat build the card that the last stage of a seat was built with, if its city has no
    twin; return how many were built.
    """
    slot: i64 = used_slot(t, row, seat)
    if slot < 0:
        return 0
    card: i64 = row[slot] - 1
    if row[builder + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return 0
    row[slot] = 0
    note_built(t, row, builder, card)
    lay(t, row, builder, card)
    if t.has_events:
        raise_event(t, row, builder, BUILD, card, -1, 1)
        raise_event(t, row, builder, FREE, card, -1, 1)
    return 1


def give_used_card(t: Core, row: Row, seat: i64) -> None:
    """Let the partner build the card that the last stage was built with; one that its city has
    stays where it is.
    """
    slot: i64 = used_slot(t, row, seat)
    partner: i64 = row[seat + PARTNER]
    if slot < 0 or not partner:
        return
    card: i64 = row[slot] - 1
    if row[partner + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return
    row[slot] = 0
    note_built(t, row, partner, card)
    lay(t, row, partner, card)
    if t.has_events:
        raise_event(t, row, partner, BUILD, card, -1, 1)
        raise_event(t, row, partner, FREE, card, -1, 1)


# --- them -----------------------------------------------------------------------------------------


def note_them(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Note a card of which a seat speaks as one of `them`."""
    card: i64 = option >> CARD & CARD_MASK
    row[seat + t.drawn + (card >> WORD)] |= t.bits[card & PLACE_MASK]


def forget_them(t: Core, row: Row, seat: i64) -> None:
    """Let a seat speak of no cards as `them`."""
    for word in range(t.words):
        row[seat + t.drawn + word] = 0


def note_drawn(t: Core, row: Row, seat: i64, cards: i64, places: Row, number: i64) -> i64:
    """Let a seat speak of random cards as `them`; they stay where they lie, but nobody else draws
    them meanwhile. Return how many there are.
    """
    return note_these(t, row, seat, meant_in(t, row, places, cards, -1), places, number)


def note_these(t: Core, row: Row, seat: i64, found: Row, places: Row, number: i64) -> i64:
    """Let a seat speak of some of these cards as `them`, by chance, as `note_drawn` does."""
    forget_them(t, row, seat)
    kept: i64 = 0
    for card in found:
        if not is_held(t, row, card) and is_at_home(t, row, places, card):
            found[kept] = card
            kept += 1
    shuffle_cards(t, row, found, kept)
    for i in range(min(number, kept)):
        note_them(t, row, seat, found[i] << CARD)
    return min(number, kept)


def is_held(t: Core, row: Row, card: i64) -> bool:
    """Tell whether anybody speaks of a card as one of `them`."""
    for seat in t.seats[row[PLAYERS]]:
        if row[seat + t.drawn + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            return True
    return False


def is_at_home(t: Core, row: Row, places: Row, card: i64) -> bool:
    """Tell whether a card lies in its own deck, or in no deck: what is mixed into another one will
    be dealt.
    """
    place: i64 = lying(t, row, places, card << CARD)
    if place < t.decks or place >= t.decks + t.deck_count * t.words:
        return True
    return t.home[place - t.decks + (card >> WORD)] & t.bits[card & PLACE_MASK] != 0
