"""The new core beside today's engine: the same games, the same options, numbers of 63 bits."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from stele.runtime.core import cells, games

from stele.compiler.driver.build import load as built
from stele.compiler.driver.native import write_sources
from stele.runtime import Rules
from stele.runtime.effects.scoring import total
from stele.runtime.game import Game
from stele.runtime.payment.terms import is_concerned
from stele.runtime.table.places import LEFT_END, RIGHT_END, across
from stele.runtime.table.sharing import copy_for_both
from stele.runtime.turn.kernel import listed, options_of
from tests.core_parity import Pair, opened
from tests.soak import table_with

SOME, ALL = range(8), range(8, 200)
SHIPPED = ("base", "leaders", "cities", "edifice", "frontiers", "lost-wonders")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return opened(tmp_path_factory.mktemp("core") / "core_base.py", ["base"])


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return opened(tmp_path_factory.mktemp("core") / "core_places.py", ["frontiers"])


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return opened(tmp_path_factory.mktemp("core") / "core_everything.py", SHIPPED)


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
    (("frontiers",), "", ()),
    (("frontiers",), "two-players", ()),
    (("frontiers", "cities"), "teams", ()),
    (("frontiers", "edifice", "leaders", "cities"), "", ()),
    (("lost-wonders", "leaders", "cities"), "", HARD),
    (("lost-wonders", "leaders", "cities"), "teams", (*HARD[:-1], "rapa-nui")),
    (("edifice", "frontiers", "lost-wonders", "leaders", "cities"), "", HARD),
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
@pytest.mark.parametrize("name", ["base", "places", pytest.param("everything", marks=pytest.mark.slow)])
def test_both_kernels_list_the_same_options_in_the_same_order(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    module = request.getfixturevalue(name)
    compared = 0
    for row, number in decisions(module, players, range(6)):
        if module.ASKS.kinds[row[cells.STEP]] == games.PLAY:
            seat = module.RULES.seats[players][number]
            assert listed(module.RULES, row, seat, 0, row[seat]) == options_of(module.RULES, row, seat, 0, row[seat])
            compared += 1
    assert compared > 100


def test_what_places_host_is_kept_in_the_row_and_not_beside_it(places: ModuleType) -> None:
    before = {name: repr(value) for name, value in vars(places.RULES).items() if name != "lists"}
    for row, _ in decisions(places, 4, range(4)):
        assert not row[cells.BESIDE], "nothing is happening while somebody decides"
    assert before == {name: repr(value) for name, value in vars(places.RULES).items() if name != "lists"}


def test_a_copy_that_serves_only_the_other_owner_is_not_seen_as_ones_own(tmp_path: Path) -> None:
    module = opened(tmp_path / "core_copies.py", ["frontiers", "leaders"])
    core = module.RULES
    row = games.new_row(core, module.START, 3, 1)
    owner = core.seats[3][0]
    other = across(core, row, owner, RIGHT_END)
    row[other + core.place_cell[0] + cells.BARRED + LEFT_END] = 1
    leader = next(number for number, card in enumerate(module.TABLES.cards) if card.id == "plato")
    copy_for_both(core, row, owner, module.FIRST[leader], 0, 1 + RIGHT_END)
    seats = Game(module.GAME, row).view(0)["seats"]
    assert [seat["copies"] for seat in seats] == [["plato"], [], []]


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
    module = opened(tmp_path / f"core_{expansions[0]}.py", expansions)
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


@pytest.mark.parametrize("name", ["base", "places", pytest.param("everything", marks=pytest.mark.slow)])
def test_every_cell_option_and_table_entry_fits_63_bits(name: str, request: pytest.FixtureRequest) -> None:
    module = request.getfixturevalue(name)
    for key, table in vars(module.RULES).items():
        rows = table if isinstance(table, list) and table and isinstance(table[0], list) else [table]
        for entries in rows:
            for entry in entries if isinstance(entries, list) else [entries]:
                assert not isinstance(entry, int) or -(2**63) <= entry < 2**63, key
    for players in (3, 7):
        for row, number in decisions(module, players, range(2)):
            assert all(0 <= cell < 2**62 for cell in row if cell != cells.END)
            options = games.pending(module.RULES, module.ASKS, row)
            assert options is not None
            assert options[0] == number
            assert all(0 <= option < 2**62 for option in options[1])


@pytest.mark.parametrize("name", ["base", pytest.param("everything", marks=pytest.mark.slow)])
def test_games_of_one_rule_set_do_not_disturb_each_other(name: str, request: pytest.FixtureRequest) -> None:
    base = request.getfixturevalue(name)

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
