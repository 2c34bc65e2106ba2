"""Tell what a sentence is: an act that happens, or something that stands; and at which moment of
the game, or at which place, it can.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.common.span import Span
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.compiler.front.walk import nodes

ACTS = (
    n.SitOut,
    n.EndGame,
    n.WinConflict,
    n.WinGame,
    n.Have,
    n.Gain,
    n.Lose,
    n.Build,
    n.Play,
    n.Draw,
    n.Copy,
    n.CopyBoard,
    n.TakeSeat,
    n.TakeTurn,
    n.BecomeFirst,
    n.ReplaceBoard,
    n.Exchange,
    n.SwapCards,
    n.SwapZones,
    n.MoveCards,
    n.LookAt,
    n.BuildStage,
    n.Put,
    n.TakeOff,
    n.DiscardTokens,
    n.Oblige,
    n.Transfer,
    n.Either,
    n.May,
    n.Roll,
    n.ChooseColour,
    n.ChooseNumber,
    n.ChooseSeat,
    n.ChooseCard,
    n.LeaveTable,
    n.ReturnToTable,
    n.Advance,
    n.TurnMarker,
    n.Reveal,
)
STANDING = (
    n.Produce,
    n.Shields,
    n.Science,
    n.CostChange,
    n.Buy,
    n.Rebate,
    n.AnyOrder,
    n.PlayLast,
    n.MoreCards,
    n.Right,
    n.Ban,
    n.Toll,
    n.ProduceMore,
    n.AlsoCount,
    n.Double,
    n.Worth,
    n.CountAs,
    n.CountMore,
    n.CopiedScience,
    n.ScienceOf,
    n.Convert,
)
CHOOSING = (Seats.A_NEIGHBOUR, Seats.A_PLAYER, Seats.ANOTHER_PLAYER)  # one of several, whom somebody chooses


def is_end_of_game(moment: n.Moment | None) -> bool:
    """Tell `at end of game` from other moments, and from none."""
    return isinstance(moment, n.AtEdge) and moment.is_end and moment.period is Period.GAME


def is_start_of_game(moment: n.Moment | None) -> bool:
    """Tell `at start of game` from other moments, and from none."""
    return isinstance(moment, n.AtEdge) and not moment.is_end and moment.period is Period.GAME


def group_of(who: n.Subject) -> n.Subject:
    """Return the seats of which a subject speaks, whatever else is said of them."""
    return who.group if isinstance(who, n.SeatsWith) else who


def is_scored_by_chosen(clause: n.Clause) -> bool:
    """Tell whether somebody who is chosen scores, at no moment that is said: then it is chosen
    before points are counted.
    """
    is_bare = clause.moment is None and clause.limit is None
    return isinstance(clause.sentence, n.Score) and is_bare and group_of(clause.sentence.who) in CHOOSING


def is_copied_at_last(clause: n.Clause) -> bool:
    """Tell whether a card is copied as the points are counted, together with all that is open
    then; what follows from it, and stages, are acts before that.
    """
    match clause.sentence:
        case n.Copy(stage=None):
            return is_end_of_game(clause.moment) and clause.then is None and clause.limit is None
        case _:
            return False


def of_a_place(clause: n.Clause) -> Iterator[Span]:
    """Yield what only makes sense on the ladder of a place that neighbours share."""
    yield from (here.span for here in nodes(clause, n.Here))
    yield from (one.span for one in nodes(clause, n.Shields) if one.against is Seats.ACROSS)
    yield from (one.span for one in nodes(clause, n.PlayLast) if one.of is Seats.ACROSS)
