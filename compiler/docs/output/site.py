"""The pages of a reference, in order: from a checked and compiled set to files of a site.

`site(reference)` gives every file with what it is made of; `writing.write` makes those that have
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.docs.langref.key_pages import key_pages
from stele.compiler.docs.langref.language import language_pages
from stele.compiler.docs.langref.matrix import matrix_pages
from stele.compiler.docs.langref.messages import message_pages
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.reference import Reference
from stele.compiler.docs.model.views import Viewer
from stele.compiler.docs.output.change_pages import combinations, provenance
from stele.compiler.docs.output.expansion_pages import order_of_a_turn, overview, own_flow, start, whole_flow
from stele.compiler.docs.output.guide import guide_pages
from stele.compiler.docs.output.index_pages import chains, decks, glossary, indexes
from stele.compiler.docs.output.menu import menu
from stele.compiler.docs.output.pages import Frame, static_files
from stele.compiler.docs.output.rule_pages import rules, rulings
from stele.compiler.docs.output.search import Found, index
from stele.compiler.docs.output.writing import OutputFile, piece
from stele.compiler.front.nodes import Role
from stele.compiler.tools import error_pages


def site(reference: Reference) -> dict[str, OutputFile]:
    """Return every file of the site of a reference, by its address."""
    viewer = Viewer(reference)
    frame = Frame(reference.speaker, viewer.say("title"), hint(viewer), tuple(menu(viewer)))
    made = {page.path: OutputFile(frame.key(page), lambda page=page: frame.render(page)) for page in pages(viewer)}  # type: ignore[misc]
    made["search-index.js"] = piece(index(viewer, pages_found(viewer)))
    made["static/colours.css"] = piece(colour_sheet(viewer))
    made |= {name: piece(content.decode()) for name, content in static_files().items()}
    return made


def colour_sheet(viewer: Viewer) -> str:
    """Return the tints of the colours of cards as a style sheet.

    They are checked path and colour data, never other text.
    """
    tinted = [(id.partition(".")[2], colour.tint) for id, colour in viewer.reference.colours.items() if colour.tint]
    return "".join(f".colour-{id} {{ --tint: {tint}; }}\n" for id, tint in tinted)


def hint(viewer: Viewer) -> str:
    """Return what can be searched for, in words of the content."""
    contents, title = viewer.reference.contents, viewer.speaker.title
    goods = [(c.expansion.id, resource.id) for c in contents for resource in c.vocabulary.resources]
    good = next((title(Role.RESOURCE, f"{expansion}.{id}").text.lower() for expansion, id in goods), "")
    colour = next((title(Role.COLOUR, target).text.lower() for target in viewer.reference.colours), "")
    return viewer.say("search-hint", good=good, colour=colour) if good and colour else viewer.say("search")


def pages_found(viewer: Viewer) -> Iterator[Found]:
    """Yield how pages and messages of the compiler are found."""
    for link in menu(viewer):
        yield Found(link.text, viewer.say("kind-page"), link.href, (), "", "")
    for id, page in error_pages.pages().items():
        shown = page.means.strip().partition("\n")[0]
        yield Found(id, viewer.say("kind-error"), f"errors.html#{id.lower()}", (), page.means, shown[:160])


def pages(viewer: Viewer) -> Iterator[Page]:
    """Yield all pages."""
    yield start(viewer)
    yield whole_flow(viewer)
    yield order_of_a_turn(viewer)
    for content in viewer.reference.contents:
        yield overview(viewer, content)
        yield own_flow(viewer, content)
        yield rules(viewer, content)
        yield rulings(viewer, content)
    for view in viewer.item_views:
        yield Page(view.href, view.name, "item.html.j2", {"item": view})
    yield from indexes(viewer)
    yield chains(viewer)
    yield decks(viewer)
    yield glossary(viewer)
    yield combinations(viewer)
    yield provenance(viewer)
    yield from language_pages(viewer)
    yield from matrix_pages(viewer)
    yield from key_pages(viewer)
    yield from message_pages(viewer)
    yield from guide_pages(viewer)
