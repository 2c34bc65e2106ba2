"""Play the scene of a ruling and say what is not as it must be.

Only the game's own steps run: the runner sets up the table, answers decisions and looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.rulings.expectations import describe_table, differences
from stele.compiler.rulings.scene import Unplayable, set_up
from stele.compiler.rulings.steps import play_step
from stele.runtime import Ask, Game, Rules


@dataclass(slots=True)
class Outcome:
    """What came of a ruling: nothing if all is as it must be."""

    ruling: Ruling
    failures: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)  # what was legal, and the leaves of the score
    answers: list[tuple[Game, Ask, int]] = field(default_factory=list)  # each with the game as it was before


def run_ruling(ruling: Ruling, rules: Rules) -> Outcome:
    """Play a scene and compare."""
    outcome = Outcome(ruling)
    try:
        scene = set_up(ruling, rules)
    except Unplayable as problem:
        outcome.failures.append(f"the table cannot be set up: {problem}")
        return outcome
    try:
        for index, step in enumerate(ruling.when, 1):
            play_step(scene, step, index)
        for who, expected in entries(ruling.then):
            outcome.failures += differences(scene, who.text, expected)
    except Unplayable as problem:
        outcome.failures.append(str(problem))
    outcome.answers = scene.answers
    if outcome.failures:
        outcome.context = describe_table(scene)
    return outcome
