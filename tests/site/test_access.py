"""Pages are accessible: axe-core finds nothing serious on a page of any kind, and pictures say what the sentence says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.browser import Browser
from tests.site.sites import kinds


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["whole", "french"])
def test_axe_finds_nothing_serious(window: Browser, site: Callable[[str], Path], name: str, theme: str) -> None:
    folder = site(name)
    window.prefer(theme)
    findings = {}
    for kind, pages in kinds(folder).items():
        window.open(pages[len(pages) // 2])
        if found := window.findings():
            findings[kind] = found
    assert findings == {}


def test_axe_would_find_something(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text('<!doctype html><title>Bad</title><img src="data:,"><p style="color: #bbb">Pale', encoding="utf-8")
    window.open(page)
    found = " ".join(window.findings())
    assert "image-alt" in found
    assert "color-contrast" in found
    assert "html-has-lang" in found


def test_open_results_are_accessible_too(window: Browser, site: Callable[[str], Path]) -> None:
    window.open(site("whole") / "index.html")
    window.press("/", "clay")
    assert window.texts("#results [role=option]")
    assert window.findings() == []


@pytest.mark.parametrize("name", ["whole", "french"])
def test_the_picture_of_an_effect_is_called_by_its_sentence(
    window: Browser, site: Callable[[str], Path], name: str
) -> None:
    wrong = window_wrong = 0
    seen = 0
    for page in [*kinds(site(name))["*/card-*.html"][:3], *kinds(site(name))["*/board-*.html"][:2]]:
        window.open(page)
        pairs = window.run(PICTURES)
        seen += len(pairs)
        wrong += sum(picture != sentence for picture, sentence in pairs)
    assert seen > 10
    assert (wrong, window_wrong) == (0, 0)


PICTURES = """
const said = one => (one.getAttribute("aria-label") || one.querySelector("title")?.textContent || "").trim();
return Array.from(document.querySelectorAll("main .effect"), one => [
  said(one.querySelector(".picture svg, .picture [role=img]")), one.querySelector(".sentence").textContent.trim()]);
"""
