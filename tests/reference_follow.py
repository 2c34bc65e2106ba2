"""Play a compiled game beside the reference: the same options at every decision, the same state
after every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from stele.compiler.front import items
from stele.runtime import Ask, Game, Meaning, Rules
from stele.runtime.inspector import cards_at, stages_built
from stele.runtime.payment.leftovers import own_units
from stele.runtime.saves import is_consistent
from stele.runtime.state.cells import (
    ABSENT,
    AGAIN,
    AGE,
    ALONE,
    BESIDE,
    CARD_MASK,
    CHOICE,
    COINS,
    CONCERNED,
    CONTEXT,
    CONTEXT_MANY,
    CONTEXT_MANY_MASK,
    CONTEXT_SEAT,
    CONTEXT_WHAT,
    COPY_HOST,
    COPY_LINE,
    DEMANDED,
    FALLEN,
    FIGHT,
    FIRST,
    FRAME_MASK,
    FRAME_RANK,
    FRAME_SEAT,
    FRAME_SEAT_MASK,
    FRAMES,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    LINE_MASK,
    MOVED,
    NEWCOMERS,
    NEXT,
    NUMBER,
    OBLIGED,
    OPENED,
    ORDER,
    OVER,
    OWING,
    PARTNER,
    PLACE_MASK,
    PLAYERS,
    POINTS,
    PURSE,
    QUEUE_FIRST,
    QUEUED,
    RANDOM,
    REACTED,
    REACTIONS,
    RELINK,
    RIGHT,
    ROOT,
    ROOTS,
    SIDE,
    SITTING_OUT,
    STAGES,
    STEP,
    TABLE_CELLS,
    TURN,
    UNSETTLED,
    UNSUPPLIED,
    USED,
    WORD,
    count,
    seeded,
)
from stele.runtime.state.flat import next_lane
from stele.runtime.table.boards import deal_boards, drawn_words, has_drawn
from tests.invariants import check_alerts, check_reach, recomputed
from tests.reference import Reference
from tests.reference_between import spendable, unused
from tests.reference_late import Question, Steps
from tests.reference_places import decoded as decoded_places
from tests.reference_score import best_sheets
from tests.reference_tracks import decoded as decoded_positions
from tests.rows import bits, cards_under, deck_cell, seats_of

WHAT_MASK = 4095  # of the card that an event is about

State = dict[tuple[int | str, str], Any]  # by seat or `table`, and by name


def dealt(rules: Rules, players: int, seed: int) -> tuple[list[tuple[str, str]], int]:
    """Return the boards of a new game, and the state of the random generator when they are
    dealt.
    """
    seats = players + rules.tables.guests
    row = rules.start.rows[seats][:]
    row[RANDOM] = seeded(seed)
    deal_boards(rules.core, row)
    sides = [rules.tables.sides[row[seat + SIDE]] for seat in rules.seats[seats]]
    return [(side.board, side.side) for side in sides], row[RANDOM]


def as_drawn(rules: Rules) -> list[str]:
    """Return all cards in the order in which they are counted when some of a zone are drawn: word
    by word, the highest bit first.
    """
    codes = [code for code, kind in enumerate(rules.core.kind) if kind >= 0]
    ordered = sorted(codes, key=lambda code: (code >> WORD, -(code & PLACE_MASK)))
    return list(dict.fromkeys(rules.code_name(code) for code in ordered))


def follow(
    contents: Sequence[items.Content],
    rules: Rules,
    players: int,
    seed: int,
    choose: Callable[[Game, Ask], int],
    prepare: Callable[[Reference, Game, int], None] | None = None,
    boards: Sequence[tuple[str, str]] | None = None,
    reference_of: type[Reference] = Reference,
) -> Reference:
    """Play a game to its end and compare it with the reference at every decision.

    `prepare` may change both beforehand. Without `boards` they are dealt at random.

    Return the reference, so that one can see what was compared.
    """
    sides, state = (list(boards), seeded(seed)) if boards else dealt(rules, players, seed)
    reference = reference_of(contents, sides, state, as_drawn(rules), rules.tables.variant)
    is_shipped = reference_of is Reference
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
        compare_decision(reference, game, ask, question, is_shipped)
        assert places.setdefault(reference.step, game.row[STEP]) == game.row[STEP], "the step"
        if ask.kind != "play" or ask.seat <= asked:
            check_derived(game, is_shipped)  # until the last seat has answered nothing changes
        asked = ask.seat if ask.kind == "play" else players
        compare_options(game, ask, question)
        option = choose(game, ask)
        meant = alike(game.meaning(ask, option))
        game.answer(ask, option)
        question = answered(steps, next(one for one in question.options if alike(one) == meant))
    assert question is None, "the reference knows of a further decision"
    assert len(set(places.values())) == len(places), "steps are told apart"
    if not reference.is_over:  # a game that a sentence ends lets its turn come to an end that nobody sees
        compare(reference, game, True)
    assert game.winners() == reference.declared_winners(winners(reference, game.totals())), "the winners"
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


def check_derived(game: Game, is_shipped: bool = True) -> None:
    """Check that all other cells follow from the state that was compared, so that equal states are
    equal rows.
    """
    rules, row = game.rules, game.row
    check_alerts(rules, row)
    for seat in seats_of(game):
        for cell, value in recomputed(rules, row, seat).items():
            assert row[seat + cell] == value, f"cell {cell} follows from what is in play"
        check_reach(rules, row, seat)
    assert is_consistent(rules, row, seats_of(game)), "all that is cached is what is worked out from nothing"
    beyond = rules.tables.table_cells + row[PLAYERS] * rules.tables.seat_cells
    assert not any(row[beyond:]), "nothing lies beyond the seats"
    if not is_shipped:
        return
    assert not any(row[cell] for cell in settled_cells(rules)), "whatever was set off has come to its end"
    known = CONTEXT_MANY_MASK << CONTEXT_MANY | CONTEXT_SEAT | WHAT_MASK << CONTEXT_WHAT
    about = [row[cell] for cell in about_cells(rules)]
    assert not any(context & ~known for context in about), "nobody else is spoken of"


def settled_cells(rules: Rules) -> list[int]:
    """Return the cells of the table in which there is nothing while somebody decides: no shipped
    decision is about something that only its event knows.
    """
    core = rules.core
    queue = [first + slot for first in (core.queue, core.reacted) for slot in range(core.queue_slots)]
    return [REACTIONS, RELINK, BESIDE, QUEUED, QUEUE_FIRST, ROOT, ROOTS, REACTED, NEWCOMERS, CONTEXT, FIGHT, *queue]


def about_cells(rules: Rules) -> list[int]:
    """Return the cells that tell what each suspended effect is about: no shipped one is about more
    than how many others did before and the event to which it reacts, whether it speaks of that or
    not.
    """
    first = TABLE_CELLS + rules.core.most_frames
    return [first + frame for frame in range(rules.core.most_frames)]


def accounted_cells(rules: Rules, players: int) -> set[int]:
    """Return every cell of a row that is compared with the reference or follows from what is
    compared.
    """
    core, tables = rules.core, rules.tables
    found = {PLAYERS, RANDOM, AGE, TURN, STEP, OWING, FRAMES, UNSETTLED, FALLEN, UNSUPPLIED}
    found |= {
        AGAIN,
        FIRST,
        ALONE,
        DEMANDED,
        OBLIGED,
        SITTING_OUT,
        OVER,
        MOVED,
        USED,
        CONCERNED,
        *settled_cells(rules),
        *about_cells(rules),
    }
    found |= set(range(TABLE_CELLS, TABLE_CELLS + tables.most_frames))
    found |= set(range(tables.deck_cell, tables.deck_cell + len(tables.decks) * core.words))
    found |= {zone.cell + word for zone in tables.zones if not zone.of_seat for word in range(core.words)}
    found |= {supply.cell + age for supply in tables.supplies for age in range(tables.ages)}
    compared = {COINS, PURSE, CHOICE, LEFT, RIGHT, NUMBER, SIDE, STAGES, PARTNER, NEXT, ABSENT, ORDER}
    found |= {one.cell for one in tables.positions if not one.of_seat}
    compared |= {one.cell for one in tables.positions if one.of_seat}
    compared |= {token.cell for token in tables.tokens} | ({core.duty} if tables.duties else set())
    sizes = [(core.copies, core.copy_slots), (core.due, 2 * core.due_slots), (core.uses, core.tally_words)]
    sizes += [(zone.cell, core.slots if zone.is_sequence else core.words) for zone in tables.zones if zone.of_seat]
    sizes += [(core.revealed, core.words)] if core.reveals else []
    sizes += [(core.marked, core.words)] if core.has_marked else []
    sizes += [(core.drawn, core.words)] if core.drawn < tables.seat_cells else []
    sizes += [(core.drawn_boards, drawn_words(core))] if core.drawn_boards < tables.seat_cells else []
    sizes += [(place.cell, OPENED + 4 * core.words) for place in tables.places]
    derived = {POINTS, *core.derived, core.across, core.across + 1}
    sizes += [(core.reactors, core.reactor_cells + 1)] if core.reactor_cells else []
    sizes += [(core.force, core.tally_words)] if core.has_standing else []
    sizes += [(tables.own_cell, tables.joint_cell + 3 * core.pieces - tables.own_cell)]
    for first, size in sizes:
        compared |= set(range(first, first + size))
    for offset in rules.seats[players + tables.guests]:
        found |= {offset + cell for cell in compared | derived}
    beyond = tables.table_cells + (players + tables.guests) * tables.seat_cells
    return found | set(range(beyond, beyond + tables.moves * tables.seat_cells))


def compare_decision(reference: Reference, game: Game, ask: Ask, question: Question, is_shipped: bool = True) -> None:
    """Compare who owes a decision, what was decided already, and what waits."""
    row, core = game.row, game.rules.core
    assert set(bits(row[OWING])) == set(question.owing), "who owes a decision"
    decided = {
        seat: game.meaning(ask._replace(seat=seat, about=seat), row[offset + CHOICE] - 1)
        for seat, offset in enumerate(seats_of(game))
        if row[offset + CHOICE]
    }
    assert {s: alike(m) for s, m in decided.items()} == {s: alike(m) for s, m in reference.chosen.items()}, (
        "what is decided"
    )
    if not is_shipped:
        return  # what waits shows in what is asked
    suspended = row[TABLE_CELLS : TABLE_CELLS + row[FRAMES]]
    assert not any(row[TABLE_CELLS + row[FRAMES] : TABLE_CELLS + game.rules.tables.most_frames])
    # What may be done before choosing or after playing is no effect that waits: it is offered to
    # whoever has something to do.
    waiting = [frame for frame in suspended if frame & FRAME_MASK < core.window_first]
    frames = [(frame >> FRAME_RANK & FRAME_MASK, frame >> FRAME_SEAT & FRAME_SEAT_MASK) for frame in waiting]
    acting = [] if reference.acting is None else [reference.acting]
    effects = [*acting, *sorted(reference.waiting)]
    assert frames == [effect[:2] for effect in effects], "what waits"
    contexts = [row[cell] for cell in about_cells(game.rules)][: len(suspended)]
    about = [
        ((context & CONTEXT_SEAT) - 1, game.rules.code_name(context >> CONTEXT_WHAT) if context & CONTEXT_SEAT else "")
        for frame, context in zip(suspended, contexts, strict=True)
        if frame & FRAME_MASK < core.window_first
    ]
    assert about == [effect.about for effect in effects], "what it is about"


def alike(meaning: Meaning) -> Meaning:
    """Return an option to take one of several things as it is on whichever card they stand: cards
    with the same sentence share what is chosen.
    """
    card, is_option, number = meaning.card.rpartition("-option-")
    return replace(meaning, card=f"option-{number}") if is_option and "-choice" not in card else meaning


def compare_options(game: Game, ask: Ask, question: Question) -> None:
    """Compare what is legal."""
    offered = [alike(game.meaning(ask, option)) for option in ask.options]
    assert len(set(offered)) == len(offered), "no option is offered twice"
    known = set(map(alike, question.options))
    only_game, only_reference = set(offered) - known, known - set(offered)
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
    found["table", "first"] = table.first
    return found | table.places.described() | {**table.positions.at}


def decoded(game: Game) -> State:
    """Return the state of a compiled game in the same names."""
    rules, row = game.rules, game.row
    core, tables, seats = rules.core, rules.tables, seats_of(game)

    def named(first: int, is_sequence: bool = False) -> list[str]:
        codes = cards_under(core, row, first) if is_sequence else cards_at(core, row, first)
        return [rules.code_name(code) for code in codes]

    def seat_at(offset: int) -> int | None:
        return seats.index(offset) if offset in seats else None

    held = held_names(rules)
    found: State = {("table", "turn"): row[TURN], ("table", "seats"): row[PLAYERS]}
    for number, deck in enumerate(tables.decks):
        found["table", f"deck {deck.id}"] = named(deck_cell(rules, number))
    for zone in tables.zones:
        owners: list[tuple[int | str, int]] = [*enumerate(seats)] if zone.of_seat else [("table", 0)]
        for owner, offset in owners:
            found[owner, zone.id] = named(offset + zone.cell, zone.is_sequence)
    for supply in tables.supplies:
        for age in range(1, tables.ages + 1):
            found["table", f"supply {supply.id} {age}"] = row[supply.cell + age - 1]
    for seat, offset in enumerate(seats):
        side = tables.sides[row[offset + SIDE]]
        due = [row[offset + core.due + slot] for slot in range(core.due_slots)]
        found |= {
            (seat, "board"): (side.board, side.side),
            (seat, "stages"): stages_built(core, row, offset),
            (seat, "coins on cards"): named(offset + core.marked) if core.has_marked else [],
            (seat, "asked for"): tuple(asked_for(game, offset, bit) for bit in (1, 2)),
            (seat, "coins"): row[offset + COINS],
            (seat, "purse"): row[offset + PURSE],
            (seat, "copies"): copies(game, offset, held),
            (seat, "losses"): [entry - 1 & 255 for entry in due if entry],
            (seat, "neighbours"): (seat_at(row[offset + LEFT]), seat_at(row[offset + RIGHT])),
            (seat, "next"): seat_at(row[offset + NEXT]),
            (seat, "absent"): bool(row[offset + ABSENT]),
            (seat, "partner"): seat_at(row[offset + PARTNER]),
            (seat, "turned up"): named(offset + core.revealed) if core.reveals else [],
            (seat, "drawn"): drawn(game, offset),
            (seat, "uses"): sum(used(game, offset, lane) for lane in limited_lanes(rules)),
            (seat, "unused"): left_unused(game, offset),
        }
        for token in tables.tokens:
            found[seat, f"token {token.id}"] = row[offset + token.cell]
    found["table", "first"] = row[FIRST]
    return found | decoded_places(game) | {**decoded_positions(game)}


def held_names(rules: Rules) -> list[str]:
    """Return, by code, what the reference calls all that may be held although it lies elsewhere:
    cards, stages, what is chosen on stages, what cards of the table give.
    """
    tables = rules.tables
    found = [rules.code_name(code) if kind >= 0 else "" for code, kind in enumerate(rules.core.kind)]
    stages = [(f"{side.board}/{side.side}/{n}", stage) for side in tables.sides for n, stage in enumerate(side.stages)]
    if rules.core.stage_codes:
        found += [name for name, _ in stages]
    found += [f"{name}/{number}" for name, stage in stages for number in range(len(stage.effects.choose))]
    found += [f"{choice.id}-option-{number}" for choice in tables.choices for number, _ in enumerate(choice.options, 1)]
    return found + [card.id for card in tables.cards for _ in card.moments]


def copies(game: Game, offset: int, held: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return what a seat holds although it lies elsewhere: what, on which line its points count,
    and where what brought it lies if two seats share it.
    """
    core, tables, row = game.rules.core, game.rules.tables, game.row
    hosts = ["", *(tables.zones[zone].id for place in tables.places for zone in place.zones)]
    found = [row[offset + core.copies + slot] - 1 for slot in range(core.copy_slots)]
    assert found == sorted(found, key=lambda copy: copy < 0), "copies lie behind each other"
    return [
        (held[copy & CARD_MASK], tables.lines[copy >> COPY_LINE & LINE_MASK].id, hosts[copy >> COPY_HOST])
        for copy in found
        if copy >= 0
    ]


def limited_lanes(rules: Rules) -> list[int]:
    """Return the lanes of all uses that are counted, but for units that windows take."""
    spent = [next_lane(window.lane) for window in rules.tables.windows if window.unused]
    lanes, lane = [], 0
    while lane >> WORD < rules.core.tally_words:
        lanes.append(lane)
        lane = next_lane(lane)
    return [lane for lane in lanes if lane not in spent]


def used(game: Game, offset: int, lane: int) -> int:
    """Return how often a seat has used something with a limit."""
    return game.row[offset + game.rules.core.uses + (lane >> WORD)] >> (lane & LANE_SHIFT) & LANE_MASK


def asked_for(game: Game, offset: int, bit: int) -> set[tuple[str, str]]:
    """Return what a seat must do the next time (1) or now (2): a zone and an action."""
    tables, core = game.rules.tables, game.rules.core
    duty = game.row[offset + core.duty] if tables.duties else 0
    found = [two for number, two in enumerate(tables.duties) if duty >> 2 * number & bit]
    return {(tables.zones[tables.plays[play].zone].id, tables.actions[action].id) for play, action in found}


def drawn(game: Game, offset: int) -> set[str]:
    """Return the boards that were drawn for a seat, and the cards that were given up for it."""
    rules, core, row = game.rules, game.rules.core, game.row
    found: set[str] = set()
    if core.drawn < rules.tables.seat_cells:
        found |= {rules.code_name(code) for code in cards_at(core, row, offset + core.drawn)}
    if core.drawn_boards < rules.tables.seat_cells:
        boards = enumerate(dict.fromkeys(side.board for side in rules.tables.sides))
        found |= {board for number, board in boards if has_drawn(core, row, offset, number)}
    return found


def left_unused(game: Game, offset: int) -> dict[str, int]:
    """Return how many units a seat could still spend that its payments of this turn have left, as
    far as something takes them.
    """
    core, row = game.rules.core, game.row
    found = {}
    for window in game.rules.tables.windows:
        held, times = count(core, row, offset, window.lane), used(game, offset, window.lane)
        spent = used(game, offset, next_lane(window.lane))
        for good, number in window.unused:
            if held > times:
                left = own_units(core, row, offset, good) - spent
                found["" if good < 0 else game.rules.tables.resources[good]] = min(number, left)
            elif not held:
                assert not spent, "only who may spend units has used some"
    return found
