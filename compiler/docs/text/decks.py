"""Tell how many copies of each card are used with how many players.

A table for each deck of a composed set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Role


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card: what it is called, and its copies by number of players."""

    target: str
    title: str
    colour: str  # the target of its colour, or nothing
    copies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MixedRow:
    """Random cards of another deck that are mixed in, by number of players.

    Nothing where no number is given.
    """

    target: str
    title: str
    cards: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DeckTable:
    """One deck; all numbers stand in the order of `players`."""

    target: str
    title: str
    age: int | None
    players: tuple[int, ...]
    rows: tuple[CardRow, ...]
    mixed: tuple[MixedRow, ...]

    @property
    def own(self) -> tuple[int, ...]:
        """Return how many cards of its own it has."""
        return tuple(sum(row.copies[at] for row in self.rows) for at in range(len(self.players)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Return how many cards it has with all that is mixed in."""
        return tuple(own + sum(row.cards[at] or 0 for row in self.mixed) for at, own in enumerate(self.own))

    @property
    def is_drawn_from(self) -> bool:
        """Tell whether it is as large with any number of players: then only some cards are used."""
        return len(set(self.own)) == 1


def deck_tables(contents: Sequence[items.Content], speaker: Speaker) -> tuple[DeckTable, ...]:
    """Return a table for each deck that has cards, for every number of players of the set."""
    players = numbers_of(contents)
    in_play = [(content.expansion.id, card) for content in contents for card in content.cards if is_in(card, contents)]
    tables = []
    for content in contents:
        for deck in content.vocabulary.decks:
            target = f"{content.expansion.id}.{deck.id}"
            rows = tuple(
                CardRow(
                    f"{id}.{card.id}",
                    speaker.title(Role.CARD, f"{id}.{card.id}").text,
                    (card.colour.target or "") if card.colour is not None else "",
                    tuple(card.copies(number) for number in players),
                )
                for id, card in in_play
                if card.deck.target == target
            )
            mixed = tuple(
                MixedRow(
                    addition.source.target or "",
                    speaker.title(Role.DECK, addition.source.target or "").text,
                    tuple(addition.cards.at(number) for number in players),
                )
                for addition in deck.adds
            )
            if rows or mixed:
                title = speaker.title(Role.DECK, target).text
                tables.append(DeckTable(target, title, deck.age, players, rows, mixed))
    return tuple(tables)


def numbers_of(contents: Sequence[items.Content]) -> tuple[int, ...]:
    """Return with how many players a set can be played, without its variants."""
    stated = (content.flow.players for content in contents if content.flow is not None)
    least, most = next((players for players in stated if players is not None), (0, -1))
    return tuple(range(least, most + 1))


def is_in(item: items.Card | items.Board | items.PlaceBoard, contents: Sequence[items.Content]) -> bool:
    """Tell whether all that an item needs is in play."""
    ids = {content.expansion.id for content in contents}
    return all(name.text in ids for name in item.needs)
