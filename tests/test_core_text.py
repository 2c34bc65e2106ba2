"""What becomes of each clause: the operations of the core, then Python; one golden file for each
content file, with all that its folder adds to a module.

Each item stands there with its clauses, what they are lowered to, and the functions that are
written of them. What a clause means is said in `tests/expansions/language`; here it is read how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import get_args

import pytest

from stele.compiler.codegen.emit import emit
from stele.compiler.driver.build import program_of
from stele.compiler.driver.cache import stable_path
from stele.compiler.driver.check import check_folders
from stele.compiler.front import nodes as n
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.ir.text import effect_lines, parts_of, said_once
from stele.compiler.tools.source_map import functions_in
from tests.conftest import HERE
from tests.test_languages import EXPANSIONS

FOLDERS = [
    *(pytest.param(id, id=id) for id in EXPANSIONS),
    *(pytest.param(str(HERE / "expansions" / id), id=id) for id in ("gardens", "language")),
]
KINDS = ("card", "board", "action", "rider")


def items_of(program: ir.Program) -> Iterator[tuple[str, str, str]]:
    """Yield (file, kind, id) of every item that has clauses, in the order of a program."""
    yield from ((card.span.path, "card", card.id) for card in program.cards)
    yield from ((side.span.path, "board", side.board) for side in program.sides)
    faces = (face for shared in program.places for face in shared.sides)
    yield from ((face.span.path, "board", face.board) for face in faces)
    yield from (("flow.yaml", "action", action.id) for action in program.actions)
    yield from (("flow.yaml", "rider", rider.id) for rider in program.riders)


def core_of(program: ir.Program, kind: str, id: str) -> Iterator[str]:
    """Yield the parts of an item: its clauses, and the operations that they are lowered to."""
    said = said_once(program)
    for title, effects in parts_of(program, kind, id):
        if effects.effects or effects.choose:
            yield f"{kind} {id}, {title}"
            yield from (f"    {text}" for one in (effects, *effects.choose) for text in one.texts)
            yield from (f"        {line}" for line in effect_lines(effects, said))


def core_of_everyone(program: ir.Program, folder: str) -> Iterator[str]:
    """Yield what the flow of a folder says of everyone, and what is lowered from all of that."""
    flow = check_folders(folders_of([folder])).game.content(Path(folder).name).flow
    if flow is not None and flow.everyone:
        yield "everyone"
        yield from (f"    {clause_text(clause)}" for clause in flow.everyone)
        yield from (f"        {line}" for line in effect_lines(program.everyone, said_once(program)))


def written_in(module: str, folder: str) -> dict[str, list[str]]:
    """Return, by file of a folder, the functions of a module that come from it, in the order of its
    lines.
    """
    found: dict[str, dict[tuple[int, str], None]] = {}
    for path, line, text in functions_in(module):
        if path.startswith(f"{folder}/"):
            found.setdefault(path.removeprefix(f"{folder}/"), {})[line, text] = None
    return {file: [re.sub(r"\n    #[^\n]*", "", text) for _, text in sorted(known)] for file, known in found.items()}


def read(folders: Sequence[str]) -> tuple[ir.Program, str]:
    """Return the program of some folders with all they require, and its module."""
    found = folders_of(list(folders))
    checked = check_folders(found, stable_path)
    program = program_of(checked, checked.ids_in(found))
    return program, emit(program)


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_becomes_of_each_clause_is_read(folder: str, golden: Callable[[str, str], None]) -> None:
    program, module = read([folder])
    name = Path(folder).name
    prefix = f"content/{name}" if name in EXPANSIONS else name
    texts: dict[str, list[str]] = {}
    for path, kind, id in dict.fromkeys(items_of(program)):
        file = path.removeprefix(f"{prefix}/")
        if file != path:
            texts.setdefault(file, []).extend(core_of(program, kind, id))
    if everyone := list(core_of_everyone(program, folder)):
        texts.setdefault("flow.yaml", []).extend(everyone)
    for file, functions in written_in(module, prefix).items():
        texts.setdefault(file, []).extend(["", *"\n\n".join(functions).split("\n")])
    texts = {file.removesuffix(".yaml").replace("/", "-"): lines for file, lines in texts.items() if any(lines)}
    for file, lines in texts.items():
        golden(f"core/{name}/{file}.txt", "\n".join(lines) + "\n")
    assert {file.stem for file in (HERE / "golden" / "core" / name).glob("*.txt")} == texts.keys()


def test_what_becomes_of_items_that_need_other_expansions_is_read(golden: Callable[[str, str], None]) -> None:
    program, module = read(EXPANSIONS)
    alone = {item for id in EXPANSIONS for item in items_of(read([id])[0])}
    found = [item for item in dict.fromkeys(items_of(program)) if item not in alone]
    lines = [line for _, kind, id in found for line in core_of(program, kind, id)]
    for path in dict.fromkeys(path for path, _, _ in found):
        folder, _, file = path.rpartition("/")
        texts = written_in(module, folder).get(file, [])
        lines += [
            line
            for text in texts
            if text.split("\n")[1].strip()[1:-1] in "\n".join(lines)
            for line in ["", *text.split("\n")]
        ]
    golden("core/together.txt", "\n".join(lines) + "\n")


def test_every_kind_of_sentence_is_among_what_is_read() -> None:
    """Of sentences that are written nowhere nobody would see what becomes of them."""
    files = (HERE / "golden" / "core").rglob("*.txt")
    texts = {line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()}
    found: set[str] = set()
    for folder in [*EXPANSIONS, *(str(HERE / "expansions" / id) for id in ("gardens", "language"))]:
        content = check_folders(folders_of([folder])).game.content(Path(folder).name)
        clauses = nodes((content.cards, content.boards, content.places, content.flow), n.Clause)
        read_ones = [clause for clause in clauses if clause_text(clause) in texts]
        found |= {kind.__name__ for kind in get_args(n.Sentence) if any(nodes(tuple(read_ones), kind))}
    assert {kind.__name__ for kind in get_args(n.Sentence)} <= found
