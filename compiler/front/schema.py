"""Check the shape of documents against the JSON Schemas in `grammar/schema`.

An unknown key, a missing field or a value of the wrong kind becomes a diagnostic at its place. What is unsound is
left out of the later stages; what is sound goes on.
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

from stele.compiler.common.codes import E0201, E0202, E0203, E0204, E0205, E0206, E0207
from stele.compiler.common.diagnostics import Diagnostic, Edit, did_you_mean, misspelt
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.common.words import listed, quoted_list
from stele.compiler.front.clause_errors import DIGITS
from stele.compiler.front.fast_validate import FastValidator
from stele.compiler.front.path_data import fault
from stele.compiler.front.source import Document, Folder, Node, Scalar, YamlEntry, YamlMapping, YamlSequence

Path = tuple[str | int, ...]

FORMATS = FormatChecker(formats=())
FORMATS.checks("path-data")(lambda value: not isinstance(value, str) or fault(value) is None)

KINDS = {
    "string": "a text",
    "integer": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}

# What keys look like that a schema knows by a pattern.
KEYS = {
    "^[A-H]$": "seats, `A` to `H`",
    "^[A-H]-[A-H]$": "two neighbours, such as `A-B`",
    "^[a-z]$": "sides, `a` to `z`",
    "^[1-9]$": 'numbers from `"1"` to `"9"`',
    "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "ids: small letters, digits and hyphens",
}


# Keys that an author may think of for a card or a stage, and where that is said.
MEANT = {
    "points": "write it as a sentence: `effect: score 3 points`",
    "coins": "write it as a sentence: `effect: gain 3 coins`",
    "shields": "write it as a sentence: `effect: 2 shields`",
    "produces": "write it as a sentence: `effect: produce ...`",
    "science": "write it as a sentence: `effect: science ...`",
    "description": "what it does is said by `effect`; a remark for readers is a `note`",
    "text": "what it does is said by `effect`; a remark for readers is a `note`",
    "choose": "only a stage of a board lets its owner choose; give `effect` one sentence, or a list of which all happen",
    "age": "the `deck` says with which cards it is dealt",
    "type": "the kind of a card is its `colour`",
    "count": "`players` has a number for each copy: from so many players on it is used",
    "copies": "`players` has a number for each copy: from so many players on it is used",
}


# What an author may call points in what a ruling expects, and how they are written there.
POINTS = ("score", "scores", "vp", "line", "lines")
WRITTEN_POINTS = "written with their line: `points: {<line>: 3}`, or `points: {total: 3}`"


@dataclass(frozen=True, slots=True)
class Shaped:
    """A document whose shape is known; `unsound` are the paths that the later stages must not read."""

    document: Document
    unsound: frozenset[Path]

    def is_sound(self, *path: str | int) -> bool:
        """Tell whether nothing at, above or below this path is wrong."""
        return not any(path[: len(bad)] == bad[: len(path)] for bad in self.unsound)

    def is_listed(self) -> bool:
        """Tell whether at least the names that the document declares can be told."""
        return () not in self.unsound and not any(len(bad) == 1 for bad in self.unsound)


def validate(folder: Folder, found: list[Diagnostic]) -> list[Shaped]:
    """Return the folder's documents with what is unsound in them; problems are added to `found`."""
    return [shape(document, found) for document in folder.documents]


shaped_before: Memo[tuple[frozenset[Path], list[Diagnostic]]] = Memo()


def shape(document: Document, found: list[Diagnostic]) -> Shaped:
    """Check one document."""
    kept = shaped_before.get(document)
    if kept is None:
        own: list[Diagnostic] = []
        kept = (unsound_in(document, own), own)
        shaped_before.keep(document, kept)
    found.extend(kept[1])
    return Shaped(document, kept[0])


def unsound_in(document: Document, found: list[Diagnostic]) -> frozenset[Path]:
    """Return the paths of a document that are not as they must be."""
    if document.root is None:
        return frozenset({()})
    unsound: set[Path] = set()
    complaints: list[tuple[Path, Diagnostic]] = []
    for error in validator(document.kind).iter_errors(plain(document.root)):
        path = tuple(error.absolute_path)
        unsound.add(path)
        complaints += [(path, diagnostic) for diagnostic in explain(error, at(document.root, path), path)]
    # A misspelt key is missing under its right name too, and so is the key under which another one belongs; that is no news.
    meant = {(path, d.help.split("`")[1]) for path, d in complaints if d.code is E0201 and is_meant(d)}
    # What stands under a key of its own was to be the effect.
    meant |= {(path, "effect") for path, d in complaints if d.code is E0201 and "`effect" in d.help}
    lacking = {path for path, d in complaints if d.code is E0202}
    moved: set[tuple[Path, str]] = set()
    for path, d in complaints:
        if d.code is E0202 and (path, d.message.split("`")[1]) in meant:
            continue
        if d.code is E0206 and path in lacking and "too short" in d.message:
            continue  # with the missing key it is long enough
        if d.code is E0201 and d.help.startswith(BELONGS):
            if (path, d.help) in moved:
                continue  # one of them is enough to tell
            moved.add((path, d.help))
        found.append(d)
    return frozenset(unsound)


BELONGS = "it belongs under"


def is_meant(diagnostic: Diagnostic) -> bool:
    """Tell whether a finding about a key names the one that is meant."""
    return diagnostic.help.startswith(("did you", BELONGS))


@cache
def validator(kind: str) -> Draft202012Validator:
    """Return the validator for one kind of file."""
    text = (files("stele.grammar") / "schema" / f"{kind}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    fast = FastValidator(schema, FORMATS)

    # Of most files nearly everything fits; the validator, which can tell what is wrong, looks only at the rest.
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


def plain(node: Node) -> Any:
    """Return the node as plain data; keys are always texts."""
    if type(node) is Scalar:
        return node.value
    if type(node) is YamlMapping:
        return {
            entry.key.text: value.value if type(value := entry.value) is Scalar else plain(value)
            for entry in node.entries
        }
    assert isinstance(node, YamlSequence)
    return [item.value if type(item) is Scalar else plain(item) for item in node.items]


def at(root: Node, path: Path) -> Node:
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


def explain(error: ValidationError, node: Node, path: Path) -> Iterator[Diagnostic]:
    """Yield what one complaint of the validator means for the author."""
    schema, title = error.schema, title_of(error)
    limit: Any = error.validator_value
    assert isinstance(schema, dict)
    match error.validator:
        case "additionalProperties":
            assert isinstance(node, YamlMapping)
            known = list(schema.get("properties", {}))
            if "has" in known and path and path[-1] in POINTS:
                return  # it is no zone, and that is said where zones are looked up
            patterns = schema.get("patternProperties", {})
            for entry in node.entries:
                if entry.key.text not in known and not any(re.search(p, entry.key.text) for p in patterns):
                    shapes = [KEYS.get(pattern, "") for pattern in patterns]
                    options = [*(f"`{key}`" for key in known), *filter(None, shapes)]
                    help = did_you_mean(entry.key.text, known) or "known keys are " + listed(options)
                    if "effect" in known and entry.key.text in MEANT:
                        help = MEANT[entry.key.text]
                    elif parent := parent_of(entry.key.text, schema):
                        help = f"{BELONGS} {parent}"
                    elif not path and entry.key.text in FOLDER_KEYS and entry.key.text not in known:
                        help = f"files with `{entry.key.text}` lie in the folder `{entry.key.text}/`"
                    message = f"the key `{entry.key.text}` does not belong here"
                    if whole := cut_text(node, entry):
                        help = "inside `{...}` a text with a comma must stand in quotes"
                        yield Diagnostic(E0201, message, entry.key.span, help=help, edits=quoted(whole, entry.key))
                        continue
                    near = misspelt(entry.key.text, [key for key in known if node.get(key) is None])
                    renamed = (Edit(entry.key.span, near),) if near and help.startswith("did") else ()
                    yield Diagnostic(E0201, message, entry.key.span, help=help, edits=renamed)
        case "required" | "dependentRequired":
            assert isinstance(node, YamlMapping)
            missing = error.message.split("'")[1]
            what = schema.get("properties", {}).get(missing, {})
            message = f"the key `{missing}` is missing"
            yield Diagnostic(E0202, message, head(node), help=what.get("description", ""))
        case "type":
            kinds = [limit] if isinstance(limit, str) else list(limit)
            verb = "belong" if kinds[-1] == "object" else "belongs"
            wanted = schema.get("items", {}).get("type", "") if kinds == ["array"] else ""
            message = f"{listed([KINDS[kind] for kind in kinds], 'or')} {verb} here"
            found = KINDS[node_kind(node)] if not is_empty(node) else "nothing"
            help = f"this is {found}"
            edits = retyped(node, kinds, schema)
            if schema.get("title") == "Cost":
                help = f"{help}; write what is paid, such as `{in_words(node)}`, or `free`"
            elif schema.get("title") in ("Effect", "Clause"):
                help = f"{help}; write a sentence of the clause language"
                if (
                    isinstance(node, YamlMapping)
                    and len(node.entries) == 1
                    and isinstance(node.entries[0].value, Scalar)
                ):
                    help = f"this is a key with a value; write `{node.entries[0].key.text} {node.entries[0].value.text}`, without the colon"
            elif "string" in kinds and node_kind(node) in ("integer", "boolean"):
                is_id = "pattern" in schema and not re.search(schema["pattern"], str(plain(node)))
                help += f"; write {in_passing(schema)}" if is_id else "; put it in quotes to make it a text"
            elif not path and kinds == ["object"] and node_kind(node) == "array" and schema.get("required"):
                help += f"; begin the file with `{schema['required'][0]}:`"
            elif kinds == ["array"] and node_kind(node) == "object":
                help += "; begin each entry of the list with `- `"
            elif kinds == ["array"] and isinstance(node, Scalar) and is_entry(node, schema):
                least = schema.get("minItems", 1)
                help += (
                    f"; write `[{node.text}]`" if least < 2 else f"; it has at least {least} entries, each with `- `"
                )
            elif wanted == "integer" and isinstance(node, Scalar):
                numbers = re.findall(r"[0-9]+", node.text) or ["3", "5"]
                help += f"; write numbers in brackets, such as `[{', '.join(numbers)}]`"
            elif kinds == ["object"] and path[-1:] == ("points",) and node_kind(node) == "integer":
                help += f"; points are {WRITTEN_POINTS.replace('3', str(plain(node)))}"
            elif kinds == ["object"] and (example := as_mapping(node, schema)):
                help += f"; write `{example}`"
            elif edits:
                help += f"; write `{edits[0].text}`"
            yield Diagnostic(E0203, message, head(node), help=help, edits=edits)
        case "enum":
            allowed = [str(value) for value in limit]
            message = f"`{error.instance}` is not one of the allowed values"
            help = did_you_mean(str(error.instance), allowed) or "allowed are " + quoted_list(allowed)
            near = misspelt(str(error.instance), allowed) if isinstance(node, Scalar) else ""
            yield Diagnostic(E0204, message, head(node), help=help, edits=(Edit(head(node), near),) if near else ())
        case "pattern" if schema.get("format") == "path-data":
            return  # the format says what is wrong; the pattern is for editors
        case "format":
            yield drawing_fault(node, schema)
        case "pattern" if "propertyNames" not in error.schema_path:
            message = f"`{error.instance}` cannot stand here as {title}"
            better = hyphenated(str(error.instance))
            if (listed_in := re.fullmatch(r"\^\(([a-z|-]+)\)\$", str(limit))) is not None:
                better = misspelt(str(error.instance), listed_in[1].split("|"))
                help = did_you_mean(str(error.instance), listed_in[1].split("|")) or "allowed are " + quoted_list(
                    listed_in[1].split("|")
                )
                edits = (Edit(head(node), better),) if better else ()
                yield Diagnostic(E0205, message, head(node), help=help, edits=edits)
                return
            edits = (Edit(head(node), better),) if better and re.search(str(limit), better) else ()
            help = f"write `{better}`: small letters, digits and hyphens" if edits else schema.get("description", "")
            yield Diagnostic(E0205, message, head(node), help=help, edits=edits)
        case "pattern":
            assert isinstance(node, YamlMapping)
            key = node.entry(str(error.instance))
            place = key.key.span if key else head(node)
            help = f"keys here are {KEYS[limit]}" if limit in KEYS else ""
            edits = ()
            for better in (str(error.instance).lower(), str(error.instance).upper()):
                if re.search(limit, better):
                    help = f"write `{better}`; {help}"
                    edits = (Edit(place, better),) if key and node.get(better) is None else ()
            yield Diagnostic(E0205, f"`{error.instance}` cannot be a key here", place, help=help, edits=edits)
        case _:
            yield Diagnostic(E0206, size_message(error, title), head(node), help=schema.get("description", ""))


def cut_text(node: YamlMapping, entry: YamlEntry) -> tuple[Scalar, Scalar] | None:
    """Return where a text begins and ends that was cut at its commas, if a key without a value is a piece of it."""
    index = node.entries.index(entry)
    first = last = index
    while first >= 0 and is_piece(node.entries[first]):
        first -= 1
    while last + 1 < len(node.entries) and is_piece(node.entries[last + 1]):
        last += 1
    value = node.entries[first].value
    if first in (-1, index) or not isinstance(value, Scalar) or value.style not in (None, ""):
        return None
    return value, node.entries[last].key


def is_piece(entry: YamlEntry) -> bool:
    """Tell whether a key has no value, not even a colon."""
    after = entry.key.source.content[entry.key.end :].lstrip()
    return is_empty(entry.value) and entry.key.style in (None, "") and after[:1] in (",", "}")


def quoted(whole: tuple[Scalar, Scalar], piece: Scalar) -> tuple[Edit, ...]:
    """Return the edit that puts a text in quotes; it belongs to the first piece that was cut off."""
    first, last = whole
    text = first.source.content[first.start : last.end]
    rest = first.source.content[first.end : piece.start]
    if rest.strip() != "," or any(sign in text for sign in '"\\\n'):
        return ()
    return (Edit(first.source.span(first.start, last.end), f'"{text}"'),)


def drawing_fault(node: Node, schema: dict[str, Any]) -> Diagnostic:
    """Return what is wrong with path data, at the very place."""
    assert isinstance(node, Scalar)
    wrong = fault(node.text)
    assert wrong is not None
    inside = node.inside()
    place = node.span
    if wrong.start < wrong.end <= len(node.text):
        place = node.source.span(inside[wrong.start], inside[wrong.end - 1] + 1)
    return Diagnostic(E0207, wrong.message, place, help=schema.get("description", ""))


def retyped(node: Node, kinds: list[str], schema: dict[str, Any]) -> tuple[Edit, ...]:
    """Return the edit that makes a value of the wrong kind one of the right kind, if that is clear."""
    if not isinstance(node, Scalar) or node.value is None or node.span.line != node.span.end_line:
        return ()
    is_number = isinstance(node.value, int) and not isinstance(node.value, bool)
    if schema.get("title") == "Cost" and is_number:
        return (Edit(node.span, f"{node.value} coin{'' if node.value == 1 else 's'}" if node.value else "free"),)
    if "array" in kinds and "string" not in kinds:
        if schema.get("minItems", 1) > 1:
            return ()  # a list of one would be wrong too
        return (Edit(node.span, f"[{node.source.content[node.start : node.end]}]"),)
    if kinds == ["string"] and schema.get("title") not in ("Effect", "Clause"):
        return (Edit(node.span, f'"{node.text}"'),) if re.search(schema.get("pattern", ""), node.text) else ()
    if kinds == ["integer"] and isinstance(node.value, str) and re.fullmatch(r"-?[0-9]{1,9}", node.value):
        return (Edit(node.span, node.value),)
    if kinds == ["integer"] and node.text.lower() in DIGITS:
        return (Edit(node.span, str(DIGITS[node.text.lower()])),)
    if kinds == ["boolean"] and node.text.lower() in ("yes", "no", "on", "off", "true", "false"):
        return (Edit(node.span, "true" if node.text.lower() in ("yes", "on", "true") else "false"),)
    return ()


def in_passing(schema: dict[str, Any]) -> str:
    """Return what a schema says about a value, inside a sentence."""
    said = str(schema.get("description", "a text"))
    return said[:1].lower() + said[1:].rstrip(".")


FOLDER_KEYS = ("cards", "boards", "rulings")


def parent_of(key: str, schema: dict[str, Any]) -> str:
    """Return the key under which another key belongs that stands too high, in words, if that is clear."""
    found = []
    for name, part in schema.get("properties", {}).items():
        if key in part.get("properties", {}):
            found.append(f"`{name}`")
        further = [part.get("items"), part.get("additionalProperties"), *part.get("patternProperties", {}).values()]
        if any(key in one.get("properties", {}) for one in further if isinstance(one, dict)):
            found.append(f"one of the `{name}`")
    return found[0] if len(found) == 1 else ""


def as_mapping(node: Node, schema: dict[str, Any]) -> str:
    """Return what was written as a text or a list, as keys with values, if that is clear."""
    names = [node.text] if isinstance(node, Scalar) else []
    if isinstance(node, YamlSequence) and all(isinstance(item, Scalar) for item in node.items):
        names = [str(plain(item)) for item in node.items]
    if not names or not all(names):
        return ""
    if {"id", "name"} <= set(schema.get("required", [])) and len(names) == 1:
        return f"{{id: {hyphenated(names[0])}, name: {names[0].capitalize()}}}"
    further = schema.get("additionalProperties")
    if isinstance(further, dict) and further.get("title") == "Version":
        return "{" + ", ".join(f'{name}: "1.0"' for name in names) + "}"
    if isinstance(further, dict) and len(names) == 1 and len(words := names[0].split()) == 2:
        return f"{{{words[0]}: {words[1]}}}"
    return ""


def is_entry(node: Scalar, schema: dict[str, Any]) -> bool:
    """Tell whether a value could be the only entry of a list."""
    wanted = schema.get("items", {}).get("type", "string")
    return node.value is not None and (wanted != "integer" or node_kind(node) == "integer")


def in_words(node: Node) -> str:
    """Return a cost as it is written, from what was written instead: keys with numbers, a list, a number."""
    match node:
        case YamlMapping(entries) if entries:
            return ", ".join(f"{plain(entry.value)} {entry.key.text}" for entry in entries)
        case YamlSequence(items) if items and all(isinstance(item, Scalar) for item in items):
            return ", ".join(str(plain(item)) for item in items)
        case Scalar(int() as number) if number and not isinstance(number, bool):
            return f"{number} coin{'' if number == 1 else 's'}"
        case _:
            return "1 coin"


def hyphenated(text: str) -> str:
    """Return a text as an id: `My_Card` becomes `my-card`."""
    return re.sub(r"[^a-z0-9.]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", text).lower()).strip("-")


def title_of(error: ValidationError) -> str:
    """Return what the schema calls the value, in a sentence."""
    schema = error.schema
    title = schema.get("title", "this") if isinstance(schema, dict) else "this"
    return "a value" if title == "this" else f"a value for `{title.lower()}`"


def size_message(error: ValidationError, title: str) -> str:
    """Return the message for a value that is too small, too large, too few or too many."""
    limit = error.validator_value
    match error.validator:
        case "minimum":
            return f"{error.instance} is too small: {title} is at least {limit}"
        case "maximum":
            return f"{error.instance} is too large: {title} is at most {limit}"
        case "minItems" | "minProperties" | "minLength":
            return f"{title} is too short: it needs at least {limit}"
        case "maxItems" | "maxProperties" | "maxLength":
            return f"{title} is too long: it has at most {limit}"
        case "uniqueItems":
            return f"{title} names something twice"
        case other:
            return f"{title} does not fit ({other})"


def head(node: Node) -> Span:
    """Return where to point for a node: a list or mapping is shown at its beginning."""
    match node:
        case Scalar():
            return node.span
        case YamlMapping(entries) if entries:
            identity = node.entry("id")
            return identity.value.span if identity is not None else entries[0].key.span
        case YamlSequence(items) if items:
            return head(items[0])
        case _:
            return node.span


def node_kind(node: Node) -> str:
    """Return the schema's word for what a node is."""
    match node:
        case YamlMapping():
            return "object"
        case YamlSequence():
            return "array"
        case Scalar(bool()):
            return "boolean"
        case Scalar(int()):
            return "integer"
        case Scalar(None):
            return "null"
        case Scalar():
            return "string"


def is_empty(node: Node) -> bool:
    """Tell whether nothing was written."""
    return isinstance(node, Scalar) and node.value is None
