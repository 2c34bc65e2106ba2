"""Gather what declared things are called, for sentences."""

from __future__ import annotations

from collections.abc import Sequence

from stele.compiler import items
from stele.compiler.nodes import Role


def names_of(contents: Sequence[items.Content]) -> dict[tuple[Role, str], str]:
    """Return the name of everything that a clause can mention, by role and target."""
    names: dict[tuple[Role, str], str] = {}
    for content in contents:
        vocabulary = content.vocabulary
        for role, listed in (
            (Role.GROUP, vocabulary.groups),
            (Role.RESOURCE, vocabulary.resources),
            (Role.COLOUR, vocabulary.colours),
            (Role.SYMBOL, vocabulary.symbols),
            (Role.TOKEN, vocabulary.token_groups),
            (Role.TOKEN, vocabulary.tokens),
            (Role.ZONE, vocabulary.zones),
            (Role.DECK, vocabulary.decks),
            (Role.LINE, vocabulary.lines),
        ):
            for item in listed:
                names[role, f"{content.expansion.id}.{item.id}"] = item.name
    return names
