"""Write an expansion for paper.

Cards of 63 by 88 mm with crop marks, boards, and a sheet of all symbols. One HTML file holds all of
it, styles included; where Chromium is found, the same pages become a PDF.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from stele.compiler.common.files import write_bytes, write_whole
from stele.compiler.docs.draw.card_faces import CardFaces
from stele.compiler.docs.draw.glyphs import PLAIN, occurs
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.text import assets
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role

# Millimetres of a page and of a card; nine cards stand in its middle.
WIDTH, HEIGHT = 210, 297
CARD_WIDTH, CARD_HEIGHT = 63, 88
LEFT, TOP = (WIDTH - 3 * CARD_WIDTH) / 2, (HEIGHT - 3 * CARD_HEIGHT) / 2
CARDS_ON_A_PAGE = 9
BOARDS_ON_A_PAGE = 2
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 300  # seconds until a browser that says nothing is given up

# Kinds of noun on the sheet of symbols, in the order in which a reader meets them.
SHOWN = (Role.RESOURCE, Role.GROUP, Role.COLOUR, Role.SYMBOL, Role.TOKEN, Role.ZONE, Role.DECK)


@dataclass(frozen=True, slots=True)
class Printed:
    """The files that were written, and why there is no PDF among them, if there is none."""

    files: tuple[Path, ...]
    trouble: str = ""


def write_print(
    contents: Sequence[items.Content],
    speaker: Speaker,
    folder: Path,
    only: frozenset[str] | None = None,
    players: int | None = None,
) -> Printed:
    """Write `print.html` and, if a browser can, `print.pdf`.

    `only` are the expansions of which items are printed, if not all; `players` leaves out copies
    that more players need.
    """
    folder.mkdir(parents=True, exist_ok=True)
    html = folder / "print.html"
    write_whole(html, print_page(contents, speaker, only, players))
    pdf = folder / "print.pdf"
    trouble = write_pdf(html, pdf, speaker)
    return Printed((html,), trouble) if trouble else Printed((html, pdf))


def print_page(
    contents: Sequence[items.Content],
    speaker: Speaker,
    only: frozenset[str] | None = None,
    players: int | None = None,
) -> str:
    """Return all pages as one HTML text."""
    icons = Icons(contents, speaker)
    faces = CardFaces(contents, speaker, icons)
    chosen = [content for content in contents if only is None or content.expansion.id in only]
    cards = list(card_faces(chosen, contents, faces, players))
    boards = list(board_faces(chosen, contents, faces))
    drawn = None if only is None else "".join([*cards, *boards])
    template = assets.environment().get_template("print.html")
    page = template.render(
        say=speaker.say,
        language=speaker.language,
        styles=Markup("\n").join(Markup(style(name)) for name in ("icons.css", "faces.css", "print.css")),
        crops=crop_marks(),
        title=", ".join(speaker.title(Role.EXPANSION, f"{c.expansion.id}.{c.expansion.id}").text for c in chosen),
        cards=[cards[at : at + CARDS_ON_A_PAGE] for at in range(0, len(cards), CARDS_ON_A_PAGE)],
        boards=[boards[at : at + BOARDS_ON_A_PAGE] for at in range(0, len(boards), BOARDS_ON_A_PAGE)],
        nouns=noun_rows(icons, speaker, drawn),
        glyphs=[
            (icons.mark(name), speaker.say(f"print.glyph-{name}"))
            for name in PLAIN
            if drawn is None or occurs(name, drawn)
        ],
    )
    return page.removesuffix("\n")


def card_faces(
    chosen: Sequence[items.Content], contents: Sequence[items.Content], faces: CardFaces, players: int | None
) -> Iterator[Markup]:
    """Yield a face for every copy of every card."""
    for content in chosen:
        for card in content.cards:
            if not is_met(card.needs, contents):
                continue
            for number in card.players or (0,):
                if players is None or number <= players:
                    yield faces.card(content, card, (number,) if number else ())


def board_faces(
    chosen: Sequence[items.Content], contents: Sequence[items.Content], faces: CardFaces
) -> Iterator[Markup]:
    """Yield every side of every board and of every shared place, once for each copy."""
    for content in chosen:
        for board in content.boards:
            if is_met(board.needs, contents):
                yield from (faces.side(content, board, side) for side in board.sides)
        for place in content.places:
            if is_met(place.needs, contents):
                yield from (faces.place(content, place, side) for side in place.sides for _ in range(place.copies))


def is_met(needs: Sequence[Name], contents: Sequence[items.Content]) -> bool:
    """Tell whether all expansions are in play that an item needs."""
    return {name.text for name in needs} <= {content.expansion.id for content in contents}


def crop_marks() -> str:
    """Return short lines outside the cards, in line with every cut; millimetres of a page."""
    down = [f"M{x:g} 5V12M{x:g} {HEIGHT - 5}v-7" for x in (LEFT + CARD_WIDTH * at for at in range(4))]
    across = [f"M2 {y:g}H8M{WIDTH - 2} {y:g}h-6" for y in (TOP + CARD_HEIGHT * at for at in range(4))]
    return "".join(down + across)


def noun_rows(icons: Icons, speaker: Speaker, drawn: str | None) -> list[tuple[Markup, str]]:
    """Return every declared noun with what it is called; with `drawn` only those that occur in
    it.
    """
    listed = [
        (role, target)
        for kind in SHOWN
        for (role, target), piece in icons.nouns.items()
        if role is kind and target and (drawn is None or piece.body in drawn)
    ]
    return [(icons.shape(role, target), speaker.title(role, target).text) for role, target in listed]


def style(name: str) -> str:
    """Return one of our style sheets."""
    return (assets.folder() / "static" / name).read_text(encoding="utf-8")


def browser() -> str | None:
    """Return the browser that can print, if there is one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def write_pdf(html: Path, pdf: Path, speaker: Speaker) -> str:
    """Print a page to a PDF; return what stood in the way, or nothing."""
    program = browser()
    pdf.unlink(missing_ok=True)
    if program is None:
        return speaker.say("print.no-browser", page=html)
    with tempfile.TemporaryDirectory(prefix="stele-print-") as profile:
        # A browser that runs as root refuses its own sandbox; the page holds nothing but our
        # markup.
        sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
        quiet = ["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", f"--user-data-dir={profile}"]
        target = [f"--print-to-pdf={pdf.resolve()}", "--no-pdf-header-footer", html.resolve().as_uri()]
        try:
            done = subprocess.run(
                [program, *quiet, *sandbox, *target], capture_output=True, timeout=PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            return speaker.say("print.browser-failed", browser=program, problem=type(problem).__name__, page=html)
    if done.returncode or not pdf.exists():
        pdf.unlink(missing_ok=True)
        return speaker.say("print.browser-failed", browser=program, problem=done.returncode, page=html)
    write_bytes(pdf, undated(pdf.read_bytes()), is_lasting=True)
    return ""


def undated(pdf: bytes) -> bytes:
    """Return a PDF without the time at which it was made: the same page gives the same file."""
    return re.sub(rb"\(D:\d{14}", b"(D:20000101000000", pdf)
