"""Tell what counts at the end of the game, and what as long as its condition holds."""

from __future__ import annotations

from stele.compiler.front import nodes as n


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
