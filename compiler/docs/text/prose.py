"""Prose of our own as markup: the Markdown of the guide, and words between backticks in phrases.

HTML in a text is shown as text, and a link can only lead to a page or a place on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a text and its place on the page."""

    level: int
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A text as markup, and its headings."""

    body: Markup
    headings: tuple[Heading, ...]


def inline(text: str) -> Markup:
    """Return a phrase with what stands between backticks as code.

    Words of the language, whatever language the page speaks.
    """
    parts = re.split(r"`([^`]*)`", text)
    code = Markup('<code lang="en">{}</code>')
    return Markup().join(code.format(part) if number % 2 else part for number, part in enumerate(parts))


def prose(text: str) -> Prose:
    """Return a Markdown text as markup.

    Headings can be linked to, long lines of code and wide tables scroll by themselves.
    """
    reader = MarkdownIt("commonmark", {"html": False, "highlight": code}).enable("table")
    tokens = reader.parse(text)
    headings = []
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            plain = re.sub(r"[`*]", "", content.content)
            heading = Heading(int(token.tag[1:]), plain, re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-"))
            token.attrSet("id", heading.id)
            headings.append(heading)
    body = str(reader.renderer.render(tokens, reader.options, {}))
    body = body.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Prose(Markup(body), tuple(headings))


def code(text: str, language: str, _: str) -> str:
    """Return a block of code, which scrolls by itself."""
    return str(Markup('<pre class="code {}" tabindex="0"><code>{}</code></pre>').format(language, text))
