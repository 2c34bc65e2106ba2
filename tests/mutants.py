"""Change one thing of a content file at a time: a clause, a number, a word, an entry of a list.

`gain 2 coins` becomes `gain 3 coins` or nothing at all; `pass: {to: left}` becomes
`pass: {to: right}`. How many copies of a card there are is not changed: a deck that does not come
out even is an error of the check in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from stele.compiler.common.span import Span, text_of
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.front.unparse import clause_text, cost_text

KINDS = ("vocabulary", "flow", "cards", "boards")
CLAUSES = ("effect", "start", "everyone")
# Entries without which a file still says something.
OPTIONAL = ("only", "except", "spare", "group", "line", "rank")
# Lists from which an entry can be taken away.
STEPS = ("before-first-age", "start-of-age", "end-of-turn", "before-conflict", "after-conflict", "end-of-game", "age")
LISTS = (*STEPS, "each", "patch", "chain", "actions", "tie", "groups")
WORDS = {
    ("to", "left"): "right",
    ("to", "right"): "left",
    ("seen-by", "owner"): "everyone",
    ("seen-by", "everyone"): "nobody",
    ("seen-by", "nobody"): "everyone",
    ("cost", "card"): "nothing",
    ("once-per", "age"): "turn",
    ("once-per", "turn"): "age",
}
SEATS = {n.Seats.LEFT: n.Seats.RIGHT, n.Seats.RIGHT: n.Seats.LEFT, n.Seats.NEIGHBOURS: n.Seats.LEFT}


@dataclass(frozen=True, slots=True)
class Change:
    """A tree in which one thing is another."""

    node: Node | None  # nothing if it was taken away
    item: str  # the id of what it belongs to
    how: str
    span: Span


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one thing changed."""

    document: Document
    item: str
    how: str
    span: Span

    def __str__(self) -> str:
        return f"{self.span.path}:{self.span.line}: {self.item}, {self.how}"


def mutants(document: Document) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    assert isinstance(document.root, YamlMapping)
    for change in changes(document.root, "", document.kind) if document.kind in KINDS else ():
        yield Mutant(replace(document, root=change.node), change.item, change.how, change.span)


def changes(node: Node, key: str, item: str) -> Iterator[Change]:
    """Yield a tree with one thing changed, for every thing that can be."""
    match node:
        case YamlMapping():
            yield from changed_mapping(node, key, name_of(node, key, item))
        case YamlSequence(items):
            for index, part in enumerate(items):
                if key in LISTS and (key not in ("actions", "groups") or isinstance(part, Scalar)):
                    rest = (*items[:index], *items[index + 1 :])
                    left = replace(node, items=rest) if rest else None
                    yield Change(left, name_of(part, key, item), f"without {said(part)}", first_span(part))
                for change in changes(part, key, f"{item} {index + 1}" if key == "stages" else item):
                    assert change.node is not None
                    yield replace(change, node=replace(node, items=(*items[:index], change.node, *items[index + 1 :])))
        case Scalar(bool() as value):
            yield Change(replace(node, value=not value), item, f"{key}: {str(not value).lower()}", node.span)
        case Scalar(int() as value):
            for number in (99,) if key == "rank" else (value + 1, value - 1):
                yield Change(replace(node, value=number, text=str(number)), item, f"{key}: {number}", node.span)
        case Scalar(text=text) if (key, text) in WORDS:
            word = WORDS[key, text]
            yield Change(replace(node, value=word, text=word), item, f"{key}: {word}", node.span)


def changed_mapping(node: YamlMapping, within: str, item: str) -> Iterator[Change]:
    """Yield a mapping with one of its entries changed or gone."""
    for index, entry in enumerate(node.entries):
        key, value = entry.key.text, entry.value
        if key == "provenance":
            continue  # it says where values come from, and changes none
        before, after = node.entries[:index], node.entries[index + 1 :]
        is_moment = within == "moments" and node.get("id") is None  # what is declared has an id
        if (key in CLAUSES or is_moment) and not isinstance(value, YamlMapping):
            inner = changed_effect(value, item)
        elif key == "choose" and isinstance(value, YamlSequence):
            inner = changed_choice(value, item)
        elif key == "cost" and isinstance(value, Scalar) and any(map(str.isdigit, value.text)):
            inner = changed_cost(value, item)
        elif key in ("win", "lose"):
            inner = changed_tokens(node, value, key, item)
        elif key == "players" and isinstance(value, YamlSequence):
            inner = iter(())
        elif key.isdigit() and within == "ladder":  # what a lead of so many cards brings
            inner = changed_effect(value, f"{item} {key}")
        elif key.isdigit():  # a table by age or by number of players
            inner = (replace(c, how=f"{c.how} for {key}") for c in changes(value, within, item))
        else:
            inner = changes(value, key, item)
        for change in inner:
            kept = () if change.node is None else (replace(entry, value=change.node),)
            yield replace(change, node=replace(node, entries=(*before, *kept, *after)))
        if key in OPTIONAL:
            yield Change(replace(node, entries=(*before, *after)), item, f"without {key} {said(value)}", entry.key.span)


def name_of(node: Node, key: str, item: str) -> str:
    """Return how a thing is called: by its id, a patch by its path, a side or step with what it is
    in.
    """
    if not isinstance(node, YamlMapping):
        return item
    for word in ("id", "set", "add"):
        name = node.get(word)
        if isinstance(name, Scalar):
            return name.text
    if len(node.entries) == 1 and isinstance(node.entries[0].value, YamlMapping):
        return name_of(node.entries[0].value, key, item)  # a step is wrapped in the name of its kind
    return f"{item} {key}" if key in ("a", "b") else item


def said(node: Node) -> str:
    """Return a node in a few words."""
    match node:
        case Scalar(text=text):
            return text
        case YamlMapping():
            return name_of(node, "", "") or "it"
        case YamlSequence(items):
            return ", ".join(said(part) for part in items)


def first_span(node: Node) -> Span:
    """Return where a node begins."""
    match node:
        case YamlMapping(entries) if entries:
            return entries[0].key.span
        case _:
            return node.span


def changed_tokens(step: YamlMapping, value: Node, key: str, item: str) -> Iterator[Change]:
    """Yield what a conflict gives with another token in one place."""
    tokens = [part for name in ("win", "lose") for part in leaves(step.get(name))]
    for old in leaves(value):
        new = tokens[(tokens.index(old) + 1) % len(tokens)].text
        changed = swapped(value, old, replace(old, value=new, text=new))
        yield Change(changed, item, f"{key}: {new} instead of {old.text}", old.span)


def leaves(node: Node | None) -> list[Scalar]:
    """Return the values of a table, or the one value."""
    if isinstance(node, YamlMapping):
        return [leaf for entry in node.entries for leaf in leaves(entry.value)]
    return [node] if isinstance(node, Scalar) else []


def swapped(node: Node, old: Node, new: Node) -> Node:
    """Return a table with one value changed."""
    if isinstance(node, YamlMapping):
        return replace(node, entries=tuple(replace(e, value=swapped(e.value, old, new)) for e in node.entries))
    return new if node is old else node


# --- clauses and costs ----------------------------------------------------------------------------


def changed_effect(node: Node, item: str) -> Iterator[Change]:
    """Yield an effect with a clause gone or changed."""
    parts = node.items if isinstance(node, YamlSequence) else (node,)
    for index, part in enumerate(parts):
        assert isinstance(part, Scalar)
        before, after = parts[:index], parts[index + 1 :]
        left = YamlSequence((*before, *after), node.source, node.start, node.end) if len(parts) > 1 else None
        yield Change(left, item, f"without `{part.text}`", part.span)
        clause = parse_clause(part, [])
        assert clause is not None
        for text in dict.fromkeys(texts_of(clause)):
            yield Change(
                YamlSequence((*before, rewritten(part, text), *after), node.source, node.start, node.end),
                item,
                f"`{text}`",
                part.span,
            )


def changed_choice(node: YamlSequence, item: str) -> Iterator[Change]:
    """Yield effects to choose from with one of them gone, or a clause of one gone or changed."""
    for index, part in enumerate(node.items):
        before, after = node.items[:index], node.items[index + 1 :]
        left = replace(node, items=(*before, *after)) if len(node.items) > 1 else None
        yield Change(left, item, f"without option {index + 1}", first_span(part))
        for change in changed_effect(part, f"{item} option {index + 1}"):
            option = change.node if change.node is not None else YamlSequence((), part.source, part.start, part.end)
            yield replace(change, node=replace(node, items=(*before, option, *after)))


def texts_of(clause: n.Clause) -> Iterator[str]:
    """Yield clauses with one thing changed, as they would be written, as far as they can be
    written.
    """
    old = clause_text(clause)
    for changed in altered(clause):
        text = clause_text(changed)
        alone = text_of("", text)
        again = parse_clause(Scalar(text, text, alone, 0, len(text), None), [])
        if again is not None and clause_text(again) == text != old:
            yield text


def changed_cost(node: Scalar, item: str) -> Iterator[Change]:
    """Yield costs with one unit more of one thing."""
    cost = parse_cost(node, [])
    assert cost is not None
    for index, part in enumerate(cost.parts):
        parts = (*cost.parts[:index], replace(part, number=part.number + 1), *cost.parts[index + 1 :])
        text = cost_text(replace(cost, parts=parts))
        yield Change(rewritten(node, text), item, f"cost {text}", node.span)


def rewritten(node: Scalar, text: str) -> Scalar:
    """Return another text at the place of a scalar."""
    span = node.span
    source = text_of(span.path, "\n" * (span.line - 1) + " " * (span.column - 1) + text)
    start = len(source.content) - len(text)
    return Scalar(text, text, source, start, len(source.content), None)


def altered(node: Any) -> Iterator[Any]:
    """Yield a tree of a clause with one thing changed: a number, a yes or no, one of several names,
    a seat, a limit.
    """
    if isinstance(node, n.Once):
        yield None
    if isinstance(node, tuple):
        for index, part in enumerate(node):
            if len(node) > 1:
                yield (*node[:index], *node[index + 1 :])
            for changed in altered(part):
                if changed is not None:
                    yield (*node[:index], changed, *node[index + 1 :])
    elif isinstance(node, n.Seats):
        yield from [SEATS[node]] if node in SEATS else []
    elif isinstance(node, bool):
        yield not node
    elif isinstance(node, int):
        yield node + 1
    elif is_dataclass(node) and not isinstance(node, (type, Span, Enum, n.Name)):
        for field in fields(node):
            if field.name not in ("span", "is_shared"):  # among one seat nothing is shared
                for changed in altered(getattr(node, field.name)):
                    yield replace(node, **{field.name: changed})
