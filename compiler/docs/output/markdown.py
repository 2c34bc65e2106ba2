"""The reference as Markdown.

One file for each expansion, for the language and for messages, and one that leads to them. Text of
content is escaped, so that it is read as text: `*` stays a star, `<b>` is no tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.docs.langref.handbook import language_lines, message_lines
from stele.compiler.docs.langref.key_pages import key_lines
from stele.compiler.docs.model.listings import ListingEntry, counts, entries
from stele.compiler.docs.model.reference import Reference
from stele.compiler.docs.model.views import Effect, Link, RulingView, Viewer
from stele.compiler.docs.output.guide import BOOKS, guide_text
from stele.compiler.docs.output.writing import OutputFile, piece
from stele.compiler.docs.text.flow_text import Point, flow_sections
from stele.compiler.docs.text.phrasing import counted
from stele.compiler.docs.text.turn_text import turn_sections
from stele.compiler.front import items

SIGNS = re.compile(r"([\\`*_\[\]<>#|~&])")


def markdown(reference: Reference) -> dict[str, OutputFile]:
    """Return every file of the reference in Markdown, by its name."""
    viewer = Viewer(reference)
    made = {"index.md": piece(markdown_text(start(viewer)))}
    listed = entries(viewer)
    for content in reference.contents:
        own = [entry for entry in listed if entry.content is content]
        made[f"{content.expansion.id}.md"] = piece(markdown_text(expansion(viewer, content, own)))
    made |= {f"{book}.md": piece(guide_text(book)) for book in BOOKS}
    made["turn.md"] = piece(markdown_text(turn(viewer)))
    made["language.md"] = piece(markdown_text(language_lines(viewer)))
    made["keys.md"] = piece(markdown_text(key_lines(viewer)))
    made["errors.md"] = piece(markdown_text(message_lines(viewer)))
    return made


def markdown_text(lines: Iterator[str]) -> str:
    """Return lines as a file; never two empty ones in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def escaped(text: str) -> str:
    """Return a text so that Markdown shows it as it is, in one line."""
    flat = " ".join(text.split())
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-+=])", r"\\\1", SIGNS.sub(r"\\\1", flat)))


def code(text: str) -> str:
    """Return a text in backticks, more of them than it holds itself."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}" if longest else f"`{text}`"


def start(viewer: Viewer) -> Iterator[str]:
    """Yield the lines of the first file."""
    yield from (f"# {escaped(viewer.say('title'))}", "", escaped(viewer.say("start-lead")), "")
    for content in viewer.reference.contents:
        id = content.expansion.id
        yield f"- [{escaped(viewer.expansion_link(id).text)}]({id}.md): {escaped(counts(viewer, content))}"
    yield from ("", f"## {escaped(viewer.say('menu-flow'))}", "")
    for section in flow_sections(viewer.reference.composed, viewer.speaker):
        yield from (f"### {escaped(section.title)}", "", *points(section.points, section.is_ordered), "")
    further = {"turn": "turn.title", "language": "language.title", "keys": "keys.all", "errors": "messages.title"}
    for file, key in {**{book: f"site.menu-{book}" for book in BOOKS}, **further}.items():
        yield f"- [{escaped(viewer.speaker.say(key))}]({file}.md)"
    yield from ("", escaped(viewer.say("unofficial")))


def turn(viewer: Viewer) -> Iterator[str]:
    """Yield the lines of the order of a turn."""
    yield from (f"# {escaped(viewer.speaker.say('turn.title'))}", "", escaped(viewer.speaker.say("turn.lead")), "")
    for section in turn_sections(viewer.reference.composed, viewer.speaker):
        said = (line.replace("\\`", "`") for line in points(section.points, section.is_ordered))
        yield from (f"## {escaped(section.title)}", "", *said, "")


def points(listed: tuple[Point, ...], is_ordered: bool, indent: str = "") -> Iterator[str]:
    """Yield the lines of a list with lists inside it."""
    for point in listed:
        yield f"{indent}{'1.' if is_ordered else '-'} {escaped(point.text)}"
        yield from points(point.inner, point.is_step, indent + "   ")


def expansion(viewer: Viewer, content: items.Content, own: list[ListingEntry]) -> Iterator[str]:
    """Yield the lines of one expansion's file."""
    yield from (f"# {escaped(viewer.expansion_link(content.expansion.id).text)}", "")
    yield from (escaped(counts(viewer, content)), "")
    for section in flow_sections([content], viewer.speaker, viewer.reference.contents):
        yield from (f"## {escaped(section.title)}", "", *points(section.points, section.is_ordered), "")
    for entry in own:
        yield from item(viewer, entry)
    yield from (f"## {escaped(viewer.say('own-rules'))}", "")
    for rule in content.rules:
        yield f"- {code(rule.id)} {escaped(rule.says)}"
        if rule.decision:
            yield f"  {escaped(viewer.say('decision'))} {escaped(rule.decision)}"
    listed = [viewer.views[r.expansion, r.id] for r in viewer.reference.rulings if r.expansion == content.expansion.id]
    yield from ("", f"## {escaped(viewer.say('own-rulings'))}", "")
    for ruling in listed:
        yield from ruling_lines(viewer, ruling)


def item(viewer: Viewer, entry: ListingEntry) -> Iterator[str]:
    """Yield the lines of one item."""
    view = entry.view
    yield from (f"## {escaped(view.name)}", "")
    facts = [labelled(viewer, name, escaped(value)) for name, value in view.facts]
    chained = chains_of(view.chained_from, view.leads_to)
    facts += [labelled(viewer, viewer.say(key), links(to)) for key, to in chained]
    if len({copies for _, copies in view.copies}) == 1:
        facts.append(escaped(counted(viewer.speaker, "site.same-copies", view.copies[0][1])))
    elif view.copies:
        numbers = ", ".join(labelled(viewer, str(players), str(copies)) for players, copies in view.copies)
        facts.append(labelled(viewer, f"{viewer.say('copies')} ({viewer.say('players')})", numbers))
    if view.is_proposed:
        facts.append(f"**{escaped(viewer.say('provenance-proposed'))}**")
    yield from (" · ".join(facts), "")
    for change in view.changed:
        yield from (f"**{escaped(change)}**", "")
    for section in view.sections:
        if section.title:
            yield from (f"**{escaped(section.title)}**", "")
        if section.price is not None:
            yield f"- {labelled(viewer, viewer.say('cost'), escaped(section.price.sentence))}"
        yield from (f"- {escaped(line)}" for line in section.lines)
        yield from (effect_line(effect) for effect in section.effects)
        for number, choice in enumerate(section.choices, 1):
            yield from (f"- {number}: {effect_line(effect)[2:]}" for effect in choice)
        yield ""
    yield from (f"- {escaped(limit.text)}" for limit in view.limits)
    if view.note:
        yield from ("", escaped(view.note))
    yield ""


def chains_of(chained: tuple[Link, ...], leads: tuple[Link, ...]) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """Yield the chains that an item has, with the key of their phrase."""
    if chained:
        yield "chained-from", chained
    if leads:
        yield "leads-to", leads


def links(listed: tuple[Link, ...]) -> str:
    """Return the names of items as a list."""
    return ", ".join(escaped(link.text) for link in listed)


def labelled(viewer: Viewer, label: str, text: str) -> str:
    """Return something behind what it is and a colon, as the language sets it.

    The text may be marked up.
    """
    return viewer.say("labelled", label=escaped(label), text=text)


def effect_line(effect: Effect) -> str:
    """Return one effect: its sentence and its clause."""
    return f"- {escaped(effect.sentence)} {code(effect.clause)}"


def ruling_lines(viewer: Viewer, ruling: RulingView) -> Iterator[str]:
    """Yield the lines of one ruling: question, answer and scene."""
    yield from (f"### {escaped(ruling.question)}", "", escaped(ruling.answer), "")
    if ruling.apart:
        yield from (f"**{escaped(ruling.apart)}**", "")
    scene = ruling.scene
    told = {
        "given": [line.text for line in scene.given],
        "when": scene.when,
        "then": [line.text for line in scene.then],
    }
    yield from (f"- {labelled(viewer, viewer.say(key), escaped(' '.join(said)))}" for key, said in told.items() if said)
    yield ""
