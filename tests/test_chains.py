"""The chain tree: all links, no card on another, few crossings, names as text."""

from __future__ import annotations

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from stele.compiler.docs.draw.chains import Tree, chain_list, chain_picture, chain_tree
from stele.compiler.docs.draw.pictures import width_of, wrapped
from tests.docs import EVIL, LANGUAGES, evil_speaker, speaker, together

SETS = [("base",), ("base", "cities"), ("base", "gardens")]
SVG = "{http://www.w3.org/2000/svg}"


def crossings(tree: Tree) -> int:
    """Return how many lines cross between two columns."""
    parts: dict[int, list[tuple[float, float]]] = {}
    for link in tree.links:
        places = [(link.source.column, link.source.row), *link.bends, (link.to.column, link.to.row)]
        for (column, start), (other, end) in pairwise(places):
            if other > column:
                parts.setdefault(column, []).append((start, end))
    pairs = [pair for lines in parts.values() for pair in combinations(lines, 2)]
    return sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in pairs)


@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_every_link_stands_in_the_tree_and_in_the_list(ids: tuple[str, ...]) -> None:
    contents = together(*ids)
    wanted = {
        (name.target, f"{content.expansion.id}.{card.id}")
        for content in contents
        for card in content.cards
        for name in card.chain
    }
    tree = chain_tree(contents, speaker("en"))
    assert {(link.source.target, link.to.target) for link in tree.links} == wanted
    assert {(chain.target, to) for chain in chain_list(contents, speaker("en")) for to, _ in chain.opens} == wanted


@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_no_card_lies_on_another_and_no_lines_cross(ids: tuple[str, ...]) -> None:
    tree = chain_tree(together(*ids), speaker("en"))
    for one, other in combinations(tree.knots, 2):
        assert one.column != other.column or abs(one.row - other.row) >= 1, (one, other)
    for link in tree.links:
        for column, row in link.bends:
            assert all(knot.column != column or abs(knot.row - row) >= 1 for knot in tree.knots), link
    assert crossings(tree) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_the_picture_links_to_every_card(ids: tuple[str, ...], language: str) -> None:
    contents = together(*ids)
    drawn = chain_picture(contents, speaker(language), lambda target: f"{target}.html?a=1&b=2")
    root = ElementTree.fromstring(drawn)
    assert root.get("aria-label")
    links = [link.get("href") for link in root.iter(f"{SVG}a")]
    tree = chain_tree(contents, speaker(language))
    assert links == [f"{knot.target}.html?a=1&b=2" for knot in tree.knots]
    assert root.find(f"{SVG}a[@class='colour-blue']") is not None
    assert all(part.get("id") is None for part in root.iter())
    assert chain_picture(contents, speaker(language), lambda target: f"{target}.html?a=1&b=2") == drawn


def test_names_are_text_in_the_picture() -> None:
    drawn = chain_picture(together("base"), evil_speaker(), lambda target: f'"><script>{target}')
    assert "<script" not in drawn
    root = ElementTree.fromstring(drawn)
    assert {title.text for title in root.iter(f"{SVG}title")} == {EVIL}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("Baths", ["Baths"], id="a short name"),
        pytest.param("West Trading Post", ["West Trading", "Post"], id="two lines"),
        pytest.param("A Very Long Name Of A Card Indeed", ["A Very Long", "Name Of A Car…"], id="no more than two"),
        pytest.param("Donaudampfschifffahrt", ["Donaudampfs…"], id="a word too long for a line"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_a_name_fits_into_its_box(text: str, lines: list[str]) -> None:
    found = wrapped(text, 100, 12, 2)
    assert found == lines
    assert all(width_of(line, 12) <= 100 for line in found)


def test_a_set_without_chains_has_no_picture() -> None:
    cities = [content for content in together("base", "cities") if content.expansion.id == "cities"]
    assert chain_picture(cities, speaker("en"), str) == ""
    assert chain_list(cities, speaker("en")) == ()
