"""A seat at which nobody sits: a neighbour plays for it, from its own hand."""

from __future__ import annotations

from collections.abc import Callable

from stele.runtime.options import ACTION, ACTION_MASK, BY_CHAIN, CARD, CARD_MASK, MANNER, MANNER_MASK
from stele.runtime.row import AGE, CHOICE, COINS, LEFT, NUMBER, OWING, PLAYERS, RIGHT, TURN, Row, below, bits
from stele.runtime.ruleset import Tables
from stele.runtime.turn import Turn


class Guests(Turn):
    """Lets a guest take part."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.pick: Callable[[Row, list[int]], int] = picked  # a card of the pile

    def players(self, row: Row) -> list[int]:
        """Return the seats at which players sit."""
        seats = self.seats[row[PLAYERS]]
        return seats[: -self.tables.guests] if self.tables.guests else seats

    def speaks_for(self, row: Row, number: int) -> int:
        """Return the number of the seat that decides for a seat: itself, or this turn's guide of a
        guest.
        """
        guest = self.tables.guest
        if guest is None or number < row[PLAYERS] - 1:
            return number
        is_left = guest.from_left[max(1, row[AGE]) - 1] == (row[TURN] % 2 == 0)
        seat = self.seats[row[PLAYERS]][number]
        return row[row[seat + (LEFT if is_left else RIGHT)] + NUMBER]

    def guide(self, row: Row) -> tuple[int, int]:
        """Return the guest's seat and that of its guide this turn."""
        seats = self.seats[row[PLAYERS]]
        return seats[-1], seats[self.speaks_for(row, len(seats) - 1)]

    def ask_players(self, row: Row, zone: int) -> None:
        """Let every player that has a card owe a choice, but not the guest, whose cards are a
        pile.
        """
        self.ask_all(row, zone)
        row[OWING] &= (1 << len(self.players(row))) - 1

    def draw_for_guest(self, row: Row, zone: int) -> None:
        """Let the guide draw a card of the guest's pile into its own hand."""
        guest, guide = self.guide(row)
        pile = list(bits(row[guest + zone]))
        if pile:
            card = 1 << self.pick(row, pile)
            row[guest + zone] ^= card
            row[guide + zone] |= card

    def ask_guest(self, row: Row, zone: int) -> None:
        """Let the guide owe a choice for the guest, if a card is left to it."""
        _, guide = self.guide(row)
        chosen = row[guide + CHOICE]
        left = row[guide + zone] & ~(1 << ((chosen - 1) >> CARD & CARD_MASK) if chosen else 0)
        row[OWING] = 1 << row[PLAYERS] - 1 if left else 0

    def guest_options(self, row: Row, play: int) -> list[int]:
        """Return what the guest may do with what its guide has left, by its obligations."""
        rules = self.tables.guest
        assert rules is not None
        guest, guide = self.guide(row)
        zone = self.choices[play][0]
        chosen, pile = row[guide + CHOICE], row[guest + zone]
        row[guest + zone] = row[guide + zone] & ~(1 << ((chosen - 1) >> CARD & CARD_MASK) if chosen else 0)
        options = self.options(row, guest, play, row[guest + COINS])
        row[guest + zone] = pile
        better = [option for option in options if option >> ACTION & ACTION_MASK not in rules.last_resort]
        options = better or options
        if rules.chains_first:
            chained = {o >> CARD & CARD_MASK for o in options if o >> MANNER & MANNER_MASK == BY_CHAIN}
            options = [
                option
                for option in options
                if option >> CARD & CARD_MASK not in chained or option >> MANNER & MANNER_MASK == BY_CHAIN
            ]
        return options

    def carry_out_with_guest(self, row: Row, play: int) -> None:
        """Carry out the guest's card, which its guide gives up, before those of the players."""
        guest, guide = self.guide(row)
        chosen = row[guest + CHOICE]
        if chosen:
            card = 1 << ((chosen - 1) >> CARD & CARD_MASK)
            zone = self.choices[play][0]
            row[guide + zone] ^= card
            row[guest + zone] |= card
            self.carry_out(row, play, [guest])
        self.carry_out(row, play, self.players(row))

    def hand_past_guest(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the left or to the right, from player to player."""
        seats = self.players(row)
        cards = [row[seat + zone] for seat in seats]
        passed = [*cards[-1:], *cards[:-1]] if to_left else [*cards[1:], cards[0]]
        for seat, hand in zip(seats, passed, strict=True):
            row[seat + zone] = hand


def picked(row: Row, pile: list[int]) -> int:
    """Return a random card of a pile."""
    return pile[below(row, len(pile))]
