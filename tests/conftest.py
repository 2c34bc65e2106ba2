"""Helpers for all tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from stele import compiler
from stele.compiler.common.diagnostics import Diagnostic, plain
from stele.compiler.common.span import text_of
from stele.compiler.driver.build import build
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.source import Scalar
from stele.runtime import Rules
from stele.runtime import open as open_ruleset

HERE = Path(__file__).parent
ROOT = HERE.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files; read the diff like code")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let tests keep things in a folder of their own."""
    os.environ["STELE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a golden file."""

    def compare(name: str, text: str) -> None:
        file = HERE / "golden" / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture(scope="session")
def base() -> Checked:
    """The shipped content, checked."""
    return check_folders(shipped_folders())


def scalar(text: str) -> Scalar:
    """Return a text as if it stood alone in a file."""
    source = text_of("clause", text)
    return Scalar(text, text, source, 0, len(text), None)


def messages(found: list[Diagnostic], checked: Checked | None = None) -> str:
    """Return findings as a person sees them."""
    texts = checked.texts if checked else {}
    return "\n".join(plain(diagnostic, texts) for diagnostic in found)


@pytest.fixture(scope="session")
def rules_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base game, compiled to a file."""
    built = build([ROOT / "content" / "base"])
    assert built.text is not None
    file = tmp_path_factory.mktemp("ruleset") / "base.py"
    file.write_text(built.text, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def rules(rules_file: Path) -> Rules:
    """The base game, opened."""
    return open_ruleset(rules_file)


@pytest.fixture(scope="session")
def load() -> Callable[..., Rules]:
    """Compile each set of expansions once."""
    return cache(compiler.load)
