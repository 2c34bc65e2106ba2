"""Explain every code: what it means, why it matters, an example, and the example put right.

The pages are data in `explanations/*.yaml`, one file for each stage; the examples are whole files
of an expansion, so a test can check both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from stele.compiler.common.codes import CODES
from stele.compiler.common.diagnostics import Code

IDENTITY = "expansion.yaml"


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file of an example.

    The text may be meant to stand there many times, followed by another text.
    """

    name: str
    text: str
    times: int = 1
    then: str = ""

    @property
    def content(self) -> str:
        """Return the whole text."""
        return self.text * self.times + self.then


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The page of one code."""

    code: Code
    means: str
    why: str
    bad: tuple[ExampleFile, ...]
    good: tuple[ExampleFile, ...]
    lacks_identity: bool  # the bad example is a folder that does not say what it is


@cache
def pages() -> Mapping[str, ErrorPage]:
    """Return all pages by code, in the order of the codes."""
    written: dict[str, Any] = {}
    for file in sorted((files("stele.compiler.tools") / "explanations").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            written |= yaml.safe_load(file.read_text(encoding="utf-8"))
    return {code.id: page_of(code, written[code.id]) for code in CODES if code.id in written}


def page_of(code: Code, written: Mapping[str, Any]) -> ErrorPage:
    """Return one page."""
    lacks_identity = IDENTITY in written["bad"] and written["bad"][IDENTITY] is None
    bad, good = files_of(written["bad"]), files_of(written["good"])
    return ErrorPage(code, written["means"].strip(), written["why"].strip(), bad, good, lacks_identity)


def files_of(written: Mapping[str, Any]) -> tuple[ExampleFile, ...]:
    """Return the files of one example."""
    given = {name: value for name, value in written.items() if value is not None}
    return tuple(
        ExampleFile(name, value)
        if isinstance(value, str)
        else ExampleFile(name, value["text"], value["times"], value["then"])
        for name, value in given.items()
    )


def write_example(page: ErrorPage, is_bad: bool, folder: Path, identity: str) -> None:
    """Write an example into a folder; `identity` is the `expansion.yaml` of one without."""
    listed = page.bad if is_bad else page.good
    names = {file.name for file in listed}
    if IDENTITY not in names and not (is_bad and page.lacks_identity):
        listed = (ExampleFile(IDENTITY, identity), *listed)
    for file in listed:
        place = folder / file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(file.content, encoding="utf-8")
