"""Pieces of drawings: shapes in a box 24 high, side by side, framed, as an SVG image with a name.

Pieces have no ids and no colours of their own: `icons.css` colours them by class, and only
validated tints of content stand in them as they are. The same pieces give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

HEIGHT = 24
EM = 16  # units of a drawing in one em, so that an icon is one and a half as high as its text


@dataclass(frozen=True, slots=True)
class Piece:
    """Some shapes in a box of this width; boxes are all equally high."""

    width: float
    body: Markup


def short(number: float, digits: int = 2) -> str:
    """Return a number for an attribute, without needless digits."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def shape(d: str, classes: str = "") -> Markup:
    """Return a path; without a class it is a line."""
    return Markup(f'<path{class_of(classes)} d="{escape(d)}"/>')


def class_of(classes: str) -> str:
    """Return the attribute of classes, if there are any; they are words of our own."""
    return f' class="{classes}"' if classes else ""


def circle(x: float, y: float, radius: float, classes: str = "") -> Markup:
    """Return a circle."""
    return Markup(f'<circle{class_of(classes)} cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"/>')


def box(x: float, y: float, width: float, height: float, radius: float, classes: str = "") -> Markup:
    """Return a rectangle with round corners."""
    place, size = f'x="{short(x)}" y="{short(y)}"', f'width="{short(width)}" height="{short(height)}"'
    return Markup(f'<rect{class_of(classes)} {place} {size} rx="{short(radius)}"/>')


def letters(text: str, x: float, y: float, size: float, classes: str = "text") -> Markup:
    """Return a short text around a point."""
    place = f'x="{short(x)}" y="{short(y + 0.36 * size)}" font-size="{short(size)}"'
    return Markup(f"<text{class_of(classes)} {place}>{escape(text)}</text>")


def moved(body: Markup, x: float, y: float = 0, scale: float = 1) -> Markup:
    """Return shapes at another place, perhaps smaller."""
    size = "" if scale == 1 else f" scale({short(scale)})"
    if not size and not x and not y:
        return body
    return Markup(f'<g transform="translate({short(x)} {short(y)}){size}">{body}</g>')


def joined(bodies: Iterable[Markup]) -> Markup:
    """Return shapes one after another; they are markup, so nothing is escaped again."""
    return Markup("".join(bodies))


def shrunk(piece: Piece, scale: float) -> Piece:
    """Return a piece that is smaller, in the middle of its height."""
    return Piece(piece.width * scale, moved(piece.body, 0, HEIGHT * (1 - scale) / 2, scale))


def row(pieces: Iterable[Piece], gap: float = 1.5) -> Piece:
    """Return pieces side by side as one piece that is never broken."""
    x, bodies = 0.0, []
    for piece in pieces:
        bodies.append(moved(piece.body, x))
        x += piece.width + gap
    return Piece(max(x - gap, 0), joined(bodies))


def over(under: Piece, *shapes: Markup) -> Piece:
    """Return a piece with more shapes on it."""
    return Piece(under.width, joined([under.body, *shapes]))


def framed(piece: Piece, classes: str, margin: float = 3) -> Piece:
    """Return a piece inside a frame; what it holds becomes a little smaller."""
    inner = shrunk(piece, 0.8)
    width = inner.width + 2 * margin
    frame = box(0.75, 0.75, width - 1.5, HEIGHT - 1.5, 5, classes)
    return Piece(width, joined([frame, moved(inner.body, margin)]))


def divided(pieces: Sequence[Piece], by: Piece, gap: float = 0.5) -> Piece:
    """Return pieces with another one between each two."""
    listed = [part for piece in pieces for part in (by, piece)][1:]
    return row(listed, gap)


def image(piece: Piece, name: str) -> Markup:
    """Return a drawing with a name for those who do not see it."""
    said = escape(name)
    return svg(piece, f' role="img" aria-label="{said}"', f"<title>{said}</title>")


def hidden(piece: Piece) -> Markup:
    """Return a drawing that something around it names."""
    return svg(piece, ' aria-hidden="true"', "")


def svg(piece: Piece, attributes: str, first: str) -> Markup:
    """Return the SVG element of a piece, as large as its text asks for."""
    width = max(piece.width, 1)
    size = f'width="{short(width / EM)}em" height="{HEIGHT / EM}em"'
    head = f'<svg class="icon" viewBox="0 0 {short(width)} {HEIGHT}" {size} focusable="false"{attributes}>'
    return Markup(f"{head}{first}{piece.body}</svg>")


def line_of(pieces: Iterable[Piece], name: str) -> Markup:
    """Return drawings in a row that may break between them, with one name for all."""
    said, drawn = escape(name), "".join([hidden(piece) for piece in pieces])
    return Markup(f'<span class="icons" role="img" aria-label="{said}" title="{said}">{drawn}</span>')
