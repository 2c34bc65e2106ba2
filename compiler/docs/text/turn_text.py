"""Tell what comes before what in a turn: the steps of the flow, and what happens inside of them.

`run: {moment: end-of-turn}` becomes "What has to wait for the end of the turn happens ...", with
the decisions, losses and moments of the end of a turn in their order. Of what no expansion of the
set brings, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stele.compiler.docs.text.flow_text import FlowSection, FlowText, Point
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes

# What is told of each subject, in this order, each by its phrase.
TOLD = {
    "together": ("batch", "seen", "shared", "entering"),
    "reactions": ("queue", "ring", "once", "pieces", "tested"),
    "losses": ("settled", "unpaid", "others", "price"),
    "decisions": ("late", "alone", "blind"),
    "conflict": ("fight", "ends"),
}


def turn_sections(contents: Sequence[items.Content], speaker: Speaker) -> tuple[FlowSection, ...]:
    """Return the order of a turn of a set, and what holds in all its turns."""
    return tuple(TurnText(contents, speaker).told())


class TurnText(FlowText):
    """Tells how a turn goes."""

    def told(self) -> Iterator[FlowSection]:
        """Yield all sections; without a flow there is no turn."""
        if self.flow is None:
            return
        turns = [step for step in nodes(self.flow.age, items.Turns) if nodes(step.each, items.PlayStep)]
        for number, step in enumerate(turns):
            title = self.speaker.say("turn.title-turn")
            if len(turns) > 1:
                title = self.speaker.say("turn.title-turn-of", turns=self.step(step).text.removesuffix(":"))
            yield FlowSection(f"turn-{number + 1}", title, tuple(self.in_turn(step.each)), True)
        has_conflict = bool(nodes(self.flow.age, items.ConflictStep))
        for subject, keys in TOLD.items():
            points = tuple(Point(self.speaker.say(f"turn.{key}")) for key in keys)
            if subject != "conflict" or has_conflict:
                yield FlowSection(subject, self.speaker.say(f"turn.title-{subject}"), points, subject == "conflict")

    def in_turn(self, steps: Sequence[items.Step]) -> Iterator[Point]:
        """Yield the steps of a turn, with what happens inside of them."""
        for step, point in zip(steps, self.steps(steps, True), strict=True):
            match step:
                case items.PlayStep():
                    if self.has(n.BeforeChoosing):
                        yield Point(self.speaker.say("turn.before"))
                    inner = tuple(Point(self.speaker.say(f"turn.play-{key}")) for key in PLAYED)
                    yield replace(point, inner=inner, is_step=True)
                case items.Run(moment=None):
                    yield replace(point, inner=tuple(self.at_the_end(point)), is_step=True)
                case _:
                    yield point
        yield Point(self.speaker.say("turn.over"))

    def at_the_end(self, point: Point) -> Iterator[Point]:
        """Yield what happens where a turn ends."""
        say = self.speaker.say
        yield Point(say("turn.run-decisions"))
        if self.has(n.AfterPlaying) or any(nodes(self.effects, n.Reveal)):
            yield Point(say("turn.run-after-playing"))
        told = self.say("run-losses")
        yield from (one for one in point.inner if one.text != told)  # what expansions add here
        yield Point(say("turn.run-losses"))
        if any(edge.is_end and edge.period is n.Period.TURN for edge in nodes(self.effects, n.AtEdge)):
            yield Point(say("turn.run-moments"))

    def has(self, moment: type[n.BeforeChoosing | n.AfterPlaying]) -> bool:
        """Tell whether anything of the set is offered at a moment."""
        return any(nodes(self.effects, moment))


PLAYED = ("choose", "pay", "enter", "act", "react")  # what happens as cards are played
