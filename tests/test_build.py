"""From a checked tree to a module: the same bytes, typed, readable, kept."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler import load
from stele.compiler.codegen import folding
from stele.compiler.codegen.draft import ModuleDraft
from stele.compiler.codegen.emit import emit
from stele.compiler.codegen.expressions import Expressions
from stele.compiler.common.components import alike, connected
from stele.compiler.common.files import write_whole
from stele.compiler.driver.build import Broken, build, kept_file, program_of
from stele.compiler.driver.cache import game_key
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front.dump import tree_text
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import BuildPicked, CardSet, Pick, Spot
from stele.compiler.ir.seats import Seat, Who
from stele.compiler.lower.clauses import segments
from stele.compiler.lower.program import lower
from stele.runtime import Refused
from stele.runtime import open as open_ruleset
from tests.conftest import HERE, ROOT

BASE = [ROOT / "content" / "base"]


def base_text() -> str:
    text = build(BASE).text
    assert text is not None
    return text


def test_the_emitted_module_is_read_like_code(golden: Callable[[str, str], None]) -> None:
    golden("base.py", base_text())


@pytest.mark.slow
def test_builds_are_equal_byte_for_byte_under_any_hash_seed() -> None:
    program = "import sys; from stele.compiler.cli import main; sys.exit(main(['build', 'base']))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            cwd=where,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / ".links")},
        ).stdout
        for seed, where in (("0", ROOT), ("4711", HERE))
    }
    assert outputs == {base_text().encode()}


def test_the_module_imports_only_the_runtime() -> None:
    imports = re.findall(r"^(?:from|import) (\S+)", base_text(), re.MULTILINE)
    assert len(imports) > 1
    assert all(name in ("__future__", "typing") or name.startswith("stele.runtime") for name in imports)


def test_each_handler_carries_its_clause_and_its_place() -> None:
    text = base_text()
    handler = re.search(r"def vineyard_effect_1\(.*?\n\n", text, re.DOTALL)
    assert handler is not None
    lines = handler[0].splitlines()
    assert lines[1].strip() == "'gain 1 coin per brown card in city and neighbours'"
    assert re.fullmatch(r"    # content/base/cards/age-2.yaml:\d+", lines[2])
    counted = " + ".join(f"count(t, seen, {s}, COLOUR_BROWN)" for s in ("me", "seen[me + LEFT]", "seen[me + RIGHT]"))
    body = ast.parse("".join(line.strip() for line in lines[3:]).replace("return ", ""))
    assert ast.unparse(body) == f"gain(t, row, me, {counted})"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_wide_lines_are_folded_and_mean_the_same(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "WIDTH", 1_000_000)
    checked = check_folders(folders_of(["lost-wonders", "leaders", "cities", "edifice", "frontiers"]))
    text = emit(program_of(checked, checked.contents))
    monkeypatch.setattr(folding, "WIDTH", width)
    lines = list(folding.folded(text.split("\n")))
    assert ast.dump(ast.parse("\n".join(lines))) == ast.dump(ast.parse(text))
    assert sum(max(0, len(line) - width) for line in lines) < sum(max(0, len(one) - width) for one in text.split("\n"))
    assert width < 120 or not [line for line in lines if len(line) > width]


def test_one_card_changed_is_one_hunk(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(BASE[0], tmp_path / "base")
    file = tmp_path / "base" / "cards" / "age-1.yaml"
    file.write_text(file.read_text().replace("effect: gain 5 coins", "effect: gain 6 coins"))
    changed = build([tmp_path / "base"]).text
    assert changed is not None
    old = base_text().replace("content/base/", "base/").splitlines()
    different = [(a, b) for a, b in zip(old, changed.splitlines(), strict=True) if a != b]
    kinds = [b.strip() for _, b in different if "content=" not in b and "Compiled by" not in b]
    assert kinds == ["'gain 6 coins'", "return gain(t, row, me, 6)", "texts=('gain 6 coins',),"]


def test_text_of_an_author_enters_only_as_a_literal(tmp_path: Path) -> None:
    folder = tmp_path / "evil"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: evil\nname: Evil\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    name = """quote' "double" \\\\ {braces} newline\\n __import__('os').system('false')"""
    (folder / "cards" / "cards.yaml").write_text(
        f"cards:\n  - id: import\n    name: |-\n      {name}\n    deck: guilds\n    colour: purple\n    cost: free\n"
        "    effect: [score 1 point per stage in city, gain 1 coin per stage in city]\n"
    )
    text = build([folder]).text
    assert text is not None
    file = tmp_path / "evil.py"
    file.write_text(text)
    card = next(card for card in open_ruleset(file).tables.cards if card.id == "import")
    assert card.name == name


def test_nothing_changed_means_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELE_CACHE", str(tmp_path))
    first = kept_file(BASE)
    before = first.stat().st_mtime_ns
    assert kept_file(BASE) == first
    assert first.stat().st_mtime_ns == before
    assert load("base").hash == open_ruleset(first).hash
    assert sorted(file.name for file in tmp_path.iterdir()) == [first.name, f"{first.name}.sum"]


def test_a_changed_file_is_another_key(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(BASE[0], tmp_path / "base")
    before = game_key([tmp_path / "base"])
    file = tmp_path / "base" / "flow.yaml"
    file.write_text(file.read_text() + "\n# a comment\n")
    assert game_key([tmp_path / "base"]) != before


def test_a_module_is_the_same_whoever_builds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / 'it\'s "here"'
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (folder / "cards" / "cards.yaml").write_text(
        "cards:\n  - {id: x, name: X, deck: guilds, colour: purple, cost: free, effect: score 1 point per stage in city}\n"
    )
    monkeypatch.chdir(tmp_path)
    for here in (tmp_path, folder):
        monkeypatch.chdir(here)
        monkeypatch.setenv("STELE_CACHE", str(tmp_path / here.name))
        assert kept_file([folder], checked=check_folders([folder])).read_text() == build([folder]).text


def test_broken_content_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELE_CACHE", str(tmp_path))
    with pytest.raises(Broken, match="E0402"):
        load(HERE / "bad" / "fifteen_mistakes")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_never_seen_half_written(tmp_path: Path) -> None:
    file = tmp_path / "out.py"
    write_whole(file, "whole")
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "\ud800")
    assert file.read_text() == "whole"
    assert [path.name for path in tmp_path.iterdir()] == ["out.py"]


def test_a_file_that_is_no_ruleset_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text("x = 1\n")
    with pytest.raises(Refused, match="not a ruleset"):
        open_ruleset(file)


# --- lowering -------------------------------------------------------------------------------------


def test_the_program_is_checked_and_can_be_printed(base: Checked) -> None:
    program = lower(tuple(content for content in base.game.contents if content.expansion.id == "base"))
    ir.verify(program)
    text = tree_text(program)
    assert "OneShot" in text
    assert "lane: COLOUR_BROWN" in text


@pytest.mark.parametrize(
    ("goods", "sources", "expected"),
    [
        pytest.param("abcd", ["ab", "bc"], [("a", "b", "c"), ("d",)], id="a chain of sources connects"),
        pytest.param("abcd", [], [("a",), ("b",), ("c",), ("d",)], id="alone without a source"),
        pytest.param("abcd", ["ac", "bd"], [("a", "c"), ("b", "d")], id="two groups"),
    ],
)
def test_goods_that_share_a_source_belong_together(
    goods: str, sources: list[str], expected: list[tuple[str, ...]]
) -> None:
    assert connected(tuple(goods), [tuple(source) for source in sources]) == tuple(expected)


def test_goods_that_every_offer_treats_alike_share_a_price() -> None:
    assert alike(tuple("abcd"), [tuple("abcd"), tuple("ab")]) == (("a", "b"), ("c", "d"))
    assert alike(tuple("abc"), []) == (("a", "b", "c"),)


ME = Who.ME


def test_a_clause_is_split_at_its_decisions() -> None:
    ops: list[ir.Op] = [
        ir.Gain(ME, ir.Const(1)),
        Pick(CardSet(), Spot("z")),
        BuildPicked(Spot("z"), True),
        ir.Gain(ME, ir.Const(2)),
    ]
    assert [segment.ops for segment in segments(iter(ops))] == [tuple(ops[:2]), tuple(ops[2:])]


@pytest.mark.parametrize(
    ("expr", "python"),
    [
        (ir.Const(3), "3"),
        (ir.Times(2, ir.Count("X", Seat.LEFT)), "2 * count(t, row, row[me + LEFT], X)"),
        (ir.Over(ir.CoinsOf(Seat.ME), 3), "row[me + COINS] // 3"),
        (ir.Times(2, ir.Over(ir.CoinsOf(Seat.ME), 3)), "2 * (row[me + COINS] // 3)"),
        (ir.Squared(ir.Count("X", Seat.ME)), "count(t, row, me, X) * count(t, row, me, X)"),
        (ir.Least((ir.Const(1), ir.Count("X", Seat.ME))), "min(1, count(t, row, me, X))"),
        (ir.Times(3, ir.Sum((ir.Const(1), ir.Const(2)))), "3 * (1 + 2)"),
        (ir.Sum(()), "0"),
    ],
)
def test_an_expression_becomes_python(base: Checked, expr: ir.Expr, python: str) -> None:
    draft = ModuleDraft(lower(tuple(content for content in base.game.contents if content.expansion.id == "base")))
    assert Expressions(draft).text(expr) == python
    assert Expressions(draft, "seen").text(expr) == python.replace("row", "seen")
