"""Small parts of larger drawings: numbers for attributes, texts in lines of a width, arrows.

No ids, no colours of their own.
"""

from __future__ import annotations

from markupsafe import Markup, escape

from stele.compiler.docs.draw.drawing import short

# How wide letters are, in parts of the height of a letter: no less than in the wide sans-serif
# fonts of screens.
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
NARROW, WIDE = set("iljtfrI.,:;'’()[]|! "), set("mwMWÂÉÀ—@%")


def tenths(number: float) -> str:
    """Return a number for an attribute: large drawings need one digit after the point."""
    return short(number, 1)


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is in letters of a size."""
    return size * sum(0.38 if sign in NARROW else 0.95 if sign in WIDE else 0.64 for sign in text)


def wrapped(text: str, width: float, size: float, most: int = 0) -> list[str]:
    """Return a text in lines that fit into a width, at most so many if a number is given.

    What does not fit is cut off.
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        elif most and len(lines) == most:
            lines[-1] = cut(f"{longer}{ELLIPSIS}", width, size)
            break
        else:
            lines.append(cut(word, width, size))
    return lines


def cut(word: str, width: float, size: float) -> str:
    """Return a word, or as much of its beginning as fits into a width."""
    if width_of(word, size) <= width:
        return word
    while len(word) > 1 and width_of(f"{word}{ELLIPSIS}", size) > width:
        word = word[:-1]
    return f"{word}{ELLIPSIS}"


def text_at(line: str, x: float, y: float, size: float, anchor: str = "middle") -> Markup:
    """Return a line of text; what it says is escaped."""
    place = f'x="{tenths(x)}" y="{tenths(y)}" font-size="{tenths(size)}"'
    return Markup(f'<text {place} text-anchor="{anchor}">{escape(line)}</text>')


def arrow_head(x: float, y: float, towards: str, size: float = 5) -> Markup:
    """Return the head of an arrow with its point at a place."""
    dx, dy = {"down": (0, 1), "up": (0, -1), "left": (-1, 0), "right": (1, 0)}[towards]
    back_x, back_y = x - dx * size * 1.6, y - dy * size * 1.6
    points = [(x, y), (back_x + dy * size, back_y + dx * size), (back_x - dy * size, back_y - dx * size)]
    return Markup('<path d="M{}Z"/>').format("L".join(f"{tenths(a)} {tenths(b)}" for a, b in points))
