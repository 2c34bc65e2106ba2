"""Derive the tables of places that neighbours share: boards, room, bonuses, and what their cards
change for each owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import ACTION, LANE_MASK, OPENED, PLACE_MASK, cells
from stele.runtime.state.flat import columns, flat_from, lanes_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from stele.runtime.declared import Effects
    from stele.runtime.ruleset import SharedPlace, Tables
    from stele.runtime.state.tables import Core

    EntryOf = Callable[..., int]

BOTH = 3  # the left neighbour (1) and the right one (2)


def enter_places(t: Core, tables: Tables, entries: list[Effects], entry_of: EntryOf) -> None:
    """Number what enters play by places: cards that lie there, bonuses, and what stands while its
    owner leads.
    """
    t.place_count = len(tables.places)
    sides = [side for place in tables.places for side in place.sides]
    both = [one for side in sides for bonus in side.bonuses for one in (bonus.left, bonus.right)]
    t.bonus_entry = cells([entry_of(one, is_shared=True) for one in both])
    if tables.places:
        there = []
        for buyers in range(BOTH + 1 if any(side.for_sale for side in sides) else 1):
            of_kind = [
                entry_of(card.effects, index, sells_to=buyers, is_shared=True)
                for index, card in enumerate(tables.cards)
            ]
            there += [of_kind[kind] if kind >= 0 else -1 for kind in t.kind]
        t.entry_there = cells(there)
    leads: list[list[tuple[int, int]]] = []
    for effects in entries[:]:
        leads.append([(side, entry_of(lead)) for side, lead in effects.leads])
    leads += [[] for _ in range(len(entries) - len(leads))]
    t.lead_from, (t.lead_side, t.lead_entry) = flat_from(map(len, leads)), columns(leads, 2)
    in_cards = any(card.effects.leads for card in tables.cards)
    of_sides = [(side.start, *(stage.effects for stage in side.stages)) for side in tables.all_sides]
    t.side_leads = cells([int(in_cards or any(one.leads for one in listed)) for listed in of_sides])
    lanes = {more.lane for more in tables.more_cards}
    t.has_leads = any(t.side_leads) or any(leads)
    t.adds_cards = cells([int(any(lane in lanes for lane, _ in one.counts)) for one in entries])


def derive_places(t: Core, tables: Tables) -> None:
    """Note where places lie, what fits there, and which actions lay cards there."""
    places, sides = tables.places, [side for place in tables.places for side in place.sides]
    t.sale_left = tables.sale_left_cell or tables.sale_cell
    t.place_cell = cells([place.cell for place in places])
    t.place_zone = cells([tables.zones[zone].cell for place in places for zone in place.zones])
    t.place_holds = cells([place.holds for place in places])
    t.place_boards = [cells(boards_of(place)) for place in places]
    t.face_from = flat_from(len(place.sides) for place in places)
    names = list(dict.fromkeys(side.board for side in sides))
    t.face_board = cells([names.index(side.board) for side in sides])
    t.face_alone = cells([side.alone for side in sides])
    t.face_for_sale = cells([int(side.for_sale) for side in sides])
    t.face_top = cells([max([side.alone, *(bonus.step for bonus in side.bonuses)]) for side in sides])
    rooms = [[colour for colour, _ in side.room] for side in sides]
    t.face_cards = cells(
        [sum(t.of_colour[colour * t.words + word] for colour in room) for room in rooms for word in range(t.words)]
    )
    t.room_from = flat_from(len(side.room) for side in sides)
    t.room_colour, t.room_number = columns([side.room for side in sides], 2)
    t.bonus_from = flat_from(len(side.bonuses) for side in sides)
    t.bonus_step = cells([bonus.step for side in sides for bonus in side.bonuses])
    t.has_alone = any(side.alone for side in sides)
    more = [[(m.lane, m.number) for m in tables.more_cards if m.shared == kind] for kind in range(len(places))]
    t.more_from, (t.more_lane, t.more_number) = flat_from(map(len, more)), columns(more, 2)
    t.more_mask = cells([LANE_MASK << (lane & PLACE_MASK) for lane in t.more_lane])
    t.action_place = cells([action.place for action in tables.actions])
    t.action_side = cells([action.side for action in tables.actions])
    placing = [
        [n << ACTION for n in play.actions if tables.actions[n].place >= 0 and t.play_build[number] >= 0]
        for number, play in enumerate(tables.plays)
    ]
    t.placing_from, t.placing_action = flat_from(map(len, placing)), cells([n for listed in placing for n in listed])
    where = [tables.actions[n] for play in tables.plays for n in play.actions if tables.actions[n].place >= 0]
    opened = [places[action.place].cell + OPENED + action.side * t.words for action in where]
    t.placing_opened, t.placing_room = cells(opened), cells([cell + 2 * t.words for cell in opened])
    colours = {colour for side in sides for colour, _ in side.room}
    t.place_words = cells([w for w in range(t.words) if any(t.of_colour[c * t.words + w] for c in colours)])
    first = next((action.base for action in tables.actions if action.place >= 0), -1)
    late = [n for n, action in enumerate(tables.actions) if action.place >= 0 and action.base == first]
    t.placing_late = cells([n << ACTION for n in late])
    rights = [[p.lane for p in tables.permits if p.kind == kind] for kind in ("last-left", "last-right")]
    words = range(t.tally_words)
    t.last_of_lanes = cells([lanes_in(lanes, word) for lanes in rights for word in words])


def boards_of(place: SharedPlace) -> list[int]:
    """Return the first side of every board of a kind of place, for each copy of it."""
    first: dict[str, tuple[int, int]] = {}
    for number, side in enumerate(place.sides):
        first.setdefault(side.board, (number, side.copies))
    return [number for number, copies in first.values() for _ in range(copies)]
