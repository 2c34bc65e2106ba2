"""Set up a table as a test needs it: boards, coins, cities, hands, at the beginning of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stele.runtime import Ask, Game, Meaning, Rules
from stele.runtime.derive.scenes import for_a_scene, lay_anywhere
from stele.runtime.inspector import cards_at, codes_by_card
from stele.runtime.state.cells import AGE, COINS, OWING, PURSE, STEP, TURN
from tests.rows import constant, deck_cell, put_into_city, put_stage, seats_of, set_cards


@dataclass(frozen=True)
class At:
    """One seat: a board and side, and what it has."""

    board: str = "rhodos"
    side: str = "a"
    coins: int = 0
    city: Sequence[str] = ()
    hand: Sequence[str] = ()
    stages: int = 0
    tokens: dict[str, int] = field(default_factory=dict)


def table(rules: Rules, seats: Sequence[At], age: int = 1, turn: int = 1, discard: Sequence[str] = ()) -> Game:
    """Return a game in which every seat is about to choose."""
    rules = for_a_scene(rules, len(seats))
    lay_anywhere(rules.core)
    core, tables = rules.core, rules.tables
    game = rules.new_game(len(seats), 1, [(seat.board, seat.side) for seat in seats])
    row = game.row
    zones = {zone.id: zone for zone in tables.zones}
    free = codes_by_card(rules)
    thrown = [free[card].pop(0) for card in discard]
    set_cards(core, row, zones["discard"].cell, thrown)
    used = set(thrown)
    for offset, seat in zip(seats_of(game), seats, strict=True):
        row[offset + COINS] = row[offset + PURSE] = seat.coins
        for card in seat.city:
            put_into_city(core, row, offset, free[card].pop(0))
        for number in range(seat.stages):
            put_stage(core, row, offset, number)
        for token in tables.tokens:
            row[offset + token.cell] = seat.tokens.get(token.id, 0)
        hand = [free[card].pop(0) for card in seat.hand]
        set_cards(core, row, offset + zones["hand"].cell, hand)
        used |= {*hand, *cards_at(core, row, offset + core.main)}
    for number, deck in enumerate(tables.decks):
        cell = deck_cell(rules, number)
        left = [] if deck.age <= age else [code for code in cards_at(core, row, cell) if code not in used]
        set_cards(core, row, cell, left)
    row[AGE], row[TURN], row[OWING] = age, turn - 1, 0
    row[STEP] = constant(rules, "STEP_PLAY")
    return game


def options(game: Game) -> list[tuple[Ask, int, Meaning]]:
    """Return the pending decision's options with their meanings."""
    ask = game.pending()
    assert ask is not None
    return [(ask, option, game.meaning(ask, option)) for option in ask.options]


def choose(game: Game, action: str, card: str = "", manner: str = "", pay: tuple[int, int] | None = None) -> None:
    """Answer the pending decision with the first option of that action and card."""
    for ask, option, meaning in options(game):
        if meaning.action != action or card not in ("", meaning.card):
            continue
        if manner not in ("", meaning.manner) or (pay is not None and pay != (meaning.left, meaning.right)):
            continue
        game.answer(ask, option)
        return
    raise AssertionError(f"{action} {card} is not among {[meaning for _, _, meaning in options(game)]}")


def coins(game: Game) -> list[int]:
    """Return the coins of every seat."""
    return [seat["coins"] for seat in game.view(0)["seats"]]


def legal(game: Game) -> set[tuple[str, str, str, int, int, int]]:
    """Return everything that is legal now: action, card, manner, coins to the bank, to the left, to
    the right.
    """
    return {(m.action, m.card, m.manner, m.bank, m.left, m.right) for _, _, m in options(game)}
