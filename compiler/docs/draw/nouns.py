"""Gather the drawings of all that some expansions declare, by role and target."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stele.compiler.docs.draw.drawing import Piece, moved
from stele.compiler.docs.draw.emblems import PLAIN_TINT, Kind, emblem, striped
from stele.compiler.docs.draw.glyphs import PLAIN, badge
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Role
from stele.compiler.language.numerals import roman, signed

Drawings = dict[tuple[Role, str], Piece]

# The shape in which a name is drawn if nothing more is known about it.
KINDS: dict[Role, Kind] = {
    Role.RESOURCE: "resource",
    Role.GROUP: "resource",
    Role.COLOUR: "colour",
    Role.NOUN: "colour",
    Role.SYMBOL: "symbol",
    Role.TOKEN: "token",
    Role.TRACK: "track",
    Role.MARKER: "face",
    Role.FACE: "face",
}

ANY_COLOUR = (Role.COLOUR, "")


def nouns_of(contents: Sequence[items.Content], speaker: Speaker) -> Drawings:
    """Return what everything looks like that a clause can name."""
    found: Drawings = {}
    for content in contents:
        id, vocabulary = content.expansion.id, content.vocabulary
        drawn: tuple[tuple[Role, Kind, Sequence[items.Resource | items.Colour | items.Symbol]], ...] = (
            (Role.RESOURCE, "resource", vocabulary.resources),
            (Role.COLOUR, "colour", vocabulary.colours),
            (Role.SYMBOL, "symbol", vocabulary.symbols),
        )
        for role, kind, listed in drawn:
            for item in listed:
                name = speaker.title(role, f"{id}.{item.id}").text
                found[role, f"{id}.{item.id}"] = emblem(kind, name, item.icon, item.tint)
        for token in vocabulary.tokens:
            found[Role.TOKEN, f"{id}.{token.id}"] = token_of(token, speaker.title(Role.TOKEN, f"{id}.{token.id}").text)
        found.update(positions_of(content, speaker))
    found[ANY_COLOUR] = striped(
        tuple(c.tint or PLAIN_TINT for content in contents for c in content.vocabulary.colours)[:7]
    )
    for content in contents:
        found.update(gathered(content, contents, found, speaker))
    return found


def gathered(content: items.Content, contents: Sequence[items.Content], found: Drawings, speaker: Speaker) -> Drawings:
    """Return what is drawn with the drawings of other nouns.

    Groups, nouns of colours, zones and decks.
    """
    more: Drawings = {}
    id, vocabulary = content.expansion.id, content.vocabulary
    for group in vocabulary.groups:
        target = f"{id}.{group.id}"
        members = [
            found[Role.RESOURCE, f"{other.expansion.id}.{resource.id}"]
            for other in contents
            for resource in other.vocabulary.resources
            if any(name.target == target for name in resource.groups)
        ]
        more[Role.GROUP, target] = cluster(members) if members else emblem("resource", group.name)
    for kind in vocabulary.token_groups:
        target = f"{id}.{kind.id}"
        first = next(
            (
                emblem("token", token.name, token.icon, token.tint)
                for other in contents
                for token in other.vocabulary.tokens
                if token.group is not None and token.group.target == target
            ),
            None,
        )
        more[Role.TOKEN, target] = first or emblem("token", kind.name)
    for noun in vocabulary.nouns:
        drawn = found.get((Role.COLOUR, noun.colour.target or ""))
        more[Role.NOUN, f"{id}.{noun.id}"] = drawn or emblem("colour", noun.id)
    zones = [(f"{o.expansion.id}.{zone.id}", zone_shape(zone)) for o in contents for zone in o.vocabulary.zones]
    for zone in vocabulary.zones:
        piece, target = PLAIN[zone_shape(zone)], f"{id}.{zone.id}"
        usual = next(each for each, shape in zones if shape == zone_shape(zone))
        # The first zone of a shape is the one that everybody means; the others have letters.
        more[Role.ZONE, target] = piece if target == usual else badge(piece, initials(speaker, target))
    for deck in vocabulary.decks:
        target = f"{id}.{deck.id}"
        letter = speaker.title(Role.DECK, target).text[:1] if deck.age is None else roman(deck.age)
        more[Role.DECK, target] = badge(PLAIN["deck"], letter)
    return more


def positions_of(content: items.Content, speaker: Speaker) -> Drawings:
    """Return what tracks look like, and markers: as the face that is up at first."""
    id: str = content.expansion.id
    found: Drawings = {}
    for track in content.vocabulary.tracks:
        name = speaker.title(Role.TRACK, f"{id}.{track.id}").text
        found[Role.TRACK, f"{id}.{track.id}"] = emblem("track", name, track.icon, track.tint)
    for marker in content.vocabulary.markers:
        name = speaker.title(Role.MARKER, f"{id}.{marker.id}").text
        first = marker.faces[0]
        found[Role.MARKER, f"{id}.{marker.id}"] = emblem("face", name, first.icon, first.tint)
        for face in marker.faces:
            name = speaker.title(Role.FACE, f"{id}.{face.id}").text
            found.setdefault((Role.FACE, f"{id}.{face.id}"), emblem("face", name, face.icon, face.tint))
    return found


def initials(speaker: Speaker, target: str) -> str:
    """Return the first letters of the longer words of a zone's name, at most two."""
    words = speaker.title(Role.ZONE, target).text.split()
    return "".join(word[0].upper() for word in [word for word in words if len(word) > 3][:2] or words[:1])


def token_of(token: items.Token, name: str) -> Piece:
    """Return a token with the points that it brings, if it does."""
    drawn = emblem("token", name, token.icon, token.tint)
    return badge(drawn, signed(token.points)) if token.points else drawn


def zone_shape(zone: items.ZoneItem) -> str:
    """Return the glyph of a zone, by whose it is and who sees it."""
    if zone.main:
        return "city"
    if zone.owner == "neighbours":
        return "shared"
    if zone.owner == "table":
        return "pile"
    return {"owner": "hand", "nobody": "under"}.get(zone.seen_by, "row")


def cluster(members: Sequence[Piece]) -> Piece:
    """Return the members of a group close together, up to four of them."""
    places = {1: ((6, 6),), 2: ((0, 6), (12, 6)), 3: ((6, 0.5), (0, 11.5), (12, 11.5))}
    shown = members[:4]
    where = places.get(len(shown), ((0, 0), (12, 0), (0, 12), (12, 12)))
    body = [moved(piece.body, x, y, 0.5) for piece, (x, y) in zip(shown, where, strict=True)]
    return Piece(24, Markup().join(body))
