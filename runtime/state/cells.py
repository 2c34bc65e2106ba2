"""Cells: the row of a game, its fixed cells, and the arithmetic that both worlds share.

Every cell, option and table entry fits 63 bits. A row is a list where this is interpreted and a
`vec[i64]` where it is compiled; the annotations are all that mypyc needs for that.
"""

from __future__ import annotations

from operator import and_
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from stele.runtime.state.tables import Core

    Row = vec[i64]

# Cells of the table that every rule set has; suspended effects follow, then zones and decks.
PLAYERS: Final = 0
RANDOM: Final = 1
AGE: Final = 2
TURN: Final = 3
STEP: Final = 4
OWING: Final = 5  # a mask of the seats that have to choose
FRAMES: Final = 6  # how many effects are suspended
REACTIONS: Final = 7  # how often something reacted in this step
DEMANDED: Final = 8  # a mask of the seats that lose something
UNSUPPLIED: Final = 9  # whether tokens that lie on cards have come to someone
MOVED: Final = 10  # whether seats sit in another order than that of their numbers
RELINK: Final = 11  # whether somebody has left the table or returned
OBLIGED: Final = 12  # a mask of the seats that must take an action when they choose
UNSETTLED: Final = 13  # a mask of the seats on the right of which shared places have to be compared
FALLEN: Final = 14  # the same, where somebody has led by more cards this turn
BESIDE: Final = 15  # who shares what is happening, by its number and one more; and whether it is the second time
USED: Final = 16  # whether anything with a limit was used since a turn began
QUEUED: Final = 17  # how many events wait for reactions, from which slot on
QUEUE_FIRST: Final = 18
ROOT: Final = 19  # from which event all that is raised now follows, or none
ROOTS: Final = 20  # how many there are
REACTED: Final = 21  # how many reactions are noted
NEWCOMERS: Final = 22  # a mask of the seats for which something that may react has entered or left
CONTEXT: Final = 23  # what is about to happen is about: whose event, how many, which card
CONCERNED: Final = 24  # all that has concerned any seat, in the masks of `concerns`
SITTING_OUT: Final = 25  # a mask of the seats that take no part in the conflict at hand, or the next one
OVER: Final = 26  # whether the game ends now, and above that bit a mask of the seats that win it
AGAIN: Final = 27  # a mask of the seats that take another turn when this one is over
ALONE: Final = 28  # a mask of the seats that play now while others wait, or none
FIRST: Final = 29  # the number of the first player
FIGHT: Final = 30  # while a conflict is fought: its tokens, how many of them, and who has sent a token instead
TABLE_CELLS: Final = 31

# Cells of a seat that every rule set has; further ones follow.
COINS: Final = 0
PURSE: Final = 1  # what a seat may spend this turn
CHOICE: Final = 2  # what it has chosen, and one more
LEFT: Final = 3
RIGHT: Final = 4
NUMBER: Final = 5
SIDE: Final = 6
STAGES: Final = 7
POINTS: Final = 8  # all that is worth the same whatever happens
PARTNER: Final = 9  # the seat that plays together with this one, or 0
NEXT: Final = 10  # who sits to the left, at the table or not
ABSENT: Final = 11  # whether the seat has left the table
ORDER: Final = 12  # the stages as they were built, four bits each, if their order may be chosen
SEAT_CELLS: Final = 13

# Cells that a seat has for each kind of place that neighbours share. Where there are two, the first
# is about the place on the left, the second about that on the right.
BOARD: Final = 0  # the side of the board on the right, counted from 1
LEVEL: Final = 1  # by how many cards the seat leads
REACHED: Final = 3  # the highest level of this turn: what it brings at once is given once
BARRED: Final = 5  # whether the cards serve only the other owner
OPENED: Final = 7  # words of the cards that may be built there by a chain; behind them those that fit
SECOND: Final = 256  # what is shared happens for its second owner

END: Final = -2

# A card is known by its word and its bit: 62 to a word.
WORD: Final = 6
PLACE_MASK: Final = 63
WORD_CARDS: Final = 62

# Counts of a seat: seven lanes to a word. A lane is known by its word and its shift.
LANE_BITS: Final = 9
LANE_MASK: Final = 511
LANES: Final = 7
LANE_SHIFT: Final = 63  # the mask of the shift in the number of a lane
LANE_GUARDS: Final = 4620710844295151872  # the highest bit of each lane

# Of what is in play: how much changes what its owner pays, stands for a while or forbids
# something, changes its costs, how much may react to what its owner plays, lets it do what the
# interpreted kernel does not remember, lets it do something before or after its turn, or, if
# those do not lie in one word, is a right to build. One more of each.
PAYS_OTHERWISE: Final = 1
STANDS_AWHILE: Final = 512
COSTS: Final = 262144
MAY_REACT: Final = 134217728
IS_SPECIAL: Final = 68719476736
HAS_WINDOW: Final = 35184372088832
HAS_RIGHT: Final = 18014398509481984
PAYING: Final = STANDS_AWHILE - 1  # masks of one of them
AWHILE: Final = COSTS - STANDS_AWHILE
REACTING: Final = IS_SPECIAL - MAY_REACT
SPECIAL: Final = HAS_WINDOW - IS_SPECIAL
RIGHTS: Final = 9205357638345293824  # HAS_RIGHT and all bits above

# A context: whose event it is, by its number and one more, whether that seat has lost a conflict,
# and whether this happens instead of the event; how many pieces, which card or token, and which
# seat is on the other side of it.
CONTEXT_SEAT: Final = 31
CONTEXT_BEATEN: Final = 32
CONTEXT_REPLACED: Final = 64
CONTEXT_MANY: Final = 8
CONTEXT_MANY_MASK: Final = 65535
CONTEXT_WHAT: Final = 24
CONTEXT_OTHER: Final = 36
CONTEXT_OWNER: Final = 40  # whose effect it is, by its number and one more, if others decide
CONTEXT_ROUND: Final = 48  # how often was decided before, where several decisions follow each other
ROUND_MASK: Final = 255
BELOW_ROUND: Final = 281474976710655
CONTEXT_DONE: Final = 56  # how much was done by them
DONE_MASK: Final = 63

# A suspended effect: the line on which points of a copy count, and one more; the rank in which it
# acts, the seat it belongs to, and which it is.
FRAME_MASK: Final = 65535
FRAME_SEAT: Final = 16
FRAME_SEAT_MASK: Final = 255
FRAME_RANK: Final = 24
RANK_MASK: Final = 65535
FRAME_LINE: Final = 40
# Behind the line stands which place hosts what copies, and one more; a copy is kept with both.
LINE_MASK: Final = 255
HOST: Final = 8
COPY_LINE: Final = 12
COPY_HOST: Final = 20

# An option: what is paid, with which card, for which action, in which manner, what was bought for
# nothing or from the bank, what goes with it, and which stage it builds if there is a choice. Ways
# to pay that do not fit are known by their number.
PAY_MASK: Final = 127
TO_LEFT: Final = 7
TO_RIGHT: Final = 14
TOTAL: Final = 21
TOTAL_MASK: Final = 255
CARD: Final = 29
CARD_MASK: Final = 4095
ACTION: Final = 41
ACTION_MASK: Final = 63
MANNER: Final = 47
MANNER_MASK: Final = 3
BY_CHAIN: Final = 1
BY_PERMIT: Final = 2
BY_NEAR_CHAIN: Final = 3
BY_NUMBER: Final = 562949953421312  # what is paid is a number in the list of all ways to pay
FREE_LEFT: Final = 1125899906842624  # something was bought from the left for nothing
FREE_RIGHT: Final = 2251799813685248
UNITS: Final = 52  # bought from the bank
UNITS_MASK: Final = 7
RIDER: Final = 55
RIDER_MASK: Final = 15
STAGE: Final = 59
STAGE_MASK: Final = 15
NO_CARD: Final = 4095  # in an option that takes nothing
NONE: Final = 2198486384640  # that option
WAY_MASK: Final = 536870911  # what lies below the card: the number of a way, or coins that are lost
ONE_BANK: Final = 2097153  # a coin to the bank, and one in all
ONE_LEFT: Final = 2097280
ONE_RIGHT: Final = 2113536

MOST_HELD: Final = 16384  # coins of a seat, and tokens of one kind; a game in which there are more is stopped
MOST_COINS: Final = 100  # that a card or stage costs, whatever is added
MOST_GAINED: Final = 1048576  # of what grows with what one has; a game in which somebody gains so much is stopped

# A generator of 48 bits: its products wrap alike in both worlds.
MULTIPLIER: Final = 25214903917
INCREMENT: Final = 11
STATE: Final = 281474976710655


class Runaway(Exception):
    """The content sets off more at once than can be played."""


def cells(items: list[int]) -> Row:
    """Return numbers as a row."""
    try:
        return vec[i64](items)
    except NameError:
        return items  # type: ignore[return-value]


def zeros(number: i64) -> Row:
    """Return so many empty cells."""
    if number <= len(EMPTY):
        return EMPTY[:number]
    return cells([0] * number)


def is_compiled() -> bool:
    """Tell whether this is native code."""
    try:
        return len(vec[i64]()) == 0
    except NameError:
        return False


COMPILED: Final = is_compiled()
EMPTY: Final = cells([0] * 4096)  # to be copied: faster than to fill new ones


def seeded(seed: int) -> int:
    """Return the first state of the generator; near seeds give far states."""
    state: i64 = (seed ^ MULTIPLIER) & STATE
    for _ in range(4):
        state = ((state ^ (state >> 21)) * MULTIPLIER + INCREMENT) & STATE
    return state


def below(row: Row, limit: i64) -> i64:
    """Return a random number from 0 to limit - 1."""
    state: i64 = (row[RANDOM] * MULTIPLIER + INCREMENT) & STATE
    row[RANDOM] = state
    return ((state >> 16) * limit) >> 32


def shuffle(row: Row, cards: Row, number: i64) -> None:
    """Shuffle the first of some numbers in place; one random number places two of them."""
    state: i64 = row[RANDOM]
    i: i64 = number - 1
    while i > 0:
        state = (state * MULTIPLIER + INCREMENT) & STATE
        j: i64 = (state >> 26) * (i + 1) >> 22
        card: i64 = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        j = (state >> 4 & 4194303) * i >> 22
        card = cards[i - 1]
        cards[i - 1] = cards[j]
        cards[j] = card
        i -= 2
    row[RANDOM] = state


def bring_up(first: Row, cards: Row, number: i64) -> None:
    """Let some numbers come first among the first of others, as far as they are there."""
    place: i64 = 0
    for wanted in first:
        for i in range(place, number):
            if cards[i] == wanted:
                for j in range(i, place, -1):
                    cards[j] = cards[j - 1]
                cards[place] = wanted
                place += 1
                break


def with_many(context: i64, many: i64) -> i64:
    """Return a context that is about another number."""
    before: i64 = context >> CONTEXT_MANY & CONTEXT_MANY_MASK
    return context + ((min(many, CONTEXT_MANY_MASK) - before) << CONTEXT_MANY)


def highest(mask: i64) -> i64:
    """Return the number of the highest bit of a mask that is not empty."""
    if not COMPILED:
        return int(mask).bit_length() - 1
    place: i64 = 0
    if mask >> 32:
        place += 32
        mask >>= 32
    if mask >> 16:
        place += 16
        mask >>= 16
    if mask >> 8:
        place += 8
        mask >>= 8
    if mask >> 4:
        place += 4
        mask >>= 4
    if mask >> 2:
        place += 2
        mask >>= 2
    return place + (mask >> 1)


def ones(mask: i64) -> i64:
    """Return how many bits of a mask are set."""
    if not COMPILED:
        return int(mask).bit_count()
    number: i64 = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


def ones_in(row: Row, first: i64, end: i64) -> i64:
    """Return how many bits are set in some cells."""
    if not COMPILED:
        return sum(map(int.bit_count, row[first:end]))
    number: i64 = 0
    for cell in range(first, end):
        if row[cell]:
            number += ones(row[cell])
    return number


def ones_among(row: Row, first: i64, masks: Row, of_masks: i64, number: i64) -> i64:
    """Return how many bits are set in some cells as well as in so many masks."""
    if not COMPILED:
        return sum(map(int.bit_count, map(and_, row[first : first + number], masks[of_masks : of_masks + number])))
    found: i64 = 0
    for i in range(number):
        if row[first + i]:
            found += ones(row[first + i] & masks[of_masks + i])
    return found


def count(t: Core, row: Row, seat: i64, lane: i64) -> i64:
    """Return one count of a seat."""
    return row[seat + t.tally + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def shown(t: Core, row: Row, seat: i64, lane: i64) -> i64:
    """Return one count of a seat as others see it: without what it shares with its neighbours."""
    word: i64 = seat + (lane >> WORD)
    return (row[word + t.tally] - row[word + t.shared]) >> (lane & LANE_SHIFT) & LANE_MASK


def shown_to(t: Core, row: Row, me: i64, they: i64, lane: i64) -> i64:
    """Return one count of a seat: all of it for the seat itself, what is shown for others."""
    return count(t, row, they, lane) if me == they else shown(t, row, they, lane)


def use(t: Core, row: Row, seat: i64, lane: i64, times: i64) -> None:
    """Count uses of something with a limit."""
    row[seat + t.uses + (lane >> WORD)] += times << (lane & LANE_SHIFT)
    row[USED] = 1
