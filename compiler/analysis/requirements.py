"""Find what an expansion names and does not require, so that it is said once and all else is
checked as if it were required.

A folder that forgets `requires: {base: "1.0"}` earns one finding, at the first word that comes from
there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from stele.compiler.analysis.checks.index import items_of
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.declarations import declare
from stele.compiler.analysis.scopes import elsewhere, scope_of
from stele.compiler.common.codes import E0407
from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.span import Text
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.source import Document, YamlMapping
from stele.compiler.front.walk import nodes

SCANNED = ("vocabulary.yaml", "flow.yaml", "cards/*.yaml", "boards/*.yaml")
MOST_NAMED = 4  # words that a message names

Read = Callable[[Path], items.Content | None]


def with_requirements(
    content: items.Content,
    contents: Mapping[str, items.Content],
    documents: Sequence[Document],
    read: Read,
    found: list[Diagnostic],
) -> items.Content:
    """Return an expansion as if it required all that it names.

    What it should have required is added to `found`.
    """
    strange = strange_names(content, contents)
    if not strange:
        return content
    known = dict(contents)
    offered = candidates(content.expansion.id, strange, known, read)
    while strange:
        explained = {id: names for id in offered if (names := [name for name in strange if declares(id, name, known)])}
        if not explained:
            break
        # What explains most; among equals that which builds on least.
        best = min(explained, key=lambda id: (-len(explained[id]), len(reached(known[id], known)), id))
        other = known[best].expansion
        found.append(unrequired(explained[best], content.expansion, other, documents))
        name = Name(best, Role.EXPANSION, content.expansion.span)
        requires = (*content.expansion.requires, (name, other.version))
        content = replace(content, expansion=replace(content.expansion, requires=requires))
        known[content.expansion.id] = content
        strange = [name for name in strange if name not in explained[best]]
    return content


def strange_names(content: items.Content, known: Mapping[str, items.Content]) -> list[Name]:
    """Return the names of an expansion that neither it nor anything it requires or meets
    declares.
    """
    if any(name.text not in known for name, _ in content.expansion.requires):
        return []  # what is missing would have said more
    tables = {id: declare(other, []) for id, other in known.items()}
    found: list[Name] = []
    by_needs: dict[tuple[str, ...], list[object]] = {(): [content.vocabulary, content.flow]}
    for item in items_of(content):
        by_needs.setdefault(tuple(name.text for name in item.needs), []).append(item)
    for needs, trees in by_needs.items():
        if not all(id in known for id in needs):
            continue
        scope = scope_of(content, list(needs), known, tables, None)
        for name in dict.fromkeys(nodes(tuple(trees), Name)):
            is_known = name.text in scope.names[name.role] or name.role in scope.open_roles
            if not is_known and name.role is not Role.EXPANSION and elsewhere(name, scope) is None:
                found.append(name)
    near = reached(content, known)
    for patch in (*content.patches, *(patch for variant in content.variants for patch in variant.patches)):
        if patch.path[0] not in near and patch.path[0] not in [name.text for name in patch.needs]:
            found.append(Name(patch.path[0], Role.EXPANSION, patch.span))
    return found


def candidates(id: str, strange: Sequence[Name], known: dict[str, items.Content], read: Read) -> list[str]:
    """Return the expansions that come with Stele and may declare some of the names.

    They are added to those that are known.
    """
    words = "|".join(sorted({re.escape(name.text) for name in strange}))
    declares_one = re.compile(rf"\b(?:id|plural): (?:{words})(?![\w-])")
    offered = []
    for folder in shipped_folders():
        files = [file for pattern in SCANNED for file in sorted(folder.glob(pattern))]
        is_named = any(name.role is Role.EXPANSION and name.text == folder.name for name in strange)
        # A look at the text is cheap: most words that nobody knows are misspelt.
        if is_named or any(declares_one.search(file.read_text(encoding="utf-8")) for file in files):
            offered += list(learnt(folder, known, read))
    return [other for other in dict.fromkeys(offered) if id not in reached(known[other], known)]


def learnt(folder: Path, known: dict[str, items.Content], read: Read) -> Iterator[str]:
    """Yield the id of an expansion and of what it requires; all of them are read."""
    content = known.get(folder.name) or read(folder)
    if content is None:
        return
    known.setdefault(content.expansion.id, content)
    yield content.expansion.id
    for name, _ in content.expansion.requires:
        yield from learnt(folder.parent / name.text, known, read)


def declares(id: str, name: Name, known: Mapping[str, items.Content]) -> bool:
    """Tell whether an expansion, or what it requires, declares a name."""
    near = reached(known[id], known)
    if name.role is Role.EXPANSION:
        return name.text in near
    return any(name.text in declare(known[other], [])[name.role] for other in near if other in known)


def unrequired(
    names: Sequence[Name], expansion: items.Expansion, other: items.Expansion, documents: Sequence[Document]
) -> Diagnostic:
    """Return the finding for names that come from an expansion that is not required."""
    first = names[0]
    message = f"the {first.role.value} `{first.text}` comes from `{other.id}`, which `{expansion.id}` does not require"
    if first.role is Role.EXPANSION:
        message = f"this changes `{other.id}`, which `{expansion.id}` does not require"
    pairs = [*((name.text, version) for name, version in expansion.requires), (other.id, other.version)]
    line = "requires: {" + ", ".join(f'{id}: "{version}"' for id, version in pairs) + "}"
    place = expansion.span.path
    rest = list(dict.fromkeys(f"`{name.text}`" for name in names if name.text != first.text))
    footers = []
    if rest:
        more = f" and {len(rest) - MOST_NAMED} more" if len(rest) > MOST_NAMED else ""
        footers = [f"so do {', '.join(rest[:MOST_NAMED])}{more}" if len(rest) > 1 else f"so does {rest[0]}"]
    help = f"write `{line}` in {place}"
    is_optional = first.role is not Role.EXPANSION and any(part in first.span.path for part in ("/cards/", "/boards/"))
    if is_optional:
        help += f", or `with: [{other.id}]` on what is only there together with it"
    # Who requires something has not forgotten to: whether to play with more is for the author to
    # say.
    repair = () if is_optional and expansion.requires else edits(other, documents)
    return Diagnostic(E0407, message, first.span, help, footers=tuple(footers), edits=repair)


def edits(other: items.Expansion, documents: Sequence[Document]) -> tuple[Edit, ...]:
    """Return the edit that adds a requirement."""
    document = next(document for document in documents if document.kind == "expansion")
    text, root = document.text, document.root
    if not isinstance(root, YamlMapping):
        return ()
    requires = root.get("requires")
    pair = f'{other.id}: "{other.version}"'
    if requires is None:
        end = end_of_line(text, root.span.end_line)
        return (Edit(text.span(end, end), f"\nrequires: {{{pair}}}"),)
    if not isinstance(requires, YamlMapping) or not requires.entries:
        return ()
    last = requires.entries[-1].value.span
    if text.content[text.offset(requires.span.line, requires.span.column)] == "{":
        end = text.offset(last.end_line, last.end_column)
        return (Edit(text.span(end, end), f", {pair}"),)
    indent, end = " " * (requires.entries[0].key.span.column - 1), end_of_line(text, last.end_line)
    return (Edit(text.span(end, end), f"\n{indent}{pair}"),)


def end_of_line(text: Text, line: int) -> int:
    """Return where a line ends, behind its comment."""
    return text.offset(line, 1) + len(text.line(line))
