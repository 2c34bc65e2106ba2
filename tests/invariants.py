"""What must be true of a game after every answer; used by the tests and by `make soak`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

from stele.lab.bots import random_bot
from stele.runtime import Ask, Game, Rules
from stele.runtime.declared import Effects, Made
from stele.runtime.effects.reactors import TO_A_CELL
from stele.runtime.effects.reactors import listed as listed_at
from stele.runtime.effects.standing import in_force
from stele.runtime.inspector import cards_at, codes_by_card, stages_built
from stele.runtime.ruleset import Card, Cost
from stele.runtime.saves import is_consistent
from stele.runtime.state.cells import (
    AGE,
    BARRED,
    BOARD,
    CARD_MASK,
    CHOICE,
    COINS,
    CONCERNED,
    COPY_HOST,
    COSTS,
    DEMANDED,
    FALLEN,
    FRAMES,
    HAS_RIGHT,
    HAS_WINDOW,
    IS_SPECIAL,
    LANE_MASK,
    LANE_SHIFT,
    LEFT,
    LEVEL,
    MAY_REACT,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    OPENED,
    PAYS_OTHERWISE,
    PLACE_MASK,
    PLAYERS,
    POINTS,
    PURSE,
    REACHED,
    RIGHT,
    SIDE,
    STAGES,
    STANDS_AWHILE,
    STEP,
    TURN,
    USED,
    WORD,
    count,
)
from stele.runtime.turn.kernel import options_of
from stele.runtime.turn.listing import listed
from tests.rows import cards_under, deck_cell, seats_of, set_cards

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row

Cells = dict[int, int]  # by cell of a seat


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


def at_places(rules: Rules, row: Row, seat: int) -> Iterator[AtPlace]:
    """Yield what a seat has of each shared place, left and right."""
    core, tables, seats = rules.core, rules.tables, list(rules.seats[row[PLAYERS]])
    number = seats.index(seat)
    for index, place in enumerate(tables.places):
        cells = [tables.zones[zone].cell for zone in place.zones]
        more = [(m.lane, m.number) for m in tables.more_cards if m.shared == index]
        for side, other in enumerate((seats[(number + 1) % len(seats)], seats[number - 1])):
            laid = row[(other, seat)[side] + place.cell + BOARD]
            if not laid:
                continue
            board = place.sides[laid - 1]
            own, theirs = cards_at(core, row, seat + cells[side]), cards_at(core, row, other + cells[1 - side])
            counts = [
                len(cards) + sum(count(core, row, who, lane) * n for lane, n in more)
                for who, cards in ((seat, own), (other, theirs))
            ]
            lead = counts[0] - counts[1]
            top = max([board.alone, *(bonus.step for bonus in board.bonuses)])
            won = [bonus for bonus in board.bonuses if bonus.step <= lead]
            yield AtPlace(
                place.cell,
                side,
                own + theirs,
                bool(board.alone and -lead >= board.alone),
                min(max(lead, 0), top),
                [bonus.right if side else bonus.left for bonus in won],
                [to for to, near in enumerate((LEFT, RIGHT)) if board.for_sale and row[seat + near] != other],
                room_left(rules, place.holds, dict(board.room), own + theirs),
            )


def definition(rules: Rules, code: int) -> Card:
    """Return what a card is a copy of."""
    return rules.tables.cards[rules.core.kind[code]]


def room_left(rules: Rules, holds: int, room: dict[int, int], cards: list[int]) -> dict[int, int]:
    """Return how many more cards of each colour fit beside those that lie in a place."""
    if holds and len(cards) >= holds:
        return {}
    colours = [definition(rules, card).colour for card in cards]
    return {colour: number - colours.count(colour) for colour, number in room.items()}


def unsold(effects: Effects) -> Effects:
    """Return effects that make nothing for sale."""
    return replace(effects, made=tuple(replace(made, for_sale=False) for made in effects.made))


def in_play(rules: Rules, row: Row, seat: int) -> list[Effects]:
    """Return the effects of all that a seat has in play, but for what it shares."""
    core, tables = rules.core, rules.tables
    side = tables.sides[row[seat + SIDE]]
    built = [side.stages[stage].effects for stage in stages_built(core, row, seat)]
    found = [tables.everyone, side.start, *built]
    found += [definition(rules, card).effects for card in cards_at(core, row, seat + core.main)]
    for code, _ in copies(rules, row, seat):
        effects = rules.code_effects(code)
        found.append(unsold(effects) if rules.is_copy(code) else effects)  # nobody buys what a copy makes
    found += [unsold(definition(rules, card).effects) for card in revealed(rules, row, seat)]
    for number, lane in enumerate(core.while_lane):
        times = in_force(core, row, seat, number)
        if not core.while_own[number]:  # what reads its own kind is worked out without itself
            assert times == core.points(row, seat, core.while_times[number]), "what stands stands as often as it should"
        found += times * [next(one.effects for one in tables.whiles if one.lane == lane)]
    leading = {place.side for place in at_places(rules, row, seat) if place.level}
    return found + [lead for one in found for side, lead in one.leads if side in leading]


def revealed(rules: Rules, row: Row, seat: int) -> list[int]:
    """Return the cards under the board of a seat that are turned up."""
    return cards_at(rules.core, row, seat + rules.core.revealed) if rules.core.reveals else []


def copies(rules: Rules, row: Row, seat: int) -> Iterator[tuple[int, bool]]:
    """Yield the codes of all that serves a seat although it lies elsewhere, and whether a shared
    place hosts it.
    """
    places = [place.cell + BARRED + side for place in rules.tables.places for side in range(2)]
    for slot in range(rules.core.copy_slots):
        held = row[seat + rules.core.copies + slot] - 1
        host = held >> COPY_HOST
        if held >= 0 and not (host and row[seat + places[host - 1]]):
            yield held & CARD_MASK, host > 0


def tallied(rules: Rules, cards: Sequence[int], effects: Sequence[Effects], stages: int = 0) -> list[int]:
    """Return what some cards, effects and stages add to the words of a tally."""
    lanes: Counter[int] = Counter({rules.tables.stage_lane: stages})
    for card in cards:
        colour = definition(rules, card).colour
        assert colour >= 0, "what has no colour is in no city"
        lanes[rules.tables.colours[colour][1]] += 1
    for one in effects:
        for lane, number in one.counts:
            lanes[lane] += number
    assert all(number <= LANE_MASK for number in lanes.values())
    words = [0] * rules.core.tally_words
    for lane, number in lanes.items():
        words[lane >> WORD] += number << (lane & LANE_SHIFT)
    return words


def recomputed(rules: Rules, row: Row, seat: int) -> Cells:
    """Return every cached cell of a seat but `concerns`, which only says where to look, worked out
    from scratch and in another way than the runtime does.
    """
    core, tables = rules.core, rules.tables
    effects = in_play(rules, row, seat)
    shared_cards: list[int] = []
    shared = [rules.code_effects(code) for code, is_hosted in copies(rules, row, seat) if is_hosted]
    found: Cells = {}
    common: list[int] = []  # cards in shared places, whomever they serve
    sold: list[list[Made]] = [[], []]  # only to the left, only to the right
    for place in at_places(rules, row, seat):
        common += place.cards
        serving = [] if place.is_barred else place.cards
        found |= cells_of_place(rules, row, seat, place, serving)
        printed = [definition(rules, card).effects for card in serving]
        effects += [*map(unsold, printed), *place.bonuses]
        shared += [*printed, *place.bonuses]
        shared_cards += serving
        for to in place.sells_to:
            sold[to] += [made for one in printed for made in one.made if made.for_sale]
    cards = cards_at(core, row, seat + core.main)
    found |= words_at(core.tally, tallied(rules, [*cards, *shared_cards], effects, row[seat + STAGES]))
    if tables.places:
        found |= words_at(core.shared, tallied(rules, shared_cards, shared))
    found |= relations(rules, [*cards, *revealed(rules, row, seat)], common)
    found[POINTS] = sum(score.points for one in effects for score in one.scores if isinstance(score.points, int))
    return found | production(rules, effects, sold, has_one_neighbour(rules, row, seat))


def cells_of_place(rules: Rules, row: Row, seat: int, place: AtPlace, serving: list[int]) -> Cells:
    """Return what a seat has cached of a place, given the cards there that serve it."""
    words, first = rules.core.words, place.cell + OPENED + place.side * rules.core.words
    if row[seat + place.cell + LEVEL + place.side] != row[seat + place.cell + REACHED + place.side]:
        seats = list(rules.seats[row[PLAYERS]])
        holder = seat if place.side else seats[(seats.index(seat) + 1) % len(seats)]
        assert row[FALLEN] >> row[holder + NUMBER] & 1, "who has lost a lead this turn is known"
    ids = {definition(rules, card).id for card in serving}
    opened = words_where(rules, lambda card: bool(ids & set(card.chain)))
    fitting = words_where(rules, lambda card: place.room.get(card.colour, 0) > 0)
    return {
        place.cell + LEVEL + place.side: place.level,
        place.cell + BARRED + place.side: int(place.is_barred),
        **words_at(first, opened),
        **words_at(first + 2 * words, fitting),
    }


def words_where(rules: Rules, holds: Callable[[Card], bool]) -> list[int]:
    """Return the words of all cards of which something holds."""
    words = [0] * rules.core.words
    meant = [holds(card) for card in rules.tables.cards]
    for code, kind in enumerate(rules.core.kind):
        if kind >= 0 and meant[kind]:
            words[code >> WORD] |= 1 << (code & PLACE_MASK)
    return words


def words_at(first: int, words: Sequence[int]) -> Cells:
    """Return words by their cells."""
    return {first + number: word for number, word in enumerate(words)}


def relations(rules: Rules, city: list[int], common: list[int]) -> Cells:
    """Return which cards a seat may not build again, and which it may build by a chain."""
    core = rules.core
    names = {definition(rules, card).identity or definition(rules, card).id for card in (*city, *common)}
    ids = {definition(rules, card).id for card in city}
    is_unique = rules.tables.zones[rules.tables.main_zone].is_unique
    blocked = words_where(rules, lambda card: is_unique and (card.identity or card.id) in names)
    chained = words_where(rules, lambda card: bool(ids & set(card.chain)))
    return {**words_at(core.blocked, blocked), **words_at(core.chained, chained)}


def has_one_neighbour(rules: Rules, row: Row, seat: int) -> bool:
    """Tell whether a seat has a neighbour on one side only."""
    none = rules.tables.table_cells + row[PLAYERS] * rules.tables.seat_cells
    return (row[seat + LEFT] == none) != (row[seat + RIGHT] == none)


def production(rules: Rules, effects: Sequence[Effects], sold: list[list[Made]], is_beside_one: bool) -> Cells:
    """Return what a seat makes and sells, and its prices; `sold` is what it sells besides to one
    side only. The offers of both sides are for one neighbour.
    """
    core, tables = rules.core, rules.tables
    made = [source for one in effects for source in one.made]
    for_sale = [source for source in made if source.for_sale]
    found = words_at(tables.own_cell, packed(rules, made))
    found |= words_at(tables.sale_cell, packed(rules, for_sale + sold[1]))
    if tables.sale_left_cell:
        found |= words_at(tables.sale_left_cell, packed(rules, for_sale + sold[0]))
    for number, goods in enumerate(tables.price_classes):
        offers = [offer for one in effects for offer in one.offers if set(goods) <= set(offer.goods)]
        left = [offer.price for offer in offers if offer.from_left or is_beside_one]
        right = [offer.price for offer in offers if offer.from_right or is_beside_one]
        found[core.offers + 2 * number] = min(left, default=0)
        found[core.offers + 2 * number + 1] = min(right, default=0)
    return found


def packed(rules: Rules, sources: list[Made]) -> list[int]:
    """Return, by piece, the number of sources that touch each set of goods, counted no further than
    any cost asks for.
    """
    core, found = rules.core, []
    for piece in range(core.pieces):
        lanes = []
        for goods, most in zip(goods_of(rules, piece), lanes_of(rules, piece, core.top[piece]), strict=True):
            touching = sum(made.number for made in sources if goods & set(made.goods))
            lanes.append(min(touching, most))
        found.append(sum(number << place * (core.shift[piece] + 1) for place, number in enumerate(lanes)))
    return found


def goods_of(rules: Rules, piece: int) -> list[set[int]]:
    """Return the set of goods that each lane of a piece is about."""
    core = rules.core
    masks = core.lane_goods[core.lane_from[piece] : core.lane_from[piece + 1]]
    return [{good for good in range(core.resources) if mask >> good & 1} for mask in masks]


def lanes_of(rules: Rules, piece: int, cell: int) -> list[int]:
    """Return the lanes of a piece out of its cell."""
    width, number = rules.core.shift[piece] + 1, len(goods_of(rules, piece))
    return [cell >> place * width & (1 << width) - 1 for place in range(number)]


def check_reach(rules: Rules, row: Row, seat: int) -> None:
    """Check the joint cells and what is remembered to be covered, cost by cost, from the production
    cells.
    """
    core = rules.core
    sold = [row[seat + LEFT] + core.sale, row[seat + RIGHT] + core.sale_left]
    joint = [(core.with_left, sold[:1]), (core.with_right, sold[1:]), (core.with_both, sold)]
    for piece in range(core.pieces):
        tops = lanes_of(rules, piece, core.top[piece])
        for cell, others in joint:
            had = [lanes_of(rules, piece, row[first + piece]) for first in (seat + core.own, *others)]
            together = [min(sum(lanes), top) for *lanes, top in zip(*had, tops, strict=True)]
            assert lanes_of(rules, piece, row[seat + cell + piece]) == together, "what neighbours sell is added"
    for first in (seat + core.own, seat + core.with_both):
        check_covers(rules, tuple(row[first : first + core.pieces]))


def check_covers(rules: Rules, sources: tuple[int, ...]) -> None:
    """Check which cards and stages some sources cover, as the interpreted kernel remembers it."""
    core = rules.core
    masks = core.lists.known[4][sources]
    known = CHECKED.setdefault(id(rules), {})
    if known.get(sources) == masks:
        return
    lanes = [
        (goods, number)
        for piece, cell in enumerate(sources)
        for goods, number in zip(goods_of(rules, piece), lanes_of(rules, piece, cell), strict=True)
    ]
    expected = [0] * len(masks)
    for code, kind in enumerate(core.kind):
        if kind >= 0 and is_covered(rules.tables.cards[kind].cost, lanes):
            expected[code >> WORD] |= 1 << (code & PLACE_MASK)
    for side, listed_there in zip(rules.tables.all_sides, core.lists.stage_costs, strict=True):
        for stage, (word, bit, _, _) in zip(side.stages, listed_there, strict=False):
            expected[word] |= bit if is_covered(stage.cost, lanes) else 0
    assert masks == expected, "what is covered is remembered rightly"
    known[sources] = masks[:]


CHECKED: dict[int, dict[tuple[int, ...], list[int]]] = {}  # what was looked at, by rules and sources


def is_covered(cost: Cost, lanes: list[tuple[set[int], int]]) -> bool:
    """Tell whether sources suffice for a cost: no set of goods asks for more than touch it."""
    return all(sum(units for good, units in cost.goods if good in goods) <= number for goods, number in lanes)


def cards_by_place(rules: Rules, row: Row) -> list[int]:
    """Return every card of the game, wherever it lies."""
    core, tables = rules.core, rules.tables
    found = [card for number in range(len(tables.decks)) for card in cards_at(core, row, deck_cell(rules, number))]
    for zone in tables.zones:
        if zone.deck:
            continue  # counted as a deck
        for seat in rules.seats[row[PLAYERS]] if zone.of_seat else [0]:
            lying = cards_under if zone.is_sequence else cards_at
            found += lying(core, row, seat + zone.cell)
    return found


def check_state(game: Game, rules: Rules) -> None:
    """Check one state."""
    core, row = rules.core, game.row
    players, seats = row[PLAYERS], seats_of(game)
    found, codes = cards_by_place(rules, row), codes_by_card(rules)
    used = [
        code
        for card in rules.tables.cards
        for code, printed in zip(codes[card.id], card.players or (0,), strict=True)
        if printed <= players
    ]
    removed = {id for side in rules.tables.sides for id in side.removes}
    absent = [card for card in used if card not in found and definition(rules, card).id in removed]
    assert sorted([*found, *absent]) == sorted(used), "cards are conserved"
    check_supplies(game, rules)
    check_alerts(rules, row)
    for seat in seats:
        assert row[seat + COINS] >= 0, "no negative coins"
        assert all(row[seat + token.cell] >= 0 for token in rules.tables.tokens), "no negative tokens"
        assert sum(seat == row[other + LEFT] for other in seats) <= 1
        assert len(set(stages_built(core, row, seat))) == row[seat + STAGES], "each stage is built once"
        marked = cards_at(core, row, seat + core.marked) if core.has_marked else []
        assert set(marked) <= set(cards_at(core, row, seat + core.main)), "coins lie on cards in the city"
        for cell, value in recomputed(rules, row, seat).items():
            assert row[seat + cell] == value, f"cell {cell} of seat {row[seat + NUMBER]} equals what it is cached for"
        check_reach(rules, row, seat)
    assert is_consistent(rules, row, seats), "all that is cached is what is worked out from nothing"


def check_alerts(rules: Rules, row: Row) -> None:
    """Check that the cells of the table that say where to look say it of the right seats."""
    core, seats = rules.core, list(rules.seats[row[PLAYERS]])

    def mask(seats_with: Sequence[bool | int]) -> int:
        return sum(bool(has) << number for number, has in enumerate(seats_with))

    losing = [any(row[seat + core.due + slot] for slot in range(core.due_slots)) for seat in seats]
    assert row[DEMANDED] == mask(losing), "who loses something"
    if rules.tables.duties:
        assert row[OBLIGED] == mask([row[seat + core.duty] for seat in seats]), "who must take an action"
    uses = [row[seat + core.uses + word] & core.turn_uses[word] for seat in seats for word in core.turn_words]
    assert row[USED] or not any(uses), "whether limits have to renew themselves"
    for one, behind in pairwise((PAYS_OTHERWISE, STANDS_AWHILE, COSTS, MAY_REACT, IS_SPECIAL, HAS_WINDOW, HAS_RIGHT)):
        concerned = [row[seat + core.concerns] & behind - one for seat in seats]
        assert row[CONCERNED] & behind - one or not any(concerned), "whether anybody is concerned"
    for number, seat in enumerate(seats):
        beside = [seats[(number + 1) % len(seats)], seats[number - 1]]
        assert list(row[seat + core.across : seat + core.across + 2]) == beside, "who shares places"
        reacting = Counter(reactors(rules, row, seat))
        held = {n: count(core, row, seat, lane) for n, lane in enumerate(core.trigger_lane)}
        assert reacting == Counter({n: number for n, number in held.items() if number}), "what may react"
    order = [seats[0]]
    while row[order[-1] + NEXT] != seats[0]:
        order.append(row[order[-1] + NEXT])
    assert row[MOVED] == (order != seats), "whether seats have moved"


def reactors(rules: Rules, row: Row, seat: int) -> list[int]:
    """Return the list of what may react to what a seat does."""
    core = rules.core
    places = [listed_at(core, row, seat, place) for place in range(TO_A_CELL * core.reactor_cells)]
    return [trigger for trigger in places if trigger >= 0]


def check_supplies(game: Game, rules: Rules) -> None:
    """Check that at each decision whoever holds tokens of a card without any left has what it
    gives, and nobody else.
    """
    core, tables, row = rules.core, rules.tables, game.row
    for supply in tables.supplies:
        for age, token in enumerate(supply.tokens, 1):
            left, cell = row[supply.cell + age - 1], tables.tokens[token].cell
            assert 0 <= left <= supply.number[row[PLAYERS]]
            lying = cards_at(core, row, tables.zones[supply.zone].cell)
            on = [card for card in lying if tables.decks[definition(rules, card).deck].age == age]
            if not on:
                continue
            gift = dict(definition(rules, on[0]).moments)[supply.moment]
            for seat in seats_of(game):
                given = [code for code, _ in copies(rules, row, seat) if rules.code_effects(code) is gift]
                is_waiting = row[FRAMES] > 0  # decisions of this turn come before what they bring about
                assert is_waiting or len(given) == (0 if left else row[seat + cell])


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


def check_kernels(game: Game, ask: Ask, rules: Rules) -> None:
    """Check that what is remembered to be legal is legal by arithmetic on each card, in the same
    order.
    """
    if ask.kind in ("play", "last"):
        seat, play = seats_of(game)[ask.about], rules.asks.plays[game.row[STEP]]
        coins = game.row[seat + (COINS if ask.kind == "play" else PURSE)]
        assert listed(rules.core, game.row, seat, play, coins) == options_of(rules.core, game.row, seat, play, coins)


def check_view(game: Game, rules: Rules, roll: random.Random) -> None:
    """Check that no seat sees hidden cards: they may change places without changing its view."""
    core, tables, seats = rules.core, rules.tables, seats_of(game)
    viewer = roll.randrange(len(seats))
    other = game.clone()
    row = other.row
    places = [(deck_cell(rules, number), False) for number in range(len(tables.decks))]
    for zone in tables.zones:
        for index, seat in enumerate(seats if zone.of_seat and not zone.deck else [] if zone.deck else [0]):
            if zone.seen_by == "nobody" or (zone.seen_by == "owner" and index != viewer):
                places.append((seat + zone.cell, zone.is_sequence))
    hidden = [(cards_under if is_sequence else cards_at)(core, row, cell) for cell, is_sequence in places]
    cards = [card for lying in hidden for card in lying]
    roll.shuffle(cards)
    for (cell, is_sequence), lying in zip(places, hidden, strict=True):
        taken, cards = cards[: len(lying)], cards[len(lying) :]
        if not is_sequence:
            set_cards(core, row, cell, taken)
            continue
        for slot in range(core.slots):
            if row[cell + slot]:
                row[cell + slot] = taken.pop() + 1
    for seat in seats:
        if row[seat + CHOICE] and row[seat + NUMBER] != viewer:
            row[seat + CHOICE] = 1 + roll.randrange(1, 1 << 40)
    assert other.view(viewer) == game.view(viewer)


def moves_hands(rules: Rules) -> bool:
    """Tell whether any sentence moves cards of a hand."""
    tables = rules.tables
    effects = [card.effects for card in tables.cards] + [side.start for side in tables.sides]
    effects += [stage.effects for side in tables.sides for stage in side.stages]
    said = [text for one in effects for text in one.texts if " hand" in text]
    spoken = " ".join(text for one in effects for text in one.texts)
    if "another turn" in spoken or "give" in spoken:  # without a place cards are given from the hand
        return True
    return any("their next card" not in text and "swap hands" not in text for text in said)


def check_hands(game: Game, ask: Ask, rules: Rules) -> None:
    """Check that all hands are equally large when the first seat of a turn is asked for a card of
    them.
    """
    is_hand = ask.play == len(rules.tables.plays) - 1 and not moves_hands(rules)
    if ask.kind == "play" and ask.seat == 0 and is_hand and not rules.tables.guests:
        zone = rules.tables.zones[rules.tables.plays[ask.play].zone].cell
        sizes = {len(cards_at(rules.core, game.row, seat + zone)) for seat in seats_of(game)}
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
            check_kernels(game, ask, rules)
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
        text = repr((game.row[AGE], game.row[TURN], meaning))
        return crc32(text.encode()), text

    return min(ask.options, key=key)


def rotated_game(
    rules: Rules, boards: list[tuple[str, str]], turn: int, hands: dict[int, list[list[int]]]
) -> list[int]:
    """Play with the table turned by some seats.

    Deals are taken over from, or written to, `hands`.
    """
    players = len(boards)
    turned = [boards[(number - turn) % players] for number in range(players)]
    game = rules.new_game(players, 5, turned)
    core, zone = rules.core, rules.tables.zones[rules.tables.plays[0].zone].cell
    seats = seats_of(game)
    seen = 0
    while (ask := game.pending()) is not None:
        if game.row[AGE] != seen:
            seen = game.row[AGE]
            dealt = hands.setdefault(seen, [cards_at(core, game.row, seat + zone) for seat in seats])
            for number, seat in enumerate(seats):
                set_cards(core, game.row, seat + zone, dealt[(number - turn) % players])
            game._ask = None
            continue
        game.answer(ask, by_meaning(game, ask))
    return game.totals()


def neighbours_are_mutual(game: Game) -> bool:
    """Tell whether left and right fit together all around the table."""
    row = game.row
    return all(row[row[seat + LEFT] + RIGHT] == seat for seat in seats_of(game))
