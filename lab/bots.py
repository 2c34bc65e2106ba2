"""Players that need no person: one at random, one greedy.

The greedy one tries each option on a copy and keeps the best. What it values is read from the
compiled tables: points as if the game ended now, strength against the neighbours, how many costs of
the game its production covers, what is opened by chains. So it plays content that nobody has told
it about.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from stele.runtime.decide import Ask
from stele.runtime.effects.choosing import go_on, recall
from stele.runtime.effects.losses import settle_losses
from stele.runtime.effects.scoring import total
from stele.runtime.game import Game, Rules
from stele.runtime.payment.payment import covers
from stele.runtime.replay import Bot
from stele.runtime.state.cells import (
    AGE,
    CHOICE,
    COINS,
    FRAME_LINE,
    FRAME_MASK,
    LEFT,
    NONE,
    OWING,
    PLAYERS,
    RIGHT,
    TABLE_CELLS,
    count,
)
from stele.runtime.table.supplies import demands, give_up, settle_supplies
from stele.runtime.turn.guest import carry_out_with_guest
from stele.runtime.turn.steps import carry_out

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row

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
    core = game.rules.core
    row = game.row[:]
    seats = core.seats[row[PLAYERS]]
    seat = seats[ask.about]
    if ask.kind == "late":
        if option != NONE:
            follow_choice(game.rules, row, seat, option)
        return value(game, row, seat)
    for other in seats:
        row[other + CHOICE] = 0
    row[seat + CHOICE] = option + 1
    row[OWING] = 0
    if ask.kind == "loss":
        settle_losses(core, row, ask.play)
    elif ask.kind == "demand":
        give_up(core, row, seat, ask.play, demands(core, row, ask.play), 0)
    elif ask.kind == "guest":
        carry_out_with_guest(core, row, ask.play)
        return value(game, row, seats[ask.seat])  # what is best for the own city
    else:
        carry_out(core, row, ask.play)
        settle_supplies(core, row)
    return value(game, row, seat)


def follow_choice(rules: Rules, row: Row, seat: int, option: int) -> None:
    """Go on with the suspended effect that is asked about, as a seat chooses."""
    core, frame = rules.core, row[TABLE_CELLS]
    effect = frame & FRAME_MASK
    if core.late_askers[effect] >= 0:
        recall(core, row, effect)
        core.then(row, seat, effect, option, frame >> FRAME_LINE)
    else:
        go_on(core, row, seat, effect, option)


def value(game: Game, row: Row, seat: int) -> float:
    """Return what a seat's city is worth now: points, and the hope of points."""
    core, tables = game.rules.core, game.rules.tables
    points, age = int(total(core, row, seat)), int(row[AGE])
    to_come = (tables.ages + 1 - age) / tables.ages
    hope = PER_COVERED_COST * covered_costs(game.rules, row, seat) * to_come
    opened = sum(int(row[seat + core.chained + word]).bit_count() for word in range(core.words))
    hope += PER_OPENED_CARD * opened * to_come
    hope += PER_COIN * min(int(row[seat + COINS]), 8) * to_come
    for supply in tables.supplies:  # a token of a card that may still be finished
        left, token = row[supply.cell + age - 1], tables.tokens[supply.tokens[age - 1]]
        hope += PER_SHARE * int(row[seat + token.cell]) if left and age else 0
    own = count(core, row, seat, tables.shield_lane)
    for neighbour in (row[seat + LEFT], row[seat + RIGHT]):
        ahead = int(own - count(core, row, neighbour, tables.shield_lane))
        hope += PER_SHIELD_AHEAD * max(-2, min(2, ahead)) * age / 2
    return points + hope


MOST_KNOWN = 10_000
_covered: WeakKeyDictionary[Rules, dict[tuple[int, ...], int]] = WeakKeyDictionary()


def covered_costs(rules: Rules, row: Row, seat: int) -> int:
    """Return how many different costs of the game own production covers."""
    core, known = rules.core, _covered.setdefault(rules, {})
    first = seat + core.own
    key = tuple(row[first + piece] for piece in range(core.pieces))
    if key not in known:
        if len(known) > MOST_KNOWN:
            known.clear()
        known[key] = sum(covers(core, row, first, cost) for cost in range(len(core.cost_coins)))
    return known[key]
