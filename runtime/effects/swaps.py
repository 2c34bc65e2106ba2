"""Between seats and cards: hands and cards that change places, coins on cards, cards that others
give up, cards that are given to a partner, obligations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.entering import lay, link, rebuild
from stele.runtime.effects.events import BUILD, given_out, raise_event
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    COINS,
    CONCERNED,
    IS_SPECIAL,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    PARTNER,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    STAGES,
    WORD,
    WORD_CARDS,
    highest,
    zeros,
)
from stele.runtime.table.piles import list_kinds
from stele.runtime.table.places import around
from stele.runtime.table.seats import as_seated, others

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def swap_zones(t: Core, row: Row, seat: i64, option: i64, zone: i64) -> None:
    """Let two seats swap all cards of a zone."""
    other: i64 = t.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
    for word in range(zone, zone + t.words):
        kept: i64 = row[seat + word]
        row[seat + word] = row[other + word]
        row[other + word] = kept


def swap_options(t: Core, row: Row, out: Row, seat: i64, cards: i64, is_equal: bool) -> i64:
    """List pairs of an own card, in the low bits, and one in another city that may change places:
    without coins in their costs, perhaps with equally many units, and no city gets what it has.
    Return how many there are.
    """
    number: i64 = 0
    own: Row = swappable(t, row, seat, cards)
    for other in others(t, row, seat):
        if row[other + NUMBER] >= row[PLAYERS] - t.guests:
            continue  # where a player is chosen, a guest is none
        for taken in swappable(t, row, other, cards):
            for given in own:
                if is_equal and t.cost_units[t.cost[given]] != t.cost_units[t.cost[taken]]:
                    continue
                if not has_twin(t, row, seat, taken, given) and not has_twin(t, row, other, given, taken):
                    out[number] = taken << CARD | given
                    number += 1
    return number


def swappable(t: Core, row: Row, seat: i64, cards: i64) -> Row:
    """Return the cards of a city without coins in their costs."""
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.card_sets[cards * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if not t.cost_coins[t.cost[card]]:
                found[number] = card
                number += 1
    return found[:number]


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


def swap_cards(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Let two cards change places with what lies on them: they work in their new cities, but
    nothing is built.
    """
    taken: i64 = option >> CARD & CARD_MASK
    given: i64 = option & CARD_MASK
    other: i64 = owner_of(t, row, taken)
    exchange(t, row, other + t.main, seat + t.main, taken)
    exchange(t, row, seat + t.main, other + t.main, given)
    if t.has_marked:
        exchange(t, row, other + t.marked, seat + t.marked, taken)
        exchange(t, row, seat + t.marked, other + t.marked, given)
    rebuild(t, row, seat)
    rebuild(t, row, other)


def exchange(t: Core, row: Row, zone: i64, to: i64, card: i64) -> None:
    """Move a card, or what lies on it, if it is there."""
    word: i64 = card >> WORD
    bit: i64 = row[zone + word] & t.bits[card & PLACE_MASK]
    row[zone + word] ^= bit
    row[to + word] |= bit


def owner_of(t: Core, row: Row, card: i64) -> i64:
    """Return the seat in whose city a card lies."""
    for seat in t.seats[row[PLAYERS]]:
        if row[seat + t.main + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            return seat
    return -1


# --- coins on cards -------------------------------------------------------------------------------


def marker_options(t: Core, row: Row, out: Row, seat: i64, coins: i64, cards: i64) -> i64:
    """List the cards of a city on which a seat may put coins: those without any. Return how many
    there are.
    """
    number: i64 = 0
    if min(row[seat + PURSE], row[seat + COINS]) < coins:
        return 0
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & ~row[seat + t.marked + word] & t.card_sets[cards * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            out[number] = (word << WORD) + place << CARD
            number += 1
    return number


def put_coins(t: Core, row: Row, seat: i64, option: i64, coins: i64) -> None:
    """Put coins on a card; they stay there."""
    card: i64 = option >> CARD & CARD_MASK
    row[seat + COINS] -= coins
    row[seat + PURSE] -= coins
    row[seat + t.marked + (card >> WORD)] |= t.bits[card & PLACE_MASK]


# --- exchanges ------------------------------------------------------------------------------------


def has_left(t: Core, row: Row, token: i64, number: i64) -> bool:
    """Tell whether there are so many tokens to gain."""
    return t.token_supply[token] < 0 or given_out(t, row, token) + number <= t.token_supply[token]


# --- what others give up --------------------------------------------------------------------------


def zone_cards(t: Core, row: Row, out: Row, zone: i64, cards: i64) -> i64:
    """List the cards of a zone, given by its first cell, one of each kind, whatever they are good
    for. Return how many there are.
    """
    return list_kinds(t, row, out, zone, cards, -1)


def hand_over(t: Core, row: Row, zone: i64, to: i64, option: i64) -> None:
    """Move a card from one zone to another, both given by their first cells."""
    card: i64 = option >> CARD & CARD_MASK
    row[zone + (card >> WORD)] ^= t.bits[card & PLACE_MASK]
    row[to + (card >> WORD)] |= t.bits[card & PLACE_MASK]


def note_them(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Note a card of which a seat speaks as one of `them`."""
    card: i64 = option >> CARD & CARD_MASK
    row[seat + t.drawn + (card >> WORD)] |= t.bits[card & PLACE_MASK]


def forget_them(t: Core, row: Row, seat: i64) -> None:
    """Let a seat speak of no cards as `them`."""
    for word in range(t.words):
        row[seat + t.drawn + word] = 0


def them_options(t: Core, row: Row, out: Row, seat: i64) -> i64:
    """List the cards that were given up for a seat and that it may lay into its city; return how
    many there are.
    """
    return list_kinds(t, row, out, seat + t.drawn, -1, seat + t.blocked)


# --- partners and obligations ---------------------------------------------------------------------


def give_used_card(t: Core, row: Row, seat: i64) -> None:
    """Let the partner build the card that the last stage was built with; one that its city has
    stays where it is.
    """
    slot: i64 = seat + t.under + row[seat + STAGES] - 1
    while slot >= seat + t.under and not row[slot]:
        slot -= 1
    partner: i64 = row[seat + PARTNER]
    if slot < seat + t.under or not partner:
        return
    card: i64 = row[slot] - 1
    if row[partner + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return
    row[slot] = 0
    lay(t, row, partner, card)
    if t.has_events:
        raise_event(t, row, partner, BUILD, card, -1, 1)


def oblige(t: Core, row: Row, victims: Row, duty: i64) -> None:
    """Ask seats for an action the next time they choose."""
    for victim in victims:
        row[victim + t.duty] |= t.bits[2 * duty]
        row[OBLIGED] |= t.bits[row[victim + NUMBER]]
        row[CONCERNED] |= IS_SPECIAL


def begin_duties(t: Core, row: Row, play: i64) -> None:
    """What was asked for the next time is asked for now of who has a card to play."""
    if row[OBLIGED]:
        for seat in t.seats[row[PLAYERS]]:
            held: i64 = 0
            for word in range(t.words):
                held |= row[seat + t.play_zone[play] + word]
            if held:
                row[seat + t.duty] += row[seat + t.duty] & t.due_now[play] >> 1


def fulfil(t: Core, row: Row, play: i64) -> None:
    """Ask no more for what was asked for this time."""
    if row[OBLIGED]:
        for seat in t.seats[row[PLAYERS]]:
            row[seat + t.duty] &= ~t.due_now[play]
            if not row[seat + t.duty]:
                row[OBLIGED] &= ~t.bits[row[seat + NUMBER]]


def sit_there(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Let a seat sit down elsewhere, with all that it has."""
    before: i64 = t.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
    for other in as_seated(t, row):
        if row[other + NEXT] == seat:
            row[other + NEXT] = row[seat + NEXT]
            break
    row[seat + NEXT] = row[before + NEXT]
    row[before + NEXT] = seat
    row[MOVED] = 1
    seats = t.seats[row[PLAYERS]]
    order: Row = as_seated(t, row)
    row[MOVED] = 0
    for i in range(row[PLAYERS]):
        if order[i] != seats[i]:
            row[MOVED] = 1
    link(t, row)
