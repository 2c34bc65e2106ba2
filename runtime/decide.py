"""Decisions as data: who must decide what, and what each option means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stele.runtime.engine import Engine
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    FROM_BANK,
    FROM_BANK_MASK,
    MANNER,
    MANNER_MASK,
    NO_CARD,
    PAYEES,
    RIDER,
    RIDER_MASK,
    STAGE,
    STAGE_MASK,
)
from stele.runtime.pay import PAY_BITS, PAY_MASK, TOTAL, parts_of
from stele.runtime.row import BLOCKED, CHAINED, COINS, PLAYERS, PURSE, Row


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


def meaning(engine: Engine, row: Row, ask: Ask, option: int) -> Meaning:
    """Say what an option stands for."""
    card = option >> CARD & CARD_MASK
    if card == NO_CARD:
        paid = parts_of(option)
        return Meaning("lose" if ask.kind == "loss" else "decline", "", "paid", *paid)
    late = engine.lates[ask.play].kind if ask.kind == "late" else ""
    if late == "exchange":
        return Meaning("exchange", "", "paid", 0, 0, 0)
    if late == "seat":
        return Meaning("move", "", "paid", 0, 0, 0, seat=card)
    if late == "player":
        return Meaning("swap", "", "paid", 0, 0, 0, seat=card)
    if late == "swap":
        gives, owner = engine.code_name(option & CARD_MASK), engine.number_of_owner(row, card)
        return Meaning("swap", engine.code_name(card), "paid", 0, 0, 0, seat=owner, gives=gives)
    if late == "board":
        face = engine.sides[card]
        return Meaning("take", f"{face.board}-{face.side}", "paid", 0, 0, 0)
    if late == "turn":
        side = engine.kinds[ask.play - engine.first_turning].table.sides[card]
        return Meaning("take", f"{side.board}-{side.side}", "paid", 0, 0, 0)
    name = engine.code_name(card)
    if ask.kind == "demand":
        return Meaning("give", name, "paid", 0, 0, 0)
    there = engine.tables.actions[option >> ACTION & ACTION_MASK]
    at = engine.tables.zones[there.to].id if there.place >= 0 else ""
    free = bool(option & FREE_LEFT), bool(option & FREE_RIGHT)
    units = option >> FROM_BANK & FROM_BANK_MASK
    others = tuple(
        (number, coins)
        for number in range(engine.tables.most)
        if (coins := option >> PAYEES + PAY_BITS * number & PAY_MASK)
    )
    if ask.kind == "late":
        return Meaning("take", name, "paid", *parts_of(option), "", units, -1, free, others, at)
    manner = {BY_CHAIN: "chain", BY_PERMIT: "permit", BY_NEAR_CHAIN: "neighbour"}.get(
        option >> MANNER & MANNER_MASK, "paid"
    )
    action = there if there.base < 0 else engine.tables.actions[there.base]
    rider = option >> RIDER & RIDER_MASK
    rides = engine.tables.riders[rider - 1].id if rider else ""
    stage = option >> STAGE & STAGE_MASK
    return Meaning(action.id, name, manner, *parts_of(option), rides, units, -1, free, others, at, stage)


def why_not(engine: Engine, row: Row, ask: Ask, card: int) -> str:
    """Say why a card cannot be paid for now, or nothing if it can."""
    seat = engine.seats[row[PLAYERS]][ask.about]
    definition = engine.tables.cards[engine.card_of[card]]
    if row[seat + BLOCKED] >> card & 1:
        return f"{definition.name} or its twin is already in the city"
    if row[seat + CHAINED] >> card & 1:
        return ""
    ways = engine.terms.card_ways(row, seat, card, action_paying(engine, ask, "card"))
    return unpayable(engine, row, ask, engine.cost[card], ways)


def why_no_stage(engine: Engine, row: Row, ask: Ask, number: int) -> str:
    """Say why a stage cannot be paid for now, by the number of its cost, or nothing if it can."""
    seat = engine.seats[row[PLAYERS]][ask.about]
    ways = engine.terms.stage_ways(row, seat, number, action_paying(engine, ask, "stage"))
    return unpayable(engine, row, ask, number, ways)


def action_paying(engine: Engine, ask: Ask, pays: str) -> int:
    """Return the action of a play step that pays for a card or a stage."""
    actions = engine.tables.plays[ask.play].actions
    return next((number for number in actions if engine.tables.actions[number].pays == pays), -1)


def unpayable(engine: Engine, row: Row, ask: Ask, number: int, ways: list[int]) -> str:
    """Say why none of the ways to pay a cost will do, or nothing if one does."""
    seat = engine.seats[row[PLAYERS]][ask.about]
    coins = row[seat + (PURSE if ask.kind == "last" else COINS)]
    if ways:
        cheapest = ways[0] >> TOTAL & PAY_MASK
        there = f"there is {coins}" if coins == 1 else f"there are {coins}"
        price = f"{cheapest} coin{'' if cheapest == 1 else 's'}"
        return "" if cheapest <= coins else f"the cheapest way to pay costs {price}, and {there}"
    missing = [
        f"{short} of {' or '.join(names)}"
        for names, short in engine.payer.shortfalls(row, seat, number, engine.tables.resources)
    ]
    return "neither the city nor what its neighbours sell covers " + " and ".join(missing)
