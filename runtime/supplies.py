"""Supplies: tokens that lie on cards of the table.

Who takes the last one brings about what the card gives; a card with tokens left may ask those who
took none for something.
"""

from __future__ import annotations

from stele.runtime.entering import Entering
from stele.runtime.options import CARD, CARD_MASK
from stele.runtime.row import (
    AGE,
    CHOICE,
    COINS,
    NUMBER,
    OWING,
    PLAYERS,
    UNSUPPLIED,
    Row,
    bits,
    mask_of,
)
from stele.runtime.ruleset import Demand, Request, Supply


class Supplies(Entering):
    """Lets tokens be taken, and settles what follows from it."""

    def card_on(self, row: Row, supply: Supply, age: int) -> int:
        """Return the card of an age on which a supply lies, or -1 if there is none."""
        cards = row[self.tables.zones[supply.zone].cell] & self.of_age.get(age, 0)
        return (cards & -cards).bit_length() - 1

    def take_token(self, row: Row, seat: int, supply: Supply) -> None:
        """Take a token from the card of this age.

        If several take more than there are, the rest comes from elsewhere.
        """
        age = row[AGE]
        row[supply.cell + age - 1] = max(0, row[supply.cell + age - 1] - 1)
        self.gain_tokens(row, seat, supply.tokens[age - 1], 1)

    def settle_supplies(self, row: Row) -> None:
        """Let every seat have what cards without tokens give, once for each token of theirs that it
        holds.

        Whoever has taken a token, when and from where does not matter: what is missing is given
        now. So this may be done whenever something has happened.
        """
        if not row[UNSUPPLIED]:
            return
        row[UNSUPPLIED] = 0
        for supply in self.tables.supplies:
            for age, token in enumerate(supply.tokens, 1):
                if not row[supply.cell + age - 1]:
                    self.give_for_tokens(row, supply, age, self.tables.tokens[token].cell)

    def give_for_tokens(self, row: Row, supply: Supply, age: int, cell: int) -> None:
        """Let holders of tokens have what one card gives: first all that stands, then what happens
        once.
        """
        card = self.card_on(row, supply, age)
        code = self.moment_codes.get((self.card_of[card], supply.moment), -1) if card >= 0 else -1
        if code < 0:
            return
        given = []
        for seat in self.seats[row[PLAYERS]]:
            missing = row[seat + cell]
            if missing:
                missing -= sum(held == code for held, _ in self.copies_of(row, seat))
            for _ in range(missing):
                given.append((seat, self.copy_standing(row, seat, code, supply.line)))
        for seat, entry in given:
            self.happen(row, seat, entry)

    # --- what is asked for ------------------------------------------------------------------------

    def demands(self, row: Row, request: Request) -> tuple[Demand, ...]:
        """Return what the card of this age asks for."""
        card = self.card_on(row, self.tables.supplies[request.supply], row[AGE])
        return dict(self.tables.cards[self.card_of[card]].demands).get(request.moment, ()) if card >= 0 else ()

    def demand_options(self, row: Row, seat: int, index: int) -> list[int]:
        """Return all ways to give all that is asked for: none if a seat cannot, one if there is
        nothing to choose.
        """
        demands = self.demands(row, self.tables.requests[index])
        if sum(demand.coins for demand in demands) > row[seat + COINS]:
            return []
        for demand in demands:
            if demand.colours is not None:
                cards = self.one_of_each(self.coloured(row[seat + self.main], demand.colours))
                return [card << CARD for card in cards]
            if demand.tokens:
                return [
                    self.first_bundle + number << CARD
                    for number, bundle in enumerate(self.bundles)
                    if len(bundle) == demand.number
                    and all(token in demand.tokens for token in bundle)
                    and all(bundle.count(token) <= row[seat + self.tables.tokens[token].cell] for token in bundle)
                ]
        return [0]

    def settle_demands(self, row: Row, index: int) -> bool:
        """Let all seats without a token of a supply that is not empty give what its card asks for,
        all at the same time.

        Who cannot give all of it gives nothing and takes a token. Tell whether seats have to decide
        first.
        """
        request = self.tables.requests[index]
        supply = self.tables.supplies[request.supply]
        age = row[AGE]
        if not row[supply.cell + age - 1] or not self.demands(row, request):
            return False
        token = self.tables.tokens[supply.tokens[age - 1]].cell
        asked = [seat for seat in self.seats[row[PLAYERS]] if not row[seat + token]]
        options = {seat: self.demand_options(row, seat, index) for seat in asked}
        choosing = [seat for seat in asked if len(options[seat]) > 1]
        if choosing and not any(row[seat + CHOICE] for seat in choosing):
            row[OWING] = sum(1 << row[seat + NUMBER] for seat in choosing)
            return True
        for seat in asked:
            option = row[seat + CHOICE] - 1 if row[seat + CHOICE] else next(iter(options[seat]), -1)
            row[seat + CHOICE] = 0
            if option >= 0:
                self.give_up(row, seat, index, option >> CARD & CARD_MASK)
            elif request.unpaid:
                self.gain_tokens(row, seat, request.unpaid[age - 1], 1)
        return False

    def give_up(self, row: Row, seat: int, index: int, chosen: int) -> None:
        """Take from a seat what it is asked for: coins, and the card or the tokens that it has
        chosen.
        """
        request = self.tables.requests[index]
        for demand in self.demands(row, request):
            row[seat + COINS] -= demand.coins
            if demand.colours is not None:
                row[request.to] |= 1 << chosen
                self.take_from_city(row, seat, chosen)
            elif demand.tokens:
                for token in self.bundles[chosen - self.first_bundle]:
                    row[seat + self.tables.tokens[token].cell] -= 1

    # --- set-up -----------------------------------------------------------------------------------

    def lay(self, row: Row, deck: int, cards: int, zone: int) -> None:
        """Lay random cards of a deck into a zone of the table."""
        cell = self.tables.deck_cell + deck
        pile = list(bits(row[cell]))
        self.shuffle(row, pile)
        laid = mask_of(pile[:cards])
        row[cell] ^= laid
        row[zone] |= laid
