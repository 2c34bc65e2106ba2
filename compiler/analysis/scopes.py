"""Gather every name that may be used in one place.

Of an expansion, of those it requires, and of those it may meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stele.compiler.analysis.declarations import DECLARED_IN, Declaration, Table, repeated
from stele.compiler.common.codes import E0404
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import items
from stele.compiler.front.nodes import Name, Role


@dataclass(frozen=True, slots=True)
class Scope:
    """Every name that may be used in one place."""

    names: Mapping[Role, Mapping[str, Declaration]]
    open_roles: frozenset[Role]  # roles of which more is declared than is known: an unknown name is then no news


def scope_of(
    content: items.Content,
    with_: list[str],
    known: Mapping[str, items.Content],
    tables: Mapping[str, Table],
    found: list[Diagnostic] | None,
) -> Scope:
    """Return what may be named in an expansion, and in its parts that apply only with others."""
    visible, open_roles = visible_from([content, *(known[id] for id in with_ if id in known)], known)
    names: dict[Role, dict[str, Declaration]] = {role: {} for role in Role}
    clashing: list[tuple[str, Declaration, Declaration]] = []
    for id in visible:
        for role, table in tables[id].items():
            if id == content.expansion.id:
                names[role].update(table)  # it comes first
                continue
            for word, declaration in table.items():
                earlier = names[role].setdefault(word, declaration)
                if earlier is not declaration and is_clash(word, earlier, declaration):
                    clashing.append((word, earlier, declaration))
    open_roles.update(earlier.role for _, earlier, _ in clashing)
    if found is not None:
        found.extend(clash(*one) for one in clashing)
    names[Role.EXPANSION] = {
        id: Declaration(id, Role.EXPANSION, other.expansion.span, True) for id, other in known.items()
    }
    return Scope(names, frozenset(open_roles))


def visible_from(
    start: Sequence[items.Content], known: Mapping[str, items.Content]
) -> tuple[dict[str, items.Content], set[Role]]:
    """Return expansions with all they require, and the roles of which not all names are known."""
    visible: dict[str, items.Content] = {}
    open_roles: set[Role] = set()
    queue = list(start)
    while queue:
        current = queue.pop(0)
        if current.expansion.id in visible:
            continue
        visible[current.expansion.id] = current
        open_roles.update([role for kind in current.unread for role in DECLARED_IN[kind]])
        open_roles.update(repeated(current))
        required = [name.text for name, _ in current.expansion.requires]
        queue += [known[id] for id in required if id in known]
        open_roles.update(Role if any(id not in known for id in required) else ())
    return visible, open_roles


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


def stands_for(role: Role, text: str, scope: Scope) -> str | None:
    """Return what a name stands for in a scope."""
    declaration = scope.names[role].get(text)
    return declaration.target if declaration is not None and declaration.is_sound else None


def elsewhere(name: Name, scope: Scope) -> Declaration | None:
    """Return a declaration of the same name under another role."""
    roles = (role for role in Role if role is not name.role and role is not Role.EXPANSION)
    return next((scope.names[role][name.text] for role in roles if name.text in scope.names[role]), None)
