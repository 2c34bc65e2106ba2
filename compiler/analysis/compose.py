"""Put expansions together: their patches applied to each other, their flows joined into one.

`{set: base.start.coins, to: 6}` replaces one node of the other expansion's YAML; the changed file
then goes through the same stages as any other, so a wrong value earns the same message, at the
place where the patch is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from stele.compiler.common.codes import E0201, E0206, E0406, E0510
from stele.compiler.common.diagnostics import Diagnostic, Edit, Note, did_you_mean, is_misspelt, misspelt
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.content_parser import parse
from stele.compiler.front.schema import validate_document
from stele.compiler.front.source import Document, Node, Scalar, YamlEntry, YamlMapping, YamlSequence, is_overlong, plain

NOT_PATCHED = ("variants", "patch")  # what changes others is not changed itself
PATCHED_KINDS = ("vocabulary", "flow", "cards", "boards")


def compose(
    contents: Sequence[items.Content],
    documents: Mapping[str, Sequence[Document]],
    found: list[Diagnostic],
    variant: str = "",
) -> list[items.Content]:
    """Return the contents of one set, in building order, as they are when all of them are in
    play.
    """
    ids = {content.expansion.id for content in contents}
    active = [(content, patch) for content in contents for patch in content.patches if applies(patch, ids)]
    active.sort(key=lambda pair: is_growth(pair[1]))  # a number grows after it is set, whoever comes first
    chosen = [(content, one) for content in contents for one in content.variants if one.id == variant]
    active += [(content, patch) for content, one in chosen for patch in one.patches if applies(patch, ids)]
    report_rivals(active, contents, found)
    composed = []
    for content in contents:
        own = [patch for _, patch in active if patch.path[0] == content.expansion.id]
        composed.append(patched_once(content, documents[content.expansion.id], own, found) if own else content)
    unknown = [patch for _, patch in active if patch.path[0] not in ids]
    found.extend(no_expansion(patch, ids) for patch in unknown)
    return composed


def applies(patch: items.Patch, ids: set[str]) -> bool:
    """Tell whether all that a patch needs is in play."""
    return all(name.text in ids for name in patch.needs)


def is_growth(patch: items.Patch) -> bool:
    """Tell whether a patch makes a number grow."""
    value = patch.value.node
    return patch.adds and isinstance(value, Scalar) and type(value.value) is int


def no_expansion(patch: items.Patch, ids: set[str]) -> Diagnostic:
    """Return the diagnostic for a patch of something that is not there."""
    message = f"a patch begins with an expansion that is in play, and `{patch.path[0]}` is not"
    help = did_you_mean(patch.path[0], sorted(ids)) or "require it, or say `with:`"
    here, near = word_in_path(patch, patch.path[0]), misspelt(patch.path[0], sorted(ids))
    edits = (Edit(here, near),) if near and here != patch.span else ()
    return Diagnostic(E0406, message, here, help=help, edits=edits)


def report_rivals(
    active: Sequence[tuple[items.Content, items.Patch]], contents: Sequence[items.Content], found: list[Diagnostic]
) -> None:
    """Report two expansions that set one value, unless one builds on the other and so knows what it
    changes.
    """
    known = {content.expansion.id: content for content in contents}
    setters: dict[tuple[str, ...], tuple[items.Content, items.Patch]] = {}
    for content, patch in active:
        if patch.adds:
            continue
        earlier = next((setters[path] for path in setters if overlap(path, patch.path)), None)
        setters[patch.path] = (content, patch)
        if earlier is None or patch not in content.patches:
            continue  # a variant may change what expansions have changed
        other, first = earlier
        names = {name.text for name in (*patch.needs, *first.needs)}
        builds_on = other.expansion.id in reached(content, known) | names or content.expansion.id in names
        if not builds_on or other is content:
            message = f"`{'.'.join(patch.path)}` is set twice"
            help = "remove one of the two"
            if other is not content:
                message += ", and neither expansion builds on the other"
                help = "let one of them require the other, or add `with:` to one of the patches"
            notes = (Note("it is set here too", first.span),)
            found.append(Diagnostic(E0510, message, patch.span, help=help, notes=notes))


def overlap(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether two paths lead to one value, or one into what the other leads to."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def reached(content: items.Content, known: Mapping[str, items.Content]) -> set[str]:
    """Return the ids of an expansion and of all it requires."""
    found: set[str] = set()
    queue = [content.expansion.id]
    while queue:
        id = queue.pop()
        if id in known and id not in found:
            found.add(id)
            queue += [name.text for name, _ in known[id].expansion.requires]
    return found


# --- patches --------------------------------------------------------------------------------------


# What came of an expansion with some patches, the last few times; the same patches bring about the
# very same content.
patched_before: Memo[list[tuple[list[items.Patch], items.Content, list[Diagnostic]]]] = Memo()
MOST_PATCHED = 16


def patched_once(
    content: items.Content, documents: Sequence[Document], patches: list[items.Patch], found: list[Diagnostic]
) -> items.Content:
    """Return one expansion's content with patches applied to its files, from before if they are the
    same patches.
    """
    kept = patched_before.get(content)
    if kept is None:
        kept = []
        patched_before.keep(content, kept)
    same = [entry for entry in kept if len(entry[0]) == len(patches)]
    same = [entry for entry in same if all(old is new for old, new in zip(entry[0], patches, strict=True))]
    if not same:
        problems: list[Diagnostic] = []
        same = [(patches, patched(content, documents, patches, problems), problems)]
        if same[0][1] is not content:  # what is kept about a thing must not hold it
            kept[:] = [*same, *kept[: MOST_PATCHED - 1]]
    found.extend(same[0][2])
    return same[0][1]


def patched(
    content: items.Content, documents: Sequence[Document], patches: Sequence[items.Patch], found: list[Diagnostic]
) -> items.Content:
    """Return one expansion's content with patches applied to its files."""
    changed: dict[str, Document] = {}
    for patch in patches:
        if patch.path[1] in NOT_PATCHED:
            found.append(not_patched(patch))
            continue
        places = [changed.get(document.text.path, document) for document in documents if document.kind in PATCHED_KINDS]
        document = next((d for d in places if isinstance(d.root, YamlMapping) and declares(d, patch.path[1:])), None)
        if document is None or document.root is None:
            found.append(no_such_item(patch, places))
            continue
        try:
            root = changed_node(document.root, patch.path[1:], patch)
        except CannotGrow:
            found.append(cannot_grow(patch))
            continue
        except NothingThere as problem:
            found.append(nothing_there(patch, problem.word, problem.known))
            continue
        changed[document.text.path] = replace(document, root=root)
    identity = next(document for document in documents if document.kind == "expansion")
    touched = {document.kind for document in changed.values()}
    before = len(found)
    used = [changed.get(d.text.path, d) for d in documents if d.kind in touched]
    again = parse([validate_document(document, found) for document in (identity, *used)], found)
    if again is None or len(found) > before:
        wrong = found[before:]
        found[before:] = [no_such_key(problem, patches) for problem in wrong]
        # What the other patches write is looked at all the same.
        sound = [patch for patch in patches if not any(is_written_by(patch, problem.span) for problem in wrong)]
        return patched(content, documents, sound, []) if sound and len(sound) < len(patches) else content
    return replace(
        content,
        vocabulary=again.vocabulary if "vocabulary" in touched else content.vocabulary,
        flow=again.flow if "flow" in touched else content.flow,
        cards=again.cards if "cards" in touched else content.cards,
        boards=again.boards if "boards" in touched else content.boards,
        places=again.places if "boards" in touched else content.places,
        is_patched=True,
    )


def is_written_by(patch: items.Patch, place: Span) -> bool:
    """Tell whether something stands in the path or in the value of a patch."""
    return any(contains(node.span, place) for node in (patch.at.node, patch.value.node))


def contains(outer: Span, inner: Span) -> bool:
    """Tell whether a place begins inside another one."""
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return outer.path == inner.path and start <= (inner.line, inner.column) <= end


class NothingThere(Exception):
    """A path leads nowhere: at this word, where these would have been known."""

    def __init__(self, word: str, known: list[str]) -> None:
        super().__init__(word)
        self.word = word
        self.known = known


class CannotGrow(NothingThere):
    """A path leads to what nothing can be added to, or not this."""


def cannot_grow(patch: items.Patch) -> Diagnostic:
    """Return the diagnostic for an addition to what cannot grow."""
    if is_overlong(value := patch.value.node):
        return Diagnostic(E0206, f"{plain(value)} is too large to be added", value.span, help="numbers go up to 999")
    message = f"`{'.'.join(patch.path)}` is no list and no number that this could be added to"
    return Diagnostic(E0406, message, patch.span, help="write `set:`, or add a number to a number")


def not_patched(patch: items.Patch) -> Diagnostic:
    """Return the diagnostic for a change of what others change."""
    message = f"no patch changes the `{patch.path[1]}` of another expansion"
    help = "write a variant of your own" if patch.path[1] == "variants" else "write a patch of what it changes"
    return Diagnostic(E0406, message, word_in_path(patch, patch.path[1]), help=help)


def nothing_there(patch: items.Patch, word: str, known: Sequence[str]) -> Diagnostic:
    """Return the diagnostic for a path that leads nowhere."""
    listed = ", ".join(f"`{key}`" for key in known[:12])
    inner = next((key for key in known if key.endswith(f".{word}")), None)
    help = (
        f"did you mean `{inner}`?"
        if inner
        else did_you_mean(word, known) or (f"known here are {listed}" if known else "this is a plain value")
    )
    message = f"the path `{'.'.join(patch.path)}` leads nowhere: no `{word}`"
    here, near = word_in_path(patch, word), misspelt(word, known)
    edits = (Edit(here, near),) if near and here != patch.span and not inner else ()
    return Diagnostic(E0406, message, here, help=help, edits=edits)


def no_such_item(patch: items.Patch, documents: Sequence[Document]) -> Diagnostic:
    """Return the diagnostic for a path to what no file declares: the key, or an item of the lists
    with that key.
    """
    roots = [document.root for document in documents if isinstance(document.root, YamlMapping)]
    listed = [entry.value for root in roots for entry in root.entries if entry.key.text == patch.path[1]]
    if not listed or len(patch.path) < 3:
        return nothing_there(patch, patch.path[1], list(dict.fromkeys(top_keys(documents))))
    ids = [id for node in listed if isinstance(node, YamlSequence) for item in node.items if (id := id_in(item))]
    return nothing_there(patch, patch.path[2], ids)


def no_such_key(problem: Diagnostic, patches: Iterable[items.Patch]) -> Diagnostic:
    """Return the finding about a key that only a patch could have brought as one about its path."""
    for patch in patches:
        if problem.code is E0201 and isinstance(patch.at.node, Scalar) and problem.span == patch.at.node.span:
            word = patch.path[-1]
            message = f"the path `{'.'.join(patch.path)}` leads nowhere: no `{word}`"
            here = word_in_path(patch, word)
            # What stands beside a new key, or has another value, is what the path was to lead to.
            near = problem.help.split("`")[1] if problem.help.startswith(("did", "`", "the key")) else ""
            help = f"did you mean `{near}`?" if near else problem.help
            edits = (Edit(here, near),) if near and is_misspelt(word, near, ()) else ()
            return Diagnostic(E0406, message, here, help=help, edits=edits)
    return problem


def word_in_path(patch: items.Patch, word: str) -> Span:
    """Return where a word of a path stands."""
    path = patch.at.node
    if not isinstance(path, Scalar) or path.text != ".".join(patch.path) or word not in patch.path:
        return patch.span
    offsets, start = path.inside(), len(".".join(("", *patch.path[: patch.path.index(word)])))
    return path.source.span(offsets[start], offsets[start + len(word) - 1] + 1)


def top_keys(documents: Iterable[Document]) -> list[str]:
    """Return the keys with which a path may go on after the expansion."""
    return [e.key.text for d in documents if isinstance(d.root, YamlMapping) for e in d.root.entries]


def declares(document: Document, path: Sequence[str]) -> bool:
    """Tell whether a file has the key of a path.

    Of several files with one key, the one with the item.
    """
    assert isinstance(document.root, YamlMapping)
    value = document.root.get(path[0])
    if value is None:
        return document.kind == "flow" and path[0] in ("everyone", "losses", "tie") and len(path) == 1
    return document.kind not in ("cards", "boards") or len(path) < 2 or child(value, path[1]) is not None


def changed_node(node: Node, path: Sequence[str], patch: items.Patch) -> Node:
    """Return a tree in which the value at a path is another one."""
    if not path:
        return grown(node, patch) if patch.adds else patch.value.node
    key, rest = path[0], path[1:]
    if isinstance(node, YamlMapping):
        entry = node.entry(key)
        if entry is not None:
            inner = replace(entry, value=changed_node(entry.value, rest, patch))
            return replace(node, entries=tuple(inner if e is entry else e for e in node.entries))
        steps = node.entry("each")
        if steps is not None and child(steps.value, key) is not None:
            inner = replace(steps, value=changed_node(steps.value, path, patch))
            return replace(node, entries=tuple(inner if e is steps else e for e in node.entries))
        if not rest:  # what was not there; whether it may be is for the schema to say
            value = patch.value.node
            new = YamlSequence((value,), value.source, value.start, value.end) if patch.adds else value
            return replace(node, entries=(*node.entries, YamlEntry(word_for(key, patch), new)))
        inner_steps = steps.value.items if steps is not None and isinstance(steps.value, YamlSequence) else ()
        raise NothingThere(key, [*(e.key.text for e in node.entries), *filter(None, map(id_in, inner_steps))])
    if isinstance(node, YamlSequence):
        found = child(node, key)
        if found is None:
            raise NothingThere(key, [*deeper(node, key), *(id for item in node.items if (id := id_in(item)))])
        return replace(node, items=tuple(inside(item, rest, patch) if item is found else item for item in node.items))
    raise NothingThere(key, [])


def deeper(node: YamlSequence, id: str) -> list[str]:
    """Return the way to a step of that id inside another step, as it stands in a path."""
    found = []
    for item in node.items:
        inner = item.entries[0].value if isinstance(item, YamlMapping) and len(item.entries) == 1 else None
        steps = inner.get("each") if isinstance(inner, YamlMapping) else None
        if isinstance(steps, YamlSequence) and child(steps, id) is not None:
            found.append(f"{id_in(item)}.{id}")
    return found


def inside(item: Node, path: Sequence[str], patch: items.Patch) -> Node:
    """Return an entry of a list with a change in it; a step is wrapped in the name of its kind."""
    if isinstance(item, YamlMapping) and item.get("id") is None and len(item.entries) == 1:
        entry = item.entries[0]
        return replace(item, entries=(replace(entry, value=changed_node(entry.value, path, patch)),))
    return changed_node(item, path, patch)


def child(node: Node, id: str) -> Node | None:
    """Return the entry of a list with that id; entries without ids are counted from 1."""
    if not isinstance(node, YamlSequence):
        return None
    if id.isdigit() and not any(id_in(item) for item in node.items):
        return node.items[int(id) - 1] if 0 < int(id) <= len(node.items) else None
    return next((item for item in node.items if id_in(item) == id), None)


def id_in(item: Node) -> str:
    """Return the id of an entry of a list; a step has its id one level down."""
    if not isinstance(item, YamlMapping):
        return ""
    identity = item.get("id")
    if identity is None and len(item.entries) == 1 and isinstance(item.entries[0].value, YamlMapping):
        identity = item.entries[0].value.get("id")
    return identity.text if isinstance(identity, Scalar) else ""


def word_for(key: str, patch: items.Patch) -> Scalar:
    """Return a key that was not there, at the place of the patch that brings it."""
    path = patch.at.node
    assert isinstance(path, Scalar)
    return replace(path, value=key, text=key)


def grown(node: Node, patch: items.Patch) -> Node:
    """Return a list with one more entry, a number that has grown, or a table of numbers that have
    all grown.
    """
    value = patch.value.node
    if isinstance(node, YamlSequence):
        return replace(node, items=(*node.items, value))
    more = value.value if isinstance(value, Scalar) else None
    if isinstance(node, Scalar) and type(node.value) is int and type(more) is int:
        assert isinstance(value, Scalar)
        return replace(value, value=node.value + more, text=str(node.value + more))
    if isinstance(node, YamlMapping) and type(more) is int:
        return replace(node, entries=tuple(replace(e, value=grown(e.value, patch)) for e in node.entries))
    raise CannotGrow(patch.path[-1], [])


# --- flows ----------------------------------------------------------------------------------------


def merge_flows(flows: Sequence[items.Flow]) -> items.Flow:
    """Return several flows as one; the first says how a game runs, the others add to it."""
    first = flows[0]
    slots = [flow.slots for flow in flows]
    return replace(
        first,
        everyone=tuple(clause for flow in flows for clause in flow.everyone),
        partners=any(flow.partners for flow in flows),
        unpaid=next((flow.unpaid for flow in flows if flow.unpaid is not None), None),
        actions=tuple(action for flow in flows for action in flow.actions),
        riders=tuple(rider for flow in flows for rider in flow.riders),
        supplies=tuple(supply for flow in flows for supply in flow.supplies),
        never_in=tuple(variant for flow in flows for variant in flow.never_in),
        restrictions=tuple(one for flow in flows for one in flow.restrictions),
        slots=items.Slots(
            tuple(step for slot in slots for step in slot.before_first_age),
            tuple(step for slot in slots for step in slot.start_of_age),
            tuple(step for slot in slots for step in slot.end_of_turn),
            tuple(step for slot in slots for step in slot.before_conflict),
            tuple(step for slot in slots for step in slot.after_conflict),
            tuple(step for slot in slots for step in slot.end_of_game),
        ),
    )
