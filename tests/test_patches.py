"""What a patch writes is checked, shown and counted as if its target had been written so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from stele.compiler.cli import main
from stele.compiler.driver.check import check_folders
from stele.compiler.driver.workspace import Memory
from tests.test_senses import BOARDS, CARDS, FLOW, IDENTITY, SENSES, WORDS

MEMORY = Memory()
SENSELESS = "once per age, 1 shield"


def patched(files: dict[str, str]) -> dict[str, str]:
    """Return the same expansion with its cards and boards added to the base game by patches, those
    of words where they can be.
    """
    changes: list[object] = []
    for file, key in ((CARDS, "cards"), (BOARDS, "boards")):
        for item in yaml.safe_load(files.get(file, "{}")).get(key, ()):
            changes.append({"add": f"base.{key}", "to": item})
    kept = {name: text for name, text in files.items() if name not in (CARDS, BOARDS)}
    flow = yaml.safe_load(files.get(FLOW, "{}"))
    flow["patch"] = [*flow.get("patch", ()), *changes]
    return {**kept, FLOW: json.dumps(flow)}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in {"expansion.yaml": IDENTITY, **files}.items():
        (folder / "fan" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "fan" / name).write_text(text, encoding="utf-8")
    return folder / "fan"


def found_in(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    checked = check_folders([write(folder, files)], memory=MEMORY)
    return [(diagnostic.code.id, diagnostic.span.path) for diagnostic in checked.diagnostics]


# Every mistake in a card or board of one's own. What is met is said `with:` the patch, not in it.
MISTAKES = {
    name: (sense[0], patched(sense[2]))
    for name, sense in SENSES.items()
    if {CARDS, BOARDS} & {*sense[2]} and "with:" not in sense[2].get(CARDS, "")
}


@pytest.mark.parametrize(("code", "files"), MISTAKES.values(), ids=MISTAKES)
def test_what_a_patch_adds_passes_the_checks_of_own_text(tmp_path: Path, code: str, files: dict[str, str]) -> None:
    found = found_in(tmp_path, files)
    assert {id for id, _ in found} == {code}
    assert all("fan" in path for _, path in found), "the finding is in the file of who patches"


def test_most_mistakes_can_be_made_by_a_patch() -> None:
    assert len(MISTAKES) > 25


CHANGES = {
    "a clause without sense": ("E0520", "set: base.cards.tavern.effect", SENSELESS),
    "a place that is nowhere": ("E0509", "set: base.cards.tavern.effect", "if majority at left, gain 1 coin"),
    "a clause of a stage": ("E0520", "set: base.boards.gizah.sides.a.stages.1.effect", SENSELESS),
    "a cost that is too large": ("E0206", "set: base.cards.tavern.cost", "11 wood"),
    "a cost that names a thing twice": ("E0508", "set: base.cards.tavern.cost", "1 wood, 1 wood"),
    "points without a line": ("E0507", "set: base.cards.lumber-yard.effect", "score 3 points"),
    "a chain that leads back": ("E0502", "set: base.cards.altar.chain", ["pantheon"]),
    "copies nobody uses": ("E0509", "set: base.cards.workers-guild.players", [9]),
    "a side without stages": ("E0504", "set: base.boards.gizah.sides.a.stages", []),
    "an unknown name": ("E0402", "set: base.cards.tavern.effect", "gain 1 coin per brwn card in city"),
    "a number of ten digits": ("E0206", "set: base.start.coins", 9_999_999_999),
    "a number of twenty digits in a list": ("E0206", "set: base.cards.tavern.players", [10**19]),
    "a number far below": ("E0206", "set: base.start.coins", -9_999_999_999),
    "a number of ten digits more": ("E0206", "add: base.start.coins", 9_999_999_999),
    "a number of four thousand digits more": ("E0206", "add: base.start.coins", 10**4000 + 1),
    "a group where one token is won": ("E0509", "set: base.age.conflict.win", "victory"),
    "a group where one token is taken": (
        "E0509",
        "set: base.age.conflict.lose",
        {"1": "defeat", "2": "victory", "3": "defeat"},
    ),
    "a group for what is not paid": ("E0509", "set: base.losses.unpaid", "victory"),
    "a variant of others": ("E0406", "set: base.variants.two-players.players", [3]),
    "a part of a variant of others": ("E0406", "set: base.variants.two-players.guest.plays", "nope"),
    "one more variant for others": (
        "E0406",
        "add: base.variants",
        {"id": "duel", "name": "Duel", "players": [3], "patch": []},
    ),
    "a choice between equals": ("E0506", "set: base.cards.tavern.effect", "produce clay or clay"),
}


@pytest.mark.parametrize(("code", "at", "to"), CHANGES.values(), ids=CHANGES)
def test_what_a_patch_sets_passes_the_checks_of_own_text(tmp_path: Path, code: str, at: str, to: object) -> None:
    verb, path = at.split(": ")
    found = found_in(tmp_path, {FLOW: json.dumps({"patch": [{verb: path, "to": to}]})})
    assert [id for id, _ in found] == [code]
    assert all("fan" in path for _, path in found)


def test_what_only_a_patch_uses_is_used(tmp_path: Path) -> None:
    words = "tokens: [{id: chip, name: Chip, points: 1, line: treasury}]\n"
    change = {"set": "base.cards.tavern.effect", "to": ["gain 5 coins", "gain 1 chip token"]}
    assert found_in(tmp_path, {WORDS: words, FLOW: json.dumps({"patch": [change]})}) == []


def test_what_a_patch_doubts_is_doubted(tmp_path: Path) -> None:
    change = {"set": "base.cards.altar.effect", "to": "if 3 shields and 6 shields, score 2 points"}
    found = found_in(tmp_path, {FLOW: json.dumps({"patch": [change]})})
    assert [id for id, _ in found] == ["W0605"]


def test_a_patched_item_is_shown_as_it_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, {FLOW: "patch:\n  - set: base.cards.tavern.effect\n    to: gain 9 coins\n"})
    assert main(["show", "tavern", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "effect  gain 9 coins" in shown
    assert "effect  gain 5 coins" not in shown
    assert "fan/flow.yaml:2" in shown, "who changes it, and where"
    assert "gain(t, row, me, 9)" in shown, "the Python of the patched clause"


def test_a_ruling_may_name_what_a_patch_adds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = "{id: treasurers-guild, name: G, deck: guilds, colour: purple, cost: free, effect: gain 9 coins}"
    scene = "given: {seats: {A: {hand: [treasurers-guild]}, B: {}, C: {}}}, when: [{A: {build: treasurers-guild}}]"
    folder = write(
        tmp_path,
        {
            FLOW: f"patch: [{{add: base.cards, to: {card}}}]\n",
            "rules.yaml": "rules: [{id: fan.x, says: X., kind: effect, source: Fan}]\n",
            "rulings/r.yaml": "rulings: [{id: x, question: X?, answer: X., covers: [fan.x], "
            f"{scene}, then: {{A: {{coins: 9}}}}}}]\n",
        },
    )
    assert main(["test", str(folder)]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "word", "help"),
    [
        pytest.param("base.boards.gizha.limits", "gizha", "did you mean `gizah`?", id="a board"),
        pytest.param("base.cards.tavren.cost", "tavren", "did you mean `tavern`?", id="a card in one of several files"),
        pytest.param("base.carts.tavern.cost", "carts", "did you mean `cards`?", id="a key"),
    ],
)
def test_a_path_that_leads_nowhere_is_marked_at_the_first_wrong_word(
    tmp_path: Path, path: str, word: str, help: str
) -> None:
    folder = write(tmp_path, {FLOW: f"patch: [{{set: {path}, to: 1 wood}}]\n"})
    (problem,) = check_folders([folder], memory=MEMORY).diagnostics
    assert problem.message == f"the path `{path}` leads nowhere: no `{word}`"
    assert problem.help == help
    assert problem.edits


NEW = "{id: reef, name: Reef, deck: guilds, colour: purple, cost: free, effect: score 9 points}"


@pytest.mark.parametrize(
    "patch",
    [
        pytest.param("set: base.cards.guard-tower.id, to: reef", id="an id of one's own card"),
        pytest.param(f"add: base.cards, to: {NEW}", id="a card with the id of one's own"),
        pytest.param("set: base.cards.guard-tower.id, to: altar", id="an id that the other expansion has"),
    ],
)
def test_what_a_patch_brings_has_a_name_of_its_own(tmp_path: Path, patch: str) -> None:
    files = {CARDS: f"cards:\n  - {NEW.replace('name: Reef', 'name: My Reef')}\n", FLOW: f"patch: [{{{patch}}}]\n"}
    folder = write(tmp_path, files)
    found = [(problem.code.id, problem.span.path) for problem in check_folders([folder], memory=MEMORY).diagnostics]
    assert ("E0404", str(folder / "flow.yaml")) in [(code, path) for code, path in found]


BLAMED = {
    "a side without stages": ("E0504", "{set: base.boards.rhodos.sides.a.stages, to: []}"),
    "too many turns": ("E0509", "{set: base.age.turns.count, to: 9}"),
    "a deck that is too large": ("E0501", "{set: base.cards.barracks.players, to: [3, 3, 3]}"),
}


@pytest.mark.parametrize(("code", "patch"), BLAMED.values(), ids=BLAMED)
@pytest.mark.parametrize("is_first", [True, False])
def test_what_a_patch_breaks_is_told_at_that_patch(tmp_path: Path, code: str, patch: str, is_first: bool) -> None:
    innocent = [f"{{set: base.cards.{card}.name, to: X {card}}}" for card in ("apothecary", "altar", "baths", "palace")]
    lines = [patch, *innocent] if is_first else [*innocent, patch]
    folder = write(tmp_path, {FLOW: "patch:\n" + "".join(f"  - {line}\n" for line in lines)})
    found = check_folders([folder], memory=MEMORY).diagnostics
    assert {(problem.code.id, problem.span.line) for problem in found} == {(code, 2 if is_first else 6)}
    assert all("is changed too" not in str(note) for problem in found for note in problem.notes)


# What a patch of the base game breaks in what others have made of it.
BLAMED_AFAR = {
    "in a file that a patch of others changes too": (
        {"E0509", "E0519"},
        ["{set: base.zones.discard.order, to: sequence}"],
    ),
    "in a file that nothing changes": ({"E0509"}, ["{set: base.ages, to: 4}"]),
    "in a patch of others": ({"E0501"}, ["{set: base.cards.altar.players, to: [3]}"]),
    "in a name": ({"E0402", "E0406"}, ["{set: base.resources.wood.id, to: timber}"]),
    "each of several": ({"E0509"}, [f"{{set: base.cards.{card}.colour, to: white}}" for card in ("altar", "theater")]),
}


@pytest.mark.parametrize(("codes", "patches"), BLAMED_AFAR.values(), ids=BLAMED_AFAR)
def test_what_a_patch_breaks_in_others_is_told_there_too(tmp_path: Path, codes: set[str], patches: list[str]) -> None:
    required = IDENTITY.replace("}", ', leaders: "1.0", cities: "1.0", edifice: "1.0"}')
    innocent = ["{set: base.cards.baths.name, to: Spa}", "{set: base.cards.palace.name, to: Court}"]
    lines = [innocent[0], *patches, innocent[1]]
    flow = "patch:\n" + "".join(f"  - {line}\n" for line in lines)
    folder = write(tmp_path, {"expansion.yaml": required, FLOW: flow})
    found = check_folders([folder], memory=MEMORY).diagnostics
    assert {problem.code.id for problem in found} <= codes
    assert {(problem.span.path, problem.span.line) for problem in found} == {(str(folder / "flow.yaml"), 3)}
    assert all("did you mean" not in problem.help and "there are" not in problem.help for problem in found)


def test_mistakes_of_several_patches_come_together(tmp_path: Path) -> None:
    lines = [
        "{set: base.cards.altar.effect, to: score 3 pionts}",
        "{set: base.cards.baths.effect, to: gain 1 perl token}",
        "{set: base.cards.palace.cost, to: 1 wood, 1 wood}".replace("1 wood, 1 wood", '"1 wood, 1 wood"'),
        "{set: base.cards.tavren.effect, to: gain 1 coin}",
        "{set: base.cards.tavern.colour, to: yelow}",
    ]
    folder = write(tmp_path, {FLOW: "patch:\n" + "".join(f"  - {line}\n" for line in lines)})
    found = check_folders([folder], memory=MEMORY).diagnostics
    assert {problem.span.line for problem in found} == {2, 3, 4, 5, 6}
    assert len(found) == 5


def test_cards_that_patches_add_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = {"id": "zz", "name": "ZZ", "deck": "guilds", "colour": "purple", "cost": "free"}
    card["effect"] = "score 1 point per stage in city"
    numbers = []
    for change in ({"set": "base.start.coins", "to": 4}, {"add": "base.cards", "to": card}):
        assert main(["check", str(write(tmp_path, {FLOW: json.dumps({"patch": [change]})}))]) == 0
        numbers.append(int(capsys.readouterr().out.split("ok: ")[1].split(": ")[1].split(" ")[0]))
    assert numbers[1] == numbers[0] + 1


def test_a_stray_entry_does_not_shift_which_patch_is_unsound(tmp_path: Path) -> None:
    lines = ["stray", "{set: base.cards.altar.name}", "{set: base.cards.tavren.name, to: Inn}"]
    folder = write(tmp_path, {FLOW: "patch:\n" + "".join(f"  - {line}\n" for line in lines)})
    found = check_folders([folder], memory=MEMORY).diagnostics
    assert [(problem.code.id, problem.span.line) for problem in found] == [("E0203", 2), ("E0202", 3), ("E0406", 4)]
