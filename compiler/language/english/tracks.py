"""Say sentences about tracks and markers in English."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.language.english.phrases import EnglishPhrases


def track_text(sentence: n.TrackSentence, p: EnglishPhrases) -> str:
    """Return a sentence about a track or a marker."""
    match sentence:
        case n.Advance(is_back, who, number, track, per):
            far = f"{number} step{'' if number == 1 else 's'}" if isinstance(number, int) else "that many steps"
            most = "" if isinstance(number, int) else p.most(number.most)
            verb = ("go" if who is Seats.YOU else p.does(who, "goe")) if is_back else p.does(who, "advance")
            return f"{verb} {far} {'back ' if is_back else ''}on the track {p.titled(track)}{p.per(per, who)}{most}"
        case n.TurnMarker(who, marker, face):
            to = "its next face" if face is None else p.titled(face)
            whose = "the" if who is Seats.YOU or p.lexicon.owner(marker) == "table" else "their"
            return f"{p.does(who, 'turn')} {whose} {p.marker(marker)} to {to}"
        case _:
            assert_never(sentence)
