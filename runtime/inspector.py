"""Look into the row of a game for people and tests: which cards lie where, which stages are open,
and why something cannot be paid for.

Plain functions over the rules and a row; a seat is given by the offset of its cells, a card by the
code of its copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from stele.runtime.effects.entering import built_stage, is_built, is_free_to_order
from stele.runtime.effects.losses import OWED
from stele.runtime.payment.instead import all_ways, payable
from stele.runtime.payment.market_ways import payees
from stele.runtime.payment.payment import lacks
from stele.runtime.payment.purchases import STRIDE
from stele.runtime.payment.terms import adjusted, as_printed, is_concerned, means_of
from stele.runtime.state.cells import (
    ACTION,
    CARD_MASK,
    COINS,
    COPY_LINE,
    FIRST,
    LANE_MASK,
    LANE_SHIFT,
    LINE_MASK,
    MOST_HELD,
    PAY_MASK,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    SIDE,
    STAGES,
    TO_LEFT,
    TO_RIGHT,
    TOTAL_MASK,
    WORD,
    WORD_CARDS,
    zeros,
)
from stele.runtime.table.places import is_idle
from stele.runtime.turn.kernel import ways

if TYPE_CHECKING:
    from stele.runtime.decide import Ask
    from stele.runtime.names import Names
    from stele.runtime.ruleset import Zone
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_WAYS = 2048  # for which there is room


# --- cards ----------------------------------------------------------------------------------------


def codes_by_card(rules: Names) -> dict[str, list[int]]:
    """Return the codes of all copies of each card, by its id."""
    found: dict[str, list[int]] = {card.id: [] for card in rules.tables.cards}
    for code, kind in enumerate(rules.core.kind):
        if kind >= 0:
            found[rules.tables.cards[kind].id].append(code)
    return found


def cards_at(core: Core, row: Row, first: int) -> list[int]:
    """Return the cards that lie in some cells, given by the first of them, as they are defined."""
    words = ((word << WORD, row[first + word]) for word in range(core.words))
    codes = [start + place for start, cards in words if cards for place in range(WORD_CARDS) if cards >> place & 1]
    return sorted(codes, key=lambda code: (core.kind[code], code))


def cards_in(rules: Names, row: Row, zone: Zone, seat: int = 0) -> list[int]:
    """Return the cards of a zone: as they were laid there if it has an order, else as they are
    defined.
    """
    core, first = rules.core, seat + zone.cell if zone.of_seat else zone.cell
    if zone.is_sequence:
        return [row[first + slot] - 1 for slot in range(core.slots) if row[first + slot]]
    return cards_at(core, row, first)


def cards_of_deck(rules: Names, row: Row, deck: int) -> list[int]:
    """Return the cards that are left in a deck."""
    return cards_at(rules.core, row, rules.core.decks + deck * rules.core.words)


def is_in(core: Core, row: Row, first: int, code: int) -> bool:
    """Tell whether a card is among those in some cells, given by the first of them."""
    return bool(row[first + (code >> WORD)] >> (code & PLACE_MASK) & 1)


def hand_of(rules: Names, row: Row, ask: Ask) -> list[int]:
    """Return the cards from which a seat chooses; none if a decision is about something else. A
    guest plays from the hand of its guide.
    """
    if ask.kind in ("late", "loss", "demand"):
        return []
    zone = rules.tables.zones[rules.tables.plays[ask.play].zone]
    return cards_in(rules, row, zone, rules.core.seats[row[PLAYERS]][ask.seat])


def copies_of(core: Core, row: Row, seat: int) -> list[tuple[int, int]]:
    """Return (what, line) of all that holds for a seat though it lies elsewhere."""
    held = [row[seat + core.copies + slot] for slot in range(core.copy_slots)]
    served = [one - 1 for one in held if one and not is_idle(core, row, seat, one)]
    return [(one & CARD_MASK, one >> COPY_LINE & LINE_MASK) for one in served]


def losses_of(core: Core, row: Row, seat: int) -> list[int]:
    """Return the losses that a seat has to settle."""
    owed = [row[seat + core.due + slot] for slot in range(core.due_slots)]
    return [one - 1 >> OWED for one in owed if one]


def positions_of(rules: Names, row: Row, seat: int | None = None) -> dict[str, Any]:
    """Return where the tracks and markers of a seat, or of the table, stand, nothing of kinds that
    there are not; and of the table who is the first player.
    """
    found: dict[str, Any] = {"first": row[FIRST]} if seat is None else {}
    for one in rules.tables.positions:
        if one.of_seat == (seat is not None):
            at = row[one.cell + (seat or 0)]
            found.setdefault(f"{one.kind}s", {})[one.id] = one.faces[at][0] if one.faces else at
    return found


def times_used(core: Core, row: Row, seat: int, lane: int) -> int:
    """Return how often a seat has used something with a limit."""
    return row[seat + core.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


# --- stages ---------------------------------------------------------------------------------------


def stages_built(core: Core, row: Row, seat: int) -> list[int]:
    """Return the stages that a seat has built, as they were built."""
    return [built_stage(core, row, seat, number) for number in range(row[seat + STAGES])]


def has_choice_of_stages(core: Core, row: Row, seat: int) -> bool:
    """Tell whether a seat may build its stages in any order."""
    return core.has_order and is_free_to_order(core, row, seat)


def open_stages(core: Core, row: Row, seat: int) -> list[int]:
    """Return the stages that a seat could build next."""
    side = row[seat + SIDE]
    stages = range(core.stage_from[side + 1] - core.stage_from[side])
    left = [stage for stage in stages if not is_built(core, row, seat, stage)]
    return left if has_choice_of_stages(core, row, seat) else left[:1]


# --- payments -------------------------------------------------------------------------------------


class Payment(NamedTuple):
    """One way to pay: coins to the bank and the neighbours, and to others by their numbers."""

    bank: int
    left: int
    right: int
    others: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """Return all coins paid."""
        return self.bank + self.left + self.right + sum(coins for _, coins in self.others)


def ways_for_card(rules: Names, row: Row, seat: int, code: int, play: int) -> list[Payment]:
    """Return all ways to pay for a card in a play step, whatever coins there are."""
    core = rules.core
    return payments(core, row, seat, core.cost[code], core.price_kind[code], core.play_build[play] >> ACTION)


def ways_for_stage(rules: Names, row: Row, seat: int, stage: int, play: int) -> list[Payment]:
    """Return all ways to pay for a stage in a play step, whatever coins there are."""
    core = rules.core
    return payments(core, row, seat, cost_of_stage(core, row, seat, stage), -1, core.play_stage[play] >> ACTION)


def cost_of_stage(core: Core, row: Row, seat: int, stage: int) -> int:
    """Return the number of what a stage of a seat's board costs."""
    return core.stage_cost[core.stage_from[row[seat + SIDE]] + stage]


def payments(core: Core, row: Row, seat: int, cost: int, kind: int, action: int) -> list[Payment]:
    """Return all ways to pay a cost, given by its number, that no other way beats: of a card of
    this kind, or of a stage (-1), used for an action.
    """
    out = zeros(MOST_WAYS)
    if not (core.has_terms and is_concerned(core, row, seat)):
        return [payment(out[i]) for i in range(ways(core, row, out, 0, seat, cost, 0, TOTAL_MASK))]
    means, price = means_of(core, row, seat), adjusted(core, row, seat, cost, max(kind, 0), kind < 0, action)
    if means.is_plain and price == as_printed(core, cost):
        return [payment(out[i]) for i in range(ways(core, row, out, 0, seat, cost, 0, TOTAL_MASK))]
    if not means.is_far:
        return [payment(out[i]) for i in range(payable(core, row, out, 0, seat, cost, price, means, 0, TOTAL_MASK))]
    market = all_ways(core, row, seat, cost, price, means, MOST_HELD)
    found = []
    for way in range(market.count):
        bank, _, left, right = market.ways[way * STRIDE : way * STRIDE + 4]
        found.append(Payment(bank, left, right, tuple(payees(core, row, market, way))))
    return found


def payment(option: int) -> Payment:
    """Return what an option pays to the bank and the neighbours."""
    return Payment(option & PAY_MASK, option >> TO_LEFT & PAY_MASK, option >> TO_RIGHT & PAY_MASK)


def shortfalls(rules: Names, row: Row, seat: int, cost: int) -> Iterator[tuple[list[str], int]]:
    """Yield (goods, units) of a cost that neither own production nor what is for sale covers."""
    core, resources = rules.core, rules.tables.resources
    units = core.cost_goods[cost * core.resources : (cost + 1) * core.resources]
    for part in range(core.parts):
        if short := lacks(core, row, seat + core.with_both, part, cost):
            goods = [name for good, name in enumerate(resources) if units[good] and core.good_part[good] == part]
            yield goods, short


# --- why not --------------------------------------------------------------------------------------


def why_not(rules: Names, row: Row, ask: Ask, code: int) -> str:
    """Say why a card cannot be paid for at a decision, or nothing if it can."""
    core, seat = rules.core, rules.core.seats[row[PLAYERS]][ask.about]
    if is_in(core, row, seat + core.blocked, code):
        return f"{rules.code_title(code)} or its twin is already in the city"
    if is_in(core, row, seat + core.chained, code):
        return ""
    return unpayable(rules, row, ask, core.cost[code], ways_for_card(rules, row, seat, code, ask.play))


def why_no_stage(rules: Names, row: Row, ask: Ask, stage: int) -> str:
    """Say why a stage of the board cannot be paid for at a decision, or nothing if it can."""
    seat = rules.core.seats[row[PLAYERS]][ask.about]
    cost = cost_of_stage(rules.core, row, seat, stage)
    return unpayable(rules, row, ask, cost, ways_for_stage(rules, row, seat, stage, ask.play))


def unpayable(rules: Names, row: Row, ask: Ask, cost: int, ways: list[Payment]) -> str:
    """Say why none of the ways to pay a cost will do, or nothing if one does."""
    seat = rules.core.seats[row[PLAYERS]][ask.about]
    coins = row[seat + (PURSE if ask.kind == "last" else COINS)]
    if ways:
        cheapest = min(way.total for way in ways)
        there = f"there is {coins}" if coins == 1 else f"there are {coins}"
        price = f"{cheapest} coin{'' if cheapest == 1 else 's'}"
        return "" if cheapest <= coins else f"the cheapest way to pay costs {price}, and {there}"
    missing = [f"{short} of {' or '.join(goods)}" for goods, short in shortfalls(rules, row, seat, cost)]
    return "neither the city nor what its neighbours sell covers " + " and ".join(missing)


def holder_of(rules: Names, row: Row, card: int) -> int:
    """Return the number of the seat that has a card in one of its zones, or -1."""
    word = card >> WORD
    for number, seat in enumerate(rules.core.seats[row[PLAYERS]]):
        for zone in rules.tables.zones:
            if zone.of_seat and not zone.is_sequence and row[seat + zone.cell + word] >> (card & PLACE_MASK) & 1:
                return number
    return -1
