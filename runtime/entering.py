"""What enters play, and what follows from it: standing effects, one-shots, triggers, suspended decisions."""

from __future__ import annotations

from collections.abc import Iterable

from stele.runtime.derive import Derived, Entry
from stele.runtime.options import CARD, CARD_MASK
from stele.runtime.row import (
    ABSENT,
    BLOCKED,
    CHAINED,
    COINS,
    COPIED,
    DRAWN,
    FRAME_BITS,
    FRAMES,
    LANE_MASK,
    LEFT,
    NEXT,
    NUMBER,
    PARTNER,
    PLAYERS,
    REVEALED,
    RIGHT,
    SHARED,
    SIDE,
    STAGES,
    TABLE_CELLS,
    TALLY,
    USES,
    Row,
    bits,
    mask_of,
    pushed,
    shuffle,
    unpacked,
)
from stele.runtime.ruleset import Late, Once, Tables

LAST_RANK = 90  # after everything that lets cards enter play


class Entering(Derived):
    """Lets things enter play and effects happen."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        # While the one-shot effects of a card that two seats share happen: who shares it, and whether it is the second time.
        self.beside = -1
        self.is_second = False
        self.reveal = len(self.lates)
        self.lates.append(Late(self.reveal_options, self.turn_up, "turn up a card under a stage", ""))

    def enter(self, row: Row, seat: int, entry: Entry) -> None:
        """Change a seat's cells for an item that enters play."""
        row[seat + TALLY] += entry.delta
        if not entry.is_plain:
            self.enter_more(row, seat, entry)

    def enter_more(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted, and whatever follows from it."""
        self.change(row, seat, entry)
        self.freshen(row, [(seat, entry)])

    def freshen(self, row: Row, entered: list[tuple[int, Entry]]) -> None:
        """Work out again what follows from new production, for its owners and their neighbours, each once."""
        payer = self.payer
        if self.tables.moves and any(entry.table for _, entry in entered):
            self.link(row)
        stale: dict[int, None] = {}
        for seat, entry in entered:
            for index in entry.parts:
                payer.refresh_part(row, seat, index)
                stale[seat] = None
                if entry.sale or entry.leads:
                    left, right = row[seat + LEFT], row[seat + RIGHT]
                    payer.refresh_right(row, left, index)
                    payer.refresh_left(row, right, index)
                    stale[left] = stale[right] = None
        for seat in stale:
            payer.refresh_masks(row, seat)

    def change(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted."""
        if entry.table:
            row[seat + ABSENT] = int(entry.table > 0)
        for cell, source, part in entry.own:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, source, part in entry.sale:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, price in entry.prices:
            old = row[seat + cell]
            if not old or price < old:
                row[seat + cell] = price
        for side, lead in entry.leads:
            if self.is_leading(row, seat, side):
                row[seat + TALLY] += lead.delta
                self.change(row, seat, lead)

    def rejoin(self, row: Row, seat: int) -> None:
        """Add what a seat has in common with its neighbours to cells that are worked out from nothing."""

    def put_into_city(self, row: Row, seat: int, card: int) -> Entry:
        """Lay a card into a city; its one-shot effects come later."""
        entry = self.entry[card]
        row[seat + self.main] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        row[seat + TALLY] += self.colour_delta[card]
        self.enter(row, seat, entry)
        return entry

    def happen(self, row: Row, seat: int, entry: Entry, later: int = 0) -> None:
        """Let the one-shot effects of an item happen; those with a decision wait for their moment, some ranks later."""
        for once in entry.once:
            once(row, seat)
        for late in entry.late:
            self.push(row, late, seat, entry.rank + later)

    def copy(self, row: Row, seat: int, option: int, line: int) -> None:
        """Let the effects of a card or stage hold for a seat too; it has no colour here, and nothing counts it."""
        self.happen(row, seat, self.copy_standing(row, seat, option >> CARD & CARD_MASK, line))

    def copy_standing(self, row: Row, seat: int, code: int, line: int) -> Entry:
        """Let the standing effects of a card or stage hold for a seat too; its points count on a line."""
        entry = self.copied_entry(code)
        row[seat + COPIED] = pushed(pushed(row[seat + COPIED], code), line)
        self.enter(row, seat, entry)
        return entry

    def copies_of(self, row: Row, seat: int) -> list[tuple[int, int]]:
        """Return (what, line) of all that a seat has copied."""
        listed = unpacked(row[seat + COPIED])
        return list(zip(listed[::2], listed[1::2], strict=True))

    def copy_options(
        self, row: Row, seat: int, cities: Iterable[int], colours: tuple[int, ...], age: int = 0, stage: int = 0
    ) -> list[int]:
        """Return the cards of some cities whose effects may be copied, one of each kind, and stages that are built there."""
        cards = 0
        stages = []
        for city in cities:
            cards |= row[city + self.main]
            if stage and row[city + STAGES] >= stage:
                stages.append(self.stage_codes[row[city + SIDE], stage - 1])
        cards = self.coloured(cards, colours)
        if age:
            cards &= self.of_age.get(age, 0)
        found = (*self.one_of_each(cards), *dict.fromkeys(stages))
        # What copies is copied once at most: two of them would copy each other for ever.
        had = {code for code, _ in self.copies_of(row, seat)}
        return [code << CARD for code in found if code not in had or not self.is_copier(code)]

    def is_copier(self, code: int) -> bool:
        """Tell whether a card or stage copies something in turn."""
        return any(late.kind == "copy" for late in self.copied_effects[code].late)

    def push(self, row: Row, late: int, seat: int, rank: int) -> None:
        """Suspend an effect until its decision is made; the lowest rank acts first, then the lowest seat, then who came first."""
        count = row[FRAMES]
        frame = (rank << FRAME_BITS | row[seat + NUMBER]) << FRAME_BITS | late
        frames = [*row[TABLE_CELLS : TABLE_CELLS + count], frame]
        row[TABLE_CELLS : TABLE_CELLS + count + 1] = sorted(frames, key=lambda frame: frame >> FRAME_BITS)
        row[FRAMES] = count + 1

    def frame(self, row: Row) -> tuple[int, int]:
        """Return (seat number, late effect) of the first suspended effect."""
        frame = row[TABLE_CELLS]
        return frame >> FRAME_BITS & (1 << FRAME_BITS) - 1, frame & (1 << FRAME_BITS) - 1

    def pop(self, row: Row) -> None:
        """Forget the first suspended effect."""
        count = row[FRAMES]
        row[TABLE_CELLS : TABLE_CELLS + count] = [*row[TABLE_CELLS + 1 : TABLE_CELLS + count], 0]
        row[FRAMES] = count - 1

    def in_zone(self, row: Row, seat: int, zone: int) -> int:
        """Return the cards of a zone of a seat or of the table."""
        place = self.tables.zones[zone]
        return row[seat + place.cell if place.of_seat else place.cell]

    def take(self, row: Row, seat: int, zone: int, card: int) -> None:
        """Take a card out of a zone of a seat or of the table."""
        place = self.tables.zones[zone]
        row[seat + place.cell if place.of_seat else place.cell] ^= 1 << card

    def zone_options(self, row: Row, seat: int, zone: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a zone that a seat may lay into its city, one of each kind."""
        cards = self.coloured(self.in_zone(row, seat, zone) & ~row[seat + BLOCKED], colours)
        return [card << CARD for card in self.one_of_each(cards)]

    def cards_in(self, row: Row, cell: int, colours: tuple[int, ...]) -> int:
        """Return how many cards of some colours lie in a zone."""
        return self.coloured(row[cell], colours).bit_count()

    def draw(self, row: Row, seat: int, colours: tuple[int, ...], number: int, zone: int) -> None:
        """Draw random cards that lie in decks into a zone of a seat."""
        first = self.tables.deck_cell
        lying = 0
        for deck, home in enumerate(self.home):  # what is mixed into another deck is not unused: it will be dealt
            lying |= row[first + deck] & home
        pool = list(bits(self.coloured(lying, colours)))
        shuffle(row, pool)
        drawn = mask_of(pool[:number])
        for deck in range(len(self.home)):
            row[first + deck] &= ~drawn
        row[seat + zone] |= drawn

    def gain(self, row: Row, seat: int, coins: int) -> None:
        """Give a seat coins from the bank."""
        row[seat + COINS] += coins
        if self.on_coins and coins > 0:
            for trigger, _ in self.on_coins:
                held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)

    def gain_tokens(self, row: Row, seat: int, token: int, number: int) -> None:
        """Give a seat tokens, as many as there are."""
        kind = self.tables.tokens[token]
        if kind.supply:
            given = sum(row[other + kind.cell] for other in self.seats[row[PLAYERS]])
            number = min(number, kind.supply - given)
        row[seat + kind.cell] += number
        for _ in range(number if self.on_tokens else 0):
            for trigger, _ in self.on_tokens:
                if token in trigger.tokens:
                    held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                    self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)

    def fire(self, row: Row, seat: int, lane: int, per: str, once: Once, held: int) -> None:
        """Let a trigger happen for each of it that is in play and not used up."""
        if per:
            held -= row[seat + USES] >> lane & LANE_MASK
            row[seat + USES] += max(0, held) << lane
        for _ in range(held):
            once(row, seat)

    def others_than(self, row: Row, seat: int) -> list[int]:
        """Return all other seats that have to do with a seat."""
        if row[seat + ABSENT]:
            return []
        return [other for other in self.seats[row[PLAYERS]] if other != seat and not row[other + ABSENT]]

    def neighbours(self, row: Row, seat: int) -> list[int]:
        """Return the neighbours of a seat, each once."""
        nowhere = self.nowhere(row)
        return [other for other in dict.fromkeys((row[seat + LEFT], row[seat + RIGHT])) if other != nowhere]

    # --- the table --------------------------------------------------------------------------------------------------

    def nowhere(self, row: Row) -> int:
        """Return the seat that stands for no seat: a block of cells behind all others in which there is never anything."""
        return self.tables.table_cells + row[PLAYERS] * self.tables.seat_cells

    def as_seated(self, row: Row) -> list[int]:
        """Return the seats in the order in which they sit, whether they are at the table or not."""
        order = [self.seats[row[PLAYERS]][0]]
        while row[order[-1] + NEXT] != order[0]:
            order.append(row[order[-1] + NEXT])
        return order

    def link(self, row: Row) -> None:
        """Work out again who is whose neighbour, and all that follows from it; the ring closes around who is absent."""
        nowhere = self.nowhere(row)
        seated = self.as_seated(row)
        ring = [seat for seat in seated if not row[seat + ABSENT]]
        for seat in seated:
            row[seat + LEFT] = row[seat + RIGHT] = nowhere
        # Two that are left are neighbours on one side only: a city is nobody's neighbour twice.
        for one, other in list(zip(ring, [*ring[1:], *ring[:1]], strict=True))[
            : len(ring) if len(ring) > 2 else len(ring) - 1
        ]:
            row[one + LEFT], row[other + RIGHT] = other, one
        for seat in seated:
            self.payer.refresh(row, seat)

    def seat_options(self, row: Row, seat: int) -> list[int]:
        """Return behind whom a seat may sit down, other than where it sits: the number of the seat on its right."""
        others = [other for other in self.as_seated(row) if other != seat and row[other + NEXT] != seat]
        return [row[other + NUMBER] << CARD for other in others]

    def sit_there(self, row: Row, seat: int, option: int) -> None:
        """Let a seat sit down elsewhere, with all that it has."""
        before = self.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
        last = next(other for other in self.as_seated(row) if row[other + NEXT] == seat)
        row[last + NEXT] = row[seat + NEXT]
        row[seat + NEXT] = row[before + NEXT]
        row[before + NEXT] = seat
        self.link(row)

    # --- cards under stages -----------------------------------------------------------------------------------------

    def reveal_options(self, row: Row, seat: int) -> list[int]:
        """Return the cards under stages that a seat may turn up now."""
        under = unpacked(row[seat + self.under])
        # The last card lies under the last stage; a card may have left its place.
        stages = self.sides[row[seat + SIDE]].stages[: row[seat + STAGES]][-len(under) :] if under else ()
        found = []
        for stage, card in zip(stages, under[-len(stages) :], strict=True):
            hidden = self.tables.cards[self.card_of[card]].colour in stage.effects.hidden
            barred = (row[seat + REVEALED] | row[seat + BLOCKED]) >> card & 1
            if stage.effects.reveals and not hidden and not barred:
                found.append(card << CARD)
        return found

    def turn_up(self, row: Row, seat: int, option: int) -> None:
        """Turn up a card under a stage: its owner has its effects and may chain from it; it has no colour and sells nothing."""
        card = option >> CARD & CARD_MASK
        entry = self.copied_entry(card)
        row[seat + REVEALED] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        self.enter(row, seat, entry)
        self.happen(row, seat, entry)
        self.push(row, self.reveal, seat, LAST_RANK)  # there may be another one

    def open_windows(self, row: Row) -> None:
        """Offer every seat what it may do after playing."""
        for seat in self.seats[row[PLAYERS]]:
            if self.reveal_options(row, seat):
                self.push(row, self.reveal, seat, LAST_RANK)

    def give_used_card(self, row: Row, seat: int) -> None:
        """Let the card that the last stage was built with enter the city of the partner."""
        under = unpacked(row[seat + self.under])
        partner = row[seat + PARTNER]
        if under and partner:
            row[seat + self.under] = 0
            for card in under[:-1]:
                row[seat + self.under] = pushed(row[seat + self.under], card)
            self.happen(row, partner, self.put_into_city(row, partner, under[-1]))

    # --- boards -----------------------------------------------------------------------------------------------------

    def draw_boards(self, row: Row, seat: int, number: int) -> None:
        """Draw boards that nobody has and that may be used with so many players."""
        seats = self.seats[row[PLAYERS]]
        used = {self.sides[row[other + SIDE]].board for other in seats}
        players = row[PLAYERS] - self.tables.guests
        free = [
            index
            for index, faces in enumerate(self.faces)
            if self.sides[faces[0]].board not in used
            and self.sides[faces[0]].least <= players <= self.sides[faces[0]].most
        ]
        shuffle(row, free)
        row[seat + DRAWN] = mask_of(free[:number])

    def board_options(self, row: Row, seat: int, either_side: bool) -> list[int]:
        """Return the sides of the drawn boards that may be taken."""
        letter = self.sides[row[seat + SIDE]].side
        drawn = [side for index in bits(row[seat + DRAWN]) for side in self.faces[index]]
        return [
            side << CARD for side in drawn if (either_side or self.sides[side].side == letter) and self.stages[side]
        ]

    def take_board(self, row: Row, seat: int, option: int) -> None:
        """Replace the board of a seat: all it has stays, the first stage is built, gifts of the start are not given."""
        row[seat + DRAWN] = 0
        row[seat + SIDE] = option >> CARD & CARD_MASK
        row[seat + STAGES] = 1
        self.rebuild(row, seat)
        self.happen(row, seat, self.stages[row[seat + SIDE]][0])

    def rebuild(self, row: Row, seat: int) -> None:
        """Work out the standing effects of all that a seat has in play again, from nothing."""
        tables = self.tables
        side = row[seat + SIDE]
        for cell in range(tables.own_cell, tables.seat_cells):
            row[seat + cell] = 0
        row[seat + TALLY] = 0
        row[seat + ABSENT] = row[seat + BLOCKED] = row[seat + CHAINED] = row[seat + SHARED] = 0
        entries = [self.everyone, self.starts[side], *self.stages[side][: row[seat + STAGES]]]
        entries += [self.entry[card] for card in bits(row[seat + self.main])]
        entries += [self.copied_entry(code) for code, _ in self.copies_of(row, seat)]
        entries += [self.copied_entry(card) for card in bits(row[seat + REVEALED])]
        row[seat + TALLY] += self.stage_delta * row[seat + STAGES]
        for card in bits(row[seat + self.main]):
            row[seat + TALLY] += self.colour_delta[card]
        for card in bits(row[seat + self.main] | row[seat + REVEALED]):
            row[seat + BLOCKED] |= self.twins[card]
            row[seat + CHAINED] |= self.opened[card]
        for entry in entries:
            row[seat + TALLY] += entry.delta
            if not entry.is_plain:
                self.change(row, seat, entry)
        self.rejoin(row, seat)
        if tables.moves:
            self.link(row)
        for other in (seat, row[seat + LEFT], row[seat + RIGHT]):
            self.payer.refresh(row, other)

    def new_turn(self, row: Row) -> None:
        """Begin a turn: limits per turn renew themselves."""
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= ~self.turn_lanes
