"""What is left to choose at the end: cards that are copied, symbols that are borrowed, symbols that
stand for one of several. All of it is tried together, and what brings most points is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    NUMBER,
    PLACE_MASK,
    PLAYERS,
    RIGHT,
    WORD,
    WORD_CARDS,
    count,
    highest,
    zeros,
)
from stele.runtime.table.places import serving
from stele.runtime.table.seats import nowhere

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

FEW: Final = 16  # for which there is room at first
CONVERTED: Final = 1 << 60  # instead of a mask of symbols: any one in the place of one that is there
MOST_ASSIGNMENTS: Final = 20000  # that are tried; the best of these counts


class Open:
    """What a seat has left open: clauses that read symbols, symbols and copies to choose; and what
    was found to bring most.
    """

    def __init__(self, t: Core) -> None:
        self.scores: Row = zeros(FEW)
        self.score_count: i64 = 0
        self.wild: Row = zeros(FEW)  # masks of symbols
        self.wild_count: i64 = 0
        self.picked: Row = zeros(FEW)  # the symbol of each that is tried
        self.copies: Row = zeros(FEW)
        self.copy_count: i64 = 0
        self.masks: Row = zeros(FEW)
        self.mask_count: i64 = 0
        self.taken: Row = zeros(t.words)  # cards whose symbols are lent
        self.most: i64 = 0  # symbols of which there are most, as a mask
        self.least: i64 = 0
        self.tried: i64 = 0
        self.best: i64 = 0
        # By copy the card that it takes, and what that one copies in turn, each and one more: what
        # is tried, and what is best.
        self.chosen: Row = zeros(0)
        self.best_chosen: Row = zeros(0)
        self.before: Row = zeros(len(t.symbol_lane))  # how many symbols there are without a choice
        self.best_symbols: Row = zeros(len(t.symbol_lane))  # how many more there are with the best one


def pushed(row: Row, number: i64, value: i64) -> Row:
    """Return a row with one more number behind some; it is enlarged if it is full."""
    if number == len(row):
        larger: Row = zeros(2 * len(row))
        for i in range(number):
            larger[i] = row[i]
        row = larger
    row[number] = value
    return row


def look_for_extremes(t: Core, row: Row, seat: i64, opened: Open) -> None:
    """Note the symbols of which a seat has most, and least; those that are chosen at the end do not
    count.
    """
    most: i64 = 0
    least: i64 = LANE_MASK
    for lane in t.symbol_lane:
        most = max(most, count(t, row, seat, lane))
        least = min(least, count(t, row, seat, lane))
    for symbol in range(len(t.symbol_lane)):
        number: i64 = count(t, row, seat, t.symbol_lane[symbol])
        if number == most:
            opened.most |= t.bits[symbol]
        if number == least:
            opened.least |= t.bits[symbol]


def entry_points(t: Core, row: Row, seat: i64, entry: i64, opened: Open) -> i64:
    """Return the points of something in play that have to be worked out, and note what it leaves
    open.
    """
    points: i64 = 0
    for i in range(t.score_from[entry], t.score_from[entry + 1]):
        points += t.points(row, seat, t.score[i])
    for i in range(t.open_from[entry], t.open_from[entry + 1]):
        opened.scores = pushed(opened.scores, opened.score_count, t.open_score[i])
        opened.score_count += 1
    for i in range(t.wild_from[entry], t.wild_from[entry + 1]):
        opened.wild = pushed(opened.wild, opened.wild_count, t.wild[i])
        opened.wild_count += 1
    for i in range(t.extreme_from[entry], t.extreme_from[entry + 1]):
        symbols: i64 = opened.least
        if t.extreme[i]:
            symbols = opened.most
        opened.wild = pushed(opened.wild, opened.wild_count, symbols)
        opened.wild_count += 1
    for i in range(t.copy_from[entry], t.copy_from[entry + 1]):
        opened.copies = pushed(opened.copies, opened.copy_count, i)
        opened.copy_count += 1
    for i in range(t.mask_from[entry], t.mask_from[entry + 1]):
        opened.masks = pushed(opened.masks, opened.mask_count, i)
        opened.mask_count += 1
    return points


def assign(t: Core, row: Row, seat: i64, opened: Open, points: i64) -> None:
    """Find the choices that bring most, on top of some points; the first among equals."""
    if not (opened.copy_count or opened.mask_count or opened.wild_count):
        opened.best = points + open_points(t, row, seat, opened)
        return
    opened.chosen = zeros(2 * opened.copy_count)
    opened.best_chosen = zeros(2 * opened.copy_count)
    for symbol in range(len(t.symbol_lane)):
        opened.before[symbol] = count(t, row, seat, t.symbol_lane[symbol])
    try_copy(t, row, seat, opened, 0, points)


def open_points(t: Core, row: Row, seat: i64, opened: Open) -> i64:
    """Return the points of clauses that read symbols."""
    points: i64 = 0
    for i in range(opened.score_count):
        points += t.points(row, seat, opened.scores[i])
    return points


def try_copy(t: Core, row: Row, seat: i64, opened: Open, number: i64, points: i64) -> None:
    """Try all that the copies from this one on may take."""
    if number == opened.copy_count:
        try_mask(t, row, seat, opened, 0, points)
        return
    cards: Row = copied_cards(t, row, seat, opened.copies[number])
    for i in range(len(cards)):
        if opened.tried < MOST_ASSIGNMENTS:
            take_copy(t, row, seat, opened, number, cards[i], 0, points)
    if not len(cards):
        opened.chosen[2 * number] = 0
        opened.chosen[2 * number + 1] = 0
        try_copy(t, row, seat, opened, number + 1, points)


def copied_cards(t: Core, row: Row, seat: i64, copy: i64) -> Row:
    """Return the cards that a copy may take, one of each kind, in the order of their
    definitions.
    """
    seats: i64 = t.cities(row, seat, t.copy_cities[copy])
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    kind: i64 = -1
    for word in range(t.words):
        rest: i64 = in_cities(t, row, seats, word)
        if t.place_count and seats & t.bits[row[seat + NUMBER]]:
            rest |= serving(t, row, seat, word, False)
        rest &= t.copy_colours[copy * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if t.kind[card] == kind:
                continue
            kind = t.kind[card]
            number = insert(t, found, number, card)
    return found[:number]


def in_cities(t: Core, row: Row, seats: i64, word: i64) -> i64:
    """Return the cards of a word that lie in the cities of some seats."""
    cards: i64 = 0
    for index in range(row[PLAYERS]):
        if seats & t.bits[index]:
            cards |= row[t.seats[row[PLAYERS]][index] + t.main + word]
    return cards


def take_copy(t: Core, row: Row, seat: i64, opened: Open, number: i64, card: i64, level: i64, points: i64) -> None:
    """Let a copy take the effects of a card, and what it leaves open. What copies in turn (level 0)
    takes one more.
    """
    scores: i64 = opened.score_count
    wild: i64 = opened.wild_count
    copies: i64 = opened.copy_count
    masks: i64 = opened.mask_count
    entry: i64 = 0
    if card < len(t.entry):
        entry = t.entry[card]
    else:  # a stage
        entry = t.code_entry[card]
    points += t.entry_points[entry] + entry_points(t, row, seat, entry, opened)
    opened.copy_count = copies
    add_symbols(t, row, seat, entry, 1)
    opened.chosen[2 * number + level] = card + 1
    further: Row = zeros(0)
    if not level:
        opened.chosen[2 * number + 1] = 0
        further = copied_in_turn(t, row, seat, card)
    for i in range(len(further)):
        if opened.tried < MOST_ASSIGNMENTS:
            take_copy(t, row, seat, opened, number, further[i], 1, points)
    if not len(further):
        try_copy(t, row, seat, opened, number + 1, points)
    add_symbols(t, row, seat, entry, -1)
    opened.score_count = scores
    opened.wild_count = wild
    opened.mask_count = masks


def copied_in_turn(t: Core, row: Row, seat: i64, card: i64) -> Row:
    """Return the codes of what a card copies, when it enters play or at the end."""
    entry: i64 = t.entry[card]
    if t.is_copier[card]:
        out: Row = zeros(t.words * WORD_CARDS + row[PLAYERS])
        number: i64 = t.ask(row, out, seat, t.copying[card])
        for i in range(number):
            out[i] = out[i] >> CARD & CARD_MASK
        return out[:number]
    if t.copy_from[entry] < t.copy_from[entry + 1]:
        return copied_cards(t, row, seat, t.copy_from[entry])
    return zeros(0)


def add_symbols(t: Core, row: Row, seat: i64, entry: i64, times: i64) -> None:
    """Count the symbols of something as if it were in play, or no longer."""
    for i in range(t.symbol_from[entry], t.symbol_from[entry + 1]):
        row[seat + t.symbol_cell[i]] += times * t.symbol_number[i]


def try_mask(t: Core, row: Row, seat: i64, opened: Open, number: i64, points: i64) -> None:
    """Try symbols of others' cards from this mask on; each card lends its symbols once."""
    if number == opened.mask_count:
        try_symbol(t, row, seat, opened, 0, points)
        return
    cards: Row = lending(t, row, seat, opened, opened.masks[number])
    for i in range(len(cards)):
        if i and opened.tried >= MOST_ASSIGNMENTS:
            return
        entry: i64 = t.entry[cards[i]]
        bit: i64 = t.bits[cards[i] & PLACE_MASK]
        opened.taken[cards[i] >> WORD] |= bit
        add_symbols(t, row, seat, entry, 1)
        try_mask(t, row, seat, opened, number + 1, points)
        add_symbols(t, row, seat, entry, -1)
        opened.taken[cards[i] >> WORD] ^= bit
    if not len(cards):
        try_mask(t, row, seat, opened, number + 1, points)


def lending(t: Core, row: Row, seat: i64, opened: Open, mask: i64) -> Row:
    """Return cards of others that lend their symbols for a mask, one for all that have the same:
    the cities beside a seat first, in each of them in the order of definitions.
    """
    seats: i64 = t.cities(row, seat, t.mask_cities[mask])
    found: Row = zeros(t.symbol_kinds)
    is_tried: Row = zeros(t.symbol_kinds)
    number: i64 = 0
    cities: Row = zeros(row[PLAYERS] + 3)
    cities[0] = seat
    cities[1] = row[seat + LEFT]
    cities[2] = row[seat + RIGHT]
    for index in range(row[PLAYERS]):
        cities[index + 3] = t.seats[row[PLAYERS]][index]
    for city in cities:
        if city == nowhere(t, row) or not seats & t.bits[row[city + NUMBER]]:
            continue
        seats ^= t.bits[row[city + NUMBER]]
        for card in with_symbols(t, row, city, opened, mask):
            kind: i64 = t.symbol_kind[t.entry[card]]
            if not is_tried[kind]:
                is_tried[kind] = 1
                found[number] = card
                number += 1
    return found[:number]


def with_symbols(t: Core, row: Row, city: i64, opened: Open, mask: i64) -> Row:
    """Return the cards of a city that may lend symbols for a mask, in the order of definitions."""
    found: Row = zeros(t.words * WORD_CARDS)
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[city + t.main + word] & t.mask_colours[mask * t.words + word] & ~opened.taken[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if t.symbol_kind[t.entry[card]]:
                number = insert(t, found, number, card)
    return found[:number]


def insert(t: Core, cards: Row, number: i64, card: i64) -> i64:
    """Insert a card into some in the order of their definitions; return how many there are then."""
    at: i64 = number
    while at > 0 and t.kind[cards[at - 1]] > t.kind[card]:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card
    return number + 1


def try_symbol(t: Core, row: Row, seat: i64, opened: Open, number: i64, points: i64) -> None:
    """Try all symbols from this one on; of those that may be the same, a later one is none that
    comes before.
    """
    if number == opened.wild_count:
        compare(t, row, seat, opened, points)
        return
    if opened.wild[number] == CONVERTED:
        try_conversion(t, row, seat, opened, number, points)
        return
    try_among(t, row, seat, opened, number, opened.wild[number], points)


def try_conversion(t: Core, row: Row, seat: i64, opened: Open, number: i64, points: i64) -> None:
    """Try any symbol in the place of each that is there, that one too."""
    is_any = False
    for given in range(len(t.symbol_lane)):
        if not count(t, row, seat, t.symbol_lane[given]) or (is_any and opened.tried >= MOST_ASSIGNMENTS):
            continue
        is_any = True
        cell: i64 = seat + t.tally + (t.symbol_lane[given] >> WORD)
        one: i64 = t.bits[t.symbol_lane[given] & LANE_SHIFT]
        row[cell] -= one
        try_among(t, row, seat, opened, number, CONVERTED - 1, points)
        row[cell] += one
    if not is_any:
        try_symbol(t, row, seat, opened, number + 1, points)


def try_among(t: Core, row: Row, seat: i64, opened: Open, number: i64, symbols: i64, points: i64) -> None:
    """Try all symbols of a mask for this one."""
    first: i64 = 0
    for i in range(number):
        if opened.wild[i] == opened.wild[number]:
            first = opened.picked[i]
    is_any = False
    for symbol in range(first, len(t.symbol_lane)):
        if not symbols & t.bits[symbol] or (is_any and opened.tried >= MOST_ASSIGNMENTS):
            continue
        is_any = True
        cell: i64 = seat + t.tally + (t.symbol_lane[symbol] >> WORD)
        one: i64 = t.bits[t.symbol_lane[symbol] & LANE_SHIFT]
        opened.picked = pushed(opened.picked, number, symbol)
        row[cell] += one
        try_symbol(t, row, seat, opened, number + 1, points)
        row[cell] -= one
    if not is_any:
        try_symbol(t, row, seat, opened, number + 1, points)


def compare(t: Core, row: Row, seat: i64, opened: Open, points: i64) -> None:
    """Keep what is chosen now if it brings more than all before."""
    points += open_points(t, row, seat, opened)
    opened.tried += 1
    if opened.tried > 1 and points <= opened.best:
        return
    opened.best = points
    for i in range(len(opened.chosen)):
        opened.best_chosen[i] = opened.chosen[i]
    for symbol in range(len(t.symbol_lane)):
        opened.best_symbols[symbol] = count(t, row, seat, t.symbol_lane[symbol]) - opened.before[symbol]
