"""Resolve names to declared things of this expansion, those it requires, and inside `with:` those
it may meet.

`Name("brown", COLOUR)` becomes `Name("brown", COLOUR, target="base.brown")`. A name that stands for
nothing, or for something of another kind, becomes a diagnostic with the nearest right word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from stele.compiler.analysis.declarations import Table, declare
from stele.compiler.analysis.dependencies import in_building_order, require
from stele.compiler.analysis.scopes import Scope, elsewhere, scope_of, stands_for
from stele.compiler.analysis.unknown_names import unknown, wrong_kind
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.salvage import UNREAD
from stele.compiler.front.walk import nodes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Resolved:
    """All expansions of one run, their names resolved, in the order in which they build on each
    other.
    """

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

    `broken` are expansions that are there but could not be read; that they are missing is no news.
    `offered` are those that could be required. `together` if all of them are in play at once, so
    that patches may name what is in any of them.
    """
    known = {content.expansion.id: content for content in contents}
    # Sets repeat what each expansion has been told already, but for what patches bring.
    tables = {id: declare(one, [] if together and not one.is_patched else found) for id, one in known.items()}
    resolved = []
    for content in in_building_order(contents):
        # Sets repeat what each expansion has been told already.
        base = scope_of(content, list(known) if together else [], known, tables, None if together else found)
        if not together:
            require(content.expansion, known, broken, offered, found)
        # What has no name any more in a set, since a patch takes it away, is no mistake of a
        # language.
        languages = tuple(bind_language(one, base, [] if together else found) for one in content.languages)
        bound = resolve_content(content, base, known, tables, found, together)
        if not together:
            look_up(content, base, known, tables, found)
        resolved.append(same_as_before(content, replace(bound, languages=languages) if languages else bound))
    return Resolved(tuple(resolved))


def resolve_content(
    content: items.Content,
    scope: Scope,
    known: Mapping[str, items.Content],
    tables: Mapping[str, Table],
    found: list[Diagnostic],
    together: bool,
) -> items.Content:
    """Return one expansion's content with every name resolved.

    What patches write into an item may name what is in any expansion that is `together` with it.
    """

    inner_scopes: dict[tuple[str, ...], Scope] = {(): scope}

    def bind_item(item: T, needs: tuple[Name, ...]) -> T:
        within = tuple(name.text for name in needs if name.text in known)
        inner = inner_scopes.get(within)
        if inner is None:
            reached = [*within, *known] if together else list(within)
            inner = inner_scopes[within] = scope_of(content, reached, known, tables, None)
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


def look_up(
    content: items.Content,
    scope: Scope,
    known: Mapping[str, items.Content],
    tables: Mapping[str, Table],
    found: list[Diagnostic],
) -> None:
    """Add what is wrong with the names of items that are not sound.

    Nothing else is made of them.
    """
    for item in content.partial:
        needs = [name.text for name in getattr(item, "needs", ())]
        if all(id in known for id in needs):
            bind(item, scope_of(content, needs, known, tables, None) if needs else scope, found)


# What came of an expansion, the last few times: where all its names stand for the same, it is the
# very same content.
resolved_before: Memo[list[items.Content]] = Memo()
MOST_RESOLVED = 16


def same_as_before(content: items.Content, bound: items.Content) -> items.Content:
    """Return a resolved expansion, the very one of an earlier time if all its parts are: what is
    known of that holds.
    """
    kept = resolved_before.get(content)
    if kept is None:
        kept = []
        resolved_before.keep(content, kept)
    for old in kept:
        if is_same(old, bound):
            return old
    if bound is not content:  # what is kept about a thing must not hold it
        kept[:] = [bound, *kept[: MOST_RESOLVED - 1]]
    return bound


def is_same(one: items.Content, other: items.Content) -> bool:
    """Tell whether two expansions that one expansion was resolved to are made of the same parts."""
    if one.vocabulary is not other.vocabulary or one.flow is not other.flow or one.variants != other.variants:
        return False
    ours = [*one.cards, *one.boards, *one.places]
    theirs = [*other.cards, *other.boards, *other.places]
    if [None for our, their in zip(ours, theirs, strict=True) if our is not their]:
        return False
    targets = [[word.of.target for language in each.languages for word in language.words] for each in (one, other)]
    return targets[0] == targets[1]


def bind_language(language: items.Language, scope: Scope, found: list[Diagnostic]) -> items.Language:
    """Return the names of another language, each with what it is a name of."""
    words = tuple(replace(word, of=bind_name(word.of, scope, found)) for word in language.words)
    return replace(language, words=words)


# What became of a tree, and what each of its names stood for then. If they stand for the same in
# another scope, so does the tree.
bound_before: Memo[tuple[Any, tuple[tuple[Role, str, str | None], ...]]] = Memo()


def bind_whole(tree: T, scope: Scope, found: list[Diagnostic]) -> T:
    """Return a tree with every name in it resolved: the very one of an earlier time if nothing
    stands for anything else.
    """
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


def bind(node: T, scope: Scope, found: list[Diagnostic], inside: type | None = None) -> T:
    """Return the tree with every name in it resolved; a part without names is kept as it is.

    `inside` is the kind of node that it is a part of.
    """
    bound: Any = node
    if isinstance(node, Name):
        bound = bind_name(node, scope, found, inside)
    elif isinstance(node, tuple):
        parts = [bind(part, scope, found, inside) for part in node]
        if [None for new, old in zip(parts, node, strict=True) if new is not old]:
            bound = tuple(parts)
    else:
        changed = {}
        kind: type = type(node)
        for name in names_of(kind):
            old = getattr(node, name)
            if type(old) not in LEAVES and (new := bind(old, scope, found, kind)) is not old:
                changed[name] = new
        bound = replace(bound, **changed) if changed else node
    typed: T = bound
    return typed


LEAVES = frozenset({str, int, bool, type(None)})


@cache
def names_of(type_: type) -> tuple[str, ...]:
    """Return the fields of a type of node in which names may stand; a leaf has none."""
    is_node = is_dataclass(type_) and not issubclass(type_, (Span, Enum))
    return tuple(field.name for field in fields(type_) if field.name not in ("span", "spans")) if is_node else ()


def bind_name(name: Name, scope: Scope, found: list[Diagnostic], inside: type | None = None) -> Name:
    """Return one name with what it stands for."""
    declaration = scope.names[name.role].get(name.text)
    if name.text == UNREAD:
        return name
    if declaration is not None:
        return Name(name.text, name.role, name.span, declaration.target) if declaration.is_sound else name
    if name.role is Role.EXPANSION:
        return name  # what is required is checked apart; what may be met need not be there
    if other := elsewhere(name, scope):
        found.append(wrong_kind(name, other, scope))
    elif name.role not in scope.open_roles:
        found.append(unknown(name, scope, inside))
    return name
