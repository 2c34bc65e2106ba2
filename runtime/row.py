"""The state of a game: one flat row of integers, and the small arithmetic on it.

The first cells belong to the table, then comes one block of cells for each seat. A seat is known by
the offset of its block; its neighbours are two of its cells. Zones without an order are masks of
card bits, zones with an order are numbers packed behind each other.
"""

from __future__ import annotations

from collections.abc import Iterator

Row = list[int]

# Cells of the table that every ruleset has; further ones follow, then the seats.
PLAYERS = 0
RANDOM = 1
AGE = 2
TURN = 3
STEP = 4
OWING = 5
FRAMES = 6
UNSETTLED = 7  # a mask of seats: on the right of which places that neighbours share have to be compared
FALLEN = 8  # a mask of seats: on the right of which someone has led by more cards this turn
UNSUPPLIED = 9  # whether tokens of a supply have come to someone and may bring something
WINDOWED = (
    10  # a mask of seats that have, or may have by their board, something they may do before choosing or after playing
)
DEMANDED = 11  # a mask of seats that lose something at the end of the turn
OBLIGED = 12  # a mask of seats that must take an action when they choose
MOVED = 13  # whether seats sit in another order than that of their numbers
REACTIONS = 14  # how often triggers have fired in this step
TABLE_CELLS = 15

# Cells of a seat that every ruleset has; further ones follow.
COINS = 0
PURSE = 1
CHOICE = 2
LEFT = 3
RIGHT = 4
NUMBER = 5
SIDE = 6
STAGES = 7
TALLY = 8
USES = 9  # how often what is limited was used, in the same lanes as the tally
BLOCKED = 10
CHAINED = 11
COVERED = 12
REACHED = 13
COPIED = 14  # a sequence of cards whose effects hold here although they lie elsewhere
DUE = 15  # a sequence of losses that will be settled
PARTNER = 16  # the seat that plays together with this one, or 0
NEXT = 17  # who sits to the left, at the table or not
ABSENT = 18  # whether the seat has left the table
DRAWN = 19  # boards that were drawn, as a mask
REVEALED = 20  # cards under the board that were turned up, as a mask
SHARED = 21  # the part of the tally that comes from places shared with neighbours; others do not count it
ORDER = 22  # the stages as a sequence, as they were built, if their order may be chosen
MARKED = 23  # cards in the city on which a coin lies, as a mask
DUTY = 24  # for each action that may be asked for two bits: the next time, and this time
SEAT_CELLS = 25

# Cells that a seat has for each kind of place that neighbours share. Where there are two, the first
# is about the place on the left, the second about that on the right.
BOARD = 0  # the side of the board on the right, counted from 1
LEVEL = 1  # by how many cards the seat leads
REACHED_LEVEL = 3  # the highest level of this turn: what it brings at once is given once
BARRED = 5  # whether the cards serve only the other owner
OPENED = 7  # what may be built there by a chain, as a mask
ROOM = 9  # the cards for which there is room, as a mask
PLACE_CELLS = 11

# A tally holds many small counts in one number: cards by colour, symbols, shields, stages, and how
# many of each permit, changed cost or trigger are in play.
LANE = 10
LANE_MASK = (1 << LANE) - 1

# A suspended effect is one cell: the rank in which it acts, the seat it belongs to, and which
# effect it is.
FRAME_BITS = 16

SEQUENCE = 12  # bits of one card in a zone with an order

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
WORD = (1 << 64) - 1


def seeded(seed: int) -> int:
    """Return the first state of the random generator; near seeds give far states."""
    state = (seed ^ 0x9E3779B97F4A7C15) & WORD
    for _ in range(4):
        state = ((state ^ (state >> 29)) * MULTIPLIER + INCREMENT) & WORD
    return state


def below(row: Row, limit: int) -> int:
    """Return a random number from 0 to limit - 1."""
    state = (row[RANDOM] * MULTIPLIER + INCREMENT) & WORD
    row[RANDOM] = state
    return ((state >> 32) * limit) >> 32


def shuffle(row: Row, cards: list[int]) -> None:
    """Shuffle a list in place; the upper bits of one random number place two cards."""
    state = row[RANDOM]
    for i in range(len(cards) - 1, 0, -2):
        state = (state * MULTIPLIER + INCREMENT) & WORD
        upper = state >> 20
        j = (upper >> 22) * (i + 1) >> 22
        cards[i], cards[j] = cards[j], cards[i]
        j = (upper & 0x3FFFFF) * i >> 22
        cards[i - 1], cards[j] = cards[j], cards[i - 1]
    row[RANDOM] = state


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(numbers: list[int]) -> int:
    """Return the mask with these bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def pushed(sequence: int, card: int) -> int:
    """Return a sequence with one more card at its end."""
    return sequence | (card + 1) << sequence_length(sequence) * SEQUENCE


def sequence_length(sequence: int) -> int:
    """Return how many cards a sequence holds."""
    return (sequence.bit_length() + SEQUENCE - 1) // SEQUENCE


def unpacked(sequence: int) -> list[int]:
    """Return the cards of a sequence in their order."""
    cards = []
    while sequence:
        cards.append((sequence & ((1 << SEQUENCE) - 1)) - 1)
        sequence >>= SEQUENCE
    return cards


def count(row: Row, seat: int, lane: int) -> int:
    """Return one count of a seat's tally."""
    return row[seat + TALLY] >> lane & LANE_MASK


def shown(row: Row, seat: int, lane: int) -> int:
    """Return one count of a seat's tally as others see it: without what it shares with its
    neighbours.
    """
    return row[seat + TALLY] - row[seat + SHARED] >> lane & LANE_MASK


def shown_to(row: Row, me: int, they: int, lane: int) -> int:
    """Return one count of a seat's tally: all of it for the seat itself, what is shown for
    others.
    """
    return count(row, they, lane) if me == they else shown(row, they, lane)
