"""What content says is shown as text, never run: markup in every text field of every kind of
file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stele.compiler.cli import main
from tests.conftest import ROOT
from tests.site.browser import Browser, Keys
from tests.site.hostile import MARKUP, Spoiler, schema_of, texts_of
from tests.site.sites import GARDENS, build, kinds, once, pages_of, templates

pytestmark = pytest.mark.slow


# What no other expansion of the site declares.
TIDES = {
    "expansion.yaml": "stele: 2\nid: tides\nname: Tides\nversion: '1.0'\nofficial: false\nrequires: {base: '1.0'}\n",
    "vocabulary.yaml": """\
tracks:
  - {id: voyage, name: Voyage, owner: seat, steps: 4}
markers:
  - {id: tide, name: Tide, owner: table, faces: [{id: low, name: Low}, {id: high, name: High}]}
""",
    "cards/cards.yaml": """\
cards:
  - id: pier
    name: Pier
    deck: guilds
    colour: purple
    cost: free
    effect: [advance 1 on voyage, flip the tide, 'if the tide is high, score 1 point per step on voyage']
""",
}


@pytest.fixture(scope="session")
def hostile(shared: Path) -> Path:
    """The site of expansions that have every kind of text, with markup in all of them, in two
    languages.
    """

    def make(folder: Path) -> None:
        tides = folder / "tides"
        for name, text in TIDES.items():
            (tides / name).parent.mkdir(parents=True, exist_ok=True)
            (tides / name).write_text(text, encoding="utf-8")
        sounds = (*(ROOT / "content" / name for name in ("base", "edifice", "frontiers")), GARDENS, tides)
        spoiler = Spoiler({sound.name for sound in sounds})
        for sound in sounds:
            spoiler.copy(sound, folder / "content" / sound.name)
        kinds_of_file = [file.stem for file in (ROOT / "grammar" / "schema").glob("*.json")]
        every = {path: id(s) for kind in kinds_of_file for path, s in texts_of(schema_of(kind), kind)}
        assert sorted(path for path, known in every.items() if known not in spoiler.met) == UNUSED
        (folder / "texts.json").write_text(json.dumps(spoiler.texts), encoding="utf-8")
        build(folder / "site", *(str(one) for one in sorted((folder / "content").iterdir())))
        build(folder / "french", str(folder / "content" / "base"), "--lang", "fr")

    return once(shared, "hostile", make)


# Texts that none of these expansions has.
UNUSED = [
    "language.$defs.board.properties.name",
    "language.$defs.board.properties.title",
    "language.$defs.zone.properties.plural",
    "rulings.properties.rulings.items.properties.expected-gap",
]


class Elements(HTMLParser):
    """Counts elements, gathers texts and keeps attributes that would run something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.handlers: list[str] = []
        self.texts: list[str] = []

    @property
    def text(self) -> str:
        """Return all that a reader sees."""
        return "".join(self.texts)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.handlers.append(f"{tag} {name}={value}")


def elements(page: Path) -> Elements:
    """Read a page."""
    parser = Elements()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def test_no_text_of_content_becomes_an_element_or_a_handler(hostile: Path, site: Callable[[str], Path]) -> None:
    sound = {tag for page in pages_of(site("gardens")) for tag in elements(page).tags}
    sound |= {tag for listed in kinds(site("whole")).values() for page in listed[:2] for tag in elements(page).tags}
    scripts = elements(site("whole") / "index.html").tags["script"]
    assert not {"img", "b", "i", "iframe"} & sound, "what the attacks use is not used by pages themselves"
    for page in [*pages_of(hostile / "site"), *pages_of(hostile / "french")]:
        found = elements(page)
        assert found.tags.keys() <= sound, page
        assert found.handlers == [], page
        assert found.tags["script"] == scripts, page


def test_every_text_is_shown_as_it_was_written(hostile: Path) -> None:
    """Names in another language are left out here: some are forms for sentences."""
    shown = "\n".join(elements(page).text for page in pages_of(hostile / "site"))
    missing = [text for text in json.loads((hostile / "texts.json").read_text(encoding="utf-8")) if text not in shown]
    assert not missing, f"{len(missing)}, such as {missing[:10]}"


def test_nothing_runs_in_a_browser(window: Browser, hostile: Path) -> None:
    chosen = templates(hostile / "french")
    chosen |= {f"{kind} in English": listed[0] for kind, listed in kinds(hostile / "site").items()}
    for kind, page in chosen.items():
        window.open(page)
        window.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert window.run("return window.ran") is None, kind
        assert any(markup in window.run("return document.body.innerText") for markup in MARKUP), kind
    assert window.complaints() == []


def test_search_shows_markup_as_text(window: Browser, hostile: Path) -> None:
    window.open(hostile / "site" / "index.html")
    window.press("/", "vineyard")
    first = window.run("return document.querySelector('#results [role=option]').firstChild.data")
    assert first.endswith("Vineyard")
    assert any(markup in first for markup in MARKUP)
    assert window.run("return window.ran") is None
    assert window.run("return document.querySelectorAll('#results :not(a, small)').length") == 0
    window.press("script onerror")
    window.press(Keys.ENTER)
    assert window.run("return window.ran") is None


@pytest.mark.parametrize(
    "icon",
    ['M0 0"/><script>window.ran=1</script>', "url(#x)", "M0 0' onload='window.ran=1"],
)
def test_an_icon_that_is_no_path_is_refused(tmp_path: Path, icon: str) -> None:
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: drawn\nname: Drawn\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n', encoding="utf-8"
    )
    vocabulary = {"symbols": [{"id": "eye", "name": "Eye", "icon": icon}]}
    (folder / "vocabulary.yaml").write_text(json.dumps(vocabulary), encoding="utf-8")
    assert main(["docs", str(folder), "-o", str(tmp_path / "site")]) == 1
    assert not (tmp_path / "site").exists()
