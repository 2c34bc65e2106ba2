"""Rulings: the shipped ones hold, and one that does not hold says why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.driver.check import Checked
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.rulings.pool import run_rulings
from tests.conftest import ROOT

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
HEAD = "  - id: a-ruling\n    question: Is it so?\n    answer: It is.\n    covers: [base.trade.price]\n"


@pytest.fixture
def fan(tmp_path: Path) -> Path:
    """An expansion that has nothing but rulings."""
    (tmp_path / "fan" / "rulings").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(EXPANSION)
    return tmp_path / "fan"


def ruling(folder: Path, scene: str) -> None:
    (folder / "rulings" / "rulings.yaml").write_text("rulings:\n" + HEAD + scene)


def shipped(base: Checked) -> list[Ruling]:
    return rulings_of(base.documents, base.game.contents)


def test_the_rulings_of_the_base_game_hold_and_others_are_as_many(base: Checked) -> None:
    """`make test` plays all of them by `stele test`."""
    outcomes = run_rulings([ruling for ruling in shipped(base) if ruling.expansion == "base"], base)
    assert [(outcome.ruling.id, outcome.failures) for outcome in outcomes if outcome.failures] == []
    assert len(outcomes) >= 120
    counts = Counter(ruling.expansion for ruling in shipped(base))
    assert counts["leaders"] >= 120
    assert counts["cities"] >= 150


def test_a_ruling_that_does_not_hold_says_what_was_expected_and_what_was_found(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling(
        fan,
        "    given:\n      seats:\n        A: {coins: 3, hand: [baths]}\n        B: {city: [stone-pit]}\n        C: {}\n"
        "    when: [{A: {build: baths}}]\n    then:\n      A: {coins: 3, points: {civilian: 4}, city: {has: [altar]}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert "A.coins: expected 3, found 1" in out
    assert "A.points: civilian: expected 4, found 3" in out
    assert "A.city: altar is missing" in out
    assert "3 Baths: score 3 points" in out
    assert out.endswith("1 failed\n")


def test_a_step_that_cannot_be_played_is_a_failure(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {hand: [baths]}, B: {}, C: {}}\n"
        "    when: [{A: {build: baths}}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "step 1: A cannot do this: build: baths" in capsys.readouterr().out


def test_a_step_that_can_be_played_cannot_be_refused(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {hand: [altar]}, B: {}, C: {}}\n"
        "    when: [{A: {build: altar}, refused: true}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "must be refused" in capsys.readouterr().out


def test_names_and_keys_of_a_ruling_are_checked_at_their_place(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {bord: gizah, hand: [bath]}, B: {board: giza}, C: {tokens: {victoy: 1}}}\n"
        "    when: [{A: {biuld: baths}}]\n    then: {A: {points: {civillian: 1}, coin: 3}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    for message in (
        "no card is called `bath`",
        "no board is called `giza`",
        "no token is called `victoy`",
        "no action is called `biuld`",
        "no score line is called `civillian`",
        "no zone is called `coin`",
    ):
        assert message in out


def test_rules_without_a_ruling_are_listed(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "rules.yaml").write_text("rules:\n  - {id: fan.a, says: A rule., kind: ruling, source: us}\n")
    (fan / "rulings").rmdir()
    assert main(["test", "--coverage", str(fan)]) == 0
    assert "fan/rules.yaml:2:10: fan.a · A rule." in capsys.readouterr().out


def test_rules_about_expansions_that_nobody_wrote_are_listed_apart(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = "  - {id: fan.a, says: A rule., kind: ruling, source: us, needs: "
    (fan / "rulings").rmdir()
    (fan / "rules.yaml").write_text(f"rules:\n{rule}[base]}}\n{rule.replace('fan.a', 'fan.b')}[base, nowhere]}}\n")
    assert main(["test", "--coverage", str(fan)]) == 0
    out = capsys.readouterr().out
    assert "rules.yaml:2:10: fan.a" in out
    assert "cannot be shown without nowhere: fan.b" in out
    assert "1 rule not covered by a ruling or a test, and 1 about expansions that are not here\n" in out


def test_a_guest_acts_alone_or_not_at_all(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenes = [
        "    when: [{C: {build: altar}}]\n    then: {B: {hand: [baths]}, C: {city: [altar]}}\n",
        "    when: [{advance: end-of-turn}]\n    then: {B: {hand: [altar, baths]}, C: {city: []}}\n",
        "    then: {C: {legal: {altar: 0}, illegal: [baths, discard]}}\n",
        "    when: [{A: {discard: baths}, C: {discard: altar}, refused: true}]\n    then: {A: {coins: 0}}\n",
    ]
    given = "    variant: two-players\n    given:\n      seats: {A: {hand: [altar, baths]}, B: {}, C: {}}\n"
    heads = [HEAD.replace("a-ruling", f"a-ruling-{number}") for number in range(len(scenes))]
    text = "".join(head + given + scene for head, scene in zip(heads, scenes, strict=True))
    (fan / "rulings" / "rulings.yaml").write_text("rulings:\n" + text)
    assert main(["test", str(fan)]) == 0
    assert capsys.readouterr().out.endswith("4 passed, 0 failed\n")


def test_a_guest_whose_guide_has_no_card_left_cannot_act(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    variant: two-players\n    given:\n      seats: {A: {hand: [altar]}, B: {}, C: {}}\n"
        "    when: [{A: {build: altar}, C: {build: altar}}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "step 1: no card is left for C" in capsys.readouterr().out


def test_the_next_age_begins_only_when_one_is_over(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(
        fan,
        "    given:\n      seats: {A: {}, B: {}, C: {}}\n"
        "    when: [{advance: start-of-age}]\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    assert "the age is not over, so the next cannot begin" in capsys.readouterr().out


def test_a_scene_may_say_which_boards_are_drawn(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "boards").mkdir()
    (fan / "boards" / "boards.yaml").write_text(
        "boards:\n  - id: turn\n    name: Turn\n    sides:\n"
        "      a: {stages: [{cost: free, effect: replace your board with 1 of 2 unused boards}]}\n"
    )
    given = "    given:\n      seats: {A: {board: turn, hand: [altar]}, B: {board: rhodos}, C: {}}\n      draws: "
    played = "    when: [{A: {stage: altar}}, {A: {choose: gizah-a}}]\n    then: {A: {points: {wonder: 3}}}\n"
    ruling(fan, f"{given}[gizah, olympia]\n{played}")
    assert main(["test", str(fan)]) == 0
    capsys.readouterr()
    for drawn, message in (
        ("[ephesos, olympia]", "A cannot do this: choose: gizah-a"),
        ("[gizah, rhodos]", "the boards that the ruling names are never drawn together"),
        ("[gizah, olympus]", "no board is called `olympus`"),
    ):
        ruling(fan, f"{given}{drawn}\n{played}")
        assert main(["test", str(fan)]) == 1
        assert message in capsys.readouterr().out


def test_a_rule_may_name_a_test_instead_of_a_ruling(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = "rules:\n  - {id: fan.a, says: A rule., kind: setup, source: us, tested-by: "
    (fan / "rulings").rmdir()
    (fan / "rules.yaml").write_text(f'{rule}"tests/test_fan.py::test_a"}}\n')
    assert main(["test", "--coverage", str(fan)]) == 0
    assert "fan.a · A rule." not in capsys.readouterr().out
    (fan / "rules.yaml").write_text(f'{rule}"somebody"}}\n')
    assert main(["test", "--coverage", str(fan)]) == 1
    assert "`somebody` cannot stand here" in capsys.readouterr().out


def test_every_test_that_a_rule_names_is_there(base: Checked) -> None:
    named = [(rule.id, rule.tested_by) for content in base.game.contents for rule in content.rules if rule.tested_by]
    assert len(named) >= 29
    for rule, test in named:
        file, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), rule


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        pytest.param("given: {age: 4, seats: {A: {}, B: {}, C: {}}}", "this game has 3 ages", id="age"),
        pytest.param("given: {seats: {A: {}, B: {}}}", "this game is not for 2 seats", id="seats"),
        pytest.param(
            "given: {seats: {A: {stages: [1]}, B: {}, C: {}}}",
            "stage 1 is built, but a seat without a board has no stages",
            id="no board",
        ),
        pytest.param(
            "given: {seats: {A: {tokens: {debt: 1}}, B: {}, C: {}}}", "no token of this game is called debt", id="token"
        ),
        pytest.param(
            "given: {seats: {A: {leader-hand: []}, B: {}, C: {}}}",
            "no zone of this game is called leader-hand",
            id="zone",
        ),
        pytest.param(
            "given: {table: {leaders: []}, seats: {A: {}, B: {}, C: {}}}",
            "no zone or deck of this game is called leaders",
            id="deck",
        ),
    ],
)
def test_a_scene_that_cannot_be_set_up_says_why(
    fan: Path, capsys: pytest.CaptureFixture[str], scene: str, why: str
) -> None:
    # Another ruling is about more expansions, so their words are known, but not in this game.
    more = HEAD.replace("a-ruling", "another") + "    with: [leaders, cities]\n"
    other = more + "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n"
    ruling(fan, f"    {scene}\n    then: {{A: {{coins: 0}}}}\n{other}")
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert f"the table cannot be set up: {why}\n" in out
    assert out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        pytest.param("{points: {black: 0}}", "no score line of this game is called black", id="score line"),
        pytest.param("{tokens: {debt: 0}}", "no token of this game is called debt", id="token"),
    ],
)
def test_what_a_game_does_not_have_cannot_be_expected_of_it(
    fan: Path, capsys: pytest.CaptureFixture[str], expected: str, why: str
) -> None:
    more = HEAD.replace("a-ruling", "another") + "    with: [cities]\n"
    other = more + "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n"
    ruling(fan, f"    given: {{seats: {{A: {{}}, B: {{}}, C: {{}}}}}}\n    then: {{A: {expected}}}\n{other}")
    assert main(["test", str(fan)]) == 1
    assert why in capsys.readouterr().out


@pytest.mark.parametrize(
    ("seat", "act", "why"),
    [
        pytest.param("coins: 0, hand: [baths]", "build: altar", "altar is not in hand", id="not in hand"),
        pytest.param(
            "coins: 0, city: [altar], hand: [altar]",
            "build: altar",
            "Altar or its twin is already in the city",
            id="twin",
        ),
        pytest.param(
            "coins: 0, hand: [tree-farm]",
            "build: tree-farm",
            "the cheapest way to pay costs 1 coin, and there are 0",
            id="a coin short",
        ),
        pytest.param(
            "coins: 1, hand: [baths]",
            "build: baths",
            "neither the city nor what its neighbours sell covers 1 of stone",
            id="no stone",
        ),
        pytest.param(
            "city: [quarry, stone-pit], hand: [aqueduct]",
            "build: aqueduct, by: chain",
            "it can be done with by: paid",
            id="by",
        ),
        pytest.param(
            "coins: 3, hand: [altar]",
            "build: altar, by: chain",
            "no chain leads to altar, so by: chain could never be allowed",
            id="no chain",
        ),
        pytest.param("coins: 3, hand: [altar]", "stage: altar", "a seat without a board has no stages", id="no board"),
        pytest.param(
            "board: rhodos, side: b, stages: 2, hand: [altar]", "stage: altar", "every stage is built", id="all stages"
        ),
    ],
)
def test_an_act_that_is_not_possible_says_why(
    fan: Path, capsys: pytest.CaptureFixture[str], seat: str, act: str, why: str
) -> None:
    ruling(
        fan,
        f"    given: {{seats: {{A: {{{seat}}}, B: {{coins: 1}}, C: {{}}}}}}\n    when: [{{A: {{{act}}}}}]\n"
        "    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert f"step 1: A cannot do this: {act}; {why}\n" in out
    assert "B: 1 coin; legal: nothing" in out


def test_what_is_legal_names_the_cards(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = "A: {coins: 1, hand: [altar, baths]}, B: {}, C: {}"
    ruling(fan, f"    given: {{seats: {{{seats}}}}}\n    then: {{A: {{coins: 5}}}}\n")
    assert main(["test", str(fan)]) == 1
    assert "A: 1 coin; legal: altar for 0, discard altar or baths for 0; points: " in capsys.readouterr().out


def test_a_word_that_no_ruling_has_is_said_to_match_nothing(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling(fan, "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n")
    assert main(["test", str(fan), "-k", "a-rulling"]) == 1
    seen = capsys.readouterr()
    assert "no ruling has `a-rulling` in its id; did you mean `a-ruling`?" in seen.err
    assert "0 passed" not in seen.out


def test_a_scene_may_be_a_new_game_as_its_rules_set_it_up(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "flow.yaml").write_text("patch:\n  - {add: base.start.coins, to: 2}\n")
    seats = "seats: {A: {board: gizah}, B: {}, C: {}}"
    then = "    then: {A: {coins: 5, hand: 7, produces: [stone], stages: 0}, table: {age-1: 0, discard: []}}\n"
    ruling(fan, f"    given: {{setup: true, {seats}}}\n{then}")
    assert main(["test", str(fan)]) == 0, capsys.readouterr().out
    (fan / "flow.yaml").unlink()
    assert main(["test", str(fan)]) == 1
    assert "A.coins: expected 5, found 3" in capsys.readouterr().out
    for given, said in (("age: 2, " + seats, "age"), (seats.replace("B: {}", "B: {coins: 2}"), "coins of B")):
        ruling(fan, f"    given: {{setup: true, {given}}}\n{then}")
        assert main(["test", str(fan)]) == 1
        assert f"the rules say how a game begins, so {said} cannot be given" in capsys.readouterr().out


OLYMPIA = (
    "    with: [leaders, cities]\n    given:\n      seats:\n"
    "        A: {{board: olympia, side: a, stages: 2, city: [caligula], used: [{used}], hand: [palace]}}\n"
    "        B: {{}}\n        C: {{}}\n    then:\n      A: {{{then}}}\n"
)


@pytest.mark.parametrize(
    ("used", "then"),
    [
        pytest.param("caligula", "legal: {palace: 0}", id="what is not named can be used"),
        pytest.param("board", "illegal: [palace]", id="what is named cannot: the board"),
        pytest.param("olympia", "illegal: [palace]", id="the board by its id"),
        pytest.param("board, caligula", "illegal: [palace]", id="several of them"),
    ],
)
def test_what_is_used_in_a_scene_is_what_it_names(
    fan: Path, used: str, then: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling(fan, OLYMPIA.format(used=used, then=then))
    assert main(["test", str(fan)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("used", "message"),
    [
        pytest.param("caligla", "no card is called `caligla`", id="a name that nothing has"),
        pytest.param("plato", "`plato` is used, but it is not in play at A", id="a card that is not there"),
    ],
)
def test_a_scene_cannot_use_what_is_not_there(
    fan: Path, used: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling(fan, OLYMPIA.format(used=used, then="illegal: [palace]"))
    assert main(["test", str(fan)]) == 1
    assert message in capsys.readouterr().out


def test_a_scene_cannot_use_what_has_no_limit(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = "A: {city: [altar], used: [altar]}, B: {}, C: {}"
    ruling(fan, f"    given: {{seats: {{{seats}}}}}\n    then: {{A: {{coins: 0}}}}\n")
    assert main(["test", str(fan)]) == 1
    assert "`altar` is used, but nothing of it has a limit" in capsys.readouterr().out
