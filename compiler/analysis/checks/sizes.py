"""Check sizes: there is room for everything in a game's row and in its options, and payments are
found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stele.compiler.analysis.checks.index import GameIndex, kinds_below, own_nodes
from stele.compiler.common.codes import E0206
from stele.compiler.common.components import connected
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.packing import WORD, joined, packed
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes

MOST_UNITS = 10
MOST_COINS = 200
MOST_GOODS = 8
MOST_RIDERS = 15
MOST_ACTIONS = 63
MOST_LOSSES = 250
MOST_TRIGGERS = 500
MOST_NOUNS = 60  # resources, colours, symbols, kinds of token
MOST_LINES = 250
MOST_OBLIGATIONS = 30
MOST_SHIELDS = 80  # of one card or stage
MOST_PIECES = 60  # of what is produced
SUBSETS_TO_A_PIECE = 10
MOST_CODES = 4000  # of copies of cards and all else that can be chosen or held


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
    """Not too many resources hang together through choices, since payments look at every subset of
    them.
    """
    owners = [own for own in index.own if own.cards and own.vocabulary.resources] if index.is_sound else []
    if not owners:
        return
    choices = [choice for content in index.contents for choice in own_nodes(content, n.OneOf)]
    made = [tuple(name.target or "" for name in choice.resources) for choice in choices]
    goods = dict.fromkeys(name for source in made for name in source)
    goods |= {f"{own.expansion.id}.{good.id}": None for own in index.contents for good in own.vocabulary.resources}
    parts = connected(tuple(goods), made)
    for part in parts:
        for own in owners if len(part) > MOST_GOODS else ():
            message = f"choices connect {len(part)} resources with each other; at most {MOST_GOODS} can be played"
            help = "let fewer cards give a choice between them"
            yield Diagnostic(E0206, message, own.vocabulary.resources[0].span, help=help)
    pieces = sum(-(-((1 << len(part)) - 1) // SUBSETS_TO_A_PIECE) for part in parts)
    for own in owners if pieces > MOST_PIECES and max(map(len, parts)) <= MOST_GOODS else ():
        message = "there are too many resources, or choices connect too many of them"
        help = "declare fewer resources, or let fewer cards give a choice between them"
        yield Diagnostic(E0206, message, own.vocabulary.resources[0].span, help=help)


def check_room(index: GameIndex) -> Iterator[Diagnostic]:
    """There is room for everything in a game's row and in its options."""
    flow, words = index.flow, [content.vocabulary for content in index.contents]
    yield from too_many([rider.span for rider in flow.riders], MOST_RIDERS, "riders")
    # What is built may lie in each place that neighbours share, on both sides.
    shared = sum(zone.owner == "neighbours" for zone in index.zones.values())
    actions = [action.span for action in flow.actions for _ in range(1 + 2 * shared * action.builds)]
    yield from too_many(actions, MOST_ACTIONS, "actions, each counted once more for both sides of a shared place")
    yield from too_many([lose.span for lose in index.nodes(n.Lose)], MOST_LOSSES, "losses")
    reacting = [clause.span for clause in index.nodes(n.Clause) if clause.moment is not None]
    yield from too_many(reacting, MOST_TRIGGERS, "clauses with a moment")
    yield from too_many([oblige.span for oblige in index.nodes(n.Oblige)], MOST_OBLIGATIONS, "obligations")
    yield from too_many([good.span for own in words for good in own.resources], MOST_NOUNS, "resources")
    yield from too_many([symbol.span for own in words for symbol in own.symbols], MOST_NOUNS, "symbols")
    yield from too_many([colour.span for colour in index.colours.values()], MOST_NOUNS, "colours")
    yield from too_many([token.span for token in index.tokens.values()], MOST_NOUNS, "kinds of token")
    positions = [track.span for track in index.tracks.values()]
    positions += [marker.span for marker in index.markers.values()]
    yield from too_many(positions, MOST_NOUNS, "tracks and markers")
    yield from too_many([line.span for line in index.lines], MOST_LINES, "score lines")
    yield from check_shields(index)
    yield from check_codes(index)


def check_shields(index: GameIndex) -> Iterator[Diagnostic]:
    """No card or stage shows more shields than can be counted with others."""
    sides = [side for board in index.boards for side in board.sides]
    shown = [card.effect for card in index.cards.values() if n.Shields in kinds_below(card)]
    shown += [effect for side in sides for effect in (side.start, *(stage.effect for stage in side.stages))]
    for effect in shown:
        shields = [one for one in nodes(effect, n.Shields) if one.per is None]
        if sum(abs(one.number) for one in shields) > MOST_SHIELDS:
            yield Diagnostic(E0206, f"a card or stage shows at most {MOST_SHIELDS} shields", shields[-1].span)


def check_codes(index: GameIndex) -> Iterator[Diagnostic]:
    """All copies of cards, and all else that can be chosen or held, have a number of their own."""
    decks = [[id, *(addition.source.target or "" for addition in deck.adds)] for id, deck in index.decks.items()]
    cards = list(index.cards.values())
    _, words = packed(
        [(number, len(card.players) or 1) for number, card in enumerate(cards) if card.deck.target in group]
        for group in joined(decks)
    )
    stages = [stage for board in index.boards for side in board.sides for stage in side.stages]
    further = len(stages) + sum(len(stage.choose) for stage in stages) + sum(len(card.moments) for card in cards)
    if cards and (words << WORD) + further > MOST_CODES:
        message = f"a game has at most {MOST_CODES} copies of cards, each deck rounded up to a multiple of 64"
        yield Diagnostic(E0206, message, cards[-1].span, help="remove some, or have fewer decks")


def too_many(places: Iterable[Span], most: int, what: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic for the first thing that is one too many."""
    for span in list(places)[most : most + 1]:
        yield Diagnostic(E0206, f"a game has at most {most} {what}", span, help="remove some")
