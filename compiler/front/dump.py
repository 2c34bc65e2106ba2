"""Print a tree of nodes with indentation, so that a person can look at a stage's result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from stele.compiler.front.nodes import Name


def tree_text(node: object) -> str:
    """Return the tree, one node or value a line; places and absent parts are left out."""
    return "\n".join(lines(node, "", ""))


def lines(node: object, indent: str, label: str) -> Iterator[str]:
    """Yield the lines of one node."""
    match node:
        case Name(text, role, _, target):
            yield f"{indent}{label}{role.value} {text}" + (f" -> {target}" if target else "")
        case tuple():
            yield f"{indent}{label}".rstrip()
            for part in node:
                yield from lines(part, indent + "  ", "- ")
        case Enum():
            yield f"{indent}{label}{node.value}"
        case _ if is_dataclass(node) and not isinstance(node, type):
            yield f"{indent}{label}{type(node).__name__}"
            for field in fields(node):
                value = getattr(node, field.name)
                if field.name != "span" and value is not None and value != ():
                    yield from lines(value, indent + "  ", f"{field.name}: ")
        case _:
            yield f"{indent}{label}{node}"
