"""The words of the reference that are not sentences of clauses.

One table of phrases for each language. `phrases("en")["item.copies"]` is a text with `{places}` for
values; the tables are data in `words/<language>/*.yaml`, one file for each subject, and a test
holds the languages in step.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import yaml

from stele.compiler.docs.text.assets import folder
from stele.compiler.front.folder import LANGUAGES as OTHER_LANGUAGES
from stele.compiler.front.source import Parser

LANGUAGES = ("en", *OTHER_LANGUAGES)


@cache
def phrases(language: str) -> Mapping[str, str]:
    """Return all phrases of a language, by `subject.key`."""
    found: dict[str, str] = {}
    for file in sorted((folder() / "words" / language).glob("*.yaml")):
        table = yaml.load(file.read_text(encoding="utf-8"), Loader=Parser)
        found.update({f"{file.stem}.{key}": str(text) for key, text in table.items()})
    return found
