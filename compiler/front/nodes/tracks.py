"""Sentences about tracks and markers: steps that are gone, and faces that are turned up."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.nodes.amounts import ThatMany
from stele.compiler.front.nodes.counting import Per
from stele.compiler.front.nodes.names import Name
from stele.compiler.front.nodes.subjects import Subject


@dataclass(frozen=True, slots=True)
class Advance:
    """`advance 2 on fleet`, `others go back 1 on fleet`: as far as the track goes."""

    is_back: bool
    who: Subject
    number: int | ThatMany
    track: Name
    per: Per | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TurnMarker:
    """`turn the day to night`, `flip the day`: to a face, or to the next one."""

    who: Subject
    marker: Name
    face: Name | None
    span: Span = field(compare=False)


TrackSentence = Advance | TurnMarker
