"""Parts that many pages of a folder show alike: links, rulings and what stands above the content.

Each is rendered once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from stele.compiler.docs.model.views import Link, RulingView
from stele.compiler.docs.text.assets import environment
from stele.compiler.docs.text.speech import Speaker


class SharedParts:
    """The parts for pages from which `root` leads to the folder of the site."""

    def __init__(self, root: str, speaker: Speaker) -> None:
        self.root = root
        self.speaker = speaker
        self.made_links: dict[Link, Markup] = {}
        self.made_rulings: dict[tuple[str, str], Markup] = {}
        self.made_tops: dict[str, Markup] = {}

    def link(self, to: Link) -> Markup:
        """Return a link; what leads nowhere is its text."""
        made = self.made_links.get(to)
        if made is None:
            text, language = escape(to.text), ' lang="en"' if to.is_foreign else ""
            href = escape(self.root + to.href)
            made = Markup(f'<a href="{href}"{language}>{text}</a>') if to.href else text
            self.made_links[to] = made
        return made

    def links(self, listed: Iterable[Link]) -> Markup:
        """Return links one after another."""
        return Markup(", ".join([self.link(to) for to in listed]))

    def ruling(self, view: RulingView) -> Markup:
        """Return a ruling; the pages of its items show it too."""
        name = (view.expansion, view.id)
        if name not in self.made_rulings:
            template = environment().get_template("ruling.html.j2")
            values = {"root": self.root, "links": self.links, "foreign": self.speaker.language != "en"}
            self.made_rulings[name] = Markup(template.render(values, one=view, say=self.speaker.say))
        return self.made_rulings[name]

    def top(self, path: str, title: str, hint: str, menu: Sequence[Link]) -> Markup:
        """Return what stands above the content of a page: search and menu, in which it is
        marked.
        """
        current = path if path in {link.href for link in menu} else ""
        if current not in self.made_tops:
            template = environment().get_template("top.html.j2")
            values = {"root": self.root, "path": current, "site_title": title, "hint": hint, "menu": menu}
            self.made_tops[current] = Markup(template.render(values, say=self.speaker.say))
        return self.made_tops[current]
