"""Check the shape of documents against the JSON Schemas in `grammar/schema`.

An unknown key, a missing field or a value of the wrong kind becomes a diagnostic at its place. What
is unsound is left out of the later stages; what is sound goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from stele.compiler.common.codes import E0201, E0202, E0206
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.front.fast_validate import FastValidator
from stele.compiler.front.folder import Folder
from stele.compiler.front.path_data import fault
from stele.compiler.front.schema_errors import NEEDS, explain
from stele.compiler.front.schema_keys import BELONGS
from stele.compiler.front.source import Document, Node, YamlMapping, YamlPath, YamlSequence, plain

FORMATS = FormatChecker(formats=())
FORMATS.checks("path-data")(lambda value: not isinstance(value, str) or fault(value) is None)


@dataclass(frozen=True, slots=True)
class ValidatedDocument:
    """A document whose shape is known; `unsound` are the paths that later stages must not read."""

    document: Document
    unsound: frozenset[YamlPath]

    def is_sound(self, *path: str | int) -> bool:
        """Tell whether nothing at, above or below this path is wrong."""
        return not any(path[: len(bad)] == bad[: len(path)] for bad in self.unsound)

    def is_listed(self) -> bool:
        """Tell whether at least the names that the document declares can be told."""
        return () not in self.unsound and not any(len(bad) == 1 for bad in self.unsound)


def validate(folder: Folder, found: list[Diagnostic]) -> list[ValidatedDocument]:
    """Return the folder's documents with what is unsound in them; problems are added to `found`."""
    return [validate_document(document, found) for document in folder.documents]


shaped_before: Memo[tuple[frozenset[YamlPath], list[Diagnostic]]] = Memo()


def validate_document(document: Document, found: list[Diagnostic]) -> ValidatedDocument:
    """Check one document."""
    kept = shaped_before.get(document)
    if kept is None:
        own: list[Diagnostic] = []
        kept = (unsound_in(document, own), own)
        shaped_before.keep(document, kept)
    found.extend(kept[1])
    return ValidatedDocument(document, kept[0])


def unsound_in(document: Document, found: list[Diagnostic]) -> frozenset[YamlPath]:
    """Return the paths of a document that are not as they must be."""
    if document.root is None:
        return frozenset({()})
    unsound: set[YamlPath] = set()
    complaints: list[tuple[YamlPath, Diagnostic]] = []
    schema = validator(document.kind).schema
    definitions = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    for error in validator(document.kind).iter_errors(plain(document.root)):
        path = tuple(error.absolute_path)
        # Beside a key of a file that does not belong there, the others are read.
        strange = (
            {(key,) for key in error.instance if key not in error.schema["properties"]} if is_strange(error) else {}
        )
        unsound.update(strange or {path})
        node = node_at(document.root, path)
        complaints += [(path, diagnostic) for diagnostic in explain(error, node, path, definitions)]
    found.extend(without_echoes(complaints))
    return frozenset(unsound)


def is_strange(error: ValidationError) -> bool:
    """Tell whether a complaint is about keys of a whole file that do not belong there."""
    return not error.absolute_path and error.validator == "additionalProperties" and isinstance(error.schema, dict)


def without_echoes(complaints: list[tuple[YamlPath, Diagnostic]]) -> Iterator[Diagnostic]:
    """Yield the complaints that do not follow from another one."""
    # A misspelt key is missing under its right name too, and so is the key under which another one
    # belongs; that is no news.
    meant = {(path, d.help.split("`")[1]) for path, d in complaints if d.code is E0201 and is_meant(d)}
    # What stands under a key of its own was to be the effect.
    meant |= {(path, "effect") for path, d in complaints if d.code is E0201 and "`effect" in d.help}
    lacking = {path for path, d in complaints if d.code is E0202}
    moved: set[tuple[YamlPath, str]] = set()
    for path, d in complaints:
        if d.code is E0202 and (path, d.message.split("`")[1]) in meant:
            continue
        if d.code is E0206 and path in lacking and NEEDS in d.message:
            continue  # with the missing key it is long enough
        if d.code is E0201 and d.help.startswith(BELONGS):
            if (path, d.help) in moved:
                continue  # one of them is enough to tell
            moved.add((path, d.help))
        yield d


def is_meant(diagnostic: Diagnostic) -> bool:
    """Tell whether a finding about a key names the one that is meant."""
    return diagnostic.help.startswith(("did you", "the key", BELONGS))


@cache
def validator(kind: str) -> Draft202012Validator:
    """Return the validator for one kind of file."""
    text = (files("stele.grammar") / "schema" / f"{kind}.json").read_text(encoding="utf-8")
    schema = whole_texts(json.loads(text))
    fast = FastValidator(schema, FORMATS)

    # Of most files nearly everything fits; the validator, which can tell what is wrong, looks only
    # at the rest.
    def items(validator: Any, part: Any, instance: Any, _: object) -> Iterator[ValidationError]:
        for index, item in enumerate(instance if isinstance(instance, list) else ()):
            if not fast.fits(item, part):
                yield from validator.descend(item, part, path=index)

    def properties(validator: Any, parts: Any, instance: Any, _: object) -> Iterator[ValidationError]:
        for name, part in parts.items() if isinstance(instance, dict) else ():
            if name in instance and not fast.fits(instance[name], part):
                yield from validator.descend(instance[name], part, path=name, schema_path=name)

    extended: Any = extend  # its types are not told
    quick = extended(Draft202012Validator, {"items": items, "properties": properties})
    found: Draft202012Validator = quick(schema, format_checker=FORMATS)
    return found


def whole_texts(schema: Any) -> Any:
    """Return a schema whose patterns are true of whole texts.

    A pattern ends in `$`, which every editor understands; Python lets a line break follow it.
    """
    match schema:
        case dict():
            return {
                (END.sub(r"\\Z", key) if key.startswith("^") else key): (
                    END.sub(r"\\Z", part) if key == "pattern" and isinstance(part, str) else whole_texts(part)
                )
                for key, part in schema.items()
            }
        case list():
            return [whole_texts(part) for part in schema]
        case _:
            return schema


END = re.compile(r"\$\Z")


def node_at(root: Node, path: YamlPath) -> Node:
    """Return the node at a path."""
    node = root
    for step in path:
        if isinstance(node, YamlMapping) and isinstance(step, str):
            found = node.get(step)
            assert found is not None
            node = found
        else:
            assert isinstance(node, YamlSequence)
            assert isinstance(step, int)
            node = node.items[step]
    return node
