"""`stele why`: say where every point of a saved game comes from."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from stele.compiler.cli.paint import write_problem
from stele.compiler.cli.report import report
from stele.compiler.cli.sheet import names_of
from stele.compiler.driver.build import Broken, load
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.source import Scalar, YamlMapping, read
from stele.runtime import Refused


def run(options: argparse.Namespace) -> int:
    """Load the game and print its leaves."""
    try:
        text = Path(options.save).read_text(encoding="utf-8")
        saved = json.loads(text)
        given = {id_of(Path(folder)) for folder in options.folder}
        # What is neither shipped nor here is required by a folder that is given, and lies beside
        # it.
        ids = [id for id in saved["expansions"] if id not in given and folders_of([id])[0].is_dir()]
        game = load(*ids, *options.folder, variant=str(saved.get("variant", ""))).load(text)
    except Broken as problem:
        report(problem.checked.diagnostics, problem.checked)
        return 1
    except OSError as problem:
        write_problem(f"cannot read {options.save}: {problem.strerror}", sys.stderr)
        return 1
    except Refused as problem:
        write_problem(f"{problem}; a save can be read only with the content it was played with", sys.stderr)
        return 1
    except (ValueError, KeyError, TypeError):
        write_problem(f"{options.save} is not a saved game", sys.stderr)
        return 1
    console = Console(highlight=False)
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


def id_of(folder: Path) -> str:
    """Return the id of the expansion in a folder, which may have another name."""
    root = read(folder / "expansion.yaml", folder.name, "expansion", []).root
    id = root.get("id") if isinstance(root, YamlMapping) else None
    return id.text if isinstance(id, Scalar) else folder.name
