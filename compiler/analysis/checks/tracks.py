"""Check tracks and markers: faces are those of the marker, steps are there, and what is one for all
is not counted by seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0206, E0402, E0404, E0519
from stele.compiler.common.diagnostics import Diagnostic, Edit, Note, did_you_mean, misspelt
from stele.compiler.common.span import Span
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Seats


def check_own_faces(content: items.Content) -> Iterator[Diagnostic]:
    """The faces of a marker have different names."""
    for marker in content.vocabulary.markers:
        seen: dict[str, items.Face] = {}
        for face in marker.faces:
            first = seen.setdefault(face.id, face)
            if first is not face:
                notes = (Note("it is declared here first", first.span),)
                message = f"the face `{face.id}` is declared twice"
                yield Diagnostic(E0404, message, face.span, help="give one of them another id", notes=notes)


def check_faces(index: GameIndex) -> Iterator[Diagnostic]:
    """A marker has the faces of which clauses speak."""
    pairs = [(node.marker, node.face) for node in index.nodes(n.TurnMarker)]
    pairs += [(event.marker, event.face) for event in index.nodes(n.TurnsMarker)]
    pairs += [(fact.marker, fact.face) for fact in index.nodes(n.MarkerIs)]
    for name, face in pairs:
        marker = index.markers.get(name.target or "")
        if marker is None or face is None or face.target is None:
            continue
        faces = [one.id for one in marker.faces]
        if face.text not in faces:
            help = did_you_mean(face.text, faces) or f"its faces are {listed(faces)}"
            near = misspelt(face.text, faces)
            edits = (Edit(face.span, near),) if near else ()
            message = f"no face of `{marker.id}` is called `{face.text}`"
            yield Diagnostic(E0402, message, face.span, help=help, edits=edits)


def check_steps(index: GameIndex) -> Iterator[Diagnostic]:
    """Tracks have the steps that are reached, and one goes at least one step."""
    for event in index.nodes(n.ReachesStep):
        track = index.tracks.get(event.track.target or "")
        if track is not None and not 1 <= event.step <= track.steps:
            message = f"`{track.id}` has the steps 1 to {track.steps}, so nobody reaches step {event.step}"
            yield Diagnostic(E0206, message, event.span, help=f"write a number from 1 to {track.steps}")
    for advance in index.nodes(n.Advance):
        if isinstance(advance.number, int) and advance.number < 1:
            message = f"this is at least 1 step, not {advance.number}"
            yield Diagnostic(E0206, message, advance.span, help="write at least 1")


def check_tracks_of_the_table(index: GameIndex) -> Iterator[Diagnostic]:
    """What is one for all is not that of a seat."""
    for track, span in of_seats(index):
        item = index.tracks.get(track.target or "")
        if item is not None and item.owner == "table":
            help = "leave out whose steps are meant, or write `owner: seat` where the track is declared"
            yield Diagnostic(E0519, f"`{item.id}` is one for all", span, help=help)


def of_seats(index: GameIndex) -> Iterator[tuple[Name, Span]]:
    """Yield the tracks on which steps of some seats are counted or compared."""
    placed: tuple[n.Per | n.Scale, ...] = (*index.nodes(n.Per), *index.nodes(n.Scale))
    for counted in placed:
        if isinstance(counted.what, n.Steps) and counted.place is not None:
            yield counted.what.track, counted.place.span
    for held in index.nodes(n.AtLeast):
        if isinstance(held.what, n.Steps) and (held.where is not None or held.who is not Seats.YOU):
            yield held.what.track, held.span
    beside: tuple[n.Compared | n.RivalThing | n.Foremost, ...] = (
        *index.nodes(n.Compared),
        *index.nodes(n.RivalThing),
        *index.nodes(n.Foremost),
    )
    for compared in beside:
        if isinstance(compared.what, n.Steps):
            yield compared.what.track, compared.span
