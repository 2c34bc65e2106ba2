"""Pieces with who is meant and how many.

Arrows to the sides, figures of other seats, numbers beside what they count.
"""

from __future__ import annotations

from collections.abc import Sequence

from stele.compiler.docs.draw.drawing import Piece, row
from stele.compiler.docs.draw.glyphs import PLAIN, amount, point
from stele.compiler.front.nodes import Seats
from stele.compiler.language.numerals import signed

# Seats that are no sides are figures beside the thing.
FIGURES = {
    Seats.ACROSS: "shared",
    Seats.OTHERS: "others",
    Seats.EVERYONE: "everyone",
    Seats.PARTNER: "partner",
    Seats.VICTOR: "victor",
    Seats.LOSER: "loser",
    Seats.ANYONE: "anyone",
    Seats.BANK: "bank",
    Seats.A_PLAYER: "anyone",
    Seats.ANOTHER_PLAYER: "others",
    Seats.THEY: "person",
    Seats.EACH_OTHER_PLAYER: "others",
}


def sided(thing: list[Piece], seats: Seats) -> list[Piece]:
    """Return a thing with arrows to the sides that are meant, or with other seats' figures."""
    match seats:
        case Seats.YOU:
            return [*thing, PLAIN["arrow-down"]]
        case Seats.LEFT:
            return [PLAIN["arrow-left"], *thing]
        case Seats.RIGHT:
            return [*thing, PLAIN["arrow-right"]]
        case Seats.NEIGHBOURS | Seats.EACH_NEIGHBOUR:
            return [PLAIN["arrow-left"], *thing, PLAIN["arrow-right"]]
        case Seats.A_NEIGHBOUR:
            return [PLAIN["arrow-left"], PLAIN["slash"], *thing, PLAIN["slash"], PLAIN["arrow-right"]]
        case _:
            return [*thing, PLAIN[FIGURES[seats]]]


def subject(who: Seats) -> list[Piece]:
    """Return who does it, unless it is the owner."""
    match who:
        case Seats.YOU:
            return []
        case Seats.LEFT | Seats.RIGHT | Seats.NEIGHBOURS | Seats.A_NEIGHBOUR | Seats.EACH_NEIGHBOUR:
            return [row([*sided([PLAIN["person"]], who), PLAIN["colon"]], 0)]
        case _:
            return [row([PLAIN[FIGURES[who]], PLAIN["colon"]], 0)]


def counted(number: int, piece: Piece) -> Piece:
    """Return some of a thing; one is the thing itself."""
    return piece if number == 1 else row([amount(str(number)), piece], 0)


def slashed(pieces: Sequence[Piece]) -> list[Piece]:
    """Return a choice; each part brings its stroke along when the row breaks."""
    return [pieces[0], *(row([PLAIN["slash"], piece], 0) for piece in pieces[1:])]


def worth_of(points: int) -> Piece:
    """Return points; fewer than none are points taken away."""
    return point(signed(points), "text" if points >= 0 else "bad-text")
