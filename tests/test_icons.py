"""Pictures of clauses, costs and nouns: every construct has one, and it says what the sentence
says.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.docs.draw.emblems import contrast, ink_on
from stele.compiler.docs.draw.glyphs import PLAIN
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.text.phrases import LANGUAGES, phrases
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items, walk
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.nodes import Role
from stele.compiler.front.path_data import fault
from stele.compiler.front.unparse import clause_text
from stele.compiler.language.numerals import roman
from tests.conftest import HERE, ROOT, scalar
from tests.test_syntax import COSTS, EXAMPLES, TARGETS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def contents(base: Checked) -> tuple[items.Content, ...]:
    return tuple(base.game.contents)


@pytest.fixture(scope="module")
def icons(contents: tuple[items.Content, ...]) -> Icons:
    return Icons(contents, Speaker("en", contents))


def parsed(markup: Markup) -> ElementTree.Element:
    """Return markup as a tree; entities of HTML that XML lacks would be refused."""
    return ElementTree.fromstring(str(markup))


def clauses_of(contents: tuple[items.Content, ...]) -> Iterator[n.Clause]:
    for content in contents:
        parts = (content.vocabulary, content.flow, content.cards, content.boards, content.places)
        yield from walk.nodes(parts, n.Clause)


def assert_sound(markup: Markup, name: str) -> None:
    """Assert that a row of pictures has one name, and nothing in it has another or acts."""
    tree = parsed(markup)
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == name
    drawn = list(tree)
    assert drawn
    for part in drawn:
        assert part.tag == "svg"
        assert part.get("aria-hidden") == "true"
        assert part.get("viewBox", "").endswith(" 24")
        assert re.fullmatch(r"[0-9.]+em", part.get("width", ""))
    for part in tree.iter():
        assert part.tag in {"span", "svg", "g", "path", "circle", "ellipse", "rect", "text"}
        assert not {"id", "href", "onclick", "style"} & set(part.keys())


@pytest.mark.parametrize("text", [*TARGETS, *EXAMPLES])
def test_every_construct_of_the_language_has_a_picture_with_its_sentence_as_its_name(text: str, icons: Icons) -> None:
    found: list[Diagnostic] = []
    clause = parse_clause(scalar(text), found)
    assert clause is not None
    assert_sound(icons.clause(clause), icons.speaker.clause(clause))


@pytest.mark.parametrize("text", COSTS)
def test_every_cost_has_a_picture(text: str, icons: Icons) -> None:
    cost = parse_cost(scalar(text), [])
    assert cost is not None
    assert_sound(icons.cost(cost), icons.speaker.cost(cost))


def test_every_shipped_clause_and_cost_has_a_picture(contents: tuple[items.Content, ...], icons: Icons) -> None:
    clauses = list(clauses_of(contents))
    assert len(clauses) > 400
    for clause in clauses:
        assert_sound(icons.clause(clause), icons.speaker.clause(clause))
    for cost in walk.nodes(tuple((content.cards, content.boards) for content in contents), n.Cost):
        assert_sound(icons.cost(cost), icons.speaker.cost(cost))


def test_different_clauses_look_different(contents: tuple[items.Content, ...], icons: Icons) -> None:
    written = [parse_clause(scalar(text), []) for text in (*TARGETS, *EXAMPLES)]
    for clauses in (list(clauses_of(contents)), written):
        said = defaultdict(set)
        for clause in clauses:
            assert clause is not None
            said[tuple(icons.pieces.clause(clause))].add(clause_text(clause))
        assert [texts for texts in said.values() if len(texts) > 1] == []


def test_nouns_of_a_kind_look_different(contents: tuple[items.Content, ...], icons: Icons) -> None:
    for role in (Role.RESOURCE, Role.COLOUR, Role.SYMBOL, Role.TOKEN, Role.ZONE):
        drawn = {target: piece for (kind, target), piece in icons.nouns.items() if kind is role}
        groups = {f"{c.expansion.id}.{group.id}" for c in contents for group in c.vocabulary.token_groups}
        single = {target: piece for target, piece in drawn.items() if target not in groups}
        assert len(set(single.values())) == len(single) > 0, role


def test_every_shipped_noun_that_can_have_an_icon_has_one(contents: tuple[items.Content, ...]) -> None:
    for content in contents:
        words = content.vocabulary
        listed: list[items.Resource | items.Colour | items.Symbol | items.Token] = [
            *words.resources, *words.colours, *words.symbols, *words.tokens
        ]  # fmt: skip
        for item in listed:
            assert item.icon, item.id
            assert item.tint, item.id


def test_a_noun_is_named_and_so_is_a_glyph(icons: Icons) -> None:
    noun, glyph = parsed(icons.noun(Role.RESOURCE, "base.wood")), parsed(icons.glyph("coin"))
    assert (noun.get("role"), noun.get("aria-label"), noun.findtext("title")) == ("img", "Wood", "Wood")
    assert (glyph.get("aria-label"), glyph.findtext("title")) == ("Coin", "Coin")


def test_an_expansion_without_drawings_has_lettered_ones() -> None:
    contents = tuple(check_folders([HERE / "expansions" / "gardens"]).game.contents)
    icons = Icons(contents, Speaker("en", contents))
    for role, id, letter in (
        (Role.RESOURCE, "honey", "H"), (Role.COLOUR, "lime", "L"), (Role.SYMBOL, "petal", "P"), (Role.TOKEN, "acorn", "A")
    ):  # fmt: skip
        tree = parsed(icons.noun(role, f"gardens.{id}"))
        assert next(part.text for part in tree.iter("text")) == letter
    for clause in clauses_of(contents):
        assert_sound(icons.clause(clause), icons.speaker.clause(clause))


def test_names_of_content_are_shown_as_text() -> None:
    cost = parse_cost(scalar("2 wood"), [])
    assert cost is not None

    class Sly(Speaker):
        """Says what an attacker would like to have in a page."""

        def cost(self, cost: n.Cost) -> str:
            return '"><script>alert(1)</script>'

    drawn = Icons((), Sly("en", ())).cost(cost)
    assert "<script" not in drawn
    assert parsed(drawn).get("aria-label") == '"><script>alert(1)</script>'


def test_glyphs_differ_and_have_a_meaning_in_every_language() -> None:
    assert len({piece.body for piece in PLAIN.values()}) == len(PLAIN) > 50
    for language in LANGUAGES:
        table = phrases(language)
        said = {key.removeprefix("print.glyph-") for key in table if key.startswith("print.glyph-")}
        assert said == set(PLAIN)
        assert len({table[f"print.glyph-{name}"] for name in PLAIN}) == len(PLAIN)


def test_ink_is_read_on_every_tint() -> None:
    steps = range(0, 256, 15)
    for tint in (f"#{one:02x}{two:02x}{three:02x}" for one in steps for two in steps for three in steps):
        assert contrast(ink_on(tint), tint) >= 4.5


def test_colours_of_letters_and_signs_stand_out_in_both_themes() -> None:
    text = (ROOT / "compiler" / "docs" / "static" / "icons.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--(icon-[a-z-]+): (#[0-9a-f]{6});", text.split("@media")[0]))
    dark = light | dict(re.findall(r"--(icon-[a-z-]+): (#[0-9a-f]{6});", text.split(':root[data-theme="dark"]')[1]))
    assert light != dark
    for theme in (light, dark):
        assert contrast(theme["icon-coin"], theme["icon-coin-ink"]) >= 4.5
        assert contrast(theme["icon-shield"], theme["icon-shield-ink"]) >= 4.5
        assert contrast(theme["icon-bad"], theme["icon-paper"]) >= 4.5
        for part in ("laurel", "shield", "moment-edge", "limit-edge", "test-edge"):
            assert contrast(theme[f"icon-{part}"], theme["icon-paper"]) >= 3


def test_both_ways_to_choose_a_theme_give_the_same_colours() -> None:
    text = (ROOT / "compiler" / "docs" / "static" / "icons.css").read_text(encoding="utf-8")
    by_system = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', text, re.DOTALL)
    by_hand = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', text, re.DOTALL)
    assert by_system is not None
    assert by_hand is not None
    assert by_system[1].split() == by_hand[1].split()


def test_every_class_of_a_drawing_has_a_style(contents: tuple[items.Content, ...], icons: Icons) -> None:
    text = (ROOT / "compiler" / "docs" / "static" / "icons.css").read_text(encoding="utf-8")
    drawn = [icons.glyph(name) for name in PLAIN] + [icons.clause(clause) for clause in clauses_of(contents)]
    used = {word for markup in drawn for words in re.findall(r'class="([^"]*)"', markup) for word in words.split()}
    assert {word for word in used if f".{word}" not in text} == {"text"}  # letters are styled by their element


@pytest.mark.parametrize(("number", "written"), [(1, "I"), (4, "IV"), (9, "IX"), (0, "")])
def test_ages_are_written_as_on_cards(number: int, written: str) -> None:
    assert roman(number) == written


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        pytest.param("", (0, 0), "begins with `M`", id="nothing"),
        pytest.param("L1 1", (0, 1), "begins with `M`", id="no first point"),
        pytest.param("M1 1B", (4, 5), "`B` is no command", id="an unknown letter"),
        pytest.param('M1 1"><script>', (4, 5), '`"` is no command', id="markup"),
        pytest.param("M1 1\n", (4, 5), "is no command", id="a new line"),
        pytest.param("M1 1 3", (5, 6), "`L` takes 2 numbers", id="half a point"),
        pytest.param("M1 1h", (4, 5), "`h` takes 1 number", id="no length"),
        pytest.param("M1 1Z5", (4, 6), "`Z` takes no number", id="a number too many"),
        pytest.param("M1 1a3 3 0 2 1 4 4", (11, 12), "`2` cannot stand", id="a flag that is none"),
        pytest.param("M1 1+", (4, 5), "`+` cannot stand", id="a sign alone"),
        pytest.param("M1 1H25", (4, 7), "leaves its box", id="too far to the right"),
        pytest.param("M4 4m-5 0", (4, 9), "leaves its box", id="too far to the left"),
        pytest.param("M1 1L1e9 3", (4, 10), "leaves its box", id="very far away"),
    ],
)
def test_a_text_that_is_no_drawing_is_refused_at_its_first_fault(text: str, place: tuple[int, int], words: str) -> None:
    wrong = fault(text)
    assert wrong is not None
    assert (wrong.start, wrong.end) == place
    assert words in wrong.message


@pytest.mark.parametrize(
    "text", ["M4 4h16v16H4Z", "m4,4 5 5-1.5.5z", "M12 1a3 3 0 012 5.2", "M2 2 4 4 6 2ZM8 8l1e0-1Z"]
)
def test_path_data_may_be_written_as_short_as_svg_allows(text: str) -> None:
    assert fault(text) is None


PROGRAM = """
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.driver.check import check_folders
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.draw.card_faces import CardFaces
from stele.compiler.docs.output.printing import print_page
from stele.compiler.docs.text.speech import Speaker
contents = check_folders(folders_of(["frontiers", "leaders"])).game.contents
icons = Icons(contents, Speaker("fr", contents))
faces = CardFaces(contents, icons.speaker, icons)
for content in contents:
    print(*(faces.card(content, card) for card in content.cards))
    print(*(faces.side(content, board, side) for board in content.boards for side in board.sides))
    print(*(faces.place(content, place, side) for place in content.places for side in place.sides))
print(*(icons.noun(role, target) for role, target in icons.nouns))
print(print_page(contents, icons.speaker))
"""


@pytest.mark.slow
def test_the_same_content_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    runpy.run_path(str(program))
    here = capsys.readouterr().out
    other = str(sum(map(ord, os.environ.get("PYTHONHASHSEED", ""))) + 1)
    again = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": str(ROOT / ".links"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    assert again.stdout.decode("utf-8") == here
    assert len(here) > 100_000
