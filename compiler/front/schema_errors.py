"""Say what a complaint of the JSON Schema validator means for an author, at its place.

"'brwn' is not one of ['brown', 'grey']" becomes "`brwn` is not one of the allowed values: did you
mean `brown`?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jsonschema.exceptions import ValidationError

from stele.compiler.common.codes import E0202, E0204, E0205, E0206, E0207, E0208
from stele.compiler.common.diagnostics import Diagnostic, Edit, did_you_mean, misspelt
from stele.compiler.common.words import quoted_list
from stele.compiler.front.ids import hyphenated
from stele.compiler.front.path_data import fault
from stele.compiler.front.schema_keys import KEY_PATTERNS, as_written, is_put_together, unknown_keys
from stele.compiler.front.schema_types import wrong_type
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlPath, head

NEEDS = "needs at least"  # how a message about too few things goes on


def explain(error: ValidationError, node: Node, path: YamlPath, definitions: dict[str, Any]) -> Iterator[Diagnostic]:
    """Yield what one complaint of the validator means for the author.

    `definitions` are what references of the schema stand for.
    """
    schema = error.schema
    limit: Any = error.validator_value
    assert isinstance(schema, dict)
    match error.validator:
        case "additionalProperties":
            assert isinstance(node, YamlMapping)
            yield from unknown_keys(node, schema, path, definitions)
        case "required" | "dependentRequired":
            missing = error.message.split("'")[1]
            help = schema.get("properties", {}).get(missing, {}).get("description", "")
            yield Diagnostic(E0202, f"the key `{missing}` is missing", head(node), help=help)
        case "type":
            yield wrong_type(node, [limit] if isinstance(limit, str) else list(limit), schema, path)
        case "enum" if schema.get("title") == "Edition":
            yield unknown_edition(node, limit)
        case "enum":
            message = f"`{error.instance}` is not one of the allowed values"
            help, edits = one_of(str(error.instance), [str(value) for value in limit], node)
            yield Diagnostic(E0204, message, head(node), help=help, edits=edits)
        case "format":
            yield drawing_fault(node, schema)
        case "pattern" if schema.get("format") == "path-data":
            return  # the format says what is wrong; the pattern is for editors
        case "pattern" if "propertyNames" in error.schema_path:
            assert isinstance(node, YamlMapping)
            yield wrong_key(str(error.instance), as_written(limit), node)
        case "pattern":
            help, edits = right_text(str(error.instance), as_written(limit), node, schema)
            message = f"`{error.instance}` cannot stand here as {value_at(path)}"
            yield Diagnostic(E0205, message, head(node), help=help, edits=edits)
        case "minItems" | "minProperties" if not error.instance and "then" in path:
            named = next((part for part in reversed(path) if isinstance(part, str)), "then")
            message = f"an empty `{named}` expects nothing, so it holds whatever happens"
            left_out = "" if named == "then" else f", or leave `{named}` out if something else is expected"
            help = f"write in it what must be so{left_out}; {schema.get('description', '')}"
            yield Diagnostic(E0206, message, head(node), help=help)
        case _:
            message = size_message(error, path)
            yield Diagnostic(E0206, message, head(node), help=schema.get("description", ""))


def unknown_edition(node: Node, known: list[int]) -> Diagnostic:
    """Return the finding for an edition of the language that is not known here."""
    written = node.text if isinstance(node, Scalar) else ""
    span = head(node)
    if written in map(str, known) and isinstance(node, Scalar):
        message, help = "the edition of the language is a number", f"write `{written}` without quotes"
        return Diagnostic(E0208, message, span, help=help, edits=(Edit(span, written),))
    what = f"edition `{written}` of the language" if written else "this edition of the language"
    help = f"write `stele: {known[-1]}`; a later edition needs a later Stele"
    return Diagnostic(E0208, f"{what} is not known here", span, help=help)


def one_of(written: str, allowed: list[str], node: Node) -> tuple[str, tuple[Edit, ...]]:
    """Return which of some values to write, and the edit that does so if that is clear."""
    near = "" if is_put_together(written, allowed) else did_you_mean(written, allowed)
    help = near or "allowed are " + quoted_list(allowed)
    meant = misspelt(written, allowed) if isinstance(node, Scalar) else ""
    return help, (Edit(head(node), meant),) if meant else ()


def right_text(written: str, pattern: str, node: Node, schema: dict[str, Any]) -> tuple[str, tuple[Edit, ...]]:
    """Return how to write a text that does not have its pattern, and the edit that does so if that
    is clear.
    """
    if (choices := re.fullmatch(r"\^\(([a-z|-]+)\)\$", pattern)) is not None:
        return one_of(written, choices[1].split("|"), node)
    better = hyphenated(written)
    if better and re.search(pattern, better):
        return f"write `{better}`: small letters, digits and hyphens", (Edit(head(node), better),)
    return schema.get("description", ""), ()


def wrong_key(written: str, pattern: str, node: YamlMapping) -> Diagnostic:
    """Return the finding for a key that does not have its pattern."""
    entry = node.entry(written)
    place = entry.key.span if entry else head(node)
    help = f"keys here are {KEY_PATTERNS[pattern]}" if pattern in KEY_PATTERNS else ""
    edits: tuple[Edit, ...] = ()
    for better in (written.lower(), written.upper()):
        if re.search(pattern, better):
            help = f"write `{better}`; {help}"
            edits = (Edit(place, better),) if entry and node.get(better) is None else ()
    return Diagnostic(E0205, f"`{written}` cannot be a key here", place, help=help, edits=edits)


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


def value_at(path: YamlPath) -> str:
    """Return what a value is called, by the key under which its author has written it."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    if not key:
        return "a value"
    return f"an entry of `{key}`" if isinstance(path[-1], int) else f"a value for `{key}`"


def size_message(error: ValidationError, path: YamlPath) -> str:
    """Return the message for a value that is too small, too large, too few or too many."""
    limit: Any = error.validator_value
    title = value_at(path)
    named = title.removeprefix("a value for ")  # what a list or a mapping has, its key has
    match error.validator:
        case "minimum":
            return f"{error.instance} is too small: {title} is at least {limit}"
        case "maximum":
            return f"{error.instance} is too large: {title} is at most {limit}"
        case "minItems":
            return f"{named} {NEEDS} {limit} {'entry' if limit == 1 else 'entries'}"
        case "minProperties":
            return f"{named} {NEEDS} {limit} key{'' if limit == 1 else 's'}"
        case "minLength":
            return f"{named} {NEEDS} {limit} character{'' if limit == 1 else 's'}"
        case "maxItems":
            return f"{named} has at most {limit} {'entry' if limit == 1 else 'entries'}"
        case "maxProperties":
            return f"{named} has at most {limit} key{'' if limit == 1 else 's'}"
        case "maxLength":
            return f"{named} has at most {limit} characters"
        case "uniqueItems":
            return f"{named} names something twice"
        case other:
            return f"{title} does not fit ({other})"
