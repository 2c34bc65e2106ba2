"""Derive the flat tables of a rule set from what its module declares, once, when it is opened."""

from __future__ import annotations

from stele.runtime.derive.beginning import begin
from stele.runtime.derive.boards import boards, held_codes
from stele.runtime.derive.cards import number_cards, piles
from stele.runtime.derive.crowds import is_crowded
from stele.runtime.derive.deriving import Deriving
from stele.runtime.derive.entering import enter
from stele.runtime.derive.goods import pay
from stele.runtime.derive.layout import Layout
from stele.runtime.derive.lists import lists
from stele.runtime.derive.places import derive_places, enter_places
from stele.runtime.derive.points import score
from stele.runtime.derive.positions import positions
from stele.runtime.derive.reactions import conflicts, events, standing, suspensions, windows
from stele.runtime.derive.supplies import supplies
from stele.runtime.derive.turns import actions, rights, terms
from stele.runtime.ruleset import Tables
from stele.runtime.state.cells import (
    COINS,
    COMPILED,
    TABLE_CELLS,
    cells,
)
from stele.runtime.state.tables import Core
from stele.runtime.turn.games import Asks, Start


def derived(t: Core, tables: Tables, layout: Layout) -> tuple[Start, Asks]:
    """Fill the tables of a rule set; return how games begin, and who is asked what."""
    d = Deriving(t, tables, layout)
    place(d)
    pay(d)
    number_cards(d)
    piles(d)
    boards(d)
    held_codes(d)
    d.while_entries = {one.lane: d.entry_of(one.effects) for one in d.tables.whiles}
    enter_places(d.t, d.tables, d.entries, d.entry_of)
    enter(d)
    supplies(d)
    actions(d)
    derive_places(d.t, d.tables)
    d.t.is_crowded = is_crowded(d.tables, d.layout.copy_slots)
    rights(d)
    terms(d)
    events(d)
    positions(d)
    standing(d)
    conflicts(d)
    suspensions(d)
    windows(d)
    score(d)
    begin(d)
    if not COMPILED:
        lists(d)
    assert TABLE_CELLS + tables.most_frames <= tables.table_cells
    return d.start, d.asks


def place(d: Deriving) -> None:
    """Note where cells lie."""
    t, tables, layout = d.t, d.tables, d.layout
    t.guests, t.ages, t.most_frames = tables.guests, tables.ages, tables.most_frames
    t.table_cells, t.seat_cells, t.words = tables.table_cells, tables.seat_cells, layout.words
    t.main = tables.zones[tables.main_zone].cell
    t.blocked, t.chained = layout.blocked, layout.chained
    t.tally, t.tally_words, t.uses, t.slots = layout.tally, layout.tally_words, layout.uses, layout.slots
    t.partners = tables.partners
    t.revealed, t.marked, t.drawn = layout.revealed, layout.marked, layout.drawn
    t.drawn_boards = layout.drawn_boards
    t.duty = layout.duty
    t.board_line = tables.board_line
    if tables.guest is not None:
        t.guest_zone = tables.zones[tables.plays[tables.guest.play].zone].cell
        t.guest_from_left = cells([int(is_left) for is_left in tables.guest.from_left])
        t.guest_resorts = sum(1 << action for action in tables.guest.last_resort)
        t.guest_chains_first = tables.guest.chains_first
    t.copies, t.due = layout.copies, layout.due
    t.soon = layout.soon
    t.may_end = d.tables.may_end
    t.kept, t.kept_count = layout.kept, len(d.tables.kept)
    t.reactors, t.reactor_cells = layout.reactors, layout.reactor_cells
    t.reacts_to = layout.reactors + layout.reactor_cells
    t.queue, t.reacted, t.queue_slots = layout.queue, layout.reacted, layout.queue_slots
    t.across, t.shared, t.first_turning = layout.across, layout.shared, len(layout.late) - len(tables.places)
    t.concerns = layout.concerns
    t.copy_slots, t.due_slots = layout.copy_slots, layout.due_slots
    t.spared = [cells(list(stages)) for stages in layout.spared]
    t.under = next((zone.cell for zone in tables.zones if zone.is_sequence), 0)
    t.decks = tables.deck_cell
    t.derived = cells(list(layout.derived))
    t.seats = [
        cells([tables.table_cells + number * tables.seat_cells for number in range(players)])
        for players in range(tables.most + 1)
    ]
    counted = (COINS, *(token.cell for token in tables.tokens))
    t.held = [cells([seat + cell for seat in seats for cell in counted]) for seats in t.seats]
