"""Properties of the core: two kernels that list the same, numbers of 63 bits, games beside each
other, native builds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stele.compiler.driver.native import write_sources
from stele.runtime import Ask, Game, Rules
from stele.runtime.effects.scoring import total
from stele.runtime.inspector import codes_by_card
from stele.runtime.payment.deals import ways_of
from stele.runtime.payment.purchases import STRIDE
from stele.runtime.payment.remembered import remembered
from stele.runtime.payment.terms import is_concerned, means_of
from stele.runtime.state.cells import BARRED, BESIDE, COINS, END, PURSE, STEP, below, cells, seeded
from stele.runtime.table.places import LEFT_END, RIGHT_END, across
from stele.runtime.table.sharing import copy_for_both
from stele.runtime.turn.games import answer, new_row, pending, play_many
from stele.runtime.turn.kernel import options_of
from stele.runtime.turn.listing import listed
from tests.rows import seats_of
from tests.soak import table_with

Load = Callable[..., Rules]
SHIPPED = ("base", "leaders", "cities", "edifice", "frontiers", "lost-wonders")
SETS = [
    pytest.param(("base",), id="base"),
    pytest.param(("frontiers",), id="places"),
    pytest.param(SHIPPED, id="everything", marks=pytest.mark.slow),
]


def decisions(
    rules: Rules, players: int, seeds: range, boards: Sequence[tuple[str, str]] | None = None
) -> Iterator[tuple[Game, Ask]]:
    """Yield every decision of random games, perhaps on some boards."""
    for seed in seeds:
        roll = random.Random(seed).random
        game = rules.new_game(players, seed, boards)
        while (ask := game.pending()) is not None:
            yield game, ask
            game.answer(ask, ask.options[int(roll() * len(ask.options))])


@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.parametrize(
    "expansions",
    [
        *SETS,
        pytest.param(("leaders", "cities"), id="with changed costs, units from elsewhere and rebates"),
        pytest.param(("edifice",), id="with riders and a part in two pieces"),
    ],
)
def test_both_kernels_list_the_same_options_in_the_same_order(
    load: Load, expansions: tuple[str, ...], players: int
) -> None:
    rules, compared, concerned = load(*expansions), 0, 0
    for game, ask in decisions(rules, players, range(6)):
        if ask.kind not in ("play", "last"):
            continue
        core, row, seat = rules.core, game.row, seats_of(game)[ask.about]
        play, coins = rules.asks.plays[row[STEP]], row[seat + (COINS if ask.kind == "play" else PURSE)]
        assert listed(core, row, seat, play, coins) == options_of(core, row, seat, play, coins)
        compared += 1
        concerned += core.has_terms and is_concerned(core, row, seat)
    assert compared > 100
    assert concerned > 100 or "leaders" not in expansions


def test_ways_to_pay_many_sellers_are_remembered_as_they_are_found(load: Load) -> None:
    rules, compared = load(*SHIPPED), 0
    for seed in range(6):
        for game, ask in decisions(rules, 4, range(seed, seed + 1), table_with(rules, 4, seed, ["beiping"])):
            core, row, seat = rules.core, game.row, seats_of(game)[ask.about]
            means = means_of(core, row, seat)
            if not means.is_far:
                continue
            for cost in range(len(core.cost_coins)):
                case = core, row, seat, cost, 1, seed % 3, means, row[seat + COINS]
                known, found = remembered(*case), ways_of(*case)
                assert known.count == found.count
                for first in range(0, STRIDE * found.count, STRIDE):
                    way = slice(first, first + 2 + found.size)
                    assert known.ways[way] == found.ways[way]
                compared += found.count
    assert compared > 1_000


def test_nothing_of_a_game_is_kept_beside_its_row(load: Load) -> None:
    rules = load("frontiers")
    before = {name: repr(value) for name, value in vars(rules.core).items() if name != "lists"}
    for game, _ in decisions(rules, 4, range(4)):
        assert not game.row[BESIDE], "nothing is happening while somebody decides"
    assert before == {name: repr(value) for name, value in vars(rules.core).items() if name != "lists"}


def test_a_copy_that_serves_only_the_other_owner_is_not_seen_as_ones_own(load: Load) -> None:
    rules = load("frontiers", "leaders")
    game, core = rules.new_game(3, 1), rules.core
    owner = seats_of(game)[0]
    other = across(core, game.row, owner, RIGHT_END)
    game.row[other + core.place_cell[0] + BARRED + LEFT_END] = 1
    copy_for_both(core, game.row, owner, codes_by_card(rules)["plato"][0], 0, 1 + RIGHT_END)
    assert [seat["copies"] for seat in game.view(0)["seats"]] == [["plato"], [], []]


@pytest.mark.parametrize("expansions", SETS)
def test_every_cell_option_and_table_entry_fits_63_bits(load: Load, expansions: tuple[str, ...]) -> None:
    rules = load(*expansions)
    for key, table in vars(rules.core).items():
        rows = table if isinstance(table, list) and table and isinstance(table[0], list) else [table]
        for entries in rows:
            for entry in entries if isinstance(entries, list) else [entries]:
                assert not isinstance(entry, int) or -(2**63) <= entry < 2**63, key
    for players in (3, 7):
        for game, ask in decisions(rules, players, range(2)):
            assert all(0 <= cell < 2**63 for cell in game.row if cell != END)
            assert all(0 <= option < 2**63 for option in ask.options)


@pytest.mark.parametrize("expansions", [SETS[0], SETS[2]])
def test_games_of_one_rule_set_do_not_disturb_each_other(load: Load, expansions: tuple[str, ...]) -> None:
    rules = load(*expansions)
    core, asks, start = rules.core, rules.asks, rules.start

    def play(seed: int) -> list[list[int]]:
        return play_many(core, asks, start, 4, [seed])

    alone = [play(seed) for seed in range(24)]
    rows = [new_row(core, start, 4, seed) for seed in range(4)]
    rolls = [cells([0, seeded(~seed & 0xFFFFFFFF)]) for seed in range(4)]
    going = {0, 1, 2, 3}
    while going:  # a decision of each in turn
        for index in sorted(going):
            found = pending(core, asks, rows[index])
            if found is None:
                going.remove(index)
            else:
                number, options = found
                answer(core, rows[index], number, options[below(rolls[index], len(options))])
    for row, totals in zip(rows, alone, strict=False):
        assert [[total(core, row, seat) for seat in core.seats[4]]] == totals
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
