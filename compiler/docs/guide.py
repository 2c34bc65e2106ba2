"""The author's guide as a page: from the first card to an expansion with a phase of its own.

The text is Markdown in `guide.md`; a test does all that it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from stele.compiler.docs.pages import Page
from stele.compiler.docs.prose import prose
from stele.compiler.docs.views import Link, Viewer


def guide_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the page of the guide."""
    text = prose(guide_text().partition("\n")[2])
    chapters = tuple(Link(one.text, f"guide.html#{one.id}") for one in text.headings if one.level == 2)
    values = {"body": text.body, "chapters": chapters}
    yield Page("guide.html", viewer.speaker.say("guide.title"), "guide.html.j2", values)


def guide_text() -> str:
    """Return the guide as Markdown; its first line is its title."""
    return (files("stele.compiler.docs") / "guide.md").read_text(encoding="utf-8")
