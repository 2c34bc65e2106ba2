"""There is as much room as content asks for, or the check says that there is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.driver.build import kept_file
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.runtime import Ask, Game, Rules, Runaway
from stele.runtime import open as open_ruleset
from stele.runtime.replay import Bot, play
from tests.compare import bot_for, staging_bot
from tests.conftest import sampled
from tests.reference_follow import follow
from tests.test_patches import write
from tests.test_senses import BOARDS, CARDS, FLOW, WORDS, card, entry

pytestmark = pytest.mark.slow

BROWN = ("lumber-yard", "stone-pit", "clay-pool", "ore-vein", "tree-farm", "excavation", "clay-pit", "timber-yard")
BLUE = ("altar", "theater", "baths", "pawnshop", "aqueduct", "temple", "statue", "courthouse")
# One more card for everybody in each age, out of another deck, and one more turn.
MORE = {"id": "more", "from": "more", "cards": {str(players): players for players in range(3, 8)}}
LONGER = [
    *[{"add": f"base.decks.age-{age}.adds", "to": MORE} for age in (1, 2, 3)],
    {"set": "base.age.deal.cards", "to": 8},
    {"set": "base.age.turns.count", "to": 7},
]


def patches(*changes: tuple[str, object]) -> dict[str, str]:
    """Return an expansion that sets parts of the base game."""
    return {FLOW: json.dumps({"patch": [{"set": f"base.{path}", "to": value} for path, value in changes]})}


def effects(ids: Sequence[str], *sentences: str) -> list[tuple[str, object]]:
    """Return what sets the effects of cards."""
    return [(f"cards.{id}.effect", list(sentences)) for id in ids]


def composed(folder: Path) -> tuple[tuple[items.Content, ...], Rules]:
    """Return a folder with all that it requires: its content as it is together, and the compiled
    game.
    """
    checked = check_folders([folder])
    assert [problem.message for problem in checked.diagnostics if problem.is_error] == []
    game, _ = in_play(
        checked.contents, checked.by_expansion, frozenset(reached(checked.contents["fan"], checked.contents)), ""
    )
    return game.contents, open_ruleset(kept_file([folder], "", checked))


PLAYED = {
    "more rights than lie in one word": patches(
        *(
            change
            for n, colour in enumerate(("brown", "grey", "blue", "yellow", "red", "green", "purple", "brown or grey"))
            for change in effects([BLUE[n]], f"once per age, build a {colour} card for free")
        ),
        ("cards.barracks.effect", "once per game, build a blue or red card for free"),
        ("cards.stockade.effect", "stages in any order"),
        ("cards.guard-tower.effect", "stages in any order"),
    ),
    "payments of more coins than an option holds": patches(
        ("start.coins", 99),
        ("actions.discard.effect", "gain 90 coins"),
        ("everyone", "buy any resource from neighbours for 20"),
        *((f"cards.{id}.cost", "3 wood, 2 clay, 130 coins") for id in BLUE[:4]),
        *((f"cards.{id}.cost", "200 coins") for id in BROWN[:4]),
        ("boards.gizah.sides.a.stages.1.cost", "5 stone, 150 coins"),
    ),
    "goods of one source at several prices": patches(
        *effects(BROWN[:4], "produce wood or glass or clay"),
        *effects(BLUE[:2], "buy raw resources from left for 1"),
        *effects(BLUE[2:4], "buy manufactured resources from right for 1"),
    ),
    "goods that nobody offers": patches(
        ("everyone", ["buy raw resources from neighbours for 2", "buy manufactured resources from left for 3"]),
        *effects(BLUE[:2], "buy any resource from right for 4"),
    ),
    "many sellers at several prices": patches(
        *effects(BROWN[:6], "produce wood or textile"),
        *effects(BLUE[:4], "buy raw resources from left for 1", "buy any resource from anyone for 3"),
    ),
    "many units from the bank": patches(
        *effects((*BLUE, *BROWN), "once per turn, buy any resource from bank for 1"), ("start.coins", 20)
    ),
    "more units made than anything asks for": patches(
        *effects(BLUE[:4], "produce 9 resources that your board do not produce, not for sale")
    ),
    "a rebate above the price": patches(
        *effects(BLUE[:4], "once per turn, the first resource bought from left costs 3 less"),
    ),
    "copies from the own city": patches(*effects(BLUE[:4], "copy a brown card in city and neighbours")),
    "points of cards that copy at the end": patches(
        *effects(BLUE[:4], "at end of game, copy a blue card in city and neighbours"),
        *effects(BLUE[4:], "score 1 point per blue card in left", "science compass or gear or tablet"),
    ),
    "many symbols of several kinds": patches(
        *effects((*BLUE, *BROWN), "science compass or gear or tablet", "science compass or gear or tablet"),
    ),
    "cards that nobody clears away": patches(
        (
            "age.turns.each",
            [
                {"play": {"id": "play", "from": "hand", "actions": ["build", "stage", "discard"]}},
                {"run": {"id": "late", "moment": "end-of-turn"}},
                {"pass": {"id": "pass", "zone": "hand", "to": "left"}},
            ],
        ),
    ),
    "a zone that is passed on and from which nothing is played": {
        WORDS: "decks: [{id: more, name: More}]\n"
        "zones: [{id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}]\n",
        CARDS: "cards:\n" + "".join(entry("gain 1 coin", id=f"more-{n}", more="deck: more") for n in range(21)),
        FLOW: json.dumps(
            {
                "start-of-age": [{"deal": {"id": "deal-more", "from": "more", "cards": 1, "to": "shelf"}}],
                "end-of-turn": [{"pass": {"id": "swap", "zone": "shelf", "to": "left"}}],
            }
        ),
    },
    "cards that are laid into a deck and dealt again": {
        WORDS: "decks: [{id: more, name: More}]\n"
        "zones:\n"
        "  - {id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}\n"
        "  - {id: heap, name: Heap, owner: table, seen-by: everyone, order: set, deck: more}\n",
        CARDS: "cards:\n" + "".join(entry("gain 1 coin", id=f"more-{n}", more="deck: more") for n in range(21)),
        FLOW: json.dumps(
            {
                "start-of-age": [
                    {"deal": {"id": "deal-more", "from": "more", "cards": 1, "to": "shelf"}},
                    {"play": {"id": "again", "from": "shelf", "actions": ["build", "dump"]}},
                ],
                "actions": [{"id": "dump", "name": "Throw it onto the heap", "cost": "nothing", "to": "heap"}],
                "patch": [{"add": "base.age.turns.play.actions", "to": "dump"}],
            }
        ),
    },
    "decks of more cards than fit one word": {
        WORDS: "decks: [{id: more, name: More}]\n",
        CARDS: "cards:\n" + "".join(entry("gain 1 coin", id=f"more-{n}", more="deck: more") for n in range(30)),
        FLOW: json.dumps({"patch": LONGER}),
    },
    "decks that are mixed one into another": {
        WORDS: "decks: [{id: far, name: Far}, {id: more, name: More, adds: [{id: far, from: far, cards: 9}]}]\n",
        CARDS: "cards:\n"
        + "".join(entry(id=f"{deck}-{n}", more=f"deck: {deck}") for deck in ("far", "more") for n in range(15)),
        FLOW: json.dumps({"patch": LONGER}),
    },
}


@pytest.mark.parametrize("number", sampled(range(4), 2))
@pytest.mark.parametrize("files", PLAYED.values(), ids=PLAYED)
def test_unusual_content_goes_as_the_reference_says(tmp_path: Path, files: dict[str, str], number: int) -> None:
    contents, rules = composed(write(tmp_path, files))
    players = (3, 4, 5, 7)[number]
    follow(contents, rules, players, 100 + number, bot_for(number))


def many(key: str, number: int, more: str = "") -> str:
    """Return a vocabulary with many things of one kind."""
    return f"{key}:\n" + "".join(f"  - {{id: x{n}, name: X{n}{more}}}\n" for n in range(number))


ACTION = '{{"id": "a{0}", "name": "A{0}", "cost": "nothing", "to": "discard"}}'
TOO_MUCH = {
    "resources": ({WORDS: many("resources", 54, ", groups: [raw]")}, "a game has at most 60 resources"),
    "symbols": ({WORDS: many("symbols", 58)}, "a game has at most 60 symbols"),
    "colours": ({WORDS: many("colours", 54, ", title: Many")}, "a game has at most 60 colours"),
    "tokens": ({WORDS: many("tokens", 57, ", points: 1, line: treasury")}, "a game has at most 60 kinds of token"),
    "actions": (
        {FLOW: f'{{"actions": [{", ".join(ACTION.format(n) for n in range(61))}]}}'},
        "a game has at most 63 actions, each counted once more for both sides of a shared place",
    ),
    "copies of cards": (
        {CARDS: "cards:\n" + "".join(entry(id=f"x{n}", more=f"players: {[3] * 9}") for n in range(450))},
        "a game has at most 4000 copies of cards, each deck rounded up to a multiple of 64",
    ),
    "shields of one card": (
        {CARDS: card("50 shields").replace('"50 shields"', '["50 shields", "31 shields"]')},
        "a card or stage shows at most 80 shields",
    ),
    "clauses that react": (
        {
            CARDS: "cards:\n"
            + "".join(
                entry(id=f"x{n}").replace('"gain 2 coins"', str(["when you build a stage, gain 1 coin"] * 12))
                for n in range(42)
            )
        },
        "a game has at most 500 clauses with a moment",
    ),
}


@pytest.mark.parametrize(("files", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_there_is_no_room_for_is_said_at_check(tmp_path: Path, files: dict[str, str], message: str) -> None:
    found = check_folders([write(tmp_path, files)]).diagnostics
    assert message in [problem.message for problem in found if problem.code.id == "E0206"]


def test_seventy_boards_can_be_dealt_and_drawn(tmp_path: Path) -> None:
    stages = "[{cost: free, effect: replace your board with 1 of 3 unused boards}, {cost: 1 wood, effect: gain 1 coin}]"
    text = "boards:\n" + "".join(
        f"  - {{id: b{n}, name: B{n}, sides: {{a: {{start: produce wood, stages: {stages}}}}}}}\n" for n in range(70)
    )
    contents, rules = composed(write(tmp_path, {BOARDS: text}))
    follow(contents, rules, 7, 1, staging_bot(1))


def test_more_options_than_were_thought_of_are_listed(tmp_path: Path) -> None:
    swap = effects(BLUE[:2], "swap a card with a player")
    rich = [("start.coins", 99), ("actions.discard.effect", "gain 90 coins"), *effects(BROWN, "gain 500 coins")]
    lost = effects(BLUE[2:], "others lose 999 coins")
    unpaid = [("losses.unpaid", "defeat")]
    contents, rules = composed(write(tmp_path, patches(*swap, *rich, *lost, *unpaid)))
    for seed in range(3):
        follow(contents, rules, 7, seed, bot_for(seed))


def builder(game: Game, ask: Ask) -> int:
    """Choose to build whenever it is possible."""
    meant = [game.meaning(ask, option).action for option in ask.options]
    return ask.options[meant.index("build") if "build" in meant else -1]


def play_games(rules: Rules, bot: Bot) -> None:
    """Play some games."""
    for seed in range(6):
        play(rules.new_game(3, seed), [bot] * 3)


def test_cards_under_boards_that_nobody_thought_of_stop_a_game(tmp_path: Path) -> None:
    sentence = "replace your board with 1 of 3 unused boards, either side"
    stages = [(f"boards.{id}.sides.{side}.stages.1.effect", sentence) for id in ("gizah", "rhodos") for side in "ab"]
    rules = composed(write(tmp_path, patches(("boards.gizah.sides.a.stages.1.cost", "free"), *stages)))[1]
    play_games(rules, staging_bot(1))


def test_somebody_with_hundreds_of_something_in_play_stops_a_game(tmp_path: Path) -> None:
    rules = composed(write(tmp_path, patches(*effects((*BROWN, *BLUE), "40 shields", "40 shields"))))[1]
    assert rules.core.is_crowded
    with pytest.raises(Runaway, match="more than 255 of something in play"):
        play_games(rules, builder)
