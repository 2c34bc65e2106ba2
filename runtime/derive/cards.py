"""Number cards, and note which of them may come into which deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.derive.prices import all_effects
from stele.runtime.ruleset import Cost
from stele.runtime.state.cells import (
    PLACE_MASK,
    WORD,
    cells,
)
from stele.runtime.state.flat import flat_from

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def number_cards(d: Deriving) -> None:
    """Number copies, and note what is known of each."""
    t, tables, words = d.t, d.tables, d.layout.words
    size = words << WORD
    cost, colour, kind, entry = [0] * size, [-1] * size, [-1] * size, [-1] * size
    of_colour = [[0] * words for _ in tables.colours]
    with_a_cost = [0] * words
    for index, (card, first) in enumerate(zip(tables.cards, d.layout.first, strict=True)):
        copies = list(range(first, first + max(1, len(card.players))))
        d.copies.append(copies)
        number = d.entry_of(card.effects, index)
        for code in copies:
            cost[code], colour[code], kind[code] = d.costs.index(card.cost), card.colour, index
            entry[code] = number
            bit = 1 << (code & PLACE_MASK)
            if card.colour >= 0:
                of_colour[card.colour][code >> WORD] |= bit
            if card.cost != Cost():
                with_a_cost[code >> WORD] |= bit
    d.of_colour = of_colour
    t.home = cells(
        [
            sum(
                1 << (code & PLACE_MASK)
                for card, copies in zip(tables.cards, d.copies, strict=True)
                if card.deck == deck
                for code in copies
                if code >> WORD == word
            )
            for deck in range(len(tables.decks))
            for word in range(words)
        ]
    )
    t.card_sets = cells([mask for among in d.layout.card_sets for mask in d.masks_among(among)])
    t.is_copier = cells(
        [
            int(kind[code] >= 0 and any(late.kind == "copy" for late in tables.cards[kind[code]].effects.late))
            for code in range(size)
        ]
    )
    t.laid = d.layout.laid
    t.shown_symbols = cells(list(d.layout.shown_symbols))
    t.kinds = len(tables.cards)
    # Cards work elsewhere if they are copied, or turned up under a stage.
    is_copied = d.layout.copy_slots > 0 or d.tables.turns_up or any(effects.reveals for effects in all_effects(tables))
    d.code_entries = [
        d.copied_entry_of(tables.cards[kind[code]].effects) if kind[code] >= 0 and is_copied else -1
        for code in range(size)
    ]
    t.cost, t.colour, t.kind, t.entry = cells(cost), cells(colour), cells(kind), cells(entry)
    t.of_colour = cells([mask for masks in of_colour for mask in masks])
    t.with_a_cost = cells(with_a_cost)
    d.further = [further_copies(d, players) for players in range(tables.most + 1)]
    t.further_from = flat_from([2 * len(pairs) for listed in d.further for pairs in listed])
    t.further = cells([number for listed in d.further for pairs in listed for pair in pairs for number in pair])


def piles(d: Deriving) -> None:
    """Note what may lie in each deck."""
    t, tables = d.t, d.tables
    decks = tables.decks
    mixed = [mixed_into(d, number) for number in range(len(decks))]
    piles = [
        [
            code
            for card, copies in zip(tables.cards, d.copies, strict=True)
            for code, printed in zip(copies, card.players or (0,), strict=True)
            if card.deck in into and printed <= players
        ]
        for players in range(tables.most + 1)
        for into in mixed
    ]
    t.deck_count = len(decks)
    t.piles = [cells(pile) for pile in piles]
    t.deck_words = [cells(sorted({code >> WORD for code in pile})) for pile in piles[-len(decks) :]]
    t.whole = [
        cells([sum(1 << (code & PLACE_MASK) for code in pile if code >> WORD == word) for word in words_of])
        for pile, words_of in zip(piles, t.deck_words * (tables.most + 1), strict=True)
    ]


def mixing_order(d: Deriving) -> list[int]:
    """Return all decks, each behind those that are mixed into it."""
    found: list[int] = []
    waiting = list(range(len(d.tables.decks)))
    while waiting:
        ready = [deck for deck in waiting if not {a.source for a in d.tables.decks[deck].adds} & set(waiting) - {deck}]
        found += ready or waiting[:1]
        waiting = [deck for deck in waiting if deck not in found]
    return found


def mixed_into(d: Deriving, deck: int) -> set[int]:
    """Return all decks whose cards may come into one."""
    if d.layout.filled[deck]:
        return set(range(len(d.tables.decks)))
    found = [deck]
    for number in found:  # it grows meanwhile
        found += [a.source for a in d.tables.decks[number].adds if a.source not in found]
    return set(found)


def further_copies(d: Deriving, players: int) -> list[list[tuple[int, int]]]:
    """Return, by word and distance, the copies used with so many players that have a twin so
    many places before them.
    """
    found: list[dict[int, int]] = [{} for _ in range(d.layout.words)]
    for card, copies in zip(d.tables.cards, d.copies, strict=True):
        used = [c for c, printed in zip(copies, card.players or (0,), strict=True) if printed <= players]
        for one in used:
            for other in used:
                if other > one:
                    masks = found[one >> WORD]
                    masks[other - one] = masks.get(other - one, 0) | 1 << (other & PLACE_MASK)
    return [sorted(masks.items()) for masks in found]
