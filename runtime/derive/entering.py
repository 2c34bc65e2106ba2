"""Note what changes when something enters play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stele.runtime.declared import NO_EFFECTS, Effects, Made
from stele.runtime.state.cells import (
    PLACE_MASK,
    POINTS,
    REACTING,
    WORD,
    cells,
)
from stele.runtime.state.flat import columns, flat_from

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


def enter(d: Deriving) -> None:
    """Note what changes when something enters play, by entry."""
    t, layout = d.t, d.layout
    twins, opened = relations(d)
    entries = range(len(d.entries))
    ors = [masks_of(d, entry, twins, opened) for entry in entries]
    adds = [added_by(d, entry) for entry in entries]
    d.sources = [sources_of(d, entry) for entry in entries]
    offers = [offers_of(d, effects) for effects in d.entries]
    acts = [[layout.acts.index(once) for once in effects.once] for effects in d.entries]
    lates = [[layout.late.index(late.ask) for late in effects.late] for effects in d.entries]
    t.or_from, (t.or_cell, t.or_mask) = flat_from(map(len, ors)), columns(ors, 2)
    t.add_from, (t.add_cell, t.add_number) = flat_from(map(len, adds)), columns(adds, 2)
    t.source_from = flat_from(map(len, d.sources))
    t.source_piece, t.source_units, t.source_sold = columns(d.sources, 3)
    t.offer_from, (t.offer_cell, t.offer_price) = flat_from(map(len, offers)), columns(offers, 2)
    t.act_from, t.act = flat_from(map(len, acts)), cells([act for listed in acts for act in listed])
    t.late_from, t.late = flat_from(map(len, lates)), cells([late for listed in lates for late in listed])
    t.is_acting = cells([max(len(act), int(bool(late))) for act, late in zip(acts, lates, strict=True)])
    t.opens = cells([int(any(0 <= cell - layout.chained < layout.words for cell, _ in listed)) for listed in ors])
    leads = [t.lead_from[entry + 1] - t.lead_from[entry] + t.adds_cards[entry] for entry in entries]
    t.entry_table = cells([int(effects.leaves) - int(effects.returns) for effects in d.entries])
    t.entry_concerns = cells([dict(added).get(layout.concerns, 0) for added in adds])
    t.is_rare = cells([int(any(one)) for one in zip(offers, leads, t.entry_table, strict=True)])
    t.is_plain = cells([int(not any(one)) for one in zip(d.sources, t.is_rare, t.entry_concerns, strict=True)])
    reacts = [concern & REACTING for concern in t.entry_concerns]
    t.can_go = cells([int(not any(one)) for one in zip(t.is_rare, reacts, strict=True)])
    kinds(d)


def kinds(d: Deriving) -> None:
    """Note what entries are: whether they stand, produce, give points, are given or turned up."""
    t = d.t
    producers = [0] * d.layout.words
    for code, entry in enumerate(t.entry):
        if entry >= 0 and d.sources[entry]:
            producers[code >> WORD] |= 1 << (code & PLACE_MASK)
    t.producers = cells(producers)
    t.entry_stands = cells([int(stands(effects)) for effects in d.entries])
    t.entry_gives = cells([int(effects.gives) for effects in d.entries])
    t.has_gifts = any(effects.gives for effects in d.entries)
    t.entry_reveals = cells([int(effects.reveals) for effects in d.entries])
    t.reveals = d.tables.turns_up or any(effects.reveals for effects in d.entries)
    t.entry_hidden = cells([sum(1 << colour for colour in effects.hidden) for effects in d.entries])
    t.entry_goods = cells([sum({1 << good for made in effects.made for good in made.goods}) for effects in d.entries])
    t.rank = cells([effects.rank for effects in d.entries])
    t.entry_points = cells([fixed_points(effects) for effects in d.entries])


def masks_of(d: Deriving, entry: int, twins: list[list[int]], opened: list[list[int]]) -> list[tuple[int, int]]:
    """Return, by cell, cards that a seat may have no more with an entry, or may chain."""
    card = d.entry_cards[entry]
    mask: dict[int, int] = {}
    if card >= 0:
        opens = [] if d.entry_shared[entry] else opened[card]
        for first, marked in ((d.layout.blocked, twins[card]), (d.layout.chained, opens)):
            for code in marked:
                cell = first + (code >> WORD)
                mask[cell] = mask.get(cell, 0) | 1 << (code & PLACE_MASK)
    return sorted(mask.items())


def added_by(d: Deriving, entry: int) -> list[tuple[int, int]]:
    """Return, by cell, what an entry adds to counts, to what concerns its owner, and to points."""
    counts, card = list(d.entries[entry].counts), d.entry_cards[entry]
    if card >= 0 and d.tables.cards[card].colour >= 0:
        counts.append((d.tables.colours[d.tables.cards[card].colour][1], 1))
    if entry in d.stage_entries:
        counts.append((d.tables.stage_lane, 1))
    added = counted(d, counts, d.entry_shared[entry])
    if d.side_concerns.get(entry, 0):
        added[d.layout.concerns] = added.get(d.layout.concerns, 0) | d.side_concerns[entry]
    if fixed := fixed_points(d.entries[entry]):
        added[POINTS] = fixed
    return sorted(added.items())


def fixed_points(effects: Effects) -> int:
    """Return the points that are the same whatever happens."""
    return sum(score.points for score in effects.scores if isinstance(score.points, int))


def sources_of(d: Deriving, entry: int) -> list[tuple[int, int, int]]:
    """Return what an entry produces: pieces, packed units, and to whom they are sold."""
    return [
        (piece, part.source(of_part, made), sold(d, entry, made))
        for made in d.entries[entry].made
        for piece, (part, of_part) in enumerate(d.pieces)
        if set(made.goods) & set(part.goods)
    ]


def offers_of(d: Deriving, effects: Effects) -> list[tuple[int, int]]:
    """Return, by cell, the prices that some effects offer."""
    return [
        (d.t.offers + 2 * number + side, offer.price)
        for offer in effects.offers
        for number, goods in enumerate(d.tables.price_classes)
        for side, is_from in enumerate((offer.from_left, offer.from_right))
        if is_from and set(goods) <= set(offer.goods)
    ]


def sold(d: Deriving, entry: int, made: Made) -> int:
    """Return to whom something is sold: 0 nobody, 1 both neighbours; if that may differ, 2 the
    left one, 4 the right one, 6 both.
    """
    buyers = d.entry_buyers[entry] if made.for_sale else 0
    return 2 * buyers if d.tables.sale_left_cell else int(buyers > 0)


def counted(d: Deriving, counts: list[tuple[int, int]], is_shared: bool) -> dict[int, int]:
    """Return, by cell, what is added to a seat's counts, given by lane, and to those that it
    has in common with a neighbour.
    """
    added: dict[int, int] = {}
    for lane, count in counts:
        cell = d.layout.tally + (lane >> WORD)
        added[cell] = added.get(cell, 0) + (count << (lane & PLACE_MASK))
        if is_shared:
            added[cell - d.layout.tally + d.layout.shared] = added[cell]
    for concern, lanes in d.concerns.items():
        if lanes & {lane for lane, _ in counts}:
            added[d.layout.concerns] = added.get(d.layout.concerns, 0) | concern
    return added


def relations(d: Deriving) -> tuple[list[list[int]], list[list[int]]]:
    """Return, by card, the codes of its twins and of what it opens by a chain."""
    cards = d.tables.cards
    twins: dict[str, list[int]] = {}
    opened: dict[str, list[int]] = {}
    for card, copies in zip(cards, d.copies, strict=True):
        twins.setdefault(card.identity or card.id, []).extend(copies)
        for source in card.chain:
            opened.setdefault(source, []).extend(copies)
    is_unique = d.tables.zones[d.tables.main_zone].is_unique
    return (
        [twins[card.identity or card.id] if is_unique else [] for card in cards],
        [opened.get(card.id, []) for card in cards],
    )


def stands(effects: Effects) -> bool:
    """Tell whether anything of some effects stands, beside what happens."""
    return replace(effects, once=(), late=(), rank=0, texts=()) != NO_EFFECTS
