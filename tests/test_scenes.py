"""Scenes of rulings in words: complete, exact, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from stele.compiler.analysis.declarations import declarations
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.scenes import SceneWriter, scene
from stele.compiler.front.rulings import Ruling
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from tests.docs import EVIL, LANGUAGES, all_rulings, everything, evil_speaker, speaker

SUBJECTS = ("telling", "scenes", "flow", "limits", "meetings", "chains")

# One of each kind of thing that a scene can say.
TOLD = [
    "base.boards-side-a-start", "base.halikarnassos-b-costs", "base.players-pay-the-free-city", "base.seven-cards-for-the-draw-pile",
    "leaders.rome-b-keeps-its-hand", "leaders.solomon-before-the-courtesans", "leaders.plato-and-each-colour",
    "cities.counterfeiters-hit-all-others", "cities.rich-may-split", "cities.points-are-counted-singly",
    "cities.chain-and-the-other-partner", "edifice.unfinished-edifice", "edifice.carthage-must-choose",
    "edifice.coins-of-the-same-turn-are-too-late", "edifice.ur-takes-of-a-failed-edifice", "lost-wonders.citadels-assassin",
    "lost-wonders.citadels-stages-in-any-order", "lost-wonders.citadels-each-stage-once",
    "lost-wonders.yamato-card-stands-in-the-city", "lost-wonders.beiping-b-last-token", "frontiers.shared-by-both",
    "frontiers.vulcanus-b-step-3", "frontiers.vulcanus-b-room", "frontiers.courtesans-give-coins-to-both",
    "gardens.mulch-with-each-stage", "gardens.sown-plants-do-nothing", "gardens.a-weed-for-each-unpaid-coin", "gardens.one-coin-more",
    "gardens.the-last-acorn", "gardens.no-bath-without-stone", "gardens.honey-is-one-source",
    "gardens.plants-come-after-the-conflict", "gardens.who-plants-for-the-free-city",
    "leaders.points-of-a-copied-leader", "leaders.points-of-a-leader-copied-by-a-stage",
]  # fmt: skip


def named(name: str) -> Ruling:
    """Return a ruling by its expansion and id."""
    return next(ruling for ruling in all_rulings() if f"{ruling.expansion}.{ruling.id}" == name)


@pytest.fixture(scope="module")
def writers() -> dict[str, SceneWriter]:
    return {language: SceneWriter(speaker(language), everything().game.contents) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_scenes_read_as_they_are_meant_to(
    language: str, writers: dict[str, SceneWriter], golden: Callable[[str, str], None]
) -> None:
    told = []
    for name in TOLD:
        words = writers[language].scene(named(name))
        given = [f"  given: {line.text}" for line in words.given]
        then = [f"  then: {line.text}" for line in words.then]
        told.append("\n".join([name, *given, *(f"  when: {text}" for text in words.when), *then]))
    golden(f"docs/scenes.{language}.txt", "\n\n".join(told) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_told_without_ids_and_leftovers(language: str, writers: dict[str, SceneWriter]) -> None:
    contents = everything().game.contents
    ids = {word for content in contents for _, word, _, _, _ in declarations(content) if "-" in word}
    raw = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(ids))) + r")(?![\w-])")
    for ruling in all_rulings():
        words = writers[language].scene(ruling)
        assert words.given, ruling.id
        assert len(words.when) == len(ruling.when), ruling.id
        assert len(words.then) == len(ruling.then.entries), ruling.id
        assert all(line.says for line in words.then), ruling.id
        assert not re.search(r"[{}]|  |\.\.|None", words.text), (ruling.id, words.text)
        assert not raw.search(words.text), (ruling.id, words.text)


def changed(node: Node, within: str = "") -> Iterator[Node]:
    """Yield a tree again and again, each time with another of its values or keys changed."""
    match node:
        case Scalar():
            yield replace(node, value=other(node, within), text=str(other(node, within)))
        case YamlSequence():
            for place, part in enumerate(node.items):
                for new in changed(part, within):
                    yield replace(node, items=(*node.items[:place], new, *node.items[place + 1 :]))
        case YamlMapping():
            for place, entry in enumerate(node.entries):
                for new in changed(entry.value, entry.key.text):
                    entries = (*node.entries[:place], replace(entry, value=new), *node.entries[place + 1 :])
                    yield replace(node, entries=entries)


def other(value: Scalar, within: str) -> str | int | bool:
    """Return another value that could stand in the same place."""
    if isinstance(value.value, bool):
        return not value.value
    if isinstance(value.value, int):
        return value.value + 1
    choices = {
        "by": ("chain", "paid"),
        "advance": ("conflict", "end-of-turn"),
        "side": ("a", "b"),
        "between": ("left", "right"),
        "winner": ("A", "B"),
    }
    first, second = choices.get(within, ("altar", "tavern"))
    return second if value.text == first else first


@pytest.mark.slow
def test_every_value_of_a_scene_is_said(writers: dict[str, SceneWriter]) -> None:
    writer = writers["en"]
    for ruling in all_rulings()[::3]:
        told = writer.scene(ruling).text
        for given in changed(ruling.given):
            assert isinstance(given, YamlMapping)
            assert writer.scene(replace(ruling, given=given)).text != told, (ruling.id, given)
        for then in changed(ruling.then):
            assert isinstance(then, YamlMapping)
            assert writer.scene(replace(ruling, then=then)).text != told, (ruling.id, then)
        for place, step in enumerate(ruling.when):
            for new in changed(step):
                assert isinstance(new, YamlMapping)
                steps = (*ruling.when[:place], new, *ruling.when[place + 1 :])
                assert writer.scene(replace(ruling, when=steps)).text != told, (ruling.id, step)


def test_names_stand_in_a_scene_as_they_are() -> None:
    words = scene(named("base.halikarnassos-b-costs"), evil_speaker(), everything().game.contents)
    assert words.when[0] == f"A uses {EVIL} to build the next stage, paying 4 coins to B."


@pytest.mark.parametrize("subject", SUBJECTS)
def test_phrases_of_a_subject_have_the_same_places_in_every_language(subject: str) -> None:
    tables = [
        {
            key: set(re.findall(r"{(\w+)}", text))
            for key, text in phrases(language).items()
            if key.startswith(f"{subject}.")
        }
        for language in LANGUAGES
    ]
    assert tables[0]
    assert all(table.keys() == tables[0].keys() for table in tables)
    # A number may stand as a figure in one language and be a word of the phrase in another.
    differing = [key for key in tables[0] if tables[0][key] - {"number"} != tables[1][key] - {"number"}]
    assert differing == []
