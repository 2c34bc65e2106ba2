"""The course of a game in words and as a picture: every step, every number, nothing that is not in
the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import get_args
from xml.etree import ElementTree

import pytest

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.docs.draw.diagram import diagram
from stele.compiler.docs.text.decks import deck_tables
from stele.compiler.docs.text.flow_text import Point, flow_sections
from stele.compiler.docs.text.patch_paths import all_steps
from stele.compiler.front import items
from tests.docs import EVIL, LANGUAGES, everything, evil_speaker, plain_speaker, speaker, together

SETS = [("base",), ("base", "leaders", "cities", "edifice", "frontiers"), ("base", "gardens")]
SVG = "{http://www.w3.org/2000/svg}"


def written(points: Sequence[Point], depth: int, is_ordered: bool) -> list[str]:
    """Return a nested list as lines."""
    lines = []
    for number, point in enumerate(points, 1):
        lines.append("  " * depth + (f"{number}. " if is_ordered else "- ") + point.text)
        lines += written(point.inner, depth + 1, point.is_step)
    return lines


def flow_of(contents: Sequence[items.Content]) -> items.Flow:
    """Return the flows of a set as one."""
    return merge_flows([content.flow for content in contents if content.flow is not None])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_a_course_reads_as_it_is_meant_to(
    ids: tuple[str, ...], language: str, golden: Callable[[str, str], None]
) -> None:
    lines = []
    for section in flow_sections(together(*ids), plain_speaker(language)):
        lines += [f"# {section.title}", *written(section.points, 0, section.is_ordered), ""]
    golden(f"docs/course/{'-'.join(ids)}.{language}.txt", "\n".join(lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_expansion_by_itself_has_a_course(language: str) -> None:
    everyone = everything().game.contents
    for content in everyone:
        for section in flow_sections([content], speaker(language), everyone):
            text = "\n".join(written(section.points, 0, False))
            assert section.title
            assert text
            assert not set("{}") & set(text), text


def test_every_kind_of_step_is_told_and_drawn() -> None:
    flow = flow_of(together("base", "leaders", "cities", "edifice", "frontiers"))
    kinds = {type(step) for step in all_steps(flow.steps())}
    assert kinds == set(get_args(items.Step))


@pytest.mark.parametrize("coins", [0, 1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_their_plurals(language: str, coins: int) -> None:
    contents = together("base")
    flow = contents[0].flow
    assert flow is not None
    changed = replace(contents[0], flow=replace(flow, coins=coins))
    setup = flow_sections([changed], speaker(language))[0]
    expected = {
        "en": ["Nobody starts with coins.", "Each player starts with 1 coin.", "Each player starts with 2 coins."],
        "fr": [
            "Personne ne commence avec des pièces.",
            "Chaque joueur commence avec 1 pièce.",
            "Chaque joueur commence avec 2 pièces.",
        ],
    }
    assert expected[language][coins] in [point.text for point in setup.points]


# --- the diagram ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ids", SETS, ids="+".join)
def test_a_diagram_is_one_well_formed_image_with_a_text(ids: tuple[str, ...], language: str) -> None:
    flow = flow_of(together(*ids))
    drawn = diagram(flow, speaker(language))
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for step in all_steps(flow.steps()):
        if isinstance(step, items.PlayStep):
            for action in step.actions:
                name = speaker(language).title(action.role, action.target or "").text
                assert name in (root.get("aria-label") or "")
                assert any(name in text for text in texts)
    assert all(part.get("id") is None for part in root.iter())
    assert diagram(flow, speaker(language)) == drawn


def test_boxes_of_a_diagram_lie_inside_it_and_not_on_each_other() -> None:
    flow = flow_of(together("base", "leaders", "cities", "edifice", "frontiers"))
    root = ElementTree.fromstring(diagram(flow, speaker("en")))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    boxes = [
        tuple(float(rect.get(key) or 0) for key in ("x", "y", "width", "height")) for rect in root.iter(f"{SVG}rect")
    ]
    assert all(x >= 0 and x + w <= width and y >= 0 and y + h <= height for x, y, w, h in boxes)
    inner = [box for box in boxes if not any(contains(box, other) for other in boxes if other is not box)]
    ends = sorted((y, y + h) for _, y, _, h in inner)
    assert len(inner) > 10
    assert all(end <= start for (_, end), (start, _) in pairwise(ends))


def contains(box: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether a box lies around another one."""
    x, y, width, height = box
    return x <= other[0] and y <= other[1] and x + width >= other[0] + other[2] and y + height >= other[1] + other[3]


def test_an_expansion_without_steps_has_no_diagram() -> None:
    flow = everything().game.content("lost-wonders").flow
    assert flow is not None
    assert diagram(flow, speaker("en")) == ""


def test_names_are_text_in_a_diagram() -> None:
    flow = flow_of(together("base", "leaders"))
    drawn = diagram(flow, evil_speaker())
    assert "<script" not in drawn
    root = ElementTree.fromstring(drawn)
    assert EVIL in (root.get("aria-label") or "")


# --- decks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [*SETS, ("base", "cities"), ("base", "leaders")], ids="+".join)
def test_decks_come_out_even(ids: tuple[str, ...]) -> None:
    contents = together(*ids)
    flow = flow_of(contents)
    tables = {table.target: table for table in deck_tables(contents, speaker("en"))}
    deals = [step for step in flow.age if isinstance(step, items.Deal)]
    assert deals
    for deal in deals:
        for _, deck in deal.source.table:
            table = tables[deck.target or ""]
            for players, total in zip(table.players, table.totals, strict=True):
                assert total == players * (deal.cards.at(players) or 0), (deck, players)


def test_a_deck_lists_its_cards_and_what_is_mixed_in() -> None:
    tables = {table.target: table for table in deck_tables(together("base", "cities"), speaker("en"))}
    third = tables["base.age-3"]
    assert third.players == (3, 4, 5, 6, 7, 8)
    assert [(row.title, row.cards) for row in third.mixed] == [
        ("Guilds", (5, 6, 7, 8, 9, 9)),
        ("City cards of Age III", (3, 4, 5, 6, 7, 7)),
    ]
    arsenal = next(row for row in third.rows if row.title == "Arsenal")
    assert arsenal.copies == (1, 2, 2, 2, 3, 3)
    assert arsenal.colour == "base.red"
    assert tables["base.guilds"].is_drawn_from
    assert "cities.counterfeiters-guild" in {row.target for row in tables["base.guilds"].rows}
    assert not third.is_drawn_from


def test_cards_that_need_an_absent_expansion_are_in_no_deck() -> None:
    alone = {row.target for table in deck_tables(together("base", "cities"), speaker("en")) for row in table.rows}
    met = {
        row.target for table in deck_tables(together("base", "cities", "leaders"), speaker("en")) for row in table.rows
    }
    assert "cities.berenice" not in alone
    assert "cities.berenice" in met
