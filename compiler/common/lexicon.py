"""What words are names of, as far as it is known before anything is resolved.

Sentences that say in other words what clauses say are read with it: `2 omens` is `2 omen tokens`
where a token is called so. The language itself needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

EDITIONS = (1, 2)  # of the clause language; `grammar/schema/expansion.json` has the same
PRESENT_EDITION = EDITIONS[-1]


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names by the words that people write for them, in small letters; each with what it names. And
    in which edition of the language they are spoken of.
    """

    words: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)  # by word: (role, id)
    phrases: dict[str, str] = field(default_factory=dict)  # ids by names of several words
    edition: int = PRESENT_EDITION
    own_zones: frozenset[str] = frozenset()  # ids of the zones that each seat has
    shared_tracks: frozenset[str] = frozenset()  # ids of the tracks that are the table's

    def id_of(self, word: str, role: str) -> str | None:
        """Return the id of what has a role and may be called by a word."""
        return next((id for one, id in sorted(self.words.get(word, ())) if one == role), None)


NO_NAMES = KnownNames()


def lexicon_of(named: Iterable[tuple[str, str, Iterable[str]]]) -> KnownNames:
    """Return the lexicon of some names: what each is of, its id, and how it is written."""
    words: dict[str, set[tuple[str, str]]] = {}
    phrases: dict[str, str] = {}
    for role, id, written in named:
        for text in written:
            for form in forms(text.lower()):
                if " " in form:
                    phrases.setdefault(form, id)
                else:
                    words.setdefault(form, set()).add((role, id))
    return KnownNames({word: frozenset(found) for word, found in words.items()}, phrases)


def forms(text: str) -> tuple[str, ...]:
    """Return how one and several are written, in British and American English."""
    listed = (text, plural(text))
    return tuple(dict.fromkeys((*listed, *(one.replace("our", "or") for one in listed))))


def plural(word: str) -> str:
    """Return what several of what a word names are called in English."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
