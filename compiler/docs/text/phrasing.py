"""Small parts of sentences that all pages need: lists, numbers, ages, first letters.

Their words stand in the phrase tables.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from stele.compiler.docs.text.speech import Speaker
from stele.compiler.language.naming import capital
from stele.compiler.language.numerals import roman, signed


def spoken_list(speaker: Speaker, words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence.

    `last` is the phrase between the last two: `and`, `or` or `nor`.
    """
    if len(words) < 2:
        return "".join(words)
    first = speaker.say("telling.comma").join(words[:-1])
    return speaker.say(f"telling.{last}", first=first, last=words[-1])


def counted(speaker: Speaker, key: str, number: int, **values: object) -> str:
    """Return so many of something: a phrase for none of it, for one, or for several."""
    suffix = {0: "none", 1: "one"}.get(number, "many")
    return speaker.say(f"{key}.{suffix}", number=signed(number), **values)


def age(speaker: Speaker, number: int) -> str:
    """Return an age as it is called."""
    return speaker.say("telling.age", age=roman(number))


def lowered(text: str) -> str:
    """Return a name inside a sentence.

    Without its capital letter, unless more than the first are capitals.
    """
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def name_of_id(id: str) -> str:
    """Return an id as a name, for what is declared nowhere: `far-harbour` as "Far Harbour"."""
    return " ".join(capital(part) for part in id.split("-"))


def sort_key(text: str) -> str:
    """Return a text as it is sorted: without accents and capitals."""
    if text.isascii():
        return text.casefold()
    spread = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in spread if not unicodedata.combining(letter)).casefold()
