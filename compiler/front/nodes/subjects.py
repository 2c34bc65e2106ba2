"""Who does something: seats by where they sit, by what they have, or by who has most of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.conditions import AtLeast, Compared, Foremost
from stele.compiler.front.nodes.places import Seats


@dataclass(frozen=True, slots=True)
class SeatsWith:
    """`others with no brown card in city`, `everyone with more coins than you`."""

    group: Seats
    fact: AtLeast | Compared  # of each of them; the fact itself names nobody
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WhoHas:
    """`who has fewest coins`: all who do."""

    fact: Foremost  # the fact itself names nobody
    span: Span = field(compare=False)


Subject = Seats | SeatsWith | WhoHas
