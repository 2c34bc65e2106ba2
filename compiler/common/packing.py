"""Pack copies of cards into the words of a row."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

WORD = 6  # bits of a place in a word
WORD_CARDS = 62  # to a word

T = TypeVar("T", bound=Hashable)


def joined(decks: Iterable[Sequence[str]]) -> list[list[str]]:
    """Return decks in groups, each given with those that are mixed into it: two belong together if
    their cards may come to lie in one.
    """
    groups: list[list[str]] = []
    for mixed in decks:
        others = [group for group in groups if set(group) & set(mixed)]
        groups = [group for group in groups if group not in others]
        groups.append(list(dict.fromkeys([*(id for group in others for id in group), *mixed])))
    return groups


def packed(groups: Iterable[Iterable[tuple[T, int]]]) -> tuple[dict[T, int], int]:
    """Return the code of the first copy of each card, given with its number of copies, and how many
    words all take: each group begins one, and no card lies in two.
    """
    codes: dict[T, int] = {}
    word = -1
    for group in groups:
        place = WORD_CARDS
        for card, copies in group:
            if place + copies > WORD_CARDS:
                word, place = word + 1, 0
            codes[card] = word << WORD | place
            place += copies
    return codes, word + 1
