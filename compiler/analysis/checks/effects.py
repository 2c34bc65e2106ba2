"""Check that effects can happen where they are written: on cards, boards, actions, riders, score
lines and the flow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from stele.compiler.analysis.acting import ACTS, CHOOSING, of_a_place
from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.analysis.checks.moments import (
    check_asked_for,
    check_following,
    check_lying,
    check_start,
    check_unused,
)
from stele.compiler.common.codes import E0506, E0509, E0513, E0514, E0517, E0518, E0519, E0520
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.unparse import behind_text
from stele.compiler.front.walk import nodes


def check_support(content: items.Content) -> Iterator[Diagnostic]:
    """What is said makes sense where it is said."""
    yield from check_start(content)
    for clause in top_clauses(content):
        yield from check_following(clause)
        yield from check_unused(clause)
        yield from check_lying(clause)
        yield from speaks_of_nobody(clause)
        yield from speaks_of_nothing(clause)
        yield from speaks_of_no_card(clause)
        yield from speaks_of_cards(clause)
        yield from speaks_of_no_conflict(clause)
        yield from chooses_badly(clause)
        yield from limits_nothing(clause)
        yield from replaces_too_much(clause)
        yield from needs_a_place(clause)
        yield from lasts_badly(clause)
        yield from counts_for_others(clause)
    for place in content.places:
        for clause in (clause for side in place.sides for _, clauses in side.ladder for clause in clauses):
            yield from check_following(clause)
            yield from check_lying(clause)


def top_clauses(content: items.Content) -> list[n.Clause]:
    """Return the clauses of an expansion that stand by themselves, but for those of shared places
    and of moments.
    """
    sides = [side for board in content.boards for side in board.sides]
    stages = [stage for side in sides for stage in side.stages]
    found = [clause for card in content.cards for clause in card.effect]
    found += [clause for line in content.vocabulary.lines for clause in line.effect]
    found += [clause for side in sides for clause in side.start]
    found += [clause for stage in stages for clause in stage.effect]
    found += [clause for stage in stages for option in stage.choose for clause in option]
    if content.flow is not None:
        found += [*content.flow.everyone, *(clause for action in content.flow.actions for clause in action.effect)]
        found += [clause for rider in content.flow.riders for clause in rider.effect]
    return found


COUNTS: tuple[type[object], ...] = (n.Per, n.AtLeast, n.Compared, n.RivalThing, n.Foremost, n.Scale)
OF_CONFLICTS = (Seats.VICTOR, Seats.LOSER)


def speaks_of_nobody(clause: n.Clause, is_known: bool = False) -> Iterator[Diagnostic]:
    """Yield the diagnostics for `they` where no event and no choice says who that is."""
    who = getattr(clause.sentence, "who", None)
    is_known = is_known or isinstance(clause.moment, (n.When, n.InsteadOf))
    if isinstance(clause.moment, n.AsSoonAs) and len(clause.moment.tests) == 1:
        holder = getattr(clause.moment.tests[0].fact, "who", Seats.YOU)
        is_known = is_known or (holder in CHOOSING or holder is Seats.ANYONE)
    is_known = is_known or (who.group if isinstance(who, n.SeatsWith) else who) in CHOOSING
    is_chosen = getattr(clause.sentence, "other", None) in CHOOSING  # known from then on
    is_chosen = is_chosen or any(zone.of in CHOOSING for zone in nodes(clause.sentence, n.Zone))
    is_known = is_known or isinstance(clause.sentence, n.ChooseSeat)
    is_chosen = is_chosen or (isinstance(clause.sentence, n.ChooseCard) and is_of_one(clause.sentence.source))
    said = clause.sentence.alternatives if isinstance(clause.sentence, n.Either) else (clause.sentence,)
    for one in (one for one in said if not is_known and getattr(one, "who", Seats.YOU) is Seats.YOU):
        for they_have in nodes(one, n.TheyHave):
            help = "write `in city`, or say of whom this is, as in `others lose 1 coin per stage they have`"
            yield Diagnostic(E0514, "`they` stands for nobody here", they_have.span, help=help)
    if not is_known:
        for node in nodes((clause.tests, clause.sentence), object):
            if is_dataclass(node) and any(getattr(node, field.name) is Seats.THEY for field in fields(node)):
                help = "name an event before it, as in `when a neighbour builds a card,`, or choose somebody first"
                yield Diagnostic(E0514, "`they` stands for nobody here", getattr(node, "span", clause.span), help=help)
    soon = clause.moment.tests if isinstance(clause.moment, n.AsSoonAs) else ()
    for node in nodes(soon, object):  # of whom a condition speaks is known only when it holds
        if is_dataclass(node) and any(getattr(node, field.name) is Seats.THEY for field in fields(node)):
            help = "name a side, or ask about `a player`: behind the condition that one is `they`"
            yield Diagnostic(E0514, "`they` stands for nobody here", getattr(node, "span", clause.span), help=help)
    is_any_shared = any(gain.is_shared for gain in nodes(clause, n.Gain))
    if is_any_shared and (not isinstance(clause.sentence, n.Gain) or is_one(clause.sentence.who)):
        for gain in (gain for gain in nodes(clause.sentence, n.Gain) if gain.is_shared):
            help = "name several players who gain, as in `others gain 6 coins shared among them`, or leave it out"
            yield Diagnostic(E0514, "`shared among them` stands for nobody here", gain.span, help=help)
    counts = [part for kind in COUNTS for part in nodes((soon, clause.tests, clause.sentence), kind)]
    for count in counts:
        for zone in nodes(count, n.Zone):
            if zone.of in CHOOSING:
                help = "name a side, or choose somebody before it and write `of that player`"
                message = f"`{behind_text(zone.of)}` stands for nobody where something is counted"
                yield Diagnostic(E0514, message, zone.span, help=help)
    if clause.then is not None:
        yield from speaks_of_nobody(clause.then, is_known or is_chosen)


def is_one(who: n.Subject) -> bool:
    """Tell whether a sentence is about one seat, not about several."""
    group = who.group if isinstance(who, n.SeatsWith) else who
    return isinstance(group, Seats) and group not in (Seats.NEIGHBOURS, Seats.OTHERS, Seats.EVERYONE)


def is_of_one(where: n.Where) -> bool:
    """Tell whether a place is that of one of several seats."""
    return (where.of if isinstance(where, n.Zone) else where.seats) in CHOOSING


EVENTS_OF_CARDS = (n.BuildsCard, n.BuildsByChain, n.UsesCard, n.HandlesCard)


def speaks_of_no_card(clause: n.Clause, is_known: bool = False) -> Iterator[Diagnostic]:
    """Yield the diagnostics for `the card` where no event is about one."""
    is_known = is_known or (isinstance(clause.moment, n.When) and isinstance(clause.moment.event, EVENTS_OF_CARDS))
    if not is_known:
        said = (clause.moment, clause.tests, clause.sentence)
        spans = [fact.span for fact in nodes(said, n.CardIs) if fact.used is None]
        for span in (*spans, *(one.span for one in nodes(said, n.EventCard))):
            help = "name an event of a card before it, as in `when you build a card,`, or choose a card first"
            yield Diagnostic(E0514, "`the card` stands for no card here", span, help=help)
    if clause.then is not None:
        yield from speaks_of_no_card(clause.then, is_known or isinstance(clause.sentence, n.ChooseCard))


def speaks_of_nothing(clause: n.Clause, is_known: bool = False) -> Iterator[Diagnostic]:
    """Yield the diagnostics for `that many` where nothing says how many that is."""
    if not (is_known or isinstance(clause.moment, (n.When, n.InsteadOf))):
        moves: list[n.MoveCards | n.ThatMany] = [
            move for move in nodes(clause.sentence, n.MoveCards) if move.number is n.SoMany.THAT_MANY
        ]
        for many in (*moves, *nodes(clause.sentence, n.ThatMany)):
            help = "let something be done first, as in `lose half of coins then gain that many omen tokens`"
            yield Diagnostic(E0514, "`that many` stands for nothing here", many.span, help=help)
    if clause.then is not None:
        yield from speaks_of_nothing(clause.then, True)


def speaks_of_cards(clause: n.Clause, is_known: bool = False) -> Iterator[Diagnostic]:
    """Yield the diagnostics for `them` where no cards were drawn or given up before."""
    if not is_known:
        for them in nodes(clause.sentence, n.OfThem):
            help = "draw cards before it, or let somebody discard some"
            yield Diagnostic(E0514, "`them` stands for no cards here", them.span, help=help)
    brings = isinstance(clause.sentence, (n.MoveCards, n.Draw))
    if clause.then is not None:
        yield from speaks_of_cards(clause.then, is_known or brings)


def speaks_of_no_conflict(
    clause: n.Clause, is_known: bool = False, is_it: bool = False, is_tied: bool = False
) -> Iterator[Diagnostic]:
    """Yield the diagnostics for `the victor` and `the loser` where no conflict is spoken of, and
    for `it` where nothing else was to be gained.
    """
    match clause.moment:
        case n.When(n.EndsConflict()) | n.InsteadOf(n.EndsConflict()) | n.InsteadOf(in_conflict=True):
            is_known = True
    is_tied = is_tied or (isinstance(clause.moment, n.When) and isinstance(clause.moment.event, n.TiesConflict))
    is_it = is_it or (
        isinstance(clause.moment, n.InsteadOf) and isinstance(clause.moment.event, (n.GainsToken, n.GainsCoins))
    )
    for node in nodes((clause.tests, clause.sentence), object):
        if not is_known and is_dataclass(node):
            values = [getattr(node, field.name) for field in fields(node)]
            for seats in (one for one in OF_CONFLICTS if any(value is one for value in values)):
                help = "name a conflict before it, as in `when you win a conflict,`"
                span = getattr(node, "span", clause.span)
                yield Diagnostic(E0514, f"`{seats.value}` stands for nobody here", span, help=help)
        if isinstance(node, n.WinConflict) and not is_tied:
            help = "write `when you tie a conflict,` before it, or those who do"
            yield Diagnostic(E0514, "`the conflict` stands for none here", node.span, help=help)
        if isinstance(node, n.It) and not is_it:
            help = "write `instead of gaining a ... token,` before it"
            yield Diagnostic(E0514, "`it` stands for nothing here", node.span, help=help)
    if clause.then is not None:
        yield from speaks_of_no_conflict(clause.then, is_known, is_it, is_tied)


def replaces_too_much(clause: n.Clause) -> Iterator[Diagnostic]:
    """Yield the diagnostics for boards of which a seat would have several, or none."""
    for one in nodes(clause.sentence, n.ReplaceBoard):
        if one.number != 1:
            help = "write `replace your board with 1 of ...`"
            yield Diagnostic(E0519, "a seat has one board", one.span, help=help)


def limits_nothing(clause: n.Clause) -> Iterator[Diagnostic]:
    """Yield the diagnostics for limits of what is not used: what stands without a moment, and
    neighbours where no event is with one.
    """
    limit = clause.limit
    if limit is None:
        return
    is_purchase = isinstance(clause.moment, n.When) and isinstance(clause.moment.event, n.BuysFromNeighbour)
    is_used = clause.moment is not None or isinstance(clause.sentence, (*ACTS, n.Rebate))
    is_bought = isinstance(clause.sentence, n.Buy) and clause.sentence.seller is Seats.BANK
    if limit.per_neighbour and not is_purchase:
        help = "write `when you buy from a neighbour,` before it, or leave `per neighbour` out"
        yield Diagnostic(E0520, "this does not happen with a neighbour", limit.span, help=help)
    elif clause.moment is None and isinstance(clause.sentence, n.Build) and clause.sentence.source is None:
        build = clause.sentence
        if not isinstance(build.price, n.Free) and (build.chain is None or build.chain.where is None):
            help = "say how: `for free`, or `by chain from neighbours`"
            message = "everyone may do this anyway, so this never does anything"
            yield Diagnostic(E0513, message, build.span, help=help)
    elif not (is_used or is_bought):
        help = "what stands is there all the time: leave the limit out, or say when, as in `when you build a card,`"
        yield Diagnostic(E0520, "this is not used, so it cannot be limited", limit.span, help=help)


def chooses_badly(clause: n.Clause, has_colour: bool = False) -> Iterator[Diagnostic]:
    """Yield the diagnostics for choices of which nothing follows, or something that cannot, and for
    `that colour` where none was chosen.
    """
    has_colour = has_colour or isinstance(clause.sentence, n.ChooseColour)
    for cards in nodes((clause.moment, clause.tests, clause.sentence), n.Cards):
        if cards.of_that_colour and not has_colour:
            help = "write `choose a colour then ...` before it"
            yield Diagnostic(E0514, "`that colour` stands for no colour here", cards.span, help=help)
    chooses = clause.sentence.what if isinstance(clause.sentence, n.May) else clause.sentence
    match chooses:
        case n.ChooseColour() | n.ChooseNumber() | n.ChooseSeat() | n.ChooseCard() | n.Roll() if clause.then is None:
            help = "write behind it what is done with the choice: `then ...`"
            yield Diagnostic(E0517, "nothing follows from this choice", clause.sentence.span, help=help)
        case n.Either() | n.May() | n.Exchange():
            for node in nodes(clause.sentence, object):
                if isinstance(node, (n.ChooseColour, n.ChooseNumber, n.ChooseSeat, n.ChooseCard, n.Roll)):
                    help = "choose first, and write `then ...` with what may be done behind it"
                    yield Diagnostic(E0517, "nothing follows from this choice", node.span, help=help)
    match clause.sentence:
        case n.Either(alternatives):
            if clause.then is not None:
                help = "list the alternatives under `choose:`, each with what follows it"
                yield Diagnostic(
                    E0517, "`then` does not tell to which alternative it belongs", clause.then.span, help=help
                )
            for one in alternatives:
                if isinstance(one, (n.ChooseColour, n.ChooseNumber, n.ChooseSeat, n.ChooseCard, n.Roll)):
                    help = "list the alternatives under `choose:`, each with what follows it"
                    yield Diagnostic(E0517, "nothing follows from this choice", one.span, help=help)
            for place, one in enumerate(alternatives):
                if one in alternatives[:place]:
                    yield Diagnostic(E0506, "this alternative stands here twice", one.span, help="leave it out")
    match clause.sentence:
        case n.ChooseNumber(least, most) if most <= least:
            help = "write the lower number first"
            yield Diagnostic(E0506, "there is nothing to choose from", clause.sentence.span, help=help)
    if clause.then is not None:
        if isinstance(clause.then.sentence, n.Either):
            help = "list the alternatives under `choose:`, each with what follows it"
            yield Diagnostic(E0517, "`or` does not stand behind `then`", clause.then.sentence.span, help=help)
        yield from chooses_badly(clause.then, has_colour)


def lasts_badly(clause: n.Clause) -> Iterator[Diagnostic]:
    """Yield the diagnostics for a duration on what happens at once; behind `then` it is that of
    what waits for a moment.
    """
    waiting = [one.then.sentence for one in nodes(clause, n.Clause) if one.then is not None and one.then.moment]
    for have in nodes(clause, n.Have):
        if any(have is one for one in waiting):
            continue
        if have.lasting is not None and not isinstance(have.what, n.StandingSentence):
            help = "leave out how long, or say what stands so long, as in `until end of age, 1 shield`"
            yield Diagnostic(E0518, "this happens at once and does not last", have.span, help=help)


def counts_for_others(clause: n.Clause) -> Iterator[Diagnostic]:
    """Yield the diagnostics for the owner's things in what others have from then on: it is worked
    out where they are, who do not know whose effect it was.
    """
    for have in nodes(clause, n.Have):
        for count in nodes(have.what, n.Per) if have.who is not Seats.YOU else ():
            owned = [zone.span for zone in nodes(count, n.Zone) if zone.of is Seats.YOU]
            for span in (*owned, *(you_have.span for you_have in nodes(count, n.YouHave))):
                help = "count what is theirs, as in `others have 1 shield per stage in city until end of age`"
                yield Diagnostic(E0514, "`you` stands for nobody in what others have", span, help=help)


def needs_a_place(clause: n.Clause) -> Iterator[Diagnostic]:
    """Yield the diagnostics for all in a clause that belongs on a shared place."""
    for span in of_a_place(clause):
        help = "write it on the `ladder` of a place that neighbours share"
        yield Diagnostic(E0509, "here is no place with another side", span, help=help)


def check_moment_support(index: GameIndex) -> Iterator[Diagnostic]:
    """What cards do when a supply is empty, and what they ask for when a step runs, can be
    played.
    """
    asking = {run.moment.target for run in index.steps_of(items.Run) if run.moment is not None}
    giving = {supply.when_empty.target for supply in index.flow.supplies} if index.merged_flow is not None else set()
    for name, clauses in (pair for own in index.changed for card in own.cards for pair in card.moments):
        for clause in clauses if name.target in giving else ():
            yield from check_following(clause)
            yield from check_lying(clause)
            yield from needs_a_place(clause)
        for clause in clauses if name.target in asking else ():
            yield from check_asked_for(clause)


def check_effects(index: GameIndex) -> Iterator[Diagnostic]:
    """What an action, a rider, a line or the flow says can happen there."""
    for action in index.actions.values():
        for clause in action.effect:
            if action.cost == "card":
                message, help = "what a card does that is paid for stands on the card", "write it there"
                yield Diagnostic(E0519, message, clause.span, help=help)
    done = [clause for action in index.actions.values() for clause in action.effect]
    done += [clause for rider in index.flow.riders for clause in rider.effect]
    for clause in (clause for clause in done if clause.moment or clause.limit):
        message, help = "what is done by choosing it happens at once", "write what waits on a card"
        yield Diagnostic(E0517, message, clause.span, help=help)
    for clause in (clause for line in index.lines for clause in line.effect):
        if not isinstance(clause.sentence, n.Score):
            yield Diagnostic(E0509, "a score line counts points", clause.span, help="begin with `score`")


def clause_timing(clause: n.Clause) -> str:
    """Return when a clause matters: `at once`, `later` after a decision, `at the end`, or as long
    as it is in play.
    """
    match clause.sentence:
        case n.Score() if clause.moment is None and clause.limit is None:
            return "at the end"
        case n.CopiedScience() | n.ScienceOf():
            return "at the end"
        case n.Science(symbols) if len(symbols) > 1:
            return "at the end"
        case n.Copy() if clause.moment is not None:
            return "at the end"
        case _ if clause.moment is not None or clause.limit is not None:
            return "standing"
        case n.Gain() | n.Lose() | n.Transfer() | n.Draw(keep=None) | n.Oblige() | n.Advance() | n.TurnMarker():
            return "later" if clause.then is not None and clause_timing(clause.then) == "later" else "at once"
        case (
            n.Build()
            | n.Play()
            | n.Copy()
            | n.SwapCards()
            | n.SwapZones()
            | n.MoveCards()
            | n.Draw()
            | n.LookAt()
            | n.BuildStage()
        ):
            return "later"
        case n.Either() | n.May() | n.ChooseColour() | n.ChooseNumber() | n.ChooseSeat() | n.ChooseCard():
            return "later"
        case n.Roll() if clause.then is not None:
            return clause_timing(clause.then)
        case _:
            return "standing"
