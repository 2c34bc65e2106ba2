"""Packages: each says what goes in and what comes out, and imports go one way, as ARCHITECTURE.md
says.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT

ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MOST_LINES = 500
LONG_ALLOWED = ("ir", "lower", "codegen")  # one function for each construct, in one place
# The language has just been opened here; each of these waits to become two.
TO_BE_SPLIT = ("compiler/front/unparse.py", "compiler/language/french/phrases.py")

# Classes of two modules under `compiler/` that share a name, each with its reason. Nodes of
# `compiler/ir` are apart: they are called like the nodes they are made from, and are always written
# `ir.Gain`.
TWICE: dict[str, str] = {}


def modules(folder: str) -> list[Path]:
    """Return all modules below a folder of the repository."""
    return sorted((ROOT / folder).rglob("*.py"))


def packages(folder: str) -> list[Path]:
    """Return a folder of the repository and all below it that hold modules."""
    return sorted({file.parent for file in modules(folder)})


def imported(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, module) of every import of ours, wherever it stands: in functions and under
    TYPE_CHECKING too.
    """
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                # What is imported from a package may be a module of it.
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
            case ast.ImportFrom():
                yield node.lineno, "a relative import"
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)


def chain(first: str) -> list[str]:
    """Return the order of packages that the architecture gives in one line, from the one that is
    imported to the one that imports.
    """
    lines = re.findall(r"`\w+`(?: <- `\w+`)+", ARCHITECTURE)
    [found] = {line for line in lines if line.startswith(f"`{first}` <-")}
    return re.findall(r"\w+", found)


def against(order: Sequence[str], package: str, text: str, prefix: str) -> list[str]:
    """Return the imports of a module that go against an order of packages."""
    allowed = order[: order.index(package) + 1]
    targets = ((line, name.removeprefix(prefix)) for line, name in imported(text) if name.startswith(prefix))
    return [f"{line}: {name}" for line, name in targets if name.partition(".")[0] not in allowed]


@pytest.mark.parametrize(("folder", "first"), [("compiler", "common"), ("compiler/docs", "text")])
def test_packages_import_in_the_order_of_the_architecture(folder: str, first: str) -> None:
    order = chain(first)
    below = {package.relative_to(ROOT / folder).parts[0] for package in packages(folder) if package != ROOT / folder}
    assert sorted(order) == sorted(below), "the order names every package"
    prefix = f"stele.{folder.replace('/', '.')}."
    wrong = {}
    for package in order:
        for file in modules(f"{folder}/{package}"):
            if found := against(order, package, file.read_text(encoding="utf-8"), prefix):
                wrong[file.relative_to(ROOT).as_posix()] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [("runtime", ("stele.compiler", "stele.lab")), ("lab", ("stele.compiler",)), ("compiler", ("tests",))],
)
def test_what_stands_alone_imports_nothing_of_the_rest(folder: str, forbidden: tuple[str, ...]) -> None:
    wrong = [
        f"{file.relative_to(ROOT).as_posix()}:{line}: {name}"
        for file in modules(folder)
        for line, name in imported(file.read_text(encoding="utf-8"))
        if any(f"{name}.".startswith(f"{one}.") for one in (*forbidden, "a relative import"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("from stele.compiler.cli.play import Terminal", id="at the top"),
        pytest.param("def act():\n    from stele.compiler.cli import play", id="in a function"),
        pytest.param("if TYPE_CHECKING:\n    import stele.compiler.cli.play", id="for types only"),
        pytest.param("from stele.compiler import cli", id="the package itself"),
    ],
)
def test_an_import_against_the_order_is_seen_wherever_it_stands(text: str) -> None:
    assert len(against(["common", "front", "cli"], "front", text, "stele.compiler.")) == 1
    assert against(["common", "front", "cli"], "cli", text, "stele.compiler.") == []


@pytest.mark.parametrize("package", packages("compiler"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_package_says_what_goes_in_and_what_comes_out_and_is_not_empty(package: Path) -> None:
    assert [file for file in package.rglob("*.py") if file.name != "__init__.py"], "an empty package"
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert re.search(r"\bIn: \S", text), text
    assert re.search(r"\bOut: \S", text), text


def test_no_folder_holds_nothing() -> None:
    hidden = {"__pycache__"}
    folders = [path for name in ("compiler", "runtime", "lab") for path in (ROOT / name).rglob("*") if path.is_dir()]
    assert [path for path in folders if path.name not in hidden and not {p.name for p in path.iterdir()} - hidden] == []


def test_a_name_of_a_class_stands_for_one_thing() -> None:
    places = defaultdict(list)
    for file in modules("compiler"):
        if not file.is_relative_to(ROOT / "compiler" / "ir"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(file.relative_to(ROOT).as_posix())
    assert len(places) > 100
    assert {name: files for name, files in places.items() if len(files) > 1 and name not in TWICE} == {}
    assert [name for name in TWICE if len(places[name]) < 2] == [], "no exception any more"
    assert all(TWICE.values())


def test_no_module_is_too_long_to_be_read() -> None:
    lengths = {
        file.relative_to(ROOT).as_posix(): len(file.read_text(encoding="utf-8").splitlines())
        for file in modules("compiler")
        if file.relative_to(ROOT).parts[1] not in LONG_ALLOWED
    }
    too_long = [name for name, length in lengths.items() if length > MOST_LINES and name not in TO_BE_SPLIT]
    assert too_long == []
