"""Say what belongs in the place of a value of the wrong kind, and put it right if that is clear."""

from __future__ import annotations

import re
from typing import Any

from stele.compiler.common.codes import E0203, E0206
from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.words import listed
from stele.compiler.front.clause_meaning import NUMBERS
from stele.compiler.front.ids import hyphenated
from stele.compiler.front.schema_keys import KINDS, WRITTEN_POINTS, node_kind
from stele.compiler.front.source import (
    Node,
    Scalar,
    YamlMapping,
    YamlPath,
    YamlSequence,
    head,
    is_empty,
    is_overlong,
    plain,
)


def wrong_type(node: Node, kinds: list[str], schema: dict[str, Any], path: YamlPath) -> Diagnostic:
    """Return the finding for a value that is of none of these kinds."""
    if "integer" in kinds and is_overlong(node):
        return out_of_bounds(node, schema)
    verb = "belong" if kinds[-1] == "object" else "belongs"
    message = f"{listed([KINDS[kind] for kind in kinds], 'or')} {verb} here"
    edits = retyped(node, kinds, schema)
    advice = type_advice(node, kinds, schema, path) or (f"write `{edits[0].text}`" if edits else "")
    found = "nothing" if is_empty(node) else "a number" if is_overlong(node) else KINDS[node_kind(node)]
    help = f"this is {found}; {advice}" if advice else f"this is {found}"
    if (pair := lone_pair(node)) and schema.get("title") in ("Effect", "Clause"):
        help = f"this is a key with a value; write `{pair}`, without the colon"
    return Diagnostic(E0203, message, head(node), help=help, edits=edits)


def out_of_bounds(node: Node, schema: dict[str, Any]) -> Diagnostic:
    """Return the finding for a number with more digits than a number has."""
    text = plain(node)
    bound, limit = ("small", "minimum") if text.startswith("-") else ("large", "maximum")
    words = f": it is at {'least' if bound == 'small' else 'most'} {schema[limit]}" if limit in schema else ""
    return Diagnostic(E0206, f"{text} is too {bound}{words}", head(node), help=schema.get("description", ""))


def lone_pair(node: Node) -> str:
    """Return a mapping of one key to a plain value as the words of it, or nothing."""
    if not isinstance(node, YamlMapping) or len(node.entries) != 1:
        return ""
    key, value = node.entries[0].key, node.entries[0].value
    return f"{key.text} {value.text}" if isinstance(value, Scalar) else ""


def type_advice(node: Node, kinds: list[str], schema: dict[str, Any], path: YamlPath) -> str:
    """Return what to write instead of a value of the wrong kind, or nothing."""
    if schema.get("title") == "Cost":
        return f"write what is paid, such as `{in_words(node)}`, or `free`"
    if schema.get("title") in ("Effect", "Clause"):
        return "write a sentence of the clause language"
    written = node_kind(node)
    if "string" in kinds and written in ("integer", "boolean"):
        is_id = "pattern" in schema and not re.search(schema["pattern"], str(plain(node)))
        return f"write {in_passing(schema)}" if is_id else "put it in quotes to make it a text"
    if kinds == ["array"]:
        return list_advice(node, schema)
    if kinds == ["object"]:
        return mapping_advice(node, schema, path)
    return ""


def list_advice(node: Node, schema: dict[str, Any]) -> str:
    """Return how to write a list, from what was written instead, or nothing."""
    if isinstance(node, YamlMapping):
        return "begin each entry of the list with `- `"
    if not isinstance(node, Scalar):
        return ""
    if is_entry(node, schema):
        least = schema.get("minItems", 1)
        pattern = schema.get("items", {}).get("pattern", "")
        entry = node.text if re.search(pattern, node.text) else hyphenated(node.text)
        return f"write `[{entry}]`" if least < 2 else f"it has at least {least} entries, each with `- `"
    if schema.get("items", {}).get("type", "") == "integer":
        numbers = re.findall(r"[0-9]+", node.text) or ["3", "5"]
        return f"write numbers in brackets, such as `[{', '.join(numbers)}]`"
    return ""


def mapping_advice(node: Node, schema: dict[str, Any], path: YamlPath) -> str:
    """Return how to write keys with values, from what was written instead, or nothing."""
    if not path and isinstance(node, YamlSequence) and schema.get("required"):
        return f"begin the file with `{schema['required'][0]}:`"
    if path[-1:] == ("points",) and node_kind(node) == "integer":
        return f"points are {WRITTEN_POINTS.replace('3', str(plain(node)))}"
    example = as_mapping(node, schema)
    return f"write `{example}`" if example else ""


def retyped(node: Node, kinds: list[str], schema: dict[str, Any]) -> tuple[Edit, ...]:
    """Return the edit that gives a value of the wrong kind the right one, if that is clear."""
    if not isinstance(node, Scalar) or node.value is None or node.span.line != node.span.end_line:
        return ()
    is_number = isinstance(node.value, int) and not isinstance(node.value, bool)
    if schema.get("title") == "Cost" and is_number:
        return (Edit(node.span, f"{node.value} coin{'' if node.value == 1 else 's'}" if node.value else "free"),)
    if "array" in kinds and "string" not in kinds:
        if schema.get("minItems", 1) > 1:
            return ()  # a list of one would be wrong too
        if is_entry(node, schema):
            return (Edit(node.span, f"[{node.source.content[node.start : node.end]}]"),)
        is_word = schema.get("items", {}).get("type") == "integer" and node.text.lower() in NUMBERS
        return (Edit(node.span, f"[{NUMBERS[node.text.lower()]}]"),) if is_word else ()
    if kinds == ["string"] and schema.get("title") not in ("Effect", "Clause"):
        return (Edit(node.span, f'"{node.text}"'),) if re.search(schema.get("pattern", ""), node.text) else ()
    if kinds == ["integer"] and isinstance(node.value, str) and re.fullmatch(r"-?[0-9]{1,9}", node.value):
        return (Edit(node.span, node.value),)
    if kinds == ["integer"] and node.text.lower() in NUMBERS:
        return (Edit(node.span, NUMBERS[node.text.lower()]),)
    if kinds == ["boolean"] and node.text.lower() in ("yes", "no", "on", "off", "true", "false"):
        return (Edit(node.span, "true" if node.text.lower() in ("yes", "on", "true") else "false"),)
    return ()


def in_passing(schema: dict[str, Any]) -> str:
    """Return what a schema says about a value, inside a sentence."""
    said = str(schema.get("description", "a text"))
    return said[:1].lower() + said[1:].rstrip(".")


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
    """Return a cost as it is written, from what was written instead: keys with numbers, a list, a
    number.
    """
    match node:
        case YamlMapping(entries) if entries:
            return ", ".join(f"{plain(entry.value)} {entry.key.text}" for entry in entries)
        case YamlSequence(items) if items and all(isinstance(item, Scalar) for item in items):
            return ", ".join(str(plain(item)) for item in items)
        case Scalar(int() as number) if number and not isinstance(number, bool):
            return f"{number} coin{'' if number == 1 else 's'}"
        case _:
            return "1 coin"
