"""Read the forms of words in which people write: patterns of words and slots, and what one word may
be in a slot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from stele.compiler.common.lexicon import NO_NAMES, KnownNames
from stele.compiler.front.clause_grammar import reserved
from stele.compiler.front.clause_meaning import NUMBERS, PLAIN_ENGLISH

ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
ARTICLES = frozenset({"a", "an", "the", "your", "their", "one", "of", "to", "and", "or"})


# --- single words ---------------------------------------------------------------------------------


def number(token: str, _: KnownNames = NO_NAMES) -> str | None:
    """Return a number in digits."""
    return token if token.isdigit() else NUMBERS.get(token)


def beside(token: str, step: int) -> str | None:
    """Return the number beside another one: `more than 5` is at least 6."""
    said = number(token)
    return None if said is None else str(int(said) + step)


def name(token: str, names: KnownNames = NO_NAMES) -> str | None:
    """Return what may be the name of something declared; its id, if that is known."""
    known = {id for _, id in names.words.get(token, ())}
    if len(known) == 1:
        return next(iter(known))
    is_word = re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", token) is not None
    is_plain = token in reserved() or token in PLAIN_ENGLISH or token in NUMBERS or token in ARTICLES
    return token if is_word and not is_plain else None


def several(token: str, names: KnownNames = NO_NAMES) -> str | None:
    """Return what one of several things with a name is called."""
    called = name(token)
    if called is None or token in names.words or not called.endswith("s") or called.endswith("ss"):
        return names.id_of(token, "token")
    return f"{called[:-3]}y" if called.endswith("ies") else called[:-1]


def quoted(token: str, _: KnownNames) -> str | None:
    """Return the name of a card as it stands between quotes."""
    return token if token.startswith('"') else None


def roman(token: str, _: KnownNames) -> str | None:
    """Return the number of an age, which may be in Roman digits."""
    return ROMAN.get(token) or number(token)


# What one word is in the language, by the slot that takes it.
BUILT_IN: dict[str, Callable[[str, KnownNames], str | None]] = {
    "digits": number,
    "above": lambda token, _: beside(token, 1),
    "below": lambda token, _: beside(token, -1),
    "name": name,
    "several": several,
    "quoted": quoted,
    "roman": roman,
    # Only where it is known what a word names.
    "token-name": lambda token, names: names.id_of(token, "token"),
    "symbol-name": lambda token, names: names.id_of(token, "symbol"),
    "noun-name": lambda token, names: token if names.id_of(token, "noun") else None,
    "resource-name": lambda token, names: names.id_of(token, "resource"),
    "zone-name": lambda token, names: names.id_of(token, "zone"),
}


# --- patterns -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OneOfWords:
    """One of some words."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class SlotName:
    """What another slot takes, under a name."""

    slot: str
    name: str


@dataclass(frozen=True, slots=True)
class OneOfPatterns:
    """One of several sequences; nothing, if it may be left out."""

    choices: tuple[Pattern, ...]
    is_optional: bool


Pattern = tuple[OneOfWords | SlotName | OneOfPatterns, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """What may be written in a slot, and what that is in the language."""

    pattern: Pattern
    clause: str


PIECE = re.compile(r"\{[^}]*\}|[\[\]()|]|[^\s\[\](){}|]+")


@cache
def wordings() -> dict[str, tuple[Heard, ...]]:
    """Return the wordings of every slot."""
    listed: dict[str, list[Heard]] = {}
    slot = ""
    text = (files("stele.grammar") / "wordings.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            slot = line.strip()
            listed.setdefault(slot, [])
            continue
        written, _, clause = line.partition("=>")
        listed[slot].append(Heard(pattern_of(written), (clause if "=>" in line else written).strip()))
    return {slot: tuple(wording) for slot, wording in listed.items()}


@cache
def spellings() -> dict[str, str]:
    """Return how words are spelt in the language that are spelt otherwise elsewhere."""
    found: dict[str, str] = {}
    for heard in wordings()["spelling"]:
        [word] = heard.pattern
        assert isinstance(word, OneOfWords), "a spelling is one word"
        found |= dict.fromkeys(word.words, heard.clause)
    return found


def pattern_of(text: str) -> Pattern:
    """Return the pattern that a line describes: `[...]` may be left out, `(a b|c)` is a choice, and
    outside of brackets `|` stands between two words.
    """
    pieces = PIECE.findall(text)
    found: list[OneOfWords | SlotName | OneOfPatterns] = []
    at = 0
    while at < len(pieces):
        if pieces[at] == "|":
            last, (after, at) = found.pop(), part(pieces, at + 1)
            assert isinstance(last, OneOfWords), f"only words stand beside `|` outside of brackets: {text}"
            assert isinstance(after, OneOfWords), f"only words stand beside `|` outside of brackets: {text}"
            found.append(OneOfWords(last.words | after.words))
        else:
            one, at = part(pieces, at)
            found.append(one)
    return tuple(found)


def part(pieces: list[str], at: int) -> tuple[OneOfWords | SlotName | OneOfPatterns, int]:
    """Read one part of a pattern; return it and where the next one begins."""
    piece = pieces[at]
    if piece in ("[", "("):
        choices, at = sequences(pieces, at + 1)
        return OneOfPatterns(choices, piece == "["), at
    if piece.startswith("{"):
        name, _, slot = piece[1:-1].partition(":")
        return SlotName(slot or name, name), at + 1
    return OneOfWords(frozenset({piece})), at + 1


def sequences(pieces: list[str], at: int) -> tuple[tuple[Pattern, ...], int]:
    """Read what stands in brackets: sequences with `|` between them."""
    choices: list[list[OneOfWords | SlotName | OneOfPatterns]] = [[]]
    while pieces[at] not in ("]", ")"):
        if pieces[at] == "|":
            choices.append([])
            at += 1
        else:
            one, at = part(pieces, at)
            choices[-1].append(one)
    return tuple(tuple(choice) for choice in choices), at + 1


# --- what a pattern may begin with ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class First:
    """With which words a pattern may begin; some begin with what only looking at the word tells, or
    are nothing at all.
    """

    words: frozenset[str]
    kinds: frozenset[str]  # of words, as `BUILT_IN` tells them
    is_nothing: bool

    def may_begin(self, token: str, names: KnownNames) -> bool:
        """Tell whether a match may begin with a word."""
        if self.is_nothing or token in self.words:
            return True
        return token != "" and any(BUILT_IN[one](token, names) for one in self.kinds)

    def joined(self, other: First, is_nothing: bool) -> First:
        """Return what either of two patterns may begin with."""
        return First(self.words | other.words, self.kinds | other.kinds, is_nothing)


NO_WORD = First(frozenset(), frozenset(), is_nothing=False)


@cache
def firsts() -> dict[str, tuple[First, ...]]:
    """Return for each wording of each slot what it may begin with."""
    slots: dict[str, First] = dict.fromkeys(wordings(), NO_WORD)
    while True:
        found = {slot: tuple(first_of(one.pattern, slots) for one in listed) for slot, listed in wordings().items()}
        whole = {slot: any_of(listed) for slot, listed in found.items()}
        if whole == slots:
            return found
        slots = whole


def any_of(listed: Iterable[First]) -> First:
    """Return what any of several patterns may begin with."""
    found = NO_WORD
    for one in listed:
        found = found.joined(one, found.is_nothing or one.is_nothing)
    return found


def first_of(pattern: Pattern, slots: dict[str, First]) -> First:
    """Return what a pattern may begin with, as far as it is known of slots."""
    found = First(frozenset(), frozenset(), is_nothing=True)
    for part in pattern:
        match part:
            case OneOfWords(words):
                one = First(words, frozenset(), is_nothing=False)
            case SlotName(slot) if slot in BUILT_IN:
                one = First(frozenset(), frozenset({slot}), is_nothing=False)
            case SlotName(slot):
                one = slots[slot]
            case OneOfPatterns(choices, is_optional):
                one = any_of(first_of(choice, slots) for choice in choices)
                one = one.joined(NO_WORD, one.is_nothing or is_optional)
        found = found.joined(one, one.is_nothing)
        if not one.is_nothing:
            break
    return found


# --- reading --------------------------------------------------------------------------------------
