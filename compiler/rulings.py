"""Read rulings: questions with answers, and scenes that prove them.

The names in a ruling are checked like those of a card: an unknown one is a diagnostic at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stele.compiler import items
from stele.compiler.codes import E0206, E0402, E0404
from stele.compiler.diagnostics import Diagnostic, Note, did_you_mean
from stele.compiler.keeping import Kept
from stele.compiler.nodes import Role
from stele.compiler.parse import scalars, text
from stele.compiler.places import shipped_folders
from stele.compiler.resolve import DECLARED_IN, declarations
from stele.compiler.source import Document, Mapping, Node, Scalar
from stele.compiler.source import Sequence as YamlSequence
from stele.compiler.span import Span
from stele.compiler.syntax import reserved

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
RULE, TABLE = "rule", "place on the table"
MOST_LISTED = 8  # names that a message lists when none is like the wrong one


# What answers a decision without being a card: nothing, an exchange, a seat, a stage of a board or an option of one, a side
# of a board, tokens, a swap.
NO_CARD_NAME = re.compile(
    r"nothing|exchange|[A-H]|.*-stage-[0-9]|.*-option-[0-9]|.*-[a-z]|.*-and-.*|.* for .* of [A-H]"
)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Ruling:
    """One ruling; its scene stays a tree with places, for the referee."""

    id: str
    expansion: str
    question: str
    answer: str
    covers: tuple[Scalar, ...]
    needs: tuple[Scalar, ...]  # expansions besides its own and those that it requires
    played: tuple[Scalar, ...]  # the variant, if it is not the usual game
    given: Mapping
    when: tuple[Mapping, ...]
    then: Mapping
    span: Span = field(compare=False)

    @property
    def variant(self) -> str:
        """Return the id of the variant that is played, or nothing."""
        return self.played[0].text if self.played else ""


# What a file holds, for the expansion it was read for; and all that a ruling names.
read_before: Kept[tuple[str, tuple[Ruling, ...]]] = Kept()
named_before: Kept[frozenset[tuple[Role | str, str]]] = Kept()


def rulings_of(documents: Sequence[Document], contents: Sequence[items.Content]) -> list[Ruling]:
    """Return the rulings of all documents whose shape is sound."""
    folders = {content.expansion.span.path.rpartition("/")[0]: content.expansion.id for content in contents}
    found: list[Ruling] = []
    for document in documents:
        if document.kind == "rulings":
            expansion = folders.get(document.text.path.rpartition("/rulings/")[0], "")
            kept = read_before.get(document)
            if kept is None or kept[0] != expansion:
                kept = (expansion, tuple(rulings_in(document, expansion)))
                read_before.keep(document, kept)
            found.extend(kept[1])
    return found


def rulings_in(document: Document, expansion: str) -> Iterator[Ruling]:
    """Yield the rulings of one document."""
    listed = document.root.get("rulings") if isinstance(document.root, Mapping) else None
    for node in listed.items if isinstance(listed, YamlSequence) else ():
        if isinstance(node, Mapping) and (ruling := read(node, expansion)) is not None:
            yield ruling


def read(node: Mapping, expansion: str) -> Ruling | None:
    """Return one ruling, or nothing if its shape is unsound."""
    identity, given, then, when = node.get("id"), node.get("given"), node.get("then"), node.get("when")
    if not (isinstance(identity, Scalar) and isinstance(given, Mapping) and isinstance(then, Mapping)):
        return None
    steps = when.items if isinstance(when, YamlSequence) else ()
    return Ruling(
        identity.text,
        expansion,
        text(node, "question"),
        text(node, "answer"),
        tuple(scalars(node.get("covers"))),
        tuple(scalars(node.get("with"))),
        tuple(scalars(node.get("variant"))),
        given,
        tuple(step for step in steps if isinstance(step, Mapping)),
        then,
        identity.span,
    )


def check_rulings(rulings: Sequence[Ruling], contents: Sequence[items.Content]) -> Iterator[Diagnostic]:
    """Yield every name of a ruling that nothing declares, and every id that stands twice."""
    known: set[tuple[Role | str, str]] = {
        (role, word) for content in contents for role, word, _, _, _ in declarations(content)
    }
    known |= {(Role.EXPANSION, content.expansion.id) for content in contents}
    # A key of the table is a deck if there is one of that name, else a zone.
    known |= {(TABLE, word) for role, word in known if role in (Role.DECK, Role.ZONE)}
    rules = [rule.id for content in contents for rule in content.rules]
    known |= {(RULE, rule) for rule in rules}
    # What is declared in a file that could not be read is no news here.
    hidden = {role for content in contents for kind in content.unread for role in DECLARED_IN[kind]}
    hidden_rules = any("rules" in content.unread for content in contents)
    seen: dict[tuple[str, str], Span] = {}
    scarce, twins = scarce_tokens(contents), unique_cities(contents)
    for ruling in rulings:
        if not ruling.expansion:
            continue  # it is not even known what it may speak of
        earlier = seen.setdefault((ruling.expansion, ruling.id), ruling.span)
        if earlier is not ruling.span:
            notes = (Note("it is declared here first", earlier),)
            message, help = f"the ruling `{ruling.id}` is declared twice", "give one of them another id"
            yield Diagnostic(E0404, message, ruling.span, help=help, notes=notes)
        yield from strangers(ruling)
        yield from too_much(ruling, scarce, twins)
        named = named_before.get(ruling)
        if named is None:
            named = frozenset((role, name.text) for role, name in names_in(ruling))
            named_before.keep(ruling, named)
        if named <= known:
            continue
        for role, name in names_in(ruling):
            is_hidden = role in hidden or (role == RULE and hidden_rules) or (role == TABLE and Role.ZONE in hidden)
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
        for name, count in entries(seat.get("tokens") if isinstance(seat, Mapping) else None):
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
    acts = [pair for step in ruling.when for pair in entries(step) if pair[0].text not in STEP_KEYS]
    named = [name for name, _ in acts]
    for _, act in acts:
        paid = act.get("pay") if isinstance(act, Mapping) else None
        named += [name for name, _ in entries(paid) if name.text != "bank"]
    named += [name for name, _ in entries(ruling.then) if name.text not in THEN_KEYS]
    named += scalars(ruling.then.get("winner"))
    for name in named:
        if name.text.upper() not in [seat.upper() for seat in seats]:
            help = f"there are {', '.join(f'`{seat}`' for seat in seats)}; seats are named in `given`"
            yield Diagnostic(E0402, f"no seat of this ruling is called `{name.text}`", name.span, help=help)


def unknown(role: Role | str, name: Scalar, known: set[tuple[Role | str, str]]) -> Diagnostic:
    """Return the diagnostic for a name that nothing declares."""
    candidates = sorted(word for other, word in known if other == role)
    what = role.value if isinstance(role, Role) else "rule" if role == RULE else "zone"
    if role is Role.ZONE:  # where zones are named, other things are too
        candidates += sorted(SEAT_KEYS | EXPECTED_KEYS)
    if role is Role.EXPANSION:
        candidates = sorted({*candidates, *(folder.name for folder in shipped_folders())})
    few = [f"`{word}`" for word in candidates[:MOST_LISTED]] if len(candidates) <= MOST_LISTED else []
    # Where actions are named, other things are too; a verb of the language is no slip.
    more = ACT_KEYS if role is Role.ACTION and name.text not in reserved() else ()
    help = did_you_mean(name.text, [*candidates, *sorted(more)]) or (f"there are {', '.join(few)}" if few else "")
    if not help and role is Role.ZONE:
        help = f"there are `coins`, `tokens`, `stages`, `points` and zones such as `{candidates[0]}`"
    return Diagnostic(E0402, f"no {what} is called `{name.text}`", name.span, help=help)


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
        yield from ((Role.BOARD, name) for name in scalars(place.get("board") if isinstance(place, Mapping) else None))
        laid = place.get("cards") if isinstance(place, Mapping) else None
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
                    yield from ((Role.CARD, name) for name in chosen)
                elif key.text == "at":
                    yield from ((Role.ZONE, zone) for zone, _ in entries(value) if zone.text != "between")
                elif key.text == "rider":
                    yield from ((Role.RIDER, name) for name in scalars(value))
    yield from names_expected(ruling.then)


def names_expected(then: Mapping) -> Iterator[tuple[Role | str, Scalar]]:
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
                case other if other not in EXPECTED_KEYS:
                    yield Role.ZONE, key
                    yield from ((Role.CARD, name) for name in cards_expected(value))


def cards_expected(value: Node) -> list[Scalar]:
    """Return the cards that a zone is expected to have or to lack; there may be only a number of them."""
    if isinstance(value, Mapping):
        return [name for _, part in entries(value) for name in scalars(part)]
    return [name for name in scalars(value) if not isinstance(name.value, int)]


def entries(node: Node | None) -> list[tuple[Scalar, Node]]:
    """Return the entries of a mapping, or none."""
    return [(entry.key, entry.value) for entry in node.entries] if isinstance(node, Mapping) else []
