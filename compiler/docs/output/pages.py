"""A page is data and a template; rendering makes bytes of it, the same for the same data.

Everything that comes from content is escaped by the templates; only pictures of our own drawing are
markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from stele.compiler.docs.assets import environment, folder
from stele.compiler.docs.model.addresses import root_of
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, RulingView
from stele.compiler.docs.output.page_keys import PageKeys
from stele.compiler.docs.text.speech import Speaker


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a site have in common."""

    speaker: Speaker
    title: str
    hint: str  # what can be searched for
    menu: Sequence[Link]
    parts: dict[tuple[str, ...], Markup] = field(default_factory=dict, compare=False, repr=False)
    keys: PageKeys = field(default_factory=PageKeys, compare=False, repr=False)

    def render(self, page: Page) -> str:
        """Return the text of a page."""
        root = root_of(page.path)
        template = environment().get_template(page.template)
        return template.render(
            page.values,
            path=page.path,
            root=root,
            page_title=page.title,
            site_title=self.title,
            top=self.top(root, page.path),
            ruling=partial(self.ruling, root),
            language=self.speaker.language,
            foreign=self.foreign,
            say=self.speaker.say,
        )

    @property
    def foreign(self) -> bool:
        """Tell whether content, which is English, is in another language than the pages."""
        return self.speaker.language != "en"

    def top(self, root: str, path: str) -> Markup:
        """Return what stands above the content of a page.

        The same for all pages of a folder that the menu does not name.
        """
        current = path if path in {link.href for link in self.menu} else ""
        key = ("top", root, current)
        if key not in self.parts:
            values = {"root": root, "path": current, "site_title": self.title, "hint": self.hint, "menu": self.menu}
            template = environment().get_template("top.html.j2")
            self.parts[key] = Markup(template.render(values, say=self.speaker.say))
        return self.parts[key]

    def ruling(self, root: str, view: RulingView) -> Markup:
        """Return a ruling; the pages of its items show it too."""
        key = ("ruling", root, view.expansion, view.id)
        if key not in self.parts:
            macros = environment().get_template("parts.html.j2").module
            self.parts[key] = macros.ruling(view, self.speaker.say, root, self.foreign)  # type: ignore[attr-defined]
        return self.parts[key]

    def key(self, page: Page) -> str:
        """Return a hash that changes when anything does that a page is made of."""
        frame = (self.speaker.language, self.title, self.hint, self.menu)
        return self.keys.key((page.path, page.title, page.template, page.values, frame))


def static_files() -> dict[str, bytes]:
    """Return the files that lie beside the pages, by their address."""
    return {f"static/{file.name}": file.read_bytes() for file in sorted((folder() / "static").iterdir())}
