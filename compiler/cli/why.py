"""`stele why`: say where every point of a saved game comes from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.cli.paint import visible_console, write_problem
from stele.compiler.cli.report import report
from stele.compiler.cli.sheet import names_of
from stele.compiler.common.files import read_regular
from stele.compiler.driver.build import Broken, load
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.source import Scalar, YamlMapping, read
from stele.runtime import Game, Refused
from stele.runtime.saves import MOST_SIGNS, NotSaved, read_save


def run(options: argparse.Namespace) -> int:
    """Load the game and print its leaves."""
    try:
        game = saved_game(Path(options.save), options.folder)
    except Broken as problem:
        report(problem.checked.diagnostics, problem.checked)
        return 1
    except NotSaved as problem:
        write_problem(f"cannot read {options.save}: {problem}", sys.stderr)
        return 1
    except Refused as problem:
        write_problem(f"{problem}; a save can be read only with the content it was played with", sys.stderr)
        return 1
    console = visible_console()
    for score, name in zip(game.scores(), names_of(game), strict=False):
        console.print(f"{name}: {score.total} points", style="bold", markup=False)
        for line in game.rules.tables.lines:
            leaves = [leaf for leaf in score.leaves if leaf.line == line.id]
            if leaves:
                console.print(f"  {line.name}: {sum(leaf.points for leaf in leaves)}", markup=False)
            for leaf in leaves:
                place = f"  ({leaf.place})" if leaf.place else ""
                console.print(f"    {leaf.points:>3}  {leaf.item}: {leaf.clause}{place}", markup=False, soft_wrap=True)
    return 0


def saved_game(file: Path, given: Sequence[str]) -> Game:
    """Return the game of a save, of expansions that are shipped or given as folders.

    What is neither is required by a folder that is given, and lies beside it.
    """
    try:
        text = read_regular(file, MOST_SIGNS).decode("utf-8")
    except OSError as problem:
        raise NotSaved(problem.strerror) from problem
    except UnicodeDecodeError as problem:
        raise NotSaved("this is not a saved game") from problem
    saved = read_save(text)
    ids = {id_of(Path(folder)) for folder in given}
    folders = [folder for folder in shipped_folders() if folder.name in saved.expansions and folder.name not in ids]
    if not folders and not given:
        raise NotSaved("none of its expansions comes with Stele; name their folders with `--folder`")
    return load(*folders, *given, variant=saved.variant).load(text)


def id_of(folder: Path) -> str:
    """Return the id of the expansion in a folder, which may have another name."""
    root = read(folder / "expansion.yaml", folder.name, "expansion", []).root
    id = root.get("id") if isinstance(root, YamlMapping) else None
    return id.text if isinstance(id, Scalar) else folder.name
