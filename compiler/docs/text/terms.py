"""The terms of the kernel, which no vocabulary declares: each with a short definition of ours."""

from __future__ import annotations

from typing import NamedTuple

from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.phrasing import sort_key
from stele.compiler.docs.text.speech import Speaker

SUBJECT = "terms."
MEANS = "-means"


class Term(NamedTuple):
    """A word of the kernel and what it means."""

    id: str
    term: str
    definition: str


def terms(speaker: Speaker) -> list[Term]:
    """Return all terms in the order of the language."""
    ids = [key.removeprefix(SUBJECT) for key in phrases(speaker.language) if key.startswith(SUBJECT)]
    listed = [
        Term(id, speaker.say(f"{SUBJECT}{id}"), speaker.say(f"{SUBJECT}{id}{MEANS}"))
        for id in ids
        if f"{id}{MEANS}" in ids
    ]
    return sorted(listed, key=lambda term: sort_key(term.term))
