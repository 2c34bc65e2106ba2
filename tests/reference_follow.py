"""Play a compiled game beside the reference: the same options at every decision, the same state after every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stele.compiler import items
from stele.runtime import Ask, Game, Meaning, Rules
from stele.runtime.row import AGE, COINS, DUE, PLAYERS, PURSE, RANDOM, SIDE, STAGES, bits, unpacked
from tests.invariants import check_reach, recomputed
from tests.reference import Question, Reference, Steps
from tests.reference_score import best_sheets

State = dict[tuple[int | str, str], Any]  # by seat or `table`, and by name


def follow(
    contents: Sequence[items.Content],
    rules: Rules,
    players: int,
    seed: int,
    choose: Callable[[Game, Ask], int],
    prepare: Callable[[Reference, Game, int], None] | None = None,
) -> None:
    """Play a game to its end and compare it with the reference at every decision; `prepare` may change both beforehand."""
    reference = Reference(contents, players, seed)
    game = rules.new_game(players, seed)
    if prepare is not None:
        prepare(reference, game, seed)
    steps = reference.play()
    question = next(steps, None)
    while (ask := game.pending()) is not None:
        assert question is not None, "the reference knows of no further decision"
        assert (ask.kind, ask.seat) == (question.kind, question.seat)
        compare(reference, game, ask.kind == "play" and ask.seat == 0)
        check_derived(game)
        compare_options(game, ask, question)
        option = choose(game, ask)
        game.answer(ask, option)
        question = answered(steps, game.meaning(ask, option))
    assert question is None, "the reference knows of a further decision"
    compare(reference, game, True)
    results = [(total, city.coins) for total, city in zip(game.totals(), reference.table.cities, strict=True)]
    assert game.winners() == [seat for seat, result in enumerate(results) if result == max(results)], "the winners"


def answered(steps: Steps, answer: Meaning) -> Question | None:
    """Return the question that follows an answer, or nothing at the end of the game."""
    try:
        return steps.send(answer)
    except StopIteration:
        return None


def check_derived(game: Game) -> None:
    """Check that all other cells follow from the state that was compared, so that equal states are equal rows."""
    engine, row = game.rules.engine, game.row
    for seat in engine.seats[row[PLAYERS]]:
        for cell, value in recomputed(engine, row, seat).items():
            assert row[seat + cell] == value, f"cell {cell} follows from what is in play"
        check_reach(engine, row, seat)


def compare_options(game: Game, ask: Ask, question: Question) -> None:
    """Compare what is legal."""
    offered = [game.meaning(ask, option) for option in ask.options]
    assert len(set(offered)) == len(offered), "no option is offered twice"
    only_game, only_reference = set(offered) - question.options, question.options - set(offered)
    assert not only_game, f"seat {ask.seat}: only the game offers {sorted(map(repr, only_game))}"
    assert not only_reference, f"seat {ask.seat}: only the reference offers {sorted(map(repr, only_reference))}"


def compare(reference: Reference, game: Game, with_points: bool) -> None:
    """Compare the whole state, and the points if the game ended now."""
    table, row = reference.table, game.row
    assert row[AGE] == table.age, "the age"
    assert row[RANDOM] == reference.random[RANDOM], "the random generator"
    seen, known = decoded(game), described(reference)
    for place, value in known.items():
        assert seen[place] == value, place
    if with_points:
        for seat, (score, fast) in enumerate(zip(game.scores(), game.totals(), strict=True)):
            total, sheets = best_sheets(table, seat)
            assert fast == score.total == total, f"total of seat {seat}"
            assert frozenset((line, points) for line, points in score.lines if points) in sheets, (
                f"sheet of seat {seat}"
            )


def described(reference: Reference) -> State:
    """Return the state of the reference, by seat or `table` and name."""
    table, book = reference.table, reference.book
    found: State = {}
    for id, deck in table.decks.items():
        found["table", f"deck {id}"] = book.in_order(deck)
    for id, cards in table.zones.items():
        found["table", id] = book.in_order(cards)
    found |= {("table", f"supply {id} {age}"): left for (id, age), left in table.supplies.items()}
    for seat, city in enumerate(table.cities):
        found |= {
            (seat, "board"): (city.board, city.side),
            (seat, "stages"): city.stages,
            (seat, "coins"): city.coins,
            (seat, "purse"): city.purse,
            (seat, "copies"): city.copies,
            (seat, "losses"): [causer for _, causer in city.due],
        }
        for token in book.tokens:
            found[seat, f"token {token}"] = city.tokens[token]
        for id, cards in city.zones.items():
            is_sequence = book.zones[id].order == "sequence"
            found[seat, id] = cards if is_sequence else book.in_order(cards)
    return found


def decoded(game: Game) -> State:
    """Return the state of a compiled game in the same names."""
    engine, tables, row = game.rules.engine, game.rules.tables, game.row

    def named(cards: Sequence[int]) -> list[str]:
        return [tables.cards[engine.card_of[card]].id for card in cards]

    found: State = {}
    for number, deck in enumerate(tables.decks):
        found["table", f"deck {deck.id}"] = named(list(bits(row[tables.deck_cell + number])))
    seats = engine.seats[row[PLAYERS]]
    for zone in tables.zones:
        for seat, offset in enumerate(seats) if zone.of_seat else [("table", 0)]:
            cell = row[offset + zone.cell]
            found[seat, zone.id] = named(unpacked(cell) if zone.is_sequence else list(bits(cell)))
    for supply in tables.supplies:
        for age in range(1, tables.ages + 1):
            found["table", f"supply {supply.id} {age}"] = row[supply.cell + age - 1]
    for seat, offset in enumerate(seats):
        side = tables.sides[row[offset + SIDE]]
        found |= {
            (seat, "board"): (side.board, side.side),
            (seat, "stages"): row[offset + STAGES],
            (seat, "coins"): row[offset + COINS],
            (seat, "purse"): row[offset + PURSE],
            (seat, "copies"): [
                (engine.code_name(code), tables.lines[line].id) for code, line in engine.copies_of(row, offset)
            ],
            (seat, "losses"): [entry & 15 for entry in unpacked(row[offset + DUE])],
        }
        for token in tables.tokens:
            found[seat, f"token {token.id}"] = row[offset + token.cell]
    return found
