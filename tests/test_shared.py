"""What tests share changes nothing of what they see."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.build import build
from stele.compiler.driver.check import check_folders, clashes
from tests.conftest import HERE, ROOT, messages

FOLDERS = [HERE / "expansions" / "gardens", HERE / "bad" / "E0407_requires_too_little", ROOT / "content" / "leaders"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_shipped_content_that_is_remembered_is_like_content_that_is_read(
    folder: Path, request: pytest.FixtureRequest
) -> None:
    def seen() -> tuple[str, str, str | None]:
        checked = check_folders([folder])
        met = messages(clashes(checked, [folder]), checked)
        return messages(checked.diagnostics, checked), met, build([folder]).text

    seen()
    remembered = seen()
    request.getfixturevalue("anew")
    assert seen() == remembered


def test_what_is_shipped_is_the_very_same_tree_in_every_check() -> None:
    first, second = (check_folders([ROOT / "content" / "base"]).contents["base"] for _ in range(2))
    assert first is second


@pytest.mark.usefixtures("anew")
def test_unless_a_test_reads_it_anew() -> None:
    first, second = (check_folders([ROOT / "content" / "base"]).contents["base"] for _ in range(2))
    assert first is not second
