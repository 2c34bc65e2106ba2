"""Draw the events that clauses wait for, or instead of which something else happens."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.docs.draw.drawing import Piece
from stele.compiler.docs.draw.glyphs import PLAIN, coin, struck
from stele.compiler.docs.draw.noun_pieces import NounPieces
from stele.compiler.docs.draw.seat_pieces import sided
from stele.compiler.docs.draw.track_pieces import track_event
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats

DEEDS = {n.CardDeed.DRAW: "deck", n.CardDeed.PLAY: "play", n.CardDeed.COPY: "copy"}


def instead_pieces(event: n.Event, nouns: NounPieces) -> list[Piece]:
    """Return what does not happen."""
    match event:
        case n.GainsToken(token):
            return [struck(nouns.tokens(token))]
        case n.GainsCoins(from_bank):
            return [*([PLAIN["bank"]] if from_bank else []), struck(coin())]
    return [*event_pieces(event, nouns), PLAIN["fewer"]]


def event_pieces(event: n.Event, nouns: NounPieces) -> list[Piece]:
    """Return what a trigger waits for."""
    match event:
        case n.BuildsCard(cards, at, manner):
            how = [] if manner is None else [PLAIN["chain"]] if manner is n.Manner.CHAIN else [struck(coin())]
            return [PLAIN["build"], nouns.cards(cards), *([] if at is None else [nouns.of(at)]), *how]
        case n.BuildsStage():
            return [PLAIN["build"], PLAIN["stage"]]
        case n.BuildsByChain():
            return [PLAIN["build"], PLAIN["chain"]]
        case n.BuysFromNeighbour():
            return sided([coin(), PLAIN["resource"]], Seats.NEIGHBOURS)
        case n.SellsToNeighbour():
            return sided([PLAIN["resource"], coin()], Seats.NEIGHBOURS)
        case n.LosesToken(token):
            return [struck(nouns.tokens(token))]
        case n.TiesConflict():
            return [PLAIN["conflict"], PLAIN["equal"]]
        case n.GainsToken(token):
            return [PLAIN["plus"], nouns.tokens(token)]
        case n.GainsCoins(from_bank):
            return [*([PLAIN["bank"]] if from_bank else []), PLAIN["plus"], coin()]
        case n.LosesCoins():
            return [struck(coin())]
        case n.UsesCard(cards, action):
            return [nouns.cards(cards), PLAIN["use"], nouns.of(action)]
        case n.HandlesCard(deed, cards, source):
            origin = [] if source is None else [nouns.of(source)]
            card = nouns.cards(cards)
            return [*origin, *([struck(card)] if deed is n.CardDeed.DISCARD else [PLAIN[DEEDS[deed]], card])]
        case n.EndsConflict(is_won):
            return [PLAIN["conflict"], PLAIN["plus" if is_won else "fewer"]]
        case n.ReachesStep() | n.TurnsMarker():
            return track_event(event, nouns)
        case _:
            assert_never(event)
