"""Which clauses the reference knows: of any other one it names the construct that it does not."""

from __future__ import annotations

from dataclasses import replace

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Bound, Seats
from stele.compiler.front.walk import nodes
from tests import reference_between as between
from tests.reference_reading import KINDS

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
    n.Roll,
    n.Double,
    n.AlsoCount,
    n.Convert,
)
# What may be shipped at a moment only.
MOMENTS: dict[type, tuple[type, ...]] = {
    n.AtConflict: (n.SitOut, n.Exchange),
    n.AfterPlaying: (n.Either,),
    n.When: (n.WinConflict, n.Lose),
}
# Acts and moments that are not known wherever they may stand.
PARTS = (n.Here, n.HasMajority)
ACTS = (
    n.Gain,
    n.Lose,
    n.DiscardTokens,
    n.Score,
    n.Transfer,
    n.EndGame,
    n.WinGame,
    n.SitOut,
    n.ChooseSeat,
    n.Roll,
    n.Exchange,
    n.ChooseColour,
    n.ChooseNumber,
    n.May,
    n.Either,
    n.Have,
    n.Advance,
    n.TurnMarker,
    n.TakeTurn,
    n.BecomeFirst,
    n.Build,
    n.Play,
    n.BuildStage,
    n.MoveCards,
    n.Draw,
    n.LookAt,
    n.Put,
    n.TakeOff,
    n.Oblige,
    n.SwapZones,
    n.Copy,
)


def unknown(clause: n.Clause) -> str:
    """Name what the reference does not know of a clause that may be shipped, or nothing."""
    for test in clause.tests:
        if not is_known(test.fact):
            return f"condition {type(test.fact).__name__}"
    sentence = done(clause.sentence)
    if clause.moment is not None and isinstance(sentence, MOMENTS.get(type(clause.moment), ())):
        return "" if clause.then is None else "then"
    if not isinstance(sentence, SENTENCES):
        return type(sentence).__name__
    if isinstance(sentence, n.Score) and (sentence.who is not Seats.YOU or clause.moment is not None):
        return "Score at a moment, or of others"
    if isinstance(sentence, n.MoveCards):
        if not between.is_demand(sentence):
            return "MoveCards in general"
        return "" if clause.then is None or isinstance(done(clause.then.sentence), n.Play) else "then"
    match sentence, None if clause.then is None else clause.then.sentence:
        case n.Roll(), n.Gain(Seats.YOU, n.ThatMany(n.AllCoins())) | n.Score(Seats.YOU, n.ThatMany()):
            return ""
        case n.Draw(into=None, keep=None), n.Build(Seats.YOU, n.OfThem(1), None, None, n.Free()):
            return ""
    return "" if clause.then is None else "then"


def unknown_anywhere(clause: n.Clause) -> str:
    """Name what the reference does not know of a clause wherever it may stand, or nothing."""
    for kind in PARTS:
        if any(True for _ in nodes(clause, kind)):
            return kind.__name__
    if isinstance(clause.sentence, tuple(KINDS)) and clause.moment is None:
        return unknown_standing(clause)
    return unknown_act(clause)


def unknown_act(clause: n.Clause) -> str:
    """Name what the reference does not know of an act and what follows it, or nothing."""
    sentence = clause.sentence
    if isinstance(sentence, tuple(KINDS)) and not isinstance(sentence, n.Score):
        return unknown_standing(replace(clause, moment=None, limit=None, tests=()))
    if not isinstance(sentence, ACTS):
        return type(sentence).__name__
    for inner in inside(sentence):
        if isinstance(inner, n.Score) and clause.moment is None and isinstance(sentence, n.Either):
            construct = unknown_standing(n.Clause(None, None, (), inner, None, inner.span))
            if construct:
                return construct
        construct = unknown_act(n.Clause(clause.moment, None, (), inner, None, inner.span))
        if construct:
            return construct
    if clause.then is not None and (clause.then.moment or clause.then.limit):
        return "a moment behind then"
    return "" if clause.then is None else unknown_act(clause.then)


def inside(sentence: n.Sentence) -> tuple[n.Sentence, ...]:
    """Return the sentences inside a sentence."""
    match sentence:
        case n.Either(alternatives):
            return alternatives
        case n.May(_, what) | n.Have(_, what):
            return (what,)
        case n.Exchange(_, _, _, result):
            return (result,)
    return ()


def unknown_standing(clause: n.Clause) -> str:
    """Name what the reference does not know of something that stands, or nothing."""
    sentence = clause.sentence
    if clause.limit is not None:
        return f"{type(sentence).__name__} with a limit"
    match sentence:
        case n.Score(Seats.YOU, int()) | n.Shields() | n.Science() | n.Produce(per=None) | n.CostChange() | n.Ban():
            return ""
        case n.Toll(False) | n.AnyOrder():
            return ""
    return type(sentence).__name__


def done(sentence: n.Sentence) -> n.Sentence:
    """Return what is done, whether or not it may be declined."""
    match sentence:
        case n.May(Seats.YOU, n.Build() | n.Play() | n.TakeSeat() | n.SwapCards() | n.Lose() as what):
            return what
    return sentence


def is_known(fact: n.Fact) -> bool:
    """Tell whether a condition may be shipped: it asks for so many of something that the owner has,
    for more of one thing than of another, for the age, or for the card under a stage.
    """
    match fact:
        case n.HasMajority() | n.InAge() | n.AtLeast(who=Seats.YOU, bound=Bound.LEAST):
            return True
        case n.Compared(_, _, None, n.RivalThing(where=None), Seats.YOU) | n.CardIs(used=n.UsedCard()):
            return True
    return False
