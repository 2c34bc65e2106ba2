"""An author's own values are told as such nowhere they would deface: `provenance: original`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.docs.model.reference import Reference, refer
from stele.compiler.docs.model.views import Viewer
from stele.compiler.docs.output.markdown import markdown
from stele.compiler.docs.output.printing import print_page
from stele.compiler.docs.output.site import site
from stele.compiler.driver.check import check_folders

CARDS = """\
cards:
  - {id: own, name: Own, deck: guilds, colour: purple, cost: 1 wood, effect: score 2 points}
"""
BOARDS = """\
boards:
  - id: isle
    name: Isle
    sides: {a: {start: produce wood, stages: [{cost: 2 clay, effect: score 3 points}]}}
"""


def folder_with(tmp_path: Path, provenance: str) -> Path:
    identity = 'stele: 2\nid: mine\nname: Mine\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n' + provenance
    for name, text in (("expansion", identity), ("cards/cards", CARDS), ("boards/boards", BOARDS)):
        file = tmp_path / "mine" / f"{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


@pytest.mark.parametrize("provenance", ["", "provenance: original\n"], ids=["not said", "original"])
def test_what_a_fan_made_is_original_and_no_face_or_page_is_marked(tmp_path: Path, provenance: str) -> None:
    reference = refer([folder_with(tmp_path, provenance)], "en")
    assert isinstance(reference, Reference)
    page = print_page(reference.contents, reference.speaker, frozenset({"mine"}))
    assert 'class="face face-card' in page
    assert not re.search(r'class="[^"]*(is-proposed|face-proposed|has-doubt)', page)
    views = [view for view in Viewer(reference).item_views if view.target.startswith("mine.")]
    assert [view.id for view in views if view.other_source == "original"] == ["own", "isle"]
    pieces = site(reference)
    for name in ("mine/card-own.html", "mine/board-isle.html", "mine/index.html"):
        assert 'class="provenance' not in pieces[name].make()
    told = pieces["provenance.html"].make()
    assert 'id="expansion-mine"' not in told
    assert 'class="provenance original"' in told, "what the word means is said"
    assert all("**proposed**" not in text.make() for name, text in markdown(reference).items() if "mine" in name)


def test_a_single_value_that_is_proposed_is_still_marked(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "provenance: original\n")
    file = folder / "cards" / "cards.yaml"
    file.write_text(file.read_text().replace("points}", "points, provenance: {cost: proposed}}"))
    reference = refer([folder], "en")
    assert isinstance(reference, Reference)
    assert "Proposed: cost" in print_page(reference.contents, reference.speaker, frozenset({"mine"}))
    assert 'id="expansion-mine"' in site(reference)["provenance.html"].make()


def test_an_official_expansion_that_says_nothing_is_public(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "")
    file = folder / "expansion.yaml"
    file.write_text(file.read_text().replace("official: false", "official: true"))
    assert check_folders([folder]).contents["mine"].expansion.provenance == "public"


def test_a_new_expansion_is_original_and_has_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "mine"]) == 0
    assert "\nprovenance: original" in (tmp_path / "mine" / "expansion.yaml").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "--provenance", "mine"]) == 0
    assert capsys.readouterr().out.startswith("0 proposed values\n")
