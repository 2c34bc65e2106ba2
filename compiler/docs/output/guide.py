"""The author's guide as a page: from the first card to an expansion with a phase of its own.

The text is Markdown in `guide.md`; a test does all that it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.assets import folder
from stele.compiler.docs.text.prose import prose


def guide_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the page of the guide."""
    text = prose(written().partition("\n")[2])
    chapters = tuple(Link(one.text, f"guide.html#{one.id}") for one in text.headings if one.level == 2)
    values = {"body": text.body, "chapters": chapters}
    yield Page("guide.html", viewer.speaker.say("guide.title"), "guide.html.j2", values)


def guide_text() -> str:
    """Return the guide as Markdown that stands alone.

    What leads to another page of the site is its text alone.
    """
    return re.sub(r"\[([^]]+)\]\(\w+\.html[^)]*\)", r"\1", written())


def written() -> str:
    """Return the guide as it is written; its first line is its title."""
    return (folder() / "guide.md").read_text(encoding="utf-8")
