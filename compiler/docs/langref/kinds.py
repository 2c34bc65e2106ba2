"""Tell what kind of thing a clause is, by what the compiler made of it: done once, standing, allowed, waiting, replacing, counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import assert_never

from stele.compiler.ir import program as ir


class Kind(Enum):
    """What a clause is in play; the value is the key of its phrase."""

    ONE_SHOT = "one-shot"
    STANDING = "standing"
    PERMISSION = "permission"
    TRIGGER = "trigger"
    REPLACEMENT = "replacement"
    SCORING = "scoring"


def kinds_of(effects: Iterable[ir.Effect], held: Mapping[str, ir.Standing]) -> tuple[Kind, ...]:
    """Return the kinds of some effects, each once; `held` is what each lane of the tally stands for."""
    return tuple(dict.fromkeys(kind_of(effect, held) for effect in effects))


def kind_of(effect: ir.Effect, held: Mapping[str, ir.Standing]) -> Kind:
    """Return the kind of one effect."""
    match effect:
        case ir.OneShot() | ir.AtTable():
            return Kind.ONE_SHOT
        case ir.Points() | ir.CopyAtEnd() | ir.Wild() | ir.Mask() | ir.Extreme():
            return Kind.SCORING
        case ir.Reveal():
            return Kind.PERMISSION
        case ir.Make() | ir.Offer():
            return Kind.STANDING
        case ir.WhileLeading(_, inner):
            return kind_of(inner, held)
        case ir.AddCount(lane):
            return kind_held(held[lane]) if lane in held else Kind.STANDING
        case _:
            assert_never(effect)


def kind_held(standing: ir.Standing) -> Kind:
    """Return the kind of something that is held."""
    match standing:
        case ir.Trigger():
            return Kind.TRIGGER
        case ir.Instead():
            return Kind.REPLACEMENT
        case ir.Permit() | ir.Window() | ir.Ware():
            return Kind.PERMISSION
        case ir.Change() | ir.Strength() | ir.Rebate() | ir.MadeThat() | ir.FarOffer() | ir.MoreCards():
            return Kind.STANDING
        case _:
            assert_never(standing)
