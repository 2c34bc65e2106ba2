"""Small parts of sentences that all pages need: lists, numbers, ages, first letters; their words stand in the phrase tables."""

from __future__ import annotations

from collections.abc import Sequence

from stele.compiler.docs.text.speech import Speaker

MINUS = "\N{MINUS SIGN}"
ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def spoken_list(speaker: Speaker, words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence; `last` is the phrase between the last two: `and`, `or` or `nor`."""
    if len(words) < 2:
        return "".join(words)
    first = speaker.say("telling.comma").join(words[:-1])
    return speaker.say(f"telling.{last}", first=first, last=words[-1])


def counted(speaker: Speaker, key: str, number: int, **values: object) -> str:
    """Return so many of something: a phrase for none of it, for one, or for several."""
    suffix = {0: "none", 1: "one"}.get(number, "many")
    return speaker.say(f"{key}.{suffix}", number=signed(number), **values)


def signed(number: int) -> str:
    """Return a number with a real minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def roman(number: int) -> str:
    """Return the number of an age as it is printed."""
    found = ""
    for value, letters in ROMAN:
        while number >= value:
            found, number = found + letters, number - value
    return found


def age(speaker: Speaker, number: int) -> str:
    """Return an age as it is called."""
    return speaker.say("telling.age", age=roman(number))


def raised(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Return a name inside a sentence: without its capital letter, unless more than the first are capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
