"""Put sentences that the grammar makes on cards of the base game: all of a folder to be checked,
then a few at a time to be played.

Nothing else of the base game changes but the costs of these cards, so what a sentence does shows
soon and is not drowned by other ones.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import yaml

from stele.compiler.analysis.sets import in_play
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.docs.langref.examples import quoted
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.expansion_paths import shipped

AT_ONCE = 24  # so many sentences stand in one folder
HOSTS = 12  # on so many cards each stands when it is played
IDENTITY = (
    'stele: 2\nid: made\nname: Made\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\nprovenance: original\n'
)
VOCABULARY = """
tokens:
  - {id: seal, name: Seal, points: 1, line: guilds}
  - {id: omen, name: Omen, points: 0, line: guilds, supply: 9}
tracks:
  - {id: fleet, name: Fleet, owner: seat, steps: 6}
  - {id: doom, name: Doom, owner: table, steps: 4}
markers:
  - {id: day, name: Day, owner: table, faces: [{id: light, name: Light}, {id: night, name: Night}]}
  - {id: stance, name: Stance, owner: seat, faces: [{id: peace, name: Peace}, {id: war, name: War}]}
zones:
  - {id: satchel, name: Satchel, owner: seat, seen-by: owner, order: set}
"""
FLOW = """
actions:
  - {id: stash, name: Stash away, cost: nothing, to: satchel, effect: [gain 1 seal token, gain 1 omen token]}
patch:
  - {add: base.age.turns.play.actions, to: stash}
"""


@dataclass(frozen=True)
class Checked:
    """What the compiler says of some sentences: why one is refused, or its tree."""

    refused: dict[str, Diagnostic]
    clauses: dict[str, n.Clause]  # with their names resolved
    contents: tuple[items.Content, ...]  # of the game on which they stand


@cache
def cards() -> tuple[str, ...]:
    """Return the cards of the base game on which sentences stand: not those of which cities
    live.
    """
    folder = shipped() / "base" / "cards"
    listed = [card for file in sorted(folder.glob("age-*.yaml")) for card in yaml.safe_load(file.read_text())["cards"]]
    return tuple(card["id"] for card in listed if card["colour"] not in ("brown", "grey"))


def folder_of(sentences: Sequence[str], where: Path) -> Path:
    """Write an expansion whose cards are those of the base game, with other effects."""
    folder = where / "made"
    folder.mkdir(exist_ok=True)
    patches = [
        line
        for host, text in zip(cards(), sentences, strict=False)
        for line in (
            f"  - {{set: base.cards.{host}.effect, to: {quoted(text)}}}",
            f"  - {{set: base.cards.{host}.cost, to: free}}",
        )
    ]
    (folder / "expansion.yaml").write_text(IDENTITY)
    (folder / "vocabulary.yaml").write_text(VOCABULARY)
    (folder / "flow.yaml").write_text(FLOW + "\n".join(patches) + "\n")
    return folder


def checked(sentences: Sequence[str], where: Path) -> Checked:
    """Check some sentences, as many as there is room for in one folder."""
    first = FLOW.count("\n") + 1
    refused: dict[str, Diagnostic] = {}
    left = list(sentences)
    while True:
        found = check_folders([folder_of(left, where)])
        wrong: dict[int, Diagnostic] = {}
        for one in found.diagnostics:
            if one.is_error and "made" in one.span.path:
                wrong.setdefault((one.span.line - first) // 2, one)
        assert all(place < len(left) for place in wrong), f"an error of no sentence: {wrong}"
        if not wrong:
            assert not found.has_errors, next(one for one in found.diagnostics if one.is_error).message
            game, _ = in_play(found.contents, found.by_expansion, frozenset({"base", "made"}), "")
            effects = {card.id: card.effect for content in game.contents for card in content.cards}
            clauses = {text: effects[host][0] for host, text in zip(cards(), left, strict=False)}
            return Checked(refused, clauses, game.contents)
        refused |= {left[place]: one for place, one in wrong.items()}
        left = [text for place, text in enumerate(left) if place not in wrong]


@cache
def plain() -> tuple[items.Content, ...]:
    """Return the cards of the base game as they are without any sentence."""
    found = check_folders([shipped() / "base"])
    game, _ = in_play(found.contents, found.by_expansion, frozenset({"base"}), "")
    return game.contents


def hosting(contents: Sequence[items.Content], clauses: Sequence[n.Clause]) -> tuple[items.Content, ...]:
    """Return contents in which some sentences stand on cards, each on as many, and all others are
    as they were.
    """
    printed = {card.id: card for content in plain() for card in content.cards}
    order = random.Random(len(clauses)).sample(cards(), len(cards()))
    hosts = dict(zip(order, [clause for clause in clauses for _ in range(HOSTS)], strict=False))

    def changed(card: items.Card) -> items.Card:
        if card.id not in cards():
            return card
        if card.id not in hosts:
            return printed[card.id]
        assert card.cost is not None
        return replace(card, effect=(hosts[card.id],), cost=replace(card.cost, parts=()))

    return tuple(replace(content, cards=tuple(map(changed, content.cards))) for content in contents)


def hosts_of(contents: Sequence[items.Content], clause: n.Clause) -> frozenset[str]:
    """Return the cards on which a sentence stands."""
    return frozenset(card.id for content in contents for card in content.cards if clause in card.effect)


def without(contents: Sequence[items.Content], clause: n.Clause) -> tuple[items.Content, ...]:
    """Return contents in which a sentence is left out."""
    gone = hosts_of(contents, clause)
    return tuple(
        replace(content, cards=tuple(replace(c, effect=()) if c.id in gone else c for c in content.cards))
        for content in contents
    )
