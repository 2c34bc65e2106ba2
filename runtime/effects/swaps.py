"""Coins on cards, obligations, exchanges, and seats that move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.cards import city_at, lying, whereabouts
from stele.runtime.effects.entering import link
from stele.runtime.effects.events import FROM_SEAT, GAIN_COINS, given_out, raise_event
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    COINS,
    CONCERNED,
    CONTEXT,
    CONTEXT_WHAT,
    IS_SPECIAL,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    WORD,
    highest,
)
from stele.runtime.table.again import is_waiting
from stele.runtime.table.seats import as_seated, one

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


# --- coins on cards -------------------------------------------------------------------------------


def marker_options(t: Core, row: Row, out: Row, seat: i64, coins: i64, places: Row, cards: i64) -> i64:
    """List the cards of cities, given by their first cells, on which a seat may put coins: those
    without any. Return how many there are.
    """
    number: i64 = 0
    if min(row[seat + PURSE], row[seat + COINS]) < coins:
        return 0
    for place in places:
        city: i64 = city_at(t, row, place)
        for word in range(t.words * (city >= 0)):
            rest: i64 = row[place + word] & ~row[city + t.marked + word] & t.card_sets[cards * t.words + word]
            while rest:
                bit = highest(rest)
                rest ^= t.bits[bit]
                out[number] = (word << WORD) + bit << CARD
                number += 1
    return number


def put_coins(t: Core, row: Row, seat: i64, option: i64, coins: i64, places: Row) -> i64:
    """Put coins on a card; they stay there. Return on how many cards: on none, for nothing, if
    somebody who chose at the same time has put some there.
    """
    card: i64 = option >> CARD & CARD_MASK
    city: i64 = city_at(t, row, lying(t, row, places, option))
    if row[city + t.marked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return 0
    row[seat + COINS] -= coins
    row[seat + PURSE] -= coins
    row[city + t.marked + (card >> WORD)] |= t.bits[card & PLACE_MASK]
    if t.heaps:
        row[t.heaps + card] = coins
    return 1


def mark_event_card(t: Core, row: Row, seat: i64, coins: i64) -> i64:
    """Put coins on the card that an event is about, if it lies in a city without any and the seat
    has them; return whether it did.
    """
    card: i64 = row[CONTEXT] >> CONTEXT_WHAT & 4095
    place: i64 = whereabouts(t, row, card)
    if place < 0 or row[seat + PURSE] < coins:
        return 0
    city: i64 = city_at(t, row, place)
    if city < 0 or row[city + t.marked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return 0
    put_coins(t, row, seat, card << CARD, coins, one(place))
    return 1


def take_from_card(t: Core, row: Row, seat: i64, option: i64, coins: i64, places: Row) -> i64:
    """Take coins that lie on the picked card, as many as there are; return how many: none, if
    somebody who chose at the same time has taken them.
    """
    card: i64 = option >> CARD & CARD_MASK
    city: i64 = city_at(t, row, lying(t, row, places, option))
    word: i64 = city + t.marked + (card >> WORD)
    if city < 0 or not row[word] & t.bits[card & PLACE_MASK]:
        return 0
    taken: i64 = min(coins, row[t.heaps + card])
    row[t.heaps + card] -= taken
    if not row[t.heaps + card]:
        row[word] ^= t.bits[card & PLACE_MASK]
    row[seat + COINS] += taken
    if t.has_events:
        raise_event(t, row, seat, GAIN_COINS, 0, FROM_SEAT, taken)
    return taken


def take_from_event_card(t: Core, row: Row, seat: i64, coins: i64) -> i64:
    """Take coins that lie on the card that an event is about; return how many."""
    card: i64 = row[CONTEXT] >> CONTEXT_WHAT & 4095
    place: i64 = whereabouts(t, row, card)
    if place < 0:
        return 0
    return take_from_card(t, row, seat, card << CARD, coins, one(place))


# --- exchanges ------------------------------------------------------------------------------------


def has_left(t: Core, row: Row, token: i64, number: i64) -> bool:
    """Tell whether there are so many tokens to gain."""
    return t.token_supply[token] < 0 or given_out(t, row, token) + number <= t.token_supply[token]


# --- partners and obligations ---------------------------------------------------------------------


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
            if held and not is_waiting(t, row, seat):
                row[seat + t.duty] += row[seat + t.duty] & t.due_now[play] >> 1


def fulfil(t: Core, row: Row, play: i64) -> None:
    """Ask no more for what was asked for this time."""
    if row[OBLIGED]:
        for seat in t.seats[row[PLAYERS]]:
            if is_waiting(t, row, seat):
                continue
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
