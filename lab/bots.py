"""Players that need no person: one at random, one greedy.

The greedy one tries each option on a copy and keeps the best. What it values is read from the
compiled tables: points as if the game ended now, strength against the neighbours, how many costs of
the game its production covers, what is opened by chains. So it plays content that nobody has told
it about.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from stele.runtime.decide import Ask
from stele.runtime.game import Game
from stele.runtime.options import CARD, CARD_MASK, NO_CARD
from stele.runtime.replay import Bot
from stele.runtime.row import AGE, CHAINED, CHOICE, COINS, COVERED, LANE_MASK, LEFT, OWING, PLAYERS, RIGHT, TALLY, Row
from stele.runtime.score import total_of

# What the greedy one gives for things that are no points yet; all shrink as the ages go by.
PER_COVERED_COST = 1.0
PER_OPENED_CARD = 0.15
PER_COIN = 0.05
PER_SHIELD_AHEAD = 4.0
PER_SHARE = 3.0


def random_bot(seed: int) -> Bot:
    """Return a bot that chooses uniformly among the options."""
    roll = random.Random(seed).random

    def choose(game: Game, ask: Ask) -> int:
        options = ask.options
        return options[int(roll() * len(options))]

    return choose


def greedy_bot(seed: int) -> Bot:
    """Return a bot that takes the option after which its city is worth most.

    Ties by the generator.
    """
    roll = random.Random(seed).random

    def choose(game: Game, ask: Ask) -> int:
        values = [(value_after(game, ask, option), roll(), option) for option in ask.options]
        return max(values)[2]

    return choose


BOTS: dict[str, Callable[[int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


def value_after(game: Game, ask: Ask, option: int) -> float:
    """Return what a seat's city is worth after one option, if nobody else did anything."""
    engine = game.rules.engine
    row = game.row[:]
    seat = engine.seats[row[PLAYERS]][ask.about]
    if ask.kind == "late":
        if option >> CARD & CARD_MASK != NO_CARD:
            engine.lates[engine.frame(row)[1]].then(row, seat, option)
    elif ask.kind == "loss":
        for other in engine.seats[row[PLAYERS]]:
            row[other + CHOICE] = 0
        row[seat + CHOICE] = option + 1
        row[OWING] = 0
        engine.settle_losses(row, ask.play)
    elif ask.kind == "demand":
        engine.give_up(row, seat, ask.play, option >> CARD & CARD_MASK)
    else:
        for other in engine.seats[row[PLAYERS]]:
            row[other + CHOICE] = 0
        row[seat + CHOICE] = option + 1
        row[OWING] = 0
        if ask.kind == "guest":
            engine.carry_out_with_guest(row, ask.play)
            return value(game, row, engine.seats[row[PLAYERS]][ask.seat])  # what is best for the own city
        engine.carry_out(row, ask.play)
        engine.settle_supplies(row)
    return value(game, row, seat)


def value(game: Game, row: Row, seat: int) -> float:
    """Return what a seat's city is worth now: points, and the hope of points."""
    engine, tables = game.rules.engine, game.rules.tables
    points = total_of(engine, row, seat)
    to_come = (tables.ages + 1 - row[AGE]) / tables.ages
    covered = row[seat + COVERED] >> len(engine.card_of)  # the bits behind the cards stand for costs
    hope = PER_COVERED_COST * covered.bit_count() * to_come
    hope += PER_OPENED_CARD * row[seat + CHAINED].bit_count() * to_come
    hope += PER_COIN * min(row[seat + COINS], 8) * to_come
    for supply in tables.supplies:  # a token of a card that may still be finished
        left, token = row[supply.cell + row[AGE] - 1], tables.tokens[supply.tokens[row[AGE] - 1]]
        hope += PER_SHARE * row[seat + token.cell] if left and row[AGE] else 0
    lane = tables.shield_lane
    own = row[seat + TALLY] >> lane & LANE_MASK
    for neighbour in (row[seat + LEFT], row[seat + RIGHT]):
        theirs = row[neighbour + TALLY] >> lane & LANE_MASK
        hope += PER_SHIELD_AHEAD * max(-2, min(2, own - theirs)) * row[AGE] / 2
    return points + hope
