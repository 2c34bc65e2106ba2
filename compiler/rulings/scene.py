"""A scene: a game in progress at a table that a ruling describes, with what the ruling calls its
seats and components.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, Scalar
from stele.runtime import Ask, Game, Rules
from stele.runtime.effects.events import given_out
from stele.runtime.inspector import codes_by_card
from stele.runtime.ruleset import Side, Supply, Tables, Zone
from stele.runtime.state.cells import AGE, SIDE
from stele.runtime.state.tables import Core

T = TypeVar("T")


class Unplayable(Exception):
    """The table cannot be set up, or a step of the scene cannot be played."""


class Allowed(Exception):
    """A step of the scene is not refused, or not for its reason, though it must be."""


@dataclass(slots=True)
class Scene:
    """A game in progress, with what a ruling calls its seats and components."""

    rules: Rules  # with tables of its own
    names: list[str]  # of the seats
    seats: list[int]  # their cells
    game: Game
    draws: list[int]  # the boards that are to be drawn
    free: dict[str, list[int]]  # copies that lie nowhere yet, by card
    zones: dict[str, Zone]
    cells: dict[str, int]  # of tokens
    supplies: dict[str, Supply]
    built: dict[int, list[int]] = field(default_factory=dict)  # the stages that are built at first, by seat
    order: list[int] = field(default_factory=list)  # of cards that are drawn: as they are listed
    target: str = ""  # up to where time is to pass, while somebody has to decide on the way
    age: int = 0  # in which time began to pass
    is_turn: bool = False  # whether that was in a turn
    refusals: list[str] = field(default_factory=list)  # what was refused, and why
    loaded: int = 0  # the state of chance for which dice show what they are to show, if that is said
    has_drawn: bool = False  # whether the boards were drawn that are to be
    acts: dict[str, Node] = field(default_factory=dict)  # what the step that is played says, by seat
    answers: list[tuple[Game, Ask, int]] = field(default_factory=list)  # each with the game as it was before

    @property
    def core(self) -> Core:
        """Return the tables by which it is played, in numbers."""
        return self.rules.core

    @property
    def tables(self) -> Tables:
        """Return the components of the game."""
        return self.rules.tables

    def side_of(self, seat: int) -> Side:
        """Return the side of the board that a seat has."""
        return self.tables.all_sides[self.game.row[seat + SIDE]]

    def card_id(self, copy: int) -> str:
        """Return the id of the card of which this is a copy."""
        return self.tables.cards[self.core.kind[copy]].id


def owners_of(scene: Scene, pair: str) -> tuple[int, int]:
    """Return the two owners of a place: who has it on the left, and who has it on the right."""
    one, other = (scene.names.index(name) if name in scene.names else -1 for name in pair.split("-"))
    if one < 0 or other < 0 or (one - other) % len(scene.names) not in (1, len(scene.names) - 1):
        raise Unplayable(f"{pair} are no neighbours")
    is_next = (other - one) % len(scene.names) == 1  # the next seat is the left neighbour
    left_end, right_end = (one, other) if is_next else (other, one)
    return scene.seats[left_end], scene.seats[right_end]


def copy_of(scene: Scene, card: str) -> int:
    """Return a copy of a card."""
    return of_this_game(codes_by_card(scene.rules), card, "card")[0]


def limited_token(scene: Scene, id: str) -> tuple[int, int]:
    """Return a kind of token by its number, and how many of it are left."""
    token = of_this_game({token.id: number for number, token in enumerate(scene.tables.tokens)}, id, "supply or token")
    supply = scene.core.token_supply[token]
    if supply < 0:
        raise Unplayable(f"there is no end of {id} tokens, so none can run out")
    return token, supply - given_out(scene.core, scene.game.row, token)


def of_this_game(known: Mapping[str, T], id: str, what: str) -> T:
    """Return what an id stands for.

    Other expansions may declare more than the game of a ruling has.
    """
    if id not in known:
        raise Unplayable(f"no {what} of this game is called {id}")
    return known[id]


def by_age(scene: Scene, supply: str, node: Node) -> dict[int, int]:
    """Return numbers of a supply by age; a single one is that of the age of the scene."""
    if isinstance(node, Scalar):
        return {scene.game.row[AGE]: int(node.value or 0)}
    numbers = {int(key.text): int(getattr(value, "value", 0) or 0) for key, value in entries(node)}
    if max(numbers, default=0) > scene.tables.ages:
        raise Unplayable(f"this game has {scene.tables.ages} ages, so {supply} has nothing for age {max(numbers)}")
    return numbers
