"""Changes to other content: patches, and variants made of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front.items.varying import BySide
from stele.compiler.front.nodes import Name
from stele.compiler.front.source import Node


class YamlValue:
    """A piece of YAML that is kept as it was written; nothing walks into it."""

    def __init__(self, node: Node) -> None:
        self.node = node


@dataclass(frozen=True, slots=True)
class Patch:
    """A change to a value of another expansion, or of this one when others are in play."""

    adds: bool
    path: tuple[str, ...]
    value: YamlValue
    at: YamlValue  # the path as it was written
    needs: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat at which nobody sits."""

    name: str
    plays: str
    guide: BySide
    last_resort: tuple[Name, ...]
    chains_first: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """Another way to play: a named set of patches, and perhaps a seat more."""

    id: str
    name: str
    players: tuple[int, ...]
    guest: Guest | None
    patches: tuple[Patch, ...]
    span: Span = field(compare=False)
