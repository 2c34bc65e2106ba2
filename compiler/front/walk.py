"""Walk over trees of frozen nodes: every node once, in the order of its fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, TypeVar

from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause

T = TypeVar("T")
U = TypeVar("U")

Parts = Callable[[Any], tuple[Any, ...]]

# How to get at the parts of each type of node, learnt when it is met first: a check walks a million
# nodes.
getters: dict[type, Parts] = {}

# Trees of these types are asked for many kinds of node, and again by every set that they are in:
# their parts are kept by kind.
SORTED = frozenset({items.Card, items.Board, items.PlaceBoard, items.Flow, items.Vocabulary, Clause})
EVERY = "every"  # no type, so that nobody asks for it
by_kind: Memo[dict[object, tuple[Any, ...]]] = Memo()


def nodes(tree: object, kind: type[T]) -> Sequence[T]:
    """Return every node of a kind in a tree, outer ones first."""
    if kind is not type(tree):
        try:  # most are asked for again and again
            found: tuple[T, ...] = by_kind.entries[id(tree)][1][kind]
            return found
        except KeyError:
            pass
    listed: list[Any] = []
    waiting: list[Any] = [tree]
    while waiting:
        part = waiting.pop()
        type_ = type(part)
        if type_ is tuple:
            waiting += part[::-1]
            continue
        if isinstance(part, kind):
            listed.append(part)
        if type_ in SORTED:
            listed += descendants(part, kind)
        else:
            waiting += (getters.get(type_) or parts_getter(type_))(part)
    return listed


def descendants(tree: object, kind: type[T]) -> tuple[T, ...]:
    """Return every node of a kind inside a tree whose parts are sorted by kind once."""
    found = by_kind.get(tree)
    if found is None:
        found = sorted_parts(tree)
        by_kind.keep(tree, found)
    parts = found.get(kind)
    if parts is None:
        is_alone = type(kind) is type and not kind.__subclasses__()
        parts = () if is_alone else tuple([part for part in found[EVERY] if isinstance(part, kind)])
        if not isinstance(tree, kind):  # else a tree would be kept by what is kept about it
            found[kind] = parts
    return parts


def sorted_parts(tree: object) -> dict[object, tuple[Any, ...]]:
    """Return every node inside a tree, by its type, and all of them for `EVERY`."""
    parts = parts_of(tree)
    by_type: dict[object, list[object]] = {}
    for part in parts:
        by_type.setdefault(type(part), []).append(part)
    return {EVERY: parts, **{type_: tuple(some) for type_, some in by_type.items()}}


def parts_of(tree: object) -> tuple[object, ...]:
    """Return every node inside a tree, outer ones first, the tree itself left out."""
    parts: list[object] = []
    waiting = list((getters.get(type(tree)) or parts_getter(type(tree)))(tree))
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting.extend(part[::-1])
        elif (inner := (getters.get(type(part)) or parts_getter(type(part)))(part)) or is_dataclass(part):
            parts.append(part)
            waiting.extend(inner)
    return tuple(parts)


def parts_getter(type_: type) -> Parts:
    """Return the function that gives the parts of a type, the last one first; a leaf has none."""
    names = [field.name for field in fields(type_)] if is_dataclass(type_) and not is_leaf(type_) else []
    names = [name for name in reversed(names) if name not in ("span", "spans")]
    if len(names) > 1:
        getters[type_] = attrgetter(*names)
    elif names:
        only = names[0]
        getters[type_] = lambda node: (getattr(node, only),)
    else:
        getters[type_] = lambda node: ()
    return getters[type_]


def is_leaf(type_: type) -> bool:
    """Tell types into which nothing walks."""
    return issubclass(type_, (Span, Enum))


def nodes_of(tree: object, one: type[T], other: type[U]) -> list[T | U]:
    """Return every node of two kinds in a tree."""
    return [*nodes(tree, one), *nodes(tree, other)]
