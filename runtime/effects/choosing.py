"""What a suspended effect may choose from, and what becomes of the choice: cards of zones, cards
that are paid for, cards that are copied, coins that are owed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.effects.cards import city_at, forget_them, still_there, used_slot, zone_at
from stele.runtime.effects.deeds import note_built
from stele.runtime.effects.entering import (
    built_stage,
    follow,
    forget,
    frame_seat,
    frame_seat_of,
    hold,
    lay,
    suspend,
    take,
)
from stele.runtime.effects.events import BUILD, CHAIN, COPY, FREE, PLAY, end_batch, raise_event
from stele.runtime.effects.windows import (
    offer_new,
    offer_next,
    reveal_options,
    turn_up,
    use_window,
    window_options,
    windows_held,
)
from stele.runtime.payment.instead import all_ways, payable
from stele.runtime.payment.market_ways import PAYEES, pay_far, resolve
from stele.runtime.payment.payment import pay
from stele.runtime.payment.terms import adjusted, mark, means_of
from stele.runtime.state.cells import (
    BELOW_ROUND,
    BY_NUMBER,
    CARD,
    CARD_MASK,
    CHOICE,
    CONTEXT,
    CONTEXT_DONE,
    CONTEXT_MANY,
    CONTEXT_MANY_MASK,
    CONTEXT_OWNER,
    CONTEXT_ROUND,
    CONTEXT_SEAT,
    DONE_MASK,
    FRAME_LINE,
    FRAME_MASK,
    FRAME_RANK,
    HOST,
    LINE_MASK,
    NONE,
    NUMBER,
    OWING,
    PLACE_MASK,
    PURSE,
    RANK_MASK,
    ROUND_MASK,
    SIDE,
    STAGES,
    TABLE_CELLS,
    WORD,
    WORD_CARDS,
    highest,
    with_many,
    zeros,
)
from stele.runtime.state.room import FEW_OPTIONS, more_room, room_for
from stele.runtime.table.piles import list_kinds
from stele.runtime.table.places import also_there, is_idle, place_of
from stele.runtime.table.sharing import build_there, copy_for_both
from stele.runtime.table.withdrawing import leave

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.payment.purchases import Market, Means
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core


def settle(t: Core, row: Row) -> bool:
    """Bring the first suspended effect one step further: ask, go on with the answer, or drop it if
    it has nothing to choose from. Tell whether somebody has to choose.
    """
    seat: i64 = frame_seat(t, row)
    effect: i64 = row[TABLE_CELLS] & FRAME_MASK
    if t.late_askers[effect] >= 0:
        return ask_others(t, row, seat, effect)
    chosen: i64 = row[seat + CHOICE]
    if chosen:
        row[seat + CHOICE] = 0
        go_on(t, row, seat, effect, chosen - 1)
        return False
    out: Row = all_asked(t, row, seat, effect)
    number: i64 = len(out)
    if not number and t.late_otherwise[effect] >= 0:
        go_on(t, row, seat, effect, NONE)
    elif not number:
        forget(t, row)
        row[CONTEXT] = 0
        if t.is_of_them[effect]:
            forget_them(t, row, seat)
    elif number == 1 and t.is_mandatory[effect]:
        go_on(t, row, seat, effect, out[0])
    else:
        row[OWING] = t.bits[row[seat + NUMBER]]
        return True
    return False


def all_asked(t: Core, row: Row, seat: i64, effect: i64) -> Row:
    """Return all that the first suspended effect may choose from."""
    out: Row = room_for(FEW_OPTIONS)
    while True:
        try:
            return out[: asked(t, row, out, seat, effect)]
        except IndexError:
            out = more_room(out)


def asked(t: Core, row: Row, out: Row, seat: i64, effect: i64) -> i64:
    """List what the first suspended effect may choose from; return how many options there are."""
    if effect < t.window_first:
        recall(t, row, effect)
        number: i64 = t.ask(row, out, seat, effect)
        row[CONTEXT] = 0
        return number
    if effect < t.reveal:
        return window_options(t, row, out, seat, effect - t.window_first)
    return reveal_options(t, row, out, seat)


def recall(t: Core, row: Row, effect: i64) -> None:
    """Know what the first suspended effect is about; where others decide, whose it is."""
    row[CONTEXT] = row[TABLE_CELLS + t.most_frames]
    if t.late_askers[effect] >= 0 and not row[CONTEXT] >> CONTEXT_OWNER & CONTEXT_SEAT:
        row[CONTEXT] += (row[frame_seat(t, row) + NUMBER] + 1) << CONTEXT_OWNER


def ask_others(t: Core, row: Row, seat: i64, effect: i64) -> bool:
    """Let others than the owner of the first suspended effect decide, each for itself and all
    together, and do what they have chosen, perhaps several times; then the owner goes on, if they
    did anything. Tell whether they have to choose first.
    """
    recall(t, row, effect)
    context: i64 = row[CONTEXT]
    asked_ones: Row = t.askers(row, seat, t.late_askers[effect])
    only: Row = zeros(len(asked_ones))  # the one option, and one more
    owing: i64 = 0
    is_answered = False
    for i in range(len(asked_ones)):
        out: Row = all_asked(t, row, asked_ones[i], effect)
        row[CONTEXT] = context
        if len(out) > 1 or (len(out) == 1 and not t.is_mandatory[effect]):
            owing |= t.bits[row[asked_ones[i] + NUMBER]]
            is_answered = is_answered or row[asked_ones[i] + CHOICE] > 0
        elif len(out) == 1:
            only[i] = out[0] + 1
    if owing and not is_answered:
        row[OWING] = owing
        row[CONTEXT] = 0
        return True
    frame: i64 = forget(t, row)
    done: i64 = 0
    for i in range(len(asked_ones)):
        other: i64 = asked_ones[i]
        chosen: i64 = only[i]
        if owing & t.bits[row[other + NUMBER]]:
            chosen = row[other + CHOICE]
        row[other + CHOICE] = 0
        if chosen and chosen - 1 != NONE:
            row[CONTEXT] = context
            done += t.then(row, other, effect, chosen - 1, 0)
    if not is_asked_again(t, row, frame, context, done):
        for i in range(len(asked_ones) * t.is_of_them[effect]):
            forget_them(t, row, asked_ones[i])
        total: i64 = done + (context >> CONTEXT_DONE & DONE_MASK)
        row[CONTEXT] = with_many(context - (context >> CONTEXT_OWNER << CONTEXT_OWNER), total)
        if total and t.late_after[effect] >= 0:
            t.happen(row, row, seat, t.late_after[effect])
    row[CONTEXT] = 0
    end_batch(t, row)
    return False


def is_asked_again(t: Core, row: Row, frame: i64, context: i64, done: i64) -> bool:
    """Suspend an effect again that is decided several times, unless nobody did anything or this was
    the last time. Tell whether it is.
    """
    effect: i64 = frame & FRAME_MASK
    rounds: i64 = (context >> CONTEXT_ROUND & ROUND_MASK) + 1
    times: i64 = t.late_times[effect]
    if not times:
        times = context >> CONTEXT_MANY & CONTEXT_MANY_MASK
    if not done or rounds >= min(times, ROUND_MASK):
        return False
    total: i64 = min(done + (context >> CONTEXT_DONE & DONE_MASK), DONE_MASK)
    row[CONTEXT] = (context & BELOW_ROUND) + (rounds << CONTEXT_ROUND) + (total << CONTEXT_DONE)
    rank: i64 = frame >> FRAME_RANK & RANK_MASK
    suspend(t, row, effect, frame_seat_of(t, frame), rank, frame >> FRAME_LINE)
    return True


def go_on(t: Core, row: Row, seat: i64, effect: i64, option: i64) -> None:
    """Go on with the first suspended effect after its choice."""
    frame: i64 = forget(t, row)
    if option != NONE:
        if effect < t.window_first:
            t.then(row, seat, effect, option, frame >> FRAME_LINE)
        elif effect < t.reveal:
            use_window(t, row, seat, effect - t.window_first, option)
        else:
            turn_up(t, row, seat, option)
    elif t.late_otherwise[effect] >= 0:
        t.happen(row, row, seat, t.late_otherwise[effect])
    if t.is_of_them[effect]:
        forget_them(t, row, seat)
    if t.window_first <= effect < t.reveal:
        offer_next(t, row, seat, effect - t.window_first, frame >> FRAME_LINE)
    row[CONTEXT] = 0
    end_batch(t, row)


# --- cards of zones -------------------------------------------------------------------------------


def options_anywhere(t: Core, row: Row, out: Row, seat: i64, zone: i64, cards: i64) -> i64:
    """List the cards of a zone that a seat may lay into its city or into a place that it shares;
    return how many options there are.
    """
    return also_there(t, row, out, list_kinds(t, row, out, zone, cards, seat + t.blocked), seat)


def build_anywhere(t: Core, row: Row, seat: i64, zone: i64, option: i64) -> i64:
    """Build a card of a zone for nothing, in the city or in a place that is shared; return how many
    were built.
    """
    if place_of(t, option) < 0:
        return build_free(t, row, seat, zone, option)
    card: i64 = still_there(t, row, zone, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    take(t, row, zone, card)
    build_there(t, row, seat, option + ((card - (option >> CARD & CARD_MASK)) << CARD))
    return 1


def build_free(t: Core, row: Row, seat: i64, zone: i64, option: i64) -> i64:
    """Build a card of a zone for nothing, with all that follows; return how many were built."""
    card: i64 = still_there(t, row, zone, option >> CARD & CARD_MASK)
    if card >= 0:
        note_built(t, row, seat, card)
    if not play_free(t, row, seat, zone, option):
        return 0
    if t.has_events:
        raise_event(t, row, seat, BUILD, card, -1, 1)
        raise_event(t, row, seat, FREE, card, -1, 1)
    return 1


def note_chain(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Raise that a card was built by a chain."""
    if t.has_events:
        raise_event(t, row, seat, CHAIN, option >> CARD & CARD_MASK, -1, 1)


def play_free(t: Core, row: Row, seat: i64, zone: i64, option: i64) -> i64:
    """Lay a card of a zone into a city for nothing, with all that follows; it is not built. Return
    how many were played: none if another seat that chose at the same time has it.
    """
    card: i64 = still_there(t, row, zone, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    take_out(t, row, zone, card)
    lay(t, row, seat, card)
    if t.has_events:
        raise_event(t, row, seat, PLAY, card, zone_at(t, row, zone), 1)
    return 1


def take_out(t: Core, row: Row, zone: i64, card: i64) -> None:
    """Take a card out of a zone, given by its first cell; out of a city with all that stood by
    it.
    """
    giver: i64 = city_at(t, row, zone)
    if giver >= 0:
        leave(t, row, giver, card)
    else:
        take(t, row, zone, card)


def priced_options(t: Core, row: Row, out: Row, seat: i64, zone: i64, cards: i64, less: i64) -> i64:
    """List the cards of a zone that a seat may play now, each with every way to pay for it from its
    purse; `less` coins are taken off. Return how many there are.
    """
    found: Row = zeros(t.words * WORD_CARDS)
    means = means_of(t, row, seat)
    number: i64 = 0
    for i in range(list_kinds(t, row, found, zone, cards, seat + t.blocked)):
        number = priced_ways(t, row, out, number, seat, found[i] >> CARD & CARD_MASK, less, means)
    return number


def priced_ways(t: Core, row: Row, out: Row, number: i64, seat: i64, card: i64, less: i64, means: Means) -> i64:
    """List every way to pay for a card from a purse, `less` coins; return where they end."""
    cost: i64 = t.cost[card]
    price: i64 = adjusted(t, row, seat, cost, t.price_kind[card], False, -1)
    price -= min(less, price & 65535)
    return payable(t, row, out, number, seat, cost, price, means, card << CARD, row[seat + PURSE])


def used_options(t: Core, row: Row, out: Row, seat: i64, owner: i64, less: i64) -> i64:
    """List every way in which a seat may pay now for the card that the last stage of an owner was
    built with; return how many there are.
    """
    slot: i64 = used_slot(t, row, owner)
    if slot < 0:
        return 0
    card: i64 = row[slot] - 1
    if row[seat + t.blocked + (card >> WORD)] & t.bits[card & PLACE_MASK]:
        return 0
    return priced_ways(t, row, out, 0, seat, card, less, means_of(t, row, seat))


def play_used(t: Core, row: Row, seat: i64, owner: i64, option: i64, less: i64) -> i64:
    """Let a seat pay for the card that the last stage of an owner was built with, and build it;
    return how many were built.
    """
    slot: i64 = used_slot(t, row, owner)
    if slot < 0 or row[slot] - 1 != option >> CARD & CARD_MASK:
        return 0  # somebody else has built it meanwhile
    way: i64 = paid_way(t, row, seat, option, less)
    row[slot] = 0
    enter_paid(t, row, seat, way, -1, True)
    return 1


def priced_market(t: Core, row: Row, seat: i64, card: i64, less: i64) -> Market:
    """Return all ways to pay for a card of a zone, as `priced_options` lists them."""
    price: i64 = adjusted(t, row, seat, t.cost[card], t.price_kind[card], False, -1)
    price -= min(less, price & 65535)
    return all_ways(t, row, seat, t.cost[card], price, means_of(t, row, seat), row[seat + PURSE])


def play_priced(t: Core, row: Row, seat: i64, zone: i64, option: i64, less: i64, is_build: bool) -> i64:
    """Pay for a card of a zone, `less` coins, and lay it into a city; perhaps it is built. Return
    how many were played.
    """
    card: i64 = still_there(t, row, zone, option >> CARD & CARD_MASK)
    if card < 0:
        return 0
    way: i64 = paid_way(t, row, seat, option, less) + ((card - (option >> CARD & CARD_MASK)) << CARD)
    take_out(t, row, zone, card)
    enter_paid(t, row, seat, way, zone_at(t, row, zone), is_build)
    return 1


def paid_way(t: Core, row: Row, seat: i64, option: i64, less: i64) -> i64:
    """Pay sellers of whom an option knows only by a number, if it does; return it with what is to
    be paid still.
    """
    if not option & BY_NUMBER:
        return option
    paid: Row = zeros(PAYEES)
    market = priced_market(t, row, seat, option >> CARD & CARD_MASK, less)
    way: i64 = resolve(market, option, paid, 0)
    pay_far(t, row, seat, market, paid, 0)
    return way


def enter_paid(t: Core, row: Row, seat: i64, option: i64, zone: i64, is_build: bool) -> None:
    """Pay for a card that has left its zone, and lay it into a city."""
    card: i64 = option >> CARD & CARD_MASK
    pay(row, seat, option)
    mark(t, row, seat, option)
    if is_build:
        note_built(t, row, seat, card)
    lay(t, row, seat, card)
    if t.has_events:
        raise_event(t, row, seat, PLAY, card, zone, 1)
        if is_build:
            raise_event(t, row, seat, BUILD, card, -1, 1)


# --- copies ---------------------------------------------------------------------------------------


def copy_options(t: Core, row: Row, out: Row, seat: i64, places: Row, cards: i64, stage: i64) -> i64:
    """List the cards of some places whose effects may be copied, one of each kind, and a stage that
    is built in a city there. Return how many there are.
    """
    number: i64 = 0
    kind: i64 = -1
    for word in range(t.words):
        lying: i64 = 0
        for place in places:
            lying |= row[place + word]
        rest: i64 = lying & t.card_sets[cards * t.words + word]
        while rest:
            bit = highest(rest)
            rest ^= t.bits[bit]
            card: i64 = (word << WORD) + bit
            if t.kind[card] != kind:
                kind = t.kind[card]
                if not (t.is_copier[card] and has_copied(t, row, seat, card)):
                    out[number] = card << CARD
                    number += 1
    if stage:
        number = stage_copies(t, row, out, number, places, stage - 1)
    return number


def stage_copies(t: Core, row: Row, out: Row, first: i64, places: Row, stage: i64) -> i64:
    """List a stage of some cities that is built there, each once; return how many options there are
    then.
    """
    number: i64 = first
    for cell in places:
        city: i64 = city_at(t, row, cell)
        if city < 0:
            continue
        for i in range(row[city + STAGES]):
            if built_stage(t, row, city, i) == stage:
                option: i64 = (t.stage_codes + t.stage_from[row[city + SIDE]] + stage) << CARD
                is_known = False
                for j in range(first, number):
                    is_known = is_known or out[j] == option
                if not is_known:
                    out[number] = option
                    number += 1
    return number


def has_copied(t: Core, row: Row, seat: i64, code: i64) -> bool:
    """Tell whether a seat has copied something: what copies is copied once at most."""
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if not held:
            return False
        if is_idle(t, row, seat, held):
            continue
        if (held - 1) & CARD_MASK < len(t.kind) and t.kind[(held - 1) & CARD_MASK] == t.kind[code]:
            return True
    return False


def copy(t: Core, row: Row, seat: i64, option: i64, line: i64, of_copy: i64) -> None:
    """Let the effects of a card hold for a seat too: it has no colour here, and nothing counts it.
    Points count on a line, or on that of the copy that copies it. What a place hosts copies for
    both of its owners.
    """
    code: i64 = option >> CARD & CARD_MASK
    if of_copy >> HOST:
        copy_for_both(t, row, seat, code, line, of_copy >> HOST)
        return
    counted: i64 = line
    if of_copy:
        counted = (of_copy & LINE_MASK) - 1
    windows = windows_held(t, row, seat)
    hold(t, row, seat, code, counted)
    if t.has_events and code < len(t.kind):
        raise_event(t, row, seat, COPY, code, -1, 1)
    follow(t, row, seat, t.code_entry[code], counted + 1)
    if code >= len(t.kind):  # a stage is copied after playing
        offer_new(t, row, seat, windows)


def copy_boards(t: Core, row: Row, seat: i64, others: Row, line: i64) -> i64:
    """Let what the boards of other seats give at the start hold for a seat too; return how many
    boards.
    """
    for other in others:
        code: i64 = t.start_codes + row[other + SIDE]
        hold(t, row, seat, code, line)
        follow(t, row, seat, t.code_entry[code], line + 1)
    return len(others)


def effect_options(t: Core, out: Row, first: i64, number: i64) -> i64:
    """List the effects of a stage of which its owner has one; return how many there are."""
    for i in range(number):
        out[i] = (first + i) << CARD
    return number
