"""Order expansions by what they require, and check that what they require is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stele.compiler.common.codes import E0401
from stele.compiler.common.diagnostics import Diagnostic, Edit, is_misspelt, nearest
from stele.compiler.front import items


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
