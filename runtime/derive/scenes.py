"""Tables of a scene: those of a game, with room for what a scene says of its table.

A game knows where its cards may lie: in which decks, in which hands, by age and number of players.
A scene lays them where it likes. Its tables are its own; those of the game stay as they are.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from stele.runtime.state.cells import cells
from stele.runtime.turn.memories import hands_of

if TYPE_CHECKING:
    from stele.runtime.game import Rules
    from stele.runtime.state.tables import Core


def for_a_scene(rules: Rules, seats: int) -> Rules:
    """Return the rules of a game for one scene with so many seats: what follows from its tables is
    shared, what a scene may say is its own.
    """
    own = copy(rules)
    own.core = copy(rules.core)
    own.core.token_supply = rules.core.token_supply[:]
    own.core.extra = cells([0] * seats)
    return own


def lay_anywhere(t: Core) -> None:
    """Let every card lie in every deck, hand and place."""
    words = cells(list(range(t.words)))
    piles = [cells([code for code, kind in enumerate(t.kind) if kind >= 0])]
    t.piles, t.whole = piles * len(t.piles), [cells([-1] * t.words)] * len(t.whole)  # no deck is whole
    t.deck_words = [words] * len(t.deck_words)
    t.play_words = [[words] * len(by_age) for by_age in t.play_words]
    t.place_words = words if t.place_count else t.place_words
    t.lists = copy(t.lists)
    t.lists.plays = [(hands_of(t, play), *rest) for play, (_, *rest) in enumerate(t.lists.plays)]  # type: ignore[misc]
