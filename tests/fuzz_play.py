"""Further inputs of `make fuzz`, which are played: patches of shipped content, reworded rulings,
and saves that were forged.

What a check calls clean must be played to its end; a scene comes to an outcome; a save is a game or
is refused.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import yaml

from stele.compiler.driver.build import compiled
from stele.compiler.driver.check import Checked
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.rulings.runner import run_ruling
from stele.lab.bots import BOTS
from stele.runtime import Game, Refused, Rules
from stele.runtime.saves import seal
from tests.conftest import ROOT

IDENTITY = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
CLAUSES = [
    "score 3 points",
    "gain 2 coins",
    "2 shields",
    "produce wood or clay",
    "others lose 1 coin",
    "once per age, build a card for free",
    "copy a guild in neighbours",
    "when you build a blue card, gain 1 coin",
    "play the last card of the age",
    "instead of gaining a defeat token in conflict, the victor gains it",
    "build a card from discard for free",
    "if 2 shields, score 3 points",
    "gain 1 coin per stage in city and neighbours",
    "science compass or gear",
    "lose 1 coin",
]
MOST_DECISIONS = 2000


# --- patches --------------------------------------------------------------------------------------


def addresses() -> list[tuple[str, Any]]:
    """Return places of the base game that a patch may name, with what stands there."""
    found: list[tuple[str, Any]] = []
    folder = ROOT / "content" / "base"
    for file in sorted(folder.rglob("*.yaml")):
        if file.parent.name not in ("rulings", "languages") and file.name not in ("rules.yaml", "expansion.yaml"):
            walk("base", yaml.safe_load(file.read_text(encoding="utf-8")), found)
    return found


def walk(path: str, node: Any, found: list[tuple[str, Any]]) -> None:
    """Add all places below a node: items by their ids, others of a list by their number."""
    found.append((path, node))
    if isinstance(node, dict):
        for key, part in node.items():
            walk(f"{path}.{key}", part, found)
    elif isinstance(node, list):
        for number, part in enumerate(node, 1):
            inner = next(iter(part.values()), None) if isinstance(part, dict) and len(part) == 1 else part
            id = inner.get("id", number) if isinstance(inner, dict) else number
            walk(f"{path}.{id}", inner, found)


def patches(chance: random.Random, known: Sequence[tuple[str, Any]]) -> dict[str, bytes]:
    """Return an expansion that changes the base game at random."""
    listed = []
    for _ in range(chance.choice((1, 1, 2, 4))):
        path, old = chance.choice(known)
        value: Any = chance.choice([other for _, other in chance.sample(known, 5)] + [old])
        match chance.randrange(5):
            case 0:
                value = chance.choice(CLAUSES)
            case 1:
                value = [chance.choice(CLAUSES) for _ in range(chance.randrange(3))]
            case 2:
                value = chance.choice([0, 1, 2, 7, -1, 999, True, "", "free", "2 wood, 1 coin", [], {}])
            case 3 if isinstance(old, int):
                value = old + chance.choice((-1, 1, 2))
            case 4 if "effect" not in path:
                effects = [one for one in known if re.search(r"\.(effect|start)$", one[0])]
                path, value = chance.choice(effects)[0], chance.choice(CLAUSES)
        listed.append({chance.choice(("set", "set", "set", "add")): path, "to": value})
    flow = yaml.safe_dump({"patch": listed}, sort_keys=False)
    return {"expansion.yaml": IDENTITY.encode(), "flow.yaml": flow.encode()}


def opened(checked: Checked, own: Sequence[str]) -> Rules:
    """Return the rules of a checked folder."""
    module = ModuleType("fuzzed")
    exec(compile(compiled(checked, own), "fuzzed", "exec"), module.__dict__)  # noqa: S102 - we have just compiled it
    rules = module.RULES
    assert isinstance(rules, Rules)
    return rules


def play_out(rules: Rules, seed: int) -> Game | None:
    """Play a game at random, with as many players as there may be; nothing if there is no table."""
    try:
        game = rules.new_game(rules.tables.least, seed)
    except Refused:
        return None
    bot = BOTS["random"](seed)
    for _ in range(MOST_DECISIONS):
        if (ask := game.pending()) is None:
            game.scores()
            return game
        game.answer(ask, bot(game, ask))
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


# --- rulings --------------------------------------------------------------------------------------


def scenes() -> list[bytes]:
    """Return the rulings of the base game, one by one."""
    found = []
    for folder in shipped_folders()[:1]:
        for file in sorted((folder / "rulings").glob("*.yaml")):
            _, *entries = file.read_bytes().split(b"\n  - id: ")
            found += [b"rulings:\n  - id: " + entry.rstrip() + b"\n" for entry in entries]
    return found


def reworded_scene(scene: bytes, chance: random.Random) -> dict[str, bytes]:
    """Return an expansion with a ruling in which words and numbers of the scene are swapped."""
    head, given, scene = scene.partition(b"    given:")
    words = re.findall(rb"[a-z][a-z-]+", scene)
    for _ in range(chance.choice((1, 1, 2, 3))):
        found = chance.choice(list(re.finditer(rb"(?<=[ ,{\[])(?:[a-z][a-z-]+|[0-9]+)(?=[ ,}\]\n:])", scene)) or [None])
        if found is not None:
            other = str(chance.choice((0, 1, 2, 3, 9))).encode() if found[0].isdigit() else chance.choice(words)
            scene = scene[: found.start()] + other + scene[found.end() :]
    return {"expansion.yaml": IDENTITY.encode(), "rulings/r.yaml": head + given + scene}


def run_scenes(checked: Checked, own: Sequence[str], rules: Rules) -> int:
    """Play the rulings of a folder and return how many do not hold."""
    listed = [r for r in rulings_of(checked.documents, checked.game.contents) if r.expansion in own]
    played = [run_ruling(ruling, rules) for ruling in listed if not ruling.needs and not ruling.variant]
    return sum(bool(outcome.failures) for outcome in played)


# --- saves ----------------------------------------------------------------------------------------


def played(rules: Rules, decisions: int) -> Game:
    """Return a game after some decisions."""
    game, bot = rules.new_game(3, decisions), BOTS["random"](decisions)
    while decisions and (ask := game.pending()) is not None:
        game.answer(ask, bot(game, ask))
        decisions -= 1
    return game


def forged(text: str, chance: random.Random) -> str:
    """Return a save of which something is changed: a bit, its end, a key, or cells under a new
    seal.
    """
    saved = json.loads(text)
    match chance.randrange(4):
        case 0:
            data = bytearray(text.encode())
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return data.decode(errors="replace")
        case 1:
            return text[: chance.randrange(len(text))] + chance.choice(("", "]}", "}", '"', "0"))
        case 2:
            key = chance.choice([*saved, "more"])
            saved[key] = chance.choice([None, 1, -1, "", "x", "../x", [], [[]], {}, True, 1.5, ["/etc"], [10**400]])
            return json.dumps(saved)
        case _:
            row = saved["row"]
            for _ in range(chance.choice((1, 1, 2, 5))):
                at = chance.randrange(len(row))
                values = (0, 1, -1, row[at] + 1, row[at] ^ 1 << chance.randrange(200), chance.choice(row), 1 << 300)
                row[at] = chance.choice(values)
            return json.dumps(saved | {"seal": seal(row)})


def feed_save(rules: Rules, text: str) -> bool:
    """Load a save and tell whether it was one; if so it can be looked at and played on."""
    try:
        game = rules.load(text)
    except Refused:
        return False
    game.scores()
    game.winners()
    ask = game.pending()
    if ask is not None:
        game.view(ask.seat)
        game.answer(ask, ask.options[0])
    return True
