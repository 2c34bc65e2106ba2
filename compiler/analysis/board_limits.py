"""What boards say about the tables they are used at, for one set of expansions and one variant.

`limits` of a board hold for both sides, those of a side for that side alone; `advice` inside them
is obeyed when boards are dealt, but may be set aside by who chooses boards. `restrictions` of a
flow say the same about boards that anybody declares.
"""

from __future__ import annotations

from collections.abc import Sequence

from stele.compiler.front import items
from stele.runtime.ruleset import Limits

NEVER = items.Limits(most=0)


def sides_used(board: items.Board, contents: Sequence[items.Content], variant: str) -> tuple[items.Side, ...]:
    """Return the sides of a board that this set and variant may use."""
    ids = {content.expansion.id for content in contents}
    return tuple(
        side
        for side in board.sides
        if all(is_used(limits, variant) and ids.issuperset(limits.needs) for limits in said_of(board, side, contents))
    )


def said_of(board: items.Board, side: items.Side, contents: Sequence[items.Content]) -> list[items.Limits]:
    """Return all that is said about the tables of one side.

    By its board, by itself, and by expansions in play.
    """
    names = board.id, f"{board.id}-{side.id}"
    said = [one for content in contents if content.flow for one in content.flow.restrictions if one.board.text in names]
    return [board.limits, side.limits, *(one.limits for one in said)]


def is_used(limits: items.Limits, variant: str) -> bool:
    """Tell whether something is used in a variant."""
    return variant not in limits.never_in and (not limits.only_in or variant in limits.only_in)


def limits_of(
    board: items.Board, side: items.Side, contents: Sequence[items.Content], variant: str
) -> tuple[Limits, Limits]:
    """Return what forbids one side at a table, and what only advises against it."""
    required = {name.text for content in contents for name, _ in content.expansion.requires}
    is_alone = not any(c.expansion.official and c.expansion.id not in required for c in contents)
    said = said_of(board, side, contents)
    advised = [limits.advice for limits in said if limits.advice is not None]
    advised += [NEVER for limits in advised if not is_used(limits, variant)]
    return merge_limits(said, is_alone), merge_limits(advised, is_alone)


def merge_limits(said: Sequence[items.Limits], is_alone: bool) -> Limits:
    """Return several limits as one."""
    return Limits(
        max((limits.least for limits in said), default=1),
        min((min(limits.most, limits.most_alone if is_alone else 99) for limits in said), default=99),
        tuple(name.text for limits in said for name in limits.not_with),
        tuple(name.text for limits in said for name in limits.not_beside),
        tuple(name.text for limits in said for name in limits.not_left),
        tuple(name.text for limits in said for name in limits.not_right),
    )


def all_limits(board: items.Board) -> list[items.Limits]:
    """Return everything that a board forbids or advises against, for itself and for its sides."""
    said = [board.limits, *(side.limits for side in board.sides)]
    return said + [limits.advice for limits in said if limits.advice is not None]
