"""Nothing in a site leads nowhere, and nothing leads out of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.sites import SITES, attributes, pages_of, places_of, target_of

Attributes = dict[Path, list[tuple[str, str]]]
LINKS = ("href", "src", "xlink:href", "action")


@pytest.fixture(params=SITES)
def folder(request: pytest.FixtureRequest, site: Callable[[str], Path]) -> Path:
    return site(request.param)


def links(listed: list[tuple[str, str]]) -> list[str]:
    """Return the links among attributes."""
    return list(dict.fromkeys(value for name, value in listed if name in LINKS and value != "data:,"))


def test_every_link_of_every_page_leads_to_a_file_and_to_a_place_in_it(folder: Path) -> None:
    listed: Attributes = {page.resolve(): attributes(page) for page in pages_of(folder)}
    places = {page: set(places_of(found)) for page, found in listed.items()}
    broken = []
    for page, found in listed.items():
        for link in links(found):
            file, place = target_of(page, link)
            is_inside = file.is_relative_to(folder.resolve())
            if not (is_inside and file.is_file()) or (place and place not in places.get(file, ())):
                broken.append(f"{page.relative_to(folder.resolve())}: {link}")
    assert len(listed) > 90
    assert not broken, f"{len(broken)} broken links, such as {broken[:10]}"


def test_controls_and_labels_name_an_element_of_their_page_and_no_id_stands_twice(folder: Path) -> None:
    wrong = []
    for page in pages_of(folder):
        listed = attributes(page)
        places = Counter(places_of(listed))
        wrong += [f"{page.name}: {id} {number} times" for id, number in places.items() if number > 1]
        named = {value for name, value in listed if name in ("for", "aria-controls")}
        wrong += [f"{page.name}: {name} is not there" for name in named - set(places)]
    assert not wrong, f"{len(wrong)}, such as {wrong[:10]}"


def test_every_page_is_reached_from_the_start_page_by_links(folder: Path) -> None:
    waiting = [(folder / "index.html").resolve()]
    seen = set(waiting)
    while waiting:
        page = waiting.pop()
        for link in links(attributes(page)):
            file, _ = target_of(page, link)
            if file.suffix == ".html" and file.is_file() and file not in seen:
                seen.add(file)
                waiting.append(file)
    assert {page.resolve() for page in pages_of(folder)} - seen == set()


def test_everything_that_search_finds_has_its_place(folder: Path) -> None:
    text = (folder / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.partition("=")[2].strip().rstrip(";"))
    places = {page.resolve(): set(places_of(attributes(page))) for page in pages_of(folder)}
    start = (folder / "index.html").resolve()
    broken = []
    for entry in entries:
        file, place = target_of(start, entry["u"])
        if file not in places or (place and place not in places[file]):
            broken.append(entry["u"])
    assert len(entries) > 300
    assert not broken, f"{len(broken)}, such as {broken[:10]}"


def test_style_sheets_ask_for_nothing(folder: Path) -> None:
    for sheet in folder.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert "url(" not in text
        assert "@import" not in text
