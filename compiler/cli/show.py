"""`stele show`: one item at every stage, side by side: its YAML, its trees, its sentences, the
operations of the core and the Python that came of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from stele.compiler.analysis.attribution import active_patches
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.cli.meant import meant
from stele.compiler.cli.paint import in_lines, write, write_problem
from stele.compiler.cli.report import report
from stele.compiler.common.diagnostics import near_words
from stele.compiler.common.span import Span
from stele.compiler.driver.build import build, program_of, stable_folders
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.dump import tree_text
from stele.compiler.front.nodes import Clause, Cost
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.ir.program import Program
from stele.compiler.ir.text import effect_lines, parts_of, said_once
from stele.compiler.language.english.clauses import English
from stele.compiler.language.naming import lexicon_of
from stele.compiler.tools.source_map import is_changed_by, node_of, python_of, text_of_lines, yaml_of

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
    program = None if checked.has_errors else program_of(checked, checked.ids_in(folders))
    contents, patches = as_played(checked, folders)
    pieces = [piece for content in contents for piece in shown(options.item, content, checked, text, patches, program)]
    if checked.has_errors:
        report(checked.diagnostics, checked)
    if pieces:
        write(pieces, sys.stdout)
        return 1 if checked.has_errors else 0
    if not all((folder / "expansion.yaml").is_file() for folder in folders):
        return 1  # what was said about the folder is reason enough
    kinds = "card, board, action, rider or supply"
    write_problem(f"no {kinds} is called `{options.item}`; only those can be shown", sys.stderr)
    ids = [item.id for content in contents for item in all_items(content)]
    if near := near_words(options.item, ids):
        write([("", f"did you mean {' or '.join(f'`{word}`' for word in near)}?\n")], sys.stderr)
    return 1


def as_played(checked: Checked, folders: Sequence[Path]) -> tuple[list[items.Content], list[items.Patch]]:
    """Return all that was read, what was asked for with the patches that apply to it, and these
    patches.

    With mistakes in it, as it was written.
    """
    if checked.has_errors:
        return list(checked.game.contents), []
    known = checked.contents
    ids = frozenset(id for one in checked.ids_in(folders) for id in reached(known[one], known))
    played, _ = in_play(known, checked.by_expansion, ids)
    others = [content for content in checked.game.contents if content.expansion.id not in ids]
    return [*played.contents, *others], active_patches(known, ids, "")


def all_items(content: items.Content) -> list[Item]:
    """Return the cards and boards of an expansion, those of shared places too, and what its flow
    lets cards be used for.
    """
    found: list[Item] = [*content.cards, *content.boards, *content.places]
    if content.flow is not None:
        found += [*content.flow.actions, *content.flow.riders, *content.flow.supplies]
    return found


def shown(
    id: str,
    content: items.Content,
    checked: Checked,
    text: str,
    patches: Sequence[items.Patch],
    program: Program | None,
) -> Iterator[tuple[str, str]]:
    """Yield everything about an item of one expansion; `text` is the module compiled of the
    program, `patches` all that apply.
    """
    english = English(lexicon_of(checked.game.contents))
    for item in all_items(content):
        if item.id != id:
            continue
        kind = KINDS[type(item)]
        yield from [("strong", item.name), ("", f" · {kind} of {content.expansion.id} · "), ("place", str(item.span))]
        yield "", "\n\n"
        documents = {document.text.path: document for document in checked.documents}
        if (node := node_of(item.span, documents)) is not None:
            yield from in_lines("", yaml_of(node, documents[item.span.path]) + "\n\n")
        changes = [patch for patch in patches if is_changed_by(patch, content.expansion.id, item)]
        for patch in changes:
            yield from [("mark", "patched  "), ("place", str(patch.span)), ("", "\n")]
            value = patch.value.node.span
            lines = replace(patch.span, end_line=max(patch.span.line, value.end_line))
            yield from in_lines("", indented(text_of_lines(lines, documents[patch.span.path])) + "\n\n")
        places = [*([] if node is None else [node.span]), *(patch.value.node.span for patch in changes)]
        python = python_of([stable(place, checked) for place in places], text)
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
        if program is not None:
            yield from core_part(program, kind, id)
        yield from python_part(python)


def stable(place: Span, checked: Checked) -> Span:
    """Return a place as compiled modules call it."""
    for folder, called in stable_folders(checked).items():
        if place.path.startswith(f"{folder}/"):
            return replace(place, path=called + place.path.removeprefix(folder))
    return place


def part(
    title: str, effect: tuple[Clause, ...] | list[Clause], cost: Cost | None, english: English
) -> Iterator[tuple[str, str]]:
    """Yield one part of an item: each clause with its sentence and its tree."""
    if cost is not None:
        yield from [("mark", title), ("", f"  {cost_text(cost)}\n"), ("good", "  Costs " + english.cost(cost) + ".\n")]
        yield from in_lines("faint", indented(tree_text(cost)) + "\n\n")
    for clause in effect:
        yield from [("mark", title), ("", f"  {clause_text(clause)}\n"), ("good", f"  {english.clause(clause)}\n")]
        yield from in_lines("faint", indented(tree_text(clause)) + "\n\n")


def core_part(program: Program, kind: str, id: str) -> Iterator[tuple[str, str]]:
    """Yield what an item became before it is Python: operations of the core."""
    said = said_once(program)
    for title, effects in parts_of(program, kind, id):
        if lines := list(effect_lines(effects, said)):
            yield from [("mark", "core"), ("", f"  {title}\n"), *in_lines("faint", indented("\n".join(lines)) + "\n\n")]


def python_part(text: str) -> Iterator[tuple[str, str]]:
    """Yield what an item became in the compiled module."""
    if text:
        yield from [("mark", "python\n"), *in_lines("faint", indented(text) + "\n")]


def indented(text: str) -> str:
    """Return the text two levels in."""
    return "\n".join(f"    {line}" for line in text.splitlines())
