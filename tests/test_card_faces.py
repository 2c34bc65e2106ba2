"""Items as they lie on a table: what a face shows, and that content can only be shown in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from stele.compiler.docs.draw.card_faces import CardFaces
from stele.compiler.docs.draw.emblems import contrast
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.text.phrases import LANGUAGES, phrases
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from tests.conftest import HERE, ROOT

SLY = "</p><script>alert(\"x\")</script><p onclick='y'>&amp;"


def faces_of(contents: tuple[items.Content, ...], language: str = "en") -> CardFaces:
    speaker = Speaker(language, contents)
    return CardFaces(contents, speaker, Icons(contents, speaker))


@pytest.fixture(scope="module")
def contents(base: Checked) -> tuple[items.Content, ...]:
    return tuple(base.game.contents)


@pytest.fixture(scope="module")
def faces(contents: tuple[items.Content, ...]) -> CardFaces:
    return faces_of(contents)


def all_faces(contents: tuple[items.Content, ...], faces: CardFaces) -> Iterator[Markup]:
    for content in contents:
        yield from (faces.card(content, card) for card in content.cards)
        yield from (faces.side(content, board, side) for board in content.boards for side in board.sides)
        yield from (faces.place(content, place, side) for place in content.places for side in place.sides)


def texts(markup: Markup, name: str) -> list[str]:
    """Return the texts of the elements of a class."""
    tree = ElementTree.fromstring(str(markup).strip())
    return [" ".join("".join(part.itertext()).split()) for part in tree.iter() if name in part.get("class", "").split()]


def found(contents: tuple[items.Content, ...], id: str) -> tuple[items.Content, items.Card]:
    return next((content, card) for content in contents for card in content.cards if card.id == id)


def test_every_shipped_item_has_a_well_formed_face(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    drawn = list(all_faces(contents, faces))
    assert len(drawn) > 200
    for face in drawn:
        tree = ElementTree.fromstring(str(face).strip())
        assert tree.tag == "article"
        assert not [part for part in tree.iter() if part.get("id")]


def test_a_card_shows_all_that_is_printed_on_it(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    face = faces.card(*found(contents, "caravansery"))
    assert texts(face, "face-name") == ["Caravansery"]
    assert texts(face, "face-deck") == ["II"]
    assert texts(face, "face-players") == ["3+ 5+ 6+"]
    assert texts(face, "face-after") == ["from Marketplace"]
    assert texts(face, "face-before") == ["to Lighthouse"]
    assert "2 wood" in face
    assert texts(face, "face-text") == [faces.speaker.clause(found(contents, "caravansery")[1].effect[0])]
    assert "--tint: #e0a526; --ink: #000000" in face


def test_a_copy_shows_its_own_number_of_players(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    assert texts(faces.card(*found(contents, "caravansery"), players=(5,)), "face-players") == ["5+"]


def test_moments_of_a_card_stand_under_their_names(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    face = faces.card(*found(contents, "outpost"))
    assert texts(face, "face-moment") == ["Reward", "Penalty"] * 2


def test_every_face_says_the_sentences_of_its_item(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    for content in contents:
        for board in content.boards:
            for side in board.sides:
                said = " ".join(texts(faces.side(content, board, side), "face-text"))
                for stage in side.stages:
                    for clause in (*stage.effect, *(each for choice in stage.choose for each in choice)):
                        assert faces.speaker.clause(clause) in said


def test_what_is_proposed_is_marked_and_nothing_else(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    marked = 0
    for content in contents:
        for board in content.boards:
            for side in board.sides:
                proposed = sum("proposed" in dict(stage.provenance).values() for stage in side.stages)
                start = dict(board.provenance).get("start") == "proposed"
                face = faces.side(content, board, side)
                assert len(texts(face, "is-proposed")) == proposed + start, (board.id, side.id)
                marked += proposed
        for card in content.cards:
            assert texts(faces.card(content, card), "face-proposed") == []
    assert marked == 157


def test_a_shared_place_shows_its_room_and_its_ladder(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    content = next(content for content in contents if content.places)
    place = content.places[0]
    face = faces.place(content, place, place.sides[0])
    assert texts(face, "face-name") == [place.name]
    assert texts(face, "face-slot") == ["Yellow×3 Yellow", "Brown×2 Brown", "Red×2 Red"]
    assert texts(face, "face-number") == ["+1", "+2", "+3", "+4"]
    assert texts(face, "face-proposed") == ["Proposed: room, step 1, step 2, step 3"]


def test_a_choice_of_a_stage_is_a_choice_on_its_face(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    content, board = next(
        (c, b) for c in contents for b in c.boards if any(s.choose for side in b.sides for s in side.stages)
    )
    face = faces.side(content, board, board.sides[0])
    count = sum(len(stage.choose) for stage in board.sides[0].stages)
    assert len(texts(face, "face-choice")) == count > 1
    assert "or" in texts(face, "face-or")


def test_markup_in_content_is_shown_as_text(contents: tuple[items.Content, ...]) -> None:
    def soiled(content: items.Content) -> items.Content:
        words = content.vocabulary
        return replace(
            content,
            cards=tuple(replace(card, name=SLY) for card in content.cards),
            boards=tuple(replace(board, name=SLY, title=SLY) for board in content.boards),
            places=tuple(replace(place, name=SLY) for place in content.places),
            vocabulary=replace(
                words,
                colours=tuple(replace(colour, name=SLY, icon="") for colour in words.colours),
                resources=tuple(replace(resource, name=SLY, icon="") for resource in words.resources),
                tokens=tuple(replace(token, name=SLY, icon="") for token in words.tokens),
                decks=tuple(replace(deck, name=SLY, age=None) for deck in words.decks),
                moments=tuple(replace(moment, name=SLY) for moment in words.moments),
                zones=tuple(replace(zone, name=SLY) for zone in words.zones),
            ),
        )

    sly = tuple(soiled(content) for content in contents)
    for face in all_faces(sly, faces_of(sly)):
        assert "<script" not in face
        tree = ElementTree.fromstring(str(face).strip())
        assert not [part for part in tree.iter() if part.get("onclick")]
        assert SLY in "".join(tree.itertext())


def test_an_expansion_without_drawings_has_faces_too() -> None:
    contents = tuple(check_folders([HERE / "expansions" / "gardens"]).game.contents)
    faces = faces_of(contents)
    assert all(ElementTree.fromstring(str(face).strip()).tag == "article" for face in all_faces(contents, faces))


def test_faces_speak_every_language(contents: tuple[items.Content, ...]) -> None:
    tables = [{key for key in phrases(language) if key.startswith("print.")} for language in LANGUAGES]
    assert tables[0] == tables[1]
    french = faces_of(contents, "fr")
    assert texts(french.card(*found(contents, "caravansery")), "face-before") == ["vers Lighthouse"]


def test_words_on_a_face_are_read_in_both_themes() -> None:
    text = (ROOT / "compiler" / "docs" / "static" / "faces.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--(face-[a-z]+): (#[0-9a-f]{6});", text.split("@media")[0]))
    dark = dict(re.findall(r"--(face-[a-z]+): (#[0-9a-f]{6});", text.split(':root[data-theme="dark"]')[1]))
    by_system = dict(re.findall(r"--(face-[a-z]+): (#[0-9a-f]{6});", text.split(':root:not([data-theme="light"])')[1]))
    assert dark == by_system
    assert set(dark) == set(light)
    for theme in (light, dark):
        for ink in ("text", "soft", "doubt"):
            assert contrast(theme[f"face-{ink}"], theme["face-paper"]) >= 4.5
    for plate, ink in re.findall(r"background: (#[0-9a-f]{6}); color: (#[0-9a-f]{6});", text):
        assert contrast(plate, ink) >= 4.5


def test_every_class_of_a_face_has_a_style(contents: tuple[items.Content, ...], faces: CardFaces) -> None:
    folder = ROOT / "compiler" / "docs" / "static"
    styles = "".join((folder / name).read_text(encoding="utf-8") for name in ("faces.css", "icons.css", "print.css"))
    used = {
        word
        for face in all_faces(contents, faces)
        for words in re.findall(r'class="([^"]*)"', face)
        for word in words.split()
    }
    # Handles for pages that want to change something; what they mean needs no style.
    bare = {"text", "has-doubt", "face-after", "face-before", "face-choice", "face-place", "face-alone", "face-line"}
    assert {word for word in used if not re.search(rf"\.{re.escape(word)}\b", styles)} <= bare
