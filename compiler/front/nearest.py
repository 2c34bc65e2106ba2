"""Tell what of a sentence in plain English is not understood, and which sentences of the language
come nearest to it.

`Whenever a neighbour builds a red card, dance.` is understood up to `dance`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from stele.compiler.common.codes import E0307
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.lexicon import KnownNames
from stele.compiler.front.clause_grammar import grammar_text
from stele.compiler.front.lenient import Reader, TooLong, sentences, tokens_of
from stele.compiler.front.source import Scalar

FEWEST_WORDS = 3  # of a sentence that is told as plain English
NEAREST = 2  # so many sentences are shown
NEAR_ENOUGH = 0.22
LONGEST_QUOTE = 60
COSTS = "// --- costs"
# Words that mean nothing of their own, and words by which people say what the language says with
# another one.
EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "and",
        "or",
        "you",
        "your",
        "is",
        "are",
        "be",
        "this",
        "that",
        "it",
        "for",
        "with",
        "from",
        "as",
        "per",
        "if",
        "when",
    ]
)


@cache
def alike() -> dict[str, str]:
    """Return words that people write, each with the one that comes nearest."""
    text = files("stele.grammar").joinpath("alike.txt").read_text(encoding="utf-8")
    lines = [line.partition(":") for line in text.splitlines() if not line.startswith("#")]
    return {word: nearest for nearest, _, words in lines for word in words.split()}


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence of the language, with its words as they are compared."""

    text: str
    words: Counter[str]


def not_understood(scalar: Scalar, canonical: Callable[[str], str]) -> Diagnostic | None:
    """Return what is told of a sentence in plain English; nothing if it is not one. `canonical`
    returns how a clause is printed, nothing if it is none.
    """
    if not is_plain_english(scalar.text):
        return None
    clauses, at = understood_until(scalar.text, scalar.source.names)
    said = " and ".join(f"`{text}`" for text in map(canonical, clauses) if text)
    near = nearest(scalar.text)
    nearly = " or ".join(f"`{text}`" for text in near)
    help = (
        f"the nearest sentences of the language: {nearly}"
        if near
        else "say it as the language does: stele explain E0307"
    )
    rest = scalar.text[at:].strip()
    quoted = rest if len(rest) <= LONGEST_QUOTE else f"{rest[:LONGEST_QUOTE].rsplit(' ', 1)[0]} ..."
    start = scalar.start + at if at and is_as_written(scalar) else scalar.start
    span = scalar.source.span(start, scalar.end) if start > scalar.start else scalar.span
    if len(rest.strip(" .!")) == 0:
        return Diagnostic(
            E0307, "this sentence is understood word by word, but makes no clause", scalar.span, help=help
        )
    if said and rest:
        return Diagnostic(E0307, f"this is read as {said}, but `{quoted}` is not understood", span, help=help)
    if at and rest:
        return Diagnostic(E0307, f"`{quoted}` is not understood", span, help=help)
    return Diagnostic(E0307, "this sentence is not understood", scalar.span, help=help)


def is_as_written(scalar: Scalar) -> bool:
    """Tell whether the characters of a text stand in its file one for one."""
    lead = 1 if scalar.style in ('"', "'") else 0
    return scalar.source.content[scalar.start + lead : scalar.start + lead + len(scalar.text)] == scalar.text


def is_plain_english(text: str) -> bool:
    """Tell whether a text is written as people write, not as the language is."""
    words = re.findall(r"[A-Za-z]+", text)
    return len(words) >= FEWEST_WORDS and (text[:1].isupper() or text.rstrip()[-1:] in ".!")


def understood_until(text: str, names: KnownNames) -> tuple[tuple[str, ...], int]:
    """Return what the longest beginning of a text says that can be read, and where it ends; of a
    sentence whose verb is not understood, where that would stand.
    """
    reader = Reader(tokens_of(text, names), names)
    best: int = 0
    said: tuple[str, ...] = ()
    try:
        for end, clauses in sentences(reader, 0):
            if end > best:
                best, said = end, tuple(one.text for one in clauses)
    except (TooLong, RecursionError):
        pass
    if reader.furthest > best:
        best, said = reader.furthest, ()
    return said, offset_of(text, reader.tokens, best)


def offset_of(text: str, tokens: tuple[str, ...], count: int) -> int:
    """Return where in a text so many words and signs end, if they stand there as they are."""
    at, lower = 0, text.lower()
    for token in tokens[:count]:
        found = lower.find(token, at, at + len(token) + 24)
        at = found + len(token) if found >= 0 else at
    return at


@cache
def examples() -> tuple[Example, ...]:
    """Return the sentences of the grammar, each once."""
    clauses = grammar_text().partition(COSTS)[0]
    texts = re.findall(r"\S\s+// ([a-z0-9].*)$", clauses, re.MULTILINE)
    return tuple(Example(text.strip(), compared(text)) for text in dict.fromkeys(texts))


@cache
def rarity() -> dict[str, float]:
    """Return how much a word tells: the more sentences have it, the less."""
    found = Counter(word for example in examples() for word in example.words)
    return {word: math.log(1 + len(examples()) / number) for word, number in found.items()}


def nearest(text: str) -> list[str]:
    """Return the sentences of the language that share most with a text, by words that tell much."""
    words = compared(text)
    scored = sorted(((likeness(words, one.words), one.text) for one in examples()), key=lambda one: (-one[0], one[1]))
    return [text for score, text in scored[:NEAREST] if score >= NEAR_ENOUGH]


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Return which part of what two sentences say they share."""
    known = rarity()
    shared = sum(known[word] for word in one.keys() & other.keys() & known.keys())
    whole = sum(known.get(word, 1.0) for word in one.keys() | other.keys())
    return shared / whole if whole else 0.0


def compared(text: str) -> Counter[str]:
    """Return the words of a sentence without their endings, others for those that mean the same."""
    words = (stem(word) for word in re.findall(r"[a-z]+", text.lower()) if word not in EMPTY)
    return Counter(alike().get(word, word) for word in words)


def stem(word: str) -> str:
    """Return a word without the endings of verbs and of several."""
    for ending, rest in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word.removesuffix(ending) + rest
    return word
