"""Sites and a browser to look at them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.site.browser import DESK, Browser, browser, is_there
from tests.site.sites import built_once


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def site(shared: Path) -> Callable[[str], Path]:
    """Return a site by its name."""
    return partial(built_once, shared)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    if not is_there():
        reason = "no chromium and chromedriver on this machine; `make browser` says how to get them"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with browser() as started:
        yield started


@pytest.fixture
def window(chromium: Browser, shared: Path) -> Browser:
    """The browser as a reader finds it: a desk's size, a light system, nothing remembered."""
    chromium.allow_scripts(True)
    chromium.resize(*DESK)
    chromium.prefer("light")
    empty = shared / "empty.html"
    if not empty.exists():
        empty.write_text("<!doctype html><title>Empty</title>", encoding="utf-8")
    chromium.open(empty)
    chromium.run("localStorage.clear()")
    chromium.complaints()
    chromium.requests()
    return chromium
