"""Draw the flow of a game.

Boxes for steps from top to bottom, frames with a way back for what is repeated. The picture is
narrow, for phones; it takes its colours from the page (`--line`, `--sheet`, `--soft`, `--accent`),
and its text alternative names every step in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from markupsafe import Markup

from stele.compiler.docs.draw.pictures import arrow_head, tenths, text_at, wrapped
from stele.compiler.docs.text.phrasing import age, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Name
from stele.compiler.language.numerals import roman

WIDTH = 360.0
GAP = 22.0  # between two boxes, for the arrow
TITLE, DETAIL = 14.0, 12.0
BOLD = 1.1  # how much wider bold letters are
INSET = 12.0  # of a frame, on the left
WAY_BACK = 26.0  # the room for the way back, on the right
PADDING = 9.0
HEAD = 26.0  # the room for the title of a frame


@dataclass(frozen=True, slots=True)
class Box:
    """One step; `is_faint` if it is not the flow's own."""

    title: str
    details: tuple[str, ...] = ()
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """Steps that are repeated."""

    title: str
    inner: tuple[Block, ...]


Block = Box | Loop


def diagram(flow: items.Flow, speaker: Speaker) -> Markup:
    """Return the flow of a game as an SVG image; nothing if the flow has no steps."""
    if not flow.steps():
        return Markup()
    blocks = Plan(flow, speaker).blocks()
    drawn, height = stacked(blocks, 1, WIDTH - 2, 1)
    alternative = speaker.say("flow.diagram-alt", steps=spoken(blocks, speaker))
    return Markup(
        '<svg class="turn-diagram" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" role="img"'
        ' aria-label="{}" style="max-width:100%;height:auto" font-family="inherit" fill="currentColor">{}</svg>'
    ).format(tenths(WIDTH), tenths(height + 1), tenths(WIDTH), alternative, drawn)


# --- what is drawn --------------------------------------------------------------------------------


class Plan:
    """Turns a flow into blocks."""

    def __init__(self, flow: items.Flow, speaker: Speaker) -> None:
        self.flow = flow
        self.speaker = speaker

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the diagram."""
        return self.speaker.say(f"flow.box-{key}", **values)

    def name(self, name: Name) -> str:
        """Return what a declared thing is called."""
        return self.speaker.title(name.role, name.target or f".{name.text}").text

    def blocks(self) -> tuple[Block, ...]:
        """Return everything from set-up to the counting of points.

        Of an expansion by itself, its own steps and their places.
        """
        flow, slots = self.flow, self.flow.slots
        if flow.age:
            inner = [*self.steps(slots.start_of_age), *self.steps(flow.age)]
            ages = self.say("ages", number=flow.ages)
        else:
            rest = tuple(self.steps(slots.end_of_turn))
            turns = Loop(self.say("each-turn"), (Box(self.say("turn"), (), True), *rest)) if rest else None
            inner = [*self.steps(slots.start_of_age), turns or Box(self.say("turns-as-ever"), (), True)]
            inner += [*self.steps(slots.before_conflict), Box(self.say("conflict"), (), True)]
            inner += self.steps(slots.after_conflict)
            ages = self.say("each-age")
        is_changed = flow.age or any(isinstance(block, Loop) or not block.is_faint for block in inner)
        loop = Loop(ages, tuple(inner)) if is_changed else Box(ages, (self.say("as-ever"),), True)
        before, after = self.steps(slots.before_first_age), self.steps(slots.end_of_game)
        first = Box(self.say("setup"), tuple(self.setup()), not flow.age)
        return (first, *before, loop, *after, Box(self.say("points"), (), not flow.age))

    def setup(self) -> Iterator[str]:
        """Yield how many play, and with how many coins they start."""
        if self.flow.players is not None:
            least, most = self.flow.players
            yield self.say("players", least=least, most=most)
        if self.flow.coins is not None:
            yield self.say("coins", coins=self.flow.coins)

    def steps(self, steps: Sequence[items.Step], is_turn: bool = False) -> Iterator[Block]:
        """Yield the blocks of some steps, those of slots where they belong."""
        slots = self.flow.slots
        for step in steps:
            if isinstance(step, items.ConflictStep):
                yield from self.steps(slots.before_conflict)
            yield self.step(step)
            if is_turn and isinstance(step, items.Run) and step.supply is None:
                yield from self.steps(slots.end_of_turn)
            if isinstance(step, items.ConflictStep):
                yield from self.steps(slots.after_conflict)

    def step(self, step: items.Step) -> Block:
        """Return the block of one step."""
        match step:
            case items.Deal(_, source, cards, to):
                return Box(
                    self.say("deal", cards=self.number(cards)),
                    (self.decks(source), self.say("to", zone=self.name(to))),
                )
            case items.Turns(_, count, each):
                return Loop(self.say("turns", turns=self.number(count)), tuple(self.steps(each, True)))
            case items.PlayStep(_, source, actions):
                ways = (self.say("action", action=self.name(action)) for action in actions)
                return Box(self.say("play"), (self.say("from", zone=self.name(source)), *ways))
            case items.Clear(_, zone, to, only_last, ages):
                moves = self.say("moves", zone=self.name(zone), to=self.name(to))
                return Box(self.say("clear-last" if only_last else "clear"), (moves, *self.ages(ages)))
            case items.Pass(_, zone, to, except_last):
                not_last = (self.say("not-last"),) if except_last else ()
                return Box(self.say("pass", zone=self.name(zone)), (*self.sides(to), *not_last))
            case items.ConflictStep():
                return Box(self.say("conflict"), (self.say("conflict-detail"),))
            case items.Run(moment=Name() as moment, supply=Name() as supply):
                return Box(self.name(moment), (self.say("demand", supply=self.name(supply)),))
            case items.Run():
                return Box(self.say("run"))
            case items.Lay(_, zone):
                return Box(self.say("lay"), (self.say("to", zone=self.name(zone)),))
            case _:
                assert_never(step)

    def number(self, number: items.ByPlayers) -> str:
        """Return a number; if it depends on the players, all that it may be."""
        if number.fixed is not None:
            return str(number.fixed)
        return spoken_list(self.speaker, [str(count) for count in sorted({count for _, count in number.table})], "or")

    def decks(self, source: items.ByAge) -> str:
        """Return which deck is dealt."""
        if source.fixed is not None:
            return self.say("deck", deck=self.name(source.fixed))
        return self.say("decks", decks=spoken_list(self.speaker, [self.name(deck) for _, deck in source.table]))

    def ages(self, ages: Sequence[int]) -> Iterator[str]:
        """Yield in which ages something happens, if not in all."""
        if ages:
            yield spoken_list(self.speaker, [age(self.speaker, number) for number in ages])

    def sides(self, side: items.BySide) -> Iterator[str]:
        """Yield to which side cards are passed, in which ages."""
        if side.fixed is not None:
            yield self.say(side.fixed)
        groups: dict[str, list[str]] = {}
        for number, which in side.table:
            groups.setdefault(which, []).append(roman(number))
        for which, ages in groups.items():
            yield self.say("side", side=self.say(which), ages=spoken_list(self.speaker, ages))


def spoken(blocks: Sequence[Block], speaker: Speaker) -> str:
    """Return the blocks as a text, for who does not see them."""
    told = []
    for block in blocks:
        match block:
            case Box(title, details):
                told.append(f"{title} ({', '.join(details)})" if details else title)
            case Loop(title, inner):
                told.append(speaker.say("flow.diagram-loop", title=title, steps=spoken(inner, speaker)))
            case _:
                assert_never(block)
    return speaker.say("flow.diagram-then").join(told)


# --- drawing --------------------------------------------------------------------------------------


def stacked(blocks: Sequence[Block], x: float, width: float, y: float) -> tuple[Markup, float]:
    """Return blocks one under the other with arrows between them, and where they end."""
    drawn = Markup()
    for place, block in enumerate(blocks):
        if place:
            drawn += arrow(middle(x, width), y, y + GAP)
            y += GAP
        part, y = box(block, x, width, y) if isinstance(block, Box) else loop(block, x, width, y)
        drawn += part
    return drawn, y


def middle(x: float, width: float) -> float:
    """Return where arrows run: in the middle of a column."""
    return x + width / 2


def box(block: Box, x: float, width: float, y: float) -> tuple[Markup, float]:
    """Return one step, and where it ends."""
    room = width - 2 * PADDING
    titles = wrapped(block.title, room, TITLE * BOLD)
    details = [line for detail in block.details for line in wrapped(detail, room, DETAIL)]
    height = 2 * PADDING + len(titles) * (TITLE + 4) + len(details) * (DETAIL + 4) - 4
    style = "fill:var(--sheet, none);stroke:var(--line, currentColor)"
    dashes = Markup(' stroke-dasharray="4 4"') if block.is_faint else Markup()
    drawn = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="8" stroke-width="1.5" style="{}"{}/>').format(
        tenths(x), tenths(y), tenths(width), tenths(height), style, dashes
    )
    at = y + PADDING + TITLE - 2
    lines = Markup()
    for line in titles:
        lines += text_at(line, middle(x, width), at, TITLE)
        at += TITLE + 4
    drawn += Markup('<g font-weight="600">{}</g>').format(lines)
    at -= TITLE - DETAIL
    small = Markup()
    for line in details:
        small += text_at(line, middle(x, width), at, DETAIL)
        at += DETAIL + 4
    if details:
        drawn += Markup('<g style="fill:var(--soft, currentColor)">{}</g>').format(small)
    return drawn, y + height


def loop(block: Loop, x: float, width: float, y: float) -> tuple[Markup, float]:
    """Return a frame around what is repeated, with the way back on its right, and where it ends."""
    left, room = x + INSET, width - INSET - WAY_BACK
    titles = wrapped(block.title, width - 2 * PADDING, TITLE * BOLD)
    top = y + HEAD + (len(titles) - 1) * (TITLE + 4)
    inner, bottom = stacked(block.inner, left, room, top)
    end = bottom + INSET
    frame = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="12"/>').format(
        tenths(x), tenths(y), tenths(width), tenths(end - y)
    )
    # The way back leaves the last block at its right, runs up and comes to the first one.
    start, back, height = left + room, x + width - 9, 16.0
    from_y, to_y = bottom - height, top + height
    way = Markup('<path d="M{} {}H{}Q{} {} {} {}V{}Q{} {} {} {}H{}"/>').format(
        *(tenths(value) for value in (start, from_y, back - 6, back, from_y, back, from_y - 6)),
        *(tenths(value) for value in (to_y + 6, back, to_y, back - 6, to_y, start + 6)),
    )
    style = "fill:none;stroke:var(--accent, currentColor)"
    drawn = Markup('<g style="{}" stroke-width="1.5"><g stroke-opacity="0.55">{}</g>{}</g>').format(style, frame, way)
    drawn += Markup('<g font-weight="600" style="fill:var(--accent, currentColor)">{}').format(
        arrow_head(start + 1, to_y, "left")
    )
    for place, line in enumerate(titles):
        drawn += text_at(line, middle(x, width), y + TITLE + 4 + place * (TITLE + 4), TITLE)
    drawn += Markup("</g>")
    return drawn + inner, end


def arrow(x: float, start: float, end: float) -> Markup:
    """Return an arrow that runs down."""
    line = Markup('<path d="M{} {}V{}" stroke-width="1.5" style="stroke:var(--line, currentColor)"/>').format(
        tenths(x), tenths(start), tenths(end - 6)
    )
    return line + Markup('<g style="fill:var(--line, currentColor)">{}</g>').format(arrow_head(x, end - 1, "down", 4.5))
