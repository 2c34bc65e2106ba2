"""Lower sentences about tracks and markers: both are positions, from 0 on, of a seat or of the
table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Seats
from stele.compiler.ir import program as ir
from stele.compiler.ir.seats import Seat


class PositionLowering(Protocol):
    """What the lowering of a whole clause knows and does."""

    contents: tuple[items.Content, ...]

    def whom(self, who: n.Subject) -> ir.Whom:
        """Return whom an act is about."""

    def amount(self, number: int, per: n.Per | None) -> ir.Expr:
        """Return how much: a number, or a number for each of something."""

    def varied(self, amount: n.ThatMany | n.HalfOf | n.Scale, seat: Seat) -> ir.Expr:
        """Return an amount that is no number."""


def positions(c: PositionLowering) -> Iterator[ir.Position]:
    """Yield what may stand somewhere: tracks, then markers."""
    for vocabulary in (content.vocabulary for content in c.contents):
        for track in vocabulary.tracks:
            yield ir.Position("track", track.id, track.name, track.owner == "seat", track.steps, ())
    for vocabulary in (content.vocabulary for content in c.contents):
        for marker in vocabulary.markers:
            faces = tuple((face.id, face.name) for face in marker.faces)
            yield ir.Position("marker", marker.id, marker.name, marker.owner == "seat", len(faces) - 1, faces)


def position_of(c: PositionLowering, name: Name) -> ir.Position:
    """Return what a name of a track or a marker stands for."""
    id = (name.target or "").partition(".")[2]
    return next(one for one in positions(c) if (one.kind, one.id) == (name.role.value, id))


def face_of(c: PositionLowering, marker: Name, face: Name) -> int:
    """Return which face of a marker a name stands for, from 0 on."""
    faces = position_of(c, marker).faces
    return next(number for number, (id, _) in enumerate(faces) if id == face.text)


def stands_at(c: PositionLowering, name: Name, seat: Seat) -> ir.StandsAt:
    """Return where something stands, as a number: for a seat, or for the table."""
    position = position_of(c, name)
    return ir.StandsAt(position.key, seat if position.of_seat else None)


def face_is_up(c: PositionLowering, fact: n.MarkerIs) -> ir.Test:
    """Return whether a face of a marker is up."""
    face = ir.Const(face_of(c, fact.marker, fact.face))
    return ir.Compare(stands_at(c, fact.marker, Seat.ME), "==", face)


def track_sentence(c: PositionLowering, sentence: n.TrackSentence) -> Iterator[ir.Op]:
    """Yield what a sentence about a track or a marker does."""
    who = c.whom(sentence.who)
    match sentence:
        case n.Advance(is_back, _, number, track, per):
            seat = Seat.ME if sentence.who is Seats.YOU else Seat.THEY
            far = c.amount(number, per) if isinstance(number, int) else c.varied(number, seat)
            yield ir.GoOn(who, position_of(c, track).key, far, is_back)
        case n.TurnMarker(_, marker, face):
            to = -1 if face is None else face_of(c, marker, face)
            yield ir.TurnTo(who, position_of(c, marker).key, to)


def moved(c: PositionLowering, event: n.ReachesStep | n.TurnsMarker) -> tuple[str, str, str]:
    """Return the kind of an event, which position moves, and where to; nothing means anywhere."""
    match event:
        case n.ReachesStep(step, track):
            return "reach", position_of(c, track).key, str(step)
        case n.TurnsMarker(marker, face):
            to = "" if face is None else str(face_of(c, marker, face))
            return "turn", position_of(c, marker).key, to
