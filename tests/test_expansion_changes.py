"""What changes when expansions meet, and at which tables boards are not used, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from stele.compiler.analysis.compose import PATCHED_KINDS, id_in
from stele.compiler.common.span import Span
from stele.compiler.docs.text.expansion_changes import ExpansionChange, ExpansionChanges
from stele.compiler.docs.text.limits_text import board_limits, refusals, restriction_lines
from stele.compiler.docs.text.patch_text import PatchText
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.compiler.front.source import Node, YamlMapping, YamlSequence
from tests.docs import LANGUAGES, Written, everything, plain_speaker, speaker

HERE = Span("here", 1, 1, 1, 1)


@cache
def meetings(language: str) -> ExpansionChanges:
    """Return who tells meetings of all expansions in a language."""
    return ExpansionChanges(everything(), plain_speaker(language))


def all_changes(language: str) -> list[tuple[str, tuple[ExpansionChange, ...]]]:
    """Return every change there is, with its occasion."""
    told = meetings(language)
    found = [(id, told.own_changes(id)) for id in told.alone]
    for id, content in told.alone.items():
        found += [(f"{id}, {variant.id}", told.variant_changes(id, variant)) for variant in content.variants]
    return found + [(" + ".join(meeting.expansions), meeting.changes) for meeting in told.combinations(told.alone)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_changes_read_as_they_are_meant_to(language: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for occasion, changes in all_changes(language):
        lines += [occasion, *(f"  {change.text}" for change in changes)]
    golden(f"docs/changes.{language}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_patch_is_told_once(language: str) -> None:
    told = [path for _, changes in all_changes(language) for change in changes for path in change.paths]
    contents = everything().game.contents
    patches = [patch for content in contents for patch in content.patches]
    patches += [patch for content in contents for variant in content.variants for patch in variant.patches]
    assert sorted(told) == sorted(".".join(patch.path) for patch in patches)
    for _, changes in all_changes(language):
        assert not [change for change in changes if re.search(r"[{}]|\.\.|\b[a-z]+-[a-z]+\.|None", change.text)]


def test_only_what_was_chosen_meets() -> None:
    told = meetings("en")
    assert [meeting.expansions for meeting in told.combinations(["base", "leaders"])] == []
    both = told.combinations(["leaders", "cities"])
    assert [meeting.title for meeting in both] == ["Cities and Leaders"]
    assert "cities.berenice" in both[0].cards
    assert {ruling.expansion for ruling in both[0].rulings} == {"cities"}
    assert both[0].rules
    four = told.combinations(["leaders", "cities", "lost-wonders"])
    assert ("cities", "leaders", "lost-wonders") in [meeting.expansions for meeting in four]
    assert "lost-wonders.rapa-nui" in {board for meeting in four for board in meeting.boards}


def test_what_an_expansion_changes_is_a_section_of_its_course() -> None:
    section = meetings("en").own_section("cities")
    assert section.title == "What it changes"
    assert [point.text for point in section.points][-1] == "In the variant “Teams of two”:"
    partners = section.points[-1].inner[0]
    assert partners.text == "Partners: players side by side, in pairs. Otherwise: nobody."
    assert meetings("fr").own_section("frontiers").points == ()


FOLDER = {
    "expansion.yaml": 'stele: 2\nid: mine\nname: Mine\nversion: "0.1"\nofficial: false\nrequires: {base: "1.0"}\nprovenance: proposed\n',
    "flow.yaml": (
        "patch:\n"
        "  - {set: base.cards.altar.cost, to: 1 wood}\n"
        "  - {set: base.cards.baths.effect, to: score 9 points}\n"
        "  - {set: base.tokens.defeat.points, to: -2}\n"
        "  - {set: base.age.turns.pass.to, to: right}\n"
        "  - {set: base.boards.gizah.sides.a.start, to: produce wood}\n"
        "  - {set: base.cards.theater.chain, to: [baths]}\n"
        "  - {set: base.tie, to: [coins]}\n"
    ),
}


def test_changes_that_no_phrase_knows_are_told_as_they_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text, encoding="utf-8")
    checked = check_folders([folder])
    plain = Speaker("en", checked.game.contents)
    plain.grammar = Written()
    told = ExpansionChanges(checked, plain).own_changes("mine")
    assert [change.text for change in told] == [
        "“Altar”, cost: [1 wood]. Otherwise: [free].",
        "“Baths”, effect: [score 9 points]. Otherwise: [score 3 points].",
        "“Defeat”, points: −2. Otherwise: −1.",
        "Passing cards on, to: to the right. Otherwise: to the left in Ages I and III and to the right in Age II.",
        "Gizah, side a, from the beginning: [produce wood]. Otherwise: [produce stone].",
        "“Theater”, chains: “Baths”.",
        "If totals are equal: coins. Otherwise: coins.",
    ]


def paths(node: Node, before: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield every path of a file as a patch writes it, with what stands there."""
    if len(before) > 1:
        yield before, node
    match node:
        case YamlMapping():
            for entry in node.entries:
                # What is repeated stands in the path without the word for it.
                is_each = entry.key.text == "each"
                yield from paths(entry.value, before if is_each else (*before, entry.key.text))
        case YamlSequence():
            for place, part in enumerate(node.items, 1):
                inner = part.entries[0].value if isinstance(part, YamlMapping) and part.get("id") is None else part
                yield from paths(inner, (*before, id_in(part) or str(place)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_patch_of_anything_can_be_told(language: str) -> None:
    checked = everything()
    contents = checked.game.contents
    words = PatchText(speaker(language), contents, contents, checked.by_expansion)
    told = 0
    for id in ("base", "edifice", "frontiers"):
        for document in checked.by_expansion[id]:
            if document.kind not in PATCHED_KINDS or document.root is None:
                continue
            for path, node in paths(document.root, (id,)):
                for adds in (False, True):
                    thing, how = words.change(
                        items.Patch(adds, path, items.YamlValue(node), items.YamlValue(node), (), HERE)
                    )
                    text = words.said(how, [thing])
                    assert text, path
                    assert not re.search(r"[{}]|None|Scalar", text), (path, text)
                    told += 1
    assert told > 3000


# --- limits ---------------------------------------------------------------------------------------


def board_of(limits: items.Limits, side: items.Limits) -> items.Board:
    """Return a board with limits of its own and of its side b."""
    board = everything().game.content("base").boards[0]
    return replace(board, limits=limits, sides=(board.sides[0], replace(board.sides[1], limits=side)))


def test_every_limit_has_its_sentence() -> None:
    names = tuple(items.SideName(text, HERE) for text in ("gizah", "rhodos-b", "far-harbour-a"))
    limits = items.Limits(
        least=4, most=6, most_alone=5, only_in=("teams",), never_in=("two-players",), not_with=names,
        not_beside=names[:1], not_left=names[1:2], not_right=names[2:], needs=("leaders", "far-isles"),
        advice=items.Limits(least=5),
    )  # fmt: skip
    told = board_limits(board_of(limits, items.Limits(most=3)), everything().game.contents, speaker("en"))
    assert [limit.text for limit in told] == [
        "With at least 4 players.",
        "With at most 6 players.",
        "With at most 5 players, unless another official expansion is in play.",
        "Only in this variant: “Teams of two”.",
        "Not in this variant: “Two players and the Free City”.",
        "Only together with: Leaders and Far Isles.",
        "Not in the same game as Gizah, Rhódos (side b) or Far Harbour (side a).",
        "Not beside Gizah.",
        "Not if the left neighbour has Rhódos (side b).",
        "Not if the right neighbour has Far Harbour (side a).",
        "Advice, which a table may set aside: With at least 5 players.",
        "Side b: With at most 3 players.",
    ]
    assert [limit.is_advice for limit in told].index(True) == 10
    assert told[-1].side == "b"


@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_of_all_boards_read_as_they_are_meant_to(language: str, golden: Callable[[str, str], None]) -> None:
    contents = everything().game.contents
    told: list[str] = []
    for content in contents:
        told += refusals(content, contents, speaker(language))
        for board in content.boards:
            told += [f"{board.id}: {limit.text}" for limit in board_limits(board, contents, speaker(language))]
        for name, limits in restriction_lines(content, contents, speaker(language)):
            told += [f"{name}: {limit.text}" for limit in limits]
    golden(f"docs/limits.{language}.txt", "\n".join(told) + "\n")
