"""Say in French which cards are moved, from where and to where."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import MoveVerb, Seats
from stele.compiler.language.french.phrases import FrenchPhrases
from stele.compiler.language.french.words import SPACE, behind, is_one, of_, these, to_

VERBS = {
    MoveVerb.PUT: ("mettez", "met"),
    MoveVerb.DISCARD: ("défaussez", "défausse"),
    MoveVerb.GIVE: ("donnez", "donne"),
    MoveVerb.TAKE: ("prenez", "prend"),
    MoveVerb.REVEAL: ("révélez", "révèle"),
}


def move_text(sentence: n.MoveSentence, p: FrenchPhrases) -> str:
    """Return a sentence that moves something."""
    match sentence:
        case n.Transfer(is_taken, who, what, per, other):
            verbs = ("prenez", "prend") if is_taken else ("donnez", "donne")
            if other is Seats.YOU and who is not Seats.YOU:
                return f"{p.subject(who)} vous {verbs[1]} {p.given(what)}{p.per(per, who)}"
            return f"{p.does(who, *verbs)} {p.given(what)}{p.per(per, who)} {to_(behind(other, who))}"
        case n.MoveCards():
            return cards_moved(sentence, p)
        case n.LookAt(who, looked_at):
            return f"{p.does(who, 'regardez', 'regarde')} {p.place_named(looked_at, who, is_one_of=True)}"
        case n.Draw(who, number, cards, source, into, keep):
            origin = "hors jeu" if source is None else p.source(source, who, is_one_of=True)
            drawn = f"{p.does(who, 'piochez', 'pioche')} au hasard {number} {p.cards(cards, number)} {origin}"
            if into is None:
                return drawn
            to = to_(p.place_named(into, who))
            them = "les" if number > 1 else "la" if p.is_of_feminine(cards) else "le"
            if keep is None:
                return f"{drawn} et ajoutez-{them} {to}" if who is Seats.YOU else f"{drawn} et {them} ajoute {to}"
            adds, puts = ("ajoutez-en", "remettez") if who is Seats.YOU else ("en ajoute", "remet")
            return f"{drawn}, {adds} {keep} {to} et {puts} le reste à sa place"
        case n.SwapZones(zone, other):
            whole = "votre main" if zone is None else f"toutes les cartes de votre {p.noun(zone)}"
            return f"échangez {whole} contre {'celle' if zone is None else 'celles'} {of_(player(other))}"
        case n.SwapCards(cards, equal_cost, source, theirs, other):
            equal = f"{SPACE}; aucune des deux ne doit coûter de pièces et toutes deux doivent coûter le même nombre de ressources"
            place = "cité" if source is None else p.noun(source.name)
            card = p.a_card(cards)
            the = "la cité" if source is None else p.the(source.name)
            swap = f"échangez {card} de votre {place} contre {p.a_card(cards if theirs is None else theirs)} {of_(the)} {of_(player(other))}"
            return f"{swap}{equal if equal_cost else ''}"
        case _:
            assert_never(sentence)


def player(other: Seats) -> str:
    """Return with whom something is swapped."""
    return "un autre joueur" if other in (Seats.A_PLAYER, Seats.ANOTHER_PLAYER) else behind(other, Seats.YOU)


def cards_moved(move: n.MoveCards, p: FrenchPhrases) -> str:
    """Return which cards are moved, from where and to where."""
    is_to_you = move.verb is MoveVerb.GIVE and move.other is Seats.YOU and move.who is not Seats.YOU
    verbs = ("", f"vous {VERBS[move.verb][1]}") if is_to_you else VERBS[move.verb]
    moved = f"{p.does(move.who, *verbs)} {lot(move, p)}"
    if move.source is not None:
        moved += f" {p.source(move.source, move.who, is_one_of=True)}"
    if move.verb is MoveVerb.GIVE and not is_to_you:
        assert move.other is not None
        return f"{moved} {to_(behind(move.other, move.who))}"
    return moved if move.into is None else f"{moved} dans {p.place_named(move.into, move.who)}"


def lot(move: n.MoveCards, p: FrenchPhrases) -> str:
    """Return how many cards, and which."""
    match move.cards:
        case n.OfThem(number):
            return these(number)
        case n.UsedCard():
            return "la carte utilisée pour cette étape"
        case n.ThisCard():
            return "cette carte"
        case n.EventCard():
            return "la carte en question"
        case cards if isinstance(move.number, n.SoMany):
            every = "toutes les" if move.number is n.SoMany.ALL else "autant de"
            return f"{every} {p.cards(cards, 2)}"
        case cards:
            return p.a_card(cards) if is_one(move.number) else f"{move.number} {p.cards(cards, move.number)}"
