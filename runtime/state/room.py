"""Room for options: a row that is enlarged when it turns out to be too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import Runaway, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row

FEW_OPTIONS: Final = 2048
MOST_OPTIONS: Final = 1048576
UNUSED: Final = -1  # stands in the last cell as long as nothing was written there


def room_for(number: i64) -> Row:
    """Return a row for so many options; whoever writes behind its end fails with an
    `IndexError`.
    """
    out: Row = zeros(number)
    last: i64 = number - 1
    out[last] = UNUSED
    return out


def more_room(out: Row) -> Row:
    """Return a larger row after one that was too small; if it was not, something else failed."""
    last: i64 = len(out) - 1
    if out[last] == UNUSED:
        raise IndexError("an option points nowhere")
    if len(out) >= MOST_OPTIONS:
        raise Runaway(f"the game stops: somebody has more than {MOST_OPTIONS} options")
    return room_for(8 * len(out))
