"""Tell of every key that may stand in the files of an expansion: one page for each kind of file.

What there is comes from the JSON Schemas, examples from content that is checked. What a key means
is said in English, as in the schemas that editors show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from stele.compiler.docs.langref.file_keys import FILES, FileKey, FilePart, Schema, parts_of
from stele.compiler.docs.langref.key_examples import KeyExample, examples
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.prose import inline
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front.schema_keys import KEY_PATTERNS

NO_EXAMPLE = KeyExample("", "")


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A row: a key, what its value is, whether it must be there, what it means, an example."""

    name: str
    id: str
    kind: Markup
    presence: Markup
    means: Markup
    example: KeyExample
    below: Link | None


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A table: one mapping and its keys."""

    id: str
    title: str
    means: Markup
    keys: tuple[ShownKey, ...]


def key_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield a page for each kind of file."""
    files = tuple(Link(name, address(kind)) for kind, name in FILES.items())
    for kind, name in FILES.items():
        values = {"parts": shown_parts(kind, viewer.speaker), "files": files, "about": about(kind)}
        yield Page(address(kind), viewer.speaker.say("keys.title", file=name), "keys.html.j2", values)


def address(kind: str) -> str:
    """Return the address of the page of a kind of file."""
    return f"keys-{kind}.html"


def about(kind: str) -> Markup:
    """Return what a kind of file is for."""
    return inline(str(parts_of(kind)[0].schema.get("description", "")))


def shown_parts(kind: str, speaker: Speaker) -> tuple[ShownPart, ...]:
    """Return what is told of a kind of file, in the words of a speaker."""
    return tuple(
        ShownPart(
            place_of(part.id),
            part.id or FILES[kind],
            inline("" if not part.id else str(part.schema.get("description", ""))),
            tuple(shown_key(kind, part, key, speaker) for key in part.keys),
        )
        for part in parts_of(kind)
    )


def shown_key(kind: str, part: FilePart, key: FileKey, speaker: Speaker) -> ShownKey:
    """Return what is told of a key."""
    named = written(key)
    example = examples(kind).get((part.id, key.name), NO_EXAMPLE)
    below = Link(key.leads_to, f"{address(kind)}#{place_of(key.leads_to)}") if key.leads_to else None
    place = place_of(f"{part.id}.{key.name if not key.is_pattern else 'any'}")
    return ShownKey(
        named, f"key-{place}", kind_of(key.schema, speaker), presence(key, speaker), inline(key.means), example, below
    )


def place_of(id: str) -> str:
    """Return where on its page a part stands."""
    return "".join(sign if sign.isalnum() else "-" for sign in id.replace("[]", "-each").replace("*", "any")) or "file"


def written(key: FileKey) -> str:
    """Return a key as it is written; of keys that an author chooses what they are like."""
    if not key.is_pattern:
        return key.name
    return KEY_PATTERNS.get(key.name.replace("\\Z", "$"), "...")


def presence(key: FileKey, speaker: Speaker) -> Markup:
    """Return whether a key must be there, or what holds without it."""
    if key.is_required:
        return inline(speaker.say("keys.required"))
    if "default" in key.schema:
        return inline(speaker.say("keys.default", value=json.dumps(key.schema["default"]).strip('"')))
    return inline(speaker.say("keys.optional"))


def kind_of(schema: Schema, speaker: Speaker) -> Markup:
    """Return what kind of value belongs to a key."""
    if "enum" in schema:
        return inline(speaker.say("keys.one-of", values=", ".join(f"`{value}`" for value in schema["enum"])))
    types = schema.get("type", "string")
    listed = [types] if isinstance(types, str) else list(types)
    or_ = speaker.say("keys.or")
    return inline(f" {or_} ".join(type_text(one, schema, speaker) for one in listed if one != "null"))


def type_text(kind: str, schema: Schema, speaker: Speaker) -> str:
    """Return one type of value, with its bounds."""
    least, most = schema.get("minimum"), schema.get("maximum")
    title = str(schema.get("items", {}).get("title", schema.get("title", "")))
    if kind == "integer" and least is not None and most is not None:
        return speaker.say("keys.integer-from-to", least=least, most=most)
    if title in SENTENCES and kind in ("string", "array"):
        return speaker.say(f"keys.{SENTENCES[title]}{'s' if kind == 'array' else ''}")
    if title == "Id" or (kind == "string" and "pattern" in schema and "id of" in str(schema.get("description", ""))):
        return speaker.say("keys.id")
    return speaker.say(f"keys.{kind}")


SENTENCES = {"Effect": "clause", "Clause": "clause", "Cost": "cost"}


def key_lines(viewer: Viewer) -> Iterator[str]:
    """Yield the lines of all keys as Markdown."""
    say = viewer.speaker.say
    yield from (f"# {say('keys.all')}", "", say("keys.lead"), "")
    for kind, name in FILES.items():
        yield from (f"## {name}", "", str(parts_of(kind)[0].schema.get("description", "")), "")
        for part in parts_of(kind):
            if part.id:
                yield from (f"### `{part.id}`", "", str(part.schema.get("description", "")), "")
            for key in part.keys:
                presence_text = presence(key, viewer.speaker).striptags()
                value = kind_of(key.schema, viewer.speaker).striptags()
                yield f"- `{written(key)}` ({value}; {presence_text}): {key.means}"
                shown = examples(kind).get((part.id, key.name), NO_EXAMPLE).text.splitlines()
                yield from (f"  {line}" for line in ["", "```yaml", *shown, "```", ""] if shown)
            yield ""
