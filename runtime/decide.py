"""Decisions as data: who must decide what, and what each option means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Ask(NamedTuple):
    """One pending decision. `options` are numbers; `Game.meaning` says what each means."""

    kind: str  # play: a card and an action; last: the same for a card that would be lost; late: a card; loss: coins; demand: what is given up; guest: as play
    seat: int
    play: int  # which play step, or which late effect
    options: list[int]
    cell: int  # where the answer is kept
    about: int = 0  # whose city it is about: the seat itself, or a guest for which it answers

    def __repr__(self) -> str:
        return f"Ask({self.kind}, seat {self.seat}, {len(self.options)} options)"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an option stands for."""

    # The id of an action, `take` for a card, `exchange`, `decline`, `lose` for coins that are paid,
    # `give` for what is given up.
    action: str
    card: str  # the id of a card, or nothing
    manner: str  # paid, chain or permit
    bank: int
    left: int
    right: int
    rider: str = ""  # the id of a rider that goes with the action
    units: int = 0  # bought from the bank
    seat: int = -1  # behind whom a seat sits down, or with whom something is swapped
    free: tuple[bool, bool] = (False, False)  # whether something was bought for nothing from the left, from the right
    others: tuple[tuple[int, int], ...] = ()  # seats that are no neighbours, and the coins they get
    at: str = ""  # the id of a zone that is shared with a neighbour, if the card goes there
    stage: int = 0  # which stage is built, counted from 1, if there is a choice
    gives: str = ""  # the id of a card that is given for the other

    @property
    def total(self) -> int:
        """Return all coins paid."""
        return self.bank + self.left + self.right + sum(coins for _, coins in self.others)
