"""Compile the core and a rule set to native code, together as one group: `make native`.

A rule set that is compiled alone gains nothing: each call across groups costs more than what is
called. Everything is copied into a folder of its own first, so that no native module ever lies
beside the sources, where it would shadow later edits.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import stele.runtime
from stele.compiler.codegen.emit import emit_apart
from stele.compiler.driver.build import program_of
from stele.compiler.driver.cache import stable_path
from stele.compiler.driver.check import check_folders
from stele.compiler.front.expansion_paths import folders_of

# All that is read while games are played; the other modules open rule sets, or tell people about
# games.
COMPILED_PACKAGES = ("state", "table", "payment", "effects", "turn")

MARK = ".stele-native"  # stands in a folder that may be written anew

SETUP = """
from setuptools import setup
from mypyc.build import mypycify

files = {files!r}
setup(
    name={name!r},
    ext_modules=mypycify([*files, "--explicit-package-bases", "--namespace-packages"], opt_level="3", group_name={name!r}),
    packages=[],
)
"""


def core_text(expansions: Sequence[str], variant: str = "") -> tuple[str, str]:
    """Return functions and tables of expansions on the core."""
    folders = folders_of(list(expansions))
    checked = check_folders(folders, stable_path)
    assert not checked.has_errors
    return emit_apart(program_of(checked, checked.ids_in(folders), variant))


def write_sources(folder: Path, name: str, expansions: Sequence[str], variant: str = "") -> None:
    """Write the runtime and a rule set into a folder of their own: `NAME` has its tables, and takes
    its functions from `NAME_functions`.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SystemExit(f"{folder} holds files that are not of a native build; remove them, or name a new folder")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "stele").mkdir(parents=True)
    (folder / MARK).touch()
    runtime = Path(stele.runtime.__file__).parent
    shutil.copytree(runtime, folder / "stele" / "runtime", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    functions, tables = core_text(expansions, variant)
    (folder / f"{name}_functions.py").write_text(functions, encoding="utf-8")
    (folder / f"{name}.py").write_text(f"from {name}_functions import *\n{tables}", encoding="utf-8")


def compiled_modules(folder: Path) -> list[str]:
    """Return the modules of the runtime that become native code, as paths."""
    runtime = folder / "stele" / "runtime"
    files = [file for package in COMPILED_PACKAGES for file in sorted((runtime / package).glob("*.py"))]
    return [file.relative_to(folder).as_posix() for file in files if file.stem != "__init__"]


def compile_sources(folder: Path, name: str) -> None:
    """Compile what was written into a folder."""
    setup = SETUP.format(files=[*compiled_modules(folder), f"{name}_functions.py"], name=f"stele_{name}")
    (folder / "setup.py").write_text(setup, encoding="utf-8")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    # What is called within the group is called there and nowhere else, so that it may be inlined.
    flags = {} if sys.platform == "win32" else {"CFLAGS": "-fno-semantic-interposition"}
    environment = {**os.environ, **flags}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        needs = "it needs a C compiler and the headers of Python"
        raise SystemExit(f"the native build failed; {needs}:\n{done.stdout}{done.stderr}")


def main(arguments: Sequence[str]) -> int:
    """Build `FOLDER NAME EXPANSION...`."""
    folder, name, *expansions = arguments
    write_sources(Path(folder), name, expansions)
    compile_sources(Path(folder), name)
    sys.stdout.write(f"built: {folder}, the core and {' + '.join(expansions)} as native code\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
