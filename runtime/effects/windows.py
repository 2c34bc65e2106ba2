"""Windows: what a seat may do before it chooses a card or after it has played one, and cards under
its board that it may turn up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import built_stage, enter, follow, relink, suspend
from stele.runtime.payment.leftovers import has_unused
from stele.runtime.state.cells import (
    ABSENT,
    ALONE,
    CARD,
    CARD_MASK,
    CONCERNED,
    CONTEXT,
    HAS_WINDOW,
    LANE_MASK,
    LANE_SHIFT,
    OVER,
    PLACE_MASK,
    PLAYERS,
    RELINK,
    SIDE,
    STAGES,
    WORD,
    count,
    use,
    zeros,
)
from stele.runtime.table.again import is_waiting

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

LAST_RANK: Final = 90  # after everything that lets cards enter play
BEFORE: Final = 0
AFTER: Final = 1


def open_windows(t: Core, row: Row, moment: i64) -> None:
    """Offer every seat what it may do before choosing (0) or after playing (1). Whether there is
    anything to do is asked when its turn comes: what is decided before may bring it.
    """
    if row[CONCERNED] < HAS_WINDOW or row[OVER]:  # when the game is over nothing more is begun
        return
    lanes = t.window_lanes[moment]
    for seat in t.seats[row[PLAYERS]]:
        if row[seat + t.concerns] < HAS_WINDOW or (row[ALONE] and is_waiting(t, row, seat)):
            continue
        for word in lanes.words:
            if row[seat + t.tally + word] & lanes.masks[word]:
                offer_open(t, row, seat, moment)
                break
        if moment == AFTER and t.reveals and has_hidden(t, row, seat):
            suspend(t, row, t.reveal, seat, LAST_RANK, 0)


def offer_open(t: Core, row: Row, seat: i64, moment: i64) -> None:
    """Offer a seat what it may do at a moment, if it is not used up."""
    for window in t.windows_at[moment]:
        if is_open(t, row, seat, window):
            offer(t, row, seat, window, count(t, row, seat, t.window_lane[window]))


def offer(t: Core, row: Row, seat: i64, window: i64, times: i64) -> None:
    """Offer what a seat may do; what has no limit is offered so many times, one after the other."""
    further: i64 = 0
    if not t.window_limited[window]:
        further = times - 1
    suspend(t, row, t.window_first + window, seat, LAST_RANK, further)


def windows_held(t: Core, row: Row, seat: i64) -> Row:
    """Return how often a seat has each of the windows."""
    held: Row = zeros(len(t.window_lane))
    for window in range(len(t.window_lane)):
        held[window] = count(t, row, seat, t.window_lane[window])
    return held


def offer_new(t: Core, row: Row, seat: i64, before: Row) -> None:
    """Offer a seat what it may do after playing by what has come after that; before it had so
    many.
    """
    for window in t.windows_at[AFTER]:
        more: i64 = count(t, row, seat, t.window_lane[window]) - before[window]
        if more > 0:
            offer(t, row, seat, window, more)


def has_hidden(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a board has stages under which cards may be turned up."""
    for stage in range(t.stage_from[row[seat + SIDE]], t.stage_from[row[seat + SIDE] + 1]):
        if t.entry_reveals[t.stage_entry[stage]]:
            return True
    return False


def is_open(t: Core, row: Row, seat: i64, window: i64) -> bool:
    """Tell whether a seat has a window that is not used up."""
    lane: i64 = t.window_lane[window]
    return count(t, row, seat, lane) > row[seat + t.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def window_options(t: Core, row: Row, out: Row, seat: i64, window: i64) -> i64:
    """List what a window offers, if it is open to a seat; return how many options there are."""
    if not is_open(t, row, seat, window) or not has_unused(t, row, seat, window):
        return 0
    return t.ask(row, out, seat, t.window_effect[window])


def use_window(t: Core, row: Row, seat: i64, window: i64, option: i64) -> None:
    """Do what a window offers, and mark it as used; there may be another one."""
    if t.window_limited[window]:
        use(t, row, seat, t.window_lane[window], 1)
    if t.window_units[window]:
        use(t, row, seat, t.window_spent[window], t.window_units[window])
    t.then(row, seat, t.window_effect[window], option, 0)
    row[CONTEXT] = 0  # who was chosen is chosen anew the next time
    if t.window_limited[window]:
        suspend(t, row, t.window_first + window, seat, LAST_RANK, 0)


def offer_next(t: Core, row: Row, seat: i64, window: i64, further: i64) -> None:
    """Offer what a seat may do once more for each of its kind that is in play, whether it did it or
    not.
    """
    if further:
        row[CONTEXT] = 0
        suspend(t, row, t.window_first + window, seat, LAST_RANK, further - 1)


def reveal_options(t: Core, row: Row, out: Row, seat: i64) -> i64:
    """List the cards under stages that a seat may turn up now; return how many there are. The last
    card lies under the last stage.
    """
    under: Row = cards_under(t, row, seat)
    number: i64 = 0
    pairs: i64 = min(len(under), row[seat + STAGES])
    for i in range(pairs):
        card: i64 = under[len(under) - pairs + i]
        stage: i64 = built_stage(t, row, seat, row[seat + STAGES] - pairs + i)
        entry: i64 = t.stage_entry[t.stage_from[row[seat + SIDE]] + stage]
        if t.entry_reveals[entry] and may_be_shown(t, row, seat, card, t.entry_hidden[entry]):
            out[number] = card << CARD
            number += 1
    return number


def cards_under(t: Core, row: Row, seat: i64) -> Row:
    """Return the cards that stages of a seat were built with, in their order."""
    under: Row = zeros(t.slots)
    cards: i64 = 0
    for slot in range(t.slots):
        if row[seat + t.under + slot]:
            under[cards] = row[seat + t.under + slot] - 1
            cards += 1
    return under[:cards]


def may_be_shown(t: Core, row: Row, seat: i64, card: i64, hidden: i64) -> bool:
    """Tell whether a card under a stage may be turned up: it has none of these colours, was not
    turned up, and the city has no twin.
    """
    if t.colour[card] >= 0 and hidden & t.bits[t.colour[card]]:
        return False
    word: i64 = seat + (card >> WORD)
    return not (row[word + t.revealed] | row[word + t.blocked]) & t.bits[card & PLACE_MASK]


def turn_up(t: Core, row: Row, seat: i64, option: i64) -> None:
    """Turn up a card under a stage: its owner has its effects and may chain from it, but it has no
    colour and sells nothing.
    """
    card: i64 = option >> CARD & CARD_MASK
    show(t, row, seat, card)
    relink(t, row)
    follow(t, row, seat, t.code_entry[card], t.board_line + 1)
    suspend(t, row, t.reveal, seat, LAST_RANK, 0)


def turn_up_under(t: Core, row: Row, seat: i64, number: i64, hidden: i64) -> i64:
    """Turn up the card under a stage of a seat, given by its number, or under the last one (0),
    unless it has one of these colours, or is turned up already. Return how many were.
    """
    built: i64 = row[seat + STAGES] - 1
    while number and built >= 0 and built_stage(t, row, seat, built) != number - 1:
        built -= 1
    under: Row = cards_under(t, row, seat)
    # the last card lies under the last stage
    place: i64 = len(under) - (row[seat + STAGES] - built)
    if built < 0 or place < 0 or not may_be_shown(t, row, seat, under[place], hidden):
        return 0
    card: i64 = under[place]
    show(t, row, seat, card)
    relink(t, row)
    follow(t, row, seat, t.code_entry[card], t.board_line + 1)
    return 1


def be_at_table(t: Core, row: Row, seat: i64, returns: i64) -> i64:
    """Let a seat return to the table, or leave it; return whether that changes anything."""
    if row[seat + ABSENT] != returns:
        return 0
    row[seat + ABSENT] = 1 - returns
    row[RELINK] = 1
    relink(t, row)
    return 1


def show(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Let what stands by a card that is turned up hold."""
    row[seat + t.revealed + (card >> WORD)] |= t.bits[card & PLACE_MASK]
    for i in range(t.or_from[t.entry[card]], t.or_from[t.entry[card] + 1]):
        row[seat + t.or_cell[i]] |= t.or_mask[i]
    enter(t, row, seat, t.code_entry[card])
