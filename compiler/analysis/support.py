"""Tell which constructs parse but cannot be played yet.

Each entry disappears with the issue that brings it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from stele.compiler.analysis.selections import filters_of
from stele.compiler.common.span import Span
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Role, Seats
from stele.compiler.front.substitute import with_colour, with_number
from stele.compiler.front.walk import nodes

PLAYED_SENTENCES = (
    n.SitOut,
    n.EndGame,
    n.WinGame,
    n.Have,
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
    n.Build,
    n.PlayLast,
    n.Play,
    n.Copy,
    n.Draw,
    n.Exchange,
    n.LeaveTable,
    n.ReturnToTable,
    n.TakeSeat,
    n.ReplaceBoard,
    n.Reveal,
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
    n.ScienceOf,
    n.AnyOrder,
    n.SwapZones,
    n.SwapCards,
    n.Put,
    n.MoveCards,
    n.LookAt,
    n.BuildStage,
    n.Put,
    n.DiscardTokens,
    n.Oblige,
    n.Transfer,
    n.Either,
    n.May,
    n.Roll,
    n.ChooseColour,
    n.ChooseNumber,
    n.ChooseSeat,
    n.Advance,
    n.TurnMarker,
)
WINDOWS: tuple[type[n.Sentence], ...] = ()  # what may be done before choosing, or after playing
ONE_SHOTS = (
    n.SitOut,
    n.EndGame,
    n.WinGame,
    n.Have,
    n.Gain,
    n.Lose,
    n.Build,
    n.Play,
    n.Draw,
    n.Copy,
    n.TakeSeat,
    n.ReplaceBoard,
    n.Exchange,
    n.SwapCards,
    n.SwapZones,
    n.MoveCards,
    n.LookAt,
    n.BuildStage,
    n.Put,
    n.DiscardTokens,
    n.Oblige,
    n.Transfer,
    n.Either,
    n.May,
    n.Roll,
    n.ChooseColour,
    n.ChooseNumber,
    n.ChooseSeat,
    n.Advance,
    n.TurnMarker,
)

ACTS = (*ONE_SHOTS, n.Score)  # points are an act where a moment, a limit or something before them says when
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
)
CHOICES = (n.ChooseColour, n.ChooseNumber, n.Roll)  # what follows them speaks of what was chosen
DECISIONS = (n.Build, n.Play, n.Copy, n.Exchange, n.SwapCards, n.MoveCards, n.LookAt, n.BuildStage)


SOME_COLOUR = n.Name("some", Role.COLOUR, Span("", 1, 1, 1, 1))


def decides(clause: n.Clause) -> bool:
    """Tell whether a clause, or what follows it, waits for a decision."""
    return isinstance(clause.sentence, DECISIONS) or (clause.then is not None and decides(clause.then))


def unsupported(clause: n.Clause, is_behind: bool = False) -> Iterator[tuple[Span, str]]:
    """Yield the place and a description of everything in a clause that cannot be played yet."""
    sentence = clause.sentence
    if not isinstance(sentence, PLAYED_SENTENCES):
        yield sentence.span, "a sentence with this verb"
        return
    yield from moments(clause)
    yield from limits(clause)
    yield from conditions(clause)
    if clause.then is not None and isinstance(sentence, CHOICES):
        yield from unsupported(with_colour(with_number(clause.then, 1), SOME_COLOUR))
    elif clause.then is not None:
        is_copy_at_end = isinstance(sentence, n.Copy) and is_end(clause.moment)
        is_act = isinstance(sentence, (*ACTS, *WINDOWS)) and not is_copy_at_end
        is_act = is_act and (is_behind or clause.moment is not None or not isinstance(sentence, n.Score))
        if not (is_act and isinstance(clause.then.sentence, (*ACTS, *WINDOWS))):
            yield clause.then.span, "effects that follow another"
        elif clause.then.moment or clause.then.limit:
            yield clause.then.span, "moments and limits behind `then`"
        else:
            yield from unsupported(clause.then, True)
    yield from parts(sentence)
    if not is_behind and clause.moment is None and clause.limit is None:
        yield from at_the_end(sentence)


def at_the_end(sentence: n.Sentence) -> Iterator[tuple[Span, str]]:
    """Yield who cannot score at the end of the game: who is chosen, for nobody is asked then."""
    if isinstance(sentence, n.Score):
        group = sentence.who.group if isinstance(sentence.who, n.SeatsWith) else sentence.who
        if group in (Seats.A_NEIGHBOUR, Seats.A_PLAYER, Seats.ANOTHER_PLAYER):
            yield sentence.span, "choosing who scores, without a moment before it,"


def undemanded(clause: n.Clause) -> Iterator[tuple[Span, str]]:
    """Yield the place and a description of everything in a clause that nobody can be asked for
    yet.
    """
    match clause:
        case n.Clause(None, None, (), n.Lose(Seats.YOU, n.Coins() | n.Tokens(), None), None):
            pass
        case n.Clause(
            None, None, (), n.MoveCards(n.MoveVerb.DISCARD, Seats.YOU, 1, n.Cards(_, None) | n.NamedCards()), None
        ):
            pass
        case _:
            yield clause.span, "asking for anything but coins, tokens or a card"


def moments(clause: n.Clause) -> Iterator[tuple[Span, str]]:
    """Yield moments that cannot be played yet with this sentence."""
    sentence = clause.sentence
    match clause.moment:
        case None:
            if isinstance(sentence, n.Exchange):
                yield from exchanges(sentence, after_playing=False)
            if isinstance(sentence, n.Reveal) and clause.limit is not None:
                yield sentence.span, "revealing a card without `after playing,` before it"
            if isinstance(sentence, WINDOWS):
                yield sentence.span, "putting coins on cards without `before choosing,` or `after playing,` before it"
        case n.When() if not isinstance(sentence, (*ACTS, *STANDING)):
            yield clause.moment.span, "anything but what happens at once, such as `gain`, behind `when ...,`"
        case n.When():
            pass
        case n.InsteadOf(event) as moment:
            if not isinstance(sentence, ACTS):
                yield moment.span, "anything but what happens at once behind `instead of ...,`"
            elif isinstance(event, n.LosesCoins) and isinstance(sentence, (n.May, n.Exchange)):
                yield moment.span, "a choice instead of losing coins"
        case n.AfterPlaying() | n.BeforeChoosing():
            if isinstance(sentence, n.Exchange):
                yield from exchanges(sentence, after_playing=isinstance(clause.moment, n.AfterPlaying))
            elif not isinstance(sentence, (n.Reveal, *WINDOWS, *ACTS)):
                what = "before choosing" if isinstance(clause.moment, n.BeforeChoosing) else "after playing"
                yield clause.moment.span, f"anything but what happens at once, such as `gain`, behind `{what},`"
        case n.AsSoonAs() as moment if not isinstance(sentence, ACTS):
            yield moment.span, "anything but what happens at once behind `as soon as ...,`"
        case n.AsSoonAs(tests):
            yield from conditions(
                n.Clause(
                    None, None, tests, n.Gain(Seats.YOU, n.Coins(1, clause.span), None, clause.span), None, clause.span
                )
            )
        case n.AtConflict() if not isinstance(sentence, ACTS):
            yield clause.moment.span, "anything but what happens at once behind `at conflict,`"
        case n.AtConflict():
            pass
        case n.AtEdge() as edge if is_end_of_game(edge):
            if isinstance(sentence, n.Copy) and sentence.stage is not None:
                yield edge.span, "copying stages behind `at end of game,`"
            if not isinstance(sentence, (n.Copy, *ACTS)):
                yield edge.span, "anything but `copy` and what happens at once behind `at end of game,`"
        case n.AtEdge(is_end, period) as edge:
            if (not is_end and period is Period.GAME) or not isinstance(sentence, ACTS):
                yield edge.span, f"this effect `at {'end' if is_end else 'start'} of {period.value}`"
        case moment:
            assert_never(moment)


def exchanges(exchange: n.Exchange, after_playing: bool) -> Iterator[tuple[Span, str]]:
    """Yield what cannot be played yet in an exchange."""
    if exchange.must and any(not isinstance(part, (n.Coins, n.Tokens)) for part in exchange.price):
        yield exchange.span, "`must spend` of anything but coins and tokens"
    result = exchange.result
    if isinstance(result, n.Have):
        return
    if not isinstance(result, ACTS):
        yield result.span, "this as what something is paid for"
    else:
        yield from unsupported(n.Clause(None, None, (), result, None, result.span), True)
    unused = [part for part in exchange.price if isinstance(part, n.Unused)]
    for part in unused:
        if not after_playing:
            yield part.span, "a price of unused production at another moment than `after playing`"
        elif part.resource is None or len(unused) > 1:
            yield part.span, "a price of unused production of several kinds"


def limits(clause: n.Clause) -> Iterator[tuple[Span, str]]:
    """Yield limits that cannot be played yet with this sentence."""
    if clause.limit is None:
        if isinstance(clause.sentence, n.Reveal):
            yield clause.sentence.span, "revealing a card without `once per game,` before it"
        return
    sentence, limit = clause.sentence, clause.limit
    if isinstance(sentence, n.Reveal) and limit.period is not Period.GAME:
        yield limit.span, "another limit than `once per game` on revealing a card"


def conditions(clause: n.Clause) -> Iterator[tuple[Span, str]]:
    """Yield conditions that cannot be played yet with this sentence."""
    stands = isinstance(clause.sentence, STANDING)
    is_at_moment = clause.moment is not None and isinstance(clause.sentence, (*ACTS, *WINDOWS))
    if clause.tests and not (isinstance(clause.sentence, n.Score) or is_at_once(clause) or stands or is_at_moment):
        yield clause.tests[0].span, "a condition on this"


def is_while_leading(clause: n.Clause) -> bool:
    """Tell whether something stands as long as its owner has the majority at a shared place."""
    match clause:
        case n.Clause(None, None, (n.Test(False, n.HasMajority()),), n.Produce() | n.Shields() | n.Science(), None):
            return True
        case _:
            return False


def of_a_place(clause: n.Clause) -> Iterator[Span]:
    """Yield what only makes sense on the ladder of a place that neighbours share."""
    yield from (here.span for here in nodes(clause, n.Here))
    yield from (one.span for one in nodes(clause, n.Shields) if one.against is Seats.ACROSS)
    yield from (one.span for one in nodes(clause, n.PlayLast) if one.of is Seats.ACROSS)


def is_at_once(clause: n.Clause) -> bool:
    """Tell whether a clause happens when its item enters play."""
    return isinstance(clause.sentence, ONE_SHOTS) and clause.limit is None and not is_end(clause.moment)


def is_end(moment: n.Moment | None) -> bool:
    """Tell whether a moment is the end of the game."""
    return moment is not None and is_end_of_game(moment)


def is_end_of_game(moment: n.Moment) -> bool:
    """Tell `at end of game` from other moments."""
    return isinstance(moment, n.AtEdge) and moment.is_end and moment.period is Period.GAME


def is_near(chain: n.ByChain) -> bool:
    """Tell a chain from neighbouring cities from others."""
    return isinstance(chain.where, n.CitiesOf) and chain.where.seats is Seats.NEIGHBOURS


def is_own(place: n.Place | n.TheyHave | n.Here) -> bool:
    """Tell a zone of the own from other places."""
    return isinstance(place, n.Place) and all(isinstance(part, n.Zone) for part in place.parts)


def is_from_bank(sentence: n.Sentence) -> bool:
    """Tell `buy ... from bank` from other purchases."""
    return isinstance(sentence, n.Buy) and sentence.seller is Seats.BANK


def parts(sentence: n.Sentence) -> Iterator[tuple[Span, str]]:
    """Yield what cannot be played yet inside a kind of sentence that can."""
    match sentence:
        case n.Either(alternatives):
            for one in alternatives:
                yield from unsupported(n.Clause(None, None, (), one, None, one.span))
        case n.May(_, what):
            if not isinstance(what, ACTS):
                yield what.span, "`may` before this"
            yield from unsupported(n.Clause(None, None, (), what, None, what.span), True)
        case n.Produce(n.SomeThat() as goods, True):
            yield goods.span, "production that depends on other production and is for sale"
        case n.Build(_, n.UsedCard(), _, _, price):
            if not isinstance(price, n.Free):
                yield sentence.span, "building the card under this stage otherwise than `for free`"
        case n.Build(_, _, _, n.ByChain() as chain) if not (
            sentence.price is None and is_near(chain) and sentence.who is Seats.YOU
        ):
            yield sentence.span, "building by chain otherwise than `by chain from neighbours`"
        case n.Oblige(Seats.PARTNER | Seats.VICTOR):
            yield sentence.span, "`must` for a partner or the victor"
        case n.Put(_, _, n.Here()):
            yield sentence.span, "coins on cards `here`"
    if isinstance(sentence, (n.Copy, n.CopiedScience)) and not isinstance(sentence.place, n.Place):
        yield sentence.place.span, "copying what `they have` or what is `here`"
    for change in nodes(sentence, n.CostChange):
        changed = change.what
        is_of_age = isinstance(changed, n.Cards) and changed.age is not None
        if not isinstance(changed, n.Stages) and (is_of_age or filters_of(changed) or isinstance(changed, n.CardNamed)):
            yield changed.span, "telling cards whose cost changes by more than their colour"
