"""Say sentences about tracks and markers in French."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.language.french.phrases import FrenchPhrases


def track_text(sentence: n.TrackSentence, p: FrenchPhrases) -> str:
    """Return a sentence about a track or a marker."""
    match sentence:
        case n.Advance(is_back, who, number, track, per):
            far = f"de {number}" if isinstance(number, int) else "d'autant de pas"
            most = "" if isinstance(number, int) else p.most(number.most)
            verb = p.does(who, *(("reculez", "recule") if is_back else ("avancez", "avance")))
            return f"{verb} {far} sur la piste {p.titled(track)}{p.per(per, who)}{most}"
        case n.TurnMarker(who, marker, face):
            to = "la face suivante" if face is None else f"la face {p.titled(face)}"
            return f"{p.does(who, 'tournez', 'tourne')} le marqueur {p.titled(marker)} sur {to}"
        case _:
            assert_never(sentence)
