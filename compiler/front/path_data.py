"""Tell whether a text is a drawing: SVG path data in a box of 24 by 24, and nothing else.

`M4 4h16v16H4Z` is a square. A reference shows icons of anybody's content, so nothing but commands
and numbers may be in them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SIZE = 24
# How many numbers each command takes.
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
FLAG = re.compile(r"[01]")
GAP = re.compile(r"[ ,]*")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a drawing, from one of its characters to another."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class PathCommand:
    """One command with its numbers; a command that stands for several is several steps."""

    command: str
    numbers: tuple[float, ...]
    start: int
    end: int


def fault(text: str) -> Fault | None:
    """Return the first thing that is wrong with path data, or nothing."""
    steps = read(text)
    return steps if isinstance(steps, Fault) else walk(steps)


def read(text: str) -> list[PathCommand] | Fault:
    """Return the steps of a drawing."""
    if text[:1] not in ("M", "m"):
        return Fault(0, min(1, len(text)), "a drawing begins with `M` and its first point")
    steps: list[PathCommand] = []
    at = 0
    while at < len(text):
        command, start = text[at], at
        takes = TAKES.get(command.upper())
        if takes is None:
            return Fault(at, at + 1, f"`{command}` is no command of a drawing")
        at = after_gap(text, at + 1)
        numbers: list[float] = []
        known = len(steps)
        while at < len(text) and text[at] in "0123456789+-.":
            is_flag = takes == 7 and len(numbers) in (3, 4)
            number = (FLAG if is_flag else NUMBER).match(text, at)
            if number is None:
                return Fault(at, at + 1, f"`{text[at]}` cannot stand here")
            numbers.append(float(number[0]))
            at = after_gap(text, number.end())
            if len(numbers) == takes:
                steps.append(PathCommand(command, tuple(numbers), start, number.end()))
                # More numbers after those of `M` are lines.
                command, start, numbers = {"M": "L", "m": "l"}.get(command, command), at, []
        if takes == 0 and not numbers:
            steps.append(PathCommand(command, (), start, start + 1))
        elif numbers or len(steps) == known:
            said = "no number" if takes == 0 else f"{takes} number{'' if takes == 1 else 's'}"
            return Fault(start, at, f"`{command}` takes {said}")
    return steps


def after_gap(text: str, at: int) -> int:
    """Return where the next thing stands."""
    gap = GAP.match(text, at)
    assert gap is not None
    return gap.end()


def walk(steps: list[PathCommand]) -> Fault | None:
    """Follow the pen; it must stay in its box."""
    x = y = 0.0
    begin = (x, y)
    for step in steps:
        by_x, by_y = (x, y) if step.command.islower() else (0.0, 0.0)
        match step.command.upper():
            case "Z":
                x, y = begin
            case "H":
                x = by_x + step.numbers[0]
            case "V":
                y = by_y + step.numbers[0]
            case _:
                x, y = by_x + step.numbers[-2], by_y + step.numbers[-1]
        if step.command in "Mm":
            begin = x, y
        # Relative steps add up to a little more or less than they should.
        if not (-0.01 <= x <= SIZE + 0.01 and -0.01 <= y <= SIZE + 0.01):
            return Fault(step.start, step.end, f"the drawing leaves its box of {SIZE} by {SIZE}")
    return None
