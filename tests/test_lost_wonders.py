"""Lost Wonders: what no scene of a ruling can show, since it is chance or set-up.

Each test asks for the sets it needs by `load`, so that `tests.mutate` can hand it changed content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from stele.lab.bots import random_bot
from stele.runtime import Game, Refused, Rules
from stele.runtime.inspector import cards_of_deck, codes_by_card
from stele.runtime.payment.leftovers import own_units
from stele.runtime.state.cells import COINS, PLACE_MASK, SIDE, STAGES, WORD
from tests.rows import cards_under, deck_cell, put_into_city, seats_of

Load = Callable[..., Rules]

LOST = ("base", "lost-wonders")
SEEDS = range(120)
PAID_BY = ("lumber-yard", "stone-pit", "clay-pool", "ore-vein")


def boards_of(game: Game) -> list[tuple[str, str]]:
    """Return board and side of every seat."""
    return [(seat["board"], seat["side"]) for seat in game.view(0)["seats"]]


def tokens(game: Game, number: int) -> dict[str, int]:
    """Return the tokens of a seat."""
    return {token.id: game.row[seats_of(game)[number] + token.cell] for token in game.rules.tables.tokens}


def give(game: Game, number: int, cards: tuple[str, ...]) -> None:
    """Lay cards into the city of a seat, from wherever they lie."""
    rules, tables = game.rules, game.rules.tables
    cells = [deck_cell(rules, deck) for deck in range(len(tables.decks))]
    cells += [seat + zone.cell for seat in seats_of(game) for zone in tables.zones if zone.id == "hand"]
    for id in cards:
        code = codes_by_card(rules)[id][0]
        for cell in cells:
            game.row[cell + (code >> WORD)] &= ~(1 << (code & PLACE_MASK))
        put_into_city(rules.core, game.row, seats_of(game)[number], code)


def at_the_paradox(rules: Rules, side: str, players: int, seed: int, others: tuple[tuple[str, str], ...]) -> Game:
    """Return a game in which the first seat has built the stage of Temporal Paradox and must choose
    a board.
    """
    game = rules.new_game(players, seed, [("temporal-paradox", side), *others])
    assert game.pending() is not None
    give(game, 0, PAID_BY)
    game = Game(rules, game.row)
    bot = random_bot(seed)
    while (ask := game.pending()) is not None:
        if ask.kind == "late":
            return game
        stages = [option for option in ask.options if game.meaning(ask, option).action == "stage"]
        game.answer(ask, stages[0] if ask.seat == 0 else bot(game, ask))
    raise AssertionError("the choice never came")


THREE = (("gizah", "a"), ("rhodos", "b"))
FOUR = (*THREE, ("olympia", "a"))


def offered(game: Game) -> set[tuple[str, str]]:
    """Return the boards and sides that may be chosen."""
    ask = game.pending()
    assert ask is not None
    assert ask.seat == 0
    names = [game.meaning(ask, option).card for option in ask.options]
    assert "" not in names, "one must be taken"
    return {(name[:-2], name[-1]) for name in names}


# --- set-up ---------------------------------------------------------------------------------------


def test_boards_that_need_four_are_not_dealt_to_three(load: Load) -> None:
    rules = load(*LOST)
    for players in (3, 4, 7):
        dealt = {board for seed in SEEDS for board, _ in boards_of(rules.new_game(players, seed))}
        assert ({"brigadoon", "nomades"} <= dealt, bool({"brigadoon", "nomades"} & dealt)) == (players > 3,) * 2
    for board in ("brigadoon", "nomades"):
        assert boards_of(rules.new_game(4, 1, [(board, "a"), *FOUR]))[0] == (board, "a")
        assert rules.advice([(board, "a"), *FOUR]) == []
    with pytest.raises(Refused, match="brigadoon is not used with 3 players"):
        rules.new_game(3, 1, [("brigadoon", "a"), *THREE])


def test_what_should_not_be_is_not_dealt_but_may_be_chosen(load: Load) -> None:
    rules = load(*LOST)
    assert rules.advice([("nomades", "a"), *THREE]) == ["nomades is not used with 3 players"]
    assert rules.new_game(3, 1, [("nomades", "a"), *THREE]).pending() is not None
    beside = [("venezia", "b"), ("citadels", "a"), ("gizah", "a"), ("rhodos", "b")]
    assert rules.advice(beside) == ["citadels is not used beside venezia"]
    assert rules.new_game(4, 1, beside).pending() is not None
    assert rules.advice([("venezia", "a"), *beside[1:]]) == []
    assert rules.advice([beside[0], beside[2], beside[1], beside[3]]) == []


def test_venezia_b_has_no_neighbour_that_it_should_not_have(load: Load) -> None:
    rules = load(*LOST)
    seen: set[str] = set()
    for seed in range(1200):
        boards = boards_of(rules.new_game(3 + seed % 5, seed))
        for number, (board, side) in enumerate(boards):
            if board == "venezia":
                beside = {boards[number - 1][0], boards[(number + 1) % len(boards)][0]}
                seen |= {f"{side} {other}" for other in beside & {"citadels", "temporal-paradox"}}
                assert side == "a" or "nomades" not in {name for name, _ in boards}
    assert seen == {"a citadels", "a temporal-paradox"}


def test_nomads_meet_venezia_on_side_a_only(load: Load) -> None:
    rules = load(*LOST)
    tables = [dict(boards_of(rules.new_game(7, seed))) for seed in range(200)]
    assert {table["venezia"] for table in tables if {"nomades", "venezia"} <= set(table)} == {"a"}
    assert {table["venezia"] for table in tables if "venezia" in table} == {"a", "b"}


def test_a_drawn_board_fits_to_its_neighbours(load: Load) -> None:
    rules = load(*LOST)
    others = (("citadels", "a"), ("gizah", "a"), ("rhodos", "b"))
    near, far = set(), set()
    for seed in SEEDS:
        near |= offered(at_the_paradox(rules, "b", 4, seed, others))
        far |= offered(at_the_paradox(rules, "b", 4, seed, (others[1], others[0], others[2])))
    assert {side for board, side in near if board == "venezia"} == {"a"}
    assert {side for board, side in far if board == "venezia"} == {"a", "b"}


def test_nomads_begin_with_four_coins_more(load: Load) -> None:
    for names, coins in ((LOST, 3), ((*LOST, "leaders"), 6)):
        for side in "ab":
            game = load(*names).new_game(4, 1, [("nomades", side), *FOUR])
            assert [seat["coins"] for seat in game.view(0)["seats"]] == [coins + 4, coins, coins, coins]


def test_temporal_paradox_begins_with_one_defeat(load: Load) -> None:
    for side in "ab":
        game = load(*LOST).new_game(3, 1, [("temporal-paradox", side), *THREE])
        assert {id: count for id, count in tokens(game, 0).items() if count} == {"defeat": 1}
        assert not any(tokens(game, 1).values())


# --- Temporal Paradox -----------------------------------------------------------------------------


def test_three_boards_that_nobody_has_are_drawn(load: Load) -> None:
    rules = load(*LOST)
    sides = {(side.board, side.side) for side in rules.tables.sides if side.board}
    for players, others in ((3, THREE), (4, FOUR)):
        for side in "ab":
            seen: set[tuple[str, str]] = set()
            for seed in SEEDS:
                choice = offered(at_the_paradox(rules, side, players, seed, others))
                drawn = {board for board, _ in choice}
                assert len(drawn) == 3
                assert choice == {(board, face) for board, face in sides if board in drawn and face in (side + "a")}
                seen |= choice
            usable = {board for board, _ in sides} - {board for board, _ in others} - {"temporal-paradox"}
            usable -= {"brigadoon", "nomades"} if players == 3 else set()
            assert {board for board, _ in seen} == usable


def test_the_new_board_stands_with_its_first_stage(load: Load) -> None:
    rules = load(*LOST)
    for seed in range(40):
        for side in "ab":
            game = at_the_paradox(rules, side, 4, seed, FOUR)
            ask = game.pending()
            assert ask is not None
            under = next(zone.cell for zone in rules.tables.zones if zone.id == "under-board")
            for option in ask.options:
                after = game.clone()
                seat = seats_of(after)[0]
                used = cards_under(rules.core, after.row, seat + under)
                held, coins = tokens(after, 0), after.row[seat + COINS]
                name = after.meaning(ask, option).card
                after.answer(ask, option)
                after.pending()
                board = rules.tables.sides[after.row[seat + SIDE]]
                assert f"{board.board}-{board.side}" == name
                assert after.row[seat + STAGES] == 1
                assert cards_under(rules.core, after.row, seat + under) == used
                assert tokens(after, 0)["defeat"] == held["defeat"] == 1
                gained = after.row[seat + COINS] - coins
                # The gifts of the start are not given, those of the first stage are.
                assert (
                    gained
                    == {
                        "rhodos-b": 3,
                        "ephesos-b": 4,
                        "beiping-b": 6,
                        "caylus-a": 3,
                        "caylus-b": 3,
                        "el-dorado-a": 6,
                        "uruk-b": 2,
                    }.get(name, 0)
                    or name == "venezia-b"
                )
                produced = {good for made in board.start.made for good in made.goods}
                assert produced <= made_by(after, seat)


def made_by(game: Game, seat: int) -> set[int]:
    """Return the goods that a seat makes."""
    core = game.rules.core
    return {good for good in range(core.resources) if own_units(core, game.row, seat, good)}


def decisions(game: Game, seed: int) -> Iterator[Game]:
    """Yield a game at each of its decisions; a random player answers."""
    bot = random_bot(seed)
    while (ask := game.pending()) is not None:
        yield game
        game.answer(ask, bot(game, ask))


def test_a_game_goes_on_after_the_change(load: Load) -> None:
    rules = load(*LOST)
    for seed in range(20):
        game = at_the_paradox(rules, "ab"[seed % 2], 4, seed, FOUR)
        assert sum(1 for _ in decisions(game, seed)) > 50
        assert [sum(points for _, points in score.lines) for score in game.scores()] == [s.total for s in game.scores()]


def test_who_trades_for_victory_tokens_does_not_play_with_alexander(load: Load) -> None:
    rules = load(*LOST, "leaders")
    (alexander,) = codes_by_card(rules)["alexander"]
    for seed in range(5):
        for side in "ab":
            game = rules.new_game(3, seed, [("gizah", "a"), ("beiping", side), ("rhodos", "b")])
            decks = [cards_of_deck(rules, game.row, deck) for deck in range(len(rules.tables.decks))]
            assert any(alexander in deck for deck in decks) == (side == "a")


def test_a_card_may_be_turned_up_in_the_turn_in_which_the_board_is_taken(load: Load) -> None:
    rules = load(*LOST)
    for seed in SEEDS:
        game = at_the_paradox(rules, "b", 3, seed, THREE)
        ask = game.pending()
        assert ask is not None
        taken = [option for option in ask.options if game.meaning(ask, option).card == "yamato-b"]
        under = next(zone.cell for zone in rules.tables.zones if zone.id == "under-board")
        (card,) = cards_under(rules.core, game.row, seats_of(game)[0] + under)
        definition = rules.tables.cards[rules.core.kind[card]]
        if taken and rules.tables.colours[definition.colour][0] != "blue":
            game.answer(ask, taken[0])
            ask = game.pending()
            assert ask is not None
            assert (ask.kind, ask.seat) == ("late", 0)
            assert {game.meaning(ask, option).card for option in ask.options} == {definition.id, ""}
            return
    raise AssertionError("that board was never drawn")


# What `tests.mutate` tries with changed content.
TESTS: tuple[Callable[[Load], None], ...] = tuple(
    value for name, value in sorted(globals().items()) if name.startswith("test_")
)
