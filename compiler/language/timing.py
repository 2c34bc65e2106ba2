"""Tell what counts at the end of the game, what as long as its condition holds, and what is only
offered.
"""

from __future__ import annotations

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats


def is_at_the_end(sentence: n.Sentence) -> bool:
    """Tell what is counted at the end of the game if it has no other moment."""
    match sentence:
        case n.Score() | n.CopiedScience() | n.ScienceOf() | n.Convert():
            return True
        case n.Science(symbols):
            return len(symbols) > 1
        case _:
            return False


def is_lasting(sentence: n.Sentence) -> bool:
    """Tell what works as long as its condition holds."""
    lasting = (
        n.Produce
        | n.ProduceMore
        | n.Buy
        | n.Rebate
        | n.Shields
        | n.CostChange
        | n.PlayLast
        | n.AnyOrder
        | n.Toll
        | n.Right
        | n.Ban
    )
    counting = n.AlsoCount | n.Double | n.MoreCards | n.CountAs | n.CountMore
    return isinstance(sentence, (lasting, counting))


def with_offer(clause: n.Clause) -> n.Sentence:
    """Return what a clause does, with `may` if it is a right, or offered at its moment, and says
    nothing of it.
    """
    is_right = clause.moment is None and clause.limit is not None
    match clause.sentence:
        case n.Build(Seats.YOU) | n.Play(Seats.YOU) | n.SwapCards() | n.SwapZones() | n.TakeSeat() as sentence if (
            is_right or isinstance(clause.moment, (n.BeforeChoosing, n.AfterPlaying))
        ):
            return n.May(Seats.YOU, sentence, sentence.span)
        case sentence:
            return sentence
