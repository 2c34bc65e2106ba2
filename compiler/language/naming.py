"""Gather what declared things are called, for sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role

Names = Mapping[tuple[Role, str], str]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What sentences know about declared things, by role and target: names as they stand in a list,
    plurals of nouns, owners of zones, tracks and markers.
    """

    names: Names = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)

    def name(self, name: Name) -> str:
        """Return what something is called; nothing declared is called by its own word."""
        return self.names.get((name.role, name.target or ""), name.text)

    def shared(self) -> Name | None:
        """Return the one zone that every two neighbours share.

        Nothing if there is none, or more than one.
        """
        found = [target for target, owner in self.owners.items() if owner == "neighbours"]
        return Name("", Role.ZONE, Span("", 0, 0, 0, 0), found[0]) if len(found) == 1 else None

    def owner(self, name: Name) -> str:
        """Return who has a zone, a track or a marker: each seat one, the table one, or every two
        neighbours one.
        """
        kind = "" if name.role is Role.ZONE else f"{name.role.value} "
        return self.owners.get(f"{kind}{name.target or ''}", "seat")


def lexicon_of(contents: Sequence[items.Content]) -> Lexicon:
    """Return what sentences about some expansions need to know."""
    plurals, owners = {}, {}
    for content in contents:
        id = content.expansion.id
        plurals.update({f"{id}.{noun.id}": noun.plural for noun in content.vocabulary.nouns})
        owners.update({f"{id}.{zone.id}": zone.owner for zone in content.vocabulary.zones})
        owners.update({f"track {id}.{track.id}": track.owner for track in content.vocabulary.tracks})
        owners.update({f"marker {id}.{marker.id}": marker.owner for marker in content.vocabulary.markers})
    return Lexicon(names_of(contents), plurals, owners)


def names_of(contents: Sequence[items.Content]) -> dict[tuple[Role, str], str]:
    """Return the name of everything that a clause can mention, by role and target."""
    names: dict[tuple[Role, str], str] = {}
    for content in contents:
        vocabulary, id = content.vocabulary, content.expansion.id
        for role, listed in (
            (Role.GROUP, vocabulary.groups),
            (Role.RESOURCE, vocabulary.resources),
            (Role.COLOUR, vocabulary.colours),
            (Role.SYMBOL, vocabulary.symbols),
            (Role.TOKEN, vocabulary.token_groups),
            (Role.TOKEN, vocabulary.tokens),
            (Role.ZONE, vocabulary.zones),
            (Role.TRACK, vocabulary.tracks),
            (Role.MARKER, vocabulary.markers),
            (Role.FACE, [face for marker in reversed(vocabulary.markers) for face in reversed(marker.faces)]),
            (Role.DECK, vocabulary.decks),
            (Role.LINE, vocabulary.lines),
            (Role.CARD, content.cards),
            (Role.ACTION, content.flow.actions if content.flow else ()),
        ):
            for item in listed:
                names[role, f"{id}.{item.id}"] = item.name
        for noun in vocabulary.nouns:
            names[Role.NOUN, f"{id}.{noun.id}"] = capital(noun.id.replace("-", " "))
    return names


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
