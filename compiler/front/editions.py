"""Read what an earlier edition of the clause language says as the sentence of the present one that
means the same.

Edition 1 asked before a card was built from a zone, before another seat was taken and before a
swap; now `may` says so: `build a card from discard for free` becomes `may build a card from discard
for free`. What a group gained per card `in city` was counted in the city of the clause's owner; now
it is the city of whom the sentence is about: `others lose 1 coin per red card in city` becomes `...
in city of you`. What is read so means the same when it is read again, in either edition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stele.compiler.common.lexicon import PRESENT_EDITION, KnownNames
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.substitute import rebuilt

AMOUNTS = ("per", "gift", "loss", "points")  # where a sentence says how much


def in_present_edition(clause: n.Clause, names: KnownNames) -> n.Clause:
    """Return a clause as the present edition says it; `names` are those of its folder."""
    if names.edition == PRESENT_EDITION:
        return clause
    sentence = owned(clause.sentence, names.own_zones, False)
    if not is_offered(clause):
        sentence = optional(sentence)
    then = None if clause.then is None else in_present_edition(clause.then, names)
    return replace(clause, sentence=sentence, then=then)


def of_the_owner(clause: n.Clause, zones: frozenset[str]) -> n.Clause:
    """Return a clause in which what is counted for others is counted in the owner's places, as
    plain English says with `your`.
    """
    then = None if clause.then is None else of_the_owner(clause.then, zones)
    return replace(clause, sentence=owned(clause.sentence, zones, False), then=then)


def is_offered(clause: n.Clause) -> bool:
    """Tell whether its owner is asked whether to do something, whatever it is."""
    if getattr(clause.sentence, "who", Seats.YOU) is not Seats.YOU:
        return False
    is_right = clause.moment is None and clause.limit is not None
    return is_right or isinstance(clause.moment, (n.BeforeChoosing, n.AfterPlaying))


def optional(sentence: n.Sentence) -> n.Sentence:
    """Return a sentence with `may` where edition 1 asked without saying so."""
    match sentence:
        case n.Build(who, what) | n.Play(who, what) if not isinstance(what, n.UsedCard):
            return n.May(who, replace(sentence, who=Seats.YOU), sentence.span)
        case (
            n.SwapCards() | n.SwapZones(other=Seats.A_NEIGHBOUR | Seats.A_PLAYER | Seats.ANOTHER_PLAYER) | n.TakeSeat()
        ):
            return n.May(Seats.YOU, sentence, sentence.span)
        case n.Either(alternatives):
            return replace(sentence, alternatives=tuple(map(optional, alternatives)))
        case _:
            return sentence


def owned(sentence: n.Sentence, zones: frozenset[str], is_asked: bool) -> n.Sentence:
    """Return a sentence in which zones that belong to the owner of a clause say so, although the
    sentence is about others; `is_asked` if these others are told by a sentence around it.
    """
    match sentence:
        case n.May(who, what):
            return replace(sentence, what=owned(what, zones, who is not Seats.YOU))
        case n.Either(alternatives):
            return replace(sentence, alternatives=tuple(owned(one, zones, is_asked) for one in alternatives))
        case n.Exchange(result=result):
            return replace(sentence, result=owned(result, zones, is_asked))
        case n.Gain() | n.Lose() | n.DiscardTokens() | n.Score() | n.Transfer():
            return counted_by_owner(sentence, zones) if is_asked or sentence.who is not Seats.YOU else sentence
        case _:
            return sentence


def counted_by_owner(sentence: Any, zones: frozenset[str]) -> Any:
    """Return a sentence whose amounts are counted in zones of the clause's owner."""

    def said(node: object) -> object:
        if isinstance(node, n.Zone) and node.of is None and node.name.text in zones:
            return replace(node, of=Seats.YOU)
        return node

    def placed(node: object) -> object:
        if isinstance(node, (n.Per, n.Scale)):
            return replace(node, place=rebuilt(node.place, said))
        return node

    fields = {key: rebuilt(getattr(sentence, key), placed) for key in AMOUNTS if hasattr(sentence, key)}
    return replace(sentence, **fields)
