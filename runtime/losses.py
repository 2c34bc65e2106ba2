"""Losses: demanded during a turn, read and settled at its end, all seats together."""

from __future__ import annotations

from collections.abc import Iterable

from stele.runtime.entering import Entering
from stele.runtime.options import CARD, NO_CARD
from stele.runtime.pay import PAY_MASK
from stele.runtime.row import (
    ABSENT,
    CHOICE,
    COINS,
    DEMANDED,
    DUE,
    NUMBER,
    OWING,
    PLAYERS,
    UNSUPPLIED,
    Row,
    bits,
    pushed,
    unpacked,
)


class Losses(Entering):
    """Collects and settles what seats lose."""

    def owe(self, row: Row, seat: int, loss: int, victims: Iterable[int]) -> None:
        """Demand coins of some seats; how many is read when losses are settled.

        What two seats share demands nothing of either of them, and of the others only once.
        """
        for victim in () if self.is_second else victims:
            if victim == self.beside:
                continue
            row[victim + DUE] = pushed(row[victim + DUE], loss << 4 | row[seat + NUMBER])
            row[DEMANDED] |= 1 << row[victim + NUMBER]

    def due(self, row: Row, seat: int) -> int:
        """Return how many coins a seat loses if losses are settled now."""
        seats = self.seats[row[PLAYERS]]
        return sum(self.tables.losses[entry >> 4](row, seats[entry & 15], seat) for entry in unpacked(row[seat + DUE]))

    def loss_options(self, row: Row, seat: int) -> list[int]:
        """Return how many coins a seat may pay of what it loses."""
        most = min(row[seat + COINS], self.due(row, seat))
        return [NO_CARD << CARD | coins for coins in range(most, -1, -1)]

    def settle_losses(self, row: Row, unpaid: int) -> bool:
        """Settle what was demanded, all seats together; tell whether seats have to decide first.

        Without a token for what is not paid, a seat pays what it can.
        """
        if not row[DEMANDED]:
            return False
        seats = self.seats[row[PLAYERS]]
        owing = [seats[number] for number in bits(row[DEMANDED])]
        for seat in [seat for seat in owing if row[seat + ABSENT]]:
            row[seat + DUE] = 0  # who has left the table meanwhile is not concerned
            row[DEMANDED] &= ~(1 << row[seat + NUMBER])
            owing.remove(seat)
        due = {seat: self.due(row, seat) for seat in owing}
        if unpaid and not any(row[seat + CHOICE] for seat in owing):
            # Who has nothing to decide is not asked.
            asked = [seat for seat in owing if due[seat] and row[seat + COINS]]
            if asked:
                row[OWING] = sum(1 << row[seat + NUMBER] for seat in asked)
                return True
        for seat in owing:
            answer = row[seat + CHOICE]
            paid = min(due[seat], row[seat + COINS])
            if unpaid:
                paid = (answer - 1) & PAY_MASK if answer else 0
                row[seat + unpaid] += due[seat] - paid
                row[UNSUPPLIED] |= bool(self.supplied)
            row[seat + COINS] -= paid
            row[seat + CHOICE] = row[seat + DUE] = 0
        row[DEMANDED] = 0
        return False
