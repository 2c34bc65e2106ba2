"""`stele test --coverage` names the clauses that no ruling would miss, also when rulings fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new expansion with a card and a board that its ruling does not play."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "expansion", "fan"]) == 0
    assert main(["new", "board", "isle", "--in", "fan"]) == 0
    return tmp_path / "fan"


def test_clauses_that_no_ruling_misses_are_listed_with_their_place(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = fan / "rulings" / "rulings.yaml"
    text = ruling.read_text(encoding="utf-8")
    ruling.write_text(text.replace("A: {coins: 5, tokens: {favour: 1}}", "A: {coins: 5}"), encoding="utf-8")
    capsys.readouterr()
    assert main(["test", "--coverage", "fan"]) == 0
    shown = capsys.readouterr().out
    assert "not proven: fan/cards/cards.yaml:11:9: gain 1 favour token · no ruling fails without it\n" in shown
    assert "gain 2 coins ·" not in shown
    assert "not proven: fan/boards/isle.yaml:8:16: produce wood · no ruling names `isle`\n" in shown
    assert "0 rules not covered by a ruling or a test\n1 of 7 clauses and conditions proven" in shown

    assert main(["test", "--threshold", "20", "fan"]) == 0
    assert main(["test", "--threshold", "90", "fan"]) == 1
    assert "25.0 % is proven, less than 90 %" in capsys.readouterr().out

    ruling.write_text(text.replace("coins: 5, tokens", "coins: 9, tokens"), encoding="utf-8")
    assert main(["test", "--coverage", "fan"]) == 1
    shown = capsys.readouterr().out
    assert "gain 2 coins · no ruling names `fan-card`" in shown
    assert shown.endswith("0 passed, 1 failed\n")


CONDITIONS = """\
cards:
  - id: harbour
    name: Harbour
    deck: guilds
    colour: purple
    cost: free
    effect: if 3 coins, gain 1 favour token
  - id: diggers
    name: Diggers
    deck: guilds
    colour: purple
    cost: free
    effect: may build a card from discard for free
"""
FLOW = """\
riders:
  - {id: sing, name: Sing, on: build, cost: 1 coin, effect: gain 1 favour token}
patch:
  - {add: base.age.turns.play.actions, to: bury}
actions:
  - {id: bury, name: Bury the card, cost: nothing, to: discard}
"""
RULING = """\
rulings:
  - id: NAME
    question: What?
    answer: This.
    covers: [fan.card]
    given: {seats: {A: {coins: COINS, hand: [harbour, diggers, altar]}, B: {}, C: {}}, table: {discard: [theater]}}
    when: [WHEN]
    then: {A: {tokens: {favour: FAVOURS}}}
"""


def ruled(fan: Path, name: str, coins: int, when: str, favours: int) -> None:
    text = RULING.replace("NAME", name).replace("COINS", str(coins)).replace("WHEN", when)
    (fan / "rulings" / f"{name}.yaml").write_text(text.replace("FAVOURS", str(favours)), encoding="utf-8")


def test_conditions_that_no_ruling_sees_both_ways_are_listed(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "cards" / "more.yaml").write_text(CONDITIONS, encoding="utf-8")
    ruled(fan, "rich", 5, "{A: {build: harbour}}", 1)
    capsys.readouterr()
    assert main(["test", "--coverage", "fan"]) == 0
    shown = capsys.readouterr().out
    assert "not proven: fan/cards/more.yaml:7:16: 3 coins · no ruling sees that it is not so\n" in shown
    assert "gain 1 favour token · no ruling fails without it" not in shown

    ruled(fan, "poor", 2, "{A: {build: harbour}}", 0)
    assert main(["test", "--coverage", "fan"]) == 0
    assert "no ruling sees" not in capsys.readouterr().out

    (fan / "rulings" / "rich.yaml").unlink()
    assert main(["test", "--coverage", "fan"]) == 0
    assert "if 3 coins, gain 1 favour token · no ruling fails without it" in capsys.readouterr().out


def test_options_that_no_ruling_takes_are_listed_also_when_rulings_fail(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (fan / "cards" / "more.yaml").write_text(CONDITIONS, encoding="utf-8")
    (fan / "flow.yaml").write_text(FLOW, encoding="utf-8")
    ruled(fan, "dig", 5, "{A: {build: diggers}}, {A: {choose: theater}}", 7)
    capsys.readouterr()
    assert main(["test", "--coverage", "fan"]) == 1
    shown = capsys.readouterr().out
    assert "not taken: fan/flow.yaml:6:10: the action `bury` · no ruling takes it\n" in shown
    assert "not taken: fan/flow.yaml:2:10: the rider `sing` · no ruling takes it\n" in shown
    place = "fan/cards/more.yaml:13:13: may build a card from discard for free"
    assert f"not taken: {place} · do without · no ruling takes it\n" in shown
    assert f"{place} · do it" not in shown
    assert "1 of 4 options taken in a ruling\n" in shown

    ruled(fan, "bury", 5, "{A: {bury: altar}}", 0)
    ruled(fan, "sing", 5, "{A: {build: altar, rider: sing}}", 1)
    ruled(fan, "leave", 5, "{A: {build: diggers}}, {A: {choose: nothing}}", 0)
    main(["test", "--coverage", "fan"])
    shown = capsys.readouterr().out
    assert "not taken" not in shown
    assert "4 of 4 options taken in a ruling\n" in shown


RIGHTS = """\
cards:
  - id: charter
    name: Charter
    deck: guilds
    colour: purple
    cost: free
    effect: once per age, build a card for free
  - id: patent
    name: Patent
    deck: guilds
    colour: purple
    cost: free
    effect: once per age, build a card for free
  - id: robbery
    name: Robbery
    deck: guilds
    colour: purple
    cost: free
    effect: others lose 2 coins
  - id: seminary
    name: Seminary
    deck: guilds
    colour: purple
    cost: 3 glass
    chain: [altar, theater]
    effect: gain 1 coin
"""
SCENE = """\
rulings:
  - id: NAME
    question: What?
    answer: This.
    covers: [fan.card]
    given: {seats: {A: {coins: 3, city: CITY, hand: [seminary, robbery]}, B: {coins: 3}, C: {}}}
    when: [WHEN]
    then: {A: {city: {has: [charter]}}}
"""


def played(fan: Path, name: str, city: str, when: str) -> None:
    text = SCENE.replace("NAME", name).replace("CITY", city).replace("WHEN", when)
    (fan / "rulings" / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_rights_chains_and_losses_are_options_too(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "cards" / "more.yaml").write_text(CONDITIONS, encoding="utf-8")
    (fan / "cards" / "rights.yaml").write_text(RIGHTS, encoding="utf-8")
    expansion = fan / "expansion.yaml"
    text = expansion.read_text(encoding="utf-8").replace('{base: "1.0"}', '{base: "1.0", cities: "1.0"}')
    expansion.write_text(text, encoding="utf-8")
    played(fan, "chained", "[charter, altar]", "{A: {build: seminary, by: chain}}")

    def not_taken() -> set[str]:
        capsys.readouterr()
        main(["test", "--coverage", "fan"])
        marked = "not taken: fan/cards/rights.yaml:"
        return {line.removeprefix(marked) for line in capsys.readouterr().out.splitlines() if line.startswith(marked)}

    free, lose = "once per age, build a card for free", "others lose 2 coins"
    assert not_taken() == {
        f"7:13: {free} · use it · no ruling takes it",
        f"13:13: {free} · use it · never offered",
        f"13:13: {free} · do without · never offered",
        f"19:13: {lose} · pay · never offered",
        f"19:13: {lose} · do not pay · never offered",
        "25:20: the chain from `theater` to `seminary` · never offered",
    }

    played(fan, "free", "[charter, theater]", "{A: {build: seminary, by: permit}}")
    played(fan, "paying", "[charter]", "{A: {build: robbery}}, {B: {choose: 2}}")
    assert not_taken() == {
        f"13:13: {free} · use it · never offered",
        f"13:13: {free} · do without · never offered",
        f"19:13: {lose} · do not pay · no ruling takes it",
        "25:20: the chain from `theater` to `seminary` · no ruling takes it",
    }

    # Two clauses that say the same are told apart by what a ruling names.
    played(fan, "other", "[patent, theater]", "{A: {build: seminary, by: permit}}")
    played(fan, "another", "[patent, theater]", "{A: {build: seminary, by: chain}}")
    played(fan, "debt", "[charter]", "{A: {build: robbery}}, {B: {choose: 0}}")
    assert not_taken() == set()
