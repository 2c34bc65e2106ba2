"""Play: set a game up and take its steps.

What it needs to know of a game is derived once, in `derive`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from stele.runtime.conflict import Conflict
from stele.runtime.guest import Guests
from stele.runtime.losses import Losses
from stele.runtime.options import CARD, CARD_MASK, NO_CARD
from stele.runtime.row import (
    AGE,
    CHOICE,
    COINS,
    DRAWN,
    LEFT,
    MOVED,
    NEXT,
    NUMBER,
    OWING,
    PARTNER,
    PLAYERS,
    RANDOM,
    RIGHT,
    SIDE,
    TALLY,
    TURN,
    USES,
    Row,
    below,
    mask_of,
    seeded,
    shuffle,
)
from stele.runtime.ruleset import Late, Tables
from stele.runtime.seating import NoTable, seated, why_not

MANDATORY = ("copy", "choose", "board", "turn", "others")  # kinds of decision that cannot be declined


class Engine(Guests, Losses, Conflict):
    """The rules of one compiled game, ready to be applied to rows."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        for number, late in enumerate(self.lates[: self.reveal]):
            for line in range(len(tables.lines) if late.kind == "copy" else 0):
                self.copying[number, line] = len(self.lates)
                self.lates.append(replace(late, then=partial(self.copy_on, late, line)))

    def template(self, players: int) -> Row:
        """Return the row that every game with so many players begins with."""
        known = self.templates.get(players)
        if known is not None:
            return known
        tables = self.tables
        # Behind the seats lies one more, in which there is never anything, if seats may be without
        # neighbours.
        row = [0] * (tables.table_cells + (players + tables.moves) * tables.seat_cells)
        row[PLAYERS] = players
        seats = self.seats[players]
        for number, seat in enumerate(seats):
            # The next seat is the left neighbour, the one before the right neighbour.
            row[seat + LEFT] = seats[(number + 1) % players]
            row[seat + RIGHT] = seats[number - 1]
            row[seat + NEXT] = row[seat + LEFT]
            row[seat + NUMBER] = number
            row[seat + PARTNER] = seats[number ^ 1] if tables.partners else 0
            row[seat + COINS] = tables.coins
            row[seat + TALLY] += self.everyone.delta
            self.change(row, seat, self.everyone)
        for index, card in enumerate(tables.cards):
            start = self.first[index]
            used = [start + i for i, printed in enumerate(card.players or (0,)) if printed <= players]
            row[tables.deck_cell + card.deck] |= mask_of(used)
        for supply in tables.supplies:
            for age in range(tables.ages):
                row[supply.cell + age] = supply.number[players]
        self.templates[players] = row
        return row

    def new_row(self, players: int, seed: int, sides: list[int]) -> Row:
        """Return the row of a new game, before its first step."""
        row = self.template(players)[:]
        row[RANDOM] = seeded(seed)
        if not sides:
            sides = self.dealt_boards(row, players)
        seats = self.seats[players]
        for seat, side in zip(seats, sides, strict=True):
            row[seat + SIDE] = side
            for card in self.sides[side].removes:
                self.remove(row, card)
            row[seat + TALLY] += self.starts[side].delta
            self.change(row, seat, self.starts[side])
        for number, deck in enumerate(self.tables.decks):
            for addition in deck.adds:
                self.mix(row, number, addition.source, addition.cards[players])
        for seat, side in zip(seats, sides, strict=True):
            self.payer.refresh(row, seat)
            for once in (*self.everyone.once, *self.starts[side].once):
                once(row, seat)
        return row

    def dealt_boards(self, row: Row, seats: int) -> list[int]:
        """Return random boards on random sides, as their limits allow.

        One that does not fit is drawn again.
        """
        boards = list(range(len(self.faces)))
        shuffle(row, boards)
        chosen: list[int] = []
        for board in boards:
            side = self.faces[board][below(row, len(self.faces[board]))]
            if self.may_sit([*chosen, side, *[None] * (seats - len(chosen) - 1)], len(chosen)):
                chosen.append(side)
            if len(chosen) == seats:
                return chosen
        # The last boards do not fit to the first: try every table, beginning with those most like
        # this one.
        order = [side for board in boards for side in self.faces[board]]
        found = seated(self.sides, order, seats, seats - self.tables.guests)
        if found is None:
            raise NoTable(f"there are not enough boards for {seats - self.tables.guests} players")
        return found

    def why_not_dealt(self, chosen: list[int], seats: int, advised: bool = True) -> str:
        """Say what forbids the last of some boards beside the others, or nothing."""
        table = [*chosen, *[None] * (seats - len(chosen))]
        return why_not(self.sides, table, len(chosen) - 1, seats - self.tables.guests, advised)

    def remove(self, row: Row, id: str) -> None:
        """Take a card out of the game, all its copies."""
        for card, copies in zip(self.tables.cards, self.copies, strict=True):
            if card.id == id:
                row[self.tables.deck_cell + card.deck] &= ~copies

    def mix(self, row: Row, deck: int, source: int, cards: int) -> None:
        """Mix random cards of one deck into another."""
        first = self.tables.deck_cell
        pool = self.pile(row[first + source])
        self.shuffle(row, pool)
        chosen = mask_of(pool[:cards])
        row[first + source] ^= chosen
        row[first + deck] |= chosen

    def deal(self, row: Row, deck: int, cards: int, zone: int) -> None:
        """Deal cards of a deck to every seat.

        A guest gets only those of the zone in which it plays.
        """
        cell = self.tables.deck_cell + deck
        pile = self.pile(row[cell])
        self.shuffle(row, pile)
        seats = self.seats[row[PLAYERS]]
        if self.guest_zone not in (0, zone):
            seats = seats[: -self.tables.guests]
        bit_of = self.bit.__getitem__
        dealt = 0
        for number, seat in enumerate(seats):
            hand = sum(map(bit_of, pile[number * cards : number * cards + cards]))
            row[seat + zone] |= hand
            dealt |= hand
        row[cell] ^= dealt

    def pile(self, cards: int) -> list[int]:
        """Return the cards of a deck; most decks are the same in every game."""
        known = self.piles.get(cards)
        if known is None:
            if len(self.piles) > 64:
                self.piles.clear()
            found = []
            rest = cards
            while rest:  # from the highest bit down: Python is slow with the lowest
                card = rest.bit_length() - 1
                rest ^= self.bit[card]
                found.append(card)
            known = self.piles[cards] = found[::-1]
        return known[:]

    def other_options(self, row: Row, kind: str, seat: int, index: int) -> list[int]:
        """Return the options of a decision that is not about what a player does with a card of its
        own.
        """
        if kind == "loss":
            return self.loss_options(row, seat)
        if kind == "guest":
            return self.guest_options(row, index)
        if kind == "demand":
            return self.demand_options(row, seat, index)
        late = self.lates[self.frame(row)[1]]
        options = late.ask(row, seat)
        # What may be done may be left; a copy, an effect of several and a board are not offered but
        # taken, and what others demand is given up.
        return options if late.kind in MANDATORY else [*options, NO_CARD << CARD]

    def start_age(self, row: Row) -> None:
        """Begin the next age: limits per age renew themselves."""
        row[AGE] += 1
        row[TURN] = 0
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= ~self.age_lanes

    def ask_last(self, row: Row, zone: int) -> bool:
        """Let every seat owe a choice that may still play what it would lose.

        Tell whether any does.
        """
        owing = 0
        for number, seat in enumerate(self.players(row)):
            if row[seat + zone] and row[seat + TALLY] & self.last_lanes:
                owing |= 1 << number
        row[OWING] = owing
        return owing != 0

    def clear(self, row: Row, zone: int, to: int, spared: tuple[tuple[int, int], ...] = ()) -> None:
        """Move what is left in a zone of every seat to a zone of the table.

        Who has not built one of those stages is spared.
        """
        for seat in self.seats[row[PLAYERS]]:
            if any(row[seat + SIDE] == side and stage not in self.built(row, seat) for side, stage in spared):
                continue
            row[to] |= row[seat + zone]
            row[seat + zone] = 0

    def hand_on_as_seated(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the next seat, whether it is at the table or not."""
        seats = self.as_seated(row) if row[MOVED] else self.seats[row[PLAYERS]]
        if not to_left:
            seats = seats[::-1]
        hand = row[seats[-1] + zone]
        for seat in seats:
            row[seat + zone], hand = hand, row[seat + zone]

    def settle(self, row: Row) -> None:
        """Bring the first suspended effect one step further: ask, act on the answer, or drop it if
        it has no object.
        """
        number, index = self.frame(row)
        seat = self.seats[row[PLAYERS]][number]
        late = self.lates[index]
        if late.kind == "others":
            self.settle_others(row, seat, late)
            return
        answered = row[seat + CHOICE]
        if answered:
            row[seat + CHOICE] = 0
            self.pop(row)
            if (answered - 1) >> CARD & CARD_MASK != NO_CARD:
                late.then(row, seat, answered - 1)
            if late.kind == "them":
                row[seat + DRAWN] = 0
            return
        options = late.ask(row, seat)
        if not options:
            self.pop(row)
        elif late.kind in MANDATORY and len(options) == 1:
            self.pop(row)  # nothing to decide
            late.then(row, seat, options[0])
        else:
            row[OWING] = 1 << number

    def settle_others(self, row: Row, seat: int, late: Late) -> None:
        """Let all others give something up, each as it chooses and all together.

        The owner of the effect is shown what.
        """
        options = {other: late.ask(row, other) for other in self.others_than(row, seat)}
        asked = [other for other, listed in options.items() if len(listed) > 1]
        if asked and not row[asked[0] + CHOICE]:
            row[OWING] = sum(1 << row[other + NUMBER] for other in asked)
            return
        self.pop(row)
        row[seat + DRAWN] = 0
        for other, listed in options.items():
            chosen = row[other + CHOICE] - 1 if other in asked else listed[0] if listed else NO_CARD << CARD
            row[other + CHOICE] = 0
            if chosen >> CARD != NO_CARD:
                late.then(row, other, chosen)
                row[seat + DRAWN] |= 1 << (chosen >> CARD & CARD_MASK)

    def hand_on(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the left or to the right."""
        seats = self.seats[row[PLAYERS]]
        cards = [row[seat + zone] for seat in seats]
        for seat, passed in zip(seats, cards, strict=True):
            row[row[seat + (LEFT if to_left else RIGHT)] + zone] = passed
