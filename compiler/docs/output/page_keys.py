"""Hash what a page is made of: the key changes when anything does that the page shows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import fields
from json import JSONEncoder
from operator import attrgetter
from typing import Any

from stele.compiler.common.files import path_bytes
from stele.compiler.docs.model.views import RulingView


class PageKeys:
    """Makes keys of the pages of one site; a ruling that many pages show is hashed once."""

    def __init__(self) -> None:
        # Cheaper than `repr`, which asks every part for its name and looks for circles.
        self.encoder = JSONEncoder(default=self.parts_of, sort_keys=True, ensure_ascii=False, check_circular=False)
        self.getters: dict[type, Callable[[Any], object]] = {}
        self.rulings: dict[tuple[str, str], str] = {}

    def key(self, made_of: object) -> str:
        """Return the hash of texts, lists, mappings and dataclasses."""
        return hashlib.sha256(path_bytes(self.encoder.encode(made_of))).hexdigest()

    def parts_of(self, part: object) -> object:
        """Return what stands for a dataclass: the values of its fields, or the hash of a ruling."""
        if not isinstance(part, RulingView):
            return self.values(part)
        name = (part.expansion, part.id)
        if name not in self.rulings:
            self.rulings[name] = self.key(self.values(part))
        return self.rulings[name]

    def values(self, part: Any) -> object:
        """Return the values of all fields."""
        type_ = type(part)
        if type_ not in self.getters:
            self.getters[type_] = attrgetter(*[field.name for field in fields(type_)])
        return self.getters[type_](part)
