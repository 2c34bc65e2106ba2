"""The intermediate form as text, one operation a line: what clauses become before they are Python.

Numbers that are known are lanes of a tally: `AddCount(SHIELDS, 2)`. What is said elsewhere in a
program (what a lane stands for, what is lost, what is done or decided later) stands below, further
in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum

from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir

STEP = "  "
MOST = 12  # of several things that are written out


Known = Mapping[str, object]


def said_once(program: ir.Program) -> Known:
    """Return what a program says once, by the names by which other parts mean it."""
    found: dict[str, object] = {held.lane: held.standing for held in program.held}
    found |= {one.name: one for one in nodes(program, ir.OneShot)}
    found |= {loss.name: loss for loss in program.losses}
    found |= {choice.name: choice for choice in program.choices}
    return found


def parts_of(program: ir.Program, kind: str, id: str) -> Iterator[tuple[str, ir.Effects]]:
    """Yield the parts of a card, board, action or rider, each with its title and what it does."""
    match kind:
        case "card":
            for card in program.cards:
                if card.id == id:
                    yield "effect", card.effects
                    yield from card.moments
        case "board":
            for side in program.sides:
                if side.board == id:
                    yield f"side {side.side}, start", side.start
                    stages = enumerate(side.stages, 1)
                    yield from ((f"side {side.side}, stage {number}", effects) for number, (_, effects) in stages)
            for face in (face for place in program.places for face in place.sides if face.board == id):
                for lead, on_left, on_right in face.bonuses:
                    yield f"side {face.side}, lead of {lead}", on_left
                    if on_right != on_left:
                        yield f"side {face.side}, lead of {lead}, on the right", on_right
        case "action":
            for action in program.actions:
                if action.id == id and action.effects.effects:
                    yield "effect", action.effects
        case "rider":
            yield from (("effect", rider.effects) for rider in program.riders if rider.id == id)


def effect_lines(effects: ir.Effects, said: Known) -> Iterator[str]:
    """Yield effects, each with what belongs to it."""
    for effect in effects.effects:
        yield from lines_of(effect, said)
    for number, option in enumerate(effects.choose, 1):
        yield f"choice {number}"
        yield from further(effect_lines(option, said))


def lines_of(node: object, said: Known) -> Iterator[str]:
    """Yield something, and what it names."""
    match node:
        case ir.OneShot():
            yield from act_lines(node, said)
        case ir.AddCount(lane) if lane in said:
            yield line(node)
            yield from further(lines_of(said[lane], said))
        case ir.Trigger(once=once) | ir.Window(once=once):
            yield line(node)
            yield from further(act_lines(once, said))
        case ir.While(effect=effect):
            yield line(node)
            yield from further(lines_of(effect, said))
        case ir.Loss(coins=coins, then=then):
            yield line(coins)
            if then is not None:
                yield from ["then", *further(act_lines(then, said))]
        case ir.Alternatives(options=options):
            for number, option in enumerate(options, 1):
                yield from [f"option {number}", *further(effect_lines(option, said))]
        case ir.Effects():
            yield from effect_lines(node, said)
        case _:
            yield line(node)


def act_lines(act: ir.OneShot, said: Known) -> Iterator[str]:
    """Yield the operations of an act; a decision ends each segment but the last."""
    for test in act.tests:
        yield f"if {line(test)}"
    for segment in act.segments:
        for op in segment.ops:
            yield line(op)
            for name in named(op):
                if name in said:
                    yield from further(lines_of(said[name], said))
    if act.after is not None:
        yield from ["after all have decided", *further(act_lines(act.after, said))]


def named(op: ir.Op) -> Iterator[str]:
    """Yield the names by which an operation means something that is said elsewhere."""
    match op:
        case ir.Suspend(part=name) | ir.Do(act=name) | ir.Owe(loss=name) | ir.Have(lane=name):
            yield name
        case ir.ChooseAlternative(choice=name) | ir.Roll(choice=name):
            yield name
        case ir.May(act=name) if name:
            yield name


def further(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines further in."""
    return (STEP + one for one in lines)


def line(node: object) -> str:
    """Return something as it could be written: what is as usual is left out."""
    match node:
        case Enum():
            return str(node.value)
        case tuple():
            return f"[{', '.join(map(line, node[:MOST]))}{', ...' if len(node) > MOST else ''}]"
        case None:
            return "-"
        case _ if is_dataclass(node) and not isinstance(node, type):
            said = (argument(field, getattr(node, field.name)) for field in fields(node) if field.compare)
            return f"{type(node).__name__}({', '.join(filter(None, said))})"
        case _:
            return str(node)


LEFT_OUT = (Span, ir.OneShot, ir.Effects)  # it has lines of its own


def argument(field: Field[object], value: object) -> str:
    """Return one part of something, or nothing if it is as usual."""
    if isinstance(value, LEFT_OUT) or field.name in ("name", "text", "says") or value == field.default:
        return ""
    if isinstance(value, bool) or value == "":
        return field.name if value else ""
    return line(value) if field.default is MISSING else f"{field.name}={line(value)}"
