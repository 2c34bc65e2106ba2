"""`stele why`: say where every point of a saved game comes from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from stele.compiler.cli.meant import around, id_of
from stele.compiler.cli.paint import visible_console, write_problem
from stele.compiler.cli.report import report
from stele.compiler.cli.sheet import names_of
from stele.compiler.common.files import read_regular
from stele.compiler.driver.build import Broken, load
from stele.compiler.driver.cache import required, stable_path
from stele.compiler.driver.workspace import shown_path
from stele.compiler.front.expansion_paths import folders_of, shipped_folders
from stele.runtime import Game, Refused
from stele.runtime.saves import MOST_SIGNS, NotSaved, read_save


def run(options: argparse.Namespace) -> int:
    """Load the game and print its leaves."""
    try:
        game, folders = saved_game(Path(options.save), options.folder)
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
    # A compiled module is the same on every machine; here the files lie somewhere.
    shown = {stable_path(folder): shown_path(folder) for folder in required(folders)}
    for score, name in zip(game.scores(), names_of(game), strict=False):
        console.print(f"{name}: {score.total} points", style="bold", markup=False)
        for line in game.rules.tables.lines:
            leaves = [leaf for leaf in score.leaves if leaf.line == line.id]
            if leaves:
                console.print(f"  {line.name}: {sum(leaf.points for leaf in leaves)}", markup=False)
            for leaf in leaves:
                place = f"  ({place_here(leaf.place, shown)})" if leaf.place else ""
                console.print(f"    {leaf.points:>3}  {leaf.item}: {leaf.clause}{place}", markup=False, soft_wrap=True)
    return 0


def place_here(place: str, shown: Mapping[str, str]) -> str:
    """Return where a file of an expansion lies, from how a compiled module calls it."""
    folder = next((folder for folder in shown if place.startswith(f"{folder}/")), None)
    return place if folder is None else shown[folder] + place[len(folder) :]


def saved_game(file: Path, given: Sequence[str]) -> tuple[Game, list[Path]]:
    """Return the game of a save and the folders of its expansions, which are given, shipped, or
    found.
    """
    try:
        text = read_regular(file, MOST_SIGNS).decode("utf-8")
    except OSError as problem:
        raise NotSaved(problem.strerror) from problem
    except UnicodeDecodeError as problem:
        raise NotSaved("this is not a saved game") from problem
    saved = read_save(text)
    folders = {id_of(folder): folder for folder in (folders_of(given) if given else [])}
    places = search_places(file, folders.values())
    for id in saved.expansions:
        if id not in folders and (found := find_expansion(id, places)) is not None:
            folders[id] = found
    missing = [id for id in saved.expansions if id not in folders]
    # A folder that is given and is none is told by the check.
    if missing and all((folder / "expansion.yaml").is_file() for folder in folders.values()):
        raise NotSaved(no_folders(missing))
    return load(*folders.values(), variant=saved.variant).load(text), list(folders.values())


def search_places(file: Path, given: Iterable[Path]) -> list[Path]:
    """Return folders in which expansions are looked for: those around the current folder, the save
    and what is given.
    """
    here = Path.cwd()
    own = around(here)
    places = [*([own.parent] if own is not None else []), here, file.resolve().parent]
    return list(dict.fromkeys([*places, *(folder.resolve().parent for folder in given)]))


def find_expansion(id: str, places: Iterable[Path]) -> Path | None:
    """Return the folder of an expansion: the one around the current folder, a shipped one, or one
    that is called like its id.
    """
    own = around(Path.cwd())
    shipped = [folder for folder in shipped_folders() if folder.name == id]
    known = [*([own] if own is not None else []), *shipped, *(place / id for place in places)]
    return next((folder for folder in known if (folder / "expansion.yaml").is_file() and id_of(folder) == id), None)


def no_folders(missing: Sequence[str]) -> str:
    """Say which expansions of a save are not found, and how to name their folders."""
    ids = " and ".join(f"`{id}`" for id in missing)
    options = " ".join(f"--folder PATH/{id}" for id in missing)
    if len(missing) == 1:
        return f"its expansion {ids} does not come with Stele; name its folder: `{options}`"
    return f"its expansions {ids} do not come with Stele; name their folders: `{options}`"
