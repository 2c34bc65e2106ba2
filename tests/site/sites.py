"""Sites that tests look at: built once in a run, however many workers share it, and what stands in
their pages.
"""

from __future__ import annotations

import fcntl
import posixpath
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from stele.compiler.cli import main
from tests.conftest import HERE

GARDENS = HERE / "expansions" / "gardens"
SITES = {
    "whole": [],
    "french": ["frontiers", "leaders", "--lang", "fr"],
    "gardens": [str(GARDENS)],
}


def build(folder: Path, *arguments: str) -> Path:
    """Write a site into a folder, as its user would."""
    assert main(["docs", *arguments, "-o", str(folder)]) == 0
    return folder


def once(shared: Path, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of a run; who comes first makes it, all others wait."""
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(folder)
            done.touch()
    return folder


def built_once(shared: Path, name: str) -> Path:
    """Return one of the sites."""
    return once(shared, f"site-{name}", lambda folder: build(folder, *SITES[name]))


def pages_of(folder: Path) -> list[Path]:
    """Return all pages of a site."""
    return sorted(folder.rglob("*.html"))


def kind_of(folder: Path, page: Path) -> str:
    """Return what kind of page it is, by its address: all cards are one kind, all overviews of
    expansions another.
    """
    address = page.relative_to(folder).as_posix()
    inner = re.sub(r"^[^/]+/", "*/", address)
    return re.sub(r"(card|board)-.*\.html", r"\1-*.html", inner)


def kinds(folder: Path) -> dict[str, list[Path]]:
    """Return all pages by kind, the largest first: it has most that may go wrong."""
    found: dict[str, list[Path]] = {}
    for page in sorted(pages_of(folder), key=lambda page: (-page.stat().st_size, page)):
        found.setdefault(kind_of(folder, page), []).append(page)
    return found


def templates(folder: Path) -> dict[str, Path]:
    """Return one page of each template, neither the largest nor the smallest.

    Cards and boards share one, but little of it.
    """
    found: dict[str, Path] = {}
    for kind, listed in kinds(folder).items():
        found.setdefault(re.sub(r"^index-\w+", "index-*", kind.replace("*/flow", "flow")), listed[len(listed) // 2])
    return found


def samples(folder: Path, number: int = 1) -> list[Path]:
    """Return some pages of each kind: the largest, then the smallest."""
    chosen: list[Path] = []
    for listed in kinds(folder).values():
        chosen += dict.fromkeys([*listed[: (number + 1) // 2], *listed[len(listed) - number // 2 :]])
    return chosen


# Autoescape turns quotes in texts into entities, so what looks like an attribute is one.
ATTRIBUTE = re.compile(r"""[\s"'](id|href|src|xlink:href|action|aria-controls|for)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


Attributes = list[tuple[str, str]]


def attributes(folder: Path) -> dict[str, Attributes]:
    """Return the attributes that make places and lead to them, with their values, of every page of
    a site.
    """
    return {
        page.relative_to(folder).as_posix(): [
            (name, unescape(first or second))
            for name, first, second in ATTRIBUTE.findall(page.read_text(encoding="utf-8"))
        ]
        for page in pages_of(folder)
    }


def places_of(listed: Attributes) -> list[str]:
    """Return the ids among attributes."""
    return [value for name, value in listed if name == "id"]


def target_of(page: str, link: str) -> tuple[str, str]:
    """Return the page and the place to which a link of a page leads, seen from the folder of the
    site.
    """
    address, _, place = link.partition("#")
    file = posixpath.join(posixpath.dirname(page), unquote(address.partition("?")[0])) if address else page
    return posixpath.normpath(file), unquote(place)
