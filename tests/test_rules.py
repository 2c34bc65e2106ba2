"""The base game as it is played: turn order, special powers, conflicts, scoring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stele.compiler.driver.check import Checked
from stele.runtime import Game, Refused, Rules
from stele.runtime.leaves import Leaves
from stele.runtime.payment.payment import permitted
from stele.runtime.saves import save_text
from stele.runtime.state.cells import AGE
from stele.runtime.turn.steps import start_age
from tests.mutate import compiled
from tests.rows import seats_of
from tests.table import At, choose, coins, legal, options, table


def discard_for(game: Game, *seats: int) -> None:
    """Let seats discard their first card for coins."""
    for seat in seats:
        ask = game.pending()
        assert ask is not None
        assert ask.seat == seat
        choose(game, "discard")


def line(game: Game, seat: int, id: str) -> int:
    """Return one line of a seat's score as the table stands, without playing on."""
    return dict(Leaves(game.rules, game.row, seats_of(game)[seat]).score().lines)[id]


def city(game: Game, seat: int) -> list[str]:
    """Return the cards in a city."""
    cards: list[str] = game.view(0)["seats"][seat]["zones"]["city"]
    return cards


def test_the_three_uses_of_a_card(rules: Rules) -> None:
    seats = [
        At("gizah", coins=3, city=["stone-pit"], hand=["altar", "baths"]),
        At("rhodos", hand=["altar"]),
        At("babylon", hand=["theater"]),
    ]
    game = table(rules, seats)
    assert legal(game) == {
        ("build", "altar", "paid", 0, 0, 0),
        ("build", "baths", "paid", 0, 0, 0),
        ("stage", "altar", "paid", 0, 0, 0),
        ("stage", "baths", "paid", 0, 0, 0),
        ("discard", "altar", "paid", 0, 0, 0),
        ("discard", "baths", "paid", 0, 0, 0),
    }
    choose(game, "stage", "altar")
    choose(game, "build", "altar")
    choose(game, "discard", "theater")
    game.pending()
    assert coins(game) == [3, 0, 3]
    view = game.view(0)["seats"]
    assert (view[0]["stages"], view[0]["zones"]["under-board"], view[0]["zones"]["city"]) == (1, 1, ["stone-pit"])
    assert city(game, 1) == ["altar"]
    assert game.view(0)["table"]["discard"] == 1


def test_identical_structures_stand_once_in_a_city_whatever_their_age(rules: Rules) -> None:
    game = table(
        rules, [At(coins=9, city=["loom-age-1"], hand=["loom-age-2", "loom-age-1"]), At("gizah"), At("babylon")], age=2
    )
    assert not any(action == "build" for action, *_ in legal(game))
    assert ("discard", "loom-age-2", "paid", 0, 0, 0) in legal(game)


def test_a_chain_makes_a_card_free_and_may_be_declined(rules: Rules) -> None:
    seats = [At(coins=9, city=["east-trading-post"], hand=["forum"]), At("gizah", city=["brickyard"]), At("babylon")]
    builds = {option for option in legal(table(rules, seats, age=2)) if option[0] == "build"}
    assert builds == {
        ("build", "forum", "chain", 0, 0, 0),
        ("build", "forum", "paid", 0, 4, 0),
        ("build", "forum", "paid", 0, 2, 1),
    }


def test_a_chain_needs_the_card_in_the_own_city(rules: Rules) -> None:
    seats = [At(hand=["forum"]), At("gizah", city=["east-trading-post"]), At("alexandria", city=["west-trading-post"])]
    assert not any(option[0] == "build" for option in legal(table(rules, seats, age=2)))


def test_coins_received_in_a_turn_cannot_pay_in_it(rules: Rules) -> None:
    seats = [
        At("gizah", coins=2, hand=["stockade", "altar"]),
        At("olympia", coins=0, hand=["tree-farm", "altar"]),
        At("babylon", coins=0, hand=["theater", "pawnshop"]),
    ]
    game = table(rules, seats)
    choose(game, "build", "stockade", pay=(2, 0))
    assert not any(option[:2] == ("build", "tree-farm") for option in legal(game))
    discard_for(game, 1, 2)
    game.pending()
    assert coins(game) == [0, 5, 3]


def test_cards_built_at_the_same_time_count_for_one_another(rules: Rules) -> None:
    seats = [
        At("gizah", hand=["vineyard"]),
        At("rhodos", hand=["lumber-yard"], city=["ore-vein"]),
        At("babylon", hand=["clay-pool"]),
    ]
    game = table(rules, seats, age=2)
    choose(game, "build", "vineyard")
    choose(game, "build", "lumber-yard")
    choose(game, "build", "clay-pool")
    game.pending()
    assert coins(game) == [3, 0, 0]


def test_a_card_that_counts_its_own_colour_counts_itself(rules: Rules) -> None:
    seats = [At("alexandria", city=["tavern", "stone-pit"], hand=["lighthouse"]), At("rhodos"), At("babylon")]
    game = table(rules, seats, age=3)
    choose(game, "build", "lighthouse")
    game.pending()
    assert coins(game)[0] == 2
    assert line(game, 0, "commercial") == 2


@pytest.mark.parametrize(("age", "to"), [(1, 1), (2, 2), (3, 1)])
def test_hands_go_left_in_odd_ages_and_right_in_even_ones(rules: Rules, age: int, to: int) -> None:
    seats = [
        At(hand=["altar", "pawnshop"]),
        At("gizah", hand=["baths", "theater"]),
        At("babylon", hand=["tavern", "stockade"]),
    ]
    game = table(rules, seats, age=age, turn=2)
    choose(game, "discard", "altar")
    choose(game, "discard", "baths")
    choose(game, "discard", "tavern")
    game.pending()
    assert game.view(to)["seats"][to]["zones"]["hand"] == ["pawnshop"]


def test_the_unplayed_cards_of_the_last_turn_are_discarded_without_coins(rules: Rules) -> None:
    seats = [
        At(hand=["altar", "pawnshop"]),
        At("gizah", hand=["baths", "theater"]),
        At("babylon", hand=["tavern", "stockade"]),
    ]
    game = table(rules, seats, turn=6)
    choose(game, "build", "altar")
    discard_for(game, 1, 2)
    game.pending()
    assert coins(game) == [0, 3, 3]
    assert game.row[AGE] == 2
    assert game.view(0)["table"]["discard"] == 5


def test_the_last_card_may_be_played_from_the_turn_of_the_stage_on(rules: Rules) -> None:
    seats = [
        At("babylon", "b", coins=1, city=["sawmill", "glassworks-age-1"], stages=1, hand=["altar", "tree-farm"]),
        At("gizah", hand=["baths", "theater"]),
        At("rhodos", hand=["tavern", "stockade"]),
    ]
    game = table(rules, seats, turn=6)
    choose(game, "stage", "altar")
    discard_for(game, 1, 2)
    ask = game.pending()
    assert ask is not None
    assert (ask.kind, ask.seat) == ("last", 0)
    assert {action for action, *_ in legal(game)} == {"build", "discard"}
    choose(game, "build", "tree-farm")
    game.pending()
    assert "tree-farm" in city(game, 0)
    assert coins(game)[0] == 0


def test_income_of_the_sixth_card_cannot_pay_for_the_seventh(rules: Rules) -> None:
    seats = [
        At("babylon", "b", coins=0, stages=2, hand=["tavern", "tree-farm"]),
        At("gizah", hand=["baths", "theater"]),
        At("rhodos", hand=["altar", "stockade"]),
    ]
    game = table(rules, seats, turn=6)
    choose(game, "build", "tavern")
    discard_for(game, 1, 2)
    game.pending()
    assert coins(game)[0] == 5
    assert ("build", "tree-farm", "paid", 1, 0, 0) not in legal(game)


def test_a_free_build_once_per_age_from_the_turn_after_the_stage(rules: Rules) -> None:
    seats = [
        At("olympia", "a", city=["stone-pit", "quarry"], stages=1, hand=["palace", "town-hall", "altar"]),
        At("rhodos", hand=["baths", "theater", "tavern"]),
        At("babylon", hand=["tavern", "stockade", "walls"]),
    ]
    game = table(rules, seats, age=3)
    assert not any(option[2] == "permit" for option in legal(game))
    choose(game, "stage", "altar")
    discard_for(game, 1, 2)
    game = table(rules, [At("olympia", "a", stages=2, hand=["palace", "altar", "town-hall"]), *seats[1:]], age=2)
    free = {option for option in legal(game) if option[2] == "permit"}
    assert free == {("build", "palace", "permit", 0, 0, 0), ("build", "town-hall", "permit", 0, 0, 0)}
    choose(game, "build", "palace", manner="permit")
    discard_for(game, 1, 2)
    game.pending()
    assert city(game, 0) == ["palace"]
    assert not any(option[2] == "permit" for option in legal(game))
    start_age(rules.core, game.row)
    seat = seats_of(game)[0]
    assert any(permitted(rules.core, game.row, seat, word) for word in range(rules.core.words))


def test_a_build_from_the_discard_sees_the_discards_of_the_turn(rules: Rules) -> None:
    seats = [
        At("halikarnassos", "a", city=["foundry", "mine"], stages=1, hand=["altar", "theater"]),
        At("gizah", hand=["baths", "pawnshop"]),
        At("rhodos", hand=["tavern", "loom-age-1"]),
    ]
    game = table(rules, seats, turn=6, discard=["palace", "foundry"])
    choose(game, "stage", "altar")
    choose(game, "discard", "baths")
    choose(game, "build", "tavern")
    ask = game.pending()
    assert ask is not None
    assert (ask.kind, ask.seat) == ("late", 0)
    # Not the foundry: the city has one. The seventh cards are in the pile.
    assert {meaning.card for _, _, meaning in options(game)} == {
        "palace",
        "baths",
        "theater",
        "pawnshop",
        "loom-age-1",
        "",
    }
    choose(game, "take", "palace")
    game.pending()
    assert "palace" in city(game, 0)
    assert line(game, 0, "civilian") == 8


def test_without_a_card_to_take_the_build_from_the_discard_is_lost(rules: Rules) -> None:
    seats = [
        At("halikarnassos", "a", city=["foundry", "mine"], stages=1, hand=["altar", "theater"]),
        At("gizah", hand=["baths"] * 2),
        At("rhodos", hand=["tavern"] * 2),
    ]
    game = table(rules, seats)
    choose(game, "stage", "altar")
    for card in ("baths", "tavern"):
        assert {a for a, *_ in legal(game)}
        choose(
            game,
            "build" if card == "tavern" else "stage" if ("stage", card, "paid", 0, 0, 0) in legal(game) else "discard",
            card,
        )
    ask = game.pending()
    assert ask is not None
    assert ask.kind in ("play", "late")


def test_coins_of_a_card_built_from_the_discard_are_taken(rules: Rules) -> None:
    seats = [
        At("halikarnassos", "b", city=["foundry"], hand=["altar", "theater"]),
        At("gizah", hand=["baths", "altar"]),
        At("rhodos", hand=["tavern", "baths"]),
    ]
    game = table(rules, seats, discard=["tavern"])
    choose(game, "stage", "altar")
    discard_for(game, 1, 2)
    choose(game, "take", "tavern")
    game.pending()
    assert coins(game)[0] == 5


@pytest.mark.parametrize(("age", "token", "points"), [(1, "victory-1", 1), (2, "victory-3", 3), (3, "victory-5", 5)])
def test_a_conflict_gives_the_tokens_of_the_age(rules: Rules, age: int, token: str, points: int) -> None:
    seats = [
        At(city=["barracks", "walls"], hand=["altar", "baths"]),
        At("gizah", city=["stockade"], hand=["altar", "baths"]),
        At("babylon", city=["guard-tower"], hand=["theater", "theater"]),
    ]
    game = table(rules, seats, age=age, turn=6)
    discard_for(game, 0, 1, 2)
    game.pending()
    tokens = [seat["tokens"] for seat in game.view(0)["seats"]]
    assert tokens == [{token: 2}, {"defeat": 1}, {"defeat": 1}]
    assert [line(game, seat, "conflict") for seat in range(3)] == [2 * points, -1, -1]


def test_a_game_ends_after_the_conflicts_of_the_last_age(rules: Rules) -> None:
    seats = [
        At(hand=["altar", "baths"]),
        At("gizah", hand=["altar", "baths"]),
        At("babylon", hand=["theater", "theater"]),
    ]
    game = table(rules, seats, age=3, turn=6)
    discard_for(game, 0, 1, 2)
    assert game.pending() is None
    assert game.is_over


# --- scoring --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([], 0),
        (["apothecary"], 1),
        (["apothecary", "workshop"], 2),
        (["apothecary", "workshop", "scriptorium"], 10),
        (["scriptorium", "library", "school"], 9),
        (["apothecary", "dispensary", "workshop", "laboratory", "scriptorium", "library"], 26),
        (["scriptorium", "library", "school", "university", "apothecary", "workshop"], 16 + 1 + 1 + 7),
    ],
)
def test_science_scores_squares_and_sets(rules: Rules, cards: list[str], points: int) -> None:
    game = table(rules, [At(city=cards), At("gizah"), At("alexandria")], age=3)
    assert line(game, 0, "science") == points


@pytest.mark.parametrize(
    ("cards", "stages", "points"),
    [
        pytest.param([], 2, 1, id="alone it is one of anything"),
        pytest.param(["apothecary", "workshop"], 2, 10, id="it completes a set"),
        pytest.param(["scriptorium", "library", "school"], 2, 16, id="it adds to a square"),
        pytest.param(["scientists-guild", "apothecary"], 2, 10, id="two are chosen together"),
        pytest.param(["scientists-guild", "apothecary", "dispensary", "lodge"], 2, 25, id="two for one square"),
    ],
)
def test_wild_symbols_take_the_best_joint_choice(rules: Rules, cards: list[str], stages: int, points: int) -> None:
    game = table(rules, [At("babylon", "a", city=cards, stages=stages), At("gizah"), At("alexandria")], age=3)
    assert line(game, 0, "science") == points


def test_a_copied_guild_scores_for_the_wonder_and_stays_where_it_is(rules: Rules) -> None:
    seats = [
        At("olympia", "b", stages=3, city=["lumber-yard", "shipowners-guild"]),
        At("gizah", city=["workers-guild", "ore-vein", "clay-pool"]),
        At("babylon", "a", city=["magistrates-guild", "stone-pit"]),
    ]
    game = table(rules, seats, age=3)
    # Workers guild seen from Olympia: brown cards left and right, 3; magistrates: none.
    assert line(game, 0, "wonder") == 5 + 3
    assert line(game, 1, "guilds") == 2
    # The copy is no purple card: one brown, one purple.
    assert line(game, 0, "guilds") == 2


def test_copying_the_guild_with_a_symbol_gives_a_symbol(rules: Rules) -> None:
    seats = [
        At("olympia", "b", stages=3, city=["scriptorium", "library", "school", "university"]),
        At("gizah", city=["scientists-guild"]),
        At("babylon", "a", city=["workers-guild"]),
    ]
    game = table(rules, seats, age=3)
    assert line(game, 0, "science") == 25
    assert line(game, 0, "wonder") == 5


def test_without_a_guild_next_door_there_is_nothing_to_copy(rules: Rules) -> None:
    game = table(rules, [At("olympia", "b", stages=3), At("gizah"), At("babylon")], age=3)
    assert line(game, 0, "wonder") == 5


@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("workers-guild", 2),
        ("craftsmens-guild", 4),
        ("traders-guild", 2),
        ("philosophers-guild", 2),
        ("spies-guild", 2),
        ("magistrates-guild", 2),
        ("strategists-guild", 3),
        ("builders-guild", 1 + 2 + 3),
    ],
)
def test_a_guild_counts_its_neighbours(rules: Rules, guild: str, points: int) -> None:
    cards = ["stone-pit", "loom-age-1", "tavern", "workshop", "barracks", "altar"]
    seats = [
        At("gizah", "b", stages=1, city=[guild, "clay-pool", "press-age-1", "baths"]),
        At("rhodos", "b", stages=2, city=cards, tokens={"defeat": 1}),
        At("babylon", "a", stages=3, city=cards, tokens={"defeat": 2}),
    ]
    assert line(table(rules, seats, age=3), 0, "guilds") == points


def test_coins_break_a_tie_and_equal_coins_share_it(rules: Rules) -> None:
    seats = [At(coins=4), At("gizah", coins=5), At("babylon", coins=5)]
    game = table(rules, seats, age=3)
    assert game.totals() == [1, 1, 1]
    assert game.winners() == [1, 2]


def test_leaves_sum_to_the_lines_and_name_their_source(rules: Rules) -> None:
    seats = [
        At("gizah", stages=2, coins=7, city=["altar", "haven", "stone-pit"], tokens={"victory-3": 2, "defeat": 1}),
        At("rhodos"),
        At("babylon"),
    ]
    score = table(rules, seats, age=3).scores()[0]
    assert sum(leaf.points for leaf in score.leaves) == score.total == 2 + 3 + 5 + 2 + 1 + 6 - 1
    for id, points in score.lines:
        assert sum(leaf.points for leaf in score.leaves if leaf.line == id) == points
    haven = next(leaf for leaf in score.leaves if leaf.item == "Haven")
    assert (haven.points, haven.clause) == (1, "score 1 point per brown card in city")
    assert haven.place.startswith("content/base/cards/age-3.yaml:")


# --- what is refused ------------------------------------------------------------------------------


def test_an_option_that_is_not_offered_is_refused(rules: Rules) -> None:
    game = rules.new_game(3, 1)
    ask = game.pending()
    assert ask is not None
    before = game.hash()
    with pytest.raises(Refused):
        game.answer(ask, 12345)
    assert game.hash() == before


def test_an_old_decision_is_refused(rules: Rules) -> None:
    game = rules.new_game(3, 1)
    ask = game.pending()
    assert ask is not None
    game.answer(ask, ask.options[0])
    with pytest.raises(Refused):
        game.answer(ask, ask.options[0])


@pytest.mark.parametrize("players", [0, 1, 2, 8])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(rules: Rules, players: int) -> None:
    with pytest.raises(Refused, match="3 to 7 players"):
        rules.new_game(players)


def test_boards_that_do_not_exist_are_refused(rules: Rules) -> None:
    with pytest.raises(Refused, match="no board"):
        rules.new_game(3, boards=[("gizah", "a"), ("atlantis", "a"), ("rhodos", "b")])
    with pytest.raises(Refused, match="need 3 boards"):
        rules.new_game(3, boards=[("gizah", "a")])


def test_a_save_of_another_ruleset_is_refused(rules: Rules) -> None:
    game = rules.new_game(3, 1)
    with pytest.raises(Refused, match="another ruleset"):
        rules.load(save_text(replace(rules.tables, content="f" * 64), game.row))
    for broken in ("", "{}", "[1]", '{"ruleset": 1, "row": 2}', game.save()[:-40] + "]}"):
        with pytest.raises(Refused):
            rules.load(broken)


def test_the_effect_of_an_action_counts_the_cards_of_the_same_turn(base: Checked) -> None:
    content = base.game.content("base")
    assert content.flow is not None
    vineyard = next(card for card in content.cards if card.id == "vineyard")
    actions = tuple(replace(a, effect=vineyard.effect) if a.id == "discard" else a for a in content.flow.actions)
    rules = compiled((replace(content, flow=replace(content.flow, actions=actions)),))
    seats = [At(hand=["altar"]), At("gizah", hand=["lumber-yard"]), At("babylon", hand=["clay-pool"])]
    game = table(rules, seats)
    choose(game, "discard", "altar")
    choose(game, "build", "lumber-yard")
    choose(game, "build", "clay-pool")
    game.pending()
    assert coins(game)[0] == 2


def test_a_city_may_buy_what_it_makes_where_that_is_of_use(load: Callable[..., Rules]) -> None:
    """Nothing forces a city to use its own stone.

    It is offered a purchase if something reacts to purchases.
    """
    seats = [At("rhodos", coins=3, city=["stone-pit"], hand=["baths"]), At("gizah"), At("olympia")]
    paid = {(m.left, m.right) for _, _, m in options(table(load("leaders"), seats)) if m.action == "build"}
    assert paid == {(0, 0)}
    watched = [replace(seats[0], city=["stone-pit", "hatshepsut"]), *seats[1:]]
    paid = {(m.left, m.right) for _, _, m in options(table(load("leaders"), watched)) if m.action == "build"}
    assert paid == {(0, 0), (2, 0)}
