"""Play a compiled game beside the reference: the same options at every decision, the same state
after every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stele.runtime.row import (
    ABSENT,
    AGE,
    BLOCKED,
    CHAINED,
    CHOICE,
    COINS,
    COPIED,
    COVERED,
    DEMANDED,
    DRAWN,
    DUE,
    DUTY,
    FALLEN,
    FRAME_BITS,
    FRAMES,
    LANE,
    LANE_MASK,
    LEFT,
    MARKED,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    ORDER,
    OWING,
    PARTNER,
    PLACE_CELLS,
    PLAYERS,
    PURSE,
    RANDOM,
    REACHED,
    REACTIONS,
    REVEALED,
    RIGHT,
    SHARED,
    SIDE,
    STAGES,
    STEP,
    TABLE_CELLS,
    TALLY,
    TURN,
    UNSETTLED,
    UNSUPPLIED,
    USES,
    WINDOWED,
    bits,
    seeded,
    unpacked,
)

from stele.compiler.front import items
from stele.runtime import Ask, Game, Meaning, Rules
from tests.invariants import check_alerts, check_reach, recomputed
from tests.reference import Reference
from tests.reference_between import spendable, unused
from tests.reference_late import Question, Steps
from tests.reference_places import decoded as decoded_places
from tests.reference_score import best_sheets

State = dict[tuple[int | str, str], Any]  # by seat or `table`, and by name


def dealt(rules: Rules, players: int, seed: int) -> tuple[list[tuple[str, str]], int]:
    """Return the boards of a new game, and the state of the random generator when they are
    dealt.
    """
    seats = players + rules.tables.guests
    row = rules.engine.template(seats)[:]
    row[RANDOM] = seeded(seed)
    sides = [rules.tables.sides[side] for side in rules.engine.dealt_boards(row, seats)]
    return [(side.board, side.side) for side in sides], row[RANDOM]


def follow(
    contents: Sequence[items.Content],
    rules: Rules,
    players: int,
    seed: int,
    choose: Callable[[Game, Ask], int],
    prepare: Callable[[Reference, Game, int], None] | None = None,
    boards: Sequence[tuple[str, str]] | None = None,
) -> Reference:
    """Play a game to its end and compare it with the reference at every decision.

    `prepare` may change both beforehand. Without `boards` they are dealt at random.

    Return the reference, so that one can see what was compared.
    """
    sides, state = (list(boards), seeded(seed)) if boards else dealt(rules, players, seed)
    reference = Reference(contents, sides, state, rules.tables.variant)
    game = rules.new_game(players, seed, boards)
    if prepare is not None:
        prepare(reference, game, seed)
    steps = reference.play()
    question = next(steps, None)
    places: dict[str, int] = {}
    asked = players  # the last seat that was asked in a step that all take together
    while (ask := game.pending()) is not None:
        assert question is not None, "the reference knows of no further decision"
        assert (ask.kind, ask.seat) == (question.kind, question.seat), f"{ask}, but {question}"
        compare(reference, game, ask.kind == "play" and ask.seat == 0)
        compare_decision(reference, game, ask, question)
        assert places.setdefault(reference.step, game.row[STEP]) == game.row[STEP], "the step"
        if ask.kind != "play" or ask.seat <= asked:
            check_derived(game)  # until the last seat has answered nothing changes
        asked = ask.seat if ask.kind == "play" else players
        compare_options(game, ask, question)
        option = choose(game, ask)
        game.answer(ask, option)
        question = answered(steps, game.meaning(ask, option))
    assert question is None, "the reference knows of a further decision"
    assert len(set(places.values())) == len(places), "steps are told apart"
    compare(reference, game, True)
    assert game.winners() == winners(reference, game.totals()), "the winners"
    return reference


def winners(reference: Reference, totals: Sequence[int]) -> list[int]:
    """Return who has the best result, partners together; coins decide between equals."""
    table = reference.table
    results = []
    for seat in table.players:
        together = [seat, *(partner for partner in [table.partner(seat)] if partner is not None)]
        results.append((sum(totals[one] for one in together), sum(table.cities[one].coins for one in together)))
    return [seat for seat, result in enumerate(results) if result == max(results)]


def answered(steps: Steps, answer: Meaning) -> Question | None:
    """Return the question that follows an answer, or nothing at the end of the game."""
    try:
        return steps.send(answer)
    except StopIteration:
        return None


def check_derived(game: Game) -> None:
    """Check that all other cells follow from the state that was compared, so that equal states are
    equal rows.
    """
    engine, row = game.rules.engine, game.row
    check_alerts(engine, row)
    for seat in engine.seats[row[PLAYERS]]:
        for cell, value in recomputed(engine, row, seat).items():
            assert row[seat + cell] == value, f"cell {cell} follows from what is in play"
        check_reach(engine, row, seat)
    beyond = game.rules.tables.table_cells + row[PLAYERS] * game.rules.tables.seat_cells
    assert not any(row[beyond:]), "nothing lies beyond the seats"
    assert not row[REACTIONS], "whatever was set off has come to its end"


def accounted_cells(rules: Rules, players: int) -> set[int]:
    """Return every cell of a row that is compared with the reference or follows from what is
    compared.
    """
    engine, tables = rules.engine, rules.tables
    found = {PLAYERS, RANDOM, AGE, TURN, STEP, OWING, FRAMES, UNSETTLED, FALLEN, UNSUPPLIED}
    found |= {WINDOWED, DEMANDED, OBLIGED, MOVED, REACTIONS}
    found |= set(range(TABLE_CELLS, TABLE_CELLS + tables.most_frames))
    found |= {tables.deck_cell + number for number in range(len(tables.decks))}
    found |= {zone.cell for zone in tables.zones if not zone.of_seat}
    found |= {supply.cell + age for supply in tables.supplies for age in range(tables.ages)}
    compared = {COINS, PURSE, CHOICE, LEFT, RIGHT, NUMBER, SIDE, STAGES, USES, COPIED, DUE, PARTNER, NEXT, ABSENT}
    compared |= {DRAWN, REVEALED, ORDER, MARKED, DUTY, *(token.cell for token in tables.tokens)}
    compared |= {zone.cell for zone in tables.zones if zone.of_seat}
    compared |= {place.cell + cell for place in tables.places for cell in range(PLACE_CELLS)}
    derived = {TALLY, BLOCKED, CHAINED, COVERED, REACHED, SHARED}
    derived |= set(range(tables.own_cell, tables.joint_cell + 3 * len(tables.parts)))
    for offset in engine.seats[players + tables.guests]:
        found |= {offset + cell for cell in compared | derived}
    beyond = tables.table_cells + (players + tables.guests) * tables.seat_cells
    return found | set(range(beyond, beyond + tables.moves * tables.seat_cells))


def compare_decision(reference: Reference, game: Game, ask: Ask, question: Question) -> None:
    """Compare who owes a decision, what was decided already, and what waits."""
    row, engine = game.row, game.rules.engine
    assert set(bits(row[OWING])) == set(question.owing), "who owes a decision"
    decided = {
        seat: game.meaning(ask, row[offset + CHOICE] - 1)
        for seat, offset in enumerate(engine.seats[row[PLAYERS]])
        if row[offset + CHOICE]
    }
    assert decided == reference.chosen, "what is decided"
    suspended = row[TABLE_CELLS : TABLE_CELLS + row[FRAMES]]
    assert not any(row[TABLE_CELLS + row[FRAMES] : TABLE_CELLS + game.rules.tables.most_frames])
    mask = (1 << FRAME_BITS) - 1
    # What may be done before choosing or after playing is no effect that waits: it is offered to
    # whoever has something to do.
    windows = {engine.reveal, *(late for _, late in engine.windows)}
    frames = [(f >> 2 * FRAME_BITS, f >> FRAME_BITS & mask) for f in suspended if f & mask not in windows]
    acting = [] if reference.acting is None else [reference.acting]
    assert frames == [effect[:2] for effect in (*acting, *sorted(reference.waiting))], "what waits"


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
    assert seen.keys() == known.keys(), f"what there is: {seen.keys() ^ known.keys()}"
    for place, value in known.items():
        assert seen[place] == value, f"{place}: {seen[place]!r} in the game, {value!r} in the reference"
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
    found: State = {("table", "turn"): table.turn, ("table", "seats"): len(table.seats)}
    for id, deck in table.decks.items():
        found["table", f"deck {id}"] = book.in_order(deck)
    for id, cards in table.zones.items():
        found["table", id] = book.in_order(cards)
    found |= {("table", f"supply {id} {age}"): left for (id, age), left in table.supplies.items()}
    for seat, city in enumerate(table.cities):
        partner = table.partner(seat)
        found |= {
            (seat, "board"): (city.board, city.side),
            (seat, "stages"): city.built,
            (seat, "coins on cards"): book.in_order(city.coined),
            (seat, "asked for"): (city.asked_next, city.asked_now),
            (seat, "coins"): city.coins,
            (seat, "purse"): city.purse,
            (seat, "copies"): [(*copy, table.places.host(seat, number)) for number, copy in enumerate(city.copies, 1)],
            (seat, "losses"): [causer for _, causer in city.due],
            (seat, "neighbours"): (table.left(seat), table.right(seat)),
            (seat, "next"): table.order[(table.order.index(seat) + 1) % len(table.order)],
            (seat, "absent"): city.absent,
            (seat, "partner"): partner,
            (seat, "turned up"): book.in_order(city.shown),
            (seat, "drawn"): {*city.drawn, *(card for card, _ in city.given)},
            (seat, "uses"): sum(city.used.values()),
            (seat, "unused"): {good: min(number, unused(table, seat, good)) for good, number in spendable(table, seat)},
        }
        for token in book.tokens:
            found[seat, f"token {token}"] = city.tokens[token]
        for id, cards in city.zones.items():
            is_sequence = book.zones[id].order == "sequence"
            found[seat, id] = cards if is_sequence else book.in_order(cards)
    return found | table.places.described()


def decoded(game: Game) -> State:
    """Return the state of a compiled game in the same names."""
    engine, tables, row = game.rules.engine, game.rules.tables, game.row
    seats = engine.seats[row[PLAYERS]]

    def named(cards: Sequence[int]) -> list[str]:
        return [tables.cards[engine.card_of[card]].id for card in cards]

    def copied(code: int) -> str:
        options = {code: (*place, i) for place, codes in engine.option_codes.items() for i, code in enumerate(codes)}
        if code in options:
            return "/".join(map(str, options[code]))
        if code < len(engine.card_of) or code >= engine.first_own:
            return engine.code_name(code)
        (number, stage), *_ = [place for place, known in engine.stage_codes.items() if known == code]
        return f"{tables.sides[number].board}/{tables.sides[number].side}/{stage}"

    def seat_at(offset: int) -> int | None:
        return seats.index(offset) if offset in seats else None

    spent_lanes = [window.lane + LANE for window in tables.windows if window.unused]
    hosts = [tables.zones[zone].id for place in tables.places for zone in place.zones]
    found: State = {("table", "turn"): row[TURN], ("table", "seats"): row[PLAYERS]}
    for number, deck in enumerate(tables.decks):
        found["table", f"deck {deck.id}"] = named(list(bits(row[tables.deck_cell + number])))
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
            (seat, "stages"): list(engine.built(row, offset)),
            (seat, "coins on cards"): named(list(bits(row[offset + MARKED]))),
            (seat, "asked for"): tuple(asked_for(game, offset, bit) for bit in (1, 2)),
            (seat, "coins"): row[offset + COINS],
            (seat, "purse"): row[offset + PURSE],
            (seat, "copies"): [
                (copied(code), tables.lines[line].id, hosts[host] if host >= 0 else "")
                for code, line, host in engine.hosted_copies(row, offset)
            ],
            (seat, "losses"): [entry & 15 for entry in unpacked(row[offset + DUE])],
            (seat, "neighbours"): (seat_at(row[offset + LEFT]), seat_at(row[offset + RIGHT])),
            (seat, "next"): seat_at(row[offset + NEXT]),
            (seat, "absent"): bool(row[offset + ABSENT]),
            (seat, "partner"): seat_at(row[offset + PARTNER]),
            (seat, "turned up"): named(list(bits(row[offset + REVEALED]))),
            (seat, "drawn"): drawn(game, seat, offset),
            (seat, "uses"): sum(
                row[offset + USES] >> lane & LANE_MASK
                for lane in range(0, row[offset + USES].bit_length(), LANE)
                if lane not in spent_lanes
            ),
            (seat, "unused"): left_unused(game, offset),
        }
        assert row[offset + STAGES] == len(engine.built(row, offset)), "stages are counted"
        for token in tables.tokens:
            found[seat, f"token {token.id}"] = row[offset + token.cell]
    return found | decoded_places(game)


def asked_for(game: Game, offset: int, bit: int) -> set[tuple[str, str]]:
    """Return what a seat must do the next time (1) or now (2): a zone and an action."""
    tables, duty = game.rules.tables, game.row[offset + DUTY]
    found = [two for number, two in enumerate(tables.duties) if duty >> 2 * number & bit]
    return {(tables.zones[tables.plays[play].zone].id, tables.actions[action].id) for play, action in found}


def drawn(game: Game, seat: int, offset: int) -> set[str]:
    """Return the boards that were drawn for a seat, or the cards that were given up if an effect
    waits that is about them.
    """
    engine, row = game.rules.engine, game.row
    mask = (1 << FRAME_BITS) - 1
    frames = row[TABLE_CELLS : TABLE_CELLS + row[FRAMES]]
    if any(engine.lates[f & mask].kind == "them" for f in frames if f >> FRAME_BITS & mask == seat):
        return {engine.code_name(card) for card in bits(row[offset + DRAWN])}
    return {engine.sides[engine.faces[face][0]].board for face in bits(row[offset + DRAWN])}


def left_unused(game: Game, offset: int) -> dict[str, int]:
    """Return how many units a seat could still spend that its payments of this turn have left, as
    far as something takes them.
    """
    engine, row = game.rules.engine, game.row
    found = {}
    for window in game.rules.tables.windows:
        held, used = row[offset + TALLY] >> window.lane & LANE_MASK, row[offset + USES] >> window.lane & LANE_MASK
        spent = row[offset + USES] >> window.lane + LANE & LANE_MASK
        for good, number in window.unused:
            if held > used:
                left = engine.leftovers.own_units(row, offset, good) - spent
                found[game.rules.tables.resources[good]] = min(number, left)
            elif not held:
                assert not spent, "only who may spend units has used some"
    return found
