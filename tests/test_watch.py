"""A second look costs little, says the same as the first would, and plays only the rulings that a
change touches.
"""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from stele.compiler.analysis.resolve import bound_before
from stele.compiler.cli import main
from stele.compiler.driver.check import check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front.content_parser import parsed_before
from stele.compiler.front.walk import by_kind
from stele.compiler.tools.watcher import Watcher
from tests.conftest import HERE, messages

pytestmark = pytest.mark.slow


@pytest.fixture
def gardens(tmp_path: Path) -> Path:
    """A copy of the trial expansion."""
    return Path(shutil.copytree(HERE / "expansions" / "gardens", tmp_path / "gardens"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new expansion."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "fan"]) == 0
    return tmp_path / "fan"


@pytest.mark.usefixtures("anew")
def test_what_is_remembered_says_the_same_as_a_fresh_check(fan: Path) -> None:
    memory = Memory()
    cards = fan / "cards" / "cards.yaml"
    first = cards.read_text(encoding="utf-8")
    broken = first.replace("colour: ", "color: ", 1), first.replace("cost: ", "cost: 9 ambr, ", 1), first + "x", first
    for text in broken:
        cards.write_text(text, encoding="utf-8")
        again, fresh = check_folders([fan], memory=memory), check_folders([fan])
        assert messages(again.diagnostics, again) == messages(fresh.diagnostics, fresh)
        assert bool(again.diagnostics) is (text != first)


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called for some work: the same however busy the machine is."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.usefixtures("anew")
def test_a_second_look_does_a_tenth_of_the_first_at_most(fan: Path) -> None:
    memory = Memory()
    cold = calls(lambda: check_folders([fan], memory=memory))
    change(fan / "cards" / "cards.yaml", "gain 2 coins", "gain 3 coins")
    warm = calls(lambda: check_folders([fan], memory=memory))
    assert warm < cold / 10
    change(fan / "rulings" / "rulings.yaml", "Two coins", "Three coins")
    assert calls(lambda: check_folders([fan], memory=memory)) < warm
    change(fan / "cards" / "cards.yaml", "gain 3 coins", "gain 3 cons")
    # To say what is wrong with a sentence, every word of the language is tried in it.
    assert calls(lambda: check_folders([fan], memory=memory)) < cold / 7


def test_what_was_kept_about_a_tree_goes_with_it(fan: Path) -> None:
    memory = Memory()
    sizes = []
    gc.freeze()  # trees of other tests are not looked through again and again
    for number in range(4):
        (fan / "cards" / "more.yaml").write_text(f"cards: []\n# {number}\n", encoding="utf-8")
        change(fan / "cards" / "cards.yaml", f"gain {number + 2} coins", f"gain {number + 3} coins")
        check_folders([fan], memory=memory)
        gc.collect()
        sizes.append([len(table.entries) for table in (by_kind, bound_before, parsed_before)])
    gc.unfreeze()
    assert sizes[-1] == sizes[1]
    assert min(sizes[-1]) > 0


def test_rulings_that_a_change_touches_are_played_again(gardens: Path) -> None:
    watcher = Watcher(gardens)
    first = watcher.look()
    assert first is not None
    assert len(first.outcomes) > 10
    assert not any(outcome.failures for outcome in first.outcomes)
    assert watcher.look() is None

    change(gardens / "cards" / "guilds.yaml", "cost: ", "cost: 1 coin, ")
    look = watcher.look()
    assert look is not None
    named = {outcome.ruling.id for outcome in look.outcomes}
    assert 0 < len(named) < len(first.outcomes)
    assert any(outcome.failures for outcome in look.outcomes)

    good = watcher.build
    change(gardens / "cards" / "guilds.yaml", "cost: 1 coin, ", "cost: 1 con, ")
    look = watcher.look()
    assert look is not None
    assert look.checked.has_errors
    assert look.outcomes == ()
    assert look.build == good

    change(gardens / "flow.yaml", "to: 1", "to: 2")
    change(gardens / "cards" / "guilds.yaml", "cost: 1 con, ", "cost: ")
    look = watcher.look()
    assert look is not None
    assert len(look.outcomes) == len(first.outcomes)


def test_the_last_good_build_stays(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = fan.parent / "ruleset.py"
    assert main(["watch", str(fan), "--once", "-o", str(output)]) == 0
    out = capsys.readouterr().out
    assert "1 passed, 0 failed of the rulings that the change touches" in out
    assert "waiting" not in out, "it looks once"
    built = output.read_text(encoding="utf-8")
    change(fan / "cards" / "cards.yaml", "cost: 2 coins", "cost: 1 con")
    assert main(["watch", str(fan), "--once", "-o", str(output)]) == 1
    assert output.read_text(encoding="utf-8") == built
    assert main(["watch", str(fan.parent / "nowhere"), "--once"]) == 1
