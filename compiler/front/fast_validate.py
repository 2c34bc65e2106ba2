"""Turn a JSON Schema into a function that tells quickly whether data fits it.

`{"type": "integer", "minimum": 1}` becomes a function that is true for 3. It says nothing about
what is wrong: that is asked of the validator, and only about the parts that do not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jsonschema import FormatChecker

Schema = Mapping[str, Any]
Fits = Callable[[Any], bool]

TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
ANYTHING: Schema = {}  # one for all, since parts are known by their identity
NOTES = frozenset({"title", "description", "$schema", "$id", "$defs", "then", "else", "additionalProperties"})


class Soundness:
    """Knows which data fits the parts of one schema."""

    def __init__(self, root: Schema, formats: FormatChecker) -> None:
        self.root = root
        self.formats = formats
        self.known: dict[int, Fits] = {}

    def fits(self, data: Any, schema: Schema) -> bool:
        """Tell whether data fits a part of the schema."""
        return (self.known.get(id(schema)) or self.learn(schema))(data)

    def learn(self, schema: Schema) -> Fits:
        """Return the function for a part of the schema; a part may contain itself."""
        demands: list[Fits] = []
        self.known[id(schema)] = lambda data: all(demand(data) for demand in demands)
        demands += [self.demand(key, limit, schema) for key, limit in schema.items() if key not in NOTES]
        if isinstance(schema.get("additionalProperties", {}), bool) or schema.get("additionalProperties"):
            demands.append(self.further(schema))
        if len(demands) == 1:
            self.known[id(schema)] = demands[0]
        return self.known[id(schema)]

    def demand(self, key: str, limit: Any, schema: Schema) -> Fits:
        """Return the function for one keyword of a value, or of its parts."""
        match key:
            case "type":
                return of_type([limit] if isinstance(limit, str) else limit)
            case "enum" if all(isinstance(value, str) for value in limit):
                return lambda data: isinstance(data, str) and data in limit
            case "pattern":
                found = re.compile(limit).search
                return lambda data: not isinstance(data, str) or found(data) is not None
            case "format":
                return lambda data: self.formats.conforms(data, limit)
            case "minimum":
                return lambda data: not is_number(data) or data >= limit
            case "maximum":
                return lambda data: not is_number(data) or data <= limit
            case "minLength" | "minItems" | "minProperties":
                kind = SIZED[key[3:]]
                return lambda data: not isinstance(data, kind) or len(data) >= limit
            case "maxLength" | "maxItems" | "maxProperties":
                kind = SIZED[key[3:]]
                return lambda data: not isinstance(data, kind) or len(data) <= limit
            case "uniqueItems" if limit is True:
                return lambda data: (
                    not isinstance(data, list)
                    or (all(isinstance(item, str) for item in data) and len(set(data)) == len(data))
                )
            case _:
                return self.demand_of_parts(key, limit, schema)

    def demand_of_parts(self, key: str, limit: Any, schema: Schema) -> Fits:
        """Return the function for a keyword that looks into other parts of the schema.

        A keyword that is not known here fits nothing, so the validator is asked.
        """
        match key:
            case "$ref":
                target = self.target(limit)
                return lambda data: self.fits(data, target)
            case "items":
                return lambda data: not isinstance(data, list) or all(self.fits(item, limit) for item in data)
            case "required":
                return lambda data: not isinstance(data, dict) or all(name in data for name in limit)
            case "dependentRequired":
                return lambda data: (
                    not isinstance(data, dict)
                    or all(name in data for key, names in limit.items() if key in data for name in names)
                )
            case "properties":
                return lambda data: (
                    not isinstance(data, dict)
                    or all(self.fits(value, limit[name]) for name, value in data.items() if name in limit)
                )
            case "patternProperties":
                patterns = [(re.compile(pattern), part) for pattern, part in limit.items()]
                return lambda data: (
                    not isinstance(data, dict)
                    or all(
                        self.fits(value, part)
                        for name, value in data.items()
                        for pattern, part in patterns
                        if pattern.search(name)
                    )
                )
            case "propertyNames":
                return lambda data: not isinstance(data, dict) or all(self.fits(name, limit) for name in data)
            case "if":
                return lambda data: self.fits(data, schema.get("then" if self.fits(data, limit) else "else", ANYTHING))
            case _:
                return lambda data: False

    def target(self, reference: str) -> Schema:
        """Return what a reference inside the schema stands for."""
        part: Any = self.root
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        found: Schema = part
        return found

    def further(self, schema: Schema) -> Fits:
        """Return the function for keys that the schema does not name."""
        named = schema.get("properties", {})
        patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", {})]
        limit = schema["additionalProperties"]
        return lambda data: (
            not isinstance(data, dict)
            or all(
                limit is True or (limit is not False and self.fits(value, limit))
                for name, value in data.items()
                if name not in named and not any(pattern.search(name) for pattern in patterns)
            )
        )


SIZED = {"Length": str, "Items": list, "Properties": dict}


def is_number(data: Any) -> bool:
    """Tell numbers from truth values."""
    return isinstance(data, int) and not isinstance(data, bool)


def of_type(names: list[str]) -> Fits:
    """Return the function that tells data of some kinds; there are no broken numbers in content."""
    kinds = tuple(TYPES[name] for name in names if name != "integer")
    if "integer" not in names:
        return lambda data: isinstance(data, kinds)
    return lambda data: isinstance(data, kinds) or is_number(data)
