"""Note where tracks and markers stand, how far they go, and what reacts to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.state.cells import cells

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def positions(d: Deriving) -> None:
    """Note tracks and markers, and to which steps or faces of them anything reacts."""
    t, listed = d.t, d.tables.positions
    t.position_cell = cells([one.cell for one in listed])
    t.position_of_seat = cells([int(one.of_seat) for one in listed])
    t.position_most = cells([one.most for one in listed])
    watched = [0] * len(listed)
    for trigger in d.tables.triggers:
        if trigger.event in ("reach", "turn"):
            for position in trigger.tokens:
                watched[position] |= 1 << trigger.at if trigger.at >= 0 else (2 << listed[position].most) - 1
    t.position_watched = cells(watched)
