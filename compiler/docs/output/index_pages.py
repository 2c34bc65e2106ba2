"""Ways to find things: lists of items, the chain tree, decks by number of players, the glossary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from stele.compiler.docs.draw.chains import chain_list, chain_picture
from stele.compiler.docs.model import listings
from stele.compiler.docs.model.addresses import item_page, word_place
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.decks import deck_tables
from stele.compiler.docs.text.terms import terms
from stele.compiler.front import items
from stele.compiler.front.nodes import Role

WAYS = ("name", "colour", "age", "cost", "keyword")


def indexes(viewer: Viewer) -> Iterator[Page]:
    """Yield the lists of all items."""
    ways = tuple(Link(viewer.say(f"by-{way}"), f"index-{way}.html") for way in WAYS)
    makers = (listings.by_name, listings.by_colour, listings.by_age, listings.by_cost, listings.by_keyword)
    for way, link, make in zip(WAYS, ways, makers, strict=True):
        title = viewer.say("index-by", way=link.text)
        yield Page(f"index-{way}.html", title, "listing.html.j2", {"ways": ways, "groups": make(viewer)})


@dataclass(frozen=True, slots=True)
class ChainRow:
    """A card and what it leads to."""

    card: Link
    leads_to: tuple[Link, ...]


def chains(viewer: Viewer) -> Page:
    """Return the chain tree as a picture and as a list."""
    contents, speaker = viewer.reference.contents, viewer.speaker
    picture = chain_picture(contents, speaker, lambda target: item_page(Role.CARD, target))
    rows = tuple(
        ChainRow(viewer.link(Role.CARD, chain.target), tuple(viewer.link(Role.CARD, to) for to, _ in chain.opens))
        for chain in chain_list(contents, speaker)
    )
    return Page("chains.html", viewer.say("menu-chains"), "chains.html.j2", {"picture": picture, "rows": rows})


def decks(viewer: Viewer) -> Page:
    """Return how many copies of each card are used with how many players."""
    tables = deck_tables(viewer.reference.composed, viewer.speaker)
    hrefs = {row.target: item_page(Role.CARD, row.target) for table in tables for row in table.rows}
    return Page("decks.html", viewer.say("menu-decks"), "decks.html.j2", {"decks": tables, "hrefs": hrefs})


@dataclass(frozen=True, slots=True)
class GlossaryWord:
    """A word of the glossary with its picture and its meaning."""

    id: str
    name: str
    is_foreign: bool
    icon: Markup
    says: str
    expansion: Link | None


@dataclass(frozen=True, slots=True)
class WordGroup:
    """The words of one kind."""

    id: str
    title: str
    entries: tuple[GlossaryWord, ...]


def glossary(viewer: Viewer) -> Page:
    """Return the glossary of symbols and terms."""
    found: dict[str, list[GlossaryWord]] = {}
    for content in viewer.reference.contents:
        for role, id, says in words(viewer, content):
            target = f"{content.expansion.id}.{id}"
            title = viewer.speaker.title(role, target)
            place = word_place(role, target).partition("#")[2]
            icon = viewer.icons.noun(role, target) if role in DRAWN else Markup()
            home = viewer.expansion_link(content.expansion.id)
            found.setdefault(role.value, []).append(GlossaryWord(place, title.text, title.is_foreign, icon, says, home))
    groups = [
        WordGroup(f"kind-{kind.replace(' ', '-')}", viewer.say(f"words-{kind.replace(' ', '-')}"), tuple(entries))
        for kind, entries in found.items()
    ]
    listed = tuple(
        GlossaryWord(f"term-{one.id}", one.term, False, Markup(), one.definition, None) for one in terms(viewer.speaker)
    )
    groups.append(WordGroup("kind-terms", viewer.say("words-terms"), listed))
    return Page("glossary.html", viewer.say("menu-glossary"), "glossary.html.j2", {"groups": tuple(groups)})


DRAWN = (Role.RESOURCE, Role.COLOUR, Role.SYMBOL, Role.TOKEN, Role.TRACK, Role.MARKER)


def words(viewer: Viewer, content: items.Content) -> Iterator[tuple[Role, str, str]]:
    """Yield (role, id, meaning) of every word that an expansion declares."""
    say, title = viewer.say, viewer.speaker.title
    vocabulary = content.vocabulary
    for resource in vocabulary.resources:
        groups = ", ".join(title(Role.GROUP, name.target or "").text for name in resource.groups)
        yield Role.RESOURCE, resource.id, say("word-resource", groups=groups or "–")
    for colour in vocabulary.colours:
        heading = viewer.speaker.heading(Role.COLOUR, f"{content.expansion.id}.{colour.id}").text
        if colour.line is None:
            yield Role.COLOUR, colour.id, say("word-colour", title=heading)
        else:
            counted = title(Role.LINE, colour.line.target or "").text
            yield Role.COLOUR, colour.id, say("word-colour-on", title=heading, line=counted)
    for symbol in vocabulary.symbols:
        yield Role.SYMBOL, symbol.id, say("word-symbol")
    for token in vocabulary.tokens:
        supply = say("word-any-supply") if token.supply is None else str(token.supply)
        yield Role.TOKEN, token.id, say("word-token", points=token.points, supply=supply)
    for zone in vocabulary.zones:
        yield Role.ZONE, zone.id, say("word-zone", owner=say(f"owner-{zone.owner}"), seen=say(f"seen-{zone.seen_by}"))
    for track in vocabulary.tracks:
        owner = say(f"owner-{track.owner}")
        yield Role.TRACK, track.id, say("word-track", owner=owner, steps=track.steps)
    for marker in vocabulary.markers:
        faces = [title(Role.FACE, f"{content.expansion.id}.{face.id}").text for face in marker.faces]
        first, others = faces[0], ", ".join(faces[1:])
        yield Role.MARKER, marker.id, say("word-marker", owner=say(f"owner-{marker.owner}"), first=first, others=others)
    for deck in vocabulary.decks:
        yield Role.DECK, deck.id, say("word-deck") if deck.age is None else say("word-deck-of", number=deck.age)
    for line in vocabulary.lines:
        says = " ".join(viewer.speaker.clause(clause) for clause in line.effect)
        yield Role.LINE, line.id, says or say("word-line")
