"""Pieces of drawings: shapes in a box 24 high, put side by side, framed and made an SVG image with a name.

Pieces have no ids and no colours of their own: `icons.css` colours them by class, and only validated tints of content stand in
them as they are. The same pieces give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

HEIGHT = 24
EM = 16  # units of a drawing in one em, so that an icon is one and a half as high as its text


@dataclass(frozen=True, slots=True)
class Piece:
    """Some shapes in a box of this width; boxes are all equally high."""

    width: float
    body: Markup


def short(number: float) -> str:
    """Return a number for an attribute, without needless digits."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def shape(d: str, classes: str = "") -> Markup:
    """Return a path; without a class it is a line."""
    named = Markup(' class="{}"').format(classes) if classes else Markup()
    return Markup('<path{} d="{}"/>').format(named, d)


def circle(x: float, y: float, radius: float, classes: str = "") -> Markup:
    """Return a circle."""
    named = Markup(' class="{}"').format(classes) if classes else Markup()
    return Markup('<circle{} cx="{}" cy="{}" r="{}"/>').format(named, short(x), short(y), short(radius))


def box(x: float, y: float, width: float, height: float, radius: float, classes: str = "") -> Markup:
    """Return a rectangle with round corners."""
    named = Markup(' class="{}"').format(classes) if classes else Markup()
    places = [short(value) for value in (x, y, width, height, radius)]
    return Markup('<rect{} x="{}" y="{}" width="{}" height="{}" rx="{}"/>').format(named, *places)


def letters(text: str, x: float, y: float, size: float, classes: str = "text") -> Markup:
    """Return a short text around a point."""
    places = [short(value) for value in (x, y + 0.36 * size, size)]
    return Markup('<text class="{}" x="{}" y="{}" font-size="{}">{}</text>').format(classes, *places, text)


def moved(body: Markup, x: float, y: float = 0, scale: float = 1) -> Markup:
    """Return shapes at another place, perhaps smaller."""
    size = "" if scale == 1 else f" scale({short(scale)})"
    if not size and not x and not y:
        return body
    return Markup('<g transform="translate({} {}){}">{}</g>').format(short(x), short(y), size, body)


def shrunk(piece: Piece, scale: float) -> Piece:
    """Return a piece that is smaller, in the middle of its height."""
    return Piece(piece.width * scale, moved(piece.body, 0, HEIGHT * (1 - scale) / 2, scale))


def row(pieces: Iterable[Piece], gap: float = 1.5) -> Piece:
    """Return pieces side by side as one piece that is never broken."""
    x, bodies = 0.0, []
    for piece in pieces:
        bodies.append(moved(piece.body, x))
        x += piece.width + gap
    return Piece(max(x - gap, 0), Markup().join(bodies))


def over(under: Piece, *shapes: Markup) -> Piece:
    """Return a piece with more shapes on it."""
    return Piece(under.width, Markup().join([under.body, *shapes]))


def framed(piece: Piece, classes: str, margin: float = 3) -> Piece:
    """Return a piece inside a frame; what it holds becomes a little smaller."""
    inner = shrunk(piece, 0.8)
    width = inner.width + 2 * margin
    return Piece(width, box(0.75, 0.75, width - 1.5, HEIGHT - 1.5, 5, classes) + moved(inner.body, margin))


def divided(pieces: Sequence[Piece], by: Piece, gap: float = 0.5) -> Piece:
    """Return pieces with another one between each two."""
    listed = [part for piece in pieces for part in (by, piece)][1:]
    return row(listed, gap)


def image(piece: Piece, name: str) -> Markup:
    """Return a drawing with a name for those who do not see it."""
    said = Markup(' role="img" aria-label="{}"').format(name)
    return svg(piece, said, Markup("<title>{}</title>").format(name))


def hidden(piece: Piece) -> Markup:
    """Return a drawing that something around it names."""
    return svg(piece, Markup(' aria-hidden="true"'), Markup())


def svg(piece: Piece, attributes: Markup, first: Markup) -> Markup:
    """Return the SVG element of a piece, as large as its text asks for."""
    width = max(piece.width, 1)
    head = Markup('<svg class="icon" viewBox="0 0 {} {}" width="{}em" height="{}em" focusable="false"{}>').format(
        short(width), HEIGHT, short(width / EM), short(HEIGHT / EM), attributes
    )
    return Markup("{}{}{}</svg>").format(head, first, piece.body)


def line_of(pieces: Iterable[Piece], name: str) -> Markup:
    """Return drawings in a row that may break between them, with one name for all."""
    drawn = Markup().join(hidden(piece) for piece in pieces)
    return Markup('<span class="icons" role="img" aria-label="{}" title="{}">{}</span>').format(name, name, drawn)
