"""Who speaks in the reference: sentences of clauses, names of things and phrases of pages, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.docs.phrases import LANGUAGES, phrases
from stele.compiler.english import English
from stele.compiler.naming import names_of


class Grammar(Protocol):
    """What says clauses in a language."""

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it, without a full stop."""


@dataclass(frozen=True, slots=True)
class Title:
    """What something is called; `is_foreign` if it has no name in the language of the page, so that the English one stands."""

    text: str
    is_foreign: bool = False


class Speaker:
    """Speaks one language about some expansions."""

    def __init__(self, language: str, contents: Sequence[items.Content]) -> None:
        assert language in LANGUAGES
        self.language = language
        self.grammar: Grammar = English(names_of(contents))
        self.titles = titles_of(contents)

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        return self.grammar.clause(clause)

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        return self.grammar.cost(cost)

    def title(self, role: n.Role, target: str) -> Title:
        """Return what a declared thing is called, by its role and `expansion.id`."""
        return self.titles.get((role, target)) or Title(target.partition(".")[2])

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the reference with its values put in; numbers choose between `key.one` and `key.many`."""
        table = phrases(self.language)
        if key not in table:
            number = values.get("number")
            key += ".one" if number == 1 else ".many"
        return table[key].format(**values)


def titles_of(contents: Sequence[items.Content]) -> dict[tuple[n.Role, str], Title]:
    """Return what everything is called, by role and target."""
    found = {place: Title(name) for place, name in names_of(contents).items()}
    for content in contents:
        id = content.expansion.id
        found[n.Role.EXPANSION, f"{id}.{id}"] = Title(content.expansion.name)
        for card in content.cards:
            found[n.Role.CARD, f"{id}.{card.id}"] = Title(card.name)
        for board in content.boards:
            found[n.Role.BOARD, f"{id}.{board.id}"] = Title(board.name)
        for place in content.places:
            found[n.Role.BOARD, f"{id}.{place.id}"] = Title(place.name)
        for moment in content.vocabulary.moments:
            found[n.Role.MOMENT, f"{id}.{moment.id}"] = Title(moment.name)
        flow = content.flow
        if flow is not None:
            found.update({(n.Role.ACTION, f"{id}.{action.id}"): Title(action.name) for action in flow.actions})
            found.update({(n.Role.RIDER, f"{id}.{rider.id}"): Title(rider.name) for rider in flow.riders})
            found.update({(n.Role.SUPPLY, f"{id}.{supply.id}"): Title(supply.name) for supply in flow.supplies})
    return found
