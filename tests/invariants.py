"""What must be true of a game after every answer; used by the tests and by `make soak`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from stele.runtime.engine import Engine
from stele.runtime.pay import Part
from stele.runtime.row import (
    BARRED,
    BLOCKED,
    BOARD,
    CHAINED,
    CHOICE,
    COINS,
    COVERED,
    DEMANDED,
    DUE,
    DUTY,
    FALLEN,
    FRAMES,
    LANE,
    LANE_MASK,
    LEFT,
    LEVEL,
    MARKED,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    OPENED,
    PLAYERS,
    REACHED,
    REACHED_LEVEL,
    REVEALED,
    RIGHT,
    ROOM,
    SHARED,
    SIDE,
    STAGES,
    TALLY,
    WINDOWED,
    Row,
    bits,
    unpacked,
)

from stele.lab.bots import random_bot
from stele.runtime import Ask, Game, Rules
from stele.runtime.ruleset import Effects


@dataclass
class AtPlace:
    """What a seat has of the place on one side, worked out from who laid what and from the board
    alone.
    """

    cell: int
    side: int
    cards: list[int]
    is_barred: bool
    level: int
    bonuses: list[Effects]
    sells_to: list[int]  # the sides on which its cards may be bought: where the other owner does not sit
    room: dict[int, int]  # how many more cards of a colour fit


def at_places(engine: Engine, row: Row, seat: int) -> Iterator[AtPlace]:
    """Yield what a seat has of each shared place, left and right."""
    tables, seats = engine.tables, engine.seats[row[PLAYERS]]
    number = seats.index(seat)
    for index, place in enumerate(tables.places):
        cells = [tables.zones[zone].cell for zone in place.zones]
        more = [(m.lane, m.number) for m in tables.more_cards if m.shared == index]
        for side, other in enumerate((seats[(number + 1) % len(seats)], seats[number - 1])):
            laid = row[(other, seat)[side] + place.cell + BOARD]
            if not laid:
                continue
            board = place.sides[laid - 1]
            own, theirs = row[seat + cells[side]], row[other + cells[1 - side]]
            counts = [
                mask.bit_count() + sum((row[who + TALLY] >> lane & (1 << LANE) - 1) * n for lane, n in more)
                for who, mask in ((seat, own), (other, theirs))
            ]
            lead = counts[0] - counts[1]
            top = max([board.alone, *(bonus.step for bonus in board.bonuses)])
            won = [bonus for bonus in board.bonuses if bonus.step <= lead]
            yield AtPlace(
                place.cell,
                side,
                list(bits(own | theirs)),
                bool(board.alone and -lead >= board.alone),
                min(max(lead, 0), top),
                [bonus.right if side else bonus.left for bonus in won],
                [to for to, near in enumerate((LEFT, RIGHT)) if board.for_sale and row[seat + near] != other],
                room_left(engine, place.holds, dict(board.room), list(bits(own | theirs))),
            )


def room_left(engine: Engine, holds: int, room: dict[int, int], cards: list[int]) -> dict[int, int]:
    """Return how many more cards of each colour fit beside those that lie in a place."""
    if holds and len(cards) >= holds:
        return {}
    colours = [engine.tables.cards[engine.card_of[card]].colour for card in cards]
    return {colour: number - colours.count(colour) for colour, number in room.items()}


def in_play(engine: Engine, row: Row, seat: int) -> list[Effects]:
    """Return the effects of all that a seat has in play, but for what it shares."""
    tables = engine.tables
    side = tables.sides[row[seat + SIDE]]
    found = [tables.everyone, side.start, *(side.stages[stage].effects for stage in engine.built(row, seat))]
    found += [tables.cards[engine.card_of[card]].effects for card in bits(row[seat + engine.main])]
    for code in [*(code for code, _ in engine.copies_of(row, seat)), *bits(row[seat + REVEALED])]:
        effects = engine.copied_effects[code]
        if code < engine.first_own:  # nobody buys what a copy makes
            effects = replace(effects, made=tuple(replace(made, for_sale=False) for made in effects.made))
        found.append(effects)
    leading = {place.side for place in at_places(engine, row, seat) if place.level}
    return found + [lead for one in found for side, lead in one.leads if side in leading]


def copies(engine: Engine, row: Row, seat: int) -> Iterator[tuple[Effects, bool]]:
    """Yield the effects of all copies that serve a seat, and whether a shared place hosts them."""
    for code, _, host in engine.hosted_copies(row, seat):
        if not engine.is_idle(row, seat, host):
            yield engine.copied_effects[code], host >= 0


def tallied(engine: Engine, cards: Sequence[int], effects: Sequence[Effects]) -> int:
    """Return what some cards and effects add to a tally."""
    lanes: dict[int, int] = {}
    for card in cards:
        colour = engine.tables.cards[engine.card_of[card]].colour
        assert colour >= 0, "what has no colour is in no city"
        lane = engine.tables.colours[colour][1]
        lanes[lane] = lanes.get(lane, 0) + 1
    for one in effects:
        for lane, number in one.counts:
            lanes[lane] = lanes.get(lane, 0) + number
    assert all(number < 1 << LANE for number in lanes.values())
    return sum(number << lane for lane, number in lanes.items())


def recomputed(engine: Engine, row: Row, seat: int) -> dict[int, int]:
    """Return every cached cell of a seat, worked out from scratch and in another way than the
    engine does.
    """
    tables = engine.tables
    effects = in_play(engine, row, seat)
    cards = list(bits(row[seat + engine.main]))
    shared_cards: list[int] = []
    shared = [effects for effects, is_hosted in copies(engine, row, seat) if is_hosted]
    cells: dict[int, int] = {}
    common: list[int] = []  # cards in shared places, whomever they serve
    sold_at_a_side: list[tuple[int, Effects]] = []
    for place in at_places(engine, row, seat):
        serving = [] if place.is_barred else place.cards
        common += place.cards
        cells[place.cell + LEVEL + place.side] = place.level
        cells[place.cell + BARRED + place.side] = int(place.is_barred)
        cells[place.cell + ROOM + place.side] = sum(
            (place.room.get(tables.cards[index].colour, 0) > 0) << card for card, index in enumerate(engine.card_of)
        )
        if row[seat + place.cell + LEVEL + place.side] != row[seat + place.cell + REACHED_LEVEL + place.side]:
            seats = engine.seats[row[PLAYERS]]
            holder = seat if place.side else seats[(seats.index(seat) + 1) % len(seats)]
            assert row[FALLEN] >> row[holder + NUMBER] & 1, "who has lost a lead this turn is known"
        ids = {tables.cards[engine.card_of[card]].id for card in serving}
        cells[place.cell + OPENED + place.side] = sum(
            bool(ids & set(tables.cards[index].chain)) << card for card, index in enumerate(engine.card_of)
        )
        for card in serving:
            printed = tables.cards[engine.card_of[card]].effects
            effects.append(replace(printed, made=tuple(replace(made, for_sale=False) for made in printed.made)))
            shared.append(printed)
            shared_cards.append(card)
            sold_at_a_side += [(to, printed) for to in place.sells_to]
        effects += place.bonuses
        shared += place.bonuses
    cells[TALLY] = tallied(engine, [*cards, *shared_cards], effects) + (row[seat + STAGES] << tables.stage_lane)
    cells[SHARED] = tallied(engine, shared_cards, shared)
    city = [tables.cards[engine.card_of[card]] for card in bits(row[seat + engine.main] | row[seat + REVEALED])]
    names = {card.identity or card.id for card in (*city, *(tables.cards[engine.card_of[card]] for card in common))}
    ids = {card.id for card in city}
    cells[BLOCKED] = cells[CHAINED] = 0
    for card, index in enumerate(engine.card_of):
        definition = tables.cards[index]
        cells[BLOCKED] |= ((definition.identity or definition.id) in names) << card
        cells[CHAINED] |= bool(ids & set(definition.chain)) << card
    for index, part in enumerate(engine.parts):
        made = [source for one in effects for source in one.made]
        cells[tables.own_cell + index] = packed(part, [(m.goods, m.number) for m in made])
        for side, cell in ((1, tables.sale_cell), (0, tables.sale_left_cell)):
            sold = [m for m in made if m.for_sale]
            sold += [m for to, one in sold_at_a_side if to == side for m in one.made if m.for_sale]
            if cell:
                cells[cell + index] = packed(part, [(m.goods, m.number) for m in sold])
    for number, goods in enumerate(tables.price_classes):
        offers = [offer for one in effects for offer in one.offers if set(goods) <= set(offer.goods)]
        left = [offer.price for offer in offers if offer.from_left]
        right = [offer.price for offer in offers if offer.from_right]
        cells[tables.price_cell + 2 * number] = min(left, default=0)
        cells[tables.price_cell + 2 * number + 1] = min(right, default=0)
    return cells


def check_reach(engine: Engine, row: Row, seat: int) -> None:
    """Check the joint cells and the two masks of what is covered, cost by cost, from the production
    cells.
    """
    tables, payer = engine.tables, engine.payer
    left, right = row[seat + LEFT], row[seat + RIGHT]
    covered = reached = 0
    for index, part in enumerate(payer.parts):
        own, joint = row[seat + tables.own_cell + index], seat + tables.joint_cell + 3 * index
        to_left = tables.sale_left_cell or tables.sale_cell
        sold = [row[left + tables.sale_cell + index], row[right + to_left + index]]
        assert row[joint : joint + 2] == [part.grown(own, sold[0]), part.grown(own, sold[1])]
        assert row[joint + 2] == part.grown(part.grown(own, sold[0]), sold[1])
    for number, demands in enumerate(payer.demands):
        alone = both = True
        for demand in demands:
            part, own = demand.part, row[seat + tables.own_cell + demand.index]
            sale, to_left = tables.sale_cell + demand.index, (tables.sale_left_cell or tables.sale_cell) + demand.index
            alone &= not part.missing(own, demand.packed)
            both &= not part.missing(part.add(part.add(own, row[left + sale]), row[right + to_left]), demand.packed)
        covered |= payer.spread[number] if alone else 0
        reached |= payer.spread[number] if both else 0
    assert (row[seat + COVERED], row[seat + REACHED]) == (covered, reached)


def packed(part: Part, sources: list[tuple[tuple[int, ...], int]]) -> int:
    """Return the number of sources that touch each subset of goods, counted no further than any
    cost asks for.
    """
    result = 0
    for subset in part.subsets:
        goods = {good for i, good in enumerate(part.goods) if subset >> i & 1}
        touching = sum(number for made, number in sources if goods & set(made))
        result |= min(touching, part.most[subset - 1]) << (subset - 1) * part.width
    return result


def cards_by_place(engine: Engine, row: Row) -> list[int]:
    """Return every card of the game, wherever it lies."""
    tables = engine.tables
    found = [card for number in range(len(tables.decks)) for card in bits(row[tables.deck_cell + number])]
    for zone in tables.zones:
        if zone.deck:
            continue  # counted as a deck
        for seat in engine.seats[row[PLAYERS]] if zone.of_seat else [0]:
            cell = row[seat + zone.cell]
            found += unpacked(cell) if zone.is_sequence else list(bits(cell))
    return found


def check_state(game: Game, rules: Rules) -> None:
    """Check one state."""
    engine, row = rules.engine, game.row
    players = row[PLAYERS]
    found = cards_by_place(engine, row)
    used = [
        engine.first[index] + i
        for index, card in enumerate(rules.tables.cards)
        for i, printed in enumerate(card.players or (0,))
        if printed <= players
    ]
    removed = {id for side in rules.tables.sides for id in side.removes}
    absent = [card for card in used if card not in found and rules.tables.cards[engine.card_of[card]].id in removed]
    assert sorted([*found, *absent]) == sorted(used), "cards are conserved"
    check_supplies(game, rules)
    check_alerts(engine, row)
    for seat in engine.seats[players]:
        assert row[seat + COINS] >= 0, "no negative coins"
        assert all(row[seat + token.cell] >= 0 for token in rules.tables.tokens), "no negative tokens"
        assert sum(seat == row[other + LEFT] for other in engine.seats[players]) <= 1
        assert len(set(engine.built(row, seat))) == row[seat + STAGES], "each stage is built once"
        assert not row[seat + MARKED] & ~row[seat + engine.main], "coins lie on cards in the city"
        for cell, value in recomputed(engine, row, seat).items():
            assert row[seat + cell] == value, f"cell {cell} of seat {row[seat + NUMBER]} equals what it is cached for"
        check_reach(engine, row, seat)


def check_alerts(engine: Engine, row: Row) -> None:
    """Check that the cells of the table that say where to look say it of the right seats."""
    seats = engine.seats[row[PLAYERS]]

    def mask(seats_with: Sequence[bool | int]) -> int:
        return sum(bool(has) << number for number, has in enumerate(seats_with))

    lanes = sum(LANE_MASK << lane for lane in {window.lane for window in engine.tables.windows})
    effects = [[stage.effects for stage in engine.sides[row[seat + SIDE]].stages] for seat in seats]
    windowed = [
        row[seat + TALLY] & lanes
        or any(one.reveals or any(lanes >> lane & 1 for lane, _ in one.counts) for one in stages)
        for seat, stages in zip(seats, effects, strict=True)
    ]
    assert row[WINDOWED] == mask(windowed), "who may do more than play a card"
    assert row[DEMANDED] == mask([row[seat + DUE] for seat in seats]), "who loses something"
    assert row[OBLIGED] == mask([row[seat + DUTY] for seat in seats]), "who must take an action"
    order = [seats[0]]
    while row[order[-1] + NEXT] != seats[0]:
        order.append(row[order[-1] + NEXT])
    assert row[MOVED] == (order != seats), "whether seats have moved"


def check_supplies(game: Game, rules: Rules) -> None:
    """Check that at each decision whoever holds tokens of a card without any left has what it
    gives, and nobody else.
    """
    engine, row = rules.engine, game.row
    for supply in rules.tables.supplies:
        for age, token in enumerate(supply.tokens, 1):
            left, cell = row[supply.cell + age - 1], rules.tables.tokens[token].cell
            assert 0 <= left <= supply.number[row[PLAYERS]]
            on = [bit for bit in bits(row[rules.tables.zones[supply.zone].cell]) if age_of(rules, bit) == age]
            if not on:
                continue
            code = engine.moment_codes[engine.card_of[on[0]], supply.moment]
            for seat in engine.seats[row[PLAYERS]]:
                given = [held for held, _ in engine.copies_of(row, seat) if held == code]
                is_waiting = row[FRAMES] > 0  # decisions of this turn come before what they bring about
                assert is_waiting or len(given) == (0 if left else row[seat + cell])


def age_of(rules: Rules, card: int) -> int:
    """Return the age of a card."""
    return rules.tables.decks[rules.tables.cards[rules.engine.card_of[card]].deck].age


def check_copies(game: Game, rules: Rules) -> None:
    """Check that copies, saves and hashes agree."""
    before = game.hash()
    assert game.clone().hash() == before
    assert rules.load(game.save()).hash() == before
    copy = game.clone()
    ask = copy.pending()
    if ask is not None:
        copy.answer(ask, ask.options[-1])
        copy.pending()
        assert game.hash() == before, "a copy does not touch the original"


def check_view(game: Game, rules: Rules, roll: random.Random) -> None:
    """Check that no seat sees hidden cards: they may change places without changing its view."""
    engine, tables = rules.engine, rules.tables
    seats = engine.seats[game.row[PLAYERS]]
    viewer = roll.randrange(len(seats))
    other = game.clone()
    row = other.row
    places: list[tuple[int, bool, int]] = []
    for number in range(len(tables.decks)):
        places.append((tables.deck_cell + number, False, row[tables.deck_cell + number].bit_count()))
    for zone in tables.zones:
        for index, seat in enumerate(seats if zone.of_seat and not zone.deck else [] if zone.deck else [0]):
            if zone.seen_by == "nobody" or (zone.seen_by == "owner" and index != viewer):
                cell = row[seat + zone.cell]
                count = len(unpacked(cell)) if zone.is_sequence else cell.bit_count()
                places.append((seat + zone.cell, zone.is_sequence, count))
    hidden: list[int] = []
    for cell, is_sequence, _ in places:
        hidden += unpacked(row[cell]) if is_sequence else list(bits(row[cell]))
    roll.shuffle(hidden)
    for cell, is_sequence, count in places:
        taken, hidden = hidden[:count], hidden[count:]
        row[cell] = 0
        for position, card in enumerate(taken):
            row[cell] |= (card + 1) << 12 * position if is_sequence else 1 << card
    for seat in seats:
        if row[seat + CHOICE] and row[seat + NUMBER] != viewer:
            row[seat + CHOICE] = 1 + roll.randrange(1, 1 << 40)
    assert other.view(viewer) == game.view(viewer)


def check_hands(game: Game, ask: Ask, rules: Rules) -> None:
    """Check that all hands are equally large when the first seat of a turn is asked for a card of
    them.
    """
    is_hand = ask.play == len(rules.tables.plays) - 1
    if ask.kind == "play" and ask.seat == 0 and is_hand and not rules.tables.guests:
        zone = rules.tables.zones[rules.tables.plays[ask.play].zone].cell
        sizes = {game.row[seat + zone].bit_count() for seat in rules.engine.seats[game.row[PLAYERS]]}
        assert len(sizes) == 1, "equal hands at the start of a turn"


def random_game(
    rules: Rules, players: int, seed: int, every: int = 1, boards: Sequence[tuple[str, str]] | None = None
) -> Game:
    """Play a game at random and check it after every answer.

    The costly checks only after each `every`th.
    """
    roll = random.Random(seed)
    bot = random_bot(seed)
    game = rules.new_game(players, seed, boards)
    number = 0
    while (ask := game.pending()) is not None:
        assert ask.options, "options are never empty"
        assert len(set(ask.options)) == len(ask.options)
        check_hands(game, ask, rules)
        if (number + seed) % every == 0:
            check_state(game, rules)
            check_copies(game, rules)
            check_view(game, rules, roll)
        game.answer(ask, bot(game, ask))
        number += 1
    check_state(game, rules)
    assert game.totals() == [score.total for score in game.scores()]
    for score in game.scores():
        assert sum(leaf.points for leaf in score.leaves) == score.total
    return game


# --- rotation -------------------------------------------------------------------------------------


def by_meaning(game: Game, ask: Ask) -> int:
    """Choose by what an option means, seen from its seat, so that the choice turns with the
    table.
    """

    def key(option: int) -> tuple[int, str]:
        meaning = replace(game.meaning(ask, option))
        text = repr((game.row[2], game.row[3], meaning))
        return crc32(text.encode()), text

    return min(ask.options, key=key)


def rotated_game(rules: Rules, boards: list[tuple[str, str]], turn: int, hands: dict[int, list[int]]) -> list[int]:
    """Play with the table turned by some seats.

    Deals are taken over from, or written to, `hands`.
    """
    players = len(boards)
    turned = [boards[(number - turn) % players] for number in range(players)]
    game = rules.new_game(players, 5, turned)
    zone = rules.tables.zones[rules.tables.plays[0].zone].cell
    seats = rules.engine.seats[players]
    seen = 0
    while (ask := game.pending()) is not None:
        if game.row[2] != seen:
            seen = game.row[2]
            dealt = hands.setdefault(seen, [game.row[seat + zone] for seat in seats])
            for number, seat in enumerate(seats):
                game.row[seat + zone] = dealt[(number - turn) % players]
            game._ask = None
            continue
        game.answer(ask, by_meaning(game, ask))
    return game.totals()


def neighbours_are_mutual(game: Game) -> bool:
    """Tell whether left and right fit together all around the table."""
    row = game.row
    seats = game.rules.engine.seats[row[PLAYERS]]
    return all(row[row[seat + LEFT] + RIGHT] == seat for seat in seats)
