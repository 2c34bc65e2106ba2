"""Walk over trees of frozen nodes: every node once, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TypeVar

from stele.compiler.span import Span

T = TypeVar("T")
U = TypeVar("U")


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Yield every node of a kind in a tree, outer ones first."""
    if isinstance(tree, kind):
        yield tree
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part, kind)
    elif is_dataclass(tree) and not isinstance(tree, (type, Span, Enum)):
        for field in fields(tree):
            yield from nodes(getattr(tree, field.name), kind)


def nodes_of(tree: object, one: type[T], other: type[U]) -> Iterator[T | U]:
    """Yield every node of two kinds in a tree."""
    yield from nodes(tree, one)
    yield from nodes(tree, other)
