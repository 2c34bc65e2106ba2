"""Turn what is wrong with content into values, and those values into messages for its author.

A diagnostic has a code that never changes its meaning, one sentence, the place, and what to write
instead.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

from stele.compiler.common.span import Span, Text
from stele.compiler.common.words import CONTROL, visible

TAB_WIDTH = 4
NEAR = 0.6  # how alike words are at least, from 0 to 1, if one may be meant for the other
LONG = 6  # letters of a word in which two of them may be wrong
SHORT = 4  # letters of a word that is another word with one of them replaced
OPPOSITE = ("un", "non", "non-", "not-", "no-", "anti-", "dis")


@dataclass(frozen=True, slots=True)
class Code:
    """A stable code with the one line that says what it is about."""

    id: str
    about: str

    @property
    def is_error(self) -> bool:
        """Tell errors, which stop the build, from warnings."""
        return self.id.startswith("E")


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that helps to understand the first."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file and what to write there instead."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to put a sentence right, with what is then to be said.

    Which way is meant may hang on what its names stand for.
    """

    message: str
    sentence: str
    start: str  # `clause` or `cost`
    edits: tuple[Edit, ...]
    written: str  # the text as it is


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `edits` put it right if it is clear how, and `ways` tell what could be meant until names are
    known.
    """

    code: Code
    message: str
    span: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    footers: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    ways: tuple[Way, ...] = field(default=(), compare=False)
    sentence: Span | None = field(default=None, compare=False)  # the whole of it, if one does not parse

    @property
    def is_error(self) -> bool:
        """Tell whether this finding stops the build."""
        return self.code.is_error


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings by place, each once."""
    return sorted(dict.fromkeys(found), key=lambda d: (d.span.path, d.span.line, d.span.column, d.code.id, d.message))


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return `did you mean ...?` for the nearest candidate, or nothing."""
    near = nearest(word, candidates)
    return f"did you mean `{near}`?" if near else ""


def nearest(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate most like the word, the first declared among equals, or nothing."""
    # To compare two words letter by letter takes long; how alike they can be at most is known at
    # once.
    others = [
        candidate for candidate in dict.fromkeys(candidates) if candidate != word and not opposed(word, candidate)
    ]
    bounds = {candidate: most_alike(word, candidate) for candidate in others}
    best, likest = "", NEAR
    for candidate in sorted((other for other in others if bounds[other] > NEAR), key=lambda other: -bounds[other]):
        if bounds[candidate] < likest:
            break
        ratio = likeness(word, candidate)
        if ratio > likest or (best and ratio == likest and others.index(candidate) < others.index(best)):
            best, likest = candidate, ratio
    return best


def near_words(word: str, candidates: Iterable[str], most: int = 4) -> list[str]:
    """Return the candidates that look like the word, the most alike first."""
    ratios = {
        candidate: likeness(word, candidate)
        for candidate in dict.fromkeys(candidates)
        if candidate != word and most_alike(word, candidate) > NEAR and not opposed(word, candidate)
    }
    return [near for near in sorted(ratios, key=lambda near: -ratios[near]) if ratios[near] > NEAR][:most]


def opposed(word: str, other: str) -> bool:
    """Tell whether one of two words is the other with a sign of the opposite before it."""
    short, long = sorted((word.lower(), other.lower()), key=len)
    return long.endswith(short) and long.removesuffix(short) in OPPOSITE


def most_alike(word: str, other: str) -> float:
    """Return how alike two words can be at most: by the letters that they have in common, in any
    order.
    """
    total = len(word) + len(other)
    if 2 * min(len(word), len(other)) <= NEAR * total:
        return 0.0
    left = other.lower()
    for letter in word.lower():
        left = left.replace(letter, "", 1)
    return 2 * (len(other) - len(left)) / total


@lru_cache(maxsize=1 << 14)  # whoever looks at a folder again finds the same wrong words
def likeness(word: str, other: str) -> float:
    """Return how alike two words are, from 0 to 1."""
    return SequenceMatcher(None, word.lower(), other.lower()).ratio()


def misspelt(word: str, candidates: Iterable[str]) -> str:
    """Return the one candidate that the word is, but for a slip.

    Nothing if another word may have been meant.
    """
    known = list(candidates)
    near = nearest(word, known)
    return near if near and is_misspelt(word, near, known) else ""


def is_misspelt(word: str, other: str, known: Iterable[str]) -> bool:
    """Tell whether a word is another one but for a letter or two, with no number changed and no
    part of it swapped for a word that is known.
    """
    if re.findall(r"\d+", word) != re.findall(r"\d+", other):
        return False
    ours, theirs = parts(word), parts(other)
    if len(ours) != len(theirs):
        return distance(word.lower(), other.lower()) <= 1
    changed = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    if any(distance(a, b) > (1 if min(len(a), len(b)) < LONG else 2) for a, b in changed):
        return False
    meant = {part for one in known for part in parts(one)}
    return not any(a in meant for a, _ in changed)


def is_other_word(word: str, other: str) -> bool:
    """Tell whether two short words differ by a letter, as words of plain English do.

    `wod` and `wodo` are slips for `wood`, but `wool` is something else.
    """
    return len(word) == len(other) <= SHORT and sorted(word.lower()) != sorted(other.lower())


def parts(word: str) -> list[str]:
    """Return the words that a name is put together from."""
    return re.split("[-. _]", word.lower())


def distance(word: str, other: str) -> int:
    """Return how many letters are to be put in, left out, replaced or swapped to make one word of
    another.
    """
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != wanted)))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                row[-1] = min(row[-1], rows[-2][j - 2] + 1)
        rows.append(row)
    return rows[-1][-1]


def render(diagnostic: Diagnostic, texts: Mapping[str, Text]) -> list[tuple[str, str]]:
    """Return the message as pieces of (style, text).

    Styles are `error`, `warning`, `place`, `mark` and plain.
    """
    code, span = diagnostic.code, diagnostic.span
    severity = "error" if code.is_error else "warning"
    gutter = max(len(str(place.line)) for place in (span, *(note.span for note in diagnostic.notes)))
    pieces = [(severity, f"{severity}[{code.id}]"), ("strong", f": {visible(diagnostic.message)}\n")]
    pieces += excerpt(span, visible(diagnostic.help), texts, gutter, severity)
    for note in diagnostic.notes:
        pieces += [("place", " " * gutter + " = "), ("", f"{visible(note.message)}\n")]
        pieces += excerpt(note.span, "", texts, gutter, "place")
    for footer in diagnostic.footers:
        pieces += [("place", " " * gutter + " = "), ("", f"{visible(footer)}\n")]
    return pieces


def excerpt(span: Span, help: str, texts: Mapping[str, Text], gutter: int, style: str) -> list[tuple[str, str]]:
    """Return the place, its line and the carets under it."""
    margin = " " * gutter
    pieces = [("place", f"{margin}--> "), ("", f"{visible(str(span))}\n")]
    text = texts.get(span.path)
    if text is None or span.line > len(text.starts):
        return [*pieces, ("place", f"{margin} = "), ("", f"{help}\n")] if help else pieces
    line = text.line(span.line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    shown, first, last = window(line, span.column, max(end, span.column + 1))
    before = cells(shown[:first])
    width = max(1, cells(shown[first:last]))
    pieces += [("place", f"{margin} |\n"), ("place", f"{span.line:>{gutter}} | "), ("", f"{expand(shown)}\n")]
    pieces += [("place", f"{margin} | "), (style, " " * before + "^" * width), ("mark", f" {help}".rstrip() + "\n")]
    return pieces


def window(line: str, column: int, end: int, most: int = 160) -> tuple[str, int, int]:
    """Return what to show of a line, and where in it the carets start and end.

    A very long line is cut.
    """
    first, last = min(column - 1, len(line)), min(end - 1, len(line))
    if len(line) <= most:
        return line, first, last
    begin = max(0, min(first - most // 3, len(line) - most))
    head, tail = ("…" if begin else ""), ("…" if begin + most < len(line) else "")
    shift = begin - len(head)
    return head + line[begin : begin + most] + tail, first - shift, min(last, begin + most) - shift


def cells(text: str) -> int:
    """Return how many terminal cells a text takes: tabs four, wide characters two, combining marks
    none.
    """
    return sum(width_of(character) for character in text)


def width_of(character: str) -> int:
    """Return the number of terminal cells of one character."""
    if character == "\t":
        return TAB_WIDTH
    if CONTROL.match(character):
        return 1  # shown as a sign of its own
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def expand(text: str) -> str:
    """Return the text with tabs as spaces and anything that could move the cursor made visible."""
    return "".join(
        " " * TAB_WIDTH if c == "\t" else "\N{REPLACEMENT CHARACTER}" if CONTROL.match(c) else c for c in text
    )


def plain(diagnostic: Diagnostic, texts: Mapping[str, Text]) -> str:
    """Return the message as plain text."""
    return "".join(text for _, text in render(diagnostic, texts))
