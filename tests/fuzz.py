"""Feed the checker what no author would write: mangled bytes of real content, folders that
hypothesis makes up, patches, rulings and saves (`fuzz_play.py`).

Whatever comes, there is a list of findings: no traceback, none takes longer than a second, memory
stays bounded. `make fuzz` runs it.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import re
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from stele.compiler.common.diagnostics import Diagnostic, plain
from stele.compiler.driver.build import compiled
from stele.compiler.driver.build import load as load_rules
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.source import Unreadable
from stele.compiler.tools.formatter import CannotLayOut, lay_out
from tests.conftest import HERE, ROOT
from tests.fuzz_play import (
    IDENTITY,
    addresses,
    feed_save,
    forged,
    opened,
    patches,
    play_out,
    played,
    reworded_scene,
    run_scenes,
    scenes,
)
from tests.misspell import keys_of

LONGEST = 1.0  # seconds of processor time
EACH_LAID_OUT = 8  # laying out twice takes longer than checking
MOST_MEMORY = 1024 * 1024  # KiB
SIGNS = [
    b"\x00",
    b"\xff",
    b"\t",
    b"\n",
    b"\r",
    b"&a ",
    b"*a",
    b"!!x ",
    b"---\n",
    b"{",
    b"}",
    b"[",
    b"]",
    b": ",
    b"- ",
    b"'",
    b'"',
    b"|",
    b">",
]
SIGNS += [
    b"#",
    b"%",
    b"@",
    b"`",
    b",",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"999999999",
    b"-1",
    b"per",
    b"gain",
    b"\\",
    "\u202e".encode(),
]


class Ground:
    """A folder into which inputs are written, and what the checks have cost so far."""

    def __init__(self, place: Path, longest: float = LONGEST) -> None:
        self.folder = place / "fan"
        self.longest = longest
        self.written: set[str] = set()
        self.number = 0
        self.memory = Memory()
        self.slowest = (0.0, "")
        self.counts: Counter[str] = Counter()
        self.base = load_rules("base")
        self.saves = [played(self.base, decisions).save() for decisions in (0, 9, 40, 60)]
        # What comes with Stele is read and checked once, not by every input; some inputs name all
        # of it.
        names = "[" + ", ".join(folder.name for folder in shipped_folders()) + "]"
        card = f"cards: [{{id: one, name: One, with: {names}, deck: guilds, colour: purple, cost: free, effect: gain EFFECT}}]\n"
        for effect in ("1 coin", "1 con"):
            self.write({"expansion.yaml": IDENTITY.encode(), "cards/c.yaml": card.replace("EFFECT", effect).encode()})
            check_folders([self.folder], memory=self.memory)
        gc.collect()
        gc.freeze()  # what stays need not be looked through again and again

    def feed(self, files: dict[str, bytes], kind: str) -> list[Diagnostic]:
        """Check a folder of these files.

        A finding must also be shown without complaint, and what has no error is compiled.
        """
        self.write(files)
        checked, spent = self.check(files)
        for _ in range(2 if spent > self.longest else 0):  # machines are noisy: the best of three counts
            spent = min(spent, self.check(files)[1])
        self.counts[kind] += 1
        self.counts["with findings"] += bool(checked.diagnostics)
        for diagnostic in checked.diagnostics[:20]:
            plain(diagnostic, checked.texts)
        self.number += 1
        for document in checked.documents if self.number % EACH_LAID_OUT == 0 else ():
            if document.text.path.startswith(self.folder.as_posix()):
                self.counts["laid out"] += 1
                self.lay_out(document.text.content, document.kind)
        own = [id for id, place in checked.places.items() if place == self.folder.resolve()]
        if not checked.has_errors and says_more_than_rules(checked.contents[own[0]]):
            self.counts["compiled"] += 1
            compile(compiled(checked, own), "ruleset", "exec")
        if not checked.has_errors and kind == "patches":
            self.counts["played"] += play_out(opened(checked, own), self.number) is not None
        elif not checked.has_errors and kind == "rulings":
            self.counts["scenes played"] += 1
            self.counts["scenes that do not hold"] += run_scenes(checked, own, self.base)
        if spent > self.slowest[0]:
            self.slowest = (spent, f"{kind}: {files!r}"[:2000])
        if spent > self.longest:
            raise TimeoutError(f"{spent:.2f} seconds")
        return checked.diagnostics

    def feed_save(self, chance: random.Random) -> None:
        """Load a save that was changed."""
        self.counts["saves"] += 1
        self.counts["saves that are games"] += feed_save(self.base, forged(chance.choice(self.saves), chance))

    def check(self, files: dict[str, bytes]) -> tuple[Checked, float]:
        """Check the folder as if it had just been written.

        Return what was found and the seconds of processor time.
        """
        self.memory.folders.pop(self.folder.resolve(), None)
        for name in files:  # two inputs may have one size, and one tick of the clock
            self.memory.files.pop((self.folder / name).resolve(), None)
        began = time.process_time()
        checked = check_folders([self.folder], memory=self.memory)
        return checked, time.process_time() - began

    def write(self, files: dict[str, bytes]) -> None:
        """Put files into the folder, and nothing else."""
        for name in self.written - set(files):
            (self.folder / name).unlink()
        self.written = set(files)
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def lay_out(self, content: str, kind: str) -> None:
        """Lay a file out; what can be laid out stays as it is the second time."""
        try:
            once = lay_out(content, "x.yaml", kind)
        except (Unreadable, CannotLayOut):
            return
        if lay_out(once, "x.yaml", kind) != once:
            raise AssertionError(f"not the same the second time: {content!r}")


def says_more_than_rules(content: items.Content) -> bool:
    """Tell whether anything of a content is compiled."""
    return bool(content.flow or content.cards or content.boards or content.places or content.vocabulary.tokens)


# --- mangled bytes --------------------------------------------------------------------------------


def samples() -> list[tuple[str, bytes]]:
    """Return pieces of real content: (name in a folder, bytes), none of them long."""
    found = []
    for folder in (*shipped_folders(), HERE / "expansions" / "gardens"):
        for file in sorted(folder.rglob("*.yaml")):
            name = file.relative_to(folder).as_posix()
            head, *entries = file.read_bytes().split(b"\n  - id: ")
            for first in range(0, max(1, len(entries)), 2):
                some = entries[first : first + 2]
                found.append((name, b"".join([head, *(b"\n  - id: " + entry for entry in some), b"\n"])[:3000]))
    return found


def mangled(content: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few of them changed, taken away, doubled or moved."""
    data = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 2, 5, 20, 200))
        match chance.randrange(6):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = chance.choice(SIGNS)
            case 3:
                data[at:at] = data[at : at + length] * chance.choice((1, 2, 30))
            case 4:
                other = chance.randrange(len(data) + 1)
                data[at : at + length], data[other : other + length] = (
                    data[other : other + length],
                    data[at : at + length],
                )
            case _:
                data[at:at] = chance.choice(SIGNS) * chance.choice((1, 40, 400))
    return bytes(data)


def expansions() -> list[dict[str, bytes]]:
    """Return small expansions, without the rulings and rules, which nothing is compiled from."""
    found = []
    for folder in (*(ROOT / "content" / name for name in ("edifice", "frontiers")), HERE / "expansions" / "gardens"):
        listed = [file.relative_to(folder).as_posix() for file in sorted(folder.rglob("*.yaml"))]
        kept = [name for name in listed if not name.startswith("rul")]
        found.append({name: (folder / name).read_bytes() for name in kept})
    return found


def whole_folders() -> list[dict[str, bytes]]:
    """Return every expansion that comes with Stele, with all its files."""
    return [
        {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.yaml"))}
        for folder in shipped_folders()
    ]


def reworded(content: bytes, chance: random.Random) -> bytes:
    """Return bytes in which a few words or numbers stand for others of the same file.

    Much of it makes sense still.
    """
    words = re.findall(rb"[a-z]+|[0-9]+", content)
    for _ in range(chance.choice((1, 1, 2, 4))):
        found = chance.choice(list(re.finditer(rb"(?<=[ ,{\[])(?:[a-z]+|[0-9]+)(?=[ ,}\]\n])", content)) or [None])
        if found is not None:
            alike = [word for word in words if word.isdigit() == found[0].isdigit()]
            content = content[: found.start()] + chance.choice(alike) + content[found.end() :]
    return content


# --- made-up folders ------------------------------------------------------------------------------

WORDS = [
    "gain",
    "score",
    "lose",
    "produce",
    "buy",
    "build",
    "play",
    "copy",
    "draw",
    "per",
    "coin",
    "coins",
    "point",
    "points",
    "card",
    "cards",
    "token",
    "tokens",
    "shield",
    "shields",
    "in",
    "city",
    "neighbours",
    "others",
    "everyone",
    "once",
    "age",
    "turn",
    "game",
    "when",
    "you",
    "if",
    "not",
    "at",
    "end",
    "start",
    "of",
    "brown",
    "grey",
    "wood",
    "clay",
    "glass",
    "victory",
    "defeat",
    "guild",
    "guilds",
    "raw",
    "free",
    "different",
    "1",
    "2",
    "3",
    "7",
    "0",
    "-1",
    "999",
    ",",
    "a",
    "an",
    "the",
    "for",
    "from",
    "bank",
    "left",
    "right",
    "and",
    "or",
    "then",
    "stage",
    "stages",
    "science",
    "compass",
    "gear",
    "then",
    "discard",
    "hand",
]
KINDS = ("vocabulary", "flow", "cards", "boards", "rules", "rulings", "language")


def folders() -> st.SearchStrategy[dict[str, bytes]]:
    """Return folders whose files are YAML, with keys of our schemas and sentences of our words, in
    any order and depth.
    """
    from stele.compiler.front.schema import validator

    keys = sorted({key for kind in KINDS for key in keys_of(validator(kind).schema)})
    sentence = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
    name = st.sampled_from(
        ["one", "two", "city", "hand", "guilds", "age-1", "purple", "brown", "base", "set", "everyone", "x" * 50]
    )
    leaf = st.one_of(sentence, name, st.integers(-3, 12), st.booleans(), st.none(), st.text(max_size=8))
    node = st.recursive(
        leaf,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(keys), inner, max_size=6)),
        max_leaves=24,
    )
    card = st.fixed_dictionaries(
        {
            "id": name,
            "name": name,
            "deck": name,
            "colour": name,
            "cost": sentence,
            "effect": sentence | st.lists(sentence, min_size=1, max_size=3),
        },
        optional={
            "players": st.lists(st.integers(1, 9), max_size=4),
            "chain": st.lists(name, max_size=2),
            "rank": st.integers(0, 5),
        },
    )
    cards = st.fixed_dictionaries({"cards": st.lists(card, max_size=4)})
    file = st.dictionaries(st.sampled_from(keys), node, max_size=5)

    def written(parts: Mapping[str, object]) -> dict[str, bytes]:
        files = {name: yaml.safe_dump(part, sort_keys=False).encode() for name, part in parts.items()}
        return {"expansion.yaml": IDENTITY.encode(), **files}

    shapes = {
        "vocabulary.yaml": file,
        "flow.yaml": file,
        "boards/b.yaml": file,
        "rules.yaml": file,
        "rulings/r.yaml": file,
        "languages/fr.yaml": file,
    }
    return st.fixed_dictionaries({"cards/c.yaml": cards}, optional=shapes).map(written)


# --- the run --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one part of the run."""

    counts: Counter[str]
    failures: list[str]
    slowest: tuple[float, str]
    memory: int  # KiB, of the process


def feed_part(part: tuple[int, int, int]) -> Outcome:
    """Feed the inputs of one part of a run: always the same ones for a seed and a number."""
    chosen, number, size = part
    ground = grounds.get(os.getpid()) or grounds.setdefault(os.getpid(), Ground(Path(tempfile.mkdtemp())))
    ground.counts, ground.slowest = Counter(), (0.0, "")
    failures: list[str] = []

    def feed(files: dict[str, bytes], kind: str) -> None:
        try:
            ground.feed(files, kind)
        except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
            failures.append(f"part {number}, {kind}: {files!r}\n{traceback.format_exc()}")

    @seed(chosen * 1_000_000 + number)
    @settings(max_examples=size // 10, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(folders())
    def feed_folder(files: dict[str, bytes]) -> None:
        feed(files, "made-up folders")

    feed_folder()
    chance, real, whole = random.Random(f"{chosen} {number}"), samples(), expansions()
    for _ in range(size // 50):
        files = dict(chance.choice(whole))
        name = chance.choice(list(files))
        files[name] = reworded(files[name], chance) if chance.random() < 0.7 else mangled(files[name], chance)
        feed(files, "mangled expansions")
    large = whole_folders()
    for _ in range(size // 500):
        files = dict(chance.choice(large))
        for name in chance.sample(list(files), chance.choice((1, 2, len(files)))):
            files[name] = reworded(files[name], chance) if chance.random() < 0.7 else mangled(files[name], chance)
        feed(files, "whole folders")
    known, rulings = addresses(), scenes()
    for _ in range(size // 25):
        feed(patches(chance, known), "patches")
        feed(reworded_scene(chance.choice(rulings), chance), "rulings")
        try:
            ground.feed_save(chance)
        except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
            failures.append(f"part {number}, saves:\n{traceback.format_exc()}")
    for _ in range(size - ground.counts["made-up folders"] - size // 50 - size // 500 - 3 * (size // 25)):
        name, content = chance.choice(real)
        feed({"expansion.yaml": IDENTITY.encode(), name: mangled(content, chance)}, "mangled bytes")
    return Outcome(ground.counts, failures, ground.slowest, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


grounds: dict[int, Ground] = {}


def main() -> int:
    """Feed all parts and print the figures, after each part so far."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--part", type=int, default=1000, help="inputs between two lines of figures")
    parser.add_argument(
        "--from", type=int, default=0, dest="first", help="the number of the first part, to go on after a stop"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    parts = [(options.seed, number, options.part) for number in range(options.first, options.inputs // options.part)]
    counts: Counter[str] = Counter()
    failed, slowest, memory = 0, (0.0, ""), 0
    with multiprocessing.get_context("fork").Pool(options.processes) as pool:
        for (_, number, _), outcome in zip(parts, pool.imap(feed_part, parts), strict=True):
            counts += outcome.counts
            failed += len(outcome.failures)
            slowest, memory = max(slowest, outcome.slowest), max(memory, outcome.memory)
            for failure in outcome.failures:
                print(failure, flush=True)
            figures = ", ".join(f"{count} {kind}" for kind, count in counts.items())
            print(
                f"to part {number}: {figures}; {failed} failures; slowest {slowest[0]:.2f} s; at most {memory // 1024} MiB",
                flush=True,
            )
    print(f"slowest: {slowest[1]}")
    return 0 if not failed and memory < MOST_MEMORY else 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
