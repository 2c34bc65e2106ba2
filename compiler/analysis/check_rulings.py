"""Check rulings: the names in a scene like those of a card, and that the scene can be set up.

An unknown name is a diagnostic at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from stele.compiler.analysis.declarations import DECLARED_IN, clashing, declarations
from stele.compiler.analysis.ruling_names import (
    ACT_KEYS,
    ADVANCE_TO,
    ANSWER,
    ANSWER_KEYS,
    EXPECTED_KEYS,
    LEAF,
    RULE,
    SEAT_KEYS,
    STEP_KEYS,
    TABLE,
    THEN_KEYS,
    names_in,
)
from stele.compiler.common.codes import E0206, E0402, E0404
from stele.compiler.common.diagnostics import Diagnostic, Edit, Note, did_you_mean, misspelt
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.clause_grammar import reserved
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.fields import scalars
from stele.compiler.front.nodes import AnyOrder, Role
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.schema_keys import POINTS, WRITTEN_POINTS
from stele.compiler.front.source import Node, Scalar, YamlMapping
from stele.compiler.front.walk import nodes

MOST_LISTED = 8  # names that a message lists when none is like the wrong one
ANSWERS = (
    "a card, a seat, a number of coins, `nothing`, `exchange`, or an option by its name, such as `...-stage-2-option-1`"
)

Seats = list[tuple[Scalar, list[tuple[Scalar, Node]]]]  # each seat of a scene with what it is given


def check_rulings(
    rulings: Sequence[Ruling], contents: Sequence[items.Content], patched: Sequence[items.Content] = ()
) -> Iterator[Diagnostic]:
    """Yield every name of a ruling that nothing declares, every id that stands twice, and scenes
    that cannot be set up.

    `patched` are the same expansions as others change them: what a patch adds can be named too.
    """
    names, components = names_of(contents, patched), components_of(contents, patched)
    ids: dict[tuple[str, str], Span] = {}
    # Without its expansion it is not even known what a ruling may speak of.
    for ruling in (ruling for ruling in rulings if ruling.expansion):
        earlier = ids.setdefault((ruling.expansion, ruling.id), ruling.span)
        if earlier is not ruling.span:
            notes = (Note("it is declared here first", earlier),)
            message, help = f"the ruling `{ruling.id}` is declared twice", "give one of them another id"
            yield Diagnostic(E0404, message, ruling.span, help=help, notes=notes)
        components, problems = check_scene(ruling, components)
        yield from problems
        yield from check_names(ruling, names)


# --- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Names:
    """What rulings may name."""

    known: frozenset[tuple[Role | str, str]]
    groups: Mapping[str, tuple[str, ...]]  # tokens of a group, by its id
    hidden: frozenset[Role | str]  # roles of which more is declared than is known: an unknown name is then no news


def names_of(contents: Sequence[items.Content], patched: Sequence[items.Content] = ()) -> Names:
    """Gather what rulings may name."""
    known: set[tuple[Role | str, str]] = {
        (role, word) for content in (*contents, *patched) for role, word, _, _, _ in declarations(content)
    }
    known |= {(Role.EXPANSION, content.expansion.id) for content in contents}
    groups = {group.id: tuple(tokens_in(group.id, contents)) for c in contents for group in c.vocabulary.token_groups}
    known -= {(Role.TOKEN, group) for group in groups}  # nobody has a group
    known |= {(ANSWER, word) for role, word in known if role is Role.CARD}
    known |= {(LEAF, word) for role, word in known if role in (Role.CARD, Role.TOKEN, Role.LINE, Role.BOARD)}
    known |= {(Role.SUPPLY, word) for role, word in known if role is Role.TOKEN}  # of which there is an end
    # A key of the table is a deck if there is one of that name, else a zone.
    known |= {(TABLE, word) for role, word in known if role in (Role.DECK, Role.ZONE)}
    known |= {(RULE, rule.id) for content in contents for rule in content.rules}
    known |= {(RULE, one.id) for content in contents for one in content.unsound if one.role == items.RULE}
    unread = {kind for content in contents for kind in content.unread}
    hidden: set[Role | str] = {*clashing(contents), *(role for kind in unread for role in DECLARED_IN[kind])}
    hidden |= {RULE} if "rules" in unread else set()
    hidden |= {TABLE} if Role.ZONE in hidden else set()
    hidden |= {ANSWER, LEAF} if Role.CARD in hidden else set()
    hidden |= {Role.SUPPLY, LEAF} if Role.TOKEN in hidden else set()
    hidden |= {LEAF} if Role.LINE in hidden or Role.BOARD in hidden else set()
    return Names(frozenset(known), groups, frozenset(hidden))


def tokens_in(group: str, contents: Sequence[items.Content]) -> Iterator[str]:
    """Yield the tokens of a group."""
    for content in contents:
        yield from (token.id for token in content.vocabulary.tokens if token.group and token.group.text == group)


# All that a ruling names.
named_before: Memo[frozenset[tuple[Role | str, str]]] = Memo()


def check_names(ruling: Ruling, names: Names) -> Iterator[Diagnostic]:
    """Yield every name of a ruling that nothing declares."""
    named = named_before.get(ruling)
    if named is None:
        named = frozenset([(role, name.text) for role, name in names_in(ruling)])
        named_before.keep(ruling, named)
    if not named <= names.known:
        for role, name in names_in(ruling):
            if (role, name.text) not in names.known and role not in names.hidden:
                yield unknown(role, name, names)


def unknown(role: Role | str, name: Scalar, names: Names) -> Diagnostic:
    """Return the diagnostic for a name that nothing declares."""
    known = names.known
    if role in (Role.TOKEN, Role.SUPPLY, LEAF) and name.text in names.groups:
        help = f"name tokens of it: {', '.join(f'`{token}`' for token in names.groups[name.text])}"
        return Diagnostic(E0402, f"`{name.text}` is a group of tokens, and nobody has a group", name.span, help=help)
    candidates = sorted(word for other, word in known if other == role)
    what = role.value if isinstance(role, Role) else {RULE: "rule", ANSWER: "card", LEAF: LEAF}.get(role, "zone")
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
    """Return the cards and boards of the expansions that come with Stele, and where each is
    declared first.
    """
    found: dict[str, str] = {}
    for folder in shipped_folders():
        for file in sorted([*folder.glob("cards/*.yaml"), *folder.glob("boards/*.yaml")]):
            declared = re.findall(r"^ +- \{?id: ([\w-]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
            found = dict.fromkeys(declared, folder.name) | found
    return found


# --- scenes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Components:
    """What scenes are held against."""

    stages: Mapping[str, Mapping[str, int]]  # how many the sides of a board have, by board and side
    in_order: frozenset[tuple[str, str]]  # sides of boards whose stages are surely built in their order
    plays: tuple[str, ...] | None  # the steps that play cards; nothing if a flow could not be read
    actions: frozenset[str]  # what is done with cards
    scarce: Mapping[str, items.Token]  # tokens that run out, by id
    unique: frozenset[str]  # zones that never hold two cards alike
    identities: Mapping[str, str]  # of cards, by id


def components_of(contents: Sequence[items.Content], patched: Sequence[items.Content] = ()) -> Components:
    """Gather what scenes are held against."""
    every = (*contents, *patched)
    unread_flow = any("flow" in content.unread for content in contents)
    flows = [content.flow for content in every if content.flow is not None]
    stages: dict[str, dict[str, int]] = {}
    for board in (board for content in every for board in content.boards):
        for side in board.sides:  # the most, if some set of expansions has more
            sides = stages.setdefault(board.id, {})
            sides[side.id] = max(sides.get(side.id, 0), len(side.stages))
    plays = dict.fromkeys(play.id for flow in flows for play in nodes(flow.steps(), items.PlayStep))
    return Components(
        stages,
        in_order(contents),
        None if unread_flow else tuple(plays),
        frozenset(action.id for flow in flows for action in flow.actions),
        scarce_tokens(contents),
        frozenset(zone.id for content in contents for zone in content.vocabulary.zones if zone.unique),
        {card.id: card.identity for content in reversed(every) for card in content.cards},
    )


def in_order(contents: Sequence[items.Content]) -> frozenset[tuple[str, str]]:
    """Return the sides of boards whose stages are built in their order, whatever else is in
    play.
    """
    elsewhere = [part for c in contents for part in (c.cards, c.flow, c.places, c.patches, c.variants)]
    if any(nodes(part, AnyOrder) for part in elsewhere):
        return frozenset()
    patched = {name for c in contents for patch in c.patches for name in patch.path[1:]}
    boards = [board for c in contents for board in c.boards if board.id not in patched]
    return frozenset((b.id, side.id) for b in boards for side in b.sides if not nodes(side, AnyOrder))


def scarce_tokens(contents: Sequence[items.Content]) -> dict[str, items.Token]:
    """Return the tokens that run out and whose number no patch changes, by id."""
    patches = [patch for content in contents for patch in content.patches]
    patches += [patch for content in contents for variant in content.variants for patch in variant.patches]
    changed = {patch.path[2] for patch in patches if len(patch.path) > 2 and patch.path[1] == "tokens"}
    tokens = [token for content in contents for token in content.vocabulary.tokens if token.supply is not None]
    return {token.id: token for token in tokens if token.id not in changed}


scenes_before: Memo[tuple[Components, tuple[Diagnostic, ...]]] = Memo()


def check_scene(ruling: Ruling, components: Components) -> tuple[Components, tuple[Diagnostic, ...]]:
    """Return why a scene cannot be set up, and the components it was held against: those of before
    if they are equal.
    """
    kept = scenes_before.get(ruling)
    # One object for all rulings, so that most comparisons are of a thing with itself.
    if kept is None or (kept[0] is not components and kept[0] != components):
        seats = [(name, entries(seat)) for name, seat in entries(ruling.given.get("seats"))]
        problems = [*check_seats(ruling, seats), *check_phase(ruling, components), *check_steps(ruling)]
        acts = [act for step in ruling.when for key, act in entries(step) if key.text not in STEP_KEYS]
        problems += [problem for act in acts for problem in check_act(act, components)]
        for _, stated in seats:
            problems += check_board(stated, components)
            problems += check_alike(stated, components)
        problems += check_scarce(seats, components)
        kept = (components, tuple(problems))
        scenes_before.keep(ruling, kept)
    return kept


def check_seats(ruling: Ruling, seats: Seats) -> Iterator[Diagnostic]:
    """Yield every seat that a ruling names and that does not sit at its table."""
    names = [name.text for name, _ in seats]
    if not all(re.fullmatch("[A-Ha-h]", name) for name in names):
        return  # it is not known by which letter the seat with another name was to be called
    acts = [pair for step in ruling.when for pair in entries(step) if pair[0].text not in STEP_KEYS]
    named = [name for name, _ in acts]
    for _, act in acts:
        paid = act.get("pay") if isinstance(act, YamlMapping) else None
        named += [name for name, _ in entries(paid) if name.text != "bank"]
    named += [name for name, _ in entries(ruling.then) if name.text not in THEN_KEYS]
    named += scalars(ruling.then.get("winner"))
    named += [seat for _, expected in entries(ruling.then) for seat in guides_in(expected)]
    named += [name for _, place in entries(ruling.given.get("between")) for name in seats_at(place, "cards")]
    named += [name for _, place in entries(ruling.then.get("between")) for name in seats_at(place)]
    known = {name.upper() for name in names}
    for name in named:
        if name.text.upper() not in known:
            help = f"there are {', '.join(f'`{seat}`' for seat in names)}; seats are named in `given`"
            yield Diagnostic(E0402, f"no seat of this ruling is called `{name.text}`", name.span, help=help)


def seats_at(place: Node, within: str = "") -> list[Scalar]:
    """Return the seats of which something is said at a shared place, under a key of it or beside
    it.
    """
    stated = {key.text: part for key, part in entries(place)}
    if within:
        return [name for name, _ in entries(stated.get(within))]
    return [name for name, _ in (*entries(place), *entries(stated.get("leads"))) if name.text != "leads"]


def guides_in(expected: Node) -> list[Scalar]:
    """Return the seat that is expected to play for another."""
    return scalars(expected.get("guide")) if isinstance(expected, YamlMapping) else []


def check_phase(ruling: Ruling, components: Components) -> Iterator[Diagnostic]:
    """Yield phases in which a scene begins, or up to which time passes, and that are not there."""
    if components.plays is None:
        return
    phase, plays = ruling.given.get("phase"), list(dict.fromkeys(components.plays))
    targets = [(step.get("advance"), [*ADVANCE_TO, *plays]) for step in ruling.when]
    for named, known in ((phase, plays), *targets):
        if isinstance(named, Scalar) and named.text not in known:
            help = did_you_mean(named.text, known) or f"there are {', '.join(f'`{id}`' for id in known)}"
            near = misspelt(named.text, known)
            edits = (Edit(named.span, near),) if near and help.startswith("did") else ()
            message = f"no step that plays cards is called `{named.text}`"
            yield Diagnostic(E0402, message, named.span, help=help, edits=edits)


def check_steps(ruling: Ruling) -> Iterator[Diagnostic]:
    """Yield steps that say two things of which only one can happen."""
    for step in ruling.when:
        keys = [key for key, _ in entries(step)]
        others = [key for key in keys if key.text != "advance"]
        if len(others) < len(keys) and others:
            help = "write it as a step of its own"
            yield Diagnostic(E0206, "time passes with nobody acting", others[0].span, help=help)
        refused = step.get("refused")
        if isinstance(refused, Scalar) and refused.value is False and step.get("because") is not None:
            message = "`because` says why a step is refused, but this one is not"
            yield Diagnostic(E0206, message, refused.span, help="write `refused: true`")
        is_idle = all(key.text in STEP_KEYS for key in keys) and len(others) == len(keys)
        if isinstance(refused, Scalar) and refused.value is True and is_idle:
            help = "name who is refused what, such as `A: {discard: the id of a card}`"
            yield Diagnostic(E0206, "nobody does anything in this step, so nothing is refused", refused.span, help=help)
        because = step.get("because")
        if isinstance(because, Scalar) and not re.search(r"[^\W\d_]{3}", because.text):
            message = f"`{because.text}` is no reason that one could tell from another"
            help = "write whole words of the reason as `stele test -k` shows it, one of three letters at least"
            yield Diagnostic(E0206, message, because.span, help=help)


def check_act(act: Node, components: Components) -> Iterator[Diagnostic]:
    """Yield what an act says beside the one thing that it does; a name that nothing declares is
    told as such.
    """
    keys = [key for key, _ in entries(act)]
    done = [key for key in keys if key.text in components.actions]
    if "choose" in (key.text for key in keys):
        for key in (key for key in keys if key in done or key.text in ACT_KEYS - ANSWER_KEYS):
            message = f"an act that answers by `choose` says nothing by `{key.text}`"
            help = f"only {' and '.join(f'`{one}`' for one in sorted(ANSWER_KEYS - {'choose'}))} go with `choose`"
            help += "; write what is done before or after as a step of its own" if key in done else "; leave it out"
            yield Diagnostic(E0206, message, key.span, help=help)
        return
    for key in done[1:]:
        message = f"an act is one action, and this one does `{done[0].text}` already"
        yield Diagnostic(E0206, message, key.span, help="leave it out, or write it as a step of its own")


def check_board(stated: Sequence[tuple[Scalar, Node]], components: Components) -> Iterator[Diagnostic]:
    """Yield the side of a board and the stages of a seat that are not there."""
    values = {key.text: value for key, value in stated}
    board, side, stages = values.get("board"), values.get("side"), values.get("stages")
    if isinstance(stages, Scalar) and board is None and stages.value != 0:
        yield Diagnostic(E0206, "a seat without a board has no stages", stages.span, help="name its `board` too")
    sides = components.stages.get(board.text) if isinstance(board, Scalar) else None
    if not sides or not isinstance(board, Scalar):
        return
    if isinstance(side, Scalar) and side.text not in sides:
        help = f"there are {' and '.join(f'`{id}`' for id in sides)}"
        yield Diagnostic(E0402, f"`{board.text}` has no side `{side.text}`", side.span, help=help)
    most = sides.get(side.text) if isinstance(side, Scalar) else next(iter(sides.values()))
    listed = stages_listed(stages)
    beyond = [part for part in listed if most is not None and isinstance(part.value, int) and part.value > most]
    if most is not None and beyond:
        message = f"`{board.text}` has {most} stages, not {beyond[0].text}"
        yield Diagnostic(E0206, message, beyond[0].span, help=f"{most} at most")
    elif not isinstance(stages, Scalar):
        yield from check_order(board, side, listed, components)


def stages_listed(stages: Node | None) -> list[Scalar]:
    """Return the numbers of the stages that are built, as far as they are said; or how many are."""
    return [key for key, _ in entries(stages)] if isinstance(stages, YamlMapping) else scalars(stages)


def check_order(
    board: Scalar, side: Node | None, listed: Sequence[Scalar], components: Components
) -> Iterator[Diagnostic]:
    """Yield the first stage of a seat that cannot be built after those before it."""
    in_order = [str(number) for number in range(1, len(listed) + 1)]
    wrong = next((part for part, right in zip(listed, in_order, strict=True) if part.text != right), None)
    if wrong is not None and (board.text, side.text if isinstance(side, Scalar) else "a") in components.in_order:
        message = f"the stages of `{board.text}` are built in their order, from the first"
        help = f"write `stages: {wrong.text}` if it is the last one that is built"
        yield Diagnostic(E0206, message, wrong.span, help=help)


def check_alike(stated: Sequence[tuple[Scalar, Node]], components: Components) -> Iterator[Diagnostic]:
    """Yield cards that lie twice in a zone that never holds two cards alike."""
    for zone, cards in (pair for pair in stated if pair[0].text in components.unique):
        seen: set[str] = set()
        for card in scalars(cards):
            identity = components.identities.get(card.text)
            if identity in seen:
                message = f"`{card.text}` or its twin lies in this {zone.text} already, where no two are alike"
                yield Diagnostic(E0206, message, card.span, help="remove one of the two")
            seen |= {identity} if identity is not None else set()


def check_scarce(seats: Seats, components: Components) -> Iterator[Diagnostic]:
    """Yield tokens of which a scene gives its seats more than there are."""
    given: dict[str, int] = {}
    tokens = [value for _, stated in seats for key, value in stated if key.text == "tokens"]
    for name, count in (pair for node in tokens for pair in entries(node)):
        token, number = components.scarce.get(name.text), count.value if isinstance(count, Scalar) else None
        if token is None or token.supply is None or not isinstance(number, int):
            continue
        before, given[token.id] = given.get(token.id, 0), given.get(token.id, 0) + number
        if given[token.id] > token.supply >= before:
            message = f"{given[token.id]} `{token.id}` tokens are given out, but there are only {token.supply}"
            notes = (Note("the `supply` is given here", token.span),)
            yield Diagnostic(E0206, message, count.span, help="give out fewer", notes=notes)
