"""The drawings of the language's own things: coins, points, cards, arrows, moments.

Nothing here belongs to a game. All are drawn for a box 24 by 24: lines 1.8 wide with round ends,
solid parts without a line, two units of air at every edge.
"""

from __future__ import annotations

from math import cos, pi, sin

from markupsafe import Markup

from stele.compiler.docs.draw.drawing import HEIGHT, Piece, box, circle, letters, moved, over, row, shape, short
from stele.compiler.language.numerals import roman


def laurel() -> Markup:
    """Return two branches that are open at the top."""
    leaves = []
    for step in range(6):
        angle = pi * (0.60 + step * 0.155)  # from the foot up the left side, clockwise from the right
        x, y = 12 + 9.6 * cos(angle), 12.4 + 9.6 * sin(angle)
        turn = angle * 180 / pi + 62
        for sign in (1, -1):
            leaves.append(
                Markup('<ellipse class="laurel" rx="3.1" ry="1.55" transform="translate({} {}) rotate({})"/>').format(
                    short(12 + sign * (x - 12)), short(y), short(sign * turn)
                )
            )
    return Markup().join(leaves)


LAUREL = laurel()
SHIELD = "M12 2 20.5 4.6V12c0 4.8-3.6 8.3-8.5 10.2C7.1 20.3 3.5 16.8 3.5 12V4.6Z"
CARD = "M6.5 2h11A2.5 2.5 0 0 1 20 4.5v15a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 19.5v-15A2.5 2.5 0 0 1 6.5 2Z"
PERSON = "M12 3.2a3.9 3.9 0 1 1 0 7.8 3.9 3.9 0 0 1 0-7.8ZM4.6 21c0-5 3-8 7.4-8s7.4 3 7.4 8Z"
STAGE = "M2.5 21.5v-5h4.3v-5h3v-5h4.4v5h3v5h4.3v5Z"
CITY = "M2.5 21.5V12l4-3 4 3V6.5h4V4l2.5-1.5L19.5 4v8l2 1.5v8h-7.2v-4h-3v4Z"
SUN = "M12 7.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Z"


def fan(classes: str = "paper") -> Markup:
    """Return three cards as a hand holds them."""
    one = box(-4.2, -16.5, 8.4, 13.5, 1.6, classes)
    return Markup().join(
        Markup('<g transform="translate(12 21.5) rotate({})">{}</g>').format(turn, one) for turn in (-26, 0, 26)
    )


def sun() -> Markup:
    """Return the sign of an age."""
    rays = " ".join(
        f"M{short(12 + 7.4 * cos(pi * k / 4))} {short(12 + 7.4 * sin(pi * k / 4))}"
        f"L{short(12 + 9.8 * cos(pi * k / 4))} {short(12 + 9.8 * sin(pi * k / 4))}"
        for k in range(8)
    )
    return shape(SUN) + shape(rays)


def die() -> Markup:
    """Return a die that shows five."""
    pips = Markup().join(
        circle(x, y, 1.7, "solid") for x, y in ((7.6, 7.6), (16.4, 7.6), (12, 12), (7.6, 16.4), (16.4, 16.4))
    )
    return box(3, 3, 18, 18, 4, "paper") + pips


def people(first: str, others: str) -> Markup:
    """Return three seats, the middle one in front."""
    side = Markup().join(moved(shape(PERSON, others), x, 4, 0.66) for x in (-2.4, 10.6))
    return side + moved(shape(PERSON, first), 2.2, 3.4, 0.82)


PLAIN: dict[str, Piece] = {
    "coin": Piece(24, circle(12, 12, 9.6, "coin") + circle(12, 12, 6.9, "coin-ring")),
    "point": Piece(24, LAUREL),
    "shield": Piece(24, shape(SHIELD, "shield")),
    "card": Piece(24, shape(CARD, "paper")),
    "stage": Piece(24, shape(STAGE, "solid")),
    "board": Piece(
        30,
        box(2, 4.5, 26, 15, 2.5, "paper")
        + box(5, 14.5, 5, 3, 0.6, "solid")
        + box(12.5, 14.5, 5, 3, 0.6, "solid")
        + box(20, 14.5, 5, 3, 0.6, "solid"),
    ),
    "city": Piece(24, shape(CITY, "solid")),
    "resource": Piece(
        24, shape("M12 2.5 20.5 7v10L12 21.5 3.5 17V7Z", "paper") + shape("M3.5 7 12 11.6 20.5 7M12 11.6v9.9")
    ),
    "symbol": Piece(24, box(3, 3, 18, 18, 4.5, "paper") + letters("?", 12, 12, 13)),
    "token": Piece(24, circle(12, 12, 9.6, "paper") + circle(12, 12, 6.2, "dashed")),
    "arrow-left": Piece(10, shape("M8.6 5.5v13L1.4 12Z", "solid")),
    "arrow-right": Piece(10, shape("M1.4 5.5v13L8.6 12Z", "solid")),
    "arrow-down": Piece(12, shape("M1 8.6h10L6 16Z", "solid")),
    "person": Piece(20, moved(shape(PERSON, "solid"), -2)),
    "others": Piece(24, people("paper", "solid")),
    "everyone": Piece(24, people("solid edge", "solid")),
    "partner": Piece(
        26,
        moved(shape(PERSON, "solid"), -2, 3, 0.8)
        + moved(shape(PERSON, "solid"), 9, 3, 0.8)
        + shape("M8 12.4h10", "bridge"),
    ),
    "victor": Piece(
        24,
        moved(shape(PERSON, "solid"), 2.4, 5.4, 0.8) + shape("M7.5 5.8V1.6l2.6 2 1.9-2.6 1.9 2.6 2.6-2v4.2Z", "coin"),
    ),
    "loser": Piece(24, moved(shape(PERSON, "solid"), 2.4, 5.4, 0.8) + shape("M7 1.2 12 5.4 17 1.2", "bad")),
    "anyone": Piece(24, moved(shape(PERSON, "solid"), 4, 4.4, 0.66) + circle(12, 12, 10.2, "dashed")),
    "bank": Piece(
        24,
        shape(
            "M12 2 22 7.6V10H2V7.6ZM4 11.5h2.6v6H4ZM10.7 11.5h2.6v6h-2.6ZM17.4 11.5H20v6h-2.6ZM2 19h20v3H2Z", "solid"
        ),
    ),
    "hand": Piece(24, fan()),
    "pile": Piece(24, box(3.5, 6.5, 13, 15.5, 2, "paper") + box(7, 2.5, 13, 15.5, 2, "paper")),
    "newest": Piece(24, box(3.5, 6.5, 13, 15.5, 2, "paper") + box(7, 2.5, 13, 15.5, 2, "solid")),
    "oldest": Piece(24, box(3.5, 6.5, 13, 15.5, 2, "solid") + box(7, 2.5, 13, 15.5, 2, "paper")),
    "discard": Piece(
        24,
        box(3.5, 6.5, 13, 15.5, 2, "paper")
        + box(7, 2.5, 13, 15.5, 2, "paper")
        + shape("M10.3 7 16.7 13.5M16.7 7l-6.4 6.5", "bad"),
    ),
    "row": Piece(24, box(1.5, 5, 9.2, 14, 1.8, "paper") + box(13.3, 5, 9.2, 14, 1.8, "paper")),
    "deck": Piece(24, box(5, 2.5, 13, 16, 2, "paper") + shape("M5 21.5h14.5a1.6 1.6 0 0 0 1.6-1.6V6")),
    "under": Piece(24, box(5.5, 8.5, 13, 14, 2, "paper") + box(1.5, 3, 21, 8, 2, "solid")),
    "shared": Piece(
        24, box(8, 3.5, 8, 11.5, 1.6, "paper") + shape("M2 20.5h20M5.5 17 2 20.5 5.5 23M18.5 17l3.5 3.5-3.5 2.5")
    ),
    "table": Piece(24, shape("M2 9.5h20v3.4H2ZM5 13h2.6v9H5ZM16.4 13H19v9h-2.6Z", "solid")),
    "seat": Piece(24, shape("M6 2.5h2.8v10H18v9.2h-2.8v-5.5H8.8v5.5H6Z", "solid")),
    "chain": Piece(
        26,
        Markup('<g transform="rotate(-35 13 12)">{}</g>').format(
            box(1.6, 8, 13, 8, 4, "link") + box(11.4, 8, 13, 8, 4, "link")
        ),
    ),
    "build": Piece(
        24,
        shape(
            "M13.2 2.6 21.4 10.8 18.8 13.4 16.9 11.5 7 21.4a2.3 2.3 0 0 1-3.3 0l-1.1-1.1a2.3 2.3 0 0 1 0-3.3L12.5 7.1 9.9 4.5Z",
            "solid",
        ),
    ),
    "play": Piece(24, box(6, 2, 12, 12.5, 2, "paper") + shape("M12 9v9.5M8.4 15.2l3.6 3.6 3.6-3.6M4 22h16")),
    "use": Piece(24, box(4, 4, 11, 16, 2, "paper") + shape("M11 12h10.5M18 8.4l3.6 3.6L18 15.6")),
    "copy": Piece(
        24, box(3, 3, 12, 14, 2, "dashed") + box(9, 7, 12, 14.5, 2, "paper") + shape("M15 11v6.5M11.8 14.2h6.5")
    ),
    "swap": Piece(24, shape("M4 8.5h15.5M15.6 4.4l4.2 4.1-4.2 4.1M20 16H4.5M8.4 11.9 4.2 16l4.2 4.1")),
    "turn": Piece(24, shape("M19.6 10A8 8 0 1 0 20 13.4M20.4 4.4v5.8h-5.8")),
    "age": Piece(24, sun()),
    "game": Piece(24, shape("M5 2.5v19.5") + shape("M5 3.5h15l-3.6 5 3.6 5H5Z", "solid")),
    "conflict": Piece(
        24,
        shape("M3.5 3.5 16.5 16.5M20.5 3.5 7.5 16.5M13.2 19.2l6-6M10.8 19.2l-6-6M17.4 17.4l3 3M6.6 17.4l-3 3", "bold"),
    ),
    "majority": Piece(24, shape("M12 3v18M7 21.5h10M4 9.5 20 5.5M4 9.5 1.8 15h4.4ZM20 5.5 17.8 11h4.4Z")),
    "locked": Piece(20, box(3, 10.5, 14, 11, 2.4, "solid") + shape("M6 10.5V7.6a4 4 0 0 1 8 0v2.9")),
    "colon": Piece(8, circle(4, 8.4, 1.9, "solid") + circle(4, 15.6, 1.9, "solid")),
    "once": Piece(24, letters("1×", 12, 12, 17)),
    "die": Piece(24, die()),
    "reveal": Piece(
        24,
        shape("M1.8 12C4.2 7.6 7.8 5.4 12 5.4s7.8 2.2 10.2 6.6c-2.4 4.4-6 6.6-10.2 6.6S4.2 16.4 1.8 12Z", "paper")
        + circle(12, 12, 3.4, "solid"),
    ),
    "here": Piece(
        20,
        shape(
            "M10 2a7 7 0 0 1 7 7c0 4.6-4.4 8-7 13-2.6-5-7-8.4-7-13a7 7 0 0 1 7-7ZM10 6.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z",
            "solid",
        ),
    ),
    "must": Piece(10, shape("M3 2.5h4L6.2 15H3.8Z", "bad-solid") + circle(5, 19.4, 2.2, "bad-solid")),
    "if": Piece(12, letters("?", 6, 12, 17)),
    "then": Piece(14, shape("M2 6.5 7 12l-5 5.5M8 6.5 13 12l-5 5.5")),
    "becomes": Piece(18, shape("M1.5 12h14M11 6.8 16.2 12 11 17.2")),
    "instead": Piece(24, shape("M3 17.5C3 10 8 6.5 15 6.5h5M16 2.2l4.6 4.3L16 10.8M3 17.5v3")),
    "per": Piece(11, letters("×", 5.5, 11.6, 16)),
    "plus": Piece(11, letters("+", 5.5, 11.6, 16)),
    "slash": Piece(9, shape("M7.6 4.5 1.4 19.5")),
    "at-least": Piece(13, letters("≥", 6.5, 11.6, 16)),
    "fewer": Piece(13, letters("<", 6.5, 11.6, 16)),
    "different": Piece(13, letters("≠", 6.5, 11.6, 16)),
    "equal": Piece(13, letters("=", 6.5, 11.6, 16)),
    "not": Piece(13, shape("M2 5 11 19M11 5 2 19", "bad")),
    "start": Piece(12, shape("M2 4.5v15", "bold") + shape("M5 6v12l6-6Z", "solid")),
    "end": Piece(12, shape("M10 4.5v15", "bold") + shape("M1 6v12l6-6Z", "solid")),
    "before": Piece(14, shape("M12.5 4v16", "dashed") + shape("M1 6.5v11l7.5-5.5Z", "solid")),
    "after": Piece(14, shape("M1.5 4v16", "dashed") + shape("M5 6.5v11l7.5-5.5Z", "solid")),
}


def amount(text: str, size: float = 15, classes: str = "text") -> Piece:
    """Return a number that stands beside what it counts."""
    width = 2 + 0.6 * size * len(text)
    return Piece(width, letters(text, width / 2, 12, size, classes))


def coin(text: str = "", classes: str = "coin") -> Piece:
    """Return a coin with what is written on it."""
    size = 14 if len(text) < 2 else 11.5
    ink = "coin-text" if classes == "coin" else "bad-text"
    ring = circle(12, 12, 9.6, classes)
    return Piece(24, ring + letters(text, 12, 12, size, ink)) if text else PLAIN["coin"]


def occurs(name: str, drawn: str) -> bool:
    """Tell whether one of the language's own pictures occurs in drawings; a coin with a number on
    it has no ring.
    """
    rims = [circle(12, 12, 9.6, classes) for classes in ("coin", "bad-coin")] if name == "coin" else []
    return any(body in drawn for body in (PLAIN[name].body, *rims))


def point(text: str = "", classes: str = "text") -> Piece:
    """Return a laurel with what it is worth."""
    size = 13.5 if len(text) < 2 else 11
    return Piece(24, LAUREL + letters(text, 12, 11.2, size, classes)) if text else PLAIN["point"]


def shields(number: int) -> Piece:
    """Return shields: some of them one by one, many as one with their number."""
    one = PLAIN["shield"]
    if 1 <= number <= 3:
        return row([one] * number, -4.5)
    return over(one, letters(str(number), 12, 11, 13, "shield-text"))


def struck(piece: Piece) -> Piece:
    """Return what is not so, or falls away."""
    middle = piece.width / 2
    return over(
        piece,
        shape(f"M{short(middle - 9)} 21 {short(middle + 9)} 3", "bad-edge"),
        shape(f"M{short(middle - 9)} 21 {short(middle + 9)} 3", "bad"),
    )


def aged(number: int) -> Piece:
    """Return the sign of one age."""
    return over(Piece(24, circle(12, 12, 9.4, "paper")), letters(roman(number), 12, 12, 11 if number < 3 else 9.5))


def badge(piece: Piece, text: str) -> Piece:
    """Return a piece with a small note at its foot, beside it more than on it."""
    width = 4 + 5.2 * len(text)
    whole = max(piece.width + 4, width)
    note = box(whole - width, 14.2, width, 9.4, 3.4, "badge") + letters(text, whole - width / 2, 19, 8.6)
    return Piece(whole, piece.body + note)


def numbered_stage(number: int) -> Piece:
    """Return one stage by its number."""
    return badge(PLAIN["stage"], roman(number))


assert all(piece.width <= 2 * HEIGHT for piece in PLAIN.values())
