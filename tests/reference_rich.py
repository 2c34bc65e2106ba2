"""Begin a game with cities that have grown already, so that effects meet which random play seldom
brings together.
"""

from __future__ import annotations

import random

from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes
from stele.runtime import Game
from stele.runtime.inspector import cards_at, codes_by_card
from stele.runtime.state.cells import COINS, PLACE_MASK, WORD
from stele.runtime.state.laid import note_laid
from tests.reference import Reference
from tests.reference_tracks import Place
from tests.rows import deck_cell, put_copy, put_into_city, put_stage, seats_of

MOST_CARDS = 9
MOST_COINS = 14


def enrich(reference: Reference, game: Game, seed: int) -> None:
    """Give every seat cards, stages, coins, tokens and copies: the same in the reference and in a
    game before its first step.
    """
    roll = random.Random(seed)
    table = reference.table
    for seat in table.seats:
        for _ in range(roll.randint(2, MOST_CARDS)):
            deck = roll.choice([id for id, cards in table.decks.items() if cards])
            card = roll.choice(table.decks[deck])
            if reference.book.colour(card) and not table.blocks(seat, card):
                give_card(reference, game, seat, deck, card)
        for _ in range(roll.choice([0, 0, 1, 2])):
            # What counts more cards in shared places must have been settled, and their boards are
            # not laid yet.
            for stage in roll.sample(further := next_stages(reference, seat), min(1, len(further))):
                effect = table.side(seat).stages[stage].effect
                if not any(isinstance(clause.sentence, n.MoreCards) for clause in effect):
                    give_stage(reference, game, seat, stage)
        set_coins(reference, game, seat, roll.randint(0, MOST_COINS))
        for kind in reference.book.tokens:
            supply = reference.book.tokens[kind].supply
            left = 2 if supply is None else supply - sum(city.tokens[kind] for city in table.cities)
            set_tokens(reference, game, seat, kind, min(left, roll.choice([0, 0, 0, 1, 2])))
    for place in table.positions.at:
        set_position(reference, game, place, roll)
    cards = {card for seat in table.seats for card in table.cards(seat)}
    # Two that make the first unit cheaper must not make a second one cheaper too, as the engine
    # lets them; nothing copies such a card, and only under frontiers there can be two.
    in_play = [card for card in reference.book.in_order([*cards]) if not nodes(reference.book.cards[card], n.Rebate)]
    for seat in table.seats:
        # Where nothing is ever copied there is no room for it.
        if in_play and roll.random() < 0.3 and game.rules.core.copy_slots:
            give_copy(reference, game, seat, roll.choice(in_play))
    reference.end_batch()  # what was given has been in play for long


def next_stages(reference: Reference, seat: int) -> list[int]:
    """Return the stages that a seat could build next."""
    unbuilt = reference.table.unbuilt(seat)
    return unbuilt if reference.table.in_any_order(seat) else unbuilt[:1]


def give_card(reference: Reference, game: Game, seat: int, deck: str, card: str) -> None:
    """Lay a card of a deck into a city; what it does once does not happen."""
    rules, row = game.rules, game.row
    reference.table.decks[deck].remove(card)
    reference.table.cards(seat).append(card)
    cell = deck_cell(rules, [one.id for one in rules.tables.decks].index(deck))
    code = next(code for code in cards_at(rules.core, row, cell) if rules.code_name(code) == card)
    row[cell + (code >> WORD)] ^= 1 << (code & PLACE_MASK)
    put_into_city(rules.core, row, seats_of(game)[seat], code)
    if rules.core.laid:
        note_laid(rules.core, row, code)


def give_stage(reference: Reference, game: Game, seat: int, stage: int) -> None:
    """Let a seat have a stage."""
    reference.stand(seat, reference.table.held_stage(seat, stage))
    reference.table.cities[seat].built.append(stage)
    put_stage(game.rules.core, game.row, seats_of(game)[seat], stage)


def set_coins(reference: Reference, game: Game, seat: int, coins: int) -> None:
    """Let a seat have so many coins."""
    reference.table.cities[seat].coins = coins
    game.row[seats_of(game)[seat] + COINS] = coins


def set_tokens(reference: Reference, game: Game, seat: int, kind: str, number: int) -> None:
    """Let a seat have so many tokens of a kind."""
    reference.table.cities[seat].tokens[kind] = number
    cell = next(token.cell for token in game.rules.tables.tokens if token.id == kind)
    game.row[seats_of(game)[seat] + cell] = number


def set_position(reference: Reference, game: Game, place: Place, roll: random.Random) -> None:
    """Let a track or a marker stand somewhere."""
    owner, name = place
    one = next(one for one in game.rules.tables.positions if f"{one.kind} {one.id}" == name)
    reference.table.positions.at[place] = at = roll.randint(0, one.most)
    game.row[one.cell + (seats_of(game)[owner] if isinstance(owner, int) else 0)] = at


def give_copy(reference: Reference, game: Game, seat: int, card: str) -> None:
    """Let the effects of a card in play hold for a seat too."""
    rules = game.rules
    reference.table.cities[seat].copies.append((card, reference.book.board_line))
    put_copy(rules.core, game.row, seats_of(game)[seat], codes_by_card(rules)[card][0], rules.tables.board_line)
