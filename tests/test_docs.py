"""The reference says what the content says: every item, clause, rule and ruling, from the tree that
is compiled.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.docs.langref.constructs import SECTIONS
from stele.compiler.docs.langref.language import title
from stele.compiler.docs.model.listings import by_cost, by_keyword
from stele.compiler.docs.model.reference import Reference, refer
from stele.compiler.docs.model.views import KEYWORDS, ItemView, Viewer
from stele.compiler.docs.output.markdown import markdown
from stele.compiler.docs.output.search import index
from stele.compiler.docs.output.site import site
from stele.compiler.docs.output.writing import OutputFile
from stele.compiler.docs.text.phrases import LANGUAGES
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.tools.error_pages import pages
from tests.conftest import HERE, ROOT

pytestmark = pytest.mark.slow


def referred(*folders: Path, language: str = "en") -> Reference:
    """Return the reference of folders that are sound."""
    reference = refer(folders, language)
    assert isinstance(reference, Reference)
    return reference


@pytest.fixture(scope="module")
def reference() -> Reference:
    return referred(ROOT / "content" / "base")


@pytest.fixture(scope="module")
def viewer(reference: Reference) -> Viewer:
    return Viewer(reference)


@pytest.fixture(scope="module")
def pieces(reference: Reference) -> Mapping[str, OutputFile]:
    return site(reference)


def view_of(viewer: Viewer, target: str) -> ItemView:
    """Return one item as its page shows it."""
    return next(view for view in viewer.item_views if view.target == target)


def test_every_item_rule_and_ruling_has_its_place(reference: Reference, pieces: Mapping[str, OutputFile]) -> None:
    content = reference.contents[0]
    wanted = {f"base/card-{card.id}.html" for card in content.cards}
    wanted |= {f"base/board-{board.id}.html" for board in content.boards}
    assert wanted <= set(pieces)
    rules, rulings = pieces["base/rules.html"].make(), pieces["base/rulings.html"].make()
    assert all(f'id="{rule.id}"' in rules for rule in content.rules)
    assert all(f'id="{ruling.id}"' in rulings for ruling in reference.rulings)


def test_a_page_shows_all_that_is_known_of_a_card(viewer: Viewer) -> None:
    view = view_of(viewer, "base.vineyard")
    [section] = view.sections
    [effect] = section.effects
    assert effect.clause == "gain 1 coin per brown card in city and neighbours"
    assert (
        effect.sentence
        == "Take 1 coin from the bank for each brown card in your city and in the two neighbouring cities."
    )
    assert effect.place == "content/base/cards/age-2.yaml:123"
    assert "<svg" in effect.icons
    assert dict(view.copies) == {3: 1, 4: 1, 5: 1, 6: 2, 7: 2}
    assert "def vineyard_effect_1" in view.python
    assert "id: vineyard" in view.yaml
    assert any("Vineyard" in ruling.question for ruling in view.rulings)
    assert all(ruling.scene.then for ruling in view.rulings)


def test_chains_lead_both_ways(viewer: Viewer) -> None:
    forum = view_of(viewer, "base.forum")
    assert [link.href for link in forum.chained_from] == [
        "base/card-east-trading-post.html",
        "base/card-west-trading-post.html",
    ]
    assert [link.text for link in forum.leads_to] == ["Haven"]
    assert [link.text for link in view_of(viewer, "base.east-trading-post").leads_to] == ["Forum"]


def test_proposed_values_are_marked_where_they_stand() -> None:
    viewer = Viewer(referred(ROOT / "content" / "frontiers"))
    view = view_of(viewer, "frontiers.mons")
    assert view.is_proposed
    room = next(source for source in view.sources if source.field.endswith("room"))
    assert room.provenance == "proposed"
    assert "brown" in room.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_construct_has_a_keyword(language: str) -> None:
    speaker = Speaker(language, ())
    assert all(speaker.say(f"keywords.{kind.__name__}") for kind in KEYWORDS)


def test_indexes_group_items_by_what_they_ask_for_and_do(viewer: Viewer) -> None:
    costs = {group.id: {row.href for row in group.rows} for group in by_cost(viewer)}
    assert "base/card-vineyard.html" in costs["free"]
    assert "base/card-aqueduct.html" in costs["resource-base.stone"]
    keywords = {group.id: {row.name for row in group.rows} for group in by_keyword(viewer)}
    assert "Vineyard" in keywords["gain"]
    assert "Olympía" in keywords["copy"]


def test_the_search_index_knows_facts(viewer: Viewer) -> None:
    script = index(viewer)
    entries = json.loads(script.removeprefix("window.steleIndex = ").rstrip(";\n"))
    walls = next(entry for entry in entries if entry["u"] == "base/card-walls.html")
    assert {"Red", "age2", "Stone"} <= set(walls["f"])
    assert len([entry for entry in entries if entry["u"].startswith("base/card-")]) == 78


def test_the_same_input_gives_the_same_bytes(reference: Reference, pieces: Mapping[str, OutputFile]) -> None:
    again = site(referred(ROOT / "content" / "base"))
    assert {name: piece.key for name, piece in again.items()} == {name: piece.key for name, piece in pieces.items()}
    assert all(
        again[name].make() == pieces[name].make() for name in ("index.html", "base/card-vineyard.html", "flow.html")
    )


def test_the_command_writes_what_has_changed_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gardens, place = tmp_path / "gardens", tmp_path / "site"
    shutil.copytree(HERE / "expansions" / "gardens", gardens)
    command = ["docs", str(gardens), "-o", str(place)]
    assert main(command) == 0
    assert f"{place / 'index.html'}" in capsys.readouterr().out
    assert main(command) == 0
    assert "nothing has changed" in capsys.readouterr().out
    cards = gardens / "cards" / "plants.yaml"
    cards.write_text(re.sub(r"name: (\w+)", r"name: \1 Renamed", cards.read_text(), count=1))
    assert main(command) == 0
    written = int(re.search(r"(\d+) files written", capsys.readouterr().out)[1])  # type: ignore[index]
    assert 0 < written < len(list(place.rglob("*.html"))) / 2


def test_mistakes_are_shown_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "site"
    assert main(["docs", str(HERE / "bad" / "E0402_unknown_supply"), "-o", str(place)]) == 1
    assert "error[E0402]" in capsys.readouterr().out
    assert not place.exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["docs", "base", "-o", str(tmp_path)]) == 1
    assert "not of a reference" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@pytest.fixture(scope="module")
def text_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference of the base game as Markdown."""
    folder = tmp_path_factory.mktemp("markdown") / "text"
    assert main(["docs", "base", "-o", str(folder), "--format", "md"]) == 0
    return folder


def test_markdown_has_every_item_and_ruling(text_folder: Path) -> None:
    text = (text_folder / "base.md").read_text(encoding="utf-8")
    assert text.count("\n## ") >= 85
    assert "Take 1 coin from the bank for each brown card in your city and in the two neighbouring cities." in text


def test_markdown_has_the_language_and_all_messages(text_folder: Path) -> None:
    language = (text_folder / "language.md").read_text(encoding="utf-8")
    for listed in SECTIONS.values():
        for node in listed:
            assert f"### {title(Speaker('en', ()), node)}\n" in language
    messages = (text_folder / "errors.md").read_text(encoding="utf-8")
    assert [line[4:9] for line in messages.splitlines() if re.match(r"### [EW]\d{4}:", line)] == list(pages())
    assert "language.html" not in (text_folder / "guide.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "told"), [("en", "Age: 1 · 2 copies"), ("fr", "Couleur\u00a0: Bleu")])
def test_markdown_says_facts_as_the_language_sets_them_and_nothing_idle(
    language: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fan = tmp_path / "fan"
    (fan / "cards").mkdir(parents=True)
    (fan / "expansion.yaml").write_text(
        'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (fan / "vocabulary.yaml").write_text(
        "tokens: [{id: pearl, name: Pearl, points: 0, line: pearls}]\ndecks: [{id: boats, name: Boats, age: 1}]\n"
        "lines: [{id: pearls, name: Pearls, effect: score 3 points per 3 pearl tokens in city}]\n"
    )
    (fan / "flow.yaml").write_text(
        'patch:\n  - {add: base.decks.age-3.adds, to: {id: b, from: boats, cards: {"3": 1, "4": 1, "5": 1, "6": 1, "7": 2, "8": 2}}}\n'
        '  - {set: base.decks.age-3.adds.guilds.cards, to: {"3": 4, "4": 5, "5": 6, "6": 7, "7": 7, "8": 8}}\n'
    )
    (fan / "cards" / "c.yaml").write_text(
        "cards:\n  - {id: boat, name: Boat, deck: boats, colour: blue, cost: 2 wood, players: [3, 3], effect: gain 1 pearl token}\n"
    )
    assert main(["docs", str(fan), "-o", str(tmp_path / "md"), "--format", "md", "--lang", language]) == 0
    text = "\n".join(file.read_text(encoding="utf-8") for file in (tmp_path / "md").rglob("*.md"))
    assert told in text
    if language == "en":
        assert "Pearl token: 0 points" not in text
        assert "2 with 7" in text
        assert "7 or 8" not in text
    else:
        assert "Couleur: " not in text
        assert "Coût: " not in text


# --- patches --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def patched(tmp_path_factory: pytest.TempPathFactory) -> Viewer:
    """A reference of an expansion that only changes the one it builds on."""
    fan = tmp_path_factory.mktemp("patched") / "fan"
    fan.mkdir()
    (fan / "expansion.yaml").write_text(
        'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (fan / "flow.yaml").write_text(
        "patch:\n  - {set: base.cards.altar.effect, to: score 9 points}\n"
        "  - {set: base.cards.tavern.cost, to: 1 coin}\n"
        "  - {set: base.boards.rhodos.sides.a.start, to: produce 1 wood}\n"
        "  - {set: base.tokens.victory-5.points, to: 6}\n"
        "  - {add: base.cards, to: {id: hut, name: Hut, deck: guilds, colour: purple, cost: free, effect: score 1 point}}\n"
    )
    return Viewer(referred(fan))


def test_patched_items_are_shown_as_they_are_in_play_with_who_changed_them(patched: Viewer) -> None:
    altar, tavern, rhodos = (view_of(patched, f"base.{id}") for id in ("altar", "tavern", "rhodos"))
    assert [effect.clause for effect in altar.sections[0].effects] == ["score 9 points"]
    assert "score 9 points" in altar.faces[0]
    said = "Changed by Fan: “Altar”, effect: At the end of the game, score 9 points. Otherwise:"
    assert altar.changed == (f"{said} At the end of the game, score 2 points.",)
    assert tavern.sections[0].price is not None
    assert tavern.sections[0].price.cost == "1 coin"
    assert rhodos.sections[0].effects[0].clause == "produce wood"
    assert [len(view.changed) for view in (tavern, rhodos)] == [1, 1]
    assert view_of(patched, "base.hut").changed == ("Added by Fan.",)
    assert view_of(patched, "base.baths").changed == ()
    assert "score 9 points." in index(patched)


def test_every_page_of_a_patched_item_says_so(patched: Viewer) -> None:
    made = site(patched.reference)
    page = made["base/card-altar.html"].make()
    assert "Changed by Fan: “Altar”, effect" in page
    assert "<code>score 9 points</code>" in page
    assert "<code>score 2 points</code>" not in page
    assert "6 points" in made["glossary.html"].make()
    text = markdown(patched.reference)["base.md"].make()
    assert "**Changed by Fan: “Tavern”, cost: 1 coin. Otherwise: nothing.**" in text


def test_a_ruling_says_if_what_it_names_is_changed_in_this_set(patched: Viewer) -> None:
    said = "This answer is for the game without Fan; it is not tested with what that changes: Altar."
    views = {view.id: view for view in patched.views.values()}
    assert views["blue-cards-of-age-one"].apart == said
    assert not any(
        view.apart for view in views.values() if not {"Altar", "Tavern", "Rhódos"} & {to.text for to in view.items}
    )
    assert said in site(patched.reference)["base/rulings.html"].make()
    assert said in markdown(patched.reference)["base.md"].make().replace("\\", "")


def test_without_patches_of_items_nothing_is_said_to_be_changed(viewer: Viewer) -> None:
    assert not any(view.changed for view in viewer.item_views)
    assert not any(view.apart for view in viewer.views.values())
