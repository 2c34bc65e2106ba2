"""Check cards against each other: chains lead forward, equal names mean equal cards, every copy can
be used.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0405, E0502, E0503, E0509
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import items
from stele.compiler.front.nodes import Name


def check_chains(index: GameIndex) -> Iterator[Diagnostic]:
    """A chain leads from an earlier card to a later one."""
    for own in index.changed:
        for card in own.cards:
            for name in card.chain:
                if name.target == f"{own.expansion.id}.{card.id}":
                    message = f"`{card.id}` cannot be its own predecessor"
                    yield Diagnostic(E0502, message, name.span, help="name an earlier card")
                elif name.target is not None:
                    yield from wrong_chain(name, card, index)


def wrong_chain(name: Name, card: items.Card, index: GameIndex) -> Iterator[Diagnostic]:
    """Yield the diagnostic for a chain that does not start in an earlier age."""
    source = index.cards.get(name.target or "")
    if source is None:
        return
    before, after = age_of(source, index), age_of(card, index)
    if before is not None and after is not None and before >= after:
        message = f"`{name.text}` is of age {before} and cannot open a chain to `{card.id}` of age {after}"
        notes = (Note(f"`{name.text}` stands here", source.span),)
        yield Diagnostic(E0502, message, name.span, help="a chain starts in an earlier age", notes=notes)


def age_of(card: items.Card, index: GameIndex) -> int | None:
    """Return the age of a card: that of its deck."""
    deck = index.decks.get(card.deck.target or "")
    return None if deck is None else deck.age


def check_identities(index: GameIndex) -> Iterator[Diagnostic]:
    """Cards that a player cannot tell apart by name are identical."""
    first: dict[str, items.Card] = {}
    for card in (card for content in index.contents for card in content.cards):
        earlier = first.setdefault(card.name, card)
        if earlier.identity != card.identity and any(card in own.cards for own in index.changed):
            message = f"two cards are called `{card.name}`, but they do not have the same identity"
            help = f"give both the same `identity`, for example `identity: {earlier.identity}`"
            notes = (Note("the other one stands here", earlier.span),)
            yield Diagnostic(E0503, message, card.span, help=help, notes=notes)


def check_copies(index: GameIndex) -> Iterator[Diagnostic]:
    """Some copy of every card is used with some number of players."""
    flow = index.merged_flow
    most = flow.players[1] if flow is not None and flow.players else 0
    for card in (card for own in index.changed for card in own.cards):
        if most and card.players and min(card.players) > most:
            message = f"no copy of `{card.id}` is ever used: the game is for at most {most} players"
            yield Diagnostic(E0509, message, card.span, help=f"write {most} or less into `players`")


def check_ids_of_actions(index: GameIndex) -> Iterator[Diagnostic]:
    """A card is not called like an action: a ruling says of either what is legal."""
    actions = {name.rpartition(".")[2]: action for name, action in index.actions.items()}
    for own in index.changed:
        for card in own.cards:
            action = actions.get(card.id)
            if action is not None:
                message = f"`{card.id}` is an action, and in rulings a card of that id could not be told from it"
                notes = (Note("the action stands here", action.span),)
                yield Diagnostic(E0405, message, card.span, help="choose another id", notes=notes)
