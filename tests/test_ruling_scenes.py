"""Scenes of rulings: they begin where the hand is played, time passes as far as they say, and they
can say what they need to.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.docs.model.reference import Reference, refer
from stele.compiler.driver.check import check_folders, unaccounted
from stele.compiler.front.rulings import Ruling

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
HEAD = "  - id: {id}\n    question: Is it so?\n    answer: It is.\n    covers: [base.trade.price]\n"


@pytest.fixture
def fan(tmp_path: Path) -> Path:
    """An expansion that has nothing but rulings."""
    (tmp_path / "fan" / "rulings").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(EXPANSION)
    return tmp_path / "fan"


def write(folder: Path, *scenes: str) -> None:
    texts = [HEAD.format(id=f"a-ruling-{number}") + scene for number, scene in enumerate(scenes)]
    (folder / "rulings" / "rulings.yaml").write_text("rulings:\n" + "".join(texts))


# --- where a scene begins -------------------------------------------------------------------------

PHASES = """
actions:
  - {id: stow, name: Stow, cost: nothing, to: chest}
start-of-age:
  - play: {id: prelude, from: pocket, actions: [stow]}
end-of-turn:
  - play: {id: interlude, from: pocket, actions: [stow]}
after-conflict:
  - turns:
      id: encore
      count: 2
      each:
        - play: {id: epilogue, from: pocket, actions: [stow]}
end-of-game:
  - play: {id: finale, from: pocket, actions: [stow]}
"""
ZONES = """
zones:
  - {id: pocket, name: Pocket, owner: seat, seen-by: owner, order: set}
  - {id: chest, name: Chest, owner: seat, seen-by: owner, order: set}
"""


@pytest.fixture
def phases(fan: Path) -> Path:
    """An expansion that plays cards before, in and after the turns of an age."""
    (fan / "flow.yaml").write_text(PHASES)
    (fan / "vocabulary.yaml").write_text(ZONES)
    return fan


SEATS = "    given: {AGE seats: {A: {shields: 1, hand: [altar, baths], pocket: [tavern]}, B: {}, C: {}}}\n"


@pytest.mark.parametrize(
    ("age", "when", "then"),
    [
        pytest.param("", "", "A: {legal: {altar: 0, discard: 0}}", id="without a phase it is the hand"),
        pytest.param("phase: interlude,", "", "A: {legal: {stow: 0}}", id="a phase of a turn"),
        pytest.param("", "{advance: interlude}", "A: {legal: {stow: 0}, hand: 2}", id="to a phase of this turn"),
        pytest.param("", "{advance: end-of-turn}", "C: {hand: []}, B: {hand: 2, legal: {altar: 0}}", id="over a phase"),
        pytest.param(
            "turn: 6,", "{advance: end-of-turn}", "A: {tokens: {victory-1: 0}, hand: []}", id="not over the conflict"
        ),
        pytest.param(
            "turn: 6,",
            "{advance: end-of-turn}, {advance: conflict}",
            "A: {tokens: {victory-1: 2}, legal: {stow: 0}}",
            id="from the last turn to the conflict",
        ),
        pytest.param(
            "phase: prelude,", "{advance: end-of-turn}", "A: {legal: {altar: 0}}", id="what is before turns has an end"
        ),
        pytest.param("phase: prelude,", "{advance: conflict}", "A: {tokens: {victory-1: 2}, hand: []}", id="from afar"),
        pytest.param("", "{advance: conflict}", "A: {tokens: {victory-1: 2}, legal: {stow: 0}}", id="not further"),
        pytest.param(
            "", "{advance: before-conflict}", "A: {tokens: {victory-1: 0}, hand: []}", id="between turns and conflict"
        ),
        pytest.param(
            "",
            "{advance: before-conflict}, {advance: conflict}",
            "A: {tokens: {victory-1: 2}, legal: {stow: 0}}",
            id="from there to the conflict",
        ),
        pytest.param(
            "", "{advance: end-of-age}, {advance: start-of-age}", "A: {legal: {stow: 0}}", id="the next age begins"
        ),
        pytest.param("", "{advance: prelude}, {advance: play}", "A: {tokens: {victory-1: 2}}", id="to the next age"),
        pytest.param("age: 3,", "{advance: finale}", "A: {legal: {stow: 0}}", id="to what is after all ages"),
        pytest.param("age: 3,", "{advance: end-of-age}", "A: {tokens: {victory-5: 2}}, winner: [A]", id="to the end"),
    ],
)
def test_time_passes_as_far_as_a_scene_says(
    phases: Path, age: str, when: str, then: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(phases, SEATS.replace("AGE", age) + f"    when: [{when}]\n    then: {{{then}}}\n")
    assert main(["test", str(phases)]) == 0, capsys.readouterr().out


def test_time_that_never_comes_is_a_failure(phases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = SEATS.replace("AGE", "age: 3,") + "    when: [{advance: STEP}]\n    then: {A: {coins: 0}}\n"
    write(phases, scene.replace("STEP", "prelude"))
    assert main(["test", str(phases)]) == 1
    assert "`advance: prelude` is never reached" in capsys.readouterr().out
    write(phases, scene.replace("STEP", "interlud"))
    assert main(["test", str(phases)]) == 1
    out = capsys.readouterr().out
    assert "no step that plays cards is called `interlud`" in out
    assert "did you mean `interlude`?" in out


BROWN = (
    "    with: [edifice]\n    given:\n      supplies: {participation: 1}\n      table: {edifices: [belvedere]}\n"
    "      seats: {A: {shields: 1, city: [stone-pit, ore-vein]}, B: {}, C: {}}\n"
)


def test_a_decision_on_the_way_is_answered_by_the_next_step_or_said(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = "    when: [{advance: conflict}, {A: {choose: ore-vein}}]\n"
    before = "    when: [{advance: before-conflict}, {A: {choose: ore-vein}}]\n"
    write(
        fan,
        f"{BROWN}{answered}    then: {{A: {{city: [stone-pit], tokens: {{victory-1: 2}}}}}}\n",
        f"{BROWN}{before}    then: {{A: {{city: [stone-pit], tokens: {{victory-1: 0}}}}}}\n",
        f"{BROWN}    when: [{{advance: conflict}}]\n    then: {{A: {{asks: [stone-pit, ore-vein]}}}}\n",
    )
    assert main(["test", str(fan)]) == 0, capsys.readouterr().out


# --- what is checked before anything is played ----------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "message", "help"),
    [
        pytest.param(
            "    given: {seats: {A: {board: gizah, stages: [3]}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n",
            "error[E0206]: the stages of `gizah` are built in their order, from the first",
            "write `stages: 3` if it is the last one that is built",
            id="a stage without those before it",
        ),
        pytest.param(
            "    given: {seats: {A: {board: gizah, stages: {2: altar}}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n",
            "error[E0206]: the stages of `gizah` are built in their order, from the first",
            "write `stages: 2`",
            id="a card under a stage without those before it",
        ),
        pytest.param(
            "    given: {seats: {A: {board: gizah, stages: [1, 2, 3, 4]}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n",
            "error[E0206]: `gizah` has 3 stages, not 4",
            "3 at most",
            id="more stages than there are",
        ),
        pytest.param(
            "    given: {seats: {A: {tokens: {victory: 1}}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n",
            "error[E0402]: `victory` is a group of tokens, and nobody has a group",
            "name tokens of it: `victory-1`, `victory-3`, `victory-5`",
            id="a group of tokens is given",
        ),
        pytest.param(
            "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {tokens: {victory: 0}}}\n",
            "error[E0402]: `victory` is a group of tokens, and nobody has a group",
            "name tokens of it: `victory-1`, `victory-3`, `victory-5`",
            id="a group of tokens is expected",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar}, advance: conflict}]\n    then: {A: {coins: 0}}\n",
            "error[E0206]: time passes with nobody acting",
            "write it as a step of its own",
            id="an act while time passes",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{refused: true, because: nothing at all}]\n    then: {A: {coins: 0}}\n",
            "error[E0206]: nobody does anything in this step, so nothing is refused",
            "name who is refused what, such as `A: {discard: the id of a card}`",
            id="nobody is refused",
        ),
        *(
            pytest.param(
                f"    with: [frontiers]\n    given: {{seats: {{A: {{}}, B: {{}}, C: {{}}}}, between: {{A-B: {{{given}}}}}}}\n"
                f"    then: {{between: {{A-B: {{{then}}}}}}}\n",
                "error[E0402]: no seat of this ruling is called `E`",
                "there are `A`, `B`, `C`; seats are named in `given`",
                id=f"a seat that is not there {id}",
            )
            for given, then, id in (
                ("board: lacus, cards: {E: [altar]}", "A: []", "has laid a card"),
                ("board: lacus", "E: []", "must have laid none"),
                ("board: lacus", "leads: {E: 0}", "must lead"),
            )
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar, palace]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar, discard: palace}}]\n    then: {A: {coins: 0}}\n",
            "error[E0206]: an act is one action, and this one does `build` already",
            "leave it out, or write it as a step of its own",
            id="two actions in one act",
        ),
        *(
            pytest.param(
                "    with: [edifice]\n    given: {table: {discard: [baths]}, seats: {A: {}, B: {}, C: {}}}\n"
                f"    when: [{{A: {{choose: baths, {key}: {value}}}}}]\n    then: {{A: {{coins: 0}}}}\n",
                f"error[E0206]: an act that answers by `choose` says nothing by `{key}`",
                f"only `at` and `pay` go with `choose`; {help}",
                id=f"{key} beside choose",
            )
            for key, value, help in (
                ("rider", "participate", "leave it out"),
                ("by", "chain", "leave it out"),
                ("number", "4", "leave it out"),
                ("build", "altar", "write what is done before or after as a step of its own"),
            )
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar}, refused: false, because: twin}]\n    then: {A: {coins: 0}}\n",
            "error[E0206]: `because` says why a step is refused, but this one is not",
            "write `refused: true`",
            id="a reason for what is not refused",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar}, because: twin}]\n    then: {A: {coins: 0}}\n",
            "`refused`",
            "",
            id="a reason alone",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [baths]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: baths}, refused: true, because: 1 of}]\n    then: {A: {coins: 0}}\n",
            "error[E0206]: `1 of` is no reason that one could tell from another",
            "write whole words of the reason",
            id="a reason without a word",
        ),
        pytest.param(
            "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {leaves: {civilian: {altr: 1}}}}\n",
            "no item with points is called `altr`",
            "did you mean `altar`?",
            id="an item of a leaf",
        ),
        pytest.param(
            "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {sources: [[wod]], produces: {stne: 1}}}\n",
            "no resource is called `wod`",
            "did you mean `stone`?",
            id="resources",
        ),
        pytest.param(
            "    variant: two-players\n    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {C: {guide: D}}\n",
            "no seat of this ruling is called `D`",
            "seats are named in `given`",
            id="a guide",
        ),
    ],
)
def test_a_scene_that_cannot_be_meant_is_found_by_the_check(
    fan: Path, scene: str, message: str, help: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(fan, scene)
    assert main(["check", str(fan)]) == 1
    out = capsys.readouterr().out
    assert message in out
    assert help in out


def test_stages_are_built_out_of_order_only_by_who_may(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "cards").mkdir()
    card = "  - {id: scaffold, name: Scaffold, deck: guilds, colour: purple, cost: free, effect: stages in any order}\n"
    (fan / "cards" / "cards.yaml").write_text(f"cards:\n{card}")
    scene = (
        "    given: {seats: {A: {board: gizah, CITYstages: [3]}, B: {}, C: {}}}\n    then: {A: {points: {wonder: 7}}}\n"
    )
    write(fan, scene.replace("CITY", "city: [scaffold], "), scene.replace("CITY", ""))
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert "the table cannot be set up: the stages of gizah are built in their order, so 3 cannot be built alone" in out
    assert out.endswith("1 passed, 1 failed\n")


# --- what a scene can say -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(
            "    given: {seats: {A: {board: gizah, city: [stone-pit], hand: [altar]}, B: {}, C: {}}}\n"
            "    then: {A: {legal: {stage: 0, stage-1: 0}, illegal: [stage-2, stage-3]}}\n",
            id="stages by their numbers",
        ),
        pytest.param(
            "    given: {seats: {A: {board: gizah, stages: 1, city: [sawmill, lumber-yard], hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {stage: altar, number: 1}, refused: true}, {A: {stage: altar, number: 2}}]\n"
            "    then: {A: {stages: [1, 2]}}\n",
            id="which stage is built",
        ),
        pytest.param(
            "    given: {seats: {A: {city: [altar], hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar}, refused: true, because: already in the city}]\n    then: {A: {hand: 1}}\n",
            id="why a step is refused",
        ),
        pytest.param(
            "    given: {table: {age-2: [walls, quarry, statue]}, seats: {A: {}, B: {}, C: {}}}\n"
            "    then: {table: {age-2: {has: [walls], lacks: [altar], count: 3}}}\n",
            id="what a deck holds",
        ),
        pytest.param(
            "    with: [leaders]\n    given:\n      age: 1\n"
            "      table: {leaders: [plato, nero, midas, caesar, hannibal, sappho]}\n"
            "      seats: {A: {board: roma, side: b, hand: [altar], city: [quarry, brickyard, ore-vein, foundry, sawmill, lumber-yard]}, B: {}, C: {}}\n"
            "    when: [{A: {stage: altar}}]\n"
            "    then: {A: {leader-hand: [plato, nero, midas, caesar]}, table: {leaders: [hannibal, sappho]}}\n",
            id="the order of a draw",
        ),
        pytest.param(
            "    given:\n      table:\n        age-2: [walls, quarry, statue, sawmill, foundry, brickyard, temple, aqueduct,\n"
            "          forum, bazar, school, library, stables, vineyard, laboratory, courthouse, dispensary, caravansery,\n"
            "          archery-range, glassworks-age-2, loom-age-2]\n      seats: {A: {}, B: {}, C: {}}\n"
            "    when: [{advance: end-of-age}, {advance: start-of-age}]\n"
            "    then:\n      A: {hand: [walls, quarry, statue, sawmill, foundry, brickyard, temple]}\n"
            "      C: {hand: {has: [archery-range, glassworks-age-2, loom-age-2], count: 7}}\n      table: {age-2: 0}\n",
            id="the order in which an age is dealt",
        ),
        pytest.param(
            "    variant: two-players\n    given: {turn: 2, seats: {A: {}, B: {}, C: {hand: [tavern, baths, altar]}}}\n"
            "    when: [{advance: end-of-turn}]\n    then: {A: {hand: [tavern]}, C: {guide: A, hand: [baths, altar]}}\n",
            id="what is drawn for a guest",
        ),
        pytest.param(
            "    variant: two-players\n    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {C: {guide: A}}\n",
            id="who guides a guest in the first turn",
        ),
        pytest.param(
            "    variant: two-players\n    given: {turn: 2, seats: {A: {}, B: {}, C: {}}}\n    then: {C: {guide: B}}\n",
            id="who guides a guest in the second turn",
        ),
        pytest.param(
            "    with: [lost-wonders]\n    given: {supplies: {victory-1: 1}, seats: {A: {shields: 1}, B: {}, C: {}}}\n"
            "    when: [{advance: conflict}]\n"
            "    then: {A: {tokens: {victory-1: 1}}, table: {supplies: {victory-1: 0}}}\n",
            id="tokens that run low",
        ),
        pytest.param(
            "    with: [lost-wonders]\n    given: {seats: {A: {tokens: {victory-1: 3}}, B: {tokens: {victory-1: 1}}, C: {}}}\n"
            "    then: {table: {supplies: {victory-1: 4}}}\n",
            id="tokens that are left",
        ),
        pytest.param(
            "    with: [leaders]\n    given:\n      seats:\n        A: {city: [courtesans-guild], copies: [sappho]}\n"
            "        B: {city: [sappho]}\n        C: {copies: [sappho]}\n"
            "    then: {A: {points: {guilds: 2}}, C: {leaves: {wonder: {sappho: 2}}}}\n",
            id="copies count where what copies them does",
        ),
        pytest.param(
            "    with: [leaders]\n    given: {seats: {A: {city: [courtesans-guild], copies: [sappho]}, B: {}, C: {}}}\n"
            "    then: {A: {leaves: {guilds: {sappho: 2}}}}\n",
            id="points of a copy of what lies nowhere",
        ),
        pytest.param(
            "    with: [edifice]\n    given:\n      age: 3\n      turn: 6\n      supplies: {participation: 1}\n"
            "      table: {edifices: [concentric-castle]}\n"
            "      seats: {A: {tokens: {victory-1: 1, victory-3: 1, victory-5: 1}}, B: {}, C: {}}\n"
            "    when: [{advance: conflict}, {A: {choose: victory-5-and-victory-1}}]\n"
            "    then: {A: {tokens: {victory-1: 0, victory-3: 1, victory-5: 0}}}\n",
            id="tokens in any order",
        ),
        pytest.param(
            "    with: [edifice]\n    given:\n      age: 3\n      turn: 6\n      supplies: {participation: 1}\n"
            "      table: {edifices: [concentric-castle]}\n"
            "      seats: {A: {tokens: {victory-1: 2, victory-5: 1}}, B: {}, C: {}}\n    when: [{advance: conflict}]\n"
            "    then: {A: {asks: [victory-5-and-victory-1, victory-1-and-victory-1]}}\n",
            id="what tokens are asked for, in any order",
        ),
        pytest.param(
            "    with: [leaders, lost-wonders]\n    given:\n      draws: [gizah, ephesos, olympia]\n"
            "      seats:\n        A: {board: temporal-paradox, city: [clay-pool, lumber-yard, stone-pit], hand: [altar]}\n"
            "        B: {}\n        C: {}\n    when: [{A: {stage: altar}}]\n"
            "    then: {A: {asks: [ephesos-a, gizah-a, olympia-a], illegal: [rhodos-a, nothing]}}\n",
            id="boards that cannot be chosen, and that one must be",
        ),
    ],
)
def test_a_scene_can_say(fan: Path, scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(fan, scene)
    assert main(["test", str(fan)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("then", "said"),
    [
        pytest.param("twin-two: 3, twin-one: 0, altar: 0", "", id="each its own"),
        pytest.param("twin-one: 3", "twin-one: expected 3, found 0", id="not of the twin in the hand"),
        pytest.param("altar: 1", "altar: expected 1, found 0", id="not of what a longer name ends with"),
        pytest.param("twin-two: 4", "twin-two: expected 4, found 3", id="not of what a longer name begins with"),
    ],
)
def test_points_are_those_of_the_card_that_is_named(
    fan: Path, then: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [
        ("twin-one", "Twin", "twin", 2),
        ("twin-two", "Twin", "twin", 3),
        ("long-name", '"Twin: Altar"', "long-name", 1),
    ]
    (fan / "cards").mkdir()
    (fan / "cards" / "cards.yaml").write_text(
        "cards:\n"
        + "".join(
            f"  - {{id: {id}, name: {name}, identity: {identity}, deck: guilds, colour: blue, cost: free, "
            f"effect: score {points} points}}\n"
            for id, name, identity, points in cards
        )
    )
    write(
        fan,
        "    given: {seats: {A: {city: [twin-two, long-name], hand: [twin-one, altar]}, B: {}, C: {}}}\n"
        f"    then: {{A: {{leaves: {{civilian: {{{then}}}}}}}}}\n",
    )
    assert main(["test", str(fan)]) == bool(said), capsys.readouterr().out
    assert said in capsys.readouterr().out


def test_why_a_step_was_refused_is_shown_for_rulings_that_are_asked_for(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        fan,
        "    given: {seats: {A: {city: [altar], hand: [altar]}, B: {}, C: {}}}\n"
        "    when: [{A: {build: altar}, refused: true}]\n    then: {A: {hand: 1}}\n",
    )
    assert main(["test", str(fan), "-k", "a-ruling"]) == 0
    said = "step 1: A cannot do this: build: altar; Altar or its twin is already in the city"
    assert said in capsys.readouterr().out
    assert main(["test", str(fan)]) == 0
    assert said not in capsys.readouterr().out


# --- known gaps -----------------------------------------------------------------------------------

GAP = (
    "    expected-gap: Nobody has taught the engine to do this.\n"
    "    given: {seats: {A: {coins: COINS}, B: {}, C: {}}}\n    then: {A: {coins: 1}}\n"
)


def test_a_known_gap_is_counted_apart(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        fan,
        GAP.replace("COINS", "0"),
        GAP.replace("COINS", "1"),
        "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {coins: 0}}\n",
    )
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert "known gap: a-ruling-0: Nobody has taught the engine to do this.\n    A.coins: expected 1, found 0\n" in out
    assert "failed: a-ruling-1" in out
    assert "it holds, although `expected-gap` says that it does not" in out
    assert out.endswith("1 passed, 1 failed, 1 known gap\n")
    write(fan, GAP.replace("COINS", "0"))
    assert main(["test", str(fan)]) == 0
    assert capsys.readouterr().out.endswith("0 passed, 0 failed, 1 known gap\n")


def test_a_scene_that_cannot_be_set_up_is_no_gap(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(fan, GAP.replace("COINS", "0").replace("given: {", "given: {age: 4, "))
    assert main(["test", str(fan)]) == 1
    assert "the table cannot be set up: this game has 3 ages" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: baths}}]\n    then: {A: {coins: 9}}\n",
            "step 1: A cannot do this: build: baths; baths is not in hand",
            id="a card that is not in hand",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {choose: altar}}]\n    then: {A: {coins: 9}}\n",
            "nobody asks for an answer",
            id="an answer that nobody asked for",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [baths]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: baths}}]\n    then: {A: {coins: 9}}\n",
            "step 1: A cannot do this: build: baths; neither the city",
            id="a step that the rules forbid",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: palace}, refused: true}]\n    then: {A: {coins: 9}}\n",
            "palace is not in hand",
            id="a refused step that nobody could take",
        ),
        pytest.param(
            "    given: {seats: {A: {}, B: {}, C: {}}}\n    then: {A: {coins: 9, leaves: {civilian: {palace: 1}}}}\n",
            "palace lies nowhere in this scene",
            id="points from what lies nowhere",
        ),
        pytest.param(
            "    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
            "    when: [{A: {build: altar}, refused: true}, {B: {build: altar}}]\n    then: {A: {coins: 0}}\n",
            "step 2: B cannot do this: build: altar; altar is not in hand",
            id="a step after one that is not refused",
        ),
    ],
)
def test_a_scene_that_cannot_be_played_is_no_gap(
    fan: Path, scene: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(fan, "    expected-gap: Nobody has written this yet.\n" + scene)
    assert main(["test", str(fan)]) == 1
    out = capsys.readouterr().out
    assert said in out
    assert out.endswith("0 passed, 1 failed\n")


def test_what_may_be_done_is_said_as_a_ruling_names_it(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = "    with: [frontiers]\n    given: {seats: {A: {hand: [altar]}, B: {}, C: {}}}\n"
    write(fan, table + "    when: [{A: {choose: B}}]\n    then: {A: {coins: 0}}\n")
    assert main(["test", str(fan)]) == 1
    assert "nobody asks for an answer; here one may build or discard or stage\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(
            "    when: [{A: {build: altar}, refused: true}]\n    then: {A: {coins: 0}}\n", id="what is not refused"
        ),
        pytest.param(
            "    when: [{A: {build: baths}, refused: true, because: already in the city}]\n    then: {A: {coins: 0}}\n",
            id="what is refused for another reason",
        ),
        pytest.param("    then: {A: {illegal: [altar]}}\n", id="what is not illegal"),
    ],
)
def test_what_should_be_forbidden_may_be_a_gap(fan: Path, scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = "    given: {seats: {A: {hand: [altar, baths]}, B: {}, C: {}}}\n"
    write(fan, "    expected-gap: Nobody has written this yet.\n" + given + scene)
    assert main(["test", str(fan)]) == 0
    assert capsys.readouterr().out.endswith("0 passed, 0 failed, 1 known gap\n")


def test_a_known_gap_proves_nothing(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fan / "rules.yaml").write_text("rules:\n  - {id: fan.a, says: A rule., kind: ruling, source: us}\n")
    write(fan, GAP.replace("COINS", "0"))
    file = fan / "rulings" / "rulings.yaml"
    file.write_text(file.read_text().replace("[base.trade.price]", "[fan.a]"))
    assert main(["test", "--coverage", str(fan)]) == 0
    assert "1 rule not covered by a ruling or a test" in capsys.readouterr().out
    checked = check_folders([fan])
    assert [found.code.id for found in unaccounted(checked, [fan])] == ["W0606"]
    assert [ruling.id for ruling in shown(fan)] == []
    file.write_text(file.read_text().replace("    expected-gap: Nobody has taught the engine to do this.\n", ""))
    assert [ruling.id for ruling in shown(fan)] == ["a-ruling-0"]


def shown(folder: Path) -> list[Ruling]:
    """Return the rulings of an expansion that the reference shows."""
    reference = refer([folder], "en")
    assert isinstance(reference, Reference)
    return [ruling for ruling in reference.rulings if ruling.expansion == "fan"]
