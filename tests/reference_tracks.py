"""Tracks and markers as the reference sees them: where each stands, and how clauses move it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.runtime import Game
from tests.rows import seats_of

Owner = int | str  # a seat, or `table`
Place = tuple[Owner, str]


class Positions:
    """Where the tracks and markers of a table stand: each on a number from 0 on."""

    def __init__(self, contents: Sequence[items.Content], seats: int) -> None:
        vocabularies = [content.vocabulary for content in contents]
        self.steps = {track.id: track.steps for v in vocabularies for track in v.tracks}
        self.faces = {marker.id: [face.id for face in marker.faces] for v in vocabularies for marker in v.markers}
        self.owners = {f"track {track.id}": track.owner for v in vocabularies for track in v.tracks}
        self.owners |= {f"marker {marker.id}": marker.owner for v in vocabularies for marker in v.markers}
        self.at: dict[Place, int] = {}
        for name, owner in self.owners.items():
            self.at |= dict.fromkeys([("table", name)] if owner == "table" else [(s, name) for s in range(seats)], 0)

    def frozen(self) -> Positions:
        """Return all as it stands now, whatever happens later."""
        found = copy.copy(self)
        found.at = dict(self.at)
        return found

    def place(self, seat: int, name: str) -> Place:
        """Return what is meant if a seat speaks of something: its own one, or that of the table."""
        return ("table" if self.owners[name] == "table" else seat, name)

    def step(self, seat: int, track: n.Name) -> int:
        """Return on which step of a track a seat stands."""
        return self.at[self.place(seat, f"track {track.text}")]

    def face(self, seat: int, marker: n.Name) -> str:
        """Return which face of a marker is up for a seat."""
        return self.faces[marker.text][self.at[self.place(seat, f"marker {marker.text}")]]

    def advance(self, seat: int, track: n.Name, wanted: int) -> list[int]:
        """Let a seat go on or back, as far as the track goes; return the steps on which it
        comes.
        """
        before = self.step(seat, track)
        after = min(max(before + wanted, 0), self.steps[track.text])
        self.at[self.place(seat, f"track {track.text}")] = after
        return [*range(before + 1, after + 1)] or [*range(before - 1, after - 1, -1)]

    def turn(self, seat: int, marker: n.Name, face: n.Name | None) -> bool:
        """Turn a marker to a face, or to the next one; tell whether another one is up now."""
        faces, before = self.faces[marker.text], self.face(seat, marker)
        after = faces[(faces.index(before) + 1) % len(faces)] if face is None else face.text
        self.at[self.place(seat, f"marker {marker.text}")] = faces.index(after)
        return before != after


def moved(positions: Positions, seat: int, sentence: n.TrackSentence, number: int) -> Iterator[tuple[str, str, str]]:
    """Let a seat do what a sentence says, with so many steps; yield for each thing done what it is
    as an event: its kind, which track or marker, to which step or face. Going back is no event.
    """
    match sentence:
        case n.Advance(is_back, _, _, track):
            for step in positions.advance(seat, track, -number if is_back else number):
                yield "" if is_back else "reach", track.text, str(step)
        case n.TurnMarker(_, marker, face):
            if positions.turn(seat, marker, face):
                yield "turn", marker.text, positions.face(seat, marker)


def is_awaited(awaited: n.ReachesStep | n.TurnsMarker, kind: str, what: str, to: str) -> bool:
    """Tell whether something that has moved is what is waited for."""
    match awaited:
        case n.ReachesStep(step, track):
            return (kind, what, to) == ("reach", track.text, str(step))
        case n.TurnsMarker(marker, face):
            return (kind, what) == ("turn", marker.text) and (face is None or face.text == to)


def decoded(game: Game) -> dict[Place, int]:
    """Return where the tracks and markers of a compiled game stand, in the same names."""
    found: dict[Place, int] = {}
    for one in game.rules.tables.positions:
        owners: list[tuple[Owner, int]] = [*enumerate(seats_of(game))] if one.of_seat else [("table", 0)]
        found |= {(owner, f"{one.kind} {one.id}"): game.row[offset + one.cell] for owner, offset in owners}
    return found
