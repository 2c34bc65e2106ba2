"""Play sentences that the grammar makes: `make sentences`, or `python -m tests.generate --count
2000`.

Each sentence is either refused for a reason, or stands on cards of the base game and is played at
random while all invariants are checked. What was played and what was refused, and why, is counted;
a sentence that makes a tool or a game fail is printed with the least that shows it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from types import FrameType, ModuleType

import yaml

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.docs.langref.examples import quoted
from stele.compiler.driver.build import compiled
from stele.compiler.driver.check import check_folders
from stele.compiler.front.expansion_paths import shipped
from stele.runtime import Refused as RefusedTable
from stele.runtime import Rules
from stele.runtime.state.cells import Runaway
from tests.invariants import random_game
from tests.sentences import Refused, Words, sentence
from tests.test_sentences import KNOWN

AT_ONCE = 24  # so many sentences stand in one folder
GAMES = 6  # so many games of each folder
IDENTITY = 'id: made\nname: Made\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\nprovenance: original\n'
VOCABULARY = """
tokens:
  - {id: seal, name: Seal, points: 1, line: guilds}
  - {id: omen, name: Omen, points: 0, line: guilds, supply: 9}
zones:
  - {id: satchel, name: Satchel, owner: seat, seen-by: owner, order: set}
"""
FLOW = """
actions:
  - {id: stash, name: Stash away, cost: nothing, to: satchel}
patch:
  - {add: base.age.turns.play.actions, to: stash}
"""


@dataclass
class Tried:
    """What came of some sentences."""

    played: list[str] = field(default_factory=list)
    acted: set[str] = field(default_factory=set)  # of those played, what did something in a game
    refused: list[tuple[str, str, str]] = field(default_factory=list)  # sentence, code, message
    failed: list[tuple[str, str]] = field(default_factory=list)  # sentence, traceback


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
    hosts = random.Random(len(sentences)).sample(cards(), len(sentences))
    patches = [
        line
        for host, text in zip(hosts, sentences, strict=True)
        for line in (
            f"  - {{set: base.cards.{host}.effect, to: {quoted(text)}}}",
            f"  - {{set: base.cards.{host}.cost, to: free}}",
        )
    ]
    (folder / "expansion.yaml").write_text(IDENTITY)
    (folder / "vocabulary.yaml").write_text(VOCABULARY)
    (folder / "flow.yaml").write_text(FLOW + "\n".join(patches) + "\n")
    return folder


def first_line() -> int:
    """Return the line of the first sentence."""
    return FLOW.count("\n") + 1


def tried(sentences: Sequence[str]) -> Tried:
    """Check and play some sentences, on cards of one game."""
    came = Tried()
    left = list(sentences)
    with tempfile.TemporaryDirectory() as name:
        while left:
            try:
                checked = check_folders([folder_of(left, Path(name))])
                wrong: dict[int, Diagnostic] = {}
                for found in checked.diagnostics:
                    if found.is_error and "made" in found.span.path:
                        wrong.setdefault((found.span.line - first_line()) // 2, found)
                if not wrong and not checked.has_errors:
                    play(compiled(checked, ["made"]), left, came)
                    came.played += left
                    return came
                assert wrong, f"an error elsewhere: {next(f for f in checked.diagnostics if f.is_error).message}"
                came.refused += [(left[n], found.code.id, found.message) for n, found in wrong.items() if n < len(left)]
                assert all(n < len(left) for n in wrong), f"an error of no sentence: {wrong}"
                left = [text for n, text in enumerate(left) if n not in wrong]
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
                if len(left) == 1:
                    came.failed.append((left[0], "".join(traceback.format_exception(error)[-6:])))
                    return came
                for half in (left[: len(left) // 2], left[len(left) // 2 :]):
                    part = tried(half)
                    came.played += part.played
                    came.acted |= part.acted
                    came.refused += part.refused
                    came.failed += part.failed
                if not came.failed:
                    came.failed.append(
                        (" + ".join(left), "only together:\n" + "".join(traceback.format_exception(error)[-6:]))
                    )
                return came
    return came


def play(code: str, sentences: Sequence[str], came: Tried) -> None:
    """Play some games, and note which sentences did something."""
    module = ModuleType("made")
    exec(compile(code, "made", "exec"), module.__dict__)  # noqa: S102 - we have just compiled it
    rules = module.RULES
    assert isinstance(rules, Rules)
    did: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, value: object) -> None:
        if event == "return" and frame.f_code.co_filename == "made" and value:
            did[frame.f_code.co_consts[0] if isinstance(frame.f_code.co_consts[0], str) else ""] += 1

    for seed in range(GAMES):
        players = rules.tables.numbers[seed % len(rules.tables.numbers)]
        sys.setprofile(watch)
        try:
            random_game(rules, players, seed, every=7)
        except (RefusedTable, Runaway):
            pass
        finally:
            sys.setprofile(None)
    came.acted |= {text for text in sentences if any(said and said in text for said in did)}


def made(count: int, seed: int, known: Words = KNOWN) -> Iterator[str]:
    """Yield so many sentences of the grammar."""
    chance = random.Random(seed)
    for _ in range(count):
        try:
            text = sentence(chance, known)
        except AssertionError as error:
            print(f"MISPRINTED {error}")
            continue
        if not isinstance(text, Refused) and len(text) < 200:
            yield text


def batches(sentences: Iterator[str]) -> Iterator[tuple[str, ...]]:
    """Yield sentences, as many as stand in one folder."""
    while some := tuple(islice(sentences, AT_ONCE)):
        yield some


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument(
        "--examples", type=int, default=2, help="so many of each reason for which sentences are refused"
    )
    options = parser.parse_args()
    start = time.monotonic()
    whole = Tried()
    with ProcessPoolExecutor(options.processes) as pool:
        for came in pool.map(tried, batches(made(options.count, options.seed))):
            whole.played += came.played
            whole.acted |= came.acted
            whole.refused += came.refused
            whole.failed += came.failed
    report(whole, options.examples)
    print(f"{time.monotonic() - start:.0f} s")
    return bool(whole.failed)


def report(whole: Tried, examples: int) -> None:
    """Print what came of all sentences."""
    reasons = Counter((code, message) for _, code, message in whole.refused)
    by_code = Counter(code for _, code, _ in whole.refused)
    for (code, message), number in sorted(reasons.items(), key=lambda one: (-by_code[one[0][0]], one[0][0], -one[1])):
        print(f"{number:5} {code} {message}")
        shown = [text for text, *reason in whole.refused if reason == [code, message]]
        for text in sorted(shown, key=len)[:examples]:
            print(f"              {text}")
    seen: Counter[str] = Counter()
    for text, why in whole.failed:
        seen[why.splitlines()[-1]] += 1
        if seen[why.splitlines()[-1]] <= max(examples, 1):
            print(f"FAILED {text}\n{why}")
    print(f"played {len(whole.played)}, of which {len(whole.acted)} did something; refused {len(whole.refused)}:")
    print(", ".join(f"{number} {code}" for code, number in by_code.most_common()))
    print(f"failed {len(whole.failed)}: {dict(seen)}")


if __name__ == "__main__":
    sys.exit(main())
