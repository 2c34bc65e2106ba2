"""Read parts of a Lark tree: subtrees, names, numbers, and the place of each in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from lark import Token, Tree

from stele.compiler.common.codes import E0206
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.source import Scalar

T = TypeVar("T")

LARGEST_NUMBER = 999


@dataclass(slots=True)
class TreeReader:
    """Knows where each character of one scalar was written."""

    scalar: Scalar
    found: list[Diagnostic]
    offsets: tuple[int, ...] = ()
    written: tuple[tuple[int, int], ...] = ()  # where each character of another wording was written

    def span(self, start: int, end: int) -> Span:
        """Return the place of `text[start:end]` in the file."""
        if self.written:
            places = [place for place in self.written[start:end] if place[1]]
            if not places:
                return self.scalar.span
            start, end = min(places)[0], max(last for _, last in places)
        if not self.offsets:
            self.offsets = self.scalar.inside()
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[start]
        return self.scalar.source.span(self.offsets[start], last)

    def of(self, part: Tree[Token] | Token) -> Span:
        """Return the place of a tree or token."""
        if isinstance(part, Token):
            return self.span(part.start_pos or 0, part.end_pos or 0)
        if part.meta.empty:
            return self.scalar.span
        return self.span(part.meta.start_pos, part.meta.end_pos)

    def name(self, token: Token, role: Role) -> Name:
        """Return a name that must stand for something of that role."""
        return Name(token.value, role, self.of(token))

    def number(self, token: Token) -> int:
        """Return a number; an absurd one is reported."""
        digits = token.value.lstrip("-")
        if len(digits) > len(str(LARGEST_NUMBER)):
            message = f"`{token.value}` is too large"
            help = f"numbers go up to {LARGEST_NUMBER}"
            self.found.append(Diagnostic(E0206, message, self.of(token), help=help))
            return -LARGEST_NUMBER if token.value.startswith("-") else LARGEST_NUMBER
        return int(token.value)


def trees(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """Yield the subtrees of a tree."""
    return (child for child in tree.children if isinstance(child, Tree))


def child(tree: Tree[Token], *kinds: str) -> Tree[Token] | None:
    """Return the first subtree of one of these kinds."""
    return next((part for part in trees(tree) if part.data in kinds), None)


def tokens(tree: Tree[Token], kind: str) -> list[Token]:
    """Return the tokens of a kind among the children."""
    return [part for part in tree.children if isinstance(part, Token) and part.type == kind]


def names(tree: Tree[Token], role: Role, r: TreeReader) -> tuple[Name, ...]:
    """Return all names among the children."""
    return tuple(r.name(token, role) for token in tokens(tree, "NAME"))


def name(tree: Tree[Token], role: Role, r: TreeReader) -> Name:
    """Return the one name among the children."""
    return r.name(tokens(tree, "NAME")[0], role)


def number(tree: Tree[Token], r: TreeReader, place: int = 0) -> int:
    """Return a number among the children."""
    return r.number(tokens(tree, "NUMBER")[place])


def optional(part: Tree[Token] | None, build: Callable[[Tree[Token], TreeReader], T], r: TreeReader) -> T | None:
    """Return the node of a part that may be absent."""
    return None if part is None else build(part, r)
