"""Tell what kind of thing a clause is, by what the compiler made of it.

Done once, standing, allowed, waiting, replacing, counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import assert_never

from stele.compiler.ir import program as ir


class ClauseKind(Enum):
    """What a clause is in play; the value is the key of its phrase."""

    ONE_SHOT = "one-shot"
    STANDING = "standing"
    PERMISSION = "permission"
    TRIGGER = "trigger"
    REPLACEMENT = "replacement"
    SCORING = "scoring"


def kinds_of(effects: Iterable[ir.Effect], held: Mapping[str, ir.Standing]) -> tuple[ClauseKind, ...]:
    """Return the kinds of some effects, each once.

    `held` is what each lane of the tally stands for.
    """
    return tuple(dict.fromkeys(effect_kind(effect, held) for effect in effects))


def effect_kind(effect: ir.Effect, held: Mapping[str, ir.Standing]) -> ClauseKind:
    """Return the kind of one effect."""
    match effect:
        case ir.OneShot() | ir.AtTable():
            return ClauseKind.ONE_SHOT
        case ir.Points() | ir.CopyAtEnd() | ir.Wild() | ir.Mask() | ir.Extreme():
            return ClauseKind.SCORING
        case ir.Reveal():
            return ClauseKind.PERMISSION
        case ir.Make() | ir.Offer():
            return ClauseKind.STANDING
        case ir.WhileLeading(_, inner):
            return effect_kind(inner, held)
        case ir.AddCount(lane):
            return kind_held(held[lane]) if lane in held else ClauseKind.STANDING
        case _:
            assert_never(effect)


def kind_held(standing: ir.Standing) -> ClauseKind:
    """Return the kind of something that is held."""
    match standing:
        case ir.Trigger(event):
            return ClauseKind.REPLACEMENT if event.startswith("instead-") else ClauseKind.TRIGGER
        case ir.Permit() | ir.Window() | ir.Ware():
            return ClauseKind.PERMISSION
        case (
            ir.Ban()
            | ir.MayUse()
            | ir.Toll()
            | ir.LossChange()
            | ir.Counted()
            | ir.Change()
            | ir.Strength()
            | ir.Rebate()
            | ir.MadeThat()
            | ir.FarOffer()
            | ir.MoreCards()
            | ir.While()
        ):
            return ClauseKind.STANDING
        case _:
            assert_never(standing)
