"""A folder of an earlier edition keeps its meaning, is told what it is, and is upgraded by meaning;
and what plain English says of `your` city stays mine.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from stele.compiler.analysis.sets import in_play
from stele.compiler.cli import main
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import text_of
from stele.compiler.driver.check import Checked, check_folders, outdated
from stele.compiler.front.clause_meaning import is_yours
from stele.compiler.front.clause_parser import parse_clauses
from stele.compiler.front.declared_names import names_of_folder
from stele.compiler.front.expansion_paths import shipped
from stele.compiler.front.rulings import rulings_of
from stele.compiler.front.source import Scalar
from stele.compiler.front.unparse import clause_text
from stele.compiler.rulings.pool import run_rulings
from stele.compiler.tools import upgrader
from stele.compiler.tools.formatter import comments
from stele.compiler.tools.upgrader import upgrade

FILES = {
    "expansion.yaml": """\
# Ours.
id: old # small letters
name: Old
version: "1.0"
official: false
requires: {base: "1.0"}
""",
    "cards/cards.yaml": """\
cards:
  # What is asked without a word that says so.
  - {id: ossuary, name: Ossuary, deck: guilds, colour: purple, cost: free, effect: build a card from discard for free} # one
  - id: nomad
    name: Nomad
    deck: guilds
    colour: purple
    cost: free
    effect: 'take another seat then gain 1 coin' # two
  - id: dole
    name: Dole
    deck: guilds
    colour: purple
    cost: free
    effect:
      - >-
        everyone gains 1 coin
        per brown card in city
      - gain 1 coin per card in discard # three
  - id: fee
    name: Fee
    deck: guilds
    colour: purple
    cost: free
    effect: "others gain 1 coin per green card in city, or others gain 2 coins"
  - id: share
    name: Share
    deck: guilds
    colour: purple
    cost: free
    effect: others gain 1 coin per card in hand
  - id: heap
    name: Heap
    deck: guilds
    colour: purple
    cost: free
    effect: everyone gains 1 coin per card in discard
  - {id: barter, name: Barter, deck: guilds, colour: purple, cost: free, effect: swap a card of equal cost with a player}
  - {id: handed, name: Handed, deck: guilds, colour: purple, cost: free, effect: swap hand with left}
  - {id: early, name: Early, deck: guilds, colour: purple, cost: free, effect: "before choosing, once per age, swap hands with a player"}
  - {id: mason, name: Mason, deck: guilds, colour: purple, cost: free, effect: "once per age, build a card for free"}
  - {id: heirs, name: Heirs, deck: guilds, colour: purple, cost: free, effect: left builds a card from discard for free}
  - {id: both, name: Both, deck: guilds, colour: purple, cost: free, effect: draw 2 unused purple cards then build 2 of them for free}
  - {id: fleece, name: Fleece, deck: guilds, colour: purple, cost: free, effect: others lose 1 coin per 3 coins}
  - {id: shame, name: Shame, deck: guilds, colour: purple, cost: free, effect: everyone scores -1 point per defeat token}
  - {id: ages, name: Ages, deck: guilds, colour: purple, cost: free, effect: others gain 1 coin per age begun}
  - {id: offer, name: Offer, deck: guilds, colour: purple, cost: free, effect: others may gain 1 coin per shield}
  - {id: spoken, name: Spoken, deck: guilds, colour: purple, cost: free, effect: "Everyone gains 1 coin for each brown card in city."}
""",
    "flow.yaml": """\
patch:
  - {set: base.cards.workers-guild.effect, to: build a card from discard for free} # four
  - {set: base.cards.workers-guild.note, to: take another seat}
""",
    "rulings/rulings.yaml": """\
rulings:
  - id: asked
    question: Must I?
    answer: No.
    covers: [base.action.build]
    given: {seats: {A: {hand: [ossuary]}, B: {}, C: {}}, table: {discard: [altar]}}
    when: [{A: {build: ossuary}}, {A: {choose: nothing}}]
    then: {A: {city: [ossuary]}}
  - id: of-whom
    question: Whose?
    answer: Mine.
    covers: [base.action.build]
    given: {seats: {A: {city: [clay-pool], hand: [dole]}, B: {city: [stone-pit, ore-vein]}, C: {}}}
    when: [{A: {build: dole}}]
    then: {A: {coins: 1}, B: {coins: 1}, C: {coins: 1}}
  - id: in-whose-hand
    question: Whose?
    answer: Mine.
    covers: [base.action.build]
    given: {seats: {A: {hand: [share, altar]}, B: {hand: [altar, baths, palace]}, C: {hand: [palace]}}}
    when: [{A: {build: share}, B: {discard: altar}, C: {discard: palace}}]
    then: {B: {coins: 4}, C: {coins: 4}}
""",
}
MEANT = [
    "may build a card from discard for free",
    "may take another seat then gain 1 coin",
    "everyone gains 1 coin per brown card in city of you",
    "gain 1 coin per card in discard",
    "others gain 1 coin per green card in city of you, or others gain 2 coins",
    "others gain 1 coin per card in hand of you",
    "everyone gains 1 coin per card in discard",
    "may swap a card of equal cost with a player",
    "swap hand with left",
    "before choosing, once per age, swap hands with a player",
    "once per age, build a card for free",
    "left may build a card from discard for free",
    "draw 2 unused purple cards then may build 2 of them for free",
    "others lose 1 coin per 3 coins you have",
    "everyone scores -1 point per defeat token you have",
    "others gain 1 coin per age begun",
    "others may gain 1 coin per shield",
    "everyone gains 1 coin per brown card in city of you",
]
WRITTEN = """\
cards:
  # What is asked without a word that says so.
  - {id: ossuary, name: Ossuary, deck: guilds, colour: purple, cost: free, effect: may build a card from discard for free} # one
  - id: nomad
    name: Nomad
    deck: guilds
    colour: purple
    cost: free
    effect: 'may take another seat then gain 1 coin' # two
  - id: dole
    name: Dole
    deck: guilds
    colour: purple
    cost: free
    effect:
      - "everyone gains 1 coin per brown card in city of you"
      - gain 1 coin per card in discard # three
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "old" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "old"


def meanings(checked: Checked) -> list[str]:
    return [clause_text(one) for card in checked.contents["old"].cards for one in card.effect]


def failures(checked: Checked) -> list[object]:
    rulings = [one for one in rulings_of(checked.documents, checked.game.contents) if one.expansion == "old"]
    assert len(rulings) == 3
    return [failure for outcome in run_rulings(rulings, checked) for failure in outcome.failures]


def texts_of(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


def test_a_folder_without_an_edition_keeps_its_meaning(old: Path) -> None:
    checked = check_folders([old])
    assert [one.message for one in checked.diagnostics if one.is_error] == []
    assert meanings(checked) == MEANT
    assert failures(checked) == []


def test_the_same_sentences_mean_something_else_in_the_present_edition(old: Path) -> None:
    (old / "expansion.yaml").write_text("stele: 2\n" + FILES["expansion.yaml"], encoding="utf-8")
    checked = check_folders([old])
    assert meanings(checked)[0] == "build a card from discard for free"
    assert len(failures(checked)) >= 3


def test_the_command_upgrades_by_meaning_and_keeps_comments(old: Path) -> None:
    shutil.copytree(old, old.parent / "before" / "old")
    assert main(["fix", "--upgrade", str(old)]) == 0
    checked = check_folders([old])
    assert outdated(checked, [old]) == []
    assert meanings(checked) == MEANT
    assert failures(checked) == []
    written = texts_of(old)
    assert written["expansion.yaml"] == FILES["expansion.yaml"].replace("id: old", "stele: 2\nid: old")
    assert written["cards/cards.yaml"].startswith(WRITTEN)
    assert "to: may build a card from discard for free} # four" in written["flow.yaml"]
    assert "note, to: take another seat}" in written["flow.yaml"]
    assert written["rulings/rulings.yaml"] == FILES["rulings/rulings.yaml"]
    assert {name: comments(text) for name, text in written.items()} == {n: comments(t) for n, t in FILES.items()}
    # What was written has the same trees as what was there, whichever edition it is read in.
    before = check_folders([old.parent / "before" / "old"]).contents["old"]
    assert [card.effect for card in before.cards] == [card.effect for card in checked.contents["old"].cards]
    assert main(["fix", "--upgrade", str(old)]) == 0
    assert texts_of(old) == written


def test_upgrading_only_shows_what_it_would_do_if_it_is_asked_to(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "--upgrade", "--diff", str(old)]) == 1
    shown = capsys.readouterr().out
    assert "+stele: 2" in shown
    assert "3 files would be written in edition 2, 12 sentences anew" in shown
    assert texts_of(old) == FILES


def test_a_folder_with_mistakes_is_not_upgraded(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (old / "flow.yaml").write_text("patch: [{set: base.cards.nobody.effect, to: gain 1 coin}]\n", encoding="utf-8")
    assert main(["fix", "--upgrade", str(old)]) == 1
    assert "1 error to be put right first" in capsys.readouterr().out
    assert (old / "expansion.yaml").read_text(encoding="utf-8") == FILES["expansion.yaml"]
    assert (old / "cards" / "cards.yaml").read_text(encoding="utf-8") == FILES["cards/cards.yaml"]


def test_nothing_is_written_if_a_sentence_would_mean_something_else(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upgrader, "clause_text", lambda clause: "gain 1 coin")
    assert main(["fix", "--upgrade", str(old)]) == 1
    assert "stays as it is: a sentence would not mean the same" in capsys.readouterr().err
    assert texts_of(old) == FILES


def test_nothing_is_written_if_a_file_was_saved_meanwhile(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def saved_meanwhile(folder: Path) -> object:
        upgraded = upgrade(folder)
        (folder / "cards" / "cards.yaml").write_text("cards: []\n", encoding="utf-8")
        return upgraded

    monkeypatch.setattr("stele.compiler.cli.fix.upgrade", saved_meanwhile)
    assert main(["fix", "--upgrade", str(old)]) == 1
    assert "saved by somebody else meanwhile" in capsys.readouterr().err
    assert (old / "expansion.yaml").read_text(encoding="utf-8") == FILES["expansion.yaml"]
    assert (old / "cards" / "cards.yaml").read_text(encoding="utf-8") == "cards: []\n"


def test_a_comment_that_would_go_is_told(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = "cards:\n  - id: a\n    name: A\n    deck: guilds\n    colour: purple\n    cost: free\n    effect: > # why\n"
    (old / "cards" / "cards.yaml").write_text(f"{card}      take another seat\n", encoding="utf-8")
    (old / "rulings" / "rulings.yaml").unlink()
    assert main(["fix", "--upgrade", str(old)]) == 1
    assert "a comment of cards.yaml would go" in capsys.readouterr().err
    assert (old / "expansion.yaml").read_text(encoding="utf-8") == FILES["expansion.yaml"]


def test_it_is_told_once_what_edition_a_folder_is_of(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(old)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("warning[W0611]") == 1
    assert f"`stele fix --upgrade {old}` writes it in edition 2" in shown
    main(["fix", "--upgrade", str(old)])
    capsys.readouterr()
    assert main(["check", str(old)]) == 0
    assert "W0611" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("written", "message", "help"),
    [
        ("3", "edition `3` of the language is not known here", "write `stele: 2`; a later edition needs a later Stele"),
        ('"2"', "the edition of the language is a number", "write `2` without quotes"),
        ("two", "edition `two` of the language is not known here", "write `stele: 2`"),
        ("[2]", "this edition of the language is not known here", "write `stele: 2`"),
        ("true", "edition `true` of the language is not known here", "write `stele: 2`"),
    ],
)
def test_an_edition_that_is_not_known_is_told(old: Path, written: str, message: str, help: str) -> None:
    (old / "expansion.yaml").write_text(f"stele: {written}\n{FILES['expansion.yaml']}", encoding="utf-8")
    found = [one for one in check_folders([old]).diagnostics if one.is_error]
    assert [(one.code.id, one.message) for one in found] == [("E0208", message)]
    assert found[0].help.startswith(help)


def test_a_number_in_quotes_is_put_right(old: Path) -> None:
    (old / "expansion.yaml").write_text(f'stele: "2"\n{FILES["expansion.yaml"]}', encoding="utf-8")
    assert main(["fix", str(old)]) == 0
    assert (old / "expansion.yaml").read_text(encoding="utf-8").startswith("stele: 2\n")


def test_laying_out_a_folder_of_an_earlier_edition_leaves_its_meaning(old: Path) -> None:
    assert main(["fmt", str(old)]) == 0
    assert meanings(check_folders([old])) == MEANT


def test_a_patch_of_an_earlier_edition_keeps_its_meaning_in_content_of_the_present_one(old: Path) -> None:
    checked = check_folders([old])
    played, _ = in_play(checked.contents, checked.by_expansion, frozenset({"base", "old"}))
    guild = next(card for content in played.contents for card in content.cards if card.id == "workers-guild")
    assert [clause_text(one) for one in guild.effect] == ["may build a card from discard for free"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Others lose 1 coin for each red card in your city.", "others lose 1 coin per red card in city of you"),
        ("Others lose 1 coin for each red card you have.", "others lose 1 coin per red card in city of you"),
        ("Others lose 1 coin for each red card in their city.", "others lose 1 coin per red card they have"),
        ("Others lose 1 coin per red card in city.", "others lose 1 coin per red card in city"),
        (
            "Each other player may take 1 coin from the bank for each green card in your city.",
            "others may gain 1 coin per green card in city of you",
        ),
        ("Gain 1 coin for each red card in your city.", "gain 1 coin per red card in city"),
        (
            "Each neighbour loses 1 coin for each of your red cards.",
            "neighbours lose 1 coin per red card in city of you",
        ),
        ("Neighbours lose 1 coin for each of your stages.", "neighbours lose 1 coin per stage in city of you"),
        ("Others score 1 point for each of your red cards.", "others score 1 point per red card in city of you"),
        ("Others lose 1 coin for each of your shields.", "others lose 1 coin per shield you have"),
        ("Others lose 1 coin for every 3 coins you have.", "others lose 1 coin per 3 coins you have"),
        ("Others lose 1 coin for every 3 coins.", "others lose 1 coin per 3 coins"),
        (
            "Each neighbour loses 1 coin for every 2 of your red cards.",
            "neighbours lose 1 coin per 2 red cards in city of you",
        ),
        ("Your left neighbour gains 1 coin for each of your cards.", "left gains 1 coin per card in city of you"),
        ("Your left neighbour gains 1 coin for each card in your hand.", "left gains 1 coin per card in hand of you"),
        (
            "Your left neighbour pays you 1 coin for each of your red cards.",
            "left gives 1 coin per red card in city of you to you",
        ),
        (
            "When a neighbour builds a red card, they lose 1 coin for each of your red cards.",
            "when a neighbour builds a red card, they lose 1 coin per red card in city of you",
        ),
        ("Others discard a card from your hand.", "others discard a card from hand of you"),
        ("Others may gain 1 coin for each of your red cards.", "others may gain 1 coin per red card in city of you"),
        (
            "Each other player loses 1 coin for each of your neighbours' red cards.",
            "others lose 1 coin per red card in neighbours",
        ),
        (
            "When you build a stage of your wonder, others lose 1 coin for every 3 coins.",
            "when you build a stage, others lose 1 coin per 3 coins",
        ),
        ("Gain 1 coin for each of your red cards.", "gain 1 coin per red card in city"),
    ],
)
def test_whose_city_plain_english_means_is_kept(written: str, read: str) -> None:
    names = names_of_folder(shipped() / "base")
    found: list[Diagnostic] = []
    text = text_of("", written, names)
    said = parse_clauses(Scalar(written, written, text, 0, len(written), None), found)
    assert [clause_text(one) for one in said] == [read]
    assert found == []


@pytest.mark.parametrize(
    ("written", "sentence", "is_same"),
    [
        ("others lose 1 coin per red card in your city", "others lose 1 coin per red card in city", False),
        ("others lose 1 coin per red card in your city", "others lose 1 coin per red card in city of you", True),
        ("others looses 1 coin per red card in city", "others lose 1 coin per red card in city", True),
        ("gain 1 coin per red card in your city", "gain 1 coin per red card in city", True),
        ("others loses 1 coin per card in your hand", "others lose 1 coin per card in hand", False),
        ("others loses 1 coin per card in your hand", "others lose 1 coin per card in hand of you", True),
        ("left loses 1 coin per stage", "left loses 1 coin per stage in city", False),
        ("if left has 3 coins, gain 1 coin per stage", "if left has 3 coins, gain 1 coin per stage in city", True),
    ],
)
def test_no_repair_makes_others_of_what_is_mine(written: str, sentence: str, is_same: bool) -> None:
    assert is_yours(written, sentence) is is_same


@pytest.mark.parametrize(
    "text",
    ["others lose 2 coins per stage", "left loses 1 coin per stage", "who has most coins loses 1 coin per stage"],
)
def test_whoever_is_meant_it_is_asked_whose_things_are_counted(text: str) -> None:
    found: list[Diagnostic] = []
    assert parse_clauses(Scalar(text, text, text_of("", text), 0, len(text), None), found) == ()
    assert [one.message for one in found] == ["it is missing whose things are counted"]
    assert found[0].edits == ()
