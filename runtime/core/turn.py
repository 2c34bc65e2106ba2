"""A turn: who has to choose, and what happens when all have chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    FRAME_MASK,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    MANNER,
    MANNER_MASK,
    NO_CARD,
    NUMBER,
    OWING,
    PAY_MASK,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    RIGHT,
    SIDE,
    STAGES,
    TABLE_CELLS,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    TURN,
    WORD,
    highest,
    shuffle,
    zeros,
)
from stele.runtime.core.entering import enter, follow, forget, frame_seat, lay, take

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core

NONE: Final = NO_CARD << CARD  # the option that takes nothing
MOST_OPTIONS: Final = 2048
ACTIONS: Final = ACTION_MASK << ACTION


def start_age(t: Core, row: Row) -> None:
    """Begin the next age: limits per age renew themselves."""
    row[AGE] += 1
    row[TURN] = 0
    for seat in t.seats[row[PLAYERS]]:
        for word in range(t.tally_words):
            if row[seat + t.uses + word]:
                row[seat + t.uses + word] &= ~t.age_uses[word]


def deal(t: Core, row: Row, deck: i64, cards: i64, zone: i64) -> None:
    """Deal cards of a deck to every seat."""
    bits = t.bits
    cell: i64 = t.decks + deck * t.words
    pile: Row = drawable(t, row, deck)
    shuffle(row, pile, len(pile))
    number: i64 = 0
    for seat in t.seats[row[PLAYERS]]:
        to: i64 = seat + zone
        for card in pile[number : number + cards]:
            row[to + (card >> WORD)] |= bits[card & PLACE_MASK]
        for word in t.deck_words[deck]:
            row[cell + word] &= ~row[to + word]
        number += cards


def drawable(t: Core, row: Row, deck: i64) -> Row:
    """Return the cards that a deck has left."""
    bits = t.bits
    cell: i64 = t.decks + deck * t.words
    pile: Row = t.piles[row[PLAYERS] * t.deck_count + deck][:]
    number: i64 = 0
    for card in pile:
        if row[cell + (card >> WORD)] & bits[card & PLACE_MASK]:
            pile[number] = card
            number += 1
    return pile[:number]


def ask_all(t: Core, row: Row, play: i64) -> None:
    """Let every seat that has a card owe a choice; the coins it holds now are those it may spend
    this turn.
    """
    owing: i64 = 0
    bit: i64 = 1
    zone: i64 = t.play_zone[play]
    words = t.play_words[play][row[AGE]]
    for seat in t.seats[row[PLAYERS]]:
        row[seat + PURSE] = row[seat + COINS]
        for word in words:
            if row[seat + zone + word]:
                owing |= bit
                break
        bit += bit
    row[OWING] = owing


def ask_last(t: Core, row: Row, zone: i64) -> bool:
    """Let every seat owe a choice that may still play what it would lose; tell whether any does."""
    owing: i64 = 0
    bit: i64 = 1
    for seat in t.seats[row[PLAYERS]]:
        for word in range(t.tally_words):
            if t.last_lanes[word] & row[seat + t.tally + word]:
                for of_zone in range(t.words):
                    if row[seat + zone + of_zone]:
                        owing |= bit
        bit += bit
    row[OWING] = owing
    return owing != 0


def carry_out(t: Core, row: Row, play: i64) -> None:
    """Carry out what seats have chosen, all together: everything is paid and enters play, then acts
    happen, which read what has entered.
    """
    zone: i64 = t.play_zone[play]
    build: i64 = t.play_build[play]
    seats = t.seats[row[PLAYERS]]
    entered: Row = zeros(len(seats))  # entries, each and one more
    acting: i64 = 0
    for index in range(len(seats)):
        seat: i64 = seats[index]
        option: i64 = row[seat + CHOICE] - 1
        if option < 0:
            continue
        row[seat + CHOICE] = 0
        card: i64 = option >> CARD & CARD_MASK
        word: i64 = seat + (card >> WORD)
        bit: i64 = t.bits[card & PLACE_MASK]
        row[word + zone] ^= bit
        if option >> TOTAL & PAY_MASK:
            pay(row, seat, option)
        if option & ACTIONS == build:
            entry: i64 = t.entry[card]
            row[word + t.main] |= bit
            if option >> MANNER & MANNER_MASK == BY_PERMIT:
                use_permit(t, row, seat, card)
        else:
            entry = use(t, row, seat, play, option, card)
        if entry >= 0:
            enter(t, row, seat, entry)
            if t.is_acting[entry]:
                entered[index] = entry + 1
                acting = 1
    if acting:
        for index in range(len(seats)):
            if entered[index]:
                follow(t, row, seats[index], entered[index] - 1)


def use(t: Core, row: Row, seat: i64, play: i64, option: i64, card: i64) -> i64:
    """Use a card for something else than itself; return what enters play by that, or -1."""
    action: i64 = option >> ACTION & ACTION_MASK
    row[seat + COINS] += t.action_coins[action]
    if option & ACTIONS == t.play_stage[play]:
        stages: i64 = row[seat + STAGES]
        row[seat + t.under + stages] = card + 1
        row[seat + STAGES] = stages + 1
        return t.stage_entry[t.stage_from[row[seat + SIDE]] + stages]
    cell: i64 = t.action_cell[action]
    if t.action_of_seat[action]:
        cell += seat
    row[cell + (card >> WORD)] |= t.bits[card & PLACE_MASK]
    return t.action_entry[action]


def pay(row: Row, seat: i64, option: i64) -> None:
    """Pay what an option says."""
    total: i64 = option >> TOTAL & 1023
    row[seat + COINS] -= total
    row[seat + PURSE] -= total
    row[row[seat + LEFT] + COINS] += option >> TO_LEFT & PAY_MASK
    row[row[seat + RIGHT] + COINS] += option >> TO_RIGHT & PAY_MASK


def use_permit(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Mark the first right that lets a card be built for nothing as used."""
    for number in range(len(t.permit_lane)):
        lane = t.permit_lane[number]
        cell = seat + (lane >> WORD)
        held = row[cell + t.tally] >> (lane & LANE_SHIFT) & LANE_MASK
        used = row[cell + t.uses] >> (lane & LANE_SHIFT) & LANE_MASK
        fitting = t.permit_cards[number * t.words + (card >> WORD)]
        if held > used and fitting & t.bits[card & PLACE_MASK]:
            row[cell + t.uses] += t.bits[lane & LANE_SHIFT]
            return


def clear(t: Core, row: Row, play: i64, to: i64) -> None:
    """Move what is left in a zone of every seat to a zone of the table."""
    zone: i64 = t.play_zone[play]
    for word in t.play_words[play][row[AGE]]:
        for seat in t.seats[row[PLAYERS]]:
            row[to + word] |= row[seat + zone + word]
            row[seat + zone + word] = 0


def hand_on(t: Core, row: Row, play: i64, to_left: bool) -> None:
    """Pass the cards of a zone to the next seat."""
    first: i64 = t.table_cells + t.play_zone[play]
    end: i64 = first + row[PLAYERS] * t.seat_cells
    step: i64 = t.seat_cells
    for word in t.play_words[play][row[AGE]]:
        if to_left:
            passed: i64 = row[end - step + word]
            for cell in range(first + word, end + word, step):
                kept: i64 = row[cell]
                row[cell] = passed
                passed = kept
        else:
            passed = row[first + word]
            for cell in range(end - step + word, first - step + word, -step):
                kept = row[cell]
                row[cell] = passed
                passed = kept


def fight(t: Core, row: Row, shields: i64, win: i64, lose: i64) -> None:
    """Compare every two neighbours: the stronger gains a token, given by its cell, the weaker
    another.
    """
    seats = t.seats[row[PLAYERS]]
    count: i64 = len(seats)
    cell: i64 = t.tally + (shields >> WORD)
    shift: i64 = shields & LANE_SHIFT
    for index in range(count if count > 2 else count - 1):
        one: i64 = seats[index]
        other: i64 = row[one + LEFT]
        own: i64 = row[one + cell] >> shift & LANE_MASK
        theirs: i64 = row[other + cell] >> shift & LANE_MASK
        if own > theirs:
            row[one + win] += 1
            row[other + lose] += 1
        elif own < theirs:
            row[other + win] += 1
            row[one + lose] += 1


# --- suspended effects ----------------------------------------------------------------------------


def settle(t: Core, row: Row) -> bool:
    """Bring the first suspended effect one step further: ask, go on with the answer, or drop it if
    it has nothing to choose from. Tell whether somebody has to choose.
    """
    seat: i64 = frame_seat(t, row)
    effect: i64 = row[TABLE_CELLS] & FRAME_MASK
    chosen: i64 = row[seat + CHOICE]
    if chosen:
        row[seat + CHOICE] = 0
        forget(row)
        if chosen - 1 != NONE:
            t.then(row, seat, effect, chosen - 1)
        return False
    out: Row = zeros(MOST_OPTIONS)
    if not t.ask(row, out, seat, effect):
        forget(row)
        return False
    row[OWING] = t.bits[row[seat + NUMBER]]
    return True


def zone_options(t: Core, row: Row, out: Row, seat: i64, zone: i64) -> i64:
    """List the cards of a zone, given by its first cell, that a seat may lay into its city: one of
    each kind. Return how many there are.
    """
    number: i64 = 0
    kind: i64 = -1
    for word in range(t.words):
        rest: i64 = row[zone + word] & ~row[seat + t.blocked + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if t.kind[card] != kind:
                kind = t.kind[card]
                out[number] = card << CARD
                number += 1
    return number


def build_free(t: Core, row: Row, seat: i64, zone: i64, option: i64) -> None:
    """Lay a card of a zone into a city for nothing, with all that follows."""
    card: i64 = option >> CARD & CARD_MASK
    take(t, row, zone, card)
    lay(t, row, seat, card)
