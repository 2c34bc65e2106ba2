"""What programs may rely on is written down, typed, and there."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "API.md").read_text(encoding="utf-8")


def names_under(heading: str) -> list[str]:
    """Return the names that the page lists under a heading."""
    section = PAGE.split(f"## `{heading}`\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize("module", ["stele.compiler", "stele.runtime"])
def test_the_page_lists_exactly_the_public_names_of_a_module(module: str) -> None:
    public: list[str] = importlib.import_module(module).__all__
    assert sorted(names_under(module)) == sorted(public)
    assert all(getattr(importlib.import_module(module), name).__doc__ for name in public)


def test_every_name_of_the_lab_is_there() -> None:
    listed = names_under("stele.lab")
    assert listed
    for name in listed:
        module, _, attribute = name.rpartition(".")
        assert hasattr(importlib.import_module(module), attribute), name


def test_the_attributes_that_the_page_names_are_there() -> None:
    for module in ("stele.compiler", "stele.runtime"):
        for name, says in re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE):
            thing = getattr(importlib.import_module(module), name, None)
            if isinstance(thing, type) and not issubclass(thing, Exception):
                known = {*dir(thing), *getattr(thing, "__annotations__", ()), *getattr(thing, "__slots__", ())}
                attributes = [word for word in re.findall(r"`(\w+)`", says) if word.islower()]
                assert set(attributes) <= known, (name, set(attributes) - known)


def test_the_example_of_the_page_runs() -> None:
    program = PAGE.split("```python\n", 1)[1].split("```", 1)[0]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\[\d+, \d+, \d+\]\n", done.stdout)


def test_importing_the_compiler_loads_no_parser() -> None:
    program = (
        "import sys, stele.compiler; print([m for m in ('lark', 'yaml', 'jsonschema', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("package", ["compiler", "runtime", "lab"])
def test_type_checkers_are_told_that_packages_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_an_unknown_name_of_the_compiler_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        importlib.import_module("stele.compiler").nothing  # noqa: B018 - looking is what is tested
