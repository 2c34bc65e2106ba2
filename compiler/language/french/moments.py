"""Say in French when something happens: moments, and events that are waited for."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.compiler.language.french.phrases import FrenchPhrases
from stele.compiler.language.french.words import ACTORS, PERIODS, SUBJECTS, of_, que

DEEDS = {
    n.CardDeed.DISCARD: ("défaussez", "défausse"),
    n.CardDeed.DRAW: ("piochez", "pioche"),
    n.CardDeed.PLAY: ("jouez", "joue"),
    n.CardDeed.COPY: ("copiez", "copie"),
}


MANNERS = {n.Manner.CHAIN: "gratuitement par chaînage", n.Manner.FREE: "gratuitement"}


def moment_text(p: FrenchPhrases, moment: n.Moment, limit: n.Once | None = None) -> str:
    """Return when it happens."""
    match moment:
        case n.When(event, who):
            return event_text(p, event, who, limit)
        case n.AtEdge(is_end, period):
            edge = "à la fin" if is_end else "au début"
            return f"{edge} {'de la partie' if period is Period.GAME else f'de chaque {PERIODS[period]}'}"
        case n.AtConflict():
            return "lors de la résolution des conflits"
        case n.AsSoonAs(tests):
            return f"dès {' et '.join(que(p.test(test)) for test in tests)}"
        case n.BeforeChoosing():
            return "avant le choix des cartes"
        case n.AfterPlaying():
            return "après avoir joué votre carte"
        case n.InsteadOf(event, in_conflict, _, who):
            place = " lors d'un conflit" if in_conflict else ""
            return f"si {would_text(p, event, who)}{place}"
        case _:
            assert_never(moment)


def would_text(p: FrenchPhrases, event: n.Event, who: Seats) -> str:
    """Return what somebody has to do."""
    by = "vous devez" if who is Seats.YOU else f"{ACTORS.get(who) or SUBJECTS[who]} doit"
    match event:
        case n.GainsToken(token):
            return f"{by} recevoir un {p.token(token)}"
        case n.GainsCoins(from_bank):
            return f"{by} recevoir des pièces{' de la banque' if from_bank else ''}"
        case n.LosesCoins():
            return f"{by} perdre des pièces"
        case n.EndsConflict(is_won):
            return f"{by} {'gagner' if is_won else 'perdre'} un conflit"
        case _:
            raise AssertionError(f"{event.span}: nothing happens instead of this")


def event_text(p: FrenchPhrases, event: n.Event, who: Seats, limit: n.Once | None = None) -> str:
    """Return what a trigger waits for."""

    def does(you: str, they: str) -> str:
        if who is Seats.YOU:
            return f"que vous {you}"
        by = ACTORS.get(who) or SUBJECTS[who]
        return f"{'qu' + chr(39) if by[0] in 'aeiou' else 'que '}{by} {they}"

    each, when = "chaque fois ", "lors"
    if limit is not None and limit.times == 1 and not limit.per_neighbour:
        each = when  # it does not happen each time
    match event:
        case n.BuildsCard(cards, at, manner):
            place = "" if at is None else f" à {p.a(at)}"
            place += "" if manner is None else f" {MANNERS[manner]}"
            return f"{each}{does('construisez', 'construit')} {p.a_card(cards)}{place}"
        case n.BuildsStage():
            return f"{each}{does('construisez', 'construit')} une étape"
        case n.BuildsByChain():
            return f"{each}{does('construisez', 'construit')} gratuitement une carte par chaînage"
        case n.BuysFromNeighbour():
            if limit is not None and limit.per_neighbour:
                return "lorsque vous lui achetez des ressources"
            return f"{when}{does('achetez', 'achète')} des ressources à un voisin"
        case n.SellsToNeighbour():
            return f"{when}{does('vendez', 'vend')} des ressources à un voisin"
        case n.LosesToken(token):
            return f"{each}{does('perdez', 'perd')} un {p.token(token)}"
        case n.TiesConflict():
            return f"{each}{does('faites', 'fait')} égalité dans un conflit"
        case n.GainsToken(token):
            return f"{each}{does('recevez', 'reçoit')} un {p.token(token)}"
        case n.GainsCoins(from_bank):
            return f"{when}{does('recevez', 'reçoit')} des pièces{' de la banque' if from_bank else ''}"
        case n.LosesCoins():
            return f"{when}{does('perdez', 'perd')} des pièces"
        case n.UsesCard(cards, action):
            return f"{when}{does('utilisez', 'utilise')} {p.a_card(cards)} pour {p.action(action)}"
        case n.HandlesCard(deed, cards, source):
            place = "" if source is None else f" {of_(p.zone_from(source, who))}"
            return f"{each}{does(*DEEDS[deed])} {p.a_card(cards)}{place}"
        case n.EndsConflict(is_won):
            verbs = ("gagnez", "gagne") if is_won else ("perdez", "perd")
            return f"{each}{does(*verbs)} un conflit"
        case n.ReachesStep(step, track):
            return f"{each}{does('atteignez', 'atteint')} la case {step} de la piste {p.titled(track)}"
        case n.TurnsMarker(marker, face):
            to = "" if face is None else f" sur la face {p.titled(face)}"
            return f"{each}{does('tournez', 'tourne')} le marqueur {p.titled(marker)}{to}"
        case _:
            assert_never(event)
