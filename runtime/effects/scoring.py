"""Points at the end: constants stand in a cell, the rest is worked out; what is left to choose is
taken so that a seat has most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.effects.entering import built_stage
from stele.runtime.state.cells import (
    CARD,
    CARD_MASK,
    COINS,
    LANE_MASK,
    LANE_SHIFT,
    LEVEL,
    NUMBER,
    PLACE_MASK,
    PLAYERS,
    POINTS,
    SIDE,
    STAGES,
    WORD,
    WORD_CARDS,
    count,
    highest,
    zeros,
)
from stele.runtime.table.places import face_at, is_idle, serving

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_OPEN: Final = 64  # clauses, symbols and copies that one seat may leave open


class Open:
    """What a seat has left open: clauses that read symbols, symbols and copies to choose."""

    def __init__(self, words: i64) -> None:
        self.scores: Row = zeros(MOST_OPEN)
        self.score_count: i64 = 0
        self.wild: Row = zeros(MOST_OPEN)
        self.wild_count: i64 = 0
        self.copies: Row = zeros(MOST_OPEN)
        self.copy_count: i64 = 0
        self.masks: Row = zeros(MOST_OPEN)
        self.mask_count: i64 = 0
        self.taken: Row = zeros(words)  # cards whose symbols are lent
        self.most: i64 = 0  # symbols of which there are most, as a mask
        self.least: i64 = 0


def total(t: Core, row: Row, seat: i64) -> i64:
    """Return the points of a seat as if the game ended now."""
    points: i64 = row[seat + POINTS]
    for i in range(len(t.token_cell)):
        points += row[seat + t.token_cell[i]] * t.token_points[i]
    for i in range(len(t.line_scores)):
        points += t.points(row, seat, t.line_scores[i])
    opened = Open(t.words)
    if t.has_extremes:
        look_for_extremes(t, row, seat, opened)
    for i in range(len(t.line_open)):
        opened.scores[opened.score_count] = t.line_open[i]
        opened.score_count += 1
    points += entry_points(t, row, seat, t.side_start[row[seat + SIDE]], opened)
    for stage in range(row[seat + STAGES]):
        built: i64 = t.stage_from[row[seat + SIDE]] + built_stage(t, row, seat, stage)
        points += entry_points(t, row, seat, t.stage_entry[built], opened)
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word] & t.scoring[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.entry[(word << WORD) + place], opened)
    for slot in range(t.copy_slots):
        copy: i64 = row[seat + t.copies + slot]
        if copy and not is_idle(t, row, seat, copy):
            points += entry_points(t, row, seat, t.code_entry[(copy - 1) & CARD_MASK], opened)
    if t.reveals:
        points += revealed_points(t, row, seat, opened)
    if t.has_marked:
        points += number_marked(t, row, seat)
    if t.place_count:
        points += shared_points(t, row, seat, opened)
    return points + best_copy(t, row, seat, opened, 0)


def revealed_points(t: Core, row: Row, seat: i64, opened: Open) -> i64:
    """Return the points of cards that were turned up, but for those that are always the same."""
    points: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.revealed + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.code_entry[(word << WORD) + place], opened)
    return points


def number_marked(t: Core, row: Row, seat: i64) -> i64:
    """Return on how many cards a coin lies."""
    number: i64 = 0
    for word in range(t.words):
        rest: i64 = row[seat + t.marked + word]
        while rest:
            rest &= rest - 1
            number += 1
    return number


def shared_points(t: Core, row: Row, seat: i64, opened: Open) -> i64:
    """Return the points of what serves a seat at places that it shares."""
    points: i64 = 0
    for word in t.place_words:
        rest: i64 = serving(t, row, seat, word, False) & t.scoring[word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            points += entry_points(t, row, seat, t.entry[(word << WORD) + place], opened)
    for kind in range(t.place_count):
        for side in range(2):
            face: i64 = face_at(t, row, kind, seat, side)
            if face < 0:
                continue
            for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
                if t.bonus_step[i] <= row[seat + t.place_cell[kind] + LEVEL + side]:
                    points += entry_points(t, row, seat, t.bonus_entry[2 * i + side], opened)
    return points


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
        opened.scores[opened.score_count] = t.open_score[i]
        opened.score_count += 1
    for i in range(t.wild_from[entry], t.wild_from[entry + 1]):
        opened.wild[opened.wild_count] = t.wild[i]
        opened.wild_count += 1
    for i in range(t.extreme_from[entry], t.extreme_from[entry + 1]):
        opened.wild[opened.wild_count] = opened.least
        if t.extreme[i]:
            opened.wild[opened.wild_count] = opened.most
        opened.wild_count += 1
    for i in range(t.copy_from[entry], t.copy_from[entry + 1]):
        opened.copies[opened.copy_count] = i
        opened.copy_count += 1
    for i in range(t.mask_from[entry], t.mask_from[entry + 1]):
        opened.masks[opened.mask_count] = i
        opened.mask_count += 1
    return points


def best_copy(t: Core, row: Row, seat: i64, opened: Open, number: i64) -> i64:
    """Return the most points that the copies from this one on, and all symbols, can bring."""
    if number == opened.copy_count:
        return best_mask(t, row, seat, opened, 0)
    best: i64 = 0
    is_any = False
    copy: i64 = opened.copies[number]
    seats: i64 = t.cities(row, seat, t.copy_cities[copy])
    seen: i64 = -1
    for word in range(t.words):
        lying: i64 = in_cities(t, row, seats, word)
        if t.place_count and seats & t.bits[row[seat + NUMBER]]:
            lying |= serving(t, row, seat, word, False)
        rest: i64 = lying & t.copy_colours[copy * t.words + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            if t.kind[card] == seen:
                continue
            seen = t.kind[card]
            points: i64 = copied(t, row, seat, opened, number, card)
            if not is_any or points > best:
                best = points
                is_any = True
    return best if is_any else best_copy(t, row, seat, opened, number + 1)


def in_cities(t: Core, row: Row, seats: i64, word: i64) -> i64:
    """Return the cards of a word that lie in the cities of some seats."""
    cards: i64 = 0
    for index in range(row[PLAYERS]):
        if seats & t.bits[index]:
            cards |= row[t.seats[row[PLAYERS]][index] + t.main + word]
    return cards


def copied(t: Core, row: Row, seat: i64, opened: Open, number: i64, card: i64) -> i64:
    """Return the most points if a copy takes the effects of a card, and what it leaves open. What
    copies in turn takes one more.
    """
    scores: i64 = opened.score_count
    wild: i64 = opened.wild_count
    copies: i64 = opened.copy_count
    masks: i64 = opened.mask_count
    entry: i64 = t.entry[card]
    points: i64 = t.entry_points[entry] + entry_points(t, row, seat, entry, opened)
    opened.copy_count = copies  # what is copied at the end copies nothing at the end
    add_symbols(t, row, seat, entry, 1)
    further: i64 = 0
    out: Row = zeros(t.words * WORD_CARDS)
    if t.is_copier[card]:
        further = t.ask(row, out, seat, t.copying[card])
    if further:
        best: i64 = -1000000
        for i in range(further):
            best = max(best, copied(t, row, seat, opened, number, out[i] >> CARD & CARD_MASK))
        points += best
    else:
        points += best_copy(t, row, seat, opened, number + 1)
    add_symbols(t, row, seat, entry, -1)
    opened.score_count = scores
    opened.wild_count = wild
    opened.mask_count = masks
    return points


def add_symbols(t: Core, row: Row, seat: i64, entry: i64, times: i64) -> None:
    """Count the symbols of something as if it were in play, or no longer."""
    for i in range(t.symbol_from[entry], t.symbol_from[entry + 1]):
        row[seat + t.symbol_cell[i]] += times * t.symbol_number[i]


def best_mask(t: Core, row: Row, seat: i64, opened: Open, number: i64) -> i64:
    """Return the most points that symbols of others' cards, from this mask on, and all wild symbols
    can bring; each card lends its symbols once.
    """
    if number == opened.mask_count:
        return best_symbols(t, row, seat, opened, 0)
    best: i64 = 0
    is_any = False
    mask: i64 = opened.masks[number]
    seats: i64 = t.cities(row, seat, t.mask_cities[mask])
    tried: i64 = 0  # kinds of symbols
    for word in range(t.words):
        rest: i64 = in_cities(t, row, seats, word) & t.mask_colours[mask * t.words + word] & ~opened.taken[word]
        while rest:
            place = highest(rest)
            bit = t.bits[place]
            rest ^= bit
            entry: i64 = t.entry[(word << WORD) + place]
            kind: i64 = t.symbol_kind[entry]
            if not kind or tried & t.bits[kind]:
                continue
            tried |= t.bits[kind]
            opened.taken[word] |= bit
            add_symbols(t, row, seat, entry, 1)
            points: i64 = best_mask(t, row, seat, opened, number + 1)
            add_symbols(t, row, seat, entry, -1)
            opened.taken[word] ^= bit
            if not is_any or points > best:
                best = points
                is_any = True
    return best if is_any else best_mask(t, row, seat, opened, number + 1)


def best_symbols(t: Core, row: Row, seat: i64, opened: Open, number: i64) -> i64:
    """Return the most points that the symbols from this one on can bring."""
    if number == opened.wild_count:
        points: i64 = 0
        for i in range(opened.score_count):
            points += t.points(row, seat, opened.scores[i])
        return points
    best: i64 = 0
    is_any = False
    symbols: i64 = opened.wild[number]
    for symbol in range(len(t.symbol_lane)):
        if not symbols & t.bits[symbol]:
            continue
        cell: i64 = seat + t.tally + (t.symbol_lane[symbol] >> WORD)
        one: i64 = t.bits[t.symbol_lane[symbol] & LANE_SHIFT]
        row[cell] += one
        found: i64 = best_symbols(t, row, seat, opened, number + 1)
        row[cell] -= one
        if not is_any or found > best:
            best = found
            is_any = True
    return best


def seat_bit(t: Core, row: Row, seat: i64) -> i64:
    """Return a seat as a mask of one number."""
    return t.bits[(seat - t.table_cells) // t.seat_cells & PLACE_MASK]


def winners(t: Core, row: Row) -> i64:
    """Return the seats with the best result as a mask, partners together; coins break a tie."""
    seats = t.seats[row[PLAYERS]]
    count: i64 = row[PLAYERS] - t.guests
    results: Row = zeros(count)
    for index in range(count):
        results[index] = total(t, row, seats[index]) * 4096 + row[seats[index] + COINS]
    best: i64 = -1000000000
    found: i64 = 0
    for index in range(count):
        result: i64 = results[index]
        if t.partners:
            result += results[index ^ 1]
        if result > best:
            best = result
            found = 0
        if result == best:
            found |= t.bits[index]
    return found
