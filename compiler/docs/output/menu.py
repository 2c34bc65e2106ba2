"""The links that stand on every page of a site."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.docs.model.views import Link, Viewer

# The pages that are about no single expansion, by the key of their phrases.
SHARED_PAGES = {
    "flow": "flow.html",
    "turn": "turn.html",
    "index": "index-name.html",
    "chains": "chains.html",
    "decks": "decks.html",
    "glossary": "glossary.html",
    "meetings": "meetings.html",
    "provenance": "provenance.html",
    "language": "language.html",
    "matrix": "matrix.html",
    "keys": "keys-vocabulary.html",
    "errors": "errors.html",
    "guide": "guide.html",
    "recipes": "recipes.html",
}


def menu(viewer: Viewer) -> Iterator[Link]:
    """Yield the links that stand on every page."""
    for content in viewer.reference.contents:
        yield viewer.expansion_link(content.expansion.id)
    for key, href in SHARED_PAGES.items():
        yield Link(viewer.say(f"menu-{key}"), href)
