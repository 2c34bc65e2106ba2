"""Play the same game on today's engine and on the core, decision by decision, and compare all that
can be chosen, all that seats hold, and the points: `make parity`.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from stele.compiler.driver.build import load
from stele.compiler.driver.native import core_text
from stele.runtime import Game, Rules, entering
from stele.runtime import row as old
from stele.runtime.core import boards, games, guest, piles
from stele.runtime.core import cells as new
from stele.runtime.core.far import far_way, payees
from stele.runtime.core.riders import far_market
from stele.runtime.core.scoring import total, winners
from stele.runtime.core.swaps import owner_of
from stele.runtime.core.tables import Core
from stele.runtime.decide import Meaning
from tests.soak import table_with

MANNERS = {
    0: "paid",
    new.BY_CHAIN: "chain",
    new.BY_PERMIT: "permit",
    new.BY_NEAR_CHAIN: "neighbour",
    new.TO_MANY: "paid",
}
FIELDS = (
    "action",
    "card",
    "manner",
    "bank",
    "left",
    "right",
    "units",
    "free",
    "rider",
    "others",
    "stage",
    "gives",
    "seat",
)
Said = tuple[Any, ...]


class Pair:
    """One game on both engines."""

    def __init__(
        self,
        rules: Rules,
        module: ModuleType,
        players: int,
        seed: int,
        on: Sequence[tuple[str, str]] | None = None,
    ) -> None:
        self.rules, self.module, self.seed = rules, module, seed
        self.core: Any = module.RULES
        self.shuffled = [0, 0]
        self.roll = random.Random(seed).random
        with self.same_cards():
            self.game: Game = rules.new_game(players, seed, on)
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

        def by_place(board: int) -> tuple[int, tuple[int, int]]:
            return self.place((board, 0), 0)

        def old_boards(_: old.Row, listed: list[int]) -> None:
            listed.sort(key=by_place)

        def new_boards(_: old.Row, listed: list[int], number: int) -> None:
            listed[:number] = sorted(listed[:number], key=by_place)

        with ExitStack() as stack:
            for target, name, instead in (
                (engine, "shuffle", old_shuffle),
                (engine, "pick", old_pick),
                (entering, "shuffle", old_boards),
                (piles, "shuffle", new_shuffle),
                (guest, "picked", new_pick),
                (boards, "shuffle", new_boards),
            ):
                stack.enter_context(patch.object(target, name, instead))
            yield

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
                mine = {self.meant(option, ask.kind, ask.play, number): option for option in options}
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

    def meant(self, option: int, kind: str, play: int, number: int) -> Said:
        """Return what an option of the core stands for."""
        card = option >> new.CARD & new.CARD_MASK
        manner = option >> new.MANNER & new.MANNER_MASK
        tables, seat = self.rules.tables, self.seats[number]
        said: dict[str, Any] = dict.fromkeys(FIELDS, "")
        said |= {"manner": "paid", "bank": 0, "left": 0, "right": 0, "units": 0, "free": (False, False)}
        said |= {"others": (), "stage": 0, "seat": -1}
        late = self.rules.engine.lates[play].kind if kind == "late" else ""
        if card == new.NO_CARD:
            said |= {"action": "lose" if kind == "loss" else "decline", "bank": option & new.PAY_MASK}
        elif late == "exchange":
            said["action"] = "exchange"
        elif late in ("seat", "player"):
            said |= {"action": "move" if late == "seat" else "swap", "seat": card}
        elif late == "swap":
            owner = self.row[owner_of(self.core, self.row, card) + new.NUMBER]
            gives = self.name_of(option & new.CARD_MASK)
            said |= {"action": "swap", "card": self.name_of(card), "seat": owner, "gives": gives}
        elif late == "board":
            face = tables.sides[card]
            said |= {"action": "take", "card": f"{face.board}-{face.side}"}
        elif kind == "demand":
            said |= {"action": "give", "card": self.name_of(card)}
        else:
            if manner == new.TO_MANY:
                market = far_market(self.core, self.row, seat, option)
                way = option & (1 << new.TOTAL) - 1
                said["others"] = tuple(payees(self.core, self.row, market, way))
                option = option >> new.TOTAL << new.TOTAL | far_way(market, way)
            paid = [option >> shift & new.PAY_MASK for shift in (0, new.TO_LEFT, new.TO_RIGHT)]
            said |= dict(zip(("bank", "left", "right"), paid, strict=True))
            rider = option >> new.RIDER & new.RIDER_MASK
            action = tables.actions[option >> new.ACTION & new.ACTION_MASK].id
            said["action"] = "take" if kind == "late" else action
            units = option >> new.UNITS & new.UNITS_MASK
            said |= {"card": self.name_of(card), "manner": MANNERS[manner], "units": units}
            said["free"] = bool(option & new.FREE_LEFT), bool(option & new.FREE_RIGHT)
            said["rider"] = tables.riders[rider - 1].id if rider else ""
            said["stage"] = option >> new.STAGE & new.STAGE_MASK
        return tuple(said.values())

    def name_of(self, code: int) -> str:
        """Return what today's engine calls something: a card, what is chosen on a stage, tokens."""
        engine, core = self.rules.engine, self.core
        assert isinstance(core, Core)
        if code < len(core.kind):
            return self.rules.tables.cards[core.kind[code]].id
        if code >= core.first_bundle:
            return engine.code_name(engine.first_bundle + code - core.first_bundle)
        first_stage = core.stage_codes or len(core.kind)
        stages = len(core.stage_entry) if core.stage_codes else 0
        if code < first_stage + stages:
            side = next(s for s in range(len(core.stage_from) - 1) if code - first_stage < core.stage_from[s + 1])
            return f"{self.rules.tables.sides[side].board}-stage-{code - first_stage - core.stage_from[side] + 1}"
        return engine.code_name(engine.first_own + code - first_stage - stages)

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


def opened(file: Path, expansions: Sequence[str], variant: str = "") -> ModuleType:
    """Write a rule set for the core, and open it."""
    functions, tables = core_text(expansions, variant)
    file.write_text(f"{functions}\n\n{tables}", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Compare games of one set for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("expansions", nargs="+")
    parser.add_argument("--variant", default="")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--boards", nargs="*", default=[], help="half of each table has one of these")
    options = parser.parse_args()
    rules = load(*options.expansions, variant=options.variant)
    decisions = games_played = 0
    with tempfile.TemporaryDirectory() as folder:
        module = opened(Path(folder) / "core_rules.py", options.expansions, options.variant)
        for seed in range(options.games):
            for players in rules.tables.numbers:
                on = table_with(rules, players, seed, options.boards) if options.boards else None
                try:
                    decisions += Pair(rules, module, players, seed, on).play()
                except BaseException as problem:
                    problem.add_note(f"{players} players, seed {seed}, boards {on or 'as they are dealt'}")
                    raise
                games_played += 1
    print(f"{' + '.join(options.expansions)} {options.variant}: {games_played} games, {decisions} decisions alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
