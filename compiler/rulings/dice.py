"""Let dice show in a scene what its ruling says."""

from __future__ import annotations

from stele.compiler.front.fields import scalars
from stele.compiler.front.rulings import Ruling
from stele.compiler.rulings.scene import Scene, Unplayable
from stele.runtime.state.cells import RANDOM, below, seeded

MOST_LOADED = 50_000  # four dice show one of 1,296 things


def load_dice(scene: Scene, ruling: Ruling) -> None:
    """Begin with a state of chance for which dice show what the ruling says."""
    rolls = [int(roll.text) - 1 for roll in scalars(ruling.given.get("rolls"))]
    if not rolls:
        return
    row = scene.game.row
    for state in range(1, MOST_LOADED):
        row[RANDOM] = seeded(state)
        if [below(row, 6) for _ in rolls] == rolls:
            scene.loaded = row[RANDOM] = seeded(state)
            return
    raise Unplayable("no dice show this")
