"""Decisions as data: who must decide what, and what each option means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stele.runtime.engine import (
    ACTION,
    ACTION_MASK,
    BY_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    MANNER,
    NO_CARD,
    Engine,
)
from stele.runtime.pay import parts_of
from stele.runtime.row import BLOCKED, CHAINED, COINS, PLAYERS, PURSE, Row


class Ask(NamedTuple):
    """One pending decision. `options` are numbers; `Game.meaning` says what each means."""

    kind: str  # play: a card and an action; last: the same for a card that would be lost; late: a card
    seat: int
    play: int  # which play step
    options: list[int]
    cell: int  # where the answer is kept

    def __repr__(self) -> str:
        return f"Ask({self.kind}, seat {self.seat}, {len(self.options)} options)"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an option stands for."""

    action: str  # the id of an action, `take` for a card of a zone, or `decline`
    card: str  # the id of a card, or nothing
    manner: str  # paid, chain or permit
    bank: int
    left: int
    right: int

    @property
    def total(self) -> int:
        """Return all coins paid."""
        return self.bank + self.left + self.right


def meaning(engine: Engine, ask: Ask, option: int) -> Meaning:
    """Say what an option stands for."""
    card = option >> CARD & CARD_MASK
    if card == NO_CARD:
        return Meaning("decline", "", "paid", 0, 0, 0)
    name = engine.tables.cards[engine.card_of[card]].id
    if ask.kind == "late":
        return Meaning("take", name, "paid", 0, 0, 0)
    manner = {BY_CHAIN: "chain", BY_PERMIT: "permit"}.get(option >> MANNER, "paid")
    action = engine.tables.actions[option >> ACTION & ACTION_MASK]
    return Meaning(action.id, name, manner, *parts_of(option))


def why_not(engine: Engine, row: Row, ask: Ask, card: int) -> str:
    """Say why a card cannot be built now, or nothing if it can."""
    seat = engine.seats[row[PLAYERS]][ask.seat]
    definition = engine.tables.cards[engine.card_of[card]]
    if row[seat + BLOCKED] >> card & 1:
        return f"{definition.name} or its twin is already in the city"
    if row[seat + CHAINED] >> card & 1:
        return ""
    return unpayable(engine, row, ask, engine.cost[card])


def unpayable(engine: Engine, row: Row, ask: Ask, number: int) -> str:
    """Say why a cost cannot be paid now, or nothing if it can."""
    seat = engine.seats[row[PLAYERS]][ask.seat]
    ways = engine.payer.payments(row, seat, number)
    coins = row[seat + (PURSE if ask.kind == "last" else COINS)]
    if ways:
        cheapest = sum(parts_of(ways[0]))
        return "" if cheapest <= coins else f"the cheapest way to pay costs {cheapest} coins, and there are {coins}"
    missing = [
        f"{short} of {' or '.join(names)}"
        for names, short in engine.payer.shortfalls(row, seat, number, engine.tables.resources)
    ]
    return "neither the city nor what its neighbours sell covers " + " and ".join(missing)
