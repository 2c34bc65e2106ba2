"""Pages are accessible: axe-core finds nothing serious on a page of any kind, and pictures say what
the sentence says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.browser import Browser
from tests.site.sites import kinds, pages_of, templates

pytestmark = pytest.mark.slow

COLOURS = ("color-contrast", "link-in-text-block")  # the rules of axe that see a theme


def test_axe_finds_nothing_serious_on_a_page_of_any_template(window: Browser, site: Callable[[str], Path]) -> None:
    folder = site("whole")
    findings = {}
    for kind, page in templates(folder).items():
        window.open(page)
        window.prefer("light")
        found = window.findings(3)
        window.prefer("dark")
        if found := [*found, *window.findings(3, COLOURS)]:
            findings[kind] = found
    assert len(templates(folder)) > 14
    assert findings == {}


def test_nor_on_some_in_another_language(window: Browser, site: Callable[[str], Path]) -> None:
    for page in [*templates(site("french")).values()][::4]:
        window.open(page)
        assert window.findings(3) == [], page


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["whole", "french"])
def test_nor_on_any_page(window: Browser, site: Callable[[str], Path], name: str, theme: str) -> None:
    window.prefer(theme)
    for page in pages_of(site(name)):
        window.open(page)
        assert window.findings() == [], page


def test_axe_would_find_something(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    style = "<style>@media (prefers-color-scheme: dark) {b {color: #eee}}</style>"
    text = f'<!doctype html><title>Bad</title>{style}<img src="data:,"><p style="color: #bbb">Pale</p><b>Dark</b>'
    page.write_text(text, encoding="utf-8")
    window.open(page)
    found = " ".join(window.findings())
    assert "image-alt" in found
    assert "color-contrast" in found
    assert "html-has-lang" in found
    assert ": b " not in found
    window.prefer("dark")
    dark = window.findings(3, COLOURS)
    assert any(": b " in one for one in dark)
    assert all("color-contrast" in one for one in dark)


def test_open_results_are_accessible_too(window: Browser, site: Callable[[str], Path]) -> None:
    window.open(site("whole") / "index.html")
    window.press("/", "clay")
    assert window.texts("#results [role=option]")
    assert window.findings() == []


@pytest.mark.parametrize("name", ["whole", "french"])
def test_the_picture_of_an_effect_is_called_by_its_sentence(
    window: Browser, site: Callable[[str], Path], name: str
) -> None:
    wrong = seen = 0
    for page in [*kinds(site(name))["*/card-*.html"][:3], *kinds(site(name))["*/board-*.html"][:2]]:
        window.open(page)
        pairs = window.run(PICTURES)
        seen += len(pairs)
        wrong += sum(picture != sentence for picture, sentence in pairs)
    assert seen > 10
    assert wrong == 0


PICTURES = """
const said = one => (one.getAttribute("aria-label") || one.querySelector("title")?.textContent || "").trim();
return Array.from(document.querySelectorAll("main .effect"), one => [
  said(one.querySelector(".picture svg, .picture [role=img]")), one.querySelector(".sentence").textContent.trim()]);
"""
