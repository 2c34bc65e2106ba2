"""The clause language and the messages as Markdown.

The same data as the pages, for readers without a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.docs.langref.constructs import SECTIONS
from stele.compiler.docs.langref.language import Writer, title
from stele.compiler.docs.langref.messages import STAGES, messages
from stele.compiler.docs.model.views import Viewer
from stele.compiler.tools import error_pages


def language_lines(viewer: Viewer) -> Iterator[str]:
    """Yield the lines of the clause language.

    Each construct with its meaning, how it is written, and examples.
    """
    say, writer = viewer.speaker.say, Writer(viewer)
    yield from (f"# {say('language.title')}", "")
    for section in writer.sections():
        yield from (f"## {section.title}", "", say(f"language.about-{section.id}"), "")
        for node in SECTIONS[section.id]:
            entry = next(entry for entry in section.entries if entry.node == node)
            yield from (f"### {title(viewer.speaker, node)}", "", say(f"language.means-{node}"), "")
            yield from fenced("\n".join(form.striptags() for form in entry.forms), "text")
            for example in entry.examples:
                yield f"- `{example.shown.text}`: {example.shown.sentence}"
            yield ""


def message_lines(viewer: Viewer) -> Iterator[str]:
    """Yield the lines of the catalogue.

    Each code with what it means, an example, its message, and the example put right.
    """
    say, earned = viewer.speaker.say, messages(viewer.reference.memory)
    yield from (f"# {say('messages.title')}", "")
    for digit, stage in STAGES.items():
        yield from (f"## {say(f'messages.stage-{stage}')}", "")
        for id, page in error_pages.pages().items():
            if id[2] != digit:
                continue
            yield from (f"### {id}: {page.code.about}", "", page.means.strip(), "", page.why.strip(), "")
            yield from files(page.bad)
            yield from fenced(earned[id], "text")
            yield from files(page.good)


def files(listed: tuple[error_pages.ExampleFile, ...]) -> Iterator[str]:
    """Yield the files of an example; a text that stands there many times is shown once."""
    for file in listed:
        times = f", {file.times} times" if file.times > 1 else ""
        yield from (f"`{file.name}`{times}", "")
        yield from fenced(file.text + file.then, "yaml")


def fenced(text: str, language: str) -> Iterator[str]:
    """Yield a block of code, behind more backticks than it holds itself."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    yield from (f"{ticks}{language}", text.rstrip("\n"), ticks, "")
