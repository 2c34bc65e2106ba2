"""The new core beside today's engine: the same games, the same options, numbers of 63 bits."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stele.compiler.driver.native import core_text
from stele.runtime import Rules
from stele.runtime.core import cells, games
from stele.runtime.core.kernel import listed, options_of
from stele.runtime.core.scoring import total
from stele.runtime.core.terms import is_concerned
from tests.core_parity import Pair

SOME, ALL = range(8), range(8, 200)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return opened(tmp_path_factory.mktemp("core") / "core_base.py", "base")


def opened(file: Path, *expansions: str) -> ModuleType:
    """Write a rule set for the core, and open it."""
    functions, tables = core_text(expansions)
    file.write_text(f"{functions}\n\n{tables}", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_a_game_is_the_same_on_both_engines(base: ModuleType, load: Callable[..., Rules], players: int) -> None:
    for seed in SOME:
        assert Pair(load("base"), base, players, seed).play() > 18 * players - players


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_a_thousand_games_are_the_same_on_both_engines(
    base: ModuleType, load: Callable[..., Rules], players: int
) -> None:
    for seed in ALL:
        Pair(load("base"), base, players, seed).play()


@pytest.mark.parametrize("players", [3, 7])
def test_both_kernels_list_the_same_options_in_the_same_order(base: ModuleType, players: int) -> None:
    compared = 0
    for row, number in decisions(base, players, range(6)):
        if base.ASKS.kinds[row[cells.STEP]] == games.PLAY:
            seat = base.RULES.seats[players][number]
            assert listed(base.RULES, row, seat, 0, row[seat]) == options_of(base.RULES, row, seat, 0, row[seat])
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    "expansions",
    [
        pytest.param(("leaders", "cities"), id="with changed costs, units from elsewhere and rebates"),
        pytest.param(("edifice",), id="with riders and a part in two pieces"),
    ],
)
def test_both_kernels_list_the_same_options_of_seats_that_pay_otherwise(
    tmp_path: Path, expansions: tuple[str, ...]
) -> None:
    module = opened(tmp_path / f"core_{expansions[0]}.py", *expansions)
    rules, concerned = module.RULES, 0
    for row, number in decisions(module, 5, range(6)):
        step = row[cells.STEP]
        if module.ASKS.kinds[step] == games.PLAY:
            seat, play = rules.seats[5][number], module.ASKS.plays[step]
            assert listed(rules, row, seat, play, row[seat]) == options_of(rules, row, seat, play, row[seat])
            concerned += not rules.has_terms or is_concerned(rules, row, seat)
    assert concerned > 100


def decisions(module: ModuleType, players: int, seeds: range) -> Any:
    """Yield row and seat of every decision of random games."""
    for seed in seeds:
        roll = random.Random(seed).random
        row = games.new_row(module.RULES, module.START, players, seed)
        while (pending := games.pending(module.RULES, module.ASKS, row)) is not None:
            number, options = pending
            yield row, number
            games.answer(module.RULES, row, number, options[int(roll() * len(options))])


def test_every_cell_option_and_table_entry_fits_63_bits(base: ModuleType) -> None:
    for name, table in vars(base.RULES).items():
        rows = table if isinstance(table, list) and table and isinstance(table[0], list) else [table]
        for entries in rows:
            for entry in entries if isinstance(entries, list) else [entries]:
                assert not isinstance(entry, int) or -(2**63) <= entry < 2**63, name
    for players in (3, 7):
        for row, number in decisions(base, players, range(2)):
            assert all(0 <= cell < 2**62 for cell in row if cell != cells.END)
            options = games.pending(base.RULES, base.ASKS, row)
            assert options is not None
            assert options[0] == number
            assert all(0 <= option < 2**62 for option in options[1])


def test_games_of_one_rule_set_do_not_disturb_each_other(base: ModuleType) -> None:
    def play(seed: int) -> list[list[int]]:
        return games.play_many(base.RULES, base.ASKS, base.START, 4, [seed])

    alone = [play(seed) for seed in range(24)]
    rows = [games.new_row(base.RULES, base.START, 4, seed) for seed in range(4)]
    rolls = [cells.cells([0, cells.seeded(~seed & 0xFFFFFFFF)]) for seed in range(4)]
    going = {0, 1, 2, 3}
    while going:  # a decision of each in turn
        for index in sorted(going):
            row = rows[index]
            pending = games.pending(base.RULES, base.ASKS, row)
            if pending is None:
                going.remove(index)
            else:
                number, options = pending
                games.answer(base.RULES, row, number, options[cells.below(rolls[index], len(options))])
    for row, totals in zip(rows, alone, strict=False):
        assert [[total(base.RULES, row, seat) for seat in base.RULES.seats[4]]] == totals
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(24))) == alone
