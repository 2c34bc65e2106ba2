"""An expansion whose every text is an attack: made from a sound one by the schemas, so that no text
field is forgotten.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

MARKUP = (
    "<script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    '"><svg onload=window.ran=1>',
    "</script><b>{{ 7*7 }}</b>",
    "' onfocus=window.ran=1 a='",
    "&lt;i&gt; {% raw %} ${ran=1}",
)


Shape = dict[str, Any]


class Loader(yaml.CSafeLoader):
    """Reads `on` as the key that it is here, not as a truth."""


Loader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in listed if letter not in "oO" or tag != "tag:yaml.org,2002:bool"]
    for letter, listed in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class Spoiler:
    """Puts markup into texts, and knows which it has made and of which schemas."""

    def __init__(self, among: set[str]) -> None:
        self.among = among  # the expansions of the site
        self.texts: list[str] = []
        self.foreign: list[str] = []  # those of files of languages
        self.met: set[int] = set()  # ids of the schemas of texts

    def copy(self, sound: Path, folder: Path) -> None:
        """Copy an expansion with markup in every text."""
        shutil.copytree(sound, folder)
        for file in sorted(folder.rglob("*.yaml")):
            kind = {folder.name: file.stem, "languages": "language"}.get(file.parent.name, file.parent.name)
            schema = schema_of(kind)
            before = len(self.texts)
            read = yaml.load(file.read_text(encoding="utf-8"), Loader)
            if kind == "rulings":  # those about expansions that are not there are on no page
                read["rulings"] = [one for one in read["rulings"] if set(one.get("with", ())) <= self.among]
                if not read["rulings"]:
                    file.unlink()
                    continue
            document = self.spoil(read, schema, schema)
            file.write_text(
                yaml.dump(document, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False), encoding="utf-8"
            )
            if kind == "language":
                self.foreign += self.texts[before:]
                del self.texts[before:]

    def spoil(self, value: Any, schema: Shape, whole: Shape) -> Any:
        """Return a value of a file with markup in every text that its schema leaves free."""
        shapes = list(shapes_of(schema, whole))
        match value:
            case dict():
                known = {key: inner for shape in shapes for key, inner in shape.get("properties", {}).items()}
                rest: Shape = next((s["additionalProperties"] for s in shapes if s.get("additionalProperties")), {})
                return {key: self.spoil(one, known.get(key, rest), whole) for key, one in value.items()}
            case list():
                inner: Shape = next((shape["items"] for shape in shapes if "items" in shape), {})
                return [self.spoil(one, inner, whole) for one in value]
            case str():
                free = next((shape for shape in shapes if is_free(shape)), None)
                return value if free is None else self.text(value, free)
            case _:
                return value

    def text(self, value: str, shape: Shape) -> str:
        """Return a text with as much markup as it may hold."""
        self.met.add(id(shape))
        most = shape["maxLength"]
        made = f"{MARKUP[len(self.texts) % len(MARKUP)]} {value}"
        made = f"{' '.join(MARKUP)} {value}" if most > 300 else made
        self.texts.append(made[:most].strip())
        return self.texts[-1]


@cache
def schema_of(kind: str) -> Shape:
    """Return the schema of a kind of file."""
    schema: Shape = json.loads((ROOT / "grammar" / "schema" / f"{kind}.json").read_text(encoding="utf-8"))
    return schema


def texts_of(schema: object, path: str) -> Iterator[tuple[str, Shape]]:
    """Yield the schemas of all texts, with their paths."""
    if isinstance(schema, list):
        schema = dict(enumerate(schema))
    if isinstance(schema, dict):
        if is_free(schema):
            yield path, schema
        for key, inner in schema.items():
            yield from texts_of(inner, f"{path}.{key}")


def shapes_of(schema: Shape, whole: Shape) -> Iterator[Shape]:
    """Yield a schema and all that it may stand for."""
    if "$ref" in schema:
        target = whole
        for key in schema["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        yield from shapes_of(target, whole)
    yield schema
    for key in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(key, ()):
            yield from shapes_of(one, whole)


def is_free(shape: Shape) -> bool:
    """Tell whether a schema is that of a text for readers: no pattern, no list of words, no
    clause.
    """
    return (
        shape.get("type") == "string"
        and not {"pattern", "enum", "const", "format"} & shape.keys()
        and "maxLength" in shape
        and shape.get("title") not in ("Clause", "Cost", "Effect")
    )
