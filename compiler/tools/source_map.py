"""Find what an item was written as, and which functions and rows of a module it became."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from stele.compiler.analysis.compose import is_written_by
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence

Patchable = items.Card | items.Board | items.PlaceBoard | items.Action | items.Rider | items.Supply

PATCHED_KEYS = {
    items.Card: "cards",
    items.Board: "boards",
    items.PlaceBoard: "places",
    items.Action: "actions",
    items.Rider: "riders",
    items.Supply: "supplies",
}


def is_changed_by(patch: items.Patch, expansion: str, item: Patchable) -> bool:
    """Tell whether a patch writes an item of an expansion, or something in it."""
    is_inside = patch.path[:3] == (expansion, PATCHED_KEYS[type(item)], item.id)
    return is_inside or is_written_by(patch, item.span)


def node_of(identity: Span, documents: Mapping[str, Document]) -> YamlMapping | None:
    """Return the mapping in which an item is written; `identity` is the place of its id."""
    document = documents.get(identity.path)
    return None if document is None or document.root is None else holder(document.root, identity)


def holder(node: Node, identity: Span) -> YamlMapping | None:
    """Return the mapping whose id, or whose very beginning, stands at a place."""
    match node:
        case YamlMapping(entries):
            id = node.get("id")
            if (isinstance(id, Scalar) and id.span == identity) or node.span == identity:
                return node
            return next((found for entry in entries if (found := holder(entry.value, identity))), None)
        case YamlSequence(parts):
            return next((found for part in parts if (found := holder(part, identity))), None)
        case _:
            return None


def yaml_of(node: YamlMapping, document: Document) -> str:
    """Return the lines of the file in which a mapping is written."""
    return text_of_lines(node.span, document)


def text_of_lines(place: Span, document: Document) -> str:
    """Return the lines of a file from the first to the last of a place, moved to the left."""
    lines = [document.text.line(number) for number in range(place.line, place.end_line + 1)]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines).rstrip()


def python_of(places: Sequence[Span], module: str) -> str:
    """Return what the lines of some places became in a compiled module: their functions, and their
    rows in the tables.
    """
    pieces = (piece for path, line, piece in pieces_of(module) if any(spans(place, path, line) for place in places))
    return "\n\n\n".join(dict.fromkeys(pieces))


def spans(place: Span, path: str, line: int) -> bool:
    """Tell whether a line of a file belongs to a place."""
    return path == place.path and place.line <= line <= place.end_line


@cache
def pieces_of(module: str) -> tuple[tuple[str, int, str], ...]:
    """Return every function and row of a module with the place in content from which it comes."""
    return (*functions_in(module), *rows_in(module))


def functions_in(module: str) -> Iterator[tuple[str, int, str]]:
    """Yield (path, line, text) of the functions that name their places."""
    for block in module.split("\n\n\n"):
        if block.startswith("def "):
            for path, line in re.findall(r"^    # (\S+):([0-9]+)$", block, re.MULTILINE):
                yield path, int(line), block.strip("\n")


def rows_in(module: str) -> Iterator[tuple[str, int, str]]:
    """Yield (path, line, text) of the rows of tables that name their place: behind their first
    bracket, in their only line, or in a line of its own if they are wide.
    """
    lines = module.splitlines()
    for number, line in enumerate(lines):
        if row := re.fullmatch(r"( +)\w+\(  # (\S+):([0-9]+)", line):
            indent = len(row[1])
            end = next(at for at in range(number + 1, len(lines)) if not is_inside(lines[at], indent))
            is_closed = lines[end].startswith(row[1] + ")")
            yield row[2], int(row[3]), "\n".join(part[indent:] for part in lines[number : end + is_closed])
        elif row := re.fullmatch(r" +(\w+\(.*'(\S+):([0-9]+)'\),?)", line):
            yield row[2], int(row[3]), row[1]
        elif row := re.fullmatch(r"( {12})'(\S+\.yaml):([0-9]+)',", line):
            yield row[2], int(row[3]), folded_row(lines, number)


def folded_row(lines: Sequence[str], number: int) -> str:
    """Return a row that stands on several lines, given by one of them."""
    first = next(at for at in range(number, 0, -1) if not lines[at].startswith(" " * 9))
    end = next(at for at in range(number, len(lines)) if not lines[at].startswith(" " * 9))
    return "\n".join(line[8:] for line in lines[first : end + 1])


def is_inside(line: str, indent: int) -> bool:
    """Tell whether a line is further in than its row."""
    return line.startswith(" " * (indent + 1))
