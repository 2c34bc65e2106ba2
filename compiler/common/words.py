"""Words in sentences of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Signs that move a terminal's cursor, change its colours or turn the direction of a text.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def visible(text: str, but: str = "") -> str:
    """Return a text as it may be printed: control characters as escapes, but for some."""
    return CONTROL.sub(lambda sign: sign[0] if sign[0] in but else escaped(sign[0]), text)


def escaped(sign: str) -> str:
    """Return a character as it is written in quotes."""
    return sign.encode("unicode_escape").decode()


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`; nothing for none."""
    *first, final = [str(word) for word in words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def quoted_list(words: Iterable[str], last: str = "and") -> str:
    """Return words of content as a list in a sentence, each between backticks."""
    return listed((f"`{word}`" for word in words), last)


def with_article(word: str) -> str:
    """Return a word with `a` or `an` before it, as it is spoken."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
