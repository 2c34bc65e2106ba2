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

TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
ANYTHING: Schema = {}  # one for all, since parts are known by their identity
NOTES = frozenset(
    {"title", "description", "$schema", "$id", "$defs", "default", "then", "else", "additionalProperties"}
)


class FastValidator:
    """Knows which data fits the parts of one schema."""

    def __init__(self, root: Schema, formats: FormatChecker) -> None:
        self.root = root
        self.formats = formats
        self.known: dict[int, Fits] = {}

    def fits(self, data: Any, schema: Schema) -> bool:
        """Tell whether data fits a part of the schema."""
        return self.compiled(schema)(data)

    def compiled(self, schema: Schema) -> Fits:
        """Return the function for a part of the schema; a part may contain itself."""
        known = self.known.get(id(schema))
        if known is not None:
            return known
        demands: list[Fits] = []
        self.known[id(schema)] = every(demands)  # for parts that lead back here
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
                return lambda data: type(data) is str and data in limit
            case "enum" if all(type(value) is int for value in limit):
                return lambda data: type(data) is int and data in limit
            case "pattern":
                found = re.compile(limit).search
                return lambda data: type(data) is not str or found(data) is not None
            case "format":
                return lambda data: self.formats.conforms(data, limit)
            case "minimum":
                return lambda data: type(data) is not int or data >= limit
            case "maximum":
                return lambda data: type(data) is not int or data <= limit
            case "minLength" | "minItems" | "minProperties":
                kind = SIZED[key[3:]]
                return lambda data: type(data) is not kind or len(data) >= limit
            case "maxLength" | "maxItems" | "maxProperties":
                kind = SIZED[key[3:]]
                return lambda data: type(data) is not kind or len(data) <= limit
            case "uniqueItems" if limit is True:
                return lambda data: (
                    type(data) is not list or (all(type(item) is str for item in data) and len(set(data)) == len(data))
                )
            case _:
                return self.demand_of_parts(key, limit, schema)

    def demand_of_parts(self, key: str, limit: Any, schema: Schema) -> Fits:
        """Return the function for a keyword that looks into other parts of the schema.

        A keyword that is not known here fits nothing, so the validator is asked.
        """
        match key:
            case "$ref":
                return self.compiled(self.target(limit))
            case "items":
                return all_items(self.compiled(limit))
            case "required":
                names = frozenset(limit)
                return lambda data: type(data) is not dict or names <= data.keys()
            case "dependentRequired":
                needs = {name: frozenset(others) for name, others in limit.items()}
                return lambda data: (
                    type(data) is not dict
                    or all(others <= data.keys() for name, others in needs.items() if name in data)
                )
            case "properties":
                return all_values({name: self.compiled(part) for name, part in limit.items()})
            case "patternProperties":
                return matching_values([(re.compile(one).search, self.compiled(part)) for one, part in limit.items()])
            case "propertyNames":
                fits = self.compiled(limit)
                return lambda data: type(data) is not dict or all(fits(name) for name in data)
            case "if":
                return self.either(limit, schema)
            case _:
                return lambda data: False

    def either(self, test: Schema, schema: Schema) -> Fits:
        """Return the function for `if` with its `then` and `else`."""
        holds = self.compiled(test)
        then, otherwise = (self.compiled(schema.get(key, ANYTHING)) for key in ("then", "else"))
        return lambda data: then(data) if holds(data) else otherwise(data)

    def target(self, reference: str) -> Schema:
        """Return what a reference inside the schema stands for."""
        part: Any = self.root
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        found: Schema = part
        return found

    def further(self, schema: Schema) -> Fits:
        """Return the function for keys that the schema does not name."""
        named = schema.get("properties", {}).keys()
        patterns = [re.compile(pattern).search for pattern in schema.get("patternProperties", {})]
        limit = schema["additionalProperties"]
        if limit is False and not patterns:
            return lambda data: type(data) is not dict or data.keys() <= named
        fits = self.compiled(ANYTHING) if limit is True else never if limit is False else self.compiled(limit)

        def fits_further(data: Any) -> bool:
            if type(data) is dict:
                for name, value in data.items():
                    if name not in named and not any(found(name) for found in patterns) and not fits(value):
                        return False
            return True

        return fits_further


SIZED = {"Length": str, "Items": list, "Properties": dict}


def never(data: Any) -> bool:
    """Fit nothing."""
    return False


def every(demands: list[Fits]) -> Fits:
    """Return the function that is true if all demands are; they may be added later."""

    def fits(data: Any) -> bool:
        for demand in demands:  # noqa: SIM110 - a generator would be a second call for each demand
            if not demand(data):
                return False
        return True

    return fits


def all_items(fits: Fits) -> Fits:
    """Return the function that is true if all items of a list fit."""

    def fit(data: Any) -> bool:
        if type(data) is list:
            for item in data:
                if not fits(item):
                    return False
        return True

    return fit


def all_values(parts: dict[str, Fits]) -> Fits:
    """Return the function that is true if the values of all named keys fit."""

    def fit(data: Any) -> bool:
        if type(data) is dict:
            for name, value in data.items():
                if name in parts and not parts[name](value):
                    return False
        return True

    return fit


def matching_values(patterns: list[tuple[Callable[[str], object], Fits]]) -> Fits:
    """Return the function that is true if the values of all keys that match a pattern fit."""

    def fit(data: Any) -> bool:
        if type(data) is dict:
            for name, value in data.items():
                for found, fits in patterns:
                    if found(name) and not fits(value):
                        return False
        return True

    return fit


def of_type(names: list[str]) -> Fits:
    """Return the function that tells data of some kinds; there are no broken numbers in content."""
    kinds = frozenset(TYPES[name] for name in names)
    return lambda data: type(data) in kinds
