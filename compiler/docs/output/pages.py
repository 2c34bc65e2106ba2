"""A page is data and a template; rendering makes bytes of it, the same for the same data.

Everything that comes from content is escaped by the templates; only pictures of our own drawing are markup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from stele.compiler.docs.assets import environment, folder
from stele.compiler.docs.model.addresses import root_of
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link
from stele.compiler.docs.text.speech import Speaker


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a site have in common."""

    speaker: Speaker
    title: str
    hint: str  # what can be searched for
    menu: Sequence[Link]

    def render(self, page: Page) -> str:
        """Return the text of a page."""
        return (
            environment()
            .get_template(page.template)
            .render(
                page.values,
                path=page.path,
                root=root_of(page.path),
                page_title=page.title,
                site_title=self.title,
                hint=self.hint,
                menu=self.menu,
                language=self.speaker.language,
                foreign=self.speaker.language != "en",
                say=self.speaker.say,
            )
        )

    def key(self, page: Page) -> str:
        """Return a hash that changes when anything does that a page is made of."""
        made_of = (page.path, page.title, page.template, sorted(page.values.items()), self.title, self.hint, self.menu)
        digest = hashlib.sha256(repr((self.speaker.language, made_of)).encode())
        return digest.hexdigest()


def static_files() -> dict[str, bytes]:
    """Return the files that lie beside the pages, by their address."""
    return {f"static/{file.name}": file.read_bytes() for file in sorted((folder() / "static").iterdir())}
