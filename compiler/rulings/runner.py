"""Play the scene of a ruling and say what is not as it must be.

Only the game's own steps run: the runner sets up the table, answers decisions and looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.rulings.expectations import describe_table, differences
from stele.compiler.rulings.options import owing
from stele.compiler.rulings.passing import deciding_text, is_deciding
from stele.compiler.rulings.scene import Allowed, Scene, Unplayable
from stele.compiler.rulings.setting import set_up
from stele.compiler.rulings.steps import play_step
from stele.runtime import Ask, Game, Rules
from stele.runtime.state.cells import RANDOM


@dataclass(slots=True)
class Outcome:
    """What came of a ruling: nothing if all is as it must be."""

    ruling: Ruling
    failures: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)  # what was legal, and the leaves of the score
    refusals: list[str] = field(default_factory=list)  # what was refused as it must be, and why
    gap: list[str] = field(default_factory=list)  # what is known not to be as it should be
    answers: list[tuple[Game, Ask, int]] = field(default_factory=list)  # each with the game as it was before

    @property
    def is_known_gap(self) -> bool:
        """Tell whether it does not hold, as is known."""
        return bool(self.gap) and not self.failures


def run_ruling(ruling: Ruling, rules: Rules) -> Outcome:
    """Play a scene and compare."""
    outcome = Outcome(ruling)
    try:
        scene = set_up(ruling, rules)
    except Unplayable as problem:
        outcome.failures.append(f"the table cannot be set up: {problem}")
        return outcome
    differing: list[str] = []  # only this may be known not to be as it should be
    try:
        for index, step in enumerate(ruling.when, 1):
            try:
                play_step(scene, step, index)
            except Allowed as difference:  # the table is as it was before
                differing.append(str(difference))
        outcome.failures += unfinished(scene, ruling)
        for who, expected in entries(ruling.then):
            differing += differences(scene, who.text, expected)
    except Unplayable as problem:
        outcome.failures.append(str(problem))
    outcome.answers, outcome.refusals = scene.answers, scene.refusals
    if outcome.failures or differing:
        outcome.context = [*scene.refusals, *describe_table(scene)]
    if not ruling.gap:
        outcome.failures += differing
    elif differing:
        outcome.gap = differing
    elif not outcome.failures:
        outcome.failures.append("it holds, although `expected-gap` says that it does not")
    return outcome


ABOUT_ANSWERS = ("asks", "illegal")  # what a ruling says of a decision that is left open


def unfinished(scene: Scene, ruling: Ruling) -> list[str]:
    """Say that somebody still has to decide, or that time did not pass as far as it was to, unless
    the ruling says what is asked; or that nobody drew what was to be drawn.
    """
    if scene.draws and not scene.has_drawn:
        return ["`draws` names boards, but none are drawn"]
    if scene.loaded and scene.game.row[RANDOM] == scene.loaded:
        return ["`rolls` says what dice show, but nobody rolls any"]
    told = {
        name.text
        for name, expected in entries(ruling.then)
        for key, _ in entries(expected)
        if key.text in ABOUT_ANSWERS
    }
    if told & set(owing(scene)) or not (scene.target or is_deciding(scene)):
        return []
    how = f"`advance: {scene.target}` is not reached" if scene.target else "the scene is not over"
    return [f"{how}: {deciding_text(scene)}; let a step decide, or say `asks` in `then`"]
