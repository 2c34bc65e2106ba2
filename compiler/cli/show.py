"""`stele show`: one item at every stage, side by side: its YAML, its trees, its sentences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from stele.compiler.cli.meant import meant
from stele.compiler.cli.paint import write, write_problem
from stele.compiler.cli.report import report
from stele.compiler.common.diagnostics import near_words
from stele.compiler.common.span import Span
from stele.compiler.driver.build import build
from stele.compiler.driver.cache import stable_path
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.dump import tree_text
from stele.compiler.front.nodes import Clause, Cost
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.language.english.clauses import English
from stele.compiler.language.naming import lexicon_of
from stele.compiler.tools.source_map import node_of, python_of, yaml_of

Item = items.Card | items.Board | items.PlaceBoard | items.Action | items.Rider | items.Supply

KINDS = {
    items.Card: "card",
    items.Board: "board",
    items.PlaceBoard: "board",
    items.Action: "action",
    items.Rider: "rider",
    items.Supply: "supply",
}


def run(options: argparse.Namespace) -> int:
    """Find the item and print it."""
    folders = meant(options.folders)
    checked = check_folders(folders)
    text = (build(folders).text or "") if not checked.has_errors else ""
    pieces = [piece for content in checked.game.contents for piece in shown(options.item, content, checked, text)]
    if checked.has_errors:
        report(checked.diagnostics, checked)
    if pieces:
        write(pieces, sys.stdout)
        return 1 if checked.has_errors else 0
    kinds = "card, board, action, rider or supply"
    write_problem(f"no {kinds} is called `{options.item}`; only those can be shown", sys.stderr)
    ids = [item.id for content in checked.game.contents for item in all_items(content)]
    if near := near_words(options.item, ids):
        write([("", f"did you mean {' or '.join(f'`{word}`' for word in near)}?\n")], sys.stderr)
    return 1


def all_items(content: items.Content) -> list[Item]:
    """Return the cards and boards of an expansion, those of shared places too, and what its flow
    lets cards be used for.
    """
    found: list[Item] = [*content.cards, *content.boards, *content.places]
    if content.flow is not None:
        found += [*content.flow.actions, *content.flow.riders, *content.flow.supplies]
    return found


def shown(id: str, content: items.Content, checked: Checked, text: str) -> Iterator[tuple[str, str]]:
    """Yield everything about an item of one expansion; `text` is the compiled module."""
    english = English(lexicon_of(checked.game.contents))
    for item in all_items(content):
        if item.id != id:
            continue
        kind = KINDS[type(item)]
        yield from [("strong", item.name), ("", f" · {kind} of {content.expansion.id} · "), ("place", str(item.span))]
        yield "", "\n\n"
        documents = {document.text.path: document for document in checked.documents}
        if (node := node_of(item.span, documents)) is not None:
            yield "", yaml_of(node, documents[item.span.path]) + "\n\n"
        python = "" if node is None else python_of(stable(node.span, content, checked), text)
        match item:
            case items.Card():
                yield from part("cost", [], item.cost, english)
                yield from part("effect", item.effect, None, english)
                for moment, effect in item.moments:
                    yield from part(moment.text, effect, None, english)
            case items.Board():
                for side in item.sides:
                    yield from part(f"side {side.id}, start", side.start, None, english)
                    for number, stage in enumerate(side.stages, 1):
                        title = f"side {side.id}, stage {number}"
                        yield from part(title, stage.effect, stage.cost, english)
                        for choice, effect in enumerate(stage.choose, 1):
                            yield from part(f"{title}, choice {choice}", effect, None, english)
            case items.PlaceBoard():
                for face in item.sides:
                    for lead, effect in face.ladder:
                        yield from part(f"side {face.id}, lead of {lead}", effect, None, english)
            case items.Action():
                yield from part("effect", item.effect, None, english)
            case items.Rider():
                yield from part("cost", [], item.cost, english)
                yield from part("effect", item.effect, None, english)
            case items.Supply():
                pass
            case _:
                assert_never(item)
        needs = (
            [] if isinstance(item, items.Action | items.Rider | items.Supply) else [name.text for name in item.needs]
        )
        if needs and not python:
            yield (
                "faint",
                f"python  only with {' and '.join(needs)}: name them too, as in `stele show {id} FOLDER {' '.join(needs)}`\n",
            )
        yield from python_part(python)


def stable(place: Span, content: items.Content, checked: Checked) -> Span:
    """Return a place as compiled modules call it."""
    folder = content.expansion.span.path.rpartition("/")[0]
    called = stable_path(checked.places[content.expansion.id])
    return replace(place, path=called + place.path.removeprefix(folder))


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


def python_part(text: str) -> Iterator[tuple[str, str]]:
    """Yield what an item became in the compiled module."""
    if text:
        yield from [("mark", "python\n"), ("faint", indented(text) + "\n")]


def indented(text: str) -> str:
    """Return the text two levels in."""
    return "\n".join(f"    {line}" for line in text.splitlines())
