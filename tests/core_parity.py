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

from stele.runtime.core import boards, games, guest, piles, sharing
from stele.runtime.core import cells as new

from stele.compiler.driver.build import load
from stele.compiler.driver.native import core_text
from stele.runtime import Game, Rules, entering
from stele.runtime import places as old_places
from stele.runtime import row as old
from stele.runtime.game import Game as CoreGame
from stele.runtime.ruleset import Tables
from tests.soak import table_with

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
            self.mine = CoreGame(module.GAME, self.row)

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
                (old_places, "shuffle", old_boards),
                (sharing, "shuffle", new_boards),
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
                pending = self.mine.pending()
                assert pending is not None
                assert self.shuffled[0] == self.shuffled[1]
                self.compare()
                assert (pending.kind, pending.seat, pending.about) == (ask.kind, ask.seat, ask.about)
                theirs = {repr(self.game.meaning(ask, option)): option for option in ask.options}
                mine = {repr(self.mine.meaning(pending, option)): option for option in pending.options}
                assert len(mine) == len(pending.options)
                assert sorted(mine) == sorted(theirs), (
                    f"{sorted(mine.keys() - theirs.keys())} {sorted(theirs.keys() - mine.keys())}"
                )
                chosen = self.chosen(sorted(mine))
                self.game.answer(ask, theirs[chosen])
                self.mine.answer(pending, mine[chosen])
                decisions += 1
            assert self.mine.pending() is None
            self.compare()
            self.compare_ends()
        return decisions

    def chosen(self, meanings: list[str]) -> str:
        """Return one of some meanings; in every other game rather one at a place that neighbours
        share, so that somebody leads by more cards than usual.
        """
        there = [one for one in meanings if "at=''" not in one]
        if self.seed % 2 and there and self.roll() < 0.8:
            meanings = there
        return meanings[int(self.roll() * len(meanings))]

    def compare_ends(self) -> None:
        """Compare points with all their leaves, who has won, and what can be seen."""
        totals = self.game.totals()
        assert totals == self.mine.totals()
        assert self.game.winners() == self.mine.winners()
        for theirs, mine in zip(self.game.scores(), self.mine.scores(), strict=True):
            assert (mine.total, mine.lines) == (theirs.total, theirs.lines)
            places = [(leaf.line, leaf.item, leaf.clause, leaf.points) for leaf in theirs.leaves]
            assert sorted((leaf.line, leaf.item, leaf.clause, leaf.points) for leaf in mine.leaves) == sorted(places)
        for seat in range(self.players):
            view, own = self.game.view(seat), self.mine.view(seat)
            for listed in (view, own):
                for one in listed["seats"]:
                    one["zones"] = {zone: ordered(cards) for zone, cards in one["zones"].items()}
                    one["copies"], one["turned-up"] = sorted(one["copies"]), sorted(one["turned-up"])
                    one["with-coins"] = sorted(one["with-coins"])
                listed["table"] = {zone: ordered(cards) for zone, cards in listed["table"].items()}
            assert view == own

    def compare(self) -> None:
        """Compare what all seats hold, and what lies on the table."""
        tables = self.rules.tables
        for mine, theirs in zip(self.seats, self.old_seats, strict=True):
            for one, other in ((new.COINS, old.COINS), (new.STAGES, old.STAGES), (new.PURSE, old.PURSE)):
                assert self.row[mine + one] == self.game.row[theirs + other]
            for one, other in zip(lanes_of(self.module.TABLES), lanes_of(tables), strict=True):
                assert new.count(self.core, self.row, mine, one) == old.count(self.game.row, theirs, other)
            for token, cell in zip(tables.tokens, self.core.token_cells, strict=True):
                assert self.row[mine + cell] == self.game.row[theirs + token.cell]
            self.compare_places(mine, theirs)
        for mine_zone, zone in zip(self.module.TABLES.zones, tables.zones, strict=True):
            owners = zip(self.seats, self.old_seats, strict=True) if zone.of_seat else [(0, 0)]
            for mine, theirs in owners:
                there = self.game.row[theirs + zone.cell]
                cards = old.unpacked(there) if zone.is_sequence else list(old.bits(there))
                # Which of two copies was taken makes no difference.
                kinds = sorted(self.rules.engine.card_of[card] for card in cards)
                assert self.kinds(mine + mine_zone.cell, zone.is_sequence) == kinds, zone.id

    def compare_places(self, mine: int, theirs: int) -> None:
        """Compare what a seat has at places: who leads, what fits, what is opened."""
        for place, other in zip(self.module.TABLES.places, self.rules.tables.places, strict=True):
            first, other_first = mine + place.cell, theirs + other.cell
            levels = self.game.row[other_first : other_first + old.OPENED]
            assert self.row[first : first + new.OPENED] == levels, place.id
            for side in range(4):  # what may be chained there, on each side, then what fits there
                cards = old.bits(self.game.row[other_first + old.OPENED + side])
                kinds = sorted(self.rules.engine.card_of[card] for card in cards)
                assert self.kinds(first + new.OPENED + side * self.core.words, False) == kinds, place.id

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


def lanes_of(tables: Tables) -> list[int]:
    """Return the lanes of all that is counted."""
    held = [*tables.permits, *tables.changes, *tables.triggers, *tables.instead, *tables.strengths, *tables.wares]
    named = [lane for _, lane in (*tables.colours, *tables.symbols)]
    further = [*tables.rebates, *tables.made_that, *tables.far_offers, *tables.windows, *tables.more_cards]
    return [*named, tables.stage_lane, tables.shield_lane, *(one.lane for one in (*held, *further))]  # type: ignore[attr-defined]


def ordered(cards: list[str] | int) -> list[str] | int:
    """Return cards in one order, or how many there are."""
    return cards if isinstance(cards, int) else sorted(cards)


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
