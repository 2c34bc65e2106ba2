"""The new core beside today's engine: the same games, the same options, numbers of 63 bits."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stele.compiler.driver.build import load as built
from stele.compiler.driver.native import write_sources
from stele.runtime import Rules
from stele.runtime.core import cells, games
from stele.runtime.core.kernel import listed, options_of
from stele.runtime.core.scoring import total
from tests.core_parity import Pair, opened
from tests.soak import table_with

SOME, ALL = range(8), range(8, 200)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return opened(tmp_path_factory.mktemp("core") / "core_base.py", ["base"])


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


HARD = ("beiping", "citadels", "nomades", "temporal-paradox", "venezia", "yamato", "brigadoon")
SETS = [
    (("leaders",), "", ()),
    (("leaders", "cities"), "", ()),
    (("leaders", "cities"), "two-players", ()),
    (("leaders", "cities"), "teams", ()),
    (("edifice",), "", ()),
    (("lost-wonders", "leaders", "cities"), "", HARD),
    (("lost-wonders", "leaders", "cities"), "teams", (*HARD[:-1], "rapa-nui")),
    (("edifice", "lost-wonders", "leaders", "cities"), "", HARD),
]


@pytest.mark.slow
@pytest.mark.parametrize(("expansions", "variant", "boards"), SETS)
def test_expansions_play_the_same_on_both_engines(
    tmp_path: Path, expansions: tuple[str, ...], variant: str, boards: tuple[str, ...]
) -> None:
    rules = built(*expansions, variant=variant)
    module = opened(tmp_path / "core_rules.py", expansions, variant)
    for seed in range(3):
        for players in rules.tables.numbers:
            on = table_with(rules, players, seed, boards) if boards else None
            assert Pair(rules, module, players, seed, on).play() > 15 * players


@pytest.mark.parametrize("players", [3, 7])
def test_both_kernels_list_the_same_options_in_the_same_order(base: ModuleType, players: int) -> None:
    compared = 0
    for row, number in decisions(base, players, range(6)):
        if base.ASKS.kinds[row[cells.STEP]] == games.PLAY:
            seat = base.RULES.seats[players][number]
            assert listed(base.RULES, row, seat, 0, row[seat]) == options_of(base.RULES, row, seat, 0, row[seat])
            compared += 1
    assert compared > 100


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


def test_a_native_build_is_written_over_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("all of it")
    with pytest.raises(SystemExit, match="not of a native build"):
        write_sources(tmp_path, "core_base", ["base"])
    assert (tmp_path / "thesis.tex").read_text() == "all of it"
    for _ in range(2):
        write_sources(tmp_path / "new", "core_base", ["base"])
    assert (tmp_path / "new" / "core_base.py").is_file()
