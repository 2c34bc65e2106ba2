"""The canonical layout: every comment kept, the same meaning, and laying out again changes
nothing.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from stele.compiler.cli import main
from stele.compiler.driver.build import build
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.folder import files_of
from stele.compiler.front.source import Unreadable
from stele.compiler.tools.formatter import CannotLayOut, comments, lay_out
from tests.conftest import HERE

FOLDERS = [*shipped_folders(), HERE / "expansions" / "gardens"]
FILES = [
    pytest.param(file.read_text(encoding="utf-8"), kind, id=f"{folder.name}/{file.relative_to(folder).as_posix()}")
    for folder in FOLDERS
    for kind, file in files_of(folder, folder.name, [])
]

CASES = {
    "spaces": ("tie:   [ coins ,coins ]  \nlosses: { unpaid : nothing }", "tie: [coins, coins]\nlosses: {unpaid: nothing}\n"),
    "indentation": (
        "actions:\n- id: put\n  name: Put\n-    id: keep\n     name: Keep\n",
        "actions:\n  - id: put\n    name: Put\n  - id: keep\n    name: Keep\n",
    ),
    "lists in lists": (
        "a:\n- b:\n  - c\n  - - d\n    - e\nf: 1\n",
        "a:\n  - b:\n      - c\n      - - d\n        - e\nf: 1\n",
    ),
    "blank lines": ("\n\nages: 3\n\n\n\ntie: [coins]\n\n", "ages: 3\n\ntie: [coins]\n"),
    "no end of line": ("ages: 3", "ages: 3\n"),
    "other ends of lines": ("ages: 3\r\ntie: [coins]\r\n", "ages: 3\ntie: [coins]\n"),
    "quotes that are needed": (
        """name: 'a: b'\nversion: '1.0'\nother: "it's # not"\n""",
        """name: 'a: b'\nversion: '1.0'\nother: "it's # not"\n""",
    ),
    "quotes that are not": ("name: 'City'\nother: [\"a b\", 'c, d', 'e']\n", "name: City\nother: [a b, 'c, d', e]\n"),
    "texts that would become something else": (
        "a: 'true'\nb: '3'\nc: ''\nd: ' x'\ne: 'no'\nf: '-'\n",
        "a: 'true'\nb: '3'\nc: ''\nd: ' x'\ne: 'no'\nf: '-'\n",
    ),
    "brackets over several lines": (
        "tie: [coins,\n  coins,\n          coins]\nstart: {\n coins: 3\n  }\n",
        "tie: [coins,\n      coins,\n      coins]\nstart: {\n  coins: 3\n}\n",
    ),
    "texts over several lines": (
        "about: one\n     two\n\n     three\nname: |\n     a\n       b\n\n     c\n",
        "about: one\n  two\n\n  three\nname: |\n  a\n    b\n\n  c\n",
    ),
    "comments": (
        "#at the top\n\nages: 3 #why\nage:\n    # of the first\n    - a\n    # behind the last\n# of the next\ntie: [coins]\n  # at the end",
        "# at the top\n\nages: 3  # why\nage:\n  # of the first\n  - a\n  # behind the last\n# of the next\ntie: [coins]\n# at the end\n",
    ),
    "a comment above a list": (
        "a:\n    # first\n# second\n- b\n  # third\n- c\n  # fourth\nd: 1\n",
        "a:\n  # first\n  # second\n  - b\n  # third\n  - c\n# fourth\nd: 1\n",
    ),
    "other spaces than ours": (
        "name: a\u00a0b\nother: c\u00a0   \nmore: '\u3000d'\nlong: |\n    \u00a0\n    e \n",
        "name: a\u00a0b\nother: c\u00a0\nmore: '\u3000d'\nlong: |\n  \u00a0\n  e \n",
    ),
    "a comment in brackets": ("tie: [coins, # first\n  coins]\n", "tie: [coins,  # first\n      coins]\n"),
    "clauses": (
        "everyone: [gains 1 coins per brown cards in city, \"once per age,  build an card for free\"]\n",
        "everyone: [gain 1 coin per brown card in city, \"once per age, build a card for free\"]\n",
    ),
    "a clause over several lines": ("everyone: >\n  gain 1 coins\n  per stage in city\n", "everyone: gain 1 coin per stage in city\n"),
    "a comment beside the sign of a text": (
        "everyone: >-   # TODO\n  gains 1 coins\nriders:\n  - {id: r}\n  - id: s\n    cost: |-  #agreed: Ann's # 2\n      2 wood,1  coins\n\n    # below\n",
        "everyone: gain 1 coin   # TODO\nriders:\n  - {id: r}\n  - id: s\n    cost: 2 wood, 1 coin  # agreed: Ann's # 2\n\n    # below\n",
    ),
    "a clause with mistakes": ("everyone: gian   3 coins\n", "everyone: gian   3 coins\n"),
    "costs": (
        "riders:\n  - {id: r, cost: '2 wood,1  coins'}\n",
        "riders:\n  - {id: r, cost: '2 wood, 1 coin'}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), CASES.values(), ids=CASES)
def test_there_is_one_canonical_layout(written: str, expected: str) -> None:
    assert lay_out(written, "flow.yaml", "flow") == expected
    assert lay_out(expected, "flow.yaml", "flow") == expected


@pytest.mark.parametrize(("content", "kind"), FILES)
def test_shipped_content_is_laid_out(content: str, kind: str) -> None:
    assert lay_out(content, "x.yaml", kind) == content


SMALL = [file for file in FILES if len(str(file.values[0])) < 9000]
SOME = [
    file if n % 3 == 0 else pytest.param(*file.values, id=file.id, marks=pytest.mark.long)
    for n, file in enumerate(SMALL)
]


@pytest.mark.parametrize(("content", "kind"), SOME)
def test_whatever_an_author_does_to_the_layout_is_put_right(content: str, kind: str) -> None:
    chance = random.Random(content)
    noisy = disturbed(content, chance)
    assert noisy != content
    laid_out = lay_out(noisy, "x.yaml", kind)
    assert lay_out(laid_out, "x.yaml", kind) == laid_out
    assert comments(laid_out) == comments(noisy)
    assert re.sub(r"^ *# extra.*\n", "", laid_out, flags=re.MULTILINE) == content
    assert noisy.count("# extra") == laid_out.count("# extra") > 0 or len(content) < 2000


def disturbed(content: str, chance: random.Random) -> str:
    """Return a file with other spaces, more blank lines, deeper indentation and more comments."""
    wide = chance.choice([1, 2, 3])
    lines: list[str] = []
    brackets = 0
    for line in content.splitlines():
        indent = len(line) - len(line.lstrip())
        if not brackets:
            line = " " * (indent * wide) + re.sub(r"^- ", "-" + " " * (2 * wide - 1), line.lstrip())
        bare = re.sub(r"'[^']*'|\"[^\"]*\"|#.*", "", line)
        brackets += sum(bare.count(sign) for sign in "[{") - sum(bare.count(sign) for sign in "]}")
        if chance.random() < 0.1 and not brackets:
            lines.append(" " * (indent * wide) + "# extra")
        if not line.strip() and chance.random() < 0.3:
            lines.append("   ")
        if "'" not in line and '"' not in line and "#" not in line and chance.random() < 0.5:
            line = line.replace("{", "{ ").replace(", ", " ,  ").replace("}", "  }") if "{" in line else line
            line = re.sub(r"^( *[a-z-]+): ", r"\1:    ", line)
        lines.append(line + " " * chance.choice([0, 0, 3]))
    return "\n".join(lines) + "\n" * chance.choice([0, 1, 3])


# --- layouts that nobody would choose -------------------------------------------------------------

VALUES = ["a", "b c", "x\u00a0y", "é", "1", "true", "'q'", '"d q"', "'it''s'", "gains 2 coins", "x\u3000", "\u00a0z"]
VALUES += ["#no", "a#b", "[b, c]", "{d: 1,e:  2}", "[ b ,'c d', ]", "~", "", "'a: b'", "漢字", "- x"]
BESIDE_SIGNS = re.compile(r"# ?(beside[ #0-9]*)")
IN_LINES = ["x", "y  ", "  z", "\u00a0", "", "w\u00a0", "# t"]


def some_value(chance: random.Random, indent: int) -> str:
    """Return a scalar in any style, perhaps over several lines."""
    style = chance.randrange(8)
    if style == 0:
        lines = [" " * (indent + 2) + chance.choice(IN_LINES) for _ in range(chance.randrange(1, 4))]
        if chance.random() < 0.5:  # a sentence that is worded anew
            lines = [" " * (indent + 2) + chance.choice(["gains 2 coins", "gain 1 coin"])]
        return "\n".join(
            [chance.choice(["|", ">", "|-", ">-", "| # beside", ">-   #beside # 2", "|-\t# beside 3"]), *lines]
        )
    if style == 1:
        return "one\n" + " " * (indent + chance.choice([1, 2, 4])) + chance.choice(["two", "two\u00a0", "two  "])
    return chance.choice(VALUES)


def some_lines(chance: random.Random, depth: int, indent: int) -> list[str]:
    """Return the lines of a mapping or a list, with comments and blank lines anywhere."""
    lines: list[str] = []
    step, is_list = chance.choice([1, 2, 2, 4]), chance.random() < 0.5
    for number in range(chance.randrange(1, 4)):
        if chance.random() < 0.3:
            column = max(0, indent + chance.choice([0, 0, 0, 1, 2, 4, -2]))
            lines.append(" " * column + "#" + chance.choice(["", " c", "c", "!x", "\u00a0n", "\tt", "#"]))
        if chance.random() < 0.1:
            lines.append(chance.choice(["", "  "]))
        key = chance.choice([f"k{number}", f"k{number}", "everyone"]) if number == 0 else f"k{number}"
        head = " " * indent + ("-" if is_list else f"{key}:")
        if depth == 0 or chance.random() < 0.4:
            value = some_value(chance, indent)
            lines.append(
                head + chance.choice([" ", "  "]) + value + ("" if "\n" in value else chance.choice(["", "  #t"]))
            )
            continue
        below = some_lines(chance, depth - 1, indent + (2 if is_list else step))
        if not is_list and chance.random() < 0.4:  # a list may stand under its key
            below = some_lines(chance, depth - 1, indent)
        is_beside = is_list and below[0].strip() and "#" not in below[0] and chance.random() < 0.8
        lines += [f"{head} {below[0][indent + 2 :]}", *below[1:]] if is_beside else [head, *below]
    return lines


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.randoms(use_true_random=False), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", "\n", "\n  # end"])
)
def test_to_lay_out_again_changes_nothing(chance: random.Random, newline: str, end: str) -> None:
    content = "\n".join(some_lines(chance, 3, 0)).replace("\n", newline) + end
    try:
        once = lay_out(content, "x.yaml", "flow")
    except (Unreadable, CannotLayOut):
        return
    assert lay_out(once, "x.yaml", "flow") == once
    assert BESIDE_SIGNS.findall(once) == BESIDE_SIGNS.findall(content)
    event("laid out")


def test_a_mode_a_link_and_other_bytes_survive(tmp_path: Path) -> None:
    folder = tmp_path / "fan"
    (folder / "cards").mkdir(parents=True)
    real, link = folder / "cards" / "real.yaml", folder / "cards" / "c.yaml"
    (folder / "expansion.yaml").write_bytes(b"\xef\xbb\xbfid:   fan\r\nname: F\xc2\xa0an\r\n")
    real.write_text("cards:   []\n", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to("real.yaml")
    assert main(["fmt", str(folder / "expansion.yaml"), str(link)]) == 0
    assert (folder / "expansion.yaml").read_bytes() == b"id: fan\nname: F\xc2\xa0an\n"
    assert link.is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == ("cards: []\n", 0o640)
    assert main(["fmt", "--check", str(folder)]) == 0


@pytest.mark.parametrize(
    "written", ["? a\n: b\n", "---\na: 1\n...\n", "a: |2\n   b\n", 'a: "b\\\n  c"\n', "a: |+\n  b\n\n"]
)
def test_what_cannot_be_laid_out_safely_is_left_alone(written: str) -> None:
    with pytest.raises(CannotLayOut):
        lay_out(written, "flow.yaml", "flow")


@pytest.mark.slow
def test_the_compiled_module_stays_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "gardens"
    for file in (HERE / "expansions" / "gardens").rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        # Line breaks stay, since each handler names its line.
        text = text.replace("gain 1 coin", "gains 1 coins").replace("{id", "{  id").replace("\n  ", "\n    ")
        place = folder / file.relative_to(HERE / "expansions" / "gardens")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    before = build([folder]).text
    assert before is not None
    assert main(["fmt", "--check", str(folder)]) == 1
    assert main(["fmt", str(folder)]) == 0
    assert main(["fmt", "--check", str(folder)]) == 0
    assert build([folder]).text == before


def test_the_command_says_what_would_change_and_leaves_broken_files_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "fan"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text("id:   fan\n", encoding="utf-8")
    (folder / "cards" / "a.yaml").write_text("cards: [\n", encoding="utf-8")
    assert main(["fmt", "--diff", str(folder)]) == 1
    shown = capsys.readouterr().out
    assert "-id:   fan\n+id: fan\n" in shown
    assert "error[E0101]" in shown
    assert main(["fmt", str(folder)]) == 1
    assert (folder / "expansion.yaml").read_text(encoding="utf-8") == "id: fan\n"
    assert (folder / "cards" / "a.yaml").read_text(encoding="utf-8") == "cards: [\n"
    capsys.readouterr()
    assert main(["fmt", str(folder / "expansion.yaml")]) == 0
    assert main(["fmt", str(tmp_path / "nowhere")]) == 1
    assert "E0108" in capsys.readouterr().out
