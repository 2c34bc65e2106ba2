"""Play the same game on today's engine and on the core, decision by decision, and compare all that
can be chosen, all that seats hold, and the points.
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

from stele.runtime import Game, Rules
from stele.runtime import row as old
from stele.runtime.core import cells as new
from stele.runtime.core import games
from stele.runtime.core.scoring import total, winners
from stele.runtime.decide import Meaning

MANNERS = {0: "paid", new.BY_CHAIN: "chain", new.BY_PERMIT: "permit"}
Said = tuple[str, str, str, int, int, int]


class Pair:
    """One game on both engines."""

    def __init__(self, rules: Rules, module: ModuleType, players: int, seed: int) -> None:
        self.rules, self.module = rules, module
        self.core: Any = module.RULES
        self.game: Game = rules.new_game(players, seed)
        self.players = players
        self.roll = random.Random(seed).random
        self.row = module.START.rows[players][:]
        self.seats = self.core.seats[players]
        self.old_seats = rules.engine.seats[players]
        for mine, theirs in zip(self.seats, self.old_seats, strict=True):
            self.row[mine + new.SIDE] = self.game.row[theirs + old.SIDE]
        games.set_up(self.core, module.START, self.row)
        self.dealt = 0

    def words(self, mask: int) -> list[int]:
        """Return cards of today's engine as words of the core."""
        engine, found = self.rules.engine, [0] * self.core.words
        for card in old.bits(mask):
            kind = engine.card_of[card]
            code = self.module.FIRST[kind] + card - engine.first[kind]
            found[code >> new.WORD] |= 1 << (code & new.PLACE_MASK)
        return found

    def deal_alike(self) -> None:
        """Give the seats of the core the cards that those of today's engine were dealt."""
        self.dealt = self.row[new.AGE]
        tables, words = self.rules.tables, self.core.words
        for number in range(len(tables.decks)):
            cell = self.core.decks + number * words
            self.row[cell : cell + words] = self.words(self.game.row[tables.deck_cell + number])
        hand = next(zone.cell for zone in tables.zones if zone.id == "hand")
        for mine, theirs in zip(self.seats, self.old_seats, strict=True):
            zone = mine + self.core.play_zone[0]
            self.row[zone : zone + words] = self.words(self.game.row[theirs + hand])

    def play(self) -> int:
        """Play to the end; return how many decisions were compared."""
        decisions = 0
        while (ask := self.game.pending()) is not None:
            assert games.advance(self.core, self.row)
            if self.row[new.AGE] != self.dealt:
                self.deal_alike()
            pending = games.pending(self.core, self.module.ASKS, self.row)
            assert pending is not None
            number, options = pending
            assert number == ask.seat
            theirs = {self.said_of(self.game.meaning(ask, option)): option for option in ask.options}
            mine = {self.meant(option, ask.kind): option for option in options}
            assert len(mine) == len(options)
            assert sorted(mine) == sorted(theirs), f"{sorted(mine.keys() ^ theirs.keys())}"
            chosen = sorted(mine)[int(self.roll() * len(mine))]
            self.game.answer(ask, theirs[chosen])
            games.answer(self.core, self.row, number, mine[chosen])
            self.compare()
            decisions += 1
        assert not games.advance(self.core, self.row)
        assert self.game.totals() == [total(self.core, self.row, seat) for seat in self.seats]
        best = winners(self.core, self.row)
        assert self.game.winners() == [number for number in range(self.players) if best >> number & 1]
        return decisions

    def said_of(self, meaning: Meaning) -> Said:
        """Return what an option of today's engine stands for."""
        return meaning.action, meaning.card, meaning.manner, meaning.bank, meaning.left, meaning.right

    def meant(self, option: int, kind: str) -> Said:
        """Return what an option of the core stands for."""
        card = option >> new.CARD & new.CARD_MASK
        bank, left, right = (option >> shift & new.PAY_MASK for shift in (0, new.TO_LEFT, new.TO_RIGHT))
        paid = bank, left, right
        if card == new.NO_CARD:
            return "decline", "", "paid", *paid
        tables = self.rules.tables
        action = "take" if kind == "late" else tables.actions[option >> new.ACTION & new.ACTION_MASK].id
        assert option >> new.TOTAL & 1023 == sum(paid)
        name = tables.cards[self.core.kind[card]].id
        return action, name, MANNERS[option >> new.MANNER & new.MANNER_MASK], *paid

    def compare(self) -> None:
        """Compare what all seats hold."""
        tables = self.rules.tables
        for mine, theirs in zip(self.seats, self.old_seats, strict=True):
            for one, other in ((new.COINS, old.COINS), (new.STAGES, old.STAGES)):
                assert self.row[mine + one] == self.game.row[theirs + other]
            for token, cell in zip(tables.tokens, self.core.token_cell, strict=True):
                assert self.row[mine + cell] == self.game.row[theirs + token.cell]
            engine, main = self.rules.engine, mine + self.core.main
            held = [
                self.core.kind[word << new.WORD | place]
                for word in range(self.core.words)
                for place in old.bits(self.row[main + word])
            ]
            # Which of two copies was taken makes no difference.
            assert sorted(held) == sorted(
                engine.card_of[card] for card in old.bits(self.game.row[theirs + engine.main])
            )
