"""A page of the site as data: a template and what it shows; `output/pages.py` renders it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One file of the site: where it lies, what it is called, how it looks and what it shows."""

    path: str
    title: str
    template: str
    values: Mapping[str, object]
