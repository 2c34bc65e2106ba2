"""Pages as readers have them before them: on a phone, in the dark, with a keyboard, without
scripts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.browser import PHONE, Browser, Keys
from tests.site.sites import pages_of, samples, templates

pytestmark = pytest.mark.slow

SITES = ["whole", "french", "gardens"]


def looked_at(folder: Path, share: str) -> list[Path]:
    """Return the largest page of each kind, or every page."""
    return samples(folder, 1) if share == "largest" else pages_of(folder)


@pytest.mark.parametrize("share", ["largest", pytest.param("all", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SITES)
def test_a_page_is_no_wider_than_a_phone_does_not_complain_and_asks_for_files_of_the_site_only(
    window: Browser, site: Callable[[str], Path], name: str, share: str
) -> None:
    folder = site(name)
    window.resize(*PHONE)
    wide, complaints = {}, {}
    for page in looked_at(folder, share):
        window.open(page)
        window.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        width = window.run("return document.scrollingElement.scrollWidth")
        if width > PHONE[0]:
            wide[str(page.relative_to(folder))] = (width, window.run(WIDEST, PHONE[0]))
        if found := window.complaints():
            complaints[str(page.relative_to(folder))] = found
    assert wide == {}
    assert complaints == {}
    home, asked = folder.resolve().as_uri() + "/", window.requests()
    assert any(address.endswith(".css") for address in asked)
    assert [address for address in asked if not address.startswith((home, "data:,"))] == []


# What sticks out, as far as it is not inside something that scrolls by itself.
WIDEST = """
const most = arguments[0], clips = one => one && (getComputedStyle(one).overflowX !== "visible" || clips(one.parentElement));
return Array.from(document.body.querySelectorAll("*"))
  .filter(one => one.getBoundingClientRect().right > most + 1 && !clips(one.parentElement))
  .slice(0, 5).map(one => one.tagName + "." + one.getAttribute("class") + " " + Math.round(one.getBoundingClientRect().right));
"""


@pytest.fixture
def card(window: Browser, site: Callable[[str], Path]) -> Browser:
    """The page of a card with everything on it."""
    window.open(site("whole") / "base" / "card-vineyard.html")
    return window


def brightness(colour: str) -> float:
    """Return how bright a colour of the form `rgb(1, 2, 3)` is, from 0 to 255."""
    numbers = [float(number) for number in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return sum(numbers) / 3


def test_a_dark_system_has_dark_pages(card: Browser) -> None:
    ground, ink = (brightness(one) for one in card.colours())
    assert ground - ink > 150
    card.prefer("dark")
    ground, ink = (brightness(one) for one in card.colours())
    assert ink - ground > 150


@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
def test_the_reader_may_choose_otherwise_and_is_remembered(
    card: Browser, site: Callable[[str], Path], system: str, other: str
) -> None:
    card.prefer(system)
    before = card.colours()
    card.one("#theme").click()
    chosen = card.colours()
    assert chosen != before
    assert card.run("return document.documentElement.dataset.theme") == other
    card.open(site("whole") / "glossary.html")
    assert card.colours() == chosen
    card.one("#theme").click()
    assert card.colours() == before


def test_the_theme_stands_before_anything_is_painted(card: Browser, site: Callable[[str], Path]) -> None:
    card.one("#theme").click()
    text = (site("whole") / "index.html").read_text(encoding="utf-8")
    script = text.index("static/theme.js")
    assert script < text.index("<body>")
    assert "defer" not in text[script : text.index(">", script)]


FOCUS_RING = """
const s = getComputedStyle(document.activeElement);
return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
"""


def test_the_first_tab_leads_to_the_skip_link_and_that_to_the_content(card: Browser) -> None:
    card.press(Keys.TAB)
    skip = card.focus()
    assert skip.get_attribute("class") == "skip"
    assert min(skip.rect["x"], skip.rect["y"]) >= 0, "it is seen when it has the focus"
    card.press(Keys.ENTER)
    card.press(Keys.TAB)
    assert card.run("return document.getElementById('content').contains(document.activeElement)")


def test_every_stop_of_the_tab_key_is_seen_and_in_the_order_of_the_page(card: Browser) -> None:
    stops = []
    for _ in range(60):
        card.press(Keys.TAB)
        if card.run("return document.activeElement === document.body"):
            break
        assert card.run(FOCUS_RING), card.run("return document.activeElement.outerHTML")
        is_later = card.run(
            "const was = window.last, is = window.last = document.activeElement;"
            "return !was || !!(was.compareDocumentPosition(is) & Node.DOCUMENT_POSITION_FOLLOWING)"
        )
        assert is_later
        stops.append(card.focus().tag_name)
    assert {"a", "input", "button", "summary"} <= set(stops)


def test_what_is_folded_opens_with_enter_and_closes_with_space(card: Browser) -> None:
    fold = card.one("main details")
    card.run("arguments[0].querySelector('summary').focus()", fold)
    assert fold.get_attribute("open") is None
    card.press(Keys.ENTER)
    assert fold.get_attribute("open") is not None
    card.press(Keys.SPACE)
    assert fold.get_attribute("open") is None


def test_without_scripts_everything_can_be_read(window: Browser, site: Callable[[str], Path]) -> None:
    folder = site("whole")
    for kind, page in templates(folder).items():
        window.open(page)
        with_scripts = window.run("return document.querySelector('main').innerText")
        window.allow_scripts(False)
        window.open(page)
        assert len(with_scripts) > 100
        assert window.run("return document.querySelector('main').innerText") == with_scripts, kind
        window.allow_scripts(True)


def test_without_scripts_links_lead_on_and_folds_open(window: Browser, site: Callable[[str], Path]) -> None:
    window.allow_scripts(False)
    window.open(site("whole") / "index.html")
    window.one("main .tile").click()
    assert window.driver.current_url.endswith("/base/index.html")
    window.open(site("whole") / "base" / "card-vineyard.html")
    fold = window.one("main details")
    window.one("main details summary").click()
    assert fold.get_attribute("open") is not None
