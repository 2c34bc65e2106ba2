"""What enters play: cells change by tables, and what follows from new production is worked out
again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.payment.production import produce, produce_known, refresh, refresh_around
from stele.runtime.state.cells import (
    ABSENT,
    BARRED,
    CARD_MASK,
    COMPILED,
    CONCERNED,
    CONTEXT,
    COPY_HOST,
    COPY_LINE,
    FRAME_LINE,
    FRAME_MASK,
    FRAME_RANK,
    FRAME_SEAT,
    FRAME_SEAT_MASK,
    FRAMES,
    IS_SPECIAL,
    LANE_BITS,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    LEVEL,
    NEWCOMERS,
    NUMBER,
    OPENED,
    ORDER,
    PLAYERS,
    REACTING,
    RELINK,
    RIGHT,
    SIDE,
    STAGE,
    STAGE_MASK,
    STAGES,
    TABLE_CELLS,
    UNSETTLED,
    WORD,
    Runaway,
    count,
    highest,
    with_many,
    zeros,
)
from stele.runtime.state.laid import note_laid
from stele.runtime.table.places import across, cards_there, doubt, face_at, is_idle, is_leading, sells_there
from stele.runtime.table.seats import as_seated, nowhere

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

FRAME_ORDER: Final = (1 << FRAME_LINE) - 1 - FRAME_MASK  # rank and seat


def enter(t: Core, row: Row, seat: i64, entry: i64, is_refreshed: bool = True) -> None:
    """Change a seat's cells for something that enters play, and what follows from new production,
    unless that is worked out later.
    """
    if not COMPILED:
        masks, numbers, sources, concerns, is_rare = t.lists.entries[entry]
        for cell, mask in masks:
            row[seat + cell] |= mask
        for cell, number in numbers:
            row[seat + cell] += number
        for piece, units, sold in sources:
            produce_known(t, row, seat, piece, units, sold, is_refreshed)
        if concerns:
            concern(t, row, seat, concerns)
        if is_rare:
            enter_rarely(t, row, seat, entry)
        return
    end: i64 = entry + 1
    for i in range(t.or_from[entry], t.or_from[end]):
        row[seat + t.or_cell[i]] |= t.or_mask[i]
    for i in range(t.add_from[entry], t.add_from[end]):
        row[seat + t.add_cell[i]] += t.add_number[i]
    if t.is_plain[entry]:
        return
    for i in range(t.source_from[entry], t.source_from[end]):
        produce(t, row, seat, t.source_piece[i], t.source_units[i], t.source_sold[i], is_refreshed)
    concern(t, row, seat, t.entry_concerns[entry])
    if t.is_rare[entry]:
        enter_rarely(t, row, seat, entry)


def concern(t: Core, row: Row, seat: i64, concerns: i64) -> None:
    """Note that something concerns a seat, and may react from now on."""
    row[CONCERNED] |= concerns
    if concerns & REACTING:
        row[NEWCOMERS] |= t.bits[row[seat + NUMBER]]


def enter_rarely(t: Core, row: Row, seat: i64, entry: i64) -> None:
    """Change what few things change: who is at the table, prices, what a lead brings."""
    if t.entry_table[entry]:
        row[seat + ABSENT] = 0
        if t.entry_table[entry] > 0:
            row[seat + ABSENT] = 1
        row[RELINK] = 1
    for i in range(t.offer_from[entry], t.offer_from[entry + 1]):
        price: i64 = row[seat + t.offer_cell[i]]
        if not price or t.offer_price[i] < price:
            row[seat + t.offer_cell[i]] = t.offer_price[i]
    if t.moves and t.offer_from[entry] != t.offer_from[entry + 1]:
        share_prices(t, row, seat)
    if t.place_count:
        lead_on(t, row, seat, entry)


def share_prices(t: Core, row: Row, seat: i64) -> None:
    """Let the better price of both sides count for a seat that has only one neighbour: it sits on
    both.
    """
    none: i64 = t.table_cells + row[PLAYERS] * t.seat_cells
    if (row[seat + LEFT] == none) == (row[seat + RIGHT] == none):
        return
    for cell in range(seat + t.offers, seat + t.offers + t.prices_end - t.prices, 2):
        price: i64 = min(row[cell], row[cell + 1])
        if not price:  # one side offers nothing
            price = max(row[cell], row[cell + 1])
        row[cell] = price
        row[cell + 1] = price


def lead_on(t: Core, row: Row, seat: i64, entry: i64) -> None:
    """Let what counts as more cards at places be compared there, and what stands while its owner
    leads enter play if it does.
    """
    if t.adds_cards[entry]:
        doubt(t, row, seat)
    for i in range(t.lead_from[entry], t.lead_from[entry + 1]):
        if is_leading(t, row, seat, t.lead_side[i]):
            enter(t, row, seat, t.lead_entry[i])


def follow(t: Core, row: Row, seat: i64, entry: i64, line: i64 = 0) -> None:
    """Let the acts of something that has entered play happen by itself."""
    if t.act_from[entry + 1] - t.act_from[entry] > 1:
        follow_as(t, row, row[:], seat, entry, line)
    else:
        follow_as(t, row, row, seat, entry, line)


def follow_as(t: Core, row: Row, seen: Row, seat: i64, entry: i64, line: i64) -> i64:
    """Let the acts of something that has entered play happen as the table was before any act of its
    batch; what needs a decision is suspended. Points of a copy count on a line; it is given with
    one more. Return how much was done, each decision as one.
    """
    done: i64 = 0
    for i in range(t.act_from[entry], t.act_from[entry + 1]):
        done += t.happen(row, seen, seat, t.act[i])
    for i in range(t.late_from[entry], t.late_from[entry + 1]):
        suspend(t, row, t.late[i], seat, t.rank[entry], line)
        done += 1
    return done


def suspend(t: Core, row: Row, effect: i64, seat: i64, rank: i64, line: i64) -> None:
    """Suspend an effect until its decision, with what it is about: the lowest rank acts first, then
    the lowest seat, then who came first.
    """
    if row[FRAMES] == t.most_frames:
        raise Runaway(f"the game stops when more than {t.most_frames} decisions wait at once")
    order: i64 = rank << FRAME_RANK | row[seat + NUMBER] << FRAME_SEAT
    place: i64 = TABLE_CELLS + row[FRAMES]
    while place > TABLE_CELLS and row[place - 1] & FRAME_ORDER > order:
        row[place] = row[place - 1]
        row[place + t.most_frames] = row[place + t.most_frames - 1]
        place -= 1
    row[place] = line << FRAME_LINE | order | effect
    row[place + t.most_frames] = row[CONTEXT]
    row[FRAMES] += 1


def suspend_with(t: Core, row: Row, effect: i64, seat: i64, rank: i64, many: i64) -> None:
    """Suspend an effect that speaks of how many were done before it."""
    context: i64 = row[CONTEXT]
    row[CONTEXT] = with_many(context, many)
    suspend(t, row, effect, seat, rank, 0)
    row[CONTEXT] = context


def forget(t: Core, row: Row) -> i64:
    """Take the first suspended effect away, and return it; what it is about is known from now
    on.
    """
    frame: i64 = row[TABLE_CELLS]
    row[CONTEXT] = row[TABLE_CELLS + t.most_frames]
    row[FRAMES] -= 1
    last: i64 = TABLE_CELLS + row[FRAMES]
    for place in range(TABLE_CELLS, last):
        row[place] = row[place + 1]
        row[place + t.most_frames] = row[place + t.most_frames + 1]
    row[last] = 0
    row[last + t.most_frames] = 0
    return frame


def frame_seat(t: Core, row: Row) -> i64:
    """Return the seat that the first suspended effect belongs to."""
    return frame_seat_of(t, row[TABLE_CELLS])


def frame_seat_of(t: Core, frame: i64) -> i64:
    """Return the seat that a suspended effect belongs to."""
    return t.table_cells + (frame >> FRAME_SEAT & FRAME_SEAT_MASK) * t.seat_cells


def lay(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Let a card enter the play of a seat at once, with all that follows."""
    entry: i64 = t.entry[card]
    row[seat + t.main + (card >> WORD)] |= t.bits[card & 63]
    if t.laid:
        note_laid(t, row, card)
    enter(t, row, seat, entry)
    relink(t, row)
    follow(t, row, seat, entry)


def take(t: Core, row: Row, zone: i64, card: i64) -> None:
    """Take a card out of a zone, given by its first cell."""
    row[zone + (card >> WORD)] ^= t.bits[card & 63]


def rebuild(t: Core, row: Row, seat: i64) -> None:
    """Work out again from nothing what stands by all that a seat has in play; whether it is at the
    table stays as it is.
    """
    if t.has_events and row[seat + t.reactors]:
        row[NEWCOMERS] |= t.bits[row[seat + NUMBER]]
    absent: i64 = row[seat + ABSENT]
    relinks: i64 = row[RELINK]
    unsettled: i64 = row[UNSETTLED]
    more: i64 = counted_more(t, row, seat)
    for cell in t.derived:
        row[seat + cell] = 0
    if len(t.extra):
        row[seat + t.extra_cell] += t.extra[row[seat + NUMBER]]
    enter(t, row, seat, t.everyone, False)
    enter(t, row, seat, t.side_start[row[seat + SIDE]], False)
    for i in range(row[seat + STAGES]):
        stage: i64 = built_stage(t, row, seat, i)
        enter(t, row, seat, t.stage_entry[t.stage_from[row[seat + SIDE]] + stage], False)
        if stage != i:
            row[seat + t.concerns] += IS_SPECIAL
    for word in range(t.words):
        rest: i64 = row[seat + t.main + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            enter(t, row, seat, t.entry[(word << WORD) + place], False)
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if not held:
            break
        if not is_idle(t, row, seat, held):
            enter(t, row, seat, t.code_entry[(held - 1) & CARD_MASK], False)
    for i in range(len(t.while_lane)):
        lane: i64 = t.while_lane[i]
        for _ in range(row[seat + t.force + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK):
            enter(t, row, seat, t.while_entry[i], False)
    if t.reveals:
        reenter_revealed(t, row, seat)
    if t.place_count:
        rejoin(t, row, seat)
        row[UNSETTLED] = unsettled
        if counted_more(t, row, seat) != more:
            doubt(t, row, seat)
    row[seat + ABSENT] = absent
    row[RELINK] = relinks
    refresh_around(t, row, seat, t.bits[t.pieces] - 1)


def reenter_revealed(t: Core, row: Row, seat: i64) -> None:
    """Let cards that were turned up stand again."""
    for word in range(t.words):
        rest: i64 = row[seat + t.revealed + word]
        while rest:
            place = highest(rest)
            rest ^= t.bits[place]
            card: i64 = (word << WORD) + place
            for i in range(t.or_from[t.entry[card]], t.or_from[t.entry[card] + 1]):
                row[seat + t.or_cell[i]] |= t.or_mask[i]
            enter(t, row, seat, t.code_entry[card])


def built_stage(t: Core, row: Row, seat: i64, number: i64) -> i64:
    """Return the stage that was built as the first, second ... one."""
    if not t.has_order:
        return number
    return (row[seat + ORDER] >> 4 * number & 15) - 1


def is_free_to_order(t: Core, row: Row, seat: i64) -> bool:
    """Tell whether a seat may build its stages in any order."""
    for lane in t.order_lane:
        if count(t, row, seat, lane):
            return True
    return False


def is_built(t: Core, row: Row, seat: i64, stage: i64) -> bool:
    """Tell whether a seat has built a stage."""
    for i in range(row[seat + STAGES]):
        if built_stage(t, row, seat, i) == stage:
            return True
    return False


def stage_meant(t: Core, row: Row, seat: i64, option: i64) -> i64:
    """Return the stage that an option builds: the one it names, or the first that is not built."""
    named: i64 = option >> STAGE & STAGE_MASK
    if named:
        return named - 1
    stage: i64 = 0
    while is_built(t, row, seat, stage):
        stage += 1
    return stage


def add_stage(t: Core, row: Row, seat: i64, stage: i64) -> None:
    """Count a stage as built; its effects come on top of that."""
    if t.has_order:
        row[seat + ORDER] |= (stage + 1) << 4 * row[seat + STAGES]
        if stage != row[seat + STAGES]:
            row[seat + t.concerns] += IS_SPECIAL
    row[seat + STAGES] += 1


def hold(t: Core, row: Row, seat: i64, code: i64, line: i64) -> None:
    """Let what stands by something hold for a seat, as if it lay there; its points count on a
    line.
    """
    keep(t, row, seat, code, line)
    enter(t, row, seat, t.code_entry[code])
    relink(t, row)


def keep(t: Core, row: Row, seat: i64, code: i64, line: i64) -> None:
    """Keep what a seat has copied, on which line its points count, and behind that which place
    hosts it.
    """
    slot: i64 = 0
    while row[seat + t.copies + slot]:
        slot += 1
        if slot == t.copy_slots:
            raise Runaway(f"a seat holds more than {t.copy_slots} things that lie elsewhere")
    row[seat + t.copies + slot] = (line << COPY_LINE | code) + 1


# --- places that neighbours share -----------------------------------------------------------------


def serve(t: Core, row: Row, seat: i64, kind: i64, face: i64, side: i64, card: i64, is_refreshed: bool = True) -> None:
    """Let a card at the place on one side of a seat serve it, unless only the other owner has it.
    Its twins are barred in any case.
    """
    if row[seat + t.place_cell[kind] + BARRED + side]:
        bar_twins(t, row, seat, card)
        return
    buyers: i64 = 0
    if t.face_for_sale[face]:
        buyers = buyers_there(t, row, seat, side)
    enter(t, row, seat, t.entry_there[buyers * len(t.entry) + card], is_refreshed)
    entry: i64 = t.entry[card]
    if not t.opens[entry]:
        return
    opened: i64 = seat + t.place_cell[kind] + OPENED + side * t.words - t.chained
    for i in range(t.or_from[entry], t.or_from[entry + 1]):
        if t.chained <= t.or_cell[i] < t.chained + t.words:
            row[opened + t.or_cell[i]] |= t.or_mask[i]


def bar_twins(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Let a seat have no other copy of a card."""
    entry: i64 = t.entry[card]
    for i in range(t.or_from[entry], t.or_from[entry + 1]):
        if t.blocked <= t.or_cell[i] < t.blocked + t.words:
            row[seat + t.or_cell[i]] |= t.or_mask[i]


def buyers_there(t: Core, row: Row, seat: i64, side: i64) -> i64:
    """Return which neighbours may buy what cards at a place produce, the left one (1) and the right
    one (2): only who does not share it.
    """
    found: i64 = 0
    other: i64 = across(t, row, seat, side)
    if row[seat + LEFT] != other:
        found += 1
    if row[seat + RIGHT] != other:
        found += 2
    return found


def join(t: Core, row: Row, seat: i64, entry: i64) -> None:
    """Add the counts of a copy to those that a seat has in common with its neighbours."""
    for i in range(t.add_from[entry], t.add_from[entry + 1]):
        word: i64 = t.add_cell[i] - t.tally
        if 0 <= word < t.tally_words:
            row[seat + t.shared + word] += t.add_number[i]


def rejoin(t: Core, row: Row, seat: i64) -> None:
    """Add what a seat has in common with its neighbours to cells that are worked out from
    nothing.
    """
    for slot in range(t.copy_slots):
        held: i64 = row[seat + t.copies + slot]
        if not held:
            break
        if (held - 1) >> COPY_HOST and not is_idle(t, row, seat, held):
            join(t, row, seat, t.code_entry[(held - 1) & CARD_MASK])
    for kind in range(t.place_count):
        for side in range(2):
            face: i64 = face_at(t, row, kind, seat, side)
            if face < 0:
                continue
            for word in range(t.words):
                row[seat + t.place_cell[kind] + OPENED + side * t.words + word] = 0
            for word in t.place_words:
                rest: i64 = cards_there(t, row, kind, seat, side, word)
                while rest:
                    place = highest(rest)
                    rest ^= t.bits[place]
                    serve(t, row, seat, kind, face, side, (word << WORD) + place, False)
            for i in range(t.bonus_from[face], t.bonus_from[face + 1]):
                if t.bonus_step[i] <= row[seat + t.place_cell[kind] + LEVEL + side]:
                    enter(t, row, seat, t.bonus_entry[2 * i + side], False)


def counted_more(t: Core, row: Row, seat: i64) -> i64:
    """Return what counts as more cards of a seat at places, in one number."""
    more: i64 = 0
    for i in range(len(t.more_lane)):
        more = more << LANE_BITS | count(t, row, seat, t.more_lane[i])
    return more


# --- who sits beside whom -------------------------------------------------------------------------


def relink(t: Core, row: Row) -> None:
    """Work out again who is whose neighbour, and all that follows from it, if somebody has left or
    returned.
    """
    if row[RELINK]:
        row[RELINK] = 0
        link(t, row)


def link(t: Core, row: Row) -> None:
    """Work out again who is whose neighbour: two that are left are neighbours on one side only."""
    seated: Row = as_seated(t, row)
    none: i64 = nowhere(t, row)
    before: Row = zeros(2 * len(seated))
    for i in range(len(seated)):
        before[2 * i] = row[seated[i] + LEFT]
        before[2 * i + 1] = row[seated[i] + RIGHT]
    ring: Row = zeros(row[PLAYERS])
    number: i64 = 0
    for seat in seated:
        row[seat + LEFT] = none
        row[seat + RIGHT] = none
        if not row[seat + ABSENT]:
            ring[number] = seat
            number += 1
    pairs: i64 = number
    if number < 3:
        pairs = number - 1
    for i in range(pairs):
        row[ring[i] + LEFT] = ring[(i + 1) % number]
        row[ring[(i + 1) % number] + RIGHT] = ring[i]
    for seat in seated:
        for piece in range(t.pieces):
            refresh(t, row, seat, piece)
    # Who sells cards of a place may sell them to others now, and who had or has one neighbour only
    # buys at other prices.
    for i in range(len(seated)):
        is_same = before[2 * i] == row[seated[i] + LEFT] and before[2 * i + 1] == row[seated[i] + RIGHT]
        if is_same:
            continue
        is_alone = before[2 * i] == none or before[2 * i + 1] == none or number < 3
        if is_alone or (t.place_count and sells_there(t, row, seated[i])):
            rebuild(t, row, seated[i])
