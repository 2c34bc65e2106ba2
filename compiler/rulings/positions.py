"""Set up and compare where tracks and markers stand in a ruling's scene."""

from __future__ import annotations

from stele.compiler.front.fields import scalars
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node
from stele.compiler.rulings.scene import Scene, Unplayable, of_this_game
from stele.runtime.ruleset import Position

KINDS = {"tracks": "track", "markers": "marker"}


def set_positions(scene: Scene, seat: int | None, key: str, stated: Node | None) -> None:
    """Let tracks or markers of a seat, or of the table, stand where the scene says."""
    for name, part in entries(stated):
        position = position_of(scene, seat, key, name.text)
        scene.game.row[position.cell + (seat or 0)] = number_of(position, scalars(part)[0].text)


def position_differences(scene: Scene, seat: int | None, key: str, stated: Node) -> list[str]:
    """Compare where tracks or markers of a seat, or of the table, stand."""
    failures = []
    for name, part in entries(stated):
        position = position_of(scene, seat, key, name.text)
        wanted, found = scalars(part)[0].text, scene.game.row[position.cell + (seat or 0)]
        if number_of(position, wanted) != found:
            there = position.faces[found][0] if position.faces else found
            failures.append(f"{name.text}: expected {wanted}, found {there}")
    return failures


def position_of(scene: Scene, seat: int | None, key: str, id: str) -> Position:
    """Return a track or a marker of a seat, or of the table."""
    kind = KINDS[key]
    known = {one.id: one for one in scene.tables.positions if one.kind == kind}
    position = of_this_game(known, id, kind)
    if position.of_seat != (seat is not None):
        raise Unplayable(f"{id} is a {kind} of {'each seat' if position.of_seat else 'the table'}")
    return position


def number_of(position: Position, stated: str) -> int:
    """Return where something stands as a number: a step, or which face is up."""
    if position.faces:
        faces = {id: number for number, (id, _) in enumerate(position.faces)}
        return of_this_game(faces, stated, f"face of {position.id}")
    if int(stated) > position.most:
        raise Unplayable(f"{position.id} has {position.most} steps")
    return int(stated)
