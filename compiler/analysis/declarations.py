"""List what an expansion declares, by role and name: a table for resolution, and a diagnostic for a
name declared twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.analysis.dependencies import all_required
from stele.compiler.analysis.ruling_names import ANSWERS, EXPECTED_KEYS, OWN_ITEMS, SEAT_KEYS
from stele.compiler.common.codes import E0404, E0405
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.clause_grammar import reserved
from stele.compiler.front.ids import hyphenated
from stele.compiler.front.nodes import Role

# A card's id is never written in a clause, so it may be any word.
NEVER_IN_CLAUSES = (
    Role.CARD,
    Role.BOARD,
    Role.ACTION,
    Role.RIDER,
    Role.SUPPLY,
    Role.MOMENT,
    Role.LINE,
    Role.DECK,
    Role.VARIANT,
    Role.EXPANSION,
)
VOCABULARY = (
    Role.RESOURCE,
    Role.GROUP,
    Role.COLOUR,
    Role.SYMBOL,
    Role.TOKEN,
    Role.ZONE,
    Role.TRACK,
    Role.MARKER,
    Role.FACE,
    Role.DECK,
    Role.LINE,
    Role.NOUN,
    Role.MOMENT,
)
DECLARED_IN = {
    "expansion": (),
    "vocabulary": VOCABULARY,
    "flow": (Role.ACTION, Role.RIDER, Role.SUPPLY, Role.VARIANT),
    "cards": (Role.CARD,),
    "boards": (Role.BOARD,),
    "rules": (),
    "rulings": (),
    "language": (),
}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a name stands for and where it was declared.

    `is_sound` is false if it has mistakes of its own.
    """

    target: str
    role: Role
    span: Span
    is_sound: bool


# What stands for something else where a ruling names things of a role.
OF_RULINGS = {
    Role.CARD: ANSWERS | OWN_ITEMS,
    Role.TOKEN: OWN_ITEMS,
    Role.LINE: OWN_ITEMS | {"total"},
    Role.ZONE: SEAT_KEYS | EXPECTED_KEYS | {"supplies", "first"},
    Role.DECK: SEAT_KEYS | EXPECTED_KEYS | {"supplies", "first"},
}

Table = Mapping[Role, Mapping[str, Declaration]]
declared_before: Memo[Table] = Memo()


def declare(content: items.Content, found: list[Diagnostic]) -> Table:
    """Return what one expansion declares, by role and name.

    Kept if nothing in it is declared twice.
    """
    table = declared_before.get(content)
    if table is None:
        problems: list[Diagnostic] = []
        table = table_of(content, problems)
        found.extend(problems)
        if not problems:
            declared_before.keep(content, table)
    return table


def table_of(content: items.Content, found: list[Diagnostic]) -> Table:
    """Return what one expansion declares, by role and name."""
    table: dict[Role, dict[str, Declaration]] = {role: {} for role in Role}
    for role, word, id, span, is_sound in declarations(content):
        declaration = Declaration(f"{content.expansion.id}.{id}", role, span, is_sound)
        earlier = table[role].get(word)
        if earlier is not None and not is_sound and word != id:
            continue
        if earlier is not None:
            message = f"the {role.value} `{word}` is declared twice"
            notes = (Note("it is declared here first", earlier.span),)
            found.append(Diagnostic(E0404, message, span, help="give one of them another id", notes=notes))
        elif word in reserved() and role not in NEVER_IN_CLAUSES:
            message = f"`{word}` is a word of the language and cannot name a {role.value}"
            found.append(Diagnostic(E0405, message, span, help="choose another id, for example with a hyphen"))
            table[role][word] = replace(declaration, is_sound=False)
        elif word in OF_RULINGS.get(role, ()):
            message = f"`{word}` is a word of rulings and cannot name a {role.value}"
            found.append(Diagnostic(E0405, message, span, help="choose another id"))
            table[role][word] = declaration
        else:
            table[role][word] = declaration
    rules: dict[str, Span] = {}
    for rule in content.rules:
        if rule.id in rules:
            notes = (Note("it is declared here first", rules[rule.id]),)
            message = f"the rule `{rule.id}` is declared twice"
            found.append(Diagnostic(E0404, message, rule.span, help="give one of them another id", notes=notes))
        rules.setdefault(rule.id, rule.span)
    return table


Declared = tuple[Role, str, str, Span, bool]
listed_before: Memo[tuple[Declared, ...]] = Memo()


def declarations(content: items.Content) -> tuple[Declared, ...]:
    """Return (role, word, id, place, is sound) of everything declared."""
    listed = listed_before.get(content)
    if listed is None:
        listed = tuple(declared_in(content))
        listed_before.keep(content, listed)
    return listed


def declared_in(content: items.Content) -> Iterator[Declared]:
    """Yield (role, word, id, place, is sound) of everything declared."""
    vocabulary = content.vocabulary
    lists: list[tuple[Role, Iterable[Any]]] = [
        (Role.GROUP, vocabulary.groups),
        (Role.RESOURCE, vocabulary.resources),
        (Role.COLOUR, vocabulary.colours),
        (Role.SYMBOL, vocabulary.symbols),
        (Role.TOKEN, vocabulary.token_groups),
        (Role.TOKEN, vocabulary.tokens),
        (Role.ZONE, vocabulary.zones),
        (Role.TRACK, vocabulary.tracks),
        (Role.MARKER, vocabulary.markers),
        (Role.DECK, vocabulary.decks),
        (Role.LINE, vocabulary.lines),
        (Role.MOMENT, vocabulary.moments),
        (Role.CARD, content.cards),
        (Role.BOARD, content.boards),
        (Role.BOARD, content.places),
        (Role.ACTION, content.flow.actions if content.flow else ()),
        (Role.RIDER, content.flow.riders if content.flow else ()),
        (Role.SUPPLY, content.flow.supplies if content.flow else ()),
        (Role.VARIANT, content.variants),
    ]
    for role, listed in lists:
        for item in listed:
            yield role, item.id, item.id, item.span, True
    # Several markers may have a face of one name: what it stands for says which marker has it.
    for face in {face.id: face for marker in reversed(vocabulary.markers) for face in reversed(marker.faces)}.values():
        yield Role.FACE, face.id, face.id, face.span, True
    for noun in vocabulary.nouns:
        yield Role.NOUN, noun.id, noun.id, noun.span, True
        if noun.plural != noun.id:
            yield Role.NOUN, noun.plural, noun.id, noun.span, True
    for unsound in (one for one in content.unsound if one.role != items.RULE):
        # What was meant by an id that is written wrongly is no news either.
        for word in {unsound.id: None, hyphenated(unsound.id): None}:
            yield Role(unsound.role), word, unsound.id, unsound.span, False


repeated_before: Memo[frozenset[Role]] = Memo()


def repeated(content: items.Content) -> frozenset[Role]:
    """Return the roles in which a name is declared twice: one of the two was to have another name,
    which is not known.
    """
    roles = repeated_before.get(content)
    if roles is None:
        count = Counter((role, word) for role, word, id, _, is_sound in declarations(content) if is_sound or word == id)
        roles = frozenset(role for (role, _), number in count.items() if number > 1)
        repeated_before.keep(content, roles)
    return roles


def clashing(contents: Iterable[items.Content]) -> set[Role]:
    """Return the roles in which a name is declared twice by one expansion, or by one and another
    that it builds on.
    """
    known = {content.expansion.id: content for content in contents}
    names = {id: {(role, word) for role, word, *_ in declarations(content)} for id, content in known.items()}
    below = [(id, other) for id in known for other in all_required(known[id].expansion, known) if other in known]
    twice = {role for id, other in below if id != other for role, _ in names[id] & names[other]} - {Role.VARIANT}
    return twice.union(*map(repeated, known.values()))
