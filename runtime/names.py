"""Names of what a rule set on the core numbers: cards, stages, what is chosen on them, what cards
give, tokens that are given together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stele.runtime.declared import Effects, Late
from stele.runtime.ruleset import Tables
from stele.runtime.state.cells import WORD

if TYPE_CHECKING:
    from stele.runtime.state.tables import Core
    from stele.runtime.turn.games import Asks, Start


class Names:
    """A rule set on the core with the names of all that is held or chosen in it."""

    def __init__(self, tables: Tables, core: Core, start: Start, asks: Asks, lates: Sequence[object]) -> None:
        self.tables, self.core, self.start, self.asks = tables, core, start, asks
        # What is held without being a card: stages, what is chosen on them, what cards give.
        self.named: list[tuple[str, str, Effects]] = []
        if core.stage_codes:
            for side in tables.sides:
                for number, stage in enumerate(side.stages, 1):
                    title = f"{side.name}, stage {number}"
                    self.named.append((f"{side.board}-stage-{number}", title, stage.effects))
        self.stages = len(self.named)
        for side in tables.sides:
            for number, stage in enumerate(side.stages, 1):
                for place, option in enumerate(stage.effects.choose, 1):
                    id = f"{side.board}-stage-{number}-option-{place}"
                    self.named.append((id, f"{side.name}, stage {number}", option))
        for choice in tables.choices:
            for place, option in enumerate(choice.options, 1):
                self.named.append((f"{choice.id}-option-{place}", "; ".join(option.texts), option))
        self.starts = range(len(self.named), len(self.named) + (len(tables.sides) if core.start_codes else 0))
        for side in tables.sides if core.start_codes else ():
            self.named.append((f"{side.board}-{side.side}-start", side.name, side.start))
        for card in tables.cards:
            self.named += [(card.id, card.name, effects) for _, effects in card.moments]
        items = [card.effects for card in tables.cards]
        items += [effects for card in tables.cards for _, effects in card.moments]
        items += [effects for s in tables.sides for effects in (s.start, *(stage.effects for stage in s.stages))]
        items += [option for effects in items for option in effects.choose]
        items += [option for choice in tables.choices for option in choice.options]
        items += [rider.effects for rider in tables.riders]
        items += [tables.everyone, *(action.effects for action in tables.actions)]
        bonuses = [bonus for place in tables.places for side in place.sides for bonus in side.bonuses]
        items += [effects for bonus in bonuses for effects in (bonus.left, bonus.right)]
        known = [late for effects in items for late in effects.late] + [window.late for window in tables.windows]
        known += tables.suspended
        by_ask: dict[object, list[Late]] = {}
        for late in known:
            by_ask.setdefault(late.ask, []).append(late)
        # What each suspended effect is, and where it is written: those of clauses, boards that are
        # turned, windows, and what turns cards up. Clauses that mean the same are one effect.
        self.lates = [by_ask[ask][0].kind if ask in by_ask else "turn" for ask in lates]
        self.lates += [window.late.kind for window in tables.windows] + [""]
        self.less = [by_ask[ask][0].less if ask in by_ask else 0 for ask in lates]
        self.less += [window.late.less for window in tables.windows] + [0]
        self.late_places = [list(dict.fromkeys(late.place for late in by_ask.get(ask, ()))) for ask in lates]
        self.late_places += [[window.late.place] for window in tables.windows] + [[]]

    def is_mask(self, word: int) -> Callable[[int], bool]:
        """Return what tells whether a number is a set of cards of one word."""
        kinds = self.core.kind[word << WORD : word + 1 << WORD]
        known = sum(1 << place for place, kind in enumerate(kinds) if kind >= 0)
        return lambda cell: not cell & ~known

    # --- names of what is held or chosen ----------------------------------------------------------

    def is_copy(self, code: int) -> bool:
        """Tell whether a code stands for a card or stage that lies elsewhere."""
        place = code - len(self.core.kind)
        return place < self.stages or place in self.starts

    def code_name(self, code: int) -> str:
        """Return the id of a card, a stage, what is chosen on one, what a card gives, or tokens."""
        if code < len(self.core.kind):
            return self.tables.cards[self.core.kind[code]].id
        if code >= self.core.first_bundle:
            bundle = self.core.bundles[code - self.core.first_bundle]
            tokens = [token.id for token, number in zip(self.tables.tokens, bundle, strict=True) for _ in range(number)]
            return "-and-".join(tokens)
        return self.named[code - len(self.core.kind)][0]

    def code_title(self, code: int) -> str:
        """Return what something is called for a person."""
        if code < len(self.core.kind):
            return self.tables.cards[self.core.kind[code]].name
        return self.named[code - len(self.core.kind)][1]

    def code_effects(self, code: int) -> Effects:
        """Return all that something does."""
        if code < len(self.core.kind):
            return self.tables.cards[self.core.kind[code]].effects
        return self.named[code - len(self.core.kind)][2]
