"""List every name in the scene of a ruling, with what it must stand for.

`{A: {build: tollhouse}}` names the action `build` and the card `tollhouse`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.front.fields import scalars, text
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.schema_keys import POINTS
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence

SEAT_KEYS = frozenset(
    {"board", "side", "coins", "stages", "tokens", "tracks", "markers", "shields", "used", "copies", "with-coins"}
)
POSITIONS = ("tracks", "markers")
EXPECTED_KEYS = frozenset(
    {
        "coins",
        "stages",
        "tokens",
        "tracks",
        "markers",
        "points",
        "leaves",
        "shields",
        "produces",
        "sources",
        "legal",
        "illegal",
        "splits",
        "asks",
        "guide",
        "there",
        "with-coins",
    }
)
STEP_KEYS = frozenset({"refused", "because", "advance"})
THEN_KEYS = frozenset({"winner", "table", "between"})
ACT_KEYS = frozenset({"pay", "by", "choose", "rider", "at", "number"})
ANSWER_KEYS = frozenset({"choose", "pay", "at"})  # what an act may say that answers a decision

# What names stand for besides the roles of other content.
RULE, TABLE, ANSWER, LEAF = "rule", "place on the table", "answer", "item with points"

# What answers a decision without being a card: nothing, an exchange, a seat, a stage of a board or
# an option of one, a side of a board, tokens, a swap; a card of another seat.
NO_CARD_NAME = re.compile(
    r"nothing|exchange|[A-H]|.*-stage-[0-9]|.*-option-[0-9]|.*-[a-z]|.*-and-.*|.* for .* of [A-H]"
    r"|.* of [A-H]"
)

ADVANCE_TO = ("start-of-age", "end-of-turn", "before-conflict", "conflict", "end-of-age")
OWN_ITEM = re.compile(r"board|stage-[1-9]")  # what gives points and is no declared thing of its own

OWN_ITEMS = frozenset({"board", *(f"stage-{number}" for number in range(1, 10))})
ANSWERS = frozenset({"nothing", "exchange"})

Named = Iterator[tuple[Role | str, Scalar]]


def names_in(ruling: Ruling) -> Named:
    """Yield every name of a ruling with what it must stand for."""
    yield from ((Role.EXPANSION, name) for name in ruling.needs)
    yield from ((Role.VARIANT, name) for name in ruling.played)
    yield from ((RULE, name) for name in ruling.covers)
    for _, seat in entries(ruling.given.get("seats")):
        board = text(seat, "board") if isinstance(seat, YamlMapping) else ""
        for key, value in entries(seat):
            yield from names_of_seat(key, value, board)
    yield from names_on_table(ruling.given)
    for step in ruling.when:
        for _, act in entries(step):
            for key, value in entries(act):
                yield from names_of_act(key, value)
    yield from names_expected(ruling.then)


def names_of_seat(key: Scalar, value: Node, board: str) -> Named:
    """Yield the names in one thing that a seat is given."""
    match key.text:
        case "board":
            yield from ((Role.BOARD, name) for name in scalars(value))
        case "stages":
            yield from ((Role.CARD, name) for _, part in entries(value) for name in scalars(part))
        case "tokens":
            yield from ((Role.TOKEN, name) for name, _ in entries(value))
        case "tracks" | "markers":
            yield from names_of_positions(key.text, value)
        case "copies" | "with-coins":
            yield from ((Role.CARD, name) for name in scalars(value))
        case "used":
            yield from ((Role.CARD, name) for name in scalars(value) if name.text not in ("board", board))
        case other if other not in SEAT_KEYS:
            yield Role.ZONE, key
            yield from ((Role.CARD, name) for name in scalars(value))


def names_of_positions(key: str, value: Node | None) -> Named:
    """Yield the names of tracks and markers, and of the faces that are up."""
    for name, at in entries(value):
        yield (Role.TRACK if key == "tracks" else Role.MARKER), name
        if key == "markers":
            yield from ((Role.FACE, face) for face in scalars(at))


def names_on_table(given: YamlMapping) -> Named:
    """Yield the names in what lies on the table, and between neighbours."""
    for key, value in entries(given.get("table")):
        yield TABLE, key
        yield from ((Role.CARD, name) for name in scalars(value))
    for kind in POSITIONS:
        yield from names_of_positions(kind, given.get(kind))
    for _, place in entries(given.get("between")):
        stated = {key.text: value for key, value in entries(place)}
        yield from ((Role.BOARD, name) for name in scalars(stated.get("board")))
        yield from ((Role.CARD, name) for _, cards in entries(stated.get("cards")) for name in scalars(cards))
    yield from ((Role.SUPPLY, key) for key, _ in entries(given.get("supplies")))
    yield from ((Role.BOARD, name) for name in scalars(given.get("draws")))


def names_of_act(key: Scalar, value: Node) -> Named:
    """Yield the names in one thing that an act says."""
    match key.text:
        case "choose":
            chosen = [name for name in scalars(value) if not isinstance(name.value, int)]
            yield from ((ANSWER, name) for name in chosen if not NO_CARD_NAME.fullmatch(name.text))
        case "at":
            yield from ((Role.ZONE, zone) for zone, _ in entries(value) if zone.text != "between")
        case "rider":
            yield from ((Role.RIDER, name) for name in scalars(value))
        case other if other not in ACT_KEYS:
            yield Role.ACTION, key
            yield from ((Role.CARD, name) for name in scalars(value))


def names_expected(then: YamlMapping) -> Named:
    """Yield every name in what is expected."""
    for who, expected in entries(then):
        if who.text == "winner":
            continue
        if who.text == "between":
            for _, place in entries(expected):
                laid = [cards for seat, cards in entries(place) if seat.text != "leads"]
                yield from ((Role.CARD, name) for cards in laid for name in scalars(cards))
            continue
        for key, value in entries(expected):
            match key.text:
                case "supplies":
                    yield from ((Role.SUPPLY, name) for name, _ in entries(value))
                case "tracks" | "markers":
                    yield from names_of_positions(key.text, value)
                case "first" if who.text == "table":
                    pass
                case _ if who.text == "table":
                    yield TABLE, key
                    yield from ((Role.CARD, name) for name in cards_expected(value))
                case "tokens":
                    yield from ((Role.TOKEN, name) for name, _ in entries(value))
                case "points":
                    yield from ((Role.LINE, name) for name, _ in entries(value) if name.text != "total")
                case "leaves":
                    yield from ((Role.LINE, line) for line, _ in entries(value))
                    items = [item for _, part in entries(value) for item, _ in entries(part)]
                    yield from ((LEAF, item) for item in items if not OWN_ITEM.fullmatch(item.text))
                case "produces":
                    yield from ((Role.RESOURCE, name) for name in (*scalars(value), *keys_of(value)))
                case "sources":
                    sources = value.items if isinstance(value, YamlSequence) else ()
                    yield from ((Role.RESOURCE, name) for source in sources for name in scalars(source))
                case "splits":
                    yield from ((Role.CARD, name) for name, _ in entries(value))
                case "there":
                    yield from ((Role.CARD, name) for _, cards in entries(value) for name, _ in entries(cards))
                case other if other in POINTS:
                    yield Role.ZONE, key
                case other if other not in EXPECTED_KEYS:
                    yield Role.ZONE, key
                    yield from ((Role.CARD, name) for name in cards_expected(value))


def keys_of(value: Node) -> list[Scalar]:
    """Return the keys of a mapping, or none."""
    return [key for key, _ in entries(value)]


def cards_expected(value: Node) -> list[Scalar]:
    """Return the cards that a zone is expected to have or to lack.

    There may be only a number of them.
    """
    if isinstance(value, YamlMapping):
        return [name for key, part in entries(value) if key.text != "count" for name in scalars(part)]
    return [name for name in scalars(value) if not isinstance(name.value, int)]
