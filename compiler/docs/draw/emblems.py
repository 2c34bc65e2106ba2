"""Frame the icon or letter of a declared noun in the shape of its kind.

What content declares, in the shape of its kind, with its own icon and tint. A resource is a disc, a
colour a card, a symbol a tile, a token a disc with a notched edge. Without an icon the first letter
of the name stands in its place, so that an expansion needs no drawing at all.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Literal

from markupsafe import Markup, escape

from stele.compiler.docs.draw.drawing import Piece, box, letters, moved, shape, short
from stele.compiler.docs.draw.glyphs import CARD

Kind = Literal["resource", "colour", "symbol", "token", "track", "face", "other"]

PLAIN_TINT = "#5b6472"  # what has no tint of its own
DARK, LIGHT = "#000000", "#ffffff"


def luminance(tint: str) -> float:
    """Return how light `#rrggbb` is, as WCAG reckons."""
    parts = [int(tint[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(tint: str) -> str:
    """Return the ink that is read best on a tint.

    One of the two always has a contrast of at least 4.5.
    """
    return LIGHT if contrast(LIGHT, tint) >= contrast(DARK, tint) else DARK


def scalloped(teeth: int = 12) -> str:
    """Return the outline of a token."""
    points = []
    for step in range(teeth):
        angle = 2 * pi * (step + 0.5) / teeth
        points.append(f"{short(12 + 10.2 * cos(angle))} {short(12 + 10.2 * sin(angle))}")
    curves = "".join(f"A3.1 3.1 0 0 1 {point}" for point in (*points[1:], points[0]))
    return f"M{points[0]}{curves}Z"


TOKEN = scalloped()
DISC = "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Z"
TILE = "M6.5 2h11A4.5 4.5 0 0 1 22 6.5v11a4.5 4.5 0 0 1-4.5 4.5h-11A4.5 4.5 0 0 1 2 17.5v-11A4.5 4.5 0 0 1 6.5 2Z"
ROAD = "M1.5 7.5h21v9h-21Z"
SHEET = "M4.5 4.5h15v15h-15Z"

# The outline of a kind, and how large its icon is inside it.
OUTLINES: dict[Kind, tuple[str, float]] = {
    "resource": (DISC, 0.64),
    "colour": (CARD, 0.5),
    "symbol": (TILE, 0.7),
    "token": (TOKEN, 0.6),
    "track": (ROAD, 0.5),
    "face": (SHEET, 0.6),
    "other": (DISC, 0.6),
}


def emblem(kind: Kind, name: str, icon: str = "", tint: str = "") -> Piece:
    """Return the drawing of a noun; icon and tint must have passed the schema."""
    outline, scale = OUTLINES[kind]
    colour = tint or PLAIN_TINT
    ink = ink_on(colour)
    body = Markup(f'<path class="tinted" fill="{escape(colour)}" d="{outline}"/>')
    if icon:
        drawn = Markup(f'<path class="drawn" fill="{ink}" d="{escape(icon)}"/>')
        place = 12 * (1 - scale)
        return Piece(24, body + moved(drawn, place, place, scale))
    letter = next((sign for sign in name if sign.isalnum()), "?").upper()
    return Piece(24, body + Markup(f'<g fill="{ink}">{letters(letter, 12, 12, 13, "letter")}</g>'))


def striped(tints: tuple[str, ...]) -> Piece:
    """Return a card of several colours."""
    shown = tints or (PLAIN_TINT,)
    width = 14 / len(shown)
    bars = [
        Markup('<g fill="{}">{}</g>').format(tint, box(5 + at * width, 4.4, width, 15.2, 0, "bar"))
        for at, tint in enumerate(shown)
    ]
    return Piece(24, Markup().join([shape(CARD, "paper"), *bars]))
