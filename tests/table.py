"""Set up a table as a test needs it: boards, coins, cities, hands, at the beginning of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stele.runtime.row import AGE, COINS, OWING, PURSE, STEP, TURN

from stele.runtime import Ask, Game, Meaning, Rules


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
    engine, tables = rules.engine, rules.tables
    game = rules.new_game(len(seats), 1, [(seat.board, seat.side) for seat in seats])
    row = game.row
    zones = {zone.id: zone for zone in tables.zones}
    free = {
        card.id: [engine.first[i] + n for n in range(max(1, len(card.players)))] for i, card in enumerate(tables.cards)
    }
    for number, deck in enumerate(tables.decks):
        if deck.age <= age:
            row[tables.deck_cell + number] = 0
    row[zones["discard"].cell] = sum(1 << free[card].pop(0) for card in discard)
    for offset, seat in zip(engine.seats[len(seats)], seats, strict=True):
        row[offset + COINS] = row[offset + PURSE] = seat.coins
        for card in seat.city:
            engine.put_into_city(row, offset, free[card].pop(0))
        for number in range(seat.stages):
            side = tables.sides.index(next(s for s in tables.sides if (s.board, s.side) == (seat.board, seat.side)))
            engine.enter(row, offset, engine.stages[side][number])
            engine.add_stage(row, offset, number)
        for token in tables.tokens:
            row[offset + token.cell] = seat.tokens.get(token.id, 0)
        row[offset + zones["hand"].cell] = sum(1 << free[card].pop(0) for card in seat.hand)
    used = row[zones["discard"].cell]
    for offset in engine.seats[len(seats)]:
        used |= row[offset + engine.main] | row[offset + zones["hand"].cell]
    for number in range(len(tables.decks)):
        row[tables.deck_cell + number] &= ~used
    names = [step.__name__ for step in rules.steps]
    row[AGE], row[TURN], row[OWING] = age, turn - 1, 0
    row[STEP] = names.index("step_play")
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
