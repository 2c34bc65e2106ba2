"""A turn: who has to choose, and what happens when all have chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import add_stage, enter, follow, follow_as, is_built, relink, stage_meant
from stele.runtime.effects.events import (
    BUILD,
    BUY,
    CHAIN,
    DISCARD,
    FREE,
    FROM_SEAT,
    GAIN_COINS,
    OF_CARDS,
    PLAY,
    SELL,
    STAGE,
    USE,
    begin_root,
    end_batch,
    raise_event,
)
from stele.runtime.effects.replacing import gain
from stele.runtime.effects.standing import use_up
from stele.runtime.payment.deals import sellers
from stele.runtime.payment.leftovers import note_use
from stele.runtime.payment.market_ways import PAYEES, pay_far, resolve
from stele.runtime.payment.payment import pay, use_permit
from stele.runtime.payment.terms import chained_from, mark
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_NUMBER,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    COMPILED,
    CONCERNED,
    EMPTY,
    FREE_LEFT,
    FREE_RIGHT,
    HAS_WINDOW,
    IS_SPECIAL,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    MANNER,
    MANNER_MASK,
    MOVED,
    OWING,
    PAY_MASK,
    PAYING,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    REACTING,
    RELINK,
    RIDER,
    RIDER_MASK,
    RIGHT,
    ROOT,
    SIDE,
    SPECIAL,
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
    Runaway,
    zeros,
)
from stele.runtime.state.cells import use as count_use
from stele.runtime.state.laid import note_laid, note_word
from stele.runtime.table.places import place_of
from stele.runtime.table.seats import as_seated
from stele.runtime.table.sharing import happen_there, has_lanes, share
from stele.runtime.turn.columns import ask_columns, clear_columns, pass_column, renew_columns
from stele.runtime.turn.riders import far_market, go_along

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.payment.purchases import Market
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

ACTIONS: Final = ACTION_MASK << ACTION
PAID: Final = TOTAL_MASK << TOTAL
RIDING: Final = RIDER_MASK << RIDER
# Whether anything was bought, next door or from the bank.
BOUGHT: Final = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT | FREE_LEFT | FREE_RIGHT | UNITS_MASK << UNITS
FURTHER: Final = PAID | BOUGHT | RIDING


def start_age(t: Core, row: Row) -> None:
    """Begin the next age: limits per age renew themselves."""
    row[AGE] += 1
    row[TURN] = 0
    renew(t, row, t.age_words, t.age_uses)


def ask_all(t: Core, row: Row, play: i64) -> None:
    """Let every seat that has a card owe a choice; the coins it holds now are those it may spend
    this turn.
    """
    if row[USED]:
        new_turn(t, row)
    if not COMPILED:
        ask_columns(t, row, play)  # type: ignore[arg-type]
        return
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
    for seat in t.seats[row[PLAYERS]][: row[PLAYERS] - t.guests]:
        if plays_last(t, row, seat):
            for of_zone in range(t.words):
                if row[seat + zone + of_zone]:
                    owing |= bit
        bit += bit
    row[OWING] = owing
    return owing != 0


def plays_last(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a seat may play what it would lose."""
    if t.bars_last and has_lanes(t, row, seat, t.barred_last, 0):
        return False
    for word in t.last_words:
        if t.last_lanes[word] & row[seat + t.tally + word]:
            return True
    return False


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
    noted: Row = entered  # what is laid into places, then what may be reacted to, each and one more
    acting: i64 = 0
    is_watched = t.watches_plays or row[CONCERNED] & REACTING > 0
    if is_watched or t.place_count:
        noted = zeros(2 * len(seats))
    if row[CONCERNED] >= IS_SPECIAL or t.is_dear:
        prepare(t, row, play, seats)
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
        if is_watched and (t.watches_plays or row[seat + t.reacts_to] & OF_CARDS):
            noted[len(seats) + index] = option + 1
            if t.laid:
                note_laid(t, row, card)
            if len(t.card_lanes):
                use_up(t, row, seat)
        if option & FURTHER:
            pay(row, seat, option)
            if option & BOUGHT and t.has_marks and row[seat + t.concerns] & PAYING:
                mark(t, row, seat, option)
            if option & RIDING:
                entered[2 * index] = go_along(t, row, seat, option) + 1
                acting = 2
        if option & ACTIONS == build:
            entry: i64 = t.entry[card]
            row[word + t.main] |= bit
            manner: i64 = option >> MANNER & MANNER_MASK
            if manner == BY_PERMIT:
                use_permit(t, row, seat, card)
            elif manner == BY_NEAR_CHAIN:
                use_chain_permit(t, row, seat, card)
        else:
            entry = use(t, row, seat, play, option, card)
            if t.place_count and place_of(t, option) >= 0:
                noted[index] = option + 1
                acting += 2 * t.is_acting[t.entry[card]]
        if entry >= 0:
            enter(t, row, seat, entry)
            if t.is_acting[entry]:
                entered[2 * index + 1] = entry + 1
                acting += t.is_acting[entry]
    follow_up(t, row, seats, entered, noted, acting)
    if is_watched and t.has_events:
        raise_all(t, row, play, seats, noted)
    end_batch(t, row)


def raise_all(t: Core, row: Row, play: i64, seats: Row, noted: Row) -> None:
    """Raise what seats have chosen as events; of each it is noted behind what is laid."""
    for index in range(len(seats)):
        if noted[len(seats) + index]:
            raise_played(t, row, seats[index], play, noted[len(seats) + index] - 1)


def prepare(t: Core, row: Row, play: i64, seats: Row) -> None:
    """Settle what has to be known before anything enters play: far sellers, units that are used."""
    paid: Row = EMPTY
    if t.has_numbers and (t.is_dear or row[CONCERNED] & SPECIAL):
        paid = settle_far(t, row, seats)
    if not len(t.unused_lanes.words) or row[CONCERNED] < HAS_WINDOW:
        return
    for index in range(len(seats)):
        if row[seats[index] + t.concerns] >= HAS_WINDOW and row[seats[index] + CHOICE]:
            beside: Row = paid[PAYEES * index : PAYEES * index + PAYEES]
            note_units(t, row, seats[index], play, row[seats[index] + CHOICE] - 1, beside)


def follow_up(t: Core, row: Row, seats: Row, entered: Row, noted: Row, acting: i64) -> None:
    """Let all follow from what has entered play: what lies in places serves its owners, then acts
    happen.
    """
    if t.place_count:  # before seats find their neighbours: what lies at places may be sold to others then
        share(t, row, seats, noted)
    if row[RELINK]:
        relink(t, row)
    if acting and t.has_gifts:
        give_cards(t, row, seats, entered)
    if not acting:
        return
    seen: Row = row
    if acting > 1:
        seen = row[:]  # acts read the table as it is when all has entered
    for i in range(len(entered)):
        if entered[i]:
            follow_as(t, row, seen, seats[i >> 1], entered[i] - 1, 0)
    for index in range(len(seats)):
        if t.place_count and noted[index]:
            happen_there(t, row, seen, seats[index], noted[index] - 1)


def give_cards(t: Core, row: Row, seats: Row, entered: Row) -> None:
    """Let cards that go to a partner lie there before anything is counted."""
    for i in range(len(entered)):
        if entered[i] and t.entry_gives[entered[i] - 1]:
            follow(t, row, seats[i >> 1], entered[i] - 1)
            entered[i] = 0


def raise_played(t: Core, row: Row, seat: i64, play: i64, option: i64) -> None:
    """Raise what a seat has done with a card: a build, by a chain, a stage, its use, purchases; all
    of it is one event.
    """
    begin_root(row)
    card: i64 = option >> CARD & CARD_MASK
    action: i64 = option >> ACTION & ACTION_MASK
    if t.action_pays[action] == 1:
        raise_event(t, row, seat, PLAY, card, t.play_zone_number[play], 1)
        if t.play_builds[play]:
            raise_event(t, row, seat, BUILD, card, t.action_place[action], 1)
        manner: i64 = option >> MANNER & MANNER_MASK
        if manner in (BY_CHAIN, BY_NEAR_CHAIN):
            raise_event(t, row, seat, CHAIN, card, -1, 1)
        if manner and t.play_builds[play]:
            raise_event(t, row, seat, FREE, card, -1, 1)
    if option & ACTIONS == t.play_stage[play]:
        raise_event(t, row, seat, STAGE, card, -1, 1)
    raise_event(t, row, seat, USE, card, action, 1)
    if t.action_discards[action]:
        raise_event(t, row, seat, DISCARD, card, t.play_zone_number[play], 1)
    if sellers(option):  # who buys from the bank alone has not bought from a neighbour
        raise_event(t, row, seat, BUY, 0, sellers(option), 1)
        if t.has_sales:
            raise_sales(t, row, seat, sellers(option))
        if t.has_coin_events:
            raise_income(t, row, seat, option)
    row[ROOT] = 0


def raise_sales(t: Core, row: Row, seat: i64, sides: i64) -> None:
    """Raise what neighbours have sold: that on the left (1), that on the right (2)."""
    if sides & 1:
        raise_event(t, row, row[seat + LEFT], SELL, 0, -1, 1)
    if sides & 2 and not (sides & 1 and row[seat + LEFT] == row[seat + RIGHT]):
        raise_event(t, row, row[seat + RIGHT], SELL, 0, -1, 1)


def raise_income(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Raise what neighbours gain that a seat has bought from: coins, but not from the bank."""
    to_left: i64 = option >> TO_LEFT & PAY_MASK
    to_right: i64 = option >> TO_RIGHT & PAY_MASK
    if to_left:
        raise_event(t, row, row[seat + LEFT], GAIN_COINS, 0, FROM_SEAT, to_left)
    if to_right:
        raise_event(t, row, row[seat + RIGHT], GAIN_COINS, 0, FROM_SEAT, to_right)


def use(t: Core, row: Row, seat: i64, play: i64, option: i64, card: i64) -> i64:
    """Use a card for something else than itself; return what enters play by that, or -1."""
    action: i64 = option >> ACTION & ACTION_MASK
    if t.action_coins[action]:
        gain(t, row, seat, t.action_coins[action])
    if option & ACTIONS == t.play_stage[play]:
        stage: i64 = row[seat + STAGES]
        slot: i64 = seat + t.under + stage
        if t.has_order:
            stage = stage_meant(t, row, seat, option)
        while row[slot]:
            slot += 1
            if slot == seat + t.under + t.slots:
                raise Runaway(f"the game stops: somebody has more than {t.slots} cards under a board")
        row[slot] = card + 1
        add_stage(t, row, seat, stage)
        return t.stage_entry[t.stage_from[row[seat + SIDE]] + stage]
    cell: i64 = t.action_cell[action]
    if t.action_of_seat[action]:
        cell += seat
    row[cell + (card >> WORD)] |= t.bits[card & PLACE_MASK]
    return t.action_entry[action]


def use_chain_permit(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Mark the first right to build a card by a chain from elsewhere as used."""
    for i in range(len(t.chain_lane)):
        lane: i64 = t.chain_lane[i]
        if not t.chain_cards[i * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            continue
        if not chained_from(t, row, seat, i, card >> WORD) & t.bits[card & PLACE_MASK]:
            continue
        cell: i64 = seat + (lane >> WORD)
        held: i64 = row[cell + t.tally] >> (lane & LANE_SHIFT) & LANE_MASK
        if held > row[cell + t.uses] >> (lane & LANE_SHIFT) & LANE_MASK:
            if t.chain_limited[i]:
                count_use(t, row, seat, lane, 1)
            return


def settle_far(t: Core, row: Row, seats: Row) -> Row:
    """Pay what options do not hold, before anything else happens: sellers that are no neighbours,
    and ways that an option knows only by their number. Return what each seat has paid so.
    """
    numbered: i64 = 0
    for index in range(len(seats)):
        is_far = t.is_dear or row[seats[index] + t.concerns] & SPECIAL > 0
        if is_far and row[seats[index] + CHOICE] and (row[seats[index] + CHOICE] - 1) & BY_NUMBER:
            numbered |= t.bits[index]
    if not numbered:
        return EMPTY
    paid: Row = zeros(PAYEES * len(seats))
    markets: list[Market] = []
    for index in range(len(seats)):
        if numbered & t.bits[index]:
            market = far_market(t, row, seats[index], row[seats[index] + CHOICE] - 1)
            markets.append(market)
    place: i64 = 0
    for index in range(len(seats)):
        if numbered & t.bits[index]:
            seat: i64 = seats[index]
            row[seat + CHOICE] = resolve(markets[place], row[seat + CHOICE] - 1, paid, PAYEES * index) + 1
            pay_far(t, row, seat, markets[place], paid, PAYEES * index)
            place += 1
    return paid


def note_units(t: Core, row: Row, seat: i64, play: i64, option: i64, beside: Row) -> None:
    """Note how much of its production a seat uses where windows ask, before anything enters."""
    entry: i64 = -1  # what enters play now
    if option & ACTIONS == t.play_stage[play]:
        entry = t.stage_entry[t.stage_from[row[seat + SIDE]] + stage_meant(t, row, seat, option)]
    elif option & ACTIONS == t.play_build[play]:
        entry = t.entry[option >> CARD & CARD_MASK]
    for word in t.unused_lanes.words:
        if row[seat + t.tally + word] & t.unused_lanes.masks[word]:
            note_use(t, row, seat, option, beside, entry)
            return
    windows: i64 = len(t.window_lane)
    for window in range(windows * (entry >= 0)):
        if t.entry_unused[entry * windows + window]:
            note_use(t, row, seat, option, beside, entry)
            return


def clear(t: Core, row: Row, zone: i64, to: i64, spared: i64) -> None:
    """Move what is left in a zone of every seat to a zone of the table; `spared` is a set of stages
    whose owners keep theirs until they have built them, or -1.
    """
    if not COMPILED and spared < 0 and not t.laid:
        clear_columns(t, row, zone, to)  # type: ignore[arg-type]
        return
    for seat in t.seats[row[PLAYERS]]:
        if spared >= 0 and is_spared(t, row, seat, spared):
            continue
        for word in range(t.words):
            if row[seat + zone + word]:
                row[to + word] |= row[seat + zone + word]
                if t.laid:
                    note_word(t, row, word, row[seat + zone + word])
                row[seat + zone + word] = 0


def is_spared(t: Core, row: Row, seat: i64, spared: i64) -> bool:
    """Tell whether a seat has not built a stage of a set."""
    stages = t.spared[spared]
    i: i64 = 0
    while i < len(stages):
        if row[seat + SIDE] == stages[i] and not is_built(t, row, seat, stages[i + 1]):
            return True
        i += 2
    return False


def hand_on(t: Core, row: Row, play: i64, to_left: bool) -> None:
    """Pass the cards of the zone of a play step to the next seat, whether it is at the table or
    not.
    """
    seats = in_ring(t, row)
    for word in t.play_words[play][row[AGE]]:
        pass_word(t, row, seats, t.play_zone[play] + word, to_left)


def hand_on_all(t: Core, row: Row, zone: i64, to_left: bool) -> None:
    """Pass the cards of a zone from which nothing is played."""
    seats = in_ring(t, row)
    for word in range(t.words):
        pass_word(t, row, seats, zone + word, to_left)


def in_ring(t: Core, row: Row) -> Row:
    """Return the seats that pass cards on, as they sit."""
    seats = t.seats[row[PLAYERS]]
    if t.guests:
        return seats[: row[PLAYERS] - 1]
    if row[MOVED]:
        return as_seated(t, row)
    return seats


def pass_word(t: Core, row: Row, seats: Row, cell: i64, to_left: bool) -> None:
    """Pass what lies in a cell of each seat to the next one."""
    if not COMPILED and not row[MOVED]:
        pass_column(t, row, len(seats), cell, to_left)  # type: ignore[arg-type]
        return
    if to_left:
        passed: i64 = row[seats[len(seats) - 1] + cell]
        for seat in seats:
            kept: i64 = row[seat + cell]
            row[seat + cell] = passed
            passed = kept
    else:
        passed = row[seats[0] + cell]
        for index in range(len(seats) - 1, -1, -1):
            kept = row[seats[index] + cell]
            row[seats[index] + cell] = passed
            passed = kept


def new_turn(t: Core, row: Row) -> None:
    """Begin a turn: limits per turn renew themselves."""
    row[USED] = 0
    renew(t, row, t.turn_words, t.turn_uses)


def renew(t: Core, row: Row, words: Row, uses: Row) -> None:
    """Let seats use again what is in some lanes, all of which lie in a few words."""
    if not COMPILED:
        renew_columns(t, row, words, uses)  # type: ignore[arg-type]
        return
    for seat in t.seats[row[PLAYERS]]:
        for word in words:
            if row[seat + t.uses + word]:
                row[seat + t.uses + word] &= ~uses[word]
