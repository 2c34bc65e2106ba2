"""Words in sentences of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What nobody sees, and what turns the direction of a text.
UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Joiners are part of some scripts and of emoji, selectors of emoji; beside other letters they are
# as little seen as the rest.
INVISIBLE = re.compile(
    f"[{UNSEEN}]|(?<![^\x00-\u058f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u058f])"
    "|(?<![^\x00-\x7f])[\ufe00-\ufe0f](?!\u20e3)"
)
# Signs that move a terminal's cursor, change its colours or turn the direction of a text, and those
# that are not seen.
CONTROL = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{UNSEEN}]")


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
