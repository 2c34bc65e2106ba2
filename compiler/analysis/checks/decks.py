"""Check decks: they come out even when they are dealt, have the cards that are asked for, and come
into play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stele.compiler.analysis.checks.index import GameIndex, names_by_age
from stele.compiler.common.codes import E0501, E0509, W0601
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.unparse import cards_text
from stele.compiler.front.walk import nodes


@dataclass(frozen=True, slots=True)
class Uneven:
    """A deck that does not have the cards that are dealt, with some numbers of players."""

    target: str
    deck: items.Deck
    deal: items.Deal
    cases: tuple[tuple[int, int, int], ...]  # the number of players, the cards there are, the cards that are dealt


def check_even_decks(index: GameIndex) -> Iterator[Diagnostic]:
    """Every deck that is dealt in an age holds exactly the cards that are dealt, for each number of
    players.
    """
    of_seats = {target for target, zone in index.zones.items() if zone.owner == "seat"}
    for deal in [deal for deal in index.age_steps_of(items.Deal) if deal.to.target in of_seats]:
        for target in dict.fromkeys(name.target for name in names_by_age(deal.source, index)):
            if target is None or target not in index.decks:
                continue
            sizes = deck_sizes(target, index)
            dealt = {players: (deal.cards.at(players) or 0) * players for players in index.player_counts}
            known = [players for players, size in sizes.items() if size is not None]
            known = [players for players in known if deal.cards.at(players) is not None]
            cases = [(players, sizes[players] or 0, dealt[players]) for players in known]
            cases = [case for case in cases if case[1] != case[2]]
            if cases:
                yield uneven_deck(Uneven(target, index.decks[target], deal, tuple(cases)), index)


def deck_sizes(target: str, index: GameIndex) -> dict[int, int | None]:
    """Return the number of cards in a deck after set-up by the number of players.

    Nothing if it cannot be told.
    """
    printed = [number for card in index.cards.values() if card.deck.target == target for number in card.players or (0,)]
    sizes: dict[int, int | None] = {}
    for players in index.player_counts:
        added = [addition.cards.at(players) for addition in index.decks[target].adds]
        copies = len([number for number in printed if number <= players])
        sizes[players] = None if None in added else copies + sum(number or 0 for number in added)
    return sizes


def uneven_deck(found: Uneven, index: GameIndex) -> Diagnostic:
    """Return the diagnostic for a deck, at what makes it uneven."""
    deck = found.deck
    says = "; ".join(f"{size} instead of {dealt} cards with {players} players" for players, size, dealt in found.cases)
    here, help = cause_of(found, index)
    notes = [Note("the deck is declared here", deck.span)] if here != deck.span else []
    notes.append(Note("it is dealt out here, to the last card", found.deal.span))
    message = f"the deck `{deck.id}` does not come out even: {says}"
    return Diagnostic(E0501, message, here, help=help, notes=tuple(notes))


def cause_of(found: Uneven, index: GameIndex) -> tuple[Span, str]:
    """Return what makes a deck uneven and what to do: a card of others, what is mixed in, or how
    many are dealt.
    """
    deck, deal, (players, _, _) = found.deck, found.deal, found.cases[0]
    others = [content for content in index.in_play if f"{content.expansion.id}.{deck.id}" != found.target]
    cards = [card for one in reversed(others) for card in one.cards if card.deck.target == found.target]
    if cards:
        pools = sorted(
            {
                addition.source.text
                for one in index.decks.values()
                for addition in one.adds
                if is_own_addition(addition, one) and addition.source.target != found.target
            }
        )
        if not pools:
            return cards[0].span, "add or remove copies by the numbers in `players`"
        random = " or ".join(f"`{pool}`" for pool in pools)
        return cards[0].span, f"this deck is complete; put the card into {random}, which gives random cards"
    if any(not is_own_addition(addition, deck) for addition in deck.adds):
        return wrong_addition(found, index)
    if deal.cards.place(players).path != deal.span.path:
        return deal.cards.place(players), "deal as many as there are, or mix more cards in with `adds` of the deck"
    return deck.span, "add or remove copies by the numbers in `players`"


def wrong_addition(found: Uneven, index: GameIndex) -> tuple[Span, str]:
    """Return which of the cards that patches mix into a deck make it uneven, and what to do."""
    players, size, dealt = found.cases[0]
    deals, turns = paths_of(found.deal, index)
    # Whoever mixes cards in and changes the number that is dealt has thought of it.
    raised = {patch.span.path for one in index.contents for patch in one.patches if ".".join(patch.path) == deals}
    mixed = [addition for addition in found.deck.adds if not is_own_addition(addition, found.deck)]
    mixed.sort(key=lambda one: (size - (one.cards.at(players) or 0) == dealt, one.span.path not in raised))
    number, here = mixed[-1].cards.at(players) or 0, mixed[-1].cards.place(players)
    more = {divmod(size - dealt, players) for players, size, dealt in found.cases}
    each, rest = next(iter(more))
    if len(more) == 1 and each > 0 and not rest:
        return here, raising(each, deals, turns)
    if number + dealt - size > 0:
        return here, f"mix in {number + dealt - size} with {players} players"
    return here, f"mix in as many cards as there are players, and {raising(1, deals, turns)}"


def raising(number: int, deals: str, turns: str) -> str:
    """Say how larger hands are dealt and played."""
    more = f"deal {number} more card{'' if number == 1 else 's'}"
    if not turns:
        return f"{more}: `{{add: {deals}, to: {number}}}`"
    more += f" and play {number} more turn{'' if number == 1 else 's'}"
    return f"{more}: `{{add: {deals}, to: {number}}}` and `{{add: {turns}, to: {number}}}`"


def is_own_addition(addition: items.Addition, deck: items.Deck) -> bool:
    """Tell whether a deck says by itself what is mixed in, not by a patch."""
    return addition.span.path == deck.span.path


def paths_of(deal: items.Deal, index: GameIndex) -> tuple[str, str]:
    """Return where patches change how many cards are dealt, and in how many turns they are played.

    Nothing for none.
    """
    id = next(content.expansion.id for content in index.contents if content.flow is not None)
    all_turns = index.age_steps_of(items.Turns)
    outer = next((f"{turns.id}." for turns in all_turns if deal in turns.each), "")
    played = [
        turns
        for turns in all_turns
        if any(play.source.target == deal.to.target for play in nodes(turns.each, items.PlayStep))
    ]
    return f"{id}.age.{outer}{deal.id}.cards", f"{id}.age.{played[0].id}.count" if played else ""


def check_mixing(index: GameIndex) -> Iterator[Diagnostic]:
    """No more cards of a deck are mixed into others than it has, for each number of players."""
    for target, deck in index.decks.items():
        given = [a for other in index.decks.values() for a in other.adds if a.source.target == target]
        for players, has in deck_sizes(target, index).items() if given else ():
            asked = sum(a.cards.at(players) or 0 for a in given)
            if has is not None and asked > has:
                cards = "1 card" if has == 1 else f"{has} cards"
                message = f"`{deck.id}` has {cards}, {asked} are asked for with {players} players"
                notes = (Note("the deck is declared here", deck.span),)
                help = "mix in fewer, or add cards or copies to that deck"
                yield Diagnostic(E0501, message, given[-1].cards.place(players), help=help, notes=notes)
                break


def check_cards_dealt(index: GameIndex) -> Iterator[Diagnostic]:
    """Slots deal no more cards than there are."""
    given = [addition for deck in index.decks.values() for addition in deck.adds]
    slots = index.flow.slots
    once = (*slots.before_first_age, *slots.end_of_game)
    each = (*slots.start_of_age, *slots.end_of_turn, *slots.before_conflict, *slots.after_conflict)
    in_slots = {id(deal) for deal in nodes((once, each), items.Deal)}
    all_deals = list(every_deal(index, once))
    for target, deck in index.decks.items():
        deals = [deal for deal, source in all_deals if source is not None and source.target == target]
        first = next((deal for deal in deals if id(deal) in in_slots), None)
        for players in index.player_counts if first is not None else ():
            has = sum(card.copies(players) for card in index.cards.values() if card.deck.target == target)
            has += sum(addition.cards.at(players) or 0 for addition in deck.adds)
            has -= sum(addition.cards.at(players) or 0 for addition in given if addition.source.target == target)
            dealt = sum((deal.cards.at(players) or 0) * takers(deal, players, index) for deal in deals)
            if first is not None and dealt > has:
                message = f"with {players} players {dealt} cards of `{deck.id}` are dealt, but there are only {has}"
                notes = (Note("the deck is declared here", deck.span),)
                yield Diagnostic(E0501, message, first.span, help="add cards or copies, or deal fewer", notes=notes)
                break


def every_deal(index: GameIndex, once: tuple[items.Step, ...]) -> Iterator[tuple[items.Deal, Name | None]]:
    """Yield every time that cards are dealt, with the deck.

    In turns as often as there are turns at most.
    """
    most = index.players[1]
    for step in index.flow.steps():
        for age in [1] if step in once else range(1, index.ages + 1):
            if isinstance(step, items.Deal):
                yield step, step.source.at(age)
            if isinstance(step, items.Turns):
                for deal in nodes(step.each, items.Deal):
                    yield from ((deal, deal.source.at(age)) for _ in range(step.count.at(most) or 1))


def takers(deal: items.Deal, players: int, index: GameIndex) -> int:
    """Return how often cards are dealt: to every seat, or once to the table."""
    zone = index.zones.get(deal.to.target or "")
    return 1 if zone is not None and zone.owner == "table" else players


def check_decks_used(index: GameIndex) -> Iterator[Diagnostic]:
    """Every card may come into play: its deck is dealt, mixed in, shown, or drawn from."""
    if index.variants:
        return  # a variant may leave out what there is
    used = {name.target for deal in index.steps_of(items.Deal) for name in names_by_age(deal.source, index)}
    used |= {addition.source.target for deck in index.decks.values() for addition in deck.adds}
    used |= {zone.deck.target for zone in index.zones.values() if zone.deck is not None}
    drawn = {colour for draw in index.nodes(n.Draw) for colour in colours_drawn(draw, index)}
    for target, deck in index.decks.items():
        if target in used:
            continue
        own = [card for card in index.cards.values() if card.deck.target == target]
        if own and None not in drawn and not any(card.colour and card.colour.target in drawn for card in own):
            help = "deal it in a step, or mix it into another deck with `adds`"
            yield Diagnostic(W0601, f"the cards of the deck `{deck.id}` never come into play", deck.span, help=help)


def noun_colour(noun: Name, index: GameIndex) -> str | None:
    """Return the colour behind a noun."""
    item = index.nouns.get(noun.target or "")
    return None if item is None else item.colour.target


def colours_drawn(draw: n.Draw, index: GameIndex) -> set[str | None]:
    """Return the colours that may be drawn out of decks; none is any."""
    match draw.cards:
        case n.NamedCards(noun):
            return {noun_colour(noun, index)} if draw.source is None else set()
        case n.Cards(colours) if colours:
            return {colour.target for colour in colours} if draw.source is None else set()
        case _:
            return {None} if draw.source is None else set()


def check_draws(index: GameIndex) -> Iterator[Diagnostic]:
    """Cards are drawn into a hand of some kind, and only such that nobody waits for."""
    dealt = {name.target for deal in index.age_steps_of(items.Deal) for name in names_by_age(deal.source, index)}
    for draw in index.nodes(n.Draw):
        cards = [card for card in index.cards.values() if card.colour is not None and card.deck.target in dealt]
        own = {card.colour.target for card in cards if card.colour is not None}
        if draw.source is None and own & (colours := colours_drawn(draw, index)) and colours <= own:
            message = f"{cards_text(draw.cards, 2)} are dealt out to the last card, so none is unused"
            yield Diagnostic(E0509, message, draw.cards.span)
