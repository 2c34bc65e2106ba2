"""Turn `flow.yaml` into typed items: actions, steps, variants, and patches of other expansions."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.common.codes import E0201, E0202
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.component_parser import limits
from stele.compiler.front.fields import (
    by_age,
    by_players,
    by_side,
    entry,
    flag,
    mappings,
    name,
    names,
    number,
    required_name,
    scalars,
    text,
    text_of,
)
from stele.compiler.front.item_reader import ItemReader
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.salvage import salvaged
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence

SLOTS = ("before-first-age", "start-of-age", "end-of-turn", "before-conflict", "after-conflict", "end-of-game")


def flow(reader: ItemReader) -> items.Flow | None:
    """Read `flow.yaml`; a part that is unsound is left out."""
    root = reader.shaped.document.root
    if not isinstance(root, YamlMapping):
        return None
    players, start = root.get("players"), root.get("start")
    has_players = isinstance(players, YamlMapping) and reader.shaped.is_sound("players")
    has_start = isinstance(start, YamlMapping) and reader.shaped.is_sound("start")
    for key in (one for one in ("age", *SLOTS) if not reader.shaped.is_sound(one)):
        rest = salvaged(reader.shaped.document, reader.shaped.unsound, key)
        reader.partial += steps(rest) if rest is not None else ()
    return items.Flow(
        (number(players, "least"), number(players, "most")) if has_players else None,
        number(root, "ages") if root.get("ages") is not None and reader.shaped.is_sound("ages") else None,
        number(start, "coins") if has_start else None,
        reader.clauses(root, "everyone") if reader.shaped.is_sound("everyone") else (),
        text(root, "partners") == "side-by-side",
        unpaid(root.get("losses")) if reader.shaped.is_sound("losses") else None,
        tuple(reader.each("actions", action)),
        tuple(reader.each("riders", rider)),
        tuple(reader.each("supplies", supply)),
        never_in(root.get("limits")) if reader.shaped.is_sound("limits") else (),
        tuple(reader.each("restrictions", restriction)),
        steps(root.get("age")) if reader.shaped.is_sound("age") else (),
        items.Slots(*(steps(root.get(key)) if reader.shaped.is_sound(key) else () for key in SLOTS)),
        tuple(part.text for part in scalars(root.get("tie"))) if reader.shaped.is_sound("tie") else (),
        root.span,
    )


def unpaid(node: Node | None) -> Name | None:
    """Read which token stands for a coin that is not paid."""
    found = name(node, "unpaid", Role.TOKEN) if isinstance(node, YamlMapping) else None
    return None if found is None or found.text == "nothing" else found


def never_in(node: Node | None) -> tuple[tuple[str, Span], ...]:
    """Read in which variants an expansion is not played."""
    listed = scalars(node.get("never-in")) if isinstance(node, YamlMapping) else []
    return tuple((part.text, part.span) for part in listed)


def action(node: YamlMapping, reader: ItemReader) -> items.Action:
    """Read an action."""
    words = text(node, "id"), text(node, "name"), text(node, "cost")
    to = required_name(node, "to", Role.ZONE)
    builds = words[2] == "card" and (node.get("builds") is None or flag(node, "builds"))
    return items.Action(*words, to, builds, reader.clauses(node, "effect"), entry(node, "id").span)


def rider(node: YamlMapping, reader: ItemReader) -> items.Rider:
    """Read a rider."""
    written = node.get("cost")
    cost = reader.cost(written) if isinstance(written, Scalar) else None
    words = text(node, "id"), text(node, "name"), required_name(node, "on", Role.ACTION)
    takes, once_per = name(node, "takes", Role.SUPPLY), text(node, "once-per")
    return items.Rider(*words, cost, takes, once_per, reader.clauses(node, "effect"), entry(node, "id").span)


def supply(node: YamlMapping, _: ItemReader) -> items.Supply:
    """Read a supply."""
    of, on = by_age(node, "of", Role.TOKEN), required_name(node, "on", Role.ZONE)
    moment = required_name(node, "when-empty", Role.MOMENT)
    words = text(node, "id"), text(node, "name")
    return items.Supply(*words, of, on, by_players(node, "number"), moment, entry(node, "id").span)


def restriction(node: YamlMapping, _: ItemReader) -> items.Restriction:
    """Read at which tables a board is not used."""
    board = entry(node, "board")
    return items.Restriction(items.SideName(text_of(board), board.span), limits(node))


def steps(node: Node | None) -> tuple[items.Step, ...]:
    """Read a list of steps."""
    return tuple(step(part.entries[0].key.text, part.entries[0].value) for part in mappings(node))


def step(kind: str, node: Node) -> items.Step:
    """Read one step."""
    assert isinstance(node, YamlMapping)
    identity, here = text(node, "id"), entry(node, "id").span
    zone = Role.ZONE
    match kind:
        case "deal":
            source, cards = by_age(node, "from", Role.DECK), by_players(node, "cards")
            return items.Deal(identity, source, cards, required_name(node, "to", zone), here)
        case "turns":
            return items.Turns(identity, by_players(node, "count"), steps(node.get("each")), here)
        case "play":
            actions = names(node, "actions", Role.ACTION)
            resort = name(node, "last-resort", Role.ACTION)
            return items.PlayStep(identity, required_name(node, "from", zone), actions, resort, here)
        case "clear":
            to = required_name(node, "to", zone)
            ages = tuple(int(part.value or 0) for part in scalars(node.get("ages")))
            is_last, spares = text(node, "only") == "last", text(node, "spare") == "unbuilt-stages"
            return items.Clear(identity, required_name(node, "zone", zone), to, is_last, ages, spares, here)
        case "pass":
            is_except = text(node, "except") == "last"
            return items.Pass(identity, required_name(node, "zone", zone), by_side(node, "to"), is_except, here)
        case "conflict":
            win, lose = by_age(node, "win", Role.TOKEN), by_age(node, "lose", Role.TOKEN)
            leaves = text(node, "absent", "leaves") == "leaves"
            return items.ConflictStep(identity, win, lose, number(node, "tokens") or 1, leaves, here)
        case "lay":
            return items.Lay(identity, required_name(node, "zone", zone), here)
        case _:
            moment = required_name(node, "moment", Role.MOMENT)
            unpaid = by_age(node, "unpaid", Role.TOKEN) if node.get("unpaid") is not None else None
            supply, goes_to = name(node, "supply", Role.SUPPLY), name(node, "to", zone)
            declared = None if moment.text == "end-of-turn" else moment
            return items.Run(identity, declared, supply, unpaid, goes_to, here)


def patches(reader: ItemReader) -> Iterator[items.Patch]:
    """Yield the changes to other expansions."""
    root = reader.shaped.document.root
    listed = root.get("patch") if isinstance(root, YamlMapping) else None
    for index, node in enumerate(listed.items if isinstance(listed, YamlSequence) else ()):
        if isinstance(node, YamlMapping) and reader.shaped.is_sound("patch", index) and is_patch(node, reader):
            yield patch(node)


def is_patch(node: YamlMapping, reader: ItemReader) -> bool:
    """Tell whether a change says once what it does; say so if not."""
    setting, adding = node.get("set"), node.get("add")
    if setting is None and adding is None:
        message = "a patch says what it changes"
        reader.found.append(Diagnostic(E0202, message, node.span, help="begin with `set:` or `add:` and a path"))
    elif setting is not None and adding is not None:
        message = "a patch either sets or adds"
        reader.found.append(Diagnostic(E0201, message, adding.span, help="make two patches of it"))
    return (setting is None) != (adding is None)


def patch(node: YamlMapping) -> items.Patch:
    """Read one change."""
    adds = node.get("add") is not None
    path = entry(node, "add" if adds else "set")
    value, needs = items.YamlValue(entry(node, "to")), names(node, "with", Role.EXPANSION)
    return items.Patch(adds, tuple(text_of(path).split(".")), value, items.YamlValue(path), needs, path.span)


def variant(node: YamlMapping, reader: ItemReader) -> items.Variant:
    """Read a variant."""
    players = tuple(int(part.value or 0) for part in scalars(node.get("players")))
    patches = tuple(patch(part) for part in mappings(node.get("patch")) if is_patch(part, reader))
    seat = node.get("guest")
    further = guest(seat) if isinstance(seat, YamlMapping) else None
    return items.Variant(text(node, "id"), text(node, "name"), players, further, patches, entry(node, "id").span)


def guest(node: YamlMapping) -> items.Guest:
    """Read the seat at which nobody sits."""
    resort, here = names(node, "last-resort", Role.ACTION), entry(node, "plays").span
    words = text(node, "name"), text(node, "plays")
    return items.Guest(*words, by_side(node, "guide"), resort, flag(node, "chains-first"), here)
