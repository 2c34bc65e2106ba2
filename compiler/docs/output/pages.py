"""A page is data and a template; rendering makes bytes of it, the same for the same data.

Everything that comes from content is escaped by the templates; only pictures of our own drawing are
markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stele.compiler.docs.model.addresses import root_of
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link
from stele.compiler.docs.output.page_keys import PageKeys
from stele.compiler.docs.output.shared_parts import SharedParts
from stele.compiler.docs.text.assets import environment, folder
from stele.compiler.docs.text.speech import Speaker


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a site have in common."""

    speaker: Speaker
    title: str
    hint: str  # what can be searched for
    menu: Sequence[Link]
    parts: dict[str, SharedParts] = field(default_factory=dict, compare=False, repr=False)  # by root
    keys: PageKeys = field(default_factory=PageKeys, compare=False, repr=False)

    def render(self, page: Page) -> str:
        """Return the text of a page."""
        root = root_of(page.path)
        parts = self.parts.setdefault(root, SharedParts(root, self.speaker))
        template = environment().get_template(page.template)
        return template.render(
            page.values,
            path=page.path,
            root=root,
            page_title=page.title,
            site_title=self.title,
            top=parts.top(page.path, self.title, self.hint, self.menu),
            link=parts.link,
            links=parts.links,
            ruling=parts.ruling,
            language=self.speaker.language,
            foreign=self.speaker.language != "en",
            say=self.speaker.say,
        )

    def key(self, page: Page) -> str:
        """Return a hash that changes when anything does that a page is made of."""
        frame = (self.speaker.language, self.title, self.hint, self.menu)
        return self.keys.key((page.path, page.title, page.template, page.values, frame))


def static_files() -> dict[str, bytes]:
    """Return the files that lie beside the pages, by their address."""
    return {f"static/{file.name}": file.read_bytes() for file in sorted((folder() / "static").iterdir())}
