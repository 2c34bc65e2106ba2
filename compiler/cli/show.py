"""`stele show`: one item at every stage, side by side: its YAML, its trees, its sentences."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator

from stele.compiler import items
from stele.compiler.build import build
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import report
from stele.compiler.diagnostics import near_words
from stele.compiler.english import English
from stele.compiler.naming import lexicon_of
from stele.compiler.nodes import Clause, Cost
from stele.compiler.places import folders_of
from stele.compiler.project import Checked, check_folders
from stele.compiler.source import Document, Mapping, Node, Sequence
from stele.compiler.tree import tree_text
from stele.compiler.wording import clause_text, cost_text

Pieces = list[tuple[str, str]]


def run(options: argparse.Namespace) -> int:
    """Find the item and print it."""
    folders = folders_of(options.folders)
    checked = check_folders(folders)
    text = (build(folders).text or "") if not checked.has_errors else ""
    pieces = [piece for content in checked.game.contents for piece in shown(options.item, content, checked, text)]
    if checked.has_errors:
        report(checked.diagnostics, checked)
    if pieces:
        write(pieces, sys.stdout)
        return 1 if checked.has_errors else 0
    write_problem(f"no card or board is called `{options.item}`; only those can be shown", sys.stderr)
    ids = [item.id for content in checked.game.contents for item in all_items(content)]
    if near := near_words(options.item, ids):
        write([("", f"did you mean {' or '.join(f'`{word}`' for word in near)}?\n")], sys.stderr)
    return 1


def all_items(content: items.Content) -> list[items.Card | items.Board]:
    """Return the cards and boards of an expansion."""
    return [*content.cards, *content.boards]


def shown(id: str, content: items.Content, checked: Checked, text: str) -> Iterator[tuple[str, str]]:
    """Yield everything about an item of one expansion; `text` is the compiled module."""
    english = English(lexicon_of(checked.game.contents))
    for item in all_items(content):
        if item.id != id:
            continue
        kind = "card" if isinstance(item, items.Card) else "board"
        yield from [("strong", item.name), ("", f" · {kind} of {content.expansion.id} · "), ("place", str(item.span))]
        yield "", "\n\n"
        for document in checked.documents:
            if document.text.path == item.span.path:
                yield "", yaml_of(id, document) + "\n\n"
        if isinstance(item, items.Card):
            yield from part("cost", [], item.cost, english)
            yield from part("effect", item.effect, None, english)
            yield from python_of(item.id, text)
        else:
            for side in item.sides:
                yield from part(f"side {side.id}, start", side.start, None, english)
                for number, stage in enumerate(side.stages, 1):
                    yield from part(f"side {side.id}, stage {number}", stage.effect, stage.cost, english)
            yield from python_of(item.id, text)


def part(
    title: str, effect: tuple[Clause, ...] | list[Clause], cost: Cost | None, english: English
) -> Iterator[tuple[str, str]]:
    """Yield one part of an item: each clause with its sentence and its tree."""
    if cost is not None:
        yield from [("mark", title), ("", f"  {cost_text(cost)}\n"), ("good", "  Costs " + english.cost(cost) + ".\n")]
        yield "faint", indented(tree_text(cost)) + "\n\n"
    for clause in effect:
        yield from [("mark", title), ("", f"  {clause_text(clause)}\n"), ("good", f"  {english.clause(clause)}\n")]
        yield "faint", indented(tree_text(clause)) + "\n\n"


def python_of(id: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield what an item became in the compiled module: its functions and its rows."""
    name = id.replace("-", "_")
    blocks = [block for block in text.split("\n\n\n") if block.startswith(f"def {name}_")]
    for row in re.findall(r"^    (?:Card|Side)\(.*?^    \),$", text, re.MULTILINE | re.DOTALL):
        if row.split("\n")[1].strip() == f"{id!r},":
            blocks.append("\n".join(line[4:] for line in row.splitlines()))
    if blocks:
        yield from [("mark", "python\n"), ("faint", indented("\n\n".join(blocks)) + "\n")]


def indented(text: str) -> str:
    """Return the text two levels in."""
    return "\n".join(f"    {line}" for line in text.splitlines())


def yaml_of(id: str, document: Document) -> str:
    """Return the lines of the file in which an item is written."""
    node = find(id, document.root)
    if node is None:
        return ""
    lines = [document.text.line(number) for number in range(node.span.line, node.span.end_line + 1)]
    return "\n".join(lines).rstrip()


def find(id: str, node: Node | None) -> Mapping | None:
    """Return the mapping with that id."""
    match node:
        case Mapping(entries):
            if any(entry.key.text == "id" and getattr(entry.value, "text", "") == id for entry in entries):
                return node
            return next((found for entry in entries if (found := find(id, entry.value))), None)
        case Sequence(parts):
            return next((found for each in parts if (found := find(id, each))), None)
        case _:
            return None
