"""Helpers for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from _pytest.mark import ParameterSet

from stele import compiler
from stele.compiler.common.diagnostics import Diagnostic, plain
from stele.compiler.common.span import text_of
from stele.compiler.driver.build import build
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.source import Scalar
from stele.runtime import Rules
from stele.runtime import open as open_ruleset
from tests.shared import forget_shipped, remember_shipped

HERE = Path(__file__).parent
ROOT = HERE.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files; read the diff like code")


def pytest_configure(config: pytest.Config) -> None:
    """Let all workers of a run keep compiled sets in one folder, which is not the user's own."""
    gc.set_threshold(100_000, 20, 20)  # trees of shipped content stay: few looks through them are enough
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="stele-cache-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        os.environ["STELE_CACHE"] = folder.name


@pytest.fixture(scope="session", autouse=True)
def shipped_content_is_read_once() -> Iterator[None]:
    """Let every worker read and check shipped content once."""
    with pytest.MonkeyPatch.context() as patch:
        remember_shipped(patch)
        yield


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test read shipped content itself, as the first check of a process does."""
    forget_shipped(monkeypatch)


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


def sampled(values: Sequence[object], step: int) -> list[ParameterSet]:
    """Return one of so many values for every run, and the others for `make long`."""
    return [pytest.param(value, marks=[pytest.mark.long] if n % step else []) for n, value in enumerate(values)]


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
