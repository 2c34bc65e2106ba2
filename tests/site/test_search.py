"""Search in a page: what it finds, how it is used from the keyboard, how much work it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from tests.site.browser import Browser, Keys

pytestmark = pytest.mark.slow

AT_MOST = 40  # so many results are shown


@pytest.fixture
def start(window: Browser, site: Callable[[str], Path]) -> Browser:
    """The start page of the whole reference."""
    window.open(site("whole") / "index.html")
    return window


def found(browser: Browser, text: str) -> list[dict[str, Any]]:
    """Type a query and return the entries that are shown, in their order."""
    field = browser.one("#query")
    field.clear()
    field.send_keys(text)
    entries: list[dict[str, Any]] = browser.run("return steleSearch(arguments[0])", text)
    shown = browser.run(
        "return Array.from(document.querySelectorAll('#results [role=option]'), o => o.firstChild.data)"
    )
    assert shown == [entry["n"] for entry in entries[:AT_MOST]]
    return entries


def names(browser: Browser, text: str) -> list[str]:
    """Return the names that a query finds."""
    return [entry["n"] for entry in found(browser, text)]


def cards_of(checked: Checked, deck: str, colour: str) -> set[str]:
    """Return the names of the cards of a colour in a deck."""
    return {
        card.name
        for content in checked.game.contents
        for card in content.cards
        if card.deck.text == deck and card.colour is not None and card.colour.text == colour
    }


@pytest.mark.parametrize("text", ["vineyard", "Vineyard", "  vineyard ", "vine"])
def test_a_card_is_found_by_its_name_or_the_beginning_of_it(start: Browser, text: str) -> None:
    assert names(start, text)[0] == "Vineyard"


def test_a_card_is_found_by_its_text(start: Browser) -> None:
    listed = found(start, "coin from the bank each brown card neighbouring")
    assert "Vineyard" in [entry["n"] for entry in listed]


def test_a_good_finds_what_costs_or_makes_it_before_all_else(start: Browser, base: Checked) -> None:
    def speaks_of_clay(card: items.Card) -> bool:
        return "clay" in f"{card.cost} {card.effect} {card.moments}"

    meant = {card.name for c in base.game.contents for card in c.cards if speaks_of_clay(card)}
    listed = names(start, "clay")
    assert len(listed) >= AT_MOST
    assert "Clay Pool" in listed[:5]
    cards = [entry for entry in found(start, "clay") if "/card-" in entry["u"]]
    assert {entry["n"] for entry in cards} <= meant
    assert meant - {entry["n"] for entry in cards} == set()


@pytest.mark.parametrize("text", ["age 2 red", "red age II", "AGE 2 Red", "red age2"])
def test_an_age_and_a_colour_find_just_the_cards_that_have_both(start: Browser, base: Checked, text: str) -> None:
    meant = cards_of(base, "age-2", "red")
    listed = names(start, text)
    assert len(meant) > 3
    assert set(listed[: len(meant)]) == meant


@pytest.mark.parametrize("text", ["nomades", "NOMÁDES", "nomádes"])
def test_accents_and_capitals_make_no_difference(start: Browser, text: str) -> None:
    assert names(start, text)[0] == "Nomádes"


def test_what_is_nowhere_is_said_to_be_nowhere(start: Browser) -> None:
    assert names(start, "xyzzy") == []
    assert not start.one("#results").is_displayed()
    assert start.one("#found").get_attribute("textContent") == start.one("#found").get_attribute("data-none")


def test_a_question_is_found_by_its_words(start: Browser) -> None:
    assert any("/rulings.html#" in entry["u"] for entry in found(start, "vineyard"))


def test_search_works_from_the_keyboard_alone(start: Browser) -> None:
    start.press("/")
    field = start.focus()
    assert field.get_attribute("id") == "query"
    assert field.get_attribute("value") == ""
    start.press("clay")
    assert field.get_attribute("aria-expanded") == "true"
    assert field.get_attribute("aria-activedescendant") is None

    def chosen() -> list[str]:
        return start.texts("#results [aria-selected=true]")

    options = start.texts("#results [role=option]")
    start.press(Keys.ARROW_DOWN)
    assert chosen() == [options[0]]
    start.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert chosen() == [options[2]]
    start.press(Keys.ARROW_UP)
    assert chosen() == [options[1]]
    active = start.one(f"#{field.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-selected") == "true"
    assert active.get_attribute("textContent") == options[1]
    start.press(Keys.ARROW_UP, Keys.ARROW_UP)
    assert chosen() == [options[-1]]

    start.press(Keys.ESCAPE)
    assert not start.one("#results").is_displayed()
    assert field.get_attribute("aria-expanded") == "false"
    assert field.get_attribute("aria-activedescendant") is None
    assert field.get_attribute("value") == "clay"
    start.press(Keys.ESCAPE)
    assert field.get_attribute("value") == ""

    start.press("vineyard", Keys.ARROW_DOWN, Keys.ENTER)
    start.wait_for("location.pathname.endsWith('/base/card-vineyard.html')")
    assert start.texts("h1") == ["Vineyard"]


def test_enter_opens_the_first_result_from_any_page(window: Browser, site: Callable[[str], Path]) -> None:
    window.open(site("whole") / "base" / "card-altar.html")
    window.press("/", "pantheon", Keys.ENTER)
    window.wait_for("location.pathname.endsWith('/base/card-pantheon.html')")


def test_a_result_is_opened_by_a_click_and_the_list_is_closed_by_one_elsewhere(start: Browser) -> None:
    found(start, "vineyard")
    start.run("document.querySelector('h1').click()")
    assert not start.one("#results").is_displayed()
    found(start, "vineyard")
    start.one("#results [role=option]").click()
    start.wait_for("location.pathname.endsWith('/base/card-vineyard.html')")


def test_a_slash_in_the_search_field_is_only_a_slash(start: Browser) -> None:
    start.press("/", "a/b")
    assert start.one("#query").get_attribute("value") == "a/b"


@pytest.mark.parametrize("text", ["c", "clay", "age 2 red", "gain coins per card in the city and neighbours"])
def test_a_query_costs_little_more_than_reading_the_index_once(start: Browser, text: str) -> None:
    """Seconds depend on the machine.

    Writing the index out as text is a measure that goes with it.
    """
    ratio = start.run(
        """
        const best = act => Math.min(...Array.from({length: 15}, () => {
          const start = performance.now();
          for (let n = 0; n < 4; n++) { act(); }
          return performance.now() - start;
        }));
        return best(() => steleSearch(arguments[0])) / best(() => JSON.stringify(steleIndex));
        """,
        text,
    )
    assert ratio < 3


def test_no_more_is_shown_than_can_be_read(start: Browser) -> None:
    found(start, "card")
    assert len(start.texts("#results [role=option]")) == AT_MOST
