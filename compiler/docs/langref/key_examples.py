"""Find an example of every key of every kind of file, in content that is checked: what comes with
Stele, the guide, the recipes, and a small expansion for what none of these use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import text_of
from stele.compiler.docs.langref.file_keys import FILES, FileKey, FilePart, parts_of
from stele.compiler.docs.text.assets import folder
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.folder import files_of
from stele.compiler.front.schema import validator
from stele.compiler.front.source import Node, Scalar, YamlEntry, YamlMapping, YamlSequence, compose

KEYS = "keys"  # the folder of the small expansion
BOOKS = ("guide", "recipes")
WIDE = 150  # so many letters of a whole mapping are shown beside its key
MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class KeyExample:
    """A stretch of a file that has a key, and where it stands."""

    text: str
    file: str


Examples = Mapping[tuple[str, str], KeyExample]  # by part and key


@dataclass(frozen=True, slots=True)
class KeySource:
    """A file in which examples are looked for."""

    kind: str
    name: str
    content: str


def sources() -> Iterator[KeySource]:
    """Yield all files in which examples are looked for, the plainest first."""
    for book in BOOKS:
        text = (folder() / f"{book}.md").read_text(encoding="utf-8")
        for block in re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            name = block.splitlines()[0].removeprefix("# ")
            yield KeySource(kind_at(name), f"{book}.md: {name}", block)
    for place in (folder() / KEYS, *shipped_folders()):
        for kind, file in files_of(place, "", []):
            yield KeySource(kind, f"{place.name}/{file.relative_to(place).as_posix()}", read(file))


def kind_at(name: str) -> str:
    """Return which kind of file one is, by its place in the folder of an expansion."""
    parts = name.split("/")[1:]
    return parts[0] if len(parts) > 1 and parts[0] in FILES else parts[-1].removesuffix(".yaml")


def read(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text(encoding="utf-8")


@cache
def examples(kind: str) -> Examples:
    """Return the example of every key of a kind of file that has one: the shortest."""
    found: dict[tuple[str, str], KeyExample] = {}
    for source in (one for one in sources() if one.kind == kind):
        unread: list[Diagnostic] = []
        root = compose(text_of(source.name, source.content), unread)
        for key, example in Looking(kind, source).inside(root):
            if key not in found or worth(example) < worth(found[key]):
                found[key] = example
    return found


def worth(example: KeyExample) -> tuple[bool, int]:
    """Return what makes one example better than another: whole mappings in one line, the shorter
    ones first.
    """
    return not example.text.startswith("{"), len(example.text)


class Looking:
    """Looks for keys in one file."""

    def __init__(self, kind: str, source: KeySource) -> None:
        self.whole = validator(kind).schema
        self.source = source
        parts = parts_of(kind)
        self.parts = {part.id: part for part in parts}

    def inside(self, root: Node) -> Iterator[tuple[tuple[str, str], KeyExample]]:
        """Yield all keys of the file, each with what is shown of it."""
        yield from self.part(root, self.parts[""])

    def part(self, node: Node, part: FilePart) -> Iterator[tuple[tuple[str, str], KeyExample]]:
        """Yield the keys of a mapping, or of those of a list, and of what lies below them."""
        for item in node.items if isinstance(node, YamlSequence) else ():
            yield from self.part(item, part)
        for entry in node.entries if isinstance(node, YamlMapping) else ():
            key = meant(entry.key, part)
            if key is not None and isinstance(node, YamlMapping):
                yield (part.id, key.name), KeyExample(self.shown(node, entry), self.source.name)
                if key.leads_to:
                    yield from self.part(entry.value, self.parts[key.leads_to])

    def shown(self, node: YamlMapping, entry: YamlEntry) -> str:
        """Return the mapping if it stands in one short line, else the key with its value."""
        content = self.source.content
        whole = content[node.start : node.end]
        if whole.startswith("{") and "\n" not in whole and len(whole) <= WIDE:
            return whole
        line = content.rfind("\n", 0, entry.key.start) + 1
        indent = " " * (entry.key.start - line)
        lines = dedent(indent + content[entry.key.start : entry.value.end]).rstrip().splitlines()
        return "\n".join([*lines[:MOST_LINES], *(["..."] if len(lines) > MOST_LINES else [])])


def meant(key: Scalar, part: FilePart) -> FileKey | None:
    """Return which key of a part one is."""
    named = next((one for one in part.keys if not one.is_pattern and one.name == key.text), None)
    return named or next((one for one in part.keys if one.is_pattern and re.search(one.name, key.text)), None)
