"""Print and play: every copy on paper at its size, and a PDF where a browser can make one."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stele.compiler.cli import main
from stele.compiler.docs.draw.glyphs import PLAIN
from stele.compiler.docs.output import printing
from stele.compiler.docs.output.printing import print_page, write_print
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause, Role

pytestmark = pytest.mark.slow

needs_browser = pytest.mark.skipif(
    printing.browser() is None and os.environ.get("CI") != "true", reason="no Chromium on this machine"
)

# Measures every face in the browser itself; lengths in millimetres.
RULER = """<script>addEventListener("load", () => {
  const mm = 96 / 25.4, size = (one) => { const r = one.getBoundingClientRect(); return [r.width / mm, r.height / mm]; };
  const sheets = [...document.querySelectorAll(".sheet-cards, .sheet-boards")];
  const spills = (outer) => { const o = outer.getBoundingClientRect(); return [...outer.querySelectorAll("*")].some((part) => {
    const r = part.getBoundingClientRect(); return r.bottom > o.bottom + 1 || r.right > o.right + 1; }); };
  const full = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  const name = (face) => face.querySelector(".face-name").textContent;
  const found = {
    cards: [...document.querySelectorAll(".face-card")].map(size),
    spilling: [...sheets.filter(spills).map((sheet) => sheet.getAttribute("aria-label")),
      ...[...document.querySelectorAll(".face")].filter(spills).map(name),
      ...[...document.querySelectorAll(".face-page, .face-middle, .face-card .face-effect")].filter(full).map(
        (part) => name(part.closest(".face")))],
  };
  document.body.innerHTML = "<pre id=out></pre>"; document.getElementById("out").textContent = JSON.stringify(found);
});</script>"""


class Wordy(Speaker):
    """Needs a third more words, as some languages do."""

    def clause(self, clause: Clause) -> str:
        said = super().clause(clause)
        return said + " " + said[: len(said) // 3]


@pytest.fixture(scope="module")
def contents(base: Checked) -> tuple[items.Content, ...]:
    return tuple(base.game.contents)


@pytest.fixture(scope="module")
def page(contents: tuple[items.Content, ...]) -> str:
    return print_page(contents, Speaker("en", contents))


def sheets(page: str, kind: str) -> list[str]:
    return re.findall(rf'<section class="sheet sheet-{kind}".*?</section>', page, re.DOTALL)


def test_every_copy_of_every_card_is_on_paper_nine_to_a_page(contents: tuple[items.Content, ...], page: str) -> None:
    copies = [len(re.findall("face face-card", sheet)) for sheet in sheets(page, "cards")]
    assert sum(copies) == sum(len(card.players) or 1 for content in contents for card in content.cards) > 200
    assert set(copies[:-1]) == {9}
    assert 1 <= copies[-1] <= 9


def test_copies_for_more_players_can_be_left_out(contents: tuple[items.Content, ...]) -> None:
    three = print_page(contents, Speaker("en", contents), only=frozenset({"base"}), players=3)
    base = next(content for content in contents if content.expansion.id == "base")
    assert len(re.findall("face face-card", three)) == sum(card.copies(3) for card in base.cards)


def test_boards_and_shared_places_have_pages_of_their_own(contents: tuple[items.Content, ...], page: str) -> None:
    drawn = [len(re.findall("face face-board", sheet)) for sheet in sheets(page, "boards")]
    sides = sum(len(board.sides) for content in contents for board in content.boards)
    places = sum(len(place.sides) * place.copies for content in contents for place in content.places)
    assert sum(drawn) == sides + places
    assert max(drawn) == 2


def test_items_that_need_an_expansion_are_printed_only_with_it(contents: tuple[items.Content, ...], page: str) -> None:
    waiting = next((content, card) for content in contents for card in content.cards if card.needs)
    needed = {name.text for name in waiting[1].needs}
    fewer = tuple(content for content in contents if content.expansion.id not in needed)
    assert f'<p class="face-name">{waiting[1].name}</p>' in page
    assert f'<p class="face-name">{waiting[1].name}</p>' not in print_page(fewer, Speaker("en", fewer))


def test_the_sheet_of_symbols_lists_all_of_them(contents: tuple[items.Content, ...], page: str) -> None:
    (sheet,) = sheets(page, "symbols")
    speaker = Speaker("en", contents)
    said = {part[-1].text for part in ElementTree.fromstring(sheet).iter("li")}
    assert {speaker.say(f"print.glyph-{name}") for name in PLAIN} <= said
    for content in contents:
        for token in content.vocabulary.tokens:
            assert speaker.title(Role.TOKEN, f"{content.expansion.id}.{token.id}").text in said
    assert all(part.find(".//svg") is not None for part in ElementTree.fromstring(sheet).iter("li"))


def test_the_page_needs_nothing_but_itself(page: str) -> None:
    assert not re.search(r"https?:|<script|<link|@import|url\(", page)


def test_every_cut_has_a_mark(page: str) -> None:
    marks = re.search(r'<svg class="crops"[^>]*><path d="([^"]*)"', page)
    assert marks is not None
    assert {"M10.5 5", "M73.5 5", "M136.5 5", "M199.5 5"} <= set(re.findall(r"M[0-9.]+ 5", marks[1]))
    assert {"M2 16.5", "M2 104.5", "M2 192.5", "M2 280.5"} <= set(re.findall(r"M2 [0-9.]+", marks[1]))


def test_without_a_browser_the_page_is_kept_and_the_reason_told(
    contents: tuple[items.Content, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "print.pdf").write_bytes(b"of an earlier run")
    done = write_print(contents, Speaker("en", contents), tmp_path)
    assert done.files == (tmp_path / "print.html",)
    assert "no browser that can print was found" in done.trouble
    assert not (tmp_path / "print.pdf").exists()


@pytest.mark.skipif(os.name != "posix", reason="the browser of this test is a shell script")
@pytest.mark.parametrize(
    ("script", "says"),
    [
        pytest.param("exit 3", "did not print (3)", id="it fails"),
        pytest.param("exit 0", "did not print (0)", id="it writes nothing"),
    ],
)
def test_a_browser_that_fails_leaves_the_page_and_a_reason(
    contents: tuple[items.Content, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, says: str
) -> None:
    program = tmp_path / "chromium"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = write_print(contents, Speaker("en", contents), tmp_path)
    assert done.files == (tmp_path / "print.html",)
    assert says in done.trouble


@pytest.mark.skipif(os.name != "posix", reason="the browser of this test is a shell script")
def test_a_browser_gets_a_profile_of_its_own_that_is_gone_afterwards(
    contents: tuple[items.Content, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "chromium"
    told = tmp_path / "told"
    program.write_text(
        f'#!/bin/sh\necho "$@" > {told}\nfor word in "$@"; do case $word in --print-to-pdf=*) '
        "echo '(D:20261117101112+00)' > \"${word#--print-to-pdf=}\";; esac; done\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = write_print(contents, Speaker("en", contents), tmp_path)
    assert done.files == (tmp_path / "print.html", tmp_path / "print.pdf")
    assert done.trouble == ""
    profile = re.search(r"--user-data-dir=(\S+)", told.read_text(encoding="utf-8"))
    assert profile is not None
    assert not Path(profile[1]).exists()
    assert ("--no-sandbox" in told.read_text(encoding="utf-8")) == (os.geteuid() == 0)
    assert (tmp_path / "print.pdf").read_text(encoding="utf-8") == "(D:20000101000000+00)\n"


def measured(page: str, folder: Path) -> dict[str, list[object]]:
    """Return what the ruler found in a real browser."""
    file = folder / "measured.html"
    file.write_text(page.replace("</body>", RULER + "</body>"), encoding="utf-8")
    program = printing.browser()
    assert program is not None
    sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
    flags = ["--headless", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--window-size=1400,1000"]
    done = subprocess.run(
        [program, *flags, *sandbox, "--dump-dom", file.as_uri()], capture_output=True, encoding="utf-8", check=True
    )
    out = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, re.DOTALL)
    assert out is not None
    found: dict[str, list[object]] = json.loads(html.unescape(out[1]))
    return found


@needs_browser
@pytest.mark.parametrize("speaker", [Speaker, Wordy], ids=["English", "a language of many words"])
def test_a_card_is_63_by_88_mm_and_nothing_spills_over(
    contents: tuple[items.Content, ...], tmp_path: Path, speaker: Callable[[str, tuple[items.Content, ...]], Speaker]
) -> None:
    found = measured(print_page(contents, speaker("en", contents)), tmp_path)
    assert len(found["cards"]) > 200
    for size in found["cards"]:
        assert size == pytest.approx([63, 88], abs=0.05)
    assert found["spilling"] == []


@needs_browser
def test_the_pdf_has_a4_pages_upright_for_cards_and_across_for_boards(
    contents: tuple[items.Content, ...], tmp_path: Path
) -> None:
    speaker = Speaker("en", contents)
    done = write_print(contents, speaker, tmp_path, only=frozenset({"frontiers", "cities"}))
    assert done.trouble == ""
    pages = re.findall(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", done.files[1].read_bytes())
    sizes = [(round(float(x) * 25.4 / 72), round(float(y) * 25.4 / 72)) for x, y in pages]
    text = done.files[0].read_text(encoding="utf-8")
    assert sizes.count((297, 210)) == len(sheets(text, "boards"))
    assert sizes.count((210, 297)) > len(sheets(text, "cards")) > 0
    assert set(sizes) == {(210, 297), (297, 210)}


def test_only_the_cards_that_were_asked_for_are_printed_with_the_symbols_they_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(printing, "browser", lambda: None)
    assert main(["new", "expansion", "mine"]) == 0
    assert main(["new", "board", "isle", "--in", "mine"]) == 0
    assert main(["docs", "--format", "print", "--only", "mine", "-o", "paper"]) == 0
    page = (tmp_path / "paper" / "print.html").read_text(encoding="utf-8")
    assert re.findall('<p class="face-name">([^<]*)</p>', page) == ["Mine Card", "Isle"]
    assert "<title>Print and play: Mine</title>" in page
    (symbols,) = sheets(page, "symbols")
    assert {part[-1].text for part in ElementTree.fromstring(symbols).iter("li")} == {
        *("Wood", "Stone", "Favour", "Coin", "Points", "Shield")
    }


def test_what_is_printed_may_be_named_by_its_id_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(printing, "browser", lambda: None)
    assert main(["new", "expansion", "mine"]) == 0
    (tmp_path / "mine").rename(tmp_path / "draft")
    assert main(["docs", "draft", "--format", "print", "--only", "mine", "-o", "paper"]) == 0
    monkeypatch.chdir(tmp_path / "draft" / "cards")
    assert main(["docs", "--format", "print", "--only", "mine", "-o", "../../inside"]) == 0
    pages = [(tmp_path / name / "print.html").read_text(encoding="utf-8") for name in ("paper", "inside")]
    assert re.findall('<p class="face-name">([^<]*)</p>', pages[0]) == ["Mine Card"]
    assert pages[0] == pages[1]


def test_an_expansion_without_cards_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    identity = 'stele: 2\nid: bare\nname: Bare\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\n'
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "expansion.yaml").write_text(identity, encoding="utf-8")
    arguments = ["--format", "print", "--only", str(tmp_path / "bare"), "-o", str(tmp_path / "paper")]
    assert main(["docs", *arguments]) == 1
    assert "`bare` has no cards or boards to print" in capsys.readouterr().err
    assert not (tmp_path / "paper").exists()


def test_a_reference_of_a_part_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("html", "md"):
        assert main(["docs", "--only", "leaders", "--format", kind, "-o", str(tmp_path / "site")]) == 2
        assert "`--only` goes with `--format print`" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
