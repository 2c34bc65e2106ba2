"""Read what an earlier edition of the clause language says as the sentence of the present one that
means the same.

Edition 1 asked before a card was built from a zone, before another seat was taken and before a
swap; now `may` says so: `build a card from discard for free` becomes `may build a card from discard
for free`. What a group gained per card `in city` was counted in the city of the clause's owner; now
it is the city of whom the sentence is about: `others lose 1 coin per red card in city` becomes `...
in city of you`. So with coins, shields, tokens and steps: `others lose 1 coin per shield` becomes
`... per shield you have`. What is read so means the same when it is read again, in either edition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.common.lexicon import PRESENT_EDITION, KnownNames
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.substitute import rebuilt
from stele.compiler.front.walk import nodes

AMOUNTS = ("per", "gift", "loss", "points")  # where a sentence says how much


def in_present_edition(clause: n.Clause, names: KnownNames) -> n.Clause:
    """Return a clause as the present edition says it; `names` are those of its folder."""
    if names.edition == PRESENT_EDITION:
        return clause
    sentence = Owners(names.own_zones, names.shared_tracks, is_spoken=False).sentence(clause.sentence)
    if not is_offered(clause):
        sentence = optional(sentence)
    then = None if clause.then is None else in_present_edition(clause.then, names)
    return replace(clause, sentence=sentence, then=then)


def of_the_owner(
    clause: n.Clause, names: KnownNames, moved: frozenset[str] = frozenset(), is_counted: bool = True
) -> n.Clause:
    """Return a clause in which what is counted for others is the owner's, and what they take from
    some zones is his, as plain English says with `your`.
    """
    then = None if clause.then is None else of_the_owner(clause.then, names, moved, is_counted)
    zones, tracks = (names.own_zones, names.shared_tracks) if is_counted else (frozenset[str](), None)
    owners = Owners(zones, tracks, is_spoken=True, moved=moved)
    return replace(clause, sentence=owners.sentence(clause.sentence), then=then)


def zones_of_others(clause: n.Clause) -> set[str]:
    """Return the zones that a clause says are of those whom it is about, who are others."""
    then = set() if clause.then is None else zones_of_others(clause.then)
    if all(who is Seats.YOU for who in subjects(clause.sentence)):
        return then
    return then | {zone.name.text for zone in nodes(clause.sentence, n.Zone) if zone.of is None}


def subjects(sentence: n.Sentence) -> list[n.Subject]:
    """Return who does something in a sentence."""
    match sentence:
        case n.May(who, what):
            return [who, *subjects(what)]
        case n.Either(alternatives):
            return [who for one in alternatives for who in subjects(one)]
        case n.Exchange(result=result):
            return subjects(result)
        case _:
            return [getattr(sentence, "who", Seats.YOU)]


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


@dataclass(frozen=True, slots=True)
class Owners:
    """Which of the things that a sentence counts for others are the owner's of its clause."""

    zones: frozenset[str]  # of those that each seat has
    shared_tracks: frozenset[str] | None  # which are nobody's; none if what has no place is not the owner's
    is_spoken: bool  # whether plain English says whose all of it is
    moved: frozenset[str] = frozenset()  # from which others take something of the owner's

    def sentence(self, sentence: n.Sentence, is_asked: bool = False, is_decided: bool = False) -> n.Sentence:
        """Return a sentence in which what belongs to the owner of a clause says so, although the
        sentence is about others; `is_asked` if these others are told by a sentence around it, and
        `is_decided` if they decide, so that what has no place was theirs already.
        """
        match sentence:
            case n.May(who, what):
                is_asked = who is not Seats.YOU
                return replace(sentence, what=self.sentence(what, is_asked, is_asked))
            case n.Either(alternatives):
                decide = len({getattr(one, "who", Seats.YOU) for one in alternatives}) == 1
                options = tuple(self.sentence(one, is_asked, is_decided or decide) for one in alternatives)
                return replace(sentence, alternatives=options)
            case n.Exchange(result=result):
                return replace(sentence, result=self.sentence(result, is_asked, is_decided))
            case n.Gain() | n.Lose() | n.DiscardTokens() | n.Score() | n.Transfer():
                is_about_others = is_asked or sentence.who is not Seats.YOU
                said: n.Sentence = self.counted(sentence, True, not is_decided) if is_about_others else sentence
                return said
            case n.Advance(who=who) if is_asked or who is not Seats.YOU:
                gone: n.Advance = self.counted(sentence, self.is_spoken, not is_decided)
                return gone
            case n.MoveCards(who=who, source=n.Zone(name, of=None) as source) if name.text in self.moved:
                is_about_others = is_asked or who is not Seats.YOU
                return replace(sentence, source=replace(source, of=Seats.YOU)) if is_about_others else sentence
            case _:
                return sentence

    def counted(self, sentence: Any, is_placed: bool, is_unplaced: bool) -> Any:
        """Return a sentence whose amounts are the owner's, be it in a place or without one."""

        def said(node: object) -> object:
            if isinstance(node, n.Zone) and node.of is None and node.name.text in self.zones:
                return replace(node, of=Seats.YOU)
            return node

        def held(node: object) -> object:
            if not isinstance(node, (n.Per, n.Scale)):
                return node
            if node.place is None:
                is_owned = (is_unplaced or self.is_spoken) and self.is_owned(node.what)
                return replace(node, place=n.YouHave(node.span)) if is_owned else node
            return replace(node, place=rebuilt(node.place, said)) if is_placed else node

        fields = {key: rebuilt(getattr(sentence, key), held) for key in AMOUNTS if hasattr(sentence, key)}
        return replace(sentence, **fields)

    def is_owned(self, what: n.Countable) -> bool:
        """Tell whether what has no place is somebody's."""
        if self.shared_tracks is None or isinstance(what, (n.AgesBegun, n.Players)):
            return False
        return not (isinstance(what, n.Steps) and what.track.text in self.shared_tracks)
