"""Read the rules of the clause language, so that pages can show them.

`effect.lark` becomes productions, each with its example. The line

gain: [who] _GAIN _gift [per] // gain 1 coin per brown card in city

is `Production("gain", "gain", Row((Maybe(Ref("who")), ...)), "gain 1 coin per brown card in
city")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PIECES = re.compile(r'"[^"]*"|->|[A-Za-z_]\w*|[()\[\]|?*+]')
WORDS = "// --- words"
COSTS = "// --- costs"


@dataclass(frozen=True, slots=True)
class GrammarWord:
    """A word or sign that is written as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class GrammarTerminal:
    """A kind of word: a name, a number, or a word with more than one form."""

    name: str


@dataclass(frozen=True, slots=True)
class Ref:
    """Another rule."""

    rule: str


@dataclass(frozen=True, slots=True)
class GrammarSequence:
    """One after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """Something that may be left out."""

    part: Part


@dataclass(frozen=True, slots=True)
class Again:
    """Something that may stand several times, perhaps not at all."""

    part: Part
    is_needed: bool


Part = GrammarWord | GrammarTerminal | Ref | GrammarSequence | Choice | Maybe | Again


@dataclass(frozen=True, slots=True)
class Production:
    """One way to write a rule, under the name of its tree, and a sentence in which it stands."""

    rule: str
    name: str
    body: Part
    example: str
    is_cost: bool


@cache
def productions() -> tuple[Production, ...]:
    """Return all productions, in the order of the grammar."""
    text = (files("stele.grammar") / "effect.lark").read_text(encoding="utf-8").partition(WORDS)[0]
    clauses, _, costs = text.partition(COSTS)
    return (*productions_in(clauses, False), *productions_in(costs, True))


@cache
def by_rule() -> dict[str, tuple[Production, ...]]:
    """Return the productions of each rule."""
    found: dict[str, list[Production]] = {}
    for production in productions():
        found.setdefault(production.rule, []).append(production)
    return {rule: tuple(listed) for rule, listed in found.items()}


@cache
def bodies() -> dict[str, Part]:
    """Return what each rule stands for."""
    return {rule: one_of([each.body for each in listed]) for rule, listed in by_rule().items()}


def productions_in(text: str, is_cost: bool) -> Iterator[Production]:
    """Yield the productions of a part of the grammar; a rule goes on in lines that are indented."""
    for block in re.split(r"\n(?=[?!a-z_])", text):
        head, colon, rest = block.partition(":")
        rule = head.strip().lstrip("?!")
        if colon and re.fullmatch(r"[a-z_]+", rule):
            yield from GrammarReader(rule, rest, is_cost).productions()


class GrammarReader:
    """Reads the right side of one rule."""

    def __init__(self, rule: str, text: str, is_cost: bool) -> None:
        self.rule = rule
        self.is_cost = is_cost
        self.waiting: list[str] = []
        for line in text.splitlines():
            written, slashes, example = line.partition("//")
            self.waiting += PIECES.findall(written)
            if slashes and written.strip():
                self.waiting.append("// " + example.strip())

    def productions(self) -> Iterator[Production]:
        """Yield each way to write the rule.

        Neighbours without a name and an example of their own belong together.
        """
        unnamed: list[Part] = []
        while self.waiting:
            body = self.row()
            alias = self.after("->")
            example = self.waiting.pop(0)[3:] if self.waiting and self.waiting[0].startswith("//") else ""
            self.take("|")
            if alias or example:
                yield Production(self.rule, alias or self.rule, one_of([*unnamed, body]), example, self.is_cost)
                unnamed = []
            else:
                unnamed.append(body)
        if unnamed:
            yield Production(self.rule, self.rule, one_of(unnamed), "", self.is_cost)

    def take(self, piece: str) -> bool:
        """Take a piece if it comes next."""
        if self.waiting and self.waiting[0] == piece:
            self.waiting.pop(0)
            return True
        return False

    def after(self, piece: str) -> str:
        """Return what follows a piece, if that comes next."""
        return self.waiting.pop(0) if self.take(piece) else ""

    def row(self) -> Part:
        """Return parts that follow each other."""
        parts = []
        while self.waiting and not self.waiting[0].startswith(("|", ")", "]", "->", "//")):
            parts.append(self.part())
        return parts[0] if len(parts) == 1 else GrammarSequence(tuple(parts))

    def choice(self, end: str) -> Part:
        """Return what stands between brackets."""
        parts = [self.row()]
        while self.take("|"):
            parts.append(self.row())
        assert self.take(end), f"{self.rule}: a bracket is not closed"
        return one_of(parts)

    def part(self) -> Part:
        """Return the next part with the sign behind it."""
        piece = self.waiting.pop(0)
        if piece == "[":
            return Maybe(self.choice("]"))
        part = self.choice(")") if piece == "(" else self.leaf(piece)
        if self.take("?"):
            return Maybe(part)
        if self.take("*"):
            return Again(part, is_needed=False)
        return Again(part, is_needed=True) if self.take("+") else part

    def leaf(self, piece: str) -> Part:
        """Return one word, kind of word or rule."""
        if piece.startswith('"'):
            return GrammarWord(piece.strip('"'))
        return GrammarTerminal(piece) if piece.isupper() else Ref(piece)


def one_of(parts: list[Part]) -> Part:
    """Return several parts of which one is written."""
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))
