"""What seats gain, lose and owe wherever a sentence may stand, as the reference sees it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.front import nodes as n
from tests.reference_acting import Acting
from tests.reference_events import Event
from tests.reference_late import Steps
from tests.reference_reacting import Reacting
from tests.reference_reading import Scene


@dataclass(frozen=True)
class Demand:
    """Coins that somebody loses when losses are settled."""

    scene: Scene
    sentence: n.Lose
    then: n.Clause | None


class Settling(Reacting):
    """A game in which anybody may gain and lose anything."""

    def acting_for(self, scene: Scene) -> Acting:
        """Return what reads how much a sentence comes to."""
        raise NotImplementedError

    # --- what is gained, lost and moved -----------------------------------------------------------

    def gain(self, seat: int, coins: int) -> bool:
        """Give a seat coins from the bank; tell whether there were any."""
        return self.gain_coins(seat, coins) > 0

    def gain_coins(self, seat: int, coins: int) -> int:
        """Give a seat coins from the bank, unless something else happens; return how many."""
        if coins > 0 and self.replaced(Event("instead coins", seat, pieces=coins)):
            return 0
        return self.give_coins(seat, coins)

    def give_coins(self, seat: int, coins: int) -> int:
        """Give a seat coins from the bank, whatever might happen instead; return how many."""
        self.table.cities[seat].coins += coins
        if coins > 0:
            self.raise_event(Event("coins", seat, pieces=coins))
        return coins

    def gain_kind(self, seat: int, kind: str, wanted: int) -> int:
        """Give a seat tokens of a kind, each unless something else happens; return how many."""
        number = wanted
        for _ in range(wanted):
            number -= self.replaced(Event("instead token", seat, what=kind))
        return self.give_kind(seat, kind, number)

    def give_kind(self, seat: int, kind: str, wanted: int) -> int:
        """Give a seat tokens, as many as there are, whatever might happen instead; return how
        many.
        """
        supply, cities = self.book.tokens[kind].supply, self.table.cities
        left = wanted if supply is None else min(wanted, supply - sum(city.tokens[kind] for city in cities))
        cities[seat].tokens[kind] += left
        if left > 0:
            self.raise_event(Event("token", seat, what=kind, pieces=left))
        return left

    def move_things(self, giver: int, taker: int, kind: str, wanted: int) -> int:
        """Move coins or tokens from one seat to another, as many as there are; return how many."""
        one, other = self.table.cities[giver], self.table.cities[taker]
        has = one.tokens[kind] if kind else one.coins
        moved = max(0, min(wanted, has))
        if giver == taker or not moved:
            return 0
        if kind:
            one.tokens[kind] -= moved
            other.tokens[kind] += moved
            self.raise_event(Event("token", taker, what=kind, pieces=moved))
            return moved
        one.coins -= moved
        one.purse = min(one.purse, one.coins)
        other.coins += moved
        self.raise_event(Event("lose coins", giver, pieces=moved))
        self.raise_event(Event("coins", taker, pieces=moved, source="seat"))
        return moved

    # --- losses -----------------------------------------------------------------------------------

    def demand(self, seat: int, scene: Scene, sentence: n.Lose, then: n.Clause | None) -> bool:
        """Demand coins of a seat, unless something else happens; tell whether they are demanded."""
        demand = Demand(replace(scene), sentence, then)
        coins = self.owed(seat, demand)
        if coins > 0 and self.replaced(Event("instead lose coins", seat, pieces=coins, other=scene.me)):
            return False
        self.table.cities[seat].due.append((demand, scene.me))  # type: ignore[arg-type]
        return True

    def owed(self, seat: int, demand: Demand) -> int:
        """Return how many coins one demand takes of a seat if it is settled now."""
        acting = self.acting_for(replace(demand.scene))
        loss = demand.sentence.loss
        assert not isinstance(loss, n.AllTokens)
        return acting.number(loss, demand.sentence.per, seat)

    def settle_losses(self) -> Steps:
        """Settle what was demanded: all of it is read, then all pay together, as much as they
        have.
        """
        taken: list[tuple[tuple[int, int, int], Demand, int]] = []
        paid: dict[int, int] = {}
        for seat, city in enumerate(self.table.cities):
            city.due = [] if city.absent else city.due
            left, before = city.coins, Counter[tuple[int, int]]()
            demands: list[Any] = [demand for demand, _ in city.due]
            for demand in demands:
                coins = min(left, self.owed(seat, demand))
                left -= coins
                place = (self.book.number.get(demand.scene.item, 0), demand.scene.me)
                taken.append(((*place, before[place]), demand, coins))
                before[place] += 1
            paid[seat] = city.coins - left
        if not taken:
            return
        for seat, coins in paid.items():
            self.table.cities[seat].due = []
            self.table.cities[seat].coins -= coins
            if coins > 0:
                self.raise_event(Event("lose coins", seat, pieces=coins))
        for key in sorted({key for key, _, _ in taken}):
            alike = [(demand, coins) for one, demand, coins in taken if one == key]
            many, demand = sum(coins for _, coins in alike), alike[0][0]
            if many and demand.then is not None:
                self.begin(replace(demand.scene, many=many), demand.then)
        self.end_batch()
        yield from ()
