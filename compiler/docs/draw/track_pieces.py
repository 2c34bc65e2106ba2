"""Draw what clauses say of tracks and markers: steps beside the track, faces of a marker."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.docs.draw.drawing import Piece, row
from stele.compiler.docs.draw.glyphs import PLAIN, amount
from stele.compiler.docs.draw.noun_pieces import NounPieces
from stele.compiler.front import nodes as n


def track_event(event: n.ReachesStep | n.TurnsMarker, nouns: NounPieces) -> list[Piece]:
    """Return what a trigger waits for on a track, or of a marker."""
    match event:
        case n.ReachesStep(step, track):
            return [row([nouns.of(track), PLAIN["becomes"], amount(str(step))], 0)]
        case n.TurnsMarker(marker, face):
            return [row([nouns.of(marker), PLAIN["turn"], *([] if face is None else [nouns.of(face)])], 0.5)]
        case _:
            assert_never(event)


def track_sentence(sentence: n.TrackSentence, nouns: NounPieces) -> list[Piece]:
    """Return how far somebody goes on a track, or how a marker is turned."""
    match sentence:
        case n.Advance(is_back, _, number, track, per):
            sign = "−" if is_back else "+"
            far = amount(f"{sign}{number}") if isinstance(number, int) else row([amount(sign), PLAIN["equal"]], 0)
            most = [] if isinstance(number, int) else nouns.most(number.most)
            return [row([far, nouns.of(track)], 0), *nouns.per(per), *most]
        case n.TurnMarker(_, marker, face):
            return [row([nouns.of(marker), PLAIN["turn"], *([] if face is None else [nouns.of(face)])], 0.5)]
        case _:
            assert_never(sentence)
