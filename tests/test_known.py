"""What earlier runs have worked out is used, and never when something has changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.driver import check as driver
from stele.compiler.driver.check import check_folders
from stele.compiler.driver.known import played_key
from tests.conftest import ROOT

FILES = {
    "expansion.yaml": 'stele: 2\nid: {id}\nname: Name\nversion: "0.1"\nofficial: false\nrequires: {{base: "1.0"}}\n',
    "vocabulary.yaml": "tokens:\n  - {{id: {id}-gem, name: Gem, points: 1, line: guilds}}\n",
    "cards/cards.yaml": "cards:\n  - {{id: {id}-card, name: Card {id}, deck: guilds, colour: purple, cost: free, effect: gain 1 {id}-gem token}}\n",
    "rules.yaml": "rules:\n  - {{id: {id}.gem, says: A gem., kind: effect, source: ours}}\n",
    "languages/fr.yaml": "cards:\n  {id}-card: Carte\n",
    "rulings/rulings.yaml": """\
rulings:
  - id: a-gem
    question: Is there a gem?
    answer: Yes.
    covers: [{id}.gem]
    given: {{seats: {{A: {{hand: [{id}-card]}}, B: {{}}, C: {{}}}}}}
    when: [{{A: {{build: {id}-card}}}}]
    then: {{A: {{tokens: {{{id}-gem: 1}}}}}}
""",
}


def written(folder: Path, id: str) -> Path:
    for name, text in FILES.items():
        file = folder / id / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(id=id), encoding="utf-8")
    return folder / id


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small expansion, and a cache of its own."""
    monkeypatch.setenv("STELE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, "fan")


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The expensive passes that were run."""
    run: list[str] = []
    for name in ("check_sets", "check_clashes", "lint"):
        original = getattr(driver, name)

        def noted(*arguments: object, name: str = name, original: object = original) -> object:
            run.append(name)
            return original(*arguments)  # type: ignore[operator]

        monkeypatch.setattr(driver, name, noted)
    return run


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_rulings_are_played_again_without_a_check_of_what_has_not_changed(
    fan: Path, passes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", "fan"]) == 0
    assert passes == ["check_sets", "lint"]
    passes.clear()
    assert main(["test", "fan", "-k", "gem"]) == 0
    change(fan / "rulings" / "rulings.yaml", "a-gem", "one-gem")
    assert main(["test", "fan", "-k", "one-gem"]) == 0
    assert passes == []
    assert capsys.readouterr().out == "1 passed, 0 failed\n" * 3
    change(fan / "rulings" / "rulings.yaml", "fan-gem: 1", "fan-gme: 1")
    assert main(["test", "fan"]) == 1
    assert "did you mean `fan-gem`?" in capsys.readouterr().out
    assert passes == []


@pytest.mark.parametrize("name", [name for name in FILES if name != "rulings/rulings.yaml"])
def test_any_other_change_is_checked(fan: Path, passes: list[str], name: str) -> None:
    assert main(["test", "fan"]) == 0
    passes.clear()
    (fan / name).write_text((fan / name).read_text() + "# changed\n")
    assert main(["test", "fan"]) == 0
    assert passes == ["check_sets", "lint"]


def test_a_check_after_a_change_of_a_ruling_looks_at_rulings_only(
    fan: Path, passes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "fan"]) == 0
    assert passes == ["check_sets", "lint", "check_clashes"]
    passes.clear()
    change(fan / "rulings" / "rulings.yaml", "a-gem", "one-gem")
    assert main(["check", "fan"]) == 0
    assert passes == []
    change(fan / "rulings" / "rulings.yaml", "[fan-card]", "[fan-crad]")
    assert main(["check", "fan"]) == 1
    assert "did you mean `fan-card`?" in capsys.readouterr().out
    change(fan / "cards" / "cards.yaml", "gain 1 fan-gem", "gain 1 fan-gme")
    assert main(["check", "fan"]) == 1
    assert "did you mean `fan-gem`?" in capsys.readouterr().out


def test_a_warning_is_shown_every_time(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(fan / "cards" / "cards.yaml", "gain 1 fan-gem token", "gain 1 coin")
    for command in ("check", "test", "check"):
        main([command, "fan"])
        seen = capsys.readouterr().out
        assert ("the token `fan-gem` is never used" in seen) == (command == "check")


def test_an_error_is_shown_every_time(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(fan / "cards" / "cards.yaml", "deck: guilds", "deck: age-1")
    first = [main(["check", "fan"]), capsys.readouterr().out]
    for command in ("test", "check", "test"):
        assert [main([command, "fan"]), capsys.readouterr().out.replace("ok", "")][0] == 1
    assert [main(["check", "fan"]), capsys.readouterr().out] == first
    assert first[0] == 1


def test_a_change_of_what_may_be_met_beside_is_noticed(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = written(fan.parent, "other")
    change(fan / "cards" / "cards.yaml", "cost: free", "cost: free, with: [other]")
    change(fan / "cards" / "cards.yaml", "gain 1 fan-gem token", "[gain 1 fan-gem token, gain 1 other-gem token]")
    (fan / "rulings" / "rulings.yaml").unlink()
    assert main(["check", "fan"]) == 0
    assert capsys.readouterr().out.startswith("ok: ")
    for name in ("vocabulary.yaml", "cards/cards.yaml", "rulings/rulings.yaml"):
        change(other / name, "other-gem", "other-jewel")
    assert main(["check", "fan"]) == 1
    assert "no token is called `other-gem`" in capsys.readouterr().out


def test_a_key_depends_on_every_file_but_rulings_and_on_where_they_lie(tmp_path: Path) -> None:
    def key_of(folder: Path, asked: Sequence[str] = ("fan",)) -> str:
        checked = check_folders([folder])
        return played_key(asked, checked.places, checked.by_expansion)

    folder = written(tmp_path / "a", "fan")
    keys = {key_of(folder), key_of(folder, ("fan", "base")), key_of(written(tmp_path / "b", "fan"))}
    for name in FILES:
        before = key_of(folder)
        (folder / name).write_text((folder / name).read_text() + "# changed\n")
        assert (key_of(folder) == before) == name.startswith("rulings/")
        keys.add(key_of(folder))
    assert len(keys) == 3 + len(FILES) - 1


PROGRAM = """
import sys
from stele.compiler.cli import main
from stele.compiler.front import clause_grammar
code = main(["check", "--format", "json", sys.argv[1]])
print(bool(clause_grammar.restored), code)
"""


def test_tables_of_the_clause_parser_are_kept_and_healed_and_say_the_same(tmp_path: Path) -> None:
    def run() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "tests/bad/fifteen_mistakes"],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"PATH": "", "STELE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT / ".links")},
            check=True,
        )
        findings, _, end = done.stdout.rpartition("\n}\n")
        return [end, findings]

    first, second = run(), run()
    (kept,) = tmp_path.glob("grammar_*.txt")
    kept.write_text(kept.read_text()[:999])
    third, fourth = run(), run()
    assert [end for end, _ in (first, second, third, fourth)] == ["False 1\n", "True 1\n", "False 1\n", "True 1\n"]
    assert first[1] == second[1] == third[1] == fourth[1]
