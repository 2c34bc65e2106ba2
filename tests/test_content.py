"""The shipped content is complete and agrees with the facts it was written from."""

from __future__ import annotations

import pytest

from stele.compiler.analysis.checks.decks import deck_sizes
from stele.compiler.analysis.checks.index import index_of
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.unparse import clause_text, cost_text


@pytest.fixture
def content(base: Checked) -> items.Content:
    return base.game.content("base")


def test_shipped_content_is_clean(base: Checked) -> None:
    assert base.diagnostics == []


def test_the_base_game_has_all_its_cards_and_boards(content: items.Content) -> None:
    entries = {deck.id: [c for c in content.cards if c.deck.text == deck.id] for deck in content.vocabulary.decks}
    assert {id: len(cards) for id, cards in entries.items()} == {"age-1": 27, "age-2": 23, "age-3": 18, "guilds": 10}
    copies = {id: sum(card.copies(7) for card in cards) for id, cards in entries.items()}
    assert copies == {"age-1": 49, "age-2": 49, "age-3": 40, "guilds": 10}
    assert [(board.id, [len(side.stages) for side in board.sides]) for board in content.boards] == [
        ("alexandria", [3, 3]),
        ("babylon", [3, 3]),
        ("ephesos", [3, 3]),
        ("gizah", [3, 4]),
        ("halikarnassos", [3, 3]),
        ("olympia", [3, 3]),
        ("rhodos", [3, 2]),
    ]
    assert len(content.rules) == 265
    assert sum(bool(rule.decision) for rule in content.rules) == 18


@pytest.mark.parametrize("players", range(3, 8))
def test_each_deck_is_dealt_out_to_the_last_card(base: Checked, players: int) -> None:
    index = index_of(base.game)
    assert [deck_sizes(f"base.age-{age}", index)[players] for age in (1, 2, 3)] == [7 * players] * 3


def test_each_colour_has_as_many_entries_as_the_game(content: items.Content) -> None:
    counts: dict[str, int] = {}
    for card in content.cards:
        assert card.colour is not None
        counts[card.colour.text] = counts.get(card.colour.text, 0) + 1
    assert counts == {"brown": 14, "grey": 6, "blue": 13, "yellow": 12, "red": 11, "green": 12, "purple": 10}


def test_each_symbol_stands_on_four_green_entries(content: items.Content) -> None:
    found = [card.effect[0].sentence for card in content.cards if card.colour and card.colour.text == "green"]
    symbols = sorted(science.symbols[0].text for science in found if isinstance(science, n.Science))
    assert symbols == ["compass"] * 4 + ["gear"] * 4 + ["tablet"] * 4


@pytest.mark.parametrize(
    ("id", "cost", "players", "chain", "effect"),
    [
        ("lumber-yard", "free", (3, 4), (), ["produce wood"]),
        ("clay-pit", "1 coin", (3,), (), ["produce clay or ore"]),
        ("foundry", "1 coin", (3, 4), (), ["produce 2 ore"]),
        (
            "forum",
            "2 clay",
            (3, 6, 7),
            ("east-trading-post", "west-trading-post"),
            ["produce glass or papyrus or textile, not for sale"],
        ),
        ("vineyard", "free", (3, 6), (), ["gain 1 coin per brown card in city and neighbours"]),
        (
            "arena",
            "2 stone, 1 ore",
            (3, 5, 7),
            ("dispensary",),
            ["gain 3 coins per stage in city", "score 1 point per stage in city"],
        ),
        (
            "palace",
            "1 wood, 1 stone, 1 clay, 1 ore, 1 glass, 1 papyrus, 1 textile",
            (3, 7),
            (),
            ["score 8 points"],
        ),
        ("strategists-guild", "1 stone, 2 ore, 1 textile", (), (), ["score 1 point per defeat token in neighbours"]),
    ],
)
def test_a_card_is_as_printed(
    content: items.Content, id: str, cost: str, players: tuple[int, ...], chain: tuple[str, ...], effect: list[str]
) -> None:
    card = next(card for card in content.cards if card.id == id)
    assert card.cost is not None
    assert cost_text(card.cost) == cost
    assert card.players == players
    assert tuple(name.text for name in card.chain) == chain
    assert [clause_text(clause) for clause in card.effect] == effect


def test_the_numbers_of_the_flow_are_content(content: items.Content) -> None:
    flow = content.flow
    assert flow is not None
    assert (flow.players, flow.ages, flow.coins, flow.tie) == ((3, 7), 3, 3, ("coins",))
    assert [clause_text(clause) for clause in flow.everyone] == ["buy any resource from neighbours for 2"]
    assert [(action.id, action.cost, action.to.target) for action in flow.actions] == [
        ("build", "card", "base.city"),
        ("stage", "stage", "base.under-board"),
        ("discard", "nothing", "base.discard"),
    ]
    assert [clause_text(clause) for clause in flow.actions[2].effect] == ["gain 3 coins"]
    deal, turns, conflict = flow.age
    assert isinstance(deal, items.Deal)
    assert isinstance(turns, items.Turns)
    assert isinstance(conflict, items.ConflictStep)
    assert (deal.cards.at(3), turns.count.at(3)) == (7, 6)
    assert [step.to.at(age) for step in turns.each if isinstance(step, items.Pass) for age in (1, 2, 3)] == [
        "left",
        "right",
        "left",
    ]
    wins = [conflict.win.at(age) for age in (1, 2, 3)]
    assert [name.text for name in wins if name] == ["victory-1", "victory-3", "victory-5"]


def test_the_score_sheet_is_in_its_order(content: items.Content) -> None:
    assert [line.id for line in content.vocabulary.lines] == [
        "conflict", "treasury", "wonder", "civilian", "commercial", "guilds", "science",
    ]  # fmt: skip
    tokens = {token.id: token.points for token in content.vocabulary.tokens}
    assert tokens == {"victory-1": 1, "victory-3": 3, "victory-5": 5, "defeat": -1}


def test_every_value_has_a_provenance(content: items.Content) -> None:
    for card in content.cards:
        assert dict(card.provenance)[""] == "public"
