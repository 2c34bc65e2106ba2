"""A turn: who has to choose, and what happens when all have chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    FREE_LEFT,
    FREE_RIGHT,
    LANE_MASK,
    LANE_SHIFT,
    MANNER,
    MANNER_MASK,
    MAY_REACT,
    NUMBER,
    OWING,
    PARTNER,
    PAY_MASK,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    RIDER,
    RIDER_MASK,
    SIDE,
    STAGES,
    TO_LEFT,
    TO_RIGHT,
    TOTAL,
    TOTAL_MASK,
    TURN,
    UNITS,
    UNITS_MASK,
    USED,
    WORD,
    count,
    zeros,
)
from stele.runtime.core.cells import use as count_use
from stele.runtime.core.deals import sellers
from stele.runtime.core.entering import enter, follow
from stele.runtime.core.events import BUILD, CHAIN, STAGE, USE, bought, gain, gain_tokens, happened, note
from stele.runtime.core.payment import pay
from stele.runtime.core.riders import go_along
from stele.runtime.core.terms import mark

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.core.cells import Row
    from stele.runtime.core.tables import Core

ACTIONS: Final = ACTION_MASK << ACTION
PAID: Final = TOTAL_MASK << TOTAL
RIDING: Final = RIDER_MASK << RIDER
# Whether anything was bought, next door or from the bank.
BOUGHT: Final = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT | FREE_LEFT | FREE_RIGHT | UNITS_MASK << UNITS


def start_age(t: Core, row: Row) -> None:
    """Begin the next age: limits per age renew themselves."""
    row[AGE] += 1
    row[TURN] = 0
    for seat in t.seats[row[PLAYERS]]:
        for word in t.age_words:
            if row[seat + t.uses + word]:
                row[seat + t.uses + word] &= ~t.age_uses[word]


def ask_all(t: Core, row: Row, play: i64) -> None:
    """Let every seat that has a card owe a choice; the coins it holds now are those it may spend
    this turn.
    """
    owing: i64 = 0
    bit: i64 = 1
    zone: i64 = t.play_zone[play]
    words = t.play_words[play][row[AGE]]
    if row[USED]:
        new_turn(t, row)
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
    for seat in t.seats[row[PLAYERS]][: row[PLAYERS] - t.guests]:
        for word in range(t.tally_words):
            if t.last_lanes[word] & row[seat + t.tally + word]:
                for of_zone in range(t.words):
                    if row[seat + zone + of_zone]:
                        owing |= bit
        bit += bit
    row[OWING] = owing
    return owing != 0


def carry_out(t: Core, row: Row, play: i64) -> None:
    """Carry out what seats have chosen, all together."""
    carry_out_for(t, row, play, t.seats[row[PLAYERS]])


def carry_out_for(t: Core, row: Row, play: i64, seats: Row) -> None:
    """Carry out what some seats have chosen, all together: everything is paid and enters play, then
    acts happen, which read what has entered; then what was in play before reacts.
    """
    zone: i64 = t.play_zone[play]
    build: i64 = t.play_build[play]
    entered: Row = zeros(2 * len(seats))  # entries of what rides along and of what is played, each and one more
    acting: i64 = 0
    reacting: i64 = 0
    if t.has_events:
        for one in seats:
            if row[one + t.concerns] >= MAY_REACT:
                note(t, row, one)
                row[one + t.played] = row[one + CHOICE]
                reacting = 1
    for index in range(len(seats)):
        seat: i64 = seats[index]
        option: i64 = row[seat + CHOICE] - 1
        if option < 0:
            continue
        row[seat + CHOICE] = 0
        card: i64 = option >> CARD & CARD_MASK
        word: i64 = seat + (card >> WORD)
        place: i64 = card & PLACE_MASK
        bit: i64 = t.bits[place]
        row[word + zone] ^= bit
        if option & PAID:
            pay(row, seat, option)
        if option & BOUGHT and t.has_marks:
            mark(t, row, seat, option)
        if option & RIDING:
            entered[2 * index] = go_along(t, row, seat, option) + 1
            acting = 1
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
                entered[2 * index + 1] = entry + 1
                acting = 1
    if acting:
        for i in range(2 * len(seats)):
            if entered[i]:
                follow(t, row, seats[i >> 1], entered[i] - 1)
    if reacting:
        for one in seats:
            if row[one + t.played]:
                raise_played(t, row, one, play, row[one + t.played] - 1)
                row[one + t.played] = 0


def raise_played(t: Core, row: Row, seat: i64, play: i64, option: i64) -> None:
    """Raise what a seat has done with a card: a build, by a chain, a stage, its use, purchases."""
    card: i64 = option >> CARD & CARD_MASK
    action: i64 = option >> ACTION & ACTION_MASK
    if option & ACTIONS == t.play_build[play]:
        if t.play_builds[play]:
            happened(t, row, seat, BUILD, card, -1)
        if option >> MANNER & MANNER_MASK == BY_CHAIN:
            happened(t, row, seat, CHAIN, card, -1)
    if option & ACTIONS == t.play_stage[play]:
        happened(t, row, seat, STAGE, card, -1)
    happened(t, row, seat, USE, card, action)
    if option & BOUGHT:
        bought(t, row, seat, sellers(option))


def use(t: Core, row: Row, seat: i64, play: i64, option: i64, card: i64) -> i64:
    """Use a card for something else than itself; return what enters play by that, or -1."""
    action: i64 = option >> ACTION & ACTION_MASK
    if t.action_coins[action]:
        gain(t, row, seat, t.action_coins[action])
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


def use_permit(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Mark the first right that lets a card be built for nothing as used."""
    for number in range(len(t.permit_lane)):
        lane = t.permit_lane[number]
        cell = seat + (lane >> WORD)
        held = row[cell + t.tally] >> (lane & LANE_SHIFT) & LANE_MASK
        used = row[cell + t.uses] >> (lane & LANE_SHIFT) & LANE_MASK
        fitting = t.permit_cards[number * t.words + (card >> WORD)]
        if held > used and fitting & t.bits[card & PLACE_MASK]:
            count_use(t, row, seat, lane, 1)
            return


def clear(t: Core, row: Row, zone: i64, to: i64, spared: i64) -> None:
    """Move what is left in a zone of every seat to a zone of the table; `spared` is a set of stages
    whose owners keep theirs until they have built them, or -1.
    """
    for seat in t.seats[row[PLAYERS]]:
        if spared >= 0 and is_spared(t, row, seat, spared):
            continue
        for word in range(t.words):
            if row[seat + zone + word]:
                row[to + word] |= row[seat + zone + word]
                row[seat + zone + word] = 0


def is_spared(t: Core, row: Row, seat: i64, spared: i64) -> bool:
    """Tell whether a seat has not built a stage of a set."""
    stages = t.spared[spared]
    i: i64 = 0
    while i < len(stages):
        if row[seat + SIDE] == stages[i] and row[seat + STAGES] <= stages[i + 1]:
            return True
        i += 2
    return False


def hand_on(t: Core, row: Row, play: i64, to_left: bool) -> None:
    """Pass the cards of a zone to the next seat."""
    first: i64 = t.table_cells + t.play_zone[play]
    end: i64 = first + (row[PLAYERS] - t.guests) * t.seat_cells
    step: i64 = t.seat_cells
    for word in t.play_words[play][row[AGE]]:
        # Everybody takes what the next one has, the last one what the first had.
        if to_left:
            cell: i64 = end - step + word
            kept: i64 = row[cell]
            while cell > first + word:
                row[cell] = row[cell - step]
                cell -= step
        else:
            cell = first + word
            kept = row[cell]
            while cell < end - step + word:
                row[cell] = row[cell + step]
                cell += step
        row[cell] = kept


def fight(t: Core, row: Row, shields: i64, win: i64, lose: i64, tokens: i64, leaves: bool) -> None:
    """Compare every two neighbours: the stronger gains tokens, the weaker others. Who must sit out
    spends a token for it: the ring closes around it, or its pairs fight for a single token.
    """
    if row[USED]:
        new_turn(t, row)
    seats = t.seats[row[PLAYERS]]
    ring: Row = zeros(len(seats))
    number: i64 = 0
    absent: i64 = 0
    for index in range(len(seats)):
        for cell in t.absences:
            if row[seats[index] + cell] and not absent & t.bits[index]:
                row[seats[index] + cell] -= 1
                absent |= t.bits[index]
        if not leaves or not absent & t.bits[index]:
            ring[number] = seats[index]
            number += 1
    strengths: Row = zeros(2 * len(seats))
    pairs: i64 = number
    if number < 3:
        pairs = number - 1
    for i in range(pairs):
        strengths[2 * i] = strength(t, row, ring[i], shields, 1)
        strengths[2 * i + 1] = strength(t, row, ring[(i + 1) % number], shields, 2)
    for i in range(pairs):
        one: i64 = ring[i]
        other: i64 = ring[(i + 1) % number]
        if row[one + PARTNER] == other:
            continue
        times: i64 = tokens
        if absent and (absent & t.bits[row[one + NUMBER]] or absent & t.bits[row[other + NUMBER]]):
            times = 1
        for _ in range(times):
            if strengths[2 * i] > strengths[2 * i + 1]:
                conquer(t, row, one, other, win, lose)
            elif strengths[2 * i] < strengths[2 * i + 1]:
                conquer(t, row, other, one, win, lose)


def strength(t: Core, row: Row, seat: i64, shields: i64, side: i64) -> i64:
    """Return the shields of a seat against who is on its left (1) or right (2)."""
    found: i64 = count(t, row, seat, shields)
    for i in range(len(t.strength_lane)):
        held: i64 = count(t, row, seat, t.strength_lane[i])
        if held and t.strength_sides[i] & side:
            found += held * t.points(row, seat, t.strength_points[i])
    return found


def conquer(t: Core, row: Row, victor: i64, loser: i64, win: i64, lose: i64) -> None:
    """Give the stronger and the weaker their tokens, unless something gives the weaker one's to the
    victor.
    """
    gain_tokens(t, row, victor, win, 1)
    for i in range(len(t.instead_lane)):
        if t.instead_tokens[i] & t.bits[lose] and count(t, row, loser, t.instead_lane[i]):
            gain_tokens(t, row, victor, lose, 1)
            return
    gain_tokens(t, row, loser, lose, 1)


def new_turn(t: Core, row: Row) -> None:
    """Begin a turn: limits per turn renew themselves."""
    row[USED] = 0
    for seat in t.seats[row[PLAYERS]]:
        for word in t.turn_words:
            if row[seat + t.uses + word]:
                row[seat + t.uses + word] &= ~t.turn_uses[word]
