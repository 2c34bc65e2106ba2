"""Expansions are found by their ids, and only by ids: a name of content is no way to other
folders.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.check import check_folders
from stele.compiler.front.expansion_paths import find
from tests.conftest import messages

IDENTITY = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {{base: "1.0"}}\n'


def folder_with(tmp_path: Path, name: str) -> Path:
    """Return an expansion with a ruling that names another expansion."""
    fan = tmp_path / "folder" / "fan"
    (fan / "rulings").mkdir(parents=True)
    (fan / "expansion.yaml").write_text(IDENTITY.format(), encoding="utf-8")
    ruling = f"rulings: [{{id: one, question: Why?, answer: So., with: ['{name}'], given: {{seats: {{A: {{}}}}}}, then: {{}}}}]\n"
    (fan / "rulings" / "r.yaml").write_text(ruling, encoding="utf-8")
    return fan


@pytest.mark.parametrize("name", ["a" * 5000, "../outside", "folder/../../outside", "out\\0side"])
def test_a_name_that_is_no_id_is_not_looked_for_on_the_disk(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "expansion.yaml").write_text("not: even yaml: of ours", encoding="utf-8")
    found = check_folders([folder_with(tmp_path, name)]).diagnostics
    assert found
    assert not [diagnostic for diagnostic in found if "outside/expansion.yaml" in str(diagnostic.span)], messages(found)


def test_an_expansion_is_found_beside_another_one_and_among_those_that_come_with_stele(tmp_path: Path) -> None:
    for name in ("one", "two-more"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "expansion.yaml").write_text("id: x", encoding="utf-8")
    assert find("two-more", tmp_path / "one") == (tmp_path / "two-more").resolve()
    assert find("base", tmp_path / "one") is not None
    assert find("three", tmp_path / "one") is None
    assert find("../" + tmp_path.name + "/two-more", tmp_path / "one") is None
