"""Edifices: what no scene can show. Scenes of the rules stand in the rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stele import compiler
from stele.lab.bots import greedy_bot, random_bot
from stele.runtime import Ask, Game, Refused, Rules
from stele.runtime.effects.entering import rebuild
from stele.runtime.effects.events import end_batch
from stele.runtime.inspector import cards_at, codes_by_card
from stele.runtime.state.cells import AGE, CARD, CARD_MASK, COINS, PLAYERS, SIDE, zeros
from stele.runtime.table.supplies import demand_options
from tests.conftest import HERE
from tests.invariants import random_game
from tests.rows import put_into_city, seats_of, set_cards

GARDENS = str(HERE / "expansions" / "gardens")

Load = Callable[..., Rules]


def decisions(rules: Rules, players: int, seed: int) -> Iterator[tuple[Game, Ask]]:
    """Play a game at random and yield it at every decision."""
    game, bot = rules.new_game(players, seed), random_bot(seed)
    while (ask := game.pending()) is not None:
        yield game, ask
        game.answer(ask, bot(game, ask))


def test_edifice_only_adds_to_the_game(load: Load) -> None:
    base, edifice = load("base").tables, load("edifice").tables
    assert [line.id for line in edifice.lines] == [*(line.id for line in base.lines), "edifices"]
    assert (edifice.coins, edifice.turns, edifice.tie) == (base.coins, base.turns, base.tie)
    assert {card.id for card in base.cards} < {card.id for card in edifice.cards}
    assert [action.id for action in edifice.actions] == [action.id for action in base.actions]


def test_two_cannot_play_with_edifices(load: Load) -> None:
    with pytest.raises(Refused, match="Edifice is not played in the variant `two-players`"):
        load("edifice").new_game(2)
    with pytest.raises(Refused, match="Edifice is not played in the variant `two-players`"):
        compiler.load("edifice", variant="two-players").new_game(2)


def test_ur_is_dealt_only_with_edifices_and_carthage_always(load: Load) -> None:
    alone = compiler.load("edifice", variant="without-edifices")
    boards = [{side.board for side in rules.tables.sides} for rules in (load("base"), load("edifice"), alone)]
    assert ["ur" in some for some in boards] == [False, True, False]
    assert ["carthage" in some for some in boards] == [False, True, True]
    for seed in range(4):
        game = random_game(alone, 3 + seed % 5, seed, every=20)
        assert game.row[AGE] == 3
        assert not any(token.startswith("pawn") for seat in game.view(0)["seats"] for token in seat["tokens"])


def test_a_stage_goes_with_one_rider_at_most() -> None:
    rules = compiler.load("edifice", GARDENS)
    seen = set()
    for game, ask in decisions(rules, 3, 1):
        if ask.kind == "play":
            seen |= {game.meaning(ask, option).rider for option in ask.options}
    assert {"participate", "mulch"} <= seen, "both ride on stages, each by itself"


def test_only_cards_of_the_city_are_given_up() -> None:
    rules = compiler.load("edifice", GARDENS)
    core, codes, out = rules.core, codes_by_card(rules), zeros(64)
    game = rules.new_game(3, 1)
    game.pending()
    row, seat = game.row, seats_of(game)[0]
    row[AGE] = 1
    zones = {zone.id: zone.cell for zone in rules.tables.zones}
    set_cards(core, row, zones["edifices"], codes["belvedere"])
    set_cards(core, row, seat + zones["garden"], codes["lumber-yard"][:1])
    assert demand_options(core, row, out, seat, 0) == 0
    put_into_city(core, row, seat, codes["stone-pit"][0])
    assert demand_options(core, row, out, seat, 0) == 1
    assert rules.code_name(out[0] >> CARD & CARD_MASK) == "stone-pit"


@pytest.mark.slow
@pytest.mark.parametrize("expansions", [("edifice",), ("edifice", "leaders", "cities", "lost-wonders")], ids="-".join)
def test_every_state_of_random_games_is_sound(load: Load, expansions: tuple[str, ...]) -> None:
    rules = load(*expansions)
    for seed in range(4):
        random_game(rules, rules.tables.numbers[seed % len(rules.tables.numbers)], seed, every=4)


def test_greedy_players_finish_edifices_and_suffer_for_others(load: Load) -> None:
    rules = load("edifice")
    finished = failed = 0
    for seed in range(3):
        bot = greedy_bot(seed)
        game = rules.new_game(4, seed)
        while (ask := game.pending()) is not None:
            game.answer(ask, bot(game, ask))
        left = game.view(0)["supplies"]["participation"]
        finished += left.count(0)
        failed += 3 - left.count(0)
    assert finished > 0
    assert failed > 0


def test_removed_cards_leave_nothing_behind(load: Load) -> None:
    core = load("edifice").core
    game = load("edifice").new_game(3, 4)
    game.pending()
    row, seat = game.row, seats_of(game)[1]
    before = list(row)
    for code in [codes[0] for codes in codes_by_card(game.rules).values()][:60:15]:
        put_into_city(core, row, seat, code)
    assert list(row) != before
    assert len(cards_at(core, row, seat + core.main)) == 4
    set_cards(core, row, seat + core.main, [])
    rebuild(core, row, seat)
    end_batch(core, row)
    assert list(row) == before
    assert (row[PLAYERS], row[seat + COINS], row[seat + SIDE]) == (3, 3, before[seat + SIDE])


def test_the_terminal_names_what_is_chosen_and_given_up(load: Load, tmp_path: Path) -> None:
    from rich.console import Console

    from stele.compiler.cli.play import Terminal
    from stele.compiler.language.spoken import Spoken

    rules = load("edifice")
    console = Console(file=(tmp_path / "out").open("w"), highlight=False)
    words: set[str] = set()
    boards = [("carthage", "a"), ("ur", "a"), ("gizah", "b")]
    for seed in range(8):
        game, bot = rules.new_game(3, seed, boards), random_bot(seed)
        while (ask := game.pending()) is not None:
            if ask.kind in ("demand", "late"):
                wording = Terminal(game, 0, [], console, Spoken()).wording
                words |= {wording.option(ask.about, game.meaning(ask, option)) for option in ask.options}
            game.answer(ask, bot(game, ask))
    assert any(word.startswith("give up ") for word in words)
    assert "choose: gain 7 coins" in words
