"""Resolve names to declared things of this expansion, those it requires, and inside `with:` those it may meet.

`Name("brown", COLOUR)` becomes `Name("brown", COLOUR, target="base.brown")`. A name that stands for nothing, or for
something of another kind, becomes a diagnostic with the nearest right word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from stele.compiler.common.codes import E0401, E0402, E0403, E0404, E0405
from stele.compiler.common.diagnostics import (
    Diagnostic,
    Edit,
    Note,
    Way,
    did_you_mean,
    is_misspelt,
    likeness,
    misspelt,
    nearest,
)
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span, text_of
from stele.compiler.front import items
from stele.compiler.front.clause_errors import TOKENS
from stele.compiler.front.clause_grammar import reserved, words_beside
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.ids import hyphenated
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.source import Scalar
from stele.compiler.front.walk import nodes

T = TypeVar("T")

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
    """What a name stands for and where it was declared; `is_sound` is false if it has mistakes of its own."""

    target: str
    role: Role
    span: Span
    is_sound: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """Every name that may be used in one place."""

    names: Mapping[Role, Mapping[str, Declaration]]
    open_roles: frozenset[Role]  # roles of which more is declared than is known: an unknown name is then no news


@dataclass(frozen=True, slots=True)
class Resolved:
    """All expansions of one run, their names resolved, in the order in which they build on each other."""

    contents: tuple[items.Content, ...]

    def content(self, id: str) -> items.Content:
        """Return one expansion's content."""
        return next(content for content in self.contents if content.expansion.id == id)


def resolve(
    contents: list[items.Content],
    broken: set[str],
    offered: Iterable[str],
    found: list[Diagnostic],
    together: bool = False,
) -> Resolved:
    """Return the contents with every name resolved; what cannot be is added to `found`.

    `broken` are expansions that are there but could not be read; that they are missing is no news. `offered` are those
    that could be required. `together` if all of them are in play at once, so that patches may name what is in any of them.
    """
    known = {content.expansion.id: content for content in contents}
    tables = {id: declare(content, [] if together else found) for id, content in known.items()}
    resolved = []
    for content in in_building_order(contents):
        # Sets repeat what each expansion has been told already.
        base = scope_of(content, list(known) if together else [], known, tables, None if together else found)
        if not together:
            require(content.expansion, known, broken, offered, found)
            every = scope_of(content, list(known), known, tables, None)
            found[:] = [settled(one, every) if one.ways and is_of(one, content) else one for one in found]
        # What has no name any more in a set, since a patch takes it away, is no mistake of a language.
        languages = tuple(bind_language(one, base, [] if together else found) for one in content.languages)
        bound = resolve_content(content, base, known, tables, found)
        resolved.append(replace(bound, languages=languages) if languages else bound)
    return Resolved(tuple(resolved))


def in_building_order(contents: list[items.Content]) -> list[items.Content]:
    """Return the contents so that each comes after what it requires."""
    known = {content.expansion.id: content for content in contents}
    ordered: dict[str, items.Content] = {}

    def add(content: items.Content, above: tuple[str, ...]) -> None:
        id = content.expansion.id
        if id in ordered or id in above:
            return
        for name, _ in content.expansion.requires:
            if name.text in known:
                add(known[name.text], (*above, id))
        ordered[id] = content

    for content in sorted(contents, key=lambda content: content.expansion.id):
        add(content, ())
    return list(ordered.values())


# --- declarations ---------------------------------------------------------------------------------------------------


Table = Mapping[Role, Mapping[str, Declaration]]
declared_before: Memo[Table] = Memo()


def declare(content: items.Content, found: list[Diagnostic]) -> Table:
    """Return what one expansion declares, by role and name; kept if nothing in it is declared twice."""
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


def declarations(content: items.Content) -> Iterator[tuple[Role, str, str, Span, bool]]:
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
    """Return the roles in which a name is declared twice: one of the two was to have another name, which is not known."""
    roles = repeated_before.get(content)
    if roles is None:
        count = Counter((role, word) for role, word, id, _, is_sound in declarations(content) if is_sound or word == id)
        roles = frozenset(role for (role, _), number in count.items() if number > 1)
        repeated_before.keep(content, roles)
    return roles


def clashing(contents: Iterable[items.Content]) -> set[Role]:
    """Return the roles in which a name is declared twice by one expansion, or by one and another that it builds on."""
    known = {content.expansion.id: content for content in contents}
    names = {id: {(role, word) for role, word, *_ in declarations(content)} for id, content in known.items()}
    below = [(id, other) for id in known for other in all_required(known[id].expansion, known) if other in known]
    twice = {role for id, other in below if id != other for role, _ in names[id] & names[other]} - {Role.VARIANT}
    return twice.union(*map(repeated, known.values()))


# --- scopes ---------------------------------------------------------------------------------------------------------


def scope_of(
    content: items.Content,
    with_: list[str],
    known: Mapping[str, items.Content],
    tables: Mapping[str, Table],
    found: list[Diagnostic] | None,
) -> Scope:
    """Return what may be named in an expansion, and in its parts that apply only with others."""
    reached: dict[str, items.Content] = {}
    open_roles: set[Role] = set()
    queue = [content, *(known[id] for id in with_ if id in known)]
    while queue:
        current = queue.pop(0)
        if current.expansion.id in reached:
            continue
        reached[current.expansion.id] = current
        open_roles.update(role for kind in current.unread for role in DECLARED_IN[kind])
        open_roles.update(repeated(current))
        for name, _ in current.expansion.requires:
            if name.text in known:
                queue.append(known[name.text])
            else:
                open_roles.update(Role)
    names: dict[Role, dict[str, Declaration]] = {role: {} for role in Role}
    for id in reached:
        for role, table in tables[id].items():
            for word, declaration in table.items():
                earlier = names[role].setdefault(word, declaration)
                if earlier is not declaration and id != content.expansion.id and is_clash(word, earlier, declaration):
                    open_roles.add(role)
                    if found is not None:
                        found.append(clash(word, earlier, declaration))
    names[Role.EXPANSION] = {
        id: Declaration(id, Role.EXPANSION, other.expansion.span, True) for id, other in known.items()
    }
    return Scope(names, frozenset(open_roles))


def is_clash(word: str, one: Declaration, other: Declaration) -> bool:
    """Tell whether two expansions of one scope must not both declare a name."""
    if one.role in (Role.CARD, Role.BOARD) and one.target == other.target:
        return False
    if one.role is Role.VARIANT:
        return False  # each of them may change something in it
    return one.is_sound or one.target.endswith(f".{word}")  # else it is not written so


def clash(word: str, one: Declaration, other: Declaration) -> Diagnostic:
    """Return the diagnostic for a name that two expansions of one scope declare."""
    message = f"the {one.role.value} `{word}` is also declared by an expansion that this one builds on"
    notes = (Note("it is declared here too", other.span),)
    return Diagnostic(E0404, message, one.span, help="choose another id", notes=notes)


# --- binding --------------------------------------------------------------------------------------------------------


def resolve_content(
    content: items.Content,
    scope: Scope,
    known: Mapping[str, items.Content],
    tables: Mapping[str, Table],
    found: list[Diagnostic],
) -> items.Content:
    """Return one expansion's content with every name resolved."""

    inner_scopes: dict[tuple[str, ...], Scope] = {(): scope}

    def bind_item(item: T, needs: tuple[Name, ...]) -> T:
        within = tuple(name.text for name in needs if name.text in known)
        inner = inner_scopes.get(within)
        if inner is None:
            inner = inner_scopes[within] = scope_of(content, list(within), known, tables, None)
        if len(within) < len(needs):
            inner = replace(inner, open_roles=frozenset(Role))
        return bind_whole(item, inner, found)

    return replace(
        content,
        vocabulary=bind_whole(content.vocabulary, scope, found),
        flow=bind_whole(content.flow, scope, found),
        cards=tuple(bind_item(card, card.needs) for card in content.cards),
        boards=tuple(bind_item(board, board.needs) for board in content.boards),
        places=tuple(bind_item(place, place.needs) for place in content.places),
        variants=tuple(replace(variant, guest=bind(variant.guest, scope, found)) for variant in content.variants),
    )


def bind_language(language: items.Language, scope: Scope, found: list[Diagnostic]) -> items.Language:
    """Return the names of another language, each with what it is a name of."""
    words = tuple(replace(word, of=bind_name(word.of, scope, found)) for word in language.words)
    return replace(language, words=words)


def require(
    expansion: items.Expansion,
    known: Mapping[str, items.Content],
    broken: set[str],
    offered: Iterable[str],
    found: list[Diagnostic],
) -> None:
    """Check that what an expansion requires is there, in a version that will do."""
    for name, version in expansion.requires:
        other = known.get(name.text)
        if name.text == expansion.id:
            message = f"`{name.text}` cannot require itself"
            found.append(Diagnostic(E0401, message, name.span, help="give this expansion an id of its own"))
        elif other is None:
            if name.text not in broken:
                near = nearest(name.text, [*offered, *(id for id in known if id != expansion.id)])
                help = f"did you mean `{near}`?" if near else "put its folder beside this one"
                edits = (Edit(name.span, near),) if near and is_misspelt(name.text, near, ()) else ()
                message = f"there is no expansion `{name.text}`"
                found.append(Diagnostic(E0401, message, name.span, help=help, edits=edits))
        elif expansion.id in all_required(other.expansion, known):
            message = f"`{expansion.id}` and `{name.text}` require each other"
            found.append(Diagnostic(E0401, message, name.span, help="let one of them stand without the other"))
        elif as_numbers(other.expansion.version) < as_numbers(version):
            message = f"`{name.text}` is version {other.expansion.version}, but {version} or later is required"
            help = f"get a newer `{name.text}`, or write the version that is there"
            found.append(Diagnostic(E0401, message, name.span, help=help))


def all_required(expansion: items.Expansion, known: Mapping[str, items.Content]) -> set[str]:
    """Return the ids of all that an expansion requires, and of what that requires."""
    found: set[str] = set()
    queue = [expansion]
    while queue:
        for name, _ in queue.pop().requires:
            if name.text not in found:
                found.add(name.text)
                queue += [known[name.text].expansion] if name.text in known else []
    return found


def as_numbers(version: str) -> tuple[int, ...]:
    """Return a version so that it can be compared."""
    return tuple(int(part) for part in version.split("."))


# What became of a tree, and what each of its names stood for then. If they stand for the same in another scope, so does the tree.
bound_before: Memo[tuple[Any, tuple[tuple[Role, str, str | None], ...]]] = Memo()


def bind_whole(tree: T, scope: Scope, found: list[Diagnostic]) -> T:
    """Return a tree with every name in it resolved: the very one of an earlier time if nothing stands for anything else."""
    if tree is None:
        return tree
    kept = bound_before.get(tree)
    if kept is not None and all(stands_for(role, text, scope) == target for role, text, target in kept[1]):
        same: T = kept[0]
        return same
    bound = bind(tree, scope, found)
    asked = tuple({(name.role, name.text, name.target): None for name in nodes(bound, Name)})
    if bound is not tree and all(target is not None for _, _, target in asked):
        bound_before.keep(tree, (bound, asked))
    return bound


def stands_for(role: Role, text: str, scope: Scope) -> str | None:
    """Return what a name stands for in a scope."""
    declaration = scope.names[role].get(text)
    return declaration.target if declaration is not None and declaration.is_sound else None


def bind(node: T, scope: Scope, found: list[Diagnostic]) -> T:
    """Return the tree with every name in it resolved; a part without names is kept as it is."""
    bound: Any = node
    if isinstance(node, Name):
        bound = bind_name(node, scope, found)
    elif isinstance(node, tuple):
        parts = tuple(bind(part, scope, found) for part in node)
        bound = node if all(new is old for new, old in zip(parts, node, strict=True)) else parts
    elif is_dataclass(node) and not isinstance(node, (type, Span, Enum)):
        changed = {}
        for field in fields(node):
            old = getattr(node, field.name)
            if field.name != "span" and (new := bind(old, scope, found)) is not old:
                changed[field.name] = new
        bound = replace(node, **changed) if changed else node
    typed: T = bound
    return typed


def bind_name(name: Name, scope: Scope, found: list[Diagnostic]) -> Name:
    """Return one name with what it stands for."""
    declaration = scope.names[name.role].get(name.text)
    if declaration is not None:
        return replace(name, target=declaration.target) if declaration.is_sound else name
    if name.role is Role.EXPANSION:
        return name  # what is required is checked apart; what may be met need not be there
    if other := elsewhere(name, scope):
        found.append(wrong_kind(name, other, scope))
    elif name.role not in scope.open_roles:
        found.append(unknown(name, scope))
    return name


def elsewhere(name: Name, scope: Scope) -> Declaration | None:
    """Return a declaration of the same name under another role."""
    roles = (role for role in Role if role is not name.role and role is not Role.EXPANSION)
    return next((scope.names[role][name.text] for role in roles if name.text in scope.names[role]), None)


def wrong_kind(name: Name, other: Declaration, scope: Scope) -> Diagnostic:
    """Return the diagnostic for a name that stands for something of another kind."""
    message = f"`{name.text}` is a {other.role.value}, but a {name.role.value} belongs here"
    help = did_you_mean(name.text, scope.names[name.role]) or there_are(scope.names[name.role])
    if name.role is Role.COLOUR and other.role is Role.NOUN:
        help = f"write `{name.text}` alone, without `card`"
    if name.role is Role.NOUN and other.role is Role.COLOUR:
        help = f"write `{name.text} card`"
    if name.role is Role.NOUN and other.role is Role.TOKEN:
        help = f"write `{name.text} token`"
    if name.role is Role.NOUN and other.role is Role.SYMBOL:
        help = f"write `{name.text} symbol`"
    if name.role is Role.RESOURCE and other.role is Role.TOKEN:
        help = f"`gain` it as `1 {name.text} token`, or let an effect `spend` it; a cost has no tokens"
    edits = (Edit(name.span, help.split("`")[1]),) if help.startswith("write ") and name.role is Role.NOUN else ()
    if name.role in (Role.COLOUR, Role.NOUN) and other.role is Role.CARD:
        help = "a clause tells cards by their colour, never one by one"
    notes = (Note("it is declared here", other.span),)
    return Diagnostic(E0403, message, name.span, help=help, notes=notes, edits=edits)


def is_of(diagnostic: Diagnostic, content: items.Content) -> bool:
    """Tell whether a finding is about a file of an expansion."""
    return diagnostic.span.path.startswith(content.expansion.span.path.removesuffix("expansion.yaml"))


def settled(diagnostic: Diagnostic, scope: Scope) -> Diagnostic:
    """Return a finding about a sentence with the way to put it right that fits what its names stand for."""
    tried = [(way, *mended(way, scope)) for way in diagnostic.ways]
    way, sentence, left = min(tried, key=lambda one: len(one[2]))
    if len(tried) > 1 and left:
        return replace(diagnostic, edits=(), ways=())  # nothing is known of what it may stand for
    if left and way.message == TOKENS:
        return replace(
            left[0],
            span=diagnostic.span,
            code=diagnostic.code,
            help="`gain`, `lose` and `spend` are for coins and tokens",
        )
    edits = tuple(replace(edit, text=edit.text.replace(way.sentence, sentence)) for edit in way.edits)
    footers = tuple(f"{one.message}{'; ' * bool(one.help)}{one.help}" for one in left)
    return replace(
        diagnostic,
        message=way.message,
        help=f"write `{sentence}`",
        footers=footers,
        edits=() if left else edits,
        ways=(),
    )


def mended(way: Way, scope: Scope) -> tuple[str, list[Diagnostic]]:
    """Return a sentence with its misspelt names put right, and what is wrong with the others."""
    written = Scalar(way.sentence, way.sentence, text_of("", way.sentence), 0, len(way.sentence), None)
    tree = parse_cost(written, []) if way.start == "cost" else parse_clause(written, [])
    found: list[Diagnostic] = []
    bind(tree, scope, found)
    sentence = way.sentence
    for problem in sorted(found, key=lambda one: -one.span.column):
        for edit in problem.edits:
            sentence = sentence[: edit.span.column - 1] + edit.text + sentence[edit.span.end_column - 1 :]
    return sentence, [problem for problem in found if not problem.edits]


FEW = 8  # names that a message lists if none is like the wrong one
SLIP = 0.7  # how alike a mistyped word and the right one are
MONEY = ("gold", "money", "cash", "dollar", "dollars")


def unknown(name: Name, scope: Scope) -> Diagnostic:
    """Return the diagnostic for a name that nothing declares."""
    candidates = scope.names[name.role]
    footers = []
    if candidates and name.role in VOCABULARY:
        near = nearest(name.text, candidates)
        first = candidates[near] if near else next(iter(candidates.values()))
        footers.append(f"{name.role.value}s are declared in {first.span.path}:{first.span.line}")
    message = f"no {name.role.value} is called `{name.text}`"
    # In a clause, a misspelt word of the language looks like a name.
    others = [word for word in instead_of(name.role) if is_slip(name.text, word)]
    near, word = nearest(name.text, candidates), nearest(name.text, others)
    if name.role is Role.NOUN and (token := misspelt(name.text, scope.names[Role.TOKEN])) and not near:
        near = f"{token} token{'s' if name.text.endswith('s') else ''}"
        return Diagnostic(E0402, message, name.span, help=f"did you mean `{near}`?", edits=(Edit(name.span, near),))
    if word and (not near or likeness(name.text, word) > likeness(name.text, near) + 0.2):
        near = word
    if name.role is Role.RESOURCE and name.text in MONEY:
        near = "coins"
    is_clear = near == "coins" or (near and is_misspelt(name.text, near, (*candidates, *reserved())))
    edits = (Edit(name.span, near),) if is_clear else ()
    help = f"did you mean `{near}`?" if near else there_are(candidates)
    return Diagnostic(E0402, message, name.span, help=help, footers=tuple(footers), edits=edits)


def instead_of(role: Role) -> list[str]:
    """Return the words of the language that may stand where a clause names something of a role."""
    if role in NEVER_IN_CLAUSES:
        return []
    match role:
        case Role.NOUN:
            return sorted(words_beside("gain 1 coin per"))
        case Role.ZONE:
            return sorted(words_beside("gain 1 coin per stage in"))
        case Role.RESOURCE:
            return sorted(words_beside("produce") | words_beside("spend 1") | words_beside("1", "cost"))
        case _:
            return sorted(reserved())


def is_slip(text: str, word: str) -> bool:
    """Tell whether a word of the language may have been mistyped so, rather than another word have been meant."""
    return abs(len(text) - len(word)) <= 1 and (likeness(text, word) >= SLIP or sorted(text) == sorted(word))


def there_are(candidates: Mapping[str, Declaration]) -> str:
    """Return the names that could stand here, if they are few."""
    listed = [f"`{word}`" for word, declaration in candidates.items() if declaration.is_sound]
    return f"there are {', '.join(listed)}" if 0 < len(listed) <= FEW else ""
