"""Fold lines of Python that are too wide, as a formatter would: at brackets, commas and operators.

Only lines that close all brackets that they open are folded, and none with a comment. Where
something is written counts as wide as it mostly is: it is no part of what a module means, and the
same content is folded alike wherever it lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

WIDTH = 120
STEP = "    "
# Pieces of a line: quoted text, brackets, commas, operators with a space on both sides, the rest.
PIECE = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[()\[\]{}]|,| (?:if|else|or|and|[-+*|&]|==|<=|>=|<|>) |[^'"()\[\]{}, ]+| """
)
# What binds least comes first; a line is folded before all operators that bind alike.
OPERATORS = (
    {" if ", " else "},
    {" or "},
    {" and "},
    {" == ", " <= ", " >= ", " < ", " > "},
    {" | "},
    {" & "},
    {" + ", " - "},
)
STATEMENT = re.compile(r"return (?=.)|\w+(?:: \w+)? = ")
PLACE = re.compile(r"""(['"])(?:(?!\1)[^\\\n]|\\.)*\.yaml:[0-9]+\1""")
PLACE_WIDTH = 50
QUOTED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(,?)""")
NUMBERS = re.compile(r"[-\d, ]+")


def folded(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, those that are too wide in pieces."""
    for line in lines:
        if width(line) > WIDTH:
            indent = line[: len(line) - len(line.lstrip())]
            yield from folded_line(indent, line.lstrip())
        else:
            yield line


def width(text: str) -> int:
    """Return how wide a text counts."""
    return len(PLACE.sub("-" * PLACE_WIDTH, text))


def folded_line(indent: str, text: str) -> Iterator[str]:
    """Yield a line in pieces: of brackets that stand in no others the last ones are opened."""
    pieces = PIECE.findall(text)
    start = STATEMENT.match(text)
    groups = outermost(pieces)
    if len(indent) + width(text) <= WIDTH or "".join(pieces) != text or "#" in pieces:
        yield indent + text
    elif start is not None and (not groups or lowest(PIECE.findall(text[start.end() :])) is not None):
        yield f"{indent}{start[0]}("
        yield from folded_body(indent + STEP, text[start.end() :])
        yield f"{indent})"
    elif groups:
        first, last = groups[-1]
        yield indent + "".join(pieces[: first + 1])
        yield from folded_body(indent + STEP, "".join(pieces[first + 1 : last]))
        yield indent + "".join(pieces[last:])
    elif (quoted := QUOTED.fullmatch(text)) is not None:
        yield f"{indent}("
        yield from (f"{indent}{STEP}{part}" for part in quoted_parts(quoted[1], WIDTH - len(indent) - len(STEP)))
        yield f"{indent}){quoted[2]}"
    else:
        yield indent + text


def quoted_parts(literal: str, most: int) -> Iterator[str]:
    """Yield a quoted text in pieces that Python joins again, each broken behind a space."""
    mark, rest = literal[0], literal[1:-1]
    while len(rest) + 2 > most and (end := rest.rfind(" ", 0, most - 2)) >= 0:
        yield f"{mark}{rest[: end + 1]}{mark}"
        rest = rest[end + 1 :]
    yield f"{mark}{rest}{mark}"


def folded_body(indent: str, text: str) -> Iterator[str]:
    """Yield what stands in brackets: on one line, or each of several things on a line."""
    parts = [part.strip() for part in split(PIECE.findall(text), {","})]
    if len(indent) + width(text) <= WIDTH:
        yield indent + text
    elif NUMBERS.fullmatch(text):
        yield from packed(indent, parts)
    elif len(parts) > 1:
        for part in filter(None, parts):
            yield from folded_part(indent, f"{part},")
    else:
        yield from folded_part(indent, text)


def folded_part(indent: str, text: str) -> Iterator[str]:
    """Yield one of the things in brackets: on one line, or each operand on a line."""
    pieces = PIECE.findall(text)
    operators = lowest(pieces)
    if len(indent) + width(text) <= WIDTH or operators is None:
        yield from folded_line(indent, text)
    else:
        for operand in split(pieces, operators, before=True):
            yield from folded_line(indent, operand.strip())


def packed(indent: str, numbers: list[str]) -> Iterator[str]:
    """Yield numbers, as many in a line as fit."""
    line = indent
    for number in filter(None, numbers):
        if len(line) + len(number) + 1 > WIDTH:
            yield line.rstrip()
            line = indent
        line += f"{number}, "
    yield line.rstrip()


def split(pieces: list[str], at: set[str], before: bool = False) -> list[str]:
    """Return what stands between some pieces outside of all brackets; perhaps each of them begins
    the next part.
    """
    parts, depth = [""], 0
    for piece in pieces:
        depth += (piece in "([{") - (piece in ")]}")
        if depth == 0 and piece in at:
            parts.append(piece if before else "")
        else:
            parts[-1] += piece
    return parts


def lowest(pieces: list[str]) -> set[str] | None:
    """Return the operators that bind least, outside of all brackets."""
    return next((level for level in OPERATORS if len(split(pieces, level)) > 1), None)


def outermost(pieces: list[str]) -> list[tuple[int, int]]:
    """Return where brackets open and close that nothing stands around."""
    found, depth, start = [], 0, 0
    for place, piece in enumerate(pieces):
        if piece in "([{":
            start = start if depth else place
            depth += 1
        elif piece in ")]}":
            depth -= 1
            if not depth and place > start + 1:
                found.append((start, place))
    return found if not depth else []
