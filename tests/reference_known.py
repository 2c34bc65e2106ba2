"""Which clauses the reference knows: of any other one it names the construct that it does not."""

from __future__ import annotations

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Bound, Seats
from tests import reference_between as between

SENTENCES = (
    n.Produce,
    n.Buy,
    n.Rebate,
    n.Gain,
    n.Lose,
    n.Score,
    n.Shields,
    n.Science,
    n.CopiedScience,
    n.CostChange,
    n.Toll,
    n.Ban,
    n.Right,
    n.Build,
    n.PlayLast,
    n.Play,
    n.Copy,
    n.Exchange,
    n.Draw,
    n.TakeSeat,
    n.LeaveTable,
    n.ReturnToTable,
    n.ReplaceBoard,
    n.Reveal,
    n.ScienceOf,
    n.MoreCards,
    n.AnyOrder,
    n.Oblige,
    n.MoveCards,
    n.SwapZones,
    n.SwapCards,
    n.Put,
)
NEAR = (Seats.YOU, Seats.LEFT, Seats.RIGHT, Seats.NEIGHBOURS, Seats.OTHERS, Seats.EVERYONE)


def unknown(clause: n.Clause) -> str:
    """Name what the reference does not know of a clause that may be shipped, or nothing."""
    for test in clause.tests:
        if not (isinstance(test.fact, n.HasMajority) or is_at_least(test.fact)):
            return f"condition {type(test.fact).__name__}"
    sentence = done(clause.sentence)
    if not isinstance(sentence, SENTENCES):
        return type(sentence).__name__
    if isinstance(sentence, n.Score) and (sentence.who is not Seats.YOU or clause.moment is not None):
        return "Score at a moment, or of others"
    if isinstance(sentence, n.MoveCards):
        if not between.is_demand(sentence):
            return "MoveCards in general"
        return "" if clause.then is None or isinstance(done(clause.then.sentence), n.Play) else "then"
    return "" if clause.then is None else "then"


def unknown_anywhere(clause: n.Clause) -> str:
    """Name what the reference does not know of a clause wherever it may stand, or nothing."""
    sentence = clause.sentence
    if clause.then is not None:
        return "then"
    if clause.moment is not None:
        if not isinstance(clause.moment, n.When) or clause.moment.who is not Seats.YOU:
            return type(clause.moment).__name__
        if isinstance(clause.moment.event, (n.HandlesCard, n.EndsConflict, n.LosesCoins)):
            return type(clause.moment.event).__name__
        if not isinstance(sentence, n.Gain) or sentence.who is not Seats.YOU:
            return "When"
    if clause.limit is not None:
        return "Once"
    if clause.tests:
        return f"condition {type(clause.tests[0].fact).__name__}"
    match sentence:
        case n.Gain(who, n.Coins() | n.Tokens(), None) if who in NEAR:
            return ""
        case n.Lose(who, n.Coins(), None) if who in NEAR:
            return ""
        case n.Score(Seats.YOU, int(), None) | n.Shields(_, None, None) | n.Science() | n.Produce(per=None):
            return ""
    return type(sentence).__name__


def done(sentence: n.Sentence) -> n.Sentence:
    """Return what is done, whether or not it may be declined."""
    match sentence:
        case n.May(Seats.YOU, n.Build() | n.Play() | n.TakeSeat() | n.SwapCards() as what):
            return what
    return sentence


def is_at_least(fact: n.Fact) -> bool:
    """Tell whether a condition asks for so many of something that the owner has."""
    return isinstance(fact, n.AtLeast) and fact.who is Seats.YOU and fact.bound is Bound.LEAST
