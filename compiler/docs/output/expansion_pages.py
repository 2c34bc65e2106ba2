"""The start page, and what stands on the pages of one expansion.

Its overview and how it changes a game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.docs.draw.diagram import diagram
from stele.compiler.docs.model import listings
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.output.menu import SHARED_PAGES
from stele.compiler.docs.text.flow_text import Point, flow_sections
from stele.compiler.docs.text.limits_text import refusals, restriction_lines
from stele.compiler.docs.text.prose import inline
from stele.compiler.docs.text.turn_text import turn_sections
from stele.compiler.front import items
from stele.compiler.front.fields import scalars, text
from stele.compiler.front.source import YamlMapping


@dataclass(frozen=True, slots=True)
class Tile:
    """An expansion on the start page."""

    name: str
    is_foreign: bool
    href: str
    counts: str
    official: bool


def start(viewer: Viewer) -> Page:
    """Return the start page."""
    tiles = []
    for content in viewer.reference.contents:
        link = viewer.expansion_link(content.expansion.id)
        count = listings.counts(viewer, content)
        tiles.append(Tile(link.text, link.is_foreign, link.href, count, content.expansion.official))
    ways = [
        Link(viewer.say(f"menu-{key}"), href, note=viewer.say(f"menu-{key}-note")) for key, href in SHARED_PAGES.items()
    ]
    return Page("index.html", viewer.say("start"), "start.html.j2", {"expansions": tuple(tiles), "ways": tuple(ways)})


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page of an expansion says about it."""

    name: str
    is_foreign: bool
    about: str
    is_about_spoken: bool  # in the language of the page
    version: str
    official: bool
    requires: tuple[Link, ...]
    counts: str
    provenance: str
    pages: tuple[Link, ...]
    groups: tuple[listings.ListingGroup, ...]
    sources: tuple[str, ...]


def overview(viewer: Viewer, content: items.Content) -> Page:
    """Return the page of an expansion."""
    expansion = content.expansion
    link = viewer.expansion_link(expansion.id)
    documents = viewer.reference.checked.by_expansion[expansion.id]
    identity = next(d.root for d in documents if d.kind == "expansion")
    assert isinstance(identity, YamlMapping)
    about = next((one.about for one in content.languages if one.code == viewer.speaker.language), "")
    ways = tuple(
        Link(viewer.say(f"own-{key}"), f"{expansion.id}/{key}.html", note=viewer.say(f"own-{key}-note"))
        for key in ("flow", "rules", "rulings")
    )
    view = Overview(
        link.text,
        link.is_foreign,
        about or text(identity, "about"),
        bool(about) or viewer.speaker.language == "en",
        expansion.version,
        expansion.official,
        tuple(viewer.expansion_link(name.text) for name, _ in expansion.requires),
        listings.counts(viewer, content),
        expansion.provenance,
        ways,
        listings.of_expansion(viewer, content),
        tuple(source.text for source in scalars(identity.get("sources"))),
    )
    return Page(link.href, link.text, "overview.html.j2", {"overview": view})


def whole_flow(viewer: Viewer) -> Page:
    """Return how a game with everything runs."""
    reference = viewer.reference
    flows = [content.flow for content in reference.composed if content.flow is not None]
    values = {
        "sections": flow_sections(reference.composed, viewer.speaker),
        "lead": "",
        "picture": diagram(merge_flows(flows), viewer.speaker) if flows else Markup(),
        "refusals": (),
        "restrictions": (),
    }
    return Page("flow.html", viewer.say("menu-flow"), "flow.html.j2", values)


def order_of_a_turn(viewer: Viewer) -> Page:
    """Return what comes before what in a turn of a game with everything."""
    values = {
        "sections": [
            replace(section, points=marked(section.points))
            for section in turn_sections(viewer.reference.composed, viewer.speaker)
        ],
        "lead": viewer.speaker.say("turn.lead"),
        "picture": Markup(),
        "refusals": (),
        "restrictions": (),
    }
    return Page("turn.html", viewer.speaker.say("turn.title"), "flow.html.j2", values)


def marked(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return points in which what stands between backticks is code."""
    return tuple(replace(point, text=inline(point.text), inner=marked(point.inner)) for point in points)


def own_flow(viewer: Viewer, content: items.Content) -> Page:
    """Return what one expansion adds to the flow of a game."""
    contents, speaker = viewer.reference.contents, viewer.speaker
    changes = viewer.changes.own_section(content.expansion.id)
    values = {
        "lead": "",
        "sections": (*flow_sections([content], speaker, contents), *([changes] if changes.points else [])),
        "picture": Markup() if content.flow is None else diagram(content.flow, speaker),
        "refusals": refusals(content, contents, speaker),
        "restrictions": restriction_lines(content, contents, speaker),
    }
    id = content.expansion.id
    title = viewer.say("own-flow-of", name=viewer.expansion_link(id).text)
    return Page(f"{id}/flow.html", title, "flow.html.j2", values)
