"""Check sizes: of costs, of choices, and of a whole game.

There is room for everything in a game's row and in its options, and payments are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stele.compiler.analysis.checks.index import GameIndex, kinds_below, own_nodes
from stele.compiler.common.codes import E0206
from stele.compiler.common.components import connected
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes

MOST_UNITS = 10
MOST_COINS = 200
MOST_GOODS = 8
MOST_RIDERS = 15
MOST_ACTIONS = 63
MOST_COPIES = 4000
MOST_LOSSES = 250
MOST_COUNTED = 1000


def check_own_sizes(content: items.Content) -> Iterator[Diagnostic]:
    """Costs and choices of an expansion stay where play is fast and exact."""
    for cost in own_nodes(content, n.Cost):
        units = sum(part.number for part in cost.parts if not isinstance(part, n.Coins))
        coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
        if units > MOST_UNITS:
            message = f"a cost has at most {MOST_UNITS} units of resources, not {units}"
            yield Diagnostic(E0206, message, cost.span, help="ask for less")
        if coins > MOST_COINS:
            message = f"a cost has at most {MOST_COINS} coins, not {coins}"
            yield Diagnostic(E0206, message, cost.span, help="ask for less")
    for choice in own_nodes(content, n.OneOf):
        if len(choice.resources) > MOST_GOODS:
            yield Diagnostic(E0206, f"a choice has at most {MOST_GOODS} resources", choice.span, help="leave some out")


def check_connected_goods(index: GameIndex) -> Iterator[Diagnostic]:
    """Choices connect few resources, since payments look at every subset of them."""
    owners = [own for own in index.own if own.cards and own.vocabulary.resources] if index.is_sound else []
    if not owners:
        return
    choices = [choice for content in index.contents for choice in own_nodes(content, n.OneOf)]
    made = [tuple(name.target or "" for name in choice.resources) for choice in choices]
    goods = dict.fromkeys(name for source in made for name in source)
    for part in connected(tuple(goods), made):
        for own in owners if len(part) > MOST_GOODS else ():
            message = f"choices connect {len(part)} resources with each other; at most {MOST_GOODS} can be played"
            help = "let fewer cards give a choice between them"
            yield Diagnostic(E0206, message, own.vocabulary.resources[0].span, help=help)


def check_room(index: GameIndex) -> Iterator[Diagnostic]:
    """There is room for everything in a game's row and in its options."""
    yield from too_many([rider.span for rider in index.flow.riders], MOST_RIDERS, "riders")
    yield from too_many([action.span for action in index.flow.actions], MOST_ACTIONS, "actions")
    cards = index.cards.values()
    copies = [card.span for card in cards for _ in card.players or (0,)]
    yield from too_many(copies, MOST_COPIES, "copies of cards")
    yield from too_many([lose.span for lose in index.nodes(n.Lose)], MOST_LOSSES, "losses")
    shields = symbols = 0
    for card in (card for card in cards if not kinds_below(card).keys().isdisjoint((n.Shields, n.Science))):
        times = len(card.players) or 1
        shields += times * sum([shield.number for shield in nodes(card.effect, n.Shields) if shield.per is None])
        symbols += times * len(list(nodes(card.effect, n.Science)))
        for number, what in ((shields, "shields"), (symbols, "symbols")):
            if number > MOST_COUNTED:
                yield Diagnostic(E0206, f"all cards together show at most {MOST_COUNTED} {what}", card.span)
                return


def too_many(places: Iterable[Span], most: int, what: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic for the first thing that is one too many."""
    for span in list(places)[most : most + 1]:
        yield Diagnostic(E0206, f"a game has at most {most} {what}", span, help="remove some")
