"""Play the same games interpreted and compiled, and compare what comes of them: `make native`.

`python -m tests.native FOLDER NAME` compares and measures games per Y; with `--play` and a number
of games it prints a digest and a time by number of players.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench import yardstick

PLAYERS = (3, 4, 7)


def digests(name: str, games: int) -> dict[str, tuple[str, float]]:
    """Return, by number of players, a digest of the totals of random games and their time."""
    core = importlib.import_module("stele.runtime.turn.games")
    module = importlib.import_module(name)
    found = {}
    for players in PLAYERS:
        core.play_many(module.CORE, module.ASKS, module.START, players, list(range(50)))
        start = time.process_time()
        totals = core.play_many(module.CORE, module.ASKS, module.START, players, list(range(games)))
        spent = time.process_time() - start
        found[str(players)] = hashlib.blake2b(repr(totals).encode(), digest_size=8).hexdigest(), spent
    return found


def played(folder: Path, name: str, games: int) -> dict[str, tuple[str, float]]:
    """Play in a process that sees the runtime of a folder and no other."""
    here = str(Path(__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), here))}
    command = [sys.executable, "-m", "tests.native", "--play", str(folder), name, str(games)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    result: dict[str, tuple[str, float]] = json.loads(done.stdout)
    return result


def main() -> int:
    """Compare, or play."""
    if sys.argv[1:2] == ["--play"]:
        print(json.dumps(digests(sys.argv[3], int(sys.argv[4]))))
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--measure", type=int, default=0, help="so many games for the speed of native code")
    options = parser.parse_args()
    from stele.compiler.driver.native import compiled_modules

    plain = options.folder.with_name(options.folder.name + "-interpreted")
    copy_sources(options.folder, plain)
    native, interpreted = (played(folder, options.name, options.games) for folder in (options.folder, plain))
    native_files = {file.relative_to(options.folder).as_posix() for file in options.folder.rglob("*.so")}
    modules = {f"{name.partition('.')[0]}.py" for name in native_files}
    assert set(compiled_modules(options.folder)) <= modules, "not everything is native"
    differing = [players for players in native if native[players][0] != interpreted[players][0]]
    y = min(yardstick() for _ in range(3))
    fast = played(options.folder, options.name, options.measure) if options.measure else native
    games = options.measure or options.games
    for players in native:
        rates = [round(n / result[players][1] * y) for n, result in ((options.games, interpreted), (games, fast))]
        print(f"{options.name}, {players} players: games per Y interpreted {rates[0]}, compiled {rates[1]}")
    print(f"{options.name}: {len(native) * options.games} games alike" if not differing else f"DIFFERENT: {differing}")
    return 1 if differing else 0


def copy_sources(folder: Path, to: Path) -> None:
    """Copy the sources of a native build, without what was compiled."""
    for file in sorted(folder.rglob("*.py")):
        if "build" not in file.relative_to(folder).parts:
            (to / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (to / file.relative_to(folder)).write_bytes(file.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
