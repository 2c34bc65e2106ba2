"""Say in English which cards are moved, from where and to where."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import MoveVerb, Seats
from stele.compiler.language.english.phrases import EnglishPhrases
from stele.compiler.language.english.words import CITIES, behind, counted


def move_text(sentence: n.MoveSentence, p: EnglishPhrases) -> str:
    """Return a sentence that moves something."""
    match sentence:
        case n.Transfer(is_taken, who, what, per, other):
            verb, preposition = ("take", "from") if is_taken else ("give", "to")
            return f"{p.does(who, verb)} {p.given(what)}{p.per(per, who)} {preposition} {behind(other, who)}"
        case n.MoveCards():
            return cards_moved(sentence, p)
        case n.LookAt(who, looked_at):
            return f"{p.does(who, 'look')} at {p.source(looked_at, who, is_one=True)}"
        case n.Draw(who, number, cards, source, into, keep):
            origin = "those out of play" if source is None else p.source(source, who)
            drawn = f"{p.does(who, 'draw')} {number} {p.cards(cards, number)} at random from {origin}"
            if into is None:
                return drawn
            to = p.source(into, who)
            them = "it" if number == 1 else "them"
            adds = "add" if who is Seats.YOU else "adds"
            if keep is None:
                return f"{drawn} and {adds} {them} to {to}"
            puts = "put" if who is Seats.YOU else "puts"
            return f"{drawn}, {adds} {counted(keep)} of them to {to} and {puts} the rest back"
        case n.SwapZones(zone, other):
            whole = "hands" if zone is None else f"all cards of your {p.low(zone)}"
            return f"swap {whole} with {player(other)}"
        case n.SwapCards(cards, equal_cost, source, theirs, other):
            one = p.one_card(cards if theirs is None else theirs)
            swap = f"swap {p.one_card(cards)} in your city with {one} in {city(other)}"
            if source is not None:
                place = p.low(source.name)
                swap = f"swap {p.one_card(cards)} of your {place} with {one} of the {place} of {player(other)}"
            equal = "; neither may cost coins, and both must cost the same number of resources" if equal_cost else ""
            return f"{swap}{equal}"
        case _:
            assert_never(sentence)


def player(other: Seats) -> str:
    """Return with whom something is swapped."""
    return "another player" if other in (Seats.A_PLAYER, Seats.ANOTHER_PLAYER) else behind(other, Seats.YOU)


def city(other: Seats) -> str:
    """Return in whose city the other card lies."""
    return CITIES[Seats.ANOTHER_PLAYER if other is Seats.A_PLAYER else other]


def cards_moved(move: n.MoveCards, p: EnglishPhrases) -> str:
    """Return which cards are moved, from where and to where."""
    what = lot(move, p)
    origin = "" if move.source is None else f" from {p.source(move.source, move.who, is_one=True)}"
    verb = move.verb.value
    if move.verb is MoveVerb.GIVE:
        assert move.other is not None
        return f"{p.does(move.who, verb)} {what}{origin} to {behind(move.other, move.who)}"
    if move.into is None:
        return f"{p.does(move.who, verb)} {what}{origin}"
    return f"{p.does(move.who, verb)} {what}{origin} into {p.source(move.into, move.who)}"


def lot(move: n.MoveCards, p: EnglishPhrases) -> str:
    """Return how many cards, and which."""
    match move.cards:
        case n.OfThem(number):
            return f"{counted(number)} of these cards"
        case n.UsedCard():
            return "the card used for this stage"
        case n.ThisCard():
            return "this card"
        case n.EventCard():
            return "that card"
        case cards if isinstance(move.number, n.SoMany):
            return f"{move.number.value} {p.cards(cards, 2)}"
        case cards:
            return p.one_card(cards) if move.number == 1 else f"{move.number} {p.cards(cards, move.number)}"
