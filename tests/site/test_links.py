"""Nothing in a site leads nowhere, and nothing leads out of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.sites import SITES, Attributes, attributes, places_of, target_of

pytestmark = pytest.mark.slow

LINKS = ("href", "src", "xlink:href", "action")


@pytest.fixture(params=SITES)
def folder(request: pytest.FixtureRequest, site: Callable[[str], Path]) -> Path:
    return site(request.param)


def links(listed: Attributes) -> list[str]:
    """Return the links among attributes."""
    return list(dict.fromkeys(value for name, value in listed if name in LINKS and value != "data:,"))


def test_every_link_of_every_page_leads_to_a_file_and_to_a_place_in_it(folder: Path) -> None:
    pages = attributes(folder)
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*")}
    places = {page: set(places_of(listed)) for page, listed in pages.items()}
    broken = []
    for page, listed in pages.items():
        for link in links(listed):
            file, place = target_of(page, link)
            if file not in files or (place and place not in places.get(file, ())):
                broken.append(f"{page}: {link}")
    assert len(pages) > 90
    assert not broken, f"{len(broken)} broken links, such as {broken[:10]}"


def test_controls_and_labels_name_an_element_of_their_page_and_no_id_stands_twice(folder: Path) -> None:
    wrong = []
    for page, listed in attributes(folder).items():
        places = Counter(places_of(listed))
        wrong += [f"{page}: {id} {number} times" for id, number in places.items() if number > 1]
        named = {value for name, value in listed if name in ("for", "aria-controls")}
        wrong += [f"{page}: {name} is not there" for name in named - set(places)]
    assert not wrong, f"{len(wrong)}, such as {wrong[:10]}"


def test_every_page_is_reached_from_the_start_page_by_links(folder: Path) -> None:
    pages = attributes(folder)
    waiting = ["index.html"]
    seen = set(waiting)
    while waiting:
        page = waiting.pop()
        targets = {target_of(page, link)[0] for link in links(pages[page])}
        new = (targets & pages.keys()) - seen
        seen |= new
        waiting += new
    assert pages.keys() - seen == set()


def test_everything_that_search_finds_has_its_place(folder: Path) -> None:
    text = (folder / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.partition("=")[2].strip().rstrip(";"))
    places = {page: {"", *places_of(listed)} for page, listed in attributes(folder).items()}
    found = [target_of("index.html", entry["u"]) for entry in entries]
    broken = [f"{page}#{place}" for page, place in found if place not in places.get(page, ())]
    assert len(entries) > 300
    assert not broken, f"{len(broken)}, such as {broken[:10]}"


def test_style_sheets_ask_for_nothing(folder: Path) -> None:
    sheets = list(folder.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        assert "url(" not in text
        assert "@import" not in text
