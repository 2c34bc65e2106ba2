"""What is written for authors as pages: the guide, from the first card to an expansion with a phase
of its own, and recipes for mechanisms.

The texts are Markdown in `guide.md` and `recipes.md`; tests do all that they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.assets import folder
from stele.compiler.docs.text.prose import prose

BOOKS = ("guide", "recipes")


def guide_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the pages of the guide and of the recipes."""
    for book in BOOKS:
        text = prose(written(book).partition("\n")[2])
        chapters = tuple(Link(one.text, f"{book}.html#{one.id}") for one in text.headings if one.level == 2)
        values = {"body": text.body, "chapters": chapters}
        yield Page(f"{book}.html", viewer.speaker.say(f"guide.title-{book}"), "guide.html.j2", values)


def guide_text(book: str = "guide") -> str:
    """Return the guide, or the recipes, as Markdown that stands alone.

    What leads to another page of the site is its text alone.
    """
    return re.sub(r"\[([^]]+)\]\(\w+\.html[^)]*\)", r"\1", written(book))


def written(book: str = "guide") -> str:
    """Return a book as it is written; its first line is its title."""
    return (folder() / f"{book}.md").read_text(encoding="utf-8")
