"""The page of the order of a turn says what the steps of a set bring, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stele.compiler.docs.text.flow_text import FlowSection, Point
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.docs.text.turn_text import PLAYED, TOLD, turn_sections
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import shipped


def sections(language: str, *ids: str) -> dict[str, FlowSection]:
    contents = check_folders([shipped() / id for id in ids]).game.contents
    return {one.id: one for one in turn_sections(contents, Speaker(language, contents))}


def texts(points: tuple[Point, ...]) -> Iterator[str]:
    for point in points:
        yield point.text
        yield from texts(point.inner)


def said(language: str, key: str) -> str:
    return phrases(language)[f"turn.{key}"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_turn_goes_by_the_steps_of_the_flow(language: str) -> None:
    turn = sections(language, "base")["turn-1"]
    assert turn.is_ordered
    played, cleared, late, passed, over = turn.points
    assert [one.text for one in played.inner] == [said(language, f"play-{key}") for key in PLAYED]
    assert [one.text for one in late.inner] == [said(language, "run-decisions"), said(language, "run-losses")]
    assert len(cleared.inner) == 1
    assert passed.inner == ()
    assert over.text == said(language, "over")


@pytest.mark.parametrize(("ids", "is_there"), [(("base",), False), (("base", "lost-wonders"), True)])
def test_what_no_expansion_brings_is_not_told(ids: tuple[str, ...], is_there: bool) -> None:
    told = set(texts(sections("en", *ids)["turn-1"].points))
    for key in ("before", "run-after-playing"):
        assert (said("en", key) in told) is is_there, key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phrase_has_its_place(language: str) -> None:
    shown: set[str] = set()
    for one in sections(language, "base", "leaders", "cities", "lost-wonders", "edifice").values():
        shown |= {one.title, *texts(one.points)}
    own = {key: text for key, text in phrases(language).items() if key.startswith("turn.") and "{" not in text}
    apart = {"turn.title", "turn.lead", "turn.run-moments", "turn.title-turn"}
    assert {key for key, text in own.items() if text not in shown} <= apart


def test_what_is_told_of_all_turns_stands_once() -> None:
    listed = [key for keys in TOLD.values() for key in keys]
    assert len(set(listed)) == len(listed)
    found = sections("en", "base")
    assert [id for id in found if id in TOLD] == list(TOLD)


def test_without_a_flow_there_is_no_turn() -> None:
    contents: tuple[items.Content, ...] = ()
    assert turn_sections(contents, Speaker("en", contents)) == ()
