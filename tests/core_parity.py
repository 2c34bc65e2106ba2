"""Play the same game on today's engine and on the core, decision by decision, and compare all that
can be chosen, all that seats hold, and the points.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from stele.runtime import Game, Rules
from stele.runtime import row as old
from stele.runtime.core import cells as new
from stele.runtime.core import games, guest, piles
from stele.runtime.core.scoring import total, winners
from stele.runtime.core.tables import Core
from stele.runtime.decide import Meaning

MANNERS = {0: "paid", new.BY_CHAIN: "chain", new.BY_PERMIT: "permit"}
FIELDS = ("action", "card", "manner", "bank", "left", "right", "units", "free", "rider")
Said = tuple[Any, ...]


class Pair:
    """One game on both engines."""

    def __init__(self, rules: Rules, module: ModuleType, players: int, seed: int) -> None:
        self.rules, self.module, self.seed = rules, module, seed
        self.core: Any = module.RULES
        self.shuffled = [0, 0]
        self.roll = random.Random(seed).random
        with self.same_cards():
            self.game: Game = rules.new_game(players, seed)
            self.players = self.game.row[old.PLAYERS]
            self.row = module.START.rows[self.players][:]
            self.seats = self.core.seats[self.players]
            self.old_seats = rules.engine.seats[self.players]
            for mine, theirs in zip(self.seats, self.old_seats, strict=True):
                self.row[mine + new.SIDE] = self.game.row[theirs + old.SIDE]
            games.set_up(self.core, module.START, self.row)

    @contextmanager
    def same_cards(self) -> Iterator[None]:
        """Let both engines shuffle alike: by a hash of each card and of how often was shuffled."""
        engine = self.rules.engine

        def old_shuffle(_: old.Row, cards: list[int]) -> None:
            self.shuffled[0] += 1
            kinds = {card: (engine.card_of[card], card - engine.first[engine.card_of[card]]) for card in cards}
            cards.sort(key=lambda card: self.place(kinds[card], self.shuffled[0]))

        def new_shuffle(_: old.Row, cards: list[int], number: int) -> None:
            self.shuffled[1] += 1
            kinds = {card: (self.core.kind[card], card - self.module.FIRST[self.core.kind[card]]) for card in cards}
            cards[:number] = sorted(cards[:number], key=lambda card: self.place(kinds[card], self.shuffled[1]))

        def old_pick(_: old.Row, pile: list[int]) -> int:
            cards = pile[:]
            old_shuffle(_, cards)
            return cards[0]

        def new_pick(_: old.Row, pile: list[int], number: int) -> int:
            cards = pile[:number]
            new_shuffle(_, cards, number)
            return cards[0]

        pick, kept_pick = engine.pick, guest.picked
        engine.pick, guest.picked = old_pick, new_pick  # type: ignore[assignment]
        before = [module.shuffle for module in (piles, games)]
        kept, engine.shuffle = engine.shuffle, old_shuffle
        for module in (piles, games):
            module.shuffle = new_shuffle  # type: ignore[attr-defined]
        try:
            yield
        finally:
            engine.shuffle = kept
            engine.pick, guest.picked = pick, kept_pick
            for module, shuffle in zip((piles, games), before, strict=True):
                module.shuffle = shuffle  # type: ignore[attr-defined]

    def place(self, card: tuple[int, int], time: int) -> tuple[int, tuple[int, int]]:
        """Return where a card comes to lie."""
        state = self.seed
        for number in (time, *card):
            state = (state * 1_000_003 + number * 7919 + 12345) % 2_147_483_647
        return state, card

    def play(self) -> int:
        """Play to the end; return how many decisions were compared."""
        with self.same_cards():
            decisions = 0
            while (ask := self.game.pending()) is not None:
                pending = games.pending(self.core, self.module.ASKS, self.row)
                assert pending is not None
                assert self.shuffled[0] == self.shuffled[1]
                self.compare()
                number, options = pending
                assert number == ask.about
                theirs = {self.said_of(self.game.meaning(ask, option)): option for option in ask.options}
                mine = {self.meant(option, ask.kind): option for option in options}
                assert len(mine) == len(options)
                assert sorted(mine) == sorted(theirs), (
                    f"{sorted(mine.keys() - theirs.keys())} {sorted(theirs.keys() - mine.keys())}"
                )
                chosen = sorted(mine)[int(self.roll() * len(mine))]
                self.game.answer(ask, theirs[chosen])
                games.answer(self.core, self.row, number, mine[chosen])
                decisions += 1
            assert not games.advance(self.core, self.row)
            self.compare()
        players = len(self.game.totals())
        assert self.game.totals() == [total(self.core, self.row, seat) for seat in self.seats[:players]]
        best = winners(self.core, self.row)
        assert self.game.winners() == [number for number in range(players) if best >> number & 1]
        return decisions

    def said_of(self, meaning: Meaning) -> Said:
        """Return what an option of today's engine stands for."""
        return tuple(getattr(meaning, field) for field in FIELDS)

    def meant(self, option: int, kind: str) -> Said:
        """Return what an option of the core stands for."""
        card = option >> new.CARD & new.CARD_MASK
        bank, left, right = (option >> shift & new.PAY_MASK for shift in (0, new.TO_LEFT, new.TO_RIGHT))
        paid = bank, left, right
        units = option >> new.UNITS & new.UNITS_MASK
        free = bool(option & new.FREE_LEFT), bool(option & new.FREE_RIGHT)
        if card == new.NO_CARD:
            return "lose" if kind == "loss" else "decline", "", "paid", *paid, 0, (False, False), ""
        tables = self.rules.tables
        if kind == "demand":
            return "give", self.name_of(card), "paid", 0, 0, 0, 0, (False, False), ""
        rider = option >> new.RIDER & new.RIDER_MASK
        action = "take" if kind == "late" else tables.actions[option >> new.ACTION & new.ACTION_MASK].id
        assert option >> new.TOTAL & new.TOTAL_MASK == sum(paid)
        rides = tables.riders[rider - 1].id if rider else ""
        return action, self.name_of(card), MANNERS[option >> new.MANNER & new.MANNER_MASK], *paid, units, free, rides

    def name_of(self, code: int) -> str:
        """Return what today's engine calls something: a card, what is chosen on a stage, tokens."""
        engine, core = self.rules.engine, self.core
        assert isinstance(core, Core)
        if code < len(core.kind):
            return self.rules.tables.cards[core.kind[code]].id
        if code >= core.first_bundle:
            return engine.code_name(engine.first_bundle + code - core.first_bundle)
        return engine.code_name(engine.first_own + code - len(core.kind))

    def compare(self) -> None:
        """Compare what all seats hold, and what lies on the table."""
        tables = self.rules.tables
        for mine, theirs in zip(self.seats, self.old_seats, strict=True):
            for one, other in ((new.COINS, old.COINS), (new.STAGES, old.STAGES), (new.PURSE, old.PURSE)):
                assert self.row[mine + one] == self.game.row[theirs + other]
            for token, cell in zip(tables.tokens, self.core.token_cells, strict=True):
                assert self.row[mine + cell] == self.game.row[theirs + token.cell]
        for mine_zone, zone in zip(self.module.TABLES.zones, tables.zones, strict=True):
            owners = zip(self.seats, self.old_seats, strict=True) if zone.of_seat else [(0, 0)]
            for mine, theirs in owners:
                there = self.game.row[theirs + zone.cell]
                cards = old.unpacked(there) if zone.is_sequence else list(old.bits(there))
                # Which of two copies was taken makes no difference.
                kinds = sorted(self.rules.engine.card_of[card] for card in cards)
                assert self.kinds(mine + mine_zone.cell, zone.is_sequence) == kinds, zone.id

    def kinds(self, cell: int, is_sequence: bool) -> list[int]:
        """Return what lies in a zone of the core."""
        kind = self.core.kind
        if is_sequence:
            return sorted(kind[card - 1] for card in self.row[cell : cell + self.core.slots] if card)
        return sorted(
            kind[word << new.WORD | place]
            for word in range(self.core.words)
            for place in old.bits(self.row[cell + word])
        )
