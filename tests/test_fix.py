"""`stele fix` puts right what is clearly wrong, keeps every comment, and has nothing left to do the
second time.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from stele.compiler.cli import main
from stele.compiler.driver.check import check_folders, unaccounted
from stele.compiler.front.clause_parser import MOST_EXPLAINED
from stele.compiler.tools import fixer
from stele.compiler.tools.fixer import repair

BEFORE = {
    "expansion.yaml": """\
id: Fix_Me   # an id is written with hyphens
name: Fix me
version: "1.0"
official: no   # true or false
requires: {bass: "1.0"}
""",
    "vocabulary.yaml": """\
# words
tokens:
  - {id: chip, name: Chip, ponts: 1, line: treasry}   # a key and a name
zones:
  - {id: shelf, name: Shelf, owner: seats, seen-by: everyone, order: set}   # one of few values
""",
    "cards/cards.yaml": """\
# before all
cards:
  - id: one
    name: One: a card
    deck: guilds # behind the deck
    color: purple # American
    cost: 3 # a number
    # before the effect
    effect: Gain 1 coin for each brown card in your city. # four mistakes
  - id: two
    name: Altar
    deck: guilds
    colour: purple
    players: 3
    cost: 1 wood, 1 wood, 0 ore
    effect:
      - produce clay or clay
      - gian 2 coins
      - gain 1 chip token
      - gain 1 coin per brown in city # a colour without cards
      - "score 1 point per brwn card in shelf"
      - score 1 points if 6 shields
    rank: 1
    rank: 1
# behind all
""",
}
AFTER = {
    "expansion.yaml": """\
id: fix-me   # an id is written with hyphens
name: Fix me
version: "1.0"
official: false   # true or false
requires: {base: "1.0"}
""",
    "vocabulary.yaml": """\
# words
tokens:
  - {id: chip, name: Chip, points: 1, line: treasury}   # a key and a name
zones:
  - {id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}   # one of few values
""",
    "cards/cards.yaml": """\
# before all
cards:
  - id: one
    name: "One: a card"
    deck: guilds # behind the deck
    colour: purple # American
    cost: 3 coins # a number
    # before the effect
    effect: gain 1 coin per brown card in city # four mistakes
  - id: two
    identity: altar
    name: Altar
    deck: guilds
    colour: purple
    players: [3]
    cost: 2 wood
    effect:
      - produce clay
      - gain 2 coins
      - gain 1 chip token
      - gain 1 coin per brown card in city # a colour without cards
      - "score 1 point per brown card in shelf"
      - "if 6 shields, score 1 point"
    rank: 1
# behind all
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in BEFORE.items():
        (tmp_path / "fix-me" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fix-me" / name).write_text(text, encoding="utf-8")
    return tmp_path / "fix-me"


def written(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in BEFORE}


def test_many_kinds_of_mistake_are_put_right_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "--diff", str(folder)]) == 1
    assert "+    cost: 3 coins # a number\n" in capsys.readouterr().out
    assert written(folder) == BEFORE

    assert main(["fix", str(folder)]) == 0
    assert "20 findings put right\n" in capsys.readouterr().out
    assert written(folder) == AFTER
    assert check_folders([folder]).diagnostics == []

    assert main(["fix", "--diff", str(folder)]) == 0
    assert capsys.readouterr().out == "0 findings would be put right\n"


@pytest.mark.parametrize(
    "effect",
    [
        pytest.param("gain 2 coins and score 3 points per stage in city", id="it is not clear what counts twice"),
        pytest.param("gain 1 coin per xyzzy card in city", id="no name is like it"),
        pytest.param("gain 1 coin per altar card in city", id="a card where a colour belongs"),
    ],
)
def test_what_is_not_clear_is_left_to_the_author(tmp_path: Path, effect: str) -> None:
    identity = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    card = f"cards:\n  - {{id: c, name: C, deck: guilds, colour: purple, cost: free, effect: {effect}}}\n"
    (tmp_path / "fan" / "cards").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(identity, encoding="utf-8")
    (tmp_path / "fan" / "cards" / "c.yaml").write_text(card, encoding="utf-8")
    repaired = repair(tmp_path / "fan")
    assert repaired.texts == {}
    assert len(repaired.left) == 1
    assert main(["fix", str(tmp_path / "nowhere")]) == 1


@pytest.mark.parametrize(
    ("written", "repaired"),
    [
        pytest.param("", 'requires: {base: "1.0"}\n', id="nothing is required"),
        pytest.param(
            'requires: {base: "1.0"} # why\n', 'requires: {base: "1.0", leaders: "1.0"} # why\n', id="in one line"
        ),
        pytest.param(
            'requires:\n  base: "1.0" # why\n', 'requires:\n  base: "1.0" # why\n  leaders: "1.0"\n', id="in lines"
        ),
    ],
)
def test_what_is_used_and_not_required_is_added_to_what_is_required(
    tmp_path: Path, written: str, repaired: str
) -> None:
    identity = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false # ours\n'
    (tmp_path / "fan" / "cards").mkdir(parents=True)
    (tmp_path / "fan" / "cards" / "cards.yaml").write_text(f"cards:\n  - {counting('brown')}\n", encoding="utf-8")
    if "base" in written:  # a patch of what is not required can mean only one thing
        (tmp_path / "fan" / "flow.yaml").write_text(
            "patch:\n  - {set: leaders.cards.nero.name, to: Nero I}\n", encoding="utf-8"
        )
    file = tmp_path / "fan" / "expansion.yaml"
    file.write_text(identity + written, encoding="utf-8")
    assert [d.code.id for d in check_folders([tmp_path / "fan"]).diagnostics] == ["E0407"]
    assert main(["fix", str(tmp_path / "fan")]) == 0
    assert file.read_text(encoding="utf-8") == identity + repaired
    assert not check_folders([tmp_path / "fan"]).diagnostics


def counting(colour: str) -> str:
    effect = f"gain 1 coin per {colour} card in city"
    return f"{{id: one, name: One, deck: guilds, colour: purple, cost: free, effect: {effect}}}"


def test_whether_to_play_with_one_expansion_more_is_for_the_author_to_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    (tmp_path / "fan" / "cards").mkdir(parents=True)
    (tmp_path / "fan" / "cards" / "cards.yaml").write_text(f"cards:\n  - {counting('white')}\n", encoding="utf-8")
    (tmp_path / "fan" / "expansion.yaml").write_text(identity, encoding="utf-8")
    assert main(["fix", str(tmp_path / "fan")]) == 1
    assert "1 left" in capsys.readouterr().out
    assert (tmp_path / "fan" / "expansion.yaml").read_text(encoding="utf-8") == identity


SOUND = {
    "expansion.yaml": 'stele: 2\nid: sea\nname: Sea\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\nprovenance: proposed\n',
    "vocabulary.yaml": """\
tokens:
  - {id: pearl, name: Pearl, points: 1, line: treasury}
""",
    "flow.yaml": """\
patch:
  - {add: base.start.coins, to: 2}
""",
    "cards/cards.yaml": """\
cards:
  - {id: quay, name: Quay, deck: guilds, colour: purple, cost: free, effect: gain 1 pearl token}
  - id: pier
    name: Pier
    deck: guilds
    colour: purple
    cost: 2 wood, 2 ore
    chain: [tavern]
    effect: [score 1 point, "if 4 coins, gain 1 pearl token"]
""",
    "boards/isle.yaml": """\
boards:
  - id: isle
    name: Isle
    sides:
      a:
        start: produce wood
        stages:
          - cost: 2 wood
            choose: [gain 3 coins, gain 1 pearl token]
""",
    "rules.yaml": """\
rules:
  - {id: sea.pearls, says: A pearl is worth a point; a shell is not., kind: scoring, source: Sea}
""",
    "rulings/rulings.yaml": """\
rulings:
  - id: pearls
    question: How much are two pearls worth?
    answer: Two points.
    covers: [sea.pearls]
    given:
      seats: {A: {tokens: {pearl: 2}, hand: [quay, pier]}, B: {}, C: {}}
    then: {A: {points: {treasury: 2}}}
""",
    "languages/fr.yaml": """\
name: Mer
cards:
  quay: Quai neuf
boards:
  isle: Ile
""",
}


def sea(tmp_path: Path, *changes: tuple[str, str, str]) -> Path:
    """Return a folder that is sound but for some changes: in a file, a text becomes another."""
    files = dict(SOUND)
    for file, old, new in changes:
        assert old in files[file]
        files[file] = files[file].replace(old, new, 1)
    for name, text in files.items():
        (tmp_path / "sea" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "sea" / name).write_text(text, encoding="utf-8")
    return tmp_path / "sea"


def test_the_folder_of_these_tests_is_sound(tmp_path: Path) -> None:
    assert [d.message for d in check_folders([sea(tmp_path)]).diagnostics] == []


CARDS, RULES, FLOW, FRENCH = "cards/cards.yaml", "rules.yaml", "flow.yaml", "languages/fr.yaml"
ISLE, RULINGS = "boards/isle.yaml", "rulings/rulings.yaml"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param((CARDS, "id: quay", "id: pier"), id="an id that stands twice"),
        pytest.param((CARDS, "id: quay", "id: altar"), id="an id that another expansion has"),
        pytest.param((RULES, "kind: scoring", "section: Pearls, kind: scoring"), id="a key that another one is like"),
        pytest.param((FRENCH, "boards:", "wonders:"), id="a key whose value would not fit"),
        pytest.param((ISLE, "[gain 3 coins, gain 1 pearl token]", "gain 1 pearl token"), id="a choice of one"),
        pytest.param((FLOW, "patch:", "end-of-age: {effect: gain 1 coin}\npatch:"), id="a word swapped for another"),
        pytest.param((CARDS, "2 wood, 2 ore", "2 wood and 2 iron"), id="a second mistake that nobody can put right"),
        pytest.param((CARDS, "effect: [score 1 point,", "effect: [gain 1 point and 2,"), id="not a sentence at all"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: others lose 1 coin and gain 2 coins"), id="who gains"),
    ],
)  # fmt: skip
def test_a_repair_that_might_be_wrong_is_not_made(tmp_path: Path, change: tuple[str, str, str]) -> None:
    folder = sea(tmp_path, change)
    assert check_folders([folder]).diagnostics
    assert repair(folder).texts == {}


@pytest.mark.parametrize(
    ("change", "instead"),
    [
        pytest.param((CARDS, "2 wood, 2 ore", "2 woods and 2 ore"), '"2 wood, 2 ore"', id="two mistakes of one cost"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: gain 1 pearl"), "effect: gain 1 pearl token", id="a token is not produced"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: gain 2 woods"), "effect: produce 2 wood", id="a resource is"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: gain a pearl"), "effect: gain 1 pearl token", id="a number"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: score 1 point per 2 pearls in neighbours"), "effect: score 1 point per 2 pearl tokens in neighbours", id="a token as a noun"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: score 6 points if you have at least 5 pearls"), 'effect: "if 5 pearl tokens in city, score 6 points"', id="a condition"),
        pytest.param((CARDS, '"if 4 coins, gain 1 pearl token"', "if 4 coins, gain 1 pearl token"), '"if 4 coins, gain 1 pearl token"', id="a sentence cut at its comma"),
        pytest.param((RULES, "A pearl is worth a point; a shell is not.", "A pearl is worth a point, a shell, mostly, not."), '"A pearl is worth a point, a shell, mostly, not."', id="a text cut at its commas"),
        pytest.param((CARDS, "effect: gain 1 pearl token", "effect: gain 2 coins and score 1 point"), "effect: [gain 2 coins, score 1 point]", id="two sentences"),
        pytest.param((CARDS, "[score 1 point,", "[gain 2 coins and 1 pearl token,"), "[gain 2 coins, gain 1 pearl token,", id="two sentences in a list"),
        pytest.param((CARDS, '[score 1 point, "if 4 coins, gain 1 pearl token"]', "\n      - gain 2 coins and 1 pearl token # why"), "\n      - gain 2 coins\n      - gain 1 pearl token # why", id="two sentences below each other"),
        pytest.param((CARDS, "id: pier\n    name: Pier\n    deck: guilds\n", "id: pier\n    name: Pier: a card\n    deck: guilds\n    note: A card: a pier\n"), 'id: pier\n    name: "Pier: a card"\n    deck: guilds\n    note: "A card: a pier"\n', id="two reasons why a file cannot be read"),
        pytest.param((CARDS, "    cost: 2 wood", "\tcost: 2 wood"), "    cost: 2 wood", id="a tab"),
        pytest.param((ISLE, "      a:", "      A:"), "      a:", id="a key in capitals"),
        pytest.param((RULINGS, "{pearl: 2}", "{pearls: 2}"), "{pearl: 2}", id="a token in a ruling"),
        pytest.param((FLOW, "base.start.coins", "base.start.coin"), "base.start.coins", id="the last word of a path"),
        pytest.param((FLOW, "base.start.coins", "base.starts.coins"), "base.start.coins", id="a word of a path"),
        pytest.param((FLOW, "base.start.coins", "bass.start.coins"), "base.start.coins", id="the first word of a path"),
    ],
)  # fmt: skip
def test_a_repair_leaves_nothing_behind(tmp_path: Path, change: tuple[str, str, str], instead: str) -> None:
    folder = sea(tmp_path, change)
    checked = check_folders([folder])
    assert checked.has_errors or unaccounted(checked, [folder])
    repaired = repair(folder)
    assert repaired.left == []
    assert repaired.texts == {folder / change[0]: SOUND[change[0]].replace(change[1], instead, 1)}


def many(folder: Path, number: int) -> None:
    """Write cards of which two in three are called wrongly, and one of these cannot be put right:
    another one is called like that.
    """
    folder.mkdir()
    (folder / "expansion.yaml").write_text(
        'stele: 2\nid: many\nname: Many\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
    )
    (folder / "cards").mkdir()
    ids = [id for n in range(number) for id in (f"a-card-{n}", f"A_card_{n}", f"B_card_{n}")]
    line = "  - {{id: {}, name: C, deck: guilds, colour: purple, cost: free, effect: gain 1 coin}}\n"
    (folder / "cards" / "cards.yaml").write_text("cards:\n" + "".join(map(line.format, ids)))


def test_a_repair_that_is_refused_does_not_slow_down_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    many(tmp_path / "many", 1)
    file = tmp_path / "many" / "cards" / "cards.yaml"
    first, right, refused, wrong = file.read_text().splitlines(True)
    others = [wrong.replace("B_card_0", f"C_card_{n}") for n in range(63)]
    file.write_text("".join([first, right, *others, wrong, refused]))
    checks = 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal checks
        checks += 1
        return check_folders(*arguments, **named)

    monkeypatch.setattr(fixer, "check_folders", counted)
    assert main(["fix", str(tmp_path / "many")]) == 1
    assert ", 1 left" in capsys.readouterr().out
    assert file_ids(tmp_path / "many") == ["A_card_0"]
    assert checks < 30


def test_a_repair_that_stops_early_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    many(tmp_path / "many", 3)
    monkeypatch.setattr(fixer, "MOST_ROUNDS", 1)
    said = []
    for _ in range(6):
        assert main(["fix", str(tmp_path / "many")]) == 1
        said.append("stopped after 1 round; run it again to put more right" in capsys.readouterr().out)
    assert (said[0], said[-1]) == (True, False)
    assert file_ids(tmp_path / "many") == ["A_card_0", "A_card_1", "A_card_2"]


def test_more_mistakes_than_are_explained_at_once_are_put_right_all_the_same(tmp_path: Path) -> None:
    many(tmp_path / "many", 0)
    line = "  - {{id: c{}, name: C {}, deck: guilds, colour: purple, cost: free, effect: {} 1 coin}}\n"
    verbs = ["frob", *["gian"] * (MOST_EXPLAINED + 20), "frob"]  # nobody knows what the first and the last one mean
    file = tmp_path / "many" / "cards" / "cards.yaml"
    file.write_text("cards:\n" + "".join(line.format(n, n, verb) for n, verb in enumerate(verbs)))
    assert main(["fix", str(tmp_path / "many")]) == 1
    assert (file.read_text().count("gian"), file.read_text().count("frob")) == (0, 2)


def file_ids(folder: Path) -> list[str]:
    """Return the ids that are still wrong."""
    return re.findall(r"id: ([A-Z]\w+)", (folder / "cards" / "cards.yaml").read_text())
