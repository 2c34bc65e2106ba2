"""Check rulings: the names in a scene like those of a card, and that the scene can be set up.

An unknown name is a diagnostic at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from stele.compiler.analysis.declarations import DECLARED_IN, clashing, declarations
from stele.compiler.common.codes import E0206, E0402, E0404
from stele.compiler.common.diagnostics import Diagnostic, Edit, Note, did_you_mean, misspelt
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.clause_parser import reserved
from stele.compiler.front.content_parser import scalars
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.schema import POINTS, WRITTEN_POINTS
from stele.compiler.front.source import Node, Scalar, YamlMapping
from stele.compiler.front.walk import nodes

SEAT_KEYS = frozenset({"board", "side", "coins", "stages", "tokens", "shields", "used", "copies", "with-coins"})
EXPECTED_KEYS = frozenset(
    {
        "coins",
        "stages",
        "tokens",
        "points",
        "shields",
        "produces",
        "legal",
        "illegal",
        "splits",
        "asks",
        "there",
        "with-coins",
    }
)
STEP_KEYS = frozenset({"refused", "advance"})
THEN_KEYS = frozenset({"winner", "table", "between"})
ACT_KEYS = frozenset({"pay", "by", "choose", "rider", "at", "number"})

# What names stand for besides the roles of other content.
RULE, TABLE, ANSWER = "rule", "place on the table", "answer"
MOST_LISTED = 8  # names that a message lists when none is like the wrong one


# What answers a decision without being a card: nothing, an exchange, a seat, a stage of a board or an option of one, a side
# of a board, tokens, a swap.
NO_CARD_NAME = re.compile(
    r"nothing|exchange|[A-H]|.*-stage-[0-9]|.*-option-[0-9]|.*-[a-z]|.*-and-.*|.* for .* of [A-H]"
)


ANSWERS = (
    "a card, a seat, a number of coins, `nothing`, `exchange`, or an option by its name, such as `...-stage-2-option-1`"
)


# All that a ruling names.
named_before: Memo[frozenset[tuple[Role | str, str]]] = Memo()

# What scenes are held against: sides of boards with their stages, play steps, tokens that run out, cards that may not lie twice.
Scenery = tuple[
    dict[str, dict[str, int]], list[str] | None, dict[str, items.Token], tuple[frozenset[str], dict[str, str]]
]
scenes_before: Memo[tuple[Scenery, tuple[Diagnostic, ...]]] = Memo()


def check_rulings(rulings: Sequence[Ruling], contents: Sequence[items.Content]) -> Iterator[Diagnostic]:
    """Yield every name of a ruling that nothing declares, and every id that stands twice."""
    known: set[tuple[Role | str, str]] = {
        (role, word) for content in contents for role, word, _, _, _ in declarations(content)
    }
    known |= {(Role.EXPANSION, content.expansion.id) for content in contents}
    known |= {(ANSWER, word) for role, word in known if role is Role.CARD}
    # A key of the table is a deck if there is one of that name, else a zone.
    known |= {(TABLE, word) for role, word in known if role in (Role.DECK, Role.ZONE)}
    rules = [rule.id for content in contents for rule in content.rules]
    rules += [one.id for content in contents for one in content.unsound if one.role == items.RULE]
    known |= {(RULE, rule) for rule in rules}
    # What is declared in a file that could not be read is no news here.
    hidden = {role for content in contents for kind in content.unread for role in DECLARED_IN[kind]}
    hidden |= clashing(contents)
    hidden_rules = any("rules" in content.unread for content in contents)
    sides = {board.id: {s.id: len(s.stages) for s in board.sides} for c in contents for board in c.boards}
    unread_flow = any("flow" in content.unread for content in contents)
    flows = [content.flow for content in contents if content.flow is not None]
    phases = [play.id for flow in flows for play in nodes(flow.steps(), items.PlayStep)] if not unread_flow else None
    seen: dict[tuple[str, str], Span] = {}
    scarce, twins = scarce_tokens(contents), unique_cities(contents)
    scenery: Scenery = (sides, phases, scarce, twins)
    for ruling in rulings:
        if not ruling.expansion:
            continue  # it is not even known what it may speak of
        earlier = seen.setdefault((ruling.expansion, ruling.id), ruling.span)
        if earlier is not ruling.span:
            notes = (Note("it is declared here first", earlier),)
            message, help = f"the ruling `{ruling.id}` is declared twice", "give one of them another id"
            yield Diagnostic(E0404, message, ruling.span, help=help, notes=notes)
        kept = scenes_before.get(ruling)
        if kept is None or kept[0] != scenery:
            strange = (*strangers(ruling), *misplaced(ruling, sides, phases), *too_much(ruling, scarce, twins))
            kept = (scenery, strange)
            scenes_before.keep(ruling, kept)
        scenery = kept[0]  # one for all, so that it is known at once
        yield from kept[1]
        named = named_before.get(ruling)
        if named is None:
            named = frozenset((role, name.text) for role, name in names_in(ruling))
            named_before.keep(ruling, named)
        if named <= known:
            continue
        for role, name in names_in(ruling):
            is_hidden = role in hidden or (role == RULE and hidden_rules) or (role == TABLE and Role.ZONE in hidden)
            is_hidden = is_hidden or (role == ANSWER and Role.CARD in hidden)
            if (role, name.text) not in known and not is_hidden:
                yield unknown(role, name, known)


def scarce_tokens(contents: Sequence[items.Content]) -> dict[str, items.Token]:
    """Return the tokens that run out and whose number no patch changes, by id."""
    patches = [patch for content in contents for patch in content.patches]
    patches += [patch for content in contents for variant in content.variants for patch in variant.patches]
    changed = {patch.path[2] for patch in patches if len(patch.path) > 2 and patch.path[1] == "tokens"}
    tokens = [token for content in contents for token in content.vocabulary.tokens if token.supply is not None]
    return {token.id: token for token in tokens if token.id not in changed}


def unique_cities(contents: Sequence[items.Content]) -> tuple[frozenset[str], dict[str, str]]:
    """Return the zones that never hold two cards alike, and the identity of each card by its id."""
    zones = frozenset(zone.id for content in contents for zone in content.vocabulary.zones if zone.unique)
    return zones, {card.id: card.identity for content in contents for card in content.cards}


def too_much(
    ruling: Ruling, scarce: dict[str, items.Token], twins: tuple[frozenset[str], dict[str, str]]
) -> Iterator[Diagnostic]:
    """Yield what a scene gives its seats though it cannot be there: more tokens than there are, two cards alike in one city."""
    zones, identities = twins
    given: dict[str, int] = {}
    for _, seat in entries(ruling.given.get("seats")):
        for name, count in entries(seat.get("tokens") if isinstance(seat, YamlMapping) else None):
            token, number = scarce.get(name.text), count.value if isinstance(count, Scalar) else None
            if token is None or token.supply is None or not isinstance(number, int):
                continue
            before, given[token.id] = given.get(token.id, 0), given.get(token.id, 0) + number
            if given[token.id] > token.supply >= before:
                message = f"{given[token.id]} `{token.id}` tokens are given out, but there are only {token.supply}"
                notes = (Note("the `supply` is given here", token.span),)
                yield Diagnostic(E0206, message, count.span, help="give out fewer", notes=notes)
        for zone, cards in entries(seat):
            seen: set[str] = set()
            for card in scalars(cards) if zone.text in zones else ():
                identity = identities.get(card.text)
                if identity in seen:
                    message = f"`{card.text}` or its twin lies in this {zone.text} already, where no two are alike"
                    yield Diagnostic(E0206, message, card.span, help="remove one of the two")
                seen |= {identity} if identity is not None else set()


def strangers(ruling: Ruling) -> Iterator[Diagnostic]:
    """Yield every seat that a ruling names and that does not sit at its table."""
    seats = [name.text for name, _ in entries(ruling.given.get("seats"))]
    if not all(re.fullmatch("[A-Ha-h]", seat) for seat in seats):
        return  # it is not known by which letter the seat with another name was to be called
    acts = [pair for step in ruling.when for pair in entries(step) if pair[0].text not in STEP_KEYS]
    named = [name for name, _ in acts]
    for _, act in acts:
        paid = act.get("pay") if isinstance(act, YamlMapping) else None
        named += [name for name, _ in entries(paid) if name.text != "bank"]
    named += [name for name, _ in entries(ruling.then) if name.text not in THEN_KEYS]
    named += scalars(ruling.then.get("winner"))
    for name in named:
        if name.text.upper() not in [seat.upper() for seat in seats]:
            help = f"there are {', '.join(f'`{seat}`' for seat in seats)}; seats are named in `given`"
            yield Diagnostic(E0402, f"no seat of this ruling is called `{name.text}`", name.span, help=help)


def misplaced(ruling: Ruling, sides: dict[str, dict[str, int]], phases: Sequence[str] | None) -> Iterator[Diagnostic]:
    """Yield phases, sides of boards and stages of a scene that are not there."""
    phase = ruling.given.get("phase")
    if phases is not None and isinstance(phase, Scalar) and phase.text not in phases:
        known = list(dict.fromkeys(phases))
        help = did_you_mean(phase.text, known) or f"there are {', '.join(f'`{id}`' for id in known)}"
        yield Diagnostic(E0402, f"no step that plays cards is called `{phase.text}`", phase.span, help=help)
    for _, seat in entries(ruling.given.get("seats")):
        stated = {key.text: value for key, value in entries(seat)}
        board, side, stages = stated.get("board"), stated.get("side"), stated.get("stages")
        if isinstance(stages, Scalar) and board is None and stages.value != 0:
            yield Diagnostic(E0206, "a seat without a board has no stages", stages.span, help="name its `board` too")
        there = sides.get(board.text) if isinstance(board, Scalar) else None
        if not there or not isinstance(board, Scalar):
            continue
        if isinstance(side, Scalar) and side.text not in there:
            help = f"there are {' and '.join(f'`{id}`' for id in there)}"
            yield Diagnostic(E0402, f"`{board.text}` has no side `{side.text}`", side.span, help=help)
        most = there.get(side.text) if isinstance(side, Scalar) else next(iter(there.values()))
        if isinstance(stages, Scalar) and isinstance(stages.value, int) and most is not None and stages.value > most:
            message = f"`{board.text}` has {most} stages, not {stages.value}"
            yield Diagnostic(E0206, message, stages.span, help=f"{most} at most")


def unknown(role: Role | str, name: Scalar, known: set[tuple[Role | str, str]]) -> Diagnostic:
    """Return the diagnostic for a name that nothing declares."""
    candidates = sorted(word for other, word in known if other == role)
    what = role.value if isinstance(role, Role) else {RULE: "rule", ANSWER: "card"}.get(role, "zone")
    if role is Role.ZONE:  # where zones are named, other things are too
        candidates += sorted(SEAT_KEYS | EXPECTED_KEYS)
    if role is Role.EXPANSION:
        candidates = sorted({*candidates, *(folder.name for folder in shipped_folders())})
    few = [f"`{word}`" for word in candidates[:MOST_LISTED]] if len(candidates) <= MOST_LISTED else []
    # Where actions are named, other things are too; a verb of the language is no slip.
    more = ACT_KEYS if role is Role.ACTION and name.text not in reserved() else ()
    help = did_you_mean(name.text, [*candidates, *sorted(more)]) or (f"there are {', '.join(few)}" if few else "")
    if role in (Role.CARD, Role.BOARD) and (home := homes().get(name.text)):
        help = f"it comes from `{home}`: add `with: [{home}]` to the ruling"
    if not help and role is Role.ZONE:
        help = f"there are `coins`, `tokens`, `stages`, `points` and zones such as `{candidates[0]}`"
    if role is Role.ZONE and name.text in POINTS:
        return Diagnostic(E0402, f"no zone is called `{name.text}`", name.span, help=f"points are {WRITTEN_POINTS}")
    if not help and role == ANSWER:
        help = f"answer with {ANSWERS}"
    near = misspelt(name.text, [*candidates, *sorted(more)])
    edits = (Edit(name.span, near),) if near and help.startswith("did") else ()
    return Diagnostic(E0402, f"no {what} is called `{name.text}`", name.span, help=help, edits=edits)


@cache
def homes() -> dict[str, str]:
    """Return the cards and boards of the expansions that come with Stele, and where each is declared first."""
    found: dict[str, str] = {}
    for folder in shipped_folders():
        for file in sorted([*folder.glob("cards/*.yaml"), *folder.glob("boards/*.yaml")]):
            declared = re.findall(r"^ +- \{?id: ([\w-]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
            found = dict.fromkeys(declared, folder.name) | found
    return found


def names_in(ruling: Ruling) -> Iterator[tuple[Role | str, Scalar]]:
    """Yield every name of a ruling with what it must stand for."""
    yield from ((Role.EXPANSION, name) for name in ruling.needs)
    yield from ((Role.VARIANT, name) for name in ruling.played)
    yield from ((RULE, name) for name in ruling.covers)
    seats = ruling.given.get("seats")
    for _, seat in entries(seats):
        for key, value in entries(seat):
            match key.text:
                case "board":
                    yield from ((Role.BOARD, name) for name in scalars(value))
                case "stages":
                    yield from ((Role.CARD, name) for _, part in entries(value) for name in scalars(part))
                case "tokens":
                    yield from ((Role.TOKEN, name) for name, _ in entries(value))
                case "copies" | "with-coins":
                    yield from ((Role.CARD, name) for name in scalars(value))
                case other if other not in SEAT_KEYS:
                    yield Role.ZONE, key
                    yield from ((Role.CARD, name) for name in scalars(value))
    for key, value in entries(ruling.given.get("table")):
        yield TABLE, key
        yield from ((Role.CARD, name) for name in scalars(value))
    for _, place in entries(ruling.given.get("between")):
        yield from (
            (Role.BOARD, name) for name in scalars(place.get("board") if isinstance(place, YamlMapping) else None)
        )
        laid = place.get("cards") if isinstance(place, YamlMapping) else None
        yield from ((Role.CARD, name) for _, cards in entries(laid) for name in scalars(cards))
    yield from ((Role.SUPPLY, key) for key, _ in entries(ruling.given.get("supplies")))
    yield from ((Role.BOARD, name) for name in scalars(ruling.given.get("draws")))
    for step in ruling.when:
        for _, act in entries(step):
            for key, value in entries(act):
                if key.text not in ACT_KEYS:
                    yield Role.ACTION, key
                    yield from ((Role.CARD, name) for name in scalars(value))
                elif key.text == "choose":
                    chosen = [name for name in scalars(value) if not isinstance(name.value, int)]
                    chosen = [name for name in chosen if not NO_CARD_NAME.fullmatch(name.text)]
                    yield from ((ANSWER, name) for name in chosen)
                elif key.text == "at":
                    yield from ((Role.ZONE, zone) for zone, _ in entries(value) if zone.text != "between")
                elif key.text == "rider":
                    yield from ((Role.RIDER, name) for name in scalars(value))
    yield from names_expected(ruling.then)


def names_expected(then: YamlMapping) -> Iterator[tuple[Role | str, Scalar]]:
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
                case _ if who.text == "table":
                    yield TABLE, key
                    yield from ((Role.CARD, name) for name in cards_expected(value))
                case "tokens":
                    yield from ((Role.TOKEN, name) for name, _ in entries(value))
                case "points":
                    yield from ((Role.LINE, name) for name, _ in entries(value) if name.text != "total")
                case "produces":
                    yield from ((Role.RESOURCE, name) for name in scalars(value))
                case "splits":
                    yield from ((Role.CARD, name) for name, _ in entries(value))
                case "there":
                    yield from ((Role.CARD, name) for _, cards in entries(value) for name, _ in entries(cards))
                case other if other in POINTS:
                    yield Role.ZONE, key
                case other if other not in EXPECTED_KEYS:
                    yield Role.ZONE, key
                    yield from ((Role.CARD, name) for name in cards_expected(value))


def cards_expected(value: Node) -> list[Scalar]:
    """Return the cards that a zone is expected to have or to lack; there may be only a number of them."""
    if isinstance(value, YamlMapping):
        return [name for _, part in entries(value) for name in scalars(part)]
    return [name for name in scalars(value) if not isinstance(name.value, int)]
