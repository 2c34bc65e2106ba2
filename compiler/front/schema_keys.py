"""Say what is wrong with a key that a schema does not know, and which one is meant.

`colur: brown` becomes "the key `colur` does not belong here: did you mean `colour`?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from stele.compiler.common.codes import E0201
from stele.compiler.common.diagnostics import Diagnostic, Edit, likeness, misspelt, nearest, parts
from stele.compiler.common.words import listed, quoted_list
from stele.compiler.front.source import Node, Scalar, YamlEntry, YamlMapping, YamlPath, YamlSequence, is_empty

# What keys look like that a schema knows by a pattern.
KEY_PATTERNS = {
    "^[A-H]$": "seats, `A` to `H`",
    "^[A-H]-[A-H]$": "two neighbours, such as `A-B`",
    "^[a-z]$": "sides, `a` to `z`",
    "^[1-9]$": 'numbers from `"1"` to `"9"`',
    "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "ids: small letters, digits and hyphens",
}

# Keys that an author may think of for a card or a stage, and where that is said.
KEYS_SAID_ELSEWHERE = {
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

KINDS = {
    "string": "a text",
    "integer": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}

LIKE_A_KEY = 0.68  # how alike a key is at least to the one that is meant; `wonders` is not `zones`
BEHIND_PIECE = re.compile(r"\s*[,}]")
BELONGS = "it belongs under"
FOLDER_KEYS = ("cards", "boards", "rulings")


def unknown_keys(
    node: YamlMapping, schema: dict[str, Any], path: YamlPath, definitions: dict[str, Any]
) -> Iterator[Diagnostic]:
    """Yield a finding for each key that the schema does not know."""
    known = list(schema.get("properties", {}))
    if "has" in known and path and path[-1] in POINTS:
        return  # it is no zone, and that is said where zones are looked up
    patterns = schema.get("patternProperties", {})
    present = {entry.key.text for entry in node.entries}
    free = [name for name in known if name not in present]
    cut = cut_texts(node)
    for entry in node.entries:
        if entry.key.text not in known and not any(re.search(pattern, entry.key.text) for pattern in patterns):
            yield unknown_key(entry, cut.get(entry.key.text), free, schema, path, definitions)


def unknown_key(
    entry: YamlEntry,
    whole: tuple[Scalar, Scalar] | None,
    free: Sequence[str],
    schema: dict[str, Any],
    path: YamlPath,
    definitions: dict[str, Any],
) -> Diagnostic:
    """Return the finding for one key that the schema does not know; `whole` is the text of which it
    is a piece, and `free` are known keys that do not stand there.
    """
    key = entry.key
    message = f"the key `{key.text}` does not belong here"
    if whole:
        help = "inside `{...}` a text with a comma must stand in quotes"
        return Diagnostic(E0201, message, key.span, help=help, edits=quoted(whole, key))
    known = list(schema.get("properties", {}))
    help = where_else(key.text, schema, path)
    if help:
        return Diagnostic(E0201, message, key.span, help=help)
    if is_put_together(key.text, known):
        help = "of this kind there are " + quoted_list(alike(key.text, known))
        return Diagnostic(E0201, message, key.span, help=help)
    near = next((one for one in [nearest(key.text, free)] if one and likeness(key.text, one) > LIKE_A_KEY), "")
    held = followed(schema["properties"][near], definitions) if near else {}
    if near and not may_hold(entry.value, held):
        kinds = [KINDS[kind] for kind in kinds_of(held)]
        return Diagnostic(E0201, message, key.span, help=f"the key `{near}` is like it, with {listed(kinds, 'or')}")
    if near:
        edits = (Edit(key.span, near),) if misspelt(key.text, free) == near else ()
        return Diagnostic(E0201, message, key.span, help=f"did you mean `{near}`?", edits=edits)
    if (taken := nearest(key.text, known)) and likeness(key.text, taken) > LIKE_A_KEY:
        return Diagnostic(E0201, message, key.span, help=f"`{taken}` stands here already; leave one of them out")
    shapes = [KEY_PATTERNS.get(as_written(pattern), "") for pattern in schema.get("patternProperties", {})]
    options = [*(f"`{name}`" for name in known), *filter(None, shapes)]
    return Diagnostic(E0201, message, key.span, help="known keys are " + listed(options))


def is_put_together(word: str, known: Sequence[str]) -> bool:
    """Tell whether a word is made of parts of known ones, so that it is no slip: another thing is
    meant.
    """
    return len(parts(word)) > 1 and set(parts(word)) <= {part for one in known for part in parts(one)}


def alike(word: str, known: Sequence[str]) -> list[str]:
    """Return the known words that share most parts with one that is put together of them."""
    shared = {one: len(set(parts(word)) & set(parts(one))) for one in known}
    return [one for one in known if shared[one] == max(shared.values())]


def followed(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or what it refers to."""
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    found: dict[str, Any] = definitions.get(name, schema)
    return found


def kinds_of(schema: dict[str, Any]) -> list[str]:
    """Return of which kinds a value may be; none if that is told elsewhere."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


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


def may_hold(node: Node, schema: dict[str, Any]) -> bool:
    """Tell whether a value is of a kind that its schema allows."""
    kinds = kinds_of(schema)
    return not kinds or node_kind(node) in kinds


def where_else(key: str, schema: dict[str, Any], path: YamlPath) -> str:
    """Return where to say what was to stand under a key, if that is another place."""
    if "effect" in schema.get("properties", {}) and key in KEYS_SAID_ELSEWHERE:
        return KEYS_SAID_ELSEWHERE[key]
    if parent := parent_of(key, schema):
        return f"{BELONGS} {parent}"
    if not path and key in FOLDER_KEYS:
        return f"files with `{key}` lie in the folder `{key}/`"
    return ""


def parent_of(key: str, schema: dict[str, Any]) -> str:
    """Return the key under which another key belongs that stands too high, in words, if that is
    clear.
    """
    found = []
    for name, part in schema.get("properties", {}).items():
        if key in part.get("properties", {}):
            found.append(f"`{name}`")
        further = [part.get("items"), part.get("additionalProperties"), *part.get("patternProperties", {}).values()]
        if any(key in one.get("properties", {}) for one in further if isinstance(one, dict)):
            found.append(f"one of the `{name}`")
    return found[0] if len(found) == 1 else ""


def cut_texts(node: YamlMapping) -> dict[str, tuple[Scalar, Scalar]]:
    """Return where texts begin and end that were cut at their commas, by the keys without a value
    that are pieces of them.
    """
    found: dict[str, tuple[Scalar, Scalar]] = {}
    before: Node | None = None
    for is_cut, run in groupby(node.entries, is_piece):
        entries = list(run)
        if is_cut and isinstance(before, Scalar) and before.style in (None, ""):
            found |= dict.fromkeys((entry.key.text for entry in entries), (before, entries[-1].key))
        before = entries[-1].value
    return found


def is_piece(entry: YamlEntry) -> bool:
    """Tell whether a key has no value, not even a colon."""
    is_plain = is_empty(entry.value) and entry.key.style in (None, "")
    return is_plain and BEHIND_PIECE.match(entry.key.source.content, entry.key.end) is not None


def quoted(whole: tuple[Scalar, Scalar], piece: Scalar) -> tuple[Edit, ...]:
    """Return the edit that puts a text in quotes.

    It belongs to the first piece that was cut off.
    """
    first, last = whole
    text = first.source.content[first.start : last.end]
    rest = first.source.content[first.end : piece.start]
    if rest.strip() != "," or any(sign in text for sign in '"\\\n'):
        return ()
    return (Edit(first.source.span(first.start, last.end), f'"{text}"'),)


def as_written(pattern: str) -> str:
    """Return a pattern as it stands in its schema."""
    return pattern.removesuffix(r"\Z") + "$" if pattern.endswith(r"\Z") else pattern
