"""The pages of a reference, in order: from a checked and compiled set to files of a site.

`site(reference)` gives every file with what it is made of; `writing.write` makes those that have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.docs.draw.chains import chain_list, chain_picture
from stele.compiler.docs.draw.diagram import diagram
from stele.compiler.docs.langref.language import language_pages
from stele.compiler.docs.langref.messages import message_pages
from stele.compiler.docs.model import listings
from stele.compiler.docs.model.addresses import item_page, rule_place, word_place
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.reference import Reference
from stele.compiler.docs.model.views import Link, RulingView, Viewer
from stele.compiler.docs.output.guide import guide_pages
from stele.compiler.docs.output.pages import Frame, static_files
from stele.compiler.docs.output.search import Found, index
from stele.compiler.docs.output.writing import OutputFile, piece
from stele.compiler.docs.text.decks import deck_tables
from stele.compiler.docs.text.flow_text import course
from stele.compiler.docs.text.limits_text import refusals, restriction_lines
from stele.compiler.docs.text.terms import terms
from stele.compiler.front import items
from stele.compiler.front.fields import scalars, text
from stele.compiler.front.nodes import Role
from stele.compiler.front.source import YamlMapping
from stele.compiler.tools import error_pages

WAYS = ("name", "colour", "age", "cost", "keyword")


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
    """Return the tints of the colours of cards as a style sheet; they are checked path and colour data, never other text."""
    tinted = [(id.partition(".")[2], colour.tint) for id, colour in viewer.reference.colours.items() if colour.tint]
    return "".join(f".colour-{id} {{ --tint: {tint}; }}\n" for id, tint in tinted)


def hint(viewer: Viewer) -> str:
    """Return what can be searched for, in words of the content."""
    contents, title = viewer.reference.contents, viewer.speaker.title
    goods = [(c.expansion.id, resource.id) for c in contents for resource in c.vocabulary.resources]
    good = next((title(Role.RESOURCE, f"{expansion}.{id}").text.lower() for expansion, id in goods), "")
    colour = next((title(Role.COLOUR, target).text.lower() for target in viewer.reference.colours), "")
    return viewer.say("search-hint", good=good, colour=colour) if good and colour else viewer.say("search")


def menu(viewer: Viewer) -> Iterator[Link]:
    """Yield the links that stand on every page."""
    for content in viewer.reference.contents:
        yield viewer.expansion_link(content.expansion.id)
    for key, href in (
        ("flow", "flow.html"),
        ("index", "index-name.html"),
        ("chains", "chains.html"),
        ("decks", "decks.html"),
        ("glossary", "glossary.html"),
        ("meetings", "meetings.html"),
        ("provenance", "provenance.html"),
        ("language", "language.html"),
        ("errors", "errors.html"),
        ("guide", "guide.html"),
    ):
        yield Link(viewer.say(f"menu-{key}"), href)


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
    yield whole_course(viewer)
    for content in viewer.reference.contents:
        yield overview(viewer, content)
        yield own_course(viewer, content)
        yield rules(viewer, content)
        yield rulings(viewer, content)
    for view in viewer.item_views:
        yield Page(view.href, view.name, "item.html.j2", {"item": view})
    yield from indexes(viewer)
    yield chains(viewer)
    yield decks(viewer)
    yield glossary(viewer)
    yield meeting_page(viewer)
    yield provenance(viewer)
    yield from language_pages(viewer)
    yield from message_pages(viewer)
    yield from guide_pages(viewer)


# --- the start and the expansions -----------------------------------------------------------------------------------


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
    keys = ("flow", "index", "chains", "decks", "glossary", "meetings", "provenance", "language", "errors", "guide")
    hrefs = [link.href for link in list(menu(viewer))[-len(keys) :]]
    ways = [
        Link(viewer.say(f"menu-{key}"), href, note=viewer.say(f"menu-{key}-note"))
        for key, href in zip(keys, hrefs, strict=True)
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


def whole_course(viewer: Viewer) -> Page:
    """Return how a game with everything runs."""
    reference = viewer.reference
    flows = [content.flow for content in reference.composed if content.flow is not None]
    values = {
        "sections": course(reference.composed, viewer.speaker),
        "picture": diagram(merge_flows(flows), viewer.speaker) if flows else Markup(),
        "refusals": (),
        "restrictions": (),
    }
    return Page("flow.html", viewer.say("menu-flow"), "course.html.j2", values)


def own_course(viewer: Viewer, content: items.Content) -> Page:
    """Return what one expansion adds to the course of a game."""
    contents, speaker = viewer.reference.contents, viewer.speaker
    changes = viewer.meetings.own_section(content.expansion.id)
    values = {
        "sections": (*course([content], speaker, contents), *([changes] if changes.points else [])),
        "picture": Markup() if content.flow is None else diagram(content.flow, speaker),
        "refusals": refusals(content, contents, speaker),
        "restrictions": restriction_lines(content, contents, speaker),
    }
    id = content.expansion.id
    title = viewer.say("own-flow-of", name=viewer.expansion_link(id).text)
    return Page(f"{id}/flow.html", title, "course.html.j2", values)


# --- rules ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule with what proves it."""

    id: str
    says: str
    kind: str
    source: str
    ambiguity: str
    decision: str
    tested_by: str
    needs: tuple[Link, ...]
    rulings: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules of one subject."""

    id: str
    title: str
    rules: tuple[RuleRow, ...]


def rules(viewer: Viewer, content: items.Content) -> Page:
    """Return the rule index of an expansion."""
    proofs: dict[str, list[RulingView]] = {}
    for ruling in viewer.reference.rulings:
        for cover in ruling.covers:
            proofs.setdefault(cover.text, []).append(viewer.views[ruling.expansion, ruling.id])
    groups: dict[str, list[RuleRow]] = {}
    for rule in content.rules:
        subject = ([*rule.id.split("."), ""])[1]
        links = tuple(Link(view.question, view.href) for view in proofs.get(rule.id, ()))
        needs = tuple(
            viewer.expansion_link(name.text) if name.text in viewer.reference.ids else Link(name.text, "")
            for name in rule.needs
        )
        words = (rule.id, rule.says, rule.kind, rule.source, rule.ambiguity, rule.decision, rule.tested_by)
        groups.setdefault(subject, []).append(RuleRow(*words, needs, links))
    values = {
        "expansion": viewer.expansion_link(content.expansion.id),
        "count": len(content.rules),
        "proven": sum(rule.id in proofs or bool(rule.tested_by) for rule in content.rules),
        "groups": tuple(
            RuleGroup(f"subject-{subject}", subject.replace("-", " ").capitalize(), tuple(rows))
            for subject, rows in groups.items()
        ),
    }
    return Page(f"{content.expansion.id}/rules.html", viewer.say("own-rules"), "rules.html.j2", values)


@dataclass(frozen=True, slots=True)
class RulingGroup:
    """The rulings of one file."""

    id: str
    title: str
    rulings: tuple[RulingView, ...]


def rulings(viewer: Viewer, content: items.Content) -> Page:
    """Return the FAQ of an expansion, by file."""
    groups: dict[str, list[RulingView]] = {}
    for ruling in viewer.reference.rulings:
        if ruling.expansion == content.expansion.id:
            file = ruling.span.path.rpartition("/")[2].partition(".")[0]
            groups.setdefault(file, []).append(viewer.views[ruling.expansion, ruling.id])
    values = {
        "expansion": viewer.expansion_link(content.expansion.id),
        "count": sum(len(listed) for listed in groups.values()),
        "groups": tuple(
            RulingGroup(f"file-{file}", file.replace("-", " ").capitalize(), tuple(listed))
            for file, listed in groups.items()
        ),
    }
    return Page(f"{content.expansion.id}/rulings.html", viewer.say("own-rulings"), "rulings.html.j2", values)


# --- ways to find things --------------------------------------------------------------------------------------------


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


DRAWN = (Role.RESOURCE, Role.COLOUR, Role.SYMBOL, Role.TOKEN)


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
    for deck in vocabulary.decks:
        yield Role.DECK, deck.id, say("word-deck") if deck.age is None else say("word-deck-of", number=deck.age)
    for line in vocabulary.lines:
        says = " ".join(viewer.speaker.clause(clause) for clause in line.effect)
        yield Role.LINE, line.id, says or say("word-line")


# --- what changes, and where it comes from --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeetingGroup:
    """What changes when some expansions are in play together."""

    id: str
    title: str
    changes: tuple[str, ...]
    items: tuple[Link, ...]
    rules: tuple[Link, ...]
    rulings: tuple[Link, ...]


def meeting_page(viewer: Viewer) -> Page:
    """Return what changes when expansions meet."""
    groups = []
    for meeting in viewer.meetings.meetings(sorted(viewer.reference.ids)):
        cards = [viewer.link(Role.CARD, target) for target in meeting.cards]
        boards = [viewer.link(Role.BOARD, target) for target in (*meeting.boards, *meeting.places)]
        views = [viewer.views.get((ruling.expansion, ruling.id)) for ruling in meeting.rulings]
        groups.append(
            MeetingGroup(
                "with-" + "-".join(meeting.expansions),
                meeting.title,
                tuple(change.text for change in meeting.changes),
                (*cards, *boards),
                tuple(viewer.rule_link(rule) for rule in meeting.rules),
                tuple(Link(view.question, view.href) for view in views if view is not None),
            )
        )
    return Page("meetings.html", viewer.say("menu-meetings"), "meetings.html.j2", {"groups": tuple(groups)})


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """One value that is ours."""

    item: Link
    field: str
    value: str
    place: str


@dataclass(frozen=True, slots=True)
class ProposedGroup:
    """The values of one expansion that are ours."""

    id: str
    expansion: Link
    provenance: str
    rows: tuple[ProposedRow, ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A rule that the rulebook leaves open, and what we decided."""

    rule: Link
    ambiguity: str
    decision: str


def provenance(viewer: Viewer) -> Page:
    """Return which values are ours, and what was decided on open points."""
    groups, points = [], []
    for content in viewer.reference.contents:
        id = content.expansion.id
        rows = tuple(
            ProposedRow(Link(view.name, view.href, view.is_foreign), source.field, source.value, source.place)
            for view in viewer.item_views
            if view.target.partition(".")[0] == id
            for source in view.sources
            if source.provenance == "proposed"
        )
        groups.append(ProposedGroup(f"expansion-{id}", viewer.expansion_link(id), content.expansion.provenance, rows))
        points += [
            OpenPoint(Link(rule.says, rule_place(id, rule.id)), rule.ambiguity, rule.decision)
            for rule in content.rules
            if rule.decision
        ]
    values = {"groups": tuple(groups), "points": tuple(points)}
    return Page("provenance.html", viewer.say("menu-provenance"), "provenance.html.j2", values)
