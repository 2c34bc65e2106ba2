"""Say in English when something happens: moments, and events that are waited for."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Seats
from stele.compiler.language.english.phrases import EnglishPhrases
from stele.compiler.language.english.words import ACTORS, PERIODS, SUBJECTS, a

MANNERS = {n.Manner.CHAIN: "for free by a chain", n.Manner.FREE: "for free"}


def moment_text(p: EnglishPhrases, moment: n.Moment) -> str:
    """Return when it happens."""
    match moment:
        case n.When(event, who):
            return event_text(p, event, who)
        case n.AtEdge(is_end, period):
            which = "the" if period is Period.GAME else "each"
            return f"at the {'end' if is_end else 'start'} of {which} {PERIODS[period]}"
        case n.AtConflict():
            return "when conflicts are resolved"
        case n.AsSoonAs(tests):
            return f"as soon as {' and '.join(p.test(test) for test in tests)}"
        case n.BeforeChoosing():
            return "before cards are chosen"
        case n.AfterPlaying():
            return "after playing your card"
        case n.InsteadOf(event, in_conflict, _, who):
            place = " in a conflict" if in_conflict else ""
            return f"if {would_text(p, event, who)}{place}"
        case _:
            assert_never(moment)


def would_text(
    p: EnglishPhrases, event: n.GainsToken | n.GainsCoins | n.LosesCoins | n.EndsConflict, who: Seats
) -> str:
    """Return what somebody would do."""
    actor = "you" if who is Seats.YOU else ACTORS.get(who) or SUBJECTS[who]
    match event:
        case n.GainsToken(token):
            return f"{actor} would take {a(p.token(token))}"
        case n.GainsCoins(from_bank):
            return f"{actor} would take coins{' from the bank' if from_bank else ''}"
        case n.LosesCoins():
            return f"{actor} would lose coins"
        case n.EndsConflict(is_won):
            return f"{actor} would {'win' if is_won else 'lose'} a conflict"


def event_text(p: EnglishPhrases, event: n.Event, who: Seats) -> str:
    """Return what a trigger waits for."""

    def does(verb: str) -> str:
        return f"you {verb}" if who is Seats.YOU else f"{ACTORS.get(who) or SUBJECTS[who]} {verb}s"

    match event:
        case n.BuildsCard(cards, at, manner):
            place = "" if at is None else f" at {a(p.low(at))}"
            place += "" if manner is None else f" {MANNERS[manner]}"
            return f"each time {does('build')} {p.one_card(cards)}{place}"
        case n.BuildsStage():
            return f"each time {does('build')} a stage"
        case n.BuildsByChain():
            return f"each time {does('build')} a card for free by a chain"
        case n.BuysFromNeighbour():
            return f"when {does('buy')} resources from a neighbour"
        case n.SellsToNeighbour():
            return f"when {does('sell')} resources to a neighbour"
        case n.LosesToken(token):
            return f"each time {does('lose')} {a(p.token(token))}"
        case n.TiesConflict():
            return f"each time {does('tie')} in a conflict"
        case n.GainsToken(token):
            return f"each time {does('take')} {a(p.token(token))}"
        case n.GainsCoins(from_bank):
            return f"when {does('take')} coins{' from the bank' if from_bank else ''}"
        case n.LosesCoins():
            return f"when {does('lose')} coins"
        case n.UsesCard(cards, action):
            return f"when {does('use')} {p.one_card(cards)} for {p.quoted(action)}"
        case n.HandlesCard(deed, cards, source):
            verb = does(deed.value).replace("copys", "copies")
            return f"each time {verb} {p.one_card(cards)}{out_of_text(p, source, who)}"
        case n.EndsConflict(is_won):
            return f"each time {does('win' if is_won else 'lose')} a conflict"
        case n.ReachesStep(step, track):
            return f"each time {does('reach').replace('reachs', 'reaches')} step {step} of the track {p.titled(track)}"
        case n.TurnsMarker(marker, face):
            to = "" if face is None else f" to {p.titled(face)}"
            return f"each time {does('turn')} the {p.marker(marker)}{to}"
        case _:
            assert_never(event)


def out_of_text(p: EnglishPhrases, source: Name | None, who: Seats) -> str:
    """Return ` from ...` for the place of an event, or nothing."""
    return "" if source is None else f" from {p.zone_from(source, who)}"
