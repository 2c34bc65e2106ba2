"""Tell the tested scene of a ruling in words.

How the table stands, what happens, what must be true then. Every assertion is said, and nothing
that is not in the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stele.compiler.docs.text.scene_outcome import OutcomeText
from stele.compiler.docs.text.scene_setup import SetupText
from stele.compiler.docs.text.scene_steps import StepText
from stele.compiler.docs.text.scene_words import SceneLine, SceneNames, SceneWords
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.rulings import Ruling, entries


@dataclass(frozen=True, slots=True)
class SceneText:
    """A scene in words; what happens is one text for each step."""

    given: tuple[SceneLine, ...]
    when: tuple[str, ...]
    then: tuple[SceneLine, ...]

    @property
    def text(self) -> str:
        """Return the whole scene, a line for each part."""
        return "\n".join([*(line.text for line in self.given), *self.when, *(line.text for line in self.then)])


def scene(ruling: Ruling, speaker: Speaker, contents: Sequence[items.Content]) -> SceneText:
    """Return the scene of one ruling in words.

    A `SceneWriter` writes many without looking up all names anew.
    """
    return SceneWriter(speaker, contents).scene(ruling)


class SceneWriter:
    """Puts scenes into words of one language, about some expansions."""

    def __init__(self, speaker: Speaker, contents: Sequence[items.Content]) -> None:
        self.names = SceneNames(speaker, contents)

    def scene(self, ruling: Ruling) -> SceneText:
        """Return the scene of one ruling in words."""
        words = SceneWords(self.names, ruling)
        setup, steps, outcome = SetupText(words), StepText(words), OutcomeText(words)
        return SceneText(
            (SceneLine("", tuple(setup.opening())), *setup.seat_lines(), *setup.table_lines()),
            tuple([steps.step(step) for step in ruling.when]),
            tuple([outcome.expectation(who.text, expected) for who, expected in entries(ruling.then)]),
        )
