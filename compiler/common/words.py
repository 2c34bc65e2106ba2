"""Words in sentences of messages."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`; nothing for none."""
    *first, final = [str(word) for word in words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def quoted_list(words: Iterable[str], last: str = "and") -> str:
    """Return words of content as a list in a sentence, each between backticks."""
    return listed((f"`{word}`" for word in words), last)
