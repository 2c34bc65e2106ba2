"""What enters play, and what follows from it: standing effects, one-shots, triggers, suspended decisions."""

from __future__ import annotations

from collections.abc import Iterable

from stele.runtime.derive import Derived, Entry
from stele.runtime.options import CARD, CARD_MASK
from stele.runtime.row import (
    BLOCKED,
    CHAINED,
    COINS,
    COPIED,
    FRAME_BITS,
    FRAMES,
    LANE_MASK,
    LEFT,
    NUMBER,
    PLAYERS,
    RIGHT,
    TABLE_CELLS,
    TALLY,
    USES,
    Row,
    bits,
    mask_of,
    pushed,
    shuffle,
)
from stele.runtime.ruleset import Once


class Entering(Derived):
    """Lets things enter play and effects happen."""

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
        stale: dict[int, None] = {}
        for seat, entry in entered:
            for index in entry.parts:
                payer.refresh_part(row, seat, index)
                stale[seat] = None
                if entry.sale:
                    left, right = row[seat + LEFT], row[seat + RIGHT]
                    payer.refresh_right(row, left, index)
                    payer.refresh_left(row, right, index)
                    stale[left] = stale[right] = None
        for seat in stale:
            payer.refresh_masks(row, seat)

    def change(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted."""
        for cell, source, part in entry.own:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, source, part in entry.sale:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, price in entry.prices:
            old = row[seat + cell]
            if not old or price < old:
                row[seat + cell] = price

    def put_into_city(self, row: Row, seat: int, card: int) -> Entry:
        """Lay a card into a city; its one-shot effects come later."""
        entry = self.entry[card]
        row[seat + self.main] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        row[seat + TALLY] += self.colour_delta[card]
        self.enter(row, seat, entry)
        return entry

    def happen(self, row: Row, seat: int, entry: Entry) -> None:
        """Let the one-shot effects of an item happen; those with a decision wait for their moment."""
        for once in entry.once:
            once(row, seat)
        for late in entry.late:
            self.push(row, late, seat, entry.rank)

    def copy(self, row: Row, seat: int, option: int) -> None:
        """Let the effects of a card hold for a seat too; it has no colour here, and nothing counts it."""
        self.happen(row, seat, self.copy_standing(row, seat, option >> CARD & CARD_MASK))

    def copy_standing(self, row: Row, seat: int, card: int) -> Entry:
        """Let the standing effects of a card hold for a seat too."""
        entry = self.entry[card]
        row[seat + COPIED] = pushed(row[seat + COPIED], card)
        self.enter(row, seat, entry)
        return entry

    def copy_options(self, row: Row, cities: Iterable[int], colours: tuple[int, ...]) -> list[int]:
        """Return the cards of some cities whose effects may be copied, one of each kind."""
        cards = 0
        for city in cities:
            cards |= row[city + self.main]
        return [card << CARD for card in self.one_of_each(self.coloured(cards, colours))]

    def push(self, row: Row, late: int, seat: int, rank: int) -> None:
        """Suspend an effect until its decision is made; the lowest rank acts first, then the lowest seat."""
        count = row[FRAMES]
        frame = (rank << FRAME_BITS | row[seat + NUMBER]) << FRAME_BITS | late
        row[TABLE_CELLS : TABLE_CELLS + count + 1] = sorted([*row[TABLE_CELLS : TABLE_CELLS + count], frame])
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
        decks = range(first, first + len(self.tables.decks))
        lying = 0
        for deck in decks:
            lying |= row[deck]
        pool = list(bits(self.coloured(lying, colours)))
        shuffle(row, pool)
        drawn = mask_of(pool[:number])
        for deck in decks:
            row[deck] &= ~drawn
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
        """Return all other seats."""
        return [other for other in self.seats[row[PLAYERS]] if other != seat]

    def new_turn(self, row: Row) -> None:
        """Begin a turn: limits per turn renew themselves."""
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= ~self.turn_lanes
